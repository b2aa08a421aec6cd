/* Where the strings of a short text are: the offsets of all quotes that no backslash escapes.
 *
 * The text stands in an image of whole 64-byte blocks, filled up with spaces. One realisation per instruction set, all
 * with the same result; found through weft__quotes().
 */
#ifndef WEFT_SRC_SIMD_QUOTES_H
#define WEFT_SRC_SIMD_QUOTES_H

#include "base/compiler.h"

#include <weft/base.h>

enum {
    WEFT__QUOTES_BLOCKS = 128,                    /* most blocks of an image */
    WEFT__QUOTES_BYTES = 64 * WEFT__QUOTES_BLOCKS /* and entries the list must have room for */
};
typedef struct weft__quotes_facts {
    unsigned count;                          /* of quotes */
    bool high;                               /* there is a byte above 0x7f */
    bool control;                            /* ... and below 0x20 */
    uint64_t back[WEFT__QUOTES_BLOCKS / 64]; /* bit i: block i holds a backslash */
} weft__quotes_facts;

typedef void weft__quotes_fn(const char *image, size_t blocks, uint16_t *list, weft__quotes_facts *facts);
weft__quotes_fn *weft__quotes(void);
/* Of one instruction set; NULL when it is not compiled in. */
weft__quotes_fn *weft__quotes_of(weft_cpu cpu);

weft__quotes_fn weft__quotes_scalar;
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define WEFT__QUOTES_X86 1
weft__quotes_fn weft__quotes_sse42, weft__quotes_avx2, weft__quotes_avx512;
#else
#define WEFT__QUOTES_X86 0
#endif
#if defined(__aarch64__) && !WEFT_BIG_ENDIAN
#define WEFT__QUOTES_NEON 1
weft__quotes_fn weft__quotes_neon;
#else
#define WEFT__QUOTES_NEON 0
#endif

#endif
