/* JSON text -> typed value: scalars, strings, lists, maps, optionals, converters. */
#include "codec/json_decode.h"
#include "base/alloc.h"
#include "text/base64.h"

static void *dec_alloc(weft__dec *d, size_t size, size_t align) {
    void *p = weft_arena_alloc(d->arena, size, align ? align : 1);
    if (!p) weft__dec_memory(d);
    return p;
}

/* Room for text: the arena's own step for blocks without alignment, in line. */
WEFT_INLINE char *dec_bytes_room(weft__dec *d, size_t n) {
    weft_arena *a = d->arena;
    if (weft_likely(!a->fixed && (size_t)(a->end - a->cur) >= n && a->cur)) {
        char *p = a->cur;
        a->cur += n;
        return p;
    }
    return (char *)dec_alloc(d, n, 1);
}

bool weft__dec_enter(weft__dec *d, const weft_node *node) {
    (void)node;
    if (d->r.depth >= d->max_depth) {
        d->r.code = WEFT_E_DEPTH;
        d->r.at = d->r.p;
        d->r.why = NULL;
        return weft__dec_syntax(d);
    }
    return weft__pull_enter(&d->r) || weft__dec_syntax(d);
}

bool weft__dec_text(weft__dec *d, weft_str raw, bool escaped, bool borrow, weft_str *out) {
    if (!escaped && (borrow || d->opts->borrow) && !d->stand_in) {
        *out = raw;
        return true;
    }
    char *p = dec_bytes_room(d, raw.len + 1);
    if (!p) return false;
    size_t n = raw.len;
    if (escaped) {
        n = weft__pull_unescape(p, raw);
    } else {
        memcpy(p, raw.ptr, n);
    }
    p[n] = 0;
    out->ptr = p;
    out->len = n;
    return true;
}

/* ---- numbers ---- */
static const struct {
    int64_t min, max;
} dec_limits[] = {
    [WEFT_TYPE_I8] = { INT8_MIN, INT8_MAX },    [WEFT_TYPE_I16] = { INT16_MIN, INT16_MAX },
    [WEFT_TYPE_I32] = { INT32_MIN, INT32_MAX }, [WEFT_TYPE_I64] = { INT64_MIN, INT64_MAX },
    [WEFT_TYPE_U8] = { 0, UINT8_MAX },          [WEFT_TYPE_U16] = { 0, UINT16_MAX },
    [WEFT_TYPE_U32] = { 0, UINT32_MAX },
};

/* A number's text -> an integer of the node's kind: 0, WEFT_E_FIT (the C type cannot hold it) or WEFT_E_CHECK (.range
 * forbids it). */
static weft_status dec_integer_of(const weft_node *node, weft_str raw, void *out) {
    if (node->kind == WEFT_TYPE_U64) {
        uint64_t u;
        if (raw.len == 2 && raw.ptr[0] == '-' && raw.ptr[1] == '0') {
            u = 0;
        } else if (raw.ptr[0] == '-' || weft_uint_parse(raw, &u) != raw.len) {
            return WEFT_E_FIT;
        }
        if (node->ranged && (u < (uint64_t)node->range.min || u > (uint64_t)node->range.max)) return WEFT_E_CHECK;
        memcpy(out, &u, sizeof u);
        return WEFT_OK;
    }
    int64_t v;
    if (weft_int_parse(raw, &v) != raw.len || v < dec_limits[node->kind].min || v > dec_limits[node->kind].max)
        return WEFT_E_FIT;
    if (node->ranged && (v < node->range.min || v > node->range.max)) return WEFT_E_CHECK;
    weft_node_store(node, out, v);
    return WEFT_OK;
}

static weft_status dec_real_of(const weft_node *node, weft_str raw, void *out) {
    if (node->kind == WEFT_TYPE_F32) {
        float f;
        if (weft_real32_parse(raw, &f) != raw.len || f - f != 0) return WEFT_E_RANGE;
        if (node->ranged && !((double)f >= node->real_range.min && (double)f <= node->real_range.max))
            return WEFT_E_CHECK;
        memcpy(out, &f, sizeof f);
        return WEFT_OK;
    }
    double v;
    if (weft_real_parse(raw, &v) != raw.len || v - v != 0) return WEFT_E_RANGE;
    if (node->ranged && !(v >= node->real_range.min && v <= node->real_range.max)) return WEFT_E_CHECK;
    memcpy(out, &v, sizeof v);
    return WEFT_OK;
}

/* Integers of up to 18 digits in their usual form, stored when they fit; false: the general way decides, nothing was
 * read. */
WEFT_INLINE bool dec_short_integer(weft__dec *d, const weft_node *node, void *out) {
    const char *p = d->r.p, *end = d->r.end;
    bool negative = p < end && *p == '-';
    p += negative;
    const char *from = p;
    uint64_t v = 0;
    while (p < end && (unsigned char)(*p - '0') < 10) v = v * 10 + (uint64_t)(*p++ - '0');
    size_t digits = (size_t)(p - from);
    if (digits == 0 || digits > 18 || (digits > 1 && *from == '0') || p == end || *p == '.' || (*p | 0x20) == 'e')
        return false;
    int64_t s = negative ? -(int64_t)v : (int64_t)v;
    switch (node->kind) {
    case WEFT_TYPE_I8:
        if (s != (int8_t)s) return false;
        *(int8_t *)out = (int8_t)s;
        break;
    case WEFT_TYPE_I16: {
        int16_t x = (int16_t)s;
        if (s != x) return false;
        memcpy(out, &x, sizeof x);
        break;
    }
    case WEFT_TYPE_I32: {
        int32_t x = (int32_t)s;
        if (s != x) return false;
        memcpy(out, &x, sizeof x);
        break;
    }
    case WEFT_TYPE_U8:
        if (s != (uint8_t)s) return false;
        *(uint8_t *)out = (uint8_t)s;
        break;
    case WEFT_TYPE_U16: {
        uint16_t x = (uint16_t)s;
        if (s != x) return false;
        memcpy(out, &x, sizeof x);
        break;
    }
    case WEFT_TYPE_U32: {
        uint32_t x = (uint32_t)s;
        if (s != (int64_t)x) return false;
        memcpy(out, &x, sizeof x);
        break;
    }
    case WEFT_TYPE_U64:
        if (s < 0) return false;
        memcpy(out, &s, sizeof s);
        break;
    default: memcpy(out, &s, sizeof s); break;
    }
    d->r.p = p;
    return true;
}

static bool dec_number(weft__dec *d, const weft_node *node, void *out) {
    const char *at;
    unsigned char c = weft__pull_peek(&d->r);
    if (node->kind <= WEFT_TYPE_U64 && !node->ranged && dec_short_integer(d, node, out)) return true;
    bool real = node->kind == WEFT_TYPE_F32 || node->kind == WEFT_TYPE_F64, whole, escaped = false;
    at = d->r.p;
    weft_str raw;
    if (c == '-' || (c >= '0' && c <= '9')) {
        if (!weft__pull_number(&d->r, &raw, &whole)) return weft__dec_syntax(d);
    } else if (c == '"' && node->coerce) {
        if (!weft__pull_string(&d->r, &raw, &escaped)) return weft__dec_syntax(d);
        weft__pull inner;
        weft__pull_init(&inner, raw, 0);
        if (escaped || !raw.len || !(raw.ptr[0] == '-' || (raw.ptr[0] >= '0' && raw.ptr[0] <= '9')) ||
            !weft__pull_number(&inner, &raw, &whole) || inner.p != inner.end)
            return weft__dec_expected(d, node, WEFT_E_KIND, at);
    } else {
        return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    }
    if (!real && !whole) return weft__dec_expected(d, node, WEFT_E_KIND, at);
    weft_status st = real ? dec_real_of(node, raw, out) : dec_integer_of(node, raw, out);
    return st ? weft__dec_expected(d, node, st, at) : true;
}

static bool dec_bool(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    bool value = c == 't';
    if (c == 't' || c == 'f') {
        if (!weft__pull_literal(&d->r)) return weft__dec_syntax(d);
    } else if (c == '"' && node->coerce) {
        weft_str raw;
        bool escaped;
        if (!weft__pull_string(&d->r, &raw, &escaped)) return weft__dec_syntax(d);
        value = weft_str_equal(raw, WEFT_STR("true"));
        if (!value && !weft_str_equal(raw, WEFT_STR("false"))) return weft__dec_expected(d, node, WEFT_E_KIND, at);
    } else {
        return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    }
    memcpy(out, &value, sizeof value);
    return true;
}

/* ---- strings ---- */
static bool dec_one_of(const char *list, weft_str s) {
    for (const char *p = list;;) {
        const char *bar = strchr(p, '|');
        weft_str one = { p, bar ? (size_t)(bar - p) : strlen(p) };
        if (weft_str_equal(one, s)) return true;
        if (!bar) return false;
        p = bar + 1;
    }
}

static bool dec_length(weft__dec *d, const weft_node *node, size_t n, const char *at, const char *what) {
    if (n > node->max_len)
        return weft__dec_error(d, node->kind >= WEFT_TYPE_LIST ? WEFT_E_MEMBERS : WEFT_E_STRING_SIZE, at,
                               "expected at most %lu %s, got %s%zu", (unsigned long)node->max_len, what,
                               node->kind >= WEFT_TYPE_LIST ? "at least " : "", n);
    if (n < node->min_len)
        return weft__dec_error(d, node->kind >= WEFT_TYPE_LIST ? WEFT_E_COUNT : WEFT_E_CHECK, at,
                               "expected at least %lu %s, got %zu", (unsigned long)node->min_len, what, n);
    return true;
}

static bool dec_string(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    weft_str raw, s;
    bool escaped = false, whole;
    if (c == '"') {
        if (!weft__pull_string(&d->r, &raw, &escaped)) return weft__dec_syntax(d);
    } else if (node->coerce && (c == '-' || (c >= '0' && c <= '9'))) {
        if (!weft__pull_number(&d->r, &raw, &whole)) return weft__dec_syntax(d);
    } else if (node->coerce && (c == 't' || c == 'f')) {
        if (!weft__pull_literal(&d->r)) return weft__dec_syntax(d);
        raw.ptr = at;
        raw.len = (size_t)(d->r.p - at);
    } else {
        return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    }
    if (node->kind == WEFT_TYPE_CHARS && !escaped) {
        s = raw; /* copied below */
    } else if (node->kind != WEFT_TYPE_STR && !escaped) {
        char *p = (char *)dec_alloc(d, raw.len + 1, 1);
        if (!p) return false;
        memcpy(p, raw.ptr, raw.len);
        p[raw.len] = 0;
        s.ptr = p;
        s.len = raw.len;
    } else if (!weft__dec_text(d, raw, escaped, node->borrow, &s)) {
        return false;
    }
    if ((s.len > node->max_len || s.len < node->min_len) && !dec_length(d, node, s.len, at, "bytes")) return false;
    if (node->one_of && !dec_one_of(node->one_of, s)) return weft__dec_expected(d, node, WEFT_E_CHECK, at);
    if (node->kind == WEFT_TYPE_STR) {
        memcpy(out, &s, sizeof s);
        return true;
    }
    if (escaped && memchr(s.ptr, 0, s.len))
        return weft__dec_error(d, WEFT_E_NUL, at, "%s", weft_status_text(WEFT_E_NUL));
    if (node->kind == WEFT_TYPE_CSTR) {
        memcpy(out, &s.ptr, sizeof s.ptr);
        return true;
    }
    if (s.len >= node->n)
        return weft__dec_error(d, WEFT_E_FIT, at, "expected at most %lu bytes, got %zu", (unsigned long)node->n - 1,
                               s.len);
    memset(out, 0, node->n);
    memcpy(out, s.ptr, s.len);
    return true;
}

static bool dec_bytes(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    if (c != '"') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    weft_str raw, s;
    bool escaped;
    if (!weft__pull_string(&d->r, &raw, &escaped)) return weft__dec_syntax(d);
    if (!escaped) s = raw;
    else if (!weft__dec_text(d, raw, true, false, &s)) return false;
    weft_bytes b;
    b.ptr = (unsigned char *)dec_alloc(d, s.len / 4 * 3 + 1, 1);
    if (!b.ptr) return false;
    if (!weft__base64_decode(s, b.ptr, &b.len)) return weft__dec_expected(d, node, WEFT_E_CONVERT, at);
    if ((b.len > node->max_len || b.len < node->min_len) && !dec_length(d, node, b.len, at, "bytes")) return false;
    memcpy(out, &b, sizeof b);
    return true;
}

/* ---- enums, flags ---- */
static bool dec_enum_name(weft__dec *d, const weft_node *node, weft_str raw, bool escaped, const char *at,
                          int64_t *value) {
    const weft__names *names = weft__enum_names(node);
    if (!names) return weft__dec_memory(d);
    char small[128];
    weft_str s = raw;
    if (escaped) {
        if (raw.len > sizeof small) return weft__dec_expected(d, node, WEFT_E_ENUM, at);
        s.ptr = small;
        s.len = weft__pull_unescape(small, raw);
    }
    int32_t row = weft__names_find(names, s);
    if (row < 0) {
        bool fatal = d->fatal;
        size_t n = d->n;
        weft__dec_expected(d, node, WEFT_E_ENUM, at);
        weft_str near = weft__names_nearest(names, s);
        if (!fatal && n < d->cap && near.ptr) {
            weft_error *e = &d->errors[n];
            size_t len = strlen(e->reason);
            snprintf(e->reason + len, sizeof e->reason - len, "; did you mean \"%.*s\"?", WEFT_STR_ARG(near));
        }
        return false;
    }
    *value = node->type->values[row].value;
    return true;
}

static bool dec_enum(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    weft_str raw;
    bool flag;
    int64_t value;
    if (c == '"' && !node->by_value) {
        if (!weft__pull_string(&d->r, &raw, &flag)) return weft__dec_syntax(d);
        if (!dec_enum_name(d, node, raw, flag, at, &value)) return false;
    } else if ((node->by_value || node->open) && (c == '-' || (c >= '0' && c <= '9'))) {
        if (!weft__pull_number(&d->r, &raw, &flag)) return weft__dec_syntax(d);
        if (!flag || weft_int_parse(raw, &value) != raw.len) return weft__dec_expected(d, node, WEFT_E_KIND, at);
        int64_t back;
        weft_node_store(node, out, value);
        back = weft_node_load(node, out);
        if (back != value && !(node->size == 4 && value == (int64_t)(uint32_t)back))
            return weft__dec_expected(d, node, WEFT_E_FIT, at);
        if (!node->open && weft__enum_row(node, value) < 0)
            return weft__dec_error(d, WEFT_E_ENUM, at, "%.*s is no value of %s", WEFT_STR_ARG(raw), node->type->name);
    } else {
        return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    }
    weft_node_store(node, out, value);
    return true;
}

static bool dec_flags(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    uint32_t bits = 0, known = 0;
    weft_str raw;
    bool flag;
    for (uint32_t i = 0; i < node->type->n; i++) known |= (uint32_t)node->type->values[i].value;
    if (node->by_value) {
        uint64_t v;
        if (!(c >= '0' && c <= '9')) return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
        if (!weft__pull_number(&d->r, &raw, &flag)) return weft__dec_syntax(d);
        if (!flag || weft_uint_parse(raw, &v) != raw.len || v > UINT32_MAX)
            return weft__dec_expected(d, node, WEFT_E_FIT, at);
        bits = (uint32_t)v;
        if ((bits & ~known) && !node->open)
            return weft__dec_error(d, WEFT_E_ENUM, at, "%.*s has bits that %s does not", WEFT_STR_ARG(raw),
                                   node->type->name);
    } else {
        if (c != '[') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
        if (!weft__dec_enter(d, node)) return false;
        size_t index = 0;
        for (int more; (more = weft__pull_element(&d->r, index == 0)) != 0; index++) {
            int64_t value;
            size_t from = d->n;
            if (more < 0) return weft__dec_syntax(d);
            const char *here = d->r.p;
            if (*here != '"') {
                weft__dec_error(d, WEFT_E_KIND, here, "expected a name of %s", node->type->name);
                weft__dec_in_element(d, from, index);
                return false;
            }
            if (!weft__pull_string(&d->r, &raw, &flag)) return weft__dec_syntax(d);
            weft_node one = *node;
            one.kind = WEFT_TYPE_ENUM;
            if (!dec_enum_name(d, &one, raw, flag, here, &value)) {
                weft__dec_in_element(d, from, index);
                return false;
            }
            bits |= (uint32_t)value;
        }
    }
    weft_node_store(node, out, bits);
    return true;
}

/* ---- lists and arrays ---- */
static bool dec_set_items(weft__dec *d, const weft_node *node, char *out, void *items, size_t count, size_t cap,
                          const char *at) {
    memcpy(out, &items, sizeof items);
    if (node->count_size < sizeof(size_t) && count >> (8 * node->count_size))
        return weft__dec_error(d, WEFT_E_FIT, at, "expected at most %u elements",
                               (1u << (8 * node->count_size) % 32) - 1);
    weft_node as = { .kind = WEFT_TYPE_U64, .size = node->count_size };
    weft_node_store(&as, out + node->count_off, (int64_t)count);
    if (node->has_cap) memcpy(out + node->count_off + sizeof(size_t), &cap, sizeof cap);
    return true;
}

/* Members of an element that must start from defaults are set by the struct decoder; everything else starts as zero. */
static bool dec_list(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    if (c != '[') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    const weft_node *elem = node->elem;
    const size_t size = node->stride, first = size >= 256 ? 1 : size >= 64 ? 4 : 8;
    char *items = NULL;
    size_t count = 0, cap = 0;
    bool bad = false;
    if (!weft__dec_enter(d, node)) return false;
    for (int more; (more = weft__pull_element(&d->r, count == 0)) != 0;) {
        if (more < 0) return weft__dec_syntax(d);
        if (count >= node->max_len) return dec_length(d, node, count + 1, at, "elements");
        if (count == cap) {
            size_t wider = cap ? cap * 2 : first;
            if (wider > SIZE_MAX / 2 / size) return weft__dec_memory(d);
            char *p = (char *)weft_arena_resize(d->arena, items, cap * size, wider * size, elem->align);
            if (!p) return weft__dec_memory(d);
            items = p;
            cap = wider;
        }
        size_t from = d->n;
        const char *here = d->r.p;
        uint32_t depth = d->r.depth;
        if (!weft__dec_value(d, elem, items + count * size, false)) {
            weft__dec_in_element(d, from, count);
            if (!d->collect || !weft__dec_step_over(d, here, depth)) return false;
            bad = true;
        }
        count++;
    }
    if (bad) return false;
    if (count < node->min_len && !dec_length(d, node, count, at, "elements")) return false;
    if (cap > count) { /* gives the rest back where it is the newest block */
        char *p = (char *)weft_arena_resize(d->arena, items, cap * size, count * size, elem->align);
        if (p && d->arena->cur == p + count * size) cap = count;
    }
    if (!items && node->nullable && !(items = (char *)dec_alloc(d, 0, elem->align))) return false; /* [] is not null */
    return dec_set_items(d, node, (char *)out, items, count, cap, at);
}

static bool dec_array(weft__dec *d, const weft_node *node, void *out, bool keep) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    if (c != '[') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    size_t count = 0;
    bool bad = false;
    if (!weft__dec_enter(d, node)) return false;
    for (int more; (more = weft__pull_element(&d->r, count == 0)) != 0;) {
        if (more < 0) return weft__dec_syntax(d);
        size_t from = d->n;
        const char *here = d->r.p;
        uint32_t depth = d->r.depth;
        if (count >= node->n)
            return weft__dec_error(d, WEFT_E_COUNT, at, "expected %lu elements, got more", (unsigned long)node->n);
        if (!weft__dec_value(d, node->elem, (char *)out + count * node->stride, keep)) {
            weft__dec_in_element(d, from, count);
            if (!d->collect || !weft__dec_step_over(d, here, depth)) return false;
            bad = true;
        }
        count++;
    }
    if (bad) return false;
    return count == node->n ||
           weft__dec_error(d, WEFT_E_COUNT, at, "expected %lu elements, got %zu", (unsigned long)node->n, count);
}

/* ---- maps ---- */
enum { DEC_MAP_SCAN = 12 }; /* up to so many keys are compared one by one */
typedef struct dec_map_index {
    uint32_t *slots; /* entry + 1 */
    size_t size;
} dec_map_index;
typedef struct dec_map {
    const weft_node *node;
    char *items;
    size_t count, cap;
    dec_map_index index;
} dec_map;

static uint32_t dec_key_hash(const dec_map *m, const char *entry) {
    if (m->node->key) return (uint32_t)weft_node_load(m->node->key, entry) * 2654435761u;
    weft_str s;
    memcpy(&s, entry, sizeof s);
    return weft__name_hash(s);
}
static bool dec_key_equal(const dec_map *m, const char *a, const char *b) {
    if (m->node->key) return weft_node_load(m->node->key, a) == weft_node_load(m->node->key, b);
    weft_str x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return weft_str_equal(x, y);
}
static void dec_map_insert(dec_map *m, size_t entry) {
    size_t mask = m->index.size - 1, i = dec_key_hash(m, m->items + entry * m->node->stride) & mask;
    while (m->index.slots[i]) i = (i + 1) & mask;
    m->index.slots[i] = (uint32_t)(entry + 1);
}
/* The entry before `upto` with the key of entry `upto`, or upto. */
static size_t dec_map_same(weft__dec *d, dec_map *m, size_t upto) {
    const size_t stride = m->node->stride;
    const char *key = m->items + upto * stride;
    if (upto <= DEC_MAP_SCAN) {
        for (size_t i = 0; i < upto; i++)
            if (dec_key_equal(m, m->items + i * stride, key)) return i;
        return upto;
    }
    if (m->index.size < (upto + 1) * 2) {
        size_t wider = m->index.size ? m->index.size * 4 : 64;
        weft__release(d->opts->alloc, m->index.slots, m->index.size * sizeof *m->index.slots);
        m->index.size = 0;
        m->index.slots =
            upto < UINT32_MAX / 8 ? (uint32_t *)weft__alloc(d->opts->alloc, wider * sizeof *m->index.slots) : NULL;
        if (!m->index.slots) {
            weft__dec_memory(d);
            return SIZE_MAX;
        }
        memset(m->index.slots, 0, wider * sizeof *m->index.slots);
        m->index.size = wider;
        for (size_t i = 0; i < upto; i++) dec_map_insert(m, i);
    }
    size_t mask = m->index.size - 1;
    for (size_t i = dec_key_hash(m, key) & mask; m->index.slots[i]; i = (i + 1) & mask) {
        size_t entry = m->index.slots[i] - 1;
        if (dec_key_equal(m, m->items + entry * stride, key)) return entry;
    }
    dec_map_insert(m, upto);
    return upto;
}

static bool dec_map_key(weft__dec *d, const weft_node *node, weft_str raw, bool escaped, char *entry, const char *at) {
    if (!node->key) {
        weft_str s;
        if (!weft__dec_text(d, raw, escaped, false, &s)) return false;
        memcpy(entry, &s, sizeof s);
        return true;
    }
    int64_t value;
    if (node->key->by_value || node->key->open) {
        if (weft_int_parse(raw, &value) == raw.len && raw.len &&
            (node->key->open || weft__enum_row(node->key, value) >= 0)) {
            weft_node_store(node->key, entry, value);
            return true;
        }
        if (node->key->by_value)
            return weft__dec_error(d, WEFT_E_ENUM, at, "\"%.*s\" is no value of %s", WEFT_STR_ARG(raw),
                                   node->key->type->name);
    }
    if (!dec_enum_name(d, node->key, raw, escaped, at, &value)) return false;
    weft_node_store(node->key, entry, value);
    return true;
}

static bool dec_map_entries(weft__dec *d, dec_map *m, const char *at) {
    const weft_node *node = m->node;
    const size_t stride = node->stride, align = _Alignof(max_align_t);
    bool bad = false, first = true, escaped;
    weft_str raw;
    bool last = d->opts->repeat ? d->opts->repeat == WEFT_REPEAT_LAST : node->repeat_last;
    for (int more; (more = weft__pull_member(&d->r, first, &raw, &escaped)) != 0;) {
        if (more < 0) return weft__dec_syntax(d);
        first = false;
        if (m->count >= node->max_len) return dec_length(d, node, m->count + 1, at, "members");
        if (m->count == m->cap) {
            size_t wider = m->cap ? m->cap * 2 : 4;
            if (wider > SIZE_MAX / 2 / stride) return weft__dec_memory(d);
            char *p = (char *)weft_arena_resize(d->arena, m->items, m->cap * stride, wider * stride, align);
            if (!p) return weft__dec_memory(d);
            m->items = p;
            m->cap = wider;
        }
        char *entry = m->items + m->count * stride;
        memset(entry, 0, stride);
        size_t from = d->n, slot = m->count;
        const char *here = d->r.p, *name_at = raw.ptr - 1;
        uint32_t depth = d->r.depth;
        bool good = dec_map_key(d, node, raw, escaped, entry, name_at);
        if (good) {
            slot = dec_map_same(d, m, m->count);
            if (slot == SIZE_MAX) return false;
            if (slot != m->count && !last)
                good = weft__dec_error(d, WEFT_E_DUPLICATE, name_at, "duplicate member \"%.*s\"", WEFT_STR_ARG(raw));
        }
        if (good && slot != m->count) memset(m->items + slot * stride + node->value_off, 0, node->elem->size);
        good = good && weft__dec_value(d, node->elem, m->items + slot * stride + node->value_off, false);
        if (!good) {
            weft__dec_in_member(d, from, raw);
            if (!d->collect || !weft__dec_step_over(d, here, depth)) return false;
            bad = true;
        }
        if (slot == m->count) m->count++;
    }
    return !bad;
}

static bool dec_map_value(weft__dec *d, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    if (c != '{') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    if (!weft__dec_enter(d, node)) return false;
    dec_map m = { node, NULL, 0, 0, { NULL, 0 } };
    bool good = dec_map_entries(d, &m, at);
    weft__release(d->opts->alloc, m.index.slots, m.index.size * sizeof *m.index.slots);
    if (!good) return false;
    if (m.count < node->min_len && !dec_length(d, node, m.count, at, "members")) return false;
    if (!m.items && node->nullable && !(m.items = (char *)dec_alloc(d, 0, 16))) return false;
    return dec_set_items(d, node, (char *)out, m.items, m.count, m.cap, at);
}

/* ---- optionals and pointers ---- */
static bool dec_null(weft__dec *d) { return weft__pull_literal(&d->r) || weft__dec_syntax(d); }

static bool dec_opt(weft__dec *d, const weft_node *node, void *out, bool keep) {
    bool had = keep && *(const bool *)out; /* a fresh one holds anything */
    char *value = (char *)out + node->value_off;
    if (weft__pull_peek(&d->r) == 'n' && !node->elem->conv) {
        memset(out, 0, node->size);
        return dec_null(d);
    }
    if (!had) memset(value, 0, node->elem->size);
    if (!weft__dec_value(d, node->elem, value, had)) return false;
    *(bool *)out = true;
    return true;
}

static bool dec_ptr(weft__dec *d, const weft_node *node, void *out, bool keep) {
    void *old = NULL, *p;
    if (keep) memcpy(&old, out, sizeof old);
    if (weft__pull_peek(&d->r) == 'n' && !node->elem->conv) {
        memset(out, 0, sizeof old);
        return dec_null(d);
    }
    p = dec_alloc(d, node->elem->size, node->elem->align);
    if (!p) return false;
    if (old) memcpy(p, old, node->elem->size); /* the old value stays as it was until all is well */
    else memset(p, 0, node->elem->size);
    if (!weft__dec_value(d, node->elem, p, old != NULL)) return false;
    memcpy(out, &p, sizeof p);
    return true;
}

static bool dec_raw(weft__dec *d, void *out) {
    weft_raw raw;
    weft_str text;
    if (!weft__pull_skip(&d->r, &text)) return weft__dec_syntax(d);
    if (!weft__dec_text(d, text, false, false, &raw.text)) return false;
    memcpy(out, &raw, sizeof raw);
    return true;
}

/* ---- dispatch ---- */
bool weft__dec_plain(weft__dec *d, const weft_node *node, void *out, bool keep) {
    switch (node->kind) {
    case WEFT_TYPE_BOOL: return dec_bool(d, node, out);
    case WEFT_TYPE_I8:
    case WEFT_TYPE_I16:
    case WEFT_TYPE_I32:
    case WEFT_TYPE_I64:
    case WEFT_TYPE_U8:
    case WEFT_TYPE_U16:
    case WEFT_TYPE_U32:
    case WEFT_TYPE_U64:
    case WEFT_TYPE_F32:
    case WEFT_TYPE_F64: return dec_number(d, node, out);
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS: return dec_string(d, node, out);
    case WEFT_TYPE_BYTES: return dec_bytes(d, node, out);
    case WEFT_TYPE_RAW: return dec_raw(d, out);
    case WEFT_TYPE_UNIT:
        if (weft__pull_peek(&d->r) != 'n') return weft__dec_expected(d, node, WEFT_E_KIND, d->r.p);
        memset(out, 0, node->size);
        return dec_null(d);
    case WEFT_TYPE_ENUM: return dec_enum(d, node, out);
    case WEFT_TYPE_FLAGS: return dec_flags(d, node, out);
    case WEFT_TYPE_STRUCT:
    case WEFT_TYPE_UNION: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        if (!plan) return weft__dec_no_plan(d, node->type);
        if (node->kind == WEFT_TYPE_UNION) return weft__dec_union(d, plan, node, out);
        return weft__dec_struct(d, plan, out, keep, NULL);
    }
    case WEFT_TYPE_LIST: return dec_list(d, node, out);
    case WEFT_TYPE_ARRAY: return dec_array(d, node, out, keep);
    case WEFT_TYPE_MAP: return dec_map_value(d, node, out);
    case WEFT_TYPE_OPT: return dec_opt(d, node, out, keep);
    case WEFT_TYPE_PTR: return dec_ptr(d, node, out, keep);
    default:
        return weft__dec_error(d, WEFT_E_TYPE, d->r.p, "a member of type %s cannot be read",
                               node->type ? node->type->name : "?");
    }
}

static void dec_set_null(const weft_node *node, void *out) {
    switch (node->kind) {
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_BYTES:
    case WEFT_TYPE_RAW: memset(out, 0, node->size); return;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: {
        void *none = NULL;
        weft_node as = { .kind = WEFT_TYPE_U64, .size = node->count_size };
        memcpy(out, &none, sizeof none);
        weft_node_store(&as, (char *)out + node->count_off, 0);
        if (node->has_cap) memset((char *)out + node->count_off + sizeof(size_t), 0, sizeof(size_t));
        return;
    }
    default: return; /* has no room for null: keeps its default */
    }
}

bool weft__dec_value(weft__dec *d, const weft_node *node, void *out, bool keep) {
    if (weft_likely(!node->conv && !node->check && !node->nullable)) return weft__dec_plain(d, node, out, keep);
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    if (node->nullable && c == 'n') {
        if (!dec_null(d)) return false;
        dec_set_null(node, out);
        return true;
    }
    if (!(node->conv ? weft__dec_converted(d, node, out, keep) : weft__dec_plain(d, node, out, keep))) return false;
    const char *problem = node->check ? node->check(out, d->opts->ctx) : NULL;
    return problem ? weft__dec_error(d, WEFT_E_CHECK, at, "%s", problem) : true;
}
