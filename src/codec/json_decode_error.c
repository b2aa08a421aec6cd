/* Errors of the JSON decoder: what was expected, what was found, where. */
#include "codec/json_decode.h"
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

static size_t dec_offset(const weft__dec *d, const char *at) {
    uintptr_t base = (uintptr_t)d->text.ptr, p = (uintptr_t)at;
    if (p < base || p > base + d->text.len) p = (uintptr_t)(d->stand_in ? d->stand_in : d->text.ptr);
    return (size_t)(p - base);
}

static weft_error *dec_slot(weft__dec *d) {
    weft_error *e = d->n < d->cap ? &d->errors[d->n] : NULL;
    if (!e && d->collect && d->cap) {
        weft__error_set(&d->errors[d->cap - 1], WEFT_E_OVERFLOW, WEFT_STAGE_DECODE, NULL);
        d->fatal = true;
    }
    d->n++;
    return e;
}

bool weft__dec_error(weft__dec *d, weft_status code, const char *at, const char *reason, ...) {
    weft_error *e = dec_slot(d);
    if (!e) return false;
    char text[sizeof e->reason];
    va_list args;
    va_start(args, reason);
    vsnprintf(text, sizeof text, reason, args);
    va_end(args);
    weft__error_at(e, code, WEFT_STAGE_DECODE, d->text, dec_offset(d, at), "%s", text);
    return false;
}

bool weft__dec_syntax(weft__dec *d) {
    if (d->fatal) return false;
    d->fatal = true;
    weft_error *e = dec_slot(d);
    const char *why = d->r.why ? d->r.why : weft_status_text(d->r.code);
    if (e) weft__error_at(e, d->r.code, WEFT_STAGE_PARSE, d->text, dec_offset(d, d->r.at), "%s", why);
    return false;
}

bool weft__dec_memory(weft__dec *d) {
    if (d->fatal) return false;
    d->fatal = true;
    weft_error *e = dec_slot(d);
    weft_status code = d->arena->limit ? WEFT_E_ALLOCATION : WEFT_E_MEMORY;
    if (e) weft__error_set(e, code, WEFT_STAGE_DECODE, NULL);
    return false;
}

bool weft__dec_no_plan(weft__dec *d, const weft_type *type) {
    weft_error why;
    if (weft__plan_of(type, &why) || why.code == WEFT_E_MEMORY) return weft__dec_memory(d);
    weft__dec_error(d, why.code, d->r.p, "%s", why.reason);
    d->fatal = true;
    return false;
}

static size_t words_put(char *out, size_t cap, size_t at, const char *s, size_t n) {
    for (size_t i = 0; i < n && at + 1 < cap; i++) out[at++] = s[i];
    if (cap) out[at < cap ? at : cap - 1] = 0;
    return at;
}

/* Names of an enum as a list: "a", "b", "c"; what does not fit is "...". */
static void words_names(const weft_node *node, char *out, size_t cap) {
    const weft__names *names = weft__enum_names(node);
    size_t at = words_put(out, cap, 0, "one of ", 7);
    for (uint32_t i = 0; names && i < node->type->n; i++) {
        weft_str s = names->shown[i];
        if (at + s.len + 9 > cap) {
            words_put(out, cap, at, ", ...", i ? 5 : 0);
            return;
        }
        if (i) at = words_put(out, cap, at, ", ", 2);
        at = words_put(out, cap, at, "\"", 1);
        at = words_put(out, cap, at, s.ptr, s.len);
        at = words_put(out, cap, at, "\"", 1);
    }
}

void weft__node_words(const weft_node *node, char *out, size_t cap) {
    static const int64_t low[] = { INT8_MIN, INT16_MIN, INT32_MIN }, high[] = { INT8_MAX, INT16_MAX, INT32_MAX };
    static const int64_t top[] = { UINT8_MAX, UINT16_MAX, UINT32_MAX };
    switch (node->kind) {
    case WEFT_TYPE_BOOL: snprintf(out, cap, "boolean"); return;
    case WEFT_TYPE_F32:
    case WEFT_TYPE_F64:
        if (node->ranged) snprintf(out, cap, "number %.6g..%.6g", node->real_range.min, node->real_range.max);
        else snprintf(out, cap, "number");
        return;
    case WEFT_TYPE_STR:
    case WEFT_TYPE_CSTR:
    case WEFT_TYPE_CHARS:
        if (node->one_of) {
            snprintf(out, cap, "one of %s", node->one_of);
            return;
        }
        snprintf(out, cap, "string");
        return;
    case WEFT_TYPE_BYTES: snprintf(out, cap, "base64 string"); return;
    case WEFT_TYPE_RAW: snprintf(out, cap, "value"); return;
    case WEFT_TYPE_UNIT: snprintf(out, cap, "null"); return;
    case WEFT_TYPE_ENUM:
        if (node->by_value) snprintf(out, cap, "integer");
        else words_names(node, out, cap);
        return;
    case WEFT_TYPE_FLAGS:
        if (node->by_value) snprintf(out, cap, "integer");
        else snprintf(out, cap, "array of names");
        return;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_ARRAY: snprintf(out, cap, "array"); return;
    case WEFT_TYPE_STRUCT:
    case WEFT_TYPE_UNION:
    case WEFT_TYPE_MAP: snprintf(out, cap, "object"); return;
    case WEFT_TYPE_OPT:
    case WEFT_TYPE_PTR: weft__node_words(node->elem, out, cap); return;
    default: break;
    }
    if (node->kind >= WEFT_TYPE_I8 && node->kind <= WEFT_TYPE_U64) {
        if (node->ranged && node->kind == WEFT_TYPE_U64)
            snprintf(out, cap, "integer %" PRIu64 "..%" PRIu64, (uint64_t)node->range.min, (uint64_t)node->range.max);
        else if (node->ranged) snprintf(out, cap, "integer %" PRId64 "..%" PRId64, node->range.min, node->range.max);
        else if (node->kind <= WEFT_TYPE_I32)
            snprintf(out, cap, "integer %" PRId64 "..%" PRId64, low[node->kind - WEFT_TYPE_I8],
                     high[node->kind - WEFT_TYPE_I8]);
        else if (node->kind >= WEFT_TYPE_U8 && node->kind <= WEFT_TYPE_U32)
            snprintf(out, cap, "integer 0..%" PRId64, top[node->kind - WEFT_TYPE_U8]);
        else if (node->kind == WEFT_TYPE_U64) snprintf(out, cap, "integer 0..%" PRIu64, UINT64_MAX);
        else snprintf(out, cap, "integer");
        return;
    }
    snprintf(out, cap, "%s", node->type ? node->type->name : "value");
}

bool weft__dec_expected(weft__dec *d, const weft_node *node, weft_status code, const char *at) {
    char want[112];
    weft__node_words(node, want, sizeof want);
    return weft__dec_expected_words(d, want, code, at);
}

bool weft__dec_expected_words(weft__dec *d, const char *want, weft_status code, const char *at) {
    /* what stands there; if it is no JSON, that is the error */
    weft__pull look = d->r;
    look.p = at;
    look.code = WEFT_OK;
    unsigned char c = weft__pull_peek(&look);
    const char *start = look.p;
    weft_str raw;
    bool number = c == '-' || (c >= '0' && c <= '9'), whole; /* one out of range is a value all the same */
    if (!(number ? weft__pull_number(&look, &raw, &whole) : weft__pull_skip(&look, &raw))) {
        d->r = look;
        return weft__dec_syntax(d);
    }
    weft_error *e = dec_slot(d);
    if (!e) return false;
    const char *kind = c == '"' ? "string" : c == '{' ? "object" : c == '[' ? "array" : "integer";
    if (number && !whole) kind = "number";
    if (c == 't' || c == 'f' || c == 'n') kind = raw.ptr[0] == 't' ? "true" : raw.ptr[0] == 'f' ? "false" : "null";
    weft_str shown = raw;
    if (c == '{' || c == '[' || c == 't' || c == 'f' || c == 'n') shown.len = 0;
    weft_error found; /* its text is cut to fit by the same rules */
    weft__error_found(&found, kind, shown);
    weft__error_at(e, code, WEFT_STAGE_DECODE, d->text, dec_offset(d, start), "expected %s, got %s", want, found.found);
    weft__error_target(e, want);
    memcpy(e->found, found.found, sizeof e->found);
    return false;
}

void weft__dec_in_member(weft__dec *d, size_t from, weft_str name) {
    for (size_t i = from; i < d->n && i < d->cap; i++)
        if (d->errors[i].code != WEFT_E_OVERFLOW) weft__error_path_member(&d->errors[i], name);
}
void weft__dec_in_element(weft__dec *d, size_t from, size_t index) {
    for (size_t i = from; i < d->n && i < d->cap; i++)
        if (d->errors[i].code != WEFT_E_OVERFLOW) weft__error_path_index(&d->errors[i], index);
}

bool weft__dec_step_over(weft__dec *d, const char *at, uint32_t depth) {
    if (d->fatal) return false;
    d->r.p = at;
    d->r.depth = depth;
    d->r.code = WEFT_OK;
    return weft__pull_skip(&d->r, NULL) || weft__dec_syntax(d);
}
