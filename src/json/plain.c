/* The authoritative reader (RFC 8259, and JSON5 flag by flag). One byte at a time, no recursion.
 *
 * Offsets of errors: the first byte that makes the text invalid, whatever follows. Three kinds speak of a whole
 * instead: an ill-formed UTF-8 sequence and a lone surrogate escape are placed at their first byte, a number out of
 * range and a limit at the first byte of the value concerned.
 */
#include "json/plain.h"

#include "base/alloc.h"
#include "base/error.h"
#include <weft/text.h>

typedef struct plain_reader {
    const uint8_t *start, *p, *end;
    const weft_read_opts *o;
    weft_doc *doc; /* NULL: verdict only */
    size_t open;   /* index of the innermost open container's cell; SIZE_MAX: none */
    size_t depth;
    uint8_t *image; /* where the next string goes */
    uint8_t *kinds; /* verdict only: one bit per open container, 1: object */
    size_t kinds_cap;
    uint8_t kinds_first[136];
    size_t *counts; /* ... and its children so far, only where max_members is given */
    size_t counts_cap;
    size_t *offsets; /* text offset of each cell, only where duplicates matter */
    size_t offsets_cap;
    bool in_place; /* strings are unescaped where they stand: the text is ours to change */
    bool in_value; /* object: behind the key */
    weft_status code;
    const uint8_t *at;
    const char *reason;
} plain_reader;

static bool plain_fail(plain_reader *r, weft_status code, const uint8_t *at, const char *reason) {
    r->code = code;
    r->at = at;
    r->reason = reason;
    return false;
}
static bool plain_fail_here(plain_reader *r, weft_status code, const char *reason) {
    return plain_fail(r, r->p == r->end ? WEFT_E_END : code, r->p, reason);
}

/* ---- cells ------------------------------------------------------------------------------------------------------ */
static weft__cell *plain_cell(plain_reader *r, const uint8_t *at) {
    weft_doc *doc = r->doc;
    if (doc->cell_count == doc->cell_cap &&
        !weft__doc_grow_cells(doc, doc->cell_cap ? doc->cell_cap + doc->cell_cap / 2 + 8 : 16)) {
        plain_fail(r, WEFT_E_MEMORY, at, NULL);
        return NULL;
    }
    if (r->o->duplicates != WEFT_DUPLICATES_KEEP) {
        if (r->offsets_cap <= doc->cell_count) {
            size_t cap = doc->cell_cap;
            size_t *grown =
                (size_t *)weft__resize(doc->alloc, r->offsets, r->offsets_cap * sizeof *grown, cap * sizeof *grown);
            if (!grown) {
                plain_fail(r, WEFT_E_MEMORY, at, NULL);
                return NULL;
            }
            r->offsets = grown;
            r->offsets_cap = cap;
        }
        r->offsets[doc->cell_count] = (size_t)(at - r->start);
    }
    return &doc->cells[doc->cell_count++];
}

static bool plain_scalar(plain_reader *r, const uint8_t *at, uint64_t tag, uint64_t payload) {
    if (!r->doc) return true;
    weft__cell *c = plain_cell(r, at);
    if (!c) return false;
    c->tag = tag;
    c->u = payload;
    return true;
}

/* ---- containers ------------------------------------------------------------------------------------------------- */
static bool plain_in_object(const plain_reader *r) {
    if (r->doc) return weft__cell_kind(&r->doc->cells[r->open]) == WEFT_OBJECT;
    size_t d = r->depth - 1;
    return r->kinds[d / 8] >> d % 8 & 1;
}

static bool plain_push(plain_reader *r, weft_kind kind) {
    if (r->depth >= r->o->max_depth) return plain_fail(r, WEFT_E_DEPTH, r->p, "nested too deeply");
    size_t d = r->depth;
    if (r->doc) {
        weft__cell *c = plain_cell(r, r->p);
        if (!c) return false;
        c->tag = weft__cell_tag(kind, 0, 0);
        c->extent = (uint64_t)r->open; /* the parent, until it is closed */
        r->open = r->doc->cell_count - 1;
    } else {
        if (d / 8 >= r->kinds_cap) {
            bool first = r->kinds == r->kinds_first;
            size_t cap = r->kinds_cap * 2;
            uint8_t *grown =
                (uint8_t *)weft__resize(r->o->alloc, first ? NULL : r->kinds, first ? 0 : r->kinds_cap, cap);
            if (!grown) return plain_fail(r, WEFT_E_MEMORY, r->p, NULL);
            if (first) memcpy(grown, r->kinds_first, sizeof r->kinds_first);
            r->kinds = grown;
            r->kinds_cap = cap;
        }
        r->kinds[d / 8] = (uint8_t)((r->kinds[d / 8] & ~(1u << d % 8)) | (unsigned)(kind == WEFT_OBJECT) << d % 8);
        if (r->o->max_members != SIZE_MAX) {
            if (d >= r->counts_cap) {
                size_t cap = r->counts_cap * 2 + 32;
                size_t *grown =
                    (size_t *)weft__resize(r->o->alloc, r->counts, r->counts_cap * sizeof *grown, cap * sizeof *grown);
                if (!grown) return plain_fail(r, WEFT_E_MEMORY, r->p, NULL);
                r->counts = grown;
                r->counts_cap = cap;
            }
            r->counts[d] = 0;
        }
    }
    r->depth++;
    return true;
}

/* One more child of the open container, at r->p. */
static bool plain_count(plain_reader *r) {
    size_t n;
    if (r->doc) {
        weft__cell *c = &r->doc->cells[r->open];
        c->tag += (uint64_t)1 << WEFT__SIZE_SHIFT;
        n = (size_t)weft__cell_size(c);
    } else {
        if (r->o->max_members == SIZE_MAX) return true;
        n = ++r->counts[r->depth - 1];
    }
    return n <= r->o->max_members || plain_fail(r, WEFT_E_MEMBERS, r->p, "too many members or elements");
}

static uint64_t plain_hash(const char *s, size_t n) { /* FNV-1a with a final mix: only inside one call */
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) h = (h ^ (uint8_t)s[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

/* The object at cells[at..] is complete: refuses or removes members whose name stands again. */
static bool plain_duplicates(plain_reader *r, size_t at) {
    weft_doc *doc = r->doc;
    weft__cell *object = &doc->cells[at];
    size_t members = (size_t)weft__cell_size(object), slots = 4;
    if (members < 2) return true;
    while (slots < members * 2) slots *= 2;
    size_t *table = (size_t *)weft__alloc(doc->alloc, slots * sizeof *table); /* key cell index; 0: free */
    if (!table) return plain_fail(r, WEFT_E_MEMORY, r->start + r->offsets[at], NULL);
    memset(table, 0, slots * sizeof *table);
    size_t dropped = 0, first_again = SIZE_MAX;
    for (size_t i = at + 1; i < doc->cell_count;) {
        const weft__cell *key = &doc->cells[i];
        size_t n = (size_t)weft__cell_size(key), s = (size_t)plain_hash(key->s, n) & (slots - 1);
        for (; table[s]; s = (s + 1) & (slots - 1)) {
            weft__cell *old = &doc->cells[table[s]];
            if (weft__cell_size(old) == n && (n == 0 || memcmp(old->s, key->s, n) == 0)) {
                if (first_again == SIZE_MAX) first_again = i;
                old->tag |= 0x80; /* marks what goes */
                dropped++;
                break;
            }
        }
        table[s] = i;
        i = (size_t)(weft__cell_next(key + 1) - doc->cells);
    }
    weft__release(doc->alloc, table, slots * sizeof *table);
    if (!dropped) return true;
    if (r->o->duplicates == WEFT_DUPLICATES_ERROR) {
        return plain_fail(r, WEFT_E_DUPLICATE, r->start + r->offsets[first_again], "duplicate member");
    }
    size_t to = at + 1;
    for (size_t i = at + 1; i < doc->cell_count;) {
        size_t n = (size_t)(weft__cell_next(&doc->cells[i + 1]) - &doc->cells[i]);
        if (!(doc->cells[i].tag & 0x80)) {
            memmove(&doc->cells[to], &doc->cells[i], n * sizeof *doc->cells);
            memmove(&r->offsets[to], &r->offsets[i], n * sizeof *r->offsets);
            to += n;
        }
        i += n;
    }
    doc->cell_count = to;
    object->tag -= (uint64_t)dropped << WEFT__SIZE_SHIFT;
    return true;
}

static bool plain_pop(plain_reader *r) {
    r->depth--;
    if (!r->doc) return true;
    weft_doc *doc = r->doc;
    size_t at = r->open, parent = (size_t)doc->cells[at].extent;
    bool object = weft__cell_kind(&doc->cells[at]) == WEFT_OBJECT;
    if (object && r->o->duplicates != WEFT_DUPLICATES_KEEP && !plain_duplicates(r, at)) return false;
    weft__cell *c = &doc->cells[at];
    c->extent = doc->cell_count - at;
    if (!object && c->extent == weft__cell_size(c) + 1) c->tag |= WEFT__FLAT;
    r->open = parent;
    return true;
}

/* ---- white space and comments ----------------------------------------------------------------------------------- */
/* Bytes of the JSON5 white space character at p (not the four of RFC 8259), or 0. */
static unsigned plain_space5(const uint8_t *p, const uint8_t *end) {
    if (*p == 0x0b || *p == 0x0c) return 1;
    if (*p < 0xc2) return 0;
    if (end - p >= 2 && p[0] == 0xc2 && p[1] == 0xa0) return 2; /* U+00A0 */
    if (end - p < 3) return 0;
    if (p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf) return 3; /* U+FEFF */
    if (p[0] == 0xe1 && p[1] == 0x9a && p[2] == 0x80) return 3; /* U+1680 */
    if (p[0] == 0xe2 && p[1] == 0x80 && (p[2] <= 0x8a || p[2] == 0xa8 || p[2] == 0xa9 || p[2] == 0xaf))
        return 3;                                               /* U+2000..200A 2028 2029 202F */
    if (p[0] == 0xe2 && p[1] == 0x81 && p[2] == 0x9f) return 3; /* U+205F */
    if (p[0] == 0xe3 && p[1] == 0x80 && p[2] == 0x80) return 3; /* U+3000 */
    return 0;
}

/* Length of the UTF-8 sequence at p: 1..4, or 0 when it is ill-formed; then *subpart is the length of its maximal
 * subpart (Unicode, "U+FFFD substitution of maximal subparts"), and *cut says that the text ended inside a good
 * beginning. */
static unsigned plain_utf8(const uint8_t *p, const uint8_t *end, unsigned *subpart, bool *cut) {
    uint8_t c = *p, low = 0x80, high = 0xbf;
    unsigned n;
    *cut = false;
    *subpart = 1;
    if (c < 0x80) return 1;
    if (c < 0xc2 || c > 0xf4) return 0;
    if (c < 0xe0) {
        n = 2;
    } else if (c < 0xf0) {
        n = 3;
        if (c == 0xe0) low = 0xa0;
        if (c == 0xed) high = 0x9f;
    } else {
        n = 4;
        if (c == 0xf0) low = 0x90;
        if (c == 0xf4) high = 0x8f;
    }
    for (unsigned i = 1; i < n; i++, low = 0x80, high = 0xbf) {
        *subpart = i;
        if (p + i == end) {
            *cut = true;
            return 0;
        }
        if (p[i] < low || p[i] > high) return 0;
    }
    return n;
}

static bool plain_comment(plain_reader *r) {
    bool block = r->p[1] == '*';
    r->p += 2;
    while (r->p < r->end) {
        uint8_t c = *r->p;
        if (block ? c == '*' && r->end - r->p > 1 && r->p[1] == '/' : c == '\n' || c == '\r') {
            r->p += block ? 2 : 1;
            return true;
        }
        if (!block && r->o->json5_space && c == 0xe2 && r->end - r->p > 2 && r->p[1] == 0x80 && (r->p[2] | 1) == 0xa9)
            return true;
        unsigned subpart = 1, n = 1;
        bool cut = false;
        if (c >= 0x80 && !r->o->trust_utf8) {
            n = plain_utf8(r->p, r->end, &subpart, &cut);
            if (!n && r->o->replace_invalid) n = subpart;
            if (!n)
                return plain_fail(r, cut ? WEFT_E_END : WEFT_E_UTF8, cut ? r->end : r->p,
                                  cut ? "text ends inside a character" : "invalid UTF-8");
        }
        r->p += n;
    }
    return !block || plain_fail(r, WEFT_E_END, r->end, "comment is not closed");
}

static bool plain_blank(plain_reader *r) {
    for (;;) {
        while (r->p < r->end && (*r->p == ' ' || *r->p == '\n' || *r->p == '\r' || *r->p == '\t')) r->p++;
        if (r->p == r->end) return true;
        unsigned n;
        if (r->o->json5_space && (n = plain_space5(r->p, r->end)) != 0) {
            r->p += n;
        } else if (*r->p == '/' && r->end - r->p > 1 && (r->p[1] == '/' || r->p[1] == '*')) {
            if (!r->o->comments) return plain_fail(r, WEFT_E_COMMENT, r->p, "comments are not allowed");
            if (!plain_comment(r)) return false;
        } else {
            return true;
        }
    }
}

/* ---- strings ---------------------------------------------------------------------------------------------------- */
static int plain_hex(uint8_t c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* n hexadecimal digits at r->p; advances. */
static bool plain_hex_digits(plain_reader *r, unsigned n, uint32_t *out) {
    uint32_t v = 0;
    for (unsigned i = 0; i < n; i++, r->p++) {
        int d = r->p < r->end ? plain_hex(*r->p) : -1;
        if (d < 0) return plain_fail_here(r, WEFT_E_ESCAPE, "expected a hexadecimal digit");
        v = v << 4 | (uint32_t)d;
    }
    *out = v;
    return true;
}

static uint8_t *plain_put(uint8_t *out, uint32_t c) {
    if (c < 0x80) {
        *out++ = (uint8_t)c;
    } else if (c < 0x800) {
        *out++ = (uint8_t)(0xc0 | c >> 6);
        *out++ = (uint8_t)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *out++ = (uint8_t)(0xe0 | c >> 12);
        *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
        *out++ = (uint8_t)(0x80 | (c & 63));
    } else {
        *out++ = (uint8_t)(0xf0 | c >> 18);
        *out++ = (uint8_t)(0x80 | (c >> 12 & 63));
        *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
        *out++ = (uint8_t)(0x80 | (c & 63));
    }
    return out;
}

/* The four digits of a \u escape stand at r->p; a low surrogate that completes it is taken too. */
static bool plain_unicode(plain_reader *r, const uint8_t *escape, uint32_t *out) {
    uint32_t c;
    if (!plain_hex_digits(r, 4, &c)) return false;
    if (c - 0xd800 < 0x800) {
        const uint8_t *mark = r->p;
        uint32_t low = 0;
        if (c < 0xdc00) {
            if (r->p == r->end) return plain_fail_here(r, WEFT_E_END, "text ends inside a string");
            if (r->end - r->p == 1 && *r->p == '\\') /* the second escape may still come */
                return plain_fail(r, WEFT_E_END, r->end, "text ends inside a string");
            if (r->end - r->p >= 2 && r->p[0] == '\\' && r->p[1] == 'u') {
                r->p += 2;
                if (!plain_hex_digits(r, 4, &low)) return false;
            }
        }
        if (low - 0xdc00 < 0x400) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        } else {
            if (!r->o->replace_invalid) return plain_fail(r, WEFT_E_SURROGATE, escape, "lone surrogate escape");
            r->p = mark; /* the second escape speaks for itself */
            c = 0xfffd;
        }
    }
    *out = c;
    return true;
}

/* The escape at r->p ('\\'). *put is false for a line continuation. */
static bool plain_escape(plain_reader *r, uint32_t *out, bool *put) {
    const uint8_t *escape = r->p++;
    *put = true;
    if (r->p == r->end) return plain_fail_here(r, WEFT_E_END, "text ends inside a string");
    uint8_t c = *r->p;
    switch (c) {
    case '"':
    case '\\':
    case '/': *out = c; break;
    case 'b': *out = '\b'; break;
    case 'f': *out = '\f'; break;
    case 'n': *out = '\n'; break;
    case 'r': *out = '\r'; break;
    case 't': *out = '\t'; break;
    case 'u': r->p++; return plain_unicode(r, escape, out);
    default:
        if (!r->o->json5_escapes) return plain_fail(r, WEFT_E_ESCAPE, r->p, "invalid escape");
        switch (c) {
        case '\n': *put = false; break;
        case '\r':
            *put = false;
            if (r->end - r->p > 1 && r->p[1] == '\n') r->p++;
            break;
        case 'v': *out = '\v'; break;
        case '0':
            if (r->end - r->p > 1 && r->p[1] >= '0' && r->p[1] <= '9')
                return plain_fail(r, WEFT_E_ESCAPE, r->p + 1, "digit after \\0");
            *out = 0;
            break;
        case 'x': r->p++; return plain_hex_digits(r, 2, out);
        default:
            if (c >= '1' && c <= '9') return plain_fail(r, WEFT_E_ESCAPE, r->p, "invalid escape");
            if (c >= 0x80) { /* the character itself, or a line continuation by U+2028 or U+2029 */
                if (r->end - r->p > 2 && c == 0xe2 && r->p[1] == 0x80 && (r->p[2] | 1) == 0xa9) r->p += 3;
                *put = false;
                return true;
            }
            *out = c;
        }
    }
    r->p++;
    return true;
}

/* The string at r->p, its quote included. */
static bool plain_string(plain_reader *r) {
    const uint8_t *opening = r->p, quote = *r->p;
    if (r->in_place) r->image = (uint8_t *)(uintptr_t)opening + 1;
    uint8_t *out = r->image, scratch[8];
    bool clean = true, escaped = false;
    size_t size = 0;
    r->p++;
    for (;;) {
        if (r->p == r->end) return plain_fail_here(r, WEFT_E_END, "text ends inside a string");
        uint8_t c = *r->p;
        const uint8_t *from = r->p;
        unsigned n = 1;
        if (c == quote) break;
        if (c == '\\') {
            uint32_t v = 0;
            bool put;
            escaped = true;
            if (!plain_escape(r, &v, &put)) return false;
            if (!put) continue;
            if (v < 0x20 || v == '"' || v == '\\') clean = false;
            n = (unsigned)(plain_put(scratch, v) - scratch);
            from = scratch;
        } else if (c < 0x20) {
            if (!r->o->json5_escapes || c == '\n' || c == '\r')
                return plain_fail_here(r, WEFT_E_CONTROL, "control character in a string");
            clean = false;
            r->p++;
        } else if (c < 0x80 || r->o->trust_utf8) {
            if (c == '"') clean = false;
            r->p++;
        } else {
            unsigned subpart;
            bool cut;
            n = plain_utf8(r->p, r->end, &subpart, &cut);
            if (n) {
                r->p += n;
            } else if (r->o->replace_invalid) {
                n = (unsigned)(plain_put(scratch, 0xfffd) - scratch);
                from = scratch;
                r->p += subpart;
                escaped = true;
            } else if (cut) {
                return plain_fail(r, WEFT_E_END, r->end, "text ends inside a character");
            } else {
                return plain_fail(r, WEFT_E_UTF8, r->p, "invalid UTF-8");
            }
        }
        if (out) {
            memmove(out, from, n); /* in place: the same bytes, or some further on */
            out += n;
        }
        size += n;
        if (size > r->o->max_string) return plain_fail(r, WEFT_E_STRING_SIZE, opening, "string too long");
    }
    r->p++;
    if (!r->doc) return true;
    unsigned flags = clean ? WEFT__CLEAN : 0;
    const char *text = (const char *)r->image;
    if (r->o->borrow && !escaped) {
        flags |= WEFT__BORROWED;
        text = (const char *)opening + 1;
    } else {
        *out++ = 0;
        r->image = out;
    }
    weft__cell *cell = plain_cell(r, opening);
    if (!cell) return false;
    cell->tag = weft__cell_tag(WEFT_STRING, flags, size);
    cell->u = 0;
    cell->s = text;
    return true;
}

/* An unquoted key: ECMAScript IdentifierName. Beyond ASCII every character that is no white space counts as a letter.
 */
static bool plain_identifier(plain_reader *r) {
    const uint8_t *opening = r->p;
    if (r->in_place)
        r->image =
            (uint8_t *)(uintptr_t)opening - 1; /* the NUL needs a byte: that of the brace, comma or blank before */
    uint8_t *out = r->image, scratch[8];
    size_t size = 0;
    while (r->p < r->end) {
        uint32_t v = *r->p;
        const uint8_t *from = r->p;
        unsigned n = 1, subpart;
        bool cut;
        if (v == '\\') {
            const uint8_t *escape = r->p++;
            if (r->p == r->end || *r->p != 'u') return plain_fail_here(r, WEFT_E_ESCAPE, "expected a \\u escape");
            r->p++;
            if (!plain_unicode(r, escape, &v)) return false;
            if (v < 0x80 && !((v | 32) - 'a' < 26 || v == '_' || v == '$' || (size && v - '0' < 10)))
                return plain_fail(r, WEFT_E_ESCAPE, escape, "no letter of a name");
            n = (unsigned)(plain_put(scratch, v) - scratch);
            from = scratch;
        } else if (v >= 0x80) {
            if (plain_space5(r->p, r->end)) break;
            n = plain_utf8(r->p, r->end, &subpart, &cut);
            if (!n) return plain_fail(r, cut ? WEFT_E_END : WEFT_E_UTF8, cut ? r->end : r->p, "invalid UTF-8");
            r->p += n;
        } else if ((v | 32) - 'a' < 26 || v == '_' || v == '$' || (size && v - '0' < 10)) {
            r->p++;
        } else {
            break;
        }
        if (out) {
            memmove(out, from, n); /* in place: the same bytes, or some further on */
            out += n;
        }
        size += n;
        if (size > r->o->max_string) return plain_fail(r, WEFT_E_STRING_SIZE, opening, "name too long");
    }
    if (!size) return plain_fail_here(r, WEFT_E_SYNTAX, "expected a member name");
    if (!r->doc) return true;
    weft__cell *cell = plain_cell(r, opening);
    if (!cell) return false;
    *out++ = 0;
    cell->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN, size);
    cell->u = 0;
    cell->s = (const char *)r->image;
    r->image = out;
    return true;
}

/* ---- numbers and literals --------------------------------------------------------------------------------------- */
static bool plain_digits(plain_reader *r, const char *reason) {
    if (r->p == r->end || *r->p - '0' > 9 || *r->p < '0') return plain_fail_here(r, WEFT_E_NUMBER, reason);
    while (r->p < r->end && *r->p >= '0' && *r->p <= '9') r->p++;
    return true;
}

static bool plain_raw(plain_reader *r, const uint8_t *from) {
    size_t n = (size_t)(r->p - from);
    if (!r->doc) return true;
    if (r->o->borrow || r->in_place)
        return plain_scalar(r, from, weft__cell_tag(WEFT_RAW, WEFT__BORROWED, n), 0) &&
               (r->doc->cells[r->doc->cell_count - 1].s = (const char *)from, true);
    if (!plain_scalar(r, from, weft__cell_tag(WEFT_RAW, 0, n), 0)) return false;
    memcpy(r->image, from, n);
    r->image[n] = 0;
    r->doc->cells[r->doc->cell_count - 1].s = (const char *)r->image;
    r->image += n + 1;
    return true;
}

static bool plain_real(plain_reader *r, const uint8_t *at, double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return plain_scalar(r, at, weft__cell_tag(WEFT_REAL, 0, 0), bits);
}

static bool plain_word(plain_reader *r, const char *word) {
    for (; *word; word++, r->p++)
        if (r->p == r->end || *r->p != (uint8_t)*word) return plain_fail_here(r, WEFT_E_LITERAL, "invalid literal");
    return true;
}

static bool plain_nonfinite(plain_reader *r, const uint8_t *from, bool negative) {
    bool nan = *r->p == 'N';
    if (!plain_word(r, nan ? "NaN" : "Infinity")) return false;
    if (r->o->raw_numbers) return plain_raw(r, from);
    uint64_t bits = nan ? 0x7ff8000000000000u : 0x7ff0000000000000u;
    return plain_scalar(r, from, weft__cell_tag(WEFT_REAL, 0, 0), bits | (uint64_t)negative << 63);
}

static bool plain_hex_number(plain_reader *r, const uint8_t *from, bool negative) {
    uint64_t v = 0;
    double d = 0;
    bool big = false;
    r->p += 2;
    const uint8_t *digits = r->p;
    for (int h; r->p < r->end && (h = plain_hex(*r->p)) >= 0; r->p++) {
        if (v >> 60) big = true;
        v = v << 4 | (uint64_t)h;
        d = d * 16 + h;
    }
    if (r->p == digits) return plain_fail_here(r, WEFT_E_NUMBER, "expected a hexadecimal digit");
    if (r->o->raw_numbers || (big && r->o->big_raw)) return plain_raw(r, from);
    if (!big && !negative && v > INT64_MAX) return plain_scalar(r, from, weft__cell_tag(WEFT_UINT, 0, 0), v);
    if (!big && v <= INT64_MAX && !(negative && v == 0))
        return plain_scalar(r, from, weft__cell_tag(WEFT_INT, 0, 0), negative ? 0 - v : v);
    if (!big) d = (double)v;
    if (d > 1.7976931348623157e308 && !r->o->saturate) return plain_fail(r, WEFT_E_RANGE, from, "number out of range");
    return plain_real(r, from, negative ? -d : d);
}

static bool plain_number(plain_reader *r) {
    const uint8_t *from = r->p;
    bool five = r->o->json5_numbers, negative = *r->p == '-', odd = false;
    if (negative || (five && *r->p == '+')) r->p++;
    if (r->p == r->end) return plain_fail_here(r, WEFT_E_NUMBER, "expected a digit");
    if (r->o->nonfinite && (*r->p == 'N' || *r->p == 'I')) return plain_nonfinite(r, from, negative);
    if (five && *r->p == '0' && r->end - r->p > 1 && (r->p[1] | 32) == 'x') return plain_hex_number(r, from, negative);
    const uint8_t *digits = r->p;
    bool leading = true;
    if (*r->p == '0') {
        r->p++;
        if (r->p < r->end && *r->p >= '0' && *r->p <= '9') return plain_fail(r, WEFT_E_NUMBER, r->p, "leading zero");
    } else if (five && *r->p == '.') {
        leading = false;
        odd = true;
    } else if (!plain_digits(r, "expected a digit")) {
        return false;
    }
    bool integer = true;
    if (r->p < r->end && *r->p == '.') {
        integer = false;
        r->p++;
        if (five && leading && !(r->p < r->end && *r->p >= '0' && *r->p <= '9')) odd = true; /* "5." */
        else if (!plain_digits(r, "expected a digit after the point")) return false;
    }
    if (r->p < r->end && (*r->p | 32) == 'e') {
        integer = false;
        r->p++;
        if (r->p < r->end && (*r->p == '+' || *r->p == '-')) r->p++;
        if (!plain_digits(r, "expected a digit of the exponent")) return false;
    }
    if (r->o->raw_numbers) return plain_raw(r, from);
    if (!r->doc && r->o->saturate) return true;
    size_t n = (size_t)(r->p - digits);
    if (integer) {
        bool big = false;
        uint64_t v = 0;
        for (size_t i = 0; i < n && !big; i++) {
            unsigned d = digits[i] - '0';
            big = v > (UINT64_MAX - d) / 10;
            v = v * 10 + d;
        }
        if (!big && !negative)
            return plain_scalar(r, from, weft__cell_tag(v > INT64_MAX ? WEFT_UINT : WEFT_INT, 0, 0), v);
        if (!big && v != 0 && v <= (uint64_t)INT64_MAX + 1)
            return plain_scalar(r, from, weft__cell_tag(WEFT_INT, 0, 0), 0 - v);
        if (v != 0 && r->o->big_raw) return plain_raw(r, from);
    }
    double d = 0;
    if (!odd) {
        weft_real_parse(WEFT_TEXT((const char *)digits, n), &d);
    } else { /* "5." and ".5" are brought into the grammar the converter knows; long ones lose nothing: it reads digits
                only */
        weft_buf tmp = { 0 };
        tmp.alloc = r->o->alloc;
        weft_status st = leading ? WEFT_OK : weft_buf_byte(&tmp, '0');
        for (size_t i = 0; i < n && !st; i++) {
            if (digits[i] == '.' && !(i + 1 < n && digits[i + 1] >= '0' && digits[i + 1] <= '9')) continue;
            st = weft_buf_byte(&tmp, (char)digits[i]);
        }
        if (!st) weft_real_parse(weft_buf_str(&tmp), &d);
        weft_buf_free(&tmp);
        if (st) return plain_fail(r, st, from, NULL);
    }
    if (d > 1.7976931348623157e308 && !r->o->saturate) return plain_fail(r, WEFT_E_RANGE, from, "number out of range");
    return plain_real(r, from, negative ? -d : d);
}

/* ---- the grammar ------------------------------------------------------------------------------------------------ */
static bool plain_key(plain_reader *r) {
    if (r->p < r->end && (*r->p == '"' || (*r->p == '\'' && r->o->single_quotes))) {
        if (!plain_string(r)) return false;
    } else if (r->p < r->end && r->o->unquoted_keys) {
        if (!plain_identifier(r)) return false;
    } else {
        return plain_fail_here(r, WEFT_E_SYNTAX, "expected a member name in double quotes");
    }
    if (!plain_blank(r)) return false;
    if (r->p == r->end || *r->p != ':') return plain_fail_here(r, WEFT_E_SYNTAX, "expected ':' after the member name");
    r->p++;
    r->in_value = true;
    return plain_blank(r);
}

/* A scalar at r->p. */
static bool plain_leaf(plain_reader *r) {
    const uint8_t *at = r->p;
    switch (*at) {
    case '"': return plain_string(r);
    case 't': return plain_word(r, "true") && plain_scalar(r, at, weft__cell_tag(WEFT_BOOL, 0, 0), 1);
    case 'f': return plain_word(r, "false") && plain_scalar(r, at, weft__cell_tag(WEFT_BOOL, 0, 0), 0);
    case 'n': return plain_word(r, "null") && plain_scalar(r, at, weft__cell_tag(WEFT_NULL, 0, 0), 0);
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
    case '9': return plain_number(r);
    case '+':
    case '.':
        if (r->o->json5_numbers) return plain_number(r);
        break;
    case 'N':
    case 'I':
        if (r->o->nonfinite) return plain_nonfinite(r, at, false);
        break;
    case '\'':
        if (r->o->single_quotes) return plain_string(r);
        break;
    default: break;
    }
    return plain_fail(r, WEFT_E_SYNTAX, r->p, "expected a value");
}

static bool plain_text(plain_reader *r) {
    if (r->end - r->p >= 3 && r->p[0] == 0xef && r->p[1] == 0xbb && r->p[2] == 0xbf) {
        if (!r->o->bom) return plain_fail(r, WEFT_E_BOM, r->p, "byte order mark before the value");
        r->p += 3;
    }
    if (!plain_blank(r)) return false;
    if (r->p == r->end) return plain_fail(r, WEFT_E_EMPTY, r->p, "no JSON value");
value:
    if (r->p == r->end) return plain_fail_here(r, WEFT_E_END, "expected a value");
    if (*r->p == '{' || *r->p == '[') {
        bool object = *r->p == '{';
        if (!plain_push(r, object ? WEFT_OBJECT : WEFT_ARRAY)) return false;
        r->p++;
        r->in_value = false;
        if (!plain_blank(r)) return false;
        if (r->p < r->end && *r->p == (object ? '}' : ']')) goto close;
        goto child;
    }
    if (!plain_leaf(r)) return false;
after:
    r->in_value = false;
    if (r->depth == 0) return true;
    if (!plain_blank(r)) return false;
    {
        bool object = plain_in_object(r);
        uint8_t closing = object ? '}' : ']';
        if (r->p < r->end && *r->p == ',') {
            r->p++;
            if (!plain_blank(r)) return false;
            if (r->p < r->end && *r->p == closing) {
                if (!r->o->trailing_commas) return plain_fail(r, WEFT_E_COMMA, r->p, "trailing comma");
                goto close;
            }
            goto child;
        }
        if (r->p < r->end && *r->p == closing) goto close;
        return plain_fail_here(r, WEFT_E_SYNTAX,
                               object ? "expected ',' or '}' after the member"
                                      : "expected ',' or ']' after the element");
    }
child:
    if (r->p < r->end && !plain_count(r)) return false;
    if (plain_in_object(r) && !plain_key(r)) return false;
    goto value;
close:
    r->p++;
    if (!plain_pop(r)) return false;
    goto after;
}

/* "$.a[2]" of the place where reading stopped, from the containers that are still open. */
static void plain_path(plain_reader *r, weft_error *err) {
    if (!r->doc || !r->doc->cell_count) return;
    const weft__cell *cells = r->doc->cells;
    size_t child = r->doc->cell_count; /* first cell of the value inside the container looked at */
    bool inside = true;
    for (size_t at = r->open; at != SIZE_MAX; child = at, at = (size_t)cells[at].extent, inside = false) {
        size_t n = (size_t)weft__cell_size(&cells[at]);
        if (weft__cell_kind(&cells[at]) == WEFT_ARRAY) {
            if (n) weft__error_path_index(err, n - 1);
        } else if (!inside || r->in_value) {
            const weft__cell *key = &cells[child - 1];
            if (inside && weft__cell_kind(key) != WEFT_STRING) continue;
            weft__error_path_member(err, WEFT_TEXT(key->s, (size_t)weft__cell_size(key)));
        }
    }
}

static weft_status plain_finish(plain_reader *r, bool ok, weft_str text, weft_error *err) {
    if (ok && !r->o->stop_after) {
        ok = plain_blank(r);
        if (ok && r->p < r->end) ok = plain_fail(r, WEFT_E_TRAILING, r->p, "unexpected text after the value");
    }
    if (r->kinds != r->kinds_first) weft__release(r->o->alloc, r->kinds, r->kinds_cap);
    weft__release(r->o->alloc, r->counts, r->counts_cap * sizeof *r->counts);
    if (ok) return WEFT_OK;
    if (r->code == WEFT_E_MEMORY || !err) return weft__error_set(err, r->code, WEFT_STAGE_PARSE, NULL);
    char got[24] = "";
    if (r->code == WEFT_E_SYNTAX || r->code == WEFT_E_TRAILING || r->code == WEFT_E_NUMBER ||
        r->code == WEFT_E_LITERAL || r->code == WEFT_E_ESCAPE) {
        if (r->at<r->end && * r->at> 0x20 && *r->at < 0x7f) snprintf(got, sizeof got, ", got '%c'", *r->at);
        else if (r->at < r->end) snprintf(got, sizeof got, ", got byte 0x%02x", *r->at);
    } else if (r->code == WEFT_E_END) {
        snprintf(got, sizeof got, ", got end of text");
    }
    weft__error_at(err, r->code, WEFT_STAGE_PARSE, text, (size_t)(r->at - r->start), "%s%s", r->reason, got);
    weft__error_file(err, r->o->file_name);
    plain_path(r, err);
    return r->code;
}

static bool plain_begin(plain_reader *r, weft_str text, const weft_read_opts *opts) {
    static const uint8_t nothing[1] = { 0 };
    memset(r, 0, sizeof *r);
    r->start = text.len ? (const uint8_t *)text.ptr : nothing;
    r->p = r->start;
    r->end = r->start + text.len;
    r->o = opts;
    r->open = SIZE_MAX;
    r->kinds = r->kinds_first;
    r->kinds_cap = sizeof r->kinds_first;
    return text.len <= opts->max_bytes || plain_fail(r, WEFT_E_SIZE, r->start, "text larger than the limit");
}

static weft_status plain_read(weft_doc *doc, weft_str text, bool in_place, const weft_read_opts *opts,
                              weft_error *err) {
    plain_reader r;
    bool ok = plain_begin(&r, text, opts);
    weft__doc_clear(doc);
    r.doc = doc;
    r.in_place = in_place;
    if (ok && !in_place) {
        /* A string takes its bytes and a NUL, at most the bytes of its quoted form; U+FFFD takes three for one. */
        size_t per_byte = opts->replace_invalid ? 3 : 1;
        if (text.len > (SIZE_MAX / 2 - 16) / per_byte || !weft__doc_reserve_image(doc, text.len * per_byte + 2))
            ok = plain_fail(&r, WEFT_E_MEMORY, r.start, NULL);
        else r.image = (uint8_t *)doc->image;
    }
    ok = ok && plain_text(&r);
    doc->consumed = (size_t)(r.p - r.start);
    weft_status st = plain_finish(&r, ok, text, err);
    if (!st) doc->consumed = (size_t)(r.p - r.start);
    weft__release(doc->alloc, r.offsets, r.offsets_cap * sizeof *r.offsets);
    return st;
}

weft_status weft__plain_read(weft_doc *doc, weft_str text, const weft_read_opts *opts, weft_error *err) {
    return plain_read(doc, text, false, opts, err);
}

weft_status weft__plain_read_in_place(weft_doc *doc, weft_str text, const weft_read_opts *opts, weft_error *err) {
    return plain_read(doc, text, true, opts, err);
}

weft_status weft__plain_validate(weft_str text, const weft_read_opts *opts, size_t *consumed, weft_error *err) {
    if (opts->duplicates == WEFT_DUPLICATES_ERROR || err) { /* names must be kept; or the path of an error is wanted */
        weft_error local;
        weft_status st = WEFT_OK;
        if (opts->duplicates != WEFT_DUPLICATES_ERROR) {
            st = weft__plain_validate(text, opts, consumed, NULL);
            if (st == WEFT_OK || st == WEFT_E_MEMORY) return st ? weft__error_set(err, st, WEFT_STAGE_PARSE, NULL) : st;
        }
        weft_doc *doc = weft_doc_new(opts->alloc);
        if (!doc) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
        st = weft__plain_read(doc, text, opts, err ? err : &local);
        if (consumed) *consumed = doc->consumed;
        weft_doc_free(doc);
        return st;
    }
    plain_reader r;
    bool ok = plain_begin(&r, text, opts);
    ok = ok && plain_text(&r);
    weft_status st = plain_finish(&r, ok, text, err);
    if (consumed) *consumed = (size_t)(r.p - r.start);
    return st;
}
