/* The part of cmocka that our tests use, for machines that Debian has a compiler but no cmocka for. Same names, same
 * meaning: a failed assertion ends its test, the program's status is the number of failed tests. */
#ifndef WEFT_TESTS_CROSS_CMOCKA_H
#define WEFT_TESTS_CROSS_CMOCKA_H

#include <inttypes.h>
#include <stdbool.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
};
#define cmocka_unit_test(f)                                                                                            \
    { #f, f, NULL, NULL }
#define cmocka_unit_test_setup(f, s)                                                                                   \
    { #f, f, s, NULL }
#define cmocka_unit_test_teardown(f, t)                                                                                \
    { #f, f, NULL, t }
#define cmocka_unit_test_setup_teardown(f, s, t)                                                                       \
    { #f, f, s, t }
#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    shim_run(tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

static jmp_buf shim_back;
enum { SHIM_FAILED = 1, SHIM_SKIPPED = 2 };

__attribute__((noreturn, unused)) static void shim_stop(int how, const char *file, int line) {
    if (how == SHIM_FAILED) fprintf(stderr, "  at %s:%d\n", file, line);
    longjmp(shim_back, how);
}
__attribute__((unused)) static bool shim_in_range(uintmax_t v, uintmax_t low, uintmax_t high) {
    return v >= low && v <= high;
}

#define shim_check(ok, ...)                                                                                            \
    do {                                                                                                               \
        if (!(ok)) {                                                                                                   \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fputc('\n', stderr);                                                                                       \
            shim_stop(SHIM_FAILED, __FILE__, __LINE__);                                                                \
        }                                                                                                              \
    } while (0)
#define assert_true(c) shim_check(c, "%s", #c)
#define assert_false(c) shim_check(!(c), "not %s", #c)
#define assert_null(p) shim_check((p) == NULL, "%s is not NULL", #p)
#define assert_non_null(p) shim_check((p) != NULL, "%s is NULL", #p)
#define assert_ptr_equal(a, b) shim_check((const void *)(a) == (const void *)(b), "%s != %s", #a, #b)
#define assert_ptr_not_equal(a, b) shim_check((const void *)(a) != (const void *)(b), "%s == %s", #a, #b)
#define shim_int(v) ((uintmax_t)(v))
#define shim_compare(a, op, b)                                                                                         \
    do {                                                                                                               \
        uintmax_t shim_a = shim_int(a), shim_b = shim_int(b);                                                          \
        shim_check(shim_a op shim_b, "%s " #op " %s: 0x%" PRIxMAX ", 0x%" PRIxMAX, #a, #b, shim_a, shim_b);            \
    } while (0)
#define assert_int_equal(a, b) shim_compare(a, ==, b)
#define assert_int_not_equal(a, b) shim_compare(a, !=, b)
#define assert_in_range(v, low, high)                                                                                  \
    shim_check(shim_in_range(shim_int(v), shim_int(low), shim_int(high)), "%s out of range", #v)
#define assert_string_equal(a, b)                                                                                      \
    do {                                                                                                               \
        const char *shim_a = (a), *shim_b = (b);                                                                       \
        shim_check(strcmp(shim_a, shim_b) == 0, "\"%s\" != \"%s\"", shim_a, shim_b);                                   \
    } while (0)
#define assert_string_not_equal(a, b) shim_check(strcmp(a, b) != 0, "%s == %s", #a, #b)
#define assert_memory_equal(a, b, n) shim_check(memcmp(a, b, n) == 0, "memory of %s and %s differs", #a, #b)
#define assert_memory_not_equal(a, b, n) shim_check(memcmp(a, b, n) != 0, "memory of %s and %s is equal", #a, #b)
#define fail() shim_check(false, "fail")
#define fail_msg(...) shim_check(false, __VA_ARGS__)
#define skip() shim_stop(SHIM_SKIPPED, __FILE__, __LINE__)
#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) fprintf(stderr, __VA_ARGS__)

__attribute__((unused)) static int shim_run(const struct CMUnitTest *tests, size_t count, int (*setup)(void **),
                                            int (*teardown)(void **)) {
    static void *state;
    static int failed;
    static size_t i;
    if (setjmp(shim_back) || (setup && setup(&state))) return 1;
    for (i = 0; i < count; i++) {
        static int how;
        how = setjmp(shim_back);
        if (how == 0) {
            if (tests[i].setup && tests[i].setup(&state)) shim_stop(SHIM_FAILED, tests[i].name, 0);
            tests[i].test(&state);
        }
        if (tests[i].teardown && (setjmp(shim_back) || tests[i].teardown(&state))) how = SHIM_FAILED;
        failed += how == SHIM_FAILED;
        printf("%s %s\n", how == SHIM_FAILED ? "FAILED " : how == SHIM_SKIPPED ? "skipped" : "passed ", tests[i].name);
    }
    if (teardown && (setjmp(shim_back) || teardown(&state))) failed++;
    return failed;
}

#endif
