/* Text -> numbers with AVX-512 (BW, VL, VBMI, VBMI2). Include between base/target_avx512.h and target_end.h.
 *
 * The first 32 bytes behind the sign are one register. Masks of digits and of the point give the length of the number
 * without a loop; the digits without the point are compressed to the left, so that they stand for d.ddd... * 10^18 and
 * the power of ten depends only on how many stand before the point (weft__scale_fraction). What has an exponent, more
 * than 19 digits or no regular shape goes other ways.
 */
#ifndef WEFT_SRC_TEXT_NUMBER_PARSE_AVX512_H
#define WEFT_SRC_TEXT_NUMBER_PARSE_AVX512_H

#include "text/number_parse.h"

/* Bytes '0', 10 and '.'; weights that turn 19 digits into numbers of two, four and eight digits and the last three. */
typedef struct weft__parse_constants {
    uint8_t zero[32], ten[32], point[32], w1[32];
    int16_t w2[16], w3[16];
    int8_t ramp[64];   /* loaded at n: moves n digits to the end of 32 bytes; negative: zero */
    uint8_t pairs[32]; /* the weights of whole 32 digits */
    int16_t hundreds[16], myriads[16];
} weft__parse_constants;
#define C4(x) x, x, x, x
#define C32(x) C4(x), C4(x), C4(x), C4(x), C4(x), C4(x), C4(x), C4(x)
#define P8(a, b) a, b, a, b, a, b, a, b
#define R8(x) x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7
static const weft__parse_constants weft__parse_constants_avx512 __attribute__((aligned(64))) = {
    { C32('0') },
    { C32(10) },
    { C32('.') },
    { P8(10, 1), P8(10, 1), 10, 1, 1 },
    { P8(100, 1), 10, 1 },
    { 10000, 1, 10000, 1, 0, 0, 0, 0, 1 },
    { R8(-32), R8(-24), R8(-16), R8(-8), R8(0), R8(8), R8(16), R8(24) },
    { P8(10, 1), P8(10, 1), P8(10, 1), P8(10, 1) },
    { P8(100, 1), P8(100, 1) },
    { P8(10000, 1), P8(10000, 1) },
};
#undef C4
#undef C32
#undef P8
#undef R8

typedef struct weft__front {
    const char *s; /* behind the sign */
    __m256i text, digit;
    uint64_t sign, digits; /* which of the 32 bytes are digits */
} weft__front;
WEFT_INLINE weft__front weft__front_read(const char *p, const weft__parse_constants *c) {
    weft__front f;
    f.sign = *p == '-';
    f.s = p + f.sign;
    f.text = _mm256_loadu_si256((const __m256i *)(const void *)f.s);
    f.digit = _mm256_sub_epi8(f.text, _mm256_load_si256((const __m256i *)(const void *)c->zero));
    f.digits = weft__opaque(_mm256_cmplt_epu8_mask(f.digit, _mm256_load_si256((const __m256i *)(const void *)c->ten)));
    return f;
}

static WEFT_NOINLINE const char *weft__real_with_exponent(const char *e, uint64_t w, int64_t q, uint64_t sign,
                                                          double *out) {
    int64_t x;
    e = weft__take_exponent(e + 1, &x);
    if (weft_unlikely(!e)) return NULL;
    *out = weft__real_of_bits((weft_likely(w) ? weft__scale_to_bits(w, q + x, &weft__binary64) : 0) | sign << 63);
    return e;
}

WEFT_INLINE const char *weft__real_from_front(weft__front f, const weft__parse_constants *c, double *out) {
    uint64_t other = ~f.digits;
    uint64_t points =
        weft__opaque(_mm256_cmpeq_epi8_mask(f.text, _mm256_load_si256((const __m256i *)(const void *)c->point)));
    uint64_t point = points & (f.digits + 1) & other; /* the point, if it follows the first digits directly */
    uint64_t all = f.digits | point;
    uint64_t keep = weft__opaque(f.digits & ~(all + 1)); /* digits of this number */
    uint64_t whole = _tzcnt_u64(other), end = _tzcnt_u64(~all);
    /* no digit in front; a point without a digit behind; "0" and another digit */
    uint64_t odd = ((point << 1 | 1) & other) | (f.digits & (uint64_t)(*f.s == '0') << 1);
    if (weft_unlikely(odd) || weft_unlikely(_mm_popcnt_u64(keep) > 19)) return NULL;
    __m256i a = _mm256_setzero_si256();
    __asm__("" : "+v"(a)); /* vpcompressb waits for its destination even when it zeroes (Zen 5) */
    a = _mm256_mask_compress_epi8(a, (__mmask32)keep, f.digit);
    a = _mm256_maddubs_epi16(a, _mm256_load_si256((const __m256i *)(const void *)c->w1));
    a = _mm256_madd_epi16(a, _mm256_load_si256((const __m256i *)(const void *)c->w2));
    a = _mm256_packus_epi32(a, a);
    a = _mm256_madd_epi16(a, _mm256_load_si256((const __m256i *)(const void *)c->w3));
    uint64_t b = (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(a));
    uint64_t last = (uint32_t)_mm_cvtsi128_si32(_mm256_extracti128_si256(a, 1));
    uint64_t w = (b & 0xffffffff) * 100000000000u + (b >> 32) * 1000 + last;
    const char *e = f.s + end;
    if ((*e | 0x20) == 'e') return weft__real_with_exponent(e, w, (int64_t)whole - 19, f.sign, out);
    *out = weft__real_of_bits((weft_likely(w) ? weft__scale_fraction(w, whole) : 0) | f.sign << 63);
    return e;
}
/* n = 1..20 digits, brought to the right end by one permutation. False: more than 64 bits. */
WEFT_INLINE bool weft__uint_of_digits_avx512(__m256i digit, uint64_t n, const weft__parse_constants *c, uint64_t *out) {
    __m512i index = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)(c->ramp + n)));
    __m256i a = _mm512_castsi512_si256(_mm512_permutexvar_epi8(index, _mm512_zextsi256_si512(digit)));
    a = _mm256_maddubs_epi16(a, _mm256_load_si256((const __m256i *)(const void *)c->pairs));
    a = _mm256_madd_epi16(a, _mm256_load_si256((const __m256i *)(const void *)c->hundreds));
    a = _mm256_packus_epi32(a, a);
    a = _mm256_madd_epi16(a, _mm256_load_si256((const __m256i *)(const void *)c->myriads));
    uint64_t high = (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(a)) >> 32;
    uint64_t b = (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(a, 1));
    uint64_t low = (b & 0xffffffff) * 100000000 + (b >> 32);
    if (weft_unlikely(high > 1843) && (high > 1844 || high * 10000000000000000u > UINT64_MAX - low)) return false;
    *out = low + high * 10000000000000000u;
    return true;
}
WEFT_INLINE const char *weft__real_parse_avx512(const char *p, double *out) {
    const weft__parse_constants *c = (const weft__parse_constants *)weft__opaque_ptr(&weft__parse_constants_avx512);
    weft__front f = weft__front_read(p, c);
    uint64_t n = _tzcnt_u64(~f.digits), u;
    char next = f.s[n];
    if (next == '.' || (next | 0x20) == 'e') return weft__real_from_front(f, c, out);
    /* an integer: the machine's own conversion rounds it rightly */
    if (weft_unlikely(n - 1 > 18 || (*f.s == '0' && n > 1))) return NULL;
    if (!weft__uint_of_digits_avx512(f.digit, n, c, &u)) return NULL;
    *out = f.sign ? -(double)u : (double)u;
    return f.s + n;
}
WEFT_INLINE const char *weft__number_parse_avx512(const char *p, weft__number *out) {
    const weft__parse_constants *c = (const weft__parse_constants *)weft__opaque_ptr(&weft__parse_constants_avx512);
    weft__front f = weft__front_read(p, c);
    uint64_t n = _tzcnt_u64(~f.digits), u;
    char next = f.s[n];
    if (next == '.' || (next | 0x20) == 'e') {
        out->kind = WEFT__NUMBER_REAL;
        return weft__real_from_front(f, c, &out->d);
    }
    if (weft_unlikely(n - 1 > 19 || (*f.s == '0' && n + f.sign > 1))) return NULL;
    if (weft_unlikely(!weft__uint_of_digits_avx512(f.digit, n, c, &u)) ||
        weft_unlikely(f.sign && u > (uint64_t)1 << 63))
        return NULL;
    out->kind = f.sign || u <= INT64_MAX ? WEFT__NUMBER_INT : WEFT__NUMBER_UINT;
    out->u = (u ^ (0 - f.sign)) + f.sign;
    return f.s + n;
}

#endif
