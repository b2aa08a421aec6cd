/* JSON Schema (2020-12) of a declared type: one definition per struct, union and enum reached.
 *
 * Lengths of strings are bytes in declarations and characters in schemas, so maxLength is a bound that never refuses
 * too much, and minLength is at most 1. Checks by function show as "description" where they carry a text.
 */
#include "base/error.h"
#include "codec/json_encode.h"
#include "type/reach.h"

#include <inttypes.h>

typedef struct schema_state {
    weft_buf *out;
    const weft__reach *reach;
    weft_status st;
} schema_state;

static void schema_put(schema_state *s, const char *text) {
    if (!s->st) s->st = weft_buf_append(s->out, weft_str_of(text));
}
static void schema_string(schema_state *s, weft_str text) {
    if (!s->st) s->st = weft_json_string(s->out, text);
}
/* ,"name": - or without the comma behind an opening brace */
static void schema_key(schema_state *s, const char *name) {
    if (!s->st && s->out->len && s->out->data[s->out->len - 1] != '{') schema_put(s, ",");
    schema_string(s, weft_str_of(name));
    schema_put(s, ":");
}
static void schema_comma(schema_state *s) {
    if (!s->st && s->out->len && s->out->data[s->out->len - 1] != '[') schema_put(s, ",");
}
static void schema_int(schema_state *s, const char *name, int64_t v) {
    schema_key(s, name);
    if (!s->st) s->st = weft_buf_printf(s->out, "%" PRId64, v);
}
static void schema_uint(schema_state *s, const char *name, uint64_t v) {
    schema_key(s, name);
    if (!s->st) s->st = weft_buf_printf(s->out, "%" PRIu64, v);
}
static void schema_real(schema_state *s, const char *name, double v) {
    char text[WEFT_NUMBER_MAX];
    schema_key(s, name);
    if (!s->st) s->st = weft_buf_append(s->out, WEFT_TEXT(text, weft_real_print(v, text)));
}
static void schema_text(schema_state *s, const char *name, const char *value) {
    schema_key(s, name);
    schema_string(s, weft_str_of(value));
}

/* The name of a definition; types of one name get their number behind it. */
static void schema_ref(schema_state *s, const weft_type *type) {
    size_t index = weft__reach_index(s->reach, type), same = 0;
    for (size_t i = 0; i < index && i < s->reach->count; i++)
        same += !strcmp(s->reach->plans[i]->type->name, type->name);
    schema_put(s, type->name);
    if (same && !s->st) s->st = weft_buf_printf(s->out, "_%zu", index);
}

static void schema_enum_names(schema_state *s, const weft_node *node) {
    schema_put(s, "[");
    for (uint32_t i = 0; i < node->type->n; i++) {
        schema_comma(s);
        if (node->by_value) {
            if (!s->st) s->st = weft_buf_printf(s->out, "%" PRId64, node->type->values[i].value);
        } else {
            schema_string(s, weft_enum_name(node, node->type->values[i].value));
        }
    }
    schema_put(s, "]");
}

static void schema_strings(schema_state *s, const char *list) { /* "a|b" */
    schema_put(s, "[");
    for (const char *p = list;;) {
        size_t n = strcspn(p, "|");
        schema_comma(s);
        schema_string(s, WEFT_TEXT(p, n));
        if (!p[n]) break;
        p += n + 1;
    }
    schema_put(s, "]");
}

static void schema_node(schema_state *s, const weft_node *node);

/* The inside of a schema object, after its brace. */
static void schema_inside(schema_state *s, const weft_node *node) {
    static const int64_t low[] = { INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN },
                         high[] = { INT8_MAX, INT16_MAX, INT32_MAX, INT64_MAX };
    static const uint64_t top[] = { UINT8_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX };
    uint8_t k = node->kind;
    if (node->conv) {
        static const char *const kinds[] = { "string", "null",   "boolean", "integer", "integer",
                                             "number", "number", "string",  "array",   "object" };
        schema_text(s, "type", kinds[node->conv->json_kind < 10 ? node->conv->json_kind : 0]);
        if (node->conv->format) schema_text(s, "format", node->conv->format);
        return;
    }
    if (k >= WEFT_TYPE_I8 && k <= WEFT_TYPE_U64) {
        schema_key(s, "type");
        schema_put(s, node->coerce ? "[\"integer\",\"string\"]" : "\"integer\"");
        if (k <= WEFT_TYPE_I64) {
            schema_int(s, "minimum", node->ranged ? node->range.min : low[k - WEFT_TYPE_I8]);
            schema_int(s, "maximum", node->ranged ? node->range.max : high[k - WEFT_TYPE_I8]);
        } else {
            schema_uint(s, "minimum", node->ranged ? (uint64_t)node->range.min : 0);
            schema_uint(s, "maximum", node->ranged ? (uint64_t)node->range.max : top[k - WEFT_TYPE_U8]);
        }
        return;
    }
    switch (k) {
    case WEFT_TYPE_BOOL:
        schema_key(s, "type"), schema_put(s, node->coerce ? "[\"boolean\",\"string\"]" : "\"boolean\"");
        break;
    case WEFT_TYPE_F32:
    case WEFT_TYPE_F64:
        schema_key(s, "type");
        schema_put(s, node->coerce ? "[\"number\",\"string\"]" : "\"number\"");
        if (node->ranged)
            schema_real(s, "minimum", node->real_range.min), schema_real(s, "maximum", node->real_range.max);
        break;
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS:
        if (node->one_of) {
            schema_key(s, "enum");
            schema_strings(s, node->one_of);
            break;
        }
        schema_key(s, "type");
        schema_put(s, node->coerce ? "[\"string\",\"number\",\"boolean\"]" : "\"string\"");
        if (node->min_len) schema_int(s, "minLength", 1);
        if (k == WEFT_TYPE_CHARS && node->n && node->n - 1 < node->max_len) schema_int(s, "maxLength", node->n - 1);
        else if (node->max_len != UINT32_MAX) schema_int(s, "maxLength", node->max_len);
        break;
    case WEFT_TYPE_BYTES: schema_text(s, "type", "string"), schema_text(s, "contentEncoding", "base64"); break;
    case WEFT_TYPE_UNIT: schema_text(s, "type", "null"); break;
    case WEFT_TYPE_ENUM:
        if (!node->weft__names && !node->by_value) {
            schema_key(s, "$ref"), schema_put(s, "\"#/$defs/"), schema_ref(s, node->type), schema_put(s, "\"");
        } else if (node->open) {
            schema_put(s, "");
        } else {
            schema_key(s, "enum"), schema_enum_names(s, node);
        }
        break;
    case WEFT_TYPE_FLAGS:
        if (node->by_value) {
            schema_text(s, "type", "integer"), schema_int(s, "minimum", 0);
            break;
        }
        schema_text(s, "type", "array");
        schema_key(s, "items"), schema_put(s, "{\"enum\":"), schema_enum_names(s, node), schema_put(s, "}");
        break;
    case WEFT_TYPE_STRUCT:
    case WEFT_TYPE_UNION:
        schema_key(s, "$ref"), schema_put(s, "\"#/$defs/"), schema_ref(s, node->type), schema_put(s, "\"");
        break;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_ARRAY:
        schema_text(s, "type", "array");
        schema_key(s, "items"), schema_node(s, node->elem);
        if (k == WEFT_TYPE_ARRAY) {
            schema_int(s, "minItems", node->n), schema_int(s, "maxItems", node->n);
        } else {
            if (node->min_len) schema_int(s, "minItems", node->min_len);
            if (node->max_len != UINT32_MAX) schema_int(s, "maxItems", node->max_len);
        }
        break;
    case WEFT_TYPE_MAP:
        schema_text(s, "type", "object");
        if (node->key && !node->key->by_value && !node->key->open)
            schema_key(s, "propertyNames"), schema_put(s, "{\"enum\":"), schema_enum_names(s, node->key),
                schema_put(s, "}");
        schema_key(s, "additionalProperties"), schema_node(s, node->elem);
        if (node->min_len) schema_int(s, "minProperties", node->min_len);
        if (node->max_len != UINT32_MAX) schema_int(s, "maxProperties", node->max_len);
        break;
    case WEFT_TYPE_OPT:
    case WEFT_TYPE_PTR:
        schema_key(s, "anyOf"), schema_put(s, "["), schema_node(s, node->elem), schema_put(s, ",{\"type\":\"null\"}]");
        break;
    default: break; /* raw: anything */
    }
}

static void schema_node(schema_state *s, const weft_node *node) {
    schema_put(s, "{");
    if (node->nullable && node->kind != WEFT_TYPE_OPT && node->kind != WEFT_TYPE_PTR) {
        schema_put(s, "\"anyOf\":[{");
        schema_inside(s, node);
        schema_put(s, "},{\"type\":\"null\"}]");
    } else {
        schema_inside(s, node);
    }
    schema_put(s, "}");
}

static void schema_member(schema_state *s, const weft__plan *plan, uint32_t i) {
    const weft_member *m = &plan->members[i];
    const weft_attr *a = m->attr;
    schema_node(s, m->node);
    if (s->st) return;
    s->out->len--; /* the member's own words go inside its braces */
    if (a->doc || a->check_text) {
        schema_key(s, "description");
        weft_buf words = { .alloc = s->out->alloc };
        if (a->doc) s->st = weft_buf_append(&words, weft_str_of(a->doc));
        if (!s->st && a->doc && a->check_text) s->st = weft_buf_append(&words, WEFT_STR("; "));
        if (!s->st && a->check_text) s->st = weft_buf_append(&words, weft_str_of(a->check_text));
        schema_string(s, weft_buf_str(&words));
        weft_buf_free(&words);
    }
    if (a->example) schema_key(s, "examples"), schema_put(s, "["), schema_put(s, a->example), schema_put(s, "]");
    if (a->deprecated) schema_key(s, "deprecated"), schema_put(s, "true");
    if (a->read_only) schema_key(s, "writeOnly"), schema_put(s, "true");
    if (a->write_only) schema_key(s, "readOnly"), schema_put(s, "true");
    if (m->dflt && !s->st) {
        schema_key(s, "default");
        weft_encode_opts opts;
        memset(&opts, 0, sizeof opts);
        weft__enc e = { s->out, &opts, NULL, WEFT_OK, 0, 256 };
        size_t len = s->out->len;
        if (!s->st && !weft__enc_value(&e, m->node, m->dflt)) {
            if (e.code == WEFT_E_MEMORY) s->st = e.code;
            s->out->len = len;
            schema_put(s, "null"); /* a default that only a caller's context can write */
        }
    }
    schema_put(s, "}");
}

/* Members of a struct; with a tag, also that one. */
static void schema_struct(schema_state *s, const weft__plan *plan, weft_str tag, weft_str variant) {
    schema_text(s, "type", "object");
    schema_key(s, "properties");
    schema_put(s, "{");
    if (tag.ptr) {
        schema_string(s, tag), schema_put(s, ":{\"const\":"), schema_string(s, variant), schema_put(s, "}");
    }
    for (uint32_t i = 0; plan && i < plan->n; i++) {
        const weft_member *m = &plan->members[i];
        if (plan->more[i].no_decode && plan->more[i].no_encode) continue;
        if (!s->st && s->out->data[s->out->len - 1] != '{') schema_put(s, ",");
        schema_string(s, m->key), schema_put(s, ":"), schema_member(s, plan, i);
        for (uint32_t k = 0; k < 3 && m->aliases[k].ptr; k++)
            schema_put(s, ","), schema_string(s, m->aliases[k]), schema_put(s, ":"), schema_node(s, m->node);
    }
    schema_put(s, "}");
    schema_key(s, "required");
    schema_put(s, "[");
    if (tag.ptr) schema_string(s, tag);
    bool either = false;
    for (uint32_t i = 0; plan && i < plan->n; i++) {
        if (!plan->members[i].required) continue;
        if (plan->members[i].aliases[0].ptr) {
            either = true;
            continue;
        }
        schema_comma(s), schema_string(s, plan->members[i].key);
    }
    schema_put(s, "]");
    if (either) {
        schema_key(s, "allOf"), schema_put(s, "[");
        for (uint32_t i = 0; i < plan->n; i++) {
            const weft_member *m = &plan->members[i];
            if (!m->required || !m->aliases[0].ptr) continue;
            schema_comma(s), schema_put(s, "{\"oneOf\":[{\"required\":["), schema_string(s, m->key),
                schema_put(s, "]}");
            for (uint32_t k = 0; k < 3 && m->aliases[k].ptr; k++)
                schema_put(s, ",{\"required\":["), schema_string(s, m->aliases[k]), schema_put(s, "]}");
            schema_put(s, "]}");
        }
        schema_put(s, "]");
    }
    if (plan && plan->unknown == WEFT_UNKNOWN_FORBID) schema_key(s, "additionalProperties"), schema_put(s, "false");
}

static void schema_variant(schema_state *s, const weft__plan *plan, uint32_t i) {
    const weft_member *m = &plan->members[i];
    const weft_str none = { NULL, 0 };
    bool unit = m->node->kind == WEFT_TYPE_UNIT;
    schema_comma(s);
    if ((int32_t)i == plan->catch_all) {
        schema_put(s, "true");
        return;
    }
    switch (plan->repr) {
    case WEFT_UNTAGGED: schema_member(s, plan, i); return;
    case WEFT_EXTERNAL:
        if (unit) {
            schema_put(s, "{\"const\":"), schema_string(s, m->key), schema_put(s, "}");
            return;
        }
        schema_put(s, "{\"type\":\"object\",\"properties\":{"), schema_string(s, m->key), schema_put(s, ":"),
            schema_member(s, plan, i);
        schema_put(s, "},\"required\":["), schema_string(s, m->key), schema_put(s, "],\"additionalProperties\":false}");
        return;
    case WEFT_INTERNAL: {
        const weft__plan *inner = unit ? NULL : weft__plan_of(m->node->type, NULL);
        schema_put(s, "{");
        schema_struct(s, inner, plan->tag, m->key);
        schema_put(s, "}");
        return;
    }
    default:
        schema_put(s, "{");
        schema_struct(s, NULL, plan->tag, m->key);
        if (!unit && !s->st) {
            s->out->len -= strlen("]"); /* the content joins what is required */
            schema_put(s, ","), schema_string(s, plan->content), schema_put(s, "],\"allOf\":[{\"properties\":{"),
                schema_string(s, plan->content);
            schema_put(s, ":"), schema_member(s, plan, i), schema_put(s, "}}]");
        }
        schema_put(s, "}");
        (void)none;
        return;
    }
}

static void schema_definition(schema_state *s, const weft__plan *plan) {
    const weft_str none = { NULL, 0 };
    schema_put(s, "{");
    if (plan->attr->doc) schema_text(s, "description", plan->attr->doc);
    if (plan->attr->check_text) schema_text(s, "$comment", plan->attr->check_text);
    if (plan->attr->deprecated) schema_key(s, "deprecated"), schema_put(s, "true");
    if (plan->attr->example)
        schema_key(s, "examples"), schema_put(s, "["), schema_put(s, plan->attr->example), schema_put(s, "]");
    if (plan->type->kind == WEFT_TYPE_STRUCT) {
        schema_struct(s, plan, none, none);
    } else if (plan->type->kind == WEFT_TYPE_UNION) {
        bool any = plan->catch_all >= 0 || (plan->repr == WEFT_UNTAGGED && plan->attr->first_match);
        schema_key(s, any ? "anyOf" : "oneOf");
        schema_put(s, "[");
        for (uint32_t i = 0; i < plan->n; i++) schema_variant(s, plan, i);
        schema_put(s, "]");
    } else {
        weft_node node = plan->root;
        node.conv = NULL;
        if (plan->type->kind == WEFT_TYPE_FLAGS || node.open) {
            if (node.open) schema_text(s, "type", plan->attr->by_value ? "integer" : "string");
            else schema_inside(s, &node);
        } else {
            schema_key(s, "enum"), schema_enum_names(s, &node);
        }
    }
    schema_put(s, "}");
}

weft_status weft_type_schema(const weft_type *type, weft_buf *out, weft_error *err) {
    weft__reach reach;
    weft_error mine;
    weft_error *e = err ? err : &mine;
    size_t len = out->len;
    weft_status st = weft__reach_all(&reach, type, e);
    if (!st) {
        schema_state s = { out, &reach, WEFT_OK };
        const weft__plan *root = weft__plan_of(type, NULL);
        schema_put(&s, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\"");
        if (type->name && type->slot) schema_text(&s, "title", type->name);
        schema_put(&s, ",");
        if (!s.st) schema_put(&s, "\"allOf\":["), schema_node(&s, &root->root), schema_put(&s, "]");
        schema_put(&s, ",\"$defs\":{");
        for (size_t i = 0; i < reach.count; i++) {
            if (i) schema_put(&s, ",");
            schema_put(&s, "\""), schema_ref(&s, reach.plans[i]->type), schema_put(&s, "\":");
            schema_definition(&s, reach.plans[i]);
        }
        schema_put(&s, "}}");
        st = s.st ? weft__error_set(err, s.st, WEFT_STAGE_ENCODE, NULL) : WEFT_OK;
    }
    weft__reach_free(&reach);
    if (st) out->len = len;
    return st;
}
