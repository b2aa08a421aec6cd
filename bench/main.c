/* weft-bench: weft against the best, in one run, with a gate no wrong engine passes. */
#include "binary.h"
#include "board.h"

#include "decoded.h"

#include <dlfcn.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "engines/list.h"

enum { MOST_ENGINES = 48, MOST_ROWS = 4096 };
static const char *const op_names[] = { "parse",     "decode",           "decode-view",   "validate",     "minify",
                                        "serialize", "serialize-pretty", "encode",        "parse-stream", "lookup",
                                        "mutate",    "frozen-encode",    "frozen-decode", "frozen-view",  NULL };

static const bench_engine *engines[MOST_ENGINES];
static size_t n_engines;

static void add_engine(const bench_engine *e) {
    if (e && n_engines < MOST_ENGINES) engines[n_engines++] = e;
}

/* Further builds of a peer come as modules, so that two copies of one library do not meet. */
static void add_modules(void) {
    static char list[] = WEFT_BENCH_MODULES;
    for (char *path = strtok(list, ";"); path; path = strtok(NULL, ";")) {
        void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        bench_engine_fn *fn = NULL;
        if (h) *(void **)&fn = dlsym(h, "bench_module");
        if (fn) add_engine(fn());
        else fprintf(stderr, "weft-bench: %s\n", dlerror());
        bench_engine_fn *second = NULL; /* a library may have two faces: simdjson's DOM and On-Demand */
        if (h) *(void **)&second = dlsym(h, "bench_module_2");
        if (second) add_engine(second());
    }
}

/* "yyjson" takes yyjson, yyjson+pool and yyjson@clang along; "yyjson+pool" only that. */
static bool listed(const char *list, const char *name) {
    if (!list) return true;
    size_t n = strlen(name);
    for (const char *p = list; *p;) {
        size_t len = strcspn(p, ",");
        if (len <= n && memcmp(p, name, len) == 0 && (name[len] == 0 || name[len] == '+' || name[len] == '@'))
            return true;
        p += len + (p[len] == ',');
    }
    return false;
}

/* Every name in the list must be one of the known ones. */
static bool known(const char *list, const char *what, const char *const *names) {
    for (const char *p = list; p && *p;) {
        size_t len = strcspn(p, ",");
        bool found = false;
        for (const char *const *n = names; *n; n++) found = found || (strlen(*n) == len && memcmp(p, *n, len) == 0);
        if (!found) {
            fprintf(stderr, "weft-bench: no %s '%.*s'; there are:", what, (int)len, p);
            for (const char *const *n = names; *n; n++) fprintf(stderr, " %s", *n);
            fputc('\n', stderr);
            return false;
        }
        p += len + (p[len] == ',');
    }
    return true;
}

static void on_interrupt(int sig) {
    (void)sig;
    bench_interrupted = 1;
}

static void help(void) {
    puts("usage: weft-bench [OPTIONS] | weft-bench compare A.json B.json | weft-bench report A.json PAGE.html\n\n"
         "  --engines LIST    comma-separated; a name takes its variants along\n"
         "  --datasets LIST   names, or paths of files\n"
         "  --ops LIST\n"
         "  --min-time MS     budget per row (200)\n"
         "  --against ENGINE  one more column of ratios\n"
         "  --json FILE       snapshot of all rows\n"
         "  --counters        a separate pass with hardware counters (perf_event_open)\n"
         "  --instructions=callgrind  retired instructions of one run of each row under valgrind, capped at AVX2\n"
         "  --alone           measures each row once more without its neighbours: median in the matrix / alone\n"
         "  --quiet           no progress line\n"
         "  --list            engines (absent ones too), data sets, operations\n\n"
         "exit status: 0 all rows good, 1 an error row, 2 wrong usage");
}

static void list_all(void) {
    printf("engines:");
    for (size_t i = 0; i < n_engines; i++)
        printf(" %s%s%s (%s)", engines[i]->name, engines[i]->build[0] ? "@" : "", engines[i]->build,
               engines[i]->version);
    printf("\nabsent: %s\ndata sets:", WEFT_BENCH_ABSENT);
    for (const char *const *n = bench_dataset_names; *n; n++) printf(" %s", *n);
    printf("\noperations:");
    for (const char *const *n = op_names; *n; n++) printf(" %s", *n);
    putchar('\n');
}

int main(int argc, char **argv) {
    const char *want_engines = NULL, *want_sets = NULL, *want_ops = NULL, *against = NULL, *json = NULL, *one = NULL;
    bench_plan plan = { .min_ms = 200, .quiet = !isatty(2) };
    bool list = false;
    if (argc == 4 && strcmp(argv[1], "compare") == 0) return bench_compare(argv[2], argv[3]);
    if (argc == 4 && strcmp(argv[1], "report") == 0) return bench_report(argv[2], argv[3]);
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *v = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(a, "--counters") == 0) {
            plan.counters = true;
        } else if (strcmp(a, "--instructions=callgrind") == 0) {
            plan.callgrind = true;
        } else if (strcmp(a, "--alone") == 0) {
            plan.alone = true;
        } else if (strcmp(a, "--count-one") == 0 && i + 3 < argc) { /* under valgrind: see callgrind.c */
            one = argv[i + 1], want_sets = argv[i + 2], want_ops = argv[i + 3];
            i += 3;
        } else if (strcmp(a, "--quiet") == 0) {
            plan.quiet = true;
        } else if (strcmp(a, "--list") == 0) {
            list = true;
        } else if (strcmp(a, "--help") == 0) {
            help();
            return 0;
        } else if (v && strcmp(a, "--engines") == 0) {
            want_engines = v, i++;
        } else if (v && strcmp(a, "--datasets") == 0) {
            want_sets = v, i++;
        } else if (v && strcmp(a, "--ops") == 0) {
            want_ops = v, i++;
        } else if (v && strcmp(a, "--against") == 0) {
            against = v, i++;
        } else if (v && strcmp(a, "--json") == 0) {
            json = v, i++;
        } else if (v && strcmp(a, "--min-time") == 0) {
            plan.min_ms = atof(v), i++;
        } else {
            fprintf(stderr, "weft-bench: unknown option '%s' (see --help)\n", a);
            return 2;
        }
    }
#if defined(__GLIBC__)
    mallopt(M_TRIM_THRESHOLD, 1 << 30); /* the same for every engine: pages stay with the process */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
    static bench_engine_fn *const builtin[] = { WEFT_BENCH_ENGINES };
    for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++) add_engine(builtin[i]());
    if (getenv("WEFT_BENCH_WRONG")) add_engine(bench_engine_wrong()); /* proves the gate */
    add_modules();
    if (list) {
        list_all();
        return 0;
    }
    const char *names[MOST_ENGINES * 8 + 1];
    size_t n_names = 0;
    static char full[MOST_ENGINES * 8][64];
    for (size_t i = 0; i < n_engines && n_names + 9 < MOST_ENGINES * 8; i++) {
        names[n_names++] = engines[i]->name;
        for (size_t c = 0; c < engines[i]->count && n_names + 2 < MOST_ENGINES * 8; c++)
            if (engines[i]->cases[c].variant[0] &&
                (c == 0 || strcmp(engines[i]->cases[c].variant, engines[i]->cases[c - 1].variant) != 0)) {
                snprintf(full[n_names], sizeof full[0], "%s+%s", engines[i]->name, engines[i]->cases[c].variant);
                names[n_names] = full[n_names];
                n_names++;
            }
    }
    names[n_names] = NULL;
    if (!known(want_engines, "engine", names) || !known(against, "engine", names) ||
        !known(want_ops, "operation", op_names))
        return 2;

    char paths[64][256];
    const char *sets[65];
    size_t n_sets = 0;
    if (want_sets) {
        for (const char *p = want_sets; *p && n_sets < 64;) {
            size_t len = strcspn(p, ",");
            snprintf(paths[n_sets], sizeof paths[0], "%.*s", (int)len, p);
            bool is_path = strchr(paths[n_sets], '/') || strchr(paths[n_sets], '.');
            if (!is_path && !known(paths[n_sets], "data set", bench_dataset_names)) return 2;
            sets[n_sets] = paths[n_sets];
            n_sets++;
            p += len + (p[len] == ',');
        }
    } else {
        while (bench_dataset_names[n_sets]) sets[n_sets] = bench_dataset_names[n_sets], n_sets++;
    }
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_handler = on_interrupt;
    sigaction(SIGINT, &sa, NULL);
    char reason[160] = "";
    if (plan.counters && !bench_counters_open(reason)) fprintf(stderr, "weft-bench: %s\n", reason);

    bench_row *rows = (bench_row *)calloc(MOST_ROWS, sizeof *rows);
    if (!rows) return 1;
    size_t n_rows = 0;
    static const bench_case unreadable = { "read", "", NULL, NULL, NULL, NULL, NULL, 0 };
    static const bench_engine none = { "corpus", "", "", NULL, 0 };
    for (size_t s = 0; s < n_sets && !bench_interrupted; s++) {
        bench_input *in = bench_input_load(sets[s], reason);
        bench_references reference;
        memset(&reference, 0, sizeof reference);
        if (!in || !bench_reference(in, &reference.text, reason)) {
            static bench_input missing[64];
            missing[s].dataset = sets[s];
            bench_row r = { .engine = &none,
                            .how = &unreadable,
                            .input = in ? in : &missing[s],
                            .instructions = -1,
                            .cycles = -1,
                            .branch_misses = -1,
                            .page_faults = -1 };
            snprintf(r.error, sizeof r.error, "%s", reason);
            snprintf(r.name, sizeof r.name, "corpus");
            rows[n_rows++] = r;
            if (!json || isatty(1)) bench_table(stdout, rows + n_rows - 1, 1, NULL, false);
            continue;
        }
        for (const char *const *op = op_names; *op && !bench_interrupted; op++) {
            size_t first = n_rows;
            const bench_facts *expected;
            if ((want_ops && !listed(want_ops, *op)) || !(expected = bench_expected(in, *op, &reference))) continue;
            for (size_t e = 0; e < n_engines; e++)
                for (size_t c = 0; c < engines[e]->count && n_rows < MOST_ROWS; c++) {
                    const bench_case *how = &engines[e]->cases[c];
                    bench_row r = { .engine = engines[e], .how = how, .input = in };
                    if (strcmp(how->op, *op) != 0) continue;
                    if (in->binary && !(how->flags & (in->binary->tensor ? BENCH_TENSOR : BENCH_MESSAGES))) continue;
                    snprintf(r.name, sizeof r.name, "%s%s%s%s%s", engines[e]->name, how->variant[0] ? "+" : "",
                             how->variant, engines[e]->build[0] ? "@" : "", engines[e]->build);
                    if (!listed(want_engines, r.name) || (one && strcmp(one, r.name) != 0)) continue;
                    if (one) return bench_callgrind_child(&r) ? 0 : 1;
                    rows[n_rows] = r;
                    bench_gate(&rows[n_rows], expected);
                    n_rows++;
                }
            if (plan.counters)
                for (size_t i = first; i < n_rows; i++)
                    if (!rows[i].error[0]) bench_counters_run(&rows[i]);
            for (size_t i = first; plan.callgrind && i < n_rows && !bench_interrupted; i++)
                if (!rows[i].error[0]) bench_callgrind_count(&rows[i]);
            bench_measure(rows + first, n_rows - first, &plan);
            for (size_t i = first; plan.alone && i < n_rows && !bench_interrupted; i++) {
                bench_row alone = rows[i];
                if (alone.error[0]) continue;
                alone.ns = NULL;
                alone.samples = alone.room = 0;
                bench_measure(&alone, 1, &plan);
                rows[i].alone = alone.error[0] ? 0 : alone.median;
                free(alone.ns);
            }
            for (size_t i = first; i < n_rows; i++)
                if (rows[i].how->close && rows[i].state) rows[i].how->close(rows[i].state);
            if (!json || isatty(1))
                bench_table(stdout, rows + first, n_rows - first, against, isatty(1) && !getenv("NO_COLOR"));
            fflush(stdout);
        }
    }
    if (json && !isatty(1)) bench_table(stdout, rows, n_rows, against, false);
    int status = 0;
    for (size_t i = 0; i < n_rows; i++) status |= rows[i].error[0] != 0;
    if (bench_interrupted) fprintf(stderr, "weft-bench: interrupted; what there is stands above\n");
    if (json && !bench_snapshot(json, rows, n_rows, plan.min_ms, bench_interrupted != 0, WEFT_BENCH_ABSENT)) {
        fprintf(stderr, "weft-bench: cannot write %s\n", json);
        status = 1;
    }
    if (!n_rows) fprintf(stderr, "weft-bench: nothing to measure for that choice\n");
    return status;
}
