/* src/text/tables.c is what its generator prints, and the logarithms it relies on are exact. */
#include "support.h"

#include "text/tables.h"

#include <math.h>

static FILE *generated;
int generator_main(void);
#define main generator_main
#define printf(...) fprintf(generated, __VA_ARGS__)
#include "../../tools/gen/text_tables.c"
#undef main
#undef printf

static void generator_agrees(void **state) {
    (void)state;
    const char *source = getenv("WEFT_SOURCE_DIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/src/text/tables.c", source ? source : ".");
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    generated = tmpfile();
    assert_non_null(generated);
    assert_int_equal(generator_main(), 0);
    rewind(generated);
    int a, b;
    long at = 0;
    do {
        a = fgetc(f);
        b = fgetc(generated);
        if (a != b) fail_msg("differs at byte %ld", at);
        at++;
    } while (a != EOF);
    assert_true(at > 60000);
    fclose(f);
    fclose(generated);
}

static void logarithms(void **state) {
    (void)state;
    for (int e = WEFT__POW10_MIN; e <= WEFT__POW10_MAX; e++)
        assert_int_equal(weft__log2_pow10(e), (int)floorl((long double)e * log2l(10.0L)));
    for (int q = -1100; q <= 1100; q++)
        assert_int_equal(weft__log10_pow2(q), (int)floorl((long double)q * log10l(2.0L)));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(generator_agrees), cmocka_unit_test(logarithms) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
