/* Differences: applying one gives the second document, for random pairs; patches of moved elements are small. Equality
 * and hash agree. */
#include "support.h"

#include <weft/edit.h>

/* A random value of few names and few scalars, so that things repeat. nulls: whether null may occur. */
static void make_value(weft_build *b, uint64_t *seed, int depth, bool nulls) {
    static const char *const names[] = { "a", "b", "c/d", "e~f", "", "\xc3\xa9" };
    uint64_t kind = test_random(seed) % (depth > 0 ? 12 : 6);
    if (kind == 0 && nulls) weft_build_null(b);
    else if (kind <= 1) weft_build_bool(b, test_random(seed) & 1);
    else if (kind <= 3) weft_build_int(b, (int64_t)(test_random(seed) % 5));
    else if (kind == 4) weft_build_real(b, (double)(test_random(seed) % 4) / 2);
    else if (kind == 5) weft_build_str(b, weft_str_of(names[test_random(seed) % 6]));
    else if (kind <= 8) {
        weft_build_array(b);
        for (uint64_t n = test_random(seed) % 9; n--;) make_value(b, seed, depth - 1, nulls);
        weft_build_end(b);
    } else {
        uint64_t used = test_random(seed);
        weft_build_object(b);
        for (size_t i = 0; i < 6; i++) {
            size_t at = (i + (size_t)(used >> 32)) % 6;
            if (!(used >> at & 1)) continue;
            weft_build_key(b, weft_str_of(names[at]));
            make_value(b, seed, depth - 1, nulls);
        }
        weft_build_end(b);
    }
}
static weft_doc *make(uint64_t *seed, bool nulls) {
    weft_error err;
    weft_build *b = weft_build_new(NULL);
    make_value(b, seed, 4, nulls);
    weft_doc *doc = weft_build_finish(b, &err);
    assert_non_null(doc);
    return doc;
}
static bool same(weft_json a, weft_json b) {
    bool equal, back;
    uint64_t x, y;
    assert_int_equal(weft_json_equal(a, b, &equal, NULL), WEFT_OK);
    assert_int_equal(weft_json_equal(b, a, &back, NULL), WEFT_OK);
    assert_int_equal(equal, back);
    assert_int_equal(weft_json_hash(a, &x, NULL), WEFT_OK);
    assert_int_equal(weft_json_hash(b, &y, NULL), WEFT_OK);
    if (equal) assert_true(x == y);
    return equal;
}

static void check_pair(weft_json a, weft_json b) {
    weft_error err;
    weft_doc *patch = weft_json_diff(a, b, NULL, &err);
    assert_non_null(patch);
    weft_doc *result = weft_json_patch(a, weft_doc_root(patch), NULL, &err);
    if (!result || !same(weft_doc_root(result), b)) {
        weft_buf text = { 0 };
        weft_json_write(a, &text, NULL, NULL);
        weft_buf_append(&text, WEFT_STR("\n"));
        weft_json_write(b, &text, NULL, NULL);
        weft_buf_append(&text, WEFT_STR("\n"));
        weft_json_write(weft_doc_root(patch), &text, NULL, NULL);
        fail_msg("%s\n%s", result ? "differs" : err.reason, weft_buf_cstr(&text));
    }
    assert_int_equal(weft_json_len(weft_doc_root(patch)) == 0, same(a, b));
    weft_doc_free(result);
    weft_doc_free(patch);
}

static void random_pairs(void **state) {
    (void)state;
    uint64_t seed = 20260101;
    for (int i = 0; i < 4000; i++) {
        weft_doc *a = make(&seed, true), *b = make(&seed, true);
        check_pair(weft_doc_root(a), weft_doc_root(b));
        check_pair(weft_doc_root(a), weft_doc_root(a));
        weft_doc_free(a);
        weft_doc_free(b);
    }
}

static void random_merges(void **state) {
    (void)state;
    uint64_t seed = 7;
    size_t told = 0;
    for (int i = 0; i < 4000; i++) {
        weft_error err;
        weft_doc *a = make(&seed, true), *b = make(&seed, i % 4 == 0);
        weft_doc *patch = weft_json_merge_diff(weft_doc_root(a), weft_doc_root(b), NULL, &err);
        if (patch) {
            weft_doc *r = weft_json_merge_patch(weft_doc_root(a), weft_doc_root(patch), NULL, &err);
            assert_non_null(r);
            assert_true(same(weft_doc_root(r), weft_doc_root(b)));
            weft_doc_free(r);
            told++;
        } else {
            assert_int_equal(err.code, WEFT_E_UNSUPPORTED);
            assert_int_equal(i % 4, 0);
        }
        weft_doc_free(patch);
        weft_doc_free(a);
        weft_doc_free(b);
    }
    assert_true(told >= 3000);
}

/* Arrays of distinct numbers, shuffled a little. */
static void arrays_of_numbers(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 2000; round++) {
        int64_t list[40];
        size_t n = test_random(&seed) % 30;
        weft_build *x = weft_build_new(NULL), *y = weft_build_new(NULL);
        weft_build_array(x);
        weft_build_array(y);
        for (size_t i = 0; i < n; i++) {
            list[i] = (int64_t)i;
            weft_build_int(x, list[i]);
        }
        for (size_t k = test_random(&seed) % 6; n && k--;) {
            size_t i = test_random(&seed) % n, j = test_random(&seed) % n;
            int64_t t = list[i];
            list[i] = list[j];
            list[j] = t;
            if (test_random(&seed) % 4 == 0) list[i] = 100 + (int64_t)k;
        }
        for (size_t i = 0; i < n; i++) weft_build_int(y, list[i]);
        weft_build_end(x);
        weft_build_end(y);
        weft_doc *a = weft_build_finish(x, NULL), *b = weft_build_finish(y, NULL);
        check_pair(weft_doc_root(a), weft_doc_root(b));
        weft_doc_free(a);
        weft_doc_free(b);
    }
}

static void patches_are_small(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *patch;
    } cases[] = {
        { "[1,2,3,4,5]", "[2,3,4,5,1]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/4\"}]" },
        { "[1,2,3,4,5]", "[5,1,2,3,4]", "[{\"op\":\"move\",\"from\":\"/4\",\"path\":\"/0\"}]" },
        { "[1,2,3]", "[1,9,2,3]", "[{\"op\":\"add\",\"path\":\"/1\",\"value\":9}]" },
        { "[1,2,3]", "[1,3]", "[{\"op\":\"remove\",\"path\":\"/1\"}]" },
        { "[1,2,3]", "[1,7,3]", "[{\"op\":\"replace\",\"path\":\"/1\",\"value\":7}]" },
        { "[{\"id\":1,\"v\":1},{\"id\":2,\"v\":2}]", "[{\"id\":1,\"v\":5},{\"id\":2,\"v\":2}]",
          "[{\"op\":\"replace\",\"path\":\"/0/v\",\"value\":5}]" },
        { "{\"a/b\":{\"~\":1},\"x\":1}", "{\"a/b\":{\"~\":1.0,\"y\":[]}}",
          "[{\"op\":\"remove\",\"path\":\"/x\"},{\"op\":\"add\",\"path\":\"/a~1b/y\",\"value\":[]}]" },
        { "[1,2,3,4,5,6,7,8]", "[3,4,5,6,1,2,7,8]",
          "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/5\"},{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/5\"}]" },
        { "1", "1.0", "[]" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_doc *a = weft_doc_read(weft_str_of(cases[i].a), NULL, NULL);
        weft_doc *b = weft_doc_read(weft_str_of(cases[i].b), NULL, NULL);
        weft_doc *p = weft_json_diff(weft_doc_root(a), weft_doc_root(b), NULL, NULL);
        weft_buf out = { 0 };
        assert_int_equal(weft_json_write(weft_doc_root(p), &out, NULL, NULL), WEFT_OK);
        if (i != 7) assert_string_equal(weft_buf_cstr(&out), cases[i].patch);
        else assert_int_equal(weft_json_len(weft_doc_root(p)), 2);
        check_pair(weft_doc_root(a), weft_doc_root(b));
        weft_buf_free(&out);
        weft_doc_free(p);
        weft_doc_free(a);
        weft_doc_free(b);
    }
}

/* Beyond the table of the longest common subsequence. */
static void long_arrays(void **state) {
    (void)state;
    weft_build *x = weft_build_new(NULL), *y = weft_build_new(NULL);
    weft_build_array(x);
    weft_build_array(y);
    for (int i = 0; i < 6000; i++) weft_build_int(x, i);
    for (int i = 5; i < 6000; i++)
        if (i % 100 != 17) weft_build_int(y, i % 50 == 3 ? -i : i);
    weft_build_int(y, 2);
    weft_build_end(x);
    weft_build_end(y);
    weft_doc *a = weft_build_finish(x, NULL), *b = weft_build_finish(y, NULL);
    check_pair(weft_doc_root(a), weft_doc_root(b));
    weft_doc *p = weft_json_diff(weft_doc_root(a), weft_doc_root(b), NULL, NULL);
    assert_in_range(weft_json_len(weft_doc_root(p)), 100, 250);
    weft_doc_free(p);
    weft_doc_free(a);
    weft_doc_free(b);
}

static void equality(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {
        { "1", "1.0", true },
        { "0", "-0", true },
        { "9007199254740993", "9007199254740992.0", false },
        { "18446744073709551615", "18446744073709551616", false },
        { "9223372036854775808", "9223372036854775808.0", true },
        { "1e400", "1e401", true },
        { "0.1", "0.10000000000000001", true },
        { "[1,2]", "[2,1]", false },
        { "{\"a\":1,\"b\":[{}]}", "{\"b\":[{}],\"a\":1}", true },
        { "{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", false },
        { "{\"a\":1,\"a\":2,\"b\":0}", "{\"b\":0,\"a\":1,\"a\":2}", true },
        { "{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}", false },
        { "{\"a\":1}", "{\"a\":1,\"b\":2}", false },
        { "[]", "{}", false },
        { "null", "false", false },
        { "\"1\"", "1", false },
        { "\"\\u0041\"", "\"A\"", true },
    };
    weft_read_opts o = { .saturate = true };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int raw = 0; raw < 4; raw++) {
            o.raw_numbers = raw & 1;
            weft_doc *a = weft_doc_read(weft_str_of(cases[i].a), &o, NULL);
            o.raw_numbers = raw & 2;
            weft_doc *b = weft_doc_read(weft_str_of(cases[i].b), &o, NULL);
            if (same(weft_doc_root(a), weft_doc_root(b)) != cases[i].equal) fail_msg("case %zu, raw %d", i, raw);
            weft_doc_free(a);
            weft_doc_free(b);
        }
    bool equal;
    weft_json none = { NULL, NULL };
    assert_int_equal(weft_json_equal(none, none, &equal, NULL), WEFT_OK);
    assert_true(equal);
}

static weft_status diff_with(const weft_alloc *alloc, void *ctx) {
    weft_doc **docs = (weft_doc **)ctx;
    weft_error err;
    weft_doc *p = weft_json_diff(weft_doc_root(docs[0]), weft_doc_root(docs[1]), alloc, &err);
    if (!p) return err.code;
    weft_doc *r = weft_json_patch(weft_doc_root(docs[0]), weft_doc_root(p), alloc, &err);
    weft_doc_free(p);
    if (!r) return err.code;
    weft_doc_free(r);
    p = weft_json_merge_diff(weft_doc_root(docs[0]), weft_doc_root(docs[1]), alloc, &err);
    if (!p) return err.code;
    weft_doc_free(p);
    return WEFT_OK;
}
static void failing_memory(void **state) {
    (void)state;
    weft_doc *docs[2];
    docs[0] = weft_doc_read(WEFT_STR("{\"a\":[1,[2],3,{\"x\":1}],\"b\":{\"c\":1,\"d\":2}}"), NULL, NULL);
    docs[1] = weft_doc_read(WEFT_STR("{\"b\":{\"d\":2,\"e\":[]},\"a\":[3,{\"x\":2},[2],8,9]}"), NULL, NULL);
    assert_true(test_every_failure(diff_with, docs) > 10);
    weft_doc_free(docs[0]);
    weft_doc_free(docs[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs),      cmocka_unit_test(random_merges), cmocka_unit_test(arrays_of_numbers),
        cmocka_unit_test(patches_are_small), cmocka_unit_test(long_arrays),   cmocka_unit_test(equality),
        cmocka_unit_test(failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
