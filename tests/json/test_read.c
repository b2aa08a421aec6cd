/* Documents: values, look-ups, options, limits, reuse, failing memory. */
#include "support.h"

#include <math.h>

#include <weft/json.h>

static weft_doc *read_ok(weft_str text, const weft_read_opts *opts) {
    weft_error err;
    weft_doc *doc = weft_doc_read(text, opts, &err);
    if (!doc) {
        weft_error_print(stderr, &err);
        fail();
    }
    return doc;
}

static void kinds_and_numbers(void **state) {
    (void)state;
    weft_doc *doc =
        read_ok(WEFT_STR("[null,true,false,0,-1,9223372036854775807,9223372036854775808,18446744073709551615,"
                         "18446744073709551616,-9223372036854775808,-9223372036854775809,-0,1.5,1e2,\"x\",[],{}]"),
                NULL);
    weft_json a = weft_doc_root(doc);
    static const weft_kind kinds[] = { WEFT_NULL, WEFT_BOOL, WEFT_BOOL,   WEFT_INT,   WEFT_INT,   WEFT_INT,
                                       WEFT_UINT, WEFT_UINT, WEFT_REAL,   WEFT_INT,   WEFT_REAL,  WEFT_REAL,
                                       WEFT_REAL, WEFT_REAL, WEFT_STRING, WEFT_ARRAY, WEFT_OBJECT };
    assert_int_equal(weft_json_len(a), sizeof kinds / sizeof *kinds);
    for (size_t i = 0; i < weft_json_len(a); i++) assert_int_equal(weft_json_kind(weft_json_at(a, i)), kinds[i]);
    assert_true(weft_json_as_bool(weft_json_at(a, 1), false));
    assert_false(weft_json_as_bool(weft_json_at(a, 2), true));
    assert_true(weft_json_as_int(weft_json_at(a, 5), 0) == INT64_MAX);
    assert_true(weft_json_as_uint(weft_json_at(a, 6), 0) == (uint64_t)INT64_MAX + 1);
    assert_true(weft_json_as_uint(weft_json_at(a, 7), 0) == UINT64_MAX);
    assert_true(weft_json_as_real(weft_json_at(a, 8), 0) == 18446744073709551616.0);
    assert_true(weft_json_as_int(weft_json_at(a, 9), 0) == INT64_MIN);
    assert_true(weft_json_as_real(weft_json_at(a, 10), 0) == -9223372036854775808.0);
    assert_true(weft_json_as_real(weft_json_at(a, 11), 1) == 0 && signbit(weft_json_as_real(weft_json_at(a, 11), 1)));
    assert_int_equal(weft_json_as_int(weft_json_at(a, 11), 7), 7); /* -0 is no integer */
    assert_int_equal(weft_json_as_int(weft_json_at(a, 12), 7), 7); /* nor is 1.5 */
    assert_int_equal(weft_json_as_int(weft_json_at(a, 13), 7), 100);
    assert_int_equal(weft_json_as_int(weft_json_at(a, 6), 7), 7); /* does not fit */
    assert_int_equal(weft_json_as_uint(weft_json_at(a, 4), 7), 7);
    assert_int_equal(weft_json_kind(weft_json_at(a, 17)), WEFT_NONE);
    weft_doc_free(doc);
}

static void members_and_defaults(void **state) {
    (void)state;
    weft_doc *doc = read_ok(WEFT_STR("{\"port\":80,\"name\":\"a\\u0000b\",\"on\":true,\"x\":2.5,\"port\":81,\"\":{"
                                     "\"deep\":[[],[1,{\"k\":9}]]}}"),
                            NULL);
    weft_json v = weft_doc_root(doc);
    assert_int_equal(weft_json_int(v, "port", 1), 81); /* the last one */
    assert_int_equal(weft_json_int(v, "none", 8080), 8080);
    assert_int_equal(weft_json_int(v, "name", 8080), 8080);
    assert_true(weft_json_bool(v, "on", false));
    assert_true(weft_json_real(v, "x", 0) == 2.5 && weft_json_real(v, "port", 0) == 81);
    weft_str name = weft_json_str(v, "name", "?");
    assert_int_equal(name.len, 3);
    assert_memory_equal(name.ptr, "a\0b", 4); /* a NUL behind it too */
    assert_string_equal(weft_json_str(v, "nope", "?").ptr, "?");
    weft_json none = weft_json_get(weft_json_get(weft_json_at(v, 3), "a"), "b");
    assert_false(weft_json_exists(none));
    assert_int_equal(weft_json_len(none), 0);
    weft_error err;
    assert_int_equal(weft_json_as_int(weft_json_pointer(v, WEFT_STR("//deep/1/1/k"), &err), 0), 9);
    assert_int_equal(weft_json_kind(weft_json_pointer(v, WEFT_STR("//deep/2"), &err)), WEFT_NONE);
    assert_int_equal(err.code, WEFT_E_MISSING);
    assert_int_equal(err.offset, 7);
    size_t n = 0;
    for (weft_iter it = weft_json_iter(v); weft_iter_next(&it); n++) {
        assert_int_equal(it.index, n);
        if (n == 2) assert_true(weft_str_equal(it.key, WEFT_STR("on")));
    }
    assert_int_equal(n, 6);
    weft_doc_free(doc);
}

/* Indexed look-ups give what the walk gives, the last duplicate included. */
static void large_objects(void **state) {
    (void)state;
    weft_buf b = { 0 };
    assert_int_equal(weft_buf_byte(&b, '{'), 0);
    for (int i = 0; i < 5000; i++) weft_buf_printf(&b, "\"key%d\":{\"v\":%d},", i % 4000, i);
    weft_buf_printf(&b, "\"\":1}");
    weft_doc *doc = read_ok(weft_buf_str(&b), NULL);
    weft_json v = weft_doc_root(doc);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 4000; i++) {
            char key[32];
            snprintf(key, sizeof key, "key%d", i);
            assert_int_equal(weft_json_int(weft_json_get(v, key), "v", -1), i < 1000 ? i + 4000 : i);
        }
    assert_int_equal(weft_json_int(v, "", 0), 1);
    assert_false(weft_json_exists(weft_json_get(v, "key4000")));
    weft_doc_free(doc);
    weft_buf_free(&b);
}

static void elements_by_number(void **state) {
    (void)state;
    weft_buf b = { 0 };
    for (int i = 0; i < 3000; i++) weft_buf_printf(&b, "%s[%d,{\"a\":[]}]", i ? "," : "[", i);
    weft_buf_byte(&b, ']');
    weft_doc *doc = read_ok(weft_buf_str(&b), NULL);
    weft_json v = weft_doc_root(doc);
    for (size_t i = 0; i < 3000; i++)
        assert_int_equal(weft_json_as_int(weft_json_at(weft_json_at(v, i * 7 % 3000), 0), -1), i * 7 % 3000);
    assert_false(weft_json_exists(weft_json_at(v, 3000)));
    weft_doc_free(doc);
    weft_buf_free(&b);
}

static void duplicates(void **state) {
    (void)state;
    weft_str text = WEFT_STR("{\"a\":[1,{\"x\":1,\"x\":2}],\"b\":2,\"a\":3}");
    weft_error err;
    weft_doc *doc = read_ok(text, &(weft_read_opts){ .duplicates = WEFT_DUPLICATES_LAST });
    weft_json v = weft_doc_root(doc);
    assert_int_equal(weft_json_len(v), 2);
    weft_iter it = weft_json_iter(v);
    assert_true(weft_iter_next(&it) && weft_str_equal(it.key, WEFT_STR("b")));
    assert_true(weft_iter_next(&it) && weft_json_as_int(it.value, 0) == 3);
    assert_false(weft_iter_next(&it));
    weft_doc_free(doc);
    assert_null(weft_doc_read(text, &(weft_read_opts){ .duplicates = WEFT_DUPLICATES_ERROR }, &err));
    assert_int_equal(err.code, WEFT_E_DUPLICATE);
    assert_int_equal(err.offset, 15);
    assert_int_equal(weft_json_validate(text, &(weft_read_opts){ .duplicates = WEFT_DUPLICATES_ERROR }, NULL),
                     WEFT_E_DUPLICATE);
    doc = read_ok(WEFT_STR("{\"ab\":1,\"abc\":2,\"a\":3}"), &(weft_read_opts){ .duplicates = WEFT_DUPLICATES_ERROR });
    weft_doc_free(doc);
}

static weft_status read_code(const char *text, weft_read_opts opts) {
    weft_error err;
    weft_doc *doc = weft_doc_read(weft_str_of(text), &opts, &err);
    weft_status code = doc ? WEFT_OK : err.code;
    weft_doc_free(doc);
    assert_int_equal(weft_json_validate(weft_str_of(text), &opts, NULL), code);
    return code;
}

static void limits(void **state) {
    (void)state;
    char deep[5000];
    for (size_t n = 1023; n < 1026; n++) {
        memset(deep, '[', n);
        memset(deep + n, ']', n);
        deep[2 * n] = 0;
        assert_int_equal(read_code(deep, (weft_read_opts){ 0 }), n <= 1024 ? WEFT_OK : WEFT_E_DEPTH);
        assert_int_equal(read_code(deep, (weft_read_opts){ .max_depth = n }), WEFT_OK);
        assert_int_equal(read_code(deep, (weft_read_opts){ .max_depth = n - 1 }), WEFT_E_DEPTH);
    }
    assert_int_equal(read_code("[1,2,3]", (weft_read_opts){ .max_members = 3 }), WEFT_OK);
    assert_int_equal(read_code("[1,[1,2,3,4]]", (weft_read_opts){ .max_members = 3 }), WEFT_E_MEMBERS);
    assert_int_equal(read_code("{\"a\":1,\"b\":2}", (weft_read_opts){ .max_members = 1 }), WEFT_E_MEMBERS);
    assert_int_equal(read_code("\"abc\"", (weft_read_opts){ .max_string = 3 }), WEFT_OK);
    assert_int_equal(read_code("\"abcd\"", (weft_read_opts){ .max_string = 3 }), WEFT_E_STRING_SIZE);
    assert_int_equal(read_code("\"\\u0061bc\"", (weft_read_opts){ .max_string = 3 }), WEFT_OK);
    assert_int_equal(read_code("[1]", (weft_read_opts){ .max_bytes = 3 }), WEFT_OK);
    assert_int_equal(read_code("[1] ", (weft_read_opts){ .max_bytes = 3 }), WEFT_E_SIZE);
}

static void one_million_levels(void **state) {
    (void)state;
    enum { N = 1000000 };
    char *deep = (char *)malloc(2 * N);
    memset(deep, '[', N);
    memset(deep + N, ']', N);
    weft_doc *doc = read_ok(WEFT_TEXT(deep, 2 * N), &(weft_read_opts){ .max_depth = N });
    weft_stat s = weft_json_stat(weft_doc_root(doc));
    assert_int_equal(s.arrays, N);
    assert_int_equal(s.depth, N);
    weft_doc_free(doc);
    free(deep);
}

static void number_options(void **state) {
    (void)state;
    weft_doc *doc = read_ok(WEFT_STR("[1e999,-1e999,123456789012345678901234567890,1.50]"),
                            &(weft_read_opts){ .saturate = true, .big_raw = true });
    weft_json v = weft_doc_root(doc);
    assert_true(isinf(weft_json_as_real(weft_json_at(v, 0), 0)) && weft_json_as_real(weft_json_at(v, 1), 0) < 0);
    assert_int_equal(weft_json_kind(weft_json_at(v, 2)), WEFT_RAW);
    assert_string_equal(weft_json_as_str(weft_json_at(v, 2)).ptr, "123456789012345678901234567890");
    assert_true(weft_json_as_real(weft_json_at(v, 2), 0) == 123456789012345678901234567890.0);
    weft_doc_free(doc);
    doc = read_ok(WEFT_STR("[1.50,1e999,-0]"), &(weft_read_opts){ .raw_numbers = true });
    v = weft_doc_root(doc);
    assert_string_equal(weft_json_as_str(weft_json_at(v, 0)).ptr, "1.50");
    assert_string_equal(weft_json_as_str(weft_json_at(v, 1)).ptr, "1e999");
    assert_true(weft_json_as_real(weft_json_at(v, 0), 0) == 1.5);
    weft_doc_free(doc);
}

static void unicode_options(void **state) {
    (void)state;
    weft_doc *doc = read_ok(WEFT_STR("[\"a\xff\xe2\x82z\",\"\\ud800x\",\"\\ud83d\\ude00\",\"\\udc00\\ud800\"]"),
                            &(weft_read_opts){ .replace_invalid = true });
    weft_json v = weft_doc_root(doc);
    assert_string_equal(weft_json_as_str(weft_json_at(v, 0)).ptr, "a\xef\xbf\xbd\xef\xbf\xbdz");
    assert_string_equal(weft_json_as_str(weft_json_at(v, 1)).ptr, "\xef\xbf\xbdx");
    assert_string_equal(weft_json_as_str(weft_json_at(v, 2)).ptr, "\xf0\x9f\x98\x80");
    assert_string_equal(weft_json_as_str(weft_json_at(v, 3)).ptr, "\xef\xbf\xbd\xef\xbf\xbd");
    weft_doc_free(doc);
    doc = read_ok(WEFT_STR("\"\xff\""), &(weft_read_opts){ .trust_utf8 = true });
    assert_string_equal(weft_json_as_str(weft_doc_root(doc)).ptr, "\xff");
    weft_doc_free(doc);
}

static void borrowing_and_consumed(void **state) {
    (void)state;
    weft_str text = WEFT_STR(" {\"plain\":\"text\",\"esc\":\"a\\nb\"} tail");
    weft_doc *doc = read_ok(text, &(weft_read_opts){ .borrow = true, .stop_after = true });
    assert_int_equal(weft_doc_consumed(doc), text.len - 5);
    weft_str s = weft_json_str(weft_doc_root(doc), "plain", "");
    assert_ptr_equal(s.ptr, text.ptr + 11);
    assert_true(weft_str_equal(weft_json_str(weft_doc_root(doc), "esc", ""), WEFT_STR("a\nb")));
    weft_doc_free(doc);
}

static void in_place(void **state) {
    (void)state;
    char text[] = "{'a\"\\u00e9\\n':[1,\"\\ud83d\\ude00x\"],key:'v',k2 :\"\",\"z\":-1.5}";
    weft_error err;
    weft_doc *doc = weft_doc_read_in_place(
        text, sizeof text - 1, &(weft_read_opts){ .json5 = true, .duplicates = WEFT_DUPLICATES_LAST }, &err);
    assert_non_null(doc);
    weft_json v = weft_doc_root(doc);
    weft_str s = weft_json_as_str(weft_json_at(weft_json_get(v, "a\"\xc3\xa9\n"), 1));
    assert_string_equal(s.ptr, "\xf0\x9f\x98\x80x");
    assert_true(s.ptr > text && s.ptr < text + sizeof text);
    assert_string_equal(weft_json_str(v, "key", "").ptr, "v");
    assert_string_equal(weft_json_str(v, "k2", "?").ptr, "");
    assert_true(weft_json_real(v, "z", 0) == -1.5);
    weft_doc_free(doc);
    char bad[] = "[\"\\u0041\",\n nul]";
    assert_null(weft_doc_read_in_place(bad, sizeof bad - 1, NULL, &err));
    assert_int_equal(err.line, 2);
    assert_int_equal(err.offset, 15);
    assert_null(weft_doc_read_in_place(bad, 2, &(weft_read_opts){ .replace_invalid = true }, &err));
    assert_int_equal(err.code, WEFT_E_ARGUMENT);
}

static void extensions_one_by_one(void **state) {
    (void)state;
    assert_int_equal(read_code("[1,]", (weft_read_opts){ .trailing_commas = true }), WEFT_OK);
    assert_int_equal(read_code("[,]", (weft_read_opts){ .trailing_commas = true }), WEFT_E_SYNTAX);
    assert_int_equal(read_code("[1,,]", (weft_read_opts){ .trailing_commas = true }), WEFT_E_SYNTAX);
    assert_int_equal(read_code("/*a*/[//b\n1/**/]//", (weft_read_opts){ .comments = true }), WEFT_OK);
    assert_int_equal(read_code("[1/*]", (weft_read_opts){ .comments = true }), WEFT_E_END);
    assert_int_equal(read_code("1 // \xff", (weft_read_opts){ .comments = true }), WEFT_E_UTF8);
    assert_int_equal(read_code("[NaN,Infinity,-Infinity]", (weft_read_opts){ .nonfinite = true }), WEFT_OK);
    assert_int_equal(read_code("['a\"b']", (weft_read_opts){ .single_quotes = true }), WEFT_OK);
    assert_int_equal(read_code("{a_$1:1}", (weft_read_opts){ .unquoted_keys = true }), WEFT_OK);
    assert_int_equal(read_code("{1a:1}", (weft_read_opts){ .unquoted_keys = true }), WEFT_E_SYNTAX);
    assert_int_equal(read_code("[+1,.5,5.,0xfF,-0x1]", (weft_read_opts){ .json5_numbers = true }), WEFT_OK);
    assert_int_equal(read_code("[.]", (weft_read_opts){ .json5_numbers = true }), WEFT_E_NUMBER);
    assert_int_equal(read_code("\"\\x41\\v\\0\\\n\"", (weft_read_opts){ .json5_escapes = true }), WEFT_OK);
    assert_int_equal(read_code("\xc2\xa0[\x0b]", (weft_read_opts){ .json5_space = true }), WEFT_OK);
    assert_int_equal(read_code("\xef\xbb\xbf[]", (weft_read_opts){ .bom = true }), WEFT_OK);
    weft_doc *doc = read_ok(WEFT_STR("{unq:'it\\'s', hex:0xFFFFFFFFFFFFFFFF, neg:-0x10, half:.5, five:5., plus:+7,}"),
                            &(weft_read_opts){ .json5 = true });
    weft_json v = weft_doc_root(doc);
    assert_string_equal(weft_json_str(v, "unq", "").ptr, "it's");
    assert_true(weft_json_uint(v, "hex", 0) == UINT64_MAX);
    assert_int_equal(weft_json_int(v, "neg", 0), -16);
    assert_true(weft_json_real(v, "half", 0) == 0.5 && weft_json_real(v, "five", 0) == 5.0);
    assert_int_equal(weft_json_int(v, "plus", 0), 7);
    weft_doc_free(doc);
}

#define RICH                                                                                                           \
    WEFT_STR("{\"a\":[1,2.5,\"x\\n\",null,{\"b\":[[],{}]}],\"c\":{\"d\":-1e5,\"e\":\"\xc3\xa9\"},\"f\":[[1,2],[3,4],[" \
             "5,6],[7,8],[9,10]]}")

static void every_allocation_fails(void **state) {
    (void)state;
    for (int d = WEFT_DUPLICATES_KEEP; d <= WEFT_DUPLICATES_ERROR; d++)
        for (size_t n = 1;; n++) {
            test_alloc t;
            test_alloc_init(&t, n);
            weft_error err;
            weft_doc *doc =
                weft_doc_read(RICH, &(weft_read_opts){ .alloc = &t.alloc, .duplicates = (weft_duplicates)d }, &err);
            if (!doc) {
                assert_int_equal(err.code, WEFT_E_MEMORY);
            } else {
                assert_int_equal(weft_json_len(weft_doc_root(doc)), 3);
                weft_doc_free(doc);
            }
            assert_int_equal(t.live_blocks, 0);
            assert_false(t.size_mismatch);
            if (t.requests < n) break;
        }
}

static void reuse_allocates_nothing(void **state) {
    (void)state;
    test_alloc t;
    test_alloc_init(&t, 0);
    weft_doc *doc = weft_doc_new(&t.alloc);
    weft_error err;
    assert_int_equal(weft_doc_reread(doc, RICH, NULL, &err), WEFT_OK);
    size_t before = t.requests;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(weft_doc_reread(doc, RICH, NULL, &err), WEFT_OK);
        assert_int_equal(weft_doc_reread(doc, WEFT_STR("[1"), NULL, &err), WEFT_E_END);
        assert_false(weft_json_exists(weft_doc_root(doc)));
    }
    assert_int_equal(t.requests, before);
    assert_true(weft_doc_memory(doc) > 0);
    weft_doc_free(doc);
    assert_int_equal(t.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_and_numbers),
        cmocka_unit_test(members_and_defaults),
        cmocka_unit_test(large_objects),
        cmocka_unit_test(duplicates),
        cmocka_unit_test(limits),
        cmocka_unit_test(one_million_levels),
        cmocka_unit_test(number_options),
        cmocka_unit_test(unicode_options),
        cmocka_unit_test(borrowing_and_consumed),
        cmocka_unit_test(extensions_one_by_one),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(in_place),
        cmocka_unit_test(elements_by_number),
        cmocka_unit_test(reuse_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
