/* Values by node: equality, null and empty, deep copy into an arena. */
#ifndef WEFT_SRC_TYPE_VALUE_H
#define WEFT_SRC_TYPE_VALUE_H

#include "type/plan.h"

bool weft__node_equal(const weft_node *node, const void *a, const void *b, uint32_t depth);
/* No value: NULL pointer, optional without value, nullable string, list or map whose pointer is NULL. */
bool weft__node_is_null(const weft_node *node, const void *p);
/* null, or a string, list, map without content. */
bool weft__node_is_empty(const weft_node *node, const void *p);
/* *p is a bytewise copy already; replaces what it points to by copies. */
weft_status weft__node_own(const weft_node *node, void *p, weft_arena *arena, uint32_t depth);

#endif
