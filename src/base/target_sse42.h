/* Functions from here to target_end.h may use SSE4.2. No include guard: a bracket. */
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse4.2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("sse4.2,popcnt")
#endif
