/* Text without what stands between its tokens. Validated first: two fast passes beat one fused slow one. */
#include "base/error.h"
#include "json/engine.h"
#include "json/plain.h"

/* Bytes of white space or comment at p. JSON5 white space beyond ASCII: 2 or 3 bytes. */
static size_t minify_gap(const uint8_t *p, const uint8_t *end) {
    uint8_t c = *p;
    if (c == ' ' || (c >= '\t' && c <= '\r')) return 1;
    if (c == '/' && end - p > 1) { /* outside strings only comments begin so */
        const uint8_t *q = p + 2;
        if (p[1] == '/') {
            while (q < end && *q != '\n' && *q != '\r' &&
                   !(end - q > 2 && q[0] == 0xe2 && q[1] == 0x80 && (q[2] | 1) == 0xa9))
                q++;
            return (size_t)(q - p);
        }
        while (end - q > 1 && !(q[0] == '*' && q[1] == '/')) q++;
        return (size_t)(end - q > 1 ? q + 2 - p : end - p);
    }
    if (end - p < 2) return 0;
    if (c == 0xc2) return p[1] == 0xa0 ? 2 : 0;
    if (c < 0xe1 || c > 0xef || end - p < 3) return 0;
    uint32_t u = (c & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u);
    bool space = u == 0xfeff || u == 0x1680 || (u >= 0x2000 && u <= 0x200a) || u == 0x2028 || u == 0x2029 ||
                 u == 0x202f || u == 0x205f || u == 0x3000;
    return space ? 3 : 0;
}

/* Any text the plain reader accepts; also the twin of the kernels. */
static size_t minify_plain(weft_str text, char *out) {
    const uint8_t *p = (const uint8_t *)text.ptr, *end = p + text.len;
    char *o = out;
    while (p < end) {
        size_t n = minify_gap(p, end);
        if (n) {
            p += n;
            continue;
        }
        const uint8_t *q = p + 1;
        if (*p == '"' || *p == '\'') {
            for (; q < end && *q != *p; q++) q += *q == '\\';
            q = q < end ? q + 1 : end;
        }
        memcpy(o, p, (size_t)(q - p));
        o += q - p;
        p = q;
    }
    return (size_t)(o - out);
}

size_t weft__fast_minify(weft_str text, char *out) {
    switch (weft_cpu_used()) {
#if WEFT__X86
    case WEFT_CPU_AVX512: return weft__minify_avx512(text, out);
#endif
    default: return minify_plain(text, out);
    }
}

weft_status weft__json_minify(weft_str text, weft_buf *out, const weft_read_opts *opts, size_t opts_size,
                              weft_error *err) {
    weft_read_opts o;
    weft__read_opts_complete(&o, opts, opts_size);
    if (!(o.trust_valid && !o.stop_after) &&
        !(weft__fast_allowed(&o) && weft__fast_validate(text, &o) == WEFT__FAST_OK)) {
        size_t used = text.len;
        weft_status st = weft__plain_validate(text, &o, &used, err);
        if (st) return st;
        text.len = used;
    }
    if (text.len >= 3 && memcmp(text.ptr, "\xef\xbb\xbf", 3) == 0) text.ptr += 3, text.len -= 3;
    if (text.len > SIZE_MAX - 64 || weft_buf_reserve(out, text.len + 64))
        return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
    bool extended = o.comments || o.single_quotes || o.json5_space;
    out->len += extended ? minify_plain(text, out->data + out->len) : weft__fast_minify(text, out->data + out->len);
    return WEFT_OK;
}
