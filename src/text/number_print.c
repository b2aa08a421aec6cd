/* Rare doubles, floats, and the public printers. */
#include "text/number_print.h"
#include "text/kernels.h"

#include <weft/text.h>

/* sig * 10^k, any number of digits > 0. */
static char *print_decimal(uint64_t sig, int k, char *out, bool plain) {
    while (sig % 10 == 0) {
        sig /= 10;
        k++;
    }
    while (sig < 100000000000000) { /* to the 15 or 16 digits that layouts expect; sig has at most 17 */
        sig *= 10;
        k--;
    }
    weft__decimal d = { sig, 0, k - 1 };
    if (sig >= 10000000000000000) {
        d.whole = sig / 10;
        d.digit = (unsigned)(sig % 10);
        d.k = k;
    }
    return weft__layout_scalar(d, out, plain);
}

char *weft__real_print_rare(uint64_t c, int biased, char *out, bool plain) {
    if (biased == 0x7ff) return NULL;
    if (biased) return weft__layout_scalar(weft__shortest_power(52, biased - 1075), out, plain);
    if (!c) {
        memcpy(out, "0.0", 3);
        return out + (plain ? 1 : 3);
    }
    if (c == 1) return print_decimal(5, -324, out, plain);
    weft__decimal d = weft__shortest64(c, 1);
    return print_decimal(d.whole * 10 + d.digit, d.k, out, plain);
}

char *weft__real_print(double v, char *out, bool plain) { return weft__text()->real_print(v, out, plain); }

char *weft__real32_print(float v, char *out, bool plain) {
    uint32_t bits;
    memcpy(&bits, &v, 4);
    *out = '-';
    out += bits >> 31;
    int biased = (int)(bits >> 23 & 0xff);
    uint32_t c = bits & ((1u << 23) - 1);
    weft__decimal d;
    if (weft_unlikely(!c)) {
        if (!biased) return weft__real_print_rare(0, 0, out, plain);
        d = weft__shortest_power(23, biased - 150);
    } else if (weft_unlikely(!biased && c == 1)) {
        return print_decimal(1, -45, out, plain);
    } else {
        d = weft__shortest32(biased ? c | 1u << 23 : c, biased);
    }
    return print_decimal(d.whole * 10 + d.digit, d.k, out, plain);
}

/* ---- public ----------------------------------------------------------------------------------------------------- */
static size_t print_nonfinite(bool nan, bool negative, char *out) {
    if (nan) {
        memcpy(out, "NaN", 3);
        return 3;
    }
    memcpy(out, "-Infinity", 9);
    if (!negative) memcpy(out, "Infinity", 8);
    return negative ? 9 : 8;
}
size_t weft_real_print(double value, char out[WEFT_NUMBER_MAX]) {
    const char *end = weft__text()->real_print(value, out, true);
    if (weft_unlikely(!end)) return print_nonfinite(value != value, value < 0, out);
    return (size_t)(end - out);
}
size_t weft_real32_print(float value, char out[WEFT_NUMBER_MAX]) {
    if (weft_unlikely(value - value != 0)) return print_nonfinite(value != value, value < 0, out);
    return (size_t)(weft__real32_print(value, out, true) - out);
}
size_t weft_int_print(int64_t value, char out[WEFT_NUMBER_MAX]) {
    return (size_t)(weft__int_print_table(value, out) - out);
}
size_t weft_uint_print(uint64_t value, char out[WEFT_NUMBER_MAX]) {
    return (size_t)(weft__uint_print_table(value, out) - out);
}
