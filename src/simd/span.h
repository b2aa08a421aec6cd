/* Steps of the narrow kernels, which go over the text once: where a string, or white space, goes on. One realisation
 * per instruction set, chosen by WEFT__ISA being sse42, neon or scalar (WEFT__SPAN_SSE42, WEFT__SPAN_NEON, or neither):
 *
 *   SPAN          bytes looked at in one step
 *   span_string   how many bytes at p are plain (ASCII, no control, quote or backslash), at most SPAN
 *   span_trusted  the same with everything above ASCII plain too
 *   span_blank    how many of 16 bytes at p are white space
 *   span_move     SPAN bytes from p to out, out <= p (they may overlap)
 *
 * 16 bytes at p are readable.
 */
#define SPAN WEFT__KERNEL(SPAN)
#define span_string WEFT__KERNEL(span_string)
#define span_trusted WEFT__KERNEL(span_trusted)
#define span_blank WEFT__KERNEL(span_blank)
#define span_move WEFT__KERNEL(span_move)
#define span_word WEFT__KERNEL(span_word)
#define span_inked WEFT__KERNEL(span_inked)

#if defined(WEFT__SPAN_SSE42)
enum { SPAN = 16 };
WEFT_INLINE unsigned span_string(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    stop = _mm_or_si128(stop, _mm_cmplt_epi8(v, _mm_set1_epi8(0x20))); /* signed: above ASCII too */
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(stop) | 0x10000u);
}
WEFT_INLINE unsigned span_trusted(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p), low = _mm_set1_epi8(0x1f);
    __m128i stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(_mm_min_epu8(v, low), v));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(stop) | 0x10000u);
}
WEFT_INLINE unsigned span_blank(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i ws = _mm_shuffle_epi8(_mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0), v);
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(ws, v)) ^ 0x1ffffu);
}
WEFT_INLINE void span_move(uint8_t *out, const uint8_t *p) {
    _mm_storeu_si128((__m128i *)out, _mm_loadu_si128((const __m128i *)p));
}
#elif defined(WEFT__SPAN_NEON)
enum { SPAN = 16 };
/* 4 bits for each of 16 mask bytes -> index of the first that is set, or 16 */
WEFT_INLINE unsigned span_word(uint8x16_t stop) {
    uint64_t m = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);
    return m ? (unsigned)__builtin_ctzll(m) / 4 : 16;
}
WEFT_INLINE unsigned span_string(const uint8_t *p) {
    uint8x16_t v = vld1q_u8(p), stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
    return span_word(vorrq_u8(stop, vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20))));
}
WEFT_INLINE unsigned span_trusted(const uint8_t *p) {
    uint8x16_t v = vld1q_u8(p), stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
    return span_word(vorrq_u8(stop, vcltq_u8(v, vdupq_n_u8(0x20))));
}
WEFT_INLINE unsigned span_blank(const uint8_t *p) {
    uint8x16_t v = vld1q_u8(p), ws = vorrq_u8(vceqq_u8(v, vdupq_n_u8(' ')), vceqq_u8(v, vdupq_n_u8('\n')));
    return span_word(vmvnq_u8(vorrq_u8(ws, vorrq_u8(vceqq_u8(v, vdupq_n_u8('\t')), vceqq_u8(v, vdupq_n_u8('\r'))))));
}
WEFT_INLINE void span_move(uint8_t *out, const uint8_t *p) { vst1q_u8(out, vld1q_u8(p)); }
#else
enum { SPAN = 8 };
#define SPAN_ONES 0x0101010101010101u
#define SPAN_TOPS 0x8080808080808080u
/* Index of the first byte whose top bit is set in `tops`, or 8; bits in front of the first one are exact. */
WEFT_INLINE unsigned span_word(uint64_t tops) {
    tops &= SPAN_TOPS;
    return tops ? (unsigned)__builtin_ctzll(tops) / 8 : 8;
}
WEFT_INLINE unsigned span_string(const uint8_t *p) {
    uint64_t x = weft__load64le(p), q = x ^ SPAN_ONES * '"', b = x ^ SPAN_ONES * '\\';
    return span_word((x - SPAN_ONES * 0x20) | (q - SPAN_ONES) | (b - SPAN_ONES) | x);
}
WEFT_INLINE unsigned span_trusted(const uint8_t *p) {
    uint64_t x = weft__load64le(p), q = x ^ SPAN_ONES * '"', b = x ^ SPAN_ONES * '\\';
    return span_word(((x - SPAN_ONES * 0x20) & ~x) | ((q - SPAN_ONES) & ~q) | ((b - SPAN_ONES) & ~b));
}
/* Top bits of the bytes that are no white space. */
WEFT_INLINE uint64_t span_inked(uint64_t x) {
    uint64_t r = x, a = x ^ SPAN_ONES * ' ', b = x ^ SPAN_ONES * '\n', c = x ^ SPAN_ONES * '\r',
             d = x ^ SPAN_ONES * '\t';
    a = (a & ~SPAN_TOPS) + ~SPAN_TOPS, b = (b & ~SPAN_TOPS) + ~SPAN_TOPS;
    c = (c & ~SPAN_TOPS) + ~SPAN_TOPS, d = (d & ~SPAN_TOPS) + ~SPAN_TOPS;
    return ((a & b & c & d) | r) & SPAN_TOPS;
}
WEFT_INLINE unsigned span_blank(const uint8_t *p) {
    uint64_t a = span_inked(weft__load64le(p)), b = span_inked(weft__load64le(p + 8));
    return a ? span_word(a) : 8 + span_word(b);
}
WEFT_INLINE void span_move(uint8_t *out, const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    memcpy(out, &x, 8);
}
#undef SPAN_ONES
#undef SPAN_TOPS
#endif
