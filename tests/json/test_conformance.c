/* The public suites: verdicts of MANIFEST.tsv, JSON5 and JSONC cases, JSON Pointer, UTF-8 sequences; each text against
 * an unreadable page at either end. */
#include "support.h"

#include <weft/json.h>
#include <weft/text.h>

static weft_status verdict(weft_str text, const weft_read_opts *opts) {
    weft_status codes[2];
    for (int side = 0; side < 2; side++) {
        test_guard g = test_guard_make(text, side);
        weft_error err;
        weft_doc *doc = weft_doc_read(WEFT_TEXT(g.text, g.len), opts, &err);
        codes[side] = doc ? WEFT_OK : err.code;
        weft_doc_free(doc);
        assert_int_equal(weft_json_validate(WEFT_TEXT(g.text, g.len), opts, NULL), codes[side]);
        test_guard_free(&g);
    }
    assert_int_equal(codes[0], codes[1]);
    return codes[0];
}

/* One file at a time, read with stdio: the library's own reader is not what is tested here. */
static char *slurp(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    size_t cap = 1 << 16, n = 0;
    char *data = (char *)malloc(cap);
    for (size_t got; (got = fread(data + n, 1, cap - n, f)) > 0;) {
        n += got;
        if (n == cap) data = (char *)realloc(data, cap *= 2);
    }
    fclose(f);
    *len = n;
    return data;
}

static void manifest(void **state) {
    (void)state;
    const char *path = test_data("MANIFEST.tsv");
    if (!path) skip();
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[4096], file[8192];
    size_t accepted = 0, rejected = 0, open = 0, wrong = 0;
    while (fgets(line, sizeof line, f)) {
        char *tab = strchr(line, '\t'), *field = tab;
        if (!tab) continue;
        for (int i = 0; i < 2 && field; i++) field = strchr(field + 1, '\t');
        if (!field) continue;
        field++;
        bool accept = strncmp(field, "accept\t", 7) == 0, reject = strncmp(field, "reject\t", 7) == 0,
             either = strncmp(field, "either\t", 7) == 0;
        if (!accept && !reject && !either) continue;
        *tab = 0;
        snprintf(file, sizeof file, "%s/%s", test_data_dir(), line);
        size_t n;
        char *text = slurp(file, &n);
        if (!text) continue;
        weft_status st = verdict(WEFT_TEXT(text, n), NULL);
        if ((accept && st) || (reject && !st)) {
            print_error("%s: %s, should be %s\n", line, weft_status_name(st), accept ? "accepted" : "rejected");
            wrong++;
        }
        accepted += accept;
        rejected += reject;
        open += either;
        free(text);
    }
    fclose(f);
    print_message("%zu accepted, %zu rejected, %zu left open by the RFC\n", accepted, rejected, open);
    assert_int_equal(wrong, 0);
    assert_true(accepted > 100 && rejected > 100);
}

static weft_doc *load(const char *relative) {
    const char *path = test_data(relative);
    if (!path) return NULL;
    size_t n;
    char *text = slurp(path, &n);
    weft_error err;
    weft_doc *doc = weft_doc_read(WEFT_TEXT(text, n), NULL, &err);
    free(text);
    assert_non_null(doc);
    return doc;
}

static void json5(void **state) {
    (void)state;
    weft_doc *doc = load("json5/expected.json");
    if (!doc) skip();
    size_t wrong = 0, seen = 0;
    char file[8192];
    for (weft_iter it = weft_json_iter(weft_doc_root(doc)); weft_iter_next(&it);) {
        snprintf(file, sizeof file, "%s/json5/json5-tests/%s", test_data_dir(), it.key.ptr);
        size_t n;
        char *text = slurp(file, &n);
        if (!text) continue;
        seen++;
        bool accept = weft_str_equal(weft_json_str(it.value, "json5", ""), WEFT_STR("accept"));
        weft_status st = verdict(WEFT_TEXT(text, n), &(weft_read_opts){ .json5 = true });
        if (accept != (st == WEFT_OK)) {
            print_error("%s: %s, should be %s\n", it.key.ptr, weft_status_name(st), accept ? "accepted" : "rejected");
            wrong++;
        }
        free(text);
    }
    weft_doc_free(doc);
    assert_true(seen > 100);
    assert_int_equal(wrong, 0);
}

static void jsonc(void **state) {
    (void)state;
    weft_doc *doc = load("jsonc/jsonc_cases.json");
    if (!doc) skip();
    static const struct {
        const char *name;
        weft_read_opts opts;
    } modes[] = { { "strict", { 0 } },
                  { "comments", { .comments = true } },
                  { "comments_and_trailing_commas", { .comments = true, .trailing_commas = true } } };
    size_t wrong = 0;
    for (weft_iter it = weft_json_iter(weft_doc_root(doc)); weft_iter_next(&it);)
        for (size_t m = 0; m < 3; m++) {
            bool accept = weft_str_equal(weft_json_str(it.value, modes[m].name, ""), WEFT_STR("accept"));
            if (accept != (verdict(weft_json_str(it.value, "input", ""), &modes[m].opts) == WEFT_OK)) {
                print_error("%s: %s\n", modes[m].name, weft_json_str(it.value, "input", "").ptr);
                wrong++;
            }
        }
    weft_doc_free(doc);
    assert_int_equal(wrong, 0);
}

static size_t unhex(weft_str hex, char *out) {
    for (size_t i = 0; i + 1 < hex.len; i += 2) {
        unsigned v;
        char two[3] = { hex.ptr[i], hex.ptr[i + 1], 0 };
        sscanf(two, "%x", &v);
        out[i / 2] = (char)v;
    }
    return hex.len / 2;
}

/* Each sequence inside a string: verdict, offset of the first bad one, replacement of maximal subparts. */
static void utf8(void **state) {
    (void)state;
    weft_doc *doc = load("utf8/utf8_sequences.json");
    if (!doc) skip();
    size_t wrong = 0;
    for (weft_iter it = weft_json_iter(weft_doc_root(doc)); weft_iter_next(&it);) {
        char bytes[4096], text[8192], replaced[4096];
        size_t n = unhex(weft_json_str(it.value, "hex", ""), bytes), at = 1,
               prefix = (size_t)weft_json_int(it.value, "valid_prefix", (int64_t)n);
        bool valid = weft_json_bool(it.value, "valid", false), plain = true;
        for (size_t i = 0; i < n; i++)
            plain = plain && (unsigned char)bytes[i] >= 0x20 && bytes[i] != '"' && bytes[i] != '\\';
        assert_int_equal(weft_utf8_valid(WEFT_TEXT(bytes, n)), valid ? n : prefix);
        if (!plain) continue;
        text[0] = '"';
        memcpy(text + at, bytes, n);
        text[at + n] = '"';
        weft_str whole = { text, n + 2 };
        weft_error err;
        weft_doc *d = weft_doc_read(whole, NULL, &err);
        if (valid != (d != NULL)) wrong++;
        if (!d && (err.code != WEFT_E_UTF8 || err.offset != 1 + prefix)) {
            print_error("%s: offset %zu, should be %zu\n", weft_json_str(it.value, "hex", "").ptr, err.offset,
                        1 + prefix);
            wrong++;
        }
        weft_doc_free(d);
        weft_str hex = weft_json_str(it.value, "replaced_hex", NULL);
        if (!hex.len) continue;
        size_t want = unhex(hex, replaced);
        d = weft_doc_read(whole, &(weft_read_opts){ .replace_invalid = true }, &err);
        assert_non_null(d);
        if (!weft_str_equal(weft_json_as_str(weft_doc_root(d)), WEFT_TEXT(replaced, want))) {
            print_error("%s: wrong replacement\n", weft_json_str(it.value, "hex", "").ptr);
            wrong++;
        }
        weft_doc_free(d);
    }
    weft_doc_free(doc);
    assert_int_equal(wrong, 0);
}

static bool same(weft_json a, weft_json b) {
    if (weft_json_kind(a) != weft_json_kind(b) || weft_json_len(a) != weft_json_len(b)) return false;
    weft_iter i = weft_json_iter(a), j = weft_json_iter(b);
    while (weft_iter_next(&i))
        if (!weft_iter_next(&j) || !weft_str_equal(i.key, j.key) || !same(i.value, j.value)) return false;
    return weft_str_equal(weft_json_as_str(a), weft_json_as_str(b)) && weft_json_as_int(a, 1) == weft_json_as_int(b, 1);
}

static void pointer(void **state) {
    (void)state;
    weft_doc *doc = load("pointer/rfc6901.json");
    if (!doc) skip();
    weft_json document = weft_json_get(weft_doc_root(doc), "document");
    size_t seen = 0;
    for (weft_iter it = weft_json_iter(weft_json_get(weft_doc_root(doc), "cases")); weft_iter_next(&it);) {
        weft_json p = weft_json_get(it.value, "pointer");
        if (!weft_json_exists(p)) continue;
        weft_error err;
        weft_json found = weft_json_pointer(document, weft_json_as_str(p), &err),
                  expected = weft_json_get(it.value, "expected");
        if (!same(found, expected)) print_error("%s\n", weft_json_as_str(p).ptr);
        assert_true(same(found, expected));
        if (!weft_json_exists(expected)) assert_true(err.code == WEFT_E_POINTER || err.code == WEFT_E_MISSING);
        seen++;
    }
    assert_true(seen > 10);
    weft_doc_free(doc);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(manifest), cmocka_unit_test(json5), cmocka_unit_test(jsonc),
                                        cmocka_unit_test(utf8), cmocka_unit_test(pointer) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
