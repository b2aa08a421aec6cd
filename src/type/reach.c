/* Walk over the types a type reaches: see reach.h. A work list, no recursion over types. */
#include "type/reach.h"
#include "base/alloc.h"
#include "base/error.h"

size_t weft__reach_index(const weft__reach *r, const weft_type *type) {
    for (size_t i = 0; i < r->count; i++)
        if (r->plans[i]->type == type) return i;
    return SIZE_MAX;
}

void weft__reach_free(weft__reach *r) {
    weft__release(NULL, r->plans, r->cap * sizeof(void *));
    r->plans = NULL;
    r->count = r->cap = 0;
}

static weft_status reach_add(weft__reach *r, const weft_type *type, weft_error *err) {
    if (weft__reach_index(r, type) != SIZE_MAX) return WEFT_OK;
    const weft__plan *plan = weft__plan_of(type, err);
    if (!plan) return err->code;
    if (r->count == r->cap) {
        size_t cap = r->cap ? r->cap * 2 : 16;
        const weft__plan **p = (const weft__plan **)weft__resize(NULL, r->plans, r->cap * sizeof *p, cap * sizeof *p);
        if (!p) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_DECODE, NULL);
        r->plans = p;
        r->cap = cap;
    }
    r->plans[r->count++] = plan;
    return WEFT_OK;
}

/* What a node leads to: through shapes down to a declared type (shapes are not deep). */
static weft_status reach_node(weft__reach *r, const weft_node *node, weft_error *err) {
    for (; node; node = node->elem) {
        weft_status st = WEFT_OK;
        if (node->key) st = reach_add(r, node->key->type, err);
        if (!st && (node->kind == WEFT_TYPE_ENUM || node->kind == WEFT_TYPE_FLAGS || node->kind == WEFT_TYPE_STRUCT ||
                    node->kind == WEFT_TYPE_UNION))
            st = reach_add(r, node->type, err);
        if (st) return st;
    }
    return WEFT_OK;
}

/* Frozen: members that are off the wire, or that an evolvable struct got later, lead nowhere. */
static bool reach_skips(const weft__plan *plan, uint32_t i) {
    const weft_member *m = &plan->members[i];
    if (m->hidden || m->node->kind == WEFT_TYPE_EXTRA || m->node->kind == WEFT_TYPE_PRESENCE) return true;
    return plan->attr->evolvable && plan->attr->first_fields && i >= plan->attr->first_fields;
}

static weft_status reach_walk(weft__reach *r, const weft_type *type, bool frozen, weft_error *err) {
    weft_error mine;
    weft_error *e = err ? err : &mine;
    memset(r, 0, sizeof *r);
    const weft__plan *root = weft__plan_of(type, e);
    if (!root) return e->code;
    weft_status st = reach_node(r, &root->root, e);
    for (size_t i = 0; !st && i < r->count; i++)
        for (uint32_t m = 0; !st && m < r->plans[i]->n; m++)
            if (!frozen || !reach_skips(r->plans[i], m)) st = reach_node(r, r->plans[i]->members[m].node, e);
    return st;
}
weft_status weft__reach_all(weft__reach *r, const weft_type *type, weft_error *err) {
    return reach_walk(r, type, false, err);
}
weft_status weft__reach_frozen(weft__reach *r, const weft_type *type, weft_error *err) {
    return reach_walk(r, type, true, err);
}

weft_status weft__reach_check(const weft__plan *plan, weft_error *err) {
    weft__plan *mine = (weft__plan *)(uintptr_t)plan; /* the flag only ever goes up */
    if (__atomic_load_n(&mine->reached, __ATOMIC_ACQUIRE)) return WEFT_OK;
    weft__reach reach;
    weft_status st = weft__reach_all(&reach, plan->type, err);
    weft__reach_free(&reach);
    if (!st) __atomic_store_n(&mine->reached, true, __ATOMIC_RELEASE);
    return st;
}
