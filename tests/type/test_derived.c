/* What comes from a declaration besides its codecs: digest, schema, example, printed form, the public walk. */
#include "support.h"

#include <weft/weft.h>

/* One struct in many versions: which changes change a digest. */
#define BASE(F) F(int32_t, a) F(weft_str, b, .key = "bee") F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Base, BASE)
#define DOCS(F)                                                                                                        \
    F(int32_t, a, .doc = "first", .range = { 0, 5 })                                                                   \
    F(weft_str, b, .key = "bee", .max_len = 9) F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Docs, DOCS, .doc = "documented")
#define CSTR(F) F(int32_t, a) F(weft_cstr, b, .key = "bee") F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Cstr, CSTR)
#define WIDER(F) F(int64_t, a) F(weft_str, b, .key = "bee") F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Wider, WIDER)
#define SWAPPED(F) F(weft_str, b, .key = "bee") F(int32_t, a) F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Swapped, SWAPPED)
#define MORE(F) F(int32_t, a) F(weft_str, b, .key = "bee") F(weft_list(double), c, .optional = true) F(bool, d)
WEFT_STRUCT(More, MORE)
#define FLOATS(F) F(int32_t, a) F(weft_str, b, .key = "bee") F(weft_list(float), c, .optional = true)
WEFT_STRUCT(Floats, FLOATS)
#define KEYED(F) F(int32_t, a) F(weft_str, b, .key = "wasp") F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Keyed, KEYED)
#define RENAMED(F) F(int32_t, a) F(weft_str, bb, .key = "bee") F(weft_list(double), c, .optional = true)
WEFT_STRUCT(Renamed, RENAMED)
#define REQUIRED(F) F(int32_t, a) F(weft_str, b, .key = "bee") F(weft_list(double), c)
WEFT_STRUCT(Required, REQUIRED)
#define E1(E) E(E1_A, 1, "a") E(E1_B, 2, "b")
WEFT_ENUM(Enum1, E1)
#define E2(E) E(E2_A, 1, "a") E(E2_B, 3, "b")
WEFT_ENUM(Enum2, E2)
#define E3(E) E(E3_A, 1, "a") E(E3_B, 2, "c")
WEFT_ENUM(Enum3, E3)
#define EVO1(F) F(int32_t, a)
#define EVO2(F) F(int32_t, a) F(int32_t, b)
#define WEFT_EVOLVE .evolvable = true, .first_fields = 1
WEFT_STRUCT(Evo1, EVO1, WEFT_EVOLVE)
WEFT_STRUCT(Evo2, EVO2, WEFT_EVOLVE)

static void digests(void **state) {
    (void)state;
#define JSON(T) weft_type_digest(weft_type_of(T), WEFT_WIRE_JSON)
#define FROZEN(T) weft_type_digest(weft_type_of(T), WEFT_WIRE_FROZEN)
    assert_true(JSON(Base) != FROZEN(Base) && JSON(Base) == JSON(Base));
    /* the same to both wires */
    assert_true(JSON(Base) == JSON(Docs) && FROZEN(Base) == FROZEN(Docs));
    assert_true(JSON(Base) == JSON(Cstr) && FROZEN(Base) == FROZEN(Cstr));
    /* different to both */
    assert_true(JSON(Base) != JSON(Wider) && FROZEN(Base) != FROZEN(Wider));
    assert_true(JSON(Base) != JSON(More) && FROZEN(Base) != FROZEN(More));
    assert_true(JSON(Base) != JSON(Floats) && FROZEN(Base) != FROZEN(Floats));
    assert_true(JSON(Base) != JSON(Swapped) && FROZEN(Base) != FROZEN(Swapped));
    /* JSON names are JSON's affair, C names Frozen's */
    assert_true(JSON(Base) != JSON(Keyed) && FROZEN(Base) == FROZEN(Keyed));
    assert_true(JSON(Base) == JSON(Renamed) && FROZEN(Base) != FROZEN(Renamed));
    assert_true(JSON(Base) != JSON(Required) && FROZEN(Base) == FROZEN(Required));
    assert_true(JSON(Enum1) == JSON(Enum2) && FROZEN(Enum1) != FROZEN(Enum2));
    assert_true(JSON(Enum1) != JSON(Enum3) && FROZEN(Enum1) == FROZEN(Enum3));
    assert_true(FROZEN(Evo1) != FROZEN(Evo2)); /* another name */
    assert_true(JSON(weft_list(Base)) != JSON(Base));
}

#define LEVEL(E) E(LVL_LOW, 0, "low") E(LVL_HIGH, 1, "high", .doc = "noisy")
WEFT_ENUM(Level, LEVEL)
#define SINK_FILE(F) F(weft_str, path)
WEFT_STRUCT(FileSink, SINK_FILE, .unknown = WEFT_UNKNOWN_FORBID)
#define SINK(V) V(SINK_FILE_, FileSink, file) V(SINK_NONE, weft_unit, none)
WEFT_UNION(Sink, SINK, .repr = WEFT_INTERNAL)
#define CONF(F)                                                                                                        \
    F(uint16_t, port, WEFT_DFLT(8080), .range = { 1, 65535 }, .doc = "where to listen")                                \
    F(weft_str, name, .alias = { "host" }, .min_len = 1, .example = "\"api\"")                                         \
    F(Level, level, WEFT_DFLT(LVL_HIGH))                                                                               \
    F(weft_opt(double), timeout)                                                                                       \
    F(Sink, sink)                                                                                                      \
    F(int64_t, since, .conv = &weft_conv_time, .optional = true) F(weft_map(weft_list_int), more, .optional = true)
WEFT_SHAPES(weft_list(int))
WEFT_STRUCT(Conf, CONF, .rename = WEFT_CAMEL)

static void schema(void **state) {
    (void)state;
    weft_buf out = { 0 };
    assert_int_equal(weft_type_schema(weft_type_of(Conf), &out, NULL), WEFT_OK);
    assert_int_equal(weft_json_validate(weft_buf_str(&out), NULL, NULL), WEFT_OK);
    assert_string_equal(
        weft_buf_cstr(&out),
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"Conf\",\"allOf\":[{\"$ref\":\"#/"
        "$defs/Conf\"}],"
        "\"$defs\":{\"Conf\":{\"type\":\"object\",\"properties\":{"
        "\"port\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":65535,\"description\":\"where to "
        "listen\",\"default\":8080},"
        "\"name\":{\"type\":\"string\",\"minLength\":1,\"examples\":[\"api\"]},\"host\":{\"type\":\"string\","
        "\"minLength\":1},"
        "\"level\":{\"$ref\":\"#/$defs/Level\",\"default\":\"high\"},"
        "\"timeout\":{\"anyOf\":[{\"type\":\"number\"},{\"type\":\"null\"}]},\"sink\":{\"$ref\":\"#/$defs/Sink\"},"
        "\"since\":{\"type\":\"string\",\"format\":\"date-time\"},"
        "\"more\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\",\"items\":{\"type\":\"integer\","
        "\"minimum\":-2147483648,"
        "\"maximum\":2147483647}}}},\"required\":[\"sink\"],\"allOf\":[{\"oneOf\":[{\"required\":[\"name\"]},{"
        "\"required\":[\"host\"]}]}]},"
        "\"Level\":{\"enum\":[\"low\",\"high\"]},"
        "\"Sink\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"type\":{\"const\":\"file\"},\"path\":{\"type\":"
        "\"string\"}},"
        "\"required\":[\"type\",\"path\"],\"additionalProperties\":false},"
        "{\"type\":\"object\",\"properties\":{\"type\":{\"const\":\"none\"}},\"required\":[\"type\"]}]},"
        "\"FileSink\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"],"
        "\"additionalProperties\":false}}}");
    weft_buf_free(&out);
}

static void example_decodes(void **state) {
    (void)state;
    weft_buf out = { 0 };
    weft_error err;
    assert_int_equal(weft_type_example(weft_type_of(Conf), &out, NULL), WEFT_OK);
    assert_string_equal(
        weft_buf_cstr(&out),
        "{\n  \"port\": 8080,\n  \"name\": \"api\",\n  \"level\": \"high\",\n  \"timeout\": null,\n"
        "  \"sink\": {\n    \"type\": \"file\",\n    \"path\": \"\"\n  },\n  \"since\": \"\",\n  \"more\": {}\n}\n");
    out.len = 0;
    assert_int_equal(weft_type_example(weft_type_of(Docs), &out, NULL), WEFT_OK);
    Docs *d = Docs_new_from_json(weft_buf_str(&out), NULL, &err);
    assert_non_null(d);
    weft_free(d);
    weft_buf_free(&out);
}

static void printed(void **state) {
    (void)state;
    weft_buf out = { 0 };
    assert_int_equal(weft_type_print(weft_type_of(Conf), &out, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), "struct Conf {\n"
                                             "    port: u16, 1..65535, default  -- where to listen\n"
                                             "    name: string, or \"host\", at least 1\n"
                                             "    level: Level, default\n"
                                             "    timeout: optional(f64), may be missing\n"
                                             "    sink: Sink\n"
                                             "    since: RFC 3339 time as i64, may be missing\n"
                                             "    more: map(list(i32)), may be missing\n"
                                             "}\n"
                                             "enum Level {\n    \"low\" = 0\n    \"high\" = 1  -- noisy\n}\n"
                                             "union Sink (internal) {\n    file: FileSink\n    none: unit\n}\n"
                                             "struct FileSink {\n    path: string\n}\n");
    weft_buf_free(&out);
}

static void walk(void **state) {
    (void)state;
    size_t n;
    const weft_member *m = weft_type_members(weft_type_of(Conf), &n, NULL);
    assert_int_equal(n, 7);
    assert_string_equal(m[0].name, "port");
    assert_int_equal(*(const uint16_t *)m[0].dflt, 8080);
    assert_int_equal(m[0].node->range.max, 65535);
    assert_string_equal(m[1].aliases[0].ptr, "host");
    assert_true(m[1].required && !m[3].required);
    assert_int_equal(m[3].node->kind, WEFT_TYPE_OPT);
    assert_int_equal(m[3].node->elem->kind, WEFT_TYPE_F64);
    assert_int_equal(m[6].node->elem->elem->kind, WEFT_TYPE_I32);
    assert_string_equal(weft_enum_name(m[2].node, LVL_HIGH).ptr, "high");
    assert_null(weft_enum_name(m[2].node, 7).ptr);
}

/* A description made at run time: what a schema compiler or a plug-in would do. */
static void built_at_run_time(void **state) {
    (void)state;
    typedef struct row {
        int32_t id;
        weft_list(double) values;
    } row;
    static void *slot, *list_slot;
    (void)list_slot;
    weft_type list = *weft_type_of(weft_list(double));
    list.flags |= WEFT_TYPE_DIRECT;
    list.elem.at = weft_type_of(double);
    weft_attr attr = { .key = "number", .range = { 1, 9 } };
    weft_field fields[2] = {
        { .name = "id", .type.at = weft_type_of(int32_t), .attr = &attr, .offset = offsetof(row, id) },
        { .name = "values", .type.at = &list, .offset = offsetof(row, values) },
    };
    weft_type type = { .kind = WEFT_TYPE_STRUCT,
                       .version = WEFT_TYPE_VERSION,
                       .flags = WEFT_TYPE_DIRECT,
                       .align = (uint8_t) _Alignof(row),
                       .size = sizeof(row),
                       .name = "row",
                       .fields = fields,
                       .slot = &slot,
                       .n = 2 };
    weft_error err;
    row *r = (row *)weft_type_new_from_json(&type, WEFT_STR("{\"number\":4,\"values\":[1,2.5]}"), NULL, &err);
    if (!r) fail_msg("%s %s", err.path, err.reason);
    assert_true(r->id == 4 && r->values.count == 2 && r->values.items[1] == 2.5);
    weft_free(r);
    assert_null(weft_type_new_from_json(&type, WEFT_STR("{\"number\":10,\"values\":[]}"), NULL, &err));
    assert_string_equal(err.reason, "expected integer 1..9, got integer 10");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests), cmocka_unit_test(schema), cmocka_unit_test(example_decodes),
        cmocka_unit_test(printed), cmocka_unit_test(walk),   cmocka_unit_test(built_at_run_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
