/* Each policy with values it accepts and values it refuses. */
#include "support.h"

#include <weft/weft.h>

static weft_arena arena;
static weft_error err;
static int forget(void **state) {
    (void)state;
    weft_arena_free(&arena);
    return 0;
}
static const char *text_of(const weft_type *type, const void *value) {
    static char text[2000];
    weft_buf b = { 0 };
    weft_status st = weft_type_to_json(type, value, &b, NULL, &err);
    snprintf(text, sizeof text, "%s%.*s", st ? "error " : "", (int)b.len, b.data ? b.data : "");
    if (st) snprintf(text, sizeof text, "error %s: %s", err.path, err.reason);
    weft_buf_free(&b);
    return text;
}
#define GOOD(T, v, json)                                                                                               \
    do {                                                                                                               \
        weft_status st_ = weft_type_from_json(weft_type_of(T), (v), weft_str_of(json), &arena, NULL, &err);            \
        if (st_) fail_msg("%s: %s %s", json, err.path, err.reason);                                                    \
    } while (0)
#define BAD(T, json, status, words)                                                                                    \
    do {                                                                                                               \
        T v_;                                                                                                          \
        char got_[400];                                                                                                \
        weft_status st_ = weft_type_from_json(weft_type_of(T), &v_, weft_str_of(json), &arena, NULL, &err);            \
        if (!st_) fail_msg("accepted: %s", json);                                                                      \
        snprintf(got_, sizeof got_, "%s: %s", err.path, err.reason);                                                   \
        assert_string_equal(got_, words);                                                                              \
        assert_int_equal(st_, status);                                                                                 \
    } while (0)

/* ---- names ---- */
#define NAMES(F)                                                                                                       \
    F(int, max_size, .optional = true)                                                                                 \
    F(int, other, .optional = true, .key = "k", .alias = { "old", "older" })                                           \
    F(int, third, .optional = true, .key = "any", .json = "only_json")                                                 \
    F(int, fourth, .optional = true, .write_key = "out", .alias = { "out" })                                           \
    F(int, empty, .optional = true, .key = "")
WEFT_STRUCT(Names, NAMES, .rename = WEFT_CAMEL, .unknown = WEFT_UNKNOWN_FORBID)
static void names(void **state) {
    (void)state;
    Names n;
    GOOD(Names, &n, "{\"maxSize\":1,\"older\":2,\"only_json\":3,\"fourth\":4,\"\":5}");
    assert_string_equal(text_of(weft_type_of(Names), &n), "{\"maxSize\":1,\"k\":2,\"only_json\":3,\"out\":4,\"\":5}");
    GOOD(Names, &n, "{\"\\u006d\\u0061xSize\":7}"); /* escaped names are names */
    assert_int_equal(n.max_size, 7);
    BAD(Names, "{\"max_size\":1}", WEFT_E_UNKNOWN,
        "$.max_size: unknown member \"max_size\"; did you mean \"maxSize\"?");
    BAD(Names, "{\"any\":1}", WEFT_E_UNKNOWN, "$.any: unknown member \"any\"");
    BAD(Names, "{\"k\":1,\"old\":1}", WEFT_E_DUPLICATE, "$.old: duplicate member \"k\"");
    BAD(Names, "{\"maxSizes\":1}", WEFT_E_UNKNOWN,
        "$.maxSizes: unknown member \"maxSizes\"; did you mean \"maxSize\"?");
}

static void case_styles(void **state) {
    (void)state;
    static const struct {
        const char *from;
        const char *to[8];
    } rows[] = {
        { "max_size", { "max_size", "maxSize", "MaxSize", "max_size", "max-size", "MAX_SIZE", "maxsize", "MAXSIZE" } },
        { "HTTPServer2Port",
          { "HTTPServer2Port", "httpServer2Port", "HttpServer2Port", "http_server2_port", "http-server2-port",
            "HTTP_SERVER2_PORT", "httpserver2port", "HTTPSERVER2PORT" } },
        { "LVL_DEBUG",
          { "LVL_DEBUG", "lvlDebug", "LvlDebug", "lvl_debug", "lvl-debug", "LVL_DEBUG", "lvldebug", "LVLDEBUG" } },
        { "_x__y_", { "_x__y_", "xY", "XY", "x_y", "x-y", "X_Y", "xy", "XY" } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int style = 0; style < 8; style++) {
            char out[64];
            size_t n = weft_case_convert(weft_str_of(rows[i].from), (weft_case)style, out, sizeof out - 1);
            out[n] = 0;
            assert_string_equal(out, rows[i].to[style]);
            assert_int_equal(weft_case_convert(weft_str_of(rows[i].from), (weft_case)style, out, 1), 1);
        }
}

/* ---- missing, default, null ---- */
static void fill(void *member, void *ctx) { *(int *)member = ctx ? *(int *)ctx : 77; }
#define MISSING(F)                                                                                                     \
    F(int, need)                                                                                                       \
    F(int, opt, .optional = true)                                                                                      \
    F(int, dflt, WEFT_DFLT(5))                                                                                         \
    F(int, made, .dflt_fn = fill)                                                                                      \
    F(weft_opt(int), maybe) F(weft_str, text, WEFT_DFLT(WEFT_INIT("none")), .nullable = true) F(int, zero, WEFT_DFLT(0))
#define WEFT_INIT(s)                                                                                                   \
    { s, sizeof(s) - 1 }
WEFT_STRUCT(Missing, MISSING)
static void missing_and_defaults(void **state) {
    (void)state;
    Missing m;
    int ctx = 42;
    GOOD(Missing, &m, "{\"need\":1}");
    assert_string_equal(text_of(weft_type_of(Missing), &m),
                        "{\"need\":1,\"opt\":0,\"dflt\":5,\"made\":77,\"maybe\":null,\"text\":\"none\",\"zero\":0}");
    assert_int_equal(Missing_from_json(&m, WEFT_STR("{\"need\":1,\"text\":null,\"maybe\":null}"), &arena,
                                       &(weft_decode_opts){ .ctx = &ctx }, &err),
                     WEFT_OK);
    assert_int_equal(m.made, 42);
    assert_null(m.text.ptr);
    BAD(Missing, "{}", WEFT_E_REQUIRED, "$.need: required member missing");
    BAD(Missing, "{\"need\":1,\"opt\":null}", WEFT_E_NULL, "$.opt: expected integer -2147483648..2147483647, got null");
    Missing *fresh = Missing_new(NULL, &err);
    assert_int_equal(fresh->made, 77);
    assert_int_equal(fresh->dflt, 5);
    weft_free(fresh);
}

#define OMIT(F)                                                                                                        \
    F(weft_opt(int), a)                                                                                                \
    F(weft_list(int), b, .optional = true)                                                                             \
    F(int, c, WEFT_DFLT(3)) F(weft_str, d, .optional = true, .omit = WEFT_OMIT_EMPTY) F(int, e)
WEFT_STRUCT(Omit, OMIT, .omit = WEFT_OMIT_NULL | WEFT_OMIT_DEFAULT)
static void omitting(void **state) {
    (void)state;
    Omit o;
    GOOD(Omit, &o, "{\"e\":0}");
    assert_string_equal(text_of(weft_type_of(Omit), &o), "{\"e\":0}");
    o.c = 4;
    o.a.has = true;
    assert_string_equal(text_of(weft_type_of(Omit), &o), "{\"a\":0,\"c\":4,\"e\":0}");
}

/* ---- unknown, duplicates ---- */
#define KEEP(F) F(int, a) F(weft_extra, rest)
WEFT_STRUCT(Keep, KEEP)
#define LAST(F)                                                                                                        \
    F(int, a) F(weft_list(int), l, .optional = true) F(weft_map(int), m, .optional = true, .repeat = WEFT_REPEAT_LAST)
WEFT_STRUCT(Last, LAST, .repeat = WEFT_REPEAT_LAST)
static void unknown_and_repeated(void **state) {
    (void)state;
    Keep k;
    Last l;
    GOOD(Keep, &k, "{\"x\": [1, {\"y\":null}],\"a\":1,\"z\":\"\\u00e9\"}");
    assert_string_equal(text_of(weft_type_of(Keep), &k), "{\"a\":1,\"x\":[1, {\"y\":null}],\"z\":\"\\u00e9\"}");
    GOOD(Last, &l, "{\"a\":1,\"l\":[1,2],\"a\":2,\"l\":[3],\"m\":{\"k\":1,\"k\":2}}");
    assert_string_equal(text_of(weft_type_of(Last), &l), "{\"a\":2,\"l\":[3],\"m\":{\"k\":2}}");
    assert_int_equal(Last_from_json(&l, WEFT_STR("{\"a\":1,\"zz\":2}"), &arena,
                                    &(weft_decode_opts){ .unknown = WEFT_UNKNOWN_FORBID }, &err),
                     WEFT_E_UNKNOWN);
    assert_int_equal(Last_from_json(&l, WEFT_STR("{\"a\":1,\"a\":2}"), &arena,
                                    &(weft_decode_opts){ .repeat = WEFT_REPEAT_FORBID }, &err),
                     WEFT_E_DUPLICATE);
    weft_buf text = { 0 }; /* many keys: beyond the scan the map index is used */
    weft_buf_append(&text, WEFT_STR("{\"a\":1,\"m\":{"));
    for (int i = 0; i < 5000; i++) weft_buf_printf(&text, "%s\"key%d\":%d", i ? "," : "", i % 4000, i);
    weft_buf_append(&text, WEFT_STR("}}"));
    assert_int_equal(Last_from_json(&l, weft_buf_str(&text), &arena, NULL, &err), WEFT_OK);
    assert_int_equal(l.m.count, 4000);
    assert_int_equal(l.m.items[weft_map_find(&l.m, WEFT_STR("key999"))].value, 4999);
    assert_int_equal(
        Last_from_json(&l, weft_buf_str(&text), &arena, &(weft_decode_opts){ .repeat = WEFT_REPEAT_FORBID }, &err),
        WEFT_E_DUPLICATE);
    assert_string_equal(err.path, "$.m.key0");
    weft_buf_free(&text);
}

/* ---- values ---- */
static const char *even(const void *value, void *ctx) {
    (void)ctx;
    return *(const int *)value % 2 ? "must be even" : NULL;
}
#define VALUES(F)                                                                                                      \
    F(uint16_t, port, .coerce = true, .optional = true)                                                                \
    F(bool, flag, .coerce = true, .optional = true)                                                                    \
    F(weft_str, text, .coerce = true, .optional = true)                                                                \
    F(double, real, .coerce = true, .optional = true)                                                                  \
    F(int, soft, WEFT_DFLT(9), .lenient = true, .range = { 1, 10 })                                                    \
    F(int, twice, .optional = true, .check = even)                                                                     \
    F(weft_list(int), evens, .optional = true, .check = even, .each = true)                                            \
    F(int, nought, .optional = true, WEFT_RANGE(0, 0)) F(weft_str, none, .optional = true, WEFT_LENGTH(0, 0))
WEFT_STRUCT(Values, VALUES)
static void values(void **state) {
    (void)state;
    Values v;
    GOOD(
        Values, &v,
        "{\"port\":\"8080\",\"flag\":\"true\",\"text\":12.5,\"real\":\"1e3\",\"soft\":99,\"twice\":4,\"evens\":[2,4]}");
    assert_int_equal(v.port, 8080);
    assert_true(v.flag && v.real == 1000);
    assert_true(weft_str_equal(v.text, WEFT_STR("12.5")));
    assert_int_equal(v.soft, 9);
    GOOD(Values, &v, "{\"soft\":{\"a\":[]},\"nought\":0,\"none\":\"\"}");
    BAD(Values, "{\"port\":\"80 \"}", WEFT_E_KIND, "$.port: expected integer 0..65535, got string \"80 \"");
    BAD(Values, "{\"port\":\"99999\"}", WEFT_E_FIT, "$.port: expected integer 0..65535, got string \"99999\"");
    BAD(Values, "{\"port\":true}", WEFT_E_KIND, "$.port: expected integer 0..65535, got true");
    BAD(Values, "{\"flag\":1}", WEFT_E_KIND, "$.flag: expected boolean, got integer 1");
    BAD(Values, "{\"soft\":tru}", WEFT_E_LITERAL, "$.soft: invalid literal");
    BAD(Values, "{\"twice\":3}", WEFT_E_CHECK, "$.twice: must be even");
    BAD(Values, "{\"evens\":[2,3]}", WEFT_E_CHECK, "$.evens[1]: must be even");
    BAD(Values, "{\"nought\":1}", WEFT_E_CHECK, "$.nought: expected integer 0..0, got integer 1");
    BAD(Values, "{\"none\":\"x\"}", WEFT_E_STRING_SIZE, "$.none: expected at most 0 bytes, got 1");
    v.twice = 5;
    assert_string_equal(text_of(weft_type_of(Values), &v), "error $.twice: must be even");
    v.twice = 0;
    v.real = 0.0 / 0.0;
    assert_string_equal(text_of(weft_type_of(Values), &v), "error $.real: NaN or infinity cannot be written");
    v.real = 0;
    v.soft = 11;
    assert_string_equal(text_of(weft_type_of(Values), &v), "error $.soft: 11 is outside 1..10");
}

static const char *ordered(const void *value, void *ctx);
#define SPAN(F) F(int, from) F(int, to)
WEFT_STRUCT(Span, SPAN, .check = ordered)
static const char *ordered(const void *value, void *ctx) {
    (void)ctx;
    const Span *s = (const Span *)value;
    return s->from <= s->to ? NULL : "from must not be above to";
}
static void across_members(void **state) {
    (void)state;
    Span s;
    GOOD(Span, &s, "{\"to\":2,\"from\":1}");
    BAD(Span, "{\"to\":1,\"from\":2}", WEFT_E_CHECK, "$: from must not be above to");
    s.from = 3;
    assert_string_equal(text_of(weft_type_of(Span), &s), "error $: from must not be above to");
}

/* ---- through wrappers ---- */
#define COLOR(E) E(COLOR_DARK_RED, 1) E(COLOR_SKY_BLUE, 2)
WEFT_ENUM(Color, COLOR)
WEFT_ENUM_MAP(ByColor, Color, Color)
WEFT_SHAPES(weft_map(Color))
#define WRAPPED(F)                                                                                                     \
    F(weft_list(weft_map(Color)), deep, .case_style = WEFT_KEBAB, .optional = true)                                    \
    F(ByColor, both, .case_style = WEFT_CAMEL, .key_by_value = true, .optional = true)                                 \
    F(ByColor, keys, .key_case_style = WEFT_SNAKE, .by_value = true, .optional = true)                                 \
    F(weft_opt(weft_list(uint8_t)), few, .max_len = 2, .range = { 1, 9 })
WEFT_SHAPES(weft_list(uint8_t))
WEFT_STRUCT(Wrapped, WRAPPED)
static void policies_reach_through(void **state) {
    (void)state;
    Wrapped w;
    const char *json = "{\"deep\":[{\"a\":\"color-dark-red\"}],\"both\":{\"1\":\"colorSkyBlue\"},\"keys\":{\"color_sky_"
                       "blue\":1},\"few\":[1,9]}";
    GOOD(Wrapped, &w, json);
    assert_string_equal(text_of(weft_type_of(Wrapped), &w), json);
    BAD(Wrapped, "{\"few\":[1,2,3]}", WEFT_E_MEMBERS, "$.few: expected at most 2 elements, got at least 3");
    BAD(Wrapped, "{\"few\":[0]}", WEFT_E_CHECK, "$.few[0]: expected integer 1..9, got integer 0");
    BAD(Wrapped, "{\"both\":{\"3\":\"colorSkyBlue\"}}", WEFT_E_ENUM, "$.both[\"3\"]: \"3\" is no value of Color");
    BAD(Wrapped, "{\"deep\":[{\"a\":\"COLOR_DARK_RED\"}]}", WEFT_E_ENUM,
        "$.deep[0].a: expected one of \"color-dark-red\", \"color-sky-blue\", got string \"COLOR_DARK_RED\"; did you "
        "mean \"color-dark-red\"?");
}

/* ---- presence, layering ---- */
#define INNER(F) F(int, x, WEFT_DFLT(1)) F(int, y, WEFT_DFLT(2)) F(weft_presence, given)
WEFT_STRUCT(Inner, INNER)
#define LAYER(F)                                                                                                       \
    F(weft_str, name, .optional = true)                                                                                \
    F(Inner, inner, .optional = true) F(weft_ptr(Inner), ptr) F(weft_list(int), list, .optional = true) F(int, need)
WEFT_STRUCT(Layer, LAYER)
static void layers(void **state) {
    (void)state;
    Layer v;
    GOOD(Layer, &v, "{\"name\":\"a\",\"inner\":{\"x\":10},\"ptr\":{\"y\":20},\"list\":[1,2],\"need\":1}");
    assert_int_equal(v.inner.given.bits, 1);
    assert_int_equal(v.ptr->given.bits, 2);
    assert_int_equal(v.inner.y, 2);
    Inner *before = v.ptr;
    weft_decode_opts opts = { .layer = true };
    assert_int_equal(
        Layer_from_json(&v, WEFT_STR("{\"inner\":{\"y\":11},\"ptr\":{\"x\":21},\"list\":[3]}"), &arena, &opts, &err),
        WEFT_OK);
    assert_true(v.inner.x == 10 && v.inner.y == 11 && v.ptr->x == 21 && v.ptr->y == 20);
    assert_true(v.list.count == 1 && v.need == 1 && v.name.len == 1);
    assert_true(before != v.ptr && before->x == 1); /* what others may hold is not changed */
    assert_int_equal(Layer_from_json(&v, WEFT_STR("{\"inner\":{\"x\":99},\"need\":\"x\"}"), &arena, &opts, &err),
                     WEFT_E_KIND);
    assert_int_equal(v.inner.x, 10);
}

/* ---- one-way members, hidden ones, borrowed strings ---- */
#define WAYS(F)                                                                                                        \
    F(int, in, .read_only = true)                                                                                      \
    F(int, out, .write_only = true) F(int, hid, .hidden = true) F(weft_str, s, .borrow = true)
WEFT_STRUCT(Ways, WAYS)
static void ways(void **state) {
    (void)state;
    Ways w;
    const char *json = "{\"in\":1,\"out\":2,\"hid\":3,\"s\":\"abc\"}";
    GOOD(Ways, &w, json);
    assert_true(w.in == 1 && w.out == 0 && w.hid == 0);
    assert_true(w.s.ptr > json && w.s.ptr < json + strlen(json));
    assert_string_equal(text_of(weft_type_of(Ways), &w), "{\"out\":0,\"s\":\"abc\"}");
    assert_int_equal(weft_type_round_trips(weft_type_of(Ways), &err), WEFT_E_TYPE);
    assert_string_equal(err.reason, "Ways.in goes one way only");
    assert_int_equal(weft_type_round_trips(weft_type_of(Layer), &err), WEFT_OK);
}

/* ---- growing ---- */
static void lists_maps_optionals(void **state) {
    (void)state;
    Layer *v = Layer_new(NULL, &err);
    for (int i = 0; i < 100; i++) assert_true(weft_list_push(weft_arena_of(v), &v->list, i));
    assert_int_equal(v->list.items[99], 99);
    int fixed[2] = { 5, 6 };
    weft_list(int) l = { fixed, 2, 0 };
    assert_true(weft_list_push(weft_arena_of(v), &l, 7));
    assert_true(l.count == 3 && l.items != fixed && l.items[1] == 6 && fixed[1] == 6);
    weft_map(int) m = { 0 };
    assert_true(weft_map_put(weft_arena_of(v), &m, WEFT_STR("a"), 1));
    assert_true(weft_map_put(weft_arena_of(v), &m, WEFT_STR("b"), 2));
    assert_true(weft_map_put(weft_arena_of(v), &m, WEFT_STR("a"), 3));
    assert_true(m.count == 2 && m.items[0].value == 3);
    assert_int_equal(weft_map_find(&m, WEFT_STR("zz")), 2);
    weft_opt(int) o = { 0 };
    weft_opt_set(&o, 4);
    assert_true(o.has && o.value == 4);
    weft_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(names, forget),
        cmocka_unit_test_teardown(case_styles, forget),
        cmocka_unit_test_teardown(missing_and_defaults, forget),
        cmocka_unit_test_teardown(omitting, forget),
        cmocka_unit_test_teardown(unknown_and_repeated, forget),
        cmocka_unit_test_teardown(values, forget),
        cmocka_unit_test_teardown(across_members, forget),
        cmocka_unit_test_teardown(policies_reach_through, forget),
        cmocka_unit_test_teardown(layers, forget),
        cmocka_unit_test_teardown(ways, forget),
        cmocka_unit_test_teardown(lists_maps_optionals, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
