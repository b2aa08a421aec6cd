/* The list of quotes, over steps that an instruction set defines:
 *   QUOTES_BLOCK, QUOTES_LOAD(p)   64 bytes
 *   QUOTES_EQUAL(block, c)         mask of the bytes equal to c
 *   QUOTES_BELOW(block)            not 0 when one is below 0x20
 *   QUOTES_HIGH(block)             not 0 when one is above 0x7f
 */
void WEFT__KERNEL(weft__quotes)(const char *image, size_t blocks, uint16_t *list, weft__quotes_facts *facts) {
    const uint64_t even = 0x5555555555555555u;
    uint64_t escaped = 0, below = 0, high = 0;
    uint16_t *to = list;
    memset(facts, 0, sizeof *facts);
    for (size_t b = 0; b < blocks; b++) {
        QUOTES_BLOCK block = QUOTES_LOAD(image + 64 * b);
        uint64_t quote = QUOTES_EQUAL(block, '"'), back = QUOTES_EQUAL(block, '\\');
        below |= QUOTES_BELOW(block);
        high |= QUOTES_HIGH(block);
        if (weft_unlikely((back | escaped) != 0)) {
            /* A run of backslashes escapes what follows when its length is odd, that is when it begins at an even place
             * and ends before an odd one, or the other way round. An addition carries a run's beginning to its end. */
            facts->back[b / 64] |= (uint64_t)(back != 0) << b % 64;
            uint64_t run = back & ~escaped, start = run & ~(run << 1);
            uint64_t from_odd = run + (start & ~even), from_even = run + (start & even);
            quote &= ~(escaped | (from_odd & ~run & even) | (from_even & ~run & ~even));
            escaped = from_odd < run; /* it went on to the block's end: from an odd place that is an odd length */
        }
        for (; quote; quote &= quote - 1) *to++ = (uint16_t)(64 * b + (unsigned)__builtin_ctzll(quote));
    }
    facts->count = (unsigned)(to - list);
    facts->control = below != 0;
    facts->high = high != 0;
}
#undef QUOTES_BLOCK
#undef QUOTES_LOAD
#undef QUOTES_EQUAL
#undef QUOTES_BELOW
#undef QUOTES_HIGH
