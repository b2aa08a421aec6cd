/* Where JSON text goes: one emitter for documents and typed values.
 *
 * A writer keeps the place of the next byte in a local `char *o` and hands it through:
 *     o = weft__emit_room(e, o, n);  if (!o) fail;          then n + WEFT__EMIT_ROOM bytes may be written at o
 * n is at most WEFT__EMIT_PIECE, for what is longer comes in pieces. Three destinations: a weft_buf that grows, a
 * caller's buffer, a sink; the last two go through a chunk once there is no room for the slack any more.
 *
 *     weft__emit e;
 *     weft__emit_to_buf(&e, buf, max);             o = e.start
 *     ... o = weft__emit_str(&e, o, ptr, len, &style); if (!o) goto failed; ...
 *     status = weft__emit_end(&e, o);              o NULL: a failure, its code is the result
 */
#ifndef WEFT_SRC_JSON_EMIT_H
#define WEFT_SRC_JSON_EMIT_H

#include "base/compiler.h"

#include <weft/json.h>

enum {
    WEFT__EMIT_ROOM = 192,  /* always free behind the place that weft__emit_room gave */
    WEFT__EMIT_PIECE = 4096 /* most that weft__emit_room may be asked for */
};

typedef struct weft__emit {
    char *start, *limit; /* limit + WEFT__EMIT_ROOM is the end of the memory */
    weft_status status;
    /* where it goes */
    weft_buf *buf; /* or NULL */
    weft_buf own;  /* stands in for a buf whose limit leaves no slack */
    size_t base;   /* buf->len at the beginning */
    char *into;    /* caller's buffer */
    size_t into_cap;
    weft_sink *sink;
    void *sink_ctx;
    bool chunked;        /* start is chunk */
    size_t flushed, max; /* bytes that left; most bytes in all, SIZE_MAX: any */
    char chunk[WEFT__EMIT_PIECE + 2 * WEFT__EMIT_ROOM];
} weft__emit;

/* Each returns the first place, or NULL (e->status). max 0: no limit. */
char *weft__emit_to_buf(weft__emit *e, weft_buf *buf, size_t max);
char *weft__emit_into(weft__emit *e, char *out, size_t cap, size_t max);
char *weft__emit_to_sink(weft__emit *e, weft_sink *sink, void *ctx, size_t max);
/* Hands over what is left. o is NULL after a failure: the buf is as long as before then. *total (may be NULL): length
 * of the text. WEFT_E_SPACE when a caller's buffer was too small. */
weft_status weft__emit_end(weft__emit *e, char *o, size_t *total);

char *weft__emit_more(weft__emit *e, char *o, size_t n);
WEFT_INLINE char *weft__emit_room(weft__emit *e, char *o, size_t n) {
    return weft_likely((ptrdiff_t)n <= e->limit - o) ? o : weft__emit_more(e, o, n);
}
/* Fails with a code. Returns NULL. */
WEFT_INLINE char *weft__emit_fail(weft__emit *e, weft_status code) {
    e->status = code;
    return NULL;
}
/* Any number of bytes as they are. */
char *weft__emit_raw(weft__emit *e, char *o, const char *s, size_t n);

/* Write options, resolved. */
enum { WEFT__PAD = 448 };
typedef struct weft__style {
    const weft_write_opts *opts;
    unsigned escapes; /* policy of text/escape.h */
    bool plain_reals; /* "1", not "1.0" */
    bool plain_style; /* minimal escapes and shortest doubles: what the kernels do */
    bool canonical;   /* RFC 8785: numbers as doubles, names unique, UTF-8 checked (write_any.c alone) */
    size_t newline_len, indent_len;
    char pad[WEFT__PAD + 64]; /* newline and indents, as many as fit into WEFT__PAD */
} weft__style;
/* opts may be NULL and must outlive the style. */
weft_status weft__style_make(weft__style *style, const weft_write_opts *opts, weft_error *err);

/* Values, by style. Each makes room itself and leaves WEFT__EMIT_ROOM - 64 bytes for punctuation. */
char *weft__emit_str(weft__emit *e, char *o, const char *s, size_t n, const weft__style *style); /* with quotes */
char *weft__emit_real(weft__emit *e, char *o, double v, const weft__style *style);
char *weft__emit_int(weft__emit *e, char *o, int64_t v);
char *weft__emit_uint(weft__emit *e, char *o, uint64_t v);
/* A line break and the indents of depth. */
char *weft__emit_line(weft__emit *e, char *o, size_t depth, const weft__style *style);
/* The rest of a string body, escaped by a policy, without quotes: for long ones and those with escapes. */
char *weft__emit_body(weft__emit *e, char *o, const char *s, size_t n, unsigned policy);

#endif
