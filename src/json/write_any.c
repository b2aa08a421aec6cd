/* The writer for every style: sorted members, other escapes, fixed digits, arrays on one line. Not recursive. */
#include "base/alloc.h"
#include "json/write.h"

#include <weft/text.h>

/* ---- sorted members --------------------------------------------------------------------------------------------- */
/* Key cells of the objects that are open, in the order of writing: each object's part lies behind its parent's. */
typedef struct any_keys {
    const weft__cell **at;
    size_t len, cap;
} any_keys;

static weft_str any_key(const weft__cell *c) { return WEFT_TEXT(c->s, (size_t)weft__cell_size(c)); }
static int any_compare(const weft_write_opts *o, const weft__cell *a, const weft__cell *b) {
    return o->sort == WEFT_SORT_CUSTOM ? o->compare(any_key(a), any_key(b), o->compare_ctx)
                                       : weft_str_compare(any_key(a), any_key(b));
}
/* Bottom-up merge sort: stable, so members of one name keep their order. room: as many again. */
static void any_sort(const weft_write_opts *o, const weft__cell **keys, size_t n, const weft__cell **room) {
    const weft__cell **from = keys, **to = room;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t left = 0; left < n; left += 2 * width) {
            size_t middle = n - left > width ? left + width : n, right = n - left > 2 * width ? left + 2 * width : n;
            size_t i = left, j = middle;
            for (size_t k = left; k < right; k++)
                to[k] = j >= right || (i < middle && any_compare(o, from[i], from[j]) <= 0) ? from[i++] : from[j++];
        }
        const weft__cell **t = from;
        from = to;
        to = t;
    }
    if (from != keys) memcpy((void *)keys, (const void *)from, n * sizeof *keys);
}
static bool any_push_keys(any_keys *k, const weft_write_opts *o, const weft__cell *object) {
    size_t n = (size_t)weft__cell_size(object), need = k->len + 2 * n;
    if (need > k->cap) {
        size_t cap = k->cap * 2 > need ? k->cap * 2 : need;
        const weft__cell **at =
            (const weft__cell **)weft__resize(o->alloc, (void *)k->at, k->cap * sizeof *at, cap * sizeof *at);
        if (!at) return false;
        k->at = at;
        k->cap = cap;
    }
    const weft__cell *c = object + 1;
    for (size_t i = 0; i < n; i++) {
        k->at[k->len + i] = c;
        c = weft__cell_next(c + 1);
    }
    any_sort(o, k->at + k->len, n, k->at + k->len + n);
    k->len += n;
    return true;
}

/* ---- canonical values (RFC 8785) ---------------------------------------------------------------------------------*/
/* Section 3.2.2.3: as ECMAScript's Number::toString, which writes a plus sign where ours does not. */
static char *any_canonical_number(weft__emit *e, char *o, const weft__cell *c) {
    double v;
    /* c->d is read of reals only: an x87 load would change the bits of an integer that looks like a signalling NaN */
    switch (weft__cell_kind(c)) {
    case WEFT_INT: v = (double)c->i; break;
    case WEFT_UINT: v = (double)c->u; break;
    case WEFT_REAL: v = c->d; break;
    default:
        if (weft_real_parse(any_key(c), &v) != (size_t)weft__cell_size(c)) return weft__emit_fail(e, WEFT_E_NUMBER);
    }
    if (v - v != 0) return weft__emit_fail(e, WEFT_E_NONFINITE);
    o = weft__emit_room(e, o, 0);
    if (!o) return NULL;
    if (v == 0) v = 0; /* no sign */
    size_t n = weft_real_print(v, o);
    char *exponent = (char *)memchr(o, 'e', n);
    if (exponent && exponent[1] != '-') {
        memmove(exponent + 2, exponent + 1, (size_t)(o + n - exponent - 1));
        exponent[1] = '+';
        n++;
    }
    return o + n;
}
static bool any_is_utf8(const weft__cell *c) {
    return (c->tag & WEFT__KIND_MASK) != WEFT_STRING || weft_utf8_valid(any_key(c)) == (size_t)weft__cell_size(c);
}
/* The first of two members of one name among sorted ones, or NULL. */
static const weft__cell *any_twice(const weft__cell **keys, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (weft_str_equal(any_key(keys[i - 1]), any_key(keys[i]))) return keys[i];
    return NULL;
}

/* ---- scalars ---------------------------------------------------------------------------------------------------- */
static char *any_scalar(weft__emit *e, char *o, const weft__cell *c, const weft__style *style) {
    size_t n = (size_t)weft__cell_size(c);
    if (style->canonical) {
        if (weft__cell_kind(c) >= WEFT_INT && weft__cell_kind(c) <= WEFT_RAW) return any_canonical_number(e, o, c);
        if (!any_is_utf8(c)) return weft__emit_fail(e, WEFT_E_UTF8);
    }
    switch (weft__cell_kind(c)) {
    case WEFT_NULL: return weft__emit_raw(e, o, "null", 4);
    case WEFT_BOOL: return c->u ? weft__emit_raw(e, o, "true", 4) : weft__emit_raw(e, o, "false", 5);
    case WEFT_INT: return weft__emit_int(e, o, c->i);
    case WEFT_UINT: return weft__emit_uint(e, o, c->u);
    case WEFT_REAL: return weft__emit_real(e, o, c->d, style);
    case WEFT_RAW: return weft__emit_raw(e, o, c->s, n);
    case WEFT_STRING: return weft__emit_str(e, o, c->s, n, style);
    default: return weft__emit_fail(e, WEFT_E_ARGUMENT);
    }
}

/* Does an array of scalars fit on one line? Written once into nothing, to be counted. */
static bool any_count(void *ctx, const char *piece, size_t len) {
    size_t *left = (size_t *)ctx;
    (void)piece;
    if (len > *left) return false;
    *left -= len;
    return true;
}
static char *any_one_line(weft__emit *e, char *o, const weft__cell *array, const weft__style *style) {
    const weft__cell *c = array + 1, *end = array + array->extent;
    o = weft__emit_raw(e, o, "[", 1);
    for (; c < end && o; c++) {
        if (c > array + 1) o = weft__emit_raw(e, o, ", ", 2);
        if (o) o = any_scalar(e, o, c, style);
    }
    return o ? weft__emit_raw(e, o, "]", 1) : NULL;
}
static bool any_fits(const weft__cell *array, const weft__style *style) {
    size_t width = style->opts->inline_width, n = (size_t)weft__cell_size(array), least = 3 * n;
    if (!style->opts->pretty || least > width || array->extent != n + 1) return false;
    for (const weft__cell *c = array + 1; c < array + 1 + n; c++) {
        if (weft__cell_is_container(c)) return false;
        if (weft__cell_kind(c) >= WEFT_RAW) least += (size_t)weft__cell_size(c);
        if (least > width) return false;
    }
    weft__emit count;
    char *o = weft__emit_to_sink(&count, any_count, &width, 0);
    o = any_one_line(&count, o, array, style);
    return weft__emit_end(&count, o, NULL) == WEFT_OK;
}

/* ---- the walk --------------------------------------------------------------------------------------------------- */
/* An open container takes three frames: the cell, children left, and where its keys begin (SIZE_MAX: document order).
 */
typedef struct any_open {
    const weft__cell *container, *next;
    size_t left, keys;
} any_open;
enum { ANY_FRAMES = sizeof(any_open) / sizeof(uintptr_t) };

char *weft__write_any(weft__emit *e, char *o, const weft__cell *root, const weft__style *style, weft__frames *frames,
                      const weft__cell **where) {
    const weft_write_opts *opts = style->opts;
    bool pretty = opts->pretty;
    any_keys keys = { NULL, 0, 0 };
    any_open top = { NULL, NULL, 0, SIZE_MAX };
    size_t depth = 0;
    const weft__cell *c = root;
    for (;;) {
        *where = c;
        if (!weft__cell_is_container(c)) {
            o = any_scalar(e, o, c, style);
        } else {
            bool object = weft__cell_kind(c) == WEFT_OBJECT;
            size_t n = (size_t)weft__cell_size(c);
            if (!n) {
                o = weft__emit_raw(e, o, object ? "{}" : "[]", 2);
            } else if (!object && any_fits(c, style)) {
                o = any_one_line(e, o, c, style);
            } else {
                if ((depth + 1) * ANY_FRAMES > frames->cap && !weft__frames_grow(frames)) {
                    o = weft__emit_fail(e, WEFT_E_MEMORY);
                    break;
                }
                memcpy(frames->at + depth * ANY_FRAMES, &top, sizeof top);
                depth++;
                top = (any_open){ c, c + 1, n, SIZE_MAX };
                if (object && opts->sort) {
                    top.keys = keys.len;
                    if (!any_push_keys(&keys, opts, c)) {
                        o = weft__emit_fail(e, WEFT_E_MEMORY);
                        break;
                    }
                    const weft__cell *twice = style->canonical ? any_twice(keys.at + top.keys, n) : NULL;
                    if (twice) {
                        *where = twice + 1;
                        o = weft__emit_fail(e, WEFT_E_DUPLICATE);
                        break;
                    }
                }
                o = weft__emit_raw(e, o, object ? "{" : "[", 1);
                goto child;
            }
        }
        /* behind a value: close what is complete, then on to the next */
        while (o && depth && !top.left) {
            if (top.keys != SIZE_MAX) keys.len = top.keys;
            bool object = weft__cell_kind(top.container) == WEFT_OBJECT;
            depth--;
            memcpy(&top, frames->at + depth * ANY_FRAMES, sizeof top);
            if (pretty) o = weft__emit_line(e, o, depth, style);
            if (o) o = weft__emit_raw(e, o, object ? "}" : "]", 1);
        }
        if (!o || !depth) break;
        o = weft__emit_raw(e, o, ",", 1);
        if (!o) break;
    child:
        if (o && pretty) o = weft__emit_line(e, o, depth, style);
        if (!o) break;
        c = top.next;
        if (weft__cell_kind(top.container) == WEFT_OBJECT) {
            const weft__cell *key = c;
            if (top.keys != SIZE_MAX) key = keys.at[top.keys + (size_t)weft__cell_size(top.container) - top.left];
            if (style->canonical && !any_is_utf8(key)) {
                *where = key + 1;
                o = weft__emit_fail(e, WEFT_E_UTF8);
                break;
            }
            o = weft__emit_str(e, o, key->s, (size_t)weft__cell_size(key), style);
            if (o) o = weft__emit_raw(e, o, ": ", pretty ? 2 : 1);
            if (!o) break;
            c = key + 1;
        }
        top.next = weft__cell_next(c);
        top.left--;
    }
    weft__release(opts->alloc, (void *)keys.at, keys.cap * sizeof *keys.at);
    return o;
}
