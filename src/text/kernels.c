/* The scalar kernels, and the choice among all. */
#include "text/kernels.h"
#include "text/number_print.h"

#define WEFT__ISA scalar
#include "base/kernel.h"
#define WEFT__NUMBER_PARSE weft__number_parse_swar
#define WEFT__REAL_PARSE weft__real_parse_swar
#define WEFT__LAYOUT weft__layout_scalar
#define WEFT__UINT_PRINT weft__uint_print_table
#include "text/kernels_tpl.h"
#undef WEFT__ISA

const weft__text_kernels *weft__text_of(weft_cpu cpu) {
    switch (cpu) {
    case WEFT_CPU_SCALAR: return &weft__text_scalar;
#if WEFT__TEXT_X86
    case WEFT_CPU_SSE42: return &weft__text_sse42;
    case WEFT_CPU_AVX2: return &weft__text_avx2;
    case WEFT_CPU_AVX512: return &weft__text_avx512;
#endif
#if WEFT__TEXT_NEON
    case WEFT_CPU_NEON: return &weft__text_neon;
#endif
    default: return NULL;
    }
}

static const weft__text_kernels *text_choose(void) {
    const weft__text_kernels *k = weft__text_of(weft_cpu_used());
    if (!k) k = &weft__text_scalar;
    atomic_store_explicit(&weft__text_chosen, k, memory_order_relaxed);
    return k;
}
static const char *text_first_number_parse(const char *p, weft__number *out) {
    return text_choose()->number_parse(p, out);
}
static const char *text_first_real_parse(const char *p, double *out) { return text_choose()->real_parse(p, out); }
static char *text_first_real_print(double value, char *out, bool plain) {
    return text_choose()->real_print(value, out, plain);
}
static char *text_first_uint_print(uint64_t value, char *out) { return text_choose()->uint_print(value, out); }
static const weft__text_kernels text_first = { text_first_number_parse, text_first_real_parse, text_first_real_print,
                                               text_first_uint_print };
_Atomic(const weft__text_kernels *) weft__text_chosen = &text_first;
