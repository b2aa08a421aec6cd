/* String bodies over a vector of 16 or 32 bytes. A template: WEFT__ISA is set, and these are defined:
 *   VEC, VEC_BYTES (16 or 32), VEC_LOAD(p), VEC_STORE(p, v)
 *   VEC_ESCAPES(v)   bit i of a uint32_t: byte i needs an escape
 * Strings are read exactly, unless `padded` promises that 32 bytes behind their start, and behind each 32nd byte of
 * them, can be read. */
enum { WEFT__KERNEL(WEFT__STRING_SHORT) = 32 };

#define VEC_STEP (32 / VEC_BYTES)
/* 32 bytes at s; the bits of what needs an escape. */
WEFT_INLINE uint32_t WEFT__KERNEL(string_step)(char *o, const char *s) {
    uint32_t must = 0;
    for (unsigned i = 0; i < VEC_STEP; i++) {
        VEC v = VEC_LOAD(s + i * VEC_BYTES);
        VEC_STORE(o + i * VEC_BYTES, v);
        must |= VEC_ESCAPES(v) << (i * VEC_BYTES % 32);
    }
    return must;
}
/* n <= 32 bytes into 32, what lies behind becoming blanks: from the ends of the string inwards. */
WEFT_INLINE void WEFT__KERNEL(string_gather)(char to[32], const char *s, size_t n) {
    memset(to, ' ', 32);
    if (n >= 16) {
        uint64_t a, b, c, d;
        memcpy(&a, s, 8), memcpy(&b, s + 8, 8), memcpy(&c, s + n - 16, 8), memcpy(&d, s + n - 8, 8);
        memcpy(to, &a, 8), memcpy(to + 8, &b, 8), memcpy(to + n - 16, &c, 8), memcpy(to + n - 8, &d, 8);
    } else if (n >= 8) {
        uint64_t a, b;
        memcpy(&a, s, 8), memcpy(&b, s + n - 8, 8);
        memcpy(to, &a, 8), memcpy(to + n - 8, &b, 8);
    } else if (n >= 4) {
        uint32_t a, b;
        memcpy(&a, s, 4), memcpy(&b, s + n - 4, 4);
        memcpy(to, &a, 4), memcpy(to + n - 4, &b, 4);
    } else if (n) {
        to[0] = s[0];
        to[n / 2] = s[n / 2];
        to[n - 1] = s[n - 1];
    }
}
/* n <= 32; 32 bytes may be written. */
WEFT_INLINE void WEFT__KERNEL(weft__string_put)(char *o, const char *s, size_t n, bool padded) {
    if (weft_likely(padded))
        for (unsigned i = 0; i < VEC_STEP; i++) VEC_STORE(o + i * VEC_BYTES, VEC_LOAD(s + i * VEC_BYTES));
    else WEFT__KERNEL(string_gather)(o, s, n);
}
/* The same; false: something needs an escape. */
WEFT_INLINE bool WEFT__KERNEL(weft__string_put_clean)(char *o, const char *s, size_t n, bool padded) {
    if (weft_likely(padded)) return !(WEFT__KERNEL(string_step)(o, s) & (uint32_t)(((uint64_t)1 << n) - 1));
    WEFT__KERNEL(string_gather)(o, s, n);
    uint32_t must = 0;
    for (unsigned i = 0; i < VEC_STEP; i++) must |= VEC_ESCAPES(VEC_LOAD(o + i * VEC_BYTES));
    return !must;
}
/* Any n, nothing escaped; 32 bytes may be written too many. */
WEFT_INLINE void WEFT__KERNEL(weft__string_copy)(char *o, const char *s, size_t n) {
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (unsigned k = 0; k < VEC_STEP; k++) VEC_STORE(o + i + k * VEC_BYTES, VEC_LOAD(s + i + k * VEC_BYTES));
    if (i == n) return;
    if (n >= 32) /* the last 32 again, overlapping */
        for (unsigned k = 0; k < VEC_STEP; k++)
            VEC_STORE(o + n - 32 + k * VEC_BYTES, VEC_LOAD(s + n - 32 + k * VEC_BYTES));
    else WEFT__KERNEL(string_gather)(o, s, n);
}
/* Escapes all of s; 6 n + 64 bytes may be written. */
static inline char *WEFT__KERNEL(weft__string_quote)(char *o, const char *s, size_t n) {
    while (n) {
        uint32_t must;
        size_t have = 32;
        if (weft_likely(n >= 32)) {
            must = WEFT__KERNEL(string_step)(o, s);
        } else {
            WEFT__KERNEL(string_gather)(o, s, n);
            must = 0;
            for (unsigned i = 0; i < VEC_STEP; i++)
                must |= VEC_ESCAPES(VEC_LOAD(o + i * VEC_BYTES)) << (i * VEC_BYTES % 32);
            have = n;
        }
        if (weft_likely(!must)) {
            o += have;
            s += have;
            n -= have;
            continue;
        }
        size_t next = weft__ctz64(must);
        uint64_t t = weft__escape_text[(unsigned char)s[next]];
        weft__store64le(o + next, t);
        o += next + (t >> 56);
        s += next + 1;
        n -= next + 1;
    }
    return o;
}
#undef VEC_STEP
#undef VEC
#undef VEC_BYTES
#undef VEC_LOAD
#undef VEC_STORE
#undef VEC_ESCAPES
