/* The choice among the fast readers, and what they share that is not fast. */
#include "json/engine.h"

#include "base/cpu.h"
#include "json/engine.h"

#define HEX_NONE -1, -1, -1, -1, -1, -1, -1, -1
static const int8_t engine_hex_digit[256] = {
    HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, 0,        1,        2,        3,
    4,        5,        6,        7,        8,        9,        -1,       -1,       -1,       -1,
    -1,       -1,       -1,       10,       11,       12,       13,       14,       15,       -1,
    HEX_NONE, HEX_NONE, HEX_NONE, -1,       10,       11,       12,       13,       14,       15,
    -1,       HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE,
    HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE
};
#undef HEX_NONE
int weft__hex4(const uint8_t *p) {
    return engine_hex_digit[p[0]] * 4096 | engine_hex_digit[p[1]] * 256 | engine_hex_digit[p[2]] * 16 |
           engine_hex_digit[p[3]];
}

const uint8_t weft__simple_escape[256] = {
    ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'
};

bool weft__number_cell(weft_str text, const weft_read_opts *opts, weft__cell *cell) {
    weft__number n;
    const char *end = text.ptr + text.len;
    return weft__number_parse(text.ptr, end, &n) == end && weft__number_to_cell(&n, opts, cell);
}

bool weft__within_limits(const weft_doc *doc, const weft_read_opts *opts) {
    if (opts->max_string == SIZE_MAX && opts->max_members == SIZE_MAX) return true;
    for (const weft__cell *c = doc->cells, *end = c + doc->cell_count; c < end; c++) {
        if (weft__cell_is_container(c) && weft__cell_size(c) > opts->max_members) return false;
        if (weft__cell_kind(c) == WEFT_STRING && weft__cell_size(c) > opts->max_string) return false;
    }
    return true;
}

/* More than RFC 8259 is allowed in: a text that is strictly valid means the same, and any other is left to the plain
 * reader. */
bool weft__fast_allowed(const weft_read_opts *o) {
    return !o->raw_numbers && !o->replace_invalid && !o->stop_after && o->duplicates == WEFT_DUPLICATES_KEEP;
}

weft__fast weft__fast_read(weft_doc *doc, weft_str text, const weft_read_opts *opts) {
    if (text.len > opts->max_bytes || text.len == 0) return WEFT__FAST_BAD;
    size_t all = text.len;
    if (opts->bom && text.len >= 3 && memcmp(text.ptr, "\xef\xbb\xbf", 3) == 0) text.ptr += 3, text.len -= 3;
    weft__fast r = WEFT__FAST_BAD;
    switch (weft_cpu_used()) {
#if WEFT__X86
    /* Token windows and batches of numbers have costs that small texts do not pay back. */
    case WEFT_CPU_AVX512:
        if (text.len <= WEFT__SMALL_MAX && !opts->borrow) r = weft__read_small_avx512(doc, text, opts);
        if (r == WEFT__FAST_BAD)
            r = text.len <= WEFT__NARROW_MAX ? weft__read_sse42(doc, text, opts) : weft__read_avx512(doc, text, opts);
        break;
    case WEFT_CPU_AVX2:
        r = text.len <= WEFT__NARROW_MAX ? weft__read_sse42(doc, text, opts) : weft__read_avx2(doc, text, opts);
        break;
    case WEFT_CPU_SSE42: r = weft__read_sse42(doc, text, opts); break;
#endif
#if WEFT__NEON
    case WEFT_CPU_NEON: r = weft__read_neon(doc, text, opts); break;
#endif
    default: r = weft__read_scalar(doc, text, opts); break;
    }
    if (r != WEFT__FAST_OK) return r;
    doc->consumed = all;
    if (weft_likely(opts->max_string == SIZE_MAX && opts->max_members == SIZE_MAX)) return WEFT__FAST_OK;
    return weft__within_limits(doc, opts) ? WEFT__FAST_OK : WEFT__FAST_BAD;
}
