/* Doubles -> text. Include between base/target_sse42.h with base/kernel.h, and target_end.h. */
#ifndef WEFT_SRC_TEXT_NUMBER_PRINT_SSE42_H
#define WEFT_SRC_TEXT_NUMBER_PRINT_SSE42_H

#define WEFT__PRINT_WIDE 0
#include "text/number_print_x86.h"
#undef WEFT__PRINT_WIDE

#endif
