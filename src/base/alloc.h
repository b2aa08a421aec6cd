/* Allocation through an optional weft_alloc (NULL: the default one). Sizes are those asked for; NULL means failure. */
#ifndef WEFT_SRC_BASE_ALLOC_H
#define WEFT_SRC_BASE_ALLOC_H

#include <weft/base.h>

static inline const weft_alloc *weft__alloc_or_default(const weft_alloc *a) { return a ? a : weft_alloc_default(); }
static inline void *weft__alloc(const weft_alloc *a, size_t size) {
    a = weft__alloc_or_default(a);
    return a->alloc(a->ctx, size ? size : 1);
}
static inline void *weft__resize(const weft_alloc *a, void *ptr, size_t old_size, size_t size) {
    a = weft__alloc_or_default(a);
    if (!ptr) return a->alloc(a->ctx, size ? size : 1);
    return a->resize(a->ctx, ptr, old_size ? old_size : 1, size ? size : 1);
}
static inline void weft__release(const weft_alloc *a, void *ptr, size_t size) {
    a = weft__alloc_or_default(a);
    if (ptr) a->release(a->ctx, ptr, size ? size : 1);
}

#endif
