/* Typed value -> JSON text: what the parts of the encoder share. */
#ifndef WEFT_SRC_CODEC_JSON_ENCODE_H
#define WEFT_SRC_CODEC_JSON_ENCODE_H

#include "type/plan.h"

typedef struct weft__enc {
    weft_buf *out;
    const weft_encode_opts *opts;
    weft_error *err;
    weft_status code;
    uint32_t depth, max_depth;
} weft__enc;

/* False: code and err are set. */
bool weft__enc_value(weft__enc *e, const weft_node *node, const void *p);
bool weft__enc_plain(weft__enc *e, const weft_node *node, const void *p);

/* Compact text of the common kinds in one go (json_encode_direct.c). False: out is as long as before, the general
 * encoder decides. */
bool weft__direct_encode(const weft__plan *plan, const void *value, weft_buf *out, const weft_encode_opts *opts);

#endif
