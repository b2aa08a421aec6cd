/* weft_utf8_valid: the data set's sequences, and every short sequence against a plain reading of the RFC's grammar. */
#include "support.h"

#include <weft/text.h>

static unsigned hex_digit(char c) { return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10); }

static void sequences(void **state) {
    (void)state;
    const char *path = test_data("utf8/utf8_sequences.json");
    if (!path) skip();
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    static char line[65536];
    size_t checked = 0;
    while (fgets(line, sizeof line, f)) {
        char *hex = strstr(line, "\"hex\":"), *valid = strstr(line, "\"valid\":"),
             *prefix = strstr(line, "\"valid_prefix\":");
        if (!hex || !valid) continue;
        hex = strchr(hex + 6, '"') + 1;
        size_t n = strcspn(hex, "\"") / 2;
        char *bytes = (char *)malloc(n ? n : 1);
        assert_non_null(bytes);
        for (size_t i = 0; i < n; i++) bytes[i] = (char)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
        bool good = strstr(valid, "true") != NULL && strstr(valid, "true") < valid + 12;
        size_t got = weft_utf8_valid(WEFT_TEXT(bytes, n));
        if (good) assert_int_equal(got, n);
        else assert_true(got < n);
        if (!good && prefix) assert_int_equal(got, strtoul(prefix + 15, NULL, 10));
        free(bytes);
        checked++;
    }
    fclose(f);
    assert_true(checked > 50);
}

/* The grammar of RFC 3629 by decoding: length of one character, 0 when ill-formed. */
static size_t one(const unsigned char *p, size_t n) {
    size_t len = p[0] < 0x80 ? 1 : p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf8 ? 4 : 0;
    if (!len || len > n) return 0;
    uint32_t c = len == 1 ? p[0] : p[0] & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (p[i] & 0x3fu);
    }
    static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    return c < least[len] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : len;
}

static void every_lead_and_random_tails(void **state) {
    (void)state;
    static const unsigned char interesting[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                                 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff };
    uint64_t seed = 1;
    for (int i = 0; i < 300000; i++) {
        unsigned char s[40];
        size_t n = 1 + (size_t)(test_random(&seed) % 39);
        for (size_t k = 0; k < n; k++) {
            uint64_t r = test_random(&seed);
            s[k] = r % 4 == 0 ? interesting[r / 4 % sizeof interesting] : r % 4 == 1 ? (unsigned char)(r >> 8) : 'a';
        }
        s[test_random(&seed) % n] = (unsigned char)i;
        size_t want = 0, step;
        while (want < n && (step = one(s + want, n - want)) != 0) want += step;
        test_guard g = { 0 };
        if (i % 16 == 0) {
            g = test_guard_make(WEFT_TEXT((char *)s, n), true);
            assert_int_equal(weft_utf8_valid(WEFT_TEXT(g.text, n)), want);
            test_guard_free(&g);
        }
        assert_int_equal(weft_utf8_valid(WEFT_TEXT((char *)s, n)), want);
    }
    assert_int_equal(weft_utf8_valid(WEFT_TEXT(NULL, 0)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(sequences), cmocka_unit_test(every_lead_and_random_tails) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
