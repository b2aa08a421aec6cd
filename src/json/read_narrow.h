/* Text -> document in one pass; a template for instruction sets of at most 128 bits (include between names.h and
 * names_end.h, behind span.h). Token lists do not pay there: making tokens of 16 bytes costs what a well-predicted
 * scalar reader needs for everything.
 *
 * The text is copied into the document's image first, where zeros behind it stop every search, and is then read,
 * unescaped and cut into strings in place. Open containers hold the index of their parent and the children counted so
 * far.
 *
 * Anything unexpected is "bad": the plain reader then decides and reports.
 */
#define narrow_string WEFT__KERNEL(narrow_string)
#define narrow_build WEFT__KERNEL(narrow_build)
#define narrow_grow WEFT__KERNEL(narrow_grow)
#define narrow_blank WEFT__KERNEL(narrow_blank)
#define narrow_end WEFT__KERNEL(narrow_end)
#define read_document WEFT__KERNEL(weft__read)

#ifndef WEFT_SRC_JSON_READ_NARROW_H
#define WEFT_SRC_JSON_READ_NARROW_H
#define STOP32 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
/* Not a plain byte of a string: controls, quote, backslash, above ASCII. */
static const uint8_t narrow_stop[256] = { STOP32, [34] = 1, [92] = 1, [128] = STOP32, STOP32, STOP32, STOP32 };
#undef STOP32
WEFT_INLINE unsigned narrow_opaque(unsigned n) {
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(n));
#endif
    return n;
}
#endif

typedef struct narrow_end {
    uint8_t *next; /* behind the closing quote; NULL: bad */
    size_t size;
    unsigned flags;
} narrow_end;

/* The rest of a string that begins at s and has something special at p. It is unescaped in place and gets its NUL,
 * unless `borrow` and nothing needed an escape. */
static WEFT_NOINLINE narrow_end narrow_string(uint8_t *s, uint8_t *p, bool trust, bool borrow) {
    uint8_t *out = p;
    bool clean = true, escaped = false;
    for (;;) {
        uint8_t c = *p;
        if (c == '"') break;
        if (c == '\\') {
            uint8_t plain = weft__simple_escape[p[1]];
            escaped = true;
            if (plain) {
                clean &= plain == '/';
                *out++ = plain;
                p += 2;
            } else {
                if (p[1] != 'u') goto bad;
                int u = weft__hex4(p + 2);
                if (u < 0) goto bad;
                p += 6;
                if (u < 0x80) {
                    clean &= u >= 0x20 && u != '"' && u != '\\';
                    *out++ = (uint8_t)u;
                } else if (u < 0x800) {
                    *out++ = (uint8_t)(0xc0 | u >> 6);
                    *out++ = (uint8_t)(0x80 | (u & 63));
                } else {
                    if ((u & 0xf800) == 0xd800) { /* a pair of surrogates or a fault */
                        if (u >= 0xdc00 || p[0] != '\\' || p[1] != 'u') goto bad;
                        int l = weft__hex4(p + 2);
                        if ((l & ~0x3ff) != 0xdc00) goto bad;
                        u = 0x10000 + ((u & 0x3ff) << 10 | (l & 0x3ff));
                        p += 6;
                        *out++ = (uint8_t)(0xf0 | u >> 18);
                        *out++ = (uint8_t)(0x80 | (u >> 12 & 63));
                    } else {
                        *out++ = (uint8_t)(0xe0 | u >> 12);
                    }
                    *out++ = (uint8_t)(0x80 | (u >> 6 & 63));
                    *out++ = (uint8_t)(0x80 | (u & 63));
                }
                continue; /* escapes of letters come in runs */
            }
        } else if (c >= 0x80 && !trust) {
            do { /* what follows the text is zero, no continuation */
                uint32_t x = weft__load32le(p);
                unsigned n;
                if ((x & 0x00c0c0f0) == 0x008080e0) { /* three bytes: not overlong, no surrogate */
                    if ((x & 0x200f) == 0 || (x & 0x200f) == 0x200d) goto bad;
                    n = 3;
                } else if ((x & 0xc0e0) == 0x80c0) {
                    if ((x & 0x1e) == 0) goto bad;
                    n = 2;
                } else if ((x & 0xc0c0c0f8) == 0x808080f0) {
                    if ((x & 0x3007) == 0 || ((x & 4) && (x & 0x3003))) goto bad;
                    n = 4;
                } else {
                    goto bad;
                }
                if (escaped) { /* forwards, byte by byte: out may be as near as one byte */
                    for (unsigned k = 0; k < n; k++) out[k] = p[k];
                }
                out += n;
                p += n;
            } while (*p >= 0x80);
        } else if (c < 0x20) {
            goto bad;
        }
        for (;;) {
            unsigned n = trust ? span_trusted(p) : span_string(p);
            if (escaped) {
                if (n == SPAN) span_move(out, p);
                else
                    for (unsigned k = 0; k < n; k++) out[k] = p[k]; /* what stands behind is still to be read */
            }
            out += n;
            p += n;
            if (n < SPAN) break;
        }
    }
    if (!borrow || escaped) *out = 0;
    return (narrow_end){ p + 1, (size_t)(out - s),
                         (clean ? WEFT__CLEAN : 0u) | (borrow && !escaped ? WEFT__BORROWED : 0u) };
bad:
    return (narrow_end){ NULL, 0, 0 };
}

static WEFT_NOINLINE uint8_t *narrow_blank(uint8_t *p) {
    unsigned n;
    do p += n = span_blank(p);
    while (n == 16);
    return p;
}

/* Room for more cells, guessed from what was read so far. */
static WEFT_NOINLINE bool narrow_grow(weft_doc *doc, size_t used, size_t done, size_t len) {
    size_t guess = done < 64 ? len / 12 : (size_t)((double)used * (double)len / (double)done * 1.0625);
    size_t least = used + (used >> 2) + 16;
    return weft__doc_grow_cells(doc, guess > least ? guess : least);
}

static weft__fast narrow_build(weft_doc *doc, weft_str text, const weft_read_opts *opts, uint8_t *const image,
                               const bool borrow) {
    uint8_t *p = image, *const end = image + text.len;
    weft__cell *cells = doc->cells, *c = cells, *cap = cells ? cells + doc->cell_cap : NULL;
    const bool trust = opts->trust_utf8;
    const size_t max_depth = opts->max_depth;
    size_t open = SIZE_MAX, count = 0, depth = 0;
    bool object = false;
    unsigned gap = 1; /* length of the last long white space: a predicted comparison frees p of the search's result */

#define BLANK()                                                                                                        \
    do {                                                                                                               \
        if (*p <= ' ') {                                                                                               \
            if (p[1] > ' ' && *p == ' ') {                                                                             \
                p++;                                                                                                   \
            } else {                                                                                                   \
                unsigned n_ = span_blank(p);                                                                           \
                if (n_ == gap) p += narrow_opaque(gap);                                                                \
                else p += gap = n_;                                                                                    \
                if (weft_unlikely(*p <= ' ')) p = narrow_blank(p);                                                     \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)
/* Steps over the plain beginning of a string. The first bytes one by one: a predicted branch lets the reader run ahead
 * where the length found by a vector would be waited for. */
#define NARROW_BYTE(q, k)                                                                                              \
    if (narrow_stop[(q)[k]]) {                                                                                         \
        (q) += (k);                                                                                                    \
        break;                                                                                                         \
    }
#define NARROW_SHORT(q)                                                                                                \
    do {                                                                                                               \
        NARROW_BYTE(q, 0)                                                                                              \
        NARROW_BYTE(q, 1)                                                                                              \
        NARROW_BYTE(q, 2)                                                                                              \
        NARROW_BYTE(q, 3)                                                                                              \
        NARROW_BYTE(q, 4)                                                                                              \
        NARROW_BYTE(q, 5)                                                                                              \
        NARROW_BYTE(q, 6)                                                                                              \
        NARROW_BYTE(q, 7)                                                                                              \
        NARROW_BYTE(q, 8)                                                                                              \
        NARROW_BYTE(q, 9)                                                                                              \
        NARROW_BYTE(q, 10)                                                                                             \
        NARROW_BYTE(q, 11) NARROW_BYTE(q, 12) NARROW_BYTE(q, 13) NARROW_BYTE(q, 14) NARROW_BYTE(q, 15)(q) += 16;       \
        unsigned n_;                                                                                                   \
        while ((n_ = span_string(q)) == SPAN) (q) += SPAN;                                                             \
        (q) += n_;                                                                                                     \
    } while (0)
/* Two more cells. */
#define ROOM()                                                                                                         \
    do {                                                                                                               \
        if (weft_unlikely(cap - c < 2)) {                                                                              \
            size_t used_ = (size_t)(c - cells);                                                                        \
            if (!narrow_grow(doc, used_, (size_t)(p - image), text.len)) return WEFT__FAST_MEMORY;                     \
            cells = doc->cells, c = cells + used_, cap = cells + doc->cell_cap;                                        \
        }                                                                                                              \
    } while (0)
/* The string whose opening quote is *p. */
#define STRING()                                                                                                       \
    do {                                                                                                               \
        uint8_t *s_ = ++p, *q_ = p;                                                                                    \
        NARROW_SHORT(q_);                                                                                              \
        c->u = 0;                                                                                                      \
        if (weft_likely(*q_ == '"')) {                                                                                 \
            c->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN | (borrow ? WEFT__BORROWED : 0u), (uint64_t)(q_ - s_));   \
            c->s = borrow ? text.ptr + (s_ - image) : (const char *)s_;                                                \
            if (!borrow) *q_ = 0;                                                                                      \
            p = q_ + 1;                                                                                                \
        } else {                                                                                                       \
            narrow_end e_ = narrow_string(s_, q_, trust, borrow);                                                      \
            if (weft_unlikely(!e_.next)) goto bad;                                                                     \
            c->tag = weft__cell_tag(WEFT_STRING, e_.flags, e_.size);                                                   \
            c->s = e_.flags & WEFT__BORROWED ? text.ptr + (s_ - image) : (const char *)s_;                             \
            p = e_.next;                                                                                               \
        }                                                                                                              \
        c++;                                                                                                           \
    } while (0)

    BLANK();
value: /* *p is no white space */
    ROOM();
value_with_room:
    switch (*p) {
    case '"': STRING(); goto after;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
        /* short integers digit by digit, for the same reason as strings */
        const uint8_t *d = p + (*p == '-');
        uint64_t w = (unsigned)(*d - '0');
        if (weft_likely(w - 1 < 9)) {
            unsigned x;
#define NARROW_DIGIT(k)                                                                                                \
    if ((x = (unsigned)(d[k] - '0')) > 9) {                                                                            \
        d += k;                                                                                                        \
        goto digits;                                                                                                   \
    }                                                                                                                  \
    w = w * 10 + x;
            NARROW_DIGIT(1) NARROW_DIGIT(2) NARROW_DIGIT(3) NARROW_DIGIT(4) NARROW_DIGIT(5) NARROW_DIGIT(6) goto number;
#undef NARROW_DIGIT
        digits:
            if (weft_unlikely(*d == '.' || (*d | 0x20) == 'e')) goto number;
            c->tag = WEFT_INT;
            c->u = *p == '-' ? 0 - w : w;
            c++;
            p += d - p;
            goto after;
        }
    number:;
        weft__number n;
        const char *q = weft__number_parse_swar((const char *)p, &n);
        if (weft_unlikely(!q) && !(q = weft__number_parse_slow((const char *)p, (const char *)end, &n))) goto bad;
        if (weft_unlikely(!weft__number_to_cell(&n, opts, c))) goto bad;
        p += q - (const char *)p;
        c++;
        goto after;
    }
    case '{':
    case '[': {
        uint8_t bracket = *p++;
        BLANK();
        weft_kind kind = bracket == '{' ? WEFT_OBJECT : WEFT_ARRAY;
        if (weft_unlikely(depth >= max_depth)) goto bad;
        if (*p == bracket + 2) { /* ASCII: '[' + 2 is ']', '{' + 2 is '}' */
            c->tag = weft__cell_tag(kind, kind == WEFT_ARRAY ? WEFT__FLAT : 0u, 0);
            c->extent = 1;
            c++, p++;
            goto after;
        }
        if (depth++) cells[open].tag = weft__cell_tag(object ? WEFT_OBJECT : WEFT_ARRAY, 0, count);
        c->tag = (uint64_t)kind;
        c->extent = (uint64_t)open;
        open = (size_t)(c - cells);
        count = 0;
        object = bracket == '{';
        c++;
        if (object) goto key;
        goto value;
    }
    case 't':
        if (weft__load32le(p) != 0x65757274) goto bad;
        c->tag = WEFT_BOOL, c->u = 1;
        c++, p += 4;
        goto after;
    case 'f':
        if (weft__load32le(p + 1) != 0x65736c61) goto bad;
        c->tag = WEFT_BOOL, c->u = 0;
        c++, p += 5;
        goto after;
    case 'n':
        if (weft__load32le(p) != 0x6c6c756e) goto bad;
        c->tag = WEFT_NULL, c->u = 0;
        c++, p += 4;
        goto after;
    default: goto bad;
    }
after:
    if (weft_unlikely(!depth)) goto done;
    count++;
    BLANK();
    if (weft_likely(*p == ',')) {
        p++;
        BLANK();
        if (!object) goto value;
    key:
        ROOM();
        if (weft_unlikely(*p != '"')) goto bad;
        STRING();
        BLANK();
        if (weft_unlikely(*p != ':')) goto bad;
        p++;
        BLANK();
        goto value_with_room;
    }
close:
    if (weft_unlikely(*p != (object ? '}' : ']'))) goto bad;
    p++;
    {
        weft__cell *o = cells + open;
        size_t extent = (size_t)(c - o);
        o->tag = object ? weft__cell_tag(WEFT_OBJECT, 0, count)
                        : weft__cell_tag(WEFT_ARRAY, extent == count + 1 ? WEFT__FLAT : 0u, count);
        open = (size_t)o->extent;
        o->extent = extent;
        if (!--depth) goto done;
        uint64_t tag = cells[open].tag;
        count = (size_t)(tag >> WEFT__SIZE_SHIFT) + 1;
        object = (tag & WEFT__KIND_MASK) == WEFT_OBJECT;
        BLANK();
        if (*p != ',') goto close;
        p++;
        BLANK();
        if (object) goto key;
        goto value;
    }
done:
    if (p != end) p = narrow_blank(p);
    if (p != end) goto bad;
    doc->cell_count = (size_t)(c - cells);
    return WEFT__FAST_OK;
bad:
    return WEFT__FAST_BAD;
#undef BLANK
#undef NARROW_BYTE
#undef NARROW_SHORT
#undef ROOM
#undef STRING
}

weft__fast read_document(weft_doc *doc, weft_str text, const weft_read_opts *opts) {
    if (!text.len) return WEFT__FAST_BAD; /* it may have no pointer */
    if (text.len > SIZE_MAX / 4 || !weft__doc_reserve_image(doc, text.len)) return WEFT__FAST_MEMORY;
    memcpy(doc->image, text.ptr, text.len);
    memset(doc->image + text.len, 0, WEFT__NUMBER_ROOM);
    return narrow_build(doc, text, opts, (uint8_t *)doc->image, opts->borrow);
}

#undef narrow_string
#undef narrow_build
#undef narrow_grow
#undef narrow_blank
#undef narrow_end
#undef read_document
#undef SPAN
#undef span_string
#undef span_trusted
#undef span_blank
#undef span_move
#undef span_word
#undef span_inked
