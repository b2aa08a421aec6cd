/* Options structs are compiled into users' programs: a call passes the size it knows, and members beyond it are zero.
 */
#ifndef WEFT_SRC_BASE_OPTS_H
#define WEFT_SRC_BASE_OPTS_H

#include <stddef.h>
#include <string.h>

/* Copies what the caller knows of its options into ours. opts may be NULL. */
static inline void weft__opts_copy(void *ours, size_t our_size, const void *opts, size_t opts_size) {
    memset(ours, 0, our_size);
    if (opts) memcpy(ours, opts, opts_size < our_size ? opts_size : our_size);
}

#endif
