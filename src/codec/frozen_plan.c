/* Compiling a description into a program: see frozen_plan.h. Runs once per type. What a step refers to (elements of
 * lists, targets of pointers, variants) is compiled from a work list, so recursive types end.
 */
#include "codec/frozen_plan.h"
#include "base/error.h"

#include <stdlib.h>

typedef struct fz_type { /* programs of structs and variants are shared by all that refer to them */
    const weft_type *type;
    weft__fz_prog *prog;
    weft__fz_prog **variants;
    struct fz_type *next;
} fz_type;
typedef struct fz_todo {
    weft__fz_prog *prog;
    const weft_node *node;
    uint32_t off;
    struct fz_todo *next;
} fz_todo;
typedef struct fz_builder {
    weft__fz *fz;
    fz_type *types;
    fz_todo *todo;
    weft__fz_prog *all;
    bool no_memory;
} fz_builder;

static void *fz_alloc(fz_builder *b, size_t size) {
    void *p = weft_arena_alloc(&b->fz->memory, size, 16);
    if (p) memset(p, 0, size);
    else b->no_memory = true;
    return p;
}

static void fz_fault(fz_builder *b, const char *what, const char *reason) {
    if (b->fz->fault.code) return;
    weft__error_set(&b->fz->fault, WEFT_E_TYPE, WEFT_STAGE_ENCODE, "%s: %s", what ? what : "type", reason);
}

static weft__fz_prog *fz_prog_new(fz_builder *b) {
    weft__fz_prog *g = (weft__fz_prog *)fz_alloc(b, sizeof *g);
    if (!g) return NULL;
    g->next = b->all;
    b->all = g;
    return g;
}

static weft__fz_op *fz_op(fz_builder *b, weft__fz_prog *g, weft__fz_code code, const weft_node *node, uint32_t off,
                          uint32_t n, const weft__fz_name *name) {
    if (g->count == g->cap) {
        uint32_t cap = g->cap ? g->cap * 2 : 4;
        weft__fz_op *ops = (weft__fz_op *)fz_alloc(b, cap * sizeof *ops);
        if (!ops) return NULL;
        if (g->count) memcpy(ops, g->ops, g->count * sizeof *ops);
        g->ops = ops;
        g->cap = cap;
    }
    weft__fz_op *op = &g->ops[g->count++];
    op->code = (uint8_t)code;
    op->node = node;
    op->off = off;
    op->n = n;
    op->name = name;
    return op;
}

/* n bytes that are the same on the wire: joined to the step before where both are neighbours. */
static void fz_run(fz_builder *b, weft__fz_prog *g, weft__fz_code code, uint32_t off, uint32_t n,
                   const weft__fz_name *name) {
    weft__fz_op *last = g->count ? &g->ops[g->count - 1] : NULL;
    g->min += n;
    if (last && !g->evolvable && last->code == code && last->off + last->n == off) last->n += n;
    else fz_op(b, g, code, NULL, off, n, name);
}

static void fz_number(fz_builder *b, weft__fz_prog *g, const weft_node *node, uint32_t off, const weft__fz_name *name) {
    if (node->native && node->size != 8) {
        weft__fz_op *op = fz_op(b, g, WEFT__FZ_NATIVE, node, off, 1, name);
        if (op) op->is_signed = node->kind <= WEFT_TYPE_I64;
        g->min += 8;
    } else if (!WEFT_BIG_ENDIAN || node->size == 1) {
        fz_run(b, g, WEFT__FZ_RUN, off, node->size, name);
    } else {
        weft__fz_op *op = fz_op(b, g, WEFT__FZ_NUMBERS, node, off, 1, name);
        if (op) op->width = (uint8_t)node->size;
        g->min += node->size;
    }
}

static void fz_enum(fz_builder *b, weft__fz_prog *g, const weft_node *node, uint32_t off, const weft__fz_name *name) {
    weft__fz_op *op = fz_op(b, g, WEFT__FZ_ENUM, node, off, 1, name);
    if (!op) return;
    const weft_type *t = node->type;
    op->width = t->attr && t->attr->wire ? t->attr->wire : 4;
    if (op->width != 1 && op->width != 2 && op->width != 4) fz_fault(b, t->name, ".wire is none of 1, 2, 4");
    g->min += op->width;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < t->n; i++) {
        int64_t v = t->values[i].value;
        if (v < low) low = v;
        if (v > high) high = v;
        op->span |= (uint64_t)v;
    }
    /* four bytes are an int32; one and two are unsigned unless a value is negative; flags are unsigned */
    bool flags = node->kind == WEFT_TYPE_FLAGS;
    op->is_signed = !flags && (op->width == 4 || low < 0);
    unsigned bits = 8u * op->width;
    int64_t most = op->is_signed ? ((int64_t)1 << (bits - 1)) - 1 : (int64_t)(((uint64_t)1 << bits) - 1);
    if (high > most || low < (op->is_signed ? -most - 1 : 0)) fz_fault(b, t->name, "a value does not fit .wire");
    if (flags) return;
    op->low = low;
    op->span = (uint64_t)high - (uint64_t)low;
    if (op->span != t->n - 1) op->span = 0, op->low = t->values[0].value; /* gaps: looked up */
}

static weft__fz_prog *fz_later(fz_builder *b, const weft_node *node, uint32_t off);
static void fz_node(fz_builder *b, weft__fz_prog *g, const weft_node *node, uint32_t off, const weft__fz_name *name);

static fz_type *fz_type_of(fz_builder *b, const weft_type *type) {
    for (fz_type *t = b->types; t; t = t->next)
        if (t->type == type) return t;
    fz_type *t = (fz_type *)fz_alloc(b, sizeof *t);
    if (!t) return NULL;
    t->type = type;
    t->next = b->types;
    b->types = t;
    return t;
}

static bool fz_off_wire(const weft_member *m) {
    return m->hidden || m->node->kind == WEFT_TYPE_EXTRA || m->node->kind == WEFT_TYPE_PRESENCE;
}
static void fz_members(fz_builder *b, weft__fz_prog *g, const weft__plan *plan, uint32_t off,
                       const weft__fz_name *outer) {
    bool fill = g->evolvable && g->plan == plan;
    for (uint32_t i = 0; i < plan->n; i++) fill |= fz_off_wire(&plan->members[i]);
    if (fill) {
        weft__fz_op *op = fz_op(b, g, WEFT__FZ_FILL, NULL, off, 0, outer);
        if (op) op->plan = plan;
    }
    for (uint32_t i = 0; i < plan->n && !b->no_memory; i++) {
        const weft_member *m = &plan->members[i];
        if (fz_off_wire(m)) continue;
        weft__fz_name *name = (weft__fz_name *)fz_alloc(b, sizeof *name);
        if (!name) return;
        name->name = m->name;
        name->outer = outer;
        uint32_t before = g->count;
        if (weft__member_tagged(m)) {
            weft__fz_op *op = fz_op(b, g, WEFT__FZ_NULLABLE, m->node, off + m->offset, 0, name);
            g->min += 1;
            if (op) op->sub = fz_later(b, m->node, 0);
        } else {
            fz_node(b, g, m->node, off + m->offset, name);
        }
        if (g->evolvable && g->plan == plan)
            for (uint32_t k = before; k < g->count; k++) g->ops[k].starts = k == before, g->ops[k].member = i;
    }
}

/* The program of a struct by itself; its members are compiled at once, because they lie inside it. */
static weft__fz_prog *fz_struct(fz_builder *b, const weft_type *type) {
    fz_type *t = fz_type_of(b, type);
    if (!t || t->prog) return t ? t->prog : NULL;
    weft_error e;
    const weft__plan *plan = weft__plan_of(type, &e);
    if (!plan) {
        if (!b->fz->fault.code) b->fz->fault = e;
        return NULL;
    }
    weft__fz_prog *g = t->prog = fz_prog_new(b);
    if (!g) return NULL;
    g->plan = plan;
    g->size = type->size;
    g->evolvable = plan->attr->evolvable;
    g->first = plan->attr->first_fields && plan->attr->first_fields < plan->n ? plan->attr->first_fields : plan->n;
    fz_members(b, g, plan, 0, NULL);
    if (g->evolvable) g->min = 4;
    return g;
}

static bool fz_demands(const weft_node *n) {
    return n->ranged || n->min_len || n->max_len != UINT32_MAX || n->check || n->one_of;
}

static void fz_union(fz_builder *b, weft__fz_prog *g, const weft_node *node, uint32_t off, const weft__fz_name *name) {
    weft_error e;
    const weft__plan *plan = weft__plan_of(node->type, &e);
    fz_type *t = fz_type_of(b, node->type);
    weft__fz_op *op = fz_op(b, g, WEFT__FZ_UNION, node, off, 0, name);
    if (!plan || !t || !op) {
        if (!plan && !b->fz->fault.code) b->fz->fault = e;
        return;
    }
    op->width = plan->n > 255 ? 2 : 1;
    if (plan->n > 65535) fz_fault(b, node->type->name, "more than 65535 variants");
    op->plan = plan;
    op->n = node->type->value_off;
    g->min += op->width;
    if (!t->variants) {
        t->variants = (weft__fz_prog **)fz_alloc(b, (plan->n + 1) * sizeof *t->variants);
        for (uint32_t i = 0; t->variants && i < plan->n; i++)
            if (!plan->members[i].hidden) t->variants[i] = fz_later(b, plan->members[i].node, plan->members[i].offset);
    }
    op->variants = (const weft__fz_prog *const *)t->variants;
}

static void fz_array(fz_builder *b, weft__fz_prog *g, const weft_node *node, uint32_t off, const weft__fz_name *name) {
    weft__fz_prog *sub = fz_prog_new(b);
    if (!sub) return;
    sub->size = node->elem->size;
    fz_node(b, sub, node->elem, 0, NULL);
    const weft__fz_op *only = sub->count == 1 ? sub->ops : NULL;
    bool run = only && (only->code == WEFT__FZ_RUN || only->code == WEFT__FZ_BOOLS) && only->n == sub->size;
    if (run) {
        fz_run(b, g, (weft__fz_code)only->code, off, node->n * sub->size, name);
        return;
    }
    if (!sub->count || !node->n) return;
    weft__fz_op *op = fz_op(b, g, WEFT__FZ_ARRAY, node, off, node->n, name);
    if (op) op->sub = sub;
    g->min += sub->min * node->n;
}

static void fz_node(fz_builder *b, weft__fz_prog *g, const weft_node *node, uint32_t off, const weft__fz_name *name) {
    weft__fz_op *op;
    switch (node->kind) {
    case WEFT_TYPE_BOOL: fz_run(b, g, WEFT__FZ_BOOLS, off, 1, name); break;
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS:
    case WEFT_TYPE_BYTES:
    case WEFT_TYPE_RAW:
        fz_op(b, g, WEFT__FZ_TEXT, node, off, 0, name);
        g->min += 4;
        break;
    case WEFT_TYPE_UNIT:
    case WEFT_TYPE_EXTRA:
    case WEFT_TYPE_PRESENCE: break;
    case WEFT_TYPE_ENUM:
    case WEFT_TYPE_FLAGS: fz_enum(b, g, node, off, name); break;
    case WEFT_TYPE_STRUCT: {
        weft__fz_prog *sub = NULL;
        weft_error e;
        const weft__plan *plan = weft__plan_of(node->type, &e);
        if (!plan) {
            if (!b->fz->fault.code) b->fz->fault = e;
            return;
        }
        if (!plan->attr->evolvable && !plan->attr->check) {
            fz_members(b, g, plan, off, name);
        } else {
            sub = fz_struct(b, node->type);
            op = fz_op(b, g, WEFT__FZ_STRUCT, node, off, 0, name);
            if (!op || !sub) return;
            op->sub = sub;
            op->plan = plan;
            g->min += sub->min;
        }
        break;
    }
    case WEFT_TYPE_UNION: fz_union(b, g, node, off, name); break;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP:
        op = fz_op(b, g, node->kind == WEFT_TYPE_MAP ? WEFT__FZ_MAP : WEFT__FZ_LIST, node, off, 0, name);
        g->min += 4;
        if (!op) return;
        op->sub = fz_later(b, node->elem, node->kind == WEFT_TYPE_MAP ? node->value_off : 0);
        if (node->key && op->sub) {
            weft__fz_prog *key = fz_prog_new(b);
            if (key) fz_enum(b, key, node->key, 0, NULL);
            g->ops[g->count - 1].key = key;
        }
        break;
    case WEFT_TYPE_OPT:
    case WEFT_TYPE_PTR:
        op = fz_op(b, g, node->kind == WEFT_TYPE_OPT ? WEFT__FZ_OPT : WEFT__FZ_PTR, node, off, node->value_off, name);
        g->min += 1;
        if (op) op->sub = fz_later(b, node->elem, 0);
        break;
    case WEFT_TYPE_ARRAY: fz_array(b, g, node, off, name); break;
    default: fz_number(b, g, node, off, name);
    }
    if (fz_demands(node)) fz_op(b, g, WEFT__FZ_CHECK, node, off, 0, name);
}

static weft__fz_prog *fz_later(fz_builder *b, const weft_node *node, uint32_t off) {
    weft__fz_prog *g = fz_prog_new(b);
    fz_todo *todo = (fz_todo *)fz_alloc(b, sizeof *todo);
    if (!g || !todo) return NULL;
    g->size = node->size;
    *todo = (fz_todo){ g, node, off, b->todo };
    b->todo = todo;
    return g;
}

static bool fz_is_bulk(const weft__fz_prog *g) {
    if (g->count != 1 || g->evolvable || (g->plan && g->plan->attr->check)) return false;
    const weft__fz_op *op = g->ops;
    return op->code == WEFT__FZ_RUN && !op->off && op->n == g->size;
}

/* Elements must take room, or a count of four bytes would stand for any number of them. */
static void fz_finish(fz_builder *b, weft__fz_prog *g) {
    for (uint32_t i = 0; i < g->count; i++) {
        const weft__fz_op *op = &g->ops[i];
        if (op->code == WEFT__FZ_LIST && op->sub && !op->sub->min)
            fz_fault(b, op->name ? op->name->name : NULL, "elements of a list take no bytes in Frozen");
    }
}

static weft__fz *fz_new(const weft__plan *plan) {
    weft__fz *fz = (weft__fz *)calloc(1, sizeof *fz);
    if (!fz) return NULL;
    fz_builder b = { fz, NULL, NULL, NULL, false };
    fz->root = fz_later(&b, &plan->root, 0);
    while (b.todo && !b.no_memory && !fz->fault.code) {
        fz_todo todo = *b.todo;
        b.todo = todo.next;
        bool record = todo.node->kind == WEFT_TYPE_STRUCT && !todo.off && !fz_demands(todo.node);
        weft__fz_prog *g = record ? fz_struct(&b, todo.node->type) : NULL;
        if (g) {
            weft__fz_prog *next = todo.prog->next;
            *todo.prog = *g; /* the struct's own, which is whole by now */
            todo.prog->next = next;
        } else if (!record) {
            fz_node(&b, todo.prog, todo.node, todo.off, NULL);
        }
    }
    for (weft__fz_prog *g = b.all; g && !b.no_memory; g = g->next) g->bulk = fz_is_bulk(g);
    for (weft__fz_prog *g = b.all; g && !b.no_memory; g = g->next) fz_finish(&b, g);
    fz->hash = weft_type_digest(plan->type, WEFT_WIRE_FROZEN);
    if (b.no_memory || !fz->hash) {
        weft_arena_free(&fz->memory);
        free(fz);
        return NULL;
    }
    return fz;
}

const weft__fz *weft__fz_build(const weft_type *type, weft_error *err) {
    const weft__plan *plan = weft__plan_of(type, err);
    if (!plan) return NULL;
    weft__fz *fz = (weft__fz *)__atomic_load_n(&plan->frozen, __ATOMIC_ACQUIRE);
    if (!fz) {
        fz = fz_new(plan);
        if (!fz) {
            weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_ENCODE, NULL);
            return NULL;
        }
        void *expected = NULL;
        void **slot = (void **)(uintptr_t)&plan->frozen; /* the one part of a plan that comes later */
        if (!__atomic_compare_exchange_n(slot, &expected, (void *)fz, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            weft_arena_free(&fz->memory);
            free(fz);
            fz = (weft__fz *)expected;
        }
    }
    if (fz->fault.code) {
        if (err) *err = fz->fault;
        return NULL;
    }
    return fz;
}

/* ---- what a declaration demands of values ---- */
static bool fz_one_of(const char *set, weft_str s) {
    while (*set) {
        size_t n = strcspn(set, "|");
        if (n == s.len && !memcmp(set, s.ptr, n)) return true;
        set += n + (set[n] == '|');
    }
    return false;
}

static bool fz_in_range(const weft_node *node, const void *p) {
    if (node->kind == WEFT_TYPE_F64 || node->kind == WEFT_TYPE_F32) {
        double d;
        float f;
        if (node->kind == WEFT_TYPE_F64) memcpy(&d, p, sizeof d);
        else memcpy(&f, p, sizeof f), d = (double)f;
        return d >= node->real_range.min && d <= node->real_range.max;
    }
    int64_t v = weft_node_load(node, p);
    if (node->kind == WEFT_TYPE_U64)
        return (uint64_t)v >= (uint64_t)node->range.min && (uint64_t)v <= (uint64_t)node->range.max;
    return v >= node->range.min && v <= node->range.max;
}

const char *weft__fz_check(const weft_node *node, const void *p, void *ctx, weft_status *code) {
    weft_str s = { "", 0 };
    size_t n = 0;
    const void *items;
    if (node->ranged && !fz_in_range(node, p)) {
        *code = WEFT_E_RANGE;
        return "outside the declared range";
    }
    switch (node->kind) {
    case WEFT_TYPE_STR:
    case WEFT_TYPE_BYTES:
    case WEFT_TYPE_RAW: memcpy(&s, p, sizeof s); break;
    case WEFT_TYPE_CSTR: s = weft_str_of(*(const char *const *)p); break;
    case WEFT_TYPE_CHARS: {
        const char *end = (const char *)memchr(p, 0, node->n);
        s = WEFT_TEXT((const char *)p, end ? (size_t)(end - (const char *)p) : node->n);
        break;
    }
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: n = weft_node_items(node, p, &items); break;
    default: break;
    }
    n += s.len;
    if (n < node->min_len || (node->max_len != UINT32_MAX && n > node->max_len)) {
        *code = WEFT_E_COUNT;
        return n < node->min_len ? "shorter than declared" : "longer than declared";
    }
    if (node->one_of && !fz_one_of(node->one_of, s)) {
        *code = WEFT_E_ENUM;
        return "none of the declared texts";
    }
    *code = WEFT_E_CHECK;
    return node->check ? node->check(p, ctx) : NULL;
}
