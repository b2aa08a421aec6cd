/* cJSON (https://github.com/DaveGamble/cJSON). Numbers are doubles only, so large integers lose digits: the gate's
 * number sum has room for that. */
#include "../bench.h"

#include <stdlib.h>

#include <cjson/cJSON.h>

typedef struct cj_state {
    const bench_input *in;
    cJSON **docs;
    char *text;
    size_t len;
} cj_state;

static void *cj_open(const bench_input *in) {
    cj_state *s = (cj_state *)calloc(1, sizeof *s);
    s->in = in;
    s->docs = (cJSON **)calloc(in->count, sizeof *s->docs);
    return s;
}
static void cj_release(void *p) {
    cj_state *s = (cj_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        cJSON_Delete(s->docs[i]);
        s->docs[i] = NULL;
    }
}
static void cj_close(void *p) {
    cj_state *s = (cj_state *)p;
    cj_release(s);
    free(s->text);
    free(s->docs);
    free(s);
}
static bool cj_parse(void *p) {
    cj_state *s = (cj_state *)p;
    for (size_t i = 0; i < s->in->count; i++)
        if (!(s->docs[i] = cJSON_ParseWithLength(s->in->texts[i].ptr, s->in->texts[i].len))) return false;
    return true;
}
static void cj_walk(const cJSON *v, bench_facts *f) {
    if (cJSON_IsNull(v)) f->nulls++;
    if (cJSON_IsTrue(v)) f->trues++;
    if (cJSON_IsFalse(v)) f->falses++;
    if (cJSON_IsNumber(v)) f->numbers++, f->number_sum += v->valuedouble;
    if (cJSON_IsString(v)) f->strings++, f->string_bytes += strlen(v->valuestring);
    if (cJSON_IsArray(v)) f->arrays++;
    if (cJSON_IsObject(v)) f->objects++;
    for (const cJSON *c = v->child; c; c = c->next) {
        if (cJSON_IsObject(v)) f->members++, f->key_bytes += strlen(c->string);
        else f->elements++;
        cj_walk(c, f);
    }
}
static bool cj_facts(void *p, bench_facts *f) {
    cj_state *s = (cj_state *)p;
    for (size_t i = 0; i < s->in->count; i++) cj_walk(s->docs[i], f);
    return true;
}
static void *cj_open_docs(const bench_input *in) {
    void *p = cj_open(in);
    cj_parse(p);
    return p;
}
static bool cj_serialize(void *p) {
    cj_state *s = (cj_state *)p;
    s->len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        char *t = cJSON_PrintUnformatted(s->docs[i]);
        if (!t) return false;
        size_t n = strlen(t);
        if (s->in->count == 1) {
            free(s->text);
            s->text = t;
            s->len = n;
            return true;
        }
        if (!s->text && !(s->text = (char *)malloc(s->in->bytes * 2 + s->in->count * 64))) return false;
        if (i) s->text[s->len++] = '\n';
        memcpy(s->text + s->len, t, n);
        s->len += n;
        free(t);
    }
    return true;
}
static bool cj_text(void *p, bench_facts *f) {
    f->text = ((cj_state *)p)->text;
    f->text_len = ((cj_state *)p)->len;
    return true;
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
const bench_engine *bench_engine_cjson(void);
const bench_engine *bench_engine_cjson(void) {
    static const bench_case cases[] = {
        { "parse", "", cj_open, cj_parse, cj_release, cj_facts, cj_close, 0 },
        { "serialize", "", cj_open_docs, cj_serialize, NULL, cj_text, cj_close, 0 },
    };
    static const bench_engine e = {
        "cjson", "", TEXT(CJSON_VERSION_MAJOR) "." TEXT(CJSON_VERSION_MINOR) "." TEXT(CJSON_VERSION_PATCH), cases,
        sizeof cases / sizeof *cases
    };
    return &e;
}
