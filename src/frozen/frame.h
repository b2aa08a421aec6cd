/* What frames in memory and frames in files share. */
#ifndef WEFT_SRC_FROZEN_FRAME_H
#define WEFT_SRC_FROZEN_FRAME_H

#include <weft/frozen.h>

/* Sets err with a byte offset; reason NULL: the code's text. Returns code. */
weft_status weft__frame_fail(weft_error *err, weft_status code, size_t offset, const char *reason);
/* Checks the header of which `have` bytes are there; `offset` is only for the error. */
weft_status weft__frame_check_header(const unsigned char *header, size_t have, size_t offset, uint64_t *length,
                                     weft_error *err);

#endif
