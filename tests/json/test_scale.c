/* Time grows linearly whatever the shape; positions may be moved back; texts over 4 GiB. */
#include "support.h"

#include <time.h>
#include <unistd.h>
#include <weft/json.h>

#include "base/cpu.h"
#include "json/engine.h"
#include "json/plain.h"

#if WEFT__X86
/* The AVX2 reader once more, with token positions moved back every 4 KiB instead of every GiB. */
#include <immintrin.h>
#include "simd/block.h"
weft__fast weft__read_rebase(weft_doc *doc, weft_str text, const weft_read_opts *opts);
#define WEFT__REBASE_AT ((size_t)4096)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif
#define WEFT__ISA rebase
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

typedef struct shape {
    const char *name, *head, *unit, *tail; /* head, unit again and again, tail */
    const char *other_unit;                /* after the units: as many of these (NULL: none) */
    bool bad;
} shape;

static const shape shapes[] = {
    { "nested arrays", "", "[", "", "]", false },
    { "nested objects", "", "{\"a\":", "1", "}", false },
    { "nested arrays, open", "", "[", "", NULL, true },
    { "one string", "\"", "abcdefgh", "\"", NULL, false },
    { "escapes", "\"", "a\\n", "\"", NULL, false },
    { "escaped backslashes", "\"", "\\\\", "\"", NULL, false },
    { "an odd row of backslashes", "\"\\", "\\\\", "\"", NULL, true },
    { "unicode escapes", "\"", "\\u3042", "\"", NULL, false },
    { "surrogate pairs", "\"", "\\ud83d\\ude00", "\"", NULL, false },
    { "no end", "\"", "x", "", NULL, true },
    { "keys", "{\"x\":0", ",\"k\":1", "}", NULL, false },
    { "digits", "[", "7", ".5]", NULL, true }, /* out of range */
    { "zeros", "[0.", "0", "1]", NULL, false },
    { "exponents", "[1", ",1e5", "]", NULL, false },
    { "white space", "", " ", "1", NULL, false },
    { "white space in the middle", "[1", "\n", "]", NULL, false },
    { "commas", "[", ",", "]", NULL, true },
    { "quotes", "[", "\"", "]", NULL, true },
    { "empty arrays", "[[]", ",[]", "]", NULL, false },
    { "UTF-8", "\"", "\xe3\x81\x82", "\"", NULL, false },
    { "a value and more", "1", " 1", "", NULL, true },
};

static char *build(const shape *s, size_t bytes, size_t *len) {
    size_t unit = strlen(s->unit), other = s->other_unit ? strlen(s->other_unit) : 0, n = bytes / (unit + other);
    char *t = malloc(n * (unit + other) + strlen(s->head) + strlen(s->tail) + 1), *p = t;
    assert_non_null(t);
    p += sprintf(p, "%s", s->head);
    for (size_t i = 0; i < n; i++, p += unit) memcpy(p, s->unit, unit);
    size_t tail = strlen(s->tail);
    memcpy(p, s->tail, tail);
    p += tail;
    for (size_t i = 0; i < n && other; i++, p += other) memcpy(p, s->other_unit, other);
    *len = (size_t)(p - t);
    return t;
}

/* Processor seconds for one read, one validation, the best of a few. */
static double cost(const shape *s, size_t bytes) {
    size_t n;
    char *t = build(s, bytes, &n);
    weft_read_opts o;
    memset(&o, 0, sizeof o);
    o.max_depth = SIZE_MAX;
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        clock_t from = clock();
        weft_doc *d = weft_doc_read(WEFT_TEXT(t, n), &o, NULL);
        assert_int_equal(d == NULL, s->bad);
        weft_doc_free(d);
        assert_int_equal(weft_json_validate(WEFT_TEXT(t, n), &o, NULL) != WEFT_OK, s->bad);
        double c = (double)(clock() - from) / CLOCKS_PER_SEC;
        if (c < best) best = c;
    }
    free(t);
    return best;
}

static void time_grows_linearly(void **state) {
    (void)state;
    static const weft_cpu kernels[] = { WEFT_CPU_SCALAR, WEFT_CPU_SSE42, WEFT_CPU_AVX2, WEFT_CPU_AVX512,
                                        WEFT_CPU_NEON };
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (!weft__cpu_force(kernels[k])) continue;
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
            double small = cost(&shapes[i], 60000), large = cost(&shapes[i], 1920000); /* 32 times; quadratic: 1024 */
            if (large > small * 32 * 8 && large > 0.05) {
                print_error("%s, %s: %g s, then %g s for 32 times as much\n", weft_cpu_name(kernels[k]), shapes[i].name,
                            small, large);
                fail();
            }
        }
    }
}

static void a_million_nested_arrays(void **state) {
    (void)state;
    size_t n;
    char *t = build(&shapes[0], 2000000, &n);
    weft_read_opts o;
    weft_error err;
    memset(&o, 0, sizeof o);
    assert_null(weft_doc_read(WEFT_TEXT(t, n), NULL, &err));
    assert_int_equal(err.code, WEFT_E_DEPTH);
    assert_int_equal(err.offset, 1024);
    o.max_depth = 1000000;
    weft_doc *d = weft_doc_read(WEFT_TEXT(t, n), &o, &err);
    assert_non_null(d);
    assert_int_equal(weft_json_stat(weft_doc_root(d)).arrays, 1000000);
    weft_doc_free(d);
    free(t);
}

static void positions_are_moved_back(void **state) {
    (void)state;
#if WEFT__X86
    if (!weft__cpu_force(WEFT_CPU_AVX2)) skip();
    weft_read_opts o;
    memset(&o, 0, sizeof o);
    o.max_bytes = o.max_members = o.max_string = SIZE_MAX;
    o.max_depth = SIZE_MAX;
    weft_doc *a = weft_doc_new(NULL), *b = weft_doc_new(NULL);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (size_t bytes = 3000; bytes < 300000; bytes = bytes * 5 / 3) {
            size_t n;
            char *t = build(&shapes[i], bytes, &n);
            for (int borrow = 0; borrow < 2; borrow++) {
                o.borrow = borrow;
                assert_int_equal(weft__plain_read(a, WEFT_TEXT(t, n), &o, NULL) != WEFT_OK, shapes[i].bad);
                weft__doc_clear(b);
                assert_int_equal(weft__read_rebase(b, WEFT_TEXT(t, n), &o) != WEFT__FAST_OK, shapes[i].bad);
                if (shapes[i].bad) continue;
                assert_int_equal(a->cell_count, b->cell_count);
                for (size_t c = 0; c < a->cell_count; c++) {
                    assert_int_equal(a->cells[c].tag, b->cells[c].tag);
                    if (weft__cell_kind(&a->cells[c]) == WEFT_STRING)
                        assert_memory_equal(a->cells[c].s, b->cells[c].s, weft__cell_size(&a->cells[c]));
                    else assert_int_equal(a->cells[c].u, b->cells[c].u);
                }
            }
            free(t);
        }
    weft_doc_free(a);
    weft_doc_free(b);
#else
    skip();
#endif
}

/* WEFT_TEST_HUGE=1, and about 12 GB of free memory. */
static void more_than_4_gib(void **state) {
    (void)state;
    const char *want = getenv("WEFT_TEST_HUGE");
    size_t each = (size_t)1 << 20, strings = 4500, len = strings * (each + 3) + 8;
    if (!want || *want != '1' || sizeof(size_t) < 8 || sysconf(_SC_AVPHYS_PAGES) < (long)(len / 4096 * 5 / 2)) skip();
    char *t = malloc(len), *p = t;
    assert_non_null(t);
    *p++ = '[';
    for (size_t i = 0; i < strings; i++) {
        *p++ = '"';
        memset(p, 'a' + (int)(i % 26), each);
        p += each;
        *p++ = '"', *p++ = ',';
    }
    memcpy(p, "1.5]", 4);
    p += 4;
    weft_error err;
    weft_doc *d = weft_doc_read(WEFT_TEXT(t, (size_t)(p - t)), NULL, &err);
    assert_non_null(d);
    assert_int_equal(weft_json_len(weft_doc_root(d)), strings + 1);
    for (size_t i = 0; i < strings; i += 499) {
        weft_str s = weft_json_as_str(weft_json_at(weft_doc_root(d), i));
        assert_int_equal(s.len, each);
        assert_int_equal(s.ptr[0], 'a' + (int)(i % 26));
        assert_int_equal(s.ptr[each - 1], s.ptr[0]);
    }
    assert_true(weft_json_as_real(weft_json_at(weft_doc_root(d), strings), 0) == 1.5);
    assert_int_equal(weft_json_validate(WEFT_TEXT(t, (size_t)(p - t)), NULL, &err), WEFT_OK);
    weft_doc_free(d);
    free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_grows_linearly),
        cmocka_unit_test(a_million_nested_arrays),
        cmocka_unit_test(positions_are_moved_back),
        cmocka_unit_test(more_than_4_gib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
