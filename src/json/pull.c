/* Strict pull reader. Offsets of errors are those of the first byte that makes the text invalid. */
#include "json/pull.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

void weft__pull_init(weft__pull *r, weft_str text, uint32_t max_depth) {
    memset(r, 0, sizeof *r);
    r->text = text;
    r->p = text.ptr ? text.ptr : "";
    r->end = r->p + text.len;
    r->text.ptr = r->p;
    r->max_depth = max_depth && max_depth < WEFT__PULL_DEPTH ? max_depth : WEFT__PULL_DEPTH;
}

bool weft__pull_fail(weft__pull *r, weft_status code, const char *at, const char *why) {
    if (!r->code) {
        r->code = code;
        r->at = at;
        r->why = why;
    }
    r->p = r->end;
    return false;
}

/* Something else than `what` stands here: the end of the text is an error of its own. */
static bool pull_unexpected(weft__pull *r, const char *what) {
    if (r->p >= r->end) return weft__pull_fail(r, WEFT_E_END, r->end, "unexpected end of text");
    if (*r->p == '/' && r->end - r->p > 1 && (r->p[1] == '/' || r->p[1] == '*'))
        return weft__pull_fail(r, WEFT_E_COMMENT, r->p, "comments are not allowed");
    return weft__pull_fail(r, WEFT_E_SYNTAX, r->p, what);
}

const char *weft__pull_blank(const char *p, const char *end) {
    if (p < end && *p == ' ' && end - p > 1 && (unsigned char)p[1] > ' ') return p + 1;
#if defined(__SSE2__)
    for (; end - p >= 16; p += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
        blank = _mm_or_si128(
            blank, _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\t'))));
        unsigned m = (unsigned)_mm_movemask_epi8(blank) ^ 0xffffu;
        if (m) return p + __builtin_ctz(m);
    }
#endif
    while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) p++;
    return p;
}

bool weft__pull_enter(weft__pull *r) {
    if (r->depth >= r->max_depth) return weft__pull_fail(r, WEFT_E_DEPTH, r->p, NULL);
    r->depth++;
    r->p++;
    return true;
}

int weft__pull_element(weft__pull *r, bool first) {
    if (r->code) return -1;
    unsigned char c = weft__pull_peek(r);
    if (c == ']') {
        r->p++;
        r->depth--;
        return 0;
    }
    if (first) return c ? 1 : (pull_unexpected(r, NULL), -1);
    if (c != ',') return pull_unexpected(r, "expected ',' or ']'"), -1;
    r->p++;
    c = weft__pull_peek(r);
    if (c == ']') return weft__pull_fail(r, WEFT_E_COMMA, r->p, NULL), -1;
    return c ? 1 : (pull_unexpected(r, NULL), -1);
}

int weft__pull_member(weft__pull *r, bool first, weft_str *raw, bool *escaped) {
    if (r->code) return -1;
    unsigned char c = weft__pull_peek(r);
    if (c == '}') {
        r->p++;
        r->depth--;
        return 0;
    }
    if (!first) {
        if (c != ',') return pull_unexpected(r, "expected ',' or '}'"), -1;
        r->p++;
        c = weft__pull_peek(r);
        if (c == '}') return weft__pull_fail(r, WEFT_E_COMMA, r->p, NULL), -1;
    }
    if (c != '"') return pull_unexpected(r, "expected a member name"), -1;
    if (!weft__pull_string(r, raw, escaped)) return -1;
    if (weft__pull_peek(r) != ':') return pull_unexpected(r, "expected ':'"), -1;
    r->p++;
    return weft__pull_peek(r) ? 1 : (pull_unexpected(r, NULL), -1);
}

/* ---- strings ---- */
static int pull_hex(const char *p) {
    int v = 0;
    for (int i = 0; i < 4; i++) {
        char c = p[i];
        int d = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
        if (d < 0) return -1;
        v = v * 16 + d;
    }
    return v;
}

static bool pull_is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/* At a backslash: checks one escape and returns what follows it, or NULL. */
static const char *pull_escape(weft__pull *r, const char *p) {
    const char *start = p, *end = r->end;
    if (++p >= end) return weft__pull_fail(r, WEFT_E_END, end, NULL), NULL;
    switch (*p) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return p + 1;
    case 'u': break;
    default: return weft__pull_fail(r, WEFT_E_ESCAPE, p, NULL), NULL;
    }
    p++;
    for (int i = 0; i < 4; i++) {
        if (p + i >= end) return weft__pull_fail(r, WEFT_E_END, end, NULL), NULL;
        if (!pull_is_hex(p[i])) return weft__pull_fail(r, WEFT_E_ESCAPE, p + i, NULL), NULL;
    }
    int hi = pull_hex(p);
    p += 4;
    if (hi < 0xd800 || hi > 0xdfff) return p;
    /* a low one must follow; where the text ends before that shows, its end is the error */
    if (hi > 0xdbff) return weft__pull_fail(r, WEFT_E_SURROGATE, start, NULL), NULL;
    if (p >= end || (end - p == 1 && *p == '\\')) return weft__pull_fail(r, WEFT_E_END, end, NULL), NULL;
    if (end - p < 2 || p[0] != '\\' || p[1] != 'u') return weft__pull_fail(r, WEFT_E_SURROGATE, start, NULL), NULL;
    for (int i = 2; i < 6; i++) {
        if (p + i >= end) return weft__pull_fail(r, WEFT_E_END, end, NULL), NULL;
        if (!pull_is_hex(p[i])) return weft__pull_fail(r, WEFT_E_ESCAPE, p + i, NULL), NULL;
    }
    int lo = pull_hex(p + 2);
    if (lo < 0xdc00 || lo > 0xdfff) return weft__pull_fail(r, WEFT_E_SURROGATE, start, NULL), NULL;
    return p + 6;
}

/* Bit 7 of each byte of w that is a quote, a backslash, a control or, unless foreign ones were met already, above
 * U+007F. */
static inline uint64_t pull_special(uint64_t w, bool foreign) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u, low = ~high;
    uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\';
    /* (x & 0x7f) + 0x7f has bit 7 set unless the low bits are zero: exact, no carry between bytes */
    uint64_t no_quote = ((quote & low) + low) | quote, no_slash = ((slash & low) + low) | slash;
    uint64_t no_control = ((w & low) + ones * (0x80 - 0x20)) | w;
    return (~(no_quote & no_slash & no_control) | (foreign ? 0 : w)) & high;
}

/* Whether the text ends inside a character that may still become well-formed. */
static bool pull_cut(const char *p, const char *end) {
    unsigned char lead = (unsigned char)*p;
    size_t have = (size_t)(end - p), need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || have >= need) return false;
    if (have > 1) {
        unsigned char second = (unsigned char)p[1];
        unsigned char low = lead == 0xe0   ? 0xa0
                            : lead == 0xf0 ? 0x90
                                           : 0x80,
                      high = lead == 0xed   ? 0x9f
                             : lead == 0xf4 ? 0x8f
                                            : 0xbf;
        if (second < low || second > high) return false;
    }
    return have < 3 || ((unsigned char)p[2] & 0xc0) == 0x80;
}

bool weft__pull_string(weft__pull *r, weft_str *raw, bool *escaped) {
    const char *start = r->p + 1, *p = start, *end = r->end;
    bool foreign = false, escapes = false;
    for (;;) {
#if defined(__SSE2__)
        while (
            end - p >=
            16) { /* until the first byte above ASCII that is one of those to stop at: signed, it is below the blank */
            __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
            __m128i stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
            __m128i control = foreign ? _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v)
                                      : _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
            unsigned m = (unsigned)_mm_movemask_epi8(_mm_or_si128(stop, control));
            if (m) {
                p += __builtin_ctz(m);
                goto special;
            }
            p += 16;
        }
#endif
        while (end - p >= 8) {
            uint64_t w;
            memcpy(&w, p, 8);
            w = pull_special(w, foreign);
            if (w) {
                if (!WEFT_BIG_ENDIAN) p += (size_t)__builtin_ctzll(w) >> 3;
                break;
            }
            p += 8;
        }
        /* at most 8 plain bytes before the special one, or the last few of the text */
        while (p < end && (unsigned char)*p >= 0x20 && *p != '"' && *p != '\\' &&
               (foreign || !((unsigned char)*p & 0x80)))
            p++;
        if (p >= end) {
            r->p = end;
            break;
        }
#if defined(__SSE2__)
    special:;
#endif
        unsigned char c = (unsigned char)*p;
        if (c == '"') break;
        if (c == '\\') {
            escapes = true;
            if (!(p = pull_escape(r, p))) goto failed;
        } else if (c & 0x80) {
            foreign = true;
        } else {
            weft__pull_fail(r, WEFT_E_CONTROL, p, NULL);
            goto failed;
        }
    }
    raw->ptr = start;
    raw->len = (size_t)(p - start);
    *escaped = escapes;
    if (foreign && !r->trust_utf8) {
        size_t good = weft_utf8_valid(*raw);
        if (good < raw->len && !(p >= end && pull_cut(start + good, end)))
            return weft__pull_fail(r, WEFT_E_UTF8, start + good, NULL);
    }
    if (p >= end) return weft__pull_fail(r, WEFT_E_END, end, "unexpected end of text in a string");
    r->p = p + 1;
    return true;
failed:
    /* ill-formed UTF-8 before the place of the error comes first */
    if (foreign && !r->trust_utf8) {
        weft_str before = { start, (size_t)(r->at - start) };
        size_t good = weft_utf8_valid(before);
        if (good < before.len) {
            r->code = WEFT_E_UTF8;
            r->at = start + good;
            r->why = NULL;
        }
    }
    return false;
}

size_t weft__pull_unescape(char *out, weft_str raw) {
    char *o = out;
    const char *p = raw.ptr, *end = p + raw.len;
    while (p < end) {
        const char *slash = (const char *)memchr(p, '\\', (size_t)(end - p));
        size_t n = (size_t)((slash ? slash : end) - p);
        memmove(o, p, n); /* out may be the raw text itself */
        o += n;
        p += n;
        if (!slash) break;
        char c = p[1];
        p += 2;
        switch (c) {
        case 'b': *o++ = '\b'; continue;
        case 'f': *o++ = '\f'; continue;
        case 'n': *o++ = '\n'; continue;
        case 'r': *o++ = '\r'; continue;
        case 't': *o++ = '\t'; continue;
        case 'u': break;
        default: *o++ = c; continue;
        }
        uint32_t u = (uint32_t)pull_hex(p);
        p += 4;
        if (u >= 0xd800 && u <= 0xdbff) {
            u = 0x10000 + ((u - 0xd800) << 10) + ((uint32_t)pull_hex(p + 2) - 0xdc00);
            p += 6;
        }
        if (u < 0x80) {
            *o++ = (char)u;
        } else if (u < 0x800) {
            *o++ = (char)(0xc0 | u >> 6);
            *o++ = (char)(0x80 | (u & 63));
        } else if (u < 0x10000) {
            *o++ = (char)(0xe0 | u >> 12);
            *o++ = (char)(0x80 | (u >> 6 & 63));
            *o++ = (char)(0x80 | (u & 63));
        } else {
            *o++ = (char)(0xf0 | u >> 18);
            *o++ = (char)(0x80 | (u >> 12 & 63));
            *o++ = (char)(0x80 | (u >> 6 & 63));
            *o++ = (char)(0x80 | (u & 63));
        }
    }
    return (size_t)(o - out);
}

/* ---- numbers and literals ---- */
static inline bool pull_digit(const char *p, const char *end) { return p < end && (unsigned char)(*p - '0') < 10; }
static bool pull_bad_number(weft__pull *r, const char *p) {
    if (p >= r->end) return weft__pull_fail(r, WEFT_E_END, r->end, NULL);
    return weft__pull_fail(r, WEFT_E_NUMBER, p, NULL);
}

bool weft__pull_number(weft__pull *r, weft_str *raw, bool *integer) {
    const char *p = r->p, *end = r->end;
    bool whole = true;
    if (*p == '-') p++;
    if (!pull_digit(p, end)) return pull_bad_number(r, p);
    if (*p == '0') {
        p++;
        if (pull_digit(p, end)) return pull_bad_number(r, p);
    } else {
        while (pull_digit(p, end)) p++;
    }
    if (p < end && *p == '.') {
        whole = false;
        p++;
        if (!pull_digit(p, end)) return pull_bad_number(r, p);
        while (pull_digit(p, end)) p++;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        whole = false;
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        if (!pull_digit(p, end)) return pull_bad_number(r, p);
        while (pull_digit(p, end)) p++;
    }
    raw->ptr = r->p;
    raw->len = (size_t)(p - r->p);
    *integer = whole;
    r->p = p;
    return true;
}

bool weft__pull_literal(weft__pull *r) {
    const char *word = *r->p == 't' ? "true" : *r->p == 'f' ? "false" : "null", *p = r->p;
    for (; *word; word++, p++) {
        if (p >= r->end) return weft__pull_fail(r, WEFT_E_END, r->end, NULL);
        if (*p != *word) return weft__pull_fail(r, WEFT_E_LITERAL, p, NULL);
    }
    r->p = p;
    return true;
}

/* ---- skipping ---- */
static bool pull_scalar(weft__pull *r, unsigned char c) {
    weft_str raw;
    bool flag;
    switch (c) {
    case '"': return weft__pull_string(r, &raw, &flag);
    case 't':
    case 'f':
    case 'n': return weft__pull_literal(r);
    default:
        if (c == '-' || (c >= '0' && c <= '9')) {
            double value;
            if (!weft__pull_number(r, &raw, &flag)) return false;
            /* as in documents, a number beyond the doubles is an error */
            if ((flag && raw.len < 309) || (weft_real_parse(raw, &value) && value - value == 0)) return true;
            return weft__pull_fail(r, WEFT_E_RANGE, raw.ptr, NULL);
        }
        return pull_unexpected(r, "expected a value");
    }
}

bool weft__pull_skip(weft__pull *r, weft_str *raw) {
    uint64_t is_object[WEFT__PULL_DEPTH / 64 + 1]; /* kind of each container entered here; written before it is read */
    const uint32_t base = r->depth;
    unsigned char c = weft__pull_peek(r);
    const char *start = r->p;
    weft_str name;
    bool escaped;
    for (;;) { /* c: first byte of a value */
        bool first = false;
        if (c == '{' || c == '[') {
            uint32_t d = r->depth;
            if (!weft__pull_enter(r)) return false;
            uint64_t bit = (uint64_t)1 << (d & 63);
            if (d == base || (d & 63) == 0) is_object[d >> 6] = 0;
            if (c == '{') is_object[d >> 6] |= bit;
            else is_object[d >> 6] &= ~bit;
            first = true;
        } else if (!pull_scalar(r, c)) {
            return false;
        }
        for (;;) { /* the next value, or the ends of containers */
            if (r->depth == base) {
                if (raw) {
                    raw->ptr = start;
                    raw->len = (size_t)(r->p - start);
                }
                return true;
            }
            uint32_t d = r->depth - 1;
            int next = is_object[d >> 6] >> (d & 63) & 1 ? weft__pull_member(r, first, &name, &escaped)
                                                         : weft__pull_element(r, first);
            if (next < 0) return false;
            if (next) break;
            first = false;
        }
        c = weft__pull_peek(r);
    }
}

bool weft__pull_finish(weft__pull *r) {
    if (r->code) return false;
    weft__pull_peek(r);
    if (r->p == r->end) return true;
    bool comment = *r->p == '/' && r->end - r->p > 1 && (r->p[1] == '/' || r->p[1] == '*');
    return weft__pull_fail(r, comment ? WEFT_E_COMMENT : WEFT_E_TRAILING, r->p, NULL);
}
