/* The place and code of errors: for each broken text, the first byte that makes it invalid. */
#include "support.h"

#include <weft/json.h>

typedef struct broken {
    const char *text;
    size_t offset;
    weft_status code;
} broken;

static const broken table[] = {
    { "", 0, WEFT_E_EMPTY },
    { " ", 1, WEFT_E_EMPTY },
    { " \n\t\r", 4, WEFT_E_EMPTY },
    { "\xef\xbb\xbf[]", 0, WEFT_E_BOM },
    { "\xef\xbb", 0, WEFT_E_SYNTAX },
    { "n", 1, WEFT_E_END },
    { "nul", 3, WEFT_E_END },
    { "nulx", 3, WEFT_E_LITERAL },
    { "nUll", 1, WEFT_E_LITERAL },
    { "Null", 0, WEFT_E_SYNTAX },
    { "tru", 3, WEFT_E_END },
    { "trve", 2, WEFT_E_LITERAL },
    { "truex", 4, WEFT_E_TRAILING },
    { "true false", 5, WEFT_E_TRAILING },
    { "falsy", 4, WEFT_E_LITERAL },
    { "fals", 4, WEFT_E_END },
    { "[nulll]", 5, WEFT_E_SYNTAX },
    { "NaN", 0, WEFT_E_SYNTAX },
    { "Infinity", 0, WEFT_E_SYNTAX },
    { "-Infinity", 1, WEFT_E_NUMBER },
    { "undefined", 0, WEFT_E_SYNTAX },
    { "-", 1, WEFT_E_END },
    { "-x", 1, WEFT_E_NUMBER },
    { "+1", 0, WEFT_E_SYNTAX },
    { ".5", 0, WEFT_E_SYNTAX },
    { "01", 1, WEFT_E_NUMBER },
    { "-01", 2, WEFT_E_NUMBER },
    { "00", 1, WEFT_E_NUMBER },
    { "1.", 2, WEFT_E_END },
    { "1.x", 2, WEFT_E_NUMBER },
    { "[1.]", 3, WEFT_E_NUMBER },
    { "1.5.5", 3, WEFT_E_TRAILING },
    { "1e", 2, WEFT_E_END },
    { "1e+", 3, WEFT_E_END },
    { "1E-x", 3, WEFT_E_NUMBER },
    { "1ee5", 2, WEFT_E_NUMBER },
    { "1e5.5", 3, WEFT_E_TRAILING },
    { "0x10", 1, WEFT_E_TRAILING },
    { "[0x10]", 2, WEFT_E_SYNTAX },
    { "1_000", 1, WEFT_E_TRAILING },
    { "1e400", 0, WEFT_E_RANGE },
    { "[-1e309]", 1, WEFT_E_RANGE },
    { "[1,1e999,2]", 3, WEFT_E_RANGE },
    { "\"", 1, WEFT_E_END },
    { "\"abc", 4, WEFT_E_END },
    { "\"abc\\", 5, WEFT_E_END },
    { "\"\\\"", 3, WEFT_E_END },
    { "\"\\x41\"", 2, WEFT_E_ESCAPE },
    { "\"\\a\"", 2, WEFT_E_ESCAPE },
    { "\"\\'\"", 2, WEFT_E_ESCAPE },
    { "\"\\U0041\"", 2, WEFT_E_ESCAPE },
    { "\"\\u\"", 3, WEFT_E_ESCAPE },
    { "\"\\u0\"", 4, WEFT_E_ESCAPE },
    { "\"\\u00g0\"", 5, WEFT_E_ESCAPE },
    { "\"\\u004", 6, WEFT_E_END },
    { "\"\\ud800\"", 1, WEFT_E_SURROGATE },
    { "\"\\ud800x\"", 1, WEFT_E_SURROGATE },
    { "\"\\udc00\"", 1, WEFT_E_SURROGATE },
    { "\"\\ud800\\ud800\"", 1, WEFT_E_SURROGATE },
    { "\"\\ud800\\u0041\"", 1, WEFT_E_SURROGATE },
    { "\"\\ud800\\n\"", 1, WEFT_E_SURROGATE },
    { "\"\\ud800\\u00", 11, WEFT_E_END },
    { "\"\\ud800\\", 8, WEFT_E_END },
    { "\"\\ud800\\u", 9, WEFT_E_END },
    { "\"\\ud800\\u\"]", 9, WEFT_E_ESCAPE },
    { "\"a\\ud83d\\ude0\"", 13, WEFT_E_ESCAPE },
    { "\"\x01\"", 1, WEFT_E_CONTROL },
    { "\"a\nb\"", 2, WEFT_E_CONTROL },
    { "\"a\tb\"", 2, WEFT_E_CONTROL },
    { "\"\x1f\"", 1, WEFT_E_CONTROL },
    { "\"\x80\"", 1, WEFT_E_UTF8 },
    { "\"\xff\"", 1, WEFT_E_UTF8 },
    { "\"ab\xc3\"", 3, WEFT_E_UTF8 },
    { "\"\xc0\x80\"", 1, WEFT_E_UTF8 },
    { "\"\xe0\x80\x80\"", 1, WEFT_E_UTF8 },
    { "\"\xed\xa0\x80\"", 1, WEFT_E_UTF8 },
    { "\"\xf4\x90\x80\x80\"", 1, WEFT_E_UTF8 },
    { "\"\xf8\x88\x80\x80\x80\"", 1, WEFT_E_UTF8 },
    { "\"\xe2\x82", 3, WEFT_E_END },
    { "\"\xe2\x28\xa1\"", 1, WEFT_E_UTF8 },
    { "[\"x\",\"\xfe\"]", 6, WEFT_E_UTF8 },
    { "{\"\xff\":1}", 2, WEFT_E_UTF8 },
    { "\xff", 0, WEFT_E_SYNTAX },
    { "[", 1, WEFT_E_END },
    { "[1", 2, WEFT_E_END },
    { "[1,", 3, WEFT_E_END },
    { "[1 2]", 3, WEFT_E_SYNTAX },
    { "[1,]", 3, WEFT_E_COMMA },
    { "[1,,2]", 3, WEFT_E_SYNTAX },
    { "[,1]", 1, WEFT_E_SYNTAX },
    { "[,]", 1, WEFT_E_SYNTAX },
    { "[1}", 2, WEFT_E_SYNTAX },
    { "[}", 1, WEFT_E_SYNTAX },
    { "]", 0, WEFT_E_SYNTAX },
    { "[]]", 2, WEFT_E_TRAILING },
    { "[1:2]", 2, WEFT_E_SYNTAX },
    { "[\"a\":1]", 4, WEFT_E_SYNTAX },
    { "[1;2]", 2, WEFT_E_SYNTAX },
    { "{", 1, WEFT_E_END },
    { "{\"a\"", 4, WEFT_E_END },
    { "{\"a\":", 5, WEFT_E_END },
    { "{\"a\":1", 6, WEFT_E_END },
    { "{\"a\":1,", 7, WEFT_E_END },
    { "{\"a\":1,}", 7, WEFT_E_COMMA },
    { "{\"a\":1 \"b\":2}", 7, WEFT_E_SYNTAX },
    { "{\"a\" 1}", 5, WEFT_E_SYNTAX },
    { "{\"a\",1}", 4, WEFT_E_SYNTAX },
    { "{\"a\":}", 5, WEFT_E_SYNTAX },
    { "{\"a\"::1}", 5, WEFT_E_SYNTAX },
    { "{,}", 1, WEFT_E_SYNTAX },
    { "{1:2}", 1, WEFT_E_SYNTAX },
    { "{a:1}", 1, WEFT_E_SYNTAX },
    { "{'a':1}", 1, WEFT_E_SYNTAX },
    { "{\"a\":1]", 6, WEFT_E_SYNTAX },
    { "{]", 1, WEFT_E_SYNTAX },
    { "}", 0, WEFT_E_SYNTAX },
    { "{}}", 2, WEFT_E_TRAILING },
    { "{null:1}", 1, WEFT_E_SYNTAX },
    { "{[]:1}", 1, WEFT_E_SYNTAX },
    { "['a']", 1, WEFT_E_SYNTAX },
    { "[1] // c", 4, WEFT_E_COMMENT },
    { "/* c */ 1", 0, WEFT_E_COMMENT },
    { "[1/2]", 2, WEFT_E_SYNTAX },
    { "[\x0b]", 1, WEFT_E_SYNTAX },
    { "[\x0c"
      "1]",
      1, WEFT_E_SYNTAX },
    { "[\xc2\xa0]", 1, WEFT_E_SYNTAX },
    { "\"a\" \"b\"", 4, WEFT_E_TRAILING },
    { "1 2", 2, WEFT_E_TRAILING },
    { "{\"a\":{\"b\":[1,{\"c\":tru}]}}", 21, WEFT_E_LITERAL },
    { "[[[[1]]]", 8, WEFT_E_END },
    { "[\"a\",\n\"b\"\n\"c\"]", 10, WEFT_E_SYNTAX },
};

static void code_and_offset(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        weft_str text = weft_str_of(table[i].text);
        weft_error err;
        weft_doc *doc = weft_doc_read(text, NULL, &err);
        if (doc || err.code != table[i].code || err.offset != table[i].offset) {
            print_error("%s: expected %s at %zu, got %s at %zu\n", table[i].text, weft_status_name(table[i].code),
                        table[i].offset, doc ? "a document" : weft_status_name(err.code), doc ? 0 : err.offset);
            fail();
        }
        assert_true(err.placed && err.line >= 1 && err.column >= 1 && err.reason[0]);
        assert_int_equal(err.stage, WEFT_STAGE_PARSE);
        weft_error other;
        assert_int_equal(weft_json_validate(text, NULL, &other), err.code);
        assert_int_equal(other.offset, err.offset);
        assert_string_equal(other.reason, err.reason);
        assert_int_equal(weft_json_validate(text, NULL, NULL), err.code);
    }
}

/* A NUL in the text is a byte like any other. */
static void nul_bytes(void **state) {
    (void)state;
    weft_error err;
    assert_null(weft_doc_read(WEFT_TEXT("[1]\0", 4), NULL, &err));
    assert_int_equal(err.offset, 3);
    assert_int_equal(err.code, WEFT_E_TRAILING);
    assert_null(weft_doc_read(WEFT_TEXT("\"a\0b\"", 5), NULL, &err));
    assert_int_equal(err.offset, 2);
    assert_int_equal(err.code, WEFT_E_CONTROL);
}

static void place_and_path(void **state) {
    (void)state;
    weft_error err;
    weft_str text = WEFT_STR("{\n  \"server\": {\n    \"ports\": [1, 2, 03]\n  }\n}");
    assert_null(weft_doc_read(text, &(weft_read_opts){ .file_name = "c.json" }, &err));
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 22);
    assert_string_equal(err.path, "$.server.ports[2]");
    char line[256];
    weft_error_format(&err, line, sizeof line);
    assert_string_equal(line, "c.json:3:22: $.server.ports[2]: leading zero, got '3'");
    assert_string_equal(err.excerpt, "    \"ports\": [1, 2, 03]");
    assert_int_equal(err.caret, 21);
    assert_null(weft_doc_read(WEFT_STR("{\"a\":1,\"b c\":{\"d\":[[],[true,nul"), NULL, &err));
    assert_string_equal(err.path, "$[\"b c\"].d[1][1]");
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(code_and_offset), cmocka_unit_test(nul_bytes),
                                        cmocka_unit_test(place_and_path) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
