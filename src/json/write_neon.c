/* The document writer for NEON. */
#include "json/write.h"
#include "text/number_print.h"

#if defined(__aarch64__) && !WEFT_BIG_ENDIAN
#define WEFT__ISA neon
#include "base/kernel.h"
#include "text/string_neon.h"
#define WEFT__LAYOUT weft__layout_scalar
#define WEFT__UINT_PRINT weft__uint_print_table
#include "json/write_tpl.h"
#undef WEFT__ISA
#endif
