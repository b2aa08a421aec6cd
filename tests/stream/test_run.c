/* Streams on several threads: the same records and errors as on one, in order when asked, cancelled cleanly. */
#include "support.h"

#include <weft/weft.h>

#include <stdatomic.h>

typedef struct tally {
    atomic_uint_fast64_t sum, count, broken;
    uint64_t stop_at; /* cancel at this record id; 0: never */
    weft_buf all;
    size_t deliveries, stop_delivery;
} tally;

static bool add(void *ctx, const weft_record *r, weft_buf *out) {
    tally *t = (tally *)ctx;
    if (r->broken) {
        atomic_fetch_add(&t->broken, 1);
        return weft_buf_printf(out, "%llu %llu %s %zu %u:%u %s\n", (unsigned long long)r->offset,
                               (unsigned long long)r->line, weft_status_name(r->broken->code), r->broken->offset,
                               r->broken->line, r->broken->column, r->broken->path) == WEFT_OK;
    }
    uint64_t id = weft_json_as_uint(weft_json_get(r->value, "id"), 0);
    if (t->stop_at && id == t->stop_at) return false;
    atomic_fetch_add(&t->sum, id);
    atomic_fetch_add(&t->count, 1);
    return weft_buf_printf(out, "%llu %llu %llu\n", (unsigned long long)r->offset, (unsigned long long)r->line,
                           (unsigned long long)id) == WEFT_OK;
}
static bool take(void *ctx, weft_str out) {
    tally *t = (tally *)ctx;
    t->deliveries++;
    if (t->stop_delivery && t->deliveries >= t->stop_delivery) return false;
    return weft_buf_append(&t->all, out) == WEFT_OK;
}

static weft_buf make(weft_stream_format format, size_t n, size_t bad_every) {
    weft_buf b = { 0 };
    if (format == WEFT_STREAM_ELEMENTS) weft_buf_append(&b, WEFT_STR("[\n"));
    for (size_t i = 1; i <= n; i++) {
        bool bad = bad_every && i % bad_every == 0;
        weft_buf_printf(&b, "{\"id\":%zu,\"s\":\"%0*d\"%s}", i, (int)(i % 97), 0, bad ? ",\"t\":[1,x]" : "");
        if (format == WEFT_STREAM_ELEMENTS && i < n) weft_buf_byte(&b, ',');
        if (format != WEFT_STREAM_ELEMENTS || i % 3) weft_buf_byte(&b, '\n');
        if (format == WEFT_STREAM_LINES && i % 50 == 0) weft_buf_append(&b, WEFT_STR(" \r\n"));
    }
    if (format == WEFT_STREAM_ELEMENTS) weft_buf_append(&b, WEFT_STR("]"));
    return b;
}

static weft_status run(weft_str text, const char *path, weft_stream_opts o, weft_run_opts ro, tally *t,
                       weft_error *err) {
    weft_stream *s = path ? weft_stream_open(path, &o, err) : weft_stream_text(text, &o, err);
    assert_non_null(s);
    weft_status st = weft_stream_run(s, add, take, t, &ro, err);
    weft_record r;
    weft_error after;
    assert_int_equal(weft_stream_next(s, &r, &after), st ? WEFT_NEXT_ERROR : WEFT_NEXT_END);
    if (!st && o.broken == WEFT_BROKEN_COLLECT) assert_int_equal(weft_stream_broken(s), t->broken);
    weft_stream_free(s);
    return st;
}

/* What one thread says, record by record. */
static weft_buf sequential(weft_str text, weft_stream_opts o, weft_status *st) {
    tally t = { 0 };
    weft_error err;
    weft_stream *s = weft_stream_text(text, &o, &err);
    weft_record r;
    weft_next next;
    while ((next = weft_stream_next(s, &r, &err)) == WEFT_NEXT_RECORD) assert_true(add(&t, &r, &t.all));
    *st = next == WEFT_NEXT_ERROR ? err.code : WEFT_OK;
    weft_stream_free(s);
    return t.all;
}

static void in_order(void **state) {
    (void)state;
    char *folder = test_folder_make();
    const char *path = test_path(folder, "records");
    for (int f = 0; f < 3; f++)
        for (int policy = 0; policy < 3; policy++) {
            weft_stream_opts o = { .format = (weft_stream_format)f, .broken = (weft_broken)policy, .buffer = 3000 };
            weft_buf text = make(o.format, 6000, policy ? 333 : 4001);
            weft_error err, again;
            assert_int_equal(weft_file_write(path, weft_buf_str(&text), &err), WEFT_OK);
            weft_status want;
            weft_buf all = sequential(weft_buf_str(&text), o, &want);
            for (unsigned threads = 1; threads <= 4; threads++)
                for (int file = 0; file < 2; file++) {
                    tally t = { 0 };
                    weft_run_opts ro = { .threads = threads,
                                         .batch = 2000 + 777 * threads,
                                         .queue = threads == 3 ? 1 : 0 };
                    assert_int_equal(run(weft_buf_str(&text), file ? path : NULL, o, ro, &t, &err), want);
                    assert_string_equal(weft_buf_cstr(&t.all), weft_buf_cstr(&all));
                    weft_buf_free(&t.all);
                    if (want) {
                        weft_stream *s = weft_stream_text(weft_buf_str(&text), &o, NULL);
                        weft_record r;
                        weft_next next;
                        while ((next = weft_stream_next(s, &r, &again)) == WEFT_NEXT_RECORD) {
                        }
                        assert_int_equal(next, WEFT_NEXT_ERROR);
                        assert_int_equal(err.offset, again.offset);
                        assert_int_equal(err.line, again.line);
                        assert_int_equal(err.column, again.column);
                        assert_string_equal(err.path, again.path);
                        weft_stream_free(s);
                    }
                }
            weft_buf_free(&all);
            weft_buf_free(&text);
        }
    test_folder_remove(folder);
}

static void unordered(void **state) {
    (void)state;
    weft_buf text = make(WEFT_STREAM_LINES, 20000, 0);
    weft_error err;
    for (unsigned threads = 1; threads <= 4; threads++) {
        tally t = { 0 };
        weft_run_opts ro = { .threads = threads, .batch = 3000, .unordered = true };
        assert_int_equal(run(weft_buf_str(&text), NULL, (weft_stream_opts){ 0 }, ro, &t, &err), WEFT_OK);
        assert_int_equal(t.count, 20000);
        assert_int_equal(t.sum, (uint64_t)20000 * 20001 / 2);
        size_t lines = 0;
        for (size_t i = 0; i < t.all.len; i++) lines += t.all.data[i] == '\n';
        assert_int_equal(lines, 20000);
        weft_buf_free(&t.all);
    }
    weft_buf_free(&text);
}

static void cancelled(void **state) {
    (void)state;
    weft_buf text = make(WEFT_STREAM_LINES, 20000, 0);
    weft_error err;
    for (int unordered_too = 0; unordered_too < 2; unordered_too++) {
        tally t = { .stop_at = 5000 };
        weft_run_opts ro = { .threads = 3, .batch = 3000, .unordered = unordered_too };
        assert_int_equal(run(weft_buf_str(&text), NULL, (weft_stream_opts){ 0 }, ro, &t, &err), WEFT_E_CALLBACK);
        assert_true(t.count < 20000);
        weft_buf_free(&t.all);
        tally d = { .stop_delivery = 3 };
        assert_int_equal(run(weft_buf_str(&text), NULL, (weft_stream_opts){ 0 }, ro, &d, &err), WEFT_E_CALLBACK);
        assert_int_equal(d.deliveries, 3);
        weft_buf_free(&d.all);
    }
    weft_buf_free(&text);
}

static void bad_input(void **state) {
    (void)state;
    weft_error err;
    tally t = { 0 };
    weft_run_opts ro = { .threads = 3 };
    weft_stream *s = weft_stream_pushed(NULL, &err);
    assert_int_equal(weft_stream_run(s, add, take, &t, &ro, &err), WEFT_E_STATE);
    weft_stream_free(s);
    assert_int_equal(run(WEFT_STR(""), "/", (weft_stream_opts){ 0 }, ro, &t, &err), WEFT_E_DIRECTORY);
    assert_int_equal(run(WEFT_STR(""), NULL, (weft_stream_opts){ 0 }, ro, &t, &err), WEFT_OK);
    assert_int_equal(t.count, 0);
    /* a line longer than a batch, one longer than allowed, a last one without its end */
    weft_buf text = { 0 };
    weft_buf_printf(&text, "{\"id\":1}\n{\"id\":2,\"s\":\"%05000d\"}\n{\"id\":3}\n\"%09000d\"\n\n{\"id\":4}", 0, 0);
    weft_stream_opts o = { .broken = WEFT_BROKEN_COLLECT, .max_record = 8000, .buffer = 100 };
    ro.batch = 1000;
    assert_int_equal(run(weft_buf_str(&text), NULL, o, ro, &t, &err), WEFT_OK);
    assert_int_equal(t.count, 4);
    assert_int_equal(t.broken, 1);
    assert_non_null(strstr(weft_buf_cstr(&t.all), "WEFT_E_SIZE"));
    weft_buf_free(&text);
    weft_buf_free(&t.all);
}

static weft_status run_all(const weft_alloc *alloc, void *ctx) {
    weft_stream_opts o = { .alloc = alloc, .format = *(weft_stream_format *)ctx };
    weft_buf text = make(o.format, 60, 0);
    weft_error err;
    tally t = { 0 };
    weft_stream *s = weft_stream_text(weft_buf_str(&text), &o, &err);
    weft_status st = s ? WEFT_OK : err.code;
    if (s) st = weft_stream_run(s, add, take, &t, &(weft_run_opts){ .threads = 1, .batch = 500 }, &err);
    weft_stream_free(s);
    weft_buf_free(&text);
    weft_buf_free(&t.all);
    return st == WEFT_E_CALLBACK ? WEFT_E_MEMORY : st; /* add() cancels where its buffer could not grow */
}

static void failing_memory(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        weft_stream_format format = (weft_stream_format)f;
        assert_true(test_every_failure(run_all, &format) > 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order),  cmocka_unit_test(unordered),      cmocka_unit_test(cancelled),
        cmocka_unit_test(bad_input), cmocka_unit_test(failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
