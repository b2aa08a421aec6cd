/* Numbers -> decimal text. Entry points for writers; the public ones are in weft/text.h.
 *
 * Every printer may write up to WEFT__PRINT_ROOM bytes, whatever the length of its result, and returns the end of that.
 * weft__real_print_with takes the layout function of an instruction set (a compile-time constant after inlining).
 */
#ifndef WEFT_SRC_TEXT_NUMBER_PRINT_H
#define WEFT_SRC_TEXT_NUMBER_PRINT_H

#include "text/scale.h"

enum { WEFT__PRINT_ROOM = 40 };

/* As the kernels in use do. */
char *weft__real_print(double finite, char *out, bool plain);
char *weft__real32_print(float finite, char *out, bool plain);

/* ---- integers --------------------------------------------------------------------------------------------------- */
WEFT_INLINE void weft__put2(char *p, uint32_t v) { memcpy(p, weft__two_digits + 2 * v, 2); }
WEFT_INLINE void weft__put4(char *p, uint32_t v) {
    uint32_t h = v / 100;
    weft__put2(p, h);
    weft__put2(p + 2, v - h * 100);
}
WEFT_INLINE void weft__put8(char *p, uint32_t v) {
    uint32_t h = v / 10000;
    weft__put4(p, h);
    weft__put4(p + 4, v - h * 10000);
}
WEFT_INLINE char *weft__put_head4(char *p, uint32_t v) { /* v < 10^4, 1..4 digits */
    if (v < 100) {
        if (v < 10) {
            *p = (char)('0' + v);
            return p + 1;
        }
        weft__put2(p, v);
        return p + 2;
    }
    uint32_t h = v / 100, l = v - h * 100;
    if (h < 10) {
        *p = (char)('0' + h);
        weft__put2(p + 1, l);
        return p + 3;
    }
    weft__put2(p, h);
    weft__put2(p + 2, l);
    return p + 4;
}
WEFT_INLINE char *weft__put_head8(char *p, uint32_t v) { /* v < 10^8, 1..8 digits */
    if (v < 10000) return weft__put_head4(p, v);
    uint32_t h = v / 10000;
    p = weft__put_head4(p, h);
    weft__put4(p, v - h * 10000);
    return p + 4;
}
/* Two digits at a time from a table. */
WEFT_INLINE char *weft__uint_print_table(uint64_t v, char *p) {
    if (v < 100000000) return weft__put_head8(p, (uint32_t)v);
    uint64_t h = v / 100000000;
    uint32_t l = (uint32_t)(v - h * 100000000);
    if (h < 100000000) {
        p = weft__put_head8(p, (uint32_t)h);
        weft__put8(p, l);
        return p + 8;
    }
    uint64_t hh = h / 100000000;
    uint32_t m = (uint32_t)(h - hh * 100000000);
    p = weft__put_head4(p, (uint32_t)hh);
    weft__put8(p, m);
    weft__put8(p + 8, l);
    return p + 16;
}
WEFT_INLINE char *weft__int_print_table(int64_t v, char *p) {
    uint64_t sign = (uint64_t)v >> 63;
    *p = '-';
    return weft__uint_print_table(((uint64_t)v ^ (0 - sign)) + sign, p + sign);
}

/* ---- doubles ---------------------------------------------------------------------------------------------------- */
/* Places the digits of d, whole having 15 or 16 of them (10^14 <= whole < 10^16), and their exponent. */
typedef char *weft__layout(weft__decimal d, char *out, bool plain);

/* v < 10^8 -> 8 digits, most significant in the lowest byte. */
WEFT_INLINE uint64_t weft__digits8(uint64_t v) {
    uint64_t a = (v * 109951163) >> 40, x = a | (v - a * 10000) << 32;
    uint64_t b = (x * 10486 >> 20) & 0x0000007f0000007fu;
    x = b | (x - b * 100) << 16;
    uint64_t c = (x * 103 >> 10) & 0x000f000f000f000fu;
    return c | (x - c * 10) << 8;
}
WEFT_INLINE char *weft__put_exponent(char *out, int e10) {
    uint64_t t = weft__exponent_text[e10 + 324];
    weft__store64le(out, t);
    return out + (t >> 56);
}
WEFT_INLINE char *weft__layout_scalar(weft__decimal d, char *out, bool plain) {
    const uint64_t zeros = 0x3030303030303030u;
    uint64_t hi = d.whole / 100000000, lo = d.whole - hi * 100000000;
    int d16 = d.whole >= 1000000000000000, e10 = d.k + 15 + d16;
    uint64_t a = weft__digits8(hi), b = weft__digits8(lo);
    char t[48];
    memset(t + 16, '0', 32);
    weft__store64le(t, a | zeros);
    weft__store64le(t + 8, b | zeros);
    t[16] = (char)('0' + d.digit);
    const char *from = t + !d16;
    int n = d.digit ? 17 : b ? 16 - (int)(weft__clz64(b) >> 3) : 8 - (int)(weft__clz64(a) >> 3);
    n -= !d16; /* significant digits */
    if (e10 < WEFT__FIX_MIN || e10 > WEFT__FIX_MAX) {
        out[0] = from[0];
        out[1] = '.';
        memcpy(out + 2, from + 1, 16);
        return weft__put_exponent(out + (n > 1 ? n + 1 : 1), e10);
    }
    if (e10 < 0) {
        memcpy(out, "0.000000", 8);
        memcpy(out + 1 - e10, from, 24);
        return out + 1 - e10 + n;
    }
    memcpy(out, from, 24);
    if (plain && n <= e10 + 1) return out + e10 + 1;
    out[e10 + 1] = '.';
    memcpy(out + e10 + 2, from + e10 + 1, 16);
    return out + (n > e10 + 2 ? n : e10 + 2) + 1;
}

/* Zero, subnormals and powers of two; NULL for NaN and infinity. */
char *weft__real_print_rare(uint64_t c, int biased, char *out, bool plain);

WEFT_INLINE char *weft__real_print_with(weft__layout *layout, double v, char *out, bool plain) {
    uint64_t bits;
    memcpy(&bits, &v, 8);
    *out = '-';
    out += bits >> 63;
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t c = bits & (((uint64_t)1 << 52) - 1);
    if (weft_unlikely(!c || ((biased + 1) & 0x7ff) <= 1)) return weft__real_print_rare(c, biased, out, plain);
    return layout(weft__shortest64(c | (uint64_t)1 << 52, biased), out, plain);
}

#endif
