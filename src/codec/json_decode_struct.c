/* JSON text -> structs: members in the order expected, then by name; unknown, duplicate and missing ones; defaults;
 * presence. */
#include "codec/json_decode.h"
#include "base/error.h"

enum { STRUCT_WORDS = 4 }; /* of "seen" bits on the stack; more come from the arena */

typedef struct struct_run {
    const weft__plan *plan;
    char *out;
    uint64_t *seen;
    const weft_str *tag; /* a member to pass over, or NULL */
    bool keep, tag_seen;
} struct_run;

/* A name without its escapes. NULL ptr: out of memory. */
static weft_str struct_name(weft__dec *d, weft_str raw, bool escaped) {
    if (!escaped) return raw;
    weft_str s = { NULL, 0 };
    char *p = (char *)weft_arena_alloc(d->arena, raw.len + 1, 1);
    if (!p) {
        weft__dec_memory(d);
        return s;
    }
    s.ptr = p;
    s.len = weft__pull_unescape(p, raw);
    return s;
}

static bool struct_keep_unknown(weft__dec *d, struct_run *run, weft_str name) {
    weft_extra *extra = (weft_extra *)(void *)(run->out + run->plan->members[run->plan->extra].offset);
    weft_str text;
    if (!weft__pull_skip(&d->r, &text)) return weft__dec_syntax(d);
    struct weft_extra_item item = { weft_arena_copy(d->arena, name), weft_arena_copy(d->arena, text) };
    if (!item.key.ptr || !item.text.ptr) return weft__dec_memory(d);
    size_t at = 0;
    while (at < extra->count && !weft_str_equal(extra->items[at].key, name)) at++;
    if (at < extra->count && (run->keep || d->opts->repeat == WEFT_REPEAT_LAST)) {
        extra->items[at] = item;
        return true;
    }
    if (!weft__list_grow(d->arena, extra, sizeof *extra->items)) return weft__dec_memory(d);
    extra->items[extra->count++] = item;
    return true;
}

static bool struct_unknown(weft__dec *d, struct_run *run, weft_str name, const char *name_at) {
    const weft__plan *plan = run->plan;
    if (run->tag && weft_str_equal(name, *run->tag)) {
        if (run->tag_seen)
            return weft__dec_error(d, WEFT_E_DUPLICATE, name_at, "duplicate member \"%.*s\"", WEFT_STR_ARG(name));
        run->tag_seen = true;
        return weft__pull_skip(&d->r, NULL) || weft__dec_syntax(d);
    }
    weft_unknown policy = d->opts->unknown ? (weft_unknown)d->opts->unknown : plan->unknown;
    if (policy == WEFT_UNKNOWN_KEEP && plan->extra >= 0) return struct_keep_unknown(d, run, name);
    if (policy != WEFT_UNKNOWN_FORBID) return weft__pull_skip(&d->r, NULL) || weft__dec_syntax(d);
    weft_str near = weft__names_nearest(&plan->names, name);
    weft_str shown = name;
    if (shown.len > 48) shown.len = 48;
    if (near.ptr)
        return weft__dec_error(d, WEFT_E_UNKNOWN, name_at, "unknown member \"%.*s\"; did you mean \"%.*s\"?",
                               WEFT_STR_ARG(shown), WEFT_STR_ARG(near));
    return weft__dec_error(d, WEFT_E_UNKNOWN, name_at, "unknown member \"%.*s\"", WEFT_STR_ARG(shown));
}

/* The value of member i. */
static bool struct_member(weft__dec *d, struct_run *run, uint32_t i, const char *name_at) {
    const weft__plan *plan = run->plan;
    const weft_member *m = &plan->members[i];
    uint64_t bit = (uint64_t)1 << (i & 63);
    if (weft_unlikely(run->seen[i >> 6] & bit)) {
        weft_repeat policy = d->opts->repeat ? (weft_repeat)d->opts->repeat : plan->repeat;
        if (policy != WEFT_REPEAT_LAST)
            return weft__dec_error(d, WEFT_E_DUPLICATE, name_at, "duplicate member \"%.*s\"", WEFT_STR_ARG(m->key));
        if (!run->keep) weft__member_default(plan, i, run->out + m->offset, d->opts->ctx);
    }
    run->seen[i >> 6] |= bit;
    size_t from = d->n;
    const char *at = d->r.p;
    uint32_t depth = d->r.depth;
    if (weft_likely(weft__dec_value(d, m->node, run->out + m->offset, run->keep))) return true;
    if (!m->attr->lenient || d->fatal) return false;
    d->n = from; /* the error is forgotten and the default stands in */
    if (!weft__dec_step_over(d, at, depth)) return false;
    weft__member_default(plan, i, run->out + m->offset, d->opts->ctx);
    return true;
}

/* The step between two members in its usual form, "," and then exactly the member expected next with its quotes and
 * colon: true, now in front of its value. Anything else is left for the general way, untouched. */
WEFT_INLINE bool struct_predicted(weft__dec *d, const weft__plan *plan, uint32_t next, bool first) {
    weft__pull *r = &d->r;
    if (next >= plan->n || plan->more[next].no_decode) return false;
    unsigned char c = weft__pull_peek(r);
    const char *p = r->p;
    if (!first) {
        if (c != ',') return false;
        p++;
        if (p < r->end && *p <= ' ') p = weft__pull_blank(p, r->end);
    }
    weft_str name = plan->more[next].expected;
    if ((size_t)(r->end - p) <= name.len || memcmp(p, name.ptr, name.len) != 0) return false;
    p += name.len;
    if (*p <= ' ') {
        const char *before = r->p;
        r->p = p;
        if (weft__pull_peek(r)) return true;
        r->p = before;
        return false;
    }
    r->p = p;
    return true;
}

static bool struct_members(weft__dec *d, struct_run *run) {
    const weft__plan *plan = run->plan;
    bool first = true, escaped, bad = false;
    uint32_t next = 0;
    weft_str raw;
    for (;;) {
        if (weft_likely(struct_predicted(d, plan, next, first))) {
            const uint32_t i = next++;
            uint64_t bit = (uint64_t)1 << (i & 63);
            if (weft_likely(!(run->seen[i >> 6] & bit) && !plan->members[i].attr->lenient && !d->collect)) {
                run->seen[i >> 6] |= bit;
                first = false;
                if (weft_likely(
                        weft__dec_value(d, plan->members[i].node, run->out + plan->members[i].offset, run->keep)))
                    continue;
                weft__dec_in_member(d, 0, plan->members[i].key);
                return false;
            }
            /* the same member read again by the general way */
            const char *value = d->r.p;
            while (*--value != ':') {
            }
            d->r.p = value + 1 - plan->more[i].expected.len;
            raw = WEFT_TEXT(d->r.p + 1, plan->more[i].expected.len - 3);
            escaped = memchr(raw.ptr, '\\', raw.len) != NULL;
            d->r.p = value + 1;
            weft__pull_peek(&d->r);
        } else {
            int more = weft__pull_member(&d->r, first, &raw, &escaped);
            if (!more) break;
            if (more < 0) return weft__dec_syntax(d);
        }
        first = false;
        const char *name_at = raw.ptr - 1, *at = d->r.p;
        uint32_t depth = d->r.depth;
        size_t from = d->n;
        int32_t i;
        weft_str name = struct_name(d, raw, escaped);
        if (!name.ptr) return false;
        i = weft__names_find(&plan->names, name);
        bool good;
        if (i >= 0) {
            next = (uint32_t)i + 1;
            good = struct_member(d, run, (uint32_t)i, name_at);
        } else {
            good = struct_unknown(d, run, name, name_at);
        }
        if (weft_unlikely(!good)) {
            weft__dec_in_member(d, from, name);
            if (!d->collect || !weft__dec_step_over(d, at, depth)) return false;
            bad = true;
        }
    }
    return !bad;
}

static bool struct_missing(weft__dec *d, struct_run *run, const char *at) {
    const weft__plan *plan = run->plan;
    bool bad = false;
    if (!run->keep) {
        for (uint32_t w = 0; w < plan->words; w++) {
            uint64_t lost = plan->required[w] & ~run->seen[w];
            for (uint32_t b = 0; lost && b < 64; b++) {
                if (!(lost >> b & 1)) continue;
                size_t from = d->n;
                weft__dec_error(d, WEFT_E_REQUIRED, at, "%s", weft_status_text(WEFT_E_REQUIRED));
                weft__dec_in_member(d, from, plan->members[w * 64 + b].key);
                if (!d->collect || d->fatal) return false;
                bad = true;
            }
        }
    }
    if (bad || (!plan->has_dflt_fn && !plan->sees_absence)) return !bad;
    for (uint32_t i = 0; i < plan->n; i++) {
        const weft_member *m = &plan->members[i];
        if (run->seen[i >> 6] >> (i & 63) & 1) continue;
        if (m->attr->dflt_fn && !run->keep) m->attr->dflt_fn(run->out + m->offset, d->opts->ctx);
        if (!m->attr->conv || run->keep) continue;
        size_t from = d->n;
        if (!weft__dec_absent(d, m->node, run->out + m->offset)) {
            weft__dec_in_member(d, from, m->key);
            return false;
        }
    }
    return true;
}

bool weft__dec_struct(weft__dec *d, const weft__plan *plan, void *out, bool keep, const weft_str *tag) {
    uint64_t few[STRUCT_WORDS];
    struct_run run = { plan, (char *)out, few, tag, keep, false };
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    if (c != '{') return weft__dec_expected(d, &plan->root, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    if (plan->words > STRUCT_WORDS) {
        run.seen = (uint64_t *)weft_arena_alloc(d->arena, plan->words * sizeof(uint64_t), sizeof(uint64_t));
        if (!run.seen) return weft__dec_memory(d);
    }
    for (uint32_t w = 0; w < plan->words; w++) run.seen[w] = 0;
    if (!keep) memcpy(out, plan->image, plan->type->size);
    if (!weft__dec_enter(d, &plan->root)) return false;
    if (!struct_members(d, &run) || !struct_missing(d, &run, at)) return false;
    if (plan->presence >= 0) {
        weft_presence *p = (weft_presence *)(void *)(run.out + plan->members[plan->presence].offset);
        p->bits = plan->words ? run.seen[0] : 0;
    }
    const char *problem = plan->attr->check ? plan->attr->check(out, d->opts->ctx) : NULL;
    return problem ? weft__dec_error(d, WEFT_E_CHECK, at, "%s", problem) : true;
}
