/* The difference of two documents as a Merge Patch (RFC 7386). */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

typedef struct diff_merge_level {
    const weft__cell **x, **y; /* members of both, by name; one block at x */
    size_t i, n, j, m;
} diff_merge_level;

typedef struct diff_merge_run {
    const weft_alloc *alloc;
    weft_build *out;
    diff_merge_level *at;
    size_t len, cap;
} diff_merge_run;

static weft_json diff_merge_view(const weft__cell *c) {
    weft_json v = { c, NULL };
    return v;
}

/* A member that is null anywhere outside of arrays, or a repeated name: what applying would not give back. */
static weft_status diff_merge_checked(diff_merge_run *r, const weft__cell *v, bool *fits) {
    *fits = true;
    if (weft__cell_kind(v) != WEFT_OBJECT) return WEFT_OK;
    const weft__cell *end = weft__cell_next(v);
    for (const weft__cell *c = v; c < end && *fits;) {
        size_t n = (size_t)weft__cell_size(c);
        if (weft__cell_kind(c) == WEFT_OBJECT && n > 1) {
            const weft__cell **s =
                n > SIZE_MAX / 4 / sizeof *s ? NULL : (const weft__cell **)weft__alloc(r->alloc, 2 * n * sizeof *s);
            if (!s) return WEFT_E_MEMORY;
            weft__members_sorted(c, s);
            *fits = !weft__members_repeat(s, n);
            weft__release(r->alloc, (void *)s, 2 * n * sizeof *s);
        }
        /* the next value: arrays are stepped over, objects entered; a key stands before it */
        c = weft__cell_kind(c) == WEFT_OBJECT ? c + 1 : weft__cell_next(c);
        if (c < end && weft__cell_kind(++c) == WEFT_NULL) *fits = false;
    }
    return WEFT_OK;
}

static weft_status diff_merge_value(diff_merge_run *r, const weft__cell *v) {
    bool fits;
    weft_status st = diff_merge_checked(r, v, &fits);
    if (st) return st;
    return fits ? weft_build_json(r->out, diff_merge_view(v)) : WEFT_E_UNSUPPORTED;
}

static void diff_merge_leave(diff_merge_run *r) {
    diff_merge_level *l = &r->at[--r->len];
    weft__release(r->alloc, (void *)l->x, 2 * (l->n + l->m) * sizeof *l->x);
}

static weft_status diff_merge_enter(diff_merge_run *r, const weft__cell *a, const weft__cell *b) {
    if (r->len == r->cap) {
        size_t cap = r->cap ? r->cap * 2 : 16;
        diff_merge_level *at = (diff_merge_level *)weft__resize(r->alloc, r->at, r->cap * sizeof *at, cap * sizeof *at);
        if (!at) return WEFT_E_MEMORY;
        r->at = at;
        r->cap = cap;
    }
    size_t n = (size_t)weft__cell_size(a), m = (size_t)weft__cell_size(b);
    if (n > SIZE_MAX / 8 / sizeof(void *) || m > SIZE_MAX / 8 / sizeof(void *)) return WEFT_E_MEMORY;
    const weft__cell **x = (const weft__cell **)weft__alloc(r->alloc, 2 * (n + m) * sizeof *x);
    if (!x) return WEFT_E_MEMORY;
    diff_merge_level l = { x, x + 2 * n, 0, n, 0, m };
    r->at[r->len++] = l;
    weft__members_sorted(a, l.x);
    weft__members_sorted(b, l.y);
    if (weft__members_repeat(l.x, n) || weft__members_repeat(l.y, m)) return WEFT_E_UNSUPPORTED;
    return weft_build_object(r->out);
}

static weft_status diff_merge_member(diff_merge_run *r) {
    diff_merge_level *l = &r->at[r->len - 1];
    if (l->i == l->n && l->j == l->m) {
        diff_merge_leave(r);
        return weft_build_end(r->out);
    }
    int order = l->i == l->n   ? 1
                : l->j == l->m ? -1
                               : weft_str_compare(weft__cell_str(l->x[l->i]), weft__cell_str(l->y[l->j]));
    const weft__cell *a = order <= 0 ? l->x[l->i++] : NULL, *b = order >= 0 ? l->y[l->j++] : NULL;
    bool equal = false;
    weft_status st =
        a && b ? weft_json_equal(diff_merge_view(a + 1), diff_merge_view(b + 1), &equal, r->alloc) : WEFT_OK;
    if (st || equal) return st;
    weft_build_key(r->out, weft__cell_str(b ? b : a));
    if (!b) return weft_build_null(r->out);
    if (weft__cell_kind(b + 1) == WEFT_NULL) return WEFT_E_UNSUPPORTED;
    if (a && weft__cell_kind(a + 1) == WEFT_OBJECT && weft__cell_kind(b + 1) == WEFT_OBJECT)
        return diff_merge_enter(r, a + 1, b + 1);
    return diff_merge_value(r, b + 1);
}

weft_doc *weft_json_merge_diff(weft_json from, weft_json to, const weft_alloc *alloc, weft_error *err) {
    diff_merge_run r = { alloc, NULL, NULL, 0, 0 };
    weft_status st;
    if (!from.cell || !to.cell) {
        weft__edit_error(err, WEFT_E_ARGUMENT, "no value to compare");
        return NULL;
    }
    r.out = weft_build_new(alloc);
    if (!r.out) st = WEFT_E_MEMORY;
    else if (weft_json_kind(from) == WEFT_OBJECT && weft_json_kind(to) == WEFT_OBJECT) {
        st = diff_merge_enter(&r, from.cell, to.cell);
        while (!st && r.len) st = diff_merge_member(&r);
        while (r.len) diff_merge_leave(&r);
    } else st = diff_merge_value(&r, to.cell);
    weft__release(alloc, r.at, r.cap * sizeof *r.at);
    if (st) {
        weft_build_free(r.out);
        weft__edit_error(
            err, st, st == WEFT_E_UNSUPPORTED ? "a merge patch cannot set a member to null or repeat a name" : NULL);
        return NULL;
    }
    return weft_build_finish(r.out, err);
}
