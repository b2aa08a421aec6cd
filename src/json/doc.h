/* The owner of cells and image. Every field may be looked at by readers, writers and accessors; only the reader writes. */
#ifndef WEFT_SRC_JSON_DOC_H
#define WEFT_SRC_JSON_DOC_H

#include "json/cell.h"

struct weft_doc {
    weft__cell *cells;
    size_t cell_count, cell_cap;
    char *image;      /* bytes of strings */
    size_t image_cap;
    size_t consumed;
    const weft_alloc *alloc;
    _Atomic(void *) index; /* of large objects, built by look-ups; see lookup.c */
};

#endif
