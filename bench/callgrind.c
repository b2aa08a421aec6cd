/* --instructions=callgrind: where the machine shows no counters, valgrind counts the retired instructions of one run of
 * each row, in a child process. It knows no AVX-512: weft runs capped at AVX2 there, and peers that choose at run time
 * do so too; a peer compiled for AVX-512 dies of an illegal instruction and its count stays absent. */
#include "board.h"

#include <stdlib.h>
#include <unistd.h>

#include <sys/wait.h>

/* callgrind collects inside this function only. */
__attribute__((noinline)) bool bench_counted_run(bench_row *row);
__attribute__((noinline)) bool bench_counted_run(bench_row *row) {
    bool ok = row->how->run(row->state);
    __asm__ volatile("" ::: "memory"); /* no tail call: the function must be seen to return */
    return ok;
}

bool bench_callgrind_child(bench_row *row) {
    if (row->how->open && !(row->state = row->how->open(row->input))) return false;
    bool ok = row->how->run(row->state);
    if (ok && row->how->release) row->how->release(row->state);
    return ok && bench_counted_run(row);
}

void bench_callgrind_count(bench_row *row) {
    int out[2];
    char self[4096], text[65536];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0 || pipe(out)) return;
    self[n] = 0;
    pid_t child = fork();
    if (child == 0) {
        setenv("WEFT_CPU", "avx2", 1);
        dup2(out[1], 2);
        close(out[0]);
        execlp("valgrind", "valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=bench_counted_run",
               "--callgrind-out-file=/dev/null", self, "--count-one", row->name, row->input->dataset, row->how->op,
               (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    size_t len = 0;
    while (child > 0 && len < sizeof text - 1 && (n = read(out[0], text + len, sizeof text - 1 - len)) > 0)
        len += (size_t)n;
    close(out[0]);
    text[len] = 0;
    int status = 0;
    if (child <= 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status)) return;
    const char *at = strstr(text, "Collected :");
    double count = at ? strtod(at + 11, NULL) : 0;
    if (count > 0) row->instructions = count;
}
