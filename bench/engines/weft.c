/* weft through its public interface, as a user would. */
#include "../bench.h"

#include <stdlib.h>

#include <weft/weft.h>

typedef struct weft_state {
    const bench_input *in;
    weft_doc **docs;
    weft_buf out;
    size_t produced;
} weft_state;

static void *state_open(const bench_input *in) {
    weft_state *s = (weft_state *)calloc(1, sizeof *s);
    if (!s) return NULL;
    s->in = in;
    s->docs = (weft_doc **)calloc(in->count, sizeof *s->docs);
    return s;
}
static void state_release(void *p) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        weft_doc_free(s->docs[i]);
        s->docs[i] = NULL;
    }
}
static void state_close(void *p) {
    weft_state *s = (weft_state *)p;
    state_release(s);
    weft_buf_free(&s->out);
    free(s->docs);
    free(s);
}
static bool state_facts(void *p, bench_facts *f) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        weft_stat t = weft_json_stat(weft_doc_root(s->docs[i]));
        f->nulls += t.nulls, f->trues += t.trues, f->falses += t.falses, f->numbers += t.numbers,
            f->strings += t.strings;
        f->arrays += t.arrays, f->objects += t.objects, f->elements += t.elements, f->members += t.members;
        f->string_bytes += t.string_bytes, f->key_bytes += t.key_bytes, f->number_sum += t.number_sum;
    }
    return true;
}

static bool parse_fresh(void *p) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++)
        if (!(s->docs[i] = weft_doc_read(WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len), NULL, NULL)))
            return false;
    return true;
}
static bool parse_borrow(void *p) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++)
        if (!(s->docs[i] = weft_doc_read(WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len),
                                         &(weft_read_opts){ .borrow = true }, NULL)))
            return false;
    return true;
}
static bool parse_reused(void *p) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        if (!s->docs[i] && !(s->docs[i] = weft_doc_new(NULL))) return false;
        if (weft_doc_reread(s->docs[i], WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len), NULL, NULL)) return false;
    }
    return true;
}

static bool validate(void *p) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++)
        if (weft_json_validate(WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len), NULL, NULL)) return false;
    return true;
}

static bool text_facts(void *p, bench_facts *f) {
    weft_state *s = (weft_state *)p;
    f->text = s->out.data;
    f->text_len = s->out.len;
    return true;
}
static bool minify(void *p) {
    weft_state *s = (weft_state *)p;
    s->out.len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        if (i && weft_buf_byte(&s->out, '\n')) return false;
        if (weft_json_minify(WEFT_TEXT(s->in->texts[i].ptr, s->in->texts[i].len), &s->out, NULL, NULL)) return false;
    }
    return true;
}

static void *docs_open(const bench_input *in) {
    weft_state *s = (weft_state *)state_open(in);
    if (s && !parse_fresh(s)) {
        state_close(s);
        return NULL;
    }
    return s;
}
static bool write_with(weft_state *s, const weft_write_opts *opts) {
    s->out.len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        if (i && weft_buf_byte(&s->out, '\n')) return false;
        if (weft_json_write(weft_doc_root(s->docs[i]), &s->out, opts, NULL)) return false;
    }
    return true;
}
static bool serialize(void *p) { return write_with((weft_state *)p, NULL); }
static bool serialize_pretty(void *p) {
    weft_state *s = (weft_state *)p;
    return s->in->count == 1 && write_with(s, &(weft_write_opts){ .pretty = true });
}

const bench_engine *bench_engine_weft(void) {
    static const bench_case cases[] = {
        { "parse", "", state_open, parse_fresh, state_release, state_facts, state_close, 0 },
        { "parse", "reused", state_open, parse_reused, NULL, state_facts, state_close, 0 },
        { "parse", "borrow", state_open, parse_borrow, state_release, state_facts, state_close, 0 },
        { "validate", "", state_open, validate, NULL, NULL, state_close, 0 },
        { "minify", "", state_open, minify, NULL, text_facts, state_close, 0 },
        { "serialize", "", docs_open, serialize, NULL, text_facts, state_close, 0 },
        { "serialize-pretty", "", docs_open, serialize_pretty, NULL, text_facts, state_close, 0 },
    };
    static const bench_engine e = { "weft", "", WEFT_VERSION_STRING, cases, sizeof cases / sizeof *cases };
    return &e;
}
