/* The arithmetic of both directions: w * 10^q -> nearest binary, and binary -> shortest decimal. No text here.
 *
 * Sources
 *   D. Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and Experience 51 (2021)
 *   N. Mushtak, D. Lemire, "Fast number parsing without fallback", Software: Practice and Experience 53 (2023)
 *   R. Giulietti, "The Schubfach way to render doubles" (2020)
 * The choice of 10^(k+1) as the unit of printing, so that one product serves both candidate lengths, is also that of
 * the published programs xjb and zmij; the inequalities below are derived here from Schubfach's and checked for every
 * exponent by tests/text/prove_shortest.py.
 */
#ifndef WEFT_SRC_TEXT_SCALE_H
#define WEFT_SRC_TEXT_SCALE_H

#include "text/tables.h"
#include "text/wide.h"

/* A binary format: stored bits of the significand, bias, and where the decimal exponents of halfway cases can lie. */
typedef struct weft__binary {
    int stored, bias, tie_min, tie_max, q_min, q_max;
} weft__binary;
static const weft__binary weft__binary64 = { 52, 1023, -4, 23, -342, 308 };
static const weft__binary weft__binary32 = { 23, 127, -17, 10, -65, 38 };
WEFT_INLINE uint64_t weft__infinity_bits(const weft__binary *f) { return (uint64_t)(2 * f->bias + 1) << f->stored; }

/* ---- decimal to binary ------------------------------------------------------------------------------------------ */
/* Bits of the number nearest to w * 10^q (ties to even), w > 0; overflow gives infinity. Exact for every w and q: with
 * w normalised to 64 bits the 128-bit power decides, and the paper of 2023 proves that it always can; its upper half
 * decides alone unless the bits below the rounding bit are all ones. */
WEFT_INLINE uint64_t weft__scale_to_bits(uint64_t w, int64_t q, const weft__binary *f) {
    if (weft_unlikely(q < f->q_min || q > f->q_max)) return q < 0 ? 0 : weft__infinity_bits(f);
    const uint64_t *g = weft__pow10[q - WEFT__POW10_MIN];
    unsigned lz = weft__clz64(w);
    w <<= lz;
    weft__u128 p = weft__mul64(w, g[0]);
    const uint64_t below = ((uint64_t)1 << (61 - f->stored)) - 1;
    if (weft_unlikely((p.hi & below) == below)) {
        uint64_t more = weft__mul64(w, g[1]).hi;
        p.lo += more;
        p.hi += p.lo < more;
    }
    unsigned top = (unsigned)(p.hi >> 63), drop = (unsigned)(61 - f->stored) + top;
    uint64_t m = p.hi >> drop; /* stored + 2 bits: the hidden one, the stored ones, the rounding bit */
    int biased = weft__log2_pow10((int)q) + f->bias + 63 + (int)top - (int)lz;
    if (weft_unlikely(biased < 1)) {
        /* Subnormal. No halfway case can be exact here (5^-q would have to divide w), so "half or more" means up. */
        int less = 1 - biased;
        if (less > f->stored + 1) return 0;
        return ((m >> less) + 1) >> 1;
    }
    /* Halfway to the even neighbour below: the product must be exact, which small powers alone allow. */
    if (weft_unlikely(p.lo <= 1 && (m & 3) == 1 && q >= f->tie_min && q <= f->tie_max && m << drop == p.hi)) m--;
    m = (m + 1) >> 1;
    uint64_t bits =
        m + ((uint64_t)(biased - 1) << f->stored); /* the hidden bit adds the 1; a carry moves the exponent */
    return bits < weft__infinity_bits(f) ? bits : weft__infinity_bits(f);
}

/* w * 10^(n - 19) for a w of 19 digits (leading zeros count): numbers without exponent, cut so that the power depends
 * only on how many digits stand before the point. Both halves of the power at once: the product is then off by less
 * than 1 of its 128 bits, while the distance to a rounding boundary, if there is one, is a multiple of 2^73 / 5^19 >
 * 2^28 such bits. */
WEFT_INLINE uint64_t weft__scale_fraction(uint64_t w, uint64_t n) {
    const weft__fraction_row *g = (const weft__fraction_row *)weft__opaque_ptr(&weft__fraction_rows[n]);
    uint64_t lz = weft__clz64(w);
    w <<= lz;
    weft__u128 p = weft__mul64x128(w, g->power);
    uint64_t top = p.hi >> 63, m = p.hi >> (9 + top);
    if (weft_unlikely(p.lo <= 1) && (m & 3) == 1 && n >= 15 && m << (9 + top) == p.hi) m--; /* halfway: to even */
    return ((m + 1) >> 1) + ((g->biased + top - lz) << 52);
}

/* ---- binary to decimal ------------------------------------------------------------------------------------------ */
/* (whole * 10 + digit) * 10^k; digit is 0 when whole alone is the shortest. */
typedef struct weft__decimal {
    uint64_t whole;
    unsigned digit;
    int k;
} weft__decimal;

/* biased: of the exponent field, 1 for subnormals.
 * Shortest decimal of c * 2^q with the gap 2^q on both sides, the closest of those. Schubfach: with 10^k <= 2^q <
 * 10^(k+1) the rounding interval holds at most one multiple of 10^(k+1), which then is the answer, and at least one of
 * 10^k.
 *
 * In units of 10^(k+1) the value is I + F and half the gap is H, 0.05 <= H < 0.5. The interval is [I+F-H, I+F+H],
 * closed when c is even (the reader ties to even), open when odd: I     lies in it when F <= H      (F < H) I + 1 lies
 * in it when 1 - F <= H  (1 - F < H) and otherwise the answer has one digit more, round(10 F), where ties (2.5 and 7.5
 * alone, F being dyadic then) go to even. Only the first 64 bits of F and H are compared. They are cut off, so F <= H
 * can only fail for F' = H', and adding 1 to H' of an even c settles it, unless F - H is positive and below 2^-64: the
 * proof lists what comes that close, and checks it. */
WEFT_INLINE weft__decimal weft__shortest64(uint64_t c, int biased) {
    enum { GUARD = 9 }; /* bits of the point's place in the upper half of the product */
    int k = weft__log10_pow2(biased - 1075);
    const uint64_t *g = (const uint64_t *)weft__opaque_ptr(weft__pow10[-WEFT__POW10_MIN - 1 - k]);
    unsigned shift = weft__real_shift[biased];
    weft__u128 p = weft__mul64x128(c << shift, g);
    uint64_t f = p.hi << (64 - GUARD) | p.lo >> GUARD;
    uint64_t h = (g[0] >> (GUARD + 1 - shift)) + (~c & 1);
    uint64_t up = weft__carry(f, h), down = h > f;
    /* 10 F + 1/2; F' is at most one too small, and 6/10 of that are made up for, in the middle of what the proof allows
     */
    uint64_t digit = weft__mul64_add(f, 10, ((uint64_t)1 << 63) + 6);
    if (weft_unlikely(f == (uint64_t)1 << 62)) digit = 2;
    digit &= weft__opaque((up | down) - 1);
    return (weft__decimal){ (p.hi >> GUARD) + up, (unsigned)digit, k };
}

/* The same for a float: c < 2^24, so one product of 64 bits has 34 of them behind the point. Exhaustively tested. */
WEFT_INLINE weft__decimal weft__shortest32(uint32_t c, int biased) {
    enum { GUARD = 34 };
    int q = biased + !biased - 150, k = weft__log10_pow2(q);
    uint64_t g = weft__pow10[-WEFT__POW10_MIN - 1 - k][0];
    int shift = q + weft__log2_pow10(-k - 1) + 1 + GUARD;
    uint64_t p = weft__mul64(g + 1, (uint64_t)c << shift).hi;
    uint64_t f = p & (((uint64_t)1 << GUARD) - 1), h = (g >> (65 - shift)) + (~c & 1);
    uint64_t up = (f + h) >> GUARD, down = h > f;
    uint64_t digit = (f * 10 + ((uint64_t)1 << (GUARD - 1))) >> GUARD;
    if (weft_unlikely(f == (uint64_t)1 << (GUARD - 2))) digit = 2;
    digit &= weft__opaque((up | down) - 1);
    return (weft__decimal){ (p >> GUARD) + up, (unsigned)digit, k };
}

/* Powers of two, whose gap below is half the gap above: q and the significand's bits give the value 2^bits * 2^q. The
 * interval is [I+F-H/2, I+F+H]; it holds a multiple of 10^k all the same for k = floor(log10(3/4 2^q)). The digit is
 * round(10 F), or the next one up when that lies below the interval. Rare: 2046 doubles and 254 floats, all of them
 * tested. */
static inline weft__decimal weft__shortest_power(int bits, int q) {
    enum { GUARD = 9 };
    int k = (q * 315653 - 131072) >> 20;
    const uint64_t *g = weft__pow10[-k - 1 - WEFT__POW10_MIN];
    int shift = q + weft__log2_pow10(-k - 1) + 1 + GUARD;
    weft__u128 p = weft__mul64x128((uint64_t)1 << bits << shift, g);
    uint64_t f = p.hi << (64 - GUARD) | p.lo >> GUARD, h = g[0] >> (GUARD + 1 - shift);
    bool up = h > ~f, down = (h >> 1) > f;
    weft__u128 near = weft__mul64(f, 10), least = weft__mul64(f - (h >> 1), 10);
    uint64_t half = ((uint64_t)1 << 63) - 1;
    unsigned digit = (unsigned)(near.hi + (near.lo + half < half)), first = (unsigned)(least.hi + (least.lo != 0));
    if (digit < first) digit = first;
    return (weft__decimal){ (p.hi >> GUARD) + up, up || down ? 0 : digit, k };
}

#endif
