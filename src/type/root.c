/* Owned values: see root.h. One weft_free gives everything back without a walk. */
#include "type/root.h"
#include "base/error.h"
#include "base/alloc.h"

enum { ROOT_ALIGN = 64, ROOT_HEADER = (sizeof(weft_arena) + ROOT_ALIGN - 1) / ROOT_ALIGN * ROOT_ALIGN };

void *weft__root_new(const weft_type *type, const weft_alloc *alloc, size_t limit, weft_error *err) {
    weft_arena arena = weft_arena_make(alloc, limit);
    if (type->align > ROOT_ALIGN) {
        weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_DECODE, NULL);
        return NULL;
    }
    char *block = (char *)weft_arena_alloc(&arena, ROOT_HEADER + type->size, ROOT_ALIGN);
    if (!block) {
        weft__error_set(err, limit ? WEFT_E_ALLOCATION : WEFT_E_MEMORY, WEFT_STAGE_DECODE, NULL);
        return NULL;
    }
    memcpy(block, &arena, sizeof arena);
    memset(block + ROOT_HEADER, 0, type->size);
    return block + ROOT_HEADER;
}

weft_arena *weft_arena_of(void *value) { return (weft_arena *)(void *)((char *)value - ROOT_HEADER); }

void weft_free(void *value) {
    if (!value) return;
    weft_arena arena = *weft_arena_of(value); /* it lies inside what it frees */
    weft_arena_free(&arena);
}
