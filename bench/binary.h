/* The values of the binary operations and the frame that every codec's adapter shares.
 *
 * message   256 different messages, each a text of its own
 * batch100  16 lists of 100 messages
 * tensor2m  one list of 262,144 doubles, 2 MiB */
#ifndef WEFT_BENCH_BINARY_H
#define WEFT_BENCH_BINARY_H

#include "decoded.h"

#define BENCH_MESSAGE(F)                                                                                               \
    F(bool, urgent)                                                                                                    \
    F(bool, seen) F(int32_t, kind) F(int32_t, level) F(int64_t, id) F(double, score) F(weft_str, from) F(weft_str, body)
WEFT_DECLARE(BenchMessage, BENCH_MESSAGE)

typedef struct bench_binary {
    const BenchMessage *messages; /* units * per_unit of them; NULL: tensor */
    size_t units, per_unit;
    const double *tensor;
    size_t values;
} bench_binary;

#ifdef __cplusplus
extern "C" {
#endif

extern const char *const bench_binary_names[];
/* NULL: no such data set. */
const bench_binary *bench_binary_load(const char *dataset);
bool bench_binary_expected(const bench_input *in, bench_facts *facts);

/* A codec. n is 1 for a message, else the list's length. encode returns the bytes written at out, 0 on failure. decode
 * owns all strings in the pool; view may point into the bytes. NULL where the format has no such thing. */
typedef struct bench_codec {
    size_t (*encode)(const BenchMessage *m, size_t n, char *out, size_t cap);
    bool (*decode)(const char *bytes, size_t len, BenchMessage *out, size_t n, bench_pool *pool);
    bool (*view)(const char *bytes, size_t len, BenchMessage *out, size_t n, bench_pool *pool);
    size_t (*encode_tensor)(const double *v, size_t n, char *out, size_t cap);
    bool (*decode_tensor)(const char *bytes, size_t len, double *out, size_t n);
} bench_codec;

/* The cases' functions; open takes the codec through a function of the adapter's own (BENCH_CODEC_OPEN). */
void *bench_codec_open(const bench_input *in, const bench_codec *codec);
bool bench_codec_encode(void *state);
bool bench_codec_decode(void *state);
bool bench_codec_view(void *state);
bool bench_codec_facts(void *state, bench_facts *facts);
void bench_codec_close(void *state);

#define BENCH_CODEC_OPEN(name, codec)                                                                                  \
    static void *name(const bench_input *in) { return bench_codec_open(in, &(codec)); }
#define BENCH_CODEC_ENCODE(open, flags)                                                                                \
    { "frozen-encode", "", open, bench_codec_encode, NULL, bench_codec_facts, bench_codec_close, flags }
#define BENCH_CODEC_DECODE(open, flags)                                                                                \
    { "frozen-decode", "", open, bench_codec_decode, NULL, bench_codec_facts, bench_codec_close, flags }
#define BENCH_CODEC_VIEW(open, flags)                                                                                  \
    { "frozen-view", "", open, bench_codec_view, NULL, bench_codec_facts, bench_codec_close, flags }

static inline bool bench_own(bench_pool *pool, const char *s, size_t n, weft_str *out) {
    char *t = (char *)bench_pool_take(pool, n + 1);
    if (!t) return false;
    memcpy(t, s, n);
    t[n] = 0;
    out->ptr = t;
    out->len = n;
    return true;
}

#ifdef __cplusplus
}
#endif
#endif
