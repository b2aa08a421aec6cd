/* Arena: growth, limits, fixed buffers, every allocation failing in turn. */
#include "support.h"

static void grows_and_aligns(void **state) {
    (void)state;
    test_alloc t;
    test_alloc_init(&t, 0);
    weft_arena a = weft_arena_make(&t.alloc, 0);
    for (size_t i = 1; i < 3000; i++) {
        size_t align = (size_t)1 << i % 8;
        char *p = (char *)weft_arena_alloc(&a, i, align);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p & (align - 1), 0);
        memset(p, (int)i, i);
    }
    weft_arena_reset(&a);
    assert_int_equal(t.live_blocks, 1);
    weft_arena_free(&a);
    assert_int_equal(t.live_blocks, 0);
    assert_false(t.size_mismatch);
}

static void fixed_is_full_then_null(void **state) {
    (void)state;
    char buffer[64];
    weft_arena a = weft_arena_fixed(buffer, sizeof buffer);
    assert_ptr_equal(weft_arena_alloc(&a, 60, 1), buffer);
    assert_null(weft_arena_alloc(&a, 5, 1));
    assert_non_null(weft_arena_alloc(&a, 4, 1));
    weft_arena_reset(&a);
    assert_ptr_equal(weft_arena_alloc(&a, 64, 1), buffer);
}

static void limit_holds(void **state) {
    (void)state;
    test_alloc t;
    test_alloc_init(&t, 0);
    weft_arena a = weft_arena_make(&t.alloc, 10000);
    while (weft_arena_alloc(&a, 100, 8)) {
    }
    assert_true(t.peak_bytes <= 10000 && t.peak_bytes > 5000);
    weft_arena_free(&a);
    assert_int_equal(t.live_bytes, 0);
}

static void huge_sizes_are_refused(void **state) {
    (void)state;
    weft_arena a = { 0 };
    assert_null(weft_arena_alloc(&a, SIZE_MAX, 16));
    assert_null(weft_arena_alloc(&a, SIZE_MAX - 20, 16));
    weft_arena_free(&a);
}

static void resize_keeps_content(void **state) {
    (void)state;
    weft_arena a = { 0 };
    char *p = (char *)weft_arena_alloc(&a, 10, 1);
    memcpy(p, "0123456789", 10);
    assert_ptr_equal(weft_arena_resize(&a, p, 10, 20, 1), p);
    weft_arena_alloc(&a, 1, 1);
    char *q = (char *)weft_arena_resize(&a, p, 20, 30, 1);
    assert_ptr_not_equal(q, p);
    assert_memory_equal(q, "0123456789", 10);
    weft_arena_free(&a);
}

static void failure_leaves_it_usable(void **state) {
    (void)state;
    for (size_t n = 1; n < 6; n++) {
        test_alloc t;
        test_alloc_init(&t, n);
        weft_arena a = weft_arena_make(&t.alloc, 0);
        int got_null = 0;
        for (int i = 0; i < 100; i++) got_null += !weft_arena_alloc(&a, 1000, 8);
        assert_int_equal(got_null, 1);
        weft_arena_free(&a);
        assert_int_equal(t.live_bytes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_aligns),     cmocka_unit_test(fixed_is_full_then_null),
        cmocka_unit_test(limit_holds),          cmocka_unit_test(huge_sizes_are_refused),
        cmocka_unit_test(resize_keeps_content), cmocka_unit_test(failure_leaves_it_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
