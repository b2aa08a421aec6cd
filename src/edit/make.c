/* Nodes of new values, and looking at nodes. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

#include <weft/text.h>

static weft_edit_node *make_scalar(weft_edit *e, weft_kind kind, uint64_t bits) {
    weft_edit_node *v = weft__node_new(e);
    if (!v) return NULL;
    v->value.tag = weft__cell_tag(kind, 0, 0);
    v->value.u = bits;
    return v;
}

weft_edit_node *weft_node_null(weft_edit *e) { return make_scalar(e, WEFT_NULL, 0); }
weft_edit_node *weft_node_bool(weft_edit *e, bool v) { return make_scalar(e, WEFT_BOOL, v); }
weft_edit_node *weft_node_int(weft_edit *e, int64_t v) { return make_scalar(e, WEFT_INT, (uint64_t)v); }
weft_edit_node *weft_node_uint(weft_edit *e, uint64_t v) {
    return make_scalar(e, v > INT64_MAX ? WEFT_UINT : WEFT_INT, v);
}

weft_edit_node *weft_node_real(weft_edit *e, double v, weft_error *err) {
    if (v - v != 0) {
        weft__edit_error(err, WEFT_E_NONFINITE, "JSON has no NaN and no infinity");
        return NULL;
    }
    weft_edit_node *n = make_scalar(e, WEFT_REAL, 0);
    if (n) n->value.d = v;
    else weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return n;
}

weft_edit_node *weft_node_str(weft_edit *e, weft_str v, weft_error *err) {
    weft__cell cell;
    weft_status st;
    weft_edit_node *n = weft__edit_key(e, v, &cell, &st) ? weft__node_new(e) : NULL;
    if (n) n->value = cell;
    else weft__edit_error(err, st ? st : WEFT_E_MEMORY, NULL);
    return n;
}

static weft_edit_node *make_container(weft_edit *e, weft_kind kind) {
    weft_edit_node *v = make_scalar(e, kind, 0);
    if (v) v->base = NULL; /* open and empty */
    return v;
}
weft_edit_node *weft_node_array(weft_edit *e) { return make_container(e, WEFT_ARRAY); }
weft_edit_node *weft_node_object(weft_edit *e) { return make_container(e, WEFT_OBJECT); }

weft_edit_node *weft_node_share(weft_edit *e, weft_json v, weft_error *err) {
    if (!v.cell) {
        weft__edit_error(err, WEFT_E_ARGUMENT, "no value");
        return NULL;
    }
    weft_edit_node *n = weft__node_show(e, v.cell, v.doc);
    if (!n) weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return n;
}

/* A node over cells of the arena: an untouched value that happens to lie there. */
static weft_edit_node *make_flat(weft_edit *e, weft__ref v, bool copy_strings, weft_error *err) {
    weft__flat_size size;
    weft_edit_node *n = NULL;
    if (weft__flatten_size(v, &size, e->alloc)) {
        weft__cell *cells = (weft__cell *)weft_arena_alloc(&e->arena, size.cells * sizeof *cells, 0);
        char *image = copy_strings && cells ? (char *)weft_arena_alloc(&e->arena, size.bytes, 1) : NULL;
        if (cells && (image || !copy_strings) && weft__flatten(v, cells, image, e->alloc))
            n = weft__node_show(e, cells, NULL);
    }
    if (!n) weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return n;
}

weft_edit_node *weft_node_clone(weft_edit *e, weft_json v, weft_error *err) {
    if (!v.cell) {
        weft__edit_error(err, WEFT_E_ARGUMENT, "no value");
        return NULL;
    }
    weft__ref r = { v.cell, NULL, v.doc };
    return make_flat(e, r, true, err);
}

weft_edit_node *weft_node_copy(weft_edit *e, const weft_edit_node *v, weft_error *err) {
    if (!v) {
        weft__edit_error(err, WEFT_E_ARGUMENT, "no value");
        return NULL;
    }
    if (v->edit == e && v->base && v->base != &v->value) {
        weft_edit_node *n = weft__node_show(e, v->base, v->doc); /* cells never change */
        if (!n) weft__edit_error(err, WEFT_E_MEMORY, NULL);
        return n;
    }
    return make_flat(e, weft__ref_of(v), v->edit != e, err);
}

/* ---- looking ---------------------------------------------------------------------------------------------------- */
weft_kind weft_node_kind(const weft_edit_node *v) { return v ? weft__node_kind(v) : WEFT_NONE; }

size_t weft_node_len(const weft_edit_node *v) {
    if (!v) return 0;
    if (!v->base) return v->count;
    return weft__node_kind(v) >= WEFT_RAW ? (size_t)weft__cell_size(v->base) : 0;
}

weft_json weft_node_view(const weft_edit_node *v) {
    weft_json r = { v ? v->base : NULL, v ? v->doc : NULL };
    return r;
}

weft_edit_node *weft_node_parent(const weft_edit_node *v) { return v ? v->parent : NULL; }
weft_str weft_node_name(const weft_edit_node *v) {
    weft_str none = { "", 0 };
    return v && v->parent && v->key.s ? weft__cell_str(&v->key) : none;
}
size_t weft_node_index(const weft_edit_node *v) { return v && v->parent ? weft__node_place(v) : 0; }

weft_edit_node *weft_node_get(weft_edit_node *object, weft_str name, weft_error *err) {
    weft_status st = WEFT_OK;
    weft_edit_node *v = NULL;
    if (weft_node_kind(object) != WEFT_OBJECT) st = WEFT_E_KIND;
    else if (!weft__node_open(object)) st = WEFT_E_MEMORY;
    else {
        size_t i = weft__node_find(object, name);
        if (i == SIZE_MAX) st = WEFT_E_MISSING;
        else if (!(v = weft__node_touch(object, i))) st = WEFT_E_MEMORY;
    }
    if (st) weft__edit_error(err, st, NULL);
    return v;
}

weft_edit_node *weft_node_at(weft_edit_node *v, size_t index, weft_error *err) {
    weft_status st = WEFT_OK;
    weft_edit_node *child = NULL;
    if (weft_node_kind(v) < WEFT_ARRAY) st = WEFT_E_KIND;
    else if (index >= weft_node_len(v)) st = WEFT_E_MISSING;
    else if (!weft__node_open(v) || !(child = weft__node_touch(v, index))) st = WEFT_E_MEMORY;
    if (st) weft__edit_error(err, st, NULL);
    return child;
}
