/* The quote list for SSE4.2. */
#include "simd/quotes.h"

#if WEFT__QUOTES_X86
#include "base/target_sse42.h"
#define WEFT__ISA sse42
#include "base/kernel.h"
typedef struct quotes_sse42 {
    __m128i part[4];
} quotes_sse42;
WEFT_INLINE quotes_sse42 quotes_load_sse42(const char *p) {
    quotes_sse42 x;
    for (int i = 0; i < 4; i++) x.part[i] = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
    return x;
}
WEFT_INLINE uint64_t quotes_equal_sse42(quotes_sse42 x, char c) {
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++)
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x.part[i], _mm_set1_epi8(c))) << 16 * i;
    return mask;
}
WEFT_INLINE uint64_t quotes_below_sse42(quotes_sse42 x) {
    __m128i low = _mm_min_epu8(_mm_min_epu8(x.part[0], x.part[1]), _mm_min_epu8(x.part[2], x.part[3]));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(low, _mm_set1_epi8(0x1f)), low));
}
WEFT_INLINE uint64_t quotes_high_sse42(quotes_sse42 x) {
    return (uint32_t)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(x.part[0], x.part[1]), _mm_or_si128(x.part[2], x.part[3])));
}
#define QUOTES_BLOCK quotes_sse42
#define QUOTES_LOAD(p) quotes_load_sse42(p)
#define QUOTES_EQUAL(block, c) quotes_equal_sse42(block, c)
#define QUOTES_BELOW(block) quotes_below_sse42(block)
#define QUOTES_HIGH(block) quotes_high_sse42(block)
#include "simd/quotes_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
