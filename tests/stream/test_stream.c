/* Streams record by record: every way of feeding one gives what reading the whole gives. */
#include "support.h"

#include <weft/weft.h>

#include "json/engine.h"
#include "base/error.h"
#include "json/engine.h"
#include "json/plain.h"

#include <unistd.h>

typedef struct seen {
    weft_buf log; /* one line per record: offset, line, and its minified text or its error */
    weft_status status;
    uint64_t broken;
} seen;

static void log_error(weft_buf *log, const weft_error *e) {
    weft_buf_printf(log, "%s %zu %u:%u %s\n", weft_status_name(e->code), e->offset, e->line, e->column, e->path);
}

static bool log_records(weft_stream *s, seen *to, weft_next *last) {
    weft_record r;
    weft_error err;
    while ((*last = weft_stream_next(s, &r, &err)) == WEFT_NEXT_RECORD) {
        weft_buf_printf(&to->log, "%llu %llu ", (unsigned long long)r.offset, (unsigned long long)r.line);
        if (r.broken) log_error(&to->log, r.broken);
        else {
            if (weft_json_write(r.value, &to->log, &(weft_write_opts){ .nonfinite = WEFT_NONFINITE_LITERAL }, NULL))
                weft_buf_append(&to->log, WEFT_STR("?"));
            weft_buf_byte(&to->log, '\n');
        }
    }
    if (*last == WEFT_NEXT_ERROR) {
        to->status = err.code;
        weft_buf_append(&to->log, WEFT_STR("error "));
        log_error(&to->log, &err);
        weft_record again;
        assert_int_equal(weft_stream_next(s, &again, &err), WEFT_NEXT_ERROR); /* it stays so */
        assert_int_equal(err.code, to->status);
    }
    to->broken = weft_stream_broken(s);
    return *last != WEFT_NEXT_ERROR;
}

static seen see_whole(weft_str text, const weft_stream_opts *o) {
    seen to = { 0 };
    weft_error err;
    weft_next last;
    test_guard g = test_guard_make(text, true);
    weft_stream *s = weft_stream_text(WEFT_TEXT(g.text, g.len), o, &err);
    assert_non_null(s);
    if (log_records(s, &to, &last)) assert_int_equal(last, WEFT_NEXT_END);
    weft_stream_free(s);
    test_guard_free(&g);
    return to;
}

static seen see_pushed(weft_str text, const weft_stream_opts *o, size_t chunk) {
    seen to = { 0 };
    weft_error err;
    weft_next last = WEFT_NEXT_MORE;
    weft_stream *s = weft_stream_pushed(o, &err);
    assert_non_null(s);
    for (size_t at = 0; at < text.len && last == WEFT_NEXT_MORE; at += chunk) {
        size_t n = text.len - at < chunk ? text.len - at : chunk;
        assert_int_equal(weft_stream_push(s, WEFT_TEXT(text.ptr + at, n), &err), WEFT_OK);
        log_records(s, &to, &last);
    }
    weft_stream_finish(s);
    if (last == WEFT_NEXT_MORE && log_records(s, &to, &last)) assert_int_equal(last, WEFT_NEXT_END);
    assert_int_equal(weft_stream_push(s, WEFT_STR("1"), &err), WEFT_E_STATE);
    weft_stream_free(s);
    return to;
}

static void same(seen *a, seen b, weft_str text, size_t chunk) {
    const char *x = weft_buf_cstr(&a->log), *y = weft_buf_cstr(&b.log);
    if (strcmp(x, y) != 0 || a->broken != b.broken) {
        print_message("chunk %zu of <%.*s>\nwhole:\n%spieces:\n%s", chunk, (int)text.len, text.ptr, x, y);
        fail();
    }
    weft_buf_free(&b.log);
}

/* Every chunk size, every policy. */
static void all_chunks(weft_str text, weft_stream_opts o, size_t most) {
    for (int policy = 0; policy < 3; policy++) {
        o.broken = (weft_broken)policy;
        seen whole = see_whole(text, &o);
        o.buffer = 8; /* look at open records early */
        for (size_t chunk = 1; chunk <= text.len && chunk <= most; chunk++)
            same(&whole, see_pushed(text, &o, chunk), text, chunk);
        weft_buf_free(&whole.log);
    }
}

static const char *const values[] = {
    "2]*                        ",
    "[8 //",
    "[[[ //x 5,y //z",
    "[1] / 2",
    "[/",

    "",
    " ",
    "1",
    "1 2 3",
    "truefalse null",
    "[1][2]{\"a\":3}",
    "1-2",
    "12.5e3\"x\"4",
    "[1,\n2]\n{\"a\":\r\n[]}\r7",
    "tru 1\n2",
    "[1,x]\n[2]",
    "[1,2",
    "{\"a\":\"b",
    "\"\\ud800\" 1\n2",
    "\"a\nb\" 3",
    "\xef\xbb\xbf"
    "1",
    "1 \xef\xbb\xbf"
    "2\n3",
    "[}\n4",
    "]\n5",
    "1,2\n3",
    "01 2",
    "1.\n2",
    "-",
    "nul",
    "[\"\\\"]\", \"[\"] {}",
    "\"\xc3\xa4\" \"\xc3\"",
    "1e999 2\n3",
    "[1e999, 2] 4\n5",
    "11111111111111111111e-3 x\n9",
    "// 1\n2",
    "[[[[1]]]] \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" 3\n4",
    "{\"a\":[1,2,{\"b\":null}],\"c\":\"\\u00e4\"}\n\n\n{\"d\": tru}\n{\"e\":5}",
    "[1 2]\r\n3\r4 x\r\n5\n6",
};

static void values_in_chunks(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        weft_str t = weft_str_of(values[i]);
        weft_read_opts bom = { .bom = true }, keep = { .duplicates = WEFT_DUPLICATES_ERROR, .max_depth = 2 };
        for (int f = 0; f < 3; f++) {
            weft_stream_opts o = { .format = (weft_stream_format)f };
            all_chunks(t, o, 64);
            o.max_record = 12;
            all_chunks(t, o, 64);
            o.read = &bom;
            all_chunks(t, o, 64);
            o.read = &keep;
            o.blank = WEFT_BLANK_ERROR;
            all_chunks(t, o, 64);
        }
    }
}

/* Concatenated values are what the plain reader finds one after another. */
static void check_values_against_plain(weft_str text) {
    weft_read_opts o;
    weft__read_opts_complete(&o, &(weft_read_opts){ .stop_after = true }, sizeof o);
    weft_stream *s = weft_stream_text(text, &(weft_stream_opts){ .format = WEFT_STREAM_VALUES }, NULL);
    weft_doc *doc = weft_doc_new(NULL);
    weft_record r;
    weft_error err, want;
    size_t at = 0;
    for (;;) {
        while (at < text.len && strchr(" \t\r\n", text.ptr[at]) && text.ptr[at]) at++;
        weft_next next = weft_stream_next(s, &r, &err);
        if (at == text.len) {
            assert_int_equal(next, WEFT_NEXT_END);
            break;
        }
        weft_status st = weft__plain_read(doc, WEFT_TEXT(text.ptr + at, text.len - at), &o, &want);
        if (st) {
            assert_int_equal(next, WEFT_NEXT_ERROR);
            assert_int_equal(err.code, want.code);
            assert_int_equal(err.offset, want.offset + at);
            weft__error_place(&want, text, want.offset + at);
            assert_int_equal(err.line, want.line);
            assert_int_equal(err.column, want.column);
            break;
        }
        assert_int_equal(next, WEFT_NEXT_RECORD);
        assert_int_equal(r.offset, at);
        assert_int_equal(r.text.len, doc->consumed);
        weft_buf a = { 0 }, b = { 0 };
        assert_int_equal(weft_json_write(r.value, &a, NULL, NULL), weft_json_write(weft_doc_root(doc), &b, NULL, NULL));
        assert_true(weft_str_equal(weft_buf_str(&a), weft_buf_str(&b)));
        weft_buf_free(&a);
        weft_buf_free(&b);
        at += doc->consumed;
    }
    weft_doc_free(doc);
    weft_stream_free(s);
}

/* The elements of an array are right when the whole is, and the first error is the whole's. */
static void check_elements_against_plain(weft_str text, size_t depth) {
    size_t first = 0;
    while (first < text.len && text.ptr[first] && strchr(" \t\r\n", text.ptr[first])) first++;
    if (first < text.len && text.ptr[first] != '[') return; /* no array: an error of its own */
    weft_read_opts o;
    weft__read_opts_complete(&o, &(weft_read_opts){ .max_depth = depth }, sizeof o);
    weft_error err, want;
    weft_status st = weft__plain_validate(text, &o, NULL, &want);
    weft_stream *s = weft_stream_text(
        text, &(weft_stream_opts){ .format = WEFT_STREAM_ELEMENTS, .read = &(weft_read_opts){ .max_depth = depth } },
        NULL);
    weft_record r;
    weft_next next;
    while ((next = weft_stream_next(s, &r, &err)) == WEFT_NEXT_RECORD) {
    }
    if (!st) assert_int_equal(next, WEFT_NEXT_END);
    else {
        if (next != WEFT_NEXT_ERROR || err.code != want.code || err.offset != want.offset || err.line != want.line ||
            err.column != want.column) {
            print_message("<%.*s>: %s %zu %u:%u, the whole: %s %zu %u:%u\n", (int)text.len, text.ptr,
                          next == WEFT_NEXT_ERROR ? weft_status_name(err.code) : "good", err.offset, err.line,
                          err.column, weft_status_name(want.code), want.offset, want.line, want.column);
            fail();
        }
    }
    weft_stream_free(s);
}

static void equals_plain(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) check_values_against_plain(weft_str_of(values[i]));
    static const char *const arrays[] = { "",
                                          " ",
                                          "[",
                                          "[]",
                                          "[ ]x",
                                          "[1,]",
                                          "[1",
                                          "[1,",
                                          "[,1]",
                                          "[1 2]",
                                          "[\"a\" \"b\"]",
                                          "[tru]",
                                          "[01]",
                                          "[1}",
                                          "[:]",
                                          "[1:2]",
                                          "[[[]]]",
                                          "[{},[],1]\n",
                                          "[1.]",
                                          "[nul",
                                          "[\"x",
                                          "[x,1]",
                                          "[1\r\n,\r\n x]",
                                          "[}",
                                          "[truefalse]",
                                          "[1]]",
                                          "[{\"a\":1,}]",
                                          "[1,2\n]\n,",
                                          "[\"\\ud800\"]",
                                          "[1]\xef\xbb\xbf" };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        for (size_t depth = 0; depth < 4; depth++) check_elements_against_plain(weft_str_of(arrays[i]), depth);
    /* and of anything made of such pieces */
    static const char *const pieces[] = { "1",  "-2.5e1", "\"a\"",     "[",  "]",        "{",    "}",      ",", ":",
                                          " ",  "\n",     "\r\n",      "\r", "true",     "null", "\"k\":", "x", "\\",
                                          "\"", "[1]",    "{\"a\":1}", "0",  "\xc3\xa4", "\xff", "/" };
    uint64_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        char text[200];
        size_t n = 0, count = test_random(&seed) % 14;
        if (round & 1) text[n++] = '[';
        for (size_t k = 0; k < count; k++) {
            const char *p = pieces[test_random(&seed) % (sizeof pieces / sizeof *pieces)];
            memcpy(text + n, p, strlen(p));
            n += strlen(p);
            if ((round & 3) == 3 && k % 2) text[n++] = ',';
        }
        weft_str t = WEFT_TEXT(text, n);
        check_values_against_plain(t);
        check_elements_against_plain(t, 0);
        if (round % 8 == 0)
            for (int f = 0; f < 3; f++) all_chunks(t, (weft_stream_opts){ .format = (weft_stream_format)f }, 3);
    }
}

static void lines_as_expected(void **state) {
    (void)state;
    const char *list = test_data("ndjson/expected.json");
    if (!list) skip();
    weft_error err;
    weft_doc *doc = weft_doc_read_file(list, NULL, &err);
    assert_non_null(doc);
    size_t files = 0;
    for (weft_iter file = weft_json_iter(weft_doc_root(doc)); weft_iter_next(&file); files++) {
        char path[200];
        snprintf(path, sizeof path, "ndjson/%.*s", WEFT_STR_ARG(weft_json_str(file.value, "file", "")));
        const char *full = test_data(path);
        if (!full) continue;
        weft_stream_opts o = { .broken = WEFT_BROKEN_COLLECT, .buffer = 7 };
        weft_stream *s = weft_stream_open(full, &o, &err);
        assert_non_null(s);
        weft_record r;
        for (weft_iter line = weft_json_iter(weft_json_get(file.value, "lines")); weft_iter_next(&line);) {
            const char *verdict = weft_json_as_str(weft_json_get(line.value, "verdict")).ptr;
            if (strcmp(verdict, "blank") == 0) continue;
            assert_int_equal(weft_stream_next(s, &r, &err), WEFT_NEXT_RECORD);
            assert_int_equal(r.line, weft_json_int(line.value, "line", 0));
            assert_int_equal(r.offset, weft_json_int(line.value, "offset", -1));
            if (strcmp(verdict, "ok") == 0 && r.broken) {
                print_message("%s line %d: %s\n", path, (int)r.line, r.broken->reason);
                fail();
            }
            if (strcmp(verdict, "error") == 0) assert_non_null(r.broken);
        }
        if (weft_json_exists(weft_json_get(file.value, "lines")))
            assert_int_equal(weft_stream_next(s, &r, &err), WEFT_NEXT_END);
        weft_stream_free(s);
        weft_file whole;
        assert_int_equal(weft_file_open(&whole, full, NULL, &err), WEFT_OK);
        all_chunks(whole.text, (weft_stream_opts){ .format = WEFT_STREAM_LINES }, whole.text.len > 400 ? 3 : 20);
        weft_file_close(&whole);
    }
    assert_true(files > 20);
    weft_doc_free(doc);
}

static void sources_agree(void **state) {
    (void)state;
    char *folder = test_folder_make();
    const char *path = test_path(folder, "a.ndjson");
    weft_buf text = { 0 };
    for (int i = 0; i < 3000; i++)
        weft_buf_printf(&text, "{\"i\":%d,\"s\":\"%*d\"}%s\n", i, i % 90, i, i % 700 == 699 ? "!" : "");
    weft_error err;
    assert_int_equal(weft_file_write(path, weft_buf_str(&text), &err), WEFT_OK);
    weft_stream_opts o = { .broken = WEFT_BROKEN_COLLECT, .buffer = 1000 };
    seen whole = see_whole(weft_buf_str(&text), &o);
    assert_int_equal(whole.broken, 4);
    for (int kind = 0; kind < 3; kind++) {
        FILE *f = kind ? fopen(path, "rb") : NULL;
        weft_stream *s = kind == 0   ? weft_stream_open(path, &o, &err)
                         : kind == 1 ? weft_stream_stdio(f, "f", &o, &err)
                                     : weft_stream_fd(fileno(f), "f", &o, &err);
        assert_non_null(s);
        seen to = { 0 };
        weft_next last;
        assert_true(log_records(s, &to, &last));
        same(&whole, to, WEFT_STR("file"), (size_t)kind);
        assert_true(weft_stream_memory(s) < 20000);
        weft_stream_free(s);
        if (f) fclose(f);
    }
    weft_buf_free(&whole.log);
    weft_buf_free(&text);
    test_folder_remove(folder);
}

static void failing_input(void **state) {
    (void)state;
    weft_error err;
    weft_record r;
    assert_null(weft_stream_open("/nonexistent/x", NULL, &err));
    assert_int_equal(err.code, WEFT_E_OPEN);
    weft_stream *s = weft_stream_open("/", NULL, &err); /* opens, but cannot be read */
    assert_non_null(s);
    assert_int_equal(weft_stream_next(s, &r, &err), WEFT_NEXT_ERROR);
    assert_int_equal(err.code, WEFT_E_DIRECTORY);
    assert_string_equal(err.file, "/");
    weft_stream_free(s);
    s = weft_stream_fd(-1, "closed", NULL, &err);
    assert_non_null(s);
    assert_int_equal(weft_stream_next(s, &r, &err), WEFT_NEXT_ERROR);
    assert_int_equal(err.code, WEFT_E_READ);
    weft_stream_free(s);
    FILE *f = fopen("/dev/null", "wb"); /* cannot be read */
    s = weft_stream_stdio(f, "f", NULL, &err);
    assert_int_equal(weft_stream_next(s, &r, &err), WEFT_NEXT_ERROR);
    assert_int_equal(err.code, WEFT_E_READ);
    weft_stream_free(s);
    fclose(f);
    weft_read_opts comments = { .comments = true };
    assert_null(
        weft_stream_text(WEFT_STR("1"), &(weft_stream_opts){ .format = WEFT_STREAM_VALUES, .read = &comments }, &err));
    assert_int_equal(err.code, WEFT_E_UNSUPPORTED);
}

/* A record longer than the limit costs no memory, and the stream goes on behind it. */
static void long_records(void **state) {
    (void)state;
    for (int format = 0; format < 3; format++) {
        test_alloc t;
        test_alloc_init(&t, 0);
        weft_stream_opts o = { .alloc = &t.alloc,
                               .format = (weft_stream_format)format,
                               .broken = WEFT_BROKEN_COLLECT,
                               .max_record = 1 << 20 };
        weft_error err;
        weft_stream *s = weft_stream_pushed(&o, &err);
        weft_record r;
        static char piece[65536];
        memset(piece, 'a', sizeof piece);
        assert_int_equal(weft_stream_push(s, weft_str_of(format == 2 ? "[1,\"" : "1\n\""), &err), WEFT_OK);
        size_t records = 0, broken = 0;
        uint64_t last = 0;
        for (int i = 0; i < 3200; i++) { /* 200 MB */
            assert_int_equal(weft_stream_push(s, WEFT_TEXT(piece, sizeof piece), &err), WEFT_OK);
            while (weft_stream_next(s, &r, &err) == WEFT_NEXT_RECORD) {
                records++;
                if (r.broken) {
                    broken++;
                    assert_int_equal(r.broken->code, WEFT_E_SIZE);
                    assert_int_equal(r.broken->offset, format == 2 ? 3 : 2);
                }
            }
        }
        assert_int_equal(weft_stream_push(s, weft_str_of(format == 2 ? "\",2]" : "\"\n2"), &err), WEFT_OK);
        weft_stream_finish(s);
        weft_next next;
        while ((next = weft_stream_next(s, &r, &err)) == WEFT_NEXT_RECORD) records++, last = r.offset;
        assert_int_equal(next, WEFT_NEXT_END);
        assert_int_equal(records, 3);
        assert_int_equal(broken, 1);
        assert_int_equal(last, (uint64_t)3200 * 65536 + (format == 2 ? 6 : 5));
        assert_true(t.peak_bytes < (size_t)4 << 20);
        weft_stream_free(s);
        assert_int_equal(t.live_blocks, 0);
    }
}

/* Memory does not depend on the length of the stream. */
static void constant_memory(void **state) {
    (void)state;
    size_t peak[2];
    for (int big = 0; big < 2; big++) {
        test_alloc t;
        test_alloc_init(&t, 0);
        weft_stream_opts o = { .alloc = &t.alloc };
        weft_error err;
        weft_stream *s = weft_stream_pushed(&o, &err);
        weft_record r;
        char line[200];
        for (int i = 0; i < (big ? 300000 : 3000); i++) {
            int n = snprintf(line, sizeof line, "{\"id\":%8d,\"text\":\"%060d\",\"list\":[1,2,3]}\n", i, i);
            assert_int_equal(weft_stream_push(s, WEFT_TEXT(line, (size_t)n), &err), WEFT_OK);
            assert_int_equal(weft_stream_next(s, &r, &err), WEFT_NEXT_RECORD);
            assert_int_equal(weft_json_int(r.value, "id", -1), i);
        }
        peak[big] = t.peak_bytes;
        weft_stream_free(s);
        assert_int_equal(t.live_blocks, 0);
    }
    assert_int_equal(peak[0], peak[1]);
}

static weft_status read_all(const weft_alloc *alloc, void *ctx) {
    const weft_stream_opts *given = (const weft_stream_opts *)ctx;
    weft_stream_opts o = *given;
    o.alloc = alloc;
    weft_error err = { .code = WEFT_OK };
    weft_stream *s = weft_stream_pushed(&o, &err);
    if (!s) return err.code;
    weft_str text = o.format == WEFT_STREAM_ELEMENTS ? WEFT_STR("[1, {\"a\":[1,2]},\"xyz\",[[[1]]], x]")
                                                     : WEFT_STR("1\n{\"a\":[1,2]}\n\"xyz\"\n[[[1]]]\nx\n");
    weft_status st = WEFT_OK;
    weft_record r;
    for (size_t at = 0; at < text.len && !st; at += 5) {
        st = weft_stream_push(s, WEFT_TEXT(text.ptr + at, text.len - at < 5 ? text.len - at : 5), &err);
        weft_next next = WEFT_NEXT_RECORD;
        while (!st && next == WEFT_NEXT_RECORD) next = weft_stream_next(s, &r, &err);
        if (next == WEFT_NEXT_ERROR) st = err.code;
    }
    weft_stream_finish(s);
    while (!st) {
        weft_next next = weft_stream_next(s, &r, &err);
        if (next == WEFT_NEXT_ERROR) st = err.code;
        if (next != WEFT_NEXT_RECORD) break;
    }
    weft_stream_free(s);
    return st;
}

static void failing_memory(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        weft_stream_opts o = { .format = (weft_stream_format)f, .broken = WEFT_BROKEN_COLLECT };
        test_every_failure(read_all, &o);
    }
}

#define POINT(F) F(int64_t, x) F(weft_str, name)
WEFT_STRUCT(Point, POINT)

static void batch_decode(void **state) {
    (void)state;
    weft_str text = WEFT_STR("{\"x\":1,\"name\":\"a\"}\n{\"x\":\"no\",\"name\":\"b\"}\n\n{\"x\":3,\"name\":\"c\"}\n{"
                             "\"x\":4,\"name\":\"d\"}\n");
    weft_error err;
    weft_stream *s = weft_stream_text(text, &(weft_stream_opts){ .text_only = true, .broken = WEFT_BROKEN_SKIP }, &err);
    weft_arena arena = { 0 };
    Point p[2];
    size_t n;
    assert_int_equal(weft_stream_decode(s, weft_type_of(Point), p, 2, &n, &arena, NULL, &err), WEFT_NEXT_RECORD);
    assert_int_equal(n, 2);
    assert_int_equal(p[0].x, 1);
    assert_int_equal(p[1].x, 3);
    assert_true(weft_str_equal(p[1].name, WEFT_STR("c")));
    assert_int_equal(weft_stream_decode(s, weft_type_of(Point), p, 2, &n, &arena, NULL, &err), WEFT_NEXT_END);
    assert_int_equal(n, 1);
    assert_int_equal(p[0].x, 4);
    assert_int_equal(weft_stream_broken(s), 1);
    weft_stream_free(s);
    s = weft_stream_text(text, &(weft_stream_opts){ .text_only = true }, &err);
    assert_int_equal(weft_stream_decode(s, weft_type_of(Point), p, 2, &n, &arena, NULL, &err), WEFT_NEXT_ERROR);
    assert_int_equal(n, 1);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.offset, 24);
    assert_string_equal(err.path, "$.x");
    weft_stream_free(s);
    s = weft_stream_text(text, NULL, &err);
    assert_int_equal(weft_stream_decode(s, weft_type_of(Point), p, 2, &n, &arena, NULL, &err), WEFT_NEXT_ERROR);
    assert_int_equal(err.code, WEFT_E_STATE);
    weft_stream_free(s);
    weft_arena_free(&arena);
}

static void parts(void **state) {
    (void)state;
    static const char *const texts[] = { "",         "\n",
                                         "a",        "a\nbb\nccc\n\ndddddddddddddddd\ne",
                                         "\n\n\n\n", "long line without end" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        weft_str t = weft_str_of(texts[i]);
        for (size_t n = 1; n < 40; n++) {
            size_t at = 0;
            for (size_t k = 0; k < n; k++) {
                weft_str part = weft_stream_part(t, k, n);
                assert_ptr_equal(part.ptr, t.ptr + at);
                at += part.len;
                if (part.len && at < t.len) assert_int_equal(part.ptr[part.len - 1], '\n');
            }
            assert_int_equal(at, t.len);
        }
    }
    assert_int_equal(weft_stream_part(WEFT_STR("abc"), 3, 3).len, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_in_chunks),  cmocka_unit_test(equals_plain),
        cmocka_unit_test(lines_as_expected), cmocka_unit_test(sources_agree),
        cmocka_unit_test(failing_input),     cmocka_unit_test(long_records),
        cmocka_unit_test(constant_memory),   cmocka_unit_test(failing_memory),
        cmocka_unit_test(batch_decode),      cmocka_unit_test(parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
