/* The direct decoder against the general one: same verdict, same value, on good, reordered and broken texts, with every
 * kernel; and it does take what it is made for. (A depth limit that is given turns it off.) */
#include "support.h"

#include "base/cpu.h"
#include "codec/json_direct.h"
#include "codec/json_encode.h"
#include "simd/quotes.h"

#include <weft/weft.h>

#define COLOUR(E) E(RED, 1, "red") E(GREEN, 2, "green")
WEFT_ENUM(Colour, COLOUR)
WEFT_ARRAY(Three, int16_t, 3)
#define PART(F)                                                                                                        \
    F(weft_str, name)                                                                                                  \
    F(int8_t, small, WEFT_DFLT(7))                                                                                     \
    F(uint64_t, big) F(weft_opt(double), maybe) F(Colour, colour, WEFT_DFLT(RED)) F(weft_list(weft_str), tags)
WEFT_STRUCT(Part, PART)
#define WHOLE(F)                                                                                                       \
    F(int64_t, id)                                                                                                     \
    F(weft_str, text, .max_len = 40)                                                                                   \
    F(bool, on)                                                                                                        \
    F(double, ratio)                                                                                                   \
    F(float, narrow, .optional = true)                                                                                 \
    F(uint16_t, port, .range = { 1, 9000 })                                                                            \
    F(weft_list(Part), parts)                                                                                          \
    F(Three, three) F(weft_ptr(Part), one) F(weft_cstr, c, .optional = true) F(weft_list(int32_t), numbers)
WEFT_STRUCT(Whole, WHOLE)

static const char *const good[] = {
    ("{\"id\":-12,\"text\":\"plain\",\"on\":true,\"ratio\":2.5,\"narrow\":0.1,\"port\":8080,\"parts\":[{\"name\":\"a\","
     "\"small\":-128,"
     "\"big\":9223372036854775808,\"maybe\":1e3,\"colour\":\"green\",\"tags\":[\"x\",\"y\"]},{\"name\":\"\",\"big\":0,"
     "\"maybe\":null,\"tags\":[]}],"
     "\"three\":[1,-2,32767],\"one\":null,\"c\":\"see\",\"numbers\":[1,2,3,4,5,6,7,8,9,10]}"),
    ("{\"text\": \"q\\\"\\\\\\u00e9\\ud83d\\ude00\", \"id\": 0, \"unknown\": {\"a\": [1, \"\\\"]\", {}], \"b\": null}, "
     "\"on\": false, \"ratio\": -0.0, "
     "\"port\": 1, \"parts\": [], \"three\": [0,0,0], \"one\": "
     "{\"name\":\"\xe6\x97\xa5\",\"big\":1,\"tags\":[\"\\n\"]}, \"numbers\": []}\n"),
    ("{\"id\":9223372036854775807,\"text\":\"\",\"on\":true,\"ratio\":1e308,\"port\":9000,\"parts\":[],\"three\":[1,2,"
     "3]"
     ",\"one\":null,\"numbers\":[-2147483648]}"),
};

/* Both decoders on one text. */
static bool agree(const char *ptr, size_t len, bool borrow, size_t *accepted) {
    Whole a, b;
    weft_arena m = { 0 }, n = { 0 };
    weft_error e, f;
    test_guard g = test_guard_make(WEFT_TEXT(ptr, len), true);
    memset(&a, 0x55, sizeof a);
    memset(&b, 0x55, sizeof b);
    weft_status s = Whole_from_json(&a, WEFT_TEXT(g.text, g.len), &m, &(weft_decode_opts){ .borrow = borrow }, &e);
    weft_status t = Whole_from_json(&b, WEFT_TEXT(g.text, g.len), &n,
                                    &(weft_decode_opts){ .borrow = borrow, .max_depth = 256 }, &f);
    bool same = s == t;
    if (same && !s) same = weft_type_equal(weft_type_of(Whole), &a, &b);
    if (same && s) same = e.offset == f.offset && !strcmp(e.reason, f.reason) && !strcmp(e.path, f.path);
    if (!same) print_error("%s, %s: %.*s\n", weft_status_name(s), weft_status_name(t), (int)len, ptr);
    *accepted += s == 0;
    weft_arena_free(&m);
    weft_arena_free(&n);
    test_guard_free(&g);
    return same;
}

static void takes_what_it_is_made_for(void **state) {
    (void)state;
    size_t accepted = 0;
    weft__direct_given_up = 0;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(agree(good[i], strlen(good[i]), false, &accepted));
        assert_true(agree(good[i], strlen(good[i]), true, &accepted));
    }
    assert_int_equal(accepted, 6);
    assert_int_equal(weft__direct_given_up, 0);
}

/* Texts that end where a value, a name or a mark should be: unknown members too. */
static void agrees_on_every_cut(void **state) {
    (void)state;
    size_t accepted = 0;
    static const char *const more[] = { "{\"\":1}", "{\"unknown\": [1, {\"a\": \"b\"}]}", "{\"narrow\":0.25}",
                                        "{\"narrow\": 1e5, \"x\": null}" };
    for (size_t i = 0; i < 3 + sizeof more / sizeof *more; i++) {
        const char *text = i < 3 ? good[i] : more[i - 3];
        for (size_t n = 0; n <= strlen(text); n++) assert_true(agree(text, n, false, &accepted));
    }
    assert_true(accepted >= 3);
}

static void agrees_on_mutations(void **state) {
    (void)state;
    static const char marks[] = "{}[]\",:0123456789.eE+-\\utfn \n\x80\xff\x01";
    uint64_t seed = 7;
    size_t accepted = 0, wrong = 0;
    for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
        if (!weft__cpu_force((weft_cpu)cpu)) continue;
        for (int round = 0; round < 3000; round++) {
            char text[1024];
            const char *from = good[test_random(&seed) % 3];
            size_t len = strlen(from);
            memcpy(text, from, len);
            for (uint64_t k = 0, edits = test_random(&seed) % 3; k < edits; k++) {
                size_t at = test_random(&seed) % len;
                char c = marks[test_random(&seed) % (sizeof marks - 1)];
                switch (test_random(&seed) % 4) {
                case 0: text[at] = c; break;
                case 1: memmove(text + at, text + at + 1, --len - at); break;
                case 2:
                    memmove(text + at + 1, text + at, len++ - at);
                    text[at] = c;
                    break;
                default: len = at + 1;
                }
            }
            wrong += !agree(text, len, round & 1, &accepted);
        }
    }
    weft__cpu_force(weft_cpu_used());
    assert_int_equal(wrong, 0);
    assert_true(accepted > 1000);
}

/* The direct encoder writes what the general one writes. (A depth limit turns it off.) */
static void encodes_the_same(void **state) {
    (void)state;
    uint64_t seed = 3;
    size_t direct = 0;
    for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
        if (!weft__cpu_force((weft_cpu)cpu)) continue;
        for (int round = 0; round < 300; round++) {
            weft_arena m = { 0 };
            Whole v;
            char name[200];
            size_t n = test_random(&seed) % sizeof name;
            for (size_t i = 0; i < n; i++) name[i] = (char)(test_random(&seed) % (round % 4 ? 0x80 : 0x100));
            assert_int_equal(Whole_from_json(&v, weft_str_of(good[round % 3]), &m, NULL, NULL), WEFT_OK);
            v.ratio = (double)(int64_t)test_random(&seed) / 1e9;
            v.id = (int64_t)test_random(&seed) >> test_random(&seed) % 64;
            for (size_t i = 0; i < v.parts.count; i++) v.parts.items[i].name = WEFT_TEXT(name, n);
            if (round % 5 == 0) v.port = 0; /* out of its range: refused by both */
            if (round % 7 == 0) v.text = WEFT_TEXT(name, n);
            weft_buf a = { 0 }, b = { 0 }, c = { 0 };
            weft_error e, f;
            memset(&e, 0, sizeof e), memset(&f, 0, sizeof f);
            weft_buf_append(&a, WEFT_STR("before"));
            weft_buf_append(&b, WEFT_STR("before"));
            direct += weft__direct_encode(weft__plan_of(weft_type_of(Whole), NULL), &v, &c, &(weft_encode_opts){ 0 });
            weft_buf_free(&c);
            weft_status s = Whole_to_json(&v, &a, &e),
                        t = weft_type_to_json(weft_type_of(Whole), &v, &b, &(weft_encode_opts){ .max_depth = 256 }, &f);
            assert_int_equal(s, t);
            assert_string_equal(e.reason, f.reason);
            assert_true(weft_str_equal(weft_buf_str(&a), weft_buf_str(&b)));
            weft_buf_free(&a);
            weft_buf_free(&b);
            weft_arena_free(&m);
        }
    }
    assert_true(direct > 150); /* it does take what it is made for */
}

static void encode_survives_failing_memory(void **state) {
    (void)state;
    weft_arena m = { 0 };
    Whole v;
    assert_int_equal(Whole_from_json(&v, weft_str_of(good[0]), &m, NULL, NULL), WEFT_OK);
    for (size_t n = 1;; n++) {
        test_alloc t;
        test_alloc_init(&t, n);
        t.stay_failed = true;
        weft_buf b = { .alloc = &t.alloc };
        weft_status st = Whole_to_json(&v, &b, NULL);
        assert_true(st == WEFT_OK || (st == WEFT_E_MEMORY && b.len == 0));
        weft_buf_free(&b);
        assert_int_equal(t.live_blocks, 0);
        if (st == WEFT_OK) break;
    }
    weft_arena_free(&m);
}

/* Every kernel's list is the plain one's. */
static void lists_of_quotes(void **state) {
    (void)state;
    static const char bytes[] = "\"\"\\\\\\a \x1f\x20\x7f\x80\xff";
    uint64_t seed = 99;
    for (int round = 0; round < 8000; round++) {
        _Alignas(64) char image[64 * 4];
        uint16_t plain[WEFT__QUOTES_BYTES], list[WEFT__QUOTES_BYTES];
        weft__quotes_facts want, got;
        size_t blocks = 1 + test_random(&seed) % 4, n = 0;
        uint64_t rare = test_random(&seed) % 3; /* text with few backslashes, many, and nothing else */
        for (size_t i = 0; i < sizeof image; i++)
            image[i] = test_random(&seed) % 8 < 3 * rare + 1 ? bytes[test_random(&seed) % (sizeof bytes - 1)] : 'x';
        /* what the words say, byte by byte */
        for (size_t i = 0; i < 64 * blocks; i++) {
            if (image[i] == '\\') i++;
            else if (image[i] == '"') plain[n++] = (uint16_t)i;
        }
        memset(&want, 0, sizeof want);
        for (size_t i = 0; i < 64 * blocks; i++) {
            want.high |= (unsigned char)image[i] > 0x7f;
            want.control |= (unsigned char)image[i] < 0x20;
            if (image[i] == '\\') want.back[0] |= (uint64_t)1 << i / 64;
        }
        for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
            if (!weft__cpu_force((weft_cpu)cpu) || !weft__quotes_of((weft_cpu)cpu)) continue;
            weft__quotes_of((weft_cpu)cpu)(image, blocks, list, &got);
            assert_int_equal(got.count, n);
            assert_memory_equal(list, plain, n * sizeof *list);
            assert_int_equal(got.high, want.high);
            assert_int_equal(got.control, want.control);
            assert_true(got.back[0] == want.back[0] && got.back[1] == 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_it_is_made_for), cmocka_unit_test(agrees_on_every_cut),
        cmocka_unit_test(agrees_on_mutations),       cmocka_unit_test(lists_of_quotes),
        cmocka_unit_test(encodes_the_same),          cmocka_unit_test(encode_survives_failing_memory)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
