/* String bodies, 16 bytes at a time. Include between base/target_sse42.h and target_end.h. */
#ifndef WEFT_SRC_TEXT_STRING_SSE42_H
#define WEFT_SRC_TEXT_STRING_SSE42_H

#include "text/escape.h"
#include "text/wide.h"

WEFT_INLINE uint32_t weft__escapes16_sse42(__m128i x) {
    __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(0x1f)), x);
    __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('"')), _mm_cmpeq_epi8(x, _mm_set1_epi8('\\')));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(control, marks));
}
#define VEC __m128i
#define VEC_BYTES 16
#define VEC_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define VEC_STORE(p, v) _mm_storeu_si128((__m128i *)(void *)(p), v)
#define VEC_ESCAPES(v) weft__escapes16_sse42(v)
#include "text/string_tpl.h"

#endif
