/* Text kernels for AVX2. */
#include "text/kernels.h"
#include "text/number_print.h"

#if WEFT__TEXT_X86
#include "base/target_avx2.h"
#define WEFT__ISA avx2
#include "base/kernel.h"
#include "text/number_parse_avx2.h"
#include "text/number_print_avx2.h"
#define WEFT__NUMBER_PARSE weft__number_parse_avx2
#define WEFT__REAL_PARSE weft__real_parse_avx2
#define WEFT__LAYOUT weft__layout_avx2
#define WEFT__UINT_PRINT weft__uint_print_table
#include "text/kernels_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
