/* json-c (https://github.com/json-c/json-c). */
#include "../bench.h"

#include <stdlib.h>

#include <json-c/json.h>

typedef struct jc_state {
    const bench_input *in;
    struct json_object **docs, **found;
    char *own;
    size_t len, room;
} jc_state;

static void *jc_open(const bench_input *in) {
    jc_state *s = (jc_state *)calloc(1, sizeof *s);
    s->in = in;
    s->docs = (struct json_object **)calloc(in->count, sizeof *s->docs);
    return s;
}
static void jc_release(void *p) {
    jc_state *s = (jc_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        json_object_put(s->docs[i]);
        s->docs[i] = NULL;
    }
}
static void jc_close(void *p) {
    jc_state *s = (jc_state *)p;
    jc_release(s);
    free(s->docs);
    free(s->found);
    free(s->own);
    free(s);
}
static bool jc_parse(void *p) {
    jc_state *s = (jc_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        struct json_tokener *t = json_tokener_new_ex(1024);
        json_tokener_set_flags(t, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
        s->docs[i] = json_tokener_parse_ex(t, s->in->texts[i].ptr, (int)s->in->texts[i].len);
        bool ok =
            json_tokener_get_error(t) == json_tokener_success && json_tokener_get_parse_end(t) == s->in->texts[i].len;
        json_tokener_free(t);
        if (!ok) return false;
    }
    return true;
}
static void jc_walk(struct json_object *v, bench_facts *f) {
    switch (json_object_get_type(v)) {
    case json_type_null: f->nulls++; break;
    case json_type_boolean: json_object_get_boolean(v) ? f->trues++ : f->falses++; break;
    case json_type_int:
    case json_type_double: f->numbers++, f->number_sum += json_object_get_double(v); break;
    case json_type_string: f->strings++, f->string_bytes += (size_t)json_object_get_string_len(v); break;
    case json_type_array:
        f->arrays++, f->elements += json_object_array_length(v);
        for (size_t i = 0; i < json_object_array_length(v); i++) jc_walk(json_object_array_get_idx(v, i), f);
        break;
    case json_type_object:
        f->objects++;
        json_object_object_foreach(v, key, value) {
            f->members++, f->key_bytes += strlen(key);
            jc_walk(value, f);
        }
        break;
    }
}
static bool jc_facts(void *p, bench_facts *f) {
    jc_state *s = (jc_state *)p;
    for (size_t i = 0; i < s->in->count; i++) jc_walk(s->docs[i], f);
    return true;
}

static void *jc_open_docs(const bench_input *in) {
    jc_state *s = (jc_state *)jc_open(in);
    s->found = (struct json_object **)calloc(in->n_looks + 1, sizeof *s->found);
    jc_parse(s);
    return s;
}
static struct json_object *jc_find(struct json_object *v, const bench_path *path, size_t count) {
    for (size_t k = 0; k < count; k++)
        v = path->steps[k].key ? json_object_object_get(v, path->steps[k].key)
                               : json_object_array_get_idx(v, path->steps[k].index);
    return v;
}
static bool jc_lookup(void *p) { /* null is a NULL pointer here: the gate sees the difference */
    jc_state *s = (jc_state *)p;
    for (size_t i = 0; i < s->in->n_looks; i++)
        s->found[i] = jc_find(s->docs[s->in->looks[i].text], &s->in->looks[i], s->in->looks[i].count);
    return true;
}
static bool jc_found(void *p, bench_facts *f) {
    jc_state *s = (jc_state *)p;
    uint64_t h = 1;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        struct json_object *v = s->found[i];
        switch (json_object_get_type(v)) {
        case json_type_null: h = bench_found_other(h, 0); break;
        case json_type_boolean: h = bench_found_other(h, json_object_get_boolean(v) ? 1 : 2); break;
        case json_type_int:
        case json_type_double: h = bench_found_real(h, json_object_get_double(v)); break;
        case json_type_string:
            h = bench_found_string(h, json_object_get_string(v), (size_t)json_object_get_string_len(v));
            break;
        case json_type_array: h = bench_found_many(h, 5, json_object_array_length(v)); break;
        case json_type_object: h = bench_found_many(h, 6, (size_t)json_object_object_length(v)); break;
        }
    }
    f->checksum = h;
    return true;
}
static bool jc_write(jc_state *s, int flags) {
    s->len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        size_t n = 0;
        const char *t = json_object_to_json_string_length(s->docs[i], flags, &n);
        if (s->len + n + 1 > s->room) {
            size_t room = (s->len + n + 1) * 2;
            char *grown = (char *)realloc(s->own, room);
            if (!grown) return false;
            s->own = grown;
            s->room = room;
        }
        if (i) s->own[s->len++] = '\n';
        memcpy(s->own + s->len, t, n);
        s->len += n;
    }
    return true;
}
static bool jc_serialize(void *p) { return jc_write((jc_state *)p, JSON_C_TO_STRING_NOSLASHESCAPE); }
static bool jc_mutate(void *p) {
    jc_state *s = (jc_state *)p;
    if (!jc_parse(p)) return false;
    for (size_t i = 0; i < s->in->n_changes; i++) {
        const bench_path *path = &s->in->changes[i];
        const bench_step *last = &path->steps[path->count - 1];
        struct json_object *v = jc_find(s->docs[path->text], path, path->count - 1);
        if (last->key ? json_object_object_add(v, last->key, json_object_new_int(7))
                      : json_object_array_put_idx(v, last->index, json_object_new_int(7)))
            return false;
    }
    bool ok = jc_write(s, JSON_C_TO_STRING_NOSLASHESCAPE);
    jc_release(p);
    return ok;
}
static bool jc_text(void *p, bench_facts *f) {
    f->text = ((jc_state *)p)->own;
    f->text_len = ((jc_state *)p)->len;
    return true;
}

const bench_engine *bench_engine_jsonc(void);
const bench_engine *bench_engine_jsonc(void) {
    static const bench_case cases[] = {
        { "parse", "", jc_open, jc_parse, jc_release, jc_facts, jc_close, 0 },
        { "lookup", "", jc_open_docs, jc_lookup, NULL, jc_found, jc_close, 0 },
        { "mutate", "", jc_open, jc_mutate, NULL, jc_text, jc_close, 0 },
        { "serialize", "", jc_open_docs, jc_serialize, NULL, jc_text, jc_close, 0 },
    };
    static const bench_engine e = { "json-c", "", JSON_C_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
