/* Growable byte buffer. */
#include "base/alloc.h"

#include <stdarg.h>

weft_status weft_buf_reserve(weft_buf *b, size_t extra) {
    if (extra <= b->cap - b->len && b->data) return WEFT_OK;
    if (extra > SIZE_MAX / 2 - b->len) return WEFT_E_SIZE;
    size_t need = b->len + extra;
    if (b->limit && need > b->limit) return WEFT_E_SIZE;
    size_t cap = b->cap + b->cap / 2;
    if (cap < need) cap = need;
    if (cap < 64) cap = 64;
    if (b->limit && cap > b->limit) cap = b->limit;
    if (cap < b->len + extra) cap = need;
    char *data = (char *)weft__resize(b->alloc, b->data, b->cap, cap);
    if (!data) return WEFT_E_MEMORY;
    b->data = data;
    b->cap = cap;
    return WEFT_OK;
}

weft_status weft_buf_append(weft_buf *b, weft_str s) {
    if (!s.len) return WEFT_OK;
    weft_status st = weft_buf_reserve(b, s.len);
    if (st) return st;
    memcpy(b->data + b->len, s.ptr, s.len);
    b->len += s.len;
    return WEFT_OK;
}

weft_status weft_buf_byte(weft_buf *b, char c) {
    weft_status st = weft_buf_reserve(b, 1);
    if (st) return st;
    b->data[b->len++] = c;
    return WEFT_OK;
}

weft_status weft_buf_printf(weft_buf *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) return WEFT_E_ARGUMENT;
    weft_status st = weft_buf_reserve(b, (size_t)n + 1);
    if (st) return st;
    va_start(args, format);
    n = vsnprintf(b->data + b->len, (size_t)n + 1, format, args);
    va_end(args);
    if (n < 0) return WEFT_E_ARGUMENT;
    b->len += (size_t)n;
    return WEFT_OK;
}

const char *weft_buf_cstr(weft_buf *b) {
    if (weft_buf_reserve(b, 1)) return NULL;
    b->data[b->len] = 0;
    return b->data;
}

void weft_buf_free(weft_buf *b) {
    weft__release(b->alloc, b->data, b->cap);
    b->data = NULL;
    b->len = b->cap = 0;
}
