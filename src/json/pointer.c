/* JSON Pointer (RFC 6901), evaluated without allocation. */
#include "base/error.h"
#include "json/doc.h"

/* The token at p..end, unescaped ("~0" is '~', "~1" is '/') only while comparing: members are walked. */
static bool pointer_token_is(const char *p, const char *end, const weft__cell *key) {
    const char *s = key->s, *stop = s + weft__cell_size(key);
    for (; p < end; p++, s++) {
        char c = *p;
        if (c == '~') c = *++p == '0' ? '~' : '/';
        if (s == stop || *s != c) return false;
    }
    return s == stop;
}

static weft_json pointer_error(weft_error *err, weft_status code, weft_str pointer, const char *at, const char *end,
                               const char *reason) {
    weft_json none = { NULL, NULL };
    int n = end - at > 60 ? 60 : (int)(end - at);
    weft__error_set(err, code, WEFT_STAGE_NONE, "%s: token \"%.*s\"", reason, n, at);
    if (err) {
        err->placed = true;
        err->offset = (size_t)(at - pointer.ptr);
    }
    return none;
}

/* Array index: "0" or digits without a leading zero. */
static bool pointer_index(const char *p, const char *end, size_t *out) {
    size_t v = 0;
    if (p == end || (*p == '0' && end - p > 1)) return false;
    for (; p < end; p++) {
        if (*p < '0' || *p > '9' || v > (SIZE_MAX - 9) / 10) return false;
        v = v * 10 + (size_t)(*p - '0');
    }
    *out = v;
    return true;
}

weft_json weft_json_pointer(weft_json v, weft_str pointer, weft_error *err) {
    const char *p = pointer.ptr, *stop = p + pointer.len;
    if (!v.cell) return pointer_error(err, WEFT_E_MISSING, pointer, p, p, "no value to point into");
    if (pointer.len && *p != '/')
        return pointer_error(err, WEFT_E_POINTER, pointer, p, stop, "a pointer starts with '/'");
    for (const char *c = p; c < stop; c++) /* malformed is malformed, whatever the document holds */
        if (*c == '~' && (c + 1 == stop || (c[1] != '0' && c[1] != '1')))
            return pointer_error(err, WEFT_E_POINTER, pointer, c, c + 1 < stop ? c + 2 : stop,
                                 "'~' must be followed by 0 or 1");
    while (p < stop) {
        const char *token = ++p;
        while (p < stop && *p != '/') p++;
        weft_kind kind = weft_json_kind(v);
        weft_json next = { NULL, v.doc };
        if (kind == WEFT_OBJECT) {
            if (!memchr(token, '~', (size_t)(p - token))) {
                next = weft_json_find(v, WEFT_TEXT(token, (size_t)(p - token)));
            } else {
                const weft__cell *end = v.cell + v.cell->extent;
                for (const weft__cell *k = v.cell + 1; k < end; k = weft__cell_next(k + 1))
                    if (pointer_token_is(token, p, k)) next.cell = k + 1;
            }
            if (!next.cell) return pointer_error(err, WEFT_E_MISSING, pointer, token, p, "no such member");
        } else if (kind == WEFT_ARRAY) {
            size_t index;
            if (!pointer_index(token, p, &index))
                return pointer_error(err, WEFT_E_MISSING, pointer, token, p,
                                     p - token == 1 && *token == '-' ? "'-' is behind the last element"
                                                                     : "not an array index");
            next = weft_json_at(v, index);
            if (!next.cell) return pointer_error(err, WEFT_E_MISSING, pointer, token, p, "index beyond the array");
        } else {
            return pointer_error(err, WEFT_E_MISSING, pointer, token, p, "a scalar has no members");
        }
        v = next;
    }
    return v;
}
