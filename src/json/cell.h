/* The document in memory: 16-byte cells in document order, and an image that holds the bytes of the strings.
 *
 *   cell = tag (bits 0..3 kind, 4..7 flags, 8..63 size)  |  payload (64 bits)
 *     null                      -                     -
 *     bool                      -                     0 or 1
 *     int / uint / real         -                     bits of the value
 *     raw number                bytes                 pointer to its text
 *     string (also a key)       bytes                 pointer into the image, or the caller's text when borrowed
 *     array                     elements              extent in cells: next sibling = cell + extent
 *     object                    members               the same; children alternate key, value
 *
 * The root is cells[0]. A container's children follow it directly. Kinds are those of weft_kind.
 */
#ifndef WEFT_SRC_JSON_CELL_H
#define WEFT_SRC_JSON_CELL_H

#include <weft/json.h>

typedef struct weft__cell {
    uint64_t tag;
    union {
        uint64_t u;
        int64_t i;
        double d;
        const char *s;
        uint64_t extent;
    };
} weft__cell;

enum {
    WEFT__KIND_MASK = 0x0f,
    WEFT__CLEAN = 0x10,    /* string: nothing in it needs an escape when written minimally */
    WEFT__BORROWED = 0x20, /* string: points into the caller's text, no NUL behind it */
    WEFT__FLAT = 0x40,     /* array: every element (scalar or empty container) is one cell, element i is cell 1 + i */
    WEFT__SIZE_SHIFT = 8
};

static inline weft_kind weft__cell_kind(const weft__cell *c) { return (weft_kind)(c->tag & WEFT__KIND_MASK); }
static inline uint64_t weft__cell_size(const weft__cell *c) { return c->tag >> WEFT__SIZE_SHIFT; }
static inline uint64_t weft__cell_tag(weft_kind kind, unsigned flags, uint64_t size) {
    return (uint64_t)kind | flags | size << WEFT__SIZE_SHIFT;
}
static inline bool weft__cell_is_container(const weft__cell *c) { return weft__cell_kind(c) >= WEFT_ARRAY; }
/* The cell behind a value and all it contains. */
static inline const weft__cell *weft__cell_next(const weft__cell *c) {
    return c + (weft__cell_is_container(c) ? c->extent : 1);
}

#endif
