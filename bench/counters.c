/* Hardware counters in a pass of their own: one group, enabled only around the operation. What the kernel refuses is
 * absent. */
#include "board.h"

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <errno.h>

enum { COUNTERS = 4 };
static int group_fd[COUNTERS] = { -1, -1, -1, -1 };

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
    for (int i = 0; i < COUNTERS; i++) {
        group_fd[i] = open_counter(types[i], what[i], i ? group_fd[0] : -1);
        if (group_fd[i] < 0) {
            snprintf(reason, 160, "hardware counters absent: %s", strerror(errno));
            for (; i >= 0; i--) {
                if (group_fd[i] >= 0) close(group_fd[i]);
                group_fd[i] = -1;
            }
            return false;
        }
    }
    return true;
}

void bench_counters_run(bench_row *r) {
    if (group_fd[0] < 0) return;
    uint64_t values[1 + COUNTERS];
    const int runs = 5;
    ioctl(group_fd[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
    for (int i = 0; i < runs; i++) {
        ioctl(group_fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
        bool ok = r->how->run(r->state);
        ioctl(group_fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
        if (r->how->release) r->how->release(r->state);
        if (!ok) return;
    }
    if (read(group_fd[0], values, sizeof values) != (ssize_t)sizeof values || values[0] != COUNTERS) return;
    r->instructions = (double)values[1] / runs;
    r->cycles = (double)values[2] / runs;
    r->branch_misses = (double)values[3] / runs;
    r->page_faults = (double)values[4] / runs;
}
#else
bool bench_counters_open(char reason[160]) {
    snprintf(reason, 160, "hardware counters absent: not Linux");
    return false;
}
void bench_counters_run(bench_row *r) { (void)r; }
#endif
