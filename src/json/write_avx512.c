/* The document writer for AVX-512. */
#include "json/write.h"
#include "text/number_print.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include "base/target_avx512.h"
#define WEFT__ISA avx512
#include "base/kernel.h"
#include "text/string_avx512.h"
#include "text/number_print_avx512.h"
#define WEFT__LAYOUT weft__layout_avx512
#define WEFT__UINT_PRINT weft__uint_print_avx512
#include "json/write_tpl.h"
#undef WEFT__ISA
#include "base/target_end.h"
#endif
