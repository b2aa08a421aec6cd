/* Nodes: making, opening, finding, and the three primitives that change the tree with their log. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/compiler.h"
#include "base/error.h"

#include <weft/text.h>

enum { NODE_INDEX_FROM = 32, NODE_INDEX_AFTER = 6 };

weft_status weft__edit_error(weft_error *err, weft_status code, const char *reason) {
    return reason ? weft__error_set(err, code, WEFT_STAGE_NONE, "%s", reason)
                  : weft__error_set(err, code, WEFT_STAGE_NONE, NULL);
}

/* ---- the document ----------------------------------------------------------------------------------------------- */
weft_edit *weft_edit_new(weft_json base, const weft_alloc *alloc) {
    weft_edit *e = (weft_edit *)weft__alloc(alloc, sizeof *e);
    if (!e) return NULL;
    memset(e, 0, sizeof *e);
    e->alloc = alloc;
    e->arena = weft_arena_make(alloc, 0);
    if (base.cell && !(e->root = weft__node_show(e, base.cell, base.doc))) {
        weft_edit_free(e);
        return NULL;
    }
    return e;
}

void weft_edit_free(weft_edit *e) {
    if (!e) return;
    weft__release(e->alloc, e->log, e->log_cap * sizeof *e->log);
    weft_arena_free(&e->arena);
    weft__release(e->alloc, e, sizeof *e);
}

weft_edit_node *weft_edit_root(const weft_edit *e) { return e->root; }

/* ---- nodes ------------------------------------------------------------------------------------------------------ */
weft_edit_node *weft__node_new(weft_edit *e) {
    weft_edit_node *v = (weft_edit_node *)weft_arena_alloc(&e->arena, sizeof *v, 0);
    if (!v) return NULL;
    memset(v, 0, sizeof *v);
    v->edit = e;
    v->value.tag = WEFT_NULL;
    v->base = &v->value;
    return v;
}

weft_edit_node *weft__node_show(weft_edit *e, const weft__cell *cell, const weft_doc *doc) {
    weft_edit_node *v = weft__node_new(e);
    if (!v) return NULL;
    v->base = cell;
    v->doc = doc;
    return v;
}

static bool node_grow(weft_edit_node *v, size_t count) {
    if (count <= v->cap) return true;
    size_t cap = v->cap < 4 ? 4 : v->cap * 2;
    if (cap < count) cap = count;
    if (cap > SIZE_MAX / 4 / sizeof *v->items) return false;
    uintptr_t *items = (uintptr_t *)weft_arena_resize(&v->edit->arena, v->items, v->cap * sizeof *items,
                                                      cap * sizeof *items, sizeof *items);
    if (!items) return false;
    v->items = items;
    v->cap = cap;
    return true;
}

bool weft__node_open(weft_edit_node *v) {
    const weft__cell *base = v->base;
    if (!base) return true;
    size_t n = (size_t)weft__cell_size(base);
    if (!node_grow(v, n + n / 8 + 1)) return false;
    bool object = weft__cell_kind(base) == WEFT_OBJECT;
    const weft__cell *c = base + 1;
    for (size_t i = 0; i < n; i++) {
        v->items[i] = weft__item_of_cell(c);
        c = weft__cell_next(c + object);
    }
    v->count = n;
    v->value.tag = weft__cell_tag(weft__cell_kind(base), 0, 0);
    v->base = NULL;
    return true;
}

weft_edit_node *weft__node_touch(weft_edit_node *v, size_t index) {
    uintptr_t item = v->items[index];
    if (!weft__item_is_cell(item)) {
        weft__item_node(item)->place = index;
        return weft__item_node(item);
    }
    const weft__cell *c = weft__item_cell(item);
    bool object = weft__node_kind(v) == WEFT_OBJECT;
    weft_edit_node *child = weft__node_show(v->edit, c + object, v->doc);
    if (!child) return NULL;
    if (object) child->key = *c;
    child->parent = v;
    child->place = index;
    v->items[index] = (uintptr_t)child;
    return child;
}

size_t weft__node_place(const weft_edit_node *v) {
    const weft_edit_node *p = v->parent;
    size_t i = v->place < p->count ? v->place : p->count - 1, down = i, up = i;
    if (p->items[i] == (uintptr_t)v) return i;
    for (;;) { /* both ways from where it was */
        if (down > 0 && p->items[--down] == (uintptr_t)v) return down;
        if (up + 1 < p->count && p->items[++up] == (uintptr_t)v) return up;
    }
}

/* ---- members by name -------------------------------------------------------------------------------------------- */
static uint64_t node_hash(weft_str s) {
    uint64_t h = s.len * 0x9e3779b97f4a7c15u;
    const char *p = s.ptr;
    size_t n = s.len;
    for (; n >= 8; p += 8, n -= 8) h = (h ^ weft__load64le(p)) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
    uint64_t tail = 0;
    if (n) memcpy(&tail, p, n);
    h = (h ^ tail) * 0xd6e8feb86659fd93u;
    return h ^ h >> 29 ^ h >> 47;
}

static bool node_key_is(uintptr_t item, weft_str name) {
    return weft_str_equal(weft__cell_str(weft__item_key(item)), name);
}

/* Later places overwrite earlier ones of the same name: the last is found. */
static void node_index_add(weft_edit_node *v, size_t i) {
    weft_str name = weft__cell_str(weft__item_key(v->items[i]));
    size_t s = (size_t)node_hash(name) & (v->slots - 1);
    while (v->index[s] && !node_key_is(v->items[v->index[s] - 1], name)) s = (s + 1) & (v->slots - 1);
    v->index[s] = (uint32_t)(i + 1);
}

static bool node_index_build(weft_edit_node *v) {
    size_t slots = 64;
    if (v->count > UINT32_MAX / 8) return false;
    while (slots < v->count * 2 + 2) slots *= 2;
    if (slots > v->index_cap) {
        uint32_t *table = (uint32_t *)weft_arena_alloc(&v->edit->arena, slots * 2 * sizeof *table, sizeof *table);
        if (!table) return false;
        v->index = table;
        v->index_cap = slots * 2;
    }
    v->slots = slots;
    memset(v->index, 0, slots * sizeof *v->index);
    for (size_t i = 0; i < v->count; i++) node_index_add(v, i);
    return true;
}

static void node_index_drop(weft_edit_node *v) {
    v->slots = 0;
    v->heat = 0;
}

size_t weft__node_find(weft_edit_node *v, weft_str name) {
    if (v->count >= NODE_INDEX_FROM && (v->slots || (++v->heat >= NODE_INDEX_AFTER && node_index_build(v)))) {
        for (size_t s = (size_t)node_hash(name) & (v->slots - 1); v->index[s]; s = (s + 1) & (v->slots - 1))
            if (node_key_is(v->items[v->index[s] - 1], name)) return v->index[s] - 1;
        return SIZE_MAX;
    }
    for (size_t i = v->count; i--;)
        if (node_key_is(v->items[i], name)) return i;
    return SIZE_MAX;
}

bool weft__edit_key(weft_edit *e, weft_str name, weft__cell *out, weft_status *st) {
    *st = WEFT_E_UTF8;
    if (weft_utf8_valid(name) != name.len) return false;
    weft_str copy = weft_arena_copy(&e->arena, name);
    *st = WEFT_E_MEMORY;
    if (!copy.ptr) return false;
    out->tag = weft__cell_tag(WEFT_STRING, 0, copy.len);
    out->s = copy.ptr;
    *st = WEFT_OK;
    return true;
}

/* ---- primitives ------------------------------------------------------------------------------------------------- */
static weft__undo *edit_log(weft_edit *e) {
    if (e->log_len == e->log_cap) {
        size_t cap = e->log_cap ? e->log_cap * 2 : 32;
        weft__undo *log = (weft__undo *)weft__resize(e->alloc, e->log, e->log_cap * sizeof *log, cap * sizeof *log);
        if (!log) return NULL;
        e->log = log;
        e->log_cap = cap;
    }
    return &e->log[e->log_len++];
}

/* True when there is nothing to log, or it was logged. */
static bool edit_note(weft_edit *e, weft__undo_what what, weft_edit_node *container, size_t index, uintptr_t item,
                      weft_edit_node *placed) {
    if (!e->logging) return true;
    weft__undo *u = edit_log(e);
    if (!u) return false;
    memset(u, 0, sizeof *u);
    u->what = what;
    u->container = container;
    u->index = index;
    u->item = item;
    u->placed = placed;
    if (placed) u->key = placed->key;
    return true;
}

static void node_insert_item(weft_edit_node *v, size_t index, uintptr_t item) {
    memmove(v->items + index + 1, v->items + index, (v->count - index) * sizeof *v->items);
    v->items[index] = item;
    v->count++;
}
static void node_remove_item(weft_edit_node *v, size_t index) {
    v->count--;
    memmove(v->items + index, v->items + index + 1, (v->count - index) * sizeof *v->items);
}

bool weft__node_put(weft_edit_node *v, size_t index, weft_edit_node *child, const weft__cell *key) {
    if (!node_grow(v, v->count + 1) || !edit_note(v->edit, WEFT__UNDO_PUT, v, index, 0, child)) return false;
    bool last = index == v->count;
    node_insert_item(v, index, (uintptr_t)child);
    child->parent = v;
    child->place = index;
    if (key) child->key = *key;
    else memset(&child->key, 0, sizeof child->key);
    if (v->slots && last && v->count * 2 <= v->slots && v->count < UINT32_MAX / 8) node_index_add(v, index);
    else if (v->slots && last) { /* outgrown: built again at once, so that appending by name stays O(1) */ v->slots = 0;
        if (!node_index_build(v)) node_index_drop(v);
    } else node_index_drop(v);
    return true;
}

bool weft__node_take(weft_edit_node *v, size_t index) {
    uintptr_t item = v->items[index];
    if (!edit_note(v->edit, WEFT__UNDO_TAKE, v, index, item, NULL)) return false;
    node_remove_item(v, index);
    if (!weft__item_is_cell(item)) weft__item_node(item)->parent = NULL;
    node_index_drop(v);
    return true;
}

bool weft__node_swap(weft_edit_node *v, size_t index, weft_edit_node *child) {
    uintptr_t old = v->items[index];
    if (!edit_note(v->edit, WEFT__UNDO_SWAP, v, index, old, child)) return false;
    if (weft__node_kind(v) == WEFT_OBJECT) child->key = *weft__item_key(old);
    else memset(&child->key, 0, sizeof child->key);
    v->items[index] = (uintptr_t)child;
    child->parent = v;
    child->place = index;
    if (!weft__item_is_cell(old)) weft__item_node(old)->parent = NULL;
    return true;
}

bool weft__edit_root_swap(weft_edit *e, weft_edit_node *child) {
    if (!edit_note(e, WEFT__UNDO_ROOT, NULL, 0, (uintptr_t)e->root, child)) return false;
    e->root = child;
    if (child) memset(&child->key, 0, sizeof child->key);
    return true;
}

void weft__edit_begin(weft_edit *e) {
    e->logging = true;
    e->log_len = 0;
}
void weft__edit_commit(weft_edit *e) {
    e->logging = false;
    e->log_len = 0;
}
void weft__edit_rollback(weft_edit *e) {
    e->logging = false;
    while (e->log_len) {
        const weft__undo *u = &e->log[--e->log_len];
        weft_edit_node *v = u->container;
        if (u->placed && u->what != WEFT__UNDO_ROOT) u->placed->parent = NULL;
        switch (u->what) {
        case WEFT__UNDO_PUT: node_remove_item(v, u->index); break;
        case WEFT__UNDO_TAKE: node_insert_item(v, u->index, u->item); break;
        case WEFT__UNDO_SWAP: v->items[u->index] = u->item; break;
        case WEFT__UNDO_ROOT: e->root = weft__item_node(u->item); break;
        }
        if (u->placed) u->placed->key = u->key;
        if (!v) continue;
        if (u->what != WEFT__UNDO_PUT && !weft__item_is_cell(u->item)) weft__item_node(u->item)->parent = v;
        node_index_drop(v);
    }
}

/* ---- walking ---------------------------------------------------------------------------------------------------- */
void weft__walk_begin(weft__walk *w, const weft_alloc *alloc) {
    w->at = w->first;
    w->len = 0;
    w->cap = WEFT__WALK_FIRST;
    w->alloc = alloc;
}
bool weft__walk_push(weft__walk *w, const weft_edit_node *node) {
    if (w->len == w->cap) {
        bool first = w->at == w->first;
        struct weft__walk_level *at = (struct weft__walk_level *)weft__resize(
            w->alloc, first ? NULL : w->at, first ? 0 : w->cap * sizeof *at, w->cap * 2 * sizeof *at);
        if (!at) return false;
        if (first) memcpy(at, w->first, sizeof w->first);
        w->at = at;
        w->cap *= 2;
    }
    struct weft__walk_level *level = &w->at[w->len++];
    memset(level, 0, sizeof *level);
    level->node = node;
    return true;
}
void weft__walk_end(weft__walk *w) {
    if (w->at != w->first) weft__release(w->alloc, w->at, w->cap * sizeof *w->at);
}
