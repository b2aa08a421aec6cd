/* The text kernels of one instruction set. Writers and readers that are compiled per instruction set include its
 * headers (number_print_avx512.h, ...) and get them inlined; everybody else comes through here. */
#ifndef WEFT_SRC_TEXT_KERNELS_H
#define WEFT_SRC_TEXT_KERNELS_H

#include "text/number_parse.h"

#include <stdatomic.h>

#include <weft/base.h>

typedef struct weft__text_kernels {
    /* WEFT__NUMBER_ROOM bytes can be read at p. First byte behind the number, or NULL: ask the slow way. */
    const char *(*number_parse)(const char *p, weft__number *out);
    const char *(*real_parse)(const char *p, double *out);
    /* WEFT__PRINT_ROOM bytes can be written at out; NULL for NaN and infinity. plain: "1" instead of "1.0". First byte
     * behind. */
    char *(*real_print)(double value, char *out, bool plain);
    char *(*uint_print)(uint64_t value, char *out);
} weft__text_kernels;

/* Those in use (weft_cpu_used); at first a set that chooses and passes on. Any thread may come first: all choose alike.
 */
#if defined(__GNUC__) || defined(__clang__)
extern _Atomic(const weft__text_kernels *) weft__text_chosen __attribute__((visibility("hidden")));
#else
extern _Atomic(const weft__text_kernels *) weft__text_chosen;
#endif
WEFT_INLINE const weft__text_kernels *weft__text(void) {
    return atomic_load_explicit(&weft__text_chosen, memory_order_relaxed);
}
/* Those of one instruction set: NULL when it is not compiled in. */
const weft__text_kernels *weft__text_of(weft_cpu cpu);

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define WEFT__TEXT_X86 1
extern const weft__text_kernels weft__text_sse42, weft__text_avx2, weft__text_avx512;
#endif
#if defined(__aarch64__) && !WEFT_BIG_ENDIAN
#define WEFT__TEXT_NEON 1
extern const weft__text_kernels weft__text_neon;
#endif
extern const weft__text_kernels weft__text_scalar;

#endif
