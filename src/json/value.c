/* Looking at values: kinds, numbers, strings, iteration, elements by index. */
#include "json/doc.h"

#include <weft/text.h>

static const weft__cell *value_of_kind(weft_json v, weft_kind kind) {
    return v.cell && weft__cell_kind(v.cell) == kind ? v.cell : NULL;
}

weft_json weft_doc_root(const weft_doc *doc) {
    weft_json v = { doc && doc->cell_count ? doc->cells : NULL, doc };
    return v;
}

/* A number kept as text; false for one that JSON5 spells in its own way and we cannot convert. */
static bool value_raw_real(const weft__cell *c, double *out) {
    weft_str s = { c->s, (size_t)weft__cell_size(c) };
    return weft_real_parse(s, out) == s.len;
}

weft_kind weft_json_kind(weft_json v) { return v.cell ? weft__cell_kind(v.cell) : WEFT_NONE; }

const char *weft_kind_name(weft_kind kind) {
    switch (kind) {
    case WEFT_NULL: return "null";
    case WEFT_BOOL: return "boolean";
    case WEFT_INT:
    case WEFT_UINT: return "integer";
    case WEFT_REAL:
    case WEFT_RAW: return "number";
    case WEFT_STRING: return "string";
    case WEFT_ARRAY: return "array";
    case WEFT_OBJECT: return "object";
    case WEFT_NONE: break;
    }
    return "nothing";
}

size_t weft_json_len(weft_json v) {
    weft_kind k = weft_json_kind(v);
    return k >= WEFT_RAW ? (size_t)weft__cell_size(v.cell) : 0;
}

bool weft_json_as_bool(weft_json v, bool otherwise) {
    const weft__cell *c = value_of_kind(v, WEFT_BOOL);
    return c ? c->u != 0 : otherwise;
}

/* The integer a real is exactly; -0.0 is none. */
static int64_t value_int_of_real(double d, int64_t otherwise) {
    if (!(d >= -9223372036854775808.0 && d < 9223372036854775808.0)) return otherwise;
    int64_t i = (int64_t)d;
    double back = (double)i;
    return memcmp(&back, &d, sizeof back) == 0 ? i : otherwise;
}
static uint64_t value_uint_of_real(double d, uint64_t otherwise) {
    if (!(d >= 0 && d < 18446744073709551616.0)) return otherwise;
    uint64_t u = (uint64_t)d;
    double back = (double)u;
    return memcmp(&back, &d, sizeof back) == 0 ? u : otherwise;
}

int64_t weft_json_as_int(weft_json v, int64_t otherwise) {
    int64_t i;
    double d;
    switch (weft_json_kind(v)) {
    case WEFT_INT: return v.cell->i;
    case WEFT_REAL: return value_int_of_real(v.cell->d, otherwise);
    case WEFT_RAW:
        if (weft_int_parse(weft_json_as_str(v), &i) == weft__cell_size(v.cell)) return i;
        return value_raw_real(v.cell, &d) ? value_int_of_real(d, otherwise) : otherwise;
    default: return otherwise;
    }
}

uint64_t weft_json_as_uint(weft_json v, uint64_t otherwise) {
    uint64_t u;
    double d;
    switch (weft_json_kind(v)) {
    case WEFT_UINT: return v.cell->u;
    case WEFT_INT: return v.cell->i >= 0 ? v.cell->u : otherwise;
    case WEFT_REAL: return value_uint_of_real(v.cell->d, otherwise);
    case WEFT_RAW:
        if (weft_uint_parse(weft_json_as_str(v), &u) == weft__cell_size(v.cell)) return u;
        return value_raw_real(v.cell, &d) ? value_uint_of_real(d, otherwise) : otherwise;
    default: return otherwise;
    }
}

double weft_json_as_real(weft_json v, double otherwise) {
    switch (weft_json_kind(v)) {
    case WEFT_INT: return (double)v.cell->i;
    case WEFT_UINT: return (double)v.cell->u;
    case WEFT_REAL: return v.cell->d;
    case WEFT_RAW: {
        double d;
        return value_raw_real(v.cell, &d) ? d : otherwise;
    }
    default: return otherwise;
    }
}

weft_str weft_json_as_str(weft_json v) {
    weft_str s = { "", 0 };
    weft_kind k = weft_json_kind(v);
    if (k != WEFT_STRING && k != WEFT_RAW) return s;
    s.ptr = v.cell->s;
    s.len = (size_t)weft__cell_size(v.cell);
    return s;
}

weft_iter weft_json_iter(weft_json v) {
    weft_iter it;
    memset(&it, 0, sizeof it);
    it.key.ptr = "";
    it.value.doc = v.doc;
    it.index = SIZE_MAX; /* the first step makes it 0 */
    it.weft__object = weft_json_kind(v) == WEFT_OBJECT;
    if (it.weft__object || weft_json_kind(v) == WEFT_ARRAY) {
        it.weft__next = v.cell + 1;
        it.weft__end = v.cell + v.cell->extent;
    }
    return it;
}

bool weft_iter_next(weft_iter *it) {
    if (it->weft__next == it->weft__end) {
        it->value.cell = NULL;
        return false;
    }
    const weft__cell *c = it->weft__next;
    if (it->weft__object) {
        it->key.ptr = c->s;
        it->key.len = (size_t)weft__cell_size(c);
        c++;
    }
    it->value.cell = c;
    it->index++;
    it->weft__next = weft__cell_next(c);
    return true;
}
