/* libcbor (https://github.com/PJK/libcbor): its streaming writer; its item tree for reading. */
#include "../binary.h"

#include <cbor.h>

static size_t cb_text(unsigned char *o, size_t room, weft_str s) {
    size_t head = cbor_encode_string_start(s.len, o, room);
    if (!head || room - head < s.len) return 0;
    memcpy(o + head, s.ptr, s.len);
    return head + s.len;
}
static size_t cb_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    unsigned char *o = (unsigned char *)out, *end = o + cap;
#define CB(call)                                                                                                       \
    do {                                                                                                               \
        size_t wrote_ = (call);                                                                                        \
        if (!wrote_) return 0;                                                                                         \
        o += wrote_;                                                                                                   \
    } while (0)
#define CB_ROOM o, (size_t)(end - o)
#define CB_INT(v)                                                                                                      \
    CB((v) >= 0 ? cbor_encode_uint((uint64_t)(v), CB_ROOM) : cbor_encode_negint((uint64_t) ~(int64_t)(v), CB_ROOM))
    if (n != 1) CB(cbor_encode_array_start(n, CB_ROOM));
    for (size_t i = 0; i < n; i++) {
        CB(cbor_encode_array_start(8, CB_ROOM));
        CB(cbor_encode_bool(m[i].urgent, CB_ROOM));
        CB(cbor_encode_bool(m[i].seen, CB_ROOM));
        CB_INT(m[i].kind);
        CB_INT(m[i].level);
        CB_INT(m[i].id);
        CB(cbor_encode_double(m[i].score, CB_ROOM));
        CB(cb_text(CB_ROOM, m[i].from));
        CB(cb_text(CB_ROOM, m[i].body));
    }
    return (size_t)((char *)o - out);
}
static bool cb_int(cbor_item_t *v, int64_t *out) {
    if (!cbor_is_int(v)) return false;
    uint64_t u = cbor_get_int(v);
    *out = cbor_isa_negint(v) ? (int64_t)~u : (int64_t)u;
    return u <= INT64_MAX;
}
static bool cb_message(cbor_item_t *o, BenchMessage *m, bench_pool *pool) {
    int64_t kind, level;
    if (!cbor_isa_array(o) || cbor_array_size(o) != 8) return false;
    cbor_item_t **f = cbor_array_handle(o);
    if (!cbor_is_bool(f[0]) || !cbor_is_bool(f[1]) || !cb_int(f[2], &kind) || !cb_int(f[3], &level) ||
        !cb_int(f[4], &m->id) || !cbor_isa_float_ctrl(f[5]) || !cbor_isa_string(f[6]) || !cbor_isa_string(f[7]))
        return false;
    m->urgent = cbor_get_bool(f[0]);
    m->seen = cbor_get_bool(f[1]);
    m->kind = (int32_t)kind;
    m->level = (int32_t)level;
    m->score = cbor_float_get_float(f[5]);
    return bench_own(pool, (const char *)cbor_string_handle(f[6]), cbor_string_length(f[6]), &m->from) &&
           bench_own(pool, (const char *)cbor_string_handle(f[7]), cbor_string_length(f[7]), &m->body);
}
static bool cb_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    struct cbor_load_result r;
    cbor_item_t *root = cbor_load((const unsigned char *)p, len, &r);
    if (!root) return false;
    bool ok = r.read == len && cbor_isa_array(root) && (n == 1 || cbor_array_size(root) == n);
    if (ok && n == 1) ok = cb_message(root, out, pool);
    for (size_t i = 0; ok && n != 1 && i < n; i++) ok = cb_message(cbor_array_handle(root)[i], &out[i], pool);
    cbor_decref(&root);
    return ok;
}
static size_t cb_encode_tensor(const double *v, size_t n, char *out, size_t cap) {
    size_t head = cbor_encode_bytestring_start(n * sizeof *v, (unsigned char *)out, cap);
    memcpy(out + head, v, n * sizeof *v);
    return head + n * sizeof *v;
}
static bool cb_decode_tensor(const char *p, size_t len, double *out, size_t n) {
    struct cbor_load_result r;
    cbor_item_t *root = cbor_load((const unsigned char *)p, len, &r);
    if (!root) return false;
    bool ok = cbor_isa_bytestring(root) && cbor_bytestring_length(root) == n * sizeof *out;
    if (ok) memcpy(out, cbor_bytestring_handle(root), n * sizeof *out);
    cbor_decref(&root);
    return ok;
}
static const bench_codec cb_codec = { cb_encode, cb_decode, NULL, cb_encode_tensor, cb_decode_tensor };
BENCH_CODEC_OPEN(cb_open, cb_codec)

const bench_engine *bench_engine_cbor(void);
const bench_engine *bench_engine_cbor(void) {
    static const bench_case cases[] = {
        BENCH_CODEC_ENCODE(cb_open, BENCH_MESSAGES),
        BENCH_CODEC_DECODE(cb_open, BENCH_MESSAGES),
        BENCH_CODEC_ENCODE(cb_open, BENCH_TENSOR),
        BENCH_CODEC_DECODE(cb_open, BENCH_TENSOR),
    };
    static const bench_engine e = { "libcbor", "", CBOR_VERSION, cases, sizeof cases / sizeof *cases };
    return &e;
}
