/* The quote list for NEON. */
#include "simd/quotes.h"

#if WEFT__QUOTES_NEON
#include <arm_neon.h>
#define WEFT__ISA neon
#include "base/kernel.h"
WEFT_INLINE uint64_t quotes_equal_neon(uint8x16x4_t x, uint8_t c) {
    static const uint8_t bit[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t bits = vld1q_u8(bit), v = vdupq_n_u8(c);
    /* each pairwise addition halves four masks of 16 bytes until one of 8 bytes is left */
    uint8x16_t a = vpaddq_u8(vandq_u8(vceqq_u8(x.val[0], v), bits), vandq_u8(vceqq_u8(x.val[1], v), bits));
    uint8x16_t b = vpaddq_u8(vandq_u8(vceqq_u8(x.val[2], v), bits), vandq_u8(vceqq_u8(x.val[3], v), bits));
    a = vpaddq_u8(a, b);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(a, a)), 0);
}
WEFT_INLINE uint8x16x4_t quotes_load_neon(const char *p) {
    uint8x16x4_t x;
    for (int i = 0; i < 4; i++) x.val[i] = vld1q_u8((const uint8_t *)p + 16 * i);
    return x;
}
WEFT_INLINE uint64_t quotes_below_neon(uint8x16x4_t x) {
    return vminvq_u8(vminq_u8(vminq_u8(x.val[0], x.val[1]), vminq_u8(x.val[2], x.val[3]))) < 0x20;
}
WEFT_INLINE uint64_t quotes_high_neon(uint8x16x4_t x) {
    return vmaxvq_u8(vmaxq_u8(vmaxq_u8(x.val[0], x.val[1]), vmaxq_u8(x.val[2], x.val[3]))) > 0x7f;
}
#define QUOTES_BLOCK uint8x16x4_t
#define QUOTES_LOAD(p) quotes_load_neon(p)
#define QUOTES_EQUAL(block, c) quotes_equal_neon(block, c)
#define QUOTES_BELOW(block) quotes_below_neon(block)
#define QUOTES_HIGH(block) quotes_high_neon(block)
#include "simd/quotes_tpl.h"
#undef WEFT__ISA
#endif
