/* nanopb (https://github.com/nanopb/nanopb): the fields of message.proto, bound by its own macros; texts of up to 31
 * bytes stand inside the struct, as its users on small machines have them. */
#include "../binary.h"

#include <pb_decode.h>
#include <pb_encode.h>

typedef struct NanoMessage {
    bool urgent, seen;
    int32_t kind, level;
    int64_t id;
    double score;
    char from[32], body[32];
} NanoMessage;
typedef struct NanoBatch {
    pb_size_t messages_count;
    NanoMessage messages[100];
} NanoBatch;
#define NanoMessage_FIELDLIST(X, a)                                                                                    \
    X(a, STATIC, SINGULAR, BOOL, urgent, 1)                                                                            \
    X(a, STATIC, SINGULAR, BOOL, seen, 2)                                                                              \
    X(a, STATIC, SINGULAR, SINT32, kind, 3)                                                                            \
    X(a, STATIC, SINGULAR, SINT32, level, 4)                                                                           \
    X(a, STATIC, SINGULAR, SINT64, id, 5)                                                                              \
    X(a, STATIC, SINGULAR, DOUBLE, score, 6)                                                                           \
    X(a, STATIC, SINGULAR, STRING, from, 7)                                                                            \
    X(a, STATIC, SINGULAR, STRING, body, 8)
#define NanoMessage_CALLBACK NULL
#define NanoMessage_DEFAULT NULL
#define NanoBatch_FIELDLIST(X, a) X(a, STATIC, REPEATED, MESSAGE, messages, 1)
#define NanoBatch_CALLBACK NULL
#define NanoBatch_DEFAULT NULL
#define NanoBatch_messages_MSGTYPE NanoMessage
extern const pb_msgdesc_t NanoMessage_msg, NanoBatch_msg;
PB_BIND(NanoMessage, NanoMessage, AUTO)
PB_BIND(NanoBatch, NanoBatch, 4)

static bool nano_fill(NanoMessage *o, const BenchMessage *m) {
    if (m->from.len > 31 || m->body.len > 31) return false;
    o->urgent = m->urgent;
    o->seen = m->seen;
    o->kind = m->kind;
    o->level = m->level;
    o->id = m->id;
    o->score = m->score;
    memcpy(o->from, m->from.ptr, m->from.len);
    o->from[m->from.len] = 0;
    memcpy(o->body, m->body.ptr, m->body.len);
    o->body[m->body.len] = 0;
    return true;
}
static bool nano_take(const NanoMessage *o, BenchMessage *m, bench_pool *pool) {
    m->urgent = o->urgent;
    m->seen = o->seen;
    m->kind = o->kind;
    m->level = o->level;
    m->id = o->id;
    m->score = o->score;
    return bench_own(pool, o->from, strlen(o->from), &m->from) && bench_own(pool, o->body, strlen(o->body), &m->body);
}
static NanoBatch nano_batch;
static size_t nano_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    pb_ostream_t to = pb_ostream_from_buffer((pb_byte_t *)out, cap);
    if (n > 100) return 0;
    for (size_t i = 0; i < n; i++)
        if (!nano_fill(&nano_batch.messages[i], &m[i])) return 0;
    nano_batch.messages_count = (pb_size_t)n;
    bool ok = n == 1 ? pb_encode(&to, &NanoMessage_msg, &nano_batch.messages[0])
                     : pb_encode(&to, &NanoBatch_msg, &nano_batch);
    return ok ? to.bytes_written : 0;
}
static bool nano_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    pb_istream_t from = pb_istream_from_buffer((const pb_byte_t *)p, len);
    bool ok = n == 1 ? pb_decode(&from, &NanoMessage_msg, &nano_batch.messages[0])
                     : pb_decode(&from, &NanoBatch_msg, &nano_batch) && nano_batch.messages_count == n;
    for (size_t i = 0; ok && i < n; i++) ok = nano_take(&nano_batch.messages[i], &out[i], pool);
    return ok;
}
static const bench_codec nano_codec = { nano_encode, nano_decode, NULL, NULL, NULL };
BENCH_CODEC_OPEN(nano_open, nano_codec)

const bench_engine *bench_engine_nanopb(void);
const bench_engine *bench_engine_nanopb(void) {
    static const bench_case cases[] = { BENCH_CODEC_ENCODE(nano_open, BENCH_MESSAGES),
                                        BENCH_CODEC_DECODE(nano_open, BENCH_MESSAGES) };
    static const bench_engine e = { "nanopb", "", NANOPB_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
