/* The owner of cells and image. Accessors and writers look; only readers write. */
#ifndef WEFT_SRC_JSON_DOC_H
#define WEFT_SRC_JSON_DOC_H

#include "json/cell.h"

enum { WEFT__IMAGE_SLACK = 128, WEFT__HEAT = 16 };

struct weft_doc {
    weft__cell *cells;
    size_t cell_count, cell_cap;
    char *image;      /* bytes of strings, each followed by a NUL; WEFT__IMAGE_SLACK more bytes may be read */
    size_t image_cap; /* bytes allocated, slack included */
    size_t consumed;
    const weft_alloc *alloc;
    size_t block; /* bytes of the allocation that holds this struct, and for small documents cells and image too */
    bool cells_inside, image_inside;
    _Atomic(struct weft__index_table *) index; /* of large containers, built by look-ups (lookup.c) */
    _Atomic(uint32_t) heat[WEFT__HEAT];        /* how much look-ups have walked so far, by object */
};

/* Room for at least `cells` cells / `bytes` bytes of strings; what was there is lost (reserve) or kept (grow). */
bool weft__doc_reserve_image(weft_doc *doc, size_t bytes);
bool weft__doc_reserve_cells(weft_doc *doc, size_t cells);
bool weft__doc_grow_cells(weft_doc *doc, size_t cells);
/* Forgets the content, keeps the memory. */
void weft__doc_clear(weft_doc *doc);
/* lookup.c */
void weft__index_free(weft_doc *doc);

#endif
