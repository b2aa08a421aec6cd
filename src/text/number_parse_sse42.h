/* Text -> numbers. Include between base/target_sse42.h with base/kernel.h, and target_end.h. */
#ifndef WEFT_SRC_TEXT_NUMBER_PARSE_SSE42_H
#define WEFT_SRC_TEXT_NUMBER_PARSE_SSE42_H

#define WEFT__PARSE_WIDE 0
#include "text/number_parse_x86.h"
#undef WEFT__PARSE_WIDE

#endif
