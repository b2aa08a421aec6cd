/* A tree of nodes as cells in document order: freezing and copying. What was not touched is copied by extent. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

static bool flat_has_text(const weft__cell *c) {
    return weft__cell_kind(c) == WEFT_STRING || weft__cell_kind(c) == WEFT_RAW;
}

static void flat_measure_cells(const weft__cell *c, weft__flat_size *size) {
    const weft__cell *end = weft__cell_next(c);
    size->cells += (size_t)(end - c);
    for (; c < end; c++)
        if (flat_has_text(c)) size->bytes += (size_t)weft__cell_size(c) + 1;
}

bool weft__flatten_size(weft__ref v, weft__flat_size *size, const weft_alloc *alloc) {
    size->cells = size->bytes = 0;
    if (v.cell) {
        flat_measure_cells(v.cell, size);
        return true;
    }
    weft__walk w;
    weft__walk_begin(&w, alloc);
    bool ok = weft__walk_push(&w, v.node);
    size->cells++;
    while (ok && w.len) {
        struct weft__walk_level *level = &w.at[w.len - 1];
        if (level->next == level->node->count) {
            w.len--;
            continue;
        }
        uintptr_t item = level->node->items[level->next++];
        if (weft__node_kind(level->node) == WEFT_OBJECT) {
            size->cells++;
            size->bytes += (size_t)weft__cell_size(weft__item_key(item)) + 1;
        }
        if (weft__item_is_cell(item)) {
            flat_measure_cells(weft__item_cell(item) + (weft__node_kind(level->node) == WEFT_OBJECT), size);
        } else if (weft__item_node(item)->base) {
            flat_measure_cells(weft__item_node(item)->base, size);
        } else {
            size->cells++;
            ok = weft__walk_push(&w, weft__item_node(item));
        }
    }
    weft__walk_end(&w);
    return ok;
}

typedef struct flat_out {
    weft__cell *o;
    char *image; /* NULL: strings stay */
} flat_out;

static void flat_text(flat_out *f, weft__cell *c) {
    size_t n = (size_t)weft__cell_size(c);
    if (n) memcpy(f->image, c->s, n);
    f->image[n] = 0;
    c->s = f->image;
    c->tag &= ~(uint64_t)WEFT__BORROWED;
    f->image += n + 1;
}
static void flat_copy_cells(flat_out *f, const weft__cell *c) {
    size_t n = (size_t)(weft__cell_next(c) - c);
    memcpy(f->o, c, n * sizeof *c);
    if (f->image)
        for (size_t i = 0; i < n; i++)
            if (flat_has_text(f->o + i)) flat_text(f, f->o + i);
    f->o += n;
}

bool weft__flatten(weft__ref v, weft__cell *cells, char *image, const weft_alloc *alloc) {
    flat_out f = { cells, image };
    if (v.cell) {
        flat_copy_cells(&f, v.cell);
        return true;
    }
    weft__walk w;
    weft__walk_begin(&w, alloc);
    bool ok = weft__walk_push(&w, v.node);
    if (ok) w.at[0].cell = f.o++;
    while (ok && w.len) {
        struct weft__walk_level *level = &w.at[w.len - 1];
        const weft_edit_node *node = level->node;
        bool object = weft__node_kind(node) == WEFT_OBJECT;
        if (level->next == node->count) {
            uint64_t extent = (uint64_t)(f.o - level->cell);
            unsigned flat = !object && extent == node->count + 1 ? WEFT__FLAT : 0;
            level->cell->tag = weft__cell_tag(object ? WEFT_OBJECT : WEFT_ARRAY, flat, node->count);
            level->cell->extent = extent;
            w.len--;
            continue;
        }
        uintptr_t item = node->items[level->next++];
        if (object) {
            *f.o = *weft__item_key(item);
            if (f.image) flat_text(&f, f.o);
            f.o++;
        }
        if (weft__item_is_cell(item)) {
            flat_copy_cells(&f, weft__item_cell(item) + object);
        } else if (weft__item_node(item)->base) {
            flat_copy_cells(&f, weft__item_node(item)->base);
        } else {
            ok = weft__walk_push(&w, weft__item_node(item));
            if (ok) w.at[w.len - 1].cell = f.o++;
        }
    }
    weft__walk_end(&w);
    return ok;
}

const weft__cell *weft__flatten_view(const weft_edit_node *v, const weft_alloc *alloc, void **block, size_t *size) {
    weft__flat_size need;
    *block = NULL;
    if (v->base) return v->base;
    if (!weft__flatten_size(weft__ref_of(v), &need, alloc)) return NULL;
    *size = need.cells * sizeof(weft__cell);
    *block = weft__alloc(alloc, *size);
    if (!*block) return NULL;
    if (weft__flatten(weft__ref_of(v), (weft__cell *)*block, NULL, alloc)) return (const weft__cell *)*block;
    weft__release(alloc, *block, *size);
    *block = NULL;
    return NULL;
}

weft_doc *weft_node_freeze(const weft_edit_node *v, const weft_alloc *alloc, weft_error *err) {
    weft__flat_size size;
    if (!v) {
        weft__edit_error(err, WEFT_E_ARGUMENT, "no value");
        return NULL;
    }
    weft_doc *doc = weft_doc_new(alloc);
    if (doc && weft__flatten_size(weft__ref_of(v), &size, alloc) && weft__doc_reserve_cells(doc, size.cells) &&
        weft__doc_reserve_image(doc, size.bytes)) {
        if (size.bytes < doc->image_cap) memset(doc->image + size.bytes, 0, doc->image_cap - size.bytes);
        if (weft__flatten(weft__ref_of(v), doc->cells, doc->image, alloc)) {
            doc->cell_count = size.cells;
            return doc;
        }
    }
    weft_doc_free(doc);
    weft__edit_error(err, WEFT_E_MEMORY, NULL);
    return NULL;
}

weft_doc *weft_edit_freeze(const weft_edit *e, const weft_alloc *alloc, weft_error *err) {
    return weft_node_freeze(e->root, alloc, err);
}
