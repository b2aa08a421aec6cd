/* Doubles -> text with SSE4.1 shuffles, or AVX2 where WEFT__PRINT_WIDE is 1. A template: include once per instruction
 * set, between base/target_<set>.h with base/kernel.h, and target_end.h. */
#include "text/number_print.h"

/* 16 digits of hi * 10^8 + lo, the last one in byte 0: quotient and rest side by side, three times. The reciprocals are
 * exact for what can stand there (10^8, 10^4, 10^2). */
WEFT_INLINE __m128i WEFT__KERNEL(weft__digits16)(uint64_t hi, uint64_t lo) {
    __m128i x = _mm_set_epi64x((long long)hi, (long long)lo);
    __m128i q = _mm_srli_epi64(_mm_mul_epu32(x, _mm_set1_epi64x(3518437209)), 45); /* / 10^4 */
    x = _mm_add_epi64(x, _mm_mul_epu32(q, _mm_set1_epi64x((1ll << 32) - 10000)));
    q = _mm_srli_epi32(_mm_mulhi_epu16(x, _mm_set1_epi32(5243)), 3); /* / 100 */
    x = _mm_add_epi32(x, _mm_mullo_epi32(q, _mm_set1_epi32((1 << 16) - 100)));
    q = _mm_mulhi_epu16(x, _mm_set1_epi16(6554)); /* / 10 */
    return _mm_add_epi16(x, _mm_mullo_epi16(q, _mm_set1_epi16((1 << 8) - 10)));
}
WEFT_INLINE char *WEFT__KERNEL(weft__layout)(weft__decimal d, char *out, bool plain) {
    uint64_t hi = weft__mul64(d.whole, 0xabcc77118461cefdu).hi >> 26, lo = d.whole - hi * 100000000; /* / 10^8 */
    int d16 = d.whole >= 1000000000000000, e10 = d.k + 15 + d16;
    __m128i t = WEFT__KERNEL(weft__digits16)(hi, lo);
    unsigned row = (unsigned)(e10 - WEFT__FIX_MIN);
    bool fixed = row <= WEFT__FIX_MAX - WEFT__FIX_MIN;
    if (!fixed) row = WEFT__FIX_MAX - WEFT__FIX_MIN + 1;
    const weft__picture *p = &weft__pictures_narrow[row * 2 + (unsigned)d16];
#if WEFT__PRINT_WIDE
    __m256i v = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(t), _mm256_load_si256((const __m256i *)p->index));
    uint32_t used = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(v, _mm256_setzero_si256()));
    _mm256_storeu_si256((__m256i *)out, _mm256_add_epi8(v, _mm256_set1_epi8('0')));
#else
    __m128i a = _mm_shuffle_epi8(t, _mm_load_si128((const __m128i *)p->index));
    __m128i b = _mm_shuffle_epi8(t, _mm_load_si128((const __m128i *)(p->index + 16)));
    uint32_t used = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(a, _mm_setzero_si128())) |
                    (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(b, _mm_setzero_si128())) << 16;
    _mm_storeu_si128((__m128i *)out, _mm_add_epi8(a, _mm_set1_epi8('0')));
    _mm_storeu_si128((__m128i *)(out + 16), _mm_add_epi8(b, _mm_set1_epi8('0')));
#endif
    used |= p->need[plain] | (uint32_t)(d.digit != 0) << p->last;
    out[p->point] = '.';
    out[p->last] = (char)('0' + d.digit);
    out += 32 - weft__clz32(used);
    return fixed ? out : weft__put_exponent(out, e10);
}
