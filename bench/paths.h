/* See paths.c. */
#ifndef WEFT_BENCH_PATHS_H
#define WEFT_BENCH_PATHS_H

#include "bench.h"

typedef struct bench_paths_facts {
    bench_facts looked;  /* checksum of what the look-ups find */
    bench_facts mutated; /* counts of the changed documents */
} bench_paths_facts;

/* Fills in->looks and in->changes; false when the texts cannot be read. */
bool bench_paths(bench_input *in, bench_paths_facts *facts);
/* Fills in->stream and in->records; false when the data set has no records. */
bool bench_stream(bench_input *in, bench_facts *facts);

#endif
