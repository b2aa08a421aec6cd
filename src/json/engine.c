/* The choice among the fast readers, and what they share that is not fast. */
#include "json/engine.h"

#include "base/cpu.h"
#include "json/engine.h"
#include <weft/text.h>

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
    const uint8_t *p = (const uint8_t *)text.ptr, *e = p + text.len;
    bool negative = p < e && *p == '-', integer = true, big = false;
    p += negative;
    const uint8_t *digits = p;
    if (p >= e || (unsigned)(*p - '0') > 9) return false;
    if (*p == '0' && p + 1 < e && (unsigned)(p[1] - '0') <= 9) return false;
    uint64_t v = 0;
    for (; p < e && (unsigned)(*p - '0') <= 9; p++) {
        unsigned d = *p - '0';
        big |= v > (UINT64_MAX - d) / 10;
        v = v * 10 + d;
    }
    if (p < e && *p == '.') {
        integer = false;
        p++;
        if (p >= e || (unsigned)(*p - '0') > 9) return false;
        while (p < e && (unsigned)(*p - '0') <= 9) p++;
    }
    if (p < e && (*p | 32) == 'e') {
        integer = false;
        p++;
        if (p < e && (*p == '+' || *p == '-')) p++;
        if (p >= e || (unsigned)(*p - '0') > 9) return false;
        while (p < e && (unsigned)(*p - '0') <= 9) p++;
    }
    if (p != e) return false;
    if (integer && !big && (!negative || (v && v <= (uint64_t)INT64_MAX + 1))) {
        cell->tag = weft__cell_tag(v > INT64_MAX && !negative ? WEFT_UINT : WEFT_INT, 0, 0);
        cell->u = negative ? 0 - v : v;
        return true;
    }
    if (integer && v && opts->big_raw) return false;
    double d = 0;
    size_t n = (size_t)(e - digits);
    weft_real_parse(WEFT_TEXT((const char *)digits, n), &d);
    if (d > 1.7976931348623157e308 && !opts->saturate) return false;
    cell->tag = weft__cell_tag(WEFT_REAL, 0, 0);
    cell->d = negative ? -d : d;
    return true;
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
    case WEFT_CPU_AVX512: r = weft__read_avx512(doc, text, opts); break;
    case WEFT_CPU_AVX2: r = weft__read_avx2(doc, text, opts); break;
#endif
    default: break;
    }
    if (r != WEFT__FAST_OK) return r;
    doc->consumed = all;
    return weft__within_limits(doc, opts) ? WEFT__FAST_OK : WEFT__FAST_BAD;
}
