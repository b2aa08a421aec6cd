/* The counting pass against a kernel that is played here: grouping, reset, enabling only around the operation, refused
 * counters, two passes that agree or do not. */
#include "support.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

static int fake_refused; /* bit i: the i-th counter is refused */
static int fake_opened, fake_count;
static bool fake_enabled;
static uint64_t fake_values[4];
static uint64_t fake_step; /* grows each run, to be unsteady */
static int fake_kinds[4];

static long fake_syscall(long number, struct perf_event_attr *a, int pid, int cpu, int leader, int flags) {
    assert_int_equal(number, SYS_perf_event_open);
    assert_int_equal(pid, 0);
    assert_int_equal(cpu, -1);
    assert_int_equal(flags, 0);
    int i = fake_opened++;
    if (fake_refused >> i & 1) {
        errno = ENOENT;
        return -1;
    }
    assert_int_equal(leader, fake_count ? 100 : -1); /* all in the first one's group */
    assert_int_equal(a->disabled, fake_count == 0);
    assert_int_equal(a->exclude_kernel, 1);
    assert_true(a->read_format == PERF_FORMAT_GROUP);
    fake_kinds[fake_count] = i;
    return 100 + fake_count++;
}
static int fake_ioctl(int fd, unsigned long request, int group) {
    assert_int_equal(fd, 100);
    assert_int_equal(group, PERF_IOC_FLAG_GROUP);
    if (request == PERF_EVENT_IOC_RESET) memset(fake_values, 0, sizeof fake_values);
    if (request == PERF_EVENT_IOC_ENABLE) fake_enabled = true;
    if (request == PERF_EVENT_IOC_DISABLE) fake_enabled = false;
    return 0;
}
static ssize_t fake_read(int fd, void *to, size_t room) {
    uint64_t out[5] = { (uint64_t)fake_count };
    assert_int_equal(fd, 100);
    assert_int_equal(room, sizeof out);
    for (int i = 0; i < fake_count; i++) out[1 + i] = fake_values[fake_kinds[i]];
    memcpy(to, out, sizeof(uint64_t) * (size_t)(1 + fake_count));
    return (ssize_t)(sizeof(uint64_t) * (size_t)(1 + fake_count));
}
#define syscall fake_syscall
#define ioctl fake_ioctl
#define read fake_read
#include "../../bench/counters.c"
#undef syscall
#undef ioctl
#undef read

static void work(uint64_t instructions) {
    if (!fake_enabled) return;
    fake_values[0] += instructions;
    fake_values[1] += instructions / 2;
    fake_values[2] += 3;
    fake_values[3] += 1;
}
static uint64_t fake_runs;
static bool fake_run(void *state) {
    (void)state;
    work(1000 + fake_step * fake_runs++);
    return true;
}
static void fake_release(void *state) {
    (void)state;
    work(1000000); /* outside the operation: must not be counted */
}

static bench_row counted(int refused, uint64_t step, bool all) {
    static const bench_case how = { "parse", "", NULL, fake_run, fake_release, NULL, NULL, 0 };
    bench_row r = { .how = &how, .instructions = -1, .cycles = -1, .branch_misses = -1, .page_faults = -1 };
    char reason[160];
    fake_refused = refused;
    fake_step = step;
    fake_opened = fake_count = 0;
    fake_runs = 0;
    assert_int_equal(bench_counters_open(reason), all);
    if (refused & 2) assert_non_null(strstr(reason, "cycles"));
    bench_counters_run(&r);
    return r;
}

static void counts_only_the_operation(void **state) {
    (void)state;
    bench_row r = counted(0, 0, true);
    assert_true(r.instructions == 1000 && r.cycles == 500 && r.branch_misses == 3 && r.page_faults == 1);
    assert_false(r.unsteady);
}
static void refused_counters_are_absent(void **state) {
    (void)state;
    bench_row r = counted(2, 0, false); /* no cycles */
    assert_true(r.instructions == 1000 && r.cycles < 0 && r.branch_misses == 3 && r.page_faults == 1);
    r = counted(7, 0, false); /* no hardware counters at all */
    assert_true(r.instructions < 0 && r.cycles < 0 && r.branch_misses < 0 && r.page_faults == 1);
    r = counted(15, 0, false);
    assert_true(r.instructions < 0 && r.page_faults < 0);
}
static void passes_that_disagree_are_marked(void **state) {
    (void)state;
    assert_true(counted(0, 50, true).unsteady);
    assert_false(counted(0, 1, true).unsteady); /* 0.5 % */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_only_the_operation),
        cmocka_unit_test(refused_counters_are_absent),
        cmocka_unit_test(passes_that_disagree_are_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void) { return 0; }
#endif
