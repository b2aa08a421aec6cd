/* Values of the binary operations, and the frame around every codec: encode all units, decode all units, check what
 * came out against the values. */
#include "binary.h"

WEFT_DEFINE(BenchMessage, BENCH_MESSAGE)

const char *const bench_binary_names[] = { "message", "batch100", "tensor2m", NULL };

static uint64_t binary_random(uint64_t *s) {
    uint64_t z = (*s += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

const bench_binary *bench_binary_load(const char *dataset) {
    static const char letters[] = "hello world, this is what a message of some length says to whoever reads it";
    bool tensor = strcmp(dataset, "tensor2m") == 0, batch = strcmp(dataset, "batch100") == 0;
    if (!tensor && !batch && strcmp(dataset, "message") != 0) return NULL;
    bench_binary *b = (bench_binary *)calloc(1, sizeof *b);
    uint64_t seed = 3;
    if (!b) return NULL;
    if (tensor) {
        double *v = (double *)malloc(262144 * sizeof *v);
        for (size_t i = 0; v && i < 262144; i++) v[i] = (double)(int64_t)binary_random(&seed) / 1e9;
        b->tensor = v;
        b->units = b->per_unit = 1;
        b->values = 262144;
        return v ? b : NULL;
    }
    b->units = batch ? 16 : 256;
    b->per_unit = batch ? 100 : 1;
    BenchMessage *m = (BenchMessage *)calloc(b->units * b->per_unit, sizeof *m);
    for (size_t i = 0; m && i < b->units * b->per_unit; i++) {
        uint64_t r = binary_random(&seed);
        m[i].urgent = r & 1;
        m[i].seen = r >> 1 & 1;
        m[i].kind = (int32_t)(r >> 8 & 0xff);
        m[i].level = (int32_t)(r >> 32);
        m[i].id = (int64_t)(r >> (r & 31));
        m[i].score = (double)(r >> 12) / 1e6;
        m[i].from.ptr = letters;
        m[i].from.len = 3 + r % 8;
        m[i].body.ptr = letters + r % 20;
        m[i].body.len = 2 + (r >> 20) % 12;
    }
    b->messages = m;
    return m ? b : NULL;
}

static uint64_t messages_checksum(uint64_t h, const BenchMessage *m, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint64_t score;
        memcpy(&score, &m[i].score, sizeof score);
        h = bench_mix(h, (uint64_t)m[i].urgent | (uint64_t)m[i].seen << 1);
        h = bench_mix(bench_mix(h, (uint64_t)(int64_t)m[i].kind), (uint64_t)(int64_t)m[i].level);
        h = bench_mix(bench_mix(h, (uint64_t)m[i].id), score);
        h = bench_mix_bytes(bench_mix_bytes(h, m[i].from.ptr, m[i].from.len), m[i].body.ptr, m[i].body.len);
    }
    return h;
}
static uint64_t tensor_checksum(const double *v, size_t n) {
    return bench_mix_bytes(1, (const char *)v, n * sizeof *v);
}

bool bench_binary_expected(const bench_input *in, bench_facts *facts) {
    const bench_binary *b = in->binary;
    if (!b) return false;
    facts->checksum =
        b->tensor ? tensor_checksum(b->tensor, b->values) : messages_checksum(1, b->messages, b->units * b->per_unit);
    return true;
}

typedef struct codec_state {
    const bench_binary *in;
    const bench_codec *codec;
    char *bytes;
    size_t *lens; /* of every unit */
    size_t stride, total;
    BenchMessage *messages;
    double *tensor;
    bench_pool pool;
} codec_state;

void *bench_codec_open(const bench_input *in, const bench_codec *codec) {
    codec_state *s = (codec_state *)calloc(1, sizeof *s);
    if (!s) return NULL;
    const bench_binary *b = in->binary;
    s->in = b;
    s->codec = codec;
    s->stride = b->tensor ? b->values * 12 + 4096 : b->per_unit * 320 + 256;
    s->bytes = (char *)calloc(b->units, s->stride);
    s->lens = (size_t *)calloc(b->units, sizeof *s->lens);
    s->messages = (BenchMessage *)calloc(b->units * b->per_unit, sizeof *s->messages);
    s->tensor = (double *)calloc(b->values + 1, sizeof *s->tensor);
    s->pool.size = b->units * b->per_unit * 256 + 4096;
    s->pool.base = (char *)calloc(1, s->pool.size);
    if (!s->bytes || !s->lens || !s->messages || !s->tensor || !s->pool.base || !bench_codec_encode(s)) {
        bench_codec_close(s);
        return NULL;
    }
    return s;
}
void bench_codec_close(void *p) {
    codec_state *s = (codec_state *)p;
    free(s->bytes), free(s->lens), free(s->messages), free(s->tensor), free(s->pool.base), free(s);
}
bool bench_codec_encode(void *p) {
    codec_state *s = (codec_state *)p;
    const bench_binary *b = s->in;
    s->total = 0;
    if (b->tensor) {
        if (!s->codec->encode_tensor) return false;
        s->lens[0] = s->codec->encode_tensor(b->tensor, b->values, s->bytes, s->stride);
        s->total = s->lens[0];
        return s->total != 0;
    }
    for (size_t i = 0; i < b->units; i++) {
        s->lens[i] = s->codec->encode(b->messages + i * b->per_unit, b->per_unit, s->bytes + i * s->stride, s->stride);
        if (!s->lens[i]) return false;
        s->total += s->lens[i];
    }
    return true;
}
static bool codec_units(codec_state *s, bool (*fn)(const char *, size_t, BenchMessage *, size_t, bench_pool *)) {
    const bench_binary *b = s->in;
    s->pool.used = 0;
    if (b->tensor) return s->codec->decode_tensor(s->bytes, s->lens[0], s->tensor, b->values);
    for (size_t i = 0; i < b->units; i++)
        if (!fn(s->bytes + i * s->stride, s->lens[i], s->messages + i * b->per_unit, b->per_unit, &s->pool))
            return false;
    return true;
}
bool bench_codec_decode(void *p) { return codec_units((codec_state *)p, ((codec_state *)p)->codec->decode); }
bool bench_codec_view(void *p) { return codec_units((codec_state *)p, ((codec_state *)p)->codec->view); }
/* What was written is read again, by the same format's owned reader. */
bool bench_codec_facts(void *p, bench_facts *f) {
    codec_state *s = (codec_state *)p;
    if (!s->messages[0].from.ptr && !bench_codec_decode(p)) return false;
    f->checksum = s->in->tensor ? tensor_checksum(s->tensor, s->in->values)
                                : messages_checksum(1, s->messages, s->in->units * s->in->per_unit);
    f->text_len = s->total;
    return true;
}
