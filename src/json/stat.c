/* The structural fingerprint of a value. */
#include "json/doc.h"

#include "base/alloc.h"

/* Ends of the containers that are open, innermost last; the first levels need no allocation. */
enum { STAT_LEVELS = 256 };
typedef struct stat_levels {
    const weft__cell **ends;
    size_t count, cap;
    const weft__cell *first[STAT_LEVELS];
} stat_levels;

static void stat_enter(stat_levels *l, const weft_doc *doc, const weft__cell *end) {
    const weft_alloc *alloc = doc ? doc->alloc : NULL;
    if (l->count == l->cap) {
        bool first = l->ends == l->first;
        const weft__cell **grown = (const weft__cell **)weft__resize(
            alloc, first ? NULL : (void *)l->ends, first ? 0 : l->cap * sizeof *grown, l->cap * 2 * sizeof *grown);
        if (!grown) return;
        if (first) memcpy(grown, l->first, sizeof l->first);
        l->ends = grown;
        l->cap *= 2;
    }
    l->ends[l->count++] = end;
}

weft_stat weft_json_stat(weft_json v) {
    weft_stat s;
    memset(&s, 0, sizeof s);
    if (!v.cell) return s;
    stat_levels levels;
    levels.ends = levels.first;
    levels.count = 0;
    levels.cap = STAT_LEVELS;
    const weft__cell *end = weft__cell_next(v.cell);
    for (const weft__cell *c = v.cell; c < end; c++) {
        while (levels.count && levels.ends[levels.count - 1] <= c) levels.count--;
        weft_json here = { c, v.doc };
        switch (weft__cell_kind(c)) {
        case WEFT_NULL: s.nulls++; break;
        case WEFT_BOOL: c->u ? s.trues++ : s.falses++; break;
        case WEFT_INT:
        case WEFT_UINT:
        case WEFT_REAL:
        case WEFT_RAW:
            s.numbers++;
            s.number_sum += weft_json_as_real(here, 0);
            break;
        case WEFT_STRING:
            s.strings++;
            s.string_bytes += weft__cell_size(c);
            break;
        case WEFT_ARRAY:
            s.arrays++;
            s.elements += weft__cell_size(c);
            stat_enter(&levels, v.doc, c + c->extent);
            break;
        case WEFT_OBJECT:
            s.objects++;
            s.members += weft__cell_size(c);
            for (const weft__cell *k = c + 1, *stop = c + c->extent; k < stop; k = weft__cell_next(k + 1)) {
                s.strings--; /* names are strings too: the walk counts each once more when it passes */
                s.string_bytes -= weft__cell_size(k);
                s.key_bytes += weft__cell_size(k);
            }
            stat_enter(&levels, v.doc, c + c->extent);
            break;
        case WEFT_NONE: break;
        }
        if (levels.count > s.depth) s.depth = levels.count;
    }
    if (levels.ends != levels.first)
        weft__release(v.doc ? v.doc->alloc : NULL, (void *)levels.ends, levels.cap * sizeof *levels.ends);
    return s;
}
