/* String bodies with NEON, 16 bytes at a time. */
#ifndef WEFT_SRC_TEXT_STRING_NEON_H
#define WEFT_SRC_TEXT_STRING_NEON_H

#include <arm_neon.h>

#include "text/escape.h"
#include "text/wide.h"

WEFT_INLINE uint32_t weft__escapes16_neon(uint8x16_t x) {
    static const uint8_t bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t must =
        vorrq_u8(vcltq_u8(x, vdupq_n_u8(0x20)), vorrq_u8(vceqq_u8(x, vdupq_n_u8('"')), vceqq_u8(x, vdupq_n_u8('\\'))));
    must = vandq_u8(must, vld1q_u8(bits));
    return (uint32_t)vaddv_u8(vget_low_u8(must)) | (uint32_t)vaddv_u8(vget_high_u8(must)) << 8;
}
#define VEC uint8x16_t
#define VEC_BYTES 16
#define VEC_LOAD(p) vld1q_u8((const uint8_t *)(p))
#define VEC_STORE(p, v) vst1q_u8((uint8_t *)(p), v)
#define VEC_ESCAPES(v) weft__escapes16_neon(v)
#include "text/string_tpl.h"

#endif
