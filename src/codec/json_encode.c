/* Typed value -> JSON text, straight into the buffer: member names are escaped once per type. */
#include "base/error.h"
#include "base/alloc.h"
#include "base/opts.h"
#include "codec/json_encode.h"
#include "json/pull.h"
#include "text/base64.h"
#include "type/value.h"

#include <stdlib.h>

static bool enc_fail(weft__enc *e, weft_status code, const char *reason) {
    if (!e->code) {
        e->code = code;
        weft__error_set(e->err, code, WEFT_STAGE_ENCODE, "%s", reason ? reason : weft_status_text(code));
    }
    return false;
}
static bool enc_reserve(weft__enc *e, size_t n) {
    if (weft_likely(e->out->cap - e->out->len > n)) return true;
    weft_status st = weft_buf_reserve(e->out, n + 1);
    return st ? enc_fail(e, st, NULL) : true;
}
static bool enc_put(weft__enc *e, const char *s, size_t n) {
    if (!enc_reserve(e, n)) return false;
    memcpy(e->out->data + e->out->len, s, n);
    e->out->len += n;
    return true;
}
static bool enc_byte(weft__enc *e, char c) { return enc_put(e, &c, 1); }
static bool enc_line(weft__enc *e) {
    if (!e->opts->pretty) return true;
    size_t n = (size_t)e->depth * (e->opts->indent_width ? e->opts->indent_width : 2);
    if (!enc_reserve(e, n + 1)) return false;
    e->out->data[e->out->len++] = '\n';
    memset(e->out->data + e->out->len, ' ', n);
    e->out->len += n;
    return true;
}
static bool enc_open(weft__enc *e, char c) {
    if (e->depth >= e->max_depth) return enc_fail(e, WEFT_E_DEPTH, NULL);
    e->depth++;
    return enc_byte(e, c);
}
static bool enc_close(weft__enc *e, char c, bool empty) {
    e->depth--;
    return (empty || enc_line(e)) && enc_byte(e, c);
}
/* Before a member or element. */
static bool enc_next(weft__enc *e, bool *first) {
    if (!*first && !enc_byte(e, ',')) return false;
    *first = false;
    return enc_line(e);
}
/* A quoted name with its colon; a space follows when pretty. */
static bool enc_name(weft__enc *e, weft_str quoted) {
    return enc_put(e, quoted.ptr, quoted.len) && (!e->opts->pretty || enc_byte(e, ' '));
}

/* ---- strings ---- */
/* Bytes that cannot stand for themselves: controls, quote, backslash; in html also < > &. */
static bool enc_plain(unsigned char c, uint8_t escape) {
    if (c < 0x20 || c == '"' || c == '\\') return false;
    if (escape == WEFT_ESCAPE_MINIMAL) return true;
    return c < 0x80 && !(escape == WEFT_ESCAPE_HTML && (c == '<' || c == '>' || c == '&'));
}
static size_t enc_unicode(char *out, uint32_t u) {
    static const char hex[] = "0123456789abcdef";
    size_t n = 0;
    uint32_t units[2] = { u, 0 };
    int count = 1;
    if (u > 0xffff) {
        units[0] = 0xd800 + ((u - 0x10000) >> 10);
        units[1] = 0xdc00 + ((u - 0x10000) & 0x3ff);
        count = 2;
    }
    for (int i = 0; i < count; i++) {
        out[n++] = '\\';
        out[n++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) out[n++] = hex[units[i] >> shift & 15];
    }
    return n;
}
static size_t enc_special(const char *p, uint8_t escape, char *out, size_t *used) {
    unsigned char c = (unsigned char)*p;
    *used = 1;
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *q = letters; *q; q += 2)
        if (*q == (char)c) return out[0] = '\\', out[1] = q[1], 2;
    if (c < 0x80) return enc_unicode(out, c);
    /* well-formed: the text was checked */
    *used = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    uint32_t u = c & (0x7fu >> *used);
    for (size_t i = 1; i < *used; i++) u = u << 6 | ((unsigned char)p[i] & 0x3f);
    if (escape == WEFT_ESCAPE_ASCII || u == 0x2028 || u == 0x2029) return enc_unicode(out, u);
    memcpy(out, p, *used);
    return *used;
}
/* Copies bytes that stand for themselves up to the first that does not; high: those above ASCII stand for themselves
 * too. The number copied; 8 bytes more than that may be written. */
static size_t enc_clean(char *out, const char *p, size_t n, bool high_too) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u, low = ~high;
    size_t at = 0;
    for (; n - at >= 8; at += 8) {
        uint64_t w;
        memcpy(&w, p + at, 8);
        memcpy(out + at, &w, 8);
        uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\';
        uint64_t good = (((quote & low) + low) | quote) & (((slash & low) + low) | slash) &
                        (((w & low) + ones * (0x80 - 0x20)) | w);
        if (!high_too) good &= ~w;
        if ((good & high) != high) break;
    }
    for (; at < n; at++) {
        unsigned char c = (unsigned char)p[at];
        if (c < 0x20 || c == '"' || c == '\\' || (c >= 0x80 && !high_too)) break;
        out[at] = (char)c;
    }
    return at;
}

static weft_status enc_string_to(weft_buf *b, weft_str s, uint8_t escape) {
    enum { SLACK = 24 }; /* quotes, one escape, and what enc_clean writes too much */
    weft_status st = b->cap - b->len > s.len + SLACK ? WEFT_OK : weft_buf_reserve(b, s.len + SLACK);
    if (st) return st;
    b->data[b->len++] = '"';
    const char *p = s.len ? s.ptr : "", *end = p + s.len;
    bool checked = false, fast = escape != WEFT_ESCAPE_HTML;
    while (p < end) {
        size_t left = (size_t)(end - p), n, used = 0;
        if (b->cap - b->len < left + SLACK && (st = weft_buf_reserve(b, left + SLACK))) return st;
        char *o = b->data + b->len;
        if (fast) {
            n = enc_clean(o, p, left, checked && escape == WEFT_ESCAPE_MINIMAL);
        } else {
            for (n = 0; n < left && enc_plain((unsigned char)p[n], escape); n++) o[n] = p[n];
        }
        b->len += n;
        p += n;
        if (p == end) break;
        if (!checked && (unsigned char)*p >= 0x80) { /* all before it is ASCII, or was escaped */
            if (weft_utf8_valid(WEFT_TEXT(p, (size_t)(end - p))) != (size_t)(end - p)) return WEFT_E_UTF8;
            checked = true;
            if (escape == WEFT_ESCAPE_MINIMAL) continue;
        }
        b->len += enc_special(p, escape, b->data + b->len, &used);
        p += used;
    }
    return weft_buf_byte(b, '"');
}
weft_status weft_json_string(weft_buf *out, weft_str s) {
    size_t len = out->len;
    weft_status st = enc_string_to(out, s, WEFT_ESCAPE_MINIMAL);
    if (st) out->len = len;
    return st;
}
static bool enc_string(weft__enc *e, weft_str s) {
    weft_status st = enc_string_to(e->out, s, e->opts->escape);
    return st ? enc_fail(e, st, NULL) : true;
}

/* ---- scalars ---- */
static bool enc_checked(weft__enc *e, const weft_node *node, const void *p) {
    char text[160];
    bool outside = false;
    if (node->ranged && node->kind >= WEFT_TYPE_F32) {
        double v;
        if (node->kind == WEFT_TYPE_F64) {
            memcpy(&v, p, sizeof v);
        } else {
            float f;
            memcpy(&f, p, sizeof f);
            v = (double)f;
        }
        outside = !(v >= node->real_range.min && v <= node->real_range.max);
        if (outside)
            snprintf(text, sizeof text, "%.17g is outside %.17g..%.17g", v, node->real_range.min, node->real_range.max);
    } else if (node->ranged) {
        int64_t v = weft_node_load(node, p);
        bool big = node->kind == WEFT_TYPE_U64;
        outside = big ? (uint64_t)v < (uint64_t)node->range.min || (uint64_t)v > (uint64_t)node->range.max
                      : v < node->range.min || v > node->range.max;
        if (outside && big)
            snprintf(text, sizeof text, "%llu is outside %llu..%llu", (unsigned long long)v,
                     (unsigned long long)node->range.min, (unsigned long long)node->range.max);
        else if (outside)
            snprintf(text, sizeof text, "%lld is outside %lld..%lld", (long long)v, (long long)node->range.min,
                     (long long)node->range.max);
    }
    if (outside) return enc_fail(e, WEFT_E_CHECK, text);
    if (node->max_len == UINT32_MAX && !node->min_len) return true;
    size_t n = 0;
    const void *items;
    switch (node->kind) {
    case WEFT_TYPE_STR:
    case WEFT_TYPE_BYTES: n = ((const weft_str *)p)->len; break;
    case WEFT_TYPE_CSTR: n = *(const char *const *)p ? strlen(*(const char *const *)p) : 0; break;
    case WEFT_TYPE_CHARS: n = strlen((const char *)p); break;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: n = weft_node_items(node, p, &items); break;
    default: return true;
    }
    if (n <= node->max_len && n >= node->min_len) return true;
    snprintf(text, sizeof text, "%zu %s, allowed are %lu..%lu", n, node->kind >= WEFT_TYPE_LIST ? "elements" : "bytes",
             (unsigned long)node->min_len, (unsigned long)node->max_len);
    return enc_fail(e, WEFT_E_CHECK, text);
}

static bool enc_integer(weft__enc *e, const weft_node *node, const void *p) {
    if (!enc_reserve(e, WEFT_NUMBER_MAX)) return false;
    int64_t v = weft_node_load(node, p);
    char *at = e->out->data + e->out->len;
    e->out->len += node->kind == WEFT_TYPE_U64 ? weft_uint_print((uint64_t)v, at) : weft_int_print(v, at);
    return true;
}

static bool enc_real(weft__enc *e, const weft_node *node, const void *p) {
    double v;
    float f = 0;
    if (node->kind == WEFT_TYPE_F64) {
        memcpy(&v, p, sizeof v);
    } else {
        memcpy(&f, p, sizeof f);
        v = (double)f;
    }
    if (weft_unlikely(v - v != 0)) {
        if (e->opts->nonfinite == WEFT_NONFINITE_NULL) return enc_put(e, "null", 4);
        if (e->opts->nonfinite != WEFT_NONFINITE_LITERAL) return enc_fail(e, WEFT_E_NONFINITE, NULL);
    }
    if (!enc_reserve(e, WEFT_NUMBER_MAX)) return false;
    char *at = e->out->data + e->out->len;
    e->out->len += node->kind == WEFT_TYPE_F64 ? weft_real_print(v, at) : weft_real32_print(f, at);
    return true;
}

static bool enc_bytes(weft__enc *e, const void *p) {
    weft_bytes b;
    memcpy(&b, p, sizeof b);
    size_t n = b.len / 3 * 4 + 8;
    if (!enc_reserve(e, n)) return false;
    char *at = e->out->data + e->out->len;
    *at = '"';
    size_t len = weft__base64_encode(b.ptr, b.len, at + 1);
    at[len + 1] = '"';
    e->out->len += len + 2;
    return true;
}

static bool enc_enum_value(weft__enc *e, const weft_node *node, int64_t value, bool key) {
    char digits[WEFT_NUMBER_MAX];
    weft_str name = node->by_value ? (weft_str){ NULL, 0 } : weft_enum_name(node, value);
    if (name.ptr) return enc_string(e, name);
    if (!node->open && weft__enum_row(node, value) < 0) {
        char text[96];
        snprintf(text, sizeof text, "%lld is no value of %s", (long long)value, node->type->name);
        return enc_fail(e, WEFT_E_ENUM, text);
    }
    size_t n = weft_int_print(value, digits);
    return (!key || enc_byte(e, '"')) && enc_put(e, digits, n) && (!key || enc_byte(e, '"'));
}

static bool enc_flags(weft__enc *e, const weft_node *node, const void *p) {
    uint32_t bits = (uint32_t)weft_node_load(node, p), left = bits;
    if (node->by_value) {
        for (uint32_t i = 0; i < node->type->n; i++) left &= ~(uint32_t)node->type->values[i].value;
        if (left && !node->open) return enc_fail(e, WEFT_E_ENUM, "bits without a name");
        return enc_reserve(e, WEFT_NUMBER_MAX) &&
               (e->out->len += weft_uint_print(bits, e->out->data + e->out->len), true);
    }
    bool first = true;
    if (!enc_open(e, '[')) return false;
    for (uint32_t i = 0; i < node->type->n; i++) {
        uint32_t value = (uint32_t)node->type->values[i].value;
        if ((bits & value) != value) continue;
        left &= ~value;
        if (!enc_next(e, &first) || !enc_string(e, weft_enum_name(node, value))) return false;
    }
    if (left) return enc_fail(e, WEFT_E_ENUM, "bits without a name");
    return enc_close(e, ']', first);
}

static bool enc_raw(weft__enc *e, weft_str text) {
    if (!text.len) return enc_put(e, "null", 4);
    weft__pull r;
    weft__pull_init(&r, text, 0);
    if (!weft__pull_skip(&r, NULL) || !weft__pull_finish(&r)) return enc_fail(e, r.code, "a raw value is not JSON");
    return enc_put(e, text.ptr, text.len);
}

/* ---- containers ---- */
static bool enc_items(weft__enc *e, const weft_node *node, const char *items, size_t n) {
    bool first = true;
    if (!enc_open(e, '[')) return false;
    for (size_t i = 0; i < n; i++) {
        if (!enc_next(e, &first)) return false;
        if (!weft__enc_value(e, node->elem, items + i * node->stride)) {
            weft__error_path_index(e->err, i);
            return false;
        }
    }
    return enc_close(e, ']', first);
}

static int enc_entry_order(const void *a, const void *b) {
    weft_str x, y;
    memcpy(&x, *(const char *const *)a, sizeof x);
    memcpy(&y, *(const char *const *)b, sizeof y);
    return weft_str_compare(x, y);
}

static bool enc_entry(weft__enc *e, const weft_node *node, const char *entry, bool *first) {
    weft_str key = { NULL, 0 };
    if (!enc_next(e, first)) return false;
    if (node->key) {
        int64_t v = weft_node_load(node->key, entry);
        key = weft_enum_name(node->key, v);
        if (!enc_enum_value(e, node->key, v, true)) return false;
    } else {
        memcpy(&key, entry, sizeof key);
        if (!enc_string(e, key)) return false;
    }
    if (!enc_byte(e, ':') || (e->opts->pretty && !enc_byte(e, ' '))) return false;
    if (weft__enc_value(e, node->elem, entry + node->value_off)) return true;
    weft__error_path_member(e->err, key);
    return false;
}

static bool enc_map(weft__enc *e, const weft_node *node, const void *p) {
    const void *items;
    size_t n = weft_node_items(node, p, &items);
    const char **order = NULL;
    bool first = true, good = enc_open(e, '{');
    if (good && e->opts->sort_maps && !node->key && n > 1) {
        order = n < SIZE_MAX / sizeof *order ? (const char **)weft__alloc(e->opts->alloc, n * sizeof *order) : NULL;
        if (!order) return enc_fail(e, WEFT_E_MEMORY, NULL);
        for (size_t i = 0; i < n; i++) order[i] = (const char *)items + i * node->stride;
        qsort(order, n, sizeof *order, enc_entry_order);
    }
    for (size_t i = 0; good && i < n; i++)
        good = enc_entry(e, node, order ? order[i] : (const char *)items + i * node->stride, &first);
    weft__release(e->opts->alloc, order, n * sizeof *order);
    return good && enc_close(e, '}', first);
}

static bool enc_omitted(weft__enc *e, const weft__plan *plan, uint32_t i, const void *p) {
    const weft_member *m = &plan->members[i];
    uint8_t omit = plan->more[i].omit | e->opts->omit;
    /* a missing C string that need not be there has no other form */
    if (m->node->kind == WEFT_TYPE_CSTR && !m->required && !m->node->nullable && !m->dflt &&
        weft__node_is_null(m->node, p))
        return true;
    if (!omit || m->required) return false;
    if ((omit & WEFT_OMIT_NULL) && weft__node_is_null(m->node, p)) return true;
    if ((omit & WEFT_OMIT_EMPTY) && weft__node_is_empty(m->node, p)) return true;
    return (omit & WEFT_OMIT_DEFAULT) && weft__node_equal(m->node, p, (const char *)plan->image + m->offset, 0);
}

static bool enc_members(weft__enc *e, const weft__plan *plan, const void *v, bool *first) {
    const char *problem = plan->attr->check ? plan->attr->check(v, e->opts->ctx) : NULL;
    if (problem) return enc_fail(e, WEFT_E_CHECK, problem);
    for (uint32_t i = 0; i < plan->n; i++) {
        const weft_member *m = &plan->members[i];
        const char *p = (const char *)v + m->offset;
        if (plan->more[i].no_encode) {
            if ((int32_t)i != plan->extra || m->hidden) continue;
            const weft_extra *extra = (const weft_extra *)(const void *)p;
            for (size_t k = 0; k < extra->count; k++) {
                if (!enc_next(e, first) || !enc_string(e, extra->items[k].key) || !enc_byte(e, ':') ||
                    (e->opts->pretty && !enc_byte(e, ' ')) || !enc_raw(e, extra->items[k].text))
                    return false;
            }
            continue;
        }
        if (enc_omitted(e, plan, i, p)) continue;
        if (!enc_next(e, first) || !enc_name(e, plan->more[i].quoted)) return false;
        if (!weft__enc_value(e, m->node, p)) {
            weft__error_path_member(e->err, m->write_key);
            return false;
        }
    }
    return true;
}

static bool enc_struct(weft__enc *e, const weft__plan *plan, const void *v) {
    bool first = true;
    return enc_open(e, '{') && enc_members(e, plan, v, &first) && enc_close(e, '}', first);
}

static bool enc_tag(weft__enc *e, weft_str tag_quoted, weft_str name, bool *first) {
    return enc_next(e, first) && enc_name(e, tag_quoted) && enc_string(e, name);
}

static bool enc_union(weft__enc *e, const weft__plan *plan, const weft_node *node, const void *v) {
    weft_node tag = { .kind = WEFT_TYPE_U64, .size = plan->type->value_off };
    uint64_t i = (uint64_t)weft_node_load(&tag, v);
    if (i >= plan->n) return enc_fail(e, WEFT_E_VARIANT, "the tag is no variant");
    const weft_member *m = &plan->members[i];
    const void *p = (const char *)v + m->offset;
    bool unit = m->node->kind == WEFT_TYPE_UNIT, first = true;
    (void)node;
    if ((int32_t)i == plan->catch_all || plan->repr == WEFT_UNTAGGED) return weft__enc_value(e, m->node, p);
    switch (plan->repr) {
    case WEFT_EXTERNAL:
        if (unit) return enc_string(e, m->write_key);
        if (!enc_open(e, '{') || !enc_next(e, &first) || !enc_name(e, plan->more[i].quoted)) return false;
        if (!weft__enc_value(e, m->node, p)) {
            weft__error_path_member(e->err, m->write_key);
            return false;
        }
        return enc_close(e, '}', false);
    case WEFT_INTERNAL:
        if (!enc_open(e, '{') || !enc_tag(e, plan->tag_quoted, m->write_key, &first)) return false;
        if (!unit) {
            const weft__plan *inner = weft__plan_of(m->node->type, e->err);
            if (!inner) return enc_fail(e, WEFT_E_TYPE, NULL);
            if (!enc_members(e, inner, p, &first)) return false;
        }
        return enc_close(e, '}', false);
    default:
        if (!enc_open(e, '{') || !enc_tag(e, plan->tag_quoted, m->write_key, &first)) return false;
        if (!unit) {
            if (!enc_next(e, &first) || !enc_name(e, plan->content_quoted)) return false;
            if (!weft__enc_value(e, m->node, p)) {
                weft__error_path_member(e->err, plan->content);
                return false;
            }
        }
        return enc_close(e, '}', false);
    }
}

bool weft__enc_plain(weft__enc *e, const weft_node *node, const void *p) {
    if (weft_unlikely(node->ranged || node->min_len || node->max_len != UINT32_MAX) && !enc_checked(e, node, p))
        return false;
    switch (node->kind) {
    case WEFT_TYPE_BOOL: return *(const unsigned char *)p ? enc_put(e, "true", 4) : enc_put(e, "false", 5);
    case WEFT_TYPE_I8:
    case WEFT_TYPE_I16:
    case WEFT_TYPE_I32:
    case WEFT_TYPE_I64:
    case WEFT_TYPE_U8:
    case WEFT_TYPE_U16:
    case WEFT_TYPE_U32:
    case WEFT_TYPE_U64: return enc_integer(e, node, p);
    case WEFT_TYPE_F32:
    case WEFT_TYPE_F64: return enc_real(e, node, p);
    case WEFT_TYPE_STR: {
        weft_str s;
        memcpy(&s, p, sizeof s);
        return enc_string(e, s);
    }
    case WEFT_TYPE_CSTR:
        if (!*(const char *const *)p) return enc_fail(e, WEFT_E_NULL, "NULL where a string is required");
        return enc_string(e, weft_str_of(*(const char *const *)p));
    case WEFT_TYPE_CHARS: {
        const char *end = (const char *)memchr(p, 0, node->n);
        if (!end) return enc_fail(e, WEFT_E_FIT, "a character array without its NUL");
        return enc_string(e, WEFT_TEXT((const char *)p, (size_t)(end - (const char *)p)));
    }
    case WEFT_TYPE_BYTES: return enc_bytes(e, p);
    case WEFT_TYPE_RAW: return enc_raw(e, ((const weft_raw *)p)->text);
    case WEFT_TYPE_UNIT: return enc_put(e, "null", 4);
    case WEFT_TYPE_ENUM: return enc_enum_value(e, node, weft_node_load(node, p), false);
    case WEFT_TYPE_FLAGS: return enc_flags(e, node, p);
    case WEFT_TYPE_STRUCT:
    case WEFT_TYPE_UNION: {
        const weft__plan *plan = weft__plan_of(node->type, e->err);
        if (!plan) {
            e->code = e->err ? e->err->code : WEFT_E_TYPE;
            return false;
        }
        return node->kind == WEFT_TYPE_UNION ? enc_union(e, plan, node, p) : enc_struct(e, plan, p);
    }
    case WEFT_TYPE_LIST: {
        const void *items;
        size_t n = weft_node_items(node, p, &items);
        return enc_items(e, node, (const char *)items, n);
    }
    case WEFT_TYPE_ARRAY: return enc_items(e, node, (const char *)p, node->n);
    case WEFT_TYPE_MAP: return enc_map(e, node, p);
    case WEFT_TYPE_OPT:
        if (!*(const bool *)p) return enc_put(e, "null", 4);
        return weft__enc_value(e, node->elem, (const char *)p + node->value_off);
    case WEFT_TYPE_PTR: {
        const void *to = *(const void *const *)p;
        if (!to) return enc_put(e, "null", 4);
        /* a pointer alone cannot nest deeper than its containers, but a cycle of pointers can */
        if (e->depth >= e->max_depth) return enc_fail(e, WEFT_E_DEPTH, NULL);
        return weft__enc_value(e, node->elem, to);
    }
    default: return enc_fail(e, WEFT_E_TYPE, NULL);
    }
}

static bool enc_call(weft__enc *e, const weft_node *node, const weft_conv *conv, const void *p) {
    while (conv && !conv->encode) conv = conv->next;
    if (!conv) return weft__enc_plain(e, node, p);
    weft_call call = { e->opts->ctx, NULL, conv, NULL, e, node };
    size_t len = e->out->len;
    weft_status st = conv->encode(&call, p, e->out);
    if (st) {
        e->out->len = len;
        return enc_fail(e, st, call.problem ? call.problem : conv->name);
    }
    return !e->code;
}
weft_status weft_call_next_encode(weft_call *call, const void *in, weft_buf *out) {
    weft__enc *e = (weft__enc *)call->weft__state;
    const weft_node *node = (const weft_node *)call->weft__node;
    weft_buf *before = e->out;
    e->out = out;
    bool good = enc_call(e, node, call->conv ? call->conv->next : NULL, in);
    e->out = before;
    weft_status st = e->code;
    if (good) return WEFT_OK;
    e->code = WEFT_OK; /* the converter decides */
    return st ? st : WEFT_E_CONVERT;
}

bool weft__enc_value(weft__enc *e, const weft_node *node, const void *p) {
    if (weft_likely(!node->conv && !node->check && !node->nullable && !node->one_of))
        return weft__enc_plain(e, node, p);
    if (node->nullable && weft__node_is_null(node, p)) return enc_put(e, "null", 4);
    const char *problem = node->check ? node->check(p, e->opts->ctx) : NULL;
    if (problem) return enc_fail(e, WEFT_E_CHECK, problem);
    if (node->conv) return enc_call(e, node, node->conv, p);
    return weft__enc_plain(e, node, p);
}

weft_status weft__type_to_json(const weft_type *type, const void *value, weft_buf *out, const weft_encode_opts *opts,
                               size_t opts_size, weft_error *err) {
    weft_encode_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    weft_error mine;
    const weft__plan *plan = weft__plan_of(type, err ? err : &mine);
    if (!plan) return err ? err->code : mine.code;
    if (!value || !out) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_ENCODE, NULL);
    if (weft__direct_encode(plan, value, out, &o)) return WEFT_OK;
    weft__enc e = { out, &o, err, WEFT_OK, 0, o.max_depth ? o.max_depth : 256 };
    size_t len = out->len;
    if (weft__enc_value(&e, &plan->root, value) && (!o.final_newline || enc_byte(&e, '\n'))) return WEFT_OK;
    out->len = len;
    if (err && !err->path[0]) memcpy(err->path, "$", 2);
    return e.code ? e.code : WEFT_E_CONVERT;
}
