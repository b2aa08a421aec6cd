/* A declared type as text for people: one block per type reached. */
#include "base/error.h"
#include "type/reach.h"

#include <inttypes.h>

static weft_status print_text(weft_buf *out, const char *s) { return weft_buf_append(out, weft_str_of(s)); }

static weft_status print_node(weft_buf *out, const weft_node *n) {
    static const char *const names[] = {
        [WEFT_TYPE_BOOL] = "bool",         [WEFT_TYPE_I8] = "i8",      [WEFT_TYPE_I16] = "i16",
        [WEFT_TYPE_I32] = "i32",           [WEFT_TYPE_I64] = "i64",    [WEFT_TYPE_U8] = "u8",
        [WEFT_TYPE_U16] = "u16",           [WEFT_TYPE_U32] = "u32",    [WEFT_TYPE_U64] = "u64",
        [WEFT_TYPE_F32] = "f32",           [WEFT_TYPE_F64] = "f64",    [WEFT_TYPE_STR] = "string",
        [WEFT_TYPE_CSTR] = "string",       [WEFT_TYPE_CHARS] = "char", [WEFT_TYPE_BYTES] = "bytes",
        [WEFT_TYPE_RAW] = "any",           [WEFT_TYPE_UNIT] = "unit",  [WEFT_TYPE_EXTRA] = "extra",
        [WEFT_TYPE_PRESENCE] = "presence",
    };
    weft_status st = WEFT_OK;
    unsigned open = 0;
    for (;; n = n->elem) {
        if (n->conv) st = weft_buf_printf(out, "%s as ", n->conv->name ? n->conv->name : "converted");
        if (st) return st;
        switch (n->kind) {
        case WEFT_TYPE_LIST: st = print_text(out, "list("); break;
        case WEFT_TYPE_MAP:
            st = print_text(out, "map(");
            if (!st && n->key) st = weft_buf_printf(out, "%s, ", n->key->type->name);
            break;
        case WEFT_TYPE_OPT: st = print_text(out, "optional("); break;
        case WEFT_TYPE_PTR: st = print_text(out, "pointer("); break;
        case WEFT_TYPE_ARRAY: st = weft_buf_printf(out, "array(%lu, ", (unsigned long)n->n); break;
        case WEFT_TYPE_CHARS: st = weft_buf_printf(out, "char[%lu]", (unsigned long)n->n); break;
        default: st = print_text(out, n->kind >= WEFT_TYPE_ENUM ? n->type->name : names[n->kind]); break;
        }
        if (st) return st;
        if (!n->elem) break;
        open++;
    }
    while (!st && open--) st = weft_buf_byte(out, ')');
    return st;
}

static weft_status print_policies(weft_buf *out, const weft__plan *plan, uint32_t i) {
    const weft_member *m = &plan->members[i];
    const weft_node *leaf = m->node;
    weft_status st = WEFT_OK;
    while (leaf->elem) leaf = leaf->elem;
    if (!weft_str_equal(m->key, weft_str_of(m->name)))
        st = weft_buf_printf(out, ", key \"%.*s\"", WEFT_STR_ARG(m->key));
    if (!st && !weft_str_equal(m->key, m->write_key))
        st = weft_buf_printf(out, ", written \"%.*s\"", WEFT_STR_ARG(m->write_key));
    for (uint32_t k = 0; !st && k < 3 && m->aliases[k].ptr; k++)
        st = weft_buf_printf(out, ", or \"%.*s\"", WEFT_STR_ARG(m->aliases[k]));
    if (!st && leaf->ranged && leaf->kind >= WEFT_TYPE_F32)
        st = weft_buf_printf(out, ", %.17g..%.17g", leaf->real_range.min, leaf->real_range.max);
    else if (!st && leaf->ranged && leaf->kind == WEFT_TYPE_U64)
        st = weft_buf_printf(out, ", %" PRIu64 "..%" PRIu64, (uint64_t)leaf->range.min, (uint64_t)leaf->range.max);
    else if (!st && leaf->ranged)
        st = weft_buf_printf(out, ", %" PRId64 "..%" PRId64, leaf->range.min, leaf->range.max);
    if (!st && m->node->min_len) st = weft_buf_printf(out, ", at least %lu", (unsigned long)m->node->min_len);
    if (!st && m->node->max_len != UINT32_MAX)
        st = weft_buf_printf(out, ", at most %lu", (unsigned long)m->node->max_len);
    if (!st && m->node->one_of) st = weft_buf_printf(out, ", one of %s", m->node->one_of);
    if (!st && m->attr->check_text) st = weft_buf_printf(out, ", %s", m->attr->check_text);
    if (!st && m->node->nullable) st = print_text(out, ", nullable");
    if (!st && m->attr->defaulted) st = print_text(out, ", default");
    else if (!st && !m->required && plan->type->kind == WEFT_TYPE_STRUCT && !plan->more[i].no_decode)
        st = print_text(out, ", may be missing");
    if (!st && m->hidden) st = print_text(out, ", hidden");
    if (!st && m->attr->deprecated) st = print_text(out, ", deprecated");
    if (!st && m->attr->doc) st = weft_buf_printf(out, "  -- %s", m->attr->doc);
    return st;
}

static weft_status print_type(weft_buf *out, const weft__plan *plan) {
    const weft_type *t = plan->type;
    static const char *const reprs[] = { "external", "internal", "adjacent", "untagged" };
    weft_status st;
    switch (t->kind) {
    case WEFT_TYPE_STRUCT: st = weft_buf_printf(out, "struct %s {", t->name); break;
    case WEFT_TYPE_UNION: st = weft_buf_printf(out, "union %s (%s) {", t->name, reprs[plan->repr]); break;
    case WEFT_TYPE_FLAGS: st = weft_buf_printf(out, "flags %s {", t->name); break;
    default: st = weft_buf_printf(out, "enum %s {", t->name); break;
    }
    if (!st && plan->attr->doc) st = weft_buf_printf(out, "  -- %s", plan->attr->doc);
    if (!st) st = weft_buf_byte(out, '\n');
    for (uint32_t i = 0; !st && i < plan->n; i++) {
        st = weft_buf_printf(out, "    %s: ", plan->members[i].name);
        if (!st) st = print_node(out, plan->members[i].node);
        if (!st) st = print_policies(out, plan, i);
        if (!st) st = weft_buf_byte(out, '\n');
    }
    for (uint32_t i = 0; !st && t->values && i < t->n; i++) {
        st = weft_buf_printf(out, "    \"%.*s\" = %lld", WEFT_STR_ARG(plan->names.shown[i]),
                             (long long)t->values[i].value);
        if (!st && t->values[i].doc) st = weft_buf_printf(out, "  -- %s", t->values[i].doc);
        if (!st) st = weft_buf_byte(out, '\n');
    }
    return st ? st : print_text(out, "}\n");
}

weft_status weft_type_print(const weft_type *type, weft_buf *out, weft_error *err) {
    weft__reach reach;
    size_t len = out->len;
    weft_status st = weft__reach_all(&reach, type, err), failed = WEFT_OK;
    for (size_t i = 0; !st && !failed && i < reach.count; i++) failed = print_type(out, reach.plans[i]);
    weft__reach_free(&reach);
    if (failed) st = weft__error_set(err, failed, WEFT_STAGE_ENCODE, NULL);
    if (st) out->len = len;
    return st;
}
