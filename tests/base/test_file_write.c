/* Atomic replacement: what is kept, what is followed, and that no failure touches the old file or leaves one behind. */
#define _GNU_SOURCE
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;

static void expect(const char *path, weft_str content) {
    weft_file f;
    weft_error e;
    if (weft_file_open(&f, path, NULL, &e)) fail_msg("%s: %s", path, e.reason);
    assert_true(weft_str_equal(f.text, content));
    weft_file_close(&f);
}
static size_t entries(void) {
    size_t n = 0;
    DIR *d = opendir(folder);
    while (readdir(d)) n++;
    closedir(d);
    return n - 2;
}
static mode_t mode_of(const char *path) {
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 07777;
}

static void makes_and_replaces(void **state) {
    (void)state;
    const char *path = test_path(folder, "plain");
    weft_error e;
    umask(027);
    assert_int_equal(weft_file_write(path, WEFT_STR("one"), &e), WEFT_OK);
    expect(path, WEFT_STR("one"));
    assert_int_equal(mode_of(path), 0640);
    chmod(path, 0604);
    assert_int_equal(weft_file_write(path, WEFT_STR("two"), &e), WEFT_OK);
    expect(path, WEFT_STR("two"));
    assert_int_equal(mode_of(path), 0604);
    assert_int_equal(weft_file_write(path, WEFT_STR(""), &e), WEFT_OK);
    expect(path, WEFT_STR(""));
    assert_int_equal(entries(), 1);
}

static void readers_of_the_old_file_keep_it(void **state) {
    (void)state;
    const char *path = test_path(folder, "held");
    assert_int_equal(weft_file_write(path, WEFT_STR("old content"), NULL), WEFT_OK);
    int fd = open(path, O_RDONLY);
    assert_int_equal(weft_file_write(path, WEFT_STR("new"), NULL), WEFT_OK);
    char got[16] = "";
    assert_int_equal(read(fd, got, sizeof got - 1), 11);
    assert_string_equal(got, "old content");
    close(fd);
    expect(path, WEFT_STR("new"));
}

static void follows_symbolic_links(void **state) {
    (void)state;
    char target[512], link1[512], link2[512];
    snprintf(target, sizeof target, "%s/target", folder);
    snprintf(link1, sizeof link1, "%s/link1", folder);
    snprintf(link2, sizeof link2, "%s/link2", folder);
    assert_int_equal(symlink("target", link1), 0); /* relative to its own folder, and not there yet */
    assert_int_equal(symlink(link1, link2), 0);
    assert_int_equal(weft_file_write(link2, WEFT_STR("via"), NULL), WEFT_OK);
    expect(target, WEFT_STR("via"));
    struct stat st;
    assert_int_equal(lstat(link1, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(lstat(link2, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(weft_file_write(link2, WEFT_STR("again"), NULL), WEFT_OK);
    expect(target, WEFT_STR("again"));
    unlink(link1);
    assert_int_equal(symlink("link1", link1), 0); /* a loop */
    weft_error e;
    assert_int_equal(weft_file_write(link1, WEFT_STR("x"), &e), WEFT_E_OPEN);
}

static void relative_names_work(void **state) {
    (void)state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(weft_file_write("relative", WEFT_STR("here"), NULL), WEFT_OK);
    assert_int_equal(chdir(before), 0);
    expect(test_path(folder, "relative"), WEFT_STR("here"));
}

static void errors_leave_nothing(void **state) {
    (void)state;
    weft_error e;
    size_t before = entries();
    assert_int_equal(weft_file_write(folder, WEFT_STR("x"), &e), WEFT_E_DIRECTORY);
    assert_int_equal(weft_file_write(test_path(folder, "none/file"), WEFT_STR("x"), &e), WEFT_E_OPEN);
    assert_non_null(strstr(e.reason, "No such file"));
    assert_string_equal(e.file, test_path(folder, "none/file"));
    assert_int_equal(e.stage, WEFT_STAGE_WRITE);
    assert_true(weft_file_write("", WEFT_STR("x"), &e) != WEFT_OK);
    if (geteuid() != 0) {
        const char *locked = test_path(folder, "locked");
        assert_int_equal(weft_file_write(locked, WEFT_STR("x"), &e), WEFT_OK);
        chmod(locked, 0444);
        assert_int_equal(weft_file_write(locked, WEFT_STR("y"), &e), WEFT_E_OPEN);
        expect(locked, WEFT_STR("x"));
        unlink(locked);
    }
    assert_int_equal(entries(), before);
}

/* A limit on the size of files stands in for a full disk: writes fail in the middle of the content. */
static void full_disk_keeps_the_old_file(void **state) {
    (void)state;
    const char *path = test_path(folder, "full");
    static char big[300000];
    memset(big, 'b', sizeof big);
    assert_int_equal(weft_file_write(path, WEFT_STR("old"), NULL), WEFT_OK);
    size_t before = entries();
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit saved, small;
    getrlimit(RLIMIT_FSIZE, &saved);
    small = saved;
    for (size_t room = 0; room < sizeof big; room += 70001) {
        small.rlim_cur = room;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        weft_error e;
        weft_status whole = weft_file_write(path, WEFT_TEXT(big, sizeof big), &e);
        weft_file_writer w = { 0 };
        weft_status st = weft_file_writer_begin(&w, path, NULL), after = WEFT_OK;
        for (size_t i = 0; i < 3000 && !st; i++) st = weft_file_writer_add(&w, WEFT_TEXT(big, 100), NULL);
        if (st) after = weft_file_writer_add(&w, WEFT_STR("later"), NULL);
        weft_status finish = weft_file_writer_finish(&w, NULL);
        setrlimit(RLIMIT_FSIZE, &saved);
        assert_int_equal(whole, WEFT_E_WRITE);
        assert_string_equal(e.file, path);
        if (st) assert_int_equal(after, WEFT_E_STATE);
        assert_true(finish != WEFT_OK);
        expect(path, WEFT_STR("old"));
        assert_int_equal(entries(), before);
    }
}

static void a_failed_rename_keeps_the_old_file(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/race", folder);
    weft_file_writer w = { 0 };
    weft_error e;
    size_t before = entries();
    assert_int_equal(weft_file_writer_begin(&w, path, &e), WEFT_OK);
    assert_int_equal(weft_file_writer_add(&w, WEFT_STR("x"), &e), WEFT_OK);
    assert_int_equal(mkdir(path, 0700), 0); /* somebody put a folder there meanwhile */
    assert_int_equal(weft_file_writer_finish(&w, &e), WEFT_E_WRITE);
    assert_non_null(strstr(e.reason, "cannot replace"));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(entries(), before);
}

static void pieces_of_any_size(void **state) {
    (void)state;
    const char *path = test_path(folder, "pieces");
    static char content[400000];
    uint64_t seed = 5;
    for (size_t i = 0; i < sizeof content; i++) content[i] = (char)test_random(&seed);
    weft_file_writer w = { 0 };
    weft_error e;
    assert_int_equal(weft_file_writer_begin(&w, path, &e), WEFT_OK);
    for (size_t at = 0, n; at < sizeof content; at += n) {
        static const size_t most[] = { 1, 10, 5000, 65536, 65537, 130000 };
        n = (size_t)(test_random(&seed) % (most[test_random(&seed) % 6] + 1));
        if (n > sizeof content - at) n = sizeof content - at;
        assert_int_equal(weft_file_writer_add(&w, WEFT_TEXT(content + at, n), &e), WEFT_OK);
    }
    assert_int_equal(access(path, F_OK), -1); /* not there before the end */
    assert_int_equal(weft_file_writer_finish(&w, &e), WEFT_OK);
    expect(path, WEFT_TEXT(content, sizeof content));
    weft_file_writer_abandon(&w);
    assert_int_equal(weft_file_writer_add(&w, WEFT_STR("x"), &e), WEFT_E_STATE);
}

static void abandon_leaves_nothing(void **state) {
    (void)state;
    const char *path = test_path(folder, "abandoned");
    size_t before = entries();
    weft_file_writer w = { 0 };
    weft_file_writer_abandon(&w); /* never begun */
    assert_true(fcntl(0, F_GETFD) >= 0 || errno == EBADF);
    assert_int_equal(weft_file_writer_begin(&w, path, NULL), WEFT_OK);
    assert_int_equal(entries(), before + 1);
    assert_int_equal(weft_file_writer_add(&w, WEFT_STR("x"), NULL), WEFT_OK);
    weft_file_writer_abandon(&w);
    assert_int_equal(entries(), before);
}

static void devices_are_written_in_place(void **state) {
    (void)state;
    weft_error e;
    assert_int_equal(weft_file_write("/dev/null", WEFT_STR("x"), &e), WEFT_OK);
    struct stat st;
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
    if (access("/dev/full", W_OK)) return;
    assert_int_equal(weft_file_write("/dev/full", WEFT_STR("x"), &e), WEFT_E_WRITE);
    assert_non_null(strstr(e.reason, "No space left"));
}

static weft_status write_it(const weft_alloc *alloc, void *path) {
    weft_file_writer w = { .alloc = alloc };
    weft_error e;
    weft_status st = weft_file_writer_begin(&w, (const char *)path, &e);
    if (st) return st;
    st = weft_file_writer_add(&w, WEFT_STR("content"), &e);
    return st ? st : weft_file_writer_finish(&w, &e);
}

static void survives_failing_memory(void **state) {
    (void)state;
    char target[512], link[512];
    snprintf(target, sizeof target, "%s/memory", folder);
    snprintf(link, sizeof link, "%s/memory-link", folder);
    assert_int_equal(weft_file_write(target, WEFT_STR("old"), NULL), WEFT_OK);
    assert_int_equal(symlink("memory", link), 0);
    size_t before = entries();
    assert_int_equal(test_every_failure(write_it, link), 4); /* two names, the temporary one, the block */
    assert_int_equal(entries(), before);
    expect(target, WEFT_STR("content"));
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
        cmocka_unit_test(makes_and_replaces),
        cmocka_unit_test(readers_of_the_old_file_keep_it),
        cmocka_unit_test(follows_symbolic_links),
        cmocka_unit_test(relative_names_work),
        cmocka_unit_test(errors_leave_nothing),
        cmocka_unit_test(full_disk_keeps_the_old_file),
        cmocka_unit_test(a_failed_rename_keeps_the_old_file),
        cmocka_unit_test(pieces_of_any_size),
        cmocka_unit_test(abandon_leaves_nothing),
        cmocka_unit_test(devices_are_written_in_place),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
