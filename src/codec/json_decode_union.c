/* JSON text -> tagged unions. The tag in C is the variant's index.
 *
 *   external   {"file": {...}}            "stderr" for a variant without content (its null is accepted too)
 *   internal   {"type": "file", ...}      the tag may stand anywhere among the members
 *   adjacent   {"type": "file", "value": {...}}   in any order
 *   untagged   {...}                      exactly one variant fits, or the first one
 * A catch-all variant (weft_raw) takes the whole value where no other variant is named or fits.
 */
#include "codec/json_decode.h"
#include "base/error.h"

static void union_select(const weft__plan *plan, const weft_node *node, void *out, uint32_t i) {
    memset(out, 0, node->size);
    weft_node as = { .kind = WEFT_TYPE_U64, .size = plan->type->value_off };
    weft_node_store(&as, out, i);
}

static bool union_fill(weft__dec *d, const weft__plan *plan, const weft_node *node, uint32_t i, void *out,
                       const weft_str *tag) {
    const weft_member *m = &plan->members[i];
    char *at = (char *)out + m->offset;
    union_select(plan, node, out, i);
    if (m->node->kind == WEFT_TYPE_STRUCT && !m->node->conv && !m->node->check) {
        const weft__plan *inner = weft__plan_of(m->node->type, NULL);
        if (!inner) return weft__dec_no_plan(d, m->node->type);
        return weft__dec_struct(d, inner, at, false, tag);
    }
    return weft__dec_value(d, m->node, at, false);
}

static bool union_catch(weft__dec *d, const weft__plan *plan, const weft_node *node, void *out, const char *at,
                        uint32_t depth) {
    d->r.p = at;
    d->r.depth = depth;
    return union_fill(d, plan, node, (uint32_t)plan->catch_all, out, NULL);
}

static bool union_no_variant(weft__dec *d, const weft__plan *plan, weft_str name, const char *at) {
    char list[96];
    size_t n = 0;
    list[0] = 0;
    for (uint32_t i = 0; i < plan->n; i++) {
        weft_str key = plan->members[i].key;
        if ((int32_t)i == plan->catch_all) continue;
        if (n + key.len + 10 > sizeof list) {
            snprintf(list + n, sizeof list - n, ", ...");
            break;
        }
        n += (size_t)snprintf(list + n, sizeof list - n, "%s\"%.*s\"", n ? ", " : "", WEFT_STR_ARG(key));
    }
    if (name.len > 32) name.len = 32;
    return weft__dec_error(d, WEFT_E_VARIANT, at, "expected one of %s, got \"%.*s\"", list, WEFT_STR_ARG(name));
}

/* The variant a name stands for; -1 with *stop set: memory ran out. */
static int32_t union_variant(weft__dec *d, const weft__plan *plan, weft_str raw, bool escaped, weft_str *name,
                             bool *stop) {
    *name = raw;
    *stop = false;
    if (escaped && !weft__dec_text(d, raw, true, false, name)) {
        *stop = true;
        return -1;
    }
    return weft__names_find(&plan->names, *name);
}

static bool union_external(weft__dec *d, const weft__plan *plan, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    const uint32_t depth = d->r.depth;
    weft_str raw, name;
    bool escaped, stop;
    if (c == '"') {
        if (!weft__pull_string(&d->r, &raw, &escaped)) return weft__dec_syntax(d);
        int32_t i = union_variant(d, plan, raw, escaped, &name, &stop);
        if (stop) return false;
        if (i >= 0 && plan->members[i].node->kind == WEFT_TYPE_UNIT) {
            union_select(plan, node, out, (uint32_t)i);
            return true;
        }
        if (plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
        if (i >= 0)
            return weft__dec_error(d, WEFT_E_VARIANT, at, "variant \"%.*s\" needs its content", WEFT_STR_ARG(name));
        return union_no_variant(d, plan, name, at);
    }
    if (c != '{' && plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
    if (c != '{') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    if (!weft__dec_enter(d, node)) return false;
    int more = weft__pull_member(&d->r, true, &raw, &escaped);
    if (more < 0) return weft__dec_syntax(d);
    if (!more) {
        if (plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
        return weft__dec_error(d, WEFT_E_VARIANT, at, "expected one member that names the variant");
    }
    int32_t i = union_variant(d, plan, raw, escaped, &name, &stop);
    if (stop) return false;
    if (i < 0 && plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
    if (i < 0) return union_no_variant(d, plan, name, raw.ptr - 1);
    size_t from = d->n;
    if (!union_fill(d, plan, node, (uint32_t)i, out, NULL)) {
        weft__dec_in_member(d, from, name);
        return false;
    }
    more = weft__pull_member(&d->r, false, &raw, &escaped);
    if (more < 0) return weft__dec_syntax(d);
    if (more)
        return weft__dec_error(d, WEFT_E_VARIANT, raw.ptr - 1,
                               "expected one member that names the variant, got a second");
    return true;
}

/* Looks for the tag (and, adjacent, the content) among the members of the object; the reader ends behind it. */
typedef struct union_parts {
    weft_str tag; /* raw */
    bool tag_escaped;
    const char *tag_at, *content_at;
} union_parts;
static bool union_search(weft__dec *d, const weft__plan *plan, const weft_node *node, union_parts *parts) {
    weft_str raw, name;
    bool escaped, first = true;
    const char *at = d->r.p;
    memset(parts, 0, sizeof *parts);
    if (!weft__dec_enter(d, node)) return false;
    for (int more; (more = weft__pull_member(&d->r, first, &raw, &escaped)) != 0; first = false) {
        if (more < 0) return weft__dec_syntax(d);
        name = raw;
        if (escaped && !weft__dec_text(d, raw, true, false, &name)) return false;
        if (weft_str_equal(name, plan->tag)) {
            if (parts->tag_at)
                return weft__dec_error(d, WEFT_E_DUPLICATE, raw.ptr - 1, "duplicate member \"%s\"", plan->tag.ptr);
            parts->tag_at = d->r.p;
            if (*d->r.p != '"') {
                if (plan->catch_all >= 0) {
                    parts->tag_at = NULL;
                    d->r.p = at;
                    d->r.depth--;
                    return weft__pull_skip(&d->r, NULL) || weft__dec_syntax(d);
                }
                size_t from = d->n;
                weft__dec_error(d, WEFT_E_KIND, d->r.p, "expected the name of a variant");
                weft__dec_in_member(d, from, plan->tag);
                return false;
            }
            if (!weft__pull_string(&d->r, &parts->tag, &parts->tag_escaped)) return weft__dec_syntax(d);
            continue;
        }
        if (plan->repr == WEFT_ADJACENT && weft_str_equal(name, plan->content)) {
            if (parts->content_at)
                return weft__dec_error(d, WEFT_E_DUPLICATE, raw.ptr - 1, "duplicate member \"%s\"", plan->content.ptr);
            parts->content_at = d->r.p;
        } else if (plan->repr == WEFT_ADJACENT) {
            weft_unknown policy = d->opts->unknown ? (weft_unknown)d->opts->unknown : plan->unknown;
            if (policy == WEFT_UNKNOWN_FORBID)
                return weft__dec_error(d, WEFT_E_UNKNOWN, raw.ptr - 1, "unknown member \"%.*s\"", WEFT_STR_ARG(name));
        }
        if (!weft__pull_skip(&d->r, NULL)) return weft__dec_syntax(d);
    }
    return true;
}

static bool union_tagged(weft__dec *d, const weft__plan *plan, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    const uint32_t depth = d->r.depth;
    union_parts parts;
    weft_str name;
    bool stop;
    if (c != '{' && plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
    if (c != '{') return weft__dec_expected(d, node, c == 'n' ? WEFT_E_NULL : WEFT_E_KIND, at);
    if (!union_search(d, plan, node, &parts)) return false;
    const char *behind = d->r.p;
    if (!parts.tag_at) {
        if (plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
        size_t from = d->n;
        weft__dec_error(d, WEFT_E_REQUIRED, at, "%s", weft_status_text(WEFT_E_REQUIRED));
        weft__dec_in_member(d, from, plan->tag);
        return false;
    }
    int32_t i = union_variant(d, plan, parts.tag, parts.tag_escaped, &name, &stop);
    if (stop) return false;
    if (i < 0) {
        if (plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
        size_t from = d->n;
        union_no_variant(d, plan, name, parts.tag_at);
        weft__dec_in_member(d, from, plan->tag);
        return false;
    }
    const weft_member *m = &plan->members[i];
    if (plan->repr == WEFT_INTERNAL) {
        if (m->node->kind == WEFT_TYPE_UNIT) {
            union_select(plan, node, out, (uint32_t)i);
            return true;
        }
        d->r.p = at;
        d->r.depth = depth;
        return union_fill(d, plan, node, (uint32_t)i, out, &plan->tag);
    }
    if (!parts.content_at) {
        if (m->node->kind == WEFT_TYPE_UNIT) {
            union_select(plan, node, out, (uint32_t)i);
            return true;
        }
        size_t from = d->n;
        weft__dec_error(d, WEFT_E_REQUIRED, at, "%s", weft_status_text(WEFT_E_REQUIRED));
        weft__dec_in_member(d, from, plan->content);
        return false;
    }
    d->r.p = parts.content_at;
    d->r.depth = depth + 1;
    size_t from = d->n;
    if (!union_fill(d, plan, node, (uint32_t)i, out, NULL)) {
        weft__dec_in_member(d, from, plan->content);
        return false;
    }
    d->r.p = behind;
    d->r.depth = depth;
    return true;
}

/* Whether a value that begins with c can be of this node at all. */
static bool union_possible(const weft_node *node, unsigned char c) {
    if (node->conv || node->coerce) return true;
    bool number = c == '-' || (c >= '0' && c <= '9');
    switch (node->kind) {
    case WEFT_TYPE_BOOL: return c == 't' || c == 'f';
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS:
    case WEFT_TYPE_BYTES: return c == '"' || (c == 'n' && node->nullable);
    case WEFT_TYPE_STRUCT:
    case WEFT_TYPE_MAP: return c == '{' || (c == 'n' && node->nullable);
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_ARRAY: return c == '[' || (c == 'n' && node->nullable);
    case WEFT_TYPE_UNIT: return c == 'n';
    default: break;
    }
    if (node->kind >= WEFT_TYPE_I8 && node->kind <= WEFT_TYPE_F64) return number || (c == 'n' && node->nullable);
    return true;
}

static bool union_untagged(weft__dec *d, const weft__plan *plan, const weft_node *node, void *out) {
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p, *behind = NULL;
    const uint32_t depth = d->r.depth;
    char reasons[sizeof((weft_error *)0)->reason];
    size_t used = 0;
    int32_t winner = -1;
    reasons[0] = 0;
    void *trial = weft_arena_alloc(d->arena, node->size, node->align);
    weft_error *why = (weft_error *)weft_arena_alloc(d->arena, sizeof *why, _Alignof(weft_error));
    if (!trial || !why) return weft__dec_memory(d);
    for (uint32_t i = 0; i < plan->n; i++) {
        const weft_member *m = &plan->members[i];
        if ((int32_t)i == plan->catch_all || !union_possible(m->node, c)) continue;
        weft_error *errors = d->errors;
        size_t cap = d->cap, n = d->n;
        bool collect = d->collect;
        d->errors = why;
        d->cap = 1;
        d->n = 0;
        d->collect = false;
        d->r.p = at;
        d->r.depth = depth;
        bool good = union_fill(d, plan, node, i, trial, NULL);
        size_t failed = d->n;
        d->errors = errors;
        d->cap = cap;
        d->n = n;
        d->collect = collect;
        if (good && winner < 0) {
            winner = (int32_t)i;
            behind = d->r.p;
            memcpy(out, trial, node->size);
            if (plan->attr->first_match) return true;
        } else if (good) {
            return weft__dec_error(d, WEFT_E_AMBIGUOUS, at, "fits both %s and %s", plan->members[winner].name, m->name);
        } else if (d->fatal) {
            if (d->n < d->cap && failed) d->errors[d->n] = *why;
            d->n++;
            return false;
        } else if (used < sizeof reasons) {
            int put = snprintf(reasons + used, sizeof reasons - used, "%s%s: %s%s%s", used ? "; " : "", m->name,
                               why->path[0] ? why->path + 1 : "", why->path[0] ? " " : "", why->reason);
            used += put > 0 ? (size_t)put : 0;
        }
    }
    if (winner >= 0) {
        d->r.p = behind;
        d->r.depth = depth;
        return true;
    }
    if (plan->catch_all >= 0) return union_catch(d, plan, node, out, at, depth);
    if (!used) return weft__dec_expected(d, node, WEFT_E_VARIANT, at);
    return weft__dec_error(d, WEFT_E_VARIANT, at, "no variant fits (%s)", reasons);
}

bool weft__dec_union(weft__dec *d, const weft__plan *plan, const weft_node *node, void *out) {
    switch (plan->repr) {
    case WEFT_EXTERNAL: return union_external(d, plan, node, out);
    case WEFT_UNTAGGED: return union_untagged(d, plan, node, out);
    default: return union_tagged(d, plan, node, out);
    }
}
