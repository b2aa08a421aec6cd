/* An example document of a type: defaults and examples filled in, the first variant or value elsewhere. */
#include "base/error.h"
#include "codec/json_encode.h"
#include "json/pull.h"

enum { EXAMPLE_DEPTH = 6 }; /* recursive types stop here */

static weft_status example_node(weft_buf *out, const weft_node *node, uint32_t depth);

static weft_status example_text(weft_buf *out, const char *s) { return weft_buf_append(out, weft_str_of(s)); }

static weft_status example_line(weft_buf *out, uint32_t depth) {
    weft_status st = weft_buf_byte(out, '\n');
    for (uint32_t i = 0; !st && i < depth; i++) st = example_text(out, "  ");
    return st;
}

static weft_status example_member(weft_buf *out, const weft__plan *plan, uint32_t i, uint32_t depth) {
    const weft_member *m = &plan->members[i];
    if (m->attr->example) return example_text(out, m->attr->example);
    if (m->dflt) {
        weft_encode_opts opts;
        memset(&opts, 0, sizeof opts);
        weft__enc e = { out, &opts, NULL, WEFT_OK, 0, 256 };
        size_t len = out->len;
        if (weft__enc_value(&e, m->node, m->dflt)) return WEFT_OK;
        out->len = len;
        if (e.code == WEFT_E_MEMORY) return e.code;
    }
    return example_node(out, m->node, depth);
}

static weft_status example_members(weft_buf *out, const weft__plan *plan, uint32_t depth, bool *first) {
    weft_status st = WEFT_OK;
    for (uint32_t i = 0; !st && i < plan->n; i++) {
        const weft_member *m = &plan->members[i];
        bool deep = depth > EXAMPLE_DEPTH && !m->required;
        if (plan->more[i].no_decode || deep) continue;
        st = *first ? WEFT_OK : weft_buf_byte(out, ',');
        *first = false;
        if (!st) st = example_line(out, depth + 1);
        if (!st) st = weft_json_string(out, m->key);
        if (!st) st = example_text(out, ": ");
        if (!st) st = example_member(out, plan, i, depth + 1);
    }
    return st;
}

static weft_status example_tagged(weft_buf *out, const weft__plan *plan, uint32_t i, uint32_t depth) {
    const weft_member *m = &plan->members[i];
    bool unit = m->node->kind == WEFT_TYPE_UNIT, first = false;
    if (plan->repr == WEFT_UNTAGGED) return example_member(out, plan, i, depth);
    if (plan->repr == WEFT_EXTERNAL && unit) return weft_json_string(out, m->key);
    weft_status st = weft_buf_byte(out, '{');
    if (!st) st = example_line(out, depth + 1);
    if (!st) st = weft_json_string(out, plan->repr == WEFT_EXTERNAL ? m->key : plan->tag);
    if (!st) st = example_text(out, ": ");
    if (plan->repr == WEFT_EXTERNAL) {
        if (!st) st = example_member(out, plan, i, depth + 1);
    } else {
        if (!st) st = weft_json_string(out, m->key);
        if (!st && !unit && plan->repr == WEFT_INTERNAL) {
            const weft__plan *inner = weft__plan_of(m->node->type, NULL);
            st = inner ? example_members(out, inner, depth, &first) : WEFT_E_TYPE;
        } else if (!st && !unit) {
            st = weft_buf_byte(out, ',');
            if (!st) st = example_line(out, depth + 1);
            if (!st) st = weft_json_string(out, plan->content);
            if (!st) st = example_text(out, ": ");
            if (!st) st = example_member(out, plan, i, depth + 1);
        }
    }
    if (!st) st = example_line(out, depth);
    return st ? st : weft_buf_byte(out, '}');
}

static weft_status example_number(weft_buf *out, const weft_node *node) {
    char text[WEFT_NUMBER_MAX];
    if (node->kind >= WEFT_TYPE_F32) {
        double v = node->ranged && (node->real_range.min > 0 || node->real_range.max < 0) ? node->real_range.min : 0;
        return weft_buf_append(out, WEFT_TEXT(text, weft_real_print(v, text)));
    }
    bool zero = !node->ranged || (node->kind == WEFT_TYPE_U64 ? (uint64_t)node->range.min == 0
                                                              : node->range.min <= 0 && node->range.max >= 0);
    int64_t v = zero ? 0 : node->range.min;
    size_t n = node->kind == WEFT_TYPE_U64 ? weft_uint_print((uint64_t)v, text) : weft_int_print(v, text);
    return weft_buf_append(out, WEFT_TEXT(text, n));
}

static weft_status example_node(weft_buf *out, const weft_node *node, uint32_t depth) {
    weft_status st;
    bool first = true;
    if (node->conv) return example_text(out, "\"\"");
    switch (node->kind) {
    case WEFT_TYPE_BOOL: return example_text(out, "false");
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS: {
        if (node->one_of) return weft_json_string(out, WEFT_TEXT(node->one_of, strcspn(node->one_of, "|")));
        st = weft_buf_byte(out, '"');
        for (uint32_t i = 0; !st && i < node->min_len; i++) st = weft_buf_byte(out, 'x');
        return st ? st : weft_buf_byte(out, '"');
    }
    case WEFT_TYPE_BYTES: return example_text(out, "\"\"");
    case WEFT_TYPE_RAW:
    case WEFT_TYPE_UNIT:
    case WEFT_TYPE_OPT:
    case WEFT_TYPE_PTR: return example_text(out, "null");
    case WEFT_TYPE_ENUM:
        if (node->by_value) return weft_buf_printf(out, "%lld", (long long)node->type->values[0].value);
        return weft_json_string(out, weft_enum_name(node, node->type->values[0].value));
    case WEFT_TYPE_FLAGS: return example_text(out, node->by_value ? "0" : "[]");
    case WEFT_TYPE_STRUCT: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        if (!plan) return WEFT_E_TYPE;
        st = weft_buf_byte(out, '{');
        if (!st) st = example_members(out, plan, depth, &first);
        if (!st && !first) st = example_line(out, depth);
        return st ? st : weft_buf_byte(out, '}');
    }
    case WEFT_TYPE_UNION: {
        const weft__plan *plan = weft__plan_of(node->type, NULL);
        return plan ? example_tagged(out, plan, 0, depth) : WEFT_E_TYPE;
    }
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_ARRAY: {
        uint32_t n = node->kind == WEFT_TYPE_ARRAY ? node->n : node->min_len;
        st = weft_buf_byte(out, '[');
        for (uint32_t i = 0; !st && i < n; i++) {
            if (i) st = example_text(out, ", ");
            if (!st) st = example_node(out, node->elem, depth + 1);
        }
        return st ? st : weft_buf_byte(out, ']');
    }
    case WEFT_TYPE_MAP: return example_text(out, "{}");
    default: return example_number(out, node);
    }
}

weft_status weft_type_example(const weft_type *type, weft_buf *out, weft_error *err) {
    weft_error mine;
    weft_error *e = err ? err : &mine;
    const weft__plan *plan = weft__plan_of(type, e);
    if (!plan) return e->code;
    size_t len = out->len;
    weft_status st = example_node(out, &plan->root, 0);
    if (!st) st = weft_buf_byte(out, '\n');
    if (!st) return WEFT_OK;
    out->len = len;
    return weft__error_set(err, st, WEFT_STAGE_ENCODE, NULL);
}
