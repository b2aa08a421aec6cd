/* Documents -> text: every kernel and the plain writer agree, texts survive, options, destinations, failures. */
#include "support.h"

#include "base/cpu.h"
#include "json/cell.h"

#include <math.h>
#include <weft/json.h>

static weft_doc *read_text(const char *text) {
    weft_error err;
    weft_read_opts opts = { .nonfinite = true };
    weft_doc *doc = weft_doc_read(weft_str_of(text), &opts, &err);
    if (!doc) fail_msg("%s: %s", text, err.reason);
    return doc;
}
static void check(const char *text, const weft_write_opts *opts, const char *want) {
    weft_doc *doc = read_text(text);
    for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
        if (!weft__cpu_force((weft_cpu)cpu)) continue;
        weft_buf out = { 0 };
        weft_error err;
        assert_int_equal(weft_json_write(weft_doc_root(doc), &out, opts, &err), WEFT_OK);
        assert_string_equal(weft_buf_cstr(&out), want);
        weft_buf_free(&out);
    }
    weft_doc_free(doc);
}

static void minified(void **state) {
    (void)state;
    check(" [ ] ", NULL, "[]");
    check("{ }", NULL, "{}");
    check("1", NULL, "1");
    check("-0", NULL, "-0");
    check("\"\"", NULL, "\"\"");
    check("null", NULL, "null");
    check("[null, true, false]", NULL, "[null,true,false]");
    check("{\"a\": [1, {\"b\": {}}], \"c\": []}", NULL, "{\"a\":[1,{\"b\":{}}],\"c\":[]}");
    check("[0.10, 1.0, 1E2]", NULL, "[0.1,1,100]");
    check("[18446744073709551615, -9223372036854775808, 18446744073709551616]", NULL,
          "[18446744073709551615,-9223372036854775808,18446744073709552000]");
    check("\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\\\/\\u007f\\u00e9\"", NULL,
          "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\x7f\xc3\xa9\"");
}

static void pretty(void **state) {
    (void)state;
    const char *text = "{\"a\":[1,2,{}],\"b\":{\"c\":[]},\"d\":[[]]}";
    check(text, &(weft_write_opts){ .pretty = true },
          "{\n  \"a\": [\n    1,\n    2,\n    {}\n  ],\n  \"b\": {\n    \"c\": []\n  },\n  \"d\": [\n    []\n  ]\n}");
    check(text, &(weft_write_opts){ .pretty = true, .indent = "\t", .newline = "\r\n", .final_newline = true },
          "{\r\n\t\"a\": [\r\n\t\t1,\r\n\t\t2,\r\n\t\t{}\r\n\t],\r\n\t\"b\": {\r\n\t\t\"c\": []\r\n\t},\r\n\t\"d\": "
          "[\r\n\t\t[]\r\n\t]\r\n}\r\n");
    check(text, &(weft_write_opts){ .pretty = true, .indent_width = 1, .inline_width = 6 },
          "{\n \"a\": [\n  1,\n  2,\n  {}\n ],\n \"b\": {\n  \"c\": []\n },\n \"d\": [\n  []\n ]\n}");
    check("[1,2,3]", &(weft_write_opts){ .pretty = true, .inline_width = 9 }, "[1, 2, 3]");
    check("[1,2,3]", &(weft_write_opts){ .pretty = true, .inline_width = 8 }, "[\n  1,\n  2,\n  3\n]");
    check("[[\"\\n\"],[\"aaaa\"]]", &(weft_write_opts){ .pretty = true, .inline_width = 6 },
          "[\n  [\"\\n\"],\n  [\n    \"aaaa\"\n  ]\n]");
    check("[1]", &(weft_write_opts){ .final_newline = true }, "[1]\n");
    check("7", &(weft_write_opts){ .pretty = true }, "7");
    char long_indent[600], want[3000];
    memset(long_indent, ' ', 599);
    long_indent[599] = 0;
    int n = snprintf(want, sizeof want, "[\n%.599s[\n%.599s%.599s1\n%.599s]\n]", long_indent, long_indent, long_indent,
                     long_indent);
    assert_true(n > 0 && (size_t)n < sizeof want);
    check("[[1]]", &(weft_write_opts){ .pretty = true, .indent = long_indent }, want);
}

static int shorter_first(weft_str a, weft_str b, void *ctx) {
    ++*(int *)ctx;
    return (a.len > b.len) - (a.len < b.len);
}
static void sorted(void **state) {
    (void)state;
    const char *text = "{\"b\":1,\"aa\":{\"z\":1,\"y\":[{\"q\":1,\"p\":2}]},\"a\":3,\"\":4,\"b\":5}";
    check(text, &(weft_write_opts){ .sort = WEFT_SORT_BYTES },
          "{\"\":4,\"a\":3,\"aa\":{\"y\":[{\"p\":2,\"q\":1}],\"z\":1},\"b\":1,\"b\":5}");
    int calls = 0;
    check(text, &(weft_write_opts){ .sort = WEFT_SORT_CUSTOM, .compare = shorter_first, .compare_ctx = &calls },
          "{\"\":4,\"b\":1,\"a\":3,\"b\":5,\"aa\":{\"z\":1,\"y\":[{\"q\":1,\"p\":2}]}}");
    assert_true(calls > 0);
}

static void escapes(void **state) {
    (void)state;
    const char *text = "{\"k\xc3\xa9\":\"</a>&\xe2\x82\xac\xe2\x80\xa8\xf0\x9f\x98\x80\"}";
    check(text, &(weft_write_opts){ .escape = WEFT_ESCAPE_ASCII },
          "{\"k\\u00e9\":\"</a>&\\u20ac\\u2028\\ud83d\\ude00\"}");
    check(text, &(weft_write_opts){ .escape = WEFT_ESCAPE_HTML },
          "{\"k\xc3\xa9\":\"\\u003c/a\\u003e\\u0026\xe2\x82\xac\\u2028\xf0\x9f\x98\x80\"}");
    check(text, &(weft_write_opts){ .escape = WEFT_ESCAPE_HTML, .escape_slash = true },
          "{\"k\xc3\xa9\":\"\\u003c\\/a\\u003e\\u0026\xe2\x82\xac\\u2028\xf0\x9f\x98\x80\"}");
}

static void reals(void **state) {
    (void)state;
    check("[1.0,2,1e21,0.1,-0]", &(weft_write_opts){ .keep_fraction = true }, "[1.0,2,1e21,0.1,-0.0]");
    check("[1.005,2,1e2,0.1]", &(weft_write_opts){ .digits = 2 }, "[1.00,2,100.00,0.10]");
    check("[0.1,16777217.0,1e-50]", &(weft_write_opts){ .single = true }, "[0.1,16777216,0]");
    check("[NaN,Infinity,-Infinity]", &(weft_write_opts){ .nonfinite = WEFT_NONFINITE_LITERAL },
          "[NaN,Infinity,-Infinity]");
    check("[NaN,Infinity,-Infinity]", &(weft_write_opts){ .nonfinite = WEFT_NONFINITE_NULL }, "[null,null,null]");
    weft_doc *doc = read_text("{\"a\":[1,{\"b c\":-Infinity}]}");
    weft_buf out = { 0 };
    weft_error err;
    weft_buf_append(&out, WEFT_STR("keep"));
    for (int sort = 0; sort < 2; sort++) {
        weft_write_opts opts = { .sort = sort ? WEFT_SORT_BYTES : WEFT_SORT_NONE };
        assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, &err), WEFT_E_NONFINITE);
        assert_string_equal(err.path, "$.a[1][\"b c\"]");
        assert_int_equal(out.len, 4);
    }
    weft_buf_free(&out);
    weft_doc_free(doc);
}

static void wrong_arguments(void **state) {
    (void)state;
    weft_buf out = { 0 };
    weft_error err;
    assert_int_equal(weft_json_write((weft_json){ 0 }, &out, NULL, &err), WEFT_E_ARGUMENT);
    weft_doc *doc = read_text("[1]");
    weft_write_opts opts = { .sort = WEFT_SORT_CUSTOM };
    assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, NULL), WEFT_E_ARGUMENT);
    opts = (weft_write_opts){ .digits = 18 };
    assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, NULL), WEFT_E_ARGUMENT);
    /* options of an older caller, who does not know the later fields */
    opts = (weft_write_opts){ .pretty = true, .digits = 9 };
    assert_int_equal(weft__json_write(weft_doc_root(doc), &out, &opts, offsetof(weft_write_opts, sort), &err), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), "[\n  1\n]");
    weft_buf_free(&out);
    weft_doc_free(doc);
}

/* ---- destinations ----------------------------------------------------------------------------------------------- */
static char *big_text(size_t members) {
    weft_buf b = { 0 };
    weft_buf_byte(&b, '{');
    for (size_t i = 0; i < members; i++) {
        weft_buf_printf(&b, "%s\"key %zu\":[%zu,-%zu.5,\"", i ? "," : "", i, i * 12345, i);
        for (size_t k = 0; k < i % 300; k++)
            weft_buf_append(&b, k % 17 == 3 ? WEFT_STR("\\n") : k % 31 == 5 ? WEFT_STR("\xc3\xa9") : WEFT_STR("x"));
        weft_buf_append(&b, WEFT_STR("\",null,true]"));
    }
    weft_buf_byte(&b, '}');
    weft_buf_cstr(&b);
    return b.data;
}
typedef struct sink_state {
    weft_buf got;
    size_t fail_after;
} sink_state;
static bool take(void *ctx, const char *piece, size_t len) {
    sink_state *s = (sink_state *)ctx;
    if (s->got.len + len > s->fail_after) return false;
    return weft_buf_append(&s->got, WEFT_TEXT(piece, len)) == WEFT_OK;
}

static void destinations_agree(void **state) {
    (void)state;
    char *text = big_text(400);
    weft_doc *doc = read_text(text);
    size_t want = strlen(text), len;
    weft_error err;
    for (int cpu = WEFT_CPU_SCALAR; cpu <= WEFT_CPU_NEON; cpu++) {
        if (!weft__cpu_force((weft_cpu)cpu)) continue;
        weft_buf out = { 0 };
        assert_int_equal(weft_json_write(weft_doc_root(doc), &out, NULL, &err), WEFT_OK);
        assert_int_equal(out.len, want);
        assert_memory_equal(out.data, text, want);
        weft_buf_free(&out);

        static const size_t less[] = { 0, 1, 2, 100, 191, 192, 193, 200, 4000, 5000, 20000 };
        for (size_t i = 0; i < sizeof less / sizeof *less; i++)
            for (int from_end = 0; from_end < 2; from_end++) {
                size_t cap = from_end ? want - less[i] : less[i];
                char *into = (char *)malloc(cap + 64);
                assert_non_null(into);
                memset(into, '#', cap + 64);
                len = 0;
                assert_int_equal(weft_json_write_into(weft_doc_root(doc), into, cap, &len, NULL, &err),
                                 cap < want ? WEFT_E_SPACE : WEFT_OK);
                assert_int_equal(len, want);
                for (size_t k = 0; k < 64; k++) assert_int_equal(into[cap + k], '#');
                if (cap == want) assert_memory_equal(into, text, want);
                free(into);
            }
        char *roomy = (char *)malloc(want + 1000);
        assert_non_null(roomy);
        assert_int_equal(weft_json_write_into(weft_doc_root(doc), roomy, want + 1000, &len, NULL, &err), WEFT_OK);
        assert_int_equal(len, want);
        assert_memory_equal(roomy, text, want);
        free(roomy);

        sink_state s = { { 0 }, SIZE_MAX };
        assert_int_equal(weft_json_write_to(weft_doc_root(doc), take, &s, NULL, &err), WEFT_OK);
        assert_int_equal(s.got.len, want);
        assert_memory_equal(s.got.data, text, want);
        weft_buf_free(&s.got);
        s = (sink_state){ { 0 }, 10000 };
        assert_int_equal(weft_json_write_to(weft_doc_root(doc), take, &s, NULL, &err), WEFT_E_CALLBACK);
        weft_buf_free(&s.got);
    }
    /* limits */
    weft_buf out = { 0 };
    weft_buf_append(&out, WEFT_STR("keep"));
    weft_write_opts opts = { .max_bytes = want };
    assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, &err), WEFT_OK);
    assert_int_equal(out.len, want + 4);
    out.len = 4;
    opts.max_bytes = want - 1;
    assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, &err), WEFT_E_SIZE);
    assert_int_equal(out.len, 4);
    assert_int_equal(weft_json_write_into(weft_doc_root(doc), text, 0, &len, &opts, &err), WEFT_E_SIZE);
    weft_buf_free(&out);
    weft_buf limited = { .limit = want };
    assert_int_equal(weft_json_write(weft_doc_root(doc), &limited, NULL, &err), WEFT_OK);
    assert_memory_equal(limited.data, text, want);
    weft_buf_free(&limited);
    limited = (weft_buf){ .limit = want - 1 };
    assert_int_equal(weft_json_write(weft_doc_root(doc), &limited, NULL, &err), WEFT_E_SIZE);
    assert_int_equal(limited.len, 0);
    weft_buf_free(&limited);
    /* files */
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(weft_json_write_stdio(weft_doc_root(doc), f, NULL, &err), WEFT_OK);
    assert_int_equal(ftell(f), (long)want);
    fclose(f);
    char path[] = "weft_test_write.json";
    assert_int_equal(weft_json_write_file(weft_doc_root(doc), path, NULL, &err), WEFT_OK);
    f = fopen(path, "rb");
    assert_non_null(f);
    char *back = (char *)malloc(want + 1);
    assert_non_null(back);
    assert_int_equal(fread(back, 1, want + 1, f), want);
    assert_memory_equal(back, text, want);
    fclose(f);
    /* a failure leaves the old file */
    weft_doc *bad = read_text("[NaN]");
    assert_int_equal(weft_json_write_file(weft_doc_root(bad), path, NULL, &err), WEFT_E_NONFINITE);
    f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fread(back, 1, want + 1, f), want);
    fclose(f);
    remove(path);
    assert_int_equal(weft_json_write_file(weft_doc_root(doc), "no such folder/x.json", NULL, &err), WEFT_E_OPEN);
    weft_doc_free(bad);
    free(back);
    weft_doc_free(doc);
    free(text);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    weft_buf deep = { 0 };
    for (int i = 0; i < 900; i++) weft_buf_append(&deep, i % 2 ? WEFT_STR("[1,") : WEFT_STR("{\"b\":0,\"a\":"));
    weft_buf_byte(&deep, '2');
    for (int i = 899; i >= 0; i--) weft_buf_byte(&deep, i % 2 ? ']' : '}');
    weft_doc *doc = read_text(weft_buf_cstr(&deep));
    for (int sort = 0; sort < 2; sort++)
        for (int limit = 0; limit < 2; limit++)
            for (size_t n = 1;; n++) {
                test_alloc t;
                test_alloc_init(&t, n);
                weft_write_opts opts = { .alloc = &t.alloc, .sort = sort ? WEFT_SORT_BYTES : WEFT_SORT_NONE };
                weft_buf out = { .alloc = &t.alloc, .limit = limit ? 100000 : 0 };
                weft_status st = weft_json_write(weft_doc_root(doc), &out, &opts, NULL);
                bool failed = t.requests >= n;
                assert_int_equal(st, failed ? WEFT_E_MEMORY : WEFT_OK);
                if (failed) assert_int_equal(out.len, 0);
                else if (!sort) assert_memory_equal(out.data, deep.data, deep.len);
                weft_buf_free(&out);
                assert_int_equal(t.live_blocks, 0);
                assert_false(t.size_mismatch);
                if (!failed) break;
            }
    weft_doc_free(doc);
    weft_buf_free(&deep);
}

/* ---- random documents ------------------------------------------------------------------------------------------- */
static void random_value(weft_buf *b, uint64_t *seed, int depth) {
    uint64_t r = test_random(seed);
    size_t n = (size_t)(test_random(seed) % 5);
    switch (depth > 6 ? r % 5 : r % 7) {
    case 0: weft_buf_append(b, r & 64 ? WEFT_STR("true") : r & 128 ? WEFT_STR("false") : WEFT_STR("null")); break;
    case 1: weft_buf_printf(b, "%lld", (long long)test_random(seed) >> (r >> 8 & 63)); break;
    case 2:
        weft_buf_printf(b, "%.17g", (double)(int64_t)test_random(seed) / 1024 / (double)(1 + (r >> 20 & 1023)));
        break;
    case 3:
    case 4: {
        weft_buf_byte(b, '"');
        size_t len = (size_t)(test_random(seed) % (r & 256 ? 200 : 40));
        for (size_t i = 0; i < len; i++) {
            uint64_t c = test_random(seed);
            if (c % 16 == 0 && r & 512) weft_buf_printf(b, "\\u%04x", (unsigned)(c >> 8 & 0x7f));
            else if (c % 16 == 1) weft_buf_append(b, WEFT_STR("\xe2\x82\xac"));
            else if (c % 64 == 2) weft_buf_append(b, WEFT_STR("\\\""));
            else weft_buf_byte(b, (char)('a' + c % 26));
        }
        weft_buf_byte(b, '"');
        break;
    }
    case 5:
        weft_buf_byte(b, '[');
        for (size_t i = 0; i < n; i++) {
            if (i) weft_buf_byte(b, ',');
            random_value(b, seed, depth + 1);
        }
        weft_buf_byte(b, ']');
        break;
    default:
        weft_buf_byte(b, '{');
        for (size_t i = 0; i < n; i++) {
            weft_buf_printf(b, "%s\"%.*s%zu\":", i ? "," : "", (int)(r >> 32 & 63),
                            "a long key that goes on and on and on, up to sixty-four bytes...", i);
            random_value(b, seed, depth + 1);
        }
        weft_buf_byte(b, '}');
    }
}
/* Same cells, whatever the addresses. */
static void assert_same(const weft__cell *a, const weft__cell *b) {
    const weft__cell *end = weft__cell_next(a);
    for (; a < end; a++, b++) {
        assert_int_equal(weft__cell_kind(a), weft__cell_kind(b));
        assert_int_equal(weft__cell_size(a), weft__cell_size(b));
        if (weft__cell_kind(a) == WEFT_STRING || weft__cell_kind(a) == WEFT_RAW)
            assert_true(weft__cell_size(a) == 0 || memcmp(a->s, b->s, (size_t)weft__cell_size(a)) == 0);
        else if (weft__cell_kind(a) != WEFT_NULL) assert_int_equal(a->u, b->u);
    }
}
static int all_equal(weft_str a, weft_str b, void *ctx) {
    (void)a, (void)b, (void)ctx;
    return 0;
}
static void random_documents(void **state) {
    (void)state;
    uint64_t seed = 77;
    for (int i = 0; i < 3000; i++) {
        weft_buf text = { 0 }, first = { 0 };
        random_value(&text, &seed, 0);
        weft_read_opts how = { .borrow = i % 2 };
        test_guard g = test_guard_make(weft_buf_str(&text), true); /* borrowed strings end where the memory does */
        weft_doc *doc = weft_doc_read(WEFT_TEXT(g.text, g.len), &how, NULL);
        assert_non_null(doc);
        bool pretty_ = i % 3 == 0;
        for (int cpu = WEFT_CPU_SCALAR - 1; cpu <= WEFT_CPU_NEON; cpu++) {
            if (cpu >= 0 && !weft__cpu_force((weft_cpu)cpu)) continue;
            weft_buf out = { 0 };
            /* the plain writer first, by an option that changes nothing here */
            weft_write_opts opts = { .pretty = pretty_ };
            if (cpu < 0) {
                opts.sort = WEFT_SORT_CUSTOM;
                opts.compare = all_equal;
            }
            assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, NULL), WEFT_OK);
            if (cpu < 0) {
                first = out;
                continue;
            }
            assert_int_equal(out.len, first.len);
            assert_memory_equal(out.data, first.data, out.len);
            weft_doc *again = weft_doc_read(weft_buf_str(&out), NULL, NULL);
            assert_non_null(again);
            assert_same(weft_doc_root(doc).cell, weft_doc_root(again).cell);
            weft_buf second = { 0 };
            assert_int_equal(weft_json_write(weft_doc_root(again), &second, &opts, NULL), WEFT_OK);
            assert_true(weft_str_equal(weft_buf_str(&out), weft_buf_str(&second)));
            weft_buf_free(&second);
            weft_buf_free(&out);
            weft_doc_free(again);
        }
        weft_buf_free(&first);
        weft_doc_free(doc);
        test_guard_free(&g);
        weft_buf_free(&text);
    }
}

static void deep_documents(void **state) {
    (void)state;
    enum { DEPTH = 200000 };
    char *text = (char *)malloc(2 * DEPTH + 1);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    text[2 * DEPTH] = 0;
    weft_read_opts how = { .max_depth = 2 * DEPTH };
    weft_doc *doc = weft_doc_read(WEFT_TEXT(text, 2 * DEPTH), &how, NULL);
    assert_non_null(doc);
    for (int sort = 0; sort < 2; sort++) {
        weft_buf out = { 0 };
        weft_write_opts opts = { .sort = sort ? WEFT_SORT_BYTES : WEFT_SORT_NONE };
        assert_int_equal(weft_json_write(weft_doc_root(doc), &out, &opts, NULL), WEFT_OK);
        assert_string_equal(weft_buf_cstr(&out), text);
        weft_buf_free(&out);
    }
    weft_doc_free(doc);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minified),
        cmocka_unit_test(pretty),
        cmocka_unit_test(sorted),
        cmocka_unit_test(escapes),
        cmocka_unit_test(reals),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(random_documents),
        cmocka_unit_test(deep_documents),
        cmocka_unit_test(destinations_agree),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
