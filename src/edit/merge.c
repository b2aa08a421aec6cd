/* Merge Patch (RFC 7386) and merging; one walk, one transaction. Below a value that is not there, nothing can be
 * deleted and nothing merged: what is put there is the patch without its nulls. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

typedef struct merge_level {
    weft_edit_node *target;
    weft_iter members;
} merge_level;

typedef struct merge_stack {
    merge_level *at;
    size_t len, cap;
} merge_stack;

static bool merge_push(merge_stack *s, const weft_alloc *alloc, weft_edit_node *target, weft_json from) {
    if (s->len == s->cap) {
        size_t cap = s->cap ? s->cap * 2 : 16;
        merge_level *at = (merge_level *)weft__resize(alloc, s->at, s->cap * sizeof *at, cap * sizeof *at);
        if (!at) return false;
        s->at = at;
        s->cap = cap;
    }
    s->at[s->len].target = target;
    s->at[s->len++].members = weft_json_iter(from);
    return true;
}

/* A value for one member: an object becomes an empty one that is merged into next. */
static weft_edit_node *merge_value(weft_edit *e, weft_json from, weft_error *err) {
    if (weft_json_kind(from) != WEFT_OBJECT) return weft_node_clone(e, from, err);
    weft_edit_node *v = weft_node_object(e);
    if (!v) weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return v;
}

static weft_status merge_member(weft_edit *e, merge_stack *s, weft_edit_node *target, weft_str name, weft_json from,
                                bool nulls_delete, weft_error *err) {
    weft__cell key;
    weft_status st;
    size_t at = weft__node_find(target, name);
    if (nulls_delete && weft_json_kind(from) == WEFT_NULL) {
        if (at == SIZE_MAX) return WEFT_OK;
        for (size_t i = at + 1; i-- > 0;)
            if (i == at || weft_str_equal(weft__cell_str(weft__item_key(target->items[i])), name))
                if (!weft__node_take(target, i)) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
        return WEFT_OK;
    }
    weft_edit_node *child = NULL;
    if (weft_json_kind(from) == WEFT_OBJECT && at != SIZE_MAX) {
        child = weft__node_touch(target, at);
        if (!child) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
        if (weft__node_kind(child) != WEFT_OBJECT) child = NULL;
    }
    if (!child) {
        child = merge_value(e, from, err);
        if (!child) return WEFT_E_MEMORY;
        bool ok;
        if (at != SIZE_MAX) ok = weft__node_swap(target, at, child);
        else if (!weft__edit_key(e, name, &key, &st)) return weft__edit_error(err, st, NULL);
        else ok = weft__node_put(target, target->count, child, &key);
        if (!ok) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    }
    if (weft_json_kind(from) != WEFT_OBJECT) return WEFT_OK;
    if (!weft__node_open(child) || !merge_push(s, e->alloc, child, from))
        return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return WEFT_OK;
}

static weft_status merge_all(weft_edit *e, weft_edit_node *target, weft_json from, bool nulls_delete, weft_error *err) {
    merge_stack s = { NULL, 0, 0 };
    weft_status st = weft__node_open(target) && merge_push(&s, e->alloc, target, from)
                         ? WEFT_OK
                         : weft__edit_error(err, WEFT_E_MEMORY, NULL);
    while (!st && s.len) {
        merge_level *l = &s.at[s.len - 1];
        if (!weft_iter_next(&l->members)) s.len--;
        else st = merge_member(e, &s, l->target, l->members.key, l->members.value, nulls_delete, err);
    }
    weft__release(e->alloc, s.at, s.cap * sizeof *s.at);
    return st;
}

/* target NULL: a document without a root. */
static weft_status merge_run(weft_edit *e, weft_edit_node *target, weft_json from, bool nulls_delete, weft_error *err) {
    weft_status st = WEFT_OK;
    if (!from.cell) return weft__edit_error(err, WEFT_E_ARGUMENT, "no value to merge");
    weft__edit_begin(e);
    if (weft_node_kind(target) != WEFT_OBJECT || weft_json_kind(from) != WEFT_OBJECT) {
        weft_edit_node *v = merge_value(e, from, err);
        bool ok = v != NULL;
        if (ok && target && target->parent) ok = weft__node_swap(target->parent, weft__node_place(target), v);
        else if (ok) ok = weft__edit_root_swap(e, v);
        st = ok ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
        target = v;
    }
    if (!st && weft_json_kind(from) == WEFT_OBJECT) st = merge_all(e, target, from, nulls_delete, err);
    if (st) weft__edit_rollback(e);
    else weft__edit_commit(e);
    return st;
}

weft_status weft_edit_merge_patch(weft_edit *e, weft_json patch, weft_error *err) {
    return merge_run(e, e->root, patch, true, err);
}

weft_status weft_node_merge(weft_edit_node *target, weft_json from, weft_error *err) {
    if (!target) return weft__edit_error(err, WEFT_E_ARGUMENT, "no value to merge into");
    if (!target->parent && target != target->edit->root &&
        (weft__node_kind(target) != WEFT_OBJECT || weft_json_kind(from) != WEFT_OBJECT))
        return weft__edit_error(err, WEFT_E_KIND, "a value that is in no document cannot be replaced");
    return merge_run(target->edit, target, from, false, err);
}

weft_doc *weft_json_merge_patch(weft_json v, weft_json patch, const weft_alloc *alloc, weft_error *err) {
    weft_doc *doc = NULL;
    weft_edit *e = weft_edit_new(v, alloc);
    if (!e) weft__edit_error(err, WEFT_E_MEMORY, NULL);
    else if (!weft_edit_merge_patch(e, patch, err)) doc = weft_edit_freeze(e, alloc, err);
    weft_edit_free(e);
    return doc;
}
