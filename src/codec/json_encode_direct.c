/* Typed value -> compact JSON text for what most types are made of, driven by the description: every member is its
 * quoted name, its value and a comma, and the closing bracket overwrites the last comma. Whatever is rare (a policy, a
 * converter, a value that has to be refused, memory) is left to the general encoder, which begins anew and decides
 * alone.
 */
#include "codec/json_encode.h"

#include "text/escape.h"
#include "text/kernels.h"

enum { DIRECT_ROOM = 96, DIRECT_NEST = 64 }; /* free behind the place after every step: a number and some punctuation */

typedef struct direct_out {
    weft_buf *buf;
    char *end; /* of the buffer, less DIRECT_ROOM */
    const weft_encode_opts *opts;
    const weft__text_kernels *text;
    unsigned depth;
} direct_out;

static char *direct_put_value(direct_out *d, char *o, const weft_node *node, const void *p);

/* n + DIRECT_ROOM bytes at the place that is returned; NULL: no memory. */
static char *direct_grow(direct_out *d, char *o, size_t n) {
    if (o) d->buf->len = (size_t)(o - d->buf->data);
    if (n > SIZE_MAX / 2 || weft_buf_reserve(d->buf, n + 2 * DIRECT_ROOM)) return NULL;
    d->end = d->buf->data + d->buf->cap - DIRECT_ROOM;
    return d->buf->data + d->buf->len;
}
WEFT_INLINE char *direct_room(direct_out *d, char *o, size_t n) {
    return weft_likely(d->end - o >= (ptrdiff_t)n) ? o : direct_grow(d, o, n);
}

/* Bit 7 of each byte that must be escaped. */
WEFT_INLINE uint64_t direct_must(uint64_t w) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u, low = ~high;
    uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\';
    uint64_t fine = (((quote & low) + low) | quote) & (((slash & low) + low) | slash) & (((w & low) + ones * 0x60) | w);
    return ~fine & high;
}

static char *direct_put_string(direct_out *d, char *o, const char *s, size_t n) {
    uint64_t seen = 0, must = 0;
    if (!(o = direct_room(d, o, n + 16))) return NULL;
    char *start = o;
    *o++ = '"';
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, s + i, 8);
        memcpy(o + i, &w, 8);
        must |= direct_must(w);
        seen |= w;
    }
    if (i < n) {
        uint64_t w = 0x2020202020202020u;
        memcpy(&w, s + i, n - i);
        memcpy(o + i, &w, 8);
        must |= direct_must(w);
        seen |= w;
    }
    if (weft_unlikely((seen & 0x8080808080808080u) != 0) && weft_utf8_valid(WEFT_TEXT(s, n)) != n) return NULL;
    if (weft_likely(!must)) {
        o[n] = '"';
        return o + n + 1;
    }
    if (n > (SIZE_MAX / 2 - 64) / WEFT__ESCAPE_GROWTH || !(o = direct_room(d, start, n * WEFT__ESCAPE_GROWTH + 64)))
        return NULL;
    *o++ = '"';
    size_t used;
    o += weft__escape_piece(o, n * WEFT__ESCAPE_GROWTH + 40, s, n, WEFT__ESCAPE_MUST, &used);
    if (used != n) return NULL;
    *o++ = '"';
    return o;
}

static char *direct_put_text(direct_out *d, char *o, const weft_node *node, const void *p) {
    weft_str s;
    if (node->kind == WEFT_TYPE_STR) {
        s = *(const weft_str *)p;
    } else if (node->kind == WEFT_TYPE_CSTR) {
        const char *c = *(const char *const *)p;
        if (!c) return NULL;
        s = weft_str_of(c);
    } else {
        const char *c = (const char *)p, *end = (const char *)memchr(c, 0, node->n);
        if (!end) return NULL;
        s.ptr = c;
        s.len = (size_t)(end - c);
    }
    if (s.len > node->max_len || s.len < node->min_len) return NULL;
    return direct_put_string(d, o, s.ptr, s.len);
}

static char *direct_put_integer(direct_out *d, char *o, const weft_node *node, const void *p) {
    int64_t v = weft_node_load(node, p);
    if (weft_unlikely(node->ranged)) {
        if (node->kind == WEFT_TYPE_U64
                ? (uint64_t)v < (uint64_t)node->range.min || (uint64_t)v > (uint64_t)node->range.max
                : v < node->range.min || v > node->range.max)
            return NULL;
    }
    if (v < 0 && node->kind != WEFT_TYPE_U64) {
        *o++ = '-';
        return d->text->uint_print(0 - (uint64_t)v, o);
    }
    return d->text->uint_print((uint64_t)v, o);
}

static char *direct_put_real(direct_out *d, char *o, const weft_node *node, const void *p) {
    if (node->kind == WEFT_TYPE_F32) {
        float f;
        memcpy(&f, p, sizeof f);
        if (f - f != 0 || (node->ranged && !((double)f >= node->real_range.min && (double)f <= node->real_range.max)))
            return NULL;
        return o + weft_real32_print(f, o);
    }
    double v;
    memcpy(&v, p, sizeof v);
    if (v - v != 0 || (node->ranged && !(v >= node->real_range.min && v <= node->real_range.max))) return NULL;
    return d->text->real_print(v, o, true);
}

static char *direct_put_items(direct_out *d, char *o, const weft_node *node, const char *items, size_t n) {
    if (++d->depth > DIRECT_NEST) return NULL;
    *o++ = '[';
    for (size_t i = 0; i < n; i++) {
        if (!(o = direct_put_value(d, o, node->elem, items + i * node->stride))) return NULL;
        *o++ = ',';
    }
    d->depth--;
    if (n) o--;
    *o++ = ']';
    return direct_room(d, o, 0);
}

static char *direct_put_struct(direct_out *d, char *o, const weft__plan *plan, const char *v) {
    bool any = false;
    if (plan->attr->check || plan->extra >= 0 || ++d->depth > DIRECT_NEST) return NULL;
    *o++ = '{';
    for (uint32_t i = 0; i < plan->n; i++) {
        const weft_member *m = &plan->members[i];
        const weft__member_more *more = &plan->more[i];
        if (weft_unlikely(more->no_encode)) continue;
        if (weft_unlikely((more->omit | d->opts->omit) && !m->required)) return NULL;
        if (weft_unlikely(m->node->kind == WEFT_TYPE_CSTR) && !*(const char *const *)(const void *)(v + m->offset)) {
            if (m->required || m->node->nullable || m->dflt) return NULL;
            continue; /* a missing C string that need not be there has no other form */
        }
        if (!(o = direct_room(d, o, more->quoted.len))) return NULL;
        memcpy(o, more->quoted.ptr, more->quoted.len);
        if (!(o = direct_put_value(d, o + more->quoted.len, m->node, v + m->offset))) return NULL;
        *o++ = ',';
        any = true;
    }
    d->depth--;
    if (any) o--;
    *o++ = '}';
    return direct_room(d, o, 0);
}

/* DIRECT_ROOM bytes are free at o, and behind what is returned. */
static char *direct_put_value(direct_out *d, char *o, const weft_node *node, const void *p) {
    if (weft_unlikely(node->conv || node->check || node->nullable || node->one_of) || !(o = direct_room(d, o, 0)))
        return NULL;
    switch (node->kind) {
    case WEFT_TYPE_BOOL:
        if (*(const unsigned char *)p) return (char *)memcpy(o, "true", 4) + 4;
        return (char *)memcpy(o, "false", 5) + 5;
    case WEFT_TYPE_I8:
    case WEFT_TYPE_I16:
    case WEFT_TYPE_I32:
    case WEFT_TYPE_I64:
    case WEFT_TYPE_U8:
    case WEFT_TYPE_U16:
    case WEFT_TYPE_U32:
    case WEFT_TYPE_U64: o = direct_put_integer(d, o, node, p); return o ? direct_room(d, o, 0) : NULL;
    case WEFT_TYPE_F32:
    case WEFT_TYPE_F64: o = direct_put_real(d, o, node, p); return o ? direct_room(d, o, 0) : NULL;
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS: o = direct_put_text(d, o, node, p); return o ? direct_room(d, o, 0) : NULL;
    case WEFT_TYPE_ENUM: {
        weft_str name = weft_enum_name(node, weft_node_load(node, p));
        if (node->by_value || !name.ptr || !(o = direct_put_string(d, o, name.ptr, name.len))) return NULL;
        return direct_room(d, o, 0);
    }
    case WEFT_TYPE_STRUCT: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        return plan ? direct_put_struct(d, o, plan, (const char *)p) : NULL;
    }
    case WEFT_TYPE_LIST: {
        const void *items;
        size_t n = weft_node_items(node, p, &items);
        if (n > node->max_len || n < node->min_len) return NULL;
        return direct_put_items(d, o, node, (const char *)items, n);
    }
    case WEFT_TYPE_ARRAY: return direct_put_items(d, o, node, (const char *)p, node->n);
    case WEFT_TYPE_OPT:
        if (!*(const bool *)p) return (char *)memcpy(o, "null", 4) + 4;
        return direct_put_value(d, o, node->elem, (const char *)p + node->value_off);
    case WEFT_TYPE_PTR: {
        const void *to = *(const void *const *)p;
        if (!to) return (char *)memcpy(o, "null", 4) + 4;
        if (++d->depth > DIRECT_NEST) return NULL; /* a cycle is for the general encoder to report */
        o = direct_put_value(d, o, node->elem, to);
        d->depth--;
        return o;
    }
    default: return NULL;
    }
}

bool weft__direct_encode(const weft__plan *plan, const void *value, weft_buf *out, const weft_encode_opts *opts) {
    if (opts->pretty || opts->escape != WEFT_ESCAPE_MINIMAL || opts->max_depth) return false;
    direct_out d = { out, NULL, opts, weft__text(), 0 };
    size_t len = out->len;
    char *o = direct_grow(&d, out->data ? out->data + len : NULL, 64);
    if (o && (o = direct_put_value(&d, o, &plan->root, value)) != NULL) {
        if (opts->final_newline) *o++ = '\n';
        out->len = (size_t)(o - out->data);
        return true;
    }
    out->len = len;
    return false;
}
