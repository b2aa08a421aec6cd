/* Equality and hash of values, by what they mean and not how they are spelled. */
#include "edit/node.h"

#include "base/alloc.h"

#include <weft/text.h>

/* ---- numbers ---------------------------------------------------------------------------------------------------- */
/* A number in its one normal form: an integer of 64 bits if it is one, else a double. */
typedef struct equal_number {
    weft_kind
        kind; /* WEFT_INT (also when positive), WEFT_UINT (above INT64_MAX), WEFT_REAL, WEFT_RAW: not convertible */
    uint64_t bits;
} equal_number;

static equal_number equal_normal(const weft__cell *c) {
    equal_number n = { weft__cell_kind(c), c->u };
    double d = c->d;
    if (n.kind == WEFT_INT || n.kind == WEFT_UINT) return n;
    if (n.kind == WEFT_RAW) {
        weft_str s = weft__cell_str(c);
        int64_t i;
        uint64_t u;
        if (weft_int_parse(s, &i) == s.len) {
            n.kind = WEFT_INT;
            n.bits = (uint64_t)i;
            return n;
        }
        if (weft_uint_parse(s, &u) == s.len) {
            n.kind = WEFT_UINT;
            n.bits = u;
            return n;
        }
        if (weft_real_parse(s, &d) != s.len) {
            n.bits = 0;
            return n;
        }
    }
    n.kind = WEFT_REAL;
    if (d >= -9223372036854775808.0 && d < 9223372036854775808.0 && (double)(int64_t)d - d == 0) {
        n.kind = WEFT_INT; /* -0.0 is 0 */
        n.bits = (uint64_t)(int64_t)d;
    } else if (d >= 9223372036854775808.0 && d < 18446744073709551616.0) {
        n.kind = WEFT_UINT; /* doubles of that size are whole */
        n.bits = (uint64_t)d;
    } else {
        if (!(d >= 0 || d < 0)) n.bits = UINT64_C(0x7ff8000000000000);
        else memcpy(&n.bits, &d, sizeof d);
    }
    return n;
}

static bool equal_scalars(const weft__cell *a, const weft__cell *b) {
    weft_kind ka = weft__cell_kind(a), kb = weft__cell_kind(b);
    bool na = ka >= WEFT_INT && ka <= WEFT_RAW, nb = kb >= WEFT_INT && kb <= WEFT_RAW;
    if (na && nb) {
        if (ka == kb && ka < WEFT_REAL) return a->u == b->u;
        equal_number x = equal_normal(a), y = equal_normal(b);
        if (x.kind == WEFT_RAW && y.kind == WEFT_RAW) return weft_str_equal(weft__cell_str(a), weft__cell_str(b));
        return x.kind == y.kind && x.bits == y.bits;
    }
    if (ka != kb) return false;
    if (ka == WEFT_STRING) return weft_str_equal(weft__cell_str(a), weft__cell_str(b));
    return ka == WEFT_NULL || a->u == b->u;
}

/* ---- members in the order of names ------------------------------------------------------------------------------ */
void weft__members_sorted(const weft__cell *object, const weft__cell **at) {
    size_t n = (size_t)weft__cell_size(object);
    const weft__cell *c = object + 1;
    for (size_t i = 0; i < n; i++, c = weft__cell_next(c + 1)) at[i] = c;
    const weft__cell **from = at, **to = at + n;
    for (size_t width = 1; width < n; width *= 2) { /* merging upwards: stable */
        for (size_t left = 0; left < n; left += 2 * width) {
            size_t middle = n - left > width ? left + width : n, right = n - left > 2 * width ? left + 2 * width : n;
            size_t i = left, j = middle;
            for (size_t k = left; k < right; k++) {
                bool first = j >= right ||
                             (i < middle && weft_str_compare(weft__cell_str(from[i]), weft__cell_str(from[j])) <= 0);
                to[k] = first ? from[i++] : from[j++];
            }
        }
        const weft__cell **t = from;
        from = to;
        to = t;
    }
    if (from != at) memcpy((void *)at, (const void *)from, n * sizeof *at);
}

bool weft__members_repeat(const weft__cell **sorted, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (weft_str_equal(weft__cell_str(sorted[i - 1]), weft__cell_str(sorted[i]))) return true;
    return false;
}

/* ---- equality --------------------------------------------------------------------------------------------------- */
/* Two containers that are compared. Objects whose names come in the same order are compared like arrays. */
typedef struct equal_level {
    const weft__cell *a, *b;   /* next children (of objects: keys) */
    const weft__cell **sorted; /* a's members, then b's, each with room to sort; NULL: as they come */
    size_t left, n;
    bool object;
} equal_level;

enum { EQUAL_LEVELS = 32 };
typedef struct equal_walk {
    equal_level first[EQUAL_LEVELS], *at;
    size_t len, cap;
    const weft_alloc *alloc;
} equal_walk;

static bool equal_same_order(const weft__cell *a, const weft__cell *b) {
    const weft__cell *x = a + 1, *y = b + 1;
    for (uint64_t n = weft__cell_size(a); n--; x = weft__cell_next(x + 1), y = weft__cell_next(y + 1))
        if (!weft_str_equal(weft__cell_str(x), weft__cell_str(y))) return false;
    return true;
}

static weft_status equal_enter(equal_walk *w, const weft__cell *a, const weft__cell *b, bool *differ) {
    if (w->len == w->cap) {
        bool first = w->at == w->first;
        equal_level *at = (equal_level *)weft__resize(w->alloc, first ? NULL : w->at, first ? 0 : w->cap * sizeof *at,
                                                      w->cap * 2 * sizeof *at);
        if (!at) return WEFT_E_MEMORY;
        if (first) memcpy(at, w->first, sizeof w->first);
        w->at = at;
        w->cap *= 2;
    }
    equal_level *l = &w->at[w->len];
    l->object = weft__cell_kind(a) == WEFT_OBJECT;
    l->a = a + 1;
    l->b = b + 1;
    l->left = l->n = (size_t)weft__cell_size(a);
    l->sorted = NULL;
    if (l->object && !equal_same_order(a, b)) {
        size_t n = l->n;
        if (n > SIZE_MAX / 4 / sizeof *l->sorted) return WEFT_E_MEMORY;
        const weft__cell **s = (const weft__cell **)weft__alloc(w->alloc, 4 * n * sizeof *s);
        if (!s) return WEFT_E_MEMORY;
        weft__members_sorted(a, s);
        weft__members_sorted(b, s + 2 * n);
        for (size_t i = 0; i < n && !*differ; i++)
            *differ = !weft_str_equal(weft__cell_str(s[i]), weft__cell_str(s[2 * n + i]));
        l->sorted = s;
    }
    w->len++;
    return WEFT_OK;
}
static void equal_leave(equal_walk *w) {
    equal_level *l = &w->at[--w->len];
    if (l->sorted) weft__release(w->alloc, (void *)l->sorted, 4 * l->n * sizeof *l->sorted);
}

weft_status weft_json_equal(weft_json va, weft_json vb, bool *equal, const weft_alloc *alloc) {
    equal_walk w;
    weft_status st = WEFT_OK;
    const weft__cell *a = va.cell, *b = vb.cell;
    bool differ = false;
    w.at = w.first;
    w.len = 0;
    w.cap = EQUAL_LEVELS;
    w.alloc = alloc;
    *equal = a == b; /* both nothing, or the very same */
    if (!a || !b || a == b) return WEFT_OK;
    for (;;) {
        if (weft__cell_is_container(a)) {
            differ = weft__cell_kind(a) != weft__cell_kind(b) || weft__cell_size(a) != weft__cell_size(b);
            if (!differ && a != b && weft__cell_size(a)) st = equal_enter(&w, a, b, &differ);
        } else {
            differ = !equal_scalars(a, b);
        }
        while (!differ && !st && w.len && !w.at[w.len - 1].left) equal_leave(&w);
        if (differ || st || !w.len) break;
        equal_level *l = &w.at[w.len - 1];
        size_t i = l->n - l->left--;
        if (l->sorted) {
            a = l->sorted[i] + 1;
            b = l->sorted[2 * l->n + i] + 1;
        } else {
            a = l->a + l->object;
            b = l->b + l->object;
            l->a = weft__cell_next(a);
            l->b = weft__cell_next(b);
        }
    }
    while (w.len) equal_leave(&w);
    if (w.at != w.first) weft__release(alloc, w.at, w.cap * sizeof *w.at);
    *equal = !differ && !st;
    return st;
}

/* ---- hash ------------------------------------------------------------------------------------------------------- */
static uint64_t equal_mix(uint64_t h) { /* the finalizer of MurmurHash3 (Appleby, public domain) */
    h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ h >> 33;
}
static uint64_t equal_hash_str(weft_str s) {
    uint64_t h = UINT64_C(0x51ed270b7a1f3c95) ^ s.len;
    for (size_t i = 0; i < s.len; i += 8) {
        uint64_t word = 0;
        size_t n = s.len - i < 8 ? s.len - i : 8;
        memcpy(&word, s.ptr + i, n);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return equal_mix(h);
}
static uint64_t equal_hash_scalar(const weft__cell *c) {
    weft_kind k = weft__cell_kind(c);
    if (k == WEFT_STRING) return equal_hash_str(weft__cell_str(c));
    if (k == WEFT_NULL) return UINT64_C(0x2127599bf4325c37);
    if (k == WEFT_BOOL) return equal_mix(UINT64_C(0x880355f21e6d1965) + c->u);
    equal_number n = equal_normal(c);
    if (n.kind == WEFT_RAW) return equal_hash_str(weft__cell_str(c));
    return equal_mix(n.bits ^ ((uint64_t)n.kind << 59 | 0x5bd1e995));
}

typedef struct equal_hash_level {
    const weft__cell *next, *end;
    uint64_t sum, name; /* name: hash of the member's name that is being done */
    bool object;
} equal_hash_level;

weft_status weft_json_hash(weft_json v, uint64_t *hash, const weft_alloc *alloc) {
    equal_hash_level first[EQUAL_LEVELS], *at = first;
    size_t len = 0, cap = EQUAL_LEVELS;
    const weft__cell *c = v.cell;
    uint64_t h = 0;
    *hash = 0;
    if (!c) return WEFT_OK;
    for (;;) {
        if (weft__cell_is_container(c)) {
            if (len == cap) {
                bool inside = at == first;
                equal_hash_level *grown = (equal_hash_level *)weft__resize(
                    alloc, inside ? NULL : at, inside ? 0 : cap * sizeof *at, cap * 2 * sizeof *at);
                if (!grown) {
                    if (!inside) weft__release(alloc, at, cap * sizeof *at);
                    return WEFT_E_MEMORY;
                }
                if (inside) memcpy(grown, first, sizeof first);
                at = grown;
                cap *= 2;
            }
            equal_hash_level *l = &at[len++];
            l->object = weft__cell_kind(c) == WEFT_OBJECT;
            l->next = c + 1;
            l->end = c + c->extent;
            l->sum = weft__cell_size(c) ^ (l->object ? UINT64_C(0x6a09e667f3bcc908) : UINT64_C(0xbb67ae8584caa73b));
            l->name = 0;
        } else {
            h = equal_hash_scalar(c);
            if (!len) break;
            equal_hash_level *l = &at[len - 1];
            l->sum = l->object ? l->sum + equal_mix(h + l->name) : equal_mix(l->sum * 31 + h);
        }
        while (len && at[len - 1].next == at[len - 1].end) {
            h = equal_mix(at[--len].sum);
            if (!len) break;
            equal_hash_level *l = &at[len - 1];
            l->sum = l->object ? l->sum + equal_mix(h + l->name) : equal_mix(l->sum * 31 + h);
        }
        if (!len) break;
        equal_hash_level *l = &at[len - 1];
        if (l->object) {
            weft_str name = weft__cell_str(l->next);
            l->name = equal_hash_str(name) * 3;
            l->next++;
        }
        c = l->next;
        l->next = weft__cell_next(c);
    }
    if (at != first) weft__release(alloc, at, cap * sizeof *at);
    *hash = h;
    return WEFT_OK;
}
