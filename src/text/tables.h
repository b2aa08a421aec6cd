/* The constant tables of the number kernels; tables.c is made by tools/gen/text_tables.c. */
#ifndef WEFT_SRC_TEXT_TABLES_H
#define WEFT_SRC_TEXT_TABLES_H

#include "base/compiler.h"

#if defined(__GNUC__) || defined(__clang__)
#define WEFT__TABLE __attribute__((visibility("hidden"), aligned(64)))
#else
#define WEFT__TABLE
#endif

/* 10^e = (1 + small) * weft__pow10[e - WEFT__POW10_MIN] * 2^(floor(log2(10^e)) - 127), {upper, lower 64 bits}. Exact
 * for 0 <= e <= 55, rounded up for -27 <= e < 0, cut off elsewhere. */
enum { WEFT__POW10_MIN = -343, WEFT__POW10_MAX = 324 };
extern const uint64_t weft__pow10[WEFT__POW10_MAX - WEFT__POW10_MIN + 1][2] WEFT__TABLE;
/* floor(log2(10^e)) and floor(log10(2^q)) in the range of doubles. */
WEFT_INLINE int weft__log2_pow10(int e) { return (e * 217707) >> 16; }
WEFT_INLINE int weft__log10_pow2(int q) { return (q * 315653) >> 20; }

/* Row n: 10^(n - 19) as above, and the biased exponent of a 19-digit integer times that, less one, when both have their
 * top bit set and the product too. */
typedef struct weft__fraction_row {
    uint64_t power[2], biased, pad;
} weft__fraction_row;
extern const weft__fraction_row weft__fraction_rows[20] WEFT__TABLE;

/* Left shift of a double's significand before scaling, by biased exponent (scale.h). */
extern const uint8_t weft__real_shift[2048] WEFT__TABLE;

/* Layouts of printed doubles. Row (e10 - WEFT__FIX_MIN) * 2 + (17 digits, not 16?); e10 is the decimal exponent of the
 * first digit; the row after WEFT__FIX_MAX is d.ddd. index: where each of 32 bytes comes from. need: the bit of the
 * last place printed in any case, [0] to keep "1.0", [1] for "1". */
enum { WEFT__FIX_MIN = -6, WEFT__FIX_MAX = 20 };
typedef struct weft__picture {
    uint8_t index[32];
    uint32_t need[2];
    uint8_t point, last, pad[22];
} weft__picture;
extern const weft__picture weft__pictures_wide[(WEFT__FIX_MAX - WEFT__FIX_MIN + 2) * 2] WEFT__TABLE;   /* vpermt2b */
extern const weft__picture weft__pictures_narrow[(WEFT__FIX_MAX - WEFT__FIX_MIN + 2) * 2] WEFT__TABLE; /* pshufb */

/* "e-324" .. "e308", first byte lowest, the length in the top byte. */
extern const uint64_t weft__exponent_text[324 + 309] WEFT__TABLE;
extern const char weft__two_digits[201] WEFT__TABLE; /* "00" .. "99" */
/* Eight digits of x < 10^8 at once: digit i is the top of 10 * fraction(x / 10^(i+1)) in 52 bits. */
typedef struct weft__digits52_constants {
    uint64_t tenths[8]; /* about 2^52 / 10^(i+1) */
    uint64_t point[8];  /* '.' - '0' in byte 1 of lane 0 */
    uint64_t bias, ten, pad[2];
    uint8_t zeros[32];               /* '0' */
    uint8_t order8[16], order16[32]; /* indexes that bring digits into the order of text */
} weft__digits52_constants;
extern const weft__digits52_constants weft__digits52 WEFT__TABLE;

#endif
