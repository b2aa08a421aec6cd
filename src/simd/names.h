/* The vocabulary of the wide kernels, mapped to names of one instruction set: `blk_scan8` becomes `blk_scan8_avx2`
 * while WEFT__ISA is avx2. Kernel sources are written in the plain words; names_end.h takes the mapping away again.
 * What each word means stands in block.h.
 */
#ifndef WEFT__PASTE
#define WEFT__PASTE_(name, isa) name##_##isa
#define WEFT__PASTE(name, isa) WEFT__PASTE_(name, isa)
#define WEFT__KERNEL(name) WEFT__PASTE(name, WEFT__ISA)
#endif

#define LANES WEFT__KERNEL(LANES)
#define NUMS WEFT__KERNEL(NUMS)
#define NUM_STEP WEFT__KERNEL(NUM_STEP)
#define WORDS WEFT__KERNEL(WORDS)
#define HIGH_END WEFT__KERNEL(HIGH_END)
#define lanes WEFT__KERNEL(lanes)
#define lanes_u WEFT__KERNEL(lanes_u)
#define words WEFT__KERNEL(words)
#define blk_scan8 WEFT__KERNEL(blk_scan8)
#define blk_classes8 WEFT__KERNEL(blk_classes8)
#define blk_emit WEFT__KERNEL(blk_emit)
#define blk_utf8 WEFT__KERNEL(blk_utf8)
#define blk_trim WEFT__KERNEL(blk_trim)
#define blk_string WEFT__KERNEL(blk_string)
#define lanes_parity WEFT__KERNEL(lanes_parity)
#define lanes_chain WEFT__KERNEL(lanes_chain)
#define lanes_up WEFT__KERNEL(lanes_up)
#define lanes_bits WEFT__KERNEL(lanes_bits)
#define words_clz WEFT__KERNEL(words_clz)
#define words_bits WEFT__KERNEL(words_bits)
#define num_masks WEFT__KERNEL(num_masks)
#define num_sum WEFT__KERNEL(num_sum)
#define num_cells WEFT__KERNEL(num_cells)
#define hex_run WEFT__KERNEL(hex_run)
