/* The default allocator: malloc, realloc, free. */
#include "base/alloc.h"

#include <stdlib.h>

static void *libc_alloc(void *ctx, size_t size) {
    (void)ctx;
    return malloc(size);
}
static void *libc_resize(void *ctx, void *ptr, size_t old_size, size_t size) {
    (void)ctx;
    (void)old_size;
    return realloc(ptr, size);
}
static void libc_release(void *ctx, void *ptr, size_t size) {
    (void)ctx;
    (void)size;
    free(ptr);
}

const weft_alloc *weft_alloc_default(void) {
    static const weft_alloc libc = { libc_alloc, libc_resize, libc_release, NULL };
    return &libc;
}
