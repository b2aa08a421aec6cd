/* Text kernels for SSE4.2. */
#include "text/kernels.h"
#include "text/number_print.h"

#if WEFT__TEXT_X86
#include "base/target_sse42.h"
#define WEFT__ISA sse42
#include "base/kernel.h"
#include "text/number_parse_sse42.h"
#include "text/number_print_sse42.h"
#define WEFT__NUMBER_PARSE weft__number_parse_sse42
#define WEFT__REAL_PARSE weft__real_parse_sse42
#define WEFT__LAYOUT weft__layout_sse42
#define WEFT__UINT_PRINT weft__uint_print_table
#include "text/kernels_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
