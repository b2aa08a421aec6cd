/* Text -> tokens, one window at a time; a template for the wide kernels (include between names.h and names_end.h,
 * behind a block_<isa>.h).
 *
 * A token is a position (u32, relative to s->origin) and the byte there. Tokens are: structural characters, opening
 * quotes, first bytes of scalars, closing quotes, and backslashes that begin an escape inside strings. A closing quote
 * directly followed by a structural character is no token (that character implies it), so `"key":"value",` is the four
 * tokens `":",` and one comparison.
 *
 * Four short loops over a window (classes; escaped quotes; token masks; tokens): the dependent chains overlap badly in
 * one. UTF-8 is checked only in and just behind blocks with non-ASCII bytes.
 */
#define scanner WEFT__KERNEL(scanner)
#define scan_groups WEFT__KERNEL(scan_groups)
#define scan_window WEFT__KERNEL(scan_window)
#define scan_refill WEFT__KERNEL(scan_refill)
#define scan_begin WEFT__KERNEL(scan_begin)

#ifndef WEFT_SRC_JSON_SCAN_H
#define WEFT_SRC_JSON_SCAN_H
enum {
    WEFT__WINDOW = 8192, /* bytes a refill scans: text, image and tokens stay in the first-level cache */
    WEFT__LOOK = 16,     /* tokens that are visible at every member boundary */
    WEFT__HEAD = 128     /* bytes of the text's beginning that are also kept behind 64 blanks */
};
#ifndef WEFT__REBASE_AT
#define WEFT__REBASE_AT ((size_t)1 << 30) /* positions are moved back to zero beyond this */
#endif

/* Removes escaped quotes from *quote and escaped backslashes' followers; returns the carry into the next block. */
WEFT_INLINE uint64_t weft__drop_escaped(uint64_t *quote, uint64_t *back, uint64_t esc) {
    const uint64_t even = 0x5555555555555555u;
    uint64_t b = *back &= ~esc;
    uint64_t start = b & ~(b << 1), odd_sum;
    uint64_t even_end = (b + (start & even)) & ~b; /* ends of runs that start at even positions */
    bool carry = __builtin_add_overflow(b, start & ~even, &odd_sum);
    *quote &= ~(esc | (even_end & ~even) | (odd_sum & ~b & even)); /* runs of odd length escape their end */
    return carry;
}
#endif

typedef struct scanner {
    const uint8_t *in; /* the whole text */
    size_t len, off;   /* off: scanned so far */
    size_t origin;     /* position 0 of the tokens */
    size_t n;          /* tokens */
    bool eof, trust;
    uint64_t in_str, esc, scalar, high, bad;
    uint32_t idx[WEFT__WINDOW + 512 + 2 * WEFT__LOOK + 128]; /* the last window may be followed by the tail group */
    uint8_t tok[WEFT__WINDOW + 512 + 2 * WEFT__LOOK + 128];
    uint8_t head[64 + WEFT__HEAD]; /* blanks, and the beginning of the text: may be read backwards */
} scanner;

/* Scans the 512-byte groups [off, end), at most a window of them, which stand at `text`; text[-3..] is readable if off
 * > 0. */
WEFT_INLINE void scan_groups(scanner *s, const uint8_t *text, size_t off, size_t end) {
    weft__group g[WEFT__WINDOW / 512];
    uint64_t ops[WEFT__WINDOW / 64 + 8] WEFT__ALIGN64, set[WEFT__WINDOW / 64] WEFT__ALIGN64;
    uint16_t rare[WEFT__WINDOW / 512];
    unsigned n = (unsigned)((end - off) / 512), any = 0;
    for (unsigned i = 0; i < n; i++) {
        rare[i] = (uint16_t)blk_scan8(text + 512 * i, &g[i], ops + 8 * i);
        any |= rare[i];
    }
    ops[8 * n] = 0;
    if (weft_unlikely((any & WEFT__HAS_BACK) | s->esc)) {
        uint64_t esc = s->esc;
        for (unsigned i = 0; i < n; i++) {
            if (rare[i] & WEFT__HAS_BACK) {
                for (unsigned k = 0; k < 8; k++) esc = weft__drop_escaped(&g[i].quote[k], &g[i].back[k], esc);
            } else {
                g[i].quote[0] &= ~esc;
                esc = 0;
            }
        }
        s->esc = esc;
    }
    unsigned in_str = s->in_str & 1;
    lanes prev = (lanes){ 0 } + (s->scalar << 63), bad = (lanes){ 0 };
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 8; k += LANES) {
            lanes quote = *(const lanes *)(g[i].quote + k), ws = *(const lanes *)(g[i].ws + k);
            lanes op = *(const lanes *)(ops + 8 * i + k), next = *(const lanes_u *)(ops + 8 * i + k + 1);
            lanes str = lanes_chain(lanes_parity(quote), &in_str); /* opening quote .. before the closing one */
            lanes plain = ~(op | ws | quote | str);
            lanes start = plain & ~(plain << 1 | lanes_up(plain, prev) >> 63);
            prev = plain;
            quote &= str | ~(op >> 1 | next << 63); /* implied closing quotes go */
            lanes bits = (op & ~str) | quote | start;
            bits |= *(const lanes *)(g[i].back + k) & str;
            bad |= *(const lanes *)(g[i].ctrl + k) & str;
            *(lanes *)(set + 8 * i + k) = bits;
        }
    s->in_str = in_str;
    s->n += blk_emit(text, set, 8 * n, (uint32_t)(off - s->origin), s->idx + s->n, s->tok + s->n);
    uint64_t fault[LANES], all = 0, last[LANES];
    memcpy(fault, &bad, sizeof fault);
    memcpy(last, &prev, sizeof last);
    for (unsigned k = 0; k < LANES; k++) all |= fault[k];
    s->scalar = last[LANES - 1] >> 63;
    if (weft_unlikely((any & WEFT__HAS_HIGH) | s->high) && !s->trust) {
        uint8_t near[WEFT__WINDOW / 512 + 8] = { 0 }; /* bit k of byte i: block 8 i + k is to be checked */
        lanes before = (lanes){ 0 } + s->high;
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < 8; k += LANES) {
                lanes high = *(const lanes *)(g[i].high + k);
                near[i] |= (uint8_t)(lanes_bits(high | lanes_up(high, before) >> HIGH_END) << k);
                before = high;
            }
        for (unsigned i = 0; i < n; i += 8)
            for (uint64_t todo = weft__load64le(near + i); todo; todo &= todo - 1) {
                const uint8_t *p = text + 512 * i + 64 * (unsigned)__builtin_ctzll(todo);
                if (weft_unlikely(off == 0 && p == text)) { /* nothing before the text */
                    uint8_t tmp[80] = { 0 };
                    memcpy(tmp + 16, p, 64);
                    all |= blk_utf8(tmp + 16);
                } else {
                    all |= blk_utf8(p);
                }
            }
        s->high = g[n - 1].high[7];
    }
    s->bad |= all;
}

WEFT_INLINE void scan_window(scanner *s) {
    size_t full = s->len & ~(size_t)511, end = s->off + WEFT__WINDOW;
    if (end <= full) {
        scan_groups(s, s->in + s->off, s->off, end);
        s->off = end;
        return;
    }
    if (s->off < full) scan_groups(s, s->in + s->off, s->off, full);
    /* the tail: always one group, padded with at least one blank, so that a cut UTF-8 sequence is seen */
    uint8_t tmp[64 + 512] WEFT__ALIGN64;
    size_t before = full ? 64 : 0;
    memset(tmp, ' ', sizeof tmp);
    if (s->len - full + before) memcpy(tmp + 64 - before, s->in + full - before, s->len - full + before);
    scan_groups(s, tmp + 64, full, full + 512);
    s->off = s->len;
    s->bad |= s->in_str;
    s->eof = true;
    for (unsigned i = 0; i < WEFT__LOOK; i++) s->idx[s->n + i] = (uint32_t)(s->len - s->origin), s->tok[s->n + i] = 0;
}

/* Drops the first `used` tokens and scans on until WEFT__LOOK are visible. Moves the origin when positions grow large;
 * a single string that is too long for them makes the text "bad". */
WEFT_INLINE void scan_refill(scanner *s, size_t used) {
    size_t left = s->n - used;
    memmove(s->idx, s->idx + used, left * sizeof *s->idx);
    memmove(s->tok, s->tok + used, left);
    s->n = left;
    if (weft_unlikely(s->off - s->origin >= WEFT__REBASE_AT)) {
        size_t by = left ? s->idx[0] : s->off - s->origin;
        for (size_t i = 0; i < left; i++) s->idx[i] -= (uint32_t)by;
        s->origin += by;
    }
    do {
        if (weft_unlikely(s->off - s->origin >= (size_t)3 << 30)) {
            s->bad = 1;
            s->eof = true;
            for (unsigned i = 0; i < WEFT__LOOK; i++) s->idx[s->n + i] = 0, s->tok[s->n + i] = 0;
            return;
        }
        scan_window(s);
    } while (s->n < WEFT__LOOK && !s->eof);
}

WEFT_INLINE void scan_begin(scanner *s, weft_str text, bool trust) {
    s->in = (const uint8_t *)text.ptr;
    s->len = text.len;
    s->off = s->origin = s->n = 0;
    s->eof = false;
    s->trust = trust;
    s->in_str = s->esc = s->scalar = s->high = s->bad = 0;
    size_t head = text.len < WEFT__HEAD ? text.len : WEFT__HEAD;
    memset(s->head, ' ', sizeof s->head);
    if (head) memcpy(s->head + 64, text.ptr, head);
}
