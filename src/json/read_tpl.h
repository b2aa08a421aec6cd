/* Tokens -> document; a template for the wide kernels (include behind scan.h, between names.h and names_end.h).
 *
 * - build is a grammar of gotos over the token list. Both quotes of a string are tokens or implied by one, so a string
 * costs no search, and an escape announces itself by a backslash token.
 * - A number is only noted; flush_numbers converts 64 of them side by side, because one number is a long dependent
 * chain full of unpredictable branches, and many side by side are neither.
 * - Open containers hold the index of their parent and the children counted so far, so there is no stack.
 *
 * Anything unexpected is "bad": the plain reader then decides and reports.
 */
#define numbers WEFT__KERNEL(numbers)
#define reader WEFT__KERNEL(reader)
#define flush_numbers WEFT__KERNEL(flush_numbers)
#define note_number WEFT__KERNEL(note_number)
#define early_number WEFT__KERNEL(early_number)
#define unescape WEFT__KERNEL(unescape)
#define build WEFT__KERNEL(build)
#define build_own WEFT__KERNEL(build_own)
#define build_borrow WEFT__KERNEL(build_borrow)
#define refill WEFT__KERNEL(refill)
#define grow_cells WEFT__KERNEL(grow_cells)
#define read_document WEFT__KERNEL(weft__read)

typedef struct numbers {
    weft__digits d;
    const uint8_t *end[WEFT__PENDING];
    weft__cell *cell[WEFT__PENDING];
    unsigned n;
    bool bad;
    const weft_read_opts *opts;
} numbers;

typedef struct reader {
    scanner s;
    uint8_t *out; /* where the next string of the image goes */
    numbers pend;
} reader;

/* Grammar and shape are checked with bit masks, the characters of a number being the top `len` bits of a 32-bit word.
 * What does not fit (exponents, over 19 digits, faults, near ties) is left to weft__number_cell. Separate short loops,
 * so that the long latencies of each step overlap over all numbers. */
static WEFT_NOINLINE void flush_numbers(numbers *q) {
    weft__digits *p = &q->d;
    unsigned n = q->n, up = (n + 15) & ~15u;
    q->n = 0;
    for (unsigned k = n; k < up; k++) p->len[k] = 1;
    uint64_t reals = 0, slow = 0;
    for (unsigned k = 0; k < up; k += NUM_STEP) num_masks(p, k);
    for (unsigned k = 0; k < up; k += WORDS) {
        const words all = (words){ 0 } - 1u;
        words len = *(const words *)(p->len + k) & 31;
        words sh = 32 - len, valid = all << sh, first = (all & 1) << sh;
        words odd = *(const words *)(p->other + k) & valid, less = odd - 1, real = (words)(odd != 0);
        words lead0 = *(const words *)(p->zero + k) & first;
        words wrong = ((lead0 + lead0) & valid & ~odd)          /* 0 and a digit */
                      | (odd & less)                            /* two non-digits */
                      | (odd & ~*(const words *)(p->point + k)) /* not a point */
                      | (odd & (first | 0x80000000u));          /* at an end */
        words frac = words_clz(odd) & real;
        words hard = (words)(wrong != 0) | (words)(frac > 22);
        *(words *)(p->frac + k) = frac | (32 & ~real);
        *(words *)(p->kept + k) = len + real;
        reals = reals >> WORDS | (uint64_t)words_bits(real) << (64 - WORDS);
        slow = slow >> WORDS | (uint64_t)words_bits(hard) << (64 - WORDS);
    }
    if (up < WEFT__PENDING) reals >>= WEFT__PENDING - up, slow >>= WEFT__PENDING - up;
    for (unsigned m = 0; m < n; m += NUMS) slow |= (uint64_t)num_sum(p, m) << m;
    for (unsigned m = 0; m < n; m += NUMS) {
        weft__cell out[NUMS] WEFT__ALIGN64;
        unsigned re = (unsigned)(reals >> m) & ((1u << NUMS) - 1);
        slow |= (uint64_t)num_cells(p, m, re, WEFT_INT, WEFT_REAL, (uint64_t *)out) << m;
        if (weft_likely(n - m >= NUMS))
            for (unsigned j = 0; j < NUMS; j++) *q->cell[m + j] = out[j];
        else
            for (unsigned j = 0; j < n - m; j++) *q->cell[m + j] = out[j];
    }
    if (n < 64) slow &= ((uint64_t)1 << n) - 1;
    for (; weft_unlikely(slow); slow &= slow - 1) {
        unsigned j = (unsigned)__builtin_ctzll(slow);
        size_t size = (p->len[j] & 31) + (p->len[j] >> 31);
        q->bad |= !weft__number_cell(WEFT_TEXT((const char *)q->end[j] - size, size), q->opts, q->cell[j]);
    }
}

/* The number token that begins at p with `ch` and ends before e, white space allowed. At least 64 bytes before e are
 * readable. */
WEFT_INLINE bool note_number(const uint8_t *p, const uint8_t *e, uint8_t ch, weft__cell *c, numbers *pend) {
    if (weft_unlikely(e[-1] <= ' ')) e = blk_trim(e);
    uint32_t neg = ch == '-', len = (uint32_t)(e - p) - neg; /* without the sign */
    if (weft_unlikely(len - 1 > 30))
        return weft__number_cell(WEFT_TEXT((const char *)p, (size_t)(e - p)), pend->opts, c);
    unsigned k = pend->n;
    memcpy(pend->d.raw[k], e - 32, 32);
    pend->d.len[k] = len | neg << 31;
    pend->end[k] = e;
    pend->cell[k] = c;
    pend->n = ++k;
    if (weft_unlikely(k == WEFT__PENDING)) flush_numbers(pend);
    return true;
}

/* A number in the first 64 bytes: what is before it may be read in the copy of the text's head only. */
static WEFT_NOINLINE void early_number(const scanner *s, const uint8_t **p, const uint8_t **e) {
    const uint8_t *end = *e;
    while (weft__is_ws(end[-1])) end--;
    size_t from = (size_t)(*p - s->in), to = (size_t)(end - s->in);
    *e = end;
    if (to > WEFT__HEAD) return; /* too long for the batch, which is not going to read before it */
    *p = s->head + 64 + from;
    *e = s->head + 64 + to;
}

static WEFT_NOINLINE void refill(scanner *s, size_t used) { scan_refill(s, used); }

/* The string whose opening quote is token i, unescaped into the image. Returns the token index after the string, or
 * SIZE_MAX. May refill, which moves the tokens. */
static WEFT_NOINLINE size_t unescape(reader *r, size_t i, weft__cell *c) {
    scanner *s = &r->s;
    const uint8_t *p = s->in + s->origin + s->idx[i] + 1, *end = s->in + s->len;
    uint8_t *dst = r->out, *out = dst;
    bool clean = true;
    for (i++;; i++) {
        if (weft_unlikely(i + WEFT__LOOK > s->n && !s->eof)) {
            refill(s, i);
            i = 0;
        }
        const uint8_t *at = s->in + s->origin + s->idx[i];
        if (p > at) continue; /* the second of two backslashes */
        uint8_t t = s->tok[i];
        if (weft_unlikely(t == 0)) return SIZE_MAX; /* end of text */
        size_t run = (size_t)(at - p) - (t != '"' && t != '\\');
        blk_string(out, p, run, end);
        out += run;
        p += run;
        if (t == '"') {
            i++;
            break;
        }
        if (t != '\\') break; /* it implies the quote before it */
        uint8_t tmp[16] = { 0 };
        const uint8_t *q = p;
        if (weft_unlikely(end - p < 12)) q = memcpy(tmp, p, (size_t)(end - p));
        uint8_t plain = weft__simple_escape[q[1]];
        if (weft_likely(plain)) {
            clean &= plain == '/';
            *out++ = plain;
            p += 2;
            continue;
        }
        if (q[1] != 'u') return SIZE_MAX;
        /* runs of \uXXXX, four at a time; one token each, all of them visible; 16 bytes written where 24 were */
        size_t first = i;
        while (end - p >= 64 && i + 4 < s->n && hex_run(p, out)) p += 24, out += 12, i += 4;
        if (i != first) {
            i--;
            continue;
        }
        int u = weft__hex4(q + 2);
        if (u < 0) return SIZE_MAX;
        p += 6;
        if (u < 0x80) {
            clean &= u >= 0x20 && u != '"' && u != '\\';
            *out++ = (uint8_t)u;
        } else if (u < 0x800) {
            *out++ = (uint8_t)(0xc0 | u >> 6);
            *out++ = (uint8_t)(0x80 | (u & 63));
        } else {
            if ((u & 0xf800) == 0xd800) { /* a pair of surrogates or a fault */
                if (u >= 0xdc00 || q[6] != '\\' || q[7] != 'u') return SIZE_MAX;
                int l = weft__hex4(q + 8);
                if ((l & ~0x3ff) != 0xdc00) return SIZE_MAX;
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
    }
    *out = 0;
    r->out = out + 1;
    c->tag = weft__cell_tag(WEFT_STRING, clean ? WEFT__CLEAN : 0, (uint64_t)(out - dst));
    c->u = 0;
    c->s = (const char *)dst;
    return i;
}
/* Room for `visible` more cells, and a guess at the whole document from what was read so far. */
static WEFT_NOINLINE bool grow_cells(weft_doc *doc, const scanner *s, size_t used, size_t visible) {
    double share = s->off ? (double)s->len / (double)s->off : 1;
    size_t guess = (size_t)(((double)used + (double)visible / 2) * share * 1.0625);
    size_t least = used + (used >> 2) + visible + 32;
    return weft__doc_grow_cells(doc, guess > least ? guess : least);
}

WEFT_INLINE weft__fast build(weft_doc *doc, reader *r, const size_t max_depth, const bool own) {
    scanner *s = &r->s;
    numbers *pend = &r->pend;
    weft__cell *cells = doc->cells, *c = cells, *cap = cells ? cells + doc->cell_cap : cells;
    const uint8_t *in = s->in;
    uint8_t *out = r->out; /* where the next string goes */
    const uint8_t *const end = s->in + s->len;
    size_t i = 0, lim = 0, open = SIZE_MAX, count = 0, depth = 0;
    uint8_t ch;

#define IDX(k) (s->idx[i + (k)])
#define TOK(k) (s->tok[i + (k)])
/* At least WEFT__LOOK tokens visible, or the text's end; and a cell for each of them. */
#define ENSURE()                                                                                                       \
    do {                                                                                                               \
        if (weft_unlikely(i >= lim)) {                                                                                 \
            if (i + WEFT__LOOK > s->n && !s->eof) {                                                                    \
                refill(s, i);                                                                                          \
                i = 0;                                                                                                 \
            }                                                                                                          \
            in = s->in + s->origin;                                                                                    \
            lim = s->eof ? SIZE_MAX : s->n - WEFT__LOOK + 1;                                                           \
            if ((size_t)(cap - c) < s->n - i + WEFT__LOOK) {                                                           \
                size_t used_ = (size_t)(c - cells);                                                                    \
                if (pend->n) flush_numbers(pend);                                                                      \
                if (!grow_cells(doc, s, used_, s->n - i + WEFT__LOOK)) return WEFT__FAST_MEMORY;                       \
                cells = doc->cells, c = cells + used_, cap = cells + doc->cell_cap;                                    \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)
/* The string between positions a and b. */
#define STRING_CELL(a, b)                                                                                              \
    do {                                                                                                               \
        const uint8_t *a_ = in + (a);                                                                                  \
        size_t n_ = (b) - (a);                                                                                         \
        c->u = 0;                                                                                                      \
        if (own) {                                                                                                     \
            c->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN, n_);                                                     \
            c->s = (const char *)out;                                                                                  \
            blk_string(out, a_, n_, end);                                                                              \
            out += n_ + 1;                                                                                             \
        } else {                                                                                                       \
            c->tag = weft__cell_tag(WEFT_STRING, WEFT__CLEAN | WEFT__BORROWED, n_);                                    \
            c->s = (const char *)a_;                                                                                   \
        }                                                                                                              \
        c++;                                                                                                           \
    } while (0)
#define STRING_QUOTED() /* both quotes are tokens */                                                                   \
    do {                                                                                                               \
        STRING_CELL(IDX(0) + 1, IDX(1));                                                                               \
        i += 2;                                                                                                        \
    } while (0)
#define STRING_BEFORE(k) /* token k + 1 is the structural character right behind the closing quote */                  \
    STRING_CELL(IDX(k) + 1, IDX((k) + 1) - 1)
#define STRING_SLOW()                                                                                                  \
    do {                                                                                                               \
        r->out = out;                                                                                                  \
        size_t j_ = unescape(r, i, c);                                                                                 \
        out = r->out;                                                                                                  \
        if (j_ == SIZE_MAX) goto bad;                                                                                  \
        i = j_, lim = 0, c++;                                                                                          \
        ENSURE();                                                                                                      \
    } while (0)
#define STRING_VALUE(end)                                                                                              \
    do {                                                                                                               \
        uint8_t t_ = TOK(1);                                                                                           \
        if (weft_likely(t_ == ',' || t_ == (end))) {                                                                   \
            STRING_BEFORE(0);                                                                                          \
            i++;                                                                                                       \
        } else if (t_ == '"') STRING_QUOTED();                                                                         \
        else STRING_SLOW();                                                                                            \
    } while (0)
#define NUMBER()                                                                                                       \
    do {                                                                                                               \
        const uint8_t *p_ = in + IDX(0), *e_ = in + IDX(1);                                                            \
        if (weft_unlikely((size_t)(p_ - s->in) < 64)) early_number(s, &p_, &e_);                                       \
        if (weft_unlikely(!note_number(p_, e_, ch, c, pend))) goto bad;                                                \
        c++, i++;                                                                                                      \
    } while (0)
#define OPEN(kind, parent)                                                                                             \
    do {                                                                                                               \
        if (weft_unlikely(depth++ >= max_depth)) goto bad;                                                             \
        if ((parent) != WEFT_NONE) cells[open].tag = weft__cell_tag(parent, 0, count);                                 \
        c->tag = (kind);                                                                                               \
        c->extent = (uint64_t)open;                                                                                    \
        open = (size_t)(c - cells), count = 0, c++, i++;                                                               \
    } while (0)
#define EMPTY(kind)                                                                                                    \
    do {                                                                                                               \
        if (weft_unlikely(depth >= max_depth)) goto bad;                                                               \
        c->tag = weft__cell_tag(kind, (kind) == WEFT_ARRAY ? WEFT__FLAT : 0, 0);                                       \
        c->extent = 1, c++, i += 2;                                                                                    \
    } while (0)
#define LITERAL()                                                                                                      \
    do {                                                                                                               \
        const uint8_t *a_ = in + IDX(0);                                                                               \
        unsigned no_ = ch == 'f', n_ = 4 + no_;                                                                        \
        if (weft_unlikely((size_t)(a_ - s->in) + n_ > s->len)) goto bad;                                               \
        uint32_t w_ = weft__load32le(a_ + no_), end_ = IDX(0) + n_;                                                    \
        c->tag = ch == 'n' ? WEFT_NULL : WEFT_BOOL;                                                                    \
        c->u = ch == 't';                                                                                              \
        if (weft_unlikely(w_ != (ch == 'n' ? 0x6c6c756eu : no_ ? 0x65736c61u : 0x65757274u))) goto bad;                \
        if (IDX(1) != end_ && !weft__is_ws(in[end_])) goto bad;                                                        \
        c++, i++;                                                                                                      \
    } while (0)

    ENSURE();
    ch = TOK(0);
    if (ch == '{') {
        if (TOK(1) == '}') {
            EMPTY(WEFT_OBJECT);
            goto done;
        }
        OPEN(WEFT_OBJECT, WEFT_NONE);
        goto member;
    }
    if (ch == '[') {
        if (TOK(1) == ']') {
            EMPTY(WEFT_ARRAY);
            goto done;
        }
        OPEN(WEFT_ARRAY, WEFT_NONE);
        goto element;
    }
    if (ch == '"') {
        if (TOK(1) == '"') STRING_QUOTED();
        else STRING_SLOW();
    } else if (ch == 't' || ch == 'f' || ch == 'n') {
        LITERAL();
    } else if (ch == '-' || (unsigned)(ch - '0') <= 9) {
        NUMBER();
    } else {
        goto bad;
    }
    goto done;

member:
    ENSURE();
    count++;
    while (weft__load32le(s->tok + i) == 0x2c223a22u) { /* "key":"value", in one comparison */
        STRING_BEFORE(0);
        STRING_BEFORE(2);
        i += 4;
        ENSURE();
        count++;
    }
    if (weft_likely(weft__load16le(s->tok + i) == ('"' | ':' << 8))) {
        STRING_BEFORE(0);
        i++;
    } else {
        if (TOK(0) != '"') goto bad;
        if (TOK(1) == '"') STRING_QUOTED();
        else STRING_SLOW();
        if (TOK(0) != ':') goto bad;
    }
    i++;
    ch = TOK(0);
    if (ch == '"') {
        STRING_VALUE('}');
    } else if (ch == '{') {
        if (TOK(1) == '}') {
            EMPTY(WEFT_OBJECT);
        } else {
            OPEN(WEFT_OBJECT, WEFT_OBJECT);
            goto member;
        }
    } else if (ch == '[') {
        if (TOK(1) == ']') {
            EMPTY(WEFT_ARRAY);
        } else {
            OPEN(WEFT_ARRAY, WEFT_OBJECT);
            goto element;
        }
    } else if (ch <= '9') {
        if (weft_unlikely(!(ch == '-' || (unsigned)(ch - '0') <= 9))) goto bad;
        NUMBER();
    } else {
        if (weft_unlikely(!(ch == 't' || ch == 'f' || ch == 'n'))) goto bad;
        LITERAL();
    }
after_member:
    ch = TOK(0);
    i++;
    if (ch == ',') goto member;
    if (weft_unlikely(ch != '}')) goto bad;
    cells[open].tag = weft__cell_tag(WEFT_OBJECT, 0, count);
close : {
    weft__cell *o = cells + open;
    size_t extent = (size_t)(c - o);
    /* flat: one cell an element. (An object has two cells a member.) */
    if (weft__cell_kind(o) == WEFT_ARRAY && extent == count + 1) o->tag |= WEFT__FLAT;
    open = (size_t)o->extent;
    o->extent = extent;
    depth--;
    if (open == SIZE_MAX) goto done;
    ENSURE(); /* a long row of closing brackets takes one token each */
    uint64_t tag = cells[open].tag;
    count = (size_t)(tag >> WEFT__SIZE_SHIFT);
    if ((tag & WEFT__KIND_MASK) == WEFT_OBJECT) goto after_member;
    goto after_element;
}

element:
    ENSURE();
    count++;
    ch = TOK(0);
    if (ch == '"') {
        STRING_VALUE(']');
    } else if (ch <= '9') {
        if (weft_unlikely(!(ch == '-' || (unsigned)(ch - '0') <= 9))) goto bad;
        NUMBER();
    } else if (ch == '{') {
        if (TOK(1) == '}') {
            EMPTY(WEFT_OBJECT);
        } else {
            OPEN(WEFT_OBJECT, WEFT_ARRAY);
            goto member;
        }
    } else if (ch == '[') {
        if (TOK(1) == ']') {
            EMPTY(WEFT_ARRAY);
        } else {
            OPEN(WEFT_ARRAY, WEFT_ARRAY);
            goto element;
        }
    } else {
        if (weft_unlikely(!(ch == 't' || ch == 'f' || ch == 'n'))) goto bad;
        LITERAL();
    }
after_element:
    ch = TOK(0);
    i++;
    if (ch == ',') goto element;
    if (weft_unlikely(ch != ']')) goto bad;
    cells[open].tag = weft__cell_tag(WEFT_ARRAY, 0, count);
    goto close;

done:
    while (!s->eof) {
        if (i != s->n) goto bad; /* more text; and the next window may not find room behind it */
        refill(s, i);
        i = 0;
    }
    if (pend->n) flush_numbers(pend);
    if (s->bad || s->esc || pend->bad || i != s->n) goto bad;
    doc->cell_count = (size_t)(c - cells);
    return WEFT__FAST_OK;
bad:
    return WEFT__FAST_BAD;
#undef IDX
#undef TOK
#undef ENSURE
#undef STRING_CELL
#undef STRING_QUOTED
#undef STRING_BEFORE
#undef STRING_SLOW
#undef STRING_VALUE
#undef NUMBER
#undef OPEN
#undef EMPTY
#undef LITERAL
}

static WEFT_NOINLINE weft__fast build_own(weft_doc *doc, reader *r, size_t max_depth) {
    return build(doc, r, max_depth, true);
}
static WEFT_NOINLINE weft__fast build_borrow(weft_doc *doc, reader *r, size_t max_depth) {
    return build(doc, r, max_depth, false);
}

weft__fast read_document(weft_doc *doc, weft_str text, const weft_read_opts *opts) {
    reader r;
    /* A string takes its bytes and a NUL, at most the bytes of its quoted form; what the slack allows is written
     * behind. */
    if (text.len > SIZE_MAX / 4 || !weft__doc_reserve_image(doc, text.len)) return WEFT__FAST_MEMORY;
    r.out = (uint8_t *)doc->image;
    scan_begin(&r.s, text, opts->trust_utf8);
    r.pend.n = 0;
    r.pend.bad = false;
    r.pend.opts = opts;
    return opts->borrow ? build_borrow(doc, &r, opts->max_depth) : build_own(doc, &r, opts->max_depth);
}

#undef numbers
#undef reader
#undef flush_numbers
#undef note_number
#undef early_number
#undef unescape
#undef build
#undef build_own
#undef build_borrow
#undef refill
#undef grow_cells
#undef read_document
