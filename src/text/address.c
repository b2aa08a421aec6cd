/* UUIDs (RFC 9562 section 4) and IP addresses (RFC 4291 section 2.2, written as RFC 5952 says). */
#include "text/time.h"

static int address_hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool weft__uuid_parse(weft_str s, uint8_t *out) {
    if (s.len != 36) return false;
    uint8_t bytes[16];
    for (size_t i = 0, at = 0; i < 16; i++, at += 2) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            if (s.ptr[at] != '-') return false;
            at++;
        }
        int hi = address_hex(s.ptr[at]), lo = address_hex(s.ptr[at + 1]);
        if (hi < 0 || lo < 0) return false;
        bytes[i] = (uint8_t)(hi << 4 | lo);
    }
    memcpy(out, bytes, sizeof bytes);
    return true;
}

size_t weft__uuid_print(const uint8_t *uuid, char *out) {
    static const char hex[] = "0123456789abcdef";
    size_t n = 0;
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) out[n++] = '-';
        out[n++] = hex[uuid[i] >> 4];
        out[n++] = hex[uuid[i] & 15];
    }
    return n;
}

static bool address_v4(const char *p, size_t n, uint8_t *out) {
    size_t at = 0;
    for (int i = 0; i < 4; i++) {
        unsigned v = 0;
        size_t from = at;
        while (at < n && at - from < 3 && (unsigned char)(p[at] - '0') <= 9) v = v * 10 + (unsigned)(p[at++] - '0');
        if (at == from || v > 255 || (at - from > 1 && p[from] == '0')) return false;
        out[i] = (uint8_t)v;
        if (i < 3 && (at >= n || p[at++] != '.')) return false;
    }
    return at == n;
}

bool weft__ip_parse(weft_str s, uint8_t *out) {
    uint8_t bytes[16] = { 0 };
    if (s.len < 2 || s.len > 45) return false;
    if (!memchr(s.ptr, ':', s.len)) {
        if (!address_v4(s.ptr, s.len, bytes + 12)) return false;
        bytes[10] = bytes[11] = 0xff;
        memcpy(out, bytes, sizeof bytes);
        return true;
    }
    size_t at = 0, filled = 0, gap = 17; /* gap: where "::" stands; 17: nowhere */
    if (s.ptr[0] == ':') {
        if (s.ptr[1] != ':') return false;
        at = 2;
        gap = 0;
    }
    while (at < s.len) {
        if (filled == 16) return false;
        unsigned v = 0;
        size_t from = at;
        while (at < s.len && at - from < 4 && address_hex(s.ptr[at]) >= 0)
            v = v << 4 | (unsigned)address_hex(s.ptr[at++]);
        if (at < s.len && s.ptr[at] == '.') { /* the last four bytes as IPv4 */
            if (filled > 12 || !address_v4(s.ptr + from, s.len - from, bytes + filled)) return false;
            filled += 4;
            break;
        }
        if (at == from) return false;
        bytes[filled++] = (uint8_t)(v >> 8);
        bytes[filled++] = (uint8_t)v;
        if (at == s.len) break;
        if (s.ptr[at++] != ':') return false;
        if (at == s.len) return false;
        if (s.ptr[at] == ':') {
            if (gap != 17) return false;
            gap = filled;
            at++;
        }
    }
    if (gap == 17 ? filled != 16 : filled > 14) return false;
    memset(out, 0, 16);
    if (gap == 17) gap = filled;
    memcpy(out, bytes, gap);
    memcpy(out + 16 - (filled - gap), bytes + gap, filled - gap);
    return true;
}

size_t weft__ip_print(const uint8_t *ip, char *out) {
    static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
    if (!memcmp(ip, mapped, sizeof mapped))
        return (size_t)snprintf(out, 16, "%u.%u.%u.%u", ip[12], ip[13], ip[14], ip[15]);
    int best = -1, length = 1; /* the longest run of zero groups, the first of equals; a single one is written out */
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (i + n < 8 && !ip[2 * (i + n)] && !ip[2 * (i + n) + 1]) n++;
        if (n > length) {
            best = i;
            length = n;
        }
        if (n) i += n - 1;
    }
    size_t at = 0;
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            at += (size_t)snprintf(out + at, 3, "::");
            i += length - 1;
            continue;
        }
        if (at && out[at - 1] != ':') out[at++] = ':';
        at += (size_t)snprintf(out + at, 5, "%x", (unsigned)(ip[2 * i] << 8 | ip[2 * i + 1]));
    }
    return at;
}
