/* What every declared value can do without any format: defaults, deep copy, equality; lists and maps that grow. */
#include "type/value.h"
#include "type/root.h"
#include "base/error.h"

enum { VALUE_DEPTH = 1024 }; /* nesting of copies and comparisons */

weft_status weft_type_default(const weft_type *type, void *out, weft_error *err) {
    weft_error mine;
    weft_error *e = err ? err : &mine;
    const weft__plan *plan = weft__plan_of(type, e);
    if (!plan) return e->code;
    if (plan->image) memcpy(out, plan->image, type->size);
    else memset(out, 0, type->size);
    for (uint32_t i = 0; plan->has_dflt_fn && i < plan->n; i++)
        if (plan->members[i].attr->dflt_fn) plan->members[i].attr->dflt_fn((char *)out + plan->members[i].offset, NULL);
    return WEFT_OK;
}

void *weft_type_new(const weft_type *type, const weft_alloc *alloc, weft_error *err) {
    if (!weft__plan_of(type, err)) return NULL;
    void *root = weft__root_new(type, alloc, 0, err);
    if (root) weft_type_default(type, root, err);
    return root;
}

/* ---- looking ---- */
bool weft__node_is_null(const weft_node *node, const void *p) {
    switch (node->kind) {
    case WEFT_TYPE_OPT: return !*(const bool *)p;
    case WEFT_TYPE_PTR:
    case WEFT_TYPE_CSTR: {
        void *v;
        memcpy(&v, p, sizeof v);
        return !v;
    }
    case WEFT_TYPE_STR:
    case WEFT_TYPE_BYTES:
    case WEFT_TYPE_RAW:
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: {
        void *v;
        if (!node->nullable) return false;
        memcpy(&v, p, sizeof v);
        return !v;
    }
    default: return false;
    }
}

bool weft__node_is_empty(const weft_node *node, const void *p) {
    if (weft__node_is_null(node, p)) return true;
    const void *items;
    switch (node->kind) {
    case WEFT_TYPE_STR: return !((const weft_str *)p)->len;
    case WEFT_TYPE_BYTES: return !((const weft_bytes *)p)->len;
    case WEFT_TYPE_RAW: return !((const weft_raw *)p)->text.len;
    case WEFT_TYPE_CSTR: return !**(const char *const *)p;
    case WEFT_TYPE_CHARS: return !*(const char *)p;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: return !weft_node_items(node, p, &items);
    case WEFT_TYPE_FLAGS: return !weft_node_load(node, p);
    default: return false;
    }
}

/* ---- equality ---- */
static bool value_map_equal(const weft_node *node, const void *a, const void *b, uint32_t depth) {
    const void *x, *y;
    size_t n = weft_node_items(node, a, &x), m = weft_node_items(node, b, &y);
    if (n != m) return false;
    const char *p = (const char *)x, *q = (const char *)y;
    size_t guess = 0; /* equal maps mostly have equal order */
    for (size_t i = 0; i < n; i++, p += node->stride) {
        size_t tried = 0, at = guess;
        for (; tried < m; tried++, at = at + 1 == m ? 0 : at + 1) {
            const char *e = q + at * node->stride;
            bool same;
            if (node->key) {
                same = weft_node_load(node->key, p) == weft_node_load(node->key, e);
            } else {
                weft_str k, l;
                memcpy(&k, p, sizeof k);
                memcpy(&l, e, sizeof l);
                same = weft_str_equal(k, l);
            }
            if (same) break;
        }
        if (tried == m ||
            !weft__node_equal(node->elem, p + node->value_off, q + at * node->stride + node->value_off, depth + 1))
            return false;
        guess = at + 1 == m ? 0 : at + 1;
    }
    return true;
}

bool weft__node_equal(const weft_node *node, const void *a, const void *b, uint32_t depth) {
    if (depth > VALUE_DEPTH) return false;
    if (weft__node_is_null(node, a) != weft__node_is_null(node, b)) return false;
    if (weft__node_is_null(node, a)) return true;
    switch (node->kind) {
    case WEFT_TYPE_F32: {
        float x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return x == y || (x != x && y != y);
    }
    case WEFT_TYPE_F64: {
        double x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return x == y || (x != x && y != y);
    }
    case WEFT_TYPE_STR:
    case WEFT_TYPE_RAW:
    case WEFT_TYPE_BYTES: { /* all three are a pointer and a length */
        weft_str x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return weft_str_equal(x, y);
    }
    case WEFT_TYPE_CSTR: return !strcmp(*(const char *const *)a, *(const char *const *)b);
    case WEFT_TYPE_CHARS: return !strncmp((const char *)a, (const char *)b, node->n);
    case WEFT_TYPE_UNIT:
    case WEFT_TYPE_PRESENCE: return true;
    case WEFT_TYPE_EXTRA: {
        const weft_extra *x = (const weft_extra *)a, *y = (const weft_extra *)b;
        if (x->count != y->count) return false;
        for (size_t i = 0; i < x->count; i++)
            if (!weft_str_equal(x->items[i].key, y->items[i].key) ||
                !weft_str_equal(x->items[i].text, y->items[i].text))
                return false;
        return true;
    }
    case WEFT_TYPE_STRUCT: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        for (uint32_t i = 0; plan && i < plan->n; i++) {
            const weft_member *m = &plan->members[i];
            if (!weft__node_equal(m->node, (const char *)a + m->offset, (const char *)b + m->offset, depth + 1))
                return false;
        }
        return plan != NULL;
    }
    case WEFT_TYPE_UNION: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        weft_node tag = { .kind = WEFT_TYPE_U64, .size = node->type->value_off };
        uint64_t i = (uint64_t)weft_node_load(&tag, a);
        if (!plan || i >= plan->n || i != (uint64_t)weft_node_load(&tag, b)) return false;
        const weft_member *m = &plan->members[i];
        return weft__node_equal(m->node, (const char *)a + m->offset, (const char *)b + m->offset, depth + 1);
    }
    case WEFT_TYPE_OPT:
        return weft__node_equal(node->elem, (const char *)a + node->value_off, (const char *)b + node->value_off,
                                depth + 1);
    case WEFT_TYPE_PTR: return weft__node_equal(node->elem, *(void *const *)a, *(void *const *)b, depth + 1);
    case WEFT_TYPE_ARRAY:
        for (uint32_t i = 0; i < node->n; i++)
            if (!weft__node_equal(node->elem, (const char *)a + i * node->stride, (const char *)b + i * node->stride,
                                  depth + 1))
                return false;
        return true;
    case WEFT_TYPE_LIST: {
        const void *x, *y;
        size_t n = weft_node_items(node, a, &x), m = weft_node_items(node, b, &y);
        if (n != m) return false;
        for (size_t i = 0; i < n; i++)
            if (!weft__node_equal(node->elem, (const char *)x + i * node->stride, (const char *)y + i * node->stride,
                                  depth + 1))
                return false;
        return true;
    }
    case WEFT_TYPE_MAP: return value_map_equal(node, a, b, depth);
    default: return weft_node_load(node, a) == weft_node_load(node, b);
    }
}

bool weft_type_equal(const weft_type *type, const void *a, const void *b) {
    const weft__plan *plan = weft__plan_of(type, NULL);
    return plan && weft__node_equal(&plan->root, a, b, 0);
}

/* ---- deep copy ---- */
static weft_status value_own_str(weft_str *s, weft_arena *arena) {
    if (!s->ptr) return WEFT_OK;
    weft_str copy = weft_arena_copy(arena, *s);
    if (!copy.ptr) return WEFT_E_MEMORY;
    *s = copy;
    return WEFT_OK;
}

/* Copies `count` items of `size` bytes; *items is replaced. */
static weft_status value_own_items(void *at, size_t count, size_t size, weft_arena *arena) {
    const void *items;
    memcpy(&items, at, sizeof items);
    if (!items) return WEFT_OK;
    void *copy = weft_arena_alloc(arena, count * size, 16);
    if (!copy) return WEFT_E_MEMORY;
    if (count) memcpy(copy, items, count * size);
    memcpy(at, &copy, sizeof copy);
    return WEFT_OK;
}

weft_status weft__node_own(const weft_node *node, void *p, weft_arena *arena, uint32_t depth) {
    weft_status st = WEFT_OK;
    if (depth > VALUE_DEPTH) return WEFT_E_DEPTH;
    switch (node->kind) {
    case WEFT_TYPE_STR:
    case WEFT_TYPE_RAW:
    case WEFT_TYPE_BYTES: {
        weft_str s;
        memcpy(&s, p, sizeof s);
        st = value_own_str(&s, arena);
        memcpy(p, &s, sizeof s);
        return st;
    }
    case WEFT_TYPE_CSTR: {
        weft_str s = weft_str_of(*(const char *const *)p);
        if (!*(const char *const *)p) return WEFT_OK;
        st = value_own_str(&s, arena);
        memcpy(p, &s.ptr, sizeof s.ptr);
        return st;
    }
    case WEFT_TYPE_EXTRA: {
        weft_extra *x = (weft_extra *)p;
        st = value_own_items(p, x->count, sizeof *x->items, arena);
        x->cap = x->count;
        for (size_t i = 0; !st && i < x->count; i++) {
            st = value_own_str(&x->items[i].key, arena);
            if (!st) st = value_own_str(&x->items[i].text, arena);
        }
        return st;
    }
    case WEFT_TYPE_STRUCT: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        if (!plan) return WEFT_E_TYPE;
        for (uint32_t i = 0; !st && i < plan->n; i++)
            st = weft__node_own(plan->members[i].node, (char *)p + plan->members[i].offset, arena, depth + 1);
        return st;
    }
    case WEFT_TYPE_UNION: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        weft_node tag = { .kind = WEFT_TYPE_U64, .size = node->type->value_off };
        uint64_t i = (uint64_t)weft_node_load(&tag, p);
        if (!plan || i >= plan->n) return WEFT_E_VARIANT;
        return weft__node_own(plan->members[i].node, (char *)p + plan->members[i].offset, arena, depth + 1);
    }
    case WEFT_TYPE_OPT:
        return *(bool *)p ? weft__node_own(node->elem, (char *)p + node->value_off, arena, depth + 1) : WEFT_OK;
    case WEFT_TYPE_PTR:
        if (!*(void **)p) return WEFT_OK;
        st = value_own_items(p, 1, node->elem->size, arena);
        return st ? st : weft__node_own(node->elem, *(void **)p, arena, depth + 1);
    case WEFT_TYPE_ARRAY:
        for (uint32_t i = 0; !st && i < node->n; i++)
            st = weft__node_own(node->elem, (char *)p + i * node->stride, arena, depth + 1);
        return st;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: {
        const void *items;
        size_t n = weft_node_items(node, p, &items);
        st = value_own_items(p, n, node->stride, arena);
        if (node->has_cap) memcpy((char *)p + node->count_off + sizeof(size_t), &n, sizeof n);
        char *at = *(char **)p;
        bool map = node->kind == WEFT_TYPE_MAP;
        for (size_t i = 0; !st && i < n; i++, at += node->stride) {
            if (map && !node->key) {
                weft_str key;
                memcpy(&key, at, sizeof key);
                st = value_own_str(&key, arena);
                memcpy(at, &key, sizeof key);
            }
            if (!st) st = weft__node_own(node->elem, at + (map ? node->value_off : 0), arena, depth + 1);
        }
        return st;
    }
    default: return WEFT_OK;
    }
}

weft_status weft_type_copy_to(const weft_type *type, void *out, const void *value, weft_arena *arena, weft_error *err) {
    weft_error mine;
    weft_error *e = err ? err : &mine;
    const weft__plan *plan = weft__plan_of(type, e);
    if (!plan) return e->code;
    char *trial = (char *)weft_arena_alloc(arena, type->size, type->align);
    if (!trial) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_DECODE, NULL);
    memcpy(trial, value, type->size);
    weft_status st = weft__node_own(&plan->root, trial, arena, 0);
    if (st) return weft__error_set(err, st, WEFT_STAGE_DECODE, NULL);
    memcpy(out, trial, type->size);
    return WEFT_OK;
}

void *weft_type_copy(const weft_type *type, const void *value, const weft_alloc *alloc, weft_error *err) {
    const weft__plan *plan = weft__plan_of(type, err);
    void *root = plan ? weft__root_new(type, alloc, 0, err) : NULL;
    if (!root) return NULL;
    memcpy(root, value, type->size);
    weft_status st = weft__node_own(&plan->root, root, weft_arena_of(root), 0);
    if (!st) return root;
    weft__error_set(err, st, WEFT_STAGE_DECODE, NULL);
    weft_free(root);
    return NULL;
}

/* ---- lists and maps ---- */
typedef struct value_list { /* the layout of every weft_list and weft_map */
    char *items;
    size_t count, cap;
} value_list;

bool weft__list_grow(weft_arena *arena, void *list, size_t elem_size) {
    value_list l;
    memcpy(&l, list, sizeof l);
    if (l.count < l.cap) return true;
    size_t cap = l.count < 4 ? 4 : l.count * 2;
    if (cap > SIZE_MAX / 2 / elem_size) return false;
    /* with cap 0 the items are not the arena's to grow */
    char *p = (char *)(l.cap ? weft_arena_resize(arena, l.items, l.cap * elem_size, cap * elem_size, 16)
                             : weft_arena_alloc(arena, cap * elem_size, 16));
    if (!p) return false;
    if (!l.cap && l.count) memcpy(p, l.items, l.count * elem_size);
    l.items = p;
    l.cap = cap;
    memcpy(list, &l, sizeof l);
    return true;
}

size_t weft__map_find(const void *map, size_t entry_size, weft_str key) {
    value_list l;
    memcpy(&l, map, sizeof l);
    for (size_t i = 0; i < l.count; i++) {
        weft_str k;
        memcpy(&k, l.items + i * entry_size, sizeof k);
        if (weft_str_equal(k, key)) return i;
    }
    return l.count;
}

bool weft__map_slot(weft_arena *arena, void *map, size_t entry_size, weft_str key) {
    value_list l;
    memcpy(&l, map, sizeof l);
    if (weft__map_find(map, entry_size, key) < l.count) return true;
    if (!weft__list_grow(arena, map, entry_size)) return false;
    memcpy(&l, map, sizeof l);
    memset(l.items + l.count * entry_size, 0, entry_size);
    memcpy(l.items + l.count * entry_size, &key, sizeof key);
    l.count++;
    memcpy(map, &l, sizeof l);
    return true;
}
