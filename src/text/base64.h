/* Base64, RFC 4648 section 4: the usual alphabet, padded, no white space. */
#ifndef WEFT_SRC_TEXT_BASE64_H
#define WEFT_SRC_TEXT_BASE64_H

#include <weft/base.h>

/* out needs text.len / 4 * 3 bytes. False: not base64 (also when unused bits of the last group are not zero). */
bool weft__base64_decode(weft_str text, unsigned char *out, size_t *len);
/* out needs (n + 2) / 3 * 4 bytes; returns how many were written. */
size_t weft__base64_encode(const unsigned char *bytes, size_t n, char *out);

#endif
