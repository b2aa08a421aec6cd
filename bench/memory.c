/* Bytes that an operation takes from malloc, and the most it holds at once. The program's own malloc family, which the
 * peers' libraries and modules call as well; glibc's does the work. One predictable branch for every engine alike. */
#include "board.h"

#include <stdlib.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static bool counting;
static size_t allocated, held, peak; /* held may wrap below zero when something older is freed: see taken */

static void taken(void *p) {
    size_t n = p ? malloc_usable_size(p) : 0;
    allocated += n;
    held += n;
    if ((ptrdiff_t)held > (ptrdiff_t)peak) peak = held;
}
static void given(void *p) {
    if (p) held -= malloc_usable_size(p);
}

void *malloc(size_t n) {
    void *p = __libc_malloc(n);
    if (__builtin_expect(counting, 0)) taken(p);
    return p;
}
void *calloc(size_t n, size_t m) {
    void *p = __libc_calloc(n, m);
    if (__builtin_expect(counting, 0)) taken(p);
    return p;
}
void *realloc(void *old, size_t n) {
    if (__builtin_expect(counting, 0)) given(old);
    void *p = __libc_realloc(old, n);
    if (__builtin_expect(counting, 0)) {
        if (p || !n) taken(p);
        else if (old) held += malloc_usable_size(old); /* failed: the old block stays */
    }
    return p;
}
void free(void *p) {
    if (__builtin_expect(counting, 0)) given(p);
    __libc_free(p);
}
void *memalign(size_t align, size_t n) {
    void *p = __libc_memalign(align, n);
    if (__builtin_expect(counting, 0)) taken(p);
    return p;
}
void *aligned_alloc(size_t align, size_t n) { return memalign(align, n); }
int posix_memalign(void **out, size_t align, size_t n) {
    void *p = memalign(align, n);
    if (!p) return ENOMEM;
    *out = p;
    return 0;
}

void bench_memory_start(void) {
    allocated = held = peak = 0;
    counting = true;
}
void bench_memory_stop(bench_row *row) {
    counting = false;
    row->allocated_bytes = (double)allocated;
    row->peak_bytes = (double)peak;
}
#else
void bench_memory_start(void) {}
void bench_memory_stop(bench_row *row) { row->allocated_bytes = row->peak_bytes = -1; }
#endif
