/* String bodies, 32 bytes at a time. Include between base/target_avx2.h and target_end.h. */
#ifndef WEFT_SRC_TEXT_STRING_AVX2_H
#define WEFT_SRC_TEXT_STRING_AVX2_H

#include "text/escape.h"
#include "text/wide.h"

WEFT_INLINE uint32_t weft__escapes32_avx2(__m256i x) {
    __m256i control = _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8(0x1f)), x);
    __m256i marks =
        _mm256_or_si256(_mm256_cmpeq_epi8(x, _mm256_set1_epi8('"')), _mm256_cmpeq_epi8(x, _mm256_set1_epi8('\\')));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(control, marks));
}
#define VEC __m256i
#define VEC_BYTES 32
#define VEC_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define VEC_STORE(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define VEC_ESCAPES(v) weft__escapes32_avx2(v)
#include "text/string_tpl.h"

#endif
