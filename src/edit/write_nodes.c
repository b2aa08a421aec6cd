/* Editable document -> text. Minified text is written straight from the tree: untouched values go to the document
 * writer as they are. The other styles need depths and orders of members, so the tree is flattened first (strings
 * stay). */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"
#include "json/write.h"

static char *nodes_write(weft__emit *e, char *o, const weft_edit_node *root, const weft__style *style,
                         weft__frames *frames) {
    weft__write_cells *cells = weft__write_choose(style);
    const weft__cell *where = NULL;
    weft__walk w;
    if (root->base) return cells(e, o, root->base, style, frames, &where);
    weft__walk_begin(&w, frames->alloc);
    if (!weft__walk_push(&w, root)) o = weft__emit_fail(e, WEFT_E_MEMORY);
    while (o && w.len) {
        struct weft__walk_level *level = &w.at[w.len - 1];
        bool object = weft__node_kind(level->node) == WEFT_OBJECT;
        if (!(o = weft__emit_room(e, o, 2))) break;
        if (level->next == 0) *o++ = object ? '{' : '[';
        if (level->next == level->node->count) {
            *o++ = object ? '}' : ']';
            w.len--;
            continue;
        }
        if (level->next) *o++ = ',';
        uintptr_t item = level->node->items[level->next++];
        if (object) {
            const weft__cell *key = weft__item_key(item);
            o = weft__emit_str(e, o, key->s, (size_t)weft__cell_size(key), style);
            if (!o || !(o = weft__emit_room(e, o, 1))) break;
            *o++ = ':';
        }
        const weft__cell *c = weft__item_is_cell(item) ? weft__item_cell(item) + object : weft__item_node(item)->base;
        if (c) o = cells(e, o, c, style, frames, &where);
        else if (!weft__walk_push(&w, weft__item_node(item))) o = weft__emit_fail(e, WEFT_E_MEMORY);
    }
    weft__walk_end(&w);
    return o;
}

weft_status weft__edit_write(const weft_edit *e, weft_buf *out, const weft_write_opts *opts, size_t opts_size,
                             weft_error *err) {
    weft_write_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    if (!e->root) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "no value to write");
    if (o.pretty || o.sort) {
        void *block;
        size_t size = 0;
        weft_json v = { weft__flatten_view(e->root, o.alloc, &block, &size), e->root->doc };
        if (!v.cell) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_WRITE, NULL);
        weft_status st = weft__json_write(v, out, &o, sizeof o, err);
        weft__release(o.alloc, block, size);
        return st;
    }
    weft__style style;
    weft__emit em;
    weft_status st = weft__style_make(&style, &o, err);
    if (st) return st;
    char *p = weft__emit_to_buf(&em, out, o.max_bytes);
    if (p) {
        weft__frames frames;
        weft__frames_begin(&frames, o.alloc);
        const weft_doc *doc = e->root->doc;
        if (doc && doc->image && doc->image_cap > WEFT__IMAGE_SLACK) {
            frames.safe = doc->image;
            frames.safe_len = doc->image_cap - WEFT__IMAGE_SLACK;
        }
        p = nodes_write(&em, p, e->root, &style, &frames);
        weft__frames_end(&frames);
    }
    if (p && o.final_newline) p = weft__emit_raw(&em, p, o.newline ? o.newline : "\n", style.newline_len);
    st = weft__emit_end(&em, p, NULL);
    return st ? weft__error_set(err, st, WEFT_STAGE_WRITE, NULL) : WEFT_OK;
}
