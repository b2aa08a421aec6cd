/* JSON Patch and Merge Patch: the public suites, atomicity, errors that name the operation, failing memory. */
#include "support.h"

#include <weft/edit.h>

static weft_doc *read_text(const char *text) {
    weft_error err;
    weft_doc *d = weft_doc_read(weft_str_of(text), NULL, &err);
    assert_non_null(d);
    return d;
}
static bool same(weft_json a, weft_json b) {
    bool equal;
    assert_int_equal(weft_json_equal(a, b, &equal, NULL), WEFT_OK);
    return equal;
}

static size_t run_suite(const char *name) {
    const char *path = test_data(name);
    if (!path) skip();
    weft_doc *suite = weft_doc_read_file(path, NULL, NULL);
    assert_non_null(suite);
    size_t ran = 0;
    for (weft_iter it = weft_json_iter(weft_doc_root(suite)); weft_iter_next(&it);) {
        weft_json doc = weft_json_get(it.value, "doc"), patch = weft_json_get(it.value, "patch");
        weft_json expected = weft_json_get(it.value, "expected"), error = weft_json_get(it.value, "error");
        if (weft_json_bool(it.value, "disabled", false) || !doc.cell || !patch.cell) continue;
        weft_error err;
        weft_edit *e = weft_edit_new(doc, NULL);
        assert_non_null(e);
        weft_status st = weft_edit_patch(e, patch, &err);
        if (error.cell ? st == WEFT_OK : st != WEFT_OK)
            fail_msg("%s: record %zu: %s, %s", name, it.index, weft_status_name(st), st ? err.reason : "");
        weft_doc *result = weft_edit_freeze(e, NULL, NULL);
        assert_non_null(result);
        if (error.cell) assert_true(same(weft_doc_root(result), doc)); /* a failing patch changes nothing */
        else if (expected.cell && !same(weft_doc_root(result), expected)) fail_msg("%s: record %zu", name, it.index);
        weft_doc_free(result);
        weft_edit_free(e);
        ran++;
    }
    weft_doc_free(suite);
    return ran;
}

static void public_suites(void **state) {
    (void)state;
    size_t tests = run_suite("patch/json-patch-tests/tests.json"),
           spec = run_suite("patch/json-patch-tests/spec_tests.json");
    assert_true(tests > 80);
    assert_true(spec > 15);
}

static void merge_suite(void **state) {
    (void)state;
    const char *path = test_data("merge-patch/rfc7386.json");
    if (!path) skip();
    weft_doc *suite = weft_doc_read_file(path, NULL, NULL);
    size_t ran = 0;
    for (weft_iter it = weft_json_iter(weft_doc_root(suite)); weft_iter_next(&it); ran++) {
        weft_error err;
        weft_doc *r =
            weft_json_merge_patch(weft_json_get(it.value, "doc"), weft_json_get(it.value, "patch"), NULL, &err);
        assert_non_null(r);
        if (!same(weft_doc_root(r), weft_json_get(it.value, "expected"))) fail_msg("record %zu", it.index);
        weft_doc_free(r);
    }
    assert_true(ran >= 15);
    weft_doc_free(suite);
}

static void failures_name_the_operation(void **state) {
    (void)state;
    static const struct {
        const char *patch, *path, *reason;
        weft_status code;
    } cases[] = {
        { "{}", "", "a patch is an array of operations", WEFT_E_PATCH },
        { "[1]", "$[0]", "operation 0: an operation is an object", WEFT_E_PATCH },
        { "[{\"path\":\"/a\"}]", "$[0].op", "operation 0: \"op\" is missing", WEFT_E_PATCH },
        { "[{\"op\":\"fly\",\"path\":\"/a\"}]", "$[0].op", "operation 0 (fly): unknown operation", WEFT_E_PATCH },
        { "[{\"op\":\"add\",\"path\":\"/x\",\"value\":1},{\"op\":\"remove\",\"path\":\"/a/7\"}]", "$[1].path",
          "operation 1 (remove): index beyond the array: token \"7\"", WEFT_E_MISSING },
        { "[{\"op\":\"remove\",\"path\":\"/b\"},{\"op\":\"test\",\"path\":\"/a/0\",\"value\":2}]", "$[1].path",
          "operation 1 (test): the value differs", WEFT_E_TEST },
        { "[{\"op\":\"move\",\"from\":\"/b\",\"path\":\"/b/c/d\"}]", "$[0].from",
          "operation 0 (move): a value cannot be moved into itself", WEFT_E_CYCLE },
        { "[{\"op\":\"move\",\"from\":\"/b/c\",\"path\":\"/a/1\"},{\"op\":\"move\",\"from\":\"/a/0\",\"path\":\"/z\"},"
          "{\"op\":\"replace\",\"path\":\"\",\"value\":[1]},{\"op\":\"add\",\"path\":\"/0\",\"value\":{}},"
          "{\"op\":\"copy\",\"from\":\"/0\",\"path\":\"/-\"},{\"op\":\"add\",\"path\":\"/0/k\",\"value\":3},"
          "{\"op\":\"remove\",\"path\":\"/nope\"}]",
          "$[6].path", "operation 6 (remove): not an array index: token \"nope\"", WEFT_E_MISSING },
        { "[{\"op\":\"add\",\"path\":\"/a/01\",\"value\":1}]", "$[0].path",
          "operation 0 (add): not an array index: token \"01\"", WEFT_E_MISSING },
        { "[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]", "$[0].path",
          "operation 0 (add): a pointer starts with '/': token \"a\"", WEFT_E_POINTER },
        { "[{\"op\":\"remove\",\"path\":\"\"}]", "$[0].path",
          "operation 0 (remove): the root cannot be removed: token \"\"", WEFT_E_POINTER },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_doc *doc = read_text("{\"a\":[1,2],\"b\":{\"c\":[{\"d\":null}]}}"), *patch = read_text(cases[i].patch);
        weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL);
        weft_error err;
        assert_int_equal(weft_edit_patch(e, weft_doc_root(patch), &err), cases[i].code);
        assert_string_equal(err.reason, cases[i].reason);
        assert_string_equal(err.path, cases[i].path);
        weft_buf out = { 0 };
        assert_int_equal(weft_edit_write(e, &out, NULL, NULL), WEFT_OK);
        assert_string_equal(weft_buf_cstr(&out), "{\"a\":[1,2],\"b\":{\"c\":[{\"d\":null}]}}");
        weft_buf_free(&out);
        weft_edit_free(e);
        weft_doc_free(patch);
        weft_doc_free(doc);
    }
}

/* Any failing allocation inside a patch: the document is as before, and the patch can be tried again. */
static void failing_memory_changes_nothing(void **state) {
    (void)state;
    const char *before = "{\"a\":[1,2,{\"x\":\"y\"}],\"b\":{\"c\":[{\"d\":null}]},\"n\":-1.5}";
    weft_doc *doc = read_text(before);
    weft_doc *patch = read_text(
        "[{\"op\":\"add\",\"path\":\"/a/1\",\"value\":{\"k~\":[\"long enough\"]}},"
        "{\"op\":\"move\",\"from\":\"/b/c\",\"path\":\"/q~1r\"},{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a2\"},"
        "{\"op\":\"replace\",\"path\":\"/n\",\"value\":[]},{\"op\":\"test\",\"path\":\"/a/0\",\"value\":1.0},"
        "{\"op\":\"test\",\"path\":\"/a\",\"value\":[1,{\"k~\":[\"long enough\"]},2,{\"x\":\"y\"}]},"
        "{\"op\":\"remove\",\"path\":\"/a/0\"}]");
    weft_doc *merge = read_text("{\"a\":null,\"b\":{\"c\":{\"z\":1}},\"new\":{\"deep\":{\"x\":null,\"y\":2}}}");
    for (int which = 0; which < 2; which++) {
        size_t n = 1;
        for (;; n++) {
            test_alloc t;
            test_alloc_init(&t, 0);
            weft_edit *e = weft_edit_new(weft_doc_root(doc), &t.alloc);
            assert_non_null(e);
            t.fail_at = t.requests + n;
            weft_error err;
            weft_status st = which ? weft_edit_merge_patch(e, weft_doc_root(merge), &err)
                                   : weft_edit_patch(e, weft_doc_root(patch), &err);
            bool done = st == WEFT_OK;
            t.fail_at = 0;
            weft_buf out = { 0 };
            if (!done) {
                assert_int_equal(st, WEFT_E_MEMORY);
                assert_int_equal(weft_edit_write(e, &out, NULL, NULL), WEFT_OK);
                assert_string_equal(weft_buf_cstr(&out), before);
                out.len = 0;
                st = which ? weft_edit_merge_patch(e, weft_doc_root(merge), &err)
                           : weft_edit_patch(e, weft_doc_root(patch), &err);
                assert_int_equal(st, WEFT_OK);
            }
            assert_int_equal(weft_edit_write(e, &out, NULL, NULL), WEFT_OK);
            assert_string_equal(
                weft_buf_cstr(&out),
                which ? "{\"b\":{\"c\":{\"z\":1}},\"n\":-1.5,\"new\":{\"deep\":{\"y\":2}}}"
                      : "{\"a\":[{\"k~\":[\"long enough\"]},2,{\"x\":\"y\"}],\"b\":{},\"n\":[],\"q/r\":[{\"d\":null}],"
                        "\"a2\":[1,{\"k~\":[\"long enough\"]},2,{\"x\":\"y\"}]}");
            weft_buf_free(&out);
            weft_edit_free(e);
            assert_int_equal(t.live_blocks, 0);
            assert_false(t.size_mismatch);
            if (done) break;
        }
        assert_true(n > 2);
    }
    weft_doc_free(doc);
    weft_doc_free(patch);
    weft_doc_free(merge);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(public_suites), cmocka_unit_test(merge_suite),
                                        cmocka_unit_test(failures_name_the_operation),
                                        cmocka_unit_test(failing_memory_changes_nothing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
