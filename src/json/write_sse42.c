/* The document writer for SSE4.2. */
#include "json/write.h"
#include "text/number_print.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include "base/target_sse42.h"
#define WEFT__ISA sse42
#include "base/kernel.h"
#include "text/string_sse42.h"
#include "text/number_print_sse42.h"
#define WEFT__LAYOUT weft__layout_sse42
#define WEFT__UINT_PRINT weft__uint_print_table
#include "json/write_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
