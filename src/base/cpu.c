/* The one place that asks the CPU what it can do. */
#include "base/cpu.h"

#include <stdlib.h>

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>

static uint64_t cpu_xgetbv(void) {
    uint32_t lo, hi;
    __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return (uint64_t)hi << 32 | lo;
}

static weft_cpu cpu_detect(void) {
    unsigned a, b, c, d, c1;
    if (!__get_cpuid(1, &a, &b, &c1, &d)) return WEFT_CPU_SCALAR;
    bool sse42 = (c1 >> 20 & 1) && (c1 >> 9 & 1) && (c1 >> 23 & 1); /* SSE4.2, SSSE3, POPCNT */
    if (!sse42) return WEFT_CPU_SCALAR;
    bool clmul = c1 >> 1 & 1, fma = c1 >> 12 & 1, osxsave = c1 >> 27 & 1, avx = c1 >> 28 & 1;
    if (!clmul || !fma || !osxsave || !avx || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return WEFT_CPU_SSE42;
    uint64_t os = cpu_xgetbv();
    unsigned ext = 0, dummy;
    if (__get_cpuid(0x80000001, &dummy, &dummy, &ext, &dummy)) ext = ext >> 5 & 1;    /* LZCNT */
    bool avx2 = (os & 6) == 6 && (b >> 5 & 1) && (b >> 3 & 1) && (b >> 8 & 1) && ext; /* AVX2, BMI1, BMI2 */
    if (!avx2) return WEFT_CPU_SSE42;
    const unsigned need_b = 1u << 16 | 1u << 17 | 1u << 21 | 1u << 28 | 1u << 30 | 1u << 31; /* F DQ IFMA CD BW VL */
    const unsigned need_c = 1u << 1 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 12 |
                            1u << 14; /* VBMI VBMI2 GFNI VAES VPCLMULQDQ VNNI BITALG VPOPCNTDQ */
    bool avx512 = (os & 0xe6) == 0xe6 && (b & need_b) == need_b && (c & need_c) == need_c;
    return avx512 ? WEFT_CPU_AVX512 : WEFT_CPU_AVX2;
}
static bool cpu_usable(weft_cpu want, weft_cpu have) { return want <= have; }
#elif defined(__aarch64__)
static weft_cpu cpu_detect(void) { return WEFT_CPU_NEON; }
static bool cpu_usable(weft_cpu want, weft_cpu have) { return want == WEFT_CPU_SCALAR || want == have; }
#else
static weft_cpu cpu_detect(void) { return WEFT_CPU_SCALAR; }
static bool cpu_usable(weft_cpu want, weft_cpu have) { return want == have; }
#endif

const char *weft_cpu_name(weft_cpu cpu) {
    static const char *const names[] = { "scalar", "sse42", "avx2", "avx512", "neon" };
    return (unsigned)cpu < sizeof names / sizeof *names ? names[cpu] : "?";
}

static weft_cpu cpu_choose(void) {
    weft_cpu have = cpu_detect();
    const char *want = getenv("WEFT_CPU");
    for (int i = WEFT_CPU_SCALAR; want && i <= WEFT_CPU_NEON; i++)
        if (strcmp(want, weft_cpu_name((weft_cpu)i)) == 0 && cpu_usable((weft_cpu)i, have)) return (weft_cpu)i;
    return have;
}

static _Atomic(int) cpu_chosen; /* weft_cpu + 1; several threads may compute it, all to the same value */
weft_cpu weft_cpu_used(void) {
    int c = cpu_chosen;
    if (!c) cpu_chosen = c = (int)cpu_choose() + 1;
    return (weft_cpu)(c - 1);
}

bool weft__cpu_force(weft_cpu cpu) {
    if (!cpu_usable(cpu, cpu_detect())) return false;
    cpu_chosen = (int)cpu + 1;
    return true;
}
