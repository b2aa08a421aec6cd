/* weft's typed decode and encode. */
#include "../decoded.h"

typedef struct weft_typed {
    const bench_input *in;
    bench_shape shape;
    bench_value *values;
    weft_arena arena;
    weft_buf out;
} weft_typed;

static void *typed_open(const bench_input *in) {
    weft_typed *s = (weft_typed *)calloc(1, sizeof *s);
    if (!s) return NULL;
    s->in = in;
    s->shape = bench_shape_of(in->dataset);
    s->values = (bench_value *)calloc(in->count, sizeof *s->values);
    return s;
}
static void typed_close(void *p) {
    weft_typed *s = (weft_typed *)p;
    weft_arena_free(&s->arena);
    weft_buf_free(&s->out);
    free(s->values);
    free(s);
}
static bool typed_decode(weft_typed *s, const weft_decode_opts *opts) {
    const weft_type *type = bench_type_of(s->shape);
    if (!type) return false;
    weft_arena_reset(&s->arena);
    for (size_t i = 0; i < s->in->count; i++)
        if (weft_type_from_json(type, &s->values[i], WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len), &s->arena,
                                opts, NULL))
            return false;
    return true;
}
static bool typed_owned(void *p) { return typed_decode((weft_typed *)p, NULL); }
static bool typed_view(void *p) { return typed_decode((weft_typed *)p, &(weft_decode_opts){ .borrow = true }); }
static bool typed_facts(void *p, bench_facts *f) {
    weft_typed *s = (weft_typed *)p;
    uint64_t h = 1;
    for (size_t i = 0; i < s->in->count; i++) h = bench_value_checksum(h, s->shape, &s->values[i]);
    f->checksum = h | 1;
    return true;
}
static void *typed_open_values(const bench_input *in) {
    void *p = typed_open(in);
    if (p && !typed_owned(p)) {
        typed_close(p);
        return NULL;
    }
    return p;
}
static bool typed_encode(void *p) {
    weft_typed *s = (weft_typed *)p;
    s->out.len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        if (i && weft_buf_byte(&s->out, '\n')) return false;
        if (weft_type_to_json(bench_type_of(s->shape), &s->values[i], &s->out, NULL, NULL)) return false;
    }
    return true;
}
/* The text is read back by the reference and must give the same members. */
static bool typed_encoded(void *p, bench_facts *f) {
    weft_typed *s = (weft_typed *)p;
    bench_text *texts = (bench_text *)calloc(s->in->count, sizeof *texts);
    bench_input again = { s->in->dataset, texts, s->in->count, s->out.len };
    char reason[160];
    const char *at = s->out.data, *end = at + s->out.len;
    for (size_t i = 0; i < s->in->count; i++) {
        const char *stop = (const char *)memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        texts[i].ptr = at;
        texts[i].len = (size_t)(stop - at);
        at = stop < end ? stop + 1 : end;
    }
    bool ok = bench_decode_reference(&again, &f->checksum, reason);
    free(texts);
    f->text_len = s->out.len;
    return ok;
}

const bench_engine *bench_engine_weft_typed(void);
const bench_engine *bench_engine_weft_typed(void) {
    static const bench_case cases[] = {
        { "decode", "", typed_open, typed_owned, NULL, typed_facts, typed_close, 0 },
        { "decode-view", "", typed_open, typed_view, NULL, typed_facts, typed_close, 0 },
        { "encode", "", typed_open_values, typed_encode, NULL, typed_encoded, typed_close, 0 },
    };
    static const bench_engine e = { "weft", "", WEFT_VERSION_STRING, cases, sizeof cases / sizeof *cases };
    return &e;
}
