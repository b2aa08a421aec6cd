/* json-c (https://github.com/json-c/json-c). */
#include "../bench.h"

#include <stdlib.h>

#include <json-c/json.h>

typedef struct jc_state {
    const bench_input *in;
    struct json_object **docs;
    const char *text;
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

const bench_engine *bench_engine_jsonc(void);
const bench_engine *bench_engine_jsonc(void) {
    static const bench_case cases[] = { { "parse", "", jc_open, jc_parse, jc_release, jc_facts, jc_close, 0 } };
    static const bench_engine e = { "json-c", "", JSON_C_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
