/* RFC 8785: the published vectors, the number list, order of names, refusals. */
#include "support.h"

#include <math.h>
#include <weft/json.h>

static char *slurp(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = (char *)malloc(1 << 20);
    assert_non_null(text);
    *len = fread(text, 1, 1 << 20, f);
    fclose(f);
    return text;
}

static void published_files(void **state) {
    (void)state;
    static const char *const names[] = { "arrays", "french", "structures", "unicode", "values", "weird" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char relative[128];
        size_t len, want_len;
        snprintf(relative, sizeof relative, "canonical/cyberphone/input/%s.json", names[i]);
        const char *path = test_data(relative);
        if (!path) skip();
        char *text = slurp(path, &len);
        snprintf(relative, sizeof relative, "canonical/cyberphone/output/%s.json", names[i]);
        char *want = slurp(test_data(relative), &want_len);
        weft_doc *doc = weft_doc_read(WEFT_TEXT(text, len), NULL, NULL);
        assert_non_null(doc);
        weft_buf out = { 0 };
        assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, NULL), WEFT_OK);
        assert_int_equal(out.len, want_len);
        assert_memory_equal(out.data, want, want_len);
        weft_buf_free(&out);
        weft_doc_free(doc);
        free(text);
        free(want);
    }
}

static void made_cases(void **state) {
    (void)state;
    const char *path = test_data("canonical/made_cases.json");
    if (!path) skip();
    weft_doc *cases = weft_doc_read_file(path, NULL, NULL);
    assert_non_null(cases);
    size_t checked = 0;
    for (weft_iter it = weft_json_iter(weft_doc_root(cases)); weft_iter_next(&it); checked++) {
        weft_str input = weft_json_as_str(weft_json_get(it.value, "input"));
        weft_json expected = weft_json_get(it.value, "expected");
        weft_doc *doc = weft_doc_read(input, &(weft_read_opts){ .saturate = true }, NULL);
        weft_buf out = { 0 };
        if (weft_json_exists(expected)) {
            assert_non_null(doc);
            assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, NULL), WEFT_OK);
            assert_string_equal(weft_buf_cstr(&out), weft_json_as_str(expected).ptr);
        } else if (doc) {
            assert_int_not_equal(weft_json_canonical(weft_doc_root(doc), &out, NULL), WEFT_OK);
            assert_int_equal(out.len, 0);
        }
        weft_buf_free(&out);
        weft_doc_free(doc);
    }
    assert_true(checked >= 15);
    weft_doc_free(cases);
}

static void check_number(double v, const char *want) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", v);
    weft_doc *doc = weft_doc_read(weft_str_of(text), NULL, NULL);
    assert_non_null(doc);
    weft_buf out = { 0 };
    assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), want);
    weft_buf_free(&out);
    weft_doc_free(doc);
}
static void numbers(void **state) {
    (void)state;
    const char *path = test_data("canonical/es6_numbers_10k.txt");
    if (!path) skip();
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[128];
    size_t checked = 0;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = 0;
        char *comma = strchr(line, ',');
        assert_non_null(comma);
        uint64_t bits = strtoull(line, NULL, 16);
        double v;
        memcpy(&v, &bits, 8);
        if (v - v != 0) continue;
        check_number(v, comma + 1);
        checked++;
    }
    fclose(f);
    assert_true(checked > 9000);
    path = test_data("canonical/rfc8785_appendix_b.json");
    weft_doc *rows = weft_doc_read_file(path, NULL, NULL);
    assert_non_null(rows);
    for (weft_iter it = weft_json_iter(weft_doc_root(rows)); weft_iter_next(&it);) {
        uint64_t bits = strtoull(weft_json_str(it.value, "ieee754", "").ptr, NULL, 16);
        double v;
        memcpy(&v, &bits, 8);
        if (v - v == 0) check_number(v, weft_json_str(it.value, "expected", "").ptr);
    }
    weft_doc_free(rows);
}

static void refusals(void **state) {
    (void)state;
    weft_error err;
    weft_buf out = { 0 };
    weft_buf_append(&out, WEFT_STR("keep"));
    assert_int_equal(weft_json_canonical((weft_json){ 0 }, &out, &err), WEFT_E_ARGUMENT);
    weft_doc *doc = weft_doc_read(WEFT_STR("{\"x\":{\"b\":1,\"a\":2,\"b\":3}}"), NULL, NULL);
    assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, &err), WEFT_E_DUPLICATE);
    assert_string_equal(err.path, "$.x.b");
    weft_doc_free(doc);
    doc = weft_doc_read(WEFT_STR("[1,{\"a\":NaN}]"), &(weft_read_opts){ .nonfinite = true }, NULL);
    assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, &err), WEFT_E_NONFINITE);
    assert_string_equal(err.path, "$[1].a");
    weft_doc_free(doc);
    static const char *const wrong[] = { "[\"a\xff\"]", "{\"\xc3\":1}" };
    for (int i = 0; i < 2; i++) {
        doc = weft_doc_read(weft_str_of(wrong[i]), &(weft_read_opts){ .trust_utf8 = true }, NULL);
        assert_non_null(doc);
        assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, &err), WEFT_E_UTF8);
        weft_doc_free(doc);
    }
    assert_int_equal(out.len, 4);
    weft_buf_free(&out);
}

static void raw_numbers_are_values(void **state) {
    (void)state;
    weft_doc *doc = weft_doc_read(WEFT_STR("[1.50, 1E2,-0,12345678901234567890123]"),
                                  &(weft_read_opts){ .raw_numbers = true }, NULL);
    weft_buf out = { 0 };
    assert_int_equal(weft_json_canonical(weft_doc_root(doc), &out, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), "[1.5,100,0,1.2345678901234568e+22]");
    weft_buf_free(&out);
    weft_doc_free(doc);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    weft_doc *doc = weft_doc_read(WEFT_STR("{\"b\":{\"d\":1,\"c\":[{\"f\":1,\"e\":2}]},\"a\":\"x\"}"), NULL, NULL);
    for (size_t n = 1;; n++) {
        test_alloc t;
        test_alloc_init(&t, n);
        weft_buf out = { .alloc = &t.alloc };
        weft_status st = weft_json_canonical(weft_doc_root(doc), &out, NULL);
        bool failed = t.requests >= n;
        assert_int_equal(st, failed ? WEFT_E_MEMORY : WEFT_OK);
        if (!failed)
            assert_true(weft_str_equal(weft_buf_str(&out),
                                       WEFT_STR("{\"a\":\"x\",\"b\":{\"c\":[{\"e\":2,\"f\":1}],\"d\":1}}")));
        else assert_int_equal(out.len, 0);
        weft_buf_free(&out);
        assert_int_equal(t.live_blocks, 0);
        if (!failed) break;
    }
    weft_doc_free(doc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_files),
        cmocka_unit_test(made_cases),
        cmocka_unit_test(numbers),
        cmocka_unit_test(refusals),
        cmocka_unit_test(raw_numbers_are_values),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
