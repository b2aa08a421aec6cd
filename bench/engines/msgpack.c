/* msgpack-c (https://github.com/msgpack/msgpack-c): a message is an array of its members, a list an array of those; the
 * tensor is a bin. */
#include "../binary.h"

#include <msgpack.h>

typedef struct mp_out {
    char *at, *end;
} mp_out;
static int mp_write(void *p, const char *t, size_t n) {
    mp_out *o = (mp_out *)p;
    if ((size_t)(o->end - o->at) < n) return -1;
    memcpy(o->at, t, n);
    o->at += n;
    return 0;
}
static size_t mp_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    mp_out o = { out, out + cap };
    msgpack_packer pk;
    msgpack_packer_init(&pk, &o, mp_write);
    if (n != 1) msgpack_pack_array(&pk, n);
    for (size_t i = 0; i < n; i++) {
        msgpack_pack_array(&pk, 8);
        m[i].urgent ? msgpack_pack_true(&pk) : msgpack_pack_false(&pk);
        m[i].seen ? msgpack_pack_true(&pk) : msgpack_pack_false(&pk);
        msgpack_pack_int32(&pk, m[i].kind);
        msgpack_pack_int32(&pk, m[i].level);
        msgpack_pack_int64(&pk, m[i].id);
        msgpack_pack_double(&pk, m[i].score);
        msgpack_pack_str(&pk, m[i].from.len);
        msgpack_pack_str_body(&pk, m[i].from.ptr, m[i].from.len);
        msgpack_pack_str(&pk, m[i].body.len);
        if (msgpack_pack_str_body(&pk, m[i].body.ptr, m[i].body.len)) return 0;
    }
    return (size_t)(o.at - out);
}
static bool mp_int(const msgpack_object *o, int64_t *v) {
    *v = o->via.i64;
    return o->type == MSGPACK_OBJECT_POSITIVE_INTEGER || o->type == MSGPACK_OBJECT_NEGATIVE_INTEGER;
}
static bool mp_str(const msgpack_object *o, weft_str *s, bench_pool *pool) {
    if (o->type != MSGPACK_OBJECT_STR) return false;
    s->ptr = o->via.str.ptr;
    s->len = o->via.str.size;
    return !pool || bench_own(pool, s->ptr, s->len, s);
}
static bool mp_message(const msgpack_object *o, BenchMessage *m, bench_pool *pool) {
    int64_t kind, level;
    const msgpack_object *f = o->via.array.ptr;
    if (o->type != MSGPACK_OBJECT_ARRAY || o->via.array.size != 8) return false;
    if (f[0].type != MSGPACK_OBJECT_BOOLEAN || f[1].type != MSGPACK_OBJECT_BOOLEAN) return false;
    if (!mp_int(&f[2], &kind) || !mp_int(&f[3], &level) || !mp_int(&f[4], &m->id)) return false;
    if (f[5].type != MSGPACK_OBJECT_FLOAT64 || !mp_str(&f[6], &m->from, pool) || !mp_str(&f[7], &m->body, pool))
        return false;
    m->urgent = f[0].via.boolean;
    m->seen = f[1].via.boolean;
    m->kind = (int32_t)kind;
    m->level = (int32_t)level;
    m->score = f[5].via.f64;
    return kind == m->kind && level == m->level;
}
static bool mp_read(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    msgpack_unpacked u;
    msgpack_unpacked_init(&u);
    size_t at = 0;
    bool ok = msgpack_unpack_next(&u, p, len, &at) == MSGPACK_UNPACK_SUCCESS && at == len;
    if (ok && n == 1) ok = mp_message(&u.data, out, pool);
    else if (ok) ok = u.data.type == MSGPACK_OBJECT_ARRAY && u.data.via.array.size == n;
    for (size_t i = 0; ok && n != 1 && i < n; i++) ok = mp_message(&u.data.via.array.ptr[i], &out[i], pool);
    msgpack_unpacked_destroy(&u);
    return ok;
}
static bool mp_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    return mp_read(p, len, out, n, pool);
}
static bool mp_view(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    (void)pool;
    return mp_read(p, len, out, n, NULL);
}
static size_t mp_encode_tensor(const double *v, size_t n, char *out, size_t cap) {
    mp_out o = { out, out + cap };
    msgpack_packer pk;
    msgpack_packer_init(&pk, &o, mp_write);
    msgpack_pack_bin(&pk, n * sizeof *v);
    return msgpack_pack_bin_body(&pk, v, n * sizeof *v) ? 0 : (size_t)(o.at - out);
}
static bool mp_decode_tensor(const char *p, size_t len, double *out, size_t n) {
    msgpack_unpacked u;
    msgpack_unpacked_init(&u);
    size_t at = 0;
    bool ok = msgpack_unpack_next(&u, p, len, &at) == MSGPACK_UNPACK_SUCCESS && u.data.type == MSGPACK_OBJECT_BIN &&
              u.data.via.bin.size == n * sizeof *out;
    if (ok) memcpy(out, u.data.via.bin.ptr, n * sizeof *out);
    msgpack_unpacked_destroy(&u);
    return ok;
}
static const bench_codec mp_codec = { mp_encode, mp_decode, mp_view, mp_encode_tensor, mp_decode_tensor };
BENCH_CODEC_OPEN(mp_open, mp_codec)

const bench_engine *bench_engine_msgpack(void);
const bench_engine *bench_engine_msgpack(void) {
    static const bench_case cases[] = {
        BENCH_CODEC_ENCODE(mp_open, BENCH_MESSAGES), BENCH_CODEC_DECODE(mp_open, BENCH_MESSAGES),
        BENCH_CODEC_VIEW(mp_open, BENCH_MESSAGES),   BENCH_CODEC_ENCODE(mp_open, BENCH_TENSOR),
        BENCH_CODEC_DECODE(mp_open, BENCH_TENSOR),
    };
    static const bench_engine e = { "msgpack-c", "", MSGPACK_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
