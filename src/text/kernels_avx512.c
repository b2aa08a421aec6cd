/* Text kernels for AVX-512. */
#include "text/kernels.h"

#if WEFT__TEXT_X86
#include "base/target_avx512.h"
#define WEFT__ISA avx512
#include "base/kernel.h"
#include "text/number_parse_avx512.h"
#include "text/number_print_avx512.h"
#define WEFT__NUMBER_PARSE weft__number_parse_avx512
#define WEFT__REAL_PARSE weft__real_parse_avx512
#define WEFT__LAYOUT weft__layout_avx512
#define WEFT__UINT_PRINT weft__uint_print_avx512
#include "text/kernels_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
