/* The plain way of escaping, for every policy. */
#include "text/escape.h"

#include <weft/text.h>

#define TWO(c) ((uint64_t)'\\' | (uint64_t)(c) << 8 | (uint64_t)2 << 56)
#define HEX(d) ((uint64_t)((d) < 10 ? '0' + (d) : 'a' + (d)-10))
#define SIX(v)                                                                                                         \
    ((uint64_t)'\\' | (uint64_t)'u' << 8 | (uint64_t)'0' << 16 | (uint64_t)'0' << 24 | HEX((v) >> 4) << 32 |           \
     HEX((v)&15) << 40 | (uint64_t)6 << 56)
const uint64_t weft__escape_text[128] = { SIX(0),           SIX(1),
                                          SIX(2),           SIX(3),
                                          SIX(4),           SIX(5),
                                          SIX(6),           SIX(7),
                                          TWO('b'),         TWO('t'),
                                          TWO('n'),         SIX(11),
                                          TWO('f'),         TWO('r'),
                                          SIX(14),          SIX(15),
                                          SIX(16),          SIX(17),
                                          SIX(18),          SIX(19),
                                          SIX(20),          SIX(21),
                                          SIX(22),          SIX(23),
                                          SIX(24),          SIX(25),
                                          SIX(26),          SIX(27),
                                          SIX(28),          SIX(29),
                                          SIX(30),          SIX(31),
                                          ['"'] = TWO('"'), ['\\'] = TWO('\\'),
                                          ['/'] = TWO('/'), ['<'] = SIX('<'),
                                          ['>'] = SIX('>'), ['&'] = SIX('&') };
#undef TWO
#undef SIX
#undef HEX

#define MUST8 1, 1, 1, 1, 1, 1, 1, 1
#define HIGH8 8, 8, 8, 8, 8, 8, 8, 8
const uint8_t weft__escape_class[256] = {
    MUST8,      MUST8, MUST8, MUST8, ['"'] = 1, ['\\'] = 1, ['/'] = 2, ['<'] = 4, ['>'] = 4, ['&'] = 4, [0x80] = HIGH8,
    HIGH8,      HIGH8, HIGH8, HIGH8, HIGH8,     HIGH8,      HIGH8,     HIGH8,     HIGH8,     HIGH8,     HIGH8,
    [0xe0] = 8, 8,     12,    8,     8,         8,          8,         8,         HIGH8,     HIGH8,     HIGH8
};
#undef MUST8
#undef HIGH8

static char *escape_unit(char *o, unsigned unit) {
    static const char hex[] = "0123456789abcdef";
    o[0] = '\\';
    o[1] = 'u';
    for (int i = 0; i < 4; i++) o[2 + i] = hex[unit >> (12 - 4 * i) & 15];
    return o + 6;
}

size_t weft__escape_clean_prefix(const char *s, size_t n, unsigned policy) {
    size_t i = 0;
    while (i < n && !(weft__escape_class[(unsigned char)s[i]] & policy)) i++;
    return i;
}

size_t weft__escape_piece(char *out, size_t room, const char *s, size_t n, unsigned policy, size_t *used) {
    char *o = out, *last = out + room - 20; /* an escape needs 12, and 8 may be written too many */
    size_t i = 0;
    if (room < 20) {
        *used = 0;
        return 0;
    }
    while (i < n && o <= last) {
        unsigned char c = (unsigned char)s[i];
        unsigned why = weft__escape_class[c] & policy;
        if (weft_likely(!why)) {
            *o++ = (char)c;
            i++;
            continue;
        }
        if (c < 0x80) {
            uint64_t t = weft__escape_text[c];
            weft__store64le(o, t);
            o += t >> 56;
            i++;
            continue;
        }
        /* A character of several bytes: its value, or none when it is ill-formed. */
        size_t len = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
        if (len > n - i || weft_utf8_valid(WEFT_TEXT(s + i, len)) != len) {
            if (policy & WEFT__ESCAPE_HIGH) o = escape_unit(o, 0xfffd);
            else *o++ = (char)c;
            i++;
            continue;
        }
        uint32_t v = c & (0x7fu >> len);
        for (size_t k = 1; k < len; k++) v = v << 6 | ((unsigned char)s[i + k] & 0x3fu);
        if (!(policy & WEFT__ESCAPE_HIGH) && v != 0x2028 && v != 0x2029) {
            memcpy(o, s + i, len);
            o += len;
        } else if (v >= 0x10000) {
            o = escape_unit(o, 0xd800 + ((v - 0x10000) >> 10));
            o = escape_unit(o, 0xdc00 + ((v - 0x10000) & 0x3ff));
        } else {
            o = escape_unit(o, v);
        }
        i += len;
    }
    *used = i;
    return (size_t)(o - out);
}
