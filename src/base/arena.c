/* Arena: chunks of doubling size; the newest chunk is bumped. */
#include "base/alloc.h"

typedef struct weft__chunk {
    struct weft__chunk *next;
    size_t size; /* of the whole block, header included */
} weft__chunk;

enum { ARENA_FIRST_CHUNK = 4096, ARENA_LAST_CHUNK = 1 << 20, ARENA_HEADER = 16 };
_Static_assert(sizeof(weft__chunk) <= ARENA_HEADER, "chunk header fits in front of aligned data");

weft_arena weft_arena_fixed(void *buffer, size_t size) {
    weft_arena a;
    memset(&a, 0, sizeof a);
    a.fixed = true;
    a.cur = (char *)buffer;
    a.end = buffer ? (char *)buffer + size : NULL;
    return a;
}

weft_arena weft_arena_make(const weft_alloc *alloc, size_t limit) {
    weft_arena a;
    memset(&a, 0, sizeof a);
    a.alloc = alloc;
    a.limit = limit;
    return a;
}

static void *arena_bump(weft_arena *a, size_t size, size_t align) {
    if (!a->cur) return NULL;
    size_t pad = (size_t)(0 - (uintptr_t)a->cur) & (align - 1);
    size_t room = (size_t)(a->end - a->cur);
    if (pad > room || size > room - pad) return NULL;
    char *p = a->cur + pad;
    a->cur = p + size;
    if (a->fixed) a->used += pad + size;
    return p;
}

/* A chunk that holds `size` bytes at any offset up to `align`. A request larger than the usual chunk gets its own. */
static bool arena_add_chunk(weft_arena *a, size_t size, size_t align) {
    if (size > SIZE_MAX - ARENA_HEADER - align) return false;
    size_t need = ARENA_HEADER + size + (align > 16 ? align : 0);
    size_t want = a->chunks ? a->chunks->size : ARENA_FIRST_CHUNK / 2;
    want = want >= ARENA_LAST_CHUNK ? ARENA_LAST_CHUNK : want * 2;
    if (want < need) want = need;
    if (a->limit) {
        size_t left = a->limit > a->used ? a->limit - a->used : 0;
        if (need > left) return false;
        if (want > left) want = left;
    }
    weft__chunk *c = (weft__chunk *)weft__alloc(a->alloc, want);
    if (!c) return false;
    c->next = a->chunks;
    c->size = want;
    a->chunks = c;
    a->used += want;
    a->cur = (char *)c + ARENA_HEADER;
    a->end = (char *)c + want;
    return true;
}

void *weft_arena_alloc(weft_arena *a, size_t size, size_t align) {
    if (align == 0) align = 16;
    void *p = arena_bump(a, size, align);
    if (p || a->fixed) return p;
    return arena_add_chunk(a, size, align) ? arena_bump(a, size, align) : NULL;
}

void *weft_arena_resize(weft_arena *a, void *ptr, size_t old_size, size_t size, size_t align) {
    char *p = (char *)ptr;
    if (p && p + old_size == a->cur && (size <= old_size || size - old_size <= (size_t)(a->end - a->cur))) {
        a->cur = p + size;
        if (a->fixed) a->used = a->used - old_size + size;
        return p;
    }
    if (p && size <= old_size) return p;
    void *q = weft_arena_alloc(a, size, align);
    if (q && p && old_size) memcpy(q, p, old_size);
    return q;
}

weft_str weft_arena_copy(weft_arena *a, weft_str s) {
    weft_str r = { NULL, 0 };
    if (s.len == SIZE_MAX) return r;
    char *p = (char *)weft_arena_alloc(a, s.len + 1, 1);
    if (!p) return r;
    if (s.len) memcpy(p, s.ptr, s.len);
    p[s.len] = 0;
    r.ptr = p;
    r.len = s.len;
    return r;
}

static void arena_release_chunks(weft_arena *a, weft__chunk *keep) {
    for (weft__chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        if (c != keep) {
            a->used -= c->size;
            weft__release(a->alloc, c, c->size);
        }
    }
    a->chunks = keep;
    if (keep) keep->next = NULL;
}

void weft_arena_reset(weft_arena *a) {
    if (a->fixed) { /* used counts from the buffer's start */
        a->cur -= a->used;
        a->used = 0;
        return;
    }
    weft__chunk *largest = a->chunks;
    for (weft__chunk *c = a->chunks; c; c = c->next)
        if (c->size > largest->size) largest = c;
    arena_release_chunks(a, largest);
    a->cur = largest ? (char *)largest + ARENA_HEADER : NULL;
    a->end = largest ? (char *)largest + largest->size : NULL;
}

void weft_arena_free(weft_arena *a) {
    if (a->fixed) {
        weft_arena_reset(a);
        return;
    }
    arena_release_chunks(a, NULL);
    a->cur = a->end = NULL;
}
