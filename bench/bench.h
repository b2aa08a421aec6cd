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

/* One data set: one text, or many short ones that are gone through in turn by every run. Immutable, without padding. */
typedef struct bench_input {
    const char *dataset;
    const bench_text *texts;
    size_t count, bytes;
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
    BENCH_PADDED = 1,   /* gets padded input, which is against the contract of the op: labelled */
    BENCH_REFERENCE = 2 /* a ceiling, not a peer: left out of "best peer" */
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

#ifdef __cplusplus
}
#endif
#endif
