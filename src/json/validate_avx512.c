/* The validator for AVX-512: no token is visited but literals, brackets and numbers with an exponent.
 *
 * A window of 4 KiB is 8 groups of 512 bytes; the masks of one character class in a group are one register ("row"), so
 * mask logic costs one operation per 512 bytes. Three passes: classes (masks to memory, since eight stores do not
 * forward to one load); mask logic on rows, which checks strings, escapes, UTF-8 and numbers; token characters by
 * compress, and the grammar on these, 64 at a time. On the dense list "the token before" is a shift by one; keys,
 * commas and colons need no context; the type of a container is checked from evidence (a colon proves an object, a
 * comma or bracket followed by a non-key proves an array) collected between brackets and compared with the bracket
 * stack, after innermost bracket pairs were cancelled in bulk.
 *
 * False means that the plain reader has to decide.
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

enum {
    CHECK_GROUP = 512,
    CHECK_GROUPS = 8,
    CHECK_AHEAD = 16,
    CHECK_DEPTH = 1024
}; /* bytes looked at behind a window */
typedef __m512i row;

typedef struct check_classes {
    uint64_t quote[8], back[8], op[8], ws[8], high[8], ctrl[8], digit[8], zero[8], minus[8];
} WEFT__ALIGN64 check_classes;

typedef struct checker {
    row scalar;                            /* last lane: bytes of scalars */
    row lead0, neg, digit, dot, exp, sign; /* last lane: numbers */
    const uint8_t *start, *end;            /* the whole text */
    const uint8_t *low_at;                 /* where the second half of a surrogate pair has to stand */
    uint64_t in, esc, high, hex_need;      /* 0xff: in a string; next byte escaped; last byte not ASCII; digits due */
    unsigned run, frac_run, exp_run;       /* add carries */
    bool num_pending, exp_pending;
    bool trust, saturate;
    uint64_t t_open, t_comma, t_colon, t_key; /* what the last token was */
    unsigned char arr, obj;                   /* evidence carried on */
    uint64_t pend_arr, pend_obj;
    uint64_t stack; /* types of containers, 1: object; the top is bit 0 */
    size_t depth, max_depth;
    uint8_t spill[CHECK_DEPTH]; /* types pushed out of the top of stack */
    uint32_t idx[CHECK_GROUP * CHECK_GROUPS + 64];
    uint8_t tok[CHECK_GROUP * CHECK_GROUPS + 64];
} checker;

WEFT_INLINE bool row_any(row a) { return _mm512_test_epi64_mask(a, a) != 0; }
WEFT_INLINE row row_not_and(row not_this, row and_that) { return _mm512_andnot_si512(not_this, and_that); }
WEFT_INLINE row row_or3(row a, row b, row c) { return _mm512_ternarylogic_epi64(a, b, c, 0xfe); }
/* Shifts left over lane borders; prev is the row before. (A macro: the count is an immediate.) */
#define ROW_SHL(a, prev, n) _mm512_shldi_epi64(a, _mm512_alignr_epi64(a, prev, 7), n)
/* a + b + carry over all 512 bits. */
WEFT_INLINE row row_add(row a, row b, unsigned *carry) {
    row s = _mm512_add_epi64(a, b);
    unsigned g = _mm512_cmplt_epu64_mask(s, a), p = _mm512_cmpeq_epi64_mask(s, _mm512_set1_epi64(-1));
    unsigned k = ((g << 1 | *carry) + p) ^ p; /* lanes a carry enters */
    *carry = k >> 8 & 1;
    return _mm512_mask_sub_epi64(s, (__mmask8)k, s, _mm512_set1_epi64(-1));
}
WEFT_INLINE uint64_t check_equal(row v, char c) { return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(c)); }
WEFT_INLINE uint64_t check_below(unsigned n) { return _bzhi_u64(~(uint64_t)0, n); }

WEFT_INLINE void check_classify(const uint8_t *p, check_classes *c) {
    enum {
        QUOTE = 1,
        BACK = 2,
        OP = 4,
        WS = 8,
        CTRL = 16,
        DIGIT = 32,
        SPECIAL = 64,
        C = CTRL,
        W = CTRL | WS,
        D = DIGIT
    };
    static const uint8_t table[128] WEFT__ALIGN64 = { C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      W,
                                                      W,
                                                      C,
                                                      C,
                                                      W,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      C,
                                                      [' '] = WS,
                                                      ['{'] = OP,
                                                      ['}'] = OP,
                                                      ['['] = OP,
                                                      [']'] = OP,
                                                      [':'] = OP,
                                                      [','] = OP,
                                                      ['"'] = QUOTE,
                                                      ['\\'] = BACK,
                                                      ['0'] = D | SPECIAL,
                                                      D,
                                                      D,
                                                      D,
                                                      D,
                                                      D,
                                                      D,
                                                      D,
                                                      D,
                                                      D,
                                                      ['-'] = SPECIAL };
    row r[8];
    blk_classes8(p, table, r);
    _mm512_store_si512(c->quote, _mm512_andnot_si512(r[7], r[0]));
    _mm512_store_si512(c->back, _mm512_andnot_si512(r[7], r[1]));
    _mm512_store_si512(c->op, _mm512_andnot_si512(r[7], r[2]));
    _mm512_store_si512(c->ws, _mm512_andnot_si512(r[7], r[3]));
    _mm512_store_si512(c->ctrl, _mm512_andnot_si512(r[7], r[4]));
    _mm512_store_si512(c->digit, _mm512_andnot_si512(r[7], r[5]));
    _mm512_store_si512(c->zero, _mm512_ternarylogic_epi64(r[7], r[6], r[5], 0x08));  /* special, a digit, ASCII */
    _mm512_store_si512(c->minus, _mm512_ternarylogic_epi64(r[7], r[6], r[5], 0x04)); /* special, no digit */
    _mm512_store_si512(c->high, r[7]);
}

/* Escapes of one block, at p: characters behind a backslash. Bits of what is wrong. */
static WEFT_NOINLINE uint64_t check_escapes(checker *s, const uint8_t *p, uint64_t escaped) {
    const row lo = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 0x00010000, 0, 0, 0x01000000, 0, 0, 0, 0); /* " / */
    const row hi =
        _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 1, 0x00010000, 0x00010000, 0, 0x00010000, 0x00010000, 0x00000101, 0, 0);
    row v = _mm512_loadu_si512(p);
    uint64_t ok = _mm512_test_epi8_mask(_mm512_permutex2var_epi8(lo, v, hi), _mm512_set1_epi8(1));
    ok &= ~(uint64_t)_mm512_movepi8_mask(v);
    uint64_t bad = escaped & ~ok, u = escaped & check_equal(v, 'u');
    if (u | s->hex_need) {
        row l = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
        uint64_t hex =
            (uint64_t)_mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8('0')), _mm512_set1_epi8(10)) |
            (uint64_t)_mm512_cmplt_epu8_mask(_mm512_sub_epi8(l, _mm512_set1_epi8('a')), _mm512_set1_epi8(6));
        uint64_t need = u << 1 | u << 2 | u << 3 | u << 4 | s->hex_need;
        s->hex_need = (u >> 63 & 1) * 15 | (u >> 62 & 1) * 7 | (u >> 61 & 1) * 3 | (u >> 60 & 1);
        bad |= need & ~hex;
    }
    return bad;
}

/* Surrogates among the \u escapes of one block, whose u are at p + bits of u. q bounds reading; text: the same place in
 * the whole text. */
static WEFT_NOINLINE bool check_surrogates(checker *s, const uint8_t *text, uint64_t u) {
    for (; u; u &= u - 1) {
        const uint8_t *q = text + __builtin_ctzll(u);
        if (s->end - q < 5) return true; /* cut: refused elsewhere */
        if ((q[1] | 0x20) != 'd' || q[2] < '8') continue;
        bool high = q[2] <= '9' || (q[2] | 0x20) <= 'b';
        if (high ? s->low_at == q : s->low_at != q) return false;
        if (!high) continue;
        if (s->end - q < 11 || q[5] != '\\' || q[6] != 'u' || (q[7] | 0x20) != 'd' || (q[8] | 0x20) < 'c') return false;
        s->low_at = q + 6;
    }
    return true;
}

static WEFT_NOINLINE row check_numbers(checker *s, const uint8_t *p, row num, row start, row digit, row zero, row minus,
                                       row exps) {
    const row none = _mm512_setzero_si512();
    uint64_t m[8] WEFT__ALIGN64;
    for (unsigned b = 0; b < 8; b++) m[b] = check_equal(_mm512_loadu_si512(p + 64 * b), '.');
    row dot = _mm512_and_si512(_mm512_load_si512(m), num);
    minus = _mm512_and_si512(minus, num);
    row neg = _mm512_and_si512(minus, start), neg1 = ROW_SHL(neg, s->neg, 1);
    row lead0 = _mm512_and_si512(zero, _mm512_or_si512(_mm512_and_si512(start, digit), neg1));
    row dot1 = ROW_SHL(dot, s->dot, 1), dig1 = ROW_SHL(digit, s->digit, 1);
    row bad = _mm512_and_si512(ROW_SHL(lead0, s->lead0, 1), digit);
    bad = row_or3(bad, row_not_and(digit, _mm512_or_si512(neg1, dot1)), row_not_and(dig1, dot));
    bad = _mm512_or_si512(
        bad, _mm512_and_si512(row_not_and(digit, row_add(_mm512_and_si512(dot1, digit), digit, &s->frac_run)), dot));
    row rest = row_not_and(row_or3(digit, dot, neg), num), exp = none, sign = none;
    if (weft_unlikely(row_any(rest) || s->exp_pending)) { /* exponents, or garbage */
        for (unsigned b = 0; b < 8; b++) m[b] = check_equal(_mm512_loadu_si512(p + 64 * b), '+');
        row plus = _mm512_and_si512(_mm512_load_si512(m), num);
        exp = _mm512_and_si512(exps, num);
        row exp1 = ROW_SHL(exp, s->exp, 1);
        sign = _mm512_and_si512(exp1, _mm512_or_si512(minus, plus));
        row first =
            _mm512_or_si512(row_not_and(sign, exp1), ROW_SHL(sign, s->sign, 1)); /* first digit of the exponent */
        bad = row_or3(bad, row_not_and(digit, first), row_not_and(dig1, exp));
        bad = row_or3(bad, row_not_and(row_or3(exp, sign, none), rest), none);
        bad = _mm512_or_si512(
            bad, _mm512_and_si512(row_not_and(digit, row_add(_mm512_and_si512(first, digit), digit, &s->exp_run)),
                                  _mm512_or_si512(dot, exp)));
        s->exp_pending = (_mm512_movepi64_mask(_mm512_or_si512(exp, sign)) >> 7) | (int)s->exp_run;
    }
    s->exp = exp, s->sign = sign;
    s->lead0 = lead0, s->neg = neg, s->dot = dot;
    s->num_pending = (_mm512_movepi64_mask(_mm512_or_si512(dot, neg)) >> 7) | (int)s->frac_run | s->exp_pending;
    return bad;
}

/* One classified group -> its token starts. Checks strings, UTF-8, numbers. p: the bytes (CHECK_AHEAD more and 4 before
 * are readable); text: the same place in the whole text. */
WEFT_INLINE bool check_group(checker *s, const uint8_t *p, const uint8_t *text, check_classes *c, uint64_t tokens[8]) {
    row quote = _mm512_load_si512(c->quote), back = _mm512_load_si512(c->back);
    uint64_t escaped[8] WEFT__ALIGN64;
    bool esc = row_any(back) || s->esc;
    if (weft_unlikely(esc)) {
        const uint64_t odd = 0xaaaaaaaaaaaaaaaau;
        for (unsigned b = 0; b < 8;
             b++) { /* every run of backslashes alternates; subtracting flips the parity of runs */
            uint64_t first = s->esc, e = c->back[b] & ~first, t = ((e << 1 | odd) - e) ^ odd;
            s->esc = (t & c->back[b]) >> 63;
            escaped[b] = t ^ (c->back[b] | first);
        }
        quote = row_not_and(_mm512_load_si512(escaped), quote);
    }
    unsigned carry = (unsigned)s->in;
    row in = (row)lanes_chain(lanes_parity((lanes)quote), &carry), str = _mm512_or_si512(in, quote);
    s->in = carry;
    row op = row_not_and(str, _mm512_load_si512(c->op)), ws = row_not_and(str, _mm512_load_si512(c->ws));
    row scalar = _mm512_ternarylogic_epi64(op, ws, str, 0x01),
        start = row_not_and(ROW_SHL(scalar, s->scalar, 1), scalar);
    s->scalar = scalar;
    _mm512_store_si512(tokens, row_or3(op, start, _mm512_and_si512(quote, in)));
    row high = _mm512_load_si512(c->high);
    if (weft_unlikely(row_any(high) || s->high)) {
        lanes before = (lanes){ 0 } + s->high;
        bool wrong = false;
        if (!s->trust)
            for (unsigned todo = lanes_bits((lanes)high | lanes_up((lanes)high, before) >> HIGH_END); todo;
                 todo &= todo - 1)
                wrong |= blk_utf8(p + 64 * (unsigned)__builtin_ctz(todo));
        if (wrong) return false;
        s->high = c->high[7];
    }
    if (weft_unlikely(esc || s->hex_need)) {
        uint64_t inside[8] WEFT__ALIGN64, x = 0;
        _mm512_store_si512(inside, in);
        for (unsigned b = 0; b < 8; b++) {
            uint64_t e = esc ? escaped[b] & inside[b] : 0;
            if (!(e | s->hex_need)) continue;
            x |= check_escapes(s, p + 64 * b, e);
            uint64_t u = e & check_equal(_mm512_loadu_si512(p + 64 * b), 'u');
            if (u && !check_surrogates(s, text + 64 * b, u)) return false;
        }
        if (x) return false;
    }
    row bad = row_not_and(ws, _mm512_load_si512(c->ctrl)); /* control characters only as white space between tokens */
    row digit = _mm512_and_si512(_mm512_load_si512(c->digit), scalar), minus = _mm512_load_si512(c->minus);
    row zero = _mm512_load_si512(c->zero), first = _mm512_and_si512(start, _mm512_or_si512(digit, minus));
    row num = row_not_and(row_add(first, scalar, &s->run), scalar); /* runs of scalar bytes that start like a number */
    row digits = _mm512_and_si512(digit, num);
    if (row_any(row_not_and(digits, num)) || s->num_pending) {
        uint64_t m[8] WEFT__ALIGN64;
        for (unsigned b = 0; b < 8; b++)
            m[b] = check_equal(_mm512_or_si512(_mm512_loadu_si512(p + 64 * b), _mm512_set1_epi8(0x20)), 'e');
        row exps = _mm512_and_si512(_mm512_load_si512(m), num);
        bad = _mm512_or_si512(bad, check_numbers(s, p, num, start, digits, zero, minus, exps));
        if (weft_unlikely(row_any(exps)) && !s->saturate) { /* may be out of range: each one is read */
            _mm512_store_si512(m, exps);
            for (unsigned b = 0; b < 8; b++)
                for (uint64_t k = m[b]; k; k &= k - 1) {
                    const uint8_t *q = text + 64 * b + __builtin_ctzll(k);
                    while (q > s->start && ((unsigned)(q[-1] - '0') <= 9 || q[-1] == '.' || q[-1] == '-')) q--;
                    double d;
                    if (!weft__real_parse((const char *)q, (const char *)s->end, &d) || d - d != 0) return false;
                }
        }
    } else {
        row lead0 = _mm512_and_si512(start, _mm512_and_si512(zero, digits));
        bad = _mm512_or_si512(bad, _mm512_and_si512(ROW_SHL(lead0, s->lead0, 1), digits));
        s->lead0 = lead0;
        s->neg = s->dot = s->exp = s->sign = _mm512_setzero_si512();
    }
    s->digit = digits;
    if (weft_unlikely(_mm512_cmpeq_epi64_mask(num, _mm512_set1_epi64(-1))))
        return false; /* so long that it may be out of range */
    return !row_any(bad);
}

/* true, false or null at p (8 bytes are readable)? The byte behind must end a scalar. */
WEFT_INLINE uint64_t check_literal(const uint8_t *p) {
    static const uint8_t ends[256] = { [' '] = 1, ['\n'] = 1, ['\r'] = 1, ['\t'] = 1, [','] = 1, ['}'] = 1, [']'] = 1 };
    uint64_t w = weft__load64le(p), is5 = (w & 0xffffffffff) == 0x65736c6166;
    uint64_t is4 = (uint32_t)w == 0x65757274 || (uint32_t)w == 0x6c6c756e;
    return (is4 | is5) & ends[w >> (is5 ? 40 : 32) & 255];
}

/* Brackets in order, bit by bit: o opener?, t brace?, a/b evidence of an array/object since the bracket before. */
static WEFT_NOINLINE bool check_nest_slow(checker *s, uint64_t o, uint64_t t, uint64_t a, uint64_t b, unsigned n) {
    for (; n; n--, o >>= 1, t >>= 1, a >>= 1, b >>= 1) {
        uint64_t cur = s->stack & 1;
        if (s->depth ? (cur ? a : b) & 1 : (a | b) & 1) return false;
        if (o & 1) {
            if (s->depth >= s->max_depth) return false;
            s->spill[s->depth++] = (uint8_t)(s->stack >> 63);
            s->stack = s->stack << 1 | (t & 1);
        } else {
            if (!s->depth || cur != (t & 1)) return false;
            s->stack = s->stack >> 1 | (uint64_t)s->spill[--s->depth] << 63;
        }
    }
    return true;
}
WEFT_INLINE bool check_nest(checker *s, uint64_t o, uint64_t t, uint64_t a, uint64_t b, unsigned n) {
    a |= s->pend_arr, b |= s->pend_obj;
    s->pend_arr = s->pend_obj = 0;
    if (weft_unlikely(s->depth + n >= s->max_depth)) return check_nest_slow(s, o, t, a, b, n);
    while (n > 4) { /* drops innermost pairs, all at once: an opener directly followed by a closer */
        uint64_t pair = o & ~(o >> 1) & check_below(n - 1);
        if (!pair) break;
        if (weft_unlikely(pair & ((t ^ t >> 1) | (a >> 1 & t) | (b >> 1 & ~t)))) return false;
        uint64_t gone = pair | pair << 1, keep = check_below(n) & ~gone;
        /* evidence before a dropped opener belongs to the next bracket that stays */
        unsigned long long ra, rb;
        unsigned char ca = _addcarry_u64(0, a & pair, gone, &ra), cb = _addcarry_u64(0, b & pair, gone, &rb);
        uint64_t end = n < 64 ? (uint64_t)1 << n : 0;
        s->pend_arr |= ca | (unsigned)((ra & end) != 0), s->pend_obj |= cb | (unsigned)((rb & end) != 0);
        a |= ra, b |= rb;
        o = _pext_u64(o, keep), t = _pext_u64(t, keep), a = _pext_u64(a, keep), b = _pext_u64(b, keep);
        n = (unsigned)_mm_popcnt_u64(keep);
    }
    unsigned closers = n - (unsigned)_mm_popcnt_u64(o & check_below(n));
    if (weft_unlikely(s->depth <= closers || s->depth + n >= 63)) return check_nest_slow(s, o, t, a, b, n);
    uint64_t stack = s->stack, bad = 0;
    for (unsigned k = 0; k < n; k++) {
        uint64_t cur = 0 - (stack & 1);
        bad |= ((a & cur) | (b & ~cur) | (~o & (cur ^ t))) & 1;
        stack = o & 1 ? stack << 1 | (t & 1) : stack >> 1;
        o >>= 1, t >>= 1, a >>= 1, b >>= 1;
    }
    s->depth += n;
    s->depth -= 2 * (size_t)closers;
    s->stack = stack;
    return !bad;
}

/* Grammar of n tokens, 64 at a time. Literals are read at base + idx[i]. */
WEFT_INLINE bool check_tokens(checker *s, size_t n, const uint8_t *base) {
    uint64_t good = 1;
    for (size_t i = 0; i < n; i += 64) {
        unsigned count = n - i < 64 ? (unsigned)(n - i) : 64, top = count - 1;
        uint64_t valid = check_below(count);
        row v = _mm512_loadu_si512(s->tok + i), l = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
        uint64_t open = check_equal(l, '{') & valid, close = check_equal(l, '}') & valid,
                 comma = check_equal(v, ',') & valid;
        uint64_t colon = check_equal(v, ':') & valid, str = check_equal(v, '"') & valid;
        uint64_t brace = _mm512_test_epi8_mask(v, _mm512_set1_epi8(0x20)), brackets = open | close;
        uint64_t scalar = valid & ~(brackets | comma | colon | str);
        uint64_t num =
            (uint64_t)_mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8('0')), _mm512_set1_epi8(10)) |
            check_equal(v, '-');
        for (uint64_t m = scalar & ~num; m; m &= m - 1)
            good &= check_literal(base + s->idx[i + (size_t)__builtin_ctzll(m)]);
        uint64_t behind_open = open << 1 | s->t_open, behind_comma = comma << 1 | s->t_comma,
                 behind_colon = colon << 1 | s->t_colon;
        uint64_t first = behind_open | behind_comma, want = first | behind_colon;
        uint64_t key = str & first, behind_key = key << 1 | s->t_key; /* strings that may be keys; tokens behind them */
        s->t_open = open >> top & 1, s->t_comma = comma >> top & 1, s->t_colon = colon >> top & 1,
        s->t_key = key >> top & 1;
        uint64_t bad = ((str | scalar | open) & ~want) | ((comma | colon) & want) |
                       (close & (behind_comma | behind_colon)) | (colon & ~behind_key);
        if (weft_unlikely(bad & valid)) return false;
        uint64_t is_array = ((first & (scalar | open)) | (behind_key & ~colon)) & valid, run = valid & ~brackets;
        unsigned long long ra, ro;
        unsigned char ca = _addcarry_u64(s->arr, is_array & run, run, &ra), co = _addcarry_u64(s->obj, colon, run, &ro);
        s->arr = (unsigned char)(count == 64 ? ca : ra >> count & 1);
        s->obj = (unsigned char)(count == 64 ? co : ro >> count & 1);
        ra |= is_array;
        if (brackets &&
            weft_unlikely(!check_nest(s, _pext_u64(open, brackets), _pext_u64(brace, brackets), _pext_u64(ra, brackets),
                                      _pext_u64(ro, brackets), (unsigned)_mm_popcnt_u64(brackets))))
            return false;
    }
    return good;
}

/* n groups at p, which are those at `text` (or its blank-padded copy). */
WEFT_INLINE bool check_window(checker *s, const uint8_t *p, const uint8_t *text, unsigned n) {
    check_classes c[CHECK_GROUPS];
    uint64_t tokens[CHECK_GROUPS * 8] WEFT__ALIGN64;
    for (unsigned k = 0; k < n; k++) check_classify(p + CHECK_GROUP * k, c + k);
    for (unsigned k = 0; k < n; k++)
        if (weft_unlikely(!check_group(s, p + CHECK_GROUP * k, text + CHECK_GROUP * k, c + k, tokens + 8 * k)))
            return false;
    size_t found = blk_emit(p, tokens, 8 * n, 0, s->idx, s->tok);
    return check_tokens(s, found, p);
}

weft__fast weft__validate_avx512(weft_str text, const weft_read_opts *opts) {
    checker s;
    memset(&s, 0, offsetof(checker, spill));
    s.t_colon = 1; /* the value is expected as if behind ':' */
    s.trust = opts->trust_utf8;
    s.saturate = opts->saturate;
    s.max_depth = opts->max_depth < CHECK_DEPTH ? opts->max_depth : CHECK_DEPTH;
    const uint8_t *p = (const uint8_t *)text.ptr, *end = p + text.len;
    s.start = p, s.end = end;
    /* first and last groups are read from copies, which have something before and behind them */
    uint8_t copy[64 + CHECK_GROUP + 64] WEFT__ALIGN64;
    for (bool last = false; !last;) {
        size_t left = (size_t)(end - p);
        unsigned n =
            (unsigned)((left > CHECK_GROUP * CHECK_GROUPS + CHECK_AHEAD ? CHECK_GROUP * CHECK_GROUPS + CHECK_AHEAD
                                                                        : left) -
                       (left < CHECK_AHEAD ? left : CHECK_AHEAD)) /
            CHECK_GROUP;
        const uint8_t *from = p;
        if (p == s.start || n == 0) {
            size_t before = (size_t)(p - s.start), size = left < CHECK_GROUP + 64 ? left : CHECK_GROUP + 64;
            if (before > 64) before = 64;
            memset(copy, ' ', sizeof copy);
            if (size + before) memcpy(copy + 64 - before, p - before, size + before);
            from = copy + 64;
            last = left < CHECK_GROUP;
            n = 1;
        }
        if (!check_window(&s, from, p, n)) return WEFT__FAST_BAD;
        if (!last) p += CHECK_GROUP * n;
    }
    return s.in || s.hex_need ||
                   (s.t_open | s.t_comma | s.t_colon | s.t_key | s.arr | s.obj | s.pend_arr | s.pend_obj) || s.depth
               ? WEFT__FAST_BAD
               : WEFT__FAST_OK;
}

/* Compresses block by block. Output never runs ahead of input, so whole stores stay inside text.len + 64. */
size_t weft__minify_avx512(weft_str text, char *out) {
    const row blanks = _mm512_broadcast_i32x4(_mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0));
    const uint64_t odd = 0xaaaaaaaaaaaaaaaau;
    uint64_t esc = 0, in = 0;
    char *o = out;
    for (size_t at = 0; at < text.len; at += 64) {
        size_t left = text.len - at;
        uint64_t have = left < 64 ? check_below((unsigned)left) : ~(uint64_t)0;
        row v = left < 64 ? _mm512_maskz_loadu_epi8(have, text.ptr + at) : _mm512_loadu_si512(text.ptr + at);
        uint64_t back = check_equal(v, '\\'), quote = check_equal(v, '"');
        if (weft_unlikely(back | esc)) {
            uint64_t first = esc, e = back & ~first, t = ((e << 1 | odd) - e) ^ odd;
            esc = (t & back) >> 63;
            quote &= ~(t ^ (back | first));
        }
        uint64_t inside = (uint64_t)_mm_cvtsi128_si64(
                              _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)quote), _mm_set1_epi8(-1), 0)) ^
                          in;
        in = (uint64_t)((int64_t)inside >> 63);
        uint64_t keep = (~(uint64_t)_mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(blanks, v), v) | inside) & have;
        _mm512_storeu_si512(o, _mm512_maskz_compress_epi8(keep, v));
        o += _mm_popcnt_u64(keep);
    }
    return (size_t)(o - out);
}

#undef ROW_SHL
#include "simd/names_end.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
