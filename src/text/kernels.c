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

/* Chosen at the first call. A thread that comes at the same time finds the same. */
static _Atomic(const weft__text_kernels *) text_chosen;
const weft__text_kernels *weft__text(void) {
    const weft__text_kernels *k = text_chosen;
    if (weft_likely(k != NULL)) return k;
    k = weft__text_of(weft_cpu_used());
    if (!k) k = &weft__text_scalar;
    text_chosen = k;
    return k;
}
