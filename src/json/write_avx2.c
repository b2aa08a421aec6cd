/* The document writer for AVX2. */
#include "json/write.h"
#include "text/number_print.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include "base/target_avx2.h"
#define WEFT__ISA avx2
#include "base/kernel.h"
#include "text/string_avx2.h"
#include "text/number_print_avx2.h"
#define WEFT__LAYOUT weft__layout_avx2
#define WEFT__UINT_PRINT weft__uint_print_table
#include "json/write_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
