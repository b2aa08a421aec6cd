/* Rows of the scoreboard and what is done with them. */
#ifndef WEFT_BENCH_BOARD_H
#define WEFT_BENCH_BOARD_H

#include "bench.h"
#include "paths.h"

typedef struct bench_row {
    const bench_engine *engine;
    const bench_case *how;
    const bench_input *input;
    char name[64];    /* engine, +variant, @build */
    char error[160];  /* "" when good */
    char accepts[96]; /* invalid input it takes for good: "utf8 number"; "" when strict */
    double *ns;       /* samples */
    size_t samples, room;
    double median, min, max, mad;
    size_t bytes; /* per run: of input, or of output for text producers */
    size_t items; /* per run: messages, records, look-ups; ns each are of these */
    bool perturbed;
    double instructions, cycles, branch_misses, page_faults; /* per run; negative: not counted */
    bool unsteady;                                           /* two counting passes differ by more than 1 % */
    double peak_bytes, allocated_bytes;                      /* of the heap in the first run; negative: not known */
    double alone;                                            /* median measured alone; 0: was not asked for */
    void *state;
} bench_row;

typedef struct bench_plan {
    double min_ms; /* time budget per row */
    bool quiet;
    bool counters, callgrind, alone;
} bench_plan;

/* corpora.c */
/* NULL and a reason when the data set cannot be had. */
bench_input *bench_input_load(const char *dataset, char reason[160]);
extern const char *const bench_dataset_names[];

/* gate.c */
bool bench_reference(const bench_input *in, bench_facts *facts, char reason[160]);
bool bench_reference_text(const char *text, size_t len, bench_facts *facts, char reason[160]);
bool bench_facts_agree(const bench_facts *want, const bench_facts *got, bool counts, char reason[160]);
/* What an operation on this input must give; NULL: the operation has no meaning for it. */
typedef struct bench_references {
    bench_facts text; /* of the texts as they are; filled by bench_reference */
    bench_facts typed, streamed;
    bench_paths_facts paths;
} bench_references;
const bench_facts *bench_expected(bench_input *in, const char *op, bench_references *references);
/* One untimed run of the row against the reference; fills row->error, row->bytes, row->accepts. */
void bench_gate(bench_row *row, const bench_facts *reference);

/* measure.c */
void bench_measure(bench_row *rows, size_t count, const bench_plan *plan);
extern volatile int bench_interrupted;
/* Runs fn(arg); false when it crashed (a signal), with the signal's name in reason. */
bool bench_guarded(bool (*fn)(void *), void *arg, bool *result, char reason[160]);

/* counters.c: one perf_event group around one run; members stay negative where refused. */
bool bench_counters_open(char reason[160]);
void bench_counters_run(bench_row *row);

/* callgrind.c: fills row->instructions from a child under valgrind; the child runs the row once. */
void bench_callgrind_count(bench_row *row);
bool bench_callgrind_child(bench_row *row);

/* memory.c: what the operation between the two takes from the heap */
void bench_memory_start(void);
void bench_memory_stop(bench_row *row);

/* table.c, snapshot.c, compare.c */
void bench_table(FILE *to, const bench_row *rows, size_t count, const char *against, bool colour);
bool bench_snapshot(const char *path, const bench_row *rows, size_t count, double min_ms, bool partial,
                    const char *absent);
int bench_compare(const char *a, const char *b);
int bench_report(const char *snapshot, const char *page);

#endif
