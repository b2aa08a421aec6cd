/* The long suite of numbers: everything that can be counted through, and as many random ones as asked for, against the
 * C library. long_numbers floats [stride]     every stride-th float (1: all 2^32), printed, re-read, shortest, closest
 *   long_numbers doubles [millions]  random doubles printed and re-read; random texts parsed
 *   long_numbers digits              the eight-digit splits of every x < 10^8 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/text.h>

#include "text/kernels.h"
#include "text/number_print.h"

static uint64_t seed = 1;
static uint64_t next_random(void) { /* splitmix64 */
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static int failures;
static void fail(const char *what, const char *text, uint64_t bits) {
    printf("FAILED: %s: %s (%016" PRIx64 ")\n", what, text, bits);
    if (++failures > 20) exit(1);
}

/* Significant digits of a printed number, without zeros at either end. */
static int digits_of(const char *text, char *digits) {
    int n = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (n || *text != '0')) digits[n++] = *text;
    while (n && digits[n - 1] == '0') n--;
    digits[n] = 0;
    return n;
}

static void one_float(uint32_t bits, bool deep) {
    float v, back;
    memcpy(&v, &bits, 4);
    char text[WEFT_NUMBER_MAX + 1];
    size_t n = weft_real32_print(v, text);
    text[n] = 0;
    if (v - v != 0) {
        if (strcmp(text, v != v ? "NaN" : v < 0 ? "-Infinity" : "Infinity") != 0) fail("not finite", text, bits);
        return;
    }
    if (weft_real32_parse(WEFT_TEXT(text, n), &back) != n || memcmp(&back, &v, 4) != 0) fail("re-read", text, bits);
    if (!deep || v == 0) return;
    back = strtof(text, NULL);
    if (memcmp(&back, &v, 4) != 0) fail("re-read by strtof", text, bits);
    char digits[64], other[64], other_digits[64];
    int count = digits_of(text, digits);
    snprintf(other, sizeof other, "%.*e", count - 1, (double)v);
    digits_of(other, other_digits);
    if (strcmp(digits, other_digits) != 0 && strtof(other, NULL) == v) fail("not the closest", text, bits);
    if (count > 1) {
        snprintf(other, sizeof other, "%.*e", count - 2, (double)v);
        if (strtof(other, NULL) == v) fail("not the shortest", text, bits);
    }
}

static void one_double(uint64_t bits) {
    double v, back;
    memcpy(&v, &bits, 8);
    if (v - v != 0 || v == 0) return;
    char text[WEFT_NUMBER_MAX + 1], digits[64], other[64], other_digits[64];
    size_t n = weft_real_print(v, text);
    text[n] = 0;
    if (weft_real_parse(WEFT_TEXT(text, n), &back) != n || memcmp(&back, &v, 8) != 0) fail("re-read", text, bits);
    back = strtod(text, NULL);
    if (memcmp(&back, &v, 8) != 0) fail("re-read by strtod", text, bits);
    int count = digits_of(text, digits);
    snprintf(other, sizeof other, "%.*e", count - 1, v);
    digits_of(other, other_digits);
    if (strcmp(digits, other_digits) != 0 && strtod(other, NULL) == v) fail("not the closest", text, bits);
    if (count > 1) {
        snprintf(other, sizeof other, "%.*e", count - 2, v);
        if (strtod(other, NULL) == v) fail("not the shortest", text, bits);
    }
    for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
        const weft__text_kernels *k = weft__text_of((weft_cpu)cpu);
        if (!k || (cpu != (int)weft_cpu_used() && cpu > (int)weft_cpu_used())) continue;
        char again[WEFT__PRINT_ROOM + 1];
        *k->real_print(v, again, true) = 0;
        if (strcmp(again, text) != 0) fail(weft_cpu_name((weft_cpu)cpu), again, bits);
    }
}

/* A text of random shape, 1..40 digits, with or without point and exponent. */
static void one_text(void) {
    char text[160];
    size_t n = 0;
    uint64_t r = next_random();
    if (r & 1) text[n++] = '-';
    int whole = (int)(r >> 1 & 15) + (r >> 20 & 3 ? 0 : 8), frac = (int)(r >> 5 & 31);
    if (r >> 10 & 1) whole = 0;
    for (int i = 0; i < whole; i++) text[n++] = (char)('0' + (i ? next_random() % 10 : 1 + next_random() % 9));
    if (!whole) text[n++] = '0';
    if (r >> 11 & 1) frac = frac % 6;
    if (frac) {
        text[n++] = '.';
        for (int i = 0; i < frac; i++) text[n++] = (char)('0' + (r >> 12 & 1 && i < frac / 2 ? 0 : next_random() % 10));
    }
    if (r >> 13 & 1) n += (size_t)snprintf(text + n, 8, "e%d", (int)(next_random() % 700) - 350);
    text[n] = 0;
    char padded[256];
    memset(padded, ',', sizeof padded);
    memcpy(padded, text, n);
    double want = strtod(text, NULL), got = 0;
    if (weft_real_parse(WEFT_TEXT(text, n), &got) != n || memcmp(&want, &got, 8) != 0) fail("parse", text, 0);
    float want32 = strtof(text, NULL), got32 = 0;
    if (weft_real32_parse(WEFT_TEXT(text, n), &got32) != n || memcmp(&want32, &got32, 4) != 0) fail("parse32", text, 0);
    for (int cpu = WEFT_CPU_SCALAR; cpu <= (int)weft_cpu_used(); cpu++) {
        const weft__text_kernels *k = weft__text_of((weft_cpu)cpu);
        if (!k) continue;
        const char *stop = k->real_parse(padded, &got);
        if (stop && (stop != padded + n || memcmp(&want, &got, 8) != 0)) fail(weft_cpu_name((weft_cpu)cpu), text, 0);
        weft__number number;
        stop = k->number_parse(padded, &number);
        if (stop && number.kind == WEFT__NUMBER_REAL && (stop != padded + n || memcmp(&want, &number.d, 8) != 0))
            fail("number", text, 0);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    uint64_t amount = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (argc > 3) seed = strtoull(argv[3], NULL, 10);
    if (strcmp(what, "floats") == 0) {
        uint64_t stride = amount ? amount : 1, count = 0;
        for (uint64_t b = 0; b <= UINT32_MAX; b += stride, count++) one_float((uint32_t)b, count % 32 == 0);
        printf("%" PRIu64 " floats\n", count);
    } else if (strcmp(what, "doubles") == 0) {
        uint64_t count = (amount ? amount : 20) * 1000000;
        for (uint64_t i = 0; i < count; i++) {
            uint64_t bits = next_random();
            if (i % 4 == 1) { /* decimals of few digits */
                double d = (double)(next_random() % 100000000) / pow(10, (double)(next_random() % 9));
                memcpy(&bits, &d, 8);
            } else if (i % 16 == 2) bits &= UINT64_C(0x800fffffffffffff); /* subnormals */
            one_double(bits);
            one_text();
        }
        printf("%" PRIu64 " doubles and as many texts\n", count);
    } else if (strcmp(what, "digits") == 0) {
        const weft__text_kernels *k = weft__text_of(weft_cpu_used());
        for (uint32_t x = 0; x < 100000000; x++) {
            char a[WEFT__PRINT_ROOM], b[WEFT__PRINT_ROOM];
            uint64_t v = 1000000000000000000u + (uint64_t)x * 100000000 + x; /* both halves hold x */
            size_t n = (size_t)(k->uint_print(v, a) - a), m = (size_t)(weft__uint_print_table(v, b) - b);
            if (n != m || memcmp(a, b, n) != 0) fail("digits", "", v);
        }
        printf("100000000 splits\n");
    } else {
        printf("what? floats [stride], doubles [millions], digits\n");
        return 2;
    }
    return failures != 0;
}
