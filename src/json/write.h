/* The document writer, inside. write.c chooses: styles the kernels know go to the writer of the instruction set
 * (write_tpl.h), all others to write_any.c. */
#ifndef WEFT_SRC_JSON_WRITE_H
#define WEFT_SRC_JSON_WRITE_H

#include "json/cell.h"
#include "json/emit.h"

/* Containers that are open: where each ends, and (bit 0) whether it is an object. The first ones need no memory. */
enum { WEFT__FRAMES = 64 };
typedef struct weft__frames {
    uintptr_t *at, first[WEFT__FRAMES];
    size_t cap;
    const weft_alloc *alloc;
    const char *safe; /* strings that start in these bytes can be read WEFT__IMAGE_SLACK further than they go */
    size_t safe_len;
} weft__frames;
void weft__frames_begin(weft__frames *f, const weft_alloc *alloc);
bool weft__frames_grow(weft__frames *f);
void weft__frames_end(weft__frames *f);

/* Each writes one value with all it contains, starting at o. NULL: e->status says why, and *where (when not NULL) at
 * which cell. */
typedef char *weft__write_cells(weft__emit *e, char *o, const weft__cell *root, const weft__style *style,
                                weft__frames *frames, const weft__cell **where);
weft__write_cells weft__write_any, weft__write_scalar;
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
weft__write_cells weft__write_sse42, weft__write_avx2, weft__write_avx512;
#endif
#if defined(__aarch64__) && !WEFT_BIG_ENDIAN
weft__write_cells weft__write_neon;
#endif

/* The best writer for a style. */
weft__write_cells *weft__write_choose(const weft__style *style);
/* The text of v behind o, and the end of the emission; err gets the place of what cannot be written. writer NULL: the
 * best for the style. */
weft_status weft__write_text(weft__emit *e, char *o, weft_json v, const weft__style *style, weft__write_cells *writer,
                             size_t *total, weft_error *err);

#endif
