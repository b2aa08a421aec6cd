/* Documents: reading into them, freeing them. */
#include "json/doc.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"
#include "base/compiler.h"
#include "json/engine.h"
#include "json/plain.h"

/* A document with room for a text of at most `small` bytes in the same allocation; 0: without. */
static weft_doc *doc_new(const weft_alloc *alloc, size_t small) {
    size_t head = (sizeof(weft_doc) + 15) & ~(size_t)15, cells = small ? small + 4 : 0;
    size_t image = small ? small + 128 + WEFT__IMAGE_SLACK : 0, block = head + cells * sizeof(weft__cell) + image;
    weft_doc *doc = (weft_doc *)weft__alloc(alloc, block);
    if (!doc) return NULL;
    memset(doc, 0, sizeof *doc);
    doc->alloc = alloc;
    doc->block = block;
    if (small) {
        doc->cells = (weft__cell *)(void *)((char *)doc + head);
        doc->cell_cap = cells;
        doc->image = (char *)(doc->cells + cells);
        doc->image_cap = image;
        doc->cells_inside = doc->image_inside = true;
    }
    return doc;
}

weft_doc *weft_doc_new(const weft_alloc *alloc) { return doc_new(alloc, 0); }

void weft_doc_free(weft_doc *doc) {
    if (!doc) return;
    weft__index_free(doc);
    if (!doc->cells_inside) weft__release(doc->alloc, doc->cells, doc->cell_cap * sizeof *doc->cells);
    if (!doc->image_inside) weft__release(doc->alloc, doc->image, doc->image_cap);
    weft__release(doc->alloc, doc, doc->block);
}

void weft__doc_clear(weft_doc *doc) {
    weft__index_free(doc);
    doc->cell_count = 0;
    doc->consumed = 0;
}

bool weft__doc_reserve_image(weft_doc *doc, size_t bytes) {
    if (bytes > SIZE_MAX / 2) return false;
    bytes += WEFT__IMAGE_SLACK;
    if (doc->image_cap >= bytes) return true;
    if (!doc->image_inside) weft__release(doc->alloc, doc->image, doc->image_cap);
    doc->image_inside = false;
    doc->image_cap = 0;
    doc->image = (char *)weft__alloc(doc->alloc, bytes);
    if (!doc->image) return false;
    doc->image_cap = bytes;
    return true;
}

bool weft__doc_reserve_cells(weft_doc *doc, size_t cells) {
    if (doc->cell_cap >= cells) return true;
    if (!doc->cells_inside) weft__release(doc->alloc, doc->cells, doc->cell_cap * sizeof *doc->cells);
    doc->cells_inside = false;
    doc->cells = NULL;
    doc->cell_cap = 0;
    return weft__doc_grow_cells(doc, cells);
}

bool weft__doc_grow_cells(weft_doc *doc, size_t cells) {
    if (doc->cell_cap >= cells) return true;
    if (cells > SIZE_MAX / 2 / sizeof *doc->cells) return false;
    size_t old = doc->cell_cap * sizeof *doc->cells, size = cells * sizeof *doc->cells;
    weft__cell *grown = (weft__cell *)weft__resize(doc->alloc, doc->cells_inside ? NULL : doc->cells, old, size);
    if (!grown) return false;
    if (doc->cells_inside) memcpy(grown, doc->cells, old);
    doc->cells_inside = false;
    doc->cells = grown;
    doc->cell_cap = cells;
    return true;
}

void weft__read_opts_complete(weft_read_opts *o, const weft_read_opts *opts, size_t opts_size) {
    weft__opts_copy(o, sizeof *o, opts, opts_size);
    if (o->json5) {
        o->comments = o->trailing_commas = o->nonfinite = o->single_quotes = o->unquoted_keys = true;
        o->json5_numbers = o->json5_escapes = o->json5_space = o->bom = true;
    }
    if (!o->max_depth) o->max_depth = 1024;
    if (!o->max_bytes) o->max_bytes = SIZE_MAX;
    if (!o->max_members) o->max_members = SIZE_MAX;
    if (!o->max_string) o->max_string = SIZE_MAX;
}

static const weft_read_opts doc_default_opts = {
    .max_depth = 1024, .max_bytes = SIZE_MAX, .max_members = SIZE_MAX, .max_string = SIZE_MAX
};

/* o: complete, its allocator unused. */
static weft_status doc_read(weft_doc *doc, weft_str text, const weft_read_opts *o, weft_error *err) {
    weft__doc_clear(doc);
    if (weft__fast_allowed(o)) {
        weft__fast fast = weft__fast_read(doc, text, o);
        if (weft_likely(fast == WEFT__FAST_OK)) return WEFT_OK;
        if (fast == WEFT__FAST_MEMORY) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
    }
    weft_read_opts copy = *o;
    copy.alloc = doc->alloc;
    weft_status st = weft__plain_read(doc, text, &copy, err);
    if (st) weft__doc_clear(doc);
    return st;
}

weft_status weft__doc_reread(weft_doc *doc, weft_str text, const weft_read_opts *opts, size_t opts_size,
                             weft_error *err) {
    if (!opts) return doc_read(doc, text, &doc_default_opts, err);
    weft_read_opts o;
    weft__read_opts_complete(&o, opts, opts_size);
    return doc_read(doc, text, &o, err);
}

weft_doc *weft__doc_read(weft_str text, const weft_read_opts *opts, size_t opts_size, weft_error *err) {
    weft_read_opts o;
    if (opts) weft__read_opts_complete(&o, opts, opts_size);
    weft_doc *doc = doc_new(opts ? o.alloc : NULL, text.len <= WEFT__NARROW_MAX ? text.len : 0);
    if (!doc) {
        weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
        return NULL;
    }
    if (doc_read(doc, text, opts ? &o : &doc_default_opts, err)) {
        weft_doc_free(doc);
        return NULL;
    }
    return doc;
}

weft_doc *weft__doc_read_in_place(char *text, size_t len, const weft_read_opts *opts, size_t opts_size,
                                  weft_error *err) {
    weft_read_opts o;
    weft__read_opts_complete(&o, opts, opts_size);
    o.borrow = false; /* every string is in the text already, and gets its NUL there */
    if (o.replace_invalid) {
        weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_PARSE, "replacements may not fit in place");
        return NULL;
    }
    weft_doc *doc = weft_doc_new(o.alloc);
    if (!doc) weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
    else if (weft__plain_read_in_place(doc, WEFT_TEXT(text, len), &o, err)) {
        weft_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

weft_doc *weft__doc_read_file(const char *path, const weft_read_opts *opts, size_t opts_size, weft_error *err) {
    weft_read_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    if (!o.file_name) o.file_name = path;
    o.borrow = false; /* the file is closed before we return */
    weft_file file;
    weft_file_opts fo;
    memset(&fo, 0, sizeof fo);
    fo.alloc = o.alloc;
    if (o.max_bytes) fo.max_bytes = o.max_bytes;
    if (weft_file_open(&file, path, &fo, err)) return NULL;
    weft_doc *doc = weft__doc_read(file.text, &o, sizeof o, err);
    weft_file_close(&file);
    return doc;
}

size_t weft_doc_consumed(const weft_doc *doc) { return doc->consumed; }
size_t weft_doc_memory(const weft_doc *doc) {
    return doc->block + (doc->cells_inside ? 0 : doc->cell_cap * sizeof *doc->cells) +
           (doc->image_inside ? 0 : doc->image_cap);
}
