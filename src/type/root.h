/* Values that own what they point to: an arena whose first block holds the arena itself and then the value. */
#ifndef WEFT_SRC_TYPE_ROOT_H
#define WEFT_SRC_TYPE_ROOT_H

#include <weft/type.h>

/* A zeroed value of the type's size; limit 0: none. */
void *weft__root_new(const weft_type *type, const weft_alloc *alloc, size_t limit, weft_error *err);

#endif
