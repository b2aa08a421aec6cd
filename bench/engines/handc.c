/* The ceiling: C written by hand for exactly this message, and one memcpy for the tensor. The wire is Frozen's: little
 * endian, no padding, strings with a u32 length, a list with a u32 count. Reading checks every length, both booleans
 * and that nothing is left over; the texts are checked for UTF-8 with a test for ASCII first. Little-endian machines
 * only. */
#include "../binary.h"

#define PUT(T, value)                                                                                                  \
    do {                                                                                                               \
        T put_ = (value);                                                                                              \
        memcpy(o, &put_, sizeof put_);                                                                                 \
        o += sizeof put_;                                                                                              \
    } while (0)

static inline char *hand_text(char *o, weft_str s) {
    PUT(uint32_t, (uint32_t)s.len);
    memcpy(o, s.ptr, s.len);
    return o + s.len;
}
static inline size_t hand_size(const BenchMessage *m) { return 26 + 8 + m->from.len + m->body.len; }
static inline char *hand_put(char *o, const BenchMessage *m) {
    o[0] = m->urgent;
    o[1] = m->seen;
    o += 2;
    PUT(int32_t, m->kind);
    PUT(int32_t, m->level);
    PUT(int64_t, m->id);
    PUT(double, m->score);
    return hand_text(hand_text(o, m->from), m->body);
}
static size_t hand_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    char *o = out;
    size_t need = n == 1 ? 0 : 4;
    for (size_t i = 0; i < n; i++) need += hand_size(&m[i]);
    if (need > cap) return 0;
    if (n != 1) PUT(uint32_t, (uint32_t)n);
    for (size_t i = 0; i < n; i++) o = hand_put(o, &m[i]);
    return (size_t)(o - out);
}

static bool hand_utf8(const unsigned char *s, size_t n) {
    size_t i = 0;
    uint64_t w;
    for (; n - i >= 8; i += 8) {
        memcpy(&w, s + i, 8);
        if (w & 0x8080808080808080u) break;
    }
    while (i < n) {
        unsigned c = s[i++];
        if (c < 0x80) continue;
        size_t more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
        if (c < 0xc2 || c > 0xf4 || more > n - i) return false;
        unsigned d = s[i];
        if ((c == 0xe0 && d < 0xa0) || (c == 0xed && d > 0x9f) || (c == 0xf0 && d < 0x90) || (c == 0xf4 && d > 0x8f))
            return false;
        for (; more; more--)
            if ((s[i++] & 0xc0) != 0x80) return false;
    }
    return true;
}
static inline const char *hand_view_text(const char *p, const char *end, weft_str *out) {
    uint32_t n;
    if ((size_t)(end - p) < 4) return NULL;
    memcpy(&n, p, 4);
    p += 4;
    if ((size_t)(end - p) < n || !hand_utf8((const unsigned char *)p, n)) return NULL;
    out->ptr = p;
    out->len = n;
    return p + n;
}
static inline const char *hand_get(const char *p, const char *end, BenchMessage *m) {
    if ((size_t)(end - p) < 26 || (p[0] & ~1) || (p[1] & ~1)) return NULL;
    m->urgent = p[0];
    m->seen = p[1];
    memcpy(&m->kind, p + 2, 4);
    memcpy(&m->level, p + 6, 4);
    memcpy(&m->id, p + 10, 8);
    memcpy(&m->score, p + 18, 8);
    p = hand_view_text(p + 26, end, &m->from);
    return p ? hand_view_text(p, end, &m->body) : NULL;
}
static inline bool hand_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    const char *end = p + len;
    if (n != 1) {
        uint32_t count;
        if (len < 4) return false;
        memcpy(&count, p, 4);
        if (count != n) return false;
        p += 4;
    }
    for (size_t i = 0; i < n; i++) {
        if (!(p = hand_get(p, end, &out[i]))) return false;
        if (!pool) continue;
        /* both texts in one block, each with its NUL */
        size_t a = out[i].from.len, b = out[i].body.len;
        char *t = (char *)bench_pool_take(pool, a + b + 2);
        if (!t) return false;
        memcpy(t, out[i].from.ptr, a);
        t[a] = 0;
        memcpy(t + a + 1, out[i].body.ptr, b);
        t[a + 1 + b] = 0;
        out[i].from.ptr = t;
        out[i].body.ptr = t + a + 1;
    }
    return p == end;
}
static bool hand_owned(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    return hand_decode(p, len, out, n, pool);
}
static bool hand_view(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    (void)pool;
    return hand_decode(p, len, out, n, NULL);
}
static size_t hand_encode_tensor(const double *v, size_t n, char *out, size_t cap) {
    if (n * sizeof *v > cap) return 0;
    memcpy(out, v, n * sizeof *v);
    return n * sizeof *v;
}
static bool hand_decode_tensor(const char *p, size_t len, double *out, size_t n) {
    if (len != n * sizeof *out) return false;
    memcpy(out, p, len);
    return true;
}

static const bench_codec hand_codec = { hand_encode, hand_owned, hand_view, hand_encode_tensor, hand_decode_tensor };
BENCH_CODEC_OPEN(hand_open, hand_codec)

const bench_engine *bench_engine_handc(void);
const bench_engine *bench_engine_handc(void) {
    static const bench_case cases[] = {
        BENCH_CODEC_ENCODE(hand_open, BENCH_REFERENCE | BENCH_MESSAGES),
        BENCH_CODEC_DECODE(hand_open, BENCH_REFERENCE | BENCH_MESSAGES),
        BENCH_CODEC_VIEW(hand_open, BENCH_REFERENCE | BENCH_MESSAGES),
    };
    static const bench_engine e = { "hand-c", "", "-", cases, sizeof cases / sizeof *cases };
    return &e;
}
const bench_engine *bench_engine_memcpy(void);
const bench_engine *bench_engine_memcpy(void) {
    static const bench_case cases[] = {
        BENCH_CODEC_ENCODE(hand_open, BENCH_REFERENCE | BENCH_TENSOR),
        BENCH_CODEC_DECODE(hand_open, BENCH_REFERENCE | BENCH_TENSOR),
    };
    static const bench_engine e = { "memcpy", "", "libc", cases, sizeof cases / sizeof *cases };
    return &e;
}
