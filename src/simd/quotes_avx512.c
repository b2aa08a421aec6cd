/* The quote list for AVX-512. */
#include "simd/quotes.h"

#if WEFT__QUOTES_X86
#include "base/target_avx512.h"
#define WEFT__ISA avx512
#include "base/kernel.h"
#define QUOTES_BLOCK __m512i
#define QUOTES_LOAD(p) _mm512_loadu_si512(p)
#define QUOTES_EQUAL(block, c) _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(c))
#define QUOTES_BELOW(block) _mm512_cmplt_epu8_mask(block, _mm512_set1_epi8(0x20))
#define QUOTES_HIGH(block) _mm512_movepi8_mask(block)
#include "simd/quotes_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
