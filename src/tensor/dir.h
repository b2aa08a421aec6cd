/* The bytes of a directory.
 *
 * header, 64 bytes                              entry, 64 bytes
 *    0  8  magic F7 'W' 'E' 'F' 'T' 'D' 'I' 'R'    0  1  kind               16  8  payload offset, a multiple of 64
 *    8  2  version, 1                              1  1  dtype, 0: none     24  8  payload length in bytes
 *   10  2  flags, 0                                2  1  rank               32 32  dims 0..3; a message: its type hash
 *   12  4  number of entries                       3  1  flags: 1 strides,
 *   16  8  offset of the table                           2 payload sum
 *   24  8  bytes of names, without padding         4  4  name offset
 *   32  8  length of the directory                 8  4  name length
 *   40  4  CRC-32C of table and names, padded     12  4  offset of more
 *   44 16  zero
 *   60  4  CRC-32C of bytes 0..59
 *
 * Names follow the table, padded with zeros to 64; name and more count from their start. More stands at a multiple of
 * 8, in u64: dims from the fifth, then the strides, then the payload sum; 0 when there is none of them.
 */
#ifndef WEFT_SRC_TENSOR_DIR_H
#define WEFT_SRC_TENSOR_DIR_H

#include "base/compiler.h"

#include <weft/tensor.h>

enum { DIR_HEADER = 64, DIR_ENTRY = 64, DIR_STRIDES = 1, DIR_SUM = 2 };

typedef struct weft__dir_head {
    uint32_t count;
    uint64_t table, names, length;
} weft__dir_head;

WEFT_INLINE uint64_t weft__dir_pad(uint64_t n) { return (n + 63) & ~(uint64_t)63; }
WEFT_INLINE uint64_t weft__dir_table_size(const weft__dir_head *h) {
    return (uint64_t)h->count * DIR_ENTRY + weft__dir_pad(h->names);
}
weft_status weft__dir_fail(weft_error *err, weft_status code, uint64_t offset, const char *reason);
/* Reads and checks the header; `have` bytes of the file are there. */
weft_status weft__dir_head_read(weft__dir_head *h, const unsigned char *bytes, uint64_t have, weft_error *err);
void weft__dir_head_write(unsigned char *bytes, const weft__dir_head *h, uint32_t table_sum);
/* Checks what an item says about itself: dtype, rank, shape, strides, size, name. */
weft_status weft__dir_item_check(const weft_dir_item *item, uint64_t offset, weft_error *err);
/* The same without its name. */
weft_status weft__dir_tensor_check(const weft_dir_item *item, uint64_t offset, weft_error *err);
/* Bytes of `more` of an item. */
uint64_t weft__dir_more_size(const weft_dir_item *item);

/* A table in the making. */
typedef struct weft__dir_table {
    weft_buf entries, names;
    uint32_t count;
} weft__dir_table;
/* Adds an entry whose payload stands at `offset`. */
weft_status weft__dir_table_add(weft__dir_table *t, const weft_dir_item *item, uint64_t offset, weft_error *err);

#endif
