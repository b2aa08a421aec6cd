/* The quote list in plain C, eight bytes at a time, and the choice among all. */
#include "simd/quotes.h"

#define QUOTES_ONES 0x0101010101010101u
#define QUOTES_TOPS 0x8080808080808080u
/* Top bits of the bytes of x that are zero, exactly. */
WEFT_INLINE uint64_t quotes_zero(uint64_t x) { return ~(((x & ~QUOTES_TOPS) + ~QUOTES_TOPS) | x | ~QUOTES_TOPS); }
WEFT_INLINE uint64_t quotes_equal_scalar(const char *p, unsigned char c) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++) /* the multiplication gathers eight top bits in the top byte */
        mask |= (quotes_zero(weft__load64le(p + 8 * i) ^ QUOTES_ONES * c) >> 7) * 0x0102040810204080u >> 56 << 8 * i;
    return mask;
}
WEFT_INLINE uint64_t quotes_below_scalar(const char *p) {
    uint64_t any = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t x = weft__load64le(p + 8 * i);
        any |= ~(((x & ~QUOTES_TOPS) + QUOTES_ONES * 0x60) | x); /* a byte below 0x20 stays below 0x80 */
    }
    return any & QUOTES_TOPS;
}
WEFT_INLINE uint64_t quotes_high_scalar(const char *p) {
    uint64_t any = 0;
    for (unsigned i = 0; i < 8; i++) any |= weft__load64le(p + 8 * i);
    return any & QUOTES_TOPS;
}
#define WEFT__ISA scalar
#include "base/kernel.h"
#define QUOTES_BLOCK const char *
#define QUOTES_LOAD(p) (p)
#define QUOTES_EQUAL(block, c) quotes_equal_scalar(block, c)
#define QUOTES_BELOW(block) quotes_below_scalar(block)
#define QUOTES_HIGH(block) quotes_high_scalar(block)
#include "simd/quotes_tpl.h"
#undef WEFT__ISA
#undef QUOTES_ONES
#undef QUOTES_TOPS

weft__quotes_fn *weft__quotes_of(weft_cpu cpu) {
    switch (cpu) {
    case WEFT_CPU_SCALAR: return weft__quotes_scalar;
#if WEFT__QUOTES_X86
    case WEFT_CPU_SSE42: return weft__quotes_sse42;
    case WEFT_CPU_AVX2: return weft__quotes_avx2;
    case WEFT_CPU_AVX512: return weft__quotes_avx512;
#endif
#if WEFT__QUOTES_NEON
    case WEFT_CPU_NEON: return weft__quotes_neon;
#endif
    default: return NULL;
    }
}

weft__quotes_fn *weft__quotes(void) {
    weft__quotes_fn *fn = weft__quotes_of(weft_cpu_used());
    return fn ? fn : weft__quotes_scalar;
}
