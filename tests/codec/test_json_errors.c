/* Exact errors of typed decoding: path, words, place, code; and a target that stays as it was. */
#include "support.h"

#include <weft/weft.h>

#define LEVEL(E) E(ERR_DEBUG, 0, "debug") E(ERR_INFO, 1, "info") E(ERR_ERROR, 2, "error")
WEFT_ENUM(Level, LEVEL)
WEFT_CHARS(Name8, 8)
WEFT_ARRAY(Vec3, double, 3)
#define RULE(F)                                                                                                        \
    F(weft_str, match) F(Level, level, WEFT_DFLT(ERR_INFO)) F(weft_list(Rule), children, .optional = true, .max_len = 3)
WEFT_STRUCT(Rule, RULE, .unknown = WEFT_UNKNOWN_FORBID)
#define SERVER(F)                                                                                                      \
    F(weft_str, host, .min_len = 1, .max_len = 20)                                                                     \
    F(weft_list(uint16_t), ports, .range = { 1, 65535 })                                                               \
    F(int8_t, small, .optional = true)                                                                                 \
    F(uint64_t, big, .optional = true)                                                                                 \
    F(double, ratio, .optional = true, WEFT_REAL_RANGE(0, 1))                                                          \
    F(float, weight, .optional = true)                                                                                 \
    F(bool, on, .optional = true)                                                                                      \
    F(Name8, nick, .optional = true)                                                                                   \
    F(Vec3, at, .optional = true)                                                                                      \
    F(weft_cstr, text, .optional = true)                                                                               \
    F(weft_str, color, .optional = true, .one_of = "red|green")                                                        \
    F(weft_map(int), counts, .optional = true)                                                                         \
    F(weft_list(Rule), rules, .optional = true)                                                                        \
    F(weft_bytes, blob, .optional = true)
WEFT_STRUCT(Server, SERVER)
#define ROOT(F) F(Server, server)
WEFT_STRUCT(Root, ROOT, .rename = WEFT_CAMEL)

static const struct {
    const char *members; /* of server, beside host and ports */
    weft_status code;
    const char *error;
} wrong[] = {
    { "\"small\": 128", WEFT_E_FIT, "1:44: $.server.small: expected integer -128..127, got integer 128" },
    { "\"small\": 1.0", WEFT_E_KIND, "1:44: $.server.small: expected integer -128..127, got number 1.0" },
    { "\"small\": \"1\"", WEFT_E_KIND, "1:44: $.server.small: expected integer -128..127, got string \"1\"" },
    { "\"small\": null", WEFT_E_NULL, "1:44: $.server.small: expected integer -128..127, got null" },
    { "\"big\": -1", WEFT_E_FIT, "1:42: $.server.big: expected integer 0..18446744073709551615, got integer -1" },
    { "\"big\": 18446744073709551616", WEFT_E_FIT,
      "1:42: $.server.big: expected integer 0..18446744073709551615, got integer 18446744073709551616" },
    { "\"ratio\": 1.5", WEFT_E_CHECK, "1:44: $.server.ratio: expected number 0..1, got number 1.5" },
    { "\"ratio\": 1e999", WEFT_E_RANGE, "1:44: $.server.ratio: expected number 0..1, got number 1e999" },
    { "\"weight\": 1e39", WEFT_E_RANGE, "1:45: $.server.weight: expected number, got number 1e39" },
    { "\"on\": 1", WEFT_E_KIND, "1:41: $.server.on: expected boolean, got integer 1" },
    { "\"nick\": \"12345678\"", WEFT_E_FIT, "1:43: $.server.nick: expected at most 7 bytes, got 8" },
    { "\"nick\": \"a\\u0000\"", WEFT_E_NUL, "1:43: $.server.nick: NUL inside a C string" },
    { "\"text\": \"a\\u0000\"", WEFT_E_NUL, "1:43: $.server.text: NUL inside a C string" },
    { "\"at\": [1, 2]", WEFT_E_COUNT, "1:41: $.server.at: expected 3 elements, got 2" },
    { "\"at\": [1, 2, 3, 4]", WEFT_E_COUNT, "1:41: $.server.at: expected 3 elements, got more" },
    { "\"at\": [1, true, 3]", WEFT_E_KIND, "1:45: $.server.at[1]: expected number, got true" },
    { "\"color\": \"blue\"", WEFT_E_CHECK, "1:44: $.server.color: expected one of red|green, got string \"blue\"" },
    { "\"counts\": {\"a b\": {}}", WEFT_E_KIND,
      "1:53: $.server.counts[\"a b\"]: expected integer -2147483648..2147483647, got object" },
    { "\"counts\": {\"a\": 1, \"a\": 2}", WEFT_E_DUPLICATE, "1:54: $.server.counts.a: duplicate member \"a\"" },
    { "\"rules\": [{\"match\": \"m\", \"level\": \"inof\"}]", WEFT_E_ENUM,
      "1:69: $.server.rules[0].level: expected one of \"debug\", \"info\", \"error\", got string \"inof\"; did you "
      "mean \"info\"?" },
    { "\"rules\": [{\"mach\": \"m\"}]", WEFT_E_UNKNOWN,
      "1:46: $.server.rules[0].mach: unknown member \"mach\"; did you mean \"match\"?" },
    { "\"rules\": [{\"zzz\": 1}]", WEFT_E_UNKNOWN, "1:46: $.server.rules[0].zzz: unknown member \"zzz\"" },
    { "\"rules\": [{}]", WEFT_E_REQUIRED, "1:45: $.server.rules[0].match: required member missing" },
    { "\"rules\": [{\"match\": \"m\", \"children\": [7]}]", WEFT_E_KIND,
      "1:73: $.server.rules[0].children[0]: expected object, got integer 7" },
    { "\"blob\": \"a\"", WEFT_E_CONVERT, "1:43: $.server.blob: expected base64 string, got string \"a\"" },
    { "\"host\": \"x\"", WEFT_E_DUPLICATE, "1:35: $.server.host: duplicate member \"host\"" },
    /* syntax errors win over wrong values, also inside what is skipped */
    { "\"small\": \"1", WEFT_E_END, "1:48: $.server.small: unexpected end of text in a string" },
    { "\"zz\": [tru]", WEFT_E_LITERAL, "1:45: $.server.zz: invalid literal" },
    { "\"zz\": \"\\ud800\"", WEFT_E_SURROGATE, "1:42: $.server.zz: lone surrogate escape" },
    { "\"zz\": \"\xff\"", WEFT_E_UTF8, "1:42: $.server.zz: invalid UTF-8" },
    { "\"zz\": 01", WEFT_E_NUMBER, "1:42: $.server.zz: invalid number" },
    { "\"zz\": [1,]", WEFT_E_COMMA, "1:44: $.server.zz: trailing comma" },
};

static void words_and_places(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256], got[700];
        snprintf(text, sizeof text, "{\"server\":{\"host\":\"h\",\"ports\":[], %s}}", wrong[i].members);
        weft_error err;
        memset(&err, 0, sizeof err);
        Root *r = Root_new_from_json(weft_str_of(text), NULL, &err);
        if (r) fail_msg("accepted: %s", text);
        weft_error_format(&err, got, sizeof got);
        assert_string_equal(got, wrong[i].error);
        if (err.code != wrong[i].code) fail_msg("%s: code %s", wrong[i].error, weft_status_name(err.code));
    }
}

static void the_issue_example(void **state) {
    (void)state;
    weft_error err;
    weft_str text = WEFT_STR("{\n \"server\": {\n  \"host\": \"h\",\n\n\n\n  \"ports\": [1, \"http\"]}}");
    assert_null(Root_new_from_json(text, NULL, &err));
    assert_string_equal(err.path, "$.server.ports[1]");
    assert_string_equal(err.reason, "expected integer 1..65535, got string \"http\"");
    assert_string_equal(err.target, "integer 1..65535");
    assert_string_equal(err.found, "string \"http\"");
    assert_int_equal(err.line, 7);
    assert_int_equal(err.column, 16);
    assert_int_equal(err.stage, WEFT_STAGE_DECODE);
}

static void target_is_untouched(void **state) {
    (void)state;
    weft_arena arena = { 0 };
    Rule rule, before;
    memset(&rule, 0x5a, sizeof rule);
    memcpy(&before, &rule, sizeof rule);
    weft_error err;
    assert_int_equal(Rule_from_json(&rule, WEFT_STR("{\"match\":\"new\",\"level\":\"none\"}"), &arena, NULL, &err),
                     WEFT_E_ENUM);
    assert_memory_equal(&rule, &before, sizeof rule);
    assert_int_equal(Rule_from_json(&rule, WEFT_STR("{\"match\":\"new\"} x"), &arena, NULL, &err), WEFT_E_TRAILING);
    assert_memory_equal(&rule, &before, sizeof rule);
    /* and errors may be of no interest */
    assert_int_equal(Rule_from_json(&rule, WEFT_STR("{\"match\":1}"), &arena, NULL, NULL), WEFT_E_KIND);
    assert_int_equal(Rule_from_json(&rule, WEFT_STR("{\"match\":\"new\"}"), &arena, NULL, NULL), WEFT_OK);
    assert_true(weft_str_equal(rule.match, WEFT_STR("new")));
    weft_arena_free(&arena);
}

static void all_errors_in_one_pass(void **state) {
    (void)state;
    weft_error list[8], err;
    size_t n = 99;
    weft_decode_opts opts = { .errors = list, .errors_cap = 8, .errors_count = &n, .file_name = "conf.json" };
    weft_str text = WEFT_STR("{\"server\":{\"host\":\"\",\"ports\":[0,5,\"x\"],\"small\":999,\"rules\":[{\"level\":"
                             "\"no\",\"zz\":[{}]},{\"match\":\"m\"}]}}");
    assert_null(Root_new_from_json(text, &opts, &err));
    const char *expected[] = { "$.server.host",  "$.server.ports[0]",       "$.server.ports[2]",
                               "$.server.small", "$.server.rules[0].level", "$.server.rules[0].zz" };
    assert_int_equal(n, 6);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(list[i].path, expected[i]);
        assert_string_equal(list[i].file, "conf.json");
    }
    assert_string_equal(err.path, expected[0]);
    opts.errors_cap = 3;
    assert_null(Root_new_from_json(text, &opts, &err));
    assert_int_equal(n, 3);
    assert_string_equal(list[1].path, expected[1]);
    assert_int_equal(list[2].code, WEFT_E_OVERFLOW);
}

static void limits(void **state) {
    (void)state;
    weft_error err;
    char deep[4096];
    size_t n = 0;
    for (int i = 0; i < 130; i++) n += (size_t)snprintf(deep + n, sizeof deep - n, "{\"match\":\"\",\"children\":[");
    assert_null(Rule_new_from_json(WEFT_TEXT(deep, n), NULL, &err));
    assert_int_equal(err.code, WEFT_E_DEPTH);
    assert_null(Rule_new_from_json(WEFT_STR("{\"match\":\"\"}"), &(weft_decode_opts){ .max_bytes = 5 }, &err));
    assert_int_equal(err.code, WEFT_E_SIZE);
    static char text[200000];
    n = (size_t)snprintf(text, sizeof text, "{\"match\":\"");
    memset(text + n, 'a', 150000);
    memcpy(text + n + 150000, "\"}", 2);
    assert_null(Rule_new_from_json(WEFT_TEXT(text, n + 150002), &(weft_decode_opts){ .max_memory = 100000 }, &err));
    assert_int_equal(err.code, WEFT_E_ALLOCATION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_places),
        cmocka_unit_test(the_issue_example),
        cmocka_unit_test(target_is_untouched),
        cmocka_unit_test(all_errors_in_one_pass),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
