/* A type's description compiled for the Frozen wire: a program of steps, each of which copies or converts what stands
 * at an offset of the value. Members that follow each other alike in memory and on the wire are one step.
 */
#ifndef WEFT_SRC_CODEC_FROZEN_PLAN_H
#define WEFT_SRC_CODEC_FROZEN_PLAN_H

#include "type/plan.h"

typedef enum weft__fz_code {
    WEFT__FZ_RUN,      /* n bytes as they are */
    WEFT__FZ_BOOLS,    /* n bytes that are 0 or 1 */
    WEFT__FZ_NUMBERS,  /* n numbers of width bytes in the other byte order */
    WEFT__FZ_NATIVE,   /* long and kin where they have not 64 bits */
    WEFT__FZ_ENUM,     /* enum or flags, width bytes */
    WEFT__FZ_TEXT,     /* u32 length, bytes: by the node's kind */
    WEFT__FZ_OPT,      /* tag byte, then sub at n */
    WEFT__FZ_PTR,      /* tag byte, then sub behind the pointer */
    WEFT__FZ_NULLABLE, /* tag byte, then sub in place; absent: the pointer at this offset is NULL */
    WEFT__FZ_LIST,     /* u32 count, then sub each */
    WEFT__FZ_MAP,      /* u32 count, then key and sub each */
    WEFT__FZ_UNION,    /* index of width bytes, then its variant */
    WEFT__FZ_STRUCT,   /* sub: an evolvable struct, or one with a check of its own */
    WEFT__FZ_ARRAY,    /* n times sub */
    WEFT__FZ_CHECK,    /* what the declaration demands of the value just passed */
    WEFT__FZ_FILL      /* nothing on the wire: members get their defaults */
} weft__fz_code;

typedef struct weft__fz_name { /* where a step stands, from the inside out */
    const char *name;
    const struct weft__fz_name *outer;
} weft__fz_name;

typedef struct weft__fz_prog weft__fz_prog;
typedef struct weft__fz_op {
    uint8_t code, width;
    bool starts, is_signed; /* starts: the first step of a member */
    uint32_t member;
    uint32_t off, n;
    int64_t low;   /* enum: values low .. low + span are all declared */
    uint64_t span; /* flags: the declared bits */
    const weft_node *node;
    const weft__fz_prog *sub, *key;
    const weft__fz_prog *const *variants;
    const weft__plan *plan; /* union, struct, fill */
    const weft__fz_name *name;
} weft__fz_op;
struct weft__fz_prog {
    weft__fz_op *ops;
    uint32_t count, cap;
    uint64_t min;  /* fewest bytes on the wire */
    uint32_t size; /* bytes in memory */
    bool bulk;     /* memory and wire are the same bytes */
    bool evolvable;
    uint32_t first;         /* evolvable: members that must be there */
    const weft__plan *plan; /* structs */
    struct weft__fz_prog *next;
};
typedef struct weft__fz {
    weft__fz_prog *root;
    uint64_t hash; /* weft_type_digest */
    weft_error fault;
    weft_arena memory;
} weft__fz;

/* The program of a type, made at its first use and kept with its plan; NULL with err. Thread-safe. */
const weft__fz *weft__fz_build(const weft_type *type, weft_error *err);
WEFT_INLINE const weft__fz *weft__fz_of(const weft_type *type, weft_error *err) {
    if (weft_likely(type->slot != NULL)) {
        const weft__plan *p = (const weft__plan *)__atomic_load_n(type->slot, __ATOMIC_ACQUIRE);
        const weft__fz *f = p ? (const weft__fz *)__atomic_load_n(&p->frozen, __ATOMIC_ACQUIRE) : NULL;
        if (weft_likely(f && !f->fault.code)) return f;
    }
    return weft__fz_build(type, err);
}
/* Whether all bytes are below 0x80; for short strings, where a call would cost more than the check. */
WEFT_INLINE bool weft__fz_ascii(const char *p, size_t n) {
    uint64_t all = 0, w;
    if (n >= 8) {
        for (size_t i = 0; i + 8 <= n; i += 8) {
            memcpy(&w, p + i, 8);
            all |= w;
        }
        memcpy(&w, p + n - 8, 8);
        return !((all | w) & 0x8080808080808080u);
    }
    if (n >= 4) {
        uint32_t a, b;
        memcpy(&a, p, 4);
        memcpy(&b, p + n - 4, 4);
        return !((a | b) & 0x80808080u);
    }
    for (size_t i = 0; i < n; i++) all |= (unsigned char)p[i];
    return !(all & 0x80);
}
/* NULL: the value is as its declaration demands; else what is wrong, and the code. */
const char *weft__fz_check(const weft_node *node, const void *p, void *ctx, weft_status *code);

#endif
