/* Small documents for AVX-512: texts of at most 768 bytes, without white space between tokens, are read where they
 * stand, because token lists and batches of numbers cost more than such a text.
 *
 *   up to 64 bytes   the masks of one register do for a list of tokens (ASCII without backslashes)
 *   up to 768        one pass copies the text into the padded image and lists the unescaped quotes; the end of a string
 * is then known without a search, and only numbers chain value to value
 *
 * Both give up at anything else, errors included: the general reader decides.
 */
#include "json/engine.h"

#if WEFT__X86
#include <immintrin.h>

#include "base/compiler.h"
#include "simd/block.h"

#if defined(__clang__)
#pragma clang attribute push(                                                                                                                                  \
    __attribute__((target(                                                                                                                                     \
        "avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,avx512bitalg,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt,fma,pclmul"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target(                                                                                                    \
    "avx512f,avx512dq,avx512cd,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,avx512bitalg,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt,fma,pclmul")
#endif

#define WEFT__ISA avx512
#include "simd/names.h"
#include "simd/block_avx512.h"

typedef struct small_quotes {
    uint8_t *img;
    uint64_t esc;                       /* bit b: block b has a backslash */
    uint16_t pos[WEFT__SMALL_MAX + 64]; /* unescaped quotes; two sentinels behind */
} small_quotes;

WEFT_INLINE uint64_t small_equal(__m512i v, char c) { return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(c)); }

static const double small_ten[16] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };

/* A number in place (64 readable bytes, something that ends it behind): behind it, or NULL. */
WEFT_INLINE const uint8_t *small_number(const uint8_t *p, const weft_read_opts *opts, weft__cell *c) {
    const uint8_t *const first = p;
    uint64_t neg = *p == '-', a, b, w;
    p += neg;
    unsigned n = weft__digits_in8(weft__load64le(p), &a), f;
    if (weft_unlikely(n - 1 > 6) || weft_unlikely(*p == '0' && n > 1)) goto slow; /* 8 digits and more go there too */
    w = weft__value_of8(a << (64 - 8 * n));
    p += n;
    if (*p == '.') {
        f = weft__digits_in8(weft__load64le(p + 1), &b);
        if (weft_unlikely(f - 1 > 6) || weft_unlikely((p[1 + f] | 0x20) == 'e')) goto slow;
        double d = (double)(int64_t)(w * weft__ten_to_u32[f] + weft__value_of8(b << (64 - 8 * f))) /
                   small_ten[f]; /* both exact */
        c->tag = WEFT_REAL;
        c->d = neg ? -d : d;
        return p + 1 + f;
    }
    if (weft_unlikely((*p | 0x20) == 'e') || weft_unlikely(neg & (w == 0))) goto slow;
    c->tag = WEFT_INT;
    c->u = (w ^ (0 - neg)) + neg;
    return p;
slow:;
    weft__number number;
    const char *e = weft__number_parse_swar((const char *)first, &number);
    return e && weft__number_to_cell(&number, opts, c) ? (const uint8_t *)e : NULL;
}

/* true, false or null at p: behind it, or NULL. Which one is anyone's guess, so no branch tells them apart. */
WEFT_INLINE const uint8_t *small_literal(const uint8_t *p, weft__cell *c) {
    uint64_t x = weft__load64le(p);
    unsigned yes = (uint32_t)x == 0x65757274, no = (x & 0xffffffffff) == 0x65736c6166, null = (uint32_t)x == 0x6c6c756e;
    c->tag = null ? WEFT_NULL : WEFT_BOOL;
    c->u = yes;
    return weft_likely(yes | no | null) ? p + 4 + no : NULL;
}

static size_t small_block(const uint8_t *text, unsigned len, uint8_t *img, weft__cell *cells,
                          const weft_read_opts *opts) {
    const __m512i blank = _mm512_set1_epi8(' ');
    __m512i x = _mm512_mask_loadu_epi8(blank, _bzhi_u64(~(uint64_t)0, len), text);
    _mm512_storeu_si512(img, x);
    _mm512_storeu_si512(img + 64, blank);
    if (weft_unlikely((uint64_t)_mm512_cmplt_epi8_mask(x, blank) | small_equal(x, '\\')))
        return 0; /* signed: non-ASCII too */
    uint64_t q = small_equal(x, '"'), m;
    weft__cell *c = cells;
    unsigned p = 0, e; /* p <= 64 + 5: blanks stop every step */
    size_t depth = 0, open = SIZE_MAX, count = 0;
    bool object = false;
    uint8_t v;
value:
    v = img[p];
    if (v == '"') {
        if (weft_unlikely(p > 63) || weft_unlikely(!(m = q & (~(uint64_t)1 << p)))) return 0;
        e = (unsigned)__builtin_ctzll(m);
        c->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN, e - p - 1);
        c->u = 0;
        c->s = (const char *)img + p + 1;
        img[e] = 0;
        p = e + 1;
    } else if ((uint8_t)(v - '0') < 10 || v == '-') {
        const uint8_t *s = img + p, *r = small_number(s, opts, c);
        if (weft_unlikely(!r)) return 0;
        p += (unsigned)(r - s);
    } else if ((v | 0x20) == '{') {
        bool is_object = v == '{';
        if (weft_unlikely(depth >= opts->max_depth)) return 0;
        if (img[p + 1] == v + 2) {
            c->tag = is_object ? (uint64_t)WEFT_OBJECT : weft__cell_tag(WEFT_ARRAY, WEFT__FLAT, 0);
            c->u = 1;
            p += 2;
            goto done;
        }
        if (depth++) cells[open].tag = weft__cell_tag(object ? WEFT_OBJECT : WEFT_ARRAY, 0, count);
        c->u = open;
        open = (size_t)(c - cells), count = 0, object = is_object;
        c++, p++;
        if (object) goto key;
        goto value;
    } else {
        const uint8_t *s = img + p, *r = small_literal(s, c);
        if (weft_unlikely(!r)) return 0;
        p += (unsigned)(r - s);
    }
done:
    c++;
    if (weft_unlikely(!depth)) return p == len ? (size_t)(c - cells) : 0;
next:
    count++;
    v = img[p++];
    if (v == ',') {
        if (!object) goto value;
    key:
        if (weft_unlikely(p > 63) || weft_unlikely(!(q >> p & 1)) || weft_unlikely(!(m = q & (~(uint64_t)1 << p))))
            return 0;
        e = (unsigned)__builtin_ctzll(m);
        if (weft_unlikely(img[e + 1] != ':')) return 0;
        c->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN, e - p - 1);
        c->u = 0;
        c->s = (const char *)img + p + 1;
        img[e] = 0;
        c++;
        p = e + 2;
        goto value;
    }
    if (weft_unlikely(v != (object ? '}' : ']'))) return 0;
    {
        weft__cell *o = cells + open;
        open = (size_t)o->u;
        o->u = (uint64_t)(c - o);
        o->tag = object ? weft__cell_tag(WEFT_OBJECT, 0, count)
                        : weft__cell_tag(WEFT_ARRAY, o->u == count + 1 ? WEFT__FLAT : 0u, count);
        if (!--depth) return p == len ? (size_t)(c - cells) : 0;
        object = (cells[open].tag & WEFT__KIND_MASK) == WEFT_OBJECT;
        count = (size_t)(cells[open].tag >> WEFT__SIZE_SHIFT);
    }
    goto next;
}

/* false: a control character (white space too), bad UTF-8, or a string without end. */
WEFT_INLINE bool small_scan(small_quotes *t, const uint8_t *text, unsigned len, uint8_t *img, bool trust) {
    const __m512i blank = _mm512_set1_epi8(' ');
    const uint64_t odd = 0xaaaaaaaaaaaaaaaau;
    __m512i all = _mm512_setzero_si512(), low = blank;
    uint64_t carry = 0, esc = 0;
    unsigned n = 0, at = 0;
    t->img = img;
    do {
        __m512i v = weft_likely(len - at >= 64)
                        ? _mm512_loadu_si512(text + at)
                        : _mm512_mask_loadu_epi8(blank, _bzhi_u64(~(uint64_t)0, len - at), text + at);
        _mm512_storeu_si512(img + at, v);
        all = _mm512_or_si512(all, v), low = _mm512_min_epu8(low, v);
        uint64_t q = small_equal(v, '"'), back = small_equal(v, '\\');
        if (weft_unlikely(back | carry)) {
            uint64_t first = carry, e = back & ~first, r = ((e << 1 | odd) - e) ^ odd;
            carry = (r & back) >> 63;
            q &= ~(r ^ (back | first));
            esc |= (uint64_t)(back != 0) << (at >> 6);
        }
        __m512i pos = _mm512_maskz_compress_epi8(q, _mm512_load_si512(weft__iota64)),
                base = _mm512_set1_epi16((short)at);
        _mm512_storeu_si512(t->pos + n, _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(pos)), base));
        unsigned k = (unsigned)_mm_popcnt_u64(q);
        if (weft_unlikely(k > 32))
            _mm512_storeu_si512(t->pos + n + 32,
                                _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(pos, 1)), base));
        n += k, at += 64;
    } while (at < len);
    _mm512_storeu_si512(img + at, blank);
    uint32_t end2 = len * 0x00010001u;
    memcpy(t->pos + n, &end2, 4);
    t->esc = esc;
    if (weft_unlikely(_mm512_movepi8_mask(all) != 0) && !trust) {
        bool wrong = false;
        _mm512_storeu_si512(img - 64, blank);
        for (unsigned k = 0; k <= len; k += 64) wrong |= blk_utf8(img + k);
        if (wrong) return false;
    }
    return weft_likely(!((n & 1) | (unsigned)(_mm512_cmplt_epu8_mask(low, blank) != 0)));
}

/* Unescapes [p, e) in place; the new end, or NULL. */
static WEFT_NOINLINE uint8_t *small_unescape(uint8_t *p, uint8_t *e, bool *clean) {
    p = memchr(p, '\\', (size_t)(e - p));
    if (!p) return e;
    uint8_t *o = p;
    while (p < e) {
        if (*p != '\\') {
            *o++ = *p++;
            continue;
        }
        uint8_t plain = weft__simple_escape[p[1]];
        if (plain) {
            *clean &= plain == '/';
            *o++ = plain;
            p += 2;
            continue;
        }
        int u, l;
        if (p[1] != 'u' || (u = weft__hex4(p + 2)) < 0) return NULL;
        p += 6;
        if (u < 0x80) {
            *clean &= u >= 0x20 && u != '"' && u != '\\';
            *o++ = (uint8_t)u;
        } else if (u < 0x800) {
            *o++ = (uint8_t)(0xc0 | u >> 6);
            *o++ = (uint8_t)(0x80 | (u & 63));
        } else {
            if ((u & 0xf800) == 0xd800) {
                if (u >= 0xdc00 || p[0] != '\\' || p[1] != 'u' || ((l = weft__hex4(p + 2)) & ~0x3ff) != 0xdc00)
                    return NULL;
                p += 6;
                u = 0x10000 + ((u & 0x3ff) << 10 | (l & 0x3ff));
                *o++ = (uint8_t)(0xf0 | u >> 18);
                *o++ = (uint8_t)(0x80 | (u >> 12 & 63));
            } else {
                *o++ = (uint8_t)(0xe0 | u >> 12);
            }
            *o++ = (uint8_t)(0x80 | (u >> 6 & 63));
            *o++ = (uint8_t)(0x80 | (u & 63));
        }
    }
    return o;
}

/* The string whose quotes are q[0] (at p) and q[1]. */
WEFT_INLINE bool small_string(const small_quotes *t, const uint16_t *q, weft__cell *c) {
    unsigned s = q[0], e = q[1];
    uint8_t *from = t->img + s + 1, *end = t->img + e;
    c->u = 0;
    c->s = (const char *)from;
    if (weft_unlikely(t->esc != 0) && _bzhi_u64(t->esc >> (s >> 6), (e >> 6) - (s >> 6) + 1) != 0) {
        bool clean = true;
        end = small_unescape(from, end, &clean);
        if (weft_unlikely(!end)) return false;
        c->tag = weft__cell_tag(WEFT_STRING, clean ? WEFT__CLEAN : 0u, (uint64_t)(end - from));
    } else {
        c->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN, e - s - 1);
    }
    *end = 0;
    return true;
}

static size_t small_direct(const small_quotes *t, unsigned len, weft__cell *cells, const weft_read_opts *opts) {
    const uint8_t *const img = t->img, *p = img;
    const uint16_t *q = t->pos;
    weft__cell *c = cells;
    size_t depth = 0, open = SIZE_MAX, count = 0;
    bool object = false;
    uint8_t v;
value:
    v = *p;
    if (v == '"') {
        if (weft_unlikely(!small_string(t, q, c))) return 0;
        p = img + q[1] + 1;
        q += 2;
    } else if ((uint8_t)(v - '0') < 10 || v == '-') {
        p = small_number(p, opts, c);
        if (weft_unlikely(!p)) return 0;
    } else if ((v | 0x20) == '{') {
        bool is_object = v == '{';
        if (weft_unlikely(depth >= opts->max_depth)) return 0;
        if (p[1] == v + 2) {
            c->tag = is_object ? (uint64_t)WEFT_OBJECT : weft__cell_tag(WEFT_ARRAY, WEFT__FLAT, 0);
            c->u = 1;
            p += 2;
            goto done;
        }
        if (depth++) cells[open].tag = weft__cell_tag(object ? WEFT_OBJECT : WEFT_ARRAY, 0, count);
        c->u = open;
        open = (size_t)(c - cells), count = 0, object = is_object;
        c++, p++;
        if (object) goto key;
        goto value;
    } else {
        p = small_literal(p, c);
        if (weft_unlikely(!p)) return 0;
    }
done:
    c++;
    if (weft_unlikely(!depth)) return p == img + len ? (size_t)(c - cells) : 0;
next:
    count++;
    v = *p++;
    if (v == ',') {
        if (!object) goto value;
    key:
        if (weft_unlikely(*p != '"') || weft_unlikely(img[q[1] + 1] != ':') || weft_unlikely(!small_string(t, q, c)))
            return 0;
        p = img + q[1] + 2;
        q += 2;
        c++;
        goto value;
    }
    if (weft_unlikely(v != (object ? '}' : ']'))) return 0;
    {
        weft__cell *o = cells + open;
        open = (size_t)o->u;
        o->u = (uint64_t)(c - o);
        o->tag = object ? weft__cell_tag(WEFT_OBJECT, 0, count)
                        : weft__cell_tag(WEFT_ARRAY, o->u == count + 1 ? WEFT__FLAT : 0u, count);
        if (!--depth) return p == img + len ? (size_t)(c - cells) : 0;
        object = (cells[open].tag & WEFT__KIND_MASK) == WEFT_OBJECT;
        count = (size_t)(cells[open].tag >> WEFT__SIZE_SHIFT);
    }
    goto next;
}

static WEFT_NOINLINE size_t small_quoted(const uint8_t *text, unsigned len, uint8_t *img, weft__cell *cells,
                                         const weft_read_opts *opts) {
    small_quotes t;
    return weft_likely(small_scan(&t, text, len, img, opts->trust_utf8)) ? small_direct(&t, len, cells, opts) : 0;
}

weft__fast weft__read_small_avx512(weft_doc *doc, weft_str text, const weft_read_opts *opts) {
    /* 64 bytes in front of the image are read when UTF-8 is checked; an unclosed
     * bracket takes a cell and one byte of text, so there may be as many cells as bytes, and one begun behind them */
    if (weft_unlikely(doc->image_cap < text.len + 64 + 64 + WEFT__IMAGE_SLACK) &&
        !weft__doc_reserve_image(doc, text.len + 128))
        return WEFT__FAST_MEMORY;
    if (weft_unlikely(doc->cell_cap < text.len + 4) && !weft__doc_reserve_cells(doc, text.len + 4))
        return WEFT__FAST_MEMORY;
    uint8_t *img = (uint8_t *)doc->image + 64;
    const uint8_t *t = (const uint8_t *)text.ptr;
    unsigned len = (unsigned)text.len;
    size_t n = 0;
    if (len <= 64) n = small_block(t, len, img, doc->cells, opts);
    if (!n) n = small_quoted(t, len, img, doc->cells, opts);
    doc->cell_count = n;
    return n ? WEFT__FAST_OK : WEFT__FAST_BAD;
}

#include "simd/names_end.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
