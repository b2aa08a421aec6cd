/* What AVX-512 and AVX2 share: the run of \uXXXX escapes, 128 bits wide. Include between names.h and names_end.h. */
#include <immintrin.h>

WEFT_INLINE bool hex_run(const uint8_t *p, uint8_t *out) {
    const __m128i pick = _mm_setr_epi8(2, 3, 4, 5, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i frame = _mm_setr_epi8('\\', 'u', 0, 0, 0, 0, '\\', 'u', 0, 0, 0, 0, 0, 0, 0, 0);
    __m128i a = _mm_loadu_si128((const __m128i *)p), b = _mm_loadu_si128((const __m128i *)(p + 12));
    __m128i h = _mm_unpacklo_epi64(_mm_shuffle_epi8(a, pick), _mm_shuffle_epi8(b, pick));
    __m128i d = _mm_sub_epi8(h, _mm_set1_epi8('0'));
    __m128i l = _mm_sub_epi8(_mm_or_si128(h, _mm_set1_epi8(32)), _mm_set1_epi8('a'));
    __m128i is_d = _mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8(9)), d);
    __m128i is_l = _mm_cmpeq_epi8(_mm_min_epu8(l, _mm_set1_epi8(5)), l);
    __m128i v = _mm_blendv_epi8(_mm_add_epi8(l, _mm_set1_epi8(10)), d, is_d);
    /* four code units, one in each 32 bits */
    __m128i u = _mm_madd_epi16(_mm_maddubs_epi16(v, _mm_set1_epi16(0x0110)), _mm_set1_epi32(0x00010100));
    __m128i top = _mm_and_si128(u, _mm_set1_epi32(0xf800));
    __m128i bad = _mm_or_si128(_mm_cmpeq_epi32(top, _mm_setzero_si128()), _mm_cmpeq_epi32(top, _mm_set1_epi32(0xd800)));
    unsigned ok =
        (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a, frame)) & (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(b, frame));
    ok = (ok | ~0xc3u) & (unsigned)_mm_movemask_epi8(_mm_andnot_si128(bad, _mm_or_si128(is_d, is_l)));
    if (weft_unlikely((uint16_t)ok != 0xffff)) return false;
    __m128i t = _mm_or_si128(_mm_srli_epi32(u, 12), _mm_and_si128(_mm_slli_epi32(u, 2), _mm_set1_epi32(0x3f00)));
    t = _mm_or_si128(
        t, _mm_or_si128(_mm_and_si128(_mm_slli_epi32(u, 16), _mm_set1_epi32(0x3f0000)), _mm_set1_epi32(0x8080e0)));
    _mm_storeu_si128((__m128i *)out,
                     _mm_shuffle_epi8(t, _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
    return true;
}
