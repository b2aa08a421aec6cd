/* block.h for AVX-512 (with VBMI, VBMI2, GFNI, VPCLMULQDQ): 64 bytes a register, masks by an 8x8 bit transpose. Include
 * between names.h and names_end.h, where functions are compiled for that set. */
#ifndef WEFT_SRC_SIMD_BLOCK_AVX512_H
#define WEFT_SRC_SIMD_BLOCK_AVX512_H

#include "simd/x86.h"

enum { LANES = 8, NUMS = 8, NUM_STEP = 2, WORDS = 16 };
typedef uint64_t lanes __attribute__((vector_size(64), may_alias));
typedef uint64_t lanes_u __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint32_t words __attribute__((vector_size(64), may_alias));

static const uint8_t weft__iota64[64] WEFT__ALIGN64 = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63
};
static const uint8_t weft__byte_transpose[64] WEFT__ALIGN64 = { 0,  8,  16, 24, 32, 40, 48, 56, 1,  9,  17, 25, 33,
                                                                41, 49, 57, 2,  10, 18, 26, 34, 42, 50, 58, 3,  11,
                                                                19, 27, 35, 43, 51, 59, 4,  12, 20, 28, 36, 44, 52,
                                                                60, 5,  13, 21, 29, 37, 45, 53, 61, 6,  14, 22, 30,
                                                                38, 46, 54, 62, 7,  15, 23, 31, 39, 47, 55, 63 };

/* Every byte of 512 gets a class byte by table look-up (7 bits; bit 7 says that it is not ASCII); GFNI and byte/word
 * permutes turn 8 blocks of class bytes into one vector per class, a 64-bit mask of each block per lane. Classes 0..6
 * of bytes above ASCII are not cleared. */
WEFT_INLINE void blk_classes8(const uint8_t *src, const uint8_t table[128], __m512i out[8]) {
    const __m512i cls0 = _mm512_load_si512(table), cls1 = _mm512_load_si512(table + 64),
                  top = _mm512_set1_epi8((char)0x80);
    const __m512i bit = _mm512_set1_epi64((int64_t)0x8040201008040201u),
                  by_class = _mm512_load_si512(weft__byte_transpose);
    __m512i m[8], t[8];
    for (int i = 0; i < 8; i++) {
        __m512i v = _mm512_loadu_si512(src + 64 * i);
        __m512i c = _mm512_permutex2var_epi8(cls0, v, cls1); /* by the low 7 bits */
        c = _mm512_ternarylogic_epi32(c, v, top, 0xf8);      /* c | (v & 0x80) */
        c = _mm512_gf2p8affine_epi64_epi8(bit, c, 0);        /* qword: class bytes of 8 characters */
        m[i] = _mm512_permutexvar_epi8(by_class, c);         /* qword k: class k of 64 characters */
    }
    for (int i = 0; i < 4; i++) { /* 8x8 transpose of 64-bit masks */
        t[2 * i] = _mm512_unpacklo_epi64(m[2 * i], m[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_epi64(m[2 * i], m[2 * i + 1]);
    }
    for (int odd = 0; odd < 2; odd++) {
        __m512i a0 = _mm512_shuffle_i64x2(t[odd], t[2 + odd], 0x88),
                a1 = _mm512_shuffle_i64x2(t[4 + odd], t[6 + odd], 0x88);
        __m512i b0 = _mm512_shuffle_i64x2(t[odd], t[2 + odd], 0xdd),
                b1 = _mm512_shuffle_i64x2(t[4 + odd], t[6 + odd], 0xdd);
        out[0 + odd] = _mm512_shuffle_i64x2(a0, a1, 0x88);
        out[4 + odd] = _mm512_shuffle_i64x2(a0, a1, 0xdd);
        out[2 + odd] = _mm512_shuffle_i64x2(b0, b1, 0x88);
        out[6 + odd] = _mm512_shuffle_i64x2(b0, b1, 0xdd);
    }
    /* the transpose reversed the bits of each byte */
    for (int i = 0; i < 8; i++) out[i] = _mm512_gf2p8affine_epi64_epi8(out[i], bit, 0);
}

WEFT_INLINE unsigned blk_scan8(const uint8_t *src, weft__group *g, uint64_t *op_out) {
    enum { QUOTE = 1, BACK = 2, OP = 4, WS = 8, CTRL = 16, C = CTRL, W = CTRL | WS };
    static const uint8_t table[128] WEFT__ALIGN64 = { C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      W,
                                                      W,
                                                      C,
                                                      C,
                                                      W,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      [' '] = WS,
                                                      ['{'] = OP,
                                                      ['}'] = OP,
                                                      ['['] = OP,
                                                      [']'] = OP,
                                                      [':'] = OP,
                                                      [','] = OP,
                                                      ['"'] = QUOTE,
                                                      ['\\'] = BACK };
    __m512i c[8];
    blk_classes8(src, table, c);
    __m512i back = _mm512_andnot_si512(c[7], c[1]);
    _mm512_store_si512(g->quote, _mm512_andnot_si512(c[7], c[0]));
    _mm512_store_si512(g->back, back);
    _mm512_store_si512(op_out, _mm512_andnot_si512(c[7], c[2]));
    _mm512_store_si512(g->ws, _mm512_andnot_si512(c[7], c[3]));
    _mm512_store_si512(g->ctrl, _mm512_andnot_si512(c[7], c[4]));
    _mm512_store_si512(g->high, c[7]);
    return (unsigned)WEFT__HAS_CTRL | (_mm512_test_epi64_mask(c[7], c[7]) ? WEFT__HAS_HIGH : 0u) |
           (_mm512_test_epi64_mask(back, back) ? WEFT__HAS_BACK : 0u);
}

WEFT_INLINE lanes lanes_parity(lanes x) {
    const __m512i ones = _mm512_set1_epi64(-1);
    return (lanes)_mm512_unpacklo_epi64(_mm512_clmulepi64_epi128((__m512i)x, ones, 0x00),
                                        _mm512_clmulepi64_epi128((__m512i)x, ones, 0x01));
}
WEFT_INLINE lanes lanes_chain(lanes x, unsigned *carry) {
    unsigned odd = _mm512_movepi64_mask((__m512i)x);
    odd ^= odd << 1, odd ^= odd << 2, odd ^= odd << 4;
    x = (lanes)_mm512_mask_xor_epi64((__m512i)x, (__mmask8)(odd << 1 ^ (0 - *carry)), (__m512i)x,
                                     _mm512_set1_epi64(-1));
    *carry ^= odd >> 7 & 1;
    return x;
}
WEFT_INLINE lanes lanes_up(lanes x, lanes prev) { return (lanes)_mm512_alignr_epi64((__m512i)x, (__m512i)prev, 7); }
WEFT_INLINE unsigned lanes_bits(lanes x) { return _mm512_test_epi64_mask((__m512i)x, (__m512i)x); }
enum { HIGH_END = 61 };

WEFT_INLINE size_t blk_emit(const uint8_t *text, const uint64_t *set, unsigned blocks, uint32_t pos, uint32_t *idx,
                            uint8_t *tok) {
    __m512i base = _mm512_set1_epi32((int)pos);
    size_t n = 0;
    for (unsigned i = 0; i < blocks; i++, text += 64) {
        uint64_t count = (uint64_t)__builtin_popcountll(set[i]);
        __m512i at = _mm512_maskz_compress_epi8(set[i], _mm512_load_si512(weft__iota64));
        __m512i ch = _mm512_permutexvar_epi8(at, _mm512_loadu_si512(text));
        _mm_storeu_si128((__m128i *)(tok + n), _mm512_castsi512_si128(ch));
        _mm512_storeu_si512(idx + n, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(at)), base));
        if (weft_unlikely(count > 16)) {
            _mm512_storeu_si512(tok + n, ch);
            _mm512_storeu_si512(idx + n + 16,
                                _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 1)), base));
            if (weft_unlikely(count > 32)) {
                _mm512_storeu_si512(idx + n + 32,
                                    _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 2)), base));
                _mm512_storeu_si512(idx + n + 48,
                                    _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 3)), base));
            }
        }
        base = _mm512_add_epi32(base, _mm512_set1_epi32(64));
        n += count;
    }
    return n;
}

WEFT_INLINE bool blk_utf8(const uint8_t *p) {
    const __m512i first_high = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)weft__utf8_first_high));
    const __m512i first_low = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)weft__utf8_first_low));
    const __m512i second_high = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)weft__utf8_second_high));
    __m512i cur = _mm512_loadu_si512(p), p1 = _mm512_loadu_si512(p - 1);
    __m512i p2 = _mm512_loadu_si512(p - 2), p3 = _mm512_loadu_si512(p - 3), nibble = _mm512_set1_epi8(15);
    __m512i a = _mm512_shuffle_epi8(first_high, _mm512_and_si512(_mm512_srli_epi16(p1, 4), nibble));
    __m512i b = _mm512_shuffle_epi8(first_low, _mm512_and_si512(p1, nibble));
    __m512i c = _mm512_shuffle_epi8(second_high, _mm512_and_si512(_mm512_srli_epi16(cur, 4), nibble));
    __m512i special = _mm512_ternarylogic_epi32(a, b, c, 0x80);
    __m512i third = _mm512_subs_epu8(p2, _mm512_set1_epi8(0xe0 - 0x80)); /* top bit set if lead of 3 and more */
    __m512i fourth = _mm512_subs_epu8(p3, _mm512_set1_epi8(0xf0 - 0x80));
    __m512i must = _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)0x80));
    return _mm512_cmpneq_epi8_mask(must, special) != 0; /* a third or fourth byte must, others must not */
}

WEFT_INLINE const uint8_t *blk_trim(const uint8_t *e) {
    const __m128i set = _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
    for (;; e -= 64) {
        __m512i v = _mm512_loadu_si512(e - 64);
        uint64_t other = _mm512_cmpneq_epi8_mask(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(set), v), v);
        if (weft_likely(other)) return e - __builtin_clzll(other);
    }
}
WEFT_INLINE void blk_string(uint8_t *out, const uint8_t *p, size_t n, const uint8_t *end) {
    (void)end;                 /* masked loads read what they are told */
    if (weft_likely(n < 32)) { /* half as many stores over the border of a cache line as with 64 bytes */
        _mm256_storeu_si256((__m256i *)out, _mm256_maskz_loadu_epi8(_bzhi_u32(~0u, (unsigned)n), p));
        return;
    }
    for (; weft_unlikely(n > 63); n -= 64, p += 64, out += 64) _mm512_storeu_si512(out, _mm512_loadu_si512(p));
    _mm512_storeu_si512(out, _mm512_maskz_loadu_epi8(_bzhi_u64(~(uint64_t)0, (unsigned)n), p));
}

WEFT_INLINE void num_masks(weft__digits *p, unsigned k) {
    __m512i d = _mm512_xor_si512(_mm512_load_si512(p->raw[k]), _mm512_set1_epi8('0'));
    uint64_t a = _mm512_cmpgt_epu8_mask(d, _mm512_set1_epi8(9)), b = _mm512_testn_epi8_mask(d, d);
    uint64_t c = _mm512_cmpeq_epi8_mask(d, _mm512_set1_epi8('.' ^ '0'));
    memcpy(p->other + k, &a, 8), memcpy(p->zero + k, &b, 8), memcpy(p->point + k, &c, 8);
    _mm512_store_si512(p->raw[k], d);
}
WEFT_INLINE words words_clz(words x) { return (words)_mm512_lzcnt_epi32((__m512i)x); }
WEFT_INLINE unsigned words_bits(words x) { return _mm512_movepi32_mask((__m512i)x); }

/* Closes the gap of the point and sums the digits of eight numbers. */
WEFT_INLINE unsigned num_sum(weft__digits *p, unsigned m) {
    const __m512i m10 = _mm512_set1_epi16(0x010a), m100 = _mm512_set1_epi32(0x00010064),
                  m10000 = _mm512_set1_epi32(0x00012710);
    const __m512i before = _mm512_add_epi8(_mm512_load_si512(weft__iota64), _mm512_set1_epi8(-1));
    __m512i d[4];
    __m256i fr = _mm256_load_si256((const __m256i *)(p->frac + m)),
            kp = _mm256_load_si256((const __m256i *)(p->kept + m));
    uint64_t below[4] __attribute__((aligned(32))), keep[4] __attribute__((aligned(32)));
    const __m256i all = _mm256_set1_epi32(-1), c32 = _mm256_set1_epi32(32);
    _mm256_store_si256((__m256i *)below, _mm256_srlv_epi32(all, fr));
    _mm256_store_si256((__m256i *)keep, _mm256_sllv_epi32(all, _mm256_sub_epi32(c32, kp)));
    for (int j = 0; j < 4; j++) {
        d[j] = _mm512_load_si512(p->raw[m + 2 * (unsigned)j]);
        d[j] = _mm512_mask_permutexvar_epi8(d[j], below[j], before, d[j]);
        d[j] = _mm512_maskz_mov_epi8(keep[j], d[j]);
        d[j] = _mm512_madd_epi16(_mm512_maddubs_epi16(d[j], m10), m100);
    }
    __m512i a = _mm512_madd_epi16(_mm512_packus_epi32(d[0], d[1]), m10000);
    __m512i b = _mm512_madd_epi16(_mm512_packus_epi32(d[2], d[3]), m10000);
    __m512i top = _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13), b);
    __m512i low = _mm512_permutex2var_epi64(a, _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15), b);
    top = _mm512_rol_epi64(top, 32);
    __m512i w = _mm512_add_epi64(
        _mm512_mullo_epi64(top, _mm512_set1_epi64(10000000000000000)),
        _mm512_add_epi64(_mm512_mul_epu32(low, _mm512_set1_epi64(100000000)), _mm512_srli_epi64(low, 32)));
    _mm512_store_si512(p->w + m, w);
    return _mm512_cmpgt_epu64_mask(top, _mm512_set1_epi64(999));
}

/* Eight numbers: divides decimals by their power of ten in double-double arithmetic (a reciprocal; taken when the whole
 * error interval rounds to one double: 2^-100 relative, the true error is below 2^-103), and stores the cells.
 * Undecided: near ties, integers over INT64_MAX, "-0". */
WEFT_INLINE unsigned num_cells(const weft__digits *p, unsigned m, unsigned reals, uint64_t kind_int, uint64_t kind_real,
                               uint64_t *out) {
    __m512i w = _mm512_load_si512(p->w + m);
    __mmask8 neg = _mm256_movepi32_mask(_mm256_load_si256((const __m256i *)(p->len + m)));
    __m512i v = _mm512_mask_sub_epi64(w, neg, _mm512_setzero_si512(), w), meta = _mm512_set1_epi64((int64_t)kind_int);
    unsigned slow = (_mm512_movepi64_mask(w) | _mm512_mask_testn_epi64_mask(neg, w, w)) & ~reals;
    if (reals) { /* arrays of one kind predict well */
        const __m512d *ten = (const __m512d *)weft__ten, *tenth = (const __m512d *)weft__tenth;
        __m512i f = _mm512_cvtepu32_epi64(_mm256_load_si256((const __m256i *)(p->frac + m)));
        __mmask8 far = _mm512_test_epi64_mask(f, _mm512_set1_epi64(16));
        __m512d power = _mm512_mask_permutexvar_pd(_mm512_permutex2var_pd(ten[0], f, ten[1]), far, f, ten[2]);
        __m512d inverse = _mm512_mask_permutexvar_pd(_mm512_permutex2var_pd(tenth[0], f, tenth[1]), far, f, tenth[2]);
        __m512d wh = _mm512_cvtepu64_pd(w);
        __m512d wl = _mm512_cvtepi64_pd(_mm512_sub_epi64(w, _mm512_cvtpd_epu64(wh)));
        __m512d q1 = _mm512_mul_pd(wh, inverse);
        __m512d q2 = _mm512_mul_pd(_mm512_add_pd(_mm512_fnmadd_pd(q1, power, wh), wl), inverse);
        __m512d err = _mm512_mul_pd(q1, _mm512_set1_pd(0x1p-100));
        __m512d r = _mm512_add_pd(q1, _mm512_add_pd(q2, err));
        slow |= _mm512_cmp_pd_mask(r, _mm512_add_pd(q1, _mm512_sub_pd(q2, err)), _CMP_NEQ_UQ) & reals;
        __m512i x = _mm512_castpd_si512(r);
        x = _mm512_mask_or_epi64(x, neg, x, _mm512_set1_epi64(INT64_MIN));
        v = _mm512_mask_mov_epi64(v, (__mmask8)reals, x);
        meta = _mm512_mask_mov_epi64(meta, (__mmask8)reals, _mm512_set1_epi64((int64_t)kind_real));
    }
    _mm512_store_si512(out, _mm512_permutex2var_epi64(meta, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), v));
    _mm512_store_si512(out + 8, _mm512_permutex2var_epi64(meta, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), v));
    return slow;
}

#endif
