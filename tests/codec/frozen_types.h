/* Types of the Frozen tests: one of every kind. */
#ifndef WEFT_TESTS_FROZEN_TYPES_H
#define WEFT_TESTS_FROZEN_TYPES_H

#include <weft/weft.h>

#define SMALL(F)                                                                                                       \
    F(bool, a) F(bool, b) F(int32_t, c) F(int32_t, d) F(int64_t, e) F(double, f) F(weft_str, g) F(weft_str, h)
WEFT_STRUCT(Small, SMALL)

#define COLOR(E) E(RED, 1) E(GREEN, 2) E(BLUE, -7)
WEFT_ENUM(Color, COLOR)
#define GRADE(E) E(GRADE_A, 0) E(GRADE_B, 200)
WEFT_ENUM(Grade, GRADE, .wire = 1)
#define MODE(E) E(MODE_READ, 1) E(MODE_WRITE, 2) E(MODE_RUN, 8)
WEFT_FLAGS(Mode, MODE)
#define POINT(F) F(float, x) F(float, y)
WEFT_STRUCT(Point, POINT)
#define CIRCLE(F) F(Point, at) F(double, radius)
WEFT_STRUCT(Circle, CIRCLE)
#define SHAPE(V) V(SHAPE_NONE, weft_unit, none) V(SHAPE_CIRCLE, Circle, circle) V(SHAPE_NAME, weft_str, name)
WEFT_UNION(Shape, SHAPE)
WEFT_CHARS(Code, 8)
WEFT_ARRAY(Triple, int16_t, 3)
WEFT_ARRAY(TwoShapes, Shape, 2)
WEFT_ENUM_MAP(ByColor, Color, double)

WEFT_FORWARD(Tree)
#define TREE(F) F(int32_t, value) F(weft_list(Tree), children) F(weft_ptr(Tree), next)
WEFT_BODY(Tree, TREE)
WEFT_DEFINE(Tree, TREE)

#define EVERYTHING(F)                                                                                                  \
    F(bool, yes)                                                                                                       \
    F(int8_t, i8)                                                                                                      \
    F(int16_t, i16)                                                                                                    \
    F(int32_t, i32)                                                                                                    \
    F(int64_t, i64)                                                                                                    \
    F(uint8_t, u8)                                                                                                     \
    F(uint16_t, u16)                                                                                                   \
    F(uint32_t, u32)                                                                                                   \
    F(uint64_t, u64)                                                                                                   \
    F(float, f32)                                                                                                      \
    F(double, f64)                                                                                                     \
    F(long, native)                                                                                                    \
    F(size_t, size)                                                                                                    \
    F(weft_str, text)                                                                                                  \
    F(weft_cstr, cstr)                                                                                                 \
    F(weft_cstr, nick, .optional = true)                                                                               \
    F(Code, code)                                                                                                      \
    F(weft_bytes, blob)                                                                                                \
    F(weft_raw, raw)                                                                                                   \
    F(Color, color)                                                                                                    \
    F(Grade, grade)                                                                                                    \
    F(Mode, mode)                                                                                                      \
    F(Point, point)                                                                                                    \
    F(Triple, triple)                                                                                                  \
    F(TwoShapes, shapes)                                                                                               \
    F(int32_t, secret, .hidden = true, WEFT_DFLT(77))                                                                  \
    F(weft_opt(double), maybe)                                                                                         \
    F(weft_opt(Point), maybe_point)                                                                                    \
    F(weft_list(uint16_t), numbers)                                                                                    \
    F(weft_list(bool), bits)                                                                                           \
    F(weft_list(Circle), circles)                                                                                      \
    F(weft_list(weft_str), words, .nullable = true)                                                                    \
    F(weft_map(int32_t), counts)                                                                                       \
    F(ByColor, by_color)                                                                                               \
    F(Shape, shape)                                                                                                    \
    F(Tree, tree)
WEFT_STRUCT(Everything, EVERYTHING)

static inline Small small_value(void) {
    return (Small){ true, false, -3, 70000, -5000000000, 2.5, WEFT_STR("hello"), WEFT_STR("world") };
}

/* All pointers lead to static memory. Map keys are not in order. */
static inline Everything everything_value(void) {
    static uint16_t numbers[] = { 1, 2, 65535 };
    static bool bits[] = { true, false, true, true };
    static Circle circles[] = { { { 1, 2 }, 3 }, { { -1, 0.5f }, 1e300 } };
    static weft_str words[] = { { "alpha", 5 }, { "", 0 }, { "\xc3\xa4\xe2\x82\xac", 5 } };
    static weft_entry_int32_t counts[] = { { { "b", 1 }, 2 }, { { "a", 1 }, 1 }, { { "ab", 2 }, -3 } };
    static weft_entry_of_ByColor by_color[] = { { GREEN, 2.0 }, { BLUE, -7.0 }, { RED, 1.0 } };
    static unsigned char blob[] = { 0, 255, 128 };
    static char cstr[] = "a C string";
    static Tree leaf = { 3, { 0 }, NULL };
    static Tree children[2];
    children[0].value = 1;
    children[1].value = 2;
    children[1].next = &leaf;
    Everything v;
    memset(&v, 0, sizeof v);
    v.yes = true;
    v.i8 = -128, v.i16 = -32768, v.i32 = INT32_MIN, v.i64 = INT64_MIN;
    v.u8 = 255, v.u16 = 65535, v.u32 = UINT32_MAX, v.u64 = UINT64_MAX;
    v.f32 = 1.5f, v.f64 = -0.1;
    v.native = -123456, v.size = 123456;
    v.text = WEFT_STR("gr\xc3\xbc\xc3\x9f");
    v.cstr = cstr;
    strcpy(v.code, "seven77");
    v.blob.ptr = blob, v.blob.len = sizeof blob;
    v.raw.text = WEFT_STR("{\"x\":[1,2]}");
    v.color = BLUE, v.grade = GRADE_B, v.mode = MODE_READ | MODE_RUN;
    v.point = (Point){ 0.25f, -4 };
    v.triple[0] = 1, v.triple[1] = -2, v.triple[2] = 3;
    v.shapes[0].tag = SHAPE_NONE;
    v.shapes[1].tag = SHAPE_NAME, v.shapes[1].name = WEFT_STR("box");
    v.secret = 77;
    weft_opt_set(&v.maybe, 6.5);
    v.numbers.items = numbers, v.numbers.count = 3;
    v.bits.items = bits, v.bits.count = 4;
    v.circles.items = circles, v.circles.count = 2;
    v.words.items = words, v.words.count = 3;
    v.counts.items = counts, v.counts.count = 3;
    v.by_color.items = by_color, v.by_color.count = 3;
    v.shape.tag = SHAPE_CIRCLE, v.shape.circle = circles[0];
    v.tree.value = 100;
    v.tree.children.items = children, v.tree.children.count = 2;
    return v;
}

#endif
