/* Values of one type with every kind of member: text -> value -> text -> value, pretty and compact; each allocation
 * failing. */
#include "support.h"

#include <weft/weft.h>

#define SHADE(E) E(SHADE_NONE, 0) E(SHADE_DARK_RED, 1) E(SHADE_BLUE, 7, "blau", .alias = "blue")
WEFT_ENUM(Shade, SHADE, .rename = WEFT_KEBAB)
#define PERM(E) E(PERM_READ, 1, "read") E(PERM_WRITE, 2, "write") E(PERM_ALL, 7, "all")
WEFT_FLAGS(Perm, PERM)
WEFT_ARRAY(Pair, int16_t, 2)
WEFT_CHARS(Short, 6)
WEFT_ENUM_MAP(Tally, Shade, uint32_t)
WEFT_SHAPES(weft_list(double))
WEFT_SHAPES(weft_map(weft_str))
#define POINT(F) F(double, x) F(double, y, WEFT_DFLT(2.5))
WEFT_STRUCT(Point, POINT)
#define CIRCLE(F) F(Point, center) F(float, radius)
WEFT_STRUCT(Circle, CIRCLE)
#define EXT(V)                                                                                                         \
    V(EXT_POINT, Point, point)                                                                                         \
    V(EXT_WORD, weft_str, word) V(EXT_VOID, weft_unit, nothing) V(EXT_REST, weft_raw, rest, .catch_all = true)
WEFT_UNION(Ext, EXT)
#define INT(V) V(INT_POINT, Point, point) V(INT_CIRCLE, Circle, circle, .key = "round") V(INT_VOID, weft_unit, nothing)
WEFT_UNION(Int, INT, .repr = WEFT_INTERNAL, .tag = "kind")
#define ADJ(V) V(ADJ_POINT, Point, point) V(ADJ_LIST, weft_list(double), list) V(ADJ_VOID, weft_unit, nothing)
WEFT_UNION(Adj, ADJ, .repr = WEFT_ADJACENT, .tag = "t", .content = "c")
#define ANY(V) V(ANY_NUMBER, double, number) V(ANY_TEXT, weft_str, text) V(ANY_POINT, Point, point)
WEFT_UNION(Any, ANY, .repr = WEFT_UNTAGGED)
#define TREE(F)                                                                                                        \
    F(weft_str, name) F(weft_list(Tree), sub, .optional = true, .omit = WEFT_OMIT_EMPTY) F(weft_ptr(Tree), next)
WEFT_STRUCT(Tree, TREE)
/* The formatter never settles on one layout of this list. */
/* clang-format off */
#define ALL(F)                                                                                                         \
    F(bool, b)                                                                                                         \
    F(int8_t, i8)                                                                                                      \
    F(int16_t, i16)                                                                                                    \
    F(int32_t, i32)                                                                                                    \
    F(int64_t, i64)                                                                                                    \
    F(uint8_t, u8)                                                                                                     \
    F(uint16_t, u16)                                                                                                   \
    F(uint32_t, u32)                                                                                                   \
    F(uint64_t, u64)                                                                                                   \
    F(int, i)                                                                                                          \
    F(long, l)                                                                                                         \
    F(size_t, z)                                                                                                       \
    F(short, s)                                                                                                        \
    F(unsigned, u)                                                                                                     \
    F(float, f)                                                                                                        \
    F(double, d)                                                                                                       \
    F(weft_str, str) F(weft_cstr, cstr) F(Short, chars) F(weft_bytes, bytes) F(weft_raw, raw) F(Shade, shade)          \
        F(Shade, shade_number, .by_value = true) F(Perm, perm) F(Point, point) F(Pair, pair) F(Tally, tally)           \
            F(weft_list(Shade), shades, .case_style = WEFT_CAMEL) F(weft_opt(int), some) F(weft_opt(int), none)        \
                F(weft_ptr(Point), to) F(weft_list(weft_list(double)), grid) F(weft_map(weft_map(weft_str)), nested)   \
                    F(weft_list(weft_str), names, .nullable = true) F(Ext, e1) F(Ext, e2) F(Ext, e3) F(Ext, e4)        \
                        F(Int, n1) F(Int, n2) F(Int, n3) F(Adj, a1) F(Adj, a2) F(Adj, a3) F(Any, y1) F(Any, y2)        \
                            F(Any, y3) F(Tree, tree) F(weft_extra, extra) F(weft_presence, given)
/* clang-format on */
WEFT_STRUCT(All, ALL)

static const char text[] =
    "{\"b\":true,\"i8\":-128,\"i16\":-32768,\"i32\":-2147483648,\"i64\":-9223372036854775808,\"u8\":255,\"u16\":65535,"
    "\"u32\":4294967295,\"u64\":18446744073709551615,\"i\":-1,\"l\":9,\"z\":10,\"s\":-3,\"u\":3,\"f\":0.1,\"d\":1e-7,"
    "\"str\":\"a\\u0000\\n\xc3\xa9\\\"\",\"cstr\":\"c\",\"chars\":\"12345\",\"bytes\":\"AP8=\",\"raw\":{\"x\": [1, 2]},"
    "\"shade\":\"shade-dark-red\",\"shade_number\":7,\"perm\":[\"read\",\"write\"],\"point\":{\"x\":1,\"y\":2.5},"
    "\"pair\":[1,-2],"
    "\"tally\":{\"shade-none\":3,\"blau\":4},\"shades\":[\"shadeDarkRed\",\"blau\",\"shadeNone\"],\"some\":5,\"none\":"
    "null,"
    "\"to\":{\"x\":0,\"y\":1},\"grid\":[[1,2],[],[3.25]],\"nested\":{\"a\":{\"b\":\"c\"},\"\":{}},\"names\":null,"
    "\"e1\":{\"point\":{\"x\":1,\"y\":2}},\"e2\":{\"word\":\"w\"},\"e3\":\"nothing\",\"e4\":{\"future\":[true]},"
    "\"n1\":{\"kind\":\"point\",\"x\":1,\"y\":2},\"n2\":{\"kind\":\"round\",\"center\":{\"x\":1,\"y\":2},\"radius\":3."
    "5},\"n3\":{\"kind\":\"nothing\"},"
    "\"a1\":{\"t\":\"point\",\"c\":{\"x\":1,\"y\":2}},\"a2\":{\"t\":\"list\",\"c\":[1]},\"a3\":{\"t\":\"nothing\"},"
    "\"y1\":1.5,\"y2\":\"text\",\"y3\":{\"x\":1,\"y\":2},"
    "\"tree\":{\"name\":\"root\",\"sub\":[{\"name\":\"leaf\",\"next\":null}],\"next\":{\"name\":\"n\",\"next\":null}},"
    "\"unknown\":{\"kept\":[null]}}";

static void same_text_comes_back(void **state) {
    (void)state;
    weft_error err;
    All *v = All_new_from_json(WEFT_TEXT(text, sizeof text - 1), NULL, &err);
    if (!v) fail_msg("%s %s", err.path, err.reason);
    assert_int_equal(v->i64, INT64_MIN);
    assert_true(v->u64 == UINT64_MAX);
    assert_int_equal(v->str.len, 6);
    assert_int_equal(v->str.ptr[v->str.len], 0);
    assert_int_equal(v->bytes.len, 2);
    assert_int_equal(v->bytes.ptr[1], 255);
    assert_int_equal(v->shades.items[1], SHADE_BLUE);
    assert_int_equal(v->e3.tag, EXT_VOID);
    assert_int_equal(v->n2.tag, INT_CIRCLE);
    assert_true(v->n2.circle.radius == 3.5f);
    assert_int_equal(v->y3.tag, ANY_POINT);
    assert_int_equal(v->extra.count, 1);
    assert_true(v->given.bits == ((uint64_t)1 << (weft_type_of(All)->n - 2)) - 1);
    weft_buf out = { 0 }, pretty = { 0 };
    assert_int_equal(All_to_json(v, &out, &err), WEFT_OK);
    assert_int_equal(out.len, sizeof text - 1);
    assert_memory_equal(out.data, text, out.len);
    assert_int_equal(All_to_json_with(v, &pretty, &(weft_encode_opts){ .pretty = true }, &err), WEFT_OK);
    All *w = All_new_from_json(weft_buf_str(&pretty), NULL, &err), *x = All_copy(v, NULL, &err);
    if (!w || !x) fail_msg("%s %s", err.path, err.reason);
    assert_true(All_equal(v, w));
    weft_free(v);
    assert_true(All_equal(w, x));
    x->tree.sub.items[0].name = WEFT_STR("other");
    assert_false(All_equal(w, x));
    weft_free(w);
    weft_free(x);
    weft_buf_free(&out);
    weft_buf_free(&pretty);
}

static void tag_anywhere_and_aliases(void **state) {
    (void)state;
    weft_arena arena = { 0 };
    weft_error err;
    Int n;
    Adj a;
    Shade s;
    assert_int_equal(Int_from_json(&n, WEFT_STR("{\"x\":1,\"zz\":{},\"kind\":\"point\"}"), &arena, NULL, &err),
                     WEFT_OK);
    assert_true(n.tag == INT_POINT && n.point.y == 2.5);
    assert_int_equal(Adj_from_json(&a, WEFT_STR("{\"c\":[1,2],\"t\":\"list\"}"), &arena, NULL, &err), WEFT_OK);
    assert_int_equal(a.list.count, 2);
    assert_int_equal(weft_type_from_json(weft_type_of(Shade), &s, WEFT_STR("\"blue\""), &arena, NULL, &err), WEFT_OK);
    assert_int_equal(s, SHADE_BLUE);
    weft_list(Point) points;
    assert_int_equal(weft_type_from_json(weft_type_of(weft_list(Point)), &points, WEFT_STR("[{\"x\":1},{\"x\":2}]"),
                                         &arena, NULL, &err),
                     WEFT_OK);
    assert_true(points.count == 2 && points.items[1].x == 2 && points.items[1].y == 2.5);
    weft_arena_free(&arena);
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    weft_error err;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        test_alloc t;
        test_alloc_init(&t, n);
        All *v = All_new_from_json(WEFT_TEXT(text, sizeof text - 1), &(weft_decode_opts){ .alloc = &t.alloc }, &err);
        done = v != NULL && t.requests < n;
        if (!v) assert_int_equal(err.code, WEFT_E_MEMORY);
        if (v) {
            All *w = All_copy(v, &t.alloc, &err);
            weft_free(w);
        }
        weft_free(v);
        assert_int_equal(t.live_blocks, 0);
        assert_false(t.size_mismatch);
    }
    All *v = All_new_from_json(WEFT_TEXT(text, sizeof text - 1), NULL, &err);
    done = false;
    for (size_t n = 1; !done; n++) {
        test_alloc t;
        test_alloc_init(&t, n);
        weft_buf out = { .alloc = &t.alloc };
        done = All_to_json_with(v, &out, &(weft_encode_opts){ .alloc = &t.alloc, .sort_maps = true }, &err) == WEFT_OK;
        if (!done) assert_int_equal(err.code, WEFT_E_MEMORY);
        if (!done) assert_int_equal(out.len, 0);
        weft_buf_free(&out);
        assert_int_equal(t.live_blocks, 0);
    }
    weft_free(v);
}

static void no_byte_is_read_outside(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof text - 1; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(text, n), true);
        weft_error err;
        All *v = All_new_from_json(WEFT_TEXT(g.text, n), NULL, &err);
        assert_null(v);
        assert_true(err.code == WEFT_E_END || err.code == WEFT_E_EMPTY);
        assert_int_equal(err.offset, n);
        test_guard_free(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_text_comes_back),
        cmocka_unit_test(tag_anywhere_and_aliases),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(no_byte_is_read_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
