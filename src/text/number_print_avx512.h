/* Numbers -> text with AVX-512 (IFMA, VBMI). Include between base/target_avx512.h and target_end.h. */
#ifndef WEFT_SRC_TEXT_NUMBER_PRINT_AVX512_H
#define WEFT_SRC_TEXT_NUMBER_PRINT_AVX512_H

#include "text/number_print.h"

/* Eight digits of x < 10^8, the last one in lane 0; `spare` rides along in bytes that stay free. */
WEFT_INLINE __m512i weft__digits8_avx512(uint64_t x, __m512i spare, const weft__digits52_constants *k) {
    __m512i f = _mm512_madd52lo_epu64(_mm512_set1_epi64((long long)k->bias), _mm512_set1_epi64((long long)x),
                                      _mm512_load_si512((const void *)k->tenths));
    return _mm512_madd52hi_epu64(spare, f, _mm512_set1_epi64((long long)k->ten));
}

/* One permutation places digits, point and leading zeros as a picture says; the length follows from the last digit that
 * is not zero. */
WEFT_INLINE char *weft__paint_avx512(__m512i h, __m512i l, const weft__picture *p, bool plain, char *out,
                                     const weft__digits52_constants *k) {
    __m512i index = _mm512_castsi256_si512(_mm256_load_si256((const __m256i *)p->index));
    __m256i t = _mm512_castsi512_si256(_mm512_permutex2var_epi8(h, index, l));
    uint32_t used = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(t, _mm256_setzero_si256())) | p->need[plain];
    _mm256_storeu_si256((__m256i *)out, _mm256_add_epi8(t, _mm256_load_si256((const __m256i *)k->zeros)));
    return out + 32 - _lzcnt_u32(used);
}
WEFT_INLINE char *weft__layout_avx512(weft__decimal d, char *out, bool plain) {
    const weft__digits52_constants *k = (const weft__digits52_constants *)weft__opaque_ptr(&weft__digits52);
    uint64_t hi = weft__mul64(d.whole, 0xabcc77118461cefdu).hi >> 26; /* / 10^8 */
    uint64_t lo = d.whole - hi * 100000000;
    int d16 = d.whole >= 1000000000000000, e10 = d.k + 15 + d16;
    __m512i h = weft__digits8_avx512(hi, _mm512_load_si512((const void *)k->point), k);
    __m512i l = weft__digits8_avx512(lo, _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)(d.digit << 8))), k);
    unsigned row = (unsigned)(e10 - WEFT__FIX_MIN);
    if (row <= WEFT__FIX_MAX - WEFT__FIX_MIN)
        return weft__paint_avx512(h, l, &weft__pictures_wide[row * 2 + (unsigned)d16], plain, out, k);
    const weft__picture *p = &weft__pictures_wide[(WEFT__FIX_MAX - WEFT__FIX_MIN + 1) * 2 + d16];
    return weft__put_exponent(weft__paint_avx512(h, l, p, plain, out, k), e10);
}

static const uint64_t weft__ten_to_u64[20] __attribute__((unused)) = { 1u,
                                                                       10u,
                                                                       100u,
                                                                       1000u,
                                                                       10000u,
                                                                       100000u,
                                                                       1000000u,
                                                                       10000000u,
                                                                       100000000u,
                                                                       1000000000u,
                                                                       10000000000u,
                                                                       100000000000u,
                                                                       1000000000000u,
                                                                       10000000000000u,
                                                                       100000000000000u,
                                                                       1000000000000000u,
                                                                       10000000000000000u,
                                                                       100000000000000000u,
                                                                       1000000000000000000u,
                                                                       10000000000000000000u };
/* 1..20: the bit length times log10(2), then one comparison. */
WEFT_INLINE unsigned weft__count_digits_avx512(uint64_t v) {
    unsigned t = ((64 - (unsigned)_lzcnt_u64(v | 1)) * 1233) >> 12;
    return t + (v >= weft__ten_to_u64[t]) + (v == 0);
}
WEFT_INLINE char *weft__uint_print_avx512(uint64_t v, char *p) {
    const weft__digits52_constants *k = (const weft__digits52_constants *)weft__opaque_ptr(&weft__digits52);
    if (v < 10000) return weft__put_head4(p, (uint32_t)v);
    unsigned n = weft__count_digits_avx512(v);
    if (v < 100000000) {
        __m512i index = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(k->order8 + 8 - n)));
        __m128i t =
            _mm512_castsi512_si128(_mm512_permutexvar_epi8(index, weft__digits8_avx512(v, _mm512_setzero_si512(), k)));
        _mm_storel_epi64((__m128i *)p, _mm_add_epi8(t, _mm_load_si128((const __m128i *)k->zeros)));
        return p + n;
    }
    if (weft_unlikely(v >= 10000000000000000u)) {
        uint64_t top = v / 10000000000000000u;
        v -= top * 10000000000000000u;
        p = weft__put_head4(p, (uint32_t)top);
        n = 16;
    }
    uint64_t h = v / 100000000, l = v - h * 100000000;
    __m512i index = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(k->order16 + 16 - n)));
    __m128i t = _mm512_castsi512_si128(_mm512_permutex2var_epi8(
        weft__digits8_avx512(h, _mm512_setzero_si512(), k), index, weft__digits8_avx512(l, _mm512_setzero_si512(), k)));
    _mm_storeu_si128((__m128i *)p, _mm_add_epi8(t, _mm_load_si128((const __m128i *)k->zeros)));
    return p + n;
}

#endif
