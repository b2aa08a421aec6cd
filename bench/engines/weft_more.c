/* weft's streams, edited documents and Frozen. */
#include "../binary.h"

#include <weft/edit.h>
#include <weft/stream.h>

/* ---- records ---- */
typedef struct more_state {
    const bench_input *in;
    weft_doc *doc;
    weft_buf out;
    bench_facts *collect;
} more_state;
static void *more_open(const bench_input *in) {
    more_state *s = (more_state *)calloc(1, sizeof *s);
    if (!s) return NULL;
    s->in = in;
    s->doc = weft_doc_new(NULL);
    return s;
}
static void more_close(void *p) {
    more_state *s = (more_state *)p;
    weft_doc_free(s->doc);
    weft_buf_free(&s->out);
    free(s);
}
static bool more_stream(void *p) {
    more_state *s = (more_state *)p;
    weft_stream *records = weft_stream_text(WEFT_TEXT(s->in->stream.ptr, s->in->stream.len), NULL, NULL);
    weft_record r;
    size_t n = 0;
    weft_next next = WEFT_NEXT_ERROR;
    while (records && (next = weft_stream_next(records, &r, NULL)) == WEFT_NEXT_RECORD) {
        if (s->collect) {
            weft_stat t = weft_json_stat(r.value);
            bench_facts *f = s->collect;
            f->nulls += t.nulls, f->trues += t.trues, f->falses += t.falses, f->numbers += t.numbers;
            f->strings += t.strings, f->arrays += t.arrays, f->objects += t.objects, f->elements += t.elements;
            f->members += t.members, f->string_bytes += t.string_bytes, f->key_bytes += t.key_bytes;
            f->number_sum += t.number_sum;
        }
        n++;
    }
    weft_stream_free(records);
    return next == WEFT_NEXT_END && n == s->in->records;
}
static bool more_streamed(void *p, bench_facts *f) {
    more_state *s = (more_state *)p;
    s->collect = f;
    bool ok = more_stream(p);
    s->collect = NULL;
    return ok;
}

/* ---- edited documents ---- */
static bool more_mutate(void *p) {
    more_state *s = (more_state *)p;
    size_t c = 0;
    s->out.len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        if (weft_doc_reread(s->doc, WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len), NULL, NULL)) return false;
        weft_edit *e = weft_edit_new(weft_doc_root(s->doc), NULL);
        bool ok = e && (!i || !weft_buf_byte(&s->out, '\n'));
        for (; ok && c < s->in->n_changes && s->in->changes[c].text == i; c++)
            ok = !weft_edit_set(e, WEFT_TEXT(s->in->changes[c].pointer, s->in->changes[c].pointer_len),
                                weft_node_int(e, 7), NULL);
        ok = ok && !weft_edit_write(e, &s->out, NULL, NULL);
        weft_edit_free(e);
        if (!ok) return false;
    }
    return true;
}
static bool more_text(void *p, bench_facts *f) {
    f->text = ((more_state *)p)->out.data;
    f->text_len = ((more_state *)p)->out.len;
    return true;
}

/* ---- Frozen: into the given room, an arena that every run starts anew ---- */
static weft_arena frozen_arena;
static size_t frozen_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    weft_list(BenchMessage) list = { .items = (BenchMessage *)(uintptr_t)m, .count = n };
    weft_buf to = { .data = out, .cap = cap }; /* has room for more than any message, so it never grows */
    if (n == 1 ? BenchMessage_to_frozen(m, &to, NULL, NULL)
               : weft_type_to_frozen(weft_type_of(weft_list(BenchMessage)), &list, &to, NULL, NULL))
        return 0;
    return to.len;
}
static bool frozen_read(const char *p, size_t len, BenchMessage *out, size_t n, const weft_thaw_opts *opts) {
    if (n == 1) return !BenchMessage_from_frozen(out, WEFT_TEXT(p, len), &frozen_arena, opts, NULL);
    weft_list(BenchMessage) list = { 0 };
    if (weft_type_from_frozen(weft_type_of(weft_list(BenchMessage)), &list, WEFT_TEXT(p, len), &frozen_arena, opts,
                              NULL) ||
        list.count != n)
        return false;
    memcpy(out, list.items, n * sizeof *out); /* to where the frame checks them */
    return true;
}
static bool frozen_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    if (pool->used == 0) weft_arena_reset(&frozen_arena), pool->used = 1;
    return frozen_read(p, len, out, n, NULL);
}
static bool frozen_view(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    if (pool->used == 0) weft_arena_reset(&frozen_arena), pool->used = 1;
    return frozen_read(p, len, out, n, &(weft_thaw_opts){ .borrow = true });
}
static const bench_codec frozen_codec = { frozen_encode, frozen_decode, frozen_view, NULL, NULL };
BENCH_CODEC_OPEN(frozen_open, frozen_codec)

const bench_engine *bench_engine_weft_more(void);
const bench_engine *bench_engine_weft_more(void) {
    static const bench_case cases[] = {
        { "parse-stream", "", more_open, more_stream, NULL, more_streamed, more_close, 0 },
        { "mutate", "reused", more_open, more_mutate, NULL, more_text, more_close, 0 },
        BENCH_CODEC_ENCODE(frozen_open, BENCH_MESSAGES),
        BENCH_CODEC_DECODE(frozen_open, BENCH_MESSAGES),
        BENCH_CODEC_VIEW(frozen_open, BENCH_MESSAGES),
    };
    static const bench_engine e = { "weft", "", WEFT_VERSION_STRING, cases, sizeof cases / sizeof *cases };
    return &e;
}
