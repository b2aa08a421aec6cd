/* Strict pull reader over JSON text: one value at a time, nothing allocated, nothing copied unless asked.
 *
 * A position is always in front of a value (after enter, member, element), or behind one. Every function that returns
 * false or -1 has set code, at and why; from then on all fail. What is skipped is validated as RFC 8259 and UTF-8 all
 * the same.
 */
#ifndef WEFT_SRC_JSON_PULL_H
#define WEFT_SRC_JSON_PULL_H

#include "base/compiler.h"

#include <weft/base.h>
#include <weft/text.h>

enum { WEFT__PULL_DEPTH = 1024 };

typedef struct weft__pull {
    const char *p, *end;
    weft_str text;
    uint32_t depth, max_depth;
    bool trust_utf8;
    weft_status code; /* 0 while all is well */
    const char *at;   /* where it failed, and why (a literal; NULL: the code's text) */
    const char *why;
} weft__pull;

/* max_depth 0: WEFT__PULL_DEPTH, which is also the most. */
void weft__pull_init(weft__pull *r, weft_str text, uint32_t max_depth);
bool weft__pull_fail(weft__pull *r, weft_status code, const char *at, const char *why);

/* Behind the white space at p. */
const char *weft__pull_blank(const char *p, const char *end);
/* The first byte of the next token, or 0 at the end of the text. */
WEFT_INLINE unsigned char weft__pull_peek(weft__pull *r) {
    const char *p = r->p, *end = r->end;
    if (weft_likely(p < end && (unsigned char)*p > ' ')) return (unsigned char)*p;
    r->p = p = weft__pull_blank(p, end);
    return p < end ? (unsigned char)*p : 0;
}
/* At '{' or '[': steps inside. */
bool weft__pull_enter(weft__pull *r);
/* Next member of the object entered: 1 with its name (raw: between the quotes, escaped: holds escapes) in front of the
 * value; 0 at the end, now behind the object; -1. first: no member was read yet. */
int weft__pull_member(weft__pull *r, bool first, weft_str *raw, bool *escaped);
/* Next element of the array entered: 1 in front of it; 0 behind the array; -1. */
int weft__pull_element(weft__pull *r, bool first);
/* A string: what stands between its quotes, validated. escaped may be set without need only never unset wrongly. */
bool weft__pull_string(weft__pull *r, weft_str *raw, bool *escaped);
/* A number's text; integer: without fraction and exponent. */
bool weft__pull_number(weft__pull *r, weft_str *raw, bool *integer);
/* true, false or null, as the first byte says. */
bool weft__pull_literal(weft__pull *r);
/* Any value, validated; *raw (may be NULL) is its text. Not recursive. */
bool weft__pull_skip(weft__pull *r, weft_str *raw);
/* Behind the root: only white space may follow. */
bool weft__pull_finish(weft__pull *r);

/* Decodes the inside of a validated string into out (raw.len bytes are enough; raw.ptr itself will do); returns the
 * length. */
size_t weft__pull_unescape(char *out, weft_str raw);

#endif
