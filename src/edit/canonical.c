/* Canonical JSON, RFC 8785: the writer for every style with the order of names that section 3.2.3 asks for. */
#include "base/error.h"
#include "json/write.h"

/* UTF-8 orders by code point. UTF-16 differs in one thing: what takes a surrogate pair (lead bytes F0..F4) sorts before
 * U+E000..U+FFFF (lead bytes EE and EF). Those bytes are never continuations, so the first difference decides. */
static unsigned canonical_rank(unsigned char c) { return c < 0xee ? c : c < 0xf0 ? c + 5u : c - 2u; }
static int canonical_order(weft_str a, weft_str b, void *ctx) {
    (void)ctx;
    size_t n = a.len < b.len ? a.len : b.len, i = 0;
    while (i < n && a.ptr[i] == b.ptr[i]) i++;
    if (i == n) return (a.len > b.len) - (a.len < b.len);
    return canonical_rank((unsigned char)a.ptr[i]) < canonical_rank((unsigned char)b.ptr[i]) ? -1 : 1;
}

weft_status weft_json_canonical(weft_json v, weft_buf *out, weft_error *err) {
    weft_write_opts opts = { .sort = WEFT_SORT_CUSTOM, .compare = canonical_order, .alloc = out->alloc };
    weft__style style;
    weft__emit e;
    if (!v.cell) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "no value to write");
    weft_status st = weft__style_make(&style, &opts, err);
    if (st) return st;
    style.canonical = true;
    char *o = weft__emit_to_buf(&e, out, 0);
    return weft__write_text(&e, o, v, &style, weft__write_any, NULL, err);
}
