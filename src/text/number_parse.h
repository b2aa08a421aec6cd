/* Decimal text -> integer or double, grammar of RFC 8259 section 6. Entry points for readers; the public ones are in
 * weft/text.h.
 *
 * Each reads at most WEFT__NUMBER_ROOM bytes from p on, unless the number itself goes on behind them; `end` is where
 * the text ends, or NULL when the number is known to be followed by a byte that belongs to no number.
 */
#ifndef WEFT_SRC_TEXT_NUMBER_PARSE_H
#define WEFT_SRC_TEXT_NUMBER_PARSE_H

#include "text/scale.h"

enum { WEFT__NUMBER_ROOM = 64 };

typedef enum weft__number_kind {
    WEFT__NUMBER_INT,  /* fits int64_t; not "-0" */
    WEFT__NUMBER_UINT, /* above INT64_MAX, fits uint64_t */
    WEFT__NUMBER_REAL, /* with fraction or exponent, or "-0" */
    WEFT__NUMBER_BIG   /* an integer beyond 64 bits, as the nearest double */
} weft__number_kind;
typedef struct weft__number {
    weft__number_kind kind;
    union {
        int64_t i;
        uint64_t u;
        double d; /* infinity when too large */
    };
} weft__number;

/* First byte behind the number, or NULL when there is none at p. */
const char *weft__number_parse(const char *p, const char *end, weft__number *out);
/* The same, always as a double. */
const char *weft__real_parse(const char *p, const char *end, double *out);
/* The same for text of any length and any place, byte by byte: never reads at or behind end. *bits is the magnitude. */
const char *weft__number_parse_slow(const char *p, const char *end, weft__number *out);
const char *weft__real_parse_slow(const char *p, const char *end, const weft__binary *format, uint64_t *bits);

WEFT_INLINE double weft__real_of_bits(uint64_t bits) {
    double d;
    memcpy(&d, &bits, 8);
    return d;
}

/* ---- eight digits at a time in a general register --------------------------------------------------------------- */
/* How many of 8 bytes (first lowest) are leading digits; *digits gets them less '0'. */
WEFT_INLINE unsigned weft__digits_in8(uint64_t x, uint64_t *digits) {
    uint64_t d = x ^ 0x3030303030303030u;
    uint64_t bad =
        (d | (d + 0x0606060606060606u)) & 0xf0f0f0f0f0f0f0f0u; /* carries only spoil bytes behind a bad one */
    *digits = d;
    return bad ? weft__ctz64(bad) >> 3 : 8;
}
WEFT_INLINE uint64_t weft__value_of8(uint64_t d) { /* 8 digits, first lowest */
    d = d * 10 + (d >> 8);
    return ((d & 0x000000ff000000ffu) * 0x000f424000000064u + (d >> 16 & 0x000000ff000000ffu) * 0x0000271000000001u) >>
           32;
}
static const uint32_t weft__ten_to_u32[9]
    __attribute__((unused)) = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
/* Appends up to 24 digits at p to *w (which wraps beyond 64 bits); reads up to 24 bytes. Returns how many; 24: maybe
 * more. */
WEFT_INLINE size_t weft__take_digits(const char *p, uint64_t *w) {
    size_t n = 0;
    while (n < 24) {
        uint64_t d;
        unsigned k = weft__digits_in8(weft__load64le(p + n), &d);
        if (k == 8) {
            *w = *w * 100000000 + weft__value_of8(d);
            n += 8;
            continue;
        }
        if (k) *w = *w * weft__ten_to_u32[k] + weft__value_of8(d << (64 - 8 * k));
        return n + k;
    }
    return n;
}
/* [+-]?digits behind an "e" -> *exponent; NULL: no digit, or so many that the slow way must look. Reads up to 10 bytes.
 */
WEFT_INLINE const char *weft__take_exponent(const char *p, int64_t *exponent) {
    bool negative = *p == '-';
    p += negative || *p == '+';
    unsigned d = (unsigned)(unsigned char)*p - '0';
    if (d > 9) return NULL;
    int e = (int)d;
    const char *stop = p + 8;
    while ((d = (unsigned)(unsigned char)*++p - '0') <= 9) {
        if (p == stop) return NULL;
        e = e * 10 + (int)d;
    }
    *exponent = negative ? -e : e;
    return p;
}

/* A number of at most 24 + 24 digits, WEFT__NUMBER_ROOM readable bytes. Doubles of up to 19 significant digits; NULL:
 * look again with the slow way (which also finds that there is no number). */
WEFT_INLINE const char *weft__real_parse_swar(const char *p, double *out) {
    uint64_t sign = *p == '-', w = 0;
    const char *s = p + sign;
    size_t whole = weft__take_digits(s, &w), digits = whole;
    if (weft_unlikely(whole == 0 || (*s == '0' && whole > 1) || whole == 24)) return NULL;
    const char *q = s + whole;
    int64_t e = 0;
    if (*q == '.') {
        size_t fraction = weft__take_digits(q + 1, &w);
        if (weft_unlikely(fraction == 0 || fraction == 24)) return NULL;
        q += 1 + fraction;
        e = -(int64_t)fraction;
        digits += fraction;
    }
    if ((*q | 0x20) == 'e') {
        int64_t x;
        q = weft__take_exponent(q + 1, &x);
        if (weft_unlikely(!q)) return NULL;
        e += x;
    }
    if (weft_unlikely(digits > 19)) { /* zeros in front do not count */
        if (*s != '0') return NULL;
        size_t zeros = 2;
        while (s[zeros] == '0') zeros++;
        if (digits + 1 - zeros > 19) return NULL;
    }
    uint64_t bits = weft_likely(w) ? weft__scale_to_bits(w, e, &weft__binary64) : 0;
    *out = weft__real_of_bits(bits | sign << 63);
    return q;
}
WEFT_INLINE const char *weft__number_parse_swar(const char *p, weft__number *out) {
    uint64_t sign = *p == '-', w = 0;
    const char *s = p + sign;
    size_t n = weft__take_digits(s, &w);
    char next = s[n];
    if (next == '.' || (next | 0x20) == 'e') {
        out->kind = WEFT__NUMBER_REAL;
        return weft__real_parse_swar(p, &out->d);
    }
    if (weft_unlikely(n - 1 > 18 || (*s == '0' && n + sign > 1) || (sign && w > (uint64_t)1 << 63))) return NULL;
    out->kind = sign || w <= INT64_MAX ? WEFT__NUMBER_INT : WEFT__NUMBER_UINT;
    out->u = (w ^ (0 - sign)) + sign;
    return s + n;
}

#endif
