/* The golden files are read by a decoder that was written from the specification alone (decode.py). */
#include "support.h"

static void independent_decoder_reads_every_golden_file(void **state) {
    (void)state;
    char command[2048];
    const char *source = getenv("WEFT_SOURCE_DIR");
    if (!source || system("python3 --version > /dev/null 2>&1") != 0) {
        print_message("skipped: no python3\n");
        skip();
    }
    snprintf(command, sizeof command, "python3 '%s/tests/frozen/decode.py' '%s/tests/golden/frozen'", source, source);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(independent_decoder_reads_every_golden_file) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
