/* The document reader for AArch64 NEON, which every such processor has. */
#include "json/engine.h"

#if WEFT__NEON
#include <arm_neon.h>

#include "base/compiler.h"
#include "simd/block.h"

#define WEFT__ISA neon
#define WEFT__SPAN_NEON 1
#include "simd/names.h"
#include "simd/span.h"
#include "json/read_narrow.h"
#include "simd/names_end.h"
#undef WEFT__SPAN_NEON
#endif
