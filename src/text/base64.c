/* Base64: see base64.h. */
#include "text/base64.h"

static const char base64_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static unsigned base64_value(char c) {
    if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a' + 26);
    if (c >= '0' && c <= '9') return (unsigned)(c - '0' + 52);
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

bool weft__base64_decode(weft_str text, unsigned char *out, size_t *len) {
    size_t n = 0;
    if (text.len % 4) return false;
    for (size_t i = 0; i < text.len; i += 4) {
        const char *p = text.ptr + i;
        bool last = i + 4 == text.len;
        unsigned pad = !last || p[3] != '=' ? 0 : p[2] == '=' ? 2 : 1;
        unsigned a = base64_value(p[0]), b = base64_value(p[1]), c = pad > 1 ? 0 : base64_value(p[2]),
                 d = pad ? 0 : base64_value(p[3]);
        if ((a | b | c | d) & 64) return false;
        unsigned v = a << 18 | b << 12 | c << 6 | d;
        if ((pad == 1 && (v & 0xff)) || (pad == 2 && (v & 0xffff))) return false;
        out[n++] = (unsigned char)(v >> 16);
        if (pad < 2) out[n++] = (unsigned char)(v >> 8);
        if (pad < 1) out[n++] = (unsigned char)v;
    }
    *len = n;
    return true;
}

size_t weft__base64_encode(const unsigned char *p, size_t n, char *out) {
    size_t at = 0;
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        unsigned v =
            (unsigned)p[i] << 16 | (left > 1 ? (unsigned)p[i + 1] << 8 : 0) | (left > 2 ? (unsigned)p[i + 2] : 0);
        out[at++] = base64_letters[v >> 18];
        out[at++] = base64_letters[v >> 12 & 63];
        out[at++] = left > 1 ? base64_letters[v >> 6 & 63] : '=';
        out[at++] = left > 2 ? base64_letters[v & 63] : '=';
    }
    return at;
}
