/* What differs between compilers, and unaligned little-endian loads and stores. */
#ifndef WEFT_SRC_BASE_COMPILER_H
#define WEFT_SRC_BASE_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define weft_likely(x) __builtin_expect(!!(x), 1)
#define weft_unlikely(x) __builtin_expect(!!(x), 0)
#define WEFT_INLINE static inline __attribute__((always_inline, unused))
#define WEFT_NOINLINE __attribute__((noinline))
#else
#define weft_likely(x) (x)
#define weft_unlikely(x) (x)
#define WEFT_INLINE static inline
#define WEFT_NOINLINE
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define WEFT_BIG_ENDIAN 1
#else
#define WEFT_BIG_ENDIAN 0
#endif

WEFT_INLINE uint16_t weft__load16le(const void *p) {
    uint16_t v;
    memcpy(&v, p, 2);
    return WEFT_BIG_ENDIAN ? (uint16_t)(v << 8 | v >> 8) : v;
}
WEFT_INLINE uint32_t weft__swap32(uint32_t v) { return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24; }
WEFT_INLINE uint64_t weft__swap64(uint64_t v) {
    return (uint64_t)weft__swap32((uint32_t)v) << 32 | weft__swap32((uint32_t)(v >> 32));
}
WEFT_INLINE uint32_t weft__load32le(const void *p) {
    uint32_t v;
    memcpy(&v, p, 4);
    return WEFT_BIG_ENDIAN ? weft__swap32(v) : v;
}
WEFT_INLINE uint64_t weft__load64le(const void *p) {
    uint64_t v;
    memcpy(&v, p, 8);
    return WEFT_BIG_ENDIAN ? weft__swap64(v) : v;
}
WEFT_INLINE void weft__store16le(void *p, uint16_t v) {
    if (WEFT_BIG_ENDIAN) v = (uint16_t)(v << 8 | v >> 8);
    memcpy(p, &v, 2);
}
WEFT_INLINE void weft__store32le(void *p, uint32_t v) {
    if (WEFT_BIG_ENDIAN) v = weft__swap32(v);
    memcpy(p, &v, 4);
}
WEFT_INLINE void weft__store64le(void *p, uint64_t v) {
    if (WEFT_BIG_ENDIAN) v = weft__swap64(v);
    memcpy(p, &v, 8);
}

#endif
