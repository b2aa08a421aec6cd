/* What the library works out about a declared type at its first use and keeps in the type's slot: names resolved,
 * policies carried down to where they apply, name tables, the image of defaults, contradictions.
 */
#ifndef WEFT_SRC_TYPE_PLAN_H
#define WEFT_SRC_TYPE_PLAN_H

#include "base/compiler.h"

#include <weft/type.h>

/* Names -> index, open addressing; and the name shown for each index. */
typedef struct weft__name_slot {
    weft_str name;
    uint32_t hash, index; /* index + 1; 0: free */
} weft__name_slot;
typedef struct weft__names {
    weft__name_slot *slots;
    uint32_t mask;
    weft_str *shown; /* enums: by row; ptr NULL: none */
} weft__names;

/* Beside each weft_member. */
typedef struct weft__member_more {
    weft_str quoted;   /* "name": as it is written, with quotes and colon, escaped */
    weft_str expected; /* the same of the decode name: what a text most likely has */
    uint32_t size;     /* bytes of the member in C */
    uint8_t omit;
    bool no_decode, no_encode; /* hidden, extra, presence, one-way */
} weft__member_more;

typedef struct weft__plan {
    const weft_type *type;
    weft_node root;
    uint32_t n;
    weft_member *members;
    weft__member_more *more;
    weft__names names;
    uint32_t words; /* of 64 bits, for n members */
    uint64_t *required;
    void *image; /* structs: a value filled with defaults */
    bool has_dflt_fn, sees_absence;
    int32_t extra, presence, catch_all; /* member or variant index; -1: none */
    weft_unknown unknown;
    weft_repeat repeat;
    weft_repr repr;
    weft_str tag, content, tag_quoted, content_quoted; /* unions */
    const weft_type_attr *attr;
    weft_error fault; /* code 0: the declaration makes sense */
    weft_arena memory;
    bool reached;            /* everything it reaches made sense too; set once, atomically */
    struct weft__plan *next; /* of types without a slot */
    void *frozen;            /* what the Frozen codec worked out, published atomically */
} weft__plan;

/* NULL with err when the declaration is contradictory or memory is short. Thread-safe; built once per type. */
const weft__plan *weft__plan_build(const weft_type *type, weft_error *err);
WEFT_INLINE const weft__plan *weft__plan_of(const weft_type *type, weft_error *err) {
    if (weft_likely(type->slot != NULL)) {
        const weft__plan *p = (const weft__plan *)__atomic_load_n(type->slot, __ATOMIC_ACQUIRE);
        if (weft_likely(p && !p->fault.code)) return p;
    }
    return weft__plan_build(type, err);
}

/* A member whose NULL differs from its empty value: Frozen puts a tag byte before it. */
WEFT_INLINE bool weft__member_tagged(const weft_member *m) {
    uint8_t k = m->node->kind;
    if (k == WEFT_TYPE_CSTR && m->attr->optional && !m->dflt && !m->attr->dflt_fn) return true;
    return m->node->nullable && (k == WEFT_TYPE_STR || k == WEFT_TYPE_CSTR || k == WEFT_TYPE_BYTES ||
                                 k == WEFT_TYPE_RAW || k == WEFT_TYPE_LIST || k == WEFT_TYPE_MAP);
}

uint32_t weft__name_hash(weft_str s);
/* The index of a name, or -1. */
int32_t weft__names_find(const weft__names *names, weft_str s);
const weft__names *weft__enum_names(const weft_node *node);
/* The row of an enum value; -1: none. */
int32_t weft__enum_row(const weft_node *node, int64_t value);
/* The name in `names` nearest to s by edit distance, if near enough to be meant; ptr NULL otherwise. */
weft_str weft__names_nearest(const weft__names *names, weft_str s);
const weft_type *weft__type_elem(const weft_type *t, weft_type_ref ref);
/* Fills *p with the defaults of a member. */
void weft__member_default(const weft__plan *plan, uint32_t i, void *p, void *ctx);

#endif
