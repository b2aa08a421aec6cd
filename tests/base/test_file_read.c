/* Reading files: kinds of files, byte order marks, limits, errors, failing memory. */
#define _GNU_SOURCE
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder;

static const char *make(const char *name, const char *bytes, size_t n) {
    const char *path = test_path(folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
    return path;
}
static char *pattern(size_t n) {
    char *p = (char *)malloc(n + 1);
    assert_non_null(p);
    uint64_t s = n;
    for (size_t i = 0; i < n; i++) p[i] = (char)test_random(&s);
    return p;
}

/* Sizes around the first block, around mapping, and some pages. */
static const size_t sizes[] = { 1,      2,     3,      4095,          4096,    65535,
                                65536,  65537, 200000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1,
                                3000000 };

static void content_is_the_same_however_it_is_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i];
        char *bytes = pattern(n);
        const char *path = make("any", bytes, n);
        weft_error e;
        weft_file f, g;
        assert_int_equal(weft_file_open(&f, path, NULL, &e), WEFT_OK);
        assert_int_equal(weft_file_open(&g, path, &(weft_file_opts){ .no_map = true }, &e), WEFT_OK);
        assert_int_equal(f.mapped, n >= 1 << 20);
        assert_false(g.mapped);
        assert_int_equal(f.text.len, n);
        assert_int_equal(g.text.len, n);
        assert_memory_equal(f.text.ptr, bytes, n);
        assert_memory_equal(g.text.ptr, bytes, n);
        weft_file_close(&f);
        weft_file_close(&g);
        assert_int_equal(f.text.len, 0);
        weft_file_close(&f); /* twice is fine */
        free(bytes);
    }
}

static void empty_is_empty_text(void **state) {
    (void)state;
    weft_file f;
    assert_int_equal(weft_file_open(&f, make("empty", "", 0), NULL, NULL), WEFT_OK);
    assert_int_equal(f.text.len, 0);
    assert_non_null(f.text.ptr);
    weft_file_close(&f);
    assert_int_equal(weft_file_open(&f, "/dev/null", NULL, NULL), WEFT_OK);
    assert_int_equal(f.text.len, 0);
    weft_file_close(&f);
}

static void files_that_hide_their_size(void **state) {
    (void)state;
    weft_file f;
    if (weft_file_open(&f, "/proc/self/status", NULL, NULL)) skip();
    assert_true(f.text.len > 100);
    assert_int_equal(memcmp(f.text.ptr, "Name:", 5), 0);
    weft_file_close(&f);
}

static void errors_name_the_file(void **state) {
    (void)state;
    weft_file f;
    weft_error e;
    const char *missing = test_path(folder, "missing");
    assert_int_equal(weft_file_open(&f, missing, NULL, &e), WEFT_E_OPEN);
    assert_string_equal(e.file, missing);
    assert_int_equal(e.code, WEFT_E_OPEN);
    assert_int_equal(e.stage, WEFT_STAGE_READ);
    assert_non_null(strstr(e.reason, "No such file"));
    weft_file_close(&f); /* allowed after a failure */
    assert_int_equal(weft_file_open(&f, folder, NULL, &e), WEFT_E_DIRECTORY);
    assert_string_equal(e.reason, "is a directory");
    if (geteuid() != 0) {
        const char *locked = make("locked", "x", 1);
        chmod(locked, 0);
        assert_int_equal(weft_file_open(&f, locked, NULL, &e), WEFT_E_OPEN);
    }
}

static void an_io_error_is_no_end(void **state) {
    (void)state;
    weft_file f;
    weft_error e;
    int fd = open("/proc/self/mem", O_RDONLY); /* address 0 is never mapped */
    if (fd < 0) skip();
    assert_int_equal(weft_file_read_fd(&f, fd, "mem", NULL, &e), WEFT_E_READ);
    assert_string_equal(e.file, "mem");
    close(fd);
    fd = open("/dev/null", O_WRONLY);
    assert_int_equal(weft_file_read_fd(&f, fd, "write only", NULL, &e), WEFT_E_READ);
    close(fd);
}

static void byte_order_mark(void **state) {
    (void)state;
    weft_file f;
    weft_error e;
    const char *path = make("bom", "\xef\xbb\xbf[]", 5);
    assert_int_equal(weft_file_open(&f, path, NULL, &e), WEFT_OK);
    assert_int_equal(f.text.len, 5);
    weft_file_close(&f);
    assert_int_equal(weft_file_open(&f, path, &(weft_file_opts){ .bom = WEFT_BOM_STRIP }, &e), WEFT_OK);
    assert_true(weft_str_equal(f.text, WEFT_STR("[]")));
    weft_file_close(&f);
    assert_int_equal(weft_file_open(&f, path, &(weft_file_opts){ .bom = WEFT_BOM_REFUSE }, &e), WEFT_E_BOM);
    assert_string_equal(e.file, path);
    assert_int_equal(weft_file_open(&f, make("half", "\xef\xbb", 2), &(weft_file_opts){ .bom = WEFT_BOM_REFUSE }, &e),
                     WEFT_OK);
    assert_int_equal(f.text.len, 2);
    weft_file_close(&f);
    /* of a mapped file, whose start is given back whole */
    char *big = pattern(2 << 20);
    memcpy(big, "\xef\xbb\xbf", 3);
    assert_int_equal(weft_file_open(&f, make("big", big, 2 << 20), &(weft_file_opts){ .bom = WEFT_BOM_STRIP }, &e),
                     WEFT_OK);
    assert_true(f.mapped);
    assert_int_equal(f.text.len, (2 << 20) - 3);
    assert_memory_equal(f.text.ptr, big + 3, f.text.len);
    weft_file_close(&f);
    free(big);
}

static void limit_is_exact(void **state) {
    (void)state;
    static const size_t at[] = { 1, 10, 65536, 100000, 1 << 20 };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        char *bytes = pattern(at[i]);
        const char *path = make("limited", bytes, at[i]);
        weft_file f;
        weft_error e;
        assert_int_equal(weft_file_open(&f, path, &(weft_file_opts){ .max_bytes = at[i] }, &e), WEFT_OK);
        assert_int_equal(f.text.len, at[i]);
        weft_file_close(&f);
        if (at[i] > 1)
            assert_int_equal(weft_file_open(&f, path, &(weft_file_opts){ .max_bytes = at[i] - 1 }, &e), WEFT_E_SIZE);
        free(bytes);
    }
    weft_file f; /* something that never ends */
    assert_int_equal(weft_file_open(&f, "/dev/zero", &(weft_file_opts){ .max_bytes = 300000 }, NULL), WEFT_E_SIZE);
}

/* A child writes the bytes in small pieces, with pauses; the reader's end may be non-blocking. */
static void pipes_are_read_to_their_end(void **state) {
    (void)state;
    char *bytes = pattern(300000);
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            for (size_t at = 0; at < 300000;) {
                size_t n = at % 7777 + 1 < 300000 - at ? at % 7777 + 1 : 300000 - at;
                ssize_t put = write(ends[1], bytes + at, n);
                if (put < 0) _exit(1);
                at += (size_t)put;
                if (at < 20000) usleep(500);
            }
            _exit(0);
        }
        close(ends[1]);
        if (nonblocking) fcntl(ends[0], F_SETFL, O_NONBLOCK);
        weft_file f;
        weft_error e;
        assert_int_equal(weft_file_read_fd(&f, ends[0], "pipe", NULL, &e), WEFT_OK);
        assert_int_equal(f.text.len, 300000);
        assert_memory_equal(f.text.ptr, bytes, 300000);
        weft_file_close(&f);
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
    free(bytes);
}

static void descriptor_gives_the_rest_and_stays_open(void **state) {
    (void)state;
    char *bytes = pattern(2000000);
    const char *path = make("rest", bytes, 2000000);
    static const size_t starts[] = { 0, 1, 1999999, 2000000 };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        int fd = open(path, O_RDONLY);
        assert_int_equal(lseek(fd, (off_t)starts[i], SEEK_SET), starts[i]);
        weft_file f;
        assert_int_equal(weft_file_read_fd(&f, fd, path, NULL, NULL), WEFT_OK);
        assert_int_equal(f.text.len, 2000000 - starts[i]);
        assert_memory_equal(f.text.ptr, bytes + starts[i], f.text.len);
        weft_file_close(&f);
        assert_int_equal(lseek(fd, 0, SEEK_CUR), 2000000);
        close(fd);
    }
    free(bytes);
}

static void dash_is_standard_input(void **state) {
    (void)state;
    const char *path = make("stdin", "[1]", 3);
    int saved = dup(STDIN_FILENO), fd = open(path, O_RDONLY);
    dup2(fd, STDIN_FILENO);
    close(fd);
    weft_file f;
    weft_error e;
    assert_int_equal(weft_file_open(&f, "-", NULL, &e), WEFT_OK);
    assert_true(weft_str_equal(f.text, WEFT_STR("[1]")));
    weft_file_close(&f);
    close(STDIN_FILENO);
    assert_int_equal(weft_file_open(&f, "-", NULL, &e), WEFT_E_READ);
    assert_string_equal(e.file, "<stdin>");
    if (saved >= 0) {
        dup2(saved, STDIN_FILENO);
        close(saved);
    }
}

static weft_status open_it(const weft_alloc *alloc, void *path) {
    weft_file f;
    weft_error e;
    weft_status st = weft_file_open(&f, (const char *)path, &(weft_file_opts){ .alloc = alloc, .no_map = true }, &e);
    if (!st) assert_int_equal(f.text.len, 500000);
    else assert_int_equal(e.code, st);
    weft_file_close(&f);
    return st;
}
static weft_status read_pipe(const weft_alloc *alloc, void *bytes) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        signal(SIGPIPE, SIG_IGN); /* the reader may give up */
        for (size_t at = 0; at < 500000;) {
            ssize_t put = write(ends[1], (char *)bytes + at, 500000 - at);
            if (put < 0) break;
            at += (size_t)put;
        }
        _exit(0);
    }
    close(ends[1]);
    weft_file f;
    weft_status st = weft_file_read_fd(&f, ends[0], "pipe", &(weft_file_opts){ .alloc = alloc }, NULL);
    if (!st) assert_memory_equal(f.text.ptr, bytes, 500000);
    weft_file_close(&f);
    close(ends[0]);
    waitpid(child, NULL, 0);
    return st;
}

static void survives_failing_memory(void **state) {
    (void)state;
    char *bytes = pattern(500000), path[512];
    snprintf(path, sizeof path, "%s", make("memory", bytes, 500000));
    assert_int_equal(test_every_failure(open_it, path), 1);
    assert_true(test_every_failure(read_pipe, bytes) >= 3);
    free(bytes);
}

static int setup(void **state) {
    (void)state;
    folder = test_folder_make();
    return 0;
}
static int teardown(void **state) {
    (void)state;
    test_folder_remove(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_is_the_same_however_it_is_read),
        cmocka_unit_test(empty_is_empty_text),
        cmocka_unit_test(files_that_hide_their_size),
        cmocka_unit_test(errors_name_the_file),
        cmocka_unit_test(an_io_error_is_no_end),
        cmocka_unit_test(byte_order_mark),
        cmocka_unit_test(limit_is_exact),
        cmocka_unit_test(pipes_are_read_to_their_end),
        cmocka_unit_test(descriptor_gives_the_rest_and_stays_open),
        cmocka_unit_test(dash_is_standard_input),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
