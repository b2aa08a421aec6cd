/* The authoritative reader: plain, byte by byte, every option, exact errors. Fast readers that meet anything unexpected
 * hand over to it, and tests take it as the oracle. */
#ifndef WEFT_SRC_JSON_PLAIN_H
#define WEFT_SRC_JSON_PLAIN_H

#include "json/doc.h"

/* Fills doc (its old content is gone, also on failure). opts are complete: no size, no NULL. */
weft_status weft__plain_read(weft_doc *doc, weft_str text, const weft_read_opts *opts, weft_error *err);
/* The same, unescaping inside the text, which must be writable and outlive the document. */
weft_status weft__plain_read_in_place(weft_doc *doc, weft_str text, const weft_read_opts *opts, weft_error *err);
/* Only the verdict. *consumed (may be NULL) as weft_doc_consumed. */
weft_status weft__plain_validate(weft_str text, const weft_read_opts *opts, size_t *consumed, weft_error *err);

#endif
