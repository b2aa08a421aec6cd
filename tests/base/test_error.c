/* Errors: the table of codes, places in text, excerpts and carets, paths, what is printed. */
#include "support.h"

#include "base/error.h"

static void place(weft_error *e, weft_str text, size_t offset) {
    weft__error_at(e, WEFT_E_SYNTAX, WEFT_STAGE_PARSE, text, offset, NULL);
}

static void codes_have_texts_and_names(void **state) {
    (void)state;
    static const int numbers[] = {
#define NUMBER(name, number, text) number,
        WEFT_STATUS_LIST(NUMBER)
#undef NUMBER
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        weft_status code = (weft_status)numbers[i];
        assert_true(strlen(weft_status_text(code)) > 3);
        assert_string_not_equal(weft_status_text(code), "unknown error");
        assert_int_equal(strncmp(weft_status_name(code), "WEFT_", 5), 0);
        if (i) assert_true(numbers[i] > numbers[i - 1]); /* in order, so none twice */
    }
    assert_string_equal(weft_status_text((weft_status)9999), "unknown error");
    assert_string_equal(weft_status_name(WEFT_E_SYNTAX), "WEFT_E_SYNTAX");
    assert_string_equal(weft_status_text(WEFT_E_SYNTAX), "unexpected character");
}

static void lines_end_with_lf_crlf_or_cr(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        unsigned line, column;
        const char *excerpt;
        unsigned caret;
    } table[] = {
        { "abc", 0, 1, 1, "abc", 0 },
        { "abc", 3, 1, 4, "abc", 3 },
        { "a\nbc", 2, 2, 1, "bc", 0 },
        { "a\nbc", 1, 1, 2, "a", 1 },
        { "a\r\nbc\r\nd", 4, 2, 2, "bc", 1 },
        { "a\rb\rc", 4, 3, 1, "c", 0 },
        { "\n\n\nx", 3, 4, 1, "x", 0 },
        { "a\n", 2, 2, 1, "", 0 },
        { "a\r\n\rb", 4, 3, 1, "b", 0 },
        { "", 0, 1, 1, "", 0 },
        { "\t{\x01", 2, 1, 3, " {.", 2 },
        { "a\x1b[31mb", 6, 1, 7, "a.[31mb", 6 },
        { "a\r", 2, 2, 1, "", 0 },
        { "a\r\n", 1, 1, 2, "a", 1 },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        weft_error e;
        test_guard g = test_guard_make(weft_str_of(table[i].text), true);
        place(&e, WEFT_TEXT(g.text, g.len), table[i].offset);
        assert_true(e.placed);
        assert_int_equal(e.offset, table[i].offset);
        assert_int_equal(e.line, table[i].line);
        assert_int_equal(e.column, table[i].column);
        assert_string_equal(e.excerpt, table[i].excerpt);
        assert_int_equal(e.caret, table[i].caret);
        test_guard_free(&g);
    }
}

/* For every place in texts of long lines and of characters of each width: the caret stands on the byte meant. */
static void long_lines_show_the_place(void **state) {
    (void)state;
    static const char *const units[] = { "x", "\xc3\xa9", "\xe6\x97\xa5", "\xf0\x9f\x98\x80", "a\xe6\x97\xa5" };
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        char text[700];
        size_t n = strlen(units[u]), len = 0;
        while (len + n <= sizeof text - 1) memcpy(text + len, units[u], n), len += n;
        test_guard g = test_guard_make(WEFT_TEXT(text, len), true);
        for (size_t at = 0; at <= len; at++) {
            weft_error e;
            place(&e, WEFT_TEXT(g.text, len), at);
            size_t shown = strlen(e.excerpt);
            assert_true(shown < sizeof e.excerpt && e.caret <= shown);
            assert_int_equal(e.column, at + 1);
            assert_true(shown >= 40);
            bool boundary = at == len || ((unsigned char)text[at] & 0xc0) != 0x80;
            if (boundary) { /* nothing was cut inside a character, so nothing became '.' */
                assert_null(strchr(e.excerpt, '.'));
                if (at < len && e.caret < shown)
                    assert_int_equal((unsigned char)e.excerpt[e.caret], (unsigned char)text[at]);
            }
        }
        test_guard_free(&g);
    }
}

static void shows_no_bytes_a_terminal_obeys(void **state) {
    (void)state;
    weft_error e;
    /* C1 control, right-to-left override, a stray continuation byte, an overlong form, DEL */
    place(&e,
          WEFT_STR("a\xc2\x9b"
                   "b\xe2\x80\xae"
                   "c\x80"
                   "d\xc0\xaf"
                   "e\x7f"
                   "f\xc3\xa9"),
          0);
    assert_string_equal(e.excerpt, "a..b...c.d..e.f\xc3\xa9");
    weft__error_found(&e, "string", WEFT_STR("x\ny\xff"));
    assert_string_equal(e.found, "string x.y.");
    weft__error_file(&e, "new\nline");
    assert_string_equal(e.file, "new.line");
}

static void texts_that_do_not_fit_are_cut_between_characters(void **state) {
    (void)state;
    char name[400];
    for (size_t shift = 0; shift < 3; shift++) {
        memset(name, 'x', shift);
        for (size_t i = shift; i + 3 < sizeof name; i += 3) memcpy(name + i, "\xe6\x97\xa5", 4);
        weft_error e;
        weft__error_set(&e, WEFT_E_OPEN, WEFT_STAGE_READ, "%s", name);
        weft__error_file(&e, name);
        weft__error_target(&e, name);
        weft__error_found(&e, "string", weft_str_of(name));
        const char *const parts[] = { e.reason, e.file, e.target, e.found };
        const size_t caps[] = { sizeof e.reason, sizeof e.file, sizeof e.target, sizeof e.found };
        for (size_t i = 0; i < 4; i++) {
            size_t n = strlen(parts[i]);
            assert_true(n < caps[i] && n + 7 > caps[i]);
            if (i < 3) assert_int_equal((n - shift) % 3, 0);
            else assert_string_equal(parts[i] + n - 3, "...");
        }
    }
}

static void paths_are_built_from_inside_out(void **state) {
    (void)state;
    weft_error e;
    weft__error_set(&e, WEFT_E_KIND, WEFT_STAGE_DECODE, NULL);
    weft__error_path_index(&e, 2);
    weft__error_path_member(&e, WEFT_STR("ports"));
    weft__error_path_member(&e, WEFT_STR("a.b"));
    weft__error_path_member(&e, WEFT_STR("quo\"te\\"));
    weft__error_path_member(&e, WEFT_STR(""));
    weft__error_path_member(&e, WEFT_STR("9lives"));
    weft__error_path_member(&e, WEFT_STR("\xc3\xa9t\xc3\xa9"));
    assert_string_equal(e.path, "$.\xc3\xa9t\xc3\xa9[\"9lives\"][\"\"][\"quo\\\"te\\\\\"][\"a.b\"].ports[2]");
    assert_int_equal(e.path_cut, 0);
}

static void long_paths_lose_their_middle(void **state) {
    (void)state;
    weft_error e;
    weft__error_set(&e, WEFT_E_KIND, WEFT_STAGE_DECODE, NULL);
    weft__error_path_index(&e, 7);
    weft__error_path_member(&e, WEFT_STR("innermost"));
    for (int i = 1000; i-- > 0;) {
        char name[32];
        snprintf(name, sizeof name, "level_%d", i);
        weft__error_path_member(&e, weft_str_of(name));
        assert_true(strlen(e.path) < sizeof e.path);
    }
    assert_int_equal(strncmp(e.path, "$.level_0.level_1.level_2.level_3.", 34), 0);
    assert_string_equal(e.path + strlen(e.path) - 13, ".innermost[7]");
    assert_int_equal(strncmp(e.path + e.path_cut, "...", 3), 0);
    assert_ptr_equal(strstr(e.path, "..."), e.path + e.path_cut); /* one cut only */
    assert_null(strstr(e.path + e.path_cut + 3, "..."));
    /* names longer than the room */
    char name[3000];
    for (size_t i = 0; i + 2 < sizeof name; i += 2) memcpy(name + i, "\xc3\xa9", 3);
    for (int i = 0; i < 20; i++) {
        weft__error_path_member(&e, weft_str_of(name));
        assert_true(strlen(e.path) < sizeof e.path);
        assert_null(strchr(e.path, '\x01'));
    }
    weft__error_path_member(
        &e,
        WEFT_STR(
            "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""));
    assert_true(strlen(e.path) < sizeof e.path);
}

static void formats_what_is_known(void **state) {
    (void)state;
    weft_error e;
    char out[300], tiny[8];
    weft__error_set(&e, WEFT_E_OPEN, WEFT_STAGE_READ, "cannot open: %s", "gone");
    weft_error_format(&e, out, sizeof out);
    assert_string_equal(out, "cannot open: gone");
    weft__error_file(&e, "f.json");
    weft_error_format(&e, out, sizeof out);
    assert_string_equal(out, "f.json: cannot open: gone");
    weft__error_place(&e, WEFT_STR("[\n 1 2]"), 5);
    weft__error_path_index(&e, 0);
    size_t n = weft_error_format(&e, out, sizeof out);
    assert_string_equal(out, "f.json:2:4: $[0]: cannot open: gone");
    assert_int_equal(n, strlen(out));
    assert_int_equal(weft_error_format(&e, tiny, sizeof tiny), n);
    assert_string_equal(tiny, "f.json:");
    e.line = 0;
    weft_error_format(&e, out, sizeof out);
    assert_string_equal(out, "f.json:byte 5: $[0]: cannot open: gone");
    weft__error_set(NULL, WEFT_E_OPEN, WEFT_STAGE_READ, NULL); /* nobody wants to know */
    weft__error_at(NULL, WEFT_E_OPEN, WEFT_STAGE_READ, WEFT_STR(""), 0, NULL);
    weft__error_place(NULL, WEFT_STR(""), 0);
    weft__error_path_index(NULL, 0);
    weft__error_path_member(NULL, WEFT_STR("x"));
}

static void printed(const weft_error *e, char *out, size_t cap) {
    FILE *f = tmpfile();
    assert_non_null(f);
    weft_error_print(f, e);
    rewind(f);
    size_t n = fread(out, 1, cap - 1, f);
    out[n] = 0;
    fclose(f);
}

static void prints_a_caret_below_the_place(void **state) {
    (void)state;
    weft_error e;
    char out[400];
    place(&e, WEFT_STR("{\"a\": tru}"), 9);
    printed(&e, out, sizeof out);
    assert_string_equal(out, "1:10: unexpected character\n  {\"a\": tru}\n           ^\n");
    place(&e, WEFT_STR("\"\xe6\x97\xa5\xc3\xa9\" x"), 8); /* two columns, one column */
    printed(&e, out, sizeof out);
    assert_string_equal(out, "1:9: unexpected character\n  \"\xe6\x97\xa5\xc3\xa9\" x\n        ^\n");
    weft__error_set(&e, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
    printed(&e, out, sizeof out);
    assert_string_equal(out, "out of memory\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_have_texts_and_names),
        cmocka_unit_test(lines_end_with_lf_crlf_or_cr),
        cmocka_unit_test(long_lines_show_the_place),
        cmocka_unit_test(shows_no_bytes_a_terminal_obeys),
        cmocka_unit_test(texts_that_do_not_fit_are_cut_between_characters),
        cmocka_unit_test(paths_are_built_from_inside_out),
        cmocka_unit_test(long_paths_lose_their_middle),
        cmocka_unit_test(formats_what_is_known),
        cmocka_unit_test(prints_a_caret_below_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
