/* Contradictions in declarations. What one type alone shows was found when its plan was made; here is what needs more
 * than one. */
#include "type/reach.h"
#include "base/error.h"

/* The literal kinds of JSON a node can begin with, as bits. */
enum {
    CHECK_NULL = 1,
    CHECK_BOOL = 2,
    CHECK_NUMBER = 4,
    CHECK_STRING = 8,
    CHECK_ARRAY = 16,
    CHECK_OBJECT = 32,
    CHECK_ANY = 63
};
static unsigned check_kinds(const weft_node *n) {
    unsigned k = n->nullable ? CHECK_NULL : 0;
    if (n->conv) return CHECK_ANY;
    switch (n->kind) {
    case WEFT_TYPE_BOOL: return k | CHECK_BOOL | (n->coerce ? CHECK_STRING : 0);
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS: return k | CHECK_STRING | (n->coerce ? CHECK_NUMBER | CHECK_BOOL : 0);
    case WEFT_TYPE_BYTES: return k | CHECK_STRING;
    case WEFT_TYPE_UNIT: return CHECK_NULL;
    case WEFT_TYPE_ENUM: return k | (n->by_value ? CHECK_NUMBER : CHECK_STRING) | (n->open ? CHECK_NUMBER : 0);
    case WEFT_TYPE_FLAGS: return k | (n->by_value ? CHECK_NUMBER : CHECK_ARRAY);
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_ARRAY: return k | CHECK_ARRAY;
    case WEFT_TYPE_STRUCT:
    case WEFT_TYPE_MAP: return k | CHECK_OBJECT;
    case WEFT_TYPE_OPT:
    case WEFT_TYPE_PTR: return CHECK_NULL | check_kinds(n->elem);
    case WEFT_TYPE_RAW:
    case WEFT_TYPE_UNION: return CHECK_ANY;
    default: return k | CHECK_NUMBER | (n->coerce ? CHECK_STRING : 0);
    }
}

static bool check_overlap_sets(const char *a, const char *b) {
    for (const char *p = a; *p;) {
        size_t n = strcspn(p, "|");
        for (const char *q = b; *q;) {
            size_t m = strcspn(q, "|");
            if (n == m && !memcmp(p, q, n)) return true;
            q += m + (q[m] == '|');
        }
        p += n + (p[n] == '|');
    }
    return false;
}

/* Whether some text could be both: cautious, true when not known to be impossible. */
static bool check_both(const weft_node *a, const weft_node *b, unsigned level) {
    if (!(check_kinds(a) & check_kinds(b))) return false;
    if (a->one_of && b->one_of && !check_overlap_sets(a->one_of, b->one_of)) return false;
    if (a->kind == WEFT_TYPE_ENUM && b->kind == WEFT_TYPE_ENUM && !a->by_value && !b->by_value) {
        const weft__names *x = weft__enum_names(a), *y = weft__enum_names(b);
        for (uint32_t i = 0; x && y && i < a->type->n; i++)
            if (weft__names_find(y, x->shown[i]) >= 0) return true;
        return false;
    }
    if (a->kind != WEFT_TYPE_STRUCT || b->kind != WEFT_TYPE_STRUCT || level > 4) return true;
    const weft__plan *p = weft__plan_of(a->type, NULL), *q = weft__plan_of(b->type, NULL);
    if (!p || !q) return true;
    for (int side = 0; side < 2; side++) {
        const weft__plan *x = side ? q : p, *y = side ? p : q;
        for (uint32_t i = 0; i < x->n; i++) {
            if (!x->members[i].required) continue;
            int32_t j = weft__names_find(&y->names, x->members[i].key);
            if (j < 0 && y->unknown == WEFT_UNKNOWN_FORBID && !x->members[i].aliases[0].ptr) return false;
            /* a member both require, whose values cannot be equal, tells them apart */
            if (j >= 0 && y->members[j].required && !check_both(x->members[i].node, y->members[j].node, level + 1))
                return false;
        }
    }
    return true;
}

static weft_status check_union(const weft__plan *plan, weft_error *err) {
    if (plan->repr != WEFT_UNTAGGED || plan->attr->first_match) return WEFT_OK;
    for (uint32_t i = 0; i < plan->n; i++)
        for (uint32_t j = 0; j < i; j++) {
            if ((int32_t)i == plan->catch_all || (int32_t)j == plan->catch_all) continue;
            if (check_both(plan->members[i].node, plan->members[j].node, 0))
                return weft__error_set(
                    err, WEFT_E_TYPE, WEFT_STAGE_DECODE,
                    "type %s: one text could be both %s and %s; give them a member that differs, or .first_match",
                    plan->type->name, plan->members[j].name, plan->members[i].name);
        }
    return WEFT_OK;
}

weft_status weft_type_check(const weft_type *type, weft_error *err) {
    weft__reach reach;
    weft_status st = weft__reach_all(&reach, type, err);
    for (size_t i = 0; !st && i < reach.count; i++)
        if (reach.plans[i]->type->kind == WEFT_TYPE_UNION) st = check_union(reach.plans[i], err);
    weft__reach_free(&reach);
    return st;
}

/* ---- what does not come back through JSON ---- */
static const char *check_lost(const weft_member *m, const weft__member_more *more) {
    const weft_node *n = m->node;
    bool pointerless = n->kind != WEFT_TYPE_STR && n->kind != WEFT_TYPE_CSTR && n->kind != WEFT_TYPE_BYTES &&
                       n->kind != WEFT_TYPE_LIST && n->kind != WEFT_TYPE_MAP && n->kind != WEFT_TYPE_RAW;
    if (n->kind == WEFT_TYPE_PRESENCE) return NULL;
    if (m->hidden) return "is hidden";
    if (m->attr->read_only || m->attr->write_only) return "goes one way only";
    if (!weft_str_equal(m->key, m->write_key) && !weft_str_equal(m->write_key, m->aliases[0]) &&
        !weft_str_equal(m->write_key, m->aliases[1]) && !weft_str_equal(m->write_key, m->aliases[2]))
        return "is written under a name that is not read";
    for (const weft_conv *c = m->attr->conv; c; c = c->next)
        if (!c->encode != !c->decode) return "has a converter for one direction only";
    if (m->attr->lenient) return "replaces invalid values";
    if (n->nullable && pointerless && n->kind != WEFT_TYPE_OPT && n->kind != WEFT_TYPE_PTR)
        return "turns null into its default";
    if ((more->omit & WEFT_OMIT_EMPTY) && m->dflt) return "is omitted when empty but has another default";
    if ((more->omit & WEFT_OMIT_NULL) && m->dflt && (n->kind == WEFT_TYPE_OPT || n->kind == WEFT_TYPE_PTR))
        return "is omitted when null but has another default";
    return NULL;
}

weft_status weft_type_round_trips(const weft_type *type, weft_error *err) {
    weft__reach reach;
    weft_status st = weft__reach_all(&reach, type, err);
    for (size_t i = 0; !st && i < reach.count; i++) {
        const weft__plan *plan = reach.plans[i];
        if (plan->type->kind != WEFT_TYPE_STRUCT && plan->type->kind != WEFT_TYPE_UNION) continue;
        for (uint32_t k = 0; !st && k < plan->n; k++) {
            const char *why = check_lost(&plan->members[k], &plan->more[k]);
            if (why)
                st = weft__error_set(err, WEFT_E_TYPE, WEFT_STAGE_ENCODE, "%s.%s %s", plan->type->name,
                                     plan->members[k].name, why);
        }
    }
    weft__reach_free(&reach);
    return st;
}
