/* The editable document, inside.
 *
 *   node, closed    base: the cell it shows, in a document, in the edit's arena, or its own `value` (scalars)
 *   node, open      base NULL, value.tag holds the kind, items its children
 *   item            bit 0 set: a cell that nobody touched (of a member: its key cell, the value follows);
 *                   bit 0 clear: a node
 *
 * A node is opened before anything in it changes. All memory is one arena's. What changes the tree are three primitives
 * (put, take, swap) that write a log while a transaction runs, so that it can be undone without memory. */
#ifndef WEFT_SRC_EDIT_NODE_H
#define WEFT_SRC_EDIT_NODE_H

#include "json/doc.h"

#include <weft/edit.h>

typedef enum weft__undo_what { WEFT__UNDO_PUT, WEFT__UNDO_TAKE, WEFT__UNDO_SWAP, WEFT__UNDO_ROOT } weft__undo_what;
typedef struct weft__undo {
    weft__undo_what what;
    weft_edit_node *container;
    size_t index;
    uintptr_t item;         /* that was there */
    weft_edit_node *placed; /* that came */
    weft__cell key;         /* its key before */
} weft__undo;

struct weft_edit {
    weft_edit_node *root;
    const weft_alloc *alloc;
    weft_arena arena;
    bool logging;
    weft__undo *log;
    size_t log_len, log_cap;
};

struct weft_edit_node {
    weft_edit *edit;
    weft_edit_node *parent;
    weft__cell key, value;
    const weft__cell *base;
    const weft_doc *doc; /* of base and of untouched items; NULL: not in a document */
    uintptr_t *items;
    size_t count, cap;
    size_t place;    /* where it was last seen in its parent; a hint */
    uint32_t *index; /* hash table of members, place + 1, when slots > 0 */
    size_t slots, index_cap;
    unsigned heat; /* look-ups that walked */
};

static inline bool weft__item_is_cell(uintptr_t item) { return (item & 1) != 0; }
static inline const weft__cell *weft__item_cell(uintptr_t item) { return (const weft__cell *)(item & ~(uintptr_t)1); }
static inline uintptr_t weft__item_of_cell(const weft__cell *c) { return (uintptr_t)c | 1; }
static inline weft_edit_node *weft__item_node(uintptr_t item) { return (weft_edit_node *)item; }
static inline weft_str weft__cell_str(const weft__cell *c) { return WEFT_TEXT(c->s, (size_t)weft__cell_size(c)); }
static inline weft_kind weft__node_kind(const weft_edit_node *v) {
    return weft__cell_kind(v->base ? v->base : &v->value);
}
static inline const weft__cell *weft__item_key(uintptr_t item) {
    return weft__item_is_cell(item) ? weft__item_cell(item) : &weft__item_node(item)->key;
}

weft_status weft__edit_error(weft_error *err, weft_status code, const char *reason);
weft_edit_node *weft__node_new(weft_edit *e); /* closed, base = its value, null */
/* A node that shows a cell; doc may be NULL. */
weft_edit_node *weft__node_show(weft_edit *e, const weft__cell *cell, const weft_doc *doc);
bool weft__node_open(weft_edit_node *v);
/* The child at index as a node; NULL: memory. */
weft_edit_node *weft__node_touch(weft_edit_node *v, size_t index);
/* Place of the last member of that name, SIZE_MAX: none. v is open. */
size_t weft__node_find(weft_edit_node *v, weft_str name);
size_t weft__node_place(const weft_edit_node *v); /* in its parent, which it has */
bool weft__edit_key(weft_edit *e, weft_str name, weft__cell *out, weft_status *st);

/* Primitives; false: memory, nothing changed. Containers are open; nodes that come have no place. key: NULL in arrays.
 */
bool weft__node_put(weft_edit_node *v, size_t index, weft_edit_node *child, const weft__cell *key);
bool weft__node_take(weft_edit_node *v, size_t index);
bool weft__node_swap(weft_edit_node *v, size_t index, weft_edit_node *child);
bool weft__edit_root_swap(weft_edit *e, weft_edit_node *child);
/* Transactions do not nest. */
void weft__edit_begin(weft_edit *e);
void weft__edit_commit(weft_edit *e);
void weft__edit_rollback(weft_edit *e);

/* Member or element of a closed or open container, without touching: at most one of *cell and *node is set. */
typedef struct weft__ref {
    const weft__cell *cell; /* a value that nobody touched, or a scalar */
    weft_edit_node *node;   /* an open container */
    const weft_doc *doc;
} weft__ref;
static inline weft__ref weft__ref_of(const weft_edit_node *v) {
    weft__ref r = { v->base, v->base ? NULL : (weft_edit_node *)(uintptr_t)v, v->doc };
    return r;
}

/* Open containers met on a walk over a tree, without recursion. The first ones need no memory. */
enum { WEFT__WALK_FIRST = 32 };
typedef struct weft__walk {
    struct weft__walk_level {
        const weft_edit_node *node;
        size_t next;
        weft__cell *cell; /* flatten: the container's own */
    } first[WEFT__WALK_FIRST], *at;
    size_t len, cap;
    const weft_alloc *alloc;
} weft__walk;
void weft__walk_begin(weft__walk *w, const weft_alloc *alloc);
bool weft__walk_push(weft__walk *w, const weft_edit_node *node);
void weft__walk_end(weft__walk *w);

/* flatten.c: a tree as cells. */
typedef struct weft__flat_size {
    size_t cells, bytes; /* bytes: strings, each with its NUL */
} weft__flat_size;
bool weft__flatten_size(weft__ref v, weft__flat_size *size, const weft_alloc *alloc);
/* Into room of that size. image NULL: strings stay where they are. */
bool weft__flatten(weft__ref v, weft__cell *cells, char *image, const weft_alloc *alloc);
/* v as cells: v's own when untouched, else a new block (*block, *size bytes of alloc; else NULL). NULL: memory. */
const weft__cell *weft__flatten_view(const weft_edit_node *v, const weft_alloc *alloc, void **block, size_t *size);

/* pointer.c: one step of a JSON Pointer. */
bool weft__pointer_index(weft_str token, size_t *out);
/* Walks all but the last token; *parent is opened, *token is the last, unescaped in the arena. The whole pointer must
 * be well-formed and not empty. */
weft_status weft__edit_walk(weft_edit *e, weft_str pointer, weft_edit_node **parent, weft_str *token, size_t *at,
                            weft_error *err);
/* The value, without touching anything. */
weft_status weft__edit_peek(weft_edit *e, weft_str pointer, weft__ref *out, weft_error *err);
weft_status weft__edit_token_error(weft_error *err, weft_status code, size_t at, weft_str token, const char *reason);
/* add of RFC 6902 / removal; the pieces of weft_edit_add and weft_edit_remove without a transaction. */
weft_status weft__edit_add(weft_edit *e, weft_str pointer, weft_edit_node *value, bool replace, weft_error *err);
weft_status weft__edit_take(weft_edit *e, weft_str pointer, weft_edit_node **taken, weft_error *err);

/* members.c: the members of an object cell by name, stable. */
/* n members into at[0..n), with at[n..2n) as room. */
void weft__members_sorted(const weft__cell *object, const weft__cell **at);
bool weft__members_repeat(const weft__cell **sorted, size_t n);

#endif
