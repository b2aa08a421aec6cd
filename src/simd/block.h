/* Block operations of the wide kernels: all of the document reader that depends on the instruction set. One realisation
 * per set (block_avx512.h, block_avx2.h), same words, same meaning:
 *
 *   blk_scan8     512 bytes -> weft__group (masks: 8 words a class, bit i of word k is byte 64 k + i), copied to
 * `image` on the way when that is not NULL; returns which rare classes may occur (WEFT__HAS_*) lanes         vector of
 * LANES 64-bit words; the C operators | & ^ ~ << >> apply lanes_parity  in every lane: bit -> parity of the bits at or
 * below it lanes_chain   the same across lanes (and calls, by a carry), of lanes that lanes_parity already did lanes_up
 * lane i-1 in lane i, the last lane of the vector before in lane 0 lanes_bits    bit k: lane k is not zero blk_emit
 * words of token bits -> token positions (u32) and first characters (u8); writes up to 64 entries too many blk_utf8 is
 * anything wrong in these 64 bytes? Three bytes before them are read, and judged as the beginning of what stands in the
 * block; a sequence cut off by the end is the next block's matter blk_trim      end of the text before p without white
 * space; up to 64 bytes before p are read blk_copy      n bytes, touching nothing else num_masks     NUM_STEP pending
 * numbers: text -> digits, and masks of non-digits, zeros, points num_cells     NUMS pending numbers -> cells; returns
 * which of them are undecided words         vector of WORDS 32-bit words; words_clz counts leading zeros, words_bits
 * takes the top bits hex_run       four \uXXXX of three UTF-8 bytes each: 24 bytes of text (28 are read) -> 12 bytes
 * (16 are written); false: it is not that
 */
#ifndef WEFT_SRC_SIMD_BLOCK_H
#define WEFT_SRC_SIMD_BLOCK_H

#include "base/compiler.h"

#define WEFT__ALIGN64 __attribute__((aligned(64)))

typedef struct weft__group {
    uint64_t quote[8], back[8], ws[8], ctrl[8], high[8];
} WEFT__ALIGN64 weft__group;
/* WEFT__HAS_CTRL also stands for white space below 0x20. group.high: a word that is not zero says that the block has
 * non-ASCII bytes; bits from HIGH_END on, that they may be among its last three. */
enum { WEFT__HAS_HIGH = 1, WEFT__HAS_BACK = 2, WEFT__HAS_CTRL = 4 };

/* Numbers that wait for their conversion: the last 32 bytes of the text up to the number's end (num_masks turns them to
 * digits), its length without the sign (bit 31: negative), and what the conversion keeps of each. */
enum { WEFT__PENDING = 64 };
typedef struct weft__digits {
    uint8_t front[64]; /* raw[0][-1] is read */
    uint8_t raw[WEFT__PENDING][32] WEFT__ALIGN64;
    uint32_t other[WEFT__PENDING], zero[WEFT__PENDING], point[WEFT__PENDING]; /* num_masks */
    uint32_t len[WEFT__PENDING] WEFT__ALIGN64;
    uint32_t frac[WEFT__PENDING] WEFT__ALIGN64; /* digits after the point; 32: no point */
    uint32_t kept[WEFT__PENDING] WEFT__ALIGN64; /* digits in all */
    uint64_t w[WEFT__PENDING] WEFT__ALIGN64;    /* num_sum: the digits as one integer */
} weft__digits;

/* UTF-8 by nibbles (after Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte", 2021): a pair of
 * neighbours is faulty when the high nibble of the first, its low nibble and the high nibble of the second all belong
 * to one row. The last row (two continuations) is no fault when the lead two or three bytes back asks for it. */
#define WEFT__UTF8_FAULTS(F, n)                                                                                        \
    F(0, 0xf000, 0xffff, 0xf0ff, n) /* lead, then no continuation */                                                   \
    F(1, 0x00ff, 0xffff, 0x0f00, n) /* ASCII, then a continuation */                                                   \
    F(2, 0x1000, 0x0003, 0x0f00, n) /* C0, C1 */                                                                       \
    F(3, 0x4000, 0x0001, 0x0300, n) /* E0 80..9F: overlong */                                                          \
    F(4, 0x4000, 0x2000, 0x0c00, n) /* ED A0..BF: surrogates */                                                        \
    F(5, 0x8000, 0xffe1, 0x0100, n) /* F0 80..8F: overlong; F5.. 80..8F */                                             \
    F(6, 0x8000, 0xfff0, 0x0e00, n) /* F4.. 90..BF: above U+10FFFF */                                                  \
    F(7, 0x0f00, 0xffff, 0x0f00, n) /* two continuations */
#define WEFT__FAULT_H(bit, h, l, s, n) | ((h >> n & 1) << bit)
#define WEFT__FAULT_L(bit, h, l, s, n) | ((l >> n & 1) << bit)
#define WEFT__FAULT_S(bit, h, l, s, n) | ((s >> n & 1) << bit)
#define WEFT__ROW16(F)                                                                                                 \
    {                                                                                                                  \
        0 WEFT__UTF8_FAULTS(F, 0), 0 WEFT__UTF8_FAULTS(F, 1), 0 WEFT__UTF8_FAULTS(F, 2), 0 WEFT__UTF8_FAULTS(F, 3),    \
            0 WEFT__UTF8_FAULTS(F, 4), 0 WEFT__UTF8_FAULTS(F, 5), 0 WEFT__UTF8_FAULTS(F, 6),                           \
            0 WEFT__UTF8_FAULTS(F, 7), 0 WEFT__UTF8_FAULTS(F, 8), 0 WEFT__UTF8_FAULTS(F, 9),                           \
            0 WEFT__UTF8_FAULTS(F, 10), 0 WEFT__UTF8_FAULTS(F, 11), 0 WEFT__UTF8_FAULTS(F, 12),                        \
            0 WEFT__UTF8_FAULTS(F, 13), 0 WEFT__UTF8_FAULTS(F, 14), 0 WEFT__UTF8_FAULTS(F, 15)                         \
    }
static const uint8_t weft__utf8_first_high[16] __attribute__((unused)) = WEFT__ROW16(WEFT__FAULT_H);
static const uint8_t weft__utf8_first_low[16] __attribute__((unused)) = WEFT__ROW16(WEFT__FAULT_L);
static const uint8_t weft__utf8_second_high[16] __attribute__((unused)) = WEFT__ROW16(WEFT__FAULT_S);

/* Powers of ten that are exact, and their reciprocals. */
#define WEFT__TEN_TENTH(x)                                                                                             \
    { x, 1 / x }
static const double weft__ten[24]
    __attribute__((aligned(64), unused)) = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1 };
static const double weft__tenth[24]
    __attribute__((aligned(64), unused)) = { 1 / 1e0,  1 / 1e1,  1 / 1e2,  1 / 1e3,  1 / 1e4,  1 / 1e5,
                                             1 / 1e6,  1 / 1e7,  1 / 1e8,  1 / 1e9,  1 / 1e10, 1 / 1e11,
                                             1 / 1e12, 1 / 1e13, 1 / 1e14, 1 / 1e15, 1 / 1e16, 1 / 1e17,
                                             1 / 1e18, 1 / 1e19, 1 / 1e20, 1 / 1e21, 1 / 1e22, 1 };
static const double weft__ten_tenth[33][2] __attribute__((aligned(64), unused)) = {
    WEFT__TEN_TENTH(1e0),  WEFT__TEN_TENTH(1e1),  WEFT__TEN_TENTH(1e2),  WEFT__TEN_TENTH(1e3),  WEFT__TEN_TENTH(1e4),
    WEFT__TEN_TENTH(1e5),  WEFT__TEN_TENTH(1e6),  WEFT__TEN_TENTH(1e7),  WEFT__TEN_TENTH(1e8),  WEFT__TEN_TENTH(1e9),
    WEFT__TEN_TENTH(1e10), WEFT__TEN_TENTH(1e11), WEFT__TEN_TENTH(1e12), WEFT__TEN_TENTH(1e13), WEFT__TEN_TENTH(1e14),
    WEFT__TEN_TENTH(1e15), WEFT__TEN_TENTH(1e16), WEFT__TEN_TENTH(1e17), WEFT__TEN_TENTH(1e18), WEFT__TEN_TENTH(1e19),
    WEFT__TEN_TENTH(1e20), WEFT__TEN_TENTH(1e21), WEFT__TEN_TENTH(1e22)
};
/* Loaded at + n: the last n of 32 bytes are set. */
static const uint8_t weft__last_n[80]
    __attribute__((aligned(64), unused)) = { [32] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                             255,        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                             255,        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                             255,        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255 };

WEFT_INLINE bool weft__is_ws(uint8_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

#endif
