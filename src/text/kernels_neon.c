/* Text kernels for NEON machines: general registers do numbers best so far. */
#include "text/kernels.h"
#include "text/number_print.h"

#if WEFT__TEXT_NEON
#define WEFT__ISA neon
#include "base/kernel.h"
#define WEFT__NUMBER_PARSE weft__number_parse_swar
#define WEFT__REAL_PARSE weft__real_parse_swar
#define WEFT__LAYOUT weft__layout_scalar
#define WEFT__UINT_PRINT weft__uint_print_table
#include "text/kernels_tpl.h"
#undef WEFT__ISA
#endif
