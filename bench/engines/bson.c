/* libbson (https://github.com/mongodb/mongo-c-driver): a message is a document, a list an array of documents. */
#include "../binary.h"

#include <bson/bson.h>

static bool bs_put(bson_t *b, const BenchMessage *m) {
    return bson_append_bool(b, "urgent", 6, m->urgent) && bson_append_bool(b, "seen", 4, m->seen) &&
           bson_append_int32(b, "kind", 4, m->kind) && bson_append_int32(b, "level", 5, m->level) &&
           bson_append_int64(b, "id", 2, m->id) && bson_append_double(b, "score", 5, m->score) &&
           bson_append_utf8(b, "from", 4, m->from.ptr, (int)m->from.len) &&
           bson_append_utf8(b, "body", 4, m->body.ptr, (int)m->body.len);
}
static size_t bs_encode(const BenchMessage *m, size_t n, char *out, size_t cap) {
    bson_t b, list, one;
    bool ok = true;
    bson_init(&b);
    if (n == 1) {
        ok = bs_put(&b, m);
    } else {
        ok = bson_append_array_begin(&b, "messages", 8, &list);
        for (size_t i = 0; ok && i < n; i++) {
            char own[16];
            const char *key;
            size_t len = bson_uint32_to_string((uint32_t)i, &key, own, sizeof own);
            ok = bson_append_document_begin(&list, key, (int)len, &one) && bs_put(&one, &m[i]) &&
                 bson_append_document_end(&list, &one);
        }
        ok = ok && bson_append_array_end(&b, &list);
    }
    size_t len = b.len;
    ok = ok && len <= cap;
    if (ok) memcpy(out, bson_get_data(&b), len);
    bson_destroy(&b);
    return ok ? len : 0;
}
static bool bs_take(bson_iter_t *it, BenchMessage *m, bench_pool *pool) {
    unsigned found = 0;
    while (bson_iter_next(it)) {
        const char *k = bson_iter_key(it);
        uint32_t n;
        const char *t;
        if (strcmp(k, "urgent") == 0 && BSON_ITER_HOLDS_BOOL(it)) m->urgent = bson_iter_bool(it), found |= 1;
        else if (strcmp(k, "seen") == 0 && BSON_ITER_HOLDS_BOOL(it)) m->seen = bson_iter_bool(it), found |= 2;
        else if (strcmp(k, "kind") == 0 && BSON_ITER_HOLDS_INT32(it)) m->kind = bson_iter_int32(it), found |= 4;
        else if (strcmp(k, "level") == 0 && BSON_ITER_HOLDS_INT32(it)) m->level = bson_iter_int32(it), found |= 8;
        else if (strcmp(k, "id") == 0 && BSON_ITER_HOLDS_INT64(it)) m->id = bson_iter_int64(it), found |= 16;
        else if (strcmp(k, "score") == 0 && BSON_ITER_HOLDS_DOUBLE(it)) m->score = bson_iter_double(it), found |= 32;
        else if (strcmp(k, "from") == 0 && BSON_ITER_HOLDS_UTF8(it)) {
            t = bson_iter_utf8(it, &n);
            m->from.ptr = t, m->from.len = n, found |= 64;
        } else if (strcmp(k, "body") == 0 && BSON_ITER_HOLDS_UTF8(it)) {
            t = bson_iter_utf8(it, &n);
            m->body.ptr = t, m->body.len = n, found |= 128;
        }
    }
    return found == 255 && (!pool || (bench_own(pool, m->from.ptr, m->from.len, &m->from) &&
                                      bench_own(pool, m->body.ptr, m->body.len, &m->body)));
}
static bool bs_read(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    bson_t b;
    bson_iter_t it, list, one;
    if (!bson_init_static(&b, (const uint8_t *)p, len) || !bson_iter_init(&it, &b)) return false;
    if (n == 1) return bs_take(&it, out, pool);
    if (!bson_iter_find(&it, "messages") || !bson_iter_recurse(&it, &list)) return false;
    size_t i = 0;
    while (i < n && bson_iter_next(&list))
        if (!bson_iter_recurse(&list, &one) || !bs_take(&one, &out[i++], pool)) return false;
    return i == n;
}
static bool bs_decode(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    return bs_read(p, len, out, n, pool);
}
static bool bs_view(const char *p, size_t len, BenchMessage *out, size_t n, bench_pool *pool) {
    (void)pool;
    return bs_read(p, len, out, n, NULL);
}
static const bench_codec bs_codec = { bs_encode, bs_decode, bs_view, NULL, NULL };
BENCH_CODEC_OPEN(bs_open, bs_codec)

const bench_engine *bench_engine_bson(void);
const bench_engine *bench_engine_bson(void) {
    static const bench_case cases[] = { BENCH_CODEC_ENCODE(bs_open, BENCH_MESSAGES),
                                        BENCH_CODEC_DECODE(bs_open, BENCH_MESSAGES),
                                        BENCH_CODEC_VIEW(bs_open, BENCH_MESSAGES) };
    static const bench_engine e = { "libbson", "", BSON_VERSION_S, cases, sizeof cases / sizeof *cases };
    return &e;
}
