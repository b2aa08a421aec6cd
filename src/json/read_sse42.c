/* The document reader for SSE4.2 (with SSSE3, POPCNT). */
#include "json/engine.h"

#if WEFT__X86
#include <immintrin.h>

#include "base/compiler.h"
#include "simd/block.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse4.2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("sse4.2,popcnt")
#endif

#define WEFT__ISA sse42
#define WEFT__SPAN_SSE42 1
#include "simd/names.h"
#include "simd/span.h"
#include "json/read_narrow.h"
#include "simd/names_end.h"
#undef WEFT__SPAN_SSE42

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
