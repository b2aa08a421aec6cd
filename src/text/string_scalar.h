/* String bodies in general registers: 32 bytes are four words, of which the scalar set takes eight bytes at a time. */
#ifndef WEFT_SRC_TEXT_STRING_SCALAR_H
#define WEFT_SRC_TEXT_STRING_SCALAR_H

#include "text/escape.h"
#include "text/wide.h"

typedef struct weft__vec_scalar {
    uint64_t w[2];
} weft__vec_scalar;
WEFT_INLINE weft__vec_scalar weft__vec_load_scalar(const char *p) {
    return (weft__vec_scalar){ { weft__load64le(p), weft__load64le(p + 8) } };
}
WEFT_INLINE void weft__vec_store_scalar(char *p, weft__vec_scalar v) {
    weft__store64le(p, v.w[0]);
    weft__store64le(p + 8, v.w[1]);
}
/* 8 bytes -> a bit each, exact: every byte's own high bit is kept out of the sums. */
WEFT_INLINE uint32_t weft__escapes8_scalar(uint64_t x) {
    const uint64_t one = 0x0101010101010101u, low = one * 0x7f, high = one * 0x80;
    uint64_t q = x ^ one * '"', b = x ^ one * '\\', t = x & low;
    uint64_t above = (t + one * 0x60) | x;                              /* high bit: not below 0x20 */
    uint64_t other = (((q & low) + low) | q) & (((b & low) + low) | b); /* high bit: neither of the two */
    uint64_t must = ~(above & other) & high;
    return (uint32_t)((must >> 7) * 0x0102040810204080u >> 56);
}
WEFT_INLINE uint32_t weft__escapes16_scalar(weft__vec_scalar v) {
    return weft__escapes8_scalar(v.w[0]) | weft__escapes8_scalar(v.w[1]) << 8;
}
#define VEC weft__vec_scalar
#define VEC_BYTES 16
#define VEC_LOAD(p) weft__vec_load_scalar(p)
#define VEC_STORE(p, v) weft__vec_store_scalar(p, v)
#define VEC_ESCAPES(v) weft__escapes16_scalar(v)
#include "text/string_tpl.h"

#endif
