/* Functions from here to target_end.h may use AVX-512 as weft_cpu_used understands it. No include guard: a bracket. */
#include <immintrin.h>
#if defined(__clang__)
/* clang-format off */
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512ifma,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,avx512bitalg,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt,fma"))), apply_to = function)
/* clang-format on */
#else
#pragma GCC push_options
#pragma GCC target(                                                                                                    \
    "avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512ifma,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,avx512bitalg,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt,fma")
#endif
