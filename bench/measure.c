/* Interleaved rounds: every row of one data set and operation runs in turn, so that a slow phase of the machine hits
 * all. */
#include "board.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

volatile int bench_interrupted;

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static sigjmp_buf crash_point;
static volatile sig_atomic_t crash_armed;
static void on_crash(int sig) {
    if (crash_armed) siglongjmp(crash_point, sig);
    signal(sig, SIG_DFL);
    raise(sig);
}

bool bench_guarded(bool (*fn)(void *), void *arg, bool *result, char reason[160]) {
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_crash);
    int sig = sigsetjmp(crash_point, 1);
    bool fine = sig == 0;
    if (fine) {
        crash_armed = 1;
        *result = fn(arg);
    } else {
        snprintf(reason, 160, "crashed: %s", strsignal(sig));
    }
    crash_armed = 0;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    return fine;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *v, size_t n) {
    qsort(v, n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static void summarize(bench_row *r) {
    if (!r->samples) {
        snprintf(r->error, sizeof r->error, "not measured");
        return;
    }
    r->median = median_of(r->ns, r->samples);
    r->min = r->ns[0];
    r->max = r->ns[r->samples - 1];
    double *d = (double *)malloc(r->samples * sizeof *d);
    if (d) {
        for (size_t i = 0; i < r->samples; i++) d[i] = fabs(r->ns[i] - r->median);
        r->mad = median_of(d, r->samples);
        free(d);
    }
    r->perturbed = r->median > 1.25 * r->min;
}

static bool sample(bench_row *r, bool keep) {
    double t = now_ns();
    bool ok = r->how->run(r->state);
    t = now_ns() - t;
    if (r->how->release) r->how->release(r->state);
    if (!ok) {
        snprintf(r->error, sizeof r->error, "failed while being measured");
        return false;
    }
    if (!keep) return true;
    if (r->samples == r->room) {
        size_t room = r->room ? r->room * 2 : 256;
        double *grown = (double *)realloc(r->ns, room * sizeof *grown);
        if (!grown) return true;
        r->ns = grown;
        r->room = room;
    }
    r->ns[r->samples++] = t;
    return true;
}

void bench_measure(bench_row *rows, size_t count, const bench_plan *plan) {
    const double slice = 2e6; /* ns a row runs before the next one's turn */
    size_t active = 0;
    double longest = 0;
    for (size_t i = 0; i < count; i++) active += !rows[i].error[0];
    double *spent = (double *)calloc(count ? count : 1, sizeof *spent);
    if (!spent) return;
    double due =
        0; /* what a row should have spent by now: one whose single run takes longer sits out the next rounds */
    while (active && longest < plan->min_ms * 1e6 && !bench_interrupted) {
        for (size_t i = 0; i < count && !bench_interrupted; i++) {
            bench_row *r = &rows[i];
            if (r->error[0] || spent[i] > due) continue;
            double start = now_ns();
            bool ok = sample(r, false); /* warms caches and predictors, for all alike */
            do ok = ok && sample(r, true);
            while (ok && now_ns() - start < slice);
            if (!ok) active--;
            spent[i] += now_ns() - start;
        }
        due += slice;
        longest = spent[0];
        for (size_t i = 0; i < count; i++)
            if (!rows[i].error[0]) {
                longest = spent[i];
                break;
            }
        for (size_t i = 0; i < count; i++)
            if (!rows[i].error[0] && spent[i] < longest) longest = spent[i]; /* every row gets its budget */
        if (!plan->quiet) {
            fprintf(stderr, "\r%-14s %-16s %3.0f %%  ", rows[0].input->dataset, rows[0].how->op,
                    100 * fmin(1, longest / (plan->min_ms * 1e6)));
            fflush(stderr);
        }
    }
    if (!plan->quiet) fprintf(stderr, "\r%-50s\r", "");
    free(spent);
    for (size_t i = 0; i < count; i++)
        if (!rows[i].error[0]) summarize(&rows[i]);
}
