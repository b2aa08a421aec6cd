/* String bodies with AVX-512 (BW, VBMI, VBMI2). Include between base/target_avx512.h and target_end.h.
 * Masked loads never touch what lies behind a string. */
#ifndef WEFT_SRC_TEXT_STRING_AVX512_H
#define WEFT_SRC_TEXT_STRING_AVX512_H

#include "text/escape.h"

enum { WEFT__STRING_SHORT_avx512 = 64 };

WEFT_INLINE uint64_t weft__escapes64_avx512(__m512i x) {
    return _mm512_cmplt_epu8_mask(x, _mm512_set1_epi8(0x20)) | _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('"')) |
           _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('\\'));
}
/* n <= 64; 64 bytes may be written. */
WEFT_INLINE void weft__string_put_avx512(char *o, const char *s, size_t n, bool padded) {
    (void)padded;
    if (weft_likely(n <= 32)) {
        __mmask32 k = _bzhi_u32(~0u, (unsigned)n);
        _mm256_storeu_si256((__m256i *)(void *)o, _mm256_maskz_loadu_epi8(k, s));
    } else {
        __mmask64 k = _bzhi_u64(~(uint64_t)0, (unsigned)n);
        _mm512_storeu_si512(o, _mm512_maskz_loadu_epi8(k, s));
    }
}
/* The same; false: something needs an escape. */
WEFT_INLINE bool weft__string_put_clean_avx512(char *o, const char *s, size_t n, bool padded) {
    (void)padded;
    if (weft_likely(n <= 32)) {
        __mmask32 k = _bzhi_u32(~0u, (unsigned)n);
        __m256i x = _mm256_maskz_loadu_epi8(k, s);
        _mm256_storeu_si256((__m256i *)(void *)o, x);
        uint32_t must = _mm256_mask_cmplt_epu8_mask(k, x, _mm256_set1_epi8(0x20)) |
                        _mm256_cmpeq_epi8_mask(x, _mm256_set1_epi8('"')) |
                        _mm256_cmpeq_epi8_mask(x, _mm256_set1_epi8('\\'));
        return must == 0;
    }
    __mmask64 k = _bzhi_u64(~(uint64_t)0, (unsigned)n);
    __m512i x = _mm512_maskz_loadu_epi8(k, s);
    _mm512_storeu_si512(o, x);
    return (weft__escapes64_avx512(x) & k) == 0;
}
/* Any n, nothing escaped; 64 bytes may be written too many. */
WEFT_INLINE void weft__string_copy_avx512(char *o, const char *s, size_t n) {
    while (n > 64) {
        _mm512_storeu_si512(o, _mm512_loadu_si512(s));
        o += 64;
        s += 64;
        n -= 64;
    }
    weft__string_put_avx512(o, s, n, false);
}

/* The letters of the two-byte escapes of 0x00..0x1f; 0: needs \u00XX. */
static const uint8_t weft__escape_letters_avx512[32]
    __attribute__((aligned(32), unused)) = { 0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0,
                                             0, 0, 0, 0, 0, 0, 0, 0, 0,   0,   0,   0, 0,   0,   0, 0 };
/* Escapes all of s; 6 n + 64 bytes may be written. Clean stretches go 64 bytes at a time. From the first escape on, 32:
 * every byte is widened to two, escaped ones become backslash and letter, and unused second halves are compressed away.
 */
static inline char *weft__string_quote_avx512(char *o, const char *s, size_t n) {
    while (n) {
        __mmask64 k = _bzhi_u64(~(uint64_t)0, n < 64 ? (unsigned)n : 64);
        __m512i x = _mm512_maskz_loadu_epi8(k, s);
        _mm512_storeu_si512(o, x);
        uint64_t must = weft__escapes64_avx512(x) & k;
        size_t step = must ? (size_t)_tzcnt_u64(must) : n < 64 ? n : 64;
        o += step;
        s += step;
        n -= step;
        if (!must) continue;

        unsigned take = n < 32 ? (unsigned)n : 32;
        __mmask32 in = _bzhi_u32(~0u, take);
        __m256i y = _mm256_maskz_loadu_epi8(in, s);
        uint32_t control = _mm256_mask_cmplt_epu8_mask(in, y, _mm256_set1_epi8(0x20));
        uint32_t e = control | _mm256_cmpeq_epi8_mask(y, _mm256_set1_epi8('"')) |
                     _mm256_cmpeq_epi8_mask(y, _mm256_set1_epi8('\\'));
        __m256i letters = _mm256_load_si256((const __m256i *)(const void *)weft__escape_letters_avx512);
        __m256i second = _mm256_mask_permutexvar_epi8(y, control, y, letters);
        uint32_t rare = e & _mm256_testn_epi8_mask(second, second); /* needs \u00XX */
        if (weft_unlikely(rare != 0)) {
            if (rare & 1) {
                uint64_t t = weft__escape_text[(unsigned char)*s];
                weft__store64le(o, t);
                o += t >> 56;
                s++;
                n--;
                continue;
            }
            take = (unsigned)_tzcnt_u32(rare);
            e = _bzhi_u32(e, take);
        }
        __m512i pair = _mm512_or_si512(_mm512_slli_epi16(_mm512_cvtepu8_epi16(second), 8), _mm512_set1_epi16('\\'));
        __m512i wide = _mm512_mask_mov_epi16(_mm512_cvtepu8_epi16(y), e, pair);
        uint64_t keep = _bzhi_u64(0x5555555555555555u, 2 * take) | _pdep_u64(e, 0xaaaaaaaaaaaaaaaau);
        __m512i zero = _mm512_setzero_si512();
        __asm__("" : "+v"(zero)); /* vpcompressb waits for its destination even when it zeroes (Zen 5) */
        _mm512_storeu_si512(o, _mm512_mask_compress_epi8(zero, keep, wide));
        o += take + (unsigned)_mm_popcnt_u32(e);
        s += take;
        n -= take;
    }
    return o;
}

#endif
