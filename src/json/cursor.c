/* The public cursor over the pull reader: state kept in the cursor, checked at every call. */
#include <weft/cursor.h>

#include "base/error.h"
#include "base/opts.h"
#include "json/pull.h"

enum { CURSOR_VALUE, CURSOR_START, CURSOR_AFTER }; /* in front of a value; just inside a container; behind a value */

_Static_assert((int)WEFT_CURSOR_DEPTH == (int)WEFT__PULL_DEPTH, "one bit per level");

static weft__pull cursor_load(const weft_cursor *c) {
    weft__pull r = { c->p, c->end, c->text, c->depth, c->max_depth, c->trust_utf8, c->code, c->at, c->why };
    return r;
}
static void cursor_store(weft_cursor *c, const weft__pull *r) {
    c->p = r->p;
    c->depth = r->depth;
    c->code = r->code;
    c->at = r->at;
    c->why = r->why;
}
static bool cursor_fail(weft_cursor *c, weft_status code, const char *why) {
    if (!c->code) {
        c->code = code;
        c->at = c->p;
        c->why = why;
    }
    return false;
}

weft_cursor weft__cursor_open(weft_str text, const weft_cursor_opts *opts, size_t opts_size) {
    weft_cursor_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    weft_cursor c;
    memset(&c, 0, sizeof c);
    weft__pull r;
    weft__pull_init(&r, text, o.max_depth);
    c.p = r.p;
    c.end = r.end;
    c.text = r.text;
    c.max_depth = r.max_depth;
    c.trust_utf8 = o.trust_utf8;
    if (text.len >= 3 && !memcmp(c.p, "\xef\xbb\xbf", 3)) cursor_fail(&c, WEFT_E_BOM, NULL);
    return c;
}

/* The first byte of the value in front; 0 after setting the error. */
static unsigned char cursor_front(weft_cursor *c) {
    if (c->code) return 0;
    if (c->place != CURSOR_VALUE)
        return cursor_fail(c, WEFT_E_STATE, "there is no value in front of the cursor"), (unsigned char)0;
    weft__pull r = cursor_load(c);
    unsigned char first = weft__pull_peek(&r);
    cursor_store(c, &r);
    if (!first) cursor_fail(c, c->depth == 0 ? WEFT_E_EMPTY : WEFT_E_END, NULL);
    return first;
}

weft_kind weft_cursor_kind(weft_cursor *c) {
    if (c->code || c->place != CURSOR_VALUE) return WEFT_NONE;
    weft__pull r = cursor_load(c);
    weft_str raw;
    bool whole;
    switch (weft__pull_peek(&r)) {
    case '{': return WEFT_OBJECT;
    case '[': return WEFT_ARRAY;
    case '"': return WEFT_STRING;
    case 't':
    case 'f': return WEFT_BOOL;
    case 'n': return WEFT_NULL;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return weft__pull_number(&r, &raw, &whole) && !whole ? WEFT_REAL : WEFT_INT;
    default: return WEFT_NONE;
    }
}

bool weft_cursor_enter(weft_cursor *c) {
    unsigned char first = cursor_front(c);
    if (!first) return false;
    if (first != '{' && first != '[') return cursor_fail(c, WEFT_E_KIND, "expected an object or an array");
    weft__pull r = cursor_load(c);
    uint32_t d = r.depth;
    const char *start = r.p;
    bool good = weft__pull_enter(&r);
    cursor_store(c, &r);
    if (!good) return false;
    uint64_t bit = (uint64_t)1 << (d & 63);
    if (first == '{') c->objects[d >> 6] |= bit;
    else c->objects[d >> 6] &= ~bit;
    if (d < sizeof c->starts / sizeof *c->starts) c->starts[d] = (size_t)(start - c->text.ptr);
    c->place = CURSOR_START;
    return true;
}

static bool cursor_in_object(const weft_cursor *c) {
    uint32_t d = c->depth - 1;
    return c->depth && (c->objects[d >> 6] >> (d & 63) & 1);
}

bool weft_cursor_next(weft_cursor *c, weft_str *key) {
    weft_str raw = { "", 0 };
    bool escaped;
    if (key) *key = raw;
    if (c->code) return false;
    if (!c->depth) return cursor_fail(c, WEFT_E_STATE, "the cursor is in no container");
    weft__pull r = cursor_load(c);
    if (c->place == CURSOR_VALUE && !weft__pull_skip(&r, NULL)) {
        cursor_store(c, &r);
        return false;
    }
    bool first = c->place == CURSOR_START;
    int more = cursor_in_object(c) ? weft__pull_member(&r, first, &raw, &escaped) : weft__pull_element(&r, first);
    cursor_store(c, &r);
    if (more < 0) return false;
    c->place = more ? CURSOR_VALUE : CURSOR_AFTER;
    if (key && more) *key = raw;
    return more != 0;
}

bool weft_cursor_key_equals(weft_str raw, weft_str name) {
    if (!raw.len || !memchr(raw.ptr, '\\', raw.len)) return weft_str_equal(raw, name);
    /* piece by piece, so that nothing has to hold the whole */
    size_t at = 0;
    const char *p = raw.ptr, *end = p + raw.len;
    while (p < end) {
        char piece[4];
        size_t used = 1, n = 1;
        piece[0] = *p;
        if (*p == '\\') {
            bool unicode = end - p >= 6 && p[1] == 'u';
            bool pair = unicode && end - p >= 12 && (p[2] | 0x20) == 'd' && p[3] != '0' && p[3] > '7' && p[6] == '\\';
            used = pair ? 12 : unicode ? 6 : 2;
            n = weft__pull_unescape(piece, WEFT_TEXT(p, used));
        }
        if (at + n > name.len || memcmp(name.ptr + at, piece, n) != 0) return false;
        at += n;
        p += used;
    }
    return at == name.len;
}

/* Where the container entered last begins: remembered for outer levels, found by a walk from the start for deeper ones.
 * What lies before the cursor was validated, so brackets outside strings are all there is to see. */
static size_t cursor_start_of(const weft_cursor *c) {
    uint32_t want = c->depth - 1, depth = 0;
    if (want < sizeof c->starts / sizeof *c->starts) return c->starts[want];
    size_t found = 0;
    bool string = false;
    for (const char *p = c->text.ptr; p < c->p; p++) {
        if (string) {
            if (*p == '\\') p++;
            else if (*p == '"') string = false;
        } else if (*p == '"') {
            string = true;
        } else if (*p == '{' || *p == '[') {
            if (depth++ == want) found = (size_t)(p - c->text.ptr);
        } else if (*p == '}' || *p == ']') {
            depth--;
        }
    }
    return found;
}

bool weft_cursor_find(weft_cursor *c, weft_str name) {
    if (c->code) return false;
    weft_kind kind = weft_cursor_kind(c);
    if (kind == WEFT_OBJECT) {
        if (!weft_cursor_enter(c)) return false;
    } else if (!cursor_in_object(c)) {
        return cursor_fail(c, WEFT_E_KIND, "expected an object");
    }
    const weft_cursor from = *c;
    weft_str key;
    while (weft_cursor_next(c, &key))
        if (weft_cursor_key_equals(key, name)) return true;
    if (c->code) return false;
    if (from.place != CURSOR_START) {
        *c = from;
        c->p = c->text.ptr + cursor_start_of(&from) + 1;
        c->place = CURSOR_START;
        while (c->p < from.p && weft_cursor_next(c, &key) && c->p <= from.p)
            if (weft_cursor_key_equals(key, name)) return true;
    }
    *c = from;
    return false;
}

bool weft_cursor_leave(weft_cursor *c) {
    if (!c->code && !c->depth) return cursor_fail(c, WEFT_E_STATE, "the cursor is in no container");
    while (weft_cursor_next(c, NULL)) {
    }
    return !c->code;
}

/* Behind a value that was read. */
static bool cursor_done(weft_cursor *c, const weft__pull *r) {
    cursor_store(c, r);
    if (r->code) return false;
    c->place = CURSOR_AFTER;
    return true;
}

bool weft_cursor_bool(weft_cursor *c) {
    unsigned char first = cursor_front(c);
    if (!first) return false;
    if (first != 't' && first != 'f') return cursor_fail(c, WEFT_E_KIND, "expected true or false");
    weft__pull r = cursor_load(c);
    weft__pull_literal(&r);
    return cursor_done(c, &r) && first == 't';
}

bool weft_cursor_null(weft_cursor *c) {
    if (c->code || c->place != CURSOR_VALUE) return false;
    weft__pull r = cursor_load(c);
    if (weft__pull_peek(&r) != 'n') return false;
    weft__pull_literal(&r);
    return cursor_done(c, &r);
}

/* A number's text; the cursor still stands in front of it. */
static bool cursor_number(weft_cursor *c, weft__pull *r, weft_str *raw, bool *whole) {
    unsigned char first = cursor_front(c);
    if (!first) return false;
    if (first != '-' && !(first >= '0' && first <= '9')) return cursor_fail(c, WEFT_E_KIND, "expected a number");
    *r = cursor_load(c);
    if (weft__pull_number(r, raw, whole)) return true;
    cursor_store(c, r);
    return false;
}

int64_t weft_cursor_int(weft_cursor *c) {
    weft__pull r;
    weft_str raw;
    bool whole;
    int64_t v = 0;
    if (!cursor_number(c, &r, &raw, &whole)) return 0;
    if (!whole) return cursor_fail(c, WEFT_E_KIND, "expected an integer"), 0;
    if (weft_int_parse(raw, &v) != raw.len) return cursor_fail(c, WEFT_E_FIT, "integer does not fit into 64 bits"), 0;
    cursor_done(c, &r);
    return v;
}

uint64_t weft_cursor_uint(weft_cursor *c) {
    weft__pull r;
    weft_str raw;
    bool whole;
    uint64_t v = 0;
    if (!cursor_number(c, &r, &raw, &whole)) return 0;
    if (!whole) return cursor_fail(c, WEFT_E_KIND, "expected an integer"), 0u;
    bool zero = raw.len == 2 && raw.ptr[0] == '-' && raw.ptr[1] == '0';
    if (!zero && (raw.ptr[0] == '-' || weft_uint_parse(raw, &v) != raw.len))
        return cursor_fail(c, WEFT_E_FIT, "integer does not fit into 64 bits without sign"), 0u;
    cursor_done(c, &r);
    return v;
}

double weft_cursor_real(weft_cursor *c) {
    weft__pull r;
    weft_str raw;
    bool whole;
    double v = 0;
    if (!cursor_number(c, &r, &raw, &whole)) return 0;
    if (weft_real_parse(raw, &v) != raw.len || v - v != 0) return cursor_fail(c, WEFT_E_RANGE, NULL), 0.0;
    cursor_done(c, &r);
    return v;
}

weft_str weft_cursor_string(weft_cursor *c, char *out, size_t cap) {
    weft_str none = { "", 0 }, raw;
    bool escaped;
    unsigned char first = cursor_front(c);
    if (!first) return none;
    if (first != '"') return cursor_fail(c, WEFT_E_KIND, "expected a string"), none;
    weft__pull r = cursor_load(c);
    if (!weft__pull_string(&r, &raw, &escaped)) {
        cursor_store(c, &r);
        return none;
    }
    if (escaped) {
        /* how long it becomes: every escape is at least as long as what it stands for */
        size_t need = 0;
        for (const char *p = raw.ptr, *end = p + raw.len; p < end;) {
            char piece[4];
            if (*p != '\\') {
                need++;
                p++;
                continue;
            }
            size_t used = p[1] == 'u' ? 6 : 2;
            if (used == 6 && (p[2] | 0x20) == 'd' && p[3] > '7') used = 12;
            need += weft__pull_unescape(piece, WEFT_TEXT(p, used));
            p += used;
        }
        if (!out || need > cap) return cursor_fail(c, WEFT_E_SPACE, NULL), none;
        raw.len = weft__pull_unescape(out, raw);
        raw.ptr = out;
    }
    cursor_done(c, &r);
    return raw;
}

weft_str weft_cursor_raw(weft_cursor *c) {
    weft_str none = { "", 0 }, raw;
    if (!cursor_front(c)) return none;
    weft__pull r = cursor_load(c);
    weft__pull_skip(&r, &raw);
    return cursor_done(c, &r) ? raw : none;
}
bool weft_cursor_skip(weft_cursor *c) {
    weft_cursor_raw(c);
    return !c->code;
}

void weft_cursor_rewind(weft_cursor *c) {
    weft_cursor fresh = weft_cursor_open(c->text, &(weft_cursor_opts){ c->max_depth, c->trust_utf8 });
    *c = fresh;
}
size_t weft_cursor_offset(const weft_cursor *c) { return (size_t)((c->code ? c->at : c->p) - c->text.ptr); }

bool weft_cursor_finish(weft_cursor *c) {
    while (!c->code && c->depth) weft_cursor_leave(c);
    if (c->code) return false;
    if (c->place == CURSOR_VALUE && !weft_cursor_skip(c)) return false;
    weft__pull r = cursor_load(c);
    weft__pull_finish(&r);
    cursor_store(c, &r);
    return !c->code;
}

bool weft_cursor_failed(const weft_cursor *c, weft_error *err) {
    if (!c->code) return false;
    weft_stage stage = c->code >= WEFT_E_EMPTY && c->code <= WEFT_E_COMMA ? WEFT_STAGE_PARSE : WEFT_STAGE_DECODE;
    weft__error_at(err, c->code, stage, c->text, (size_t)(c->at - c->text.ptr), "%s",
                   c->why ? c->why : weft_status_text(c->code));
    return true;
}
