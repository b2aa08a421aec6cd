/* Destinations of JSON text, and values by style. */
#include "json/emit.h"

#include "base/alloc.h"
#include "base/error.h"
#include "text/escape.h"
#include "text/kernels.h"
#include "text/number_print.h"

#include <weft/text.h>

/* ---- destinations ----------------------------------------------------------------------------------------------- */
static void emit_clear(weft__emit *e, size_t max) {
    memset(e, 0, offsetof(weft__emit, chunk));
    e->max = max ? max : SIZE_MAX;
}

static char *emit_chunk(weft__emit *e) {
    e->chunked = true;
    e->start = e->chunk;
    e->limit = e->chunk + sizeof e->chunk - WEFT__EMIT_ROOM;
    return e->start;
}

char *weft__emit_to_buf(weft__emit *e, weft_buf *buf, size_t max) {
    emit_clear(e, max);
    e->buf = buf;
    e->base = buf->len;
    if (buf->limit) { /* the slack may not count: write elsewhere, copy at the end */
        e->own.alloc = buf->alloc;
        e->buf = &e->own;
        e->into = (char *)buf;
        size_t left = buf->limit > buf->len ? buf->limit - buf->len : 0;
        if (left < e->max) e->max = left;
        e->base = 0;
    }
    weft_buf *b = e->buf;
    e->start = b->data ? b->data + e->base : NULL;
    if (b->cap - b->len < 2 * WEFT__EMIT_ROOM) {
        e->limit = e->start;
        return weft__emit_more(e, e->start, 0);
    }
    e->limit = b->data + b->cap - WEFT__EMIT_ROOM;
    return e->start;
}

char *weft__emit_into(weft__emit *e, char *out, size_t cap, size_t max) {
    emit_clear(e, max);
    e->into = out;
    e->into_cap = cap;
    if (cap <= WEFT__EMIT_ROOM) return emit_chunk(e);
    e->start = out;
    e->limit = out + cap - WEFT__EMIT_ROOM;
    return out;
}

char *weft__emit_to_sink(weft__emit *e, weft_sink *sink, void *ctx, size_t max) {
    emit_clear(e, max);
    e->sink = sink;
    e->sink_ctx = ctx;
    return emit_chunk(e);
}

/* What stands in the chunk goes to its destination. */
static bool emit_flush(weft__emit *e, size_t n) {
    if (n > e->max - e->flushed) {
        e->status = WEFT_E_SIZE;
        return false;
    }
    if (e->sink) {
        if (n && !e->sink(e->sink_ctx, e->start, n)) {
            if (!e->status) e->status = WEFT_E_CALLBACK;
            return false;
        }
    } else if (e->flushed < e->into_cap) {
        size_t fits = e->into_cap - e->flushed;
        memcpy(e->into + e->flushed, e->start, n < fits ? n : fits);
    }
    e->flushed += n;
    return true;
}

WEFT_NOINLINE char *weft__emit_more(weft__emit *e, char *o, size_t n) {
    if (!o && e->start) return NULL;
    size_t used = (size_t)(o - e->start);
    if (e->chunked) {
        if (!emit_flush(e, used)) return NULL;
        return e->start;
    }
    if (!e->buf) { /* the caller's buffer is nearly full */
        if (used > e->max) return weft__emit_fail(e, WEFT_E_SIZE);
        e->flushed = used;
        return emit_chunk(e);
    }
    weft_buf *b = e->buf;
    if (used > e->max) return weft__emit_fail(e, WEFT_E_SIZE);
    size_t need = e->base + used, cap = b->cap;
    if (need > SIZE_MAX / 4 - n) return weft__emit_fail(e, WEFT_E_SIZE);
    need += n + 2 * WEFT__EMIT_ROOM;
    cap *= 2;
    if (cap < need) cap = need;
    if (cap < 1024) cap = 1024;
    char *data = (char *)weft__resize(b->alloc, b->data, b->cap, cap);
    if (!data) return weft__emit_fail(e, WEFT_E_MEMORY);
    b->data = data;
    b->cap = cap;
    e->start = data + e->base;
    e->limit = data + cap - WEFT__EMIT_ROOM;
    return e->start + used;
}

weft_status weft__emit_end(weft__emit *e, char *o, size_t *total) {
    weft_status st = o ? WEFT_OK : e->status;
    size_t n = o ? (size_t)(o - e->start) : 0;
    if (!st && e->chunked && !emit_flush(e, n)) st = e->status;
    if (!st && !e->chunked && n > e->max) st = WEFT_E_SIZE;
    size_t all = e->flushed + (e->chunked ? 0 : n);
    if (!st && total) *total = all;
    if (e->buf == &e->own) {
        if (!st) st = weft_buf_append((weft_buf *)e->into, WEFT_TEXT(e->start, n));
        weft_buf_free(&e->own);
    } else if (e->buf) {
        if (!st) e->buf->len = e->base + n;
    } else if (!st && !e->sink && all > e->into_cap) {
        st = WEFT_E_SPACE;
    }
    return st;
}

char *weft__emit_raw(weft__emit *e, char *o, const char *s, size_t n) {
    while (n > WEFT__EMIT_PIECE / 2) {
        o = weft__emit_room(e, o, WEFT__EMIT_PIECE / 2);
        if (!o) return NULL;
        memcpy(o, s, WEFT__EMIT_PIECE / 2);
        o += WEFT__EMIT_PIECE / 2;
        s += WEFT__EMIT_PIECE / 2;
        n -= WEFT__EMIT_PIECE / 2;
    }
    o = weft__emit_room(e, o, n);
    if (!o) return NULL;
    if (n) memcpy(o, s, n);
    return o + n;
}

/* ---- style ------------------------------------------------------------------------------------------------------ */
weft_status weft__style_make(weft__style *style, const weft_write_opts *opts, weft_error *err) {
    static const weft_write_opts none;
    const weft_write_opts *o = opts ? opts : &none;
    style->opts = o;
    style->escapes = WEFT__ESCAPE_MUST;
    if (o->escape == WEFT_ESCAPE_ASCII) style->escapes |= WEFT__ESCAPE_HIGH;
    if (o->escape == WEFT_ESCAPE_HTML) style->escapes |= WEFT__ESCAPE_TAGS;
    if (o->escape_slash) style->escapes |= WEFT__ESCAPE_SLASH;
    style->plain_reals = !o->keep_fraction;
    style->plain_style = style->escapes == WEFT__ESCAPE_MUST && !o->digits && !o->single;
    style->canonical = false;
    style->newline_len = style->indent_len = 0;
    if ((unsigned)o->escape > WEFT_ESCAPE_HTML || (unsigned)o->nonfinite > WEFT_NONFINITE_LITERAL ||
        (unsigned)o->sort > WEFT_SORT_CUSTOM || (o->sort == WEFT_SORT_CUSTOM && !o->compare) || o->digits > 17)
        return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "invalid write option");
    const char *newline = o->newline ? o->newline : "\n";
    style->newline_len = strlen(newline);
    if (!o->pretty) return WEFT_OK;
    const char *indent = o->indent;
    char spaces[256];
    if (!indent) {
        size_t width = o->indent_width ? o->indent_width : 2;
        memset(spaces, ' ', width);
        spaces[width] = 0;
        indent = spaces;
    }
    style->indent_len = strlen(indent);
    memset(style->pad, 0, sizeof style->pad);
    size_t at = 0;
    if (style->newline_len <= WEFT__PAD) {
        memcpy(style->pad, newline, style->newline_len);
        at = style->newline_len;
    }
    while (style->indent_len && at + style->indent_len <= WEFT__PAD) {
        memcpy(style->pad + at, indent, style->indent_len);
        at += style->indent_len;
    }
    return WEFT_OK;
}

char *weft__emit_line(weft__emit *e, char *o, size_t depth, const weft__style *style) {
    size_t n = style->newline_len + depth * style->indent_len;
    if (n <= WEFT__PAD) return weft__emit_raw(e, o, style->pad, n);
    o = weft__emit_raw(e, o, style->opts->newline ? style->opts->newline : "\n", style->newline_len);
    const char *indent = style->opts->indent;
    char spaces[256];
    if (!indent) {
        memset(spaces, ' ', sizeof spaces);
        indent = spaces;
    }
    for (size_t i = 0; i < depth && o; i++) o = weft__emit_raw(e, o, indent, style->indent_len);
    return o;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */
char *weft__emit_body(weft__emit *e, char *o, const char *s, size_t n, unsigned policy) {
    while (n) {
        size_t used, want = n < 512 ? n : 512;
        o = weft__emit_room(e, o, WEFT__ESCAPE_GROWTH * want);
        if (!o) return NULL;
        /* a character must not be cut: offer all of s, limit the room */
        size_t room = WEFT__ESCAPE_GROWTH * want + 64;
        o += weft__escape_piece(o, room, s, n, policy, &used);
        s += used;
        n -= used;
    }
    return weft__emit_room(e, o, 0);
}

char *weft__emit_str(weft__emit *e, char *o, const char *s, size_t n, const weft__style *style) {
    o = weft__emit_room(e, o, 1);
    if (!o) return NULL;
    *o++ = '"';
    o = weft__emit_body(e, o, s, n, style->escapes);
    if (!o) return NULL;
    *o++ = '"';
    return o;
}

char *weft__emit_real(weft__emit *e, char *o, double v, const weft__style *style) {
    const weft_write_opts *opts = style->opts;
    o = weft__emit_room(e, o, 0);
    if (!o) return NULL;
    if (opts->single) v = (double)(float)v;
    if (weft_unlikely(v - v != 0)) {
        if (opts->nonfinite == WEFT_NONFINITE_ERROR) return weft__emit_fail(e, WEFT_E_NONFINITE);
        if (opts->nonfinite == WEFT_NONFINITE_LITERAL) return o + weft_real_print(v, o);
        memcpy(o, "null", 4);
        return o + 4;
    }
    if (opts->digits) {
        char text[352];
        return weft__emit_raw(e, o, text, weft_real_print_fixed(v, opts->digits, text, sizeof text));
    }
    if (opts->single) return weft__real32_print((float)v, o, style->plain_reals);
    return weft__real_print(v, o, style->plain_reals);
}
char *weft__emit_int(weft__emit *e, char *o, int64_t v) {
    o = weft__emit_room(e, o, 0);
    return o ? weft__int_print_table(v, o) : NULL;
}
char *weft__emit_uint(weft__emit *e, char *o, uint64_t v) {
    o = weft__emit_room(e, o, 0);
    return o ? weft__uint_print_table(v, o) : NULL;
}
