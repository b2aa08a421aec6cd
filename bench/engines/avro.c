/* Avro C (https://avro.apache.org): its generic values over a memory writer. */
#include "../binary.h"

#include <avro.h>

static const char av_schema[] =
    "{\"type\":\"record\",\"name\":\"Message\",\"fields\":[{\"name\":\"urgent\",\"type\":\"boolean\"},{\"name\":"
    "\"seen\",\"type\":\"boolean\"},{\"name\":\"kind\",\"type\":\"int\"},{\"name\":\"level\",\"type\":\"int\"},"
    "{\"name\":\"id\",\"type\":\"long\"},{\"name\":\"score\",\"type\":\"double\"},{\"name\":\"from\",\"type\":"
    "\"string\"},{\"name\":\"body\",\"type\":\"string\"}]}";
static avro_schema_t av_message_schema, av_list_schema;
static avro_value_t av_message, av_list;

static void *av_open_codec(const bench_input *in, const bench_codec *codec) {
    avro_schema_error_t err;
    if (!av_message_schema) {
        if (avro_schema_from_json(av_schema, sizeof av_schema - 1, &av_message_schema, &err)) return NULL;
        av_list_schema = avro_schema_array(av_message_schema);
        avro_value_iface_t *one = avro_generic_class_from_schema(av_message_schema),
                           *many = avro_generic_class_from_schema(av_list_schema);
        avro_generic_value_new(one, &av_message);
        avro_generic_value_new(many, &av_list);
    }
    return bench_codec_open(in, codec);
}
static bool av_set(avro_value_t *v, const BenchMessage *m) {
    avro_value_t f;
    avro_wrapped_buffer_t b;
#define AV_FIELD(i, call)                                                                                              \
    if (avro_value_get_by_index(v, i, &f, NULL) || (call)) return false;
    AV_FIELD(0, avro_value_set_boolean(&f, m->urgent))
    AV_FIELD(1, avro_value_set_boolean(&f, m->seen))
    AV_FIELD(2, avro_value_set_int(&f, m->kind))
    AV_FIELD(3, avro_value_set_int(&f, m->level))
    AV_FIELD(4, avro_value_set_long(&f, m->id))
    AV_FIELD(5, avro_value_set_double(&f, m->score))
    /* strings with a length; its own NUL rule counts one byte more */
    char text[64];
    memcpy(text, m->from.ptr, m->from.len), text[m->from.len] = 0;
    AV_FIELD(6, avro_wrapped_buffer_new_copy(&b, text, m->from.len + 1) || avro_value_give_string_len(&f, &b))
    memcpy(text, m->body.ptr, m->body.len), text[m->body.len] = 0;
    AV_FIELD(7, avro_wrapped_buffer_new_copy(&b, text, m->body.len + 1) || avro_value_give_string_len(&f, &b))
    return true;
}
static bool av_get(avro_value_t *v, BenchMessage *m, bench_pool *pool) {
    avro_value_t f;
    int urgent, seen;
    const char *t;
    size_t n;
    AV_FIELD(0, avro_value_get_boolean(&f, &urgent))
    AV_FIELD(1, avro_value_get_boolean(&f, &seen))
    AV_FIELD(2, avro_value_get_int(&f, &m->kind))
    AV_FIELD(3, avro_value_get_int(&f, &m->level))
    AV_FIELD(4, avro_value_get_long(&f, &m->id))
    AV_FIELD(5, avro_value_get_double(&f, &m->score))
    AV_FIELD(6, avro_value_get_string(&f, &t, &n) || !bench_own(pool, t, n - 1, &m->from))
    AV_FIELD(7, avro_value_get_string(&f, &t, &n) || !bench_own(pool, t, n - 1, &m->body))
    m->urgent = urgent;
    m->seen = seen;
    return true;
}
static size_t av_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    avro_writer_t w = avro_writer_memory(out, (int64_t)cap);
    bool ok = true;
    if (n == 1) {
        ok = av_set(&av_message, m) && !avro_value_write(w, &av_message);
    } else {
        avro_value_reset(&av_list);
        for (size_t i = 0; ok && i < n; i++) {
            avro_value_t e;
            ok = !avro_value_append(&av_list, &e, NULL) && av_set(&e, &m[i]);
        }
        ok = ok && !avro_value_write(w, &av_list);
    }
    size_t len = (size_t)avro_writer_tell(w);
    avro_writer_free(w);
    return ok ? len : 0;
}
static bool av_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    avro_reader_t r = avro_reader_memory(p, (int64_t)len);
    bool ok = !avro_value_read(r, n == 1 ? &av_message : &av_list);
    if (ok && n == 1) ok = av_get(&av_message, out, pool);
    for (size_t i = 0; ok && n != 1 && i < n; i++) {
        avro_value_t e;
        ok = !avro_value_get_by_index(&av_list, i, &e, NULL) && av_get(&e, &out[i], pool);
    }
    avro_reader_free(r);
    return ok;
}
static const bench_codec av_codec = { av_encode, av_decode, NULL, NULL, NULL };
static void *av_open(const bench_input *in) { return av_open_codec(in, &av_codec); }

const bench_engine *bench_engine_avro(void);
const bench_engine *bench_engine_avro(void) {
    static const bench_case cases[] = { BENCH_CODEC_ENCODE(av_open, BENCH_MESSAGES),
                                        BENCH_CODEC_DECODE(av_open, BENCH_MESSAGES) };
    static const bench_engine e = { "avro-c", "", BENCH_AVRO_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
