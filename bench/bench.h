/* The scoreboard's own vocabulary. An engine is one adapter file that lists cases; a case is one operation done its
 * way. */
#ifndef WEFT_BENCH_H
#define WEFT_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What two engines that read the same text must agree on. */
typedef struct bench_facts {
    uint64_t nulls, trues, falses, numbers, strings, arrays, objects, elements, members, string_bytes, key_bytes;
    double number_sum;
    uint64_t checksum; /* lookup, decode: of what was found */
    /* text producers: the text, which stays valid until the next run */
    const char *text;
    size_t text_len;
} bench_facts;

typedef struct bench_text {
    const char *ptr;
    size_t len;
} bench_text;

/* One place in a document, as a JSON Pointer and as steps; a step without key is an index. */
typedef struct bench_step {
    const char *key;
    size_t len, index;
} bench_step;
typedef struct bench_path {
    size_t text; /* of the input's texts */
    const char *pointer;
    size_t pointer_len;
    const bench_step *steps;
    size_t count;
} bench_path;

/* One data set: one text, or many short ones that are gone through in turn by every run. Immutable, without padding. */
typedef struct bench_input {
    const char *dataset;
    const bench_text *texts;
    size_t count, bytes;
    /* made from the texts when an operation asks for them (paths.c) */
    const bench_path *looks; /* lookup: where to look, at random */
    size_t n_looks;
    const bench_path *changes; /* mutate: one scalar in a hundred, to become the number 7 */
    size_t n_changes;
    bench_text stream; /* parse-stream: one record a line */
    size_t records;
    const struct bench_binary *binary; /* the data sets of the binary operations (binary.h); they have no texts */
} bench_input;

/* open: makes what is not timed (the document a serializer writes, reused parsers). run: the timed operation over all
 * texts; false on any error. release: gives back what run made, not timed. facts: what the last run made. NULL members
 * are no-ops; facts NULL: only run's verdict counts. */
typedef struct bench_case {
    const char *op;
    const char *variant; /* "" or e.g. "pool": shown as engine+pool */
    void *(*open)(const bench_input *in);
    bool (*run)(void *state);
    void (*release)(void *state);
    bool (*facts)(void *state, bench_facts *facts);
    void (*close)(void *state);
    unsigned flags;
} bench_case;
enum {
    BENCH_PADDED = 1,    /* gets padded input, which is against the contract of the op: labelled */
    BENCH_REFERENCE = 2, /* a ceiling, not a peer: left out of "best peer" */
    BENCH_MESSAGES = 4,  /* binary: only for messages and batches of them */
    BENCH_TENSOR = 8     /* binary: only for the tensor */
};

typedef struct bench_engine {
    const char *name;  /* lower case, dashes */
    const char *build; /* "": the default build; else which of several */
    const char *version;
    const bench_case *cases;
    size_t count;
} bench_engine;

/* Adapters: each returns its engine. A new one is listed in engines/list.h. */
typedef const bench_engine *bench_engine_fn(void);

/* Helpers for adapters. */
static inline uint64_t bench_mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}
uint64_t bench_mix_bytes(uint64_t h, const char *s, size_t n);
/* lookup: what was found, alike for all engines. */
static inline uint64_t bench_found_other(uint64_t h, unsigned kind) {
    return bench_mix(h, kind);
} /* 0 null 1 true 2 false */
static inline uint64_t bench_found_real(uint64_t h, double d) {
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return bench_mix(bench_mix(h, 3), u);
}
static inline uint64_t bench_found_string(uint64_t h, const char *s, size_t n) {
    return bench_mix_bytes(bench_mix(h, 4), s, n);
}
static inline uint64_t bench_found_many(uint64_t h, unsigned kind, size_t n) { /* 5 array 6 object */
    return bench_mix(bench_mix(h, kind), n);
}

#ifdef __cplusplus
}
#endif
#endif
