/* The document reader for AVX-512 (with VBMI, VBMI2, GFNI, VPCLMULQDQ). */
#include "json/engine.h"

#if WEFT__X86
#include <immintrin.h>

#include "base/compiler.h"
#include "simd/block.h"

#if defined(__clang__)
#pragma clang attribute push(                                                                                                                           \
    __attribute__((target(                                                                                                                              \
        "avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,avx512bitalg,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt,fma"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target(                                                                                                    \
    "avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,avx512bitalg,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt,fma")
#endif

#define WEFT__ISA avx512
#include "simd/names.h"
#include "simd/block_avx512.h"
#include "json/scan.h"
#include "json/read_tpl.h"
#include "json/scan_end.h"
#include "simd/names_end.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
