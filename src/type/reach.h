/* Every struct, union and enum that a type reaches, each once, in the order of a walk. */
#ifndef WEFT_SRC_TYPE_REACH_H
#define WEFT_SRC_TYPE_REACH_H

#include "type/plan.h"

typedef struct weft__reach {
    const weft__plan **plans;
    size_t count, cap;
} weft__reach;

/* WEFT_OK, or the first contradiction met. Release with weft__reach_free in either case. */
weft_status weft__reach_all(weft__reach *r, const weft_type *type, weft_error *err);
/* Whether all types reached make sense on their own; looked at once per type. */
weft_status weft__reach_check(const weft__plan *plan, weft_error *err);
/* The same for the Frozen wire: without members that are not on it, or that an evolvable struct got later. */
weft_status weft__reach_frozen(weft__reach *r, const weft_type *type, weft_error *err);
void weft__reach_free(weft__reach *r);
/* Position of a type in the walk; SIZE_MAX: not reached. */
size_t weft__reach_index(const weft__reach *r, const weft_type *type);

#endif
