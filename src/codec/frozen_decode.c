/* Frozen message -> typed value, driven by a program (frozen_plan.h). With v == NULL nothing is stored: the verifier.
 *
 * Bounds: p <= end always; a step compares what it needs with end - p before it reads. A count is compared with
 * (end - p) / (fewest bytes of an element) before memory is taken for it.
 */
#include "codec/frozen_plan.h"
#include "base/error.h"
#include "base/opts.h"
#include "type/root.h"

#include <weft/frozen.h>

typedef struct fd_state {
    const unsigned char *start, *p, *end;
    weft_arena *arena;
    weft_thaw_opts o;
    weft_error *err;
    weft_status code;
    uint32_t depth;
} fd_state;

static bool fd_prog(fd_state *d, const weft__fz_prog *g, char *v);

WEFT_NOINLINE static bool fd_fail_at(fd_state *d, weft_status code, const unsigned char *at, const char *reason) {
    d->code = weft__error_set(d->err, code, WEFT_STAGE_DECODE, reason ? "%s" : NULL, reason);
    if (d->err) {
        d->err->placed = true;
        d->err->offset = (size_t)(at - d->start);
    }
    return false;
}
static bool fd_fail(fd_state *d, weft_status code, const char *reason) { return fd_fail_at(d, code, d->p, reason); }
WEFT_NOINLINE static bool fd_short(fd_state *d) { return fd_fail_at(d, WEFT_E_SHORT, d->end, NULL); }
WEFT_NOINLINE static bool fd_no_memory(fd_state *d) {
    return fd_fail(d, d->arena->limit ? WEFT_E_ALLOCATION : WEFT_E_MEMORY, NULL);
}
WEFT_INLINE size_t fd_left(const fd_state *d) { return (size_t)(d->end - d->p); }

static void *fd_alloc(fd_state *d, size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size) {
        fd_no_memory(d);
        return NULL;
    }
    void *p = weft_arena_alloc(d->arena, count * size, 16);
    if (!p) fd_no_memory(d);
    return p;
}

/* Length or count. */
WEFT_INLINE bool fd_u32(fd_state *d, uint32_t *v) {
    if (weft_unlikely(fd_left(d) < 4)) return fd_short(d);
    *v = weft__load32le(d->p);
    d->p += 4;
    return true;
}

WEFT_NOINLINE static bool fd_utf8_slow(fd_state *d, weft_str s) {
    size_t good = weft_utf8_valid(s);
    return good == s.len || fd_fail_at(d, WEFT_E_UTF8, d->p + good, NULL);
}
WEFT_INLINE bool fd_utf8(fd_state *d, weft_str s) {
    if (d->o.trust_utf8 || (s.len <= 64 && weft_likely(weft__fz_ascii(s.ptr, s.len)))) return true;
    return fd_utf8_slow(d, s);
}

/* The string at p: its length, checked; p stands at its first byte. */
WEFT_INLINE bool fd_string(fd_state *d, bool utf8, weft_str *s) {
    uint32_t len = 0;
    if (!fd_u32(d, &len)) return false;
    if (weft_unlikely(len > fd_left(d))) return fd_short(d);
    *s = WEFT_TEXT((const char *)d->p, len);
    return !utf8 || fd_utf8(d, *s);
}

static bool fd_text(fd_state *d, const weft_node *node, char *v) {
    weft_str s = { "", 0 };
    if (!fd_string(d, node->kind != WEFT_TYPE_BYTES, &s)) return false;
    if (node->kind == WEFT_TYPE_CSTR || node->kind == WEFT_TYPE_CHARS) {
        const char *nul = s.len ? (const char *)memchr(s.ptr, 0, s.len) : NULL;
        if (nul) return fd_fail_at(d, WEFT_E_NUL, (const unsigned char *)nul, NULL);
        if (node->kind == WEFT_TYPE_CHARS) {
            if (s.len >= node->n) return fd_fail(d, WEFT_E_FIT, "a string longer than its array holds");
            if (v) {
                memcpy(v, s.ptr, s.len);
                memset(v + s.len, 0, node->n - s.len);
            }
            d->p += s.len;
            return true;
        }
    }
    d->p += s.len;
    if (!v) return true;
    if (!d->o.borrow || node->kind == WEFT_TYPE_CSTR) {
        s = weft_arena_copy(d->arena, s);
        if (!s.ptr) return fd_no_memory(d);
    }
    if (node->kind == WEFT_TYPE_CSTR) memcpy(v, &s.ptr, sizeof s.ptr);
    else memcpy(v, &s, sizeof s);
    return true;
}

static bool fd_enum(fd_state *d, const weft__fz_op *op, char *v, int64_t *value) {
    uint64_t x = 0;
    if (fd_left(d) < op->width) return fd_short(d);
    for (unsigned i = 0; i < op->width; i++) x |= (uint64_t)d->p[i] << 8 * i;
    unsigned unused = 64 - 8u * op->width;
    int64_t n = op->is_signed ? (int64_t)(x << unused) >> unused : (int64_t)x;
    if (!d->o.trust && !op->node->open) {
        if (op->node->kind == WEFT_TYPE_FLAGS) {
            if (x & ~op->span) return fd_fail(d, WEFT_E_ENUM, "bits without a name");
        } else if ((uint64_t)n - (uint64_t)op->low > op->span && weft__enum_row(op->node, n) < 0) {
            return fd_fail(d, WEFT_E_ENUM, NULL);
        }
    }
    if (op->node->size < op->width) { /* a packed enum of C */
        int64_t most = op->node->size == 1 ? 255 : 65535;
        if (n > most || n < -(most / 2) - 1) return fd_fail(d, WEFT_E_FIT, NULL);
    }
    d->p += op->width;
    *value = n;
    if (v) weft_node_store(op->node, v, n);
    return true;
}

static bool fd_numbers(fd_state *d, const weft__fz_op *op, char *v) {
    size_t size = (size_t)op->n * op->width;
    if (fd_left(d) < size) return fd_short(d);
    for (uint32_t i = 0; i < op->n && v; i++)
        for (unsigned k = 0; k < op->width; k++)
            v[i * op->width + (WEFT_BIG_ENDIAN ? op->width - 1 - k : k)] = (char)d->p[i * op->width + k];
    d->p += size;
    return true;
}

static bool fd_native(fd_state *d, const weft__fz_op *op, char *v) {
    if (fd_left(d) < 8) return fd_short(d);
    uint64_t x = weft__load64le(d->p);
    unsigned bits = 8 * op->node->size;
    if (bits < 64 && (op->is_signed ? (uint64_t)((int64_t)(x << (64 - bits)) >> (64 - bits)) != x : x >> bits != 0))
        return fd_fail(d, WEFT_E_RANGE, "a number that this machine's type does not hold");
    d->p += 8;
    if (v) weft_node_store(op->node, v, (int64_t)x);
    return true;
}

static bool fd_store_count(fd_state *d, const weft_node *node, char *v, size_t n, const void *items, bool owned) {
    memcpy(v, &items, sizeof items);
    if (node->count_size < 8 && (uint64_t)n >> 8 * node->count_size)
        return fd_fail(d, WEFT_E_FIT, "more than its count member holds");
    weft_node count = { .kind = WEFT_TYPE_U64, .size = node->count_size };
    weft_node_store(&count, v + node->count_off, (int64_t)n);
    if (node->has_cap) {
        size_t cap = owned ? n : 0;
        memcpy(v + node->count_off + sizeof(size_t), &cap, sizeof cap);
    }
    return true;
}

/* The count at p, no larger than the bytes behind it allow. */
static bool fd_count(fd_state *d, uint64_t least, uint32_t *n) {
    const unsigned char *at = d->p;
    if (!fd_u32(d, n)) return false;
    if (*n > fd_left(d) / (least ? least : 1)) return fd_fail_at(d, WEFT_E_SHORT, at, "a count beyond what is left");
    return true;
}

static bool fd_list(fd_state *d, const weft__fz_op *op, char *v) {
    const weft__fz_prog *sub = op->sub;
    uint32_t n = 0;
    if (!fd_count(d, sub->min, &n)) return false;
    if (sub->bulk) {
        size_t size = (size_t)n * sub->size; /* sub->min is sub->size */
        const unsigned char *from = d->p;
        d->p += size;
        if (!v) return true;
        bool in_place = d->o.borrow && !((uintptr_t)from & (op->node->elem->align - 1u));
        if (in_place) return fd_store_count(d, op->node, v, n, from, false);
        void *items = fd_alloc(d, n, sub->size);
        if (!items) return false;
        if (size) memcpy(items, from, size);
        return fd_store_count(d, op->node, v, n, items, true);
    }
    char *items = NULL;
    size_t stride = op->node->stride;
    if (v) {
        items = (char *)fd_alloc(d, n, stride);
        if (!items || !fd_store_count(d, op->node, v, n, items, true)) return false;
        memset(items, 0, n * stride);
    }
    for (size_t i = 0; i < n; i++)
        if (!fd_prog(d, sub, items ? items + i * stride : NULL)) {
            weft__error_path_index(d->err, i);
            return false;
        }
    return true;
}

static bool fd_map(fd_state *d, const weft__fz_op *op, char *v) {
    static const weft_node text = { .kind = WEFT_TYPE_STR };
    const weft_node *node = op->node;
    uint32_t n = 0;
    weft_str before = { "", 0 };
    int64_t number = 0;
    if (!fd_count(d, (op->key ? op->key->min : 4) + op->sub->min, &n)) return false;
    char *items = NULL;
    if (v) {
        items = (char *)fd_alloc(d, n, node->stride);
        if (!items || !fd_store_count(d, node, v, n, items, true)) return false;
        memset(items, 0, (size_t)n * node->stride);
    }
    for (uint32_t i = 0; i < n; i++) {
        char *entry = items ? items + (size_t)i * node->stride : NULL;
        const unsigned char *at = d->p;
        weft_str key = { "", 0 };
        int order = -1;
        if (op->key) {
            int64_t x = 0;
            if (!fd_enum(d, op->key->ops, entry, &x)) return false;
            if (i) order = number < x ? -1 : number > x;
            number = x;
        } else {
            if (!fd_text(d, &text, entry)) return false;
            key = WEFT_TEXT((const char *)at + 4, (size_t)(d->p - at) - 4);
            if (i) order = weft_str_compare(before, key);
            before = key;
        }
        if (order >= 0 && !d->o.trust)
            return fd_fail_at(d, order ? WEFT_E_ORDER : WEFT_E_DUPLICATE, at, order ? NULL : "a key stands twice");
        if (!fd_prog(d, op->sub, entry)) {
            if (!op->key) weft__error_path_member(d->err, key);
            return false;
        }
    }
    return true;
}

WEFT_INLINE bool fd_tag(fd_state *d, bool *has) {
    if (weft_unlikely(d->p == d->end)) return fd_short(d);
    if (weft_unlikely(*d->p > 1)) return fd_fail(d, WEFT_E_TAG, NULL);
    *has = *d->p++ != 0;
    return true;
}

static bool fd_opt(fd_state *d, const weft__fz_op *op, char *v) {
    bool has = false;
    if (!fd_tag(d, &has)) return false;
    if (v) *(bool *)(void *)v = has;
    if (has) return fd_prog(d, op->sub, v ? v + op->n : NULL);
    if (v) memset(v + op->n, 0, op->sub->size);
    return true;
}

static bool fd_ptr(fd_state *d, const weft__fz_op *op, char *v) {
    bool has = false;
    char *to = NULL;
    if (!fd_tag(d, &has)) return false;
    if (has && v) {
        to = (char *)fd_alloc(d, 1, op->sub->size);
        if (!to) return false;
        memset(to, 0, op->sub->size);
    }
    if (v) memcpy(v, &to, sizeof to);
    return !has || fd_prog(d, op->sub, to);
}

static bool fd_nullable(fd_state *d, const weft__fz_op *op, char *v) {
    bool has = false;
    if (!fd_tag(d, &has)) return false;
    if (has) return fd_prog(d, op->sub, v);
    if (!v) return true;
    if (op->node->kind == WEFT_TYPE_LIST || op->node->kind == WEFT_TYPE_MAP)
        return fd_store_count(d, op->node, v, 0, NULL, false);
    memset(v, 0, op->node->size);
    return true;
}

static bool fd_union(fd_state *d, const weft__fz_op *op, char *v) {
    if (fd_left(d) < op->width) return fd_short(d);
    uint32_t i = op->width == 2 ? weft__load16le(d->p) : d->p[0];
    if (i >= op->plan->n || !op->variants[i]) return fd_fail(d, WEFT_E_VARIANT, "no variant has this index");
    d->p += op->width;
    if (v) {
        weft_node tag = { .kind = WEFT_TYPE_U64, .size = op->n };
        memset(v, 0, op->node->size);
        weft_node_store(&tag, v, i);
    }
    if (fd_prog(d, op->variants[i], v)) return true;
    weft__error_path_member(d->err, weft_str_of(op->plan->members[i].name));
    return false;
}

static bool fd_array(fd_state *d, const weft__fz_op *op, char *v) {
    for (uint32_t i = 0; i < op->n; i++)
        if (!fd_prog(d, op->sub, v ? v + (size_t)i * op->sub->size : NULL)) {
            weft__error_path_index(d->err, i);
            return false;
        }
    return true;
}

/* Members that are not on the wire, or (evolvable) may be missing from it. */
static void fd_fill(const weft__fz_op *op, char *v) {
    const weft__plan *plan = op->plan;
    if (plan->image) memcpy(v, plan->image, plan->type->size);
    for (uint32_t i = 0; plan->has_dflt_fn && i < plan->n; i++)
        if (plan->members[i].attr->dflt_fn) weft__member_default(plan, i, v + plan->members[i].offset, NULL);
    if (plan->presence < 0) return;
    weft_presence seen = { 0 };
    for (uint32_t i = 0; i < plan->n && i < 64; i++) {
        const weft_member *m = &plan->members[i];
        if (!m->hidden && m->node->kind != WEFT_TYPE_EXTRA && m->node->kind != WEFT_TYPE_PRESENCE)
            seen.bits |= (uint64_t)1 << i;
    }
    memcpy(v + plan->members[plan->presence].offset, &seen, sizeof seen);
}

/* An older writer stopped before this member. */
static void fd_unsee(const weft__plan *plan, uint32_t member, char *v) {
    weft_presence seen;
    if (!v || plan->presence < 0) return;
    memcpy(&seen, v + plan->members[plan->presence].offset, sizeof seen);
    if (member < 64) seen.bits &= ((uint64_t)1 << member) - 1;
    memcpy(v + plan->members[plan->presence].offset, &seen, sizeof seen);
}

WEFT_INLINE bool fd_op(fd_state *d, const weft__fz_op *op, char *v) {
    int64_t ignored;
    switch (op->code) {
    case WEFT__FZ_RUN:
        if (weft_unlikely(fd_left(d) < op->n)) return fd_short(d);
        if (v) {
            if (op->n == 8) memcpy(v, d->p, 8);
            else if (op->n == 4) memcpy(v, d->p, 4);
            else if (op->n == 16) memcpy(v, d->p, 16);
            else memcpy(v, d->p, op->n);
        }
        d->p += op->n;
        return true;
    case WEFT__FZ_BOOLS:
        if (weft_unlikely(fd_left(d) < op->n)) return fd_short(d);
        for (uint32_t i = 0; i < op->n; i++) {
            if (weft_unlikely(d->p[i] > 1))
                return fd_fail_at(d, WEFT_E_TAG, d->p + i, "a bool that is neither 0 nor 1");
            if (v) v[i] = (char)d->p[i];
        }
        d->p += op->n;
        return true;
    case WEFT__FZ_NUMBERS: return fd_numbers(d, op, v);
    case WEFT__FZ_NATIVE: return fd_native(d, op, v);
    case WEFT__FZ_ENUM: return fd_enum(d, op, v, &ignored);
    case WEFT__FZ_TEXT: return fd_text(d, op->node, v);
    case WEFT__FZ_OPT: return fd_opt(d, op, v);
    case WEFT__FZ_PTR: return fd_ptr(d, op, v);
    case WEFT__FZ_NULLABLE: return fd_nullable(d, op, v);
    case WEFT__FZ_LIST: return fd_list(d, op, v);
    case WEFT__FZ_MAP: return fd_map(d, op, v);
    case WEFT__FZ_UNION: return fd_union(d, op, v);
    case WEFT__FZ_STRUCT: return fd_prog(d, op->sub, v);
    case WEFT__FZ_ARRAY: return fd_array(d, op, v);
    case WEFT__FZ_CHECK: {
        weft_status code = WEFT_E_CHECK;
        const char *problem = v && !d->o.trust ? weft__fz_check(op->node, v, d->o.ctx, &code) : NULL;
        return !problem || fd_fail(d, code, problem);
    }
    default:
        if (v) fd_fill(op, v);
        return true;
    }
}

static bool fd_prog(fd_state *d, const weft__fz_prog *g, char *v) {
    const unsigned char *outer_end = d->end;
    if (weft_unlikely(d->depth >= d->o.max_depth)) return fd_fail(d, WEFT_E_DEPTH, NULL);
    d->depth++;
    if (weft_unlikely(g->evolvable)) {
        uint32_t length = 0;
        if (!fd_u32(d, &length)) return false;
        if (length > fd_left(d)) return fd_short(d);
        d->end = d->p + length;
    }
    for (uint32_t i = 0; i < g->count; i++) { /* a unit has none */
        const weft__fz_op *op = &g->ops[i];
        if (weft_unlikely(op->starts) && d->p == d->end && op->member >= g->first) {
            fd_unsee(g->plan, op->member, v); /* an older writer: the rest keeps its defaults */
            break;
        }
        if (weft_unlikely(!fd_op(d, op, v ? v + op->off : NULL))) {
            for (const weft__fz_name *n = op->name; n; n = n->outer)
                weft__error_path_member(d->err, weft_str_of(n->name));
            return false;
        }
    }
    if (weft_unlikely(g->evolvable)) {
        d->p = d->end; /* members of a newer writer are skipped */
        d->end = outer_end;
    }
    if (weft_unlikely(g->plan != NULL) && v && !d->o.trust && g->plan->attr->check) {
        const char *problem = g->plan->attr->check(v, d->o.ctx);
        if (problem) return fd_fail(d, WEFT_E_CHECK, problem);
    }
    d->depth--;
    return true;
}

WEFT_INLINE void fd_options(weft_thaw_opts *o, const weft_thaw_opts *opts, size_t opts_size) {
    if (!opts) memset(o, 0, sizeof *o); /* sizes the compiler knows need no call */
    else if (opts_size == sizeof *o) *o = *opts;
    else weft__opts_copy(o, sizeof *o, opts, opts_size);
}

/* Decodes the whole of bytes; out NULL: only checks. */
static weft_status fd_message(const weft__fz *fz, void *out, weft_str bytes, weft_arena *arena, const weft_thaw_opts *o,
                              weft_error *err) {
    fd_state d;
    const unsigned char *start = (const unsigned char *)bytes.ptr;
    if (o->frame) {
        weft_frame frame;
        weft_status st = weft_frame_open(bytes, fz->hash, &frame, err);
        if (st) return st;
        bytes = frame.payload;
    }
    d.start = start;
    d.p = (const unsigned char *)bytes.ptr;
    d.end = d.p + bytes.len;
    d.arena = arena;
    d.o = *o;
    d.o.trust_utf8 |= o->trust;
    d.err = err;
    d.code = WEFT_OK;
    d.depth = 0;
    if (!d.o.max_depth) d.o.max_depth = 256;
    if (d.o.max_depth > 1024) d.o.max_depth = 1024;
    if (fd_prog(&d, fz->root, (char *)out)) {
        if (d.p == d.end) return WEFT_OK;
        fd_fail(&d, WEFT_E_LONG, NULL);
    }
    if (err && !err->path[0]) memcpy(err->path, "$", 2);
    return d.code;
}

weft_status weft__type_from_frozen(const weft_type *type, void *out, weft_str bytes, weft_arena *arena,
                                   const weft_thaw_opts *opts, size_t opts_size, weft_error *err) {
    union {
        char bytes[256];
        uint64_t word;
        void *pointer;
        long double real;
    } small;
    weft_thaw_opts o;
    weft_error mine;
    fd_options(&o, opts, opts_size);
    if (!type || !out || !arena) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_DECODE, NULL);
    const weft__fz *fz = weft__fz_of(type, err ? err : &mine);
    if (!fz) return err ? err->code : mine.code;
    bool fits = type->size <= sizeof small && type->align <= 16;
    void *trial = fits ? (void *)&small : weft_arena_alloc(arena, type->size, type->align > 16 ? type->align : 16);
    if (!trial) return weft__error_set(err, arena->limit ? WEFT_E_ALLOCATION : WEFT_E_MEMORY, WEFT_STAGE_DECODE, NULL);
    if (fits && type->size <= 64) memset(&small, 0, 64);
    else memset(trial, 0, type->size);
    weft_status st = fd_message(fz, trial, bytes, arena, &o, err);
    if (!st) memcpy(out, trial, type->size);
    return st;
}

void *weft__type_new_from_frozen(const weft_type *type, weft_str bytes, const weft_thaw_opts *opts, size_t opts_size,
                                 weft_error *err) {
    weft_thaw_opts o;
    fd_options(&o, opts, opts_size);
    const weft__fz *fz = type ? weft__fz_of(type, err) : NULL;
    if (!fz) {
        if (!type) weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_DECODE, NULL);
        return NULL;
    }
    void *root = weft__root_new(type, o.alloc, o.max_memory, err);
    if (root && fd_message(fz, root, bytes, weft_arena_of(root), &o, err)) {
        weft_free(root);
        return NULL;
    }
    return root;
}

weft_status weft__type_verify_frozen(const weft_type *type, weft_str bytes, const weft_thaw_opts *opts,
                                     size_t opts_size, weft_error *err) {
    weft_thaw_opts o;
    weft_error mine;
    fd_options(&o, opts, opts_size);
    if (!type) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_DECODE, NULL);
    const weft__fz *fz = weft__fz_of(type, err ? err : &mine);
    return fz ? fd_message(fz, NULL, bytes, NULL, &o, err) : err ? err->code : mine.code;
}
