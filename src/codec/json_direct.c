/* Short compact texts, straight into the struct.
 *
 * The text is copied once into an image in the arena, which becomes the home of all its strings; the offsets of its
 * quotes are listed (simd/quotes.h). Then the description is walked with two cursors: p in the text and q in the list,
 * so that the end of a string is known without a search. Members are expected in declared order; another known name is
 * looked up, an unknown member is skipped by the strict pull reader. Blanks: one after ':' or ',' is as expected as
 * none.
 */
#include "codec/json_direct.h"

#include "json/pull.h"
#include "simd/quotes.h"
#include "text/number_parse.h"

enum { DIRECT_DEPTH = 64, DIRECT_WORDS = 4 };

_Thread_local size_t weft__direct_given_up;

typedef struct direct {
    const char *p;
    const uint16_t *q;
    char *image;
    size_t len;
    const char *text; /* the caller's: what borrowed strings point into */
    weft_arena *arena;
    const weft_decode_opts *opts;
    unsigned depth;
    const uint64_t *back;
} direct;

static bool direct_value(direct *d, const weft_node *node, void *out);

/* Names are short: two overlapping loads instead of a call. */
WEFT_INLINE bool direct_same(const char *a, const char *b, size_t n) {
    uint64_t x, y, u, v;
    if (weft_likely(n - 8 <= 8)) {
        memcpy(&x, a, 8), memcpy(&y, b, 8), memcpy(&u, a + n - 8, 8), memcpy(&v, b + n - 8, 8);
        return ((x ^ y) | (u ^ v)) == 0;
    }
    if (n < 8 && n >= 4) {
        uint32_t q, r, s, t;
        memcpy(&q, a, 4), memcpy(&r, b, 4), memcpy(&s, a + n - 4, 4), memcpy(&t, b + n - 4, 4);
        return ((q ^ r) | (s ^ t)) == 0;
    }
    if (n < 4) {
        for (size_t i = 0; i < n; i++)
            if (a[i] != b[i]) return false;
        return true;
    }
    return memcmp(a, b, n) == 0;
}

/* What is left of the text; p may have gone into the spaces behind it. */
WEFT_INLINE weft_str direct_rest(const direct *d) {
    size_t at = (size_t)(d->p - d->image);
    return WEFT_TEXT(d->p, at < d->len ? d->len - at : 0);
}

WEFT_INLINE void direct_blank(direct *d) {
    if (*d->p == ' ') d->p++;
}

/* Whether a backslash may stand in [from, to). */
WEFT_INLINE bool direct_back(const direct *d, size_t from, size_t to) {
    for (size_t b = from / 64; b <= to / 64; b++)
        if (d->back[b / 64] >> b % 64 & 1) return memchr(d->image + from, '\\', to - from) != NULL;
    return false;
}

/* The string at p, unescaped where it stands, with a NUL behind it. */
static bool direct_string(direct *d, weft_str *out, bool borrow, bool *escaped) {
    size_t from = (size_t)(d->p - d->image) + 1, to;
    *escaped = false;
    if (weft_unlikely(*d->p != '"')) return false; /* then it is the next one in the list */
    to = d->q[1];
    d->q += 2;
    d->p = d->image + to + 1;
    out->ptr = d->image + from;
    out->len = to - from;
    if (weft_unlikely(direct_back(d, from, to))) {
        weft__pull r; /* checks the escapes */
        weft_str raw;
        weft__pull_init(&r, WEFT_TEXT(d->image + from - 1, to - from + 2), 0);
        r.trust_utf8 = true; /* checked for the whole text */
        if (!weft__pull_string(&r, &raw, escaped)) return false;
        *escaped = true;
        out->len = weft__pull_unescape(d->image + from, raw);
        d->image[from + out->len] = 0;
    } else if (borrow) {
        out->ptr = d->text + from;
    } else {
        d->image[to] = 0;
    }
    return true;
}

static bool direct_text(direct *d, const weft_node *node, void *out) {
    weft_str s;
    bool escaped;
    if (node->one_of ||
        !direct_string(d, &s, node->kind == WEFT_TYPE_STR && (node->borrow || d->opts->borrow), &escaped))
        return false;
    if (s.len > node->max_len || s.len < node->min_len) return false;
    if (node->kind == WEFT_TYPE_STR) {
        weft_str *to =
            (weft_str *)out; /* by member: a struct built in memory and copied whole waits for its two stores */
        to->ptr = s.ptr;
        to->len = s.len;
        return true;
    }
    if (escaped && memchr(s.ptr, 0, s.len)) return false;
    if (node->kind == WEFT_TYPE_CSTR) {
        memcpy(out, &s.ptr, sizeof s.ptr);
        return true;
    }
    if (s.len >= node->n) return false;
    memset(out, 0, node->n);
    memcpy(out, s.ptr, s.len);
    return true;
}

static bool direct_integer(direct *d, const weft_node *node, void *out) {
    weft__number n;
    const char *end = weft__number_parse_swar(d->p, &n);
    if (weft_unlikely(!end)) return false;
    if (weft_unlikely(n.kind != WEFT__NUMBER_INT)) {
        if (n.kind != WEFT__NUMBER_UINT || node->kind != WEFT_TYPE_U64) return false;
    } else {
        const unsigned bits = 8 * node->size;
        bool fits = node->kind >= WEFT_TYPE_U8 ? n.i >= 0 && (bits == 64 || n.u >> bits % 64 == 0)
                                               : bits == 64 || (n.i >= -((int64_t)1 << (bits - 1) % 64) &&
                                                                n.i < (int64_t)1 << (bits - 1) % 64);
        if (weft_unlikely(!fits)) return false;
    }
    if (weft_unlikely(node->ranged)) {
        if (node->kind == WEFT_TYPE_U64 ? n.u < (uint64_t)node->range.min || n.u > (uint64_t)node->range.max
                                        : n.i < node->range.min || n.i > node->range.max)
            return false;
    }
    d->p = end;
    switch (node->size) {
    case 8: memcpy(out, &n.u, 8); break;
    case 4: {
        uint32_t v = (uint32_t)n.u;
        memcpy(out, &v, 4);
        break;
    }
    default: weft_node_store(node, out, n.i);
    }
    return true;
}

static bool direct_real(direct *d, const weft_node *node, void *out) {
    double v;
    if (node->kind == WEFT_TYPE_F32) { /* once rounded to double is not rounded to float */
        float f;
        size_t n = weft_real32_parse(direct_rest(d), &f);
        if (!n || f - f != 0) return false;
        if (node->ranged && !((double)f >= node->real_range.min && (double)f <= node->real_range.max)) return false;
        memcpy(out, &f, sizeof f);
        d->p += n;
        return true;
    }
    const char *end = weft__real_parse_swar(d->p, &v);
    if (weft_unlikely(!end || v - v != 0)) return false;
    if (node->ranged && !(v >= node->real_range.min && v <= node->real_range.max)) return false;
    memcpy(out, &v, sizeof v);
    d->p = end;
    return true;
}

static bool direct_bool(direct *d, void *out) {
    bool value = memcmp(d->p, "true", 4) == 0;
    if (!value && memcmp(d->p, "false", 5) != 0) return false;
    d->p += value ? 4 : 5;
    memcpy(out, &value, sizeof value);
    return true;
}

static bool direct_enum(direct *d, const weft_node *node, void *out) {
    weft_str s;
    bool escaped;
    if (node->by_value || !direct_string(d, &s, false, &escaped)) return false;
    const weft__names *names = weft__enum_names(node);
    int32_t row = names ? weft__names_find(names, s) : -1;
    if (row < 0) return false;
    weft_node_store(node, out, node->type->values[row].value);
    return true;
}

static bool direct_null(direct *d) {
    if (memcmp(d->p, "null", 4) != 0) return false;
    d->p += 4;
    return true;
}

/* Behind a member or element: 1 another follows, 0 it was the last, -1 something else. */
WEFT_INLINE int direct_next(direct *d, char closing) {
    char c = *d->p++;
    if (c == ',') {
        direct_blank(d);
        return 1;
    }
    return c == closing ? 0 : -1;
}

static bool direct_list(direct *d, const weft_node *node, void *out) {
    const weft_node *elem = node->elem;
    const size_t size = node->stride, first = size >= 256 ? 1 : size >= 64 ? 4 : 8;
    char *items = NULL;
    size_t count = 0, cap = 0;
    if (*d->p != '[' || node->count_size != sizeof(size_t) || d->depth >= DIRECT_DEPTH) return false;
    d->p++;
    d->depth++;
    if (*d->p == ']') {
        d->p++;
    } else {
        for (int more = 1; more; count++) {
            if (count >= node->max_len) return false;
            if (count == cap) {
                size_t wider = cap ? cap * 2 : first;
                if (wider > SIZE_MAX / 2 / size) return false;
                char *p = (char *)weft_arena_resize(d->arena, items, cap * size, wider * size, elem->align);
                if (!p) return false;
                items = p;
                cap = wider;
            }
            if (weft_unlikely(!direct_value(d, elem, items + count * size)) || (more = direct_next(d, ']')) < 0)
                return false;
        }
    }
    d->depth--;
    if (count < node->min_len) return false;
    if (cap > count) { /* gives the rest back where it is the newest block */
        char *p = (char *)weft_arena_resize(d->arena, items, cap * size, count * size, elem->align);
        if (p && d->arena->cur == p + count * size) cap = count;
    }
    if (!items && node->nullable && !(items = (char *)weft_arena_alloc(d->arena, 0, elem->align)))
        return false; /* [] is not null */
    memcpy(out, &items, sizeof items);
    memcpy((char *)out + node->count_off, &count, sizeof count);
    if (node->has_cap) memcpy((char *)out + node->count_off + sizeof(size_t), &cap, sizeof cap);
    return true;
}

static bool direct_array(direct *d, const weft_node *node, void *out) {
    if (*d->p != '[' || d->depth >= DIRECT_DEPTH || !node->n) return false;
    d->p++;
    d->depth++;
    for (uint32_t i = 0; i < node->n; i++)
        if (!direct_value(d, node->elem, (char *)out + i * node->stride) || direct_next(d, ']') != (i + 1 < node->n))
            return false;
    d->depth--;
    return true;
}

/* An unknown member's value: checked in full. */
static bool direct_skip(direct *d) {
    weft__pull r;
    weft__pull_init(&r, direct_rest(d), 0);
    r.trust_utf8 = true; /* checked for the whole text */
    r.depth = d->depth;
    if (!weft__pull_skip(&r, NULL)) return false;
    d->p = r.p;
    while (d->image + *d->q < d->p) d->q++; /* the list ends with the image's end */
    return true;
}

static bool direct_struct(direct *d, const weft__plan *plan, void *out) {
    uint64_t seen[DIRECT_WORDS] = { 0 };
    uint32_t next = 0;
    if (*d->p != '{' || d->depth >= DIRECT_DEPTH) return false;
    if (weft_unlikely(plan->words > DIRECT_WORDS || plan->attr->check || plan->has_dflt_fn || plan->sees_absence ||
                      plan->extra >= 0))
        return false;
    memcpy(out, plan->image, plan->type->size);
    d->p++;
    d->depth++;
    if (*d->p == '}') {
        d->p++;
    } else {
        for (int more = 1; more;) {
            const char *name = d->p + 1;
            int32_t i = -1;
            if (*d->p != '"') return false;
            size_t len = (size_t)(d->q[1] - d->q[0]) - 1, from = d->q[0] + 1u;
            if (weft_likely(next < plan->n && plan->members[next].key.len == len && !plan->more[next].no_decode &&
                            direct_same(plan->members[next].key.ptr, name, len) && !direct_back(d, from, from + len))) {
                i = (int32_t)next;
            } else {
                if (direct_back(d, from, from + len)) return false;
                i = weft__names_find(&plan->names, WEFT_TEXT(name, len));
            }
            d->q += 2;
            d->p = name + len + 1;
            if (*d->p++ != ':') return false;
            direct_blank(d);
            if (weft_likely(i >= 0)) {
                const weft_member *m = &plan->members[i];
                uint64_t bit = (uint64_t)1 << (i & 63);
                if (weft_unlikely(seen[i >> 6] & bit)) return false;
                seen[i >> 6] |= bit;
                next = (uint32_t)i + 1;
                if (weft_unlikely(!direct_value(d, m->node, (char *)out + m->offset))) return false;
            } else {
                weft_unknown policy = d->opts->unknown ? (weft_unknown)d->opts->unknown : plan->unknown;
                if (policy == WEFT_UNKNOWN_FORBID || !direct_skip(d)) return false;
            }
            if (weft_unlikely((more = direct_next(d, '}')) < 0)) return false;
        }
    }
    d->depth--;
    for (uint32_t w = 0; w < plan->words; w++)
        if (plan->required[w] & ~seen[w]) return false;
    if (plan->presence >= 0) {
        weft_presence *p = (weft_presence *)(void *)((char *)out + plan->members[plan->presence].offset);
        p->bits = plan->words ? seen[0] : 0;
    }
    return true;
}

static bool direct_opt(direct *d, const weft_node *node, void *out) {
    char *value = (char *)out + node->value_off;
    if (*d->p == 'n') {
        memset(out, 0, node->size);
        return direct_null(d);
    }
    memset(value, 0, node->elem->size);
    if (!direct_value(d, node->elem, value)) return false;
    *(bool *)out = true;
    return true;
}

static bool direct_ptr(direct *d, const weft_node *node, void *out) {
    if (*d->p == 'n') {
        memset(out, 0, sizeof(void *));
        return direct_null(d);
    }
    if (d->depth >= DIRECT_DEPTH) return false;
    void *p = weft_arena_alloc(d->arena, node->elem->size, node->elem->align ? node->elem->align : 1);
    if (!p) return false;
    memset(p, 0, node->elem->size);
    if (!direct_value(d, node->elem, p)) return false;
    memcpy(out, &p, sizeof p);
    return true;
}

static bool direct_value(direct *d, const weft_node *node, void *out) {
    if (weft_unlikely(node->conv || node->check || (node->nullable && *d->p == 'n'))) return false;
    switch (node->kind) {
    case WEFT_TYPE_BOOL: return direct_bool(d, out);
    case WEFT_TYPE_I8:
    case WEFT_TYPE_I16:
    case WEFT_TYPE_I32:
    case WEFT_TYPE_I64:
    case WEFT_TYPE_U8:
    case WEFT_TYPE_U16:
    case WEFT_TYPE_U32:
    case WEFT_TYPE_U64: return direct_integer(d, node, out);
    case WEFT_TYPE_F32:
    case WEFT_TYPE_F64: return direct_real(d, node, out);
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS: return direct_text(d, node, out);
    case WEFT_TYPE_ENUM: return direct_enum(d, node, out);
    case WEFT_TYPE_STRUCT: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        return plan && direct_struct(d, plan, out);
    }
    case WEFT_TYPE_LIST: return direct_list(d, node, out);
    case WEFT_TYPE_ARRAY: return direct_array(d, node, out);
    case WEFT_TYPE_OPT: return direct_opt(d, node, out);
    case WEFT_TYPE_PTR: return direct_ptr(d, node, out);
    default: return false;
    }
}

bool weft__direct_decode(const weft__plan *plan, void *out, weft_str text, weft_arena *arena,
                         const weft_decode_opts *opts) {
    uint16_t list[WEFT__QUOTES_BYTES];
    weft__quotes_facts facts;
    size_t len = text.len;
    while (len && (text.ptr[len - 1] == '\n' || text.ptr[len - 1] == '\r' || text.ptr[len - 1] == ' ')) len--;
    if (len < 2 || len > WEFT__DIRECT_MOST || opts->layer) return false;
    /* whole blocks, and room for the widest look ahead */
    size_t blocks = (len + 63) / 64, room = 64 * blocks + 64;
    char *image = (char *)weft_arena_alloc(arena, room, 64);
    if (!image) return false;
    memcpy(image, text.ptr, len);
    memset(image + len, ' ', room - len);
    weft__quotes()(image, blocks, list, &facts);
    bool good = !facts.control && facts.count % 2 == 0;
    if (good && facts.high && !opts->trust_utf8) good = weft_utf8_valid(WEFT_TEXT(image, len)) == len;
    if (good) {
        list[facts.count] = list[facts.count + 1] = (uint16_t)len;
        direct d = { image, list, image, len, text.ptr, arena, opts, 0, facts.back };
        good = direct_value(&d, &plan->root, out) && d.p == image + len;
    }
    if (!good) {
        weft__direct_given_up++;
        weft_arena_resize(arena, image, room, 0, 64); /* given back where nothing else came behind it */
    }
    return good;
}
