/* UTF-8, RFC 3629 section 4. */
#include "base/compiler.h"

#include <weft/text.h>

size_t weft_utf8_valid(weft_str s) {
    if (!s.len) return 0; /* ptr may be NULL */
    const unsigned char *p = (const unsigned char *)s.ptr, *start = p, *end = p + s.len;
    while (p < end) {
        while (end - p >= 8 && !(weft__load64le(p) & 0x8080808080808080u)) p += 8;
        if (p == end) break;
        unsigned char c = *p;
        if (c < 0x80) {
            p++;
            continue;
        }
        /* How many continuations follow, and what the first of them may be. */
        unsigned n, low = 0x80, high = 0xbf;
        if (c >= 0xc2 && c <= 0xdf) n = 1;
        else if (c >= 0xe0 && c <= 0xef) {
            n = 2;
            if (c == 0xe0) low = 0xa0;  /* not overlong */
            if (c == 0xed) high = 0x9f; /* no surrogates */
        } else if (c >= 0xf0 && c <= 0xf4) {
            n = 3;
            if (c == 0xf0) low = 0x90;
            if (c == 0xf4) high = 0x8f; /* up to U+10FFFF */
        } else {
            break;
        }
        if ((size_t)(end - p) <= n || p[1] < low || p[1] > high) break;
        if (n > 1 && (p[2] & 0xc0) != 0x80) break;
        if (n > 2 && (p[3] & 0xc0) != 0x80) break;
        p += n + 1;
    }
    return (size_t)(p - start);
}
