/* Growable buffer: appends, limits, formatted text, every allocation failing in turn. */
#include "support.h"

static void grows_by_pieces(void **state) {
    (void)state;
    test_alloc t;
    test_alloc_init(&t, 0);
    weft_buf b = { .alloc = &t.alloc };
    assert_int_equal(weft_buf_str(&b).len, 0);
    assert_non_null(weft_buf_str(&b).ptr);
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(weft_buf_append(&b, WEFT_STR("ab")), WEFT_OK);
        assert_int_equal(weft_buf_byte(&b, (char)('0' + i % 10)), WEFT_OK);
    }
    assert_int_equal(b.len, 15000);
    for (size_t i = 0; i < 5000; i++) {
        assert_memory_equal(b.data + 3 * i, "ab", 2);
        assert_int_equal(b.data[3 * i + 2], '0' + i % 10);
    }
    assert_true(t.requests < 30); /* amortised growth */
    weft_buf_free(&b);
    assert_int_equal(t.live_bytes, 0);
    assert_false(t.size_mismatch);
    assert_int_equal(weft_buf_append(&b, WEFT_STR("again")), WEFT_OK); /* usable after free */
    assert_true(weft_str_equal(weft_buf_str(&b), WEFT_STR("again")));
    weft_buf_free(&b);
}

static void limit_is_exact_and_leaves_the_content(void **state) {
    (void)state;
    weft_buf b = { .limit = 10 };
    assert_int_equal(weft_buf_append(&b, WEFT_STR("0123456")), WEFT_OK);
    assert_int_equal(weft_buf_append(&b, WEFT_STR("789x")), WEFT_E_SIZE);
    assert_true(weft_str_equal(weft_buf_str(&b), WEFT_STR("0123456")));
    assert_int_equal(weft_buf_append(&b, WEFT_STR("789")), WEFT_OK);
    assert_int_equal(weft_buf_byte(&b, 'x'), WEFT_E_SIZE);
    assert_true(weft_str_equal(weft_buf_str(&b), WEFT_STR("0123456789")));
    weft_buf_free(&b);
}

static void huge_sizes_are_refused(void **state) {
    (void)state;
    weft_buf b = { 0 };
    assert_int_equal(weft_buf_byte(&b, 'x'), WEFT_OK);
    assert_int_equal(weft_buf_reserve(&b, SIZE_MAX), WEFT_E_SIZE);
    assert_int_equal(weft_buf_reserve(&b, SIZE_MAX / 2), WEFT_E_SIZE);
    assert_int_equal(b.len, 1);
    assert_int_equal(b.data[0], 'x');
    weft_buf_free(&b);
}

static void formats_and_terminates(void **state) {
    (void)state;
    weft_buf b = { 0 };
    assert_int_equal(weft_buf_printf(&b, "%d-%s", 42, "x"), WEFT_OK);
    assert_int_equal(weft_buf_printf(&b, "%0*d", 300, 7), WEFT_OK);
    assert_int_equal(b.len, 304);
    assert_string_equal(weft_buf_cstr(&b) + 300, "0007");
    assert_int_equal(b.len, 304);
    weft_buf_free(&b);
    assert_string_equal(weft_buf_cstr(&b), "");
    weft_buf_free(&b);
}

static weft_status fill(const weft_alloc *alloc, void *ctx) {
    (void)ctx;
    weft_buf b = { .alloc = alloc };
    weft_status st = WEFT_OK;
    for (int i = 0; i < 400 && !st; i++) {
        size_t before = b.len;
        st = weft_buf_append(&b, WEFT_STR("0123456789"));
        if (st) assert_int_equal(b.len, before);
    }
    if (!st) st = weft_buf_printf(&b, "%d", 5);
    weft_buf_free(&b);
    return st;
}

static void survives_failing_memory(void **state) {
    (void)state;
    assert_true(test_every_failure(fill, NULL) >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_by_pieces),         cmocka_unit_test(limit_is_exact_and_leaves_the_content),
        cmocka_unit_test(huge_sizes_are_refused),  cmocka_unit_test(formats_and_terminates),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
