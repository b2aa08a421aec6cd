/* The CPU choice: WEFT_CPU in a fresh process, forcing, names. */
#define _GNU_SOURCE
#include "support.h"

#include "base/cpu.h"

#include <sys/wait.h>
#include <unistd.h>

/* What a process that starts with WEFT_CPU=value uses. The test itself never asks first, so a child's choice is fresh.
 */
static int used_with(const char *value) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (value) setenv("WEFT_CPU", value, 1);
        else unsetenv("WEFT_CPU");
        _exit((int)weft_cpu_used());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void environment_chooses_what_the_cpu_has(void **state) {
    (void)state;
    int best = used_with(NULL);
    assert_int_equal(used_with("scalar"), WEFT_CPU_SCALAR);
    assert_int_equal(used_with("no such set"), best);
    assert_int_equal(used_with(""), best);
    for (int i = 0; i <= WEFT_CPU_NEON; i++) {
        int got = used_with(weft_cpu_name((weft_cpu)i));
        bool below = i == WEFT_CPU_SCALAR || i == best || (best <= WEFT_CPU_AVX512 && i < best);
        assert_int_equal(got, below ? i : best);
    }
}

static void force_takes_only_what_is_there(void **state) {
    (void)state;
    weft_cpu best = weft_cpu_used();
    for (int i = 0; i <= WEFT_CPU_NEON; i++) {
        bool ok = weft__cpu_force((weft_cpu)i);
        if (ok) assert_int_equal(weft_cpu_used(), i);
        bool foreign = (i == WEFT_CPU_NEON) != (best == WEFT_CPU_NEON) && i != WEFT_CPU_SCALAR;
        if (foreign) assert_false(ok);
    }
    assert_true(weft__cpu_force(WEFT_CPU_SCALAR));
    assert_true(weft__cpu_force(best));
}

static void names(void **state) {
    (void)state;
    assert_string_equal(weft_cpu_name(WEFT_CPU_SCALAR), "scalar");
    assert_string_equal(weft_cpu_name(WEFT_CPU_AVX512), "avx512");
    assert_string_equal(weft_cpu_name((weft_cpu)77), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment_chooses_what_the_cpu_has),
        cmocka_unit_test(force_takes_only_what_is_there),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
