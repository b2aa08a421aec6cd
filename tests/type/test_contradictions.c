/* Declarations that contradict themselves are found by weft_type_check, and by the first decode. */
#include "support.h"

#include <weft/weft.h>

#define TWICE(F) F(int, a) F(int, b, .key = "a")
WEFT_STRUCT(Twice, TWICE)
#define ALIASED(F) F(int, a) F(int, b, .alias = { "a" })
WEFT_STRUCT(Aliased, ALIASED)
#define STYLED(F) F(int, max_size) F(int, maxSize)
WEFT_STRUCT(Styled, STYLED, .rename = WEFT_CAMEL)
#define WRITTEN(F) F(int, a) F(int, b, .write_key = "a")
WEFT_STRUCT(Written, WRITTEN)
#define LOST_RANGE(F) F(weft_str, s, .range = { 1, 2 })
WEFT_STRUCT(LostRange, LOST_RANGE)
#define LOST_LENGTH(F) F(int, i, .max_len = 3)
WEFT_STRUCT(LostLength, LOST_LENGTH)
#define LOST_CASE(F) F(weft_list(int), l, .case_style = WEFT_CAMEL)
WEFT_STRUCT(LostCase, LOST_CASE)
#define LOST_KEY(F) F(weft_map(int), m, .key_by_value = true)
WEFT_STRUCT(LostKey, LOST_KEY)
#define EMPTY_RANGE(F) F(int, i, .range = { 5, 1 })
WEFT_STRUCT(EmptyRange, EMPTY_RANGE)
#define BAD_DEFAULT(F) F(uint8_t, i, .range = { 5, 9 }, WEFT_DFLT(1))
WEFT_STRUCT(BadDefault, BAD_DEFAULT)
#define NO_ROOM(F) F(int, i)
WEFT_STRUCT(NoRoom, NO_ROOM, .unknown = WEFT_UNKNOWN_KEEP)
#define TWO_EXTRAS(F) F(weft_extra, a) F(weft_extra, b)
WEFT_STRUCT(TwoExtras, TWO_EXTRAS)
WEFT_SHAPES(weft_opt(int))
#define NULLS(F) F(weft_opt(weft_opt(int)), a)
WEFT_STRUCT(Nulls, NULLS)
#define SAME(E) E(SAME_A, 1, "a") E(SAME_B, 1, "b")
WEFT_ENUM(Same, SAME)
#define NAMED(E) E(NAMED_A, 1, "a") E(NAMED_B, 2, "a")
WEFT_ENUM(Named, NAMED)
#define FAR(F) F(weft_list(Same), deep)
WEFT_STRUCT(Far, FAR)
#define TAGGED(F) F(int, kind)
WEFT_STRUCT(Tagged, TAGGED)
#define COLLIDE(V) V(COLLIDE_A, Tagged, a)
WEFT_UNION(Collide, COLLIDE, .repr = WEFT_INTERNAL, .tag = "kind")
#define SCALAR(V) V(SCALAR_A, int, a)
WEFT_UNION(Scalar, SCALAR, .repr = WEFT_INTERNAL)
#define POINT(F) F(int, x) F(int, y)
WEFT_STRUCT(Point, POINT)
#define SPOT(F) F(int, x)
WEFT_STRUCT(Spot, SPOT)
#define FUZZY(V) V(FUZZY_POINT, Point, point) V(FUZZY_SPOT, Spot, spot)
WEFT_UNION(Fuzzy, FUZZY, .repr = WEFT_UNTAGGED)
#define ORDERED(V) V(ORDERED_POINT, Point, point) V(ORDERED_SPOT, Spot, spot)
WEFT_UNION(Ordered, ORDERED, .repr = WEFT_UNTAGGED, .first_match = true)
#define CONV_SIZE(F) F(int32_t, at, .conv = &weft_conv_time)
WEFT_STRUCT(ConvSize, CONV_SIZE)
#define LENIENT(F) F(int, a, .lenient = true)
WEFT_STRUCT(Lenient, LENIENT)

static void found(void **state) {
    (void)state;
    const struct {
        const weft_type *type;
        const char *reason;
    } rows[] = {
        { weft_type_of(Twice), "type Twice.b: another member has the name \"a\"" },
        { weft_type_of(Aliased), "type Aliased.b: another member has the name \"a\"" },
        { weft_type_of(Styled), "type Styled.maxSize: another member has the name \"maxSize\"" },
        { weft_type_of(Written), "type Written.b: written under the name of a" },
        { weft_type_of(LostRange), "type LostRange.s: .range has nothing to apply to" },
        { weft_type_of(LostLength), "type LostLength.i: .min_len/.max_len has nothing to apply to" },
        { weft_type_of(LostCase), "type LostCase.l: .case_style has nothing to apply to" },
        { weft_type_of(LostKey), "type LostKey.m: .key_by_value has nothing to apply to" },
        { weft_type_of(EmptyRange), "type EmptyRange.i: .range is empty" },
        { weft_type_of(BadDefault), "type BadDefault.i: the default is outside .range" },
        { weft_type_of(NoRoom), "type NoRoom: unknown members are to be kept but there is no weft_extra member" },
        { weft_type_of(TwoExtras), "type TwoExtras.b: a second weft_extra" },
        { weft_type_of(Nulls), "type Nulls.a: optional weft_opt_int: null could mean either" },
        { weft_type_of(Same), "type Same.SAME_B: has the value of SAME_A: an enum value needs one name" },
        { weft_type_of(Named), "type Named.NAMED_B: two values have this name" },
        { weft_type_of(Far), "type Same.SAME_B: has the value of SAME_A: an enum value needs one name" },
        { weft_type_of(Collide), "type Collide.a: has a member with the name of the tag, \"kind\"" },
        { weft_type_of(Scalar), "type Scalar.a: variants of a union with an internal tag are structs or weft_unit" },
        { weft_type_of(Fuzzy),
          "type Fuzzy: one text could be both point and spot; give them a member that differs, or .first_match" },
        { weft_type_of(ConvSize),
          "type ConvSize.at: converter \"RFC 3339 time\" needs a member of 8 bytes, this one has 4" },
        { weft_type_of(Lenient), "type Lenient.a: .lenient without a default" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        weft_error err;
        weft_status st = weft_type_check(rows[i].type, &err);
        if (!st) fail_msg("accepted: %s", rows[i].reason);
        assert_string_equal(err.reason, rows[i].reason);
        if (st != WEFT_E_TYPE) fail_msg("%s: code %d", rows[i].reason, (int)st);
        assert_int_equal(weft_type_check(rows[i].type, NULL), WEFT_E_TYPE);
    }
    assert_int_equal(weft_type_check(weft_type_of(Ordered), NULL), WEFT_OK);
    assert_int_equal(weft_type_check(weft_type_of(weft_map(Point)), NULL), WEFT_OK);
    weft_error err;
    assert_null(Twice_new_from_json(WEFT_STR("{\"a\":1}"), NULL, &err));
    assert_int_equal(err.code, WEFT_E_TYPE);
    assert_null(Far_new_from_json(WEFT_STR("{\"deep\":[\"a\"]}"), NULL, &err));
    assert_int_equal(err.code, WEFT_E_TYPE);
}

/* Ambiguity that only a text can show, and reasons of every variant. */
static void untagged(void **state) {
    (void)state;
    weft_error err;
    weft_arena arena = { 0 };
    Fuzzy f;
    Ordered o;
    assert_int_equal(Fuzzy_from_json(&f, WEFT_STR("{\"x\":1}"), &arena, NULL, &err), WEFT_OK);
    assert_int_equal(f.tag, FUZZY_SPOT);
    assert_int_equal(Fuzzy_from_json(&f, WEFT_STR("{\"x\":1,\"y\":2}"), &arena, NULL, &err), WEFT_E_AMBIGUOUS);
    assert_string_equal(err.reason, "fits both point and spot");
    assert_int_equal(Ordered_from_json(&o, WEFT_STR("{\"x\":1,\"y\":2}"), &arena, NULL, &err), WEFT_OK);
    assert_int_equal(o.tag, ORDERED_POINT);
    assert_int_equal(Fuzzy_from_json(&f, WEFT_STR("{\"x\":true}"), &arena, NULL, &err), WEFT_E_VARIANT);
    assert_string_equal(err.reason, "no variant fits (point: .x expected integer -2147483648..2147483647, got true; "
                                    "spot: .x expected integer -2147483648..2147483647, got true)");
    assert_int_equal(Fuzzy_from_json(&f, WEFT_STR("[{]"), &arena, NULL, &err), WEFT_E_SYNTAX);
    assert_int_equal(Fuzzy_from_json(&f, WEFT_STR("[]"), &arena, NULL, &err), WEFT_E_VARIANT);
    weft_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(found), cmocka_unit_test(untagged) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
