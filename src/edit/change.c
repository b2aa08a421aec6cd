/* Changing nodes: each call checks everything and gets all memory before it changes anything. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

/* Whether value may be put below container (NULL: become the root) of e. */
static weft_status change_check(const weft_edit *e, const weft_edit_node *container, const weft_edit_node *value,
                                bool placed_ok, weft_error *err) {
    if (!value) return weft__edit_error(err, WEFT_E_MEMORY, "no value");
    if (value->edit != e) return weft__edit_error(err, WEFT_E_FOREIGN, NULL);
    for (const weft_edit_node *up = container; up; up = up->parent)
        if (up == value) return weft__edit_error(err, WEFT_E_CYCLE, "a value cannot contain itself");
    if (!placed_ok && (value->parent || value == e->root))
        return weft__edit_error(err, WEFT_E_STATE, "the value is in a document already");
    return WEFT_OK;
}

/* ... and the container is one of that kind, and gets opened. */
static weft_status change_begin(weft_edit_node *container, weft_kind kind, const weft_edit_node *value, bool placed_ok,
                                weft_error *err) {
    if (!container) return weft__edit_error(err, WEFT_E_ARGUMENT, "no container");
    if (weft__node_kind(container) != kind)
        return weft__edit_error(err, WEFT_E_KIND, kind == WEFT_OBJECT ? "not an object" : "not an array");
    weft_status st = change_check(container->edit, container, value, placed_ok, err);
    if (st) return st;
    return weft__node_open(container) ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
}

static weft_status change_done(bool ok, weft_error *err) {
    return ok ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
}

weft_status weft_edit_set_root(weft_edit *e, weft_edit_node *value, weft_error *err) {
    weft_status st = change_check(e, NULL, value, false, err);
    return st ? st : change_done(weft__edit_root_swap(e, value), err);
}

weft_status weft_node_set(weft_edit_node *object, weft_str name, weft_edit_node *value, weft_error *err) {
    weft__cell key;
    weft_status st = change_begin(object, WEFT_OBJECT, value, false, err);
    if (st) return st;
    size_t at = weft__node_find(object, name);
    if (at != SIZE_MAX) return change_done(weft__node_swap(object, at, value), err);
    if (!weft__edit_key(object->edit, name, &key, &st)) return weft__edit_error(err, st, NULL);
    return change_done(weft__node_put(object, object->count, value, &key), err);
}

weft_status weft_node_insert(weft_edit_node *array, size_t index, weft_edit_node *value, weft_error *err) {
    weft_status st = change_begin(array, WEFT_ARRAY, value, false, err);
    if (st) return st;
    if (index > array->count) return weft__edit_error(err, WEFT_E_MISSING, "index beyond the array");
    return change_done(weft__node_put(array, index, value, NULL), err);
}

weft_status weft_node_append(weft_edit_node *array, weft_edit_node *value, weft_error *err) {
    return weft_node_insert(array, weft_node_len(array), value, err);
}

weft_status weft_node_insert_member(weft_edit_node *object, size_t index, weft_str name, weft_edit_node *value,
                                    weft_error *err) {
    weft__cell key;
    weft_status st = change_begin(object, WEFT_OBJECT, value, false, err);
    if (st) return st;
    if (index > object->count) return weft__edit_error(err, WEFT_E_MISSING, "place beyond the object");
    if (weft__node_find(object, name) != SIZE_MAX) return weft__edit_error(err, WEFT_E_DUPLICATE, NULL);
    if (!weft__edit_key(object->edit, name, &key, &st)) return weft__edit_error(err, st, NULL);
    return change_done(weft__node_put(object, index, value, &key), err);
}

weft_status weft_node_replace(weft_edit_node *old, weft_edit_node *value, weft_error *err) {
    if (!old) return weft__edit_error(err, WEFT_E_ARGUMENT, "no value");
    weft_edit *e = old->edit;
    weft_status st = change_check(e, old->parent, value, false, err);
    if (st) return st;
    if (old == e->root) return change_done(weft__edit_root_swap(e, value), err);
    if (!old->parent) return weft__edit_error(err, WEFT_E_STATE, "the value is in no document");
    return change_done(weft__node_swap(old->parent, weft__node_place(old), value), err);
}

void weft_node_detach(weft_edit_node *v) {
    if (!v) return;
    if (v->parent) (void)weft__node_take(v->parent, weft__node_place(v)); /* cannot fail outside of a transaction */
    else if (v == v->edit->root) (void)weft__edit_root_swap(v->edit, NULL);
}

weft_status weft_node_remove(weft_edit_node *object, weft_str name, weft_error *err) {
    if (weft_node_kind(object) != WEFT_OBJECT) return weft__edit_error(err, WEFT_E_KIND, "not an object");
    if (!weft__node_open(object)) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    size_t at = weft__node_find(object, name);
    if (at == SIZE_MAX) return weft__edit_error(err, WEFT_E_MISSING, "no such member");
    for (size_t i = at + 1; i-- > 0;) /* the name may be of this very member: it stays valid, memory is an arena's */
        if (i == at || weft_str_equal(weft__cell_str(weft__item_key(object->items[i])), name))
            if (!weft__node_take(object, i)) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return WEFT_OK;
}

weft_status weft_node_remove_at(weft_edit_node *v, size_t index, weft_error *err) {
    if (weft_node_kind(v) < WEFT_ARRAY) return weft__edit_error(err, WEFT_E_KIND, "not a container");
    if (index >= weft_node_len(v)) return weft__edit_error(err, WEFT_E_MISSING, "index beyond the end");
    return change_done(weft__node_open(v) && weft__node_take(v, index), err);
}

weft_status weft_node_rename(weft_edit_node *member, weft_str name, weft_error *err) {
    weft__cell key;
    weft_status st;
    weft_edit_node *object = weft_node_parent(member);
    if (weft_node_kind(object) != WEFT_OBJECT) return weft__edit_error(err, WEFT_E_KIND, "not a member of an object");
    if (weft_str_equal(weft_node_name(member), name)) return WEFT_OK;
    if (weft__node_find(object, name) != SIZE_MAX) return weft__edit_error(err, WEFT_E_DUPLICATE, NULL);
    if (!weft__edit_key(object->edit, name, &key, &st)) return weft__edit_error(err, st, NULL);
    member->key = key;
    object->slots = 0;
    object->heat = 0;
    return WEFT_OK;
}

/* The move itself, as a transaction: out of the old place, into the new one. */
static weft_status change_move(weft_edit_node *v, weft_edit_node *container, size_t index, const weft_str *name,
                               weft_error *err) {
    weft_edit *e = v->edit;
    weft_status st = WEFT_OK;
    weft__cell key;
    if (v == e->root) return weft__edit_error(err, WEFT_E_CYCLE, "the root contains every place");
    weft__edit_begin(e);
    if (v->parent && !weft__node_take(v->parent, weft__node_place(v))) st = WEFT_E_MEMORY;
    if (!st && !name) {
        if (index > container->count) st = WEFT_E_MISSING;
        else if (!weft__node_put(container, index, v, NULL)) st = WEFT_E_MEMORY;
    } else if (!st) {
        size_t at = weft__node_find(container, *name);
        if (at != SIZE_MAX) st = weft__node_swap(container, at, v) ? WEFT_OK : WEFT_E_MEMORY;
        else if (weft__edit_key(e, *name, &key, &st) && !weft__node_put(container, container->count, v, &key))
            st = WEFT_E_MEMORY;
    }
    if (!st) weft__edit_commit(e);
    else weft__edit_rollback(e);
    return st ? weft__edit_error(err, st, NULL) : WEFT_OK;
}

weft_status weft_node_move_to_member(weft_edit_node *v, weft_edit_node *object, weft_str name, weft_error *err) {
    weft_status st = change_begin(object, WEFT_OBJECT, v, true, err);
    return st ? st : change_move(v, object, 0, &name, err);
}
weft_status weft_node_move_to(weft_edit_node *v, weft_edit_node *array, size_t index, weft_error *err) {
    weft_status st = change_begin(array, WEFT_ARRAY, v, true, err);
    return st ? st : change_move(v, array, index, NULL, err);
}
