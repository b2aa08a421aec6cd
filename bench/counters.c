/* Hardware counters in a pass of their own: one group, enabled only around the operation. A counter that the kernel or
 * the hypervisor refuses is absent, the others are still read. */
#include "board.h"

#if defined(__linux__)
#include <errno.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

enum { COUNTERS = 4, COUNTED_RUNS = 5 };
static int counter_fd[COUNTERS] = { -1, -1, -1, -1 };
static int leader_fd = -1;
static size_t opened;

static int open_counter(uint32_t type, uint64_t config, int leader) {
    struct perf_event_attr a;
    memset(&a, 0, sizeof a);
    a.size = sizeof a;
    a.type = type;
    a.config = config;
    a.disabled = leader < 0;
    a.exclude_kernel = 1;
    a.exclude_hv = 1;
    a.read_format = PERF_FORMAT_GROUP;
    return (int)syscall(SYS_perf_event_open, &a, 0, -1, leader, 0);
}

bool bench_counters_open(char reason[160]) {
    static const uint32_t types[COUNTERS] = { PERF_TYPE_HARDWARE, PERF_TYPE_HARDWARE, PERF_TYPE_HARDWARE,
                                              PERF_TYPE_SOFTWARE };
    static const uint64_t what[COUNTERS] = { PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES,
                                             PERF_COUNT_HW_BRANCH_MISSES, PERF_COUNT_SW_PAGE_FAULTS };
    static const char *const names[COUNTERS] = { "instructions", "cycles", "branch misses", "page faults" };
    size_t at = (size_t)snprintf(reason, 160, "counters absent:");
    opened = 0;
    leader_fd = -1;
    for (int i = 0; i < COUNTERS; i++) {
        counter_fd[i] = open_counter(types[i], what[i], leader_fd);
        if (counter_fd[i] < 0) {
            at += (size_t)snprintf(reason + at, 160 - at, " %s (%.20s)", names[i], strerror(errno));
            continue;
        }
        if (leader_fd < 0) leader_fd = counter_fd[i];
        opened++;
    }
    return opened == COUNTERS;
}

/* One pass; counts per run, negative where absent. */
static bool counted_pass(bench_row *r, double out[COUNTERS]) {
    uint64_t values[1 + COUNTERS];
    size_t n = 0;
    for (int i = 0; i < COUNTERS; i++) out[i] = -1;
    ioctl(leader_fd, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
    for (int i = 0; i < COUNTED_RUNS; i++) {
        ioctl(leader_fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
        bool ok = r->how->run(r->state);
        ioctl(leader_fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
        if (r->how->release) r->how->release(r->state);
        if (!ok) return false;
    }
    size_t want = (1 + opened) * sizeof *values;
    if (read(leader_fd, values, sizeof values) != (ssize_t)want || values[0] != opened) return false;
    for (int i = 0; i < COUNTERS; i++)
        if (counter_fd[i] >= 0) out[i] = (double)values[1 + n++] / COUNTED_RUNS;
    return true;
}

/* Two passes must agree within 1 % in retired instructions, the anchor across runs; else the row is marked unsteady. */
void bench_counters_run(bench_row *r) {
    double a[COUNTERS], b[COUNTERS];
    if (leader_fd < 0 || !counted_pass(r, a) || !counted_pass(r, b)) return;
    r->unsteady = a[0] >= 0 && (b[0] > a[0] * 1.01 || a[0] > b[0] * 1.01);
    const double *best = a[0] <= b[0] ? a : b;
    r->instructions = best[0];
    r->cycles = best[1];
    r->branch_misses = best[2];
    r->page_faults = best[3];
}
#else
bool bench_counters_open(char reason[160]) {
    snprintf(reason, 160, "counters absent: not Linux");
    return false;
}
void bench_counters_run(bench_row *r) { (void)r; }
#endif
