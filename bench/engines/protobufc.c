/* protobuf-c (https://github.com/protobuf-c/protobuf-c), code generated from message.proto by protoc-c. */
#include "../binary.h"

#include "message.pb-c.h"

static void pc_fill(Bench__Message *o, const BenchMessage *m, char *texts) {
    bench__message__init(o);
    o->urgent = m->urgent;
    o->seen = m->seen;
    o->kind = m->kind;
    o->level = m->level;
    o->id = m->id;
    o->score = m->score;
    /* its strings end with a NUL */
    memcpy(texts, m->from.ptr, m->from.len);
    texts[m->from.len] = 0;
    o->from = texts;
    texts += m->from.len + 1;
    memcpy(texts, m->body.ptr, m->body.len);
    texts[m->body.len] = 0;
    o->body = texts;
}
static size_t pc_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    static Bench__Message items[128];
    static Bench__Message *list[128];
    static char texts[128][64];
    if (n > 128) return 0;
    for (size_t i = 0; i < n; i++) {
        pc_fill(&items[i], &m[i], texts[i]);
        list[i] = &items[i];
    }
    if (n == 1) return bench__message__pack(&items[0], (uint8_t *)out);
    Bench__Batch b = BENCH__BATCH__INIT;
    b.n_messages = n;
    b.messages = list;
    (void)cap;
    return bench__batch__pack(&b, (uint8_t *)out);
}
static bool pc_take(const Bench__Message *o, BenchMessage *m, bench_pool *pool) {
    m->urgent = o->urgent;
    m->seen = o->seen;
    m->kind = o->kind;
    m->level = o->level;
    m->id = o->id;
    m->score = o->score;
    return bench_own(pool, o->from, strlen(o->from), &m->from) && bench_own(pool, o->body, strlen(o->body), &m->body);
}
static bool pc_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    bool ok = true;
    if (n == 1) {
        Bench__Message *m = bench__message__unpack(NULL, len, (const uint8_t *)p);
        ok = m && pc_take(m, out, pool);
        if (m) bench__message__free_unpacked(m, NULL);
        return ok;
    }
    Bench__Batch *b = bench__batch__unpack(NULL, len, (const uint8_t *)p);
    ok = b && b->n_messages == n;
    for (size_t i = 0; ok && i < n; i++) ok = pc_take(b->messages[i], &out[i], pool);
    if (b) bench__batch__free_unpacked(b, NULL);
    return ok;
}
static size_t pc_encode_tensor(const double *v, size_t n, char *out, size_t cap) {
    (void)cap;
    Bench__Tensor t = BENCH__TENSOR__INIT;
    t.n_values = n;
    t.values = (double *)(uintptr_t)v;
    return bench__tensor__pack(&t, (uint8_t *)out);
}
static bool pc_decode_tensor(const char *p, size_t len, double *out, size_t n) {
    Bench__Tensor *t = bench__tensor__unpack(NULL, len, (const uint8_t *)p);
    bool ok = t && t->n_values == n;
    if (ok) memcpy(out, t->values, n * sizeof *out);
    if (t) bench__tensor__free_unpacked(t, NULL);
    return ok;
}
static const bench_codec pc_codec = { pc_encode, pc_decode, NULL, pc_encode_tensor, pc_decode_tensor };
BENCH_CODEC_OPEN(pc_open, pc_codec)

const bench_engine *bench_engine_protobufc(void);
const bench_engine *bench_engine_protobufc(void) {
    static const bench_case cases[] = {
        BENCH_CODEC_ENCODE(pc_open, BENCH_MESSAGES),
        BENCH_CODEC_DECODE(pc_open, BENCH_MESSAGES),
        BENCH_CODEC_ENCODE(pc_open, BENCH_TENSOR),
        BENCH_CODEC_DECODE(pc_open, BENCH_TENSOR),
    };
    static const bench_engine e = { "protobuf-c", "", PROTOBUF_C_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
