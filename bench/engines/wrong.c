/* Deliberately wrong, to prove the gate: it counts one null too few, refuses, crashes, writes another text. */
#include "../bench.h"

#include <signal.h>

static const bench_input *wrong_input;
static void *wrong_open(const bench_input *in) {
    wrong_input = in;
    return &wrong_input;
}
static bool wrong_run(void *p) {
    (void)p;
    return true;
}
static bool wrong_refuse(void *p) {
    (void)p;
    return false;
}
static bool wrong_crash(void *p) {
    (void)p;
    raise(SIGSEGV);
    return true;
}
static bool wrong_facts(void *p, bench_facts *f) {
    (void)p;
    f->strings = 1;
    return true;
}
static bool wrong_found(void *p, bench_facts *f) {
    (void)p;
    f->checksum = 12345;
    return true;
}
static bool wrong_text(void *p, bench_facts *f) {
    (void)p;
    f->text = "[1]";
    f->text_len = 3;
    return true;
}

const bench_engine *bench_engine_wrong(void) {
    static const bench_case cases[] = {
        { "parse", "count", wrong_open, wrong_run, NULL, wrong_facts, NULL, 0 },
        { "parse", "refuse", wrong_open, wrong_refuse, NULL, wrong_facts, NULL, 0 },
        { "parse", "crash", wrong_open, wrong_crash, NULL, wrong_facts, NULL, 0 },
        { "minify", "text", wrong_open, wrong_run, NULL, wrong_text, NULL, 0 },
        { "lookup", "found", wrong_open, wrong_run, NULL, wrong_found, NULL, 0 },
        { "decode", "found", wrong_open, wrong_run, NULL, wrong_found, NULL, 0 },
        { "mutate", "text", wrong_open, wrong_run, NULL, wrong_text, NULL, 0 },
        { "parse-stream", "count", wrong_open, wrong_run, NULL, wrong_facts, NULL, 0 },
        { "frozen-view", "found", wrong_open, wrong_run, NULL, wrong_found, NULL, BENCH_MESSAGES },
        { "validate", "yes", wrong_open, wrong_run, NULL, NULL, NULL, 0 },
    };
    static const bench_engine e = { "wrong", "", "-", cases, sizeof cases / sizeof *cases };
    return &e;
}
