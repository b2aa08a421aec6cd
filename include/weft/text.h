/* weft/text.h - numbers and UTF-8 as text, without any JSON: usable on their own. No locale, no allocation,
 * thread-safe. */
#ifndef WEFT_TEXT_H
#define WEFT_TEXT_H

#include <weft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Decimal text -> nearest double / float (ties to even). Grammar of RFC 8259 section 6:
 * -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? at the start of `text`. Returns the bytes used, 0 when the text does
 * not start with a number. Too large: infinity. */
WEFT_API size_t weft_real_parse(weft_str text, double *out);
WEFT_API size_t weft_real32_parse(weft_str text, float *out);
/* -?digits at the start -> integer. Bytes used; 0: no digits, or it does not fit. A fraction or exponent is not looked
 * at. */
WEFT_API size_t weft_int_parse(weft_str text, int64_t *out);
WEFT_API size_t weft_uint_parse(weft_str text, uint64_t *out);

enum { WEFT_NUMBER_MAX = 40 }; /* bytes any of the printers below may write */
/* Shortest decimal text that reads back to the same value, the closest of those; layout of ECMAScript ("1e21", "1e-7",
 * "100", "0.5", "-0"). NaN and infinities: "NaN", "Infinity", "-Infinity". Returns the length; no NUL. */
WEFT_API size_t weft_real_print(double value, char out[WEFT_NUMBER_MAX]);
WEFT_API size_t weft_real32_print(float value, char out[WEFT_NUMBER_MAX]);
WEFT_API size_t weft_int_print(int64_t value, char out[WEFT_NUMBER_MAX]);
WEFT_API size_t weft_uint_print(uint64_t value, char out[WEFT_NUMBER_MAX]);
/* Exactly `digits` (0..17) digits after the point, correctly rounded (ties to even on the exact value). Needs up to 330
 * bytes; 0 when cap is too small. */
WEFT_API size_t weft_real_print_fixed(double value, unsigned digits, char *out, size_t cap);

/* Bytes of the longest well-formed UTF-8 prefix of s; s.len when all is well-formed. RFC 3629. */
WEFT_API size_t weft_utf8_valid(weft_str s);

/* ---- case styles ------------------------------------------------------------------------------------------------- */
/* Words of a name end at "_", "-", " ", before a capital that follows a small letter or digit ("maxSize"), and before
 * the last capital of a run that a small letter follows ("HTTPServer": HTTP Server). Only ASCII letters change. */
typedef enum weft_case {
    WEFT_AS_IS,     /* max_size */
    WEFT_CAMEL,     /* maxSize */
    WEFT_PASCAL,    /* MaxSize */
    WEFT_SNAKE,     /* max_size */
    WEFT_KEBAB,     /* max-size */
    WEFT_SCREAMING, /* MAX_SIZE */
    WEFT_LOWER,     /* maxsize */
    WEFT_UPPER      /* MAXSIZE */
} weft_case;
/* Writes the name in that style to out (no NUL) and returns its length; nothing is written beyond cap. The length is at
 * most twice name.len. */
WEFT_API size_t weft_case_convert(weft_str name, weft_case style, char *out, size_t cap);

#ifdef __cplusplus
}
#endif
#endif
