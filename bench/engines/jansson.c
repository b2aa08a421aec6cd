/* jansson (https://github.com/akheron/jansson), which is also the gate's reference. */
#include "../bench.h"

#include <stdlib.h>

#include <jansson.h>

typedef struct ja_state {
    const bench_input *in;
    json_t **docs, **found;
    char *text;
    size_t len, cap;
} ja_state;

static void *ja_open(const bench_input *in) {
    ja_state *s = (ja_state *)calloc(1, sizeof *s);
    s->in = in;
    s->docs = (json_t **)calloc(in->count, sizeof *s->docs);
    return s;
}
static void ja_release(void *p) {
    ja_state *s = (ja_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        json_decref(s->docs[i]);
        s->docs[i] = NULL;
    }
}
static void ja_close(void *p) {
    ja_state *s = (ja_state *)p;
    ja_release(s);
    free(s->text);
    free(s->found);
    free(s->docs);
    free(s);
}
static bool ja_parse(void *p) {
    ja_state *s = (ja_state *)p;
    for (size_t i = 0; i < s->in->count; i++)
        if (!(s->docs[i] =
                  json_loadb(s->in->texts[i].ptr, s->in->texts[i].len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL)))
            return false;
    return true;
}
static void *ja_open_docs(const bench_input *in) {
    void *p = ja_open(in);
    ja_parse(p);
    return p;
}
static int ja_append(const char *t, size_t n, void *p) {
    ja_state *s = (ja_state *)p;
    if (s->len + n > s->cap) {
        size_t cap = (s->len + n) * 2;
        char *grown = (char *)realloc(s->text, cap);
        if (!grown) return -1;
        s->text = grown;
        s->cap = cap;
    }
    memcpy(s->text + s->len, t, n);
    s->len += n;
    return 0;
}
static bool ja_write(ja_state *s, size_t flags) {
    s->len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        if (i && ja_append("\n", 1, s)) return false;
        if (json_dump_callback(s->docs[i], ja_append, s, flags | JSON_ENCODE_ANY)) return false;
    }
    return true;
}
static bool ja_serialize(void *p) { return ja_write((ja_state *)p, JSON_COMPACT); }
static bool ja_pretty(void *p) { return ((ja_state *)p)->in->count == 1 && ja_write((ja_state *)p, JSON_INDENT(2)); }
static bool ja_text(void *p, bench_facts *f) {
    f->text = ((ja_state *)p)->text;
    f->text_len = ((ja_state *)p)->len;
    return true;
}

static void *ja_open_looks(const bench_input *in) {
    ja_state *s = (ja_state *)ja_open_docs(in);
    s->found = (json_t **)calloc(in->n_looks + 1, sizeof *s->found);
    return s;
}
static json_t *ja_find(json_t *v, const bench_path *path, size_t count) {
    for (size_t k = 0; k < count; k++)
        v = path->steps[k].key ? json_object_get(v, path->steps[k].key) : json_array_get(v, path->steps[k].index);
    return v;
}
static bool ja_lookup(void *p) {
    ja_state *s = (ja_state *)p;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path *path = &s->in->looks[i];
        if (!(s->found[i] = ja_find(s->docs[path->text], path, path->count))) return false;
    }
    return true;
}
static bool ja_found(void *p, bench_facts *f) {
    ja_state *s = (ja_state *)p;
    f->checksum = 1;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const json_t *v = s->found[i];
        if (json_is_null(v)) f->checksum = bench_found_other(f->checksum, 0);
        else if (json_is_boolean(v)) f->checksum = bench_found_other(f->checksum, json_is_true(v) ? 1 : 2);
        else if (json_is_number(v)) f->checksum = bench_found_real(f->checksum, json_number_value(v));
        else if (json_is_string(v))
            f->checksum = bench_found_string(f->checksum, json_string_value(v), json_string_length(v));
        else if (json_is_array(v)) f->checksum = bench_found_many(f->checksum, 5, json_array_size(v));
        else f->checksum = bench_found_many(f->checksum, 6, json_object_size(v));
    }
    return true;
}
static bool ja_mutate(void *p) {
    ja_state *s = (ja_state *)p;
    if (!ja_parse(p)) return false;
    for (size_t i = 0; i < s->in->n_changes; i++) {
        const bench_path *path = &s->in->changes[i];
        const bench_step *last = &path->steps[path->count - 1];
        json_t *v = ja_find(s->docs[path->text], path, path->count - 1);
        if (last->key ? json_object_set_new(v, last->key, json_integer(7))
                      : json_array_set_new(v, last->index, json_integer(7)))
            return false;
    }
    bool ok = ja_write(s, JSON_COMPACT);
    ja_release(p);
    return ok;
}

const bench_engine *bench_engine_jansson(void);
const bench_engine *bench_engine_jansson(void) {
    static const bench_case cases[] = {
        { "parse", "", ja_open, ja_parse, ja_release, NULL, ja_close, 0 },
        { "lookup", "", ja_open_looks, ja_lookup, NULL, ja_found, ja_close, 0 },
        { "mutate", "", ja_open, ja_mutate, NULL, ja_text, ja_close, 0 },
        { "serialize", "", ja_open_docs, ja_serialize, NULL, ja_text, ja_close, 0 },
        { "serialize-pretty", "", ja_open_docs, ja_pretty, NULL, ja_text, ja_close, 0 },
    };
    static const bench_engine e = { "jansson", "", JANSSON_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
