/* Sorting members and elements: everything is opened and the room is there before the first one moves. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

typedef struct order_by {
    int (*names)(weft_str a, weft_str b, void *ctx);
    int (*nodes)(const weft_edit_node *a, const weft_edit_node *b, void *ctx);
    void *ctx;
} order_by;

static int order_compare(const order_by *by, uintptr_t a, uintptr_t b) {
    if (by->nodes) return by->nodes(weft__item_node(a), weft__item_node(b), by->ctx);
    weft_str x = weft__cell_str(weft__item_key(a)), y = weft__cell_str(weft__item_key(b));
    return by->names ? by->names(x, y, by->ctx) : weft_str_compare(x, y);
}

/* Merging upwards: stable. */
static void order_items(weft_edit_node *v, uintptr_t *room, const order_by *by) {
    uintptr_t *from = v->items, *to = room;
    size_t n = v->count;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t left = 0; left < n; left += 2 * width) {
            size_t middle = n - left > width ? left + width : n, right = n - left > 2 * width ? left + 2 * width : n;
            size_t i = left, j = middle;
            for (size_t k = left; k < right; k++)
                to[k] = j >= right || (i < middle && order_compare(by, from[i], from[j]) <= 0) ? from[i++] : from[j++];
        }
        uintptr_t *t = from;
        from = to;
        to = t;
    }
    if (from != v->items) memcpy(v->items, from, n * sizeof *from);
    v->slots = 0;
    v->heat = 0;
}

/* Opens v and all containers in it that an order concerns; *most: members of the largest. Not recursive: the walk goes
 * up by the parents. */
static bool order_open(weft_edit_node *v, bool deep, size_t *most) {
    weft__walk w;
    weft__walk_begin(&w, v->edit->alloc);
    bool ok = weft__node_open(v) && weft__walk_push(&w, v);
    *most = v->count;
    while (ok && deep && w.len) {
        struct weft__walk_level *l = &w.at[w.len - 1];
        if (l->next == l->node->count) {
            w.len--;
            continue;
        }
        size_t i = l->next++;
        uintptr_t item = l->node->items[i];
        const weft__cell *c = weft__item_is_cell(item)
                                  ? weft__item_cell(item) + (weft__node_kind(l->node) == WEFT_OBJECT)
                                  : weft__item_node(item)->base;
        if (c && !weft__cell_is_container(c)) continue;
        weft_edit_node *child = weft__node_touch((weft_edit_node *)(uintptr_t)l->node, i);
        ok = child && weft__node_open(child) && weft__walk_push(&w, child);
        if (ok && child->count > *most) *most = child->count;
    }
    weft__walk_end(&w);
    return ok;
}

/* The next open container behind v in the tree below root, in document order. place is kept by order_open. */
static weft_edit_node *order_next(weft_edit_node *v, const weft_edit_node *root, size_t *from) {
    for (;;) {
        for (size_t i = *from; i < v->count; i++) {
            uintptr_t item = v->items[i];
            if (weft__item_is_cell(item) || weft__item_node(item)->base) continue;
            weft__item_node(item)->place = i;
            *from = 0;
            return weft__item_node(item);
        }
        if (v == root) return NULL;
        *from = weft__node_place(v) + 1;
        v = v->parent;
    }
}

weft_status weft_node_sort(weft_edit_node *v, bool deep, int (*compare)(weft_str a, weft_str b, void *ctx), void *ctx,
                           weft_error *err) {
    size_t most = 0, from = 0;
    order_by by = { compare, NULL, ctx };
    if (!v || (!deep && weft__node_kind(v) != WEFT_OBJECT)) return weft__edit_error(err, WEFT_E_KIND, "not an object");
    if (weft__node_kind(v) < WEFT_ARRAY) return WEFT_OK;
    if (!order_open(v, deep, &most)) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    uintptr_t *room = (uintptr_t *)weft__alloc(v->edit->alloc, most * sizeof *room);
    if (!room) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    for (weft_edit_node *n = v; n; n = deep ? order_next(n, v, &from) : NULL)
        if (weft__node_kind(n) == WEFT_OBJECT) order_items(n, room, &by);
    weft__release(v->edit->alloc, room, most * sizeof *room);
    return WEFT_OK;
}

weft_status weft_node_sort_elements(weft_edit_node *array,
                                    int (*compare)(const weft_edit_node *a, const weft_edit_node *b, void *ctx),
                                    void *ctx, weft_error *err) {
    order_by by = { NULL, compare, ctx };
    if (weft_node_kind(array) != WEFT_ARRAY) return weft__edit_error(err, WEFT_E_KIND, "not an array");
    if (!compare) return weft__edit_error(err, WEFT_E_ARGUMENT, "no order");
    bool ok = weft__node_open(array);
    for (size_t i = 0; ok && i < array->count; i++) ok = weft__node_touch(array, i) != NULL;
    uintptr_t *room = ok ? (uintptr_t *)weft__alloc(array->edit->alloc, array->count * sizeof *room) : NULL;
    if (!room) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    order_items(array, room, &by);
    weft__release(array->edit->alloc, room, array->count * sizeof *room);
    return WEFT_OK;
}
