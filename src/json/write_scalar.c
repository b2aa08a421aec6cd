/* The document writer for any machine. */
#include "json/write.h"
#include "text/number_print.h"

#define WEFT__ISA scalar
#include "base/kernel.h"
#include "text/string_scalar.h"
#define WEFT__LAYOUT weft__layout_scalar
#define WEFT__UINT_PRINT weft__uint_print_table
#include "json/write_tpl.h"
#undef WEFT__ISA
