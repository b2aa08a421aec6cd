/* Text -> numbers: data sets with known bits, every kernel, bounds, malformed texts, halfway cases. */
#include "support.h"

#include "base/cpu.h"
#include "text/kernels.h"

#include <weft/text.h>

/* The kernels of one instruction set, NULL when this machine lacks it. */
static const weft__text_kernels *kernels(int cpu) {
    static signed char known[WEFT_CPU_NEON + 1];
    if (!known[cpu]) known[cpu] = weft__text_of((weft_cpu)cpu) && weft__cpu_force((weft_cpu)cpu) ? 1 : -1;
    return known[cpu] > 0 ? weft__text_of((weft_cpu)cpu) : NULL;
}

static uint64_t bits_of(double d) {
    uint64_t b;
    memcpy(&b, &d, 8);
    return b;
}
static uint32_t bits32_of(float d) {
    uint32_t b;
    memcpy(&b, &d, 4);
    return b;
}

/* RFC 8259 number, all of s. An oracle of its own. */
static bool is_json_number(const char *s) {
    if (*s == '-') s++;
    if (*s == '0') s++;
    else if (*s >= '1' && *s <= '9') s += strspn(s, "0123456789");
    else return false;
    if (*s == '.') {
        size_t n = strspn(s + 1, "0123456789");
        if (!n) return false;
        s += 1 + n;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '-' || *s == '+') s++;
        size_t n = strspn(s, "0123456789");
        if (!n) return false;
        s += n;
    }
    return *s == 0;
}

/* All ways of reading s as a double agree on bits. */
static void check_real(const char *s, uint64_t bits) {
    size_t len = strlen(s);
    double d = -1;
    assert_int_equal(weft_real_parse(WEFT_TEXT(s, len), &d), len);
    if (bits_of(d) != bits)
        fail_msg("%s: %016llx, not %016llx", s, (unsigned long long)bits_of(d), (unsigned long long)bits);
    char *padded = (char *)malloc(len + WEFT__NUMBER_ROOM);
    assert_non_null(padded);
    memcpy(padded, s, len);
    memset(padded + len, ',', WEFT__NUMBER_ROOM);
    for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
        const weft__text_kernels *k = kernels(cpu);
        if (!k) continue;
        d = -1;
        const char *stop = k->real_parse(padded, &d);
        if (stop && (stop != padded + len || bits_of(d) != bits))
            fail_msg("%s, %s: wrong", s, weft_cpu_name((weft_cpu)cpu));
        weft__number n;
        stop = k->number_parse(padded, &n);
        if (!stop) continue;
        assert_ptr_equal(stop, padded + len);
        double v = n.kind == WEFT__NUMBER_INT ? (double)n.i : n.kind == WEFT__NUMBER_UINT ? (double)n.u : n.d;
        if (bits_of(v) != bits) fail_msg("%s, %s: wrong number", s, weft_cpu_name((weft_cpu)cpu));
    }
    weft__number n;
    assert_ptr_equal(weft__number_parse(padded, NULL, &n), padded + len);
    assert_ptr_equal(weft__number_parse(padded, padded + len, &n), padded + len);
    free(padded);
}

static void check_file(const char *relative) {
    const char *path = test_data(relative);
    if (!path) skip();
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    static char line[4096];
    size_t checked = 0;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = 0;
        if (strlen(line) < 32) continue;
        const char *text = line + 31;
        if (!is_json_number(text)) continue;
        uint64_t bits = strtoull(line + 14, NULL, 16);
        check_real(text, bits);
        float f32 = -1;
        assert_int_equal(weft_real32_parse(weft_str_of(text), &f32), strlen(text));
        uint32_t bits32 = (uint32_t)strtoul(line + 5, NULL, 16);
        if (bits32_of(f32) != bits32) fail_msg("%s: float %08x, not %08x", text, bits32_of(f32), bits32);
        checked++;
    }
    fclose(f);
    assert_true(checked > 10);
}
static void fxx_float16(void **state) { (void)state, check_file("numbers/fxx/exhaustive-float16.txt"); }
static void fxx_freetype(void **state) { (void)state, check_file("numbers/fxx/freetype-2-7.txt"); }
static void fxx_wuffs(void **state) { (void)state, check_file("numbers/fxx/google-wuffs.txt"); }
static void fxx_ibm(void **state) { (void)state, check_file("numbers/fxx/ibm-fpgen.half-a.txt"); }
static void fxx_double_parser(void **state) {
    (void)state, check_file("numbers/fxx/lemire-fast-double-parser.half-a.txt");
}
static void fxx_fast_float(void **state) { (void)state, check_file("numbers/fxx/lemire-fast-float.txt"); }
static void fxx_halfway(void **state) { (void)state, check_file("numbers/fxx/made-torture-halfway-a.txt"); }
static void fxx_more(void **state) { (void)state, check_file("numbers/fxx/more-test-cases.txt"); }
static void fxx_rapidjson(void **state) { (void)state, check_file("numbers/fxx/tencent-rapidjson.txt"); }

static void integer_edges(void **state) {
    (void)state;
    const char *path = test_data("numbers/int_edges.txt");
    if (!path) skip();
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[256], text[128], kind[16];
    unsigned long long bits;
    size_t checked = 0;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%127s %15s %llx", text, kind, &bits) != 3) continue;
        check_real(text, bits);
        size_t len = strlen(text);
        weft__number n;
        assert_ptr_equal(weft__number_parse(text, text + len, &n), text + len);
        bool i64 = strstr(kind, "i64") != NULL, u64 = strstr(kind, "u64") != NULL, zero = strcmp(text, "-0") == 0;
        assert_int_equal(n.kind, zero  ? WEFT__NUMBER_REAL
                                 : i64 ? WEFT__NUMBER_INT
                                 : u64 ? WEFT__NUMBER_UINT
                                       : WEFT__NUMBER_BIG);
        int64_t i = 7;
        uint64_t u = 7;
        assert_int_equal(weft_int_parse(weft_str_of(text), &i), i64 ? len : 0);
        assert_int_equal(weft_uint_parse(weft_str_of(text), &u), u64 ? len : 0);
        char out[WEFT_NUMBER_MAX];
        if (i64 && !zero) {
            assert_int_equal(weft_int_print(i, out), len);
            assert_memory_equal(out, text, len);
            assert_true(n.i == i);
        }
        if (u64) {
            assert_int_equal(weft_uint_print(u, out), len);
            assert_memory_equal(out, text, len);
        }
        checked++;
    }
    fclose(f);
    assert_true(checked > 500);
}

static void malformed_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = { "",   "-",   "+1",   ".5",  "-.5", "1.",   "1.e5", "01", "-01",
                                         "1e", "1e+", "1e-x", "1.x", "x",   "e5",   "--1",  " 1", "00",
                                         "-x", "1.e", "0e",   "0.",  "-0.", "00.1", "/",    ":",  "1e+-2" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double d;
        float f;
        weft__number n;
        const char *s = texts[i], *end = s + strlen(s);
        assert_int_equal(weft_real_parse(weft_str_of(s), &d), 0);
        assert_int_equal(weft_real32_parse(weft_str_of(s), &f), 0);
        assert_null(weft__number_parse(s, end, &n));
        char padded[WEFT__NUMBER_ROOM + 16] = { 0 };
        memcpy(padded, s, strlen(s));
        assert_null(weft__number_parse(padded, NULL, &n));
        for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
            const weft__text_kernels *k = kernels(cpu);
            if (!k) continue;
            assert_null(k->real_parse(padded, &d));
            assert_null(k->number_parse(padded, &n));
        }
    }
    int64_t i;
    uint64_t u;
    assert_int_equal(weft_int_parse(WEFT_STR("-"), &i), 0);
    assert_int_equal(weft_int_parse(WEFT_STR(""), &i), 0);
    assert_int_equal(weft_uint_parse(WEFT_STR("-1"), &u), 0);
    assert_int_equal(weft_uint_parse(WEFT_STR("12x"), &u), 2);
}

static void stops_where_the_number_ends(void **state) {
    (void)state;
    double d;
    assert_int_equal(weft_real_parse(WEFT_STR("1.5,"), &d), 3);
    assert_int_equal(weft_real_parse(WEFT_STR("0x10"), &d), 1);
    assert_int_equal(weft_real_parse(WEFT_STR("-0]"), &d), 2);
    assert_int_equal(bits_of(d), 0x8000000000000000u);
    assert_int_equal(weft_real_parse(WEFT_STR("1.5.5"), &d), 3);
    assert_int_equal(weft_real_parse(WEFT_TEXT("1.2345", 3), &d), 3);
    assert_true(d == 1.2);
    assert_int_equal(weft_real_parse(WEFT_STR("1e999"), &d), 5);
    assert_int_equal(bits_of(d), 0x7ff0000000000000u);
    assert_int_equal(weft_real_parse(WEFT_STR("-1e-99999999999999999999"), &d), 24);
    assert_int_equal(bits_of(d), 0x8000000000000000u);
    assert_int_equal(weft_real_parse(WEFT_STR("0e99999999999999999999"), &d), 22);
    assert_int_equal(bits_of(d), 0);
}

/* Texts against an unreadable page at either side, of every length around the vector sizes. */
static void never_reads_outside(void **state) {
    (void)state;
    static const char digits[] =
        "-123456789012345678901234567890.12345678901234567890123456789012345678901234567890e+10,";
    for (size_t from = 0; from < sizeof digits - 1; from++)
        for (size_t len = 0; from + len < sizeof digits; len += from % 5 ? 7 : 1) {
            weft__number n, m;
            double d, e;
            const char *base = digits + from;
            char copy[256] = { 0 };
            memcpy(copy, base, len);
            test_guard g = test_guard_make(WEFT_TEXT(base, len), true);
            size_t used = weft_real_parse(WEFT_TEXT(g.text, len), &d);
            assert_int_equal(used, weft_real_parse(WEFT_TEXT(copy, len), &e));
            if (used) assert_int_equal(bits_of(d), bits_of(e));
            const char *stop = weft__number_parse(g.text, g.text + len, &n),
                       *other = weft__number_parse(copy, NULL, &m);
            assert_int_equal(stop ? stop - g.text : 0, other ? other - copy : 0);
            if (stop) assert_int_equal(n.u, m.u);
            test_guard_free(&g);
        }
}

static void long_texts(void **state) {
    (void)state;
    /* The halfway point between 1 and its successor, with zeros or something behind. */
    static char text[4000];
    int n = snprintf(text, sizeof text, "1.00000000000000011102230246251565404236316680908203125");
    check_real(text, 0x3ff0000000000000u);
    memset(text + n, '0', 3000);
    text[n + 3000] = 0;
    check_real(text, 0x3ff0000000000000u);
    text[n + 2999] = '1';
    check_real(text, 0x3ff0000000000001u);
    /* ... reached from far away. */
    text[0] = '0';
    text[1] = '.';
    memset(text + 2, '0', 1000);
    snprintf(text + 1002, sizeof text - 1002, "100000000000000011102230246251565404236316680908203125e1001");
    check_real(text, 0x3ff0000000000000u);
    memset(text, '7', 400);
    text[400] = 0;
    check_real(text, 0x7ff0000000000000u);
    snprintf(text + 400, sizeof text - 400, "e-399");
    check_real(text, bits_of(7.777777777777777777777777777));
}

/* Halfway points of random doubles, exactly, just below and just above, against the C library. */
static void halfway_points(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 4000; i++) {
        uint64_t b = test_random(&seed) & 0x7fffffffffffffff;
        if (i % 4 == 0) b &= 0x000fffffffffffff;
        if (b >= 0x7fe0000000000000) continue;
        double lo, hi;
        uint64_t next = b + 1;
        memcpy(&lo, &b, 8);
        memcpy(&hi, &next, 8);
        char text[1200];
        long double mid =
            ((long double)lo + (long double)hi) / 2; /* 64 bits where long double has them; else a neighbour */
        int n = snprintf(text, sizeof text, i % 8 == 1 ? "%.0Lf" : "%.1100Lg", mid);
        if (n <= 0 || n > 1100 || !is_json_number(text)) continue;
        check_real(text, bits_of(strtod(text, NULL)));
        char *last = text + strcspn(text, "e") - 1;
        if (*last < '1' || *last > '8') continue;
        ++*last;
        check_real(text, bits_of(strtod(text, NULL)));
        *last = (char)(*last - 2);
        check_real(text, bits_of(strtod(text, NULL)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fxx_float16),
        cmocka_unit_test(fxx_freetype),
        cmocka_unit_test(fxx_wuffs),
        cmocka_unit_test(fxx_ibm),
        cmocka_unit_test(fxx_double_parser),
        cmocka_unit_test(fxx_fast_float),
        cmocka_unit_test(fxx_halfway),
        cmocka_unit_test(fxx_more),
        cmocka_unit_test(fxx_rapidjson),
        cmocka_unit_test(integer_edges),
        cmocka_unit_test(malformed_is_refused),
        cmocka_unit_test(stops_where_the_number_ends),
        cmocka_unit_test(never_reads_outside),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(halfway_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
