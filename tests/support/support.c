#define _DEFAULT_SOURCE
#include "support.h"

#include <dirent.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *test_data_dir(void) {
    static char dir[4096];
    struct stat st;
    const char *env = getenv("WEFT_TEST_DATA"), *source = getenv("WEFT_SOURCE_DIR");
    if (env && *env) snprintf(dir, sizeof dir, "%s", env);
    else snprintf(dir, sizeof dir, "%s/../shared/conformance", source ? source : ".");
    return stat(dir, &st) == 0 && S_ISDIR(st.st_mode) ? dir : NULL;
}

const char *test_data(const char *relative) {
    static char path[8192];
    struct stat st;
    const char *dir = test_data_dir();
    if (!dir) {
        printf("skipped: no test data for %s (set WEFT_TEST_DATA)\n", relative);
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", dir, relative);
    if (stat(path, &st) == 0) return path;
    printf("skipped: %s is not in the test data\n", relative);
    return NULL;
}

/* Blocks carry their size in front, so that a wrong size on release is seen. */
enum { FRONT = 16 };
static bool fails(test_alloc *t) {
    t->requests++;
    return t->fail_at && (t->requests == t->fail_at || (t->stay_failed && t->requests > t->fail_at));
}
static void *counted_alloc(void *ctx, size_t size) {
    test_alloc *t = (test_alloc *)ctx;
    if (fails(t)) return NULL;
    char *p = (char *)malloc(size + FRONT);
    if (!p) return NULL;
    memcpy(p, &size, sizeof size);
    memset(p + FRONT, 0xa5, size);
    t->live_blocks++;
    t->live_bytes += size;
    if (t->live_bytes > t->peak_bytes) t->peak_bytes = t->live_bytes;
    return p + FRONT;
}
static void counted_release(void *ctx, void *ptr, size_t size) {
    test_alloc *t = (test_alloc *)ctx;
    size_t real;
    memcpy(&real, (char *)ptr - FRONT, sizeof real);
    if (real != size) t->size_mismatch = true;
    t->live_blocks--;
    t->live_bytes -= real;
    free((char *)ptr - FRONT);
}
static void *counted_resize(void *ctx, void *ptr, size_t old_size, size_t size) {
    void *p = counted_alloc(ctx, size);
    if (!p) return NULL;
    memcpy(p, ptr, old_size < size ? old_size : size);
    counted_release(ctx, ptr, old_size);
    return p;
}

void test_alloc_init(test_alloc *t, size_t fail_at) {
    memset(t, 0, sizeof *t);
    t->alloc.alloc = counted_alloc;
    t->alloc.resize = counted_resize;
    t->alloc.release = counted_release;
    t->alloc.ctx = t;
    t->fail_at = fail_at;
}

size_t test_every_failure(test_operation *operation, void *ctx) {
    size_t needed = 0;
    for (int stay = 0; stay < 2; stay++)
        for (size_t n = 1;; n++) {
            test_alloc t;
            test_alloc_init(&t, n);
            t.stay_failed = stay;
            weft_status st = operation(&t.alloc, ctx);
            assert_int_equal(t.live_blocks, 0);
            assert_int_equal(t.live_bytes, 0);
            assert_false(t.size_mismatch);
            if (st && st != WEFT_E_MEMORY) fail_msg("allocation %zu failed: %s", n, weft_status_name(st));
            if (t.requests >= n) continue;
            assert_int_equal(st, WEFT_OK);
            needed = n - 1;
            break;
        }
    return needed;
}

char *test_folder_make(void) {
    static char folder[64];
    snprintf(folder, sizeof folder, "/tmp/weft-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

void test_folder_remove(char *folder) {
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && unlink(path)) rmdir(path);
    }
    closedir(d);
    assert_int_equal(rmdir(folder), 0);
}

const char *test_path(const char *folder, const char *name) {
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

test_guard test_guard_make(weft_str text, bool guard_after) {
    test_guard g;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), body = (text.len + page - 1) / page * page;
    if (!body) body = page;
    g.size = body + 2 * page;
    g.base = mmap(NULL, g.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g.base != MAP_FAILED);
    char *start = (char *)g.base + page;
    g.text = guard_after ? start + body - text.len : start;
    g.len = text.len;
    if (text.len) memcpy(g.text, text.ptr, text.len);
    assert_int_equal(mprotect(g.base, page, PROT_NONE), 0);
    assert_int_equal(mprotect(start + body, page, PROT_NONE), 0);
    return g;
}

void test_guard_free(test_guard *g) { munmap(g->base, g->size); }

uint64_t test_random(uint64_t *state) { /* splitmix64 */
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
