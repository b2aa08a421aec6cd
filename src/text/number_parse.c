/* Numbers of any length, and the public entry points. */
#include "text/number_parse.h"
#include "text/kernels.h"

#include <weft/text.h>

/* ---- exact comparison with a halfway point ---------------------------------------------------------------------- */
/* 4608 bits: a halfway point between doubles has at most 767 significant digits, so digits behind the 770th only say
 * "a little more". */
enum { EXACT_LIMBS = 144, EXACT_DIGITS = 770 };
typedef struct exact {
    uint32_t w[EXACT_LIMBS];
    int n;
} exact;

static void exact_mul_add(exact *b, uint32_t f, uint32_t add) {
    uint64_t carry = add;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * f;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) b->w[b->n++] = (uint32_t)carry;
}
static void exact_mul_pow5(exact *b, int64_t e) {
    for (; e >= 13; e -= 13) exact_mul_add(b, 1220703125u, 0);
    uint32_t f = 1;
    while (e-- > 0) f *= 5;
    exact_mul_add(b, f, 0);
}
static void exact_shift(exact *b, int64_t s) {
    int limbs = (int)(s >> 5), bits = (int)(s & 31);
    if (!b->n) return;
    b->w[b->n] = 0;
    for (int i = b->n; i >= 0; i--)
        b->w[i + limbs] = bits ? b->w[i] << bits | (i ? b->w[i - 1] >> (32 - bits) : 0) : b->w[i];
    memset(b->w, 0, (size_t)limbs * sizeof *b->w);
    b->n += limbs + 1;
    while (b->n && !b->w[b->n - 1]) b->n--;
}
static int exact_compare(const exact *a, const exact *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (int i = a->n - 1; i >= 0; i--)
        if (a->w[i] != b->w[i]) return a->w[i] < b->w[i] ? -1 : 1;
    return 0;
}

/* The value lies at or above the number `low` and at or below its neighbour above; which is nearer? Its digits start at
 * p (with a non-zero one; a point may lie between them) and end at `end`; the first one counts 10^e10. */
static uint64_t exact_round(uint64_t low, const char *p, const char *end, int64_t e10, const weft__binary *f) {
    exact d, h;
    d.n = 0;
    int64_t n = 0;
    bool more = false;
    for (; p < end; p++) {
        if (*p == '.') continue;
        if (n < EXACT_DIGITS) {
            exact_mul_add(&d, 10, (uint32_t)(*p - '0'));
            n++;
        } else {
            more |= *p != '0';
        }
    }
    int64_t e = e10 - n + 1; /* value = d * 10^e */
    int64_t biased = (int64_t)(low >> f->stored);
    uint64_t c = low & (((uint64_t)1 << f->stored) - 1);
    if (biased) c |= (uint64_t)1 << f->stored;
    else biased = 1;
    int64_t q = biased - f->bias - f->stored - 1; /* halfway = (2 c + 1) * 2^q */
    uint64_t half = 2 * c + 1;
    h.w[0] = (uint32_t)half;
    h.w[1] = (uint32_t)(half >> 32);
    h.n = h.w[1] ? 2 : 1;
    if (e >= 0) exact_mul_pow5(&d, e);
    else exact_mul_pow5(&h, -e);
    if (e - q >= 0) exact_shift(&d, e - q);
    else exact_shift(&h, q - e);
    int r = exact_compare(&d, &h);
    if (r == 0) r = more || (low & 1) ? 1 : -1;
    return low + (r > 0);
}

/* ---- the whole grammar, byte by byte ---------------------------------------------------------------------------- */
typedef struct scanned {
    const char *first, *last; /* digits and point */
    const char *point;        /* or last */
    int64_t exponent;
    bool integer;
} scanned;

static bool slow_is_digit(const char *p, const char *end) { return p < end && *p >= '0' && *p <= '9'; }

/* p is behind the sign. Returns the end, NULL when there is no number. */
static const char *slow_scan(const char *p, const char *end, scanned *r) {
    r->first = p;
    if (!slow_is_digit(p, end)) return NULL;
    if (*p == '0') p++;
    else
        while (slow_is_digit(p, end)) p++;
    if (slow_is_digit(p, end)) return NULL; /* 01 */
    r->point = p;
    r->integer = true;
    if (p < end && *p == '.') {
        p++;
        if (!slow_is_digit(p, end)) return NULL;
        while (slow_is_digit(p, end)) p++;
        r->integer = false;
    }
    r->last = p;
    r->exponent = 0;
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        bool negative = p < end && *p == '-';
        if (p < end && (*p == '-' || *p == '+')) p++;
        if (!slow_is_digit(p, end)) return NULL;
        int64_t e = 0;
        for (; slow_is_digit(p, end); p++)
            if (e < INT64_MAX / 16) e = e * 10 + (*p - '0');
        r->exponent = negative ? -e : e;
        r->integer = false;
    }
    return p;
}

/* Bits of the magnitude. The first 19 digits alone decide unless the tail could matter. */
static uint64_t slow_bits(const scanned *r, const weft__binary *f) {
    const char *p = r->first;
    while (p < r->last && (*p == '0' || *p == '.')) p++;
    if (p == r->last) return 0;
    const char *start = p;
    /* exponent of the first digit; both terms are below 2^63 / 8, texts being shorter than that */
    int64_t e10 = (start < r->point ? r->point - start - 1 : r->point - start) + r->exponent;
    if (e10 > 400) return weft__infinity_bits(f);
    if (e10 < -400) return 0;
    uint64_t w = 0;
    int n = 0;
    bool more = false;
    for (; p < r->last && !more; p++) {
        if (*p == '.') continue;
        if (n < 19) {
            w = w * 10 + (uint64_t)(*p - '0');
            n++;
        } else {
            more = *p != '0';
        }
    }
    uint64_t low = weft__scale_to_bits(w, e10 - n + 1, f);
    if (!more || low == weft__scale_to_bits(w + 1, e10 - n + 1, f)) return low;
    return exact_round(low, start, r->last, e10, f);
}

const char *weft__real_parse_slow(const char *p, const char *end, const weft__binary *format, uint64_t *bits) {
    scanned r;
    bool negative = p < end && *p == '-';
    const char *stop = slow_scan(p + negative, end, &r);
    if (stop) *bits = slow_bits(&r, format);
    return stop;
}

const char *weft__number_parse_slow(const char *p, const char *end, weft__number *out) {
    scanned r;
    if (!end) end = (const char *)UINTPTR_MAX;
    uint64_t sign = p < end && *p == '-';
    const char *stop = slow_scan(p + sign, end, &r);
    if (!stop) return NULL;
    if (r.integer && !(sign && *r.first == '0')) {
        uint64_t u = 0;
        const char *s = r.first;
        for (; s < r.last; s++) {
            uint64_t d = (uint64_t)(*s - '0');
            if (u > (UINT64_MAX - d) / 10) break;
            u = u * 10 + d;
        }
        if (s == r.last && !(sign && u > (uint64_t)1 << 63)) {
            out->kind = sign || u <= INT64_MAX ? WEFT__NUMBER_INT : WEFT__NUMBER_UINT;
            out->u = (u ^ (0 - sign)) + sign;
            return stop;
        }
    }
    out->kind = r.integer && !(sign && *r.first == '0') ? WEFT__NUMBER_BIG : WEFT__NUMBER_REAL;
    out->d = weft__real_of_bits(slow_bits(&r, &weft__binary64) | sign << 63);
    return stop;
}

/* ---- entry points ----------------------------------------------------------------------------------------------- */
/* Texts that end within WEFT__NUMBER_ROOM bytes are copied in front of zeros. */
typedef struct number_room {
    char bytes[2 * WEFT__NUMBER_ROOM];
} number_room;
static const char *number_make_room(const char *p, size_t n, number_room *room) {
    memcpy(room->bytes, p, n);
    memset(room->bytes + n, 0, sizeof room->bytes - n);
    return room->bytes;
}
static bool number_is_short(const char *p, const char *end) { return end && end - p < WEFT__NUMBER_ROOM; }

const char *weft__number_parse(const char *p, const char *end, weft__number *out) {
    const weft__text_kernels *k = weft__text();
    if (!number_is_short(p, end)) {
        const char *stop = k->number_parse(p, out);
        return weft_likely(stop != NULL) ? stop : weft__number_parse_slow(p, end, out);
    }
    if (p >= end) return NULL;
    number_room room;
    const char *q = number_make_room(p, (size_t)(end - p), &room), *stop = k->number_parse(q, out);
    return stop ? p + (stop - q) : weft__number_parse_slow(p, end, out);
}

static const char *real_parse_any(const char *p, const char *end, double *out) {
    uint64_t bits;
    if (!end) end = (const char *)UINTPTR_MAX;
    const char *stop = weft__real_parse_slow(p, end, &weft__binary64, &bits);
    if (stop) *out = weft__real_of_bits(bits | (uint64_t)(*p == '-') << 63);
    return stop;
}
const char *weft__real_parse(const char *p, const char *end, double *out) {
    const weft__text_kernels *k = weft__text();
    if (!number_is_short(p, end)) {
        const char *stop = k->real_parse(p, out);
        return weft_likely(stop != NULL) ? stop : real_parse_any(p, end, out);
    }
    if (p >= end) return NULL;
    number_room room;
    const char *q = number_make_room(p, (size_t)(end - p), &room), *stop = k->real_parse(q, out);
    return stop ? p + (stop - q) : real_parse_any(p, end, out);
}

size_t weft_real_parse(weft_str text, double *out) {
    if (weft_likely(text.len >= WEFT__NUMBER_ROOM)) {
        const char *stop = weft__text()->real_parse(text.ptr, out);
        if (weft_likely(stop != NULL)) return (size_t)(stop - text.ptr);
    }
    if (!text.len) return 0;
    const char *stop = weft__real_parse(text.ptr, text.ptr + text.len, out);
    return stop ? (size_t)(stop - text.ptr) : 0;
}

size_t weft_real32_parse(weft_str text, float *out) {
    if (!text.len) return 0;
    uint64_t bits;
    const char *stop = weft__real_parse_slow(text.ptr, text.ptr + text.len, &weft__binary32, &bits);
    if (!stop) return 0;
    uint32_t b = (uint32_t)bits | (uint32_t)(*text.ptr == '-') << 31;
    memcpy(out, &b, 4);
    return (size_t)(stop - text.ptr);
}

/* Digits -> value; 0: none, or more than fits. */
static size_t uint_parse(const char *p, size_t len, uint64_t *out) {
    uint64_t u = 0;
    size_t i = 0;
    for (; i < len && p[i] >= '0' && p[i] <= '9'; i++) {
        uint64_t d = (uint64_t)(p[i] - '0');
        if (u > (UINT64_MAX - d) / 10) return 0;
        u = u * 10 + d;
    }
    *out = u;
    return i;
}
size_t weft_uint_parse(weft_str text, uint64_t *out) {
    uint64_t u;
    size_t n = uint_parse(text.ptr, text.len, &u);
    if (n) *out = u;
    return n;
}
size_t weft_int_parse(weft_str text, int64_t *out) {
    uint64_t u, sign = text.len && *text.ptr == '-';
    if (!text.len) return 0;
    size_t n = uint_parse(text.ptr + sign, text.len - sign, &u);
    if (!n || u > (uint64_t)INT64_MAX + sign) return 0;
    u = (u ^ (0 - sign)) + sign;
    memcpy(out, &u, sizeof u);
    return n + sign;
}
