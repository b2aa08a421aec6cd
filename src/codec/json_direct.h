/* Typed decode of short compact texts in one pass, driven by the description. Everything that is not as expected (an
 * error, a blank too many, a policy that is rare) is left to the general decoder, which begins anew. */
#ifndef WEFT_SRC_CODEC_JSON_DIRECT_H
#define WEFT_SRC_CODEC_JSON_DIRECT_H

#include "type/plan.h"

enum { WEFT__DIRECT_MOST = 8000 }; /* bytes of text it takes */

/* True: *out is filled, exactly as the general decoder would. False: nothing is known; *out may hold anything. */
bool weft__direct_decode(const weft__plan *plan, void *out, weft_str text, weft_arena *arena,
                         const weft_decode_opts *opts);
/* How often the last calls of this thread gave up: tests only, since silent fallbacks eat the speed. */
extern _Thread_local size_t weft__direct_given_up;

#endif
