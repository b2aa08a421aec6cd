/* The quote list for AVX2. */
#include "simd/quotes.h"

#if WEFT__QUOTES_X86
#include "base/target_avx2.h"
#define WEFT__ISA avx2
#include "base/kernel.h"
typedef struct quotes_avx2 {
    __m256i a, b;
} quotes_avx2;
WEFT_INLINE quotes_avx2 quotes_load_avx2(const char *p) {
    quotes_avx2 x = { _mm256_loadu_si256((const __m256i *)(const void *)p),
                      _mm256_loadu_si256((const __m256i *)(const void *)(p + 32)) };
    return x;
}
WEFT_INLINE uint64_t quotes_bits_avx2(__m256i a, __m256i b) {
    return (uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}
WEFT_INLINE uint64_t quotes_equal_avx2(quotes_avx2 x, char c) {
    __m256i v = _mm256_set1_epi8(c);
    return quotes_bits_avx2(_mm256_cmpeq_epi8(x.a, v), _mm256_cmpeq_epi8(x.b, v));
}
WEFT_INLINE uint64_t quotes_below_avx2(quotes_avx2 x) {
    __m256i low = _mm256_min_epu8(x.a, x.b), v = _mm256_set1_epi8(0x1f);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(low, v), low));
}
#define QUOTES_BLOCK quotes_avx2
#define QUOTES_LOAD(p) quotes_load_avx2(p)
#define QUOTES_EQUAL(block, c) quotes_equal_avx2(block, c)
#define QUOTES_BELOW(block) quotes_below_avx2(block)
#define QUOTES_HIGH(block) (uint32_t) _mm256_movemask_epi8(_mm256_or_si256((block).a, (block).b))
#include "simd/quotes_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
