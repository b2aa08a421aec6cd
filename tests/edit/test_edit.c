/* Editing: every operation, against a text; what is refused; large and deep values; the builder; failing memory. */
#include "support.h"

#include <math.h>
#include <weft/edit.h>

static weft_doc *read_text(const char *text) {
    weft_doc *d = weft_doc_read(weft_str_of(text), NULL, NULL);
    assert_non_null(d);
    return d;
}
/* The text both ways: straight from the tree, and through a new document; and pretty. */
static void expect(const weft_edit *e, const char *text) {
    weft_buf out = { 0 };
    weft_error err;
    assert_int_equal(weft_edit_write(e, &out, NULL, &err), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), text);
    weft_doc *doc = weft_edit_freeze(e, NULL, &err);
    assert_non_null(doc);
    out.len = 0;
    assert_int_equal(weft_json_write(weft_doc_root(doc), &out, NULL, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), text);
    weft_write_opts pretty = { .pretty = true };
    weft_buf a = { 0 }, b = { 0 };
    assert_int_equal(weft_edit_write(e, &a, &pretty, NULL), WEFT_OK);
    assert_int_equal(weft_json_write(weft_doc_root(doc), &b, &pretty, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&a), weft_buf_cstr(&b));
    weft_buf_free(&a);
    weft_buf_free(&b);
    weft_buf_free(&out);
    weft_doc_free(doc);
}

static void operations(void **state) {
    (void)state;
    weft_doc *doc = read_text("{\"a\":[1,{\"x\":\"\\n\"},[]],\"b\":{\"c\":true},\"d\":\"text\"}");
    weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL);
    weft_edit_node *root = weft_edit_root(e), *a = weft_node_get(root, WEFT_STR("a"), NULL);
    expect(e, "{\"a\":[1,{\"x\":\"\\n\"},[]],\"b\":{\"c\":true},\"d\":\"text\"}");
    assert_int_equal(weft_node_set(root, WEFT_STR("d"), weft_node_int(e, -7), NULL), WEFT_OK);
    assert_int_equal(weft_node_set(root, WEFT_STR("e"), weft_node_str(e, WEFT_STR("q\"\xc3\xa9"), NULL), NULL),
                     WEFT_OK);
    assert_int_equal(weft_node_insert(a, 0, weft_node_null(e), NULL), WEFT_OK);
    assert_int_equal(weft_node_append(a, weft_node_uint(e, UINT64_MAX), NULL), WEFT_OK);
    assert_int_equal(weft_node_append(weft_node_at(a, 3, NULL), weft_node_real(e, 0.5, NULL), NULL), WEFT_OK);
    expect(e, "{\"a\":[null,1,{\"x\":\"\\n\"},[0.5],18446744073709551615],\"b\":{\"c\":true},\"d\":-7,\"e\":"
              "\"q\\\"\xc3\xa9\"}");
    weft_edit_node *x = weft_node_at(a, 2, NULL);
    assert_int_equal(weft_node_index(x), 2);
    weft_node_detach(x);
    assert_null(weft_node_parent(x));
    assert_int_equal(weft_node_index(weft_node_at(a, 2, NULL)), 2);
    assert_int_equal(weft_node_insert_member(root, 0, WEFT_STR("first"), x, NULL), WEFT_OK);
    assert_int_equal(weft_node_rename(weft_node_get(root, WEFT_STR("b"), NULL), WEFT_STR("bb"), NULL), WEFT_OK);
    assert_int_equal(weft_node_remove(root, WEFT_STR("e"), NULL), WEFT_OK);
    assert_int_equal(weft_node_remove_at(a, 0, NULL), WEFT_OK);
    expect(e, "{\"first\":{\"x\":\"\\n\"},\"a\":[1,[0.5],18446744073709551615],\"bb\":{\"c\":true},\"d\":-7}");
    weft_edit_node *copy = weft_node_copy(e, a, NULL);
    assert_int_equal(weft_node_move_to(weft_node_get(root, WEFT_STR("bb"), NULL), a, 1, NULL), WEFT_OK);
    assert_int_equal(weft_node_move_to_member(weft_node_at(a, 0, NULL), x, WEFT_STR("x"), NULL), WEFT_OK);
    assert_int_equal(weft_node_replace(weft_node_get(root, WEFT_STR("d"), NULL), copy, NULL), WEFT_OK);
    expect(
        e,
        "{\"first\":{\"x\":1},\"a\":[{\"c\":true},[0.5],18446744073709551615],\"d\":[1,[0.5],18446744073709551615]}");
    assert_string_equal(weft_node_name(copy).ptr, "d");
    assert_int_equal(weft_node_sort(root, true, NULL, NULL, NULL), WEFT_OK);
    weft_doc *from = read_text("{\"a\":null,\"first\":{\"x\":{\"y\":[1]},\"z\":{}}}");
    assert_int_equal(weft_node_merge(root, weft_doc_root(from), NULL), WEFT_OK);
    weft_doc_free(from); /* was copied */
    expect(e, "{\"a\":null,\"d\":[1,[0.5],18446744073709551615],\"first\":{\"x\":{\"y\":[1]},\"z\":{}}}");
    assert_int_equal(weft_edit_set_root(e, weft_node_bool(e, false), NULL), WEFT_OK);
    expect(e, "false");
    assert_int_equal(weft_edit_set_root(e, root, NULL), WEFT_OK); /* it was detached and comes back */
    assert_int_equal(weft_json_as_int(weft_node_view(weft_edit_at(e, WEFT_STR("/d/0"), NULL)), 0), 1);
    weft_edit_free(e);
    weft_doc_free(doc);
}

static int by_value_down(const weft_edit_node *a, const weft_edit_node *b, void *ctx) {
    (void)ctx;
    int64_t x = weft_json_as_int(weft_node_view(a), 0), y = weft_json_as_int(weft_node_view(b), 0);
    return (x < y) - (x > y);
}
static int names_down(weft_str a, weft_str b, void *ctx) {
    (void)ctx;
    return weft_str_compare(b, a);
}
static void sorting(void **state) {
    (void)state;
    weft_doc *doc = read_text("[{\"b\":[{\"z\":1,\"y\":{\"q\":1,\"p\":2}}],\"a\":2},{\"k\":0,\"aa\":[3,1,2]}]");
    weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL);
    assert_int_equal(weft_node_sort(weft_edit_root(e), false, NULL, NULL, NULL), WEFT_E_KIND);
    assert_int_equal(weft_node_sort(weft_edit_root(e), true, NULL, NULL, NULL), WEFT_OK);
    expect(e, "[{\"a\":2,\"b\":[{\"y\":{\"p\":2,\"q\":1},\"z\":1}]},{\"aa\":[3,1,2],\"k\":0}]");
    assert_int_equal(weft_node_sort(weft_node_at(weft_edit_root(e), 0, NULL), false, names_down, NULL, NULL), WEFT_OK);
    assert_int_equal(weft_node_sort_elements(weft_edit_at(e, WEFT_STR("/1/aa"), NULL), by_value_down, NULL, NULL),
                     WEFT_OK);
    expect(e, "[{\"b\":[{\"y\":{\"p\":2,\"q\":1},\"z\":1}],\"a\":2},{\"aa\":[3,2,1],\"k\":0}]");
    weft_edit_free(e);
    weft_doc_free(doc);
}

static void refusals(void **state) {
    (void)state;
    weft_error err;
    weft_doc *doc = read_text("{\"a\":[1,[2]],\"b\":{}}");
    weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL), *other = weft_edit_new(weft_doc_root(doc), NULL);
    weft_edit_node *root = weft_edit_root(e), *a = weft_node_get(root, WEFT_STR("a"), NULL),
                   *in = weft_node_at(a, 1, NULL);
    weft_edit_node *loose = weft_node_array(e);
    assert_int_equal(weft_node_append(a, weft_node_int(other, 1), &err), WEFT_E_FOREIGN);
    assert_int_equal(weft_edit_set_root(e, weft_edit_root(other), &err), WEFT_E_FOREIGN);
    assert_int_equal(weft_edit_add(e, WEFT_STR("/b/x"), weft_node_int(other, 1), &err), WEFT_E_FOREIGN);
    assert_int_equal(weft_node_append(in, root, &err), WEFT_E_CYCLE);
    assert_int_equal(weft_node_append(loose, loose, &err), WEFT_E_CYCLE);
    assert_int_equal(weft_node_move_to(a, in, 0, &err), WEFT_E_CYCLE);
    assert_int_equal(weft_node_move_to_member(root, weft_node_get(root, WEFT_STR("b"), NULL), WEFT_STR("x"), &err),
                     WEFT_E_CYCLE);
    assert_int_equal(weft_node_append(loose, a, &err), WEFT_E_STATE); /* is in a document already */
    assert_int_equal(weft_node_append(loose, root, &err), WEFT_E_STATE);
    assert_int_equal(weft_node_set(root, WEFT_STR("\xff"), weft_node_null(e), &err), WEFT_E_UTF8);
    assert_int_equal(weft_node_rename(a, WEFT_STR("\xc0\x80"), &err), WEFT_E_UTF8);
    assert_int_equal(weft_node_rename(a, WEFT_STR("b"), &err), WEFT_E_DUPLICATE);
    assert_int_equal(weft_node_insert_member(root, 0, WEFT_STR("a"), weft_node_null(e), &err), WEFT_E_DUPLICATE);
    assert_null(weft_node_str(e, WEFT_STR("\xed\xa0\x80"), &err));
    assert_int_equal(err.code, WEFT_E_UTF8);
    assert_null(weft_node_real(e, (double)NAN, &err));
    assert_int_equal(err.code, WEFT_E_NONFINITE);
    assert_int_equal(weft_node_append(a, weft_node_real(e, (double)INFINITY, NULL), &err),
                     WEFT_E_MEMORY); /* a NULL value */
    assert_int_equal(weft_node_append(root, weft_node_null(e), &err), WEFT_E_KIND);
    assert_int_equal(weft_node_set(a, WEFT_STR("x"), weft_node_null(e), &err), WEFT_E_KIND);
    assert_int_equal(weft_node_insert(a, 3, weft_node_null(e), &err), WEFT_E_MISSING);
    assert_int_equal(weft_node_move_to(in, a, 2, &err), WEFT_E_MISSING); /* one is left without it */
    assert_int_equal(weft_node_remove(root, WEFT_STR("zz"), &err), WEFT_E_MISSING);
    assert_int_equal(weft_node_remove_at(a, 2, &err), WEFT_E_MISSING);
    assert_null(weft_node_get(root, WEFT_STR("c"), &err));
    assert_int_equal(err.code, WEFT_E_MISSING);
    assert_null(weft_node_get(a, WEFT_STR("c"), &err));
    assert_int_equal(err.code, WEFT_E_KIND);
    assert_int_equal(weft_node_replace(loose, weft_node_null(e), &err), WEFT_E_STATE);
    expect(e, "{\"a\":[1,[2]],\"b\":{}}");
    weft_edit_node *copy = weft_node_copy(other, a, &err); /* a foreign value may be copied */
    assert_int_equal(weft_node_set(weft_edit_root(other), WEFT_STR("b"), copy, &err), WEFT_OK);
    weft_edit_free(e);
    expect(other, "{\"a\":[1,[2]],\"b\":[1,[2]]}");
    weft_edit_free(other);
    weft_doc_free(doc);
}

static void pointers(void **state) {
    (void)state;
    weft_error err;
    weft_doc *doc = read_text("{\"foo\":[\"bar\",{\"a/b\":{\"m~n\":8}}],\"\":0}");
    weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL);
    assert_int_equal(weft_json_as_int(weft_node_view(weft_edit_at(e, WEFT_STR("/foo/1/a~1b/m~0n"), &err)), 0), 8);
    static const struct {
        const char *pointer, *reason;
        weft_status code;
        size_t offset;
    } wrong[] = {
        { "foo", "a pointer starts with '/': token \"foo\"", WEFT_E_POINTER, 0 },
        { "/foo/~2", "'~' must be followed by 0 or 1: token \"~2\"", WEFT_E_POINTER, 5 },
        { "/bar/x", "no such member: token \"bar\"", WEFT_E_MISSING, 1 },
        { "/foo/2", "index beyond the array: token \"2\"", WEFT_E_MISSING, 5 },
        { "/foo/-", "'-' is behind the last element: token \"-\"", WEFT_E_MISSING, 5 },
        { "/foo/00", "not an array index: token \"00\"", WEFT_E_MISSING, 5 },
        { "/foo/0/x", "a scalar has no members: token \"x\"", WEFT_E_MISSING, 7 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(weft_edit_at(e, weft_str_of(wrong[i].pointer), &err));
        assert_int_equal(err.code, wrong[i].code);
        assert_string_equal(err.reason, wrong[i].reason);
        assert_int_equal(err.offset, wrong[i].offset);
        assert_int_equal(weft_edit_remove(e, weft_str_of(wrong[i].pointer), &err), wrong[i].code);
        assert_string_equal(err.reason, wrong[i].reason);
    }
    assert_int_equal(weft_edit_add(e, WEFT_STR("/foo/1"), weft_node_int(e, 1), &err), WEFT_OK);
    assert_int_equal(weft_edit_set(e, WEFT_STR("/foo/0"), weft_node_int(e, 0), &err), WEFT_OK);
    assert_int_equal(weft_edit_set(e, WEFT_STR("/foo/-"), weft_node_int(e, 9), &err), WEFT_OK);
    assert_int_equal(weft_edit_set(e, WEFT_STR("/"), weft_node_array(e), &err), WEFT_OK);
    assert_int_equal(weft_edit_remove(e, WEFT_STR("/foo/2/a~1b/m~0n"), &err), WEFT_OK);
    assert_int_equal(weft_edit_set(e, WEFT_STR("/no/x"), weft_node_array(e), &err), WEFT_E_MISSING);
    expect(e, "{\"foo\":[0,1,{\"a/b\":{}},9],\"\":[]}");
    weft_edit_free(e);
    weft_doc_free(doc);
}

/* The examples of the draft, section 5.1, and its errors. */
static void relative_pointers(void **state) {
    (void)state;
    weft_doc *doc = read_text("{\"foo\":[\"bar\",\"baz\",\"biz\"],\"highly\":{\"nested\":{\"objects\":true}}}");
    weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL);
    static const struct {
        const char *from, *pointer, *result; /* "#name", "@index", text; NULL: an error */
    } cases[] = {
        { "/foo/1", "0", "\"baz\"" },
        { "/foo/1", "1/0", "\"bar\"" },
        { "/foo/1", "0-1", "\"bar\"" },
        { "/foo/1", "0+1", "\"biz\"" },
        { "/foo/1", "2/highly/nested/objects", "true" },
        { "/foo/1", "0#", "@1" },
        { "/foo/1", "0+1#", "@2" },
        { "/foo/1", "1#", "#foo" },
        { "/highly/nested", "0/objects", "true" },
        { "/highly/nested", "1/nested/objects", "true" },
        { "/highly/nested", "2/foo/0", "\"bar\"" },
        { "/highly/nested", "0#", "#nested" },
        { "/highly/nested", "1#", "#highly" },
        { "/foo/1", "3", NULL },
        { "/foo/1", "0-2", NULL },
        { "/foo/1", "0+2", NULL },
        { "/foo/1", "1+1", NULL },
        { "/foo/1", "01", NULL },
        { "/foo/1", "", NULL },
        { "/foo/1", "/0", NULL },
        { "/foo/1", "2#", NULL },
        { "/foo/1", "0+0", NULL },
        { "/foo/1", "0#/x", NULL },
        { "/foo/1", "2/nope", NULL },
        { "/foo/1", "0-", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_relative r;
        weft_error err;
        weft_status st = weft_node_relative(weft_edit_at(e, weft_str_of(cases[i].from), NULL),
                                            weft_str_of(cases[i].pointer), &r, &err);
        if ((st == WEFT_OK) != (cases[i].result != NULL)) fail_msg("case %zu: %s", i, st ? err.reason : "accepted");
        if (st) continue;
        weft_buf out = { 0 };
        if (r.node) assert_int_equal(weft_json_write(weft_node_view(r.node), &out, NULL, NULL), WEFT_OK);
        else if (r.in_object) weft_buf_printf(&out, "#%.*s", (int)r.name.len, r.name.ptr);
        else weft_buf_printf(&out, "@%zu", r.index);
        assert_string_equal(weft_buf_cstr(&out), cases[i].result);
        weft_buf_free(&out);
    }
    weft_edit_free(e);
    weft_doc_free(doc);
}

/* Objects large enough for an index, under every kind of change. */
static void large_objects(void **state) {
    (void)state;
    weft_edit *e = weft_edit_new((weft_json){ NULL, NULL }, NULL);
    weft_edit_node *o = weft_node_object(e);
    assert_int_equal(weft_edit_set_root(e, o, NULL), WEFT_OK);
    char name[16];
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "k%d", i % 15000);
        assert_int_equal(weft_node_set(o, weft_str_of(name), weft_node_int(e, i), NULL), WEFT_OK);
    }
    assert_int_equal(weft_node_len(o), 15000);
    for (int i = 0; i < 15000; i += 500) {
        snprintf(name, sizeof name, "k%d", i);
        assert_int_equal(weft_node_remove(o, weft_str_of(name), NULL), WEFT_OK);
    }
    for (int i = 0; i < 15000; i++) {
        snprintf(name, sizeof name, "k%d", i);
        weft_edit_node *v = weft_node_get(o, weft_str_of(name), NULL);
        assert_int_equal(v != NULL, i % 500 != 0);
        if (v) assert_int_equal(weft_json_as_int(weft_node_view(v), -1), i < 5000 ? i + 15000 : i);
    }
    weft_edit_node *k = weft_node_get(o, WEFT_STR("k1"), NULL);
    assert_int_equal(weft_node_rename(k, WEFT_STR("other"), NULL), WEFT_OK);
    assert_null(weft_node_get(o, WEFT_STR("k1"), NULL));
    assert_ptr_equal(weft_node_get(o, WEFT_STR("other"), NULL), k);
    weft_edit_free(e);
}

/* Deep values: nothing recurses. */
static void deep_values(void **state) {
    (void)state;
    enum { DEPTH = 6000 }; /* every append looks for cycles upwards, so building is quadratic */
    weft_edit *e = weft_edit_new((weft_json){ NULL, NULL }, NULL);
    weft_edit_node *v = weft_node_array(e);
    assert_int_equal(weft_edit_set_root(e, v, NULL), WEFT_OK);
    for (int i = 1; i < DEPTH; i++) {
        weft_edit_node *in = i & 1 ? weft_node_object(e) : weft_node_array(e);
        if (weft_node_kind(v) == WEFT_ARRAY) assert_int_equal(weft_node_append(v, in, NULL), WEFT_OK);
        else assert_int_equal(weft_node_set(v, WEFT_STR("k"), in, NULL), WEFT_OK);
        v = in;
    }
    weft_doc *doc = weft_edit_freeze(e, NULL, NULL);
    assert_non_null(doc);
    weft_buf a = { 0 }, b = { 0 };
    assert_int_equal(weft_edit_write(e, &a, NULL, NULL), WEFT_OK);
    assert_int_equal(weft_json_write(weft_doc_root(doc), &b, NULL, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&a), weft_buf_cstr(&b));
    weft_edit_node *copy = weft_node_copy(e, weft_edit_root(e), NULL);
    bool equal;
    assert_int_equal(weft_json_equal(weft_node_view(copy), weft_doc_root(doc), &equal, NULL), WEFT_OK);
    assert_true(equal);
    weft_buf_free(&a);
    weft_buf_free(&b);
    weft_doc_free(doc);
    weft_edit_free(e);
}

static void builder(void **state) {
    (void)state;
    weft_error err;
    weft_build *b = weft_build_new(NULL);
    weft_doc *part = read_text("[\"s\",{\"k\":[1.5]}]");
    weft_build_object(b);
    weft_build_key(b, WEFT_STR("a\n"));
    weft_build_array(b);
    weft_build_json(b, weft_doc_root(part));
    weft_build_uint(b, 5);
    weft_build_end(b);
    weft_build_key(b, WEFT_STR("t"));
    weft_build_str(b, WEFT_TEXT("nul\0", 4));
    weft_build_end(b);
    weft_doc_free(part);
    weft_doc *doc = weft_build_finish(b, &err);
    assert_non_null(doc);
    weft_buf out = { 0 };
    assert_int_equal(weft_json_write(weft_doc_root(doc), &out, NULL, NULL), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out), "{\"a\\n\":[[\"s\",{\"k\":[1.5]}],5],\"t\":\"nul\\u0000\"}");
    weft_buf_free(&out);
    weft_doc_free(doc);
    /* letters: o a e objects, arrays, ends; k a name; i a value; 8 not UTF-8; n NaN */
    static const struct {
        const char *calls;
        weft_status code;
    } wrong[] = { { "", WEFT_E_STATE },    { "o", WEFT_E_STATE },  { "ii", WEFT_E_STATE },
                  { "e", WEFT_E_STATE },   { "oi", WEFT_E_STATE }, { "okke", WEFT_E_STATE },
                  { "oke", WEFT_E_STATE }, { "ak", WEFT_E_STATE }, { "k", WEFT_E_STATE },
                  { "aee", WEFT_E_STATE }, { "a8", WEFT_E_UTF8 },  { "ane", WEFT_E_NONFINITE },
                  { "aea", WEFT_E_STATE }, { "oo", WEFT_E_STATE }, { "ai", WEFT_E_STATE } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        b = weft_build_new(NULL);
        for (const char *c = wrong[i].calls; *c; c++) switch (*c) {
            case 'o': weft_build_object(b); break;
            case 'a': weft_build_array(b); break;
            case 'e': weft_build_end(b); break;
            case 'k': weft_build_key(b, WEFT_STR("k")); break;
            case '8': weft_build_str(b, WEFT_STR("\x80")); break;
            case 'n': weft_build_real(b, (double)NAN); break;
            default: weft_build_int(b, 1);
            }
        assert_null(weft_build_finish(b, &err));
        assert_int_equal(err.code, wrong[i].code);
    }
    assert_null(weft_build_finish(NULL, &err));
    assert_int_equal(err.code, WEFT_E_MEMORY);
}

static weft_status edit_with(const weft_alloc *alloc, void *ctx) {
    weft_error err;
    weft_edit *e = weft_edit_new(weft_doc_root((weft_doc *)ctx), alloc);
    weft_status st = e ? WEFT_OK : WEFT_E_MEMORY;
    weft_doc *doc = NULL;
    weft_edit_node *v;
    weft_buf out = { .alloc = alloc };
    if (!st) {
        v = weft_edit_at(e, WEFT_STR("/a/1"), &err);
        st = v ? weft_node_set(v, WEFT_STR("new"), weft_node_str(e, WEFT_STR("v"), NULL), &err) : err.code;
    }
    if (!st) st = weft_node_sort(weft_edit_root(e), true, NULL, NULL, &err);
    if (!st)
        st = weft_node_move_to(weft_edit_at(e, WEFT_STR("/b"), NULL), weft_edit_at(e, WEFT_STR("/a"), NULL), 0, &err);
    if (st == WEFT_E_ARGUMENT) st = WEFT_E_MEMORY; /* a NULL from the inner calls */
    if (!st && !(v = weft_node_copy(e, weft_edit_root(e), &err))) st = err.code;
    if (!st) st = weft_edit_add(e, WEFT_STR("/a/-"), v, &err);
    if (!st && !(doc = weft_edit_freeze(e, alloc, &err))) st = err.code;
    if (!st) st = weft_edit_write(e, &out, &(weft_write_opts){ .pretty = true, .alloc = alloc }, &err);
    weft_buf_free(&out);
    weft_doc_free(doc);
    weft_edit_free(e);
    return st;
}
static weft_status build_with(const weft_alloc *alloc, void *ctx) {
    weft_error err;
    weft_build *b = weft_build_new(alloc);
    weft_build_array(b);
    weft_build_str(b, WEFT_STR("text"));
    weft_build_json(b, weft_doc_root((weft_doc *)ctx));
    for (int i = 0; i < 100; i++) weft_build_array(b);
    for (int i = 0; i < 101; i++) weft_build_end(b);
    weft_doc *doc = weft_build_finish(b, &err);
    weft_doc_free(doc);
    return doc ? WEFT_OK : err.code;
}
static void failing_memory(void **state) {
    (void)state;
    weft_doc *doc = read_text("{\"b\":{\"z\":1,\"y\":[]},\"a\":[0,{\"x\":null}]}");
    assert_true(test_every_failure(edit_with, doc) > 4);
    assert_true(test_every_failure(build_with, doc) > 4);
    weft_doc_free(doc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations),  cmocka_unit_test(sorting),           cmocka_unit_test(refusals),
        cmocka_unit_test(pointers),    cmocka_unit_test(relative_pointers), cmocka_unit_test(large_objects),
        cmocka_unit_test(deep_values), cmocka_unit_test(builder),           cmocka_unit_test(failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
