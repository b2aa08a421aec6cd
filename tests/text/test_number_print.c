/* Numbers -> text: shortest digits of the data sets, every kernel, layouts, fixed digits. */
#include "support.h"

#include "base/cpu.h"
#include "text/kernels.h"
#include "text/number_print.h"

#include <math.h>
#include <weft/text.h>

/* The kernels of one instruction set, NULL when this machine lacks it. */
static const weft__text_kernels *kernels(int cpu) {
    static signed char known[WEFT_CPU_NEON + 1];
    if (!known[cpu]) known[cpu] = weft__text_of((weft_cpu)cpu) && weft__cpu_force((weft_cpu)cpu) ? 1 : -1;
    return known[cpu] > 0 ? weft__text_of((weft_cpu)cpu) : NULL;
}

static double real_of(uint64_t b) {
    double d;
    memcpy(&d, &b, 8);
    return d;
}
static float real32_of(uint32_t b) {
    float d;
    memcpy(&d, &b, 4);
    return d;
}

/* "1.50e10" -> digits "15", exponent 9: value = digits * 10^exponent. */
static void digits_of(const char *text, size_t len, char *digits, int *exponent) {
    size_t n = 0;
    int e = 0, frac = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '-') continue;
        if (text[i] == '.') frac = 1;
        else if (text[i] == 'e') {
            e += atoi(text + i + 1);
            break;
        } else {
            if (n || text[i] != '0') digits[n++] = text[i];
            e -= frac;
        }
    }
    while (n && digits[n - 1] == '0') n--, e++;
    digits[n] = 0;
    *exponent = e;
}

static void shortest_file(const char *relative, bool is32) {
    const char *path = test_data(relative);
    if (!path) skip();
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[256], want[64], got[64];
    unsigned long long bits;
    int want_e, got_e;
    size_t checked = 0;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%llx %63s %d", &bits, want, &want_e) != 3) continue;
        char text[WEFT_NUMBER_MAX + 1] = { 0 };
        size_t n = is32 ? weft_real32_print(real32_of((uint32_t)bits), text) : weft_real_print(real_of(bits), text);
        assert_true(n > 0 && n <= WEFT_NUMBER_MAX);
        text[n] = 0;
        digits_of(text, n, got, &got_e);
        if (strcmp(got, want) != 0 || got_e != want_e) fail_msg("%llx: %s, not %se%d", bits, text, want, want_e);
        checked++;
        if (is32) continue;
        for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
            const weft__text_kernels *k = kernels(cpu);
            if (!k) continue;
            char other[WEFT__PRINT_ROOM];
            size_t m = (size_t)(k->real_print(real_of(bits), other, true) - other);
            if (m != n || memcmp(other, text, n) != 0)
                fail_msg("%s: %.*s, not %s", weft_cpu_name((weft_cpu)cpu), (int)m, other, text);
        }
    }
    fclose(f);
    assert_true(checked > 1000);
}
static void shortest_doubles(void **state) { (void)state, shortest_file("numbers/shortest_f64.txt", false); }
static void shortest_floats(void **state) { (void)state, shortest_file("numbers/shortest_f32.txt", true); }

static void layout(void **state) {
    (void)state;
    static const struct {
        double v;
        const char *plain, *real;
    } rows[] = {
        { 0.0, "0", "0.0" },
        { -0.0, "-0", "-0.0" },
        { 1.0, "1", "1.0" },
        { -1.5, "-1.5", "-1.5" },
        { 100, "100", "100.0" },
        { 0.5, "0.5", "0.5" },
        { 1e20, "100000000000000000000", "100000000000000000000.0" },
        { 1e21, "1e21", "1e21" },
        { 1.5e21, "1.5e21", "1.5e21" },
        { 1e-6, "0.000001", "0.000001" },
        { 1e-7, "1e-7", "1e-7" },
        { 1.25e-7, "1.25e-7", "1.25e-7" },
        { 5e-324, "5e-324", "5e-324" },
        { 1.7976931348623157e308, "1.7976931348623157e308", "1.7976931348623157e308" },
        { 2.2250738585072014e-308, "2.2250738585072014e-308", "2.2250738585072014e-308" },
        { 9007199254740993.0, "9007199254740992", "9007199254740992.0" },
        { 123456789012345680000.0, "123456789012345680000", "123456789012345680000.0" },
        { 12345678901234567.0, "12345678901234568", "12345678901234568.0" },
        { 0.1 + 0.2, "0.30000000000000004", "0.30000000000000004" },
        { 1e23, "1e23", "1e23" },
        { 4.35, "4.35", "4.35" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
            const weft__text_kernels *k = kernels(cpu);
            if (!k) continue;
            for (int plain = 0; plain < 2; plain++) {
                char out[WEFT__PRINT_ROOM + 1];
                memset(out, 'x', sizeof out);
                *k->real_print(rows[i].v, out, plain) = 0;
                assert_string_equal(out, plain ? rows[i].plain : rows[i].real);
                assert_int_equal(out[WEFT__PRINT_ROOM], 'x');
            }
        }
    char out[WEFT_NUMBER_MAX];
    assert_int_equal(weft_real_print(NAN, out), 3);
    assert_memory_equal(out, "NaN", 3);
    assert_int_equal(weft_real_print(-INFINITY, out), 9);
    assert_memory_equal(out, "-Infinity", 9);
    assert_int_equal(weft_real_print(INFINITY, out), 8);
    assert_memory_equal(out, "Infinity", 8);
    assert_int_equal(weft_real32_print(NAN, out), 3);
    assert_int_equal(weft_real32_print(-INFINITY, out), 9);
    assert_int_equal(weft_real32_print(0.1f, out), 3);
    assert_memory_equal(out, "0.1", 3);
    assert_int_equal(weft_real32_print(16777216.0f, out), 8);
    assert_memory_equal(out, "16777216", 8);
    assert_int_equal(weft_real32_print(-3.4028235e38f, out), 13);
    assert_memory_equal(out, "-3.4028235e38", 13);
}

/* Every power of two and ten, their neighbours and random doubles: reads back, is shortest by the C library's account,
 * and the kernels agree. */
static void reads_back_and_is_shortest(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 200000; i++) {
        uint64_t b = test_random(&seed);
        if (i < 2047 * 3) b = ((uint64_t)(i / 3) << 52) + (uint64_t)(i % 3) - 1;
        else if (i % 3 == 0) {
            double d = (double)(test_random(&seed) % 1000000) / 1000;
            memcpy(&b, &d, 8);
        } else if (i % 3 == 1) {
            double d = ldexp((double)(test_random(&seed) >> 11), -53);
            memcpy(&b, &d, 8);
        }
        double v = real_of(b), back;
        if (!isfinite(v)) continue;
        char text[WEFT_NUMBER_MAX];
        size_t n = weft_real_print(v, text);
        assert_int_equal(weft_real_parse(WEFT_TEXT(text, n), &back), n);
        if (memcmp(&back, &v, 8) != 0) fail_msg("%a does not read back: %.*s", v, (int)n, text);
        for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
            const weft__text_kernels *k = kernels(cpu);
            if (!k) continue;
            char other[WEFT__PRINT_ROOM];
            size_t m = (size_t)(k->real_print(v, other, true) - other);
            if (m != n || memcmp(other, text, n) != 0)
                fail_msg("%s: %.*s", weft_cpu_name((weft_cpu)cpu), (int)m, other);
        }
        if (i % 8 && i >= 2047 * 3) continue;
        char digits[64], shorter[64];
        int e;
        digits_of(text, n, digits, &e);
        int count = (int)strlen(digits);
        if (count > 1) { /* one digit less never reads back */
            snprintf(shorter, sizeof shorter, "%.*e", count - 2, v);
            if (strtod(shorter, NULL) == v) fail_msg("%.*s is not shortest: %s", (int)n, text, shorter);
        }
    }
}

static void integers(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 200000; i++) {
        uint64_t v = test_random(&seed) >> (i % 64);
        if (i < 60) { /* around powers of ten */
            v = 1;
            for (int k = 0; k < i / 3; k++) v *= 10;
            v += (uint64_t)(i % 3) - 1;
        }
        char want[64], out[WEFT__PRINT_ROOM];
        int n = snprintf(want, sizeof want, "%llu", (unsigned long long)v);
        assert_int_equal(weft_uint_print(v, out), n);
        assert_memory_equal(out, want, (size_t)n);
        for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
            const weft__text_kernels *k = kernels(cpu);
            if (!k) continue;
            assert_int_equal(k->uint_print(v, out) - out, n);
            assert_memory_equal(out, want, (size_t)n);
        }
        n = snprintf(want, sizeof want, "%lld", (long long)v);
        assert_int_equal(weft_int_print((int64_t)v, out), n);
        assert_memory_equal(out, want, (size_t)n);
    }
}

static void fixed_digits(void **state) {
    (void)state;
    uint64_t seed = 9;
    char want[512], out[400];
    for (int i = 0; i < 40000; i++) {
        uint64_t b = test_random(&seed);
        double v = real_of(b);
        if (i % 2) v = (double)(int64_t)(test_random(&seed) % 2000001 - 1000000) / (i % 4 == 1 ? 1000 : 1024);
        if (!isfinite(v)) continue;
        unsigned digits = (unsigned)(i % 18);
        int n = snprintf(want, sizeof want, "%.*f", (int)digits, v);
        size_t got = weft_real_print_fixed(v, digits, out, sizeof out);
        assert_int_equal(got, n);
        assert_memory_equal(out, want, got);
        memset(out, 'x', sizeof out);
        assert_int_equal(weft_real_print_fixed(v, digits, out, got - 1), 0);
        assert_int_equal(out[0], 'x');
        assert_int_equal(weft_real_print_fixed(v, digits, out, got), got);
        assert_int_equal(out[got], 'x');
    }
    assert_int_equal(weft_real_print_fixed(NAN, 2, out, sizeof out), 3);
    assert_int_equal(weft_real_print_fixed(-1.7976931348623157e308, 17, out, 330), 328);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortest_doubles),           cmocka_unit_test(shortest_floats), cmocka_unit_test(layout),
        cmocka_unit_test(reads_back_and_is_shortest), cmocka_unit_test(integers),        cmocka_unit_test(fixed_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
