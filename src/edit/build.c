/* The builder: cells and strings grow side by side; strings are offsets until the end. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

#include <weft/text.h>

struct weft_build {
    const weft_alloc *alloc;
    weft_doc *doc;
    char *image;
    size_t image_len, image_cap;
    size_t *open, depth, open_cap; /* cells of the containers that are open */
    bool named;                    /* a name waits for its value */
    weft_status status;
    const char *reason;
};

static weft_status build_fail(weft_build *b, weft_status st, const char *reason) {
    if (!b) return WEFT_E_MEMORY;
    if (!b->status) {
        b->status = st;
        b->reason = reason;
    }
    return b->status;
}

weft_build *weft_build_new(const weft_alloc *alloc) {
    weft_build *b = (weft_build *)weft__alloc(alloc, sizeof *b);
    if (!b) return NULL;
    memset(b, 0, sizeof *b);
    b->alloc = alloc;
    b->doc = weft_doc_new(alloc);
    if (!b->doc) {
        weft__release(alloc, b, sizeof *b);
        return NULL;
    }
    return b;
}

void weft_build_free(weft_build *b) {
    if (!b) return;
    weft_doc_free(b->doc);
    weft__release(b->alloc, b->image, b->image_cap);
    weft__release(b->alloc, b->open, b->open_cap * sizeof *b->open);
    weft__release(b->alloc, b, sizeof *b);
}

/* Room for n cells, or NULL; they count only once build_count is called. */
static weft__cell *build_cells(weft_build *b, size_t n) {
    weft_doc *doc = b->doc;
    if (n > doc->cell_cap - doc->cell_count) {
        size_t want = doc->cell_cap ? doc->cell_cap * 2 : 32;
        if (want < doc->cell_count + n) want = doc->cell_count + n;
        if (!weft__doc_grow_cells(doc, want)) return NULL;
    }
    return doc->cells + doc->cell_count;
}
static bool build_image(weft_build *b, size_t n) {
    if (n <= b->image_cap - b->image_len) return true;
    if (n > SIZE_MAX / 4) return false;
    size_t cap = b->image_cap ? b->image_cap * 2 : 256;
    if (cap < b->image_len + n) cap = b->image_len + n;
    char *image = (char *)weft__resize(b->alloc, b->image, b->image_cap, cap);
    if (!image) return false;
    b->image = image;
    b->image_cap = cap;
    return true;
}
static uint64_t build_text(weft_build *b, weft_str s) {
    uint64_t at = b->image_len;
    if (s.len) memcpy(b->image + at, s.ptr, s.len);
    b->image[at + s.len] = 0;
    b->image_len += s.len + 1;
    return at;
}

/* Whether a value may come now; counts it in its array. */
static weft_status build_value(weft_build *b) {
    if (!b) return WEFT_E_MEMORY;
    if (b->status) return b->status;
    if (!b->depth) return b->doc->cell_count ? build_fail(b, WEFT_E_STATE, "there is a root already") : WEFT_OK;
    if (weft__cell_kind(&b->doc->cells[b->open[b->depth - 1]]) == WEFT_OBJECT && !b->named)
        return build_fail(b, WEFT_E_STATE, "a member needs a name first");
    return WEFT_OK;
}
static void build_count(weft_build *b, size_t cells) {
    b->doc->cell_count += cells;
    if (b->depth) b->doc->cells[b->open[b->depth - 1]].tag += (uint64_t)1 << WEFT__SIZE_SHIFT;
    b->named = false;
}

static weft_status build_scalar(weft_build *b, weft_kind kind, uint64_t bits) {
    weft_status st = build_value(b);
    if (st) return st;
    weft__cell *c = build_cells(b, 1);
    if (!c) return build_fail(b, WEFT_E_MEMORY, NULL);
    c->tag = weft__cell_tag(kind, 0, 0);
    c->u = bits;
    build_count(b, 1);
    return WEFT_OK;
}

weft_status weft_build_null(weft_build *b) { return build_scalar(b, WEFT_NULL, 0); }
weft_status weft_build_bool(weft_build *b, bool v) { return build_scalar(b, WEFT_BOOL, v); }
weft_status weft_build_int(weft_build *b, int64_t v) { return build_scalar(b, WEFT_INT, (uint64_t)v); }
weft_status weft_build_uint(weft_build *b, uint64_t v) {
    return build_scalar(b, v > INT64_MAX ? WEFT_UINT : WEFT_INT, v);
}
weft_status weft_build_real(weft_build *b, double v) {
    uint64_t bits;
    if (v - v != 0) return build_fail(b, WEFT_E_NONFINITE, "JSON has no NaN and no infinity");
    memcpy(&bits, &v, sizeof bits);
    return build_scalar(b, WEFT_REAL, bits);
}

static weft_status build_str(weft_build *b, weft_str s) {
    if (weft_utf8_valid(s) != s.len) return build_fail(b, WEFT_E_UTF8, NULL);
    weft__cell *c = build_cells(b, 1);
    if (!c || s.len == SIZE_MAX || !build_image(b, s.len + 1)) return build_fail(b, WEFT_E_MEMORY, NULL);
    c->tag = weft__cell_tag(WEFT_STRING, 0, s.len);
    c->u = build_text(b, s);
    return WEFT_OK;
}
weft_status weft_build_str(weft_build *b, weft_str v) {
    weft_status st = build_value(b);
    if (st || (st = build_str(b, v)) != WEFT_OK) return st;
    build_count(b, 1);
    return WEFT_OK;
}
weft_status weft_build_key(weft_build *b, weft_str name) {
    if (!b) return WEFT_E_MEMORY;
    if (b->status) return b->status;
    if (!b->depth || weft__cell_kind(&b->doc->cells[b->open[b->depth - 1]]) != WEFT_OBJECT)
        return build_fail(b, WEFT_E_STATE, "a name outside of an object");
    if (b->named) return build_fail(b, WEFT_E_STATE, "two names and no value");
    weft_status st = build_str(b, name);
    if (st) return st;
    b->doc->cell_count++;
    b->named = true;
    return WEFT_OK;
}

weft_status weft_build_json(weft_build *b, weft_json v) {
    weft_status st = build_value(b);
    if (st) return st;
    if (!v.cell) return build_fail(b, WEFT_E_ARGUMENT, "no value");
    weft__flat_size size;
    weft__ref r = { v.cell, NULL, NULL };
    (void)weft__flatten_size(r, &size, b->alloc);
    weft__cell *c = build_cells(b, size.cells);
    if (!c || !build_image(b, size.bytes)) return build_fail(b, WEFT_E_MEMORY, NULL);
    memcpy(c, v.cell, size.cells * sizeof *c);
    for (size_t i = 0; i < size.cells; i++)
        if (weft__cell_kind(c + i) == WEFT_STRING || weft__cell_kind(c + i) == WEFT_RAW) {
            c[i].u = build_text(b, weft__cell_str(v.cell + i));
            c[i].tag &= ~(uint64_t)WEFT__BORROWED;
        }
    build_count(b, size.cells);
    return WEFT_OK;
}

static weft_status build_open(weft_build *b, weft_kind kind) {
    weft_status st = build_value(b);
    if (st) return st;
    if (b->depth == b->open_cap) {
        size_t cap = b->open_cap ? b->open_cap * 2 : 16;
        size_t *open = (size_t *)weft__resize(b->alloc, b->open, b->open_cap * sizeof *open, cap * sizeof *open);
        if (!open) return build_fail(b, WEFT_E_MEMORY, NULL);
        b->open = open;
        b->open_cap = cap;
    }
    st = build_scalar(b, kind, 1);
    if (!st) b->open[b->depth++] = b->doc->cell_count - 1;
    return st;
}
weft_status weft_build_array(weft_build *b) { return build_open(b, WEFT_ARRAY); }
weft_status weft_build_object(weft_build *b) { return build_open(b, WEFT_OBJECT); }

weft_status weft_build_end(weft_build *b) {
    if (!b) return WEFT_E_MEMORY;
    if (b->status) return b->status;
    if (!b->depth) return build_fail(b, WEFT_E_STATE, "nothing is open");
    if (b->named) return build_fail(b, WEFT_E_STATE, "a name without a value");
    size_t at = b->open[--b->depth];
    weft__cell *c = b->doc->cells + at;
    c->extent = b->doc->cell_count - at;
    if (weft__cell_kind(c) == WEFT_ARRAY && c->extent == weft__cell_size(c) + 1) c->tag |= WEFT__FLAT;
    return WEFT_OK;
}

weft_doc *weft_build_finish(weft_build *b, weft_error *err) {
    if (b && b->depth) build_fail(b, WEFT_E_STATE, "a container is still open");
    if (b && !b->doc->cell_count) build_fail(b, WEFT_E_STATE, "no value");
    if (b && !b->status && !build_image(b, WEFT__IMAGE_SLACK)) build_fail(b, WEFT_E_MEMORY, NULL);
    if (!b || b->status) {
        weft__edit_error(err, b ? b->status : WEFT_E_MEMORY, b ? b->reason : NULL);
        weft_build_free(b);
        return NULL;
    }
    weft_doc *doc = b->doc;
    memset(b->image + b->image_len, 0, b->image_cap - b->image_len);
    for (size_t i = 0; i < doc->cell_count; i++) {
        weft__cell *c = doc->cells + i;
        if (weft__cell_kind(c) == WEFT_STRING || weft__cell_kind(c) == WEFT_RAW) c->s = b->image + c->u;
    }
    doc->image = b->image;
    doc->image_cap = b->image_cap;
    b->doc = NULL;
    b->image = NULL;
    b->image_cap = 0;
    weft_build_free(b);
    return doc;
}
