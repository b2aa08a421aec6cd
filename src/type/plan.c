/* Working out a type: see plan.h. Runs once per type; every allocation comes from the plan's own arena, which lives as
 * long as the program (a type's description does too). */
#include "type/plan.h"
#include "base/alloc.h"
#include "base/error.h"

#include <stdlib.h>

static const weft_type_attr plan_no_type_attr = { .weft__ = 0 };

/* Policies that must find a place below a member. */
enum {
    NEED_RANGE = 1,
    NEED_REAL_RANGE = 2,
    NEED_LENGTH = 4,
    NEED_CASE = 8,
    NEED_KEY_CASE = 16,
    NEED_BY_VALUE = 32,
    NEED_KEY_BY_VALUE = 64,
    NEED_COERCE = 128,
    NEED_ONE_OF = 256,
    NEED_REPEAT = 512,
    NEED_EACH = 1024,
    NEED_BORROW = 2048
};
static const char *const plan_policy_names[] = { ".range",        ".real_range",     ".min_len/.max_len",
                                                 ".case_style",   ".key_case_style", ".by_value",
                                                 ".key_by_value", ".coerce",         ".one_of",
                                                 ".repeat",       ".each",           ".borrow" };

typedef struct plan_builder {
    weft__plan *plan;
    const weft_attr *attr; /* of the member being resolved */
    uint32_t used;         /* NEED_ bits that found a place */
    bool no_memory;
} plan_builder;

static void *plan_alloc(plan_builder *b, size_t size) {
    void *p = weft_arena_alloc(&b->plan->memory, size ? size : 1, 16);
    if (p) memset(p, 0, size ? size : 1);
    else b->no_memory = true;
    return p;
}

WEFT_PRINTF(3, 4)
static void plan_fault(plan_builder *b, const char *member, const char *format, ...);
#include <stdarg.h>
static void plan_fault(plan_builder *b, const char *member, const char *format, ...) {
    weft_error *e = &b->plan->fault;
    if (e->code) return;
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *type = b->plan->type->name;
    weft__error_set(e, WEFT_E_TYPE, WEFT_STAGE_DECODE, "type %s%s%s: %s", type, member ? "." : "", member ? member : "",
                    text);
    weft__error_target(e, type);
}

const weft_type *weft__type_elem(const weft_type *t, weft_type_ref ref) {
    if (t->flags & WEFT_TYPE_DIRECT) return ref.at;
    return ref.fn ? ref.fn() : NULL;
}

/* ---- names ---- */
static bool names_init(plan_builder *b, weft__names *names, uint32_t most) {
    uint32_t size = 4;
    while (size < most * 2) size *= 2;
    names->slots = (weft__name_slot *)plan_alloc(b, size * sizeof *names->slots);
    names->mask = size - 1;
    return names->slots != NULL;
}
/* False when another index has the name already. */
static bool names_add(weft__names *names, weft_str s, uint32_t index) {
    uint32_t h = weft__name_hash(s);
    for (uint32_t i = h & names->mask;; i = (i + 1) & names->mask) {
        weft__name_slot *slot = &names->slots[i];
        if (!slot->index) {
            slot->name = s;
            slot->hash = h;
            slot->index = index + 1;
            return true;
        }
        if (slot->hash == h && weft_str_equal(slot->name, s)) return slot->index == index + 1;
    }
}
static weft_str plan_styled(plan_builder *b, const char *name, uint8_t style) {
    weft_str s = weft_str_of(name);
    if (style == WEFT_AS_IS) return s;
    char *out = (char *)plan_alloc(b, s.len * 2 + 1);
    if (!out) return s;
    s.len = weft_case_convert(s, (weft_case)style, out, s.len * 2);
    s.ptr = out;
    return s;
}
static weft_str plan_quoted(plan_builder *b, weft_str name, bool colon) {
    weft_buf buf;
    memset(&buf, 0, sizeof buf);
    weft_str r = { NULL, 0 };
    if (weft_json_string(&buf, name) || (colon && weft_buf_byte(&buf, ':'))) b->no_memory = true;
    else r = weft_arena_copy(&b->plan->memory, weft_buf_str(&buf));
    if (!r.ptr) b->no_memory = true;
    weft_buf_free(&buf);
    return r;
}

static void plan_enum(plan_builder *b, const weft_type *t, uint8_t style, weft__names *names) {
    if (!t->n) plan_fault(b, NULL, "an enum without values");
    names->shown = (weft_str *)plan_alloc(b, (t->n + 1) * sizeof *names->shown);
    if (!names->shown || !names_init(b, names, t->n * 2 + 1)) return;
    for (uint32_t i = 0; i < t->n; i++) {
        const weft_enum_value *v = &t->values[i];
        names->shown[i] = v->name ? weft_str_of(v->name) : plan_styled(b, v->ident, style);
        if (!names_add(names, names->shown[i], i) || (v->alias && !names_add(names, weft_str_of(v->alias), i)))
            plan_fault(b, v->ident, "two values have this name");
        for (uint32_t j = 0; j < i; j++)
            if (t->values[j].value == v->value)
                plan_fault(b, v->ident, "has the value of %s: an enum value needs one name", t->values[j].ident);
        if (t->kind == WEFT_TYPE_FLAGS && (v->value <= 0 || v->value > UINT32_MAX))
            plan_fault(b, v->ident, "is not a bit of a flag set");
    }
}

/* ---- nodes ---- */
static bool plan_integer(uint8_t kind) { return kind >= WEFT_TYPE_I8 && kind <= WEFT_TYPE_U64; }
static bool plan_string(uint8_t kind) {
    return kind == WEFT_TYPE_STR || kind == WEFT_TYPE_CSTR || kind == WEFT_TYPE_CHARS;
}
static bool plan_wrapper(uint8_t kind) { return kind == WEFT_TYPE_OPT || kind == WEFT_TYPE_PTR; }

static void plan_node(plan_builder *b, weft_node *node, const weft_type *t, bool is_key, uint32_t level);

/* Puts the member's policies on a node that can honour them. */
static void plan_policies(plan_builder *b, weft_node *node, bool is_key) {
    const weft_attr *a = b->attr;
    uint8_t k = node->kind;
    if (!a) return;
    if (is_key) {
        if (k == WEFT_TYPE_ENUM) {
            if (a->key_case_style) node->case_style = a->key_case_style, b->used |= NEED_KEY_CASE;
            if (a->key_by_value) node->by_value = true, b->used |= NEED_KEY_BY_VALUE;
        }
        return;
    }
    bool has_range = a->ranged || a->range.min || a->range.max;
    if (has_range && plan_integer(k)) {
        node->ranged = true;
        node->range = a->range;
        b->used |= NEED_RANGE;
    }
    if (has_range && (k == WEFT_TYPE_F32 || k == WEFT_TYPE_F64)) {
        node->ranged = true;
        node->real_range = a->real_range;
        b->used |= NEED_RANGE;
    }
    bool sized = plan_string(k) || k == WEFT_TYPE_BYTES || k == WEFT_TYPE_LIST || k == WEFT_TYPE_MAP;
    if (sized && !(b->used & NEED_LENGTH) && (a->limited || a->min_len || a->max_len)) {
        node->min_len = a->min_len;
        node->max_len = a->limited || a->max_len ? a->max_len : UINT32_MAX;
        b->used |= NEED_LENGTH;
    }
    if (k == WEFT_TYPE_ENUM || k == WEFT_TYPE_FLAGS) {
        if (a->case_style) node->case_style = a->case_style, b->used |= NEED_CASE;
        if (a->by_value) node->by_value = true, b->used |= NEED_BY_VALUE;
    }
    if (k == WEFT_TYPE_MAP && a->repeat) node->repeat_last = a->repeat == WEFT_REPEAT_LAST, b->used |= NEED_REPEAT;
    if (a->coerce &&
        (k == WEFT_TYPE_BOOL || plan_integer(k) || k == WEFT_TYPE_F32 || k == WEFT_TYPE_F64 || plan_string(k)))
        node->coerce = true, b->used |= NEED_COERCE;
    if (a->one_of && plan_string(k)) node->one_of = a->one_of, b->used |= NEED_ONE_OF;
    if (a->borrow && k == WEFT_TYPE_STR) node->borrow = true, b->used |= NEED_BORROW;
}

static weft_node *plan_child(plan_builder *b, const weft_type *t, bool is_key, uint32_t level) {
    weft_node *node = (weft_node *)plan_alloc(b, sizeof *node);
    if (node) plan_node(b, node, t, is_key, level);
    return node;
}

static void plan_node(plan_builder *b, weft_node *node, const weft_type *t, bool is_key, uint32_t level) {
    memset(node, 0, sizeof *node);
    node->max_len = UINT32_MAX;
    if (!t || level > 32) {
        plan_fault(b, NULL, "a member's type is missing");
        return;
    }
    if (t->version != WEFT_TYPE_VERSION) {
        plan_fault(b, NULL, "%s was described for another version of the library", t->name);
        return;
    }
    node->kind = t->kind;
    node->size = t->size;
    node->align = t->align;
    node->n = t->n;
    node->type = t;
    node->native = (t->flags & WEFT_TYPE_NATIVE) != 0;
    const weft_type *elem = weft__type_elem(t, t->elem);
    switch (t->kind) {
    case WEFT_TYPE_ENUM:
    case WEFT_TYPE_FLAGS:
        if (t->attr) {
            node->case_style = t->attr->rename;
            node->by_value = t->attr->by_value;
            node->open = t->attr->open;
        }
        break;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP:
        node->count_size = (uint8_t)sizeof(size_t);
        node->count_off = (int32_t)t->count_off;
        node->has_cap = true;
        node->value_off = t->value_off;
        node->stride = t->stride;
        break;
    case WEFT_TYPE_OPT: node->value_off = t->value_off; break;
    default: break;
    }
    plan_policies(b, node, is_key);
    uint8_t natural = t->attr ? t->attr->rename : 0;
    if ((t->kind == WEFT_TYPE_ENUM || t->kind == WEFT_TYPE_FLAGS) && node->case_style != natural) {
        weft__names *names = (weft__names *)plan_alloc(b, sizeof *names);
        if (names) plan_enum(b, t, node->case_style, names);
        node->weft__names = names;
    }
    if (t->kind == WEFT_TYPE_MAP && weft__type_elem(t, t->key)) {
        node->key = plan_child(b, weft__type_elem(t, t->key), true, level + 1);
        if (node->key && node->key->kind != WEFT_TYPE_ENUM)
            plan_fault(b, NULL, "keys of %s are neither strings nor an enum", t->name);
    }
    if (t->kind >= WEFT_TYPE_LIST) {
        weft_node *child = plan_child(b, elem, false, level + 1);
        node->elem = child;
        if (child && t->kind == WEFT_TYPE_LIST) node->stride = child->size;
        if (child && t->kind == WEFT_TYPE_ARRAY) node->stride = child->size;
        if (child && plan_wrapper(t->kind) && plan_wrapper(child->kind))
            plan_fault(b, NULL, "%s: null could mean either", t->name);
        if (child && child->kind == WEFT_TYPE_UNIT) plan_fault(b, NULL, "%s: elements without content", t->name);
    }
}

/* A member whose shape C has no type for (tables). */
static void plan_shape(plan_builder *b, weft_node *node, const weft_field *f, const weft_type *t) {
    uint32_t shape = f->shape & 7, number = f->shape >> 3;
    memset(node, 0, sizeof *node);
    node->max_len = UINT32_MAX;
    node->type = NULL;
    node->align = (uint32_t) _Alignof(void *);
    node->size = (uint32_t)sizeof(void *);
    switch (shape) {
    case WEFT_SHAPE_LIST1:
    case WEFT_SHAPE_LIST2:
    case WEFT_SHAPE_LIST4:
    case WEFT_SHAPE_LIST8:
        node->kind = WEFT_TYPE_LIST;
        node->count_size = (uint8_t)(1u << (shape - WEFT_SHAPE_LIST1));
        node->count_off = (int32_t)number - (int32_t)f->offset;
        break;
    case WEFT_SHAPE_ARRAY: node->kind = WEFT_TYPE_ARRAY; break;
    case WEFT_SHAPE_PTR: node->kind = WEFT_TYPE_PTR; break;
    default: plan_fault(b, f->name, "unknown shape"); return;
    }
    plan_policies(b, node, false);
    weft_node *child = plan_child(b, t, false, 1);
    node->elem = child;
    if (!child) return;
    if (shape == WEFT_SHAPE_PTR && plan_wrapper(child->kind))
        plan_fault(b, f->name, "a pointer to an optional: null could mean either");
    if (shape == WEFT_SHAPE_ARRAY) {
        node->n = number;
        node->size = number * child->size;
        node->align = child->align;
    }
    node->stride = child->size;
}

static uint32_t plan_needs(const weft_attr *a) {
    uint32_t need = 0;
    if (a->ranged || a->range.min || a->range.max) need |= NEED_RANGE;
    if (a->limited || a->min_len || a->max_len) need |= NEED_LENGTH;
    if (a->case_style) need |= NEED_CASE;
    if (a->key_case_style) need |= NEED_KEY_CASE;
    if (a->by_value) need |= NEED_BY_VALUE;
    if (a->key_by_value) need |= NEED_KEY_BY_VALUE;
    if (a->coerce) need |= NEED_COERCE;
    if (a->one_of) need |= NEED_ONE_OF;
    if (a->repeat) need |= NEED_REPEAT;
    if (a->borrow) need |= NEED_BORROW;
    return need;
}

static bool plan_in_range(const weft_node *n, const void *p) {
    if (n->kind == WEFT_TYPE_F64 || n->kind == WEFT_TYPE_F32) {
        double d;
        if (n->kind == WEFT_TYPE_F64) {
            memcpy(&d, p, sizeof d);
        } else {
            float f;
            memcpy(&f, p, sizeof f);
            d = (double)f;
        }
        return d >= n->real_range.min && d <= n->real_range.max;
    }
    int64_t v = weft_node_load(n, p);
    if (n->kind == WEFT_TYPE_U64) return (uint64_t)v >= (uint64_t)n->range.min && (uint64_t)v <= (uint64_t)n->range.max;
    return v >= n->range.min && v <= n->range.max;
}

/* Puts .conv and .check where they apply: on the member, or with .each on what its outermost shape holds. */
static void plan_hooks(plan_builder *b, weft_node *root, const weft_attr *a, const char *name) {
    weft_node *at = root;
    if (a->each) {
        if (!a->conv && !a->check) plan_fault(b, name, ".each without .conv or .check");
        if (!root->elem) {
            plan_fault(b, name, ".each on something without elements");
            return;
        }
        at = (weft_node *)(uintptr_t)root->elem; /* nodes of this plan, still being made */
    }
    at->conv = a->conv;
    at->check = a->check;
    for (const weft_conv *c = a->conv; c; c = c->next)
        if (c->size && c->size != at->size)
            plan_fault(b, name, "converter \"%s\" needs a member of %u bytes, this one has %u", c->name,
                       (unsigned)c->size, (unsigned)at->size);
}

static void plan_member(plan_builder *b, uint32_t i) {
    weft__plan *plan = b->plan;
    const weft_type *owner = plan->type;
    const weft_field *f = &owner->fields[i];
    weft_member *m = &plan->members[i];
    weft__member_more *more = &plan->more[i];
    const weft_type *t = weft__type_elem(owner, f->type);
    weft_attr *a = (weft_attr *)plan_alloc(b, sizeof *a);
    weft_node *node = (weft_node *)plan_alloc(b, sizeof *node);
    if (!a || !node) return;
    if (f->attr) memcpy(a, f->attr, sizeof *a); /* the block was declared as another struct with the same beginning */
    m->name = f->name;
    m->attr = a;
    m->node = node;
    m->offset = f->offset;
    m->hidden = a->hidden;
    b->attr = a;
    b->used = 0;
    uint32_t shape = f->shape & 7;
    if (!t) {
        plan_fault(b, f->name, "its type is missing");
        return;
    }
    if (shape == WEFT_SHAPE_CHARS) {
        plan_node(b, node, t, false, 0);
        node->n = node->size = f->shape >> 3;
    } else if (shape) {
        plan_shape(b, node, f, t);
    } else {
        plan_node(b, node, t, false, 0);
    }
    if (plan->fault.code && !strchr(plan->fault.reason, '.')) {
        weft_error e = plan->fault;
        plan->fault.code = WEFT_OK;
        plan_fault(b, f->name, "%s", strchr(e.reason, ':') ? strchr(e.reason, ':') + 2 : e.reason);
    }
    more->size = node->size;
    node->nullable = a->nullable;
    uint32_t lost = plan_needs(a) & ~b->used;
    for (uint32_t k = 0; lost && k < sizeof plan_policy_names / sizeof *plan_policy_names; k++)
        if (lost >> k & 1) plan_fault(b, f->name, "%s has nothing to apply to", plan_policy_names[k]);
    plan_hooks(b, node, a, f->name);
    if (a->min_len > a->max_len && (a->max_len || a->limited)) plan_fault(b, f->name, ".min_len is above .max_len");
    if (a->ranged || a->range.min || a->range.max) {
        const weft_node *leaf = node;
        while (leaf->elem) leaf = leaf->elem;
        bool empty = leaf->kind == WEFT_TYPE_F32 || leaf->kind == WEFT_TYPE_F64 ? a->real_range.min > a->real_range.max
                     : leaf->kind == WEFT_TYPE_U64 ? (uint64_t)a->range.min > (uint64_t)a->range.max
                                                   : a->range.min > a->range.max;
        if (empty) plan_fault(b, f->name, ".range is empty");
    }
    if (f->attr && a->defaulted) {
        size_t align = node->align ? node->align : 1;
        m->dflt = (const char *)f->attr + (sizeof(weft_attr) + align - 1) / align * align;
        if (node->ranged && !a->conv && !plan_in_range(node, m->dflt))
            plan_fault(b, f->name, "the default is outside .range");
        if (a->dflt_fn) plan_fault(b, f->name, "two defaults");
    }
    if (a->lenient && !a->defaulted && !a->optional && !a->dflt_fn)
        plan_fault(b, f->name, ".lenient without a default");
    /* names */
    uint8_t style = plan->attr->rename;
    m->key = a->json ? weft_str_of(a->json) : a->key ? weft_str_of(a->key) : plan_styled(b, f->name, style);
    m->write_key = a->write_key ? weft_str_of(a->write_key) : m->key;
    more->quoted = plan_quoted(b, m->write_key, true);
    more->expected = m->write_key.ptr == m->key.ptr ? more->quoted : plan_quoted(b, m->key, true);
    more->omit = a->omit ? a->omit : plan->attr->omit;
    bool invisible = node->kind == WEFT_TYPE_EXTRA || node->kind == WEFT_TYPE_PRESENCE || a->hidden;
    more->no_decode = invisible || a->write_only;
    more->no_encode = invisible || a->read_only;
    if (node->kind == WEFT_TYPE_EXTRA) {
        if (plan->extra >= 0) plan_fault(b, f->name, "a second weft_extra");
        plan->extra = (int32_t)i;
    }
    if (node->kind == WEFT_TYPE_PRESENCE) {
        if (plan->presence >= 0) plan_fault(b, f->name, "a second weft_presence");
        plan->presence = (int32_t)i;
    }
    m->required = !more->no_decode && !a->optional && !a->defaulted && !a->dflt_fn && !plan->attr->all_optional &&
                  node->kind != WEFT_TYPE_OPT && node->kind != WEFT_TYPE_PTR;
    if (a->dflt_fn) plan->has_dflt_fn = true;
    for (const weft_conv *c = a->conv; c; c = c->next)
        if (c->sees_absence) plan->sees_absence = true, m->required = false;
    for (uint32_t k = 0; k < 3 && a->alias[k]; k++) m->aliases[k] = weft_str_of(a->alias[k]);
}

static void plan_add_names(plan_builder *b) {
    weft__plan *plan = b->plan;
    bool is_union = plan->type->kind == WEFT_TYPE_UNION;
    if (!names_init(b, &plan->names, plan->n * 4 + 1)) return;
    for (uint32_t i = 0; i < plan->n; i++) {
        weft_member *m = &plan->members[i];
        if (plan->more[i].no_decode && !(is_union && !m->hidden)) continue;
        if (is_union && (int32_t)i == plan->catch_all) continue;
        if (!names_add(&plan->names, m->key, i))
            plan_fault(b, m->name, "another %s has the name \"%s\"", is_union ? "variant" : "member", m->key.ptr);
        for (uint32_t k = 0; k < 3 && m->aliases[k].ptr; k++)
            if (!names_add(&plan->names, m->aliases[k], i))
                plan_fault(b, m->name, "another %s has the name \"%s\"", is_union ? "variant" : "member",
                           m->aliases[k].ptr);
    }
    if (is_union) return;
    for (uint32_t i = 0; i < plan->n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (!plan->more[i].no_encode && !plan->more[j].no_encode &&
                weft_str_equal(plan->members[i].write_key, plan->members[j].write_key))
                plan_fault(b, plan->members[i].name, "written under the name of %s", plan->members[j].name);
}

/* The defaults of a node without an explicit one: nested structs bring theirs, everything else is zero. */
static bool plan_zero(plan_builder *b, const weft_node *node, char *out) {
    if (node->kind == WEFT_TYPE_STRUCT) {
        weft_error e;
        const weft__plan *inner = node->type == b->plan->type ? NULL : weft__plan_of(node->type, &e);
        if (!inner) {
            if (!b->plan->fault.code) b->plan->fault = e;
            return false;
        }
        memcpy(out, inner->image, node->size);
    } else if (node->kind == WEFT_TYPE_ARRAY) {
        for (uint32_t i = 0; i < node->n; i++)
            if (!plan_zero(b, node->elem, out + i * node->elem->size)) return false;
    }
    return true;
}

static void plan_struct(plan_builder *b) {
    weft__plan *plan = b->plan;
    const weft_type *t = plan->type;
    plan->words = (t->n + 63) / 64;
    plan->required = (uint64_t *)plan_alloc(b, (plan->words + 1) * sizeof(uint64_t));
    plan->image = plan_alloc(b, t->size);
    if (!plan->required || !plan->image || plan->fault.code) return;
    for (uint32_t i = 0; i < t->n; i++) {
        weft_member *m = &plan->members[i];
        if (m->required) plan->required[i >> 6] |= (uint64_t)1 << (i & 63);
        char *at = (char *)plan->image + m->offset;
        if (m->dflt) {
            memcpy(at, m->dflt, plan->more[i].size);
            if (m->node->kind == WEFT_TYPE_LIST && m->node->count_size && !m->node->has_cap &&
                *(void *const *)(const void *)m->dflt)
                plan_fault(b, m->name, "a list with its count in another member cannot have a default");
        } else if (!plan_zero(b, m->node, at)) {
            return;
        }
    }
    if (plan->unknown == WEFT_UNKNOWN_KEEP && plan->extra < 0)
        plan_fault(b, NULL, "unknown members are to be kept but there is no weft_extra member");
    if (plan->extra >= 0 && plan->unknown == WEFT_UNKNOWN_DEFAULT) plan->unknown = WEFT_UNKNOWN_KEEP;
}

static void plan_union(plan_builder *b) {
    weft__plan *plan = b->plan;
    const weft_type *t = plan->type;
    if (!t->n) plan_fault(b, NULL, "a union without variants");
    plan->tag = weft_str_of(plan->attr->tag ? plan->attr->tag : "type");
    plan->content = weft_str_of(plan->attr->content ? plan->attr->content : "value");
    plan->tag_quoted = plan_quoted(b, plan->tag, true);
    plan->content_quoted = plan_quoted(b, plan->content, true);
    if (plan->repr == WEFT_ADJACENT && weft_str_equal(plan->tag, plan->content))
        plan_fault(b, NULL, ".tag and .content are the same");
    for (uint32_t i = 0; i < t->n; i++) {
        weft_member *m = &plan->members[i];
        const weft_node *node = m->node;
        if (!node) return;
        if (m->attr->catch_all) {
            if (plan->catch_all >= 0) plan_fault(b, m->name, "a second catch-all variant");
            if (node->kind != WEFT_TYPE_RAW) plan_fault(b, m->name, "a catch-all variant holds a weft_raw");
            plan->catch_all = (int32_t)i;
            continue;
        }
        if (plan->repr != WEFT_INTERNAL) continue;
        if (node->kind == WEFT_TYPE_UNIT) continue;
        if (node->kind != WEFT_TYPE_STRUCT || node->conv) {
            plan_fault(b, m->name, "variants of a union with an internal tag are structs or weft_unit");
            continue;
        }
        weft_error e;
        const weft__plan *inner = node->type == t ? NULL : weft__plan_of(node->type, &e);
        if (inner && weft__names_find(&inner->names, plan->tag) >= 0)
            plan_fault(b, m->name, "has a member with the name of the tag, \"%s\"", plan->tag.ptr);
    }
}

static weft__plan *plan_new(const weft_type *type) {
    weft__plan *plan = (weft__plan *)calloc(1, sizeof *plan);
    if (!plan) return NULL;
    plan->type = type;
    plan->attr = type->attr ? type->attr : &plan_no_type_attr;
    plan->extra = plan->presence = plan->catch_all = -1;
    plan->unknown = (weft_unknown)plan->attr->unknown;
    plan->repeat = (weft_repeat)plan->attr->repeat;
    plan->repr = (weft_repr)plan->attr->repr;
    plan_builder b = { plan, NULL, 0, false };
    plan_node(&b, &plan->root, type, false, 0);
    bool record = type->kind == WEFT_TYPE_STRUCT || type->kind == WEFT_TYPE_UNION;
    if (record && !plan->fault.code) {
        plan->n = type->n;
        plan->members = (weft_member *)plan_alloc(&b, (type->n + 1) * sizeof *plan->members);
        plan->more = (weft__member_more *)plan_alloc(&b, (type->n + 1) * sizeof *plan->more);
        for (uint32_t i = 0; i < type->n && !b.no_memory; i++) plan_member(&b, i);
        b.attr = NULL;
        if (!b.no_memory && type->kind == WEFT_TYPE_UNION) plan_union(&b);
        if (!b.no_memory) plan_add_names(&b);
        if (!b.no_memory && type->kind == WEFT_TYPE_STRUCT) plan_struct(&b);
    } else if (type->kind == WEFT_TYPE_ENUM || type->kind == WEFT_TYPE_FLAGS) {
        plan_enum(&b, type, plan->attr->rename, &plan->names);
    }
    if (b.no_memory) {
        weft_arena_free(&plan->memory);
        free(plan);
        return NULL;
    }
    return plan;
}

/* Plans of types without a slot: shapes used as roots. Few, never removed. */
static weft__plan *plan_slotless;

const weft__plan *weft__plan_build(const weft_type *type, weft_error *err) {
    if (!type) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_DECODE, NULL), (const weft__plan *)NULL;
    weft__plan *plan = NULL;
    if (type->slot) {
        plan = (weft__plan *)__atomic_load_n(type->slot, __ATOMIC_ACQUIRE);
    } else {
        for (plan = __atomic_load_n(&plan_slotless, __ATOMIC_ACQUIRE); plan; plan = plan->next)
            if (plan->type == type) break;
    }
    if (!plan) {
        plan = plan_new(type);
        if (!plan) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_DECODE, NULL), (const weft__plan *)NULL;
        if (type->slot) {
            void *expected = NULL;
            if (!__atomic_compare_exchange_n(type->slot, &expected, (void *)plan, false, __ATOMIC_ACQ_REL,
                                             __ATOMIC_ACQUIRE)) {
                weft_arena_free(&plan->memory);
                free(plan);
                plan = (weft__plan *)expected;
            }
        } else {
            plan->next = __atomic_load_n(&plan_slotless, __ATOMIC_ACQUIRE);
            while (!__atomic_compare_exchange_n(&plan_slotless, &plan->next, plan, false, __ATOMIC_ACQ_REL,
                                                __ATOMIC_ACQUIRE)) {
            }
        }
    }
    if (plan->fault.code) {
        if (err) *err = plan->fault;
        return NULL;
    }
    return plan;
}

/* ---- the public walk ---- */
const weft_node *weft_type_node(const weft_type *type, weft_error *err) {
    const weft__plan *plan = weft__plan_of(type, err);
    return plan ? &plan->root : NULL;
}
const weft_member *weft_type_members(const weft_type *type, size_t *count, weft_error *err) {
    const weft__plan *plan = weft__plan_of(type, err);
    *count = plan ? plan->n : 0;
    return plan ? plan->members : NULL;
}

int64_t weft_node_load(const weft_node *node, const void *p) {
    switch (node->kind) {
    case WEFT_TYPE_U8:
    case WEFT_TYPE_BOOL: return *(const uint8_t *)p;
    case WEFT_TYPE_U16: {
        uint16_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    case WEFT_TYPE_FLAGS:
    case WEFT_TYPE_U32: {
        uint32_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    default: break;
    }
    switch (node->size) {
    case 1: return *(const int8_t *)p;
    case 2: {
        int16_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    case 4: {
        int32_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    default: {
        int64_t v;
        memcpy(&v, p, sizeof v);
        return v;
    }
    }
}

void weft_node_store(const weft_node *node, void *p, int64_t value) {
    switch (node->size) {
    case 1: *(uint8_t *)p = (uint8_t)value; break;
    case 2: {
        uint16_t v = (uint16_t)value;
        memcpy(p, &v, sizeof v);
        break;
    }
    case 4: {
        uint32_t v = (uint32_t)value;
        memcpy(p, &v, sizeof v);
        break;
    }
    default: memcpy(p, &value, sizeof value);
    }
}

size_t weft_node_items(const weft_node *node, const void *p, const void **items) {
    memcpy(items, p, sizeof *items);
    const char *count = (const char *)p + node->count_off;
    switch (node->count_size) {
    case 1: return *(const uint8_t *)count;
    case 2: {
        uint16_t v;
        memcpy(&v, count, sizeof v);
        return v;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, count, sizeof v);
        return v;
    }
    default: {
        uint64_t v;
        memcpy(&v, count, sizeof v);
        return (size_t)v;
    }
    }
}

void weft__member_default(const weft__plan *plan, uint32_t i, void *p, void *ctx) {
    const weft_member *m = &plan->members[i];
    if (m->attr->dflt_fn) m->attr->dflt_fn(p, ctx);
    else if (plan->image) memcpy(p, (const char *)plan->image + m->offset, plan->more[i].size);
}
