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
static void add_stat(weft_json v, bench_facts *f) {
    weft_stat t = weft_json_stat(v);
    f->nulls += t.nulls, f->trues += t.trues, f->falses += t.falses, f->numbers += t.numbers, f->strings += t.strings;
    f->arrays += t.arrays, f->objects += t.objects, f->elements += t.elements, f->members += t.members;
    f->string_bytes += t.string_bytes, f->key_bytes += t.key_bytes, f->number_sum += t.number_sum;
}
static bool state_facts(void *p, bench_facts *f) {
    weft_state *s = (weft_state *)p;
    for (size_t i = 0; i < s->in->count; i++) add_stat(weft_doc_root(s->docs[i]), f);
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

/* look-ups */
typedef struct weft_looks {
    const bench_input *in;
    weft_doc **docs;
    weft_json *found;
    weft_doc *one;
    weft_buf out;
    bench_facts *collect;
} weft_looks;
static void *looks_open(const bench_input *in) {
    weft_looks *s = (weft_looks *)calloc(1, sizeof *s);
    if (!s) return NULL;
    s->in = in;
    s->docs = (weft_doc **)calloc(in->count + 1, sizeof *s->docs);
    s->found = (weft_json *)calloc(in->n_looks + 1, sizeof *s->found);
    s->one = weft_doc_new(NULL);
    for (size_t i = 0; i < in->count; i++)
        s->docs[i] = weft_doc_read(WEFT_TEXT(in->texts[i].ptr, in->texts[i].len), NULL, NULL);
    return s;
}
static void looks_close(void *p) {
    weft_looks *s = (weft_looks *)p;
    for (size_t i = 0; i < s->in->count; i++) weft_doc_free(s->docs[i]);
    weft_doc_free(s->one);
    weft_buf_free(&s->out);
    free(s->docs), free(s->found), free(s);
}
static bool looks_steps(void *p) {
    weft_looks *s = (weft_looks *)p;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path *path = &s->in->looks[i];
        weft_json v = weft_doc_root(s->docs[path->text]);
        for (size_t k = 0; k < path->count; k++)
            v = path->steps[k].key ? weft_json_find(v, WEFT_TEXT(path->steps[k].key, path->steps[k].len))
                                   : weft_json_at(v, path->steps[k].index);
        if (!weft_json_exists(v)) return false;
        s->found[i] = v;
    }
    return true;
}
static bool looks_pointer(void *p) {
    weft_looks *s = (weft_looks *)p;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path *path = &s->in->looks[i];
        s->found[i] =
            weft_json_pointer(weft_doc_root(s->docs[path->text]), WEFT_TEXT(path->pointer, path->pointer_len), NULL);
        if (!weft_json_exists(s->found[i])) return false;
    }
    return true;
}
static bool looks_facts(void *p, bench_facts *f) {
    weft_looks *s = (weft_looks *)p;
    f->checksum = 1;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        weft_json v = s->found[i];
        switch (weft_json_kind(v)) {
        case WEFT_NULL: f->checksum = bench_found_other(f->checksum, 0); break;
        case WEFT_BOOL: f->checksum = bench_found_other(f->checksum, weft_json_as_bool(v, false) ? 1 : 2); break;
        case WEFT_STRING:
            f->checksum = bench_found_string(f->checksum, weft_json_as_str(v).ptr, weft_json_as_str(v).len);
            break;
        case WEFT_ARRAY: f->checksum = bench_found_many(f->checksum, 5, weft_json_len(v)); break;
        case WEFT_OBJECT: f->checksum = bench_found_many(f->checksum, 6, weft_json_len(v)); break;
        case WEFT_INT:
        case WEFT_UINT:
        case WEFT_REAL:
        case WEFT_RAW: f->checksum = bench_found_real(f->checksum, weft_json_as_real(v, 0)); break;
        case WEFT_NONE: return false;
        }
    }
    return true;
}

/* Records of a stream: lines are cut here, and the same document is used again. */
static bool stream(void *p) {
    weft_looks *s = (weft_looks *)p;
    const char *at = s->in->stream.ptr, *end = at + s->in->stream.len;
    size_t n = 0;
    while (at < end) {
        const char *stop = (const char *)memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (weft_doc_reread(s->one, WEFT_TEXT(at, (size_t)(stop - at)), NULL, NULL)) return false;
        if (s->collect) add_stat(weft_doc_root(s->one), s->collect);
        n++;
        at = stop + 1;
    }
    return n == s->in->records;
}
static bool streamed(void *p, bench_facts *f) {
    weft_looks *s = (weft_looks *)p;
    s->collect = f;
    bool ok = stream(s);
    s->collect = NULL;
    return ok;
}

const bench_engine *bench_engine_weft(void) {
    static const bench_case cases[] = {
        { "parse", "", state_open, parse_fresh, state_release, state_facts, state_close, 0 },
        { "parse", "reused", state_open, parse_reused, NULL, state_facts, state_close, 0 },
        { "parse", "borrow", state_open, parse_borrow, state_release, state_facts, state_close, 0 },
        { "parse-stream", "reused", looks_open, stream, NULL, streamed, looks_close, 0 },
        { "lookup", "", looks_open, looks_steps, NULL, looks_facts, looks_close, 0 },
        { "lookup", "pointer", looks_open, looks_pointer, NULL, looks_facts, looks_close, 0 },
        { "validate", "", state_open, validate, NULL, NULL, state_close, 0 },
        { "minify", "", state_open, minify, NULL, text_facts, state_close, 0 },
        { "serialize", "", docs_open, serialize, NULL, text_facts, state_close, 0 },
        { "serialize-pretty", "", docs_open, serialize_pretty, NULL, text_facts, state_close, 0 },
    };
    static const bench_engine e = { "weft", "", WEFT_VERSION_STRING, cases, sizeof cases / sizeof *cases };
    return &e;
}
