/* Streams: any bytes, cut anywhere, must give what the whole gives. The first byte chooses format, policy and chunk. */
#include <weft/weft.h>

#include <stdlib.h>

static void check(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "fuzz_stream: %s\n", what);
    abort();
}

static weft_next step(weft_stream *s, weft_str text, size_t *fed, size_t chunk, weft_record *r, weft_error *err) {
    weft_next next;
    while ((next = weft_stream_next(s, r, err)) == WEFT_NEXT_MORE) {
        size_t n = text.len - *fed < chunk ? text.len - *fed : chunk;
        if (n) check(weft_stream_push(s, WEFT_TEXT(text.ptr + *fed, n), err) == WEFT_OK, "a push fails");
        else weft_stream_finish(s);
        *fed += n;
    }
    return next;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    unsigned bits = *data;
    weft_str text = WEFT_TEXT((const char *)data + 1, size - 1);
    weft_stream_opts o = { .format = (weft_stream_format)(bits % 3), .broken = (weft_broken)(bits / 3 % 3) };
    if (bits & 64) o.max_record = 20;
    weft_stream *a = weft_stream_text(text, &o, NULL);
    o.buffer = 4;
    weft_stream *b = weft_stream_pushed(&o, NULL);
    check(a && b, "no stream");
    size_t fed = 0, chunk = bits & 128 ? 7 : 1;
    for (;;) {
        weft_record x, y;
        weft_error e, f;
        weft_next next = weft_stream_next(a, &x, &e);
        check(next == step(b, text, &fed, chunk, &y, &f), "pieces end apart from the whole");
        if (next == WEFT_NEXT_ERROR)
            check(e.code == f.code && e.offset == f.offset && e.line == f.line && e.column == f.column,
                  "another error in pieces");
        if (next != WEFT_NEXT_RECORD) break;
        check(x.offset == y.offset && x.line == y.line && !x.broken == !y.broken, "another record in pieces");
        if (x.broken)
            check(x.broken->code == y.broken->code && x.broken->offset == y.broken->offset &&
                      x.broken->line == y.broken->line && x.broken->column == y.broken->column,
                  "another broken record in pieces");
        else check(weft_str_equal(x.text, y.text), "another text in pieces");
    }
    check(weft_stream_broken(a) == weft_stream_broken(b), "pieces count otherwise");
    weft_stream_free(a);
    weft_stream_free(b);
    return 0;
}
