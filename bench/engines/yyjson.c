/* yyjson (https://github.com/ibireme/yyjson): the fastest C reader and writer we know of. */
#include "../decoded.h"

#include <stdlib.h>

#include <yyjson.h>

#include "yyjson_decode.h"

typedef struct yy_state {
    const bench_input *in;
    yyjson_doc **docs;
    void *pool;
    size_t pool_size;
    char *text;
    size_t text_len;
    char *insitu;
} yy_state;

static void *yy_open(const bench_input *in) {
    yy_state *s = (yy_state *)calloc(1, sizeof *s);
    s->in = in;
    s->docs = (yyjson_doc **)calloc(in->count, sizeof *s->docs);
    return s;
}
static void *yy_open_pool(const bench_input *in) {
    yy_state *s = (yy_state *)yy_open(in);
    for (size_t i = 0; i < in->count; i++) {
        size_t n = yyjson_read_max_memory_usage(in->texts[i].len, 0);
        s->pool_size += n;
    }
    s->pool = malloc(s->pool_size);
    if (s->pool) memset(s->pool, 0, s->pool_size);
    return s;
}
static void yy_release(void *p) {
    yy_state *s = (yy_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        yyjson_doc_free(s->docs[i]);
        s->docs[i] = NULL;
    }
}
static void yy_forget(void *p) {
    yy_state *s = (yy_state *)p;
    for (size_t i = 0; i < s->in->count; i++) s->docs[i] = NULL;
}
static void yy_close(void *p) {
    yy_state *s = (yy_state *)p;
    if (!s->pool) yy_release(s);
    free(s->pool);
    free(s->text);
    free(s->docs);
    free(s);
}
static bool yy_parse(void *p) {
    yy_state *s = (yy_state *)p;
    for (size_t i = 0; i < s->in->count; i++)
        if (!(s->docs[i] = yyjson_read(s->in->texts[i].ptr, s->in->texts[i].len, 0))) return false;
    return true;
}
/* All memory from one block that is used again: the reader's own pool allocator. */
static bool yy_parse_pool(void *p) {
    yy_state *s = (yy_state *)p;
    size_t at = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        size_t n = yyjson_read_max_memory_usage(s->in->texts[i].len, 0);
        yyjson_alc alc;
        if (!yyjson_alc_pool_init(&alc, (char *)s->pool + at, n)) return false;
        at += n;
        if (!(s->docs[i] =
                  yyjson_read_opts((char *)(uintptr_t)s->in->texts[i].ptr, s->in->texts[i].len, 0, &alc, NULL)))
            return false;
    }
    return true;
}

static void yy_walk(yyjson_val *v, bench_facts *f) {
    switch (yyjson_get_type(v)) {
    case YYJSON_TYPE_NULL: f->nulls++; break;
    case YYJSON_TYPE_BOOL: yyjson_get_bool(v) ? f->trues++ : f->falses++; break;
    case YYJSON_TYPE_NUM: f->numbers++, f->number_sum += yyjson_get_num(v); break;
    case YYJSON_TYPE_STR: f->strings++, f->string_bytes += yyjson_get_len(v); break;
    case YYJSON_TYPE_ARR: {
        size_t i, n;
        yyjson_val *e;
        f->arrays++, f->elements += yyjson_arr_size(v);
        yyjson_arr_foreach(v, i, n, e) yy_walk(e, f);
        break;
    }
    case YYJSON_TYPE_OBJ: {
        size_t i, n;
        yyjson_val *k, *e;
        f->objects++, f->members += yyjson_obj_size(v);
        yyjson_obj_foreach(v, i, n, k, e) {
            f->key_bytes += yyjson_get_len(k);
            yy_walk(e, f);
        }
        break;
    }
    default: break;
    }
}
static bool yy_facts(void *p, bench_facts *f) {
    yy_state *s = (yy_state *)p;
    for (size_t i = 0; i < s->in->count; i++) yy_walk(yyjson_doc_get_root(s->docs[i]), f);
    return true;
}

static bool yy_validate(void *p) { /* it has no validator alone */
    yy_state *s = (yy_state *)p;
    bool ok = true;
    for (size_t i = 0; i < s->in->count && ok; i++) {
        yyjson_doc *d = yyjson_read(s->in->texts[i].ptr, s->in->texts[i].len, 0);
        ok = d != NULL;
        yyjson_doc_free(d);
    }
    return ok;
}

static void *yy_open_docs(const bench_input *in) {
    yy_state *s = (yy_state *)yy_open(in);
    yy_parse(s);
    return s;
}
static bool yy_write(yy_state *s, yyjson_write_flag flags) {
    free(s->text);
    s->text = NULL;
    s->text_len = 0;
    if (s->in->count == 1) {
        s->text = yyjson_write(s->docs[0], flags, &s->text_len);
        return s->text != NULL;
    }
    size_t cap = 0, n;
    for (size_t i = 0; i < s->in->count; i++) cap += s->in->texts[i].len + 64;
    if (!(s->text = (char *)malloc(cap))) return false;
    for (size_t i = 0; i < s->in->count; i++) {
        char *t = yyjson_write(s->docs[i], flags, &n);
        if (!t) return false;
        if (i) s->text[s->text_len++] = '\n';
        memcpy(s->text + s->text_len, t, n);
        s->text_len += n;
        free(t);
    }
    return true;
}
static bool yy_serialize(void *p) { return yy_write((yy_state *)p, 0); }
static bool yy_pretty(void *p) {
    return ((yy_state *)p)->in->count == 1 && yy_write((yy_state *)p, YYJSON_WRITE_PRETTY_TWO_SPACES);
}
static bool yy_text(void *p, bench_facts *f) {
    yy_state *s = (yy_state *)p;
    f->text = s->text;
    f->text_len = s->text_len;
    return true;
}

#include "yyjson_more.h"

#ifdef BENCH_BUILD
const bench_engine *bench_module(void);
#define bench_engine_yyjson bench_module
#else
#define BENCH_BUILD ""
const bench_engine *bench_engine_yyjson(void);
#endif
__attribute__((visibility("default"))) const bench_engine *bench_engine_yyjson(void) {
    static const bench_case cases[] = {
        { "parse", "", yy_open, yy_parse, yy_release, yy_facts, yy_close, 0 },
        { "parse", "pool", yy_open_pool, yy_parse_pool, yy_forget, yy_facts, yy_close, 0 },
        { "decode", "", yyd_open, yyd_run, yyd_release, yyd_facts, yyd_close, 0 },
        { "parse-stream", "", yym_open, yym_stream, NULL, yym_streamed, yym_close, 0 },
        { "lookup", "", yym_open_docs, yym_lookup, NULL, yym_found, yym_close, 0 },
        { "lookup", "pointer", yym_open_docs, yym_pointer, NULL, yym_found, yym_close, 0 },
        { "mutate", "", yym_open, yym_mutate, NULL, yym_text, yym_close, 0 },
        { "validate", "", yy_open, yy_validate, NULL, NULL, yy_close, 0 },
        { "serialize", "", yy_open_docs, yy_serialize, NULL, yy_text, yy_close, 0 },
        { "serialize-pretty", "", yy_open_docs, yy_pretty, NULL, yy_text, yy_close, 0 },
    };
    static const bench_engine e = { "yyjson", BENCH_BUILD, YYJSON_VERSION_STRING, cases, sizeof cases / sizeof *cases };
    return &e;
}
