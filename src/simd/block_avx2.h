/* block.h for AVX2 (with FMA, BMI1, BMI2, LZCNT): 32 bytes a register, masks by movemask. Include between names.h and
 * names_end.h, where functions are compiled for that set. */
#ifndef WEFT_SRC_SIMD_BLOCK_AVX2_H
#define WEFT_SRC_SIMD_BLOCK_AVX2_H

#include "simd/x86.h"

enum { LANES = 4, NUMS = 4, NUM_STEP = 1, WORDS = 8 };
typedef uint64_t lanes __attribute__((vector_size(32), may_alias));
typedef uint64_t lanes_u __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint32_t words __attribute__((vector_size(32), may_alias));

#define LD(p) _mm256_loadu_si256((const __m256i *)(p))
#define ST(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define B8(c) _mm256_set1_epi8((char)(c))
#define EQ(a, b) _mm256_cmpeq_epi8(a, b)
#define MOVE(v) ((uint32_t)_mm256_movemask_epi8(v))
#define PUT2(m, a, b)                                                                                                  \
    do {                                                                                                               \
        uint32_t x_ = MOVE(a), y_ = MOVE(b);                                                                           \
        memcpy(m, &x_, 4), memcpy((char *)(m) + 4, &y_, 4);                                                            \
    } while (0)
#define WS_TABLE                                                                                                       \
    _mm256_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0, ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t',     \
                     '\n', 0, 0, '\r', 0, 0)

WEFT_INLINE unsigned blk_scan8(const uint8_t *src, weft__group *g, uint64_t *op) {
    const __m256i ws = WS_TABLE;
    const __m256i ops = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                         0, 0, ':', '{', ',', '}', 0, 0);
    uint64_t any_high = 0;
    __m256i any_back = _mm256_setzero_si256(), least = B8(255);
    for (int i = 0; i < 8; i++) {
        __m256i a = LD(src + 64 * i), b = LD(src + 64 * i + 32);
        PUT2(&g->quote[i], EQ(a, B8('"')), EQ(b, B8('"')));
        PUT2(&g->ws[i], EQ(_mm256_shuffle_epi8(ws, a), a), EQ(_mm256_shuffle_epi8(ws, b), b));
        PUT2(&op[i], EQ(_mm256_shuffle_epi8(ops, a), _mm256_or_si256(a, B8(0x20))),
             EQ(_mm256_shuffle_epi8(ops, b), _mm256_or_si256(b, B8(0x20))));
        any_back = _mm256_or_si256(any_back, _mm256_or_si256(EQ(a, B8('\\')), EQ(b, B8('\\'))));
        g->high[i] = MOVE(_mm256_or_si256(a, b)); /* folded to 32 bits */
        any_high |= g->high[i];
        least = _mm256_min_epu8(least, _mm256_min_epu8(a, b));
    }
    unsigned r = 0;
    if (MOVE(any_back)) {
        r |= WEFT__HAS_BACK;
        for (int i = 0; i < 8; i++)
            PUT2(&g->back[i], EQ(LD(src + 64 * i), B8('\\')), EQ(LD(src + 64 * i + 32), B8('\\')));
    } else {
        memset(g->back, 0, sizeof g->back);
    }
    if (MOVE(EQ(_mm256_min_epu8(least, B8(31)), least))) {
        r |= WEFT__HAS_CTRL;
        for (int i = 0; i < 8; i++) {
            __m256i a = LD(src + 64 * i), b = LD(src + 64 * i + 32);
            PUT2(&g->ctrl[i], EQ(_mm256_min_epu8(a, B8(31)), a), EQ(_mm256_min_epu8(b, B8(31)), b));
        }
    } else {
        memset(g->ctrl, 0, sizeof g->ctrl);
    }
    return r | (any_high ? WEFT__HAS_HIGH : 0u);
}
enum { HIGH_END = 29 }; /* of the folded word */

WEFT_INLINE lanes lanes_parity(lanes x) {
    x ^= x << 1, x ^= x << 2, x ^= x << 4, x ^= x << 8, x ^= x << 16, x ^= x << 32;
    return x;
}
WEFT_INLINE lanes lanes_chain(lanes x, unsigned *carry) {
    static const int64_t flip[16][4]
        __attribute__((aligned(32))) = { { 0, 0, 0, 0 },   { -1, 0, 0, 0 },   { 0, -1, 0, 0 },   { -1, -1, 0, 0 },
                                         { 0, 0, -1, 0 },  { -1, 0, -1, 0 },  { 0, -1, -1, 0 },  { -1, -1, -1, 0 },
                                         { 0, 0, 0, -1 },  { -1, 0, 0, -1 },  { 0, -1, 0, -1 },  { -1, -1, 0, -1 },
                                         { 0, 0, -1, -1 }, { -1, 0, -1, -1 }, { 0, -1, -1, -1 }, { -1, -1, -1, -1 } };
    unsigned odd = (unsigned)_mm256_movemask_pd((__m256d)x);
    odd ^= odd << 1, odd ^= odd << 2;
    x ^= (lanes)_mm256_load_si256((const __m256i *)flip[(odd << 1 ^ (0 - *carry)) & 15]);
    *carry ^= odd >> 3 & 1;
    return x;
}
WEFT_INLINE lanes lanes_up(lanes x, lanes prev) {
    return (lanes)_mm256_blend_epi32(_mm256_permute4x64_epi64((__m256i)x, 0x93),
                                     _mm256_permute4x64_epi64((__m256i)prev, 0xff), 3);
}
WEFT_INLINE unsigned lanes_bits(lanes x) {
    return 15 ^ (unsigned)_mm256_movemask_pd((__m256d)_mm256_cmpeq_epi64((__m256i)x, _mm256_setzero_si256()));
}

/* Stores are what costs: the positions of eight tokens are collected in one register and widened by one store. */
WEFT_INLINE size_t blk_emit(const uint8_t *text, const uint64_t *set, unsigned blocks, uint32_t pos, uint32_t *idx,
                            uint8_t *tok) {
    size_t n = 0;
    const __m256i lane0 = _mm256_setr_epi64x(0, 0, 0x1010101010101010, 0x1010101010101010),
                  lane2 = _mm256_xor_si256(lane0, B8(0x20));
    for (unsigned i = 0; i < blocks; i++, text += 64, pos += 64) {
        uint64_t bits = set[i];
        unsigned count = (unsigned)_mm_popcnt_u64(bits), j = 0;
        do {
            uint64_t list = 0;
#pragma GCC unroll 8
            for (int t = 0; t < 8; t++) {
                list |= (uint64_t)_tzcnt_u64(bits) << 8 * t;
                bits &= bits - 1;
            }
            __m128i at = _mm_cvtsi64_si128((long long)list);
            ST(idx + n + j, _mm256_add_epi32(_mm256_cvtepu8_epi32(at), _mm256_set1_epi32((int)pos)));
            /* 16 bytes of text in each half; what lies elsewhere gets its top bit set and comes out as 0 */
            __m256i twice = _mm256_broadcastq_epi64(at);
            __m256i px = _mm256_add_epi8(_mm256_xor_si256(twice, lane0), B8(0x70));
            __m256i py = _mm256_add_epi8(_mm256_xor_si256(twice, lane2), B8(0x70));
            __m256i ch = _mm256_or_si256(_mm256_shuffle_epi8(LD(text), px), _mm256_shuffle_epi8(LD(text + 32), py));
            _mm_storel_epi64((__m128i *)(tok + n + j),
                             _mm_or_si128(_mm256_castsi256_si128(ch), _mm256_extracti128_si256(ch, 1)));
            j += 8;
        } while (weft_unlikely(j < count));
        n += count;
    }
    return n;
}

WEFT_INLINE bool blk_utf8(const uint8_t *p) {
    const __m256i first_high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)weft__utf8_first_high));
    const __m256i first_low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)weft__utf8_first_low));
    const __m256i second_high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)weft__utf8_second_high));
    const __m256i nibble = B8(15);
    __m256i wrong = _mm256_setzero_si256();
    for (int i = 0; i < 2; i++, p += 32) {
        __m256i cur = LD(p), p1 = LD(p - 1);
        __m256i a = _mm256_shuffle_epi8(first_high, _mm256_and_si256(_mm256_srli_epi16(p1, 4), nibble));
        __m256i b = _mm256_shuffle_epi8(first_low, _mm256_and_si256(p1, nibble));
        __m256i c = _mm256_shuffle_epi8(second_high, _mm256_and_si256(_mm256_srli_epi16(cur, 4), nibble));
        __m256i special = _mm256_and_si256(_mm256_and_si256(a, b), c);
        __m256i third = _mm256_subs_epu8(LD(p - 2), B8(0xe0 - 0x80)),
                fourth = _mm256_subs_epu8(LD(p - 3), B8(0xf0 - 0x80));
        __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), B8(0x80));
        wrong = _mm256_or_si256(wrong, _mm256_xor_si256(must, special));
    }
    return !_mm256_testz_si256(wrong, wrong);
}

WEFT_INLINE const uint8_t *blk_trim(const uint8_t *e) {
    const __m256i ws = WS_TABLE;
    for (;; e -= 32) {
        __m256i v = LD(e - 32);
        uint32_t other = ~MOVE(EQ(_mm256_shuffle_epi8(ws, v), v));
        if (weft_likely(other)) return e - __builtin_clz(other);
    }
}
WEFT_INLINE void blk_string(uint8_t *out, const uint8_t *p, size_t n, const uint8_t *end) {
    if (weft_likely(n <= 32 && (size_t)(end - p) >= 32)) {
        ST(out, LD(p));
    } else {
        size_t i = 0;
        for (; i + 32 <= n; i += 32) ST(out + i, LD(p + i));
        memcpy(out + i, p + i, n - i);
    }
    out[n] = 0;
}

WEFT_INLINE void num_masks(weft__digits *p, unsigned k) {
    __m256i d = _mm256_xor_si256(_mm256_load_si256((const __m256i *)p->raw[k]), B8('0'));
    p->other[k] = ~MOVE(EQ(_mm256_min_epu8(d, B8(9)), d));
    p->zero[k] = MOVE(EQ(d, _mm256_setzero_si256()));
    p->point[k] = MOVE(EQ(d, B8('.' ^ '0')));
    _mm256_store_si256((__m256i *)p->raw[k], d);
}
WEFT_INLINE unsigned words_bits(words x) { return (unsigned)_mm256_movemask_ps((__m256)x); }
/* Exact where one bit below the top one is set; else anything from 0 to 31. */
WEFT_INLINE words words_clz(words x) {
    __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps((__m256i)x)), 23);
    return (words)_mm256_and_si256(_mm256_sub_epi32(_mm256_set1_epi32(158), exponent), _mm256_set1_epi32(31));
}

/* Eight sums of four digits each: the 32 bytes of one number, the gap of its point closed. */
#define FOURS(p, k)                                                                                                    \
    _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_and_si256(_mm256_blendv_epi8(LD((p)->raw[k] - 1), LD((p)->raw[k]),   \
                                                                               LD(weft__last_n + (p)->frac[k])),       \
                                                            LD(weft__last_n + (p)->kept[k])),                          \
                                           _mm256_set1_epi16(0x010a)),                                                 \
                      _mm256_set1_epi32(0x00010064))

/* Four numbers; see block_avx512.h. */
WEFT_INLINE unsigned num_sum(weft__digits *p, unsigned m) {
    const __m256i m10000 = _mm256_set1_epi32(0x00012710);
    __m256i a = _mm256_madd_epi16(_mm256_packus_epi32(FOURS(p, m), FOURS(p, m + 1)), m10000); /* top0 top1 low0 low1 */
    __m256i b = _mm256_madd_epi16(_mm256_packus_epi32(FOURS(p, m + 2), FOURS(p, m + 3)), m10000);
    __m256i top = _mm256_permute2x128_si256(a, b, 0x20), low = _mm256_permute2x128_si256(a, b, 0x31);
    top = _mm256_shuffle_epi32(top, 0xb1); /* swaps the halves */
    __m256i w = _mm256_slli_epi64(_mm256_mul_epu32(top, _mm256_set1_epi64x(10000000000000000 >> 32)), 32);
    w = _mm256_add_epi64(w, _mm256_mul_epu32(top, _mm256_set1_epi64x(10000000000000000 & 0xffffffff)));
    w = _mm256_add_epi64(
        w, _mm256_add_epi64(_mm256_mul_epu32(low, _mm256_set1_epi64x(100000000)), _mm256_srli_epi64(low, 32)));
    _mm256_store_si256((__m256i *)(p->w + m), w);
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(top, _mm256_set1_epi64x(999))));
}
WEFT_INLINE unsigned num_cells(const weft__digits *p, unsigned m, unsigned reals, uint64_t kind_int, uint64_t kind_real,
                               uint64_t *out) {
    __m256i w = _mm256_load_si256((const __m256i *)(p->w + m));
    __m256i neg = _mm256_cvtepi32_epi64(_mm_srai_epi32(_mm_load_si128((const __m128i *)(p->len + m)), 31));
    __m256i v = _mm256_sub_epi64(_mm256_xor_si256(w, neg), neg), meta = _mm256_set1_epi64x((int64_t)kind_int);
    __m256i odd = _mm256_or_si256(w, _mm256_and_si256(neg, _mm256_cmpeq_epi64(w, _mm256_setzero_si256())));
    unsigned slow = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(odd)) & ~reals;
    if (reals) {
        __m256d x = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(weft__ten_tenth[p->frac[m]])),
                                         _mm_load_pd(weft__ten_tenth[p->frac[m + 2]]), 1);
        __m256d y = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(weft__ten_tenth[p->frac[m + 1]])),
                                         _mm_load_pd(weft__ten_tenth[p->frac[m + 3]]), 1);
        __m256d power = _mm256_unpacklo_pd(x, y), inverse = _mm256_unpackhi_pd(x, y);
        __m256d lo =
            _mm256_sub_pd(_mm256_castsi256_pd(_mm256_blend_epi32(w, _mm256_set1_epi64x(0x4330000000000000), 0xaa)),
                          _mm256_set1_pd(0x1p52));
        __m256d hi = _mm256_sub_pd(
            _mm256_castsi256_pd(_mm256_or_si256(_mm256_srli_epi64(w, 32), _mm256_set1_epi64x(0x4530000000000000))),
            _mm256_set1_pd(0x1p84));
        __m256d wh = _mm256_add_pd(hi, lo),
                wl = _mm256_sub_pd(lo, _mm256_sub_pd(wh, hi)); /* exact: |hi| >= |lo| or hi = 0 */
        __m256d q1 = _mm256_mul_pd(wh, inverse);
        __m256d q2 = _mm256_mul_pd(_mm256_add_pd(_mm256_fnmadd_pd(q1, power, wh), wl), inverse);
        __m256d err = _mm256_mul_pd(q1, _mm256_set1_pd(0x1p-100));
        __m256d r = _mm256_add_pd(q1, _mm256_add_pd(q2, err));
        slow |= (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(r, _mm256_add_pd(q1, _mm256_sub_pd(q2, err)), _CMP_NEQ_UQ)) &
                reals;
        __m256i is_real =
            _mm256_cvtepi32_epi64(_mm_cmplt_epi32(_mm_load_si128((const __m128i *)(p->frac + m)), _mm_set1_epi32(32)));
        v = _mm256_blendv_epi8(v, _mm256_or_si256(_mm256_castpd_si256(r), _mm256_slli_epi64(neg, 63)), is_real);
        meta = _mm256_blendv_epi8(meta, _mm256_set1_epi64x((int64_t)kind_real), is_real);
    }
    __m256i c = _mm256_unpacklo_epi64(meta, v), d = _mm256_unpackhi_epi64(meta, v); /* 0 2 | 1 3 */
    _mm_store_si128((__m128i *)out, _mm256_castsi256_si128(c));
    _mm_store_si128((__m128i *)(out + 2), _mm256_castsi256_si128(d));
    _mm_store_si128((__m128i *)(out + 4), _mm256_extracti128_si256(c, 1));
    _mm_store_si128((__m128i *)(out + 6), _mm256_extracti128_si256(d, 1));
    return slow;
}

#undef LD
#undef ST
#undef B8
#undef EQ
#undef MOVE
#undef PUT2
#undef WS_TABLE
#undef FOURS

#endif
