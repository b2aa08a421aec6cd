/* What the readers and writers of other tensor formats share. */
#ifndef WEFT_SRC_TENSOR_FOREIGN_H
#define WEFT_SRC_TENSOR_FOREIGN_H

#include <weft/tensor.h>

/* Appends the elements row-major in little-endian order. */
weft_status weft__foreign_elements(const weft_dir_item *item, weft_buf *out, weft_error *err);
/* Room for one more item in a list that the arena owns. */
weft_dir_item *weft__foreign_add(weft_dir_items *items, weft_arena *arena, size_t *cap);

#endif
