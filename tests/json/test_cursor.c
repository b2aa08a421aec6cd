/* The cursor: reading, finding in any order, errors that stay, misuse that is an error, and agreement with the document
 * reader. */
#include "support.h"

#include <weft/cursor.h>

static const char doc[] =
    "{\"name\":\"w\\u00e9\\n\",\"n\":-12,\"u\":18446744073709551615,\"r\":1.5e3,\"t\":true,\"z\":null,"
    "\"list\":[1,[2,{\"k\":\"v\"}],\"x\"],\"in\\u006eer\":{\"b\":2,\"a\":1},\"last\":false}";
#define OPEN(s) weft_cursor_open(weft_str_of(s), NULL)

static void reads(void **state) {
    (void)state;
    weft_cursor c = OPEN(doc);
    char out[32];
    weft_str key;
    assert_int_equal(weft_cursor_kind(&c), WEFT_OBJECT);
    assert_true(weft_cursor_enter(&c));
    assert_true(weft_cursor_next(&c, &key) && weft_str_equal(key, WEFT_STR("name")));
    assert_true(weft_str_equal(weft_cursor_string(&c, out, 4), WEFT_STR("w\xc3\xa9\n")));
    assert_true(weft_cursor_next(&c, NULL));
    assert_int_equal(weft_cursor_int(&c), -12);
    assert_true(weft_cursor_next(&c, NULL));
    assert_true(weft_cursor_uint(&c) == UINT64_MAX);
    assert_true(weft_cursor_next(&c, NULL) && weft_cursor_kind(&c) == WEFT_REAL);
    assert_true(weft_cursor_real(&c) == 1500);
    assert_true(weft_cursor_next(&c, NULL) && weft_cursor_bool(&c));
    assert_true(weft_cursor_next(&c, NULL) && weft_cursor_null(&c));
    assert_true(weft_cursor_next(&c, NULL) && weft_cursor_enter(&c));
    int64_t first = 0;
    weft_cursor mark = c;
    if (weft_cursor_next(&c, NULL)) first = weft_cursor_int(&c);
    assert_true(weft_cursor_next(&c, NULL) && weft_str_equal(weft_cursor_raw(&c), WEFT_STR("[2,{\"k\":\"v\"}]")));
    c = mark; /* and once more */
    assert_true(weft_cursor_next(&c, NULL) && weft_cursor_int(&c) == first);
    assert_true(weft_cursor_leave(&c));
    assert_true(weft_cursor_next(&c, &key) && weft_cursor_key_equals(key, WEFT_STR("inner")));
    assert_true(weft_cursor_next(&c, &key) && weft_str_equal(key, WEFT_STR("last")) && !weft_cursor_bool(&c));
    assert_false(weft_cursor_next(&c, NULL));
    assert_true(weft_cursor_finish(&c));
    assert_int_equal(weft_cursor_offset(&c), sizeof doc - 1);
    assert_false(weft_cursor_failed(&c, NULL));
}

static void finds_in_any_order(void **state) {
    (void)state;
    weft_cursor c = OPEN(doc);
    assert_true(weft_cursor_find(&c, WEFT_STR("t")) && weft_cursor_bool(&c));
    assert_true(weft_cursor_find(&c, WEFT_STR("n")) && weft_cursor_int(&c) == -12);
    assert_false(weft_cursor_find(&c, WEFT_STR("nn")));
    assert_false(weft_cursor_find(&c, WEFT_STR("")));
    assert_true(weft_cursor_find(&c, WEFT_STR("inner")));
    assert_true(weft_cursor_find(&c, WEFT_STR("a")) && weft_cursor_int(&c) == 1);
    assert_true(weft_cursor_find(&c, WEFT_STR("b")) && weft_cursor_int(&c) == 2);
    assert_true(weft_cursor_leave(&c));
    assert_true(weft_cursor_find(&c, WEFT_STR("u")) && weft_cursor_uint(&c) == UINT64_MAX);
    assert_true(weft_cursor_find(&c, WEFT_STR("z")) &&
                weft_cursor_find(&c, WEFT_STR("r"))); /* a value in front that nobody read */
    assert_true(weft_cursor_real(&c) == 1500);
    assert_true(weft_cursor_finish(&c));
    weft_cursor_rewind(&c);
    assert_true(weft_cursor_find(&c, WEFT_STR("last")) && !weft_cursor_bool(&c) && weft_cursor_finish(&c));
    /* deeper than the remembered starts */
    char deep[2000];
    size_t n = 0;
    for (int i = 0; i < 50; i++) n += (size_t)snprintf(deep + n, sizeof deep - n, "{\"x\":\"]{\",\"k%d\":", i);
    n += (size_t)snprintf(deep + n, sizeof deep - n, "{\"p\":1,\"q\":2}");
    for (int i = 0; i < 50; i++) deep[n++] = '}';
    c = weft_cursor_open(WEFT_TEXT(deep, n), NULL);
    for (int i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        assert_true(weft_cursor_find(&c, weft_str_of(name)));
    }
    assert_true(weft_cursor_find(&c, WEFT_STR("q")) && weft_cursor_int(&c) == 2);
    assert_true(weft_cursor_find(&c, WEFT_STR("p")) && weft_cursor_int(&c) == 1);
    assert_true(weft_cursor_finish(&c));
}

/* What each misuse says; afterwards nothing works and nothing breaks. */
typedef bool misuse_fn(weft_cursor *c);
static bool m_next_root(weft_cursor *c) { return weft_cursor_next(c, NULL); }
static bool m_leave_root(weft_cursor *c) { return weft_cursor_leave(c); }
static bool m_enter_number(weft_cursor *c) {
    return weft_cursor_enter(c) && weft_cursor_next(c, NULL) && weft_cursor_enter(c);
}
static bool m_twice(weft_cursor *c) {
    return weft_cursor_enter(c) && weft_cursor_next(c, NULL) && weft_cursor_int(c) == 1 && weft_cursor_int(c);
}
static bool m_before_next(weft_cursor *c) { return weft_cursor_enter(c) && weft_cursor_int(c); }
static bool m_after_end(weft_cursor *c) { return weft_cursor_skip(c) && weft_cursor_skip(c); }
static bool m_enter_after(weft_cursor *c) { return weft_cursor_skip(c) && weft_cursor_enter(c); }
static bool m_find_array(weft_cursor *c) { return weft_cursor_find(c, WEFT_STR("a")); }
static bool m_wrong_kind(weft_cursor *c) { return weft_cursor_bool(c); }
static bool m_string_of_array(weft_cursor *c) { return weft_cursor_string(c, NULL, 0).len; }
static bool m_raw_inside(weft_cursor *c) { return weft_cursor_enter(c) && weft_cursor_raw(c).len; }
static bool m_fraction(weft_cursor *c) {
    return weft_cursor_enter(c) && weft_cursor_next(c, NULL) && weft_cursor_skip(c) && weft_cursor_next(c, NULL) &&
           weft_cursor_int(c);
}
static bool m_no_space(weft_cursor *c) {
    char out[2];
    return weft_cursor_enter(c) && weft_cursor_next(c, NULL) && weft_cursor_next(c, NULL) &&
           weft_cursor_next(c, NULL) && weft_cursor_string(c, out, 2).len;
}
static bool m_end_then_next(weft_cursor *c) {
    return weft_cursor_enter(c) && weft_cursor_leave(c) && weft_cursor_next(c, NULL);
}

static void misuse(void **state) {
    (void)state;
    static const struct {
        misuse_fn *fn;
        weft_status code;
        size_t offset;
    } rows[] = {
        { m_next_root, WEFT_E_STATE, 0 },    { m_leave_root, WEFT_E_STATE, 0 },
        { m_enter_number, WEFT_E_KIND, 1 },  { m_twice, WEFT_E_STATE, 2 },
        { m_before_next, WEFT_E_STATE, 1 },  { m_after_end, WEFT_E_STATE, 19 },
        { m_enter_after, WEFT_E_STATE, 19 }, { m_find_array, WEFT_E_KIND, 0 },
        { m_wrong_kind, WEFT_E_KIND, 0 },    { m_string_of_array, WEFT_E_KIND, 0 },
        { m_raw_inside, WEFT_E_STATE, 1 },   { m_fraction, WEFT_E_KIND, 3 },
        { m_no_space, WEFT_E_SPACE, 7 },     { m_end_then_next, WEFT_E_STATE, 19 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        weft_cursor c = OPEN("[1,2.5,\"\\u20ac\",{}]");
        weft_error err;
        assert_false(rows[i].fn(&c));
        assert_true(weft_cursor_failed(&c, &err));
        if (err.code != rows[i].code || err.offset != rows[i].offset)
            fail_msg("row %zu: %s at %zu: %s", i, weft_status_name(err.code), err.offset, err.reason);
        assert_false(weft_cursor_next(&c, NULL) || weft_cursor_enter(&c) || weft_cursor_skip(&c) ||
                     weft_cursor_find(&c, WEFT_STR("a")) || weft_cursor_bool(&c) || weft_cursor_int(&c) ||
                     weft_cursor_null(&c) || weft_cursor_leave(&c) || weft_cursor_finish(&c));
        assert_int_equal(weft_cursor_kind(&c), WEFT_NONE);
        weft_cursor_rewind(&c);
        assert_true(weft_cursor_finish(&c));
    }
}

/* Walks everything by hand: random choices among enter, skip, find and read. */
static bool wander(weft_cursor *c, uint64_t *seed) {
    for (int steps = 0; steps < 400 && !weft_cursor_failed(c, NULL); steps++) {
        char out[64];
        switch (test_random(seed) % 9) {
        case 0:
            if (weft_cursor_kind(c) == WEFT_STRING) weft_cursor_string(c, out, sizeof out);
            break;
        case 1:
        case 2:
            if (weft_cursor_kind(c) >= WEFT_ARRAY) weft_cursor_enter(c);
            break;
        case 3:
        case 4:
        case 5:
            if (c->depth) weft_cursor_next(c, NULL);
            break;
        case 6:
            if (weft_cursor_kind(c) == WEFT_OBJECT) weft_cursor_find(c, WEFT_STR("k"));
            break;
        case 7:
            if (weft_cursor_kind(c) == WEFT_INT) weft_cursor_int(c);
            break;
        default:
            if (weft_cursor_kind(c) != WEFT_NONE) weft_cursor_skip(c);
        }
    }
    return weft_cursor_finish(c);
}
static void agrees_with_documents(void **state) {
    (void)state;
    static const char odd[] = "\"\\{}[],:0-1e. tfnu\n\x01\xff\xc3";
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        char text[sizeof doc];
        memcpy(text, doc, sizeof doc);
        size_t n = sizeof doc - 1;
        if (i % 4) text[test_random(&seed) % n] = odd[test_random(&seed) % (sizeof odd - 1)];
        if (i % 4 == 2) n = (size_t)(test_random(&seed) % n);
        test_guard g = test_guard_make(WEFT_TEXT(text, n), true);
        weft_error plain, err;
        weft_status st = weft_json_validate(WEFT_TEXT(text, n), NULL, &plain);
        weft_cursor c = weft_cursor_open(WEFT_TEXT(g.text, n), NULL);
        bool good = weft_cursor_finish(&c);
        if (good != (st == WEFT_OK)) fail_msg("%.*s", (int)n, text);
        if (!good) assert_true(weft_cursor_failed(&c, &err) && err.code == st && err.offset == plain.offset);
        weft_cursor_rewind(&c);
        good = wander(&c, &seed);
        if (good && st) fail_msg("accepted %.*s", (int)n, text);
        weft_cursor_failed(&c, &err);
        if (!good && !st && err.code != WEFT_E_SPACE && err.code != WEFT_E_FIT)
            fail_msg("%s %s: %.*s", weft_status_name(err.code), err.reason, (int)n, text);
        test_guard_free(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(reads), cmocka_unit_test(finds_in_any_order),
                                        cmocka_unit_test(misuse), cmocka_unit_test(agrees_with_documents) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
