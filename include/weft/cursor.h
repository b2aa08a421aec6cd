/* weft/cursor.h - JSON text read in place: walk, enter, find, read, skip, rewind - without a declaration, a document or
 * an allocation.
 *
 *   weft_cursor c = weft_cursor_open(WEFT_TEXT(text, len), NULL);
 *   int64_t port = 8080;
 *   if (weft_cursor_find(&c, WEFT_STR("server")) && weft_cursor_find(&c, WEFT_STR("port"))) port = weft_cursor_int(&c);
 *   if (weft_cursor_failed(&c, &err)) ...
 *
 * A cursor stands in front of a value, or behind the last one of a container. Everything passed over is checked as
 * strictly as a document would be (RFC 8259, UTF-8); what was never reached is not: weft_cursor_finish checks the rest.
 * The first failure stays: from then on every call does nothing and returns false, 0 or an empty string, and
 * weft_cursor_failed tells what it was. Using a call where it makes no sense (an element of a number, a value read
 * twice) is WEFT_E_STATE or WEFT_E_KIND, never undefined. The text must outlive the cursor and what was read from it.
 * One thread at a time; copies are independent cursors.
 */
#ifndef WEFT_CURSOR_H
#define WEFT_CURSOR_H

#include <weft/json.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEFT_CURSOR_DEPTH = 1024 };

typedef struct weft_cursor_opts {
    uint32_t max_depth; /* 0: 1024, which is also the most */
    bool trust_utf8;    /* the text is known to be UTF-8 */
} weft_cursor_opts;

/* About 480 bytes that point only into the text: may be copied and thrown away at any time. The members are the
 * library's. */
typedef struct weft_cursor {
    const char *p, *end;
    weft_str text;
    uint32_t depth, max_depth;
    bool trust_utf8;
    uint8_t place; /* what stands at p */
    weft_status code;
    const char *at, *why;
    uint64_t objects[WEFT_CURSOR_DEPTH / 64]; /* one bit per open container: it is an object */
    size_t starts[32];                        /* where the outer ones begin */
} weft_cursor;

/* In front of the root value. */
WEFT_API weft_cursor weft__cursor_open(weft_str text, const weft_cursor_opts *opts, size_t opts_size);
static inline weft_cursor weft_cursor_open(weft_str text, const weft_cursor_opts *opts) {
    return weft__cursor_open(text, opts, sizeof(weft_cursor_opts));
}

/* The kind of the value in front of the cursor, by its first byte (numbers: WEFT_INT without fraction and exponent,
 * else WEFT_REAL); WEFT_NONE when there is none, or after a failure. */
WEFT_API weft_kind weft_cursor_kind(weft_cursor *c);
/* Steps into the array or object in front: then next or find. WEFT_E_KIND for anything else. */
WEFT_API bool weft_cursor_enter(weft_cursor *c);
/* Goes to the next element or member of the container entered last, over the value in front when it was not read. False
 * at its end; the cursor is then behind the container, as if it had been read. key (may be NULL) gets a member's name
 * as it stands in the text, without its quotes; weft_cursor_key_equals compares it with escapes undone. */
WEFT_API bool weft_cursor_next(weft_cursor *c, weft_str *key);
WEFT_API bool weft_cursor_key_equals(weft_str raw_key, weft_str name);
/* Goes to the value of the first member called name. In front of an object: enters it. Inside one (after enter, next or
 * find): looks from here to its end, then again from its start, so that members come in any order. False when there is
 * none: the cursor is then inside the object, at the place it looked from. */
WEFT_API bool weft_cursor_find(weft_cursor *c, weft_str name);
/* Leaves the container entered last: over the rest of it, behind it. */
WEFT_API bool weft_cursor_leave(weft_cursor *c);

/* Read the value in front; the cursor is then behind it. Kinds never coerce: WEFT_E_KIND. Integers that do not fit:
 * WEFT_E_FIT. */
WEFT_API bool weft_cursor_bool(weft_cursor *c);
WEFT_API bool weft_cursor_null(
    weft_cursor *c); /* true when it was null; anything else is left in place, without failure */
WEFT_API int64_t weft_cursor_int(weft_cursor *c);
WEFT_API uint64_t weft_cursor_uint(weft_cursor *c);
WEFT_API double weft_cursor_real(weft_cursor *c);
/* A string with escapes undone, into `out` of cap bytes (no NUL is added); WEFT_E_SPACE when it does not fit. cap of
 * the text's length always fits. Where it has no escapes the result may be in the text itself, and out is untouched. */
WEFT_API weft_str weft_cursor_string(weft_cursor *c, char *out, size_t cap);
/* The text of a value of any kind, validated. */
WEFT_API weft_str weft_cursor_raw(weft_cursor *c);
WEFT_API bool weft_cursor_skip(weft_cursor *c);

/* A place to come back to is a copy: weft_cursor mark = c; ... c = mark; or from the start: */
WEFT_API void weft_cursor_rewind(weft_cursor *c);
/* Bytes from the start of the text to the cursor. */
WEFT_API size_t weft_cursor_offset(const weft_cursor *c);
/* Passes over everything that is left, and only white space may follow the root value: true when all of the text was
 * valid. */
WEFT_API bool weft_cursor_finish(weft_cursor *c);
/* True after a failure, with err (may be NULL) filled: code, place, reason. */
WEFT_API bool weft_cursor_failed(const weft_cursor *c, weft_error *err);

#ifdef __cplusplus
}
#endif
#endif
