/* Looking for line ends, and cutting texts of lines into parts. */
#include "base/compiler.h"
#include "stream/stream.h"

#if defined(__GNUC__) || defined(__clang__)
typedef uint8_t lines_block __attribute__((vector_size(16)));
#endif

size_t weft__count_byte(const char *p, size_t n, char c) {
    size_t count = 0, i = 0;
#if defined(__GNUC__) || defined(__clang__)
    const lines_block want = (lines_block){ 0 } + (uint8_t)c;
    while (n - i >= 64) {
        lines_block a = { 0 }, b = { 0 }, d = { 0 },
                    e = { 0 }; /* each lane counts one per round, so at most 255 rounds */
        size_t rounds = (n - i) / 64 < 255 ? (n - i) / 64 : 255;
        for (; rounds; rounds--, i += 64) {
            lines_block v[4];
            memcpy(v, p + i, 64);
            a -= (lines_block)(v[0] == want);
            b -= (lines_block)(v[1] == want);
            d -= (lines_block)(v[2] == want);
            e -= (lines_block)(v[3] == want);
        }
        for (int k = 0; k < 16; k++) count += (size_t)a[k] + b[k] + d[k] + e[k];
    }
#endif
    for (; i < n; i++) count += p[i] == c;
    return count;
}

const char *weft__last_byte(const char *p, size_t n, char c) {
    while (n)
        if (p[--n] == c) return p + n;
    return NULL;
}

/* Where the line that holds byte `at` (or starts there) begins, seen as a border: the first line start at or behind at.
 */
static size_t lines_border(weft_str text, size_t at) {
    if (at == 0 || at >= text.len) return at ? text.len : 0;
    const char *lf = (const char *)memchr(text.ptr + at - 1, '\n', text.len - (at - 1));
    return lf ? (size_t)(lf - text.ptr) + 1 : text.len;
}

/* len * k / n without overflow */
static size_t lines_share(size_t len, size_t k, size_t n) {
    size_t per = len / n, rest = len % n; /* rest < n: rest * k / n < n */
    size_t more = k == 0 || rest <= SIZE_MAX / k ? rest * k / n : (size_t)((double)rest * (double)k / (double)n);
    return per * k + more;
}

weft_str weft_stream_part(weft_str text, size_t k, size_t n) {
    if (k >= n) return WEFT_TEXT(text.ptr, 0);
    size_t from = lines_border(text, lines_share(text.len, k, n));
    size_t to = k + 1 == n ? text.len : lines_border(text, lines_share(text.len, k + 1, n));
    return WEFT_TEXT(text.ptr ? text.ptr + from : NULL, to - from);
}
