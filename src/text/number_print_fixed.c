/* Doubles with a fixed number of digits behind the point: exact arithmetic, so that rounding is that of the exact
 * value. */
#include "text/number_print.h"

#include <weft/text.h>

/* value * 10^digits = c * 5^digits * 2^(q + digits): a shift left for large values, or right with rounding. 1024 + 40 +
 * 17 bits at most. */
enum { FIXED_LIMBS = 36, FIXED_DIGITS_MAX = 17 };
typedef struct fixed_big {
    uint32_t w[FIXED_LIMBS];
    int n;
} fixed_big;

static void fixed_mul(fixed_big *b, uint32_t f) {
    uint64_t carry = 0;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * f;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) b->w[b->n++] = (uint32_t)carry;
}
static uint32_t fixed_div(fixed_big *b, uint32_t d) {
    uint64_t rest = 0;
    for (int i = b->n - 1; i >= 0; i--) {
        rest = rest << 32 | b->w[i];
        b->w[i] = (uint32_t)(rest / d);
        rest %= d;
    }
    while (b->n && !b->w[b->n - 1]) b->n--;
    return (uint32_t)rest;
}
static bool fixed_bit(const fixed_big *b, int i) { return i < 32 * b->n && (b->w[i >> 5] >> (i & 31) & 1); }
static void fixed_shift_left(fixed_big *b, int s) {
    int limbs = s >> 5, bits = s & 31;
    if (!b->n) return;
    b->w[b->n] = 0;
    for (int i = b->n; i >= 0; i--)
        b->w[i + limbs] = bits ? b->w[i] << bits | (i ? b->w[i - 1] >> (32 - bits) : 0) : b->w[i];
    memset(b->w, 0, (size_t)limbs * sizeof *b->w);
    b->n += limbs + 1;
    while (b->n && !b->w[b->n - 1]) b->n--;
}
static void fixed_shift_right_even(fixed_big *b, int s) { /* rounds to nearest, ties to even */
    bool half = fixed_bit(b, s - 1), rest = false, odd = fixed_bit(b, s);
    for (int i = 0; i < s - 1 && i < 32 * b->n && !rest; i++) rest = fixed_bit(b, i);
    int limbs = s >> 5, bits = s & 31;
    for (int i = 0; i < b->n; i++) {
        uint32_t low = i + limbs < b->n ? b->w[i + limbs] : 0, high = i + limbs + 1 < b->n ? b->w[i + limbs + 1] : 0;
        b->w[i] = bits ? low >> bits | high << (32 - bits) : low;
    }
    while (b->n && !b->w[b->n - 1]) b->n--;
    if (half && (rest || odd)) {
        int i = 0;
        while (i < b->n && ++b->w[i] == 0) i++;
        if (i == b->n) b->w[b->n++] = 1;
    }
}

size_t weft_real_print_fixed(double value, unsigned digits, char *out, size_t cap) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    bool negative = bits >> 63;
    int biased = (int)(bits >> 52 & 0x7ff);
    char text[352];
    size_t at = 0;
    if (digits > FIXED_DIGITS_MAX) digits = FIXED_DIGITS_MAX;
    if (biased == 0x7ff) {
        const char *name = bits << 12 ? "NaN" : negative ? "-Infinity" : "Infinity";
        at = strlen(name);
        memcpy(text, name, at);
    } else {
        fixed_big b;
        uint64_t c = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)(biased != 0) << 52;
        b.w[0] = (uint32_t)c;
        b.w[1] = (uint32_t)(c >> 32);
        b.n = b.w[1] ? 2 : b.w[0] ? 1 : 0;
        for (unsigned i = 0; i < digits; i++) fixed_mul(&b, 5);
        int q = (biased ? biased : 1) - 1075 + (int)digits;
        if (q >= 0) fixed_shift_left(&b, q);
        else fixed_shift_right_even(&b, -q);
        char reversed[352];
        size_t n = 0;
        while (b.n) {
            uint32_t nine = fixed_div(&b, 1000000000);
            for (int i = 0; i < 9; i++, nine /= 10) reversed[n++] = (char)('0' + nine % 10);
        }
        while (n > 0 && reversed[n - 1] == '0') n--;
        while (n <= digits) reversed[n++] = '0';
        if (negative) text[at++] = '-';
        while (n > digits) text[at++] = reversed[--n];
        if (digits) text[at++] = '.';
        while (n) text[at++] = reversed[--n];
    }
    if (at > cap) return 0;
    memcpy(out, text, at);
    return at;
}
