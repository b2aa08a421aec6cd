/* The document reader for AVX2 (with FMA, BMI1, BMI2, LZCNT). */
#include "json/engine.h"

#if WEFT__X86
#include <immintrin.h>

#include "base/compiler.h"
#include "simd/block.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif

#define WEFT__ISA avx2
#include "simd/names.h"
#include "simd/block_avx2.h"
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
