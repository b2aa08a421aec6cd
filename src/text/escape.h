/* JSON string bodies: what must be escaped, and how.
 *
 * weft__escape_piece is the plain way for every policy; the vector kernels (string_*.h) know the minimal one.
 */
#ifndef WEFT_SRC_TEXT_ESCAPE_H
#define WEFT_SRC_TEXT_ESCAPE_H

#include "base/compiler.h"

/* Why a byte cannot stand for itself: bits of weft__escape_class, and of a policy. */
enum {
    WEFT__ESCAPE_MUST = 1,  /* quote, backslash, below 0x20 */
    WEFT__ESCAPE_SLASH = 2, /* / */
    WEFT__ESCAPE_TAGS = 4,  /* < > & and the lead byte of U+2028 and U+2029 */
    WEFT__ESCAPE_HIGH = 8   /* from 0x80 on */
};
extern const uint8_t weft__escape_class[256];
/* Up to 6 bytes, first lowest, the length in the top byte: "\n" or "\u001f". For bytes below 0x80. */
extern const uint64_t weft__escape_text[128];

enum { WEFT__ESCAPE_GROWTH = 6 }; /* bytes written per byte read, at most */
/* Escapes s by a policy until it ends or fewer than 12 bytes are left behind out; 8 may be written too many. Ill-formed
 * UTF-8 passes, or becomes \ufffd under WEFT__ESCAPE_HIGH. Returns the bytes written; *used gets those read (at least
 * one where room >= 20 and n > 0). */
size_t weft__escape_piece(char *out, size_t room, const char *s, size_t n, unsigned policy, size_t *used);
/* Bytes of s up to the first that a policy escapes (n: none). */
size_t weft__escape_clean_prefix(const char *s, size_t n, unsigned policy);

#endif
