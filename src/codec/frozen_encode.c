/* Typed value -> Frozen message, driven by a program (frozen_plan.h). Every step makes sure of its own room. */
#include "codec/frozen_plan.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"

#include <weft/frozen.h>

#include <stdlib.h>

typedef struct fe_state {
    weft_buf *out;
    char *p, *end; /* free part of out */
    weft_freeze_opts o;
    weft_error *err;
    weft_status code;
    uint32_t depth;
} fe_state;

static bool fe_prog(fe_state *e, const weft__fz_prog *g, const char *v);

WEFT_NOINLINE static bool fe_fail(fe_state *e, weft_status code, const char *reason) {
    e->code = weft__error_set(e->err, code, WEFT_STAGE_ENCODE, reason ? "%s" : NULL, reason);
    return false;
}

WEFT_NOINLINE static bool fe_grow(fe_state *e, size_t n) {
    e->out->len = (size_t)(e->p - e->out->data);
    weft_status st = weft_buf_reserve(e->out, n);
    if (st) return fe_fail(e, st, NULL);
    e->p = e->out->data + e->out->len;
    e->end = e->out->data + e->out->cap;
    return true;
}
WEFT_INLINE bool fe_room(fe_state *e, size_t n) { return weft_likely((size_t)(e->end - e->p) >= n) || fe_grow(e, n); }

/* Few bytes: two overlapping stores instead of a call. */
WEFT_INLINE void fe_copy(char *to, const char *from, size_t n) {
    if (n >= 8 && n <= 16) {
        uint64_t a, b;
        memcpy(&a, from, 8);
        memcpy(&b, from + n - 8, 8);
        memcpy(to, &a, 8);
        memcpy(to + n - 8, &b, 8);
    } else if (n >= 4 && n < 8) {
        uint32_t a, b;
        memcpy(&a, from, 4);
        memcpy(&b, from + n - 4, 4);
        memcpy(to, &a, 4);
        memcpy(to + n - 4, &b, 4);
    } else if (n < 4) {
        for (size_t i = 0; i < n; i++) to[i] = from[i];
    } else if (n <= 32) {
        memcpy(to, from, 16);
        memcpy(to + n - 16, from + n - 16, 16);
    } else {
        memcpy(to, from, n);
    }
}

static bool fe_text(fe_state *e, const weft_node *node, const char *v) {
    weft_str s;
    switch (node->kind) {
    case WEFT_TYPE_CSTR:
        if (!*(const char *const *)(const void *)v)
            return fe_fail(e, WEFT_E_NULL, "NULL where a string is required: declare it .nullable or .optional");
        s = weft_str_of(*(const char *const *)(const void *)v);
        break;
    case WEFT_TYPE_CHARS: {
        const char *end = (const char *)memchr(v, 0, node->n);
        if (!end) return fe_fail(e, WEFT_E_FIT, "a character array without its NUL");
        s = WEFT_TEXT(v, (size_t)(end - v));
        break;
    }
    default: memcpy(&s, v, sizeof s); /* the others are a pointer and a length */
    }
    if (s.len > UINT32_MAX) return fe_fail(e, WEFT_E_STRING_SIZE, "longer than four bytes can tell");
    if (node->kind != WEFT_TYPE_BYTES && !e->o.trust_utf8 && !(s.len <= 64 && weft__fz_ascii(s.ptr, s.len)) &&
        weft_utf8_valid(s) != s.len)
        return fe_fail(e, WEFT_E_UTF8, NULL);
    if (!fe_room(e, s.len + 4)) return false;
    weft__store32le(e->p, (uint32_t)s.len);
    if (s.len) fe_copy(e->p + 4, s.ptr, s.len);
    e->p += 4 + s.len;
    return true;
}

static bool fe_enum(fe_state *e, const weft__fz_op *op, const char *v) {
    int64_t x = weft_node_load(op->node, v);
    if (op->node->kind == WEFT_TYPE_FLAGS) {
        if (!op->node->open && ((uint64_t)x & ~op->span)) return fe_fail(e, WEFT_E_ENUM, "bits without a name");
    } else if ((uint64_t)x - (uint64_t)op->low > op->span && !op->node->open && weft__enum_row(op->node, x) < 0) {
        return fe_fail(e, WEFT_E_ENUM, "an enum value without a name");
    }
    unsigned bits = 8u * op->width;
    int64_t back = op->is_signed ? (int64_t)((uint64_t)x << (64 - bits)) >> (64 - bits)
                                 : (int64_t)((uint64_t)x & (((uint64_t)1 << bits) - 1));
    if (back != x) return fe_fail(e, WEFT_E_FIT, "an enum value that needs more bytes than .wire has");
    if (!fe_room(e, 4)) return false;
    for (unsigned i = 0; i < op->width; i++) e->p[i] = (char)((uint64_t)x >> 8 * i);
    e->p += op->width;
    return true;
}

static bool fe_numbers(fe_state *e, const weft__fz_op *op, const char *v) {
    if (!fe_room(e, (size_t)op->n * op->width)) return false;
    for (uint32_t i = 0; i < op->n; i++, v += op->width, e->p += op->width) {
        for (unsigned k = 0; k < op->width; k++) e->p[k] = v[WEFT_BIG_ENDIAN ? op->width - 1 - k : k];
    }
    return true;
}

static bool fe_list(fe_state *e, const weft__fz_op *op, const char *v) {
    const void *items;
    const weft_node *node = op->node;
    const weft__fz_prog *sub = op->sub;
    size_t n = weft_node_items(node, v, &items);
    if (n > UINT32_MAX) return fe_fail(e, WEFT_E_MEMBERS, "more elements than four bytes can tell");
    if (!fe_room(e, 4)) return false;
    weft__store32le(e->p, (uint32_t)n);
    e->p += 4;
    if (sub->bulk) {
        size_t size = n * sub->size;
        if (!fe_room(e, size)) return false;
        if (size) memcpy(e->p, items, size);
        e->p += size;
        return true;
    }
    const char *at = (const char *)items;
    for (size_t i = 0; i < n; i++, at += node->stride)
        if (!fe_prog(e, sub, at)) {
            weft__error_path_index(e->err, i);
            return false;
        }
    return true;
}

typedef struct fe_entry {
    int64_t number;
    weft_str text;
    const char *at;
} fe_entry;
static int fe_entry_order(const void *a, const void *b) {
    const fe_entry *x = (const fe_entry *)a, *y = (const fe_entry *)b;
    return x->number != y->number ? (x->number < y->number ? -1 : 1) : weft_str_compare(x->text, y->text);
}
static fe_entry fe_entry_at(const weft_node *node, const char *at) {
    fe_entry x = { 0, { "", 0 }, at };
    if (node->key) x.number = weft_node_load(node->key, at);
    else memcpy(&x.text, at, sizeof x.text);
    return x;
}

static bool fe_entry_put(fe_state *e, const weft__fz_op *op, const char *at) {
    static const weft_node text = { .kind = WEFT_TYPE_STR };
    if (op->key ? fe_prog(e, op->key, at) : fe_text(e, &text, at))
        if (fe_prog(e, op->sub, at)) return true;
    if (!op->node->key) weft__error_path_member(e->err, fe_entry_at(op->node, at).text);
    return false;
}

/* Entries go out in ascending order of their keys; already ascending ones need no memory. */
static bool fe_map(fe_state *e, const weft__fz_op *op, const char *v) {
    const void *items;
    const weft_node *node = op->node;
    size_t n = weft_node_items(node, v, &items), i = 1;
    const char *at = (const char *)items;
    if (n > UINT32_MAX) return fe_fail(e, WEFT_E_MEMBERS, "more entries than four bytes can tell");
    if (!fe_room(e, 4)) return false;
    weft__store32le(e->p, (uint32_t)n);
    e->p += 4;
    for (; i < n; i++) {
        fe_entry a = fe_entry_at(node, at + (i - 1) * node->stride), b = fe_entry_at(node, at + i * node->stride);
        if (fe_entry_order(&a, &b) >= 0) break;
    }
    if (i >= n) {
        for (i = 0; i < n; i++)
            if (!fe_entry_put(e, op, at + i * node->stride)) return false;
        return true;
    }
    fe_entry *order = n > SIZE_MAX / sizeof *order ? NULL : (fe_entry *)weft__alloc(e->o.alloc, n * sizeof *order);
    if (!order) return fe_fail(e, WEFT_E_MEMORY, NULL);
    for (i = 0; i < n; i++) order[i] = fe_entry_at(node, at + i * node->stride);
    qsort(order, n, sizeof *order, fe_entry_order);
    bool good = true;
    for (i = 0; i < n && good; i++) {
        if (i && !fe_entry_order(&order[i - 1], &order[i])) good = fe_fail(e, WEFT_E_DUPLICATE, "a key stands twice");
        else good = fe_entry_put(e, op, order[i].at);
    }
    weft__release(e->o.alloc, order, n * sizeof *order);
    return good;
}

static bool fe_tagged(fe_state *e, bool has, const weft__fz_prog *sub, const char *v) {
    if (!fe_room(e, 1)) return false;
    *e->p++ = has;
    return !has || fe_prog(e, sub, v);
}

static bool fe_union(fe_state *e, const weft__fz_op *op, const char *v) {
    const weft_node tag = { .kind = WEFT_TYPE_U64, .size = op->n };
    uint64_t i = (uint64_t)weft_node_load(&tag, v);
    if (i >= op->plan->n || !op->variants[i]) return fe_fail(e, WEFT_E_VARIANT, "the tag is no variant");
    if (!fe_room(e, 2)) return false;
    e->p[0] = (char)i;
    if (op->width == 2) e->p[1] = (char)(i >> 8);
    e->p += op->width;
    if (fe_prog(e, op->variants[i], v)) return true;
    weft__error_path_member(e->err, weft_str_of(op->plan->members[i].name));
    return false;
}

static bool fe_native(fe_state *e, const weft__fz_op *op, const char *v) {
    if (!fe_room(e, 8)) return false;
    int64_t x = weft_node_load(op->node, v); /* sign-extended or not, by its kind */
    weft__store64le(e->p, (uint64_t)x);
    e->p += 8;
    return true;
}

static bool fe_array(fe_state *e, const weft__fz_op *op, const char *v) {
    for (uint32_t i = 0; i < op->n; i++)
        if (!fe_prog(e, op->sub, v + (size_t)i * op->sub->size)) {
            weft__error_path_index(e->err, i);
            return false;
        }
    return true;
}

WEFT_INLINE bool fe_op(fe_state *e, const weft__fz_op *op, const char *v) {
    switch (op->code) {
    case WEFT__FZ_RUN:
        if (!fe_room(e, op->n)) return false;
        fe_copy(e->p, v, op->n);
        e->p += op->n;
        return true;
    case WEFT__FZ_BOOLS:
        if (!fe_room(e, op->n)) return false;
        for (uint32_t i = 0; i < op->n; i++) *e->p++ = v[i] != 0;
        return true;
    case WEFT__FZ_NUMBERS: return fe_numbers(e, op, v);
    case WEFT__FZ_NATIVE: return fe_native(e, op, v);
    case WEFT__FZ_ENUM: return fe_enum(e, op, v);
    case WEFT__FZ_TEXT: return fe_text(e, op->node, v);
    case WEFT__FZ_OPT: return fe_tagged(e, *v != 0, op->sub, v + op->n);
    case WEFT__FZ_PTR: {
        const char *to = *(const char *const *)(const void *)v;
        return fe_tagged(e, to != NULL, op->sub, to);
    }
    case WEFT__FZ_NULLABLE: return fe_tagged(e, *(const char *const *)(const void *)v != NULL, op->sub, v);
    case WEFT__FZ_LIST: return fe_list(e, op, v);
    case WEFT__FZ_MAP: return fe_map(e, op, v);
    case WEFT__FZ_UNION: return fe_union(e, op, v);
    case WEFT__FZ_STRUCT: return fe_prog(e, op->sub, v);
    case WEFT__FZ_ARRAY: return fe_array(e, op, v);
    case WEFT__FZ_CHECK: {
        weft_status code = WEFT_E_CHECK;
        const char *problem = e->o.trust ? NULL : weft__fz_check(op->node, v, e->o.ctx, &code);
        return !problem || fe_fail(e, code, problem);
    }
    default: return true; /* FILL */
    }
}

static bool fe_prog(fe_state *e, const weft__fz_prog *g, const char *v) {
    size_t length_at = 0;
    if (weft_unlikely(e->depth >= e->o.max_depth)) return fe_fail(e, WEFT_E_DEPTH, NULL);
    e->depth++;
    if (weft_unlikely(g->plan != NULL)) {
        weft_check_fn *check = g->plan->attr->check;
        const char *problem = check && !e->o.trust ? check(v, e->o.ctx) : NULL;
        if (problem) return fe_fail(e, WEFT_E_CHECK, problem);
    }
    if (weft_unlikely(g->evolvable)) {
        if (!fe_room(e, 4)) return false;
        length_at = (size_t)(e->p - e->out->data);
        e->p += 4;
    }
    for (uint32_t i = 0; i < g->count; i++) { /* a unit has none */
        const weft__fz_op *op = &g->ops[i];
        if (weft_unlikely(!fe_op(e, op, v + op->off))) {
            for (const weft__fz_name *n = op->name; n; n = n->outer)
                weft__error_path_member(e->err, weft_str_of(n->name));
            return false;
        }
    }
    if (weft_unlikely(g->evolvable)) {
        size_t length = (size_t)(e->p - e->out->data) - length_at - 4;
        if (length > UINT32_MAX) return fe_fail(e, WEFT_E_SIZE, "an evolvable struct beyond four bytes of length");
        weft__store32le(e->out->data + length_at, (uint32_t)length);
    }
    e->depth--;
    return true;
}

weft_status weft__type_to_frozen(const weft_type *type, const void *value, weft_buf *out, const weft_freeze_opts *opts,
                                 size_t opts_size, weft_error *err) {
    fe_state e;
    weft_error mine;
    if (!opts) memset(&e.o, 0, sizeof e.o); /* sizes the compiler knows need no call */
    else if (opts_size == sizeof e.o) e.o = *opts;
    else weft__opts_copy(&e.o, sizeof e.o, opts, opts_size);
    if (!type || !value || !out) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_ENCODE, NULL);
    const weft__fz *fz = weft__fz_of(type, err ? err : &mine);
    if (!fz) return err ? err->code : mine.code;
    if (!e.o.max_depth) e.o.max_depth = 256;
    if (e.o.max_depth > 1024) e.o.max_depth = 1024;
    size_t len = out->len, frame = 0;
    e.out = out;
    e.err = err;
    e.code = WEFT_OK;
    e.depth = 0;
    if (e.o.frame) {
        weft_status st = weft_frame_begin(out, &frame, err);
        if (st) return st;
    }
    e.p = out->data ? out->data + out->len : NULL;
    e.end = out->data ? out->data + out->cap : NULL;
    bool good =
        (out->data || fe_grow(&e, fz->root->min ? fz->root->min : 1)) && fe_prog(&e, fz->root, (const char *)value);
    if (!good) {
        out->len = len;
        if (err && !err->path[0]) memcpy(err->path, "$", 2);
        return e.code;
    }
    out->len = (size_t)(e.p - out->data);
    if (e.o.frame) weft_frame_end(out, frame, fz->hash);
    return WEFT_OK;
}
