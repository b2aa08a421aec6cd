/* Text -> numbers with SSE4.1, or AVX2 where WEFT__PARSE_WIDE is 1. A template: include once per instruction set,
 * between base/target_<set>.h with base/kernel.h, and target_end.h.
 *
 * Masks of the first 32 bytes give the number's shape. Two loads, one byte apart, are blended where the point stands:
 * that leaves the first 16 digits, left-aligned, and up to three more come from a general register. As with AVX-512 the
 * power then depends only on how many digits stand before the point. */
#include "text/number_parse.h"

/* Loaded at 32 - n: the first n of 16 bytes are set. */
static const uint8_t WEFT__KERNEL(weft__first_n)[48]
    __attribute__((aligned(16))) = { 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255 };
WEFT_INLINE __m128i WEFT__KERNEL(weft__first)(uint64_t n) {
    return _mm_loadu_si128((const __m128i *)(const void *)(WEFT__KERNEL(weft__first_n) + 32 - n));
}
/* Which of 32 bytes are digits. */
WEFT_INLINE uint64_t WEFT__KERNEL(weft__digit_mask)(const char *s) {
#if WEFT__PARSE_WIDE
    __m256i d = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)(const void *)s), _mm256_set1_epi8('0'));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(d, _mm256_set1_epi8(9)), d));
#else
    __m128i a = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)s), _mm_set1_epi8('0'));
    __m128i b = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)(s + 16)), _mm_set1_epi8('0'));
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(a, _mm_set1_epi8(9)), a));
    uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(b, _mm_set1_epi8(9)), b));
    return low | high << 16;
#endif
}

/* The number at s, whose first `whole` bytes are digits and whose next is a point or an "e". digits: of the mask above.
 */
WEFT_INLINE const char *WEFT__KERNEL(weft__real_of_shape)(const char *s, uint64_t digits, uint64_t whole, uint64_t sign,
                                                          double *out) {
    uint64_t point = s[whole] == '.', frac = point ? weft__ctz64(~(digits >> (whole + 1))) : 0, count = whole + frac;
    if (weft_unlikely(whole - 1 > 15 || count > 19 || (point && !frac) || (*s == '0' && whole > 1)))
        return whole > 16 ? weft__real_parse_swar(s - sign, out) : NULL; /* the point lies behind the 16 digits */
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)s);
    __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(s + 1));
    a = _mm_blendv_epi8(b, a, WEFT__KERNEL(weft__first)(whole));
    a = _mm_and_si128(_mm_sub_epi8(a, _mm_set1_epi8('0')), WEFT__KERNEL(weft__first)(count));
    const __m128i tens = _mm_setr_epi8(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1);
    const __m128i hundreds = _mm_setr_epi16(100, 1, 100, 1, 100, 1, 100, 1);
    const __m128i myriads = _mm_setr_epi16(10000, 1, 10000, 1, 10000, 1, 10000, 1);
    a = _mm_madd_epi16(_mm_maddubs_epi16(a, tens), hundreds);
    a = _mm_madd_epi16(_mm_packus_epi32(a, a), myriads);
    uint64_t eights;
    memcpy(&eights, &a, 8);
    uint64_t w = (eights & 0xffffffff) * 100000000000u + (eights >> 32) * 1000;
    if (count > 16) { /* up to three digits more, first lowest */
        uint32_t rest = weft__load32le(s + 16 + point) & (0xffffffffu >> (8 * (20 - count)));
        rest &= 0x0f0f0f;
        w += (rest & 0xff) * 100 + (rest >> 8 & 0xff) * 10 + (rest >> 16);
    }
    const char *e = s + count + point;
    if (weft_unlikely((*e | 0x20) == 'e')) {
        int64_t x;
        e = weft__take_exponent(e + 1, &x);
        if (weft_unlikely(!e)) return NULL;
        x += (int64_t)whole - 19;
        *out = weft__real_of_bits((weft_likely(w) ? weft__scale_to_bits(w, x, &weft__binary64) : 0) | sign << 63);
        return e;
    }
    *out = weft__real_of_bits((weft_likely(w) ? weft__scale_fraction(w, whole) : 0) | sign << 63);
    return e;
}
/* n digits at s, 1..19; reads 24 bytes. */
WEFT_INLINE uint64_t WEFT__KERNEL(weft__uint_of_shape)(const char *s, uint64_t n) {
    uint64_t w = 0;
    while (n >= 8) {
        w = w * 100000000 + weft__value_of8(weft__load64le(s) & 0x0f0f0f0f0f0f0f0fu);
        s += 8;
        n -= 8;
    }
    if (n) w = w * weft__ten_to_u32[n] + weft__value_of8(weft__load64le(s) << (64 - 8 * n) & 0x0f0f0f0f0f0f0f0fu);
    return w;
}
WEFT_INLINE const char *WEFT__KERNEL(weft__real_parse)(const char *p, double *out) {
    uint64_t sign = *p == '-';
    const char *s = p + sign;
    uint64_t digits = WEFT__KERNEL(weft__digit_mask)(s), n = weft__ctz64(~digits);
    char next = s[n];
    if (next == '.' || (next | 0x20) == 'e') return WEFT__KERNEL(weft__real_of_shape)(s, digits, n, sign, out);
    if (weft_unlikely(n - 1 > 18 || (*s == '0' && n > 1))) return NULL;
    uint64_t u = WEFT__KERNEL(weft__uint_of_shape)(s, n);
    double d = u <= INT64_MAX ? (double)(int64_t)u : (double)u;
    *out = sign ? -d : d;
    return s + n;
}
WEFT_INLINE const char *WEFT__KERNEL(weft__number_parse)(const char *p, weft__number *out) {
    uint64_t sign = *p == '-';
    const char *s = p + sign;
    uint64_t digits = WEFT__KERNEL(weft__digit_mask)(s), n = weft__ctz64(~digits);
    char next = s[n];
    if (next == '.' || (next | 0x20) == 'e') {
        out->kind = WEFT__NUMBER_REAL;
        return WEFT__KERNEL(weft__real_of_shape)(s, digits, n, sign, &out->d);
    }
    if (weft_unlikely(n - 1 > 18 || (*s == '0' && n + sign > 1))) return NULL;
    uint64_t u = WEFT__KERNEL(weft__uint_of_shape)(s, n);
    if (weft_unlikely(sign && u > (uint64_t)1 << 63)) return NULL;
    out->kind = sign || u <= INT64_MAX ? WEFT__NUMBER_INT : WEFT__NUMBER_UINT;
    out->u = (u ^ (0 - sign)) + sign;
    return s + n;
}
