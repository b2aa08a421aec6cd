/* Building an error. Every function accepts err == NULL, allocates nothing and reads only inside the text it is given.
 */
#ifndef WEFT_SRC_BASE_ERROR_H
#define WEFT_SRC_BASE_ERROR_H

#include <weft/base.h>

/* Clears err and sets code, stage and reason (printf form; NULL: the code's own text). Returns code. */
WEFT_PRINTF(4, 5)
weft_status weft__error_set(weft_error *err, weft_status code, weft_stage stage, const char *reason, ...);
/* The same with a place in a text: fills offset, line, column, excerpt and caret. offset <= text.len. */
WEFT_PRINTF(6, 7)
weft_status weft__error_at(weft_error *err, weft_status code, weft_stage stage, weft_str text, size_t offset,
                           const char *reason, ...);
/* Adds a place to an error that was already set. */
void weft__error_place(weft_error *err, weft_str text, size_t offset);
void weft__error_file(weft_error *err, const char *file);
void weft__error_target(weft_error *err, const char *target);
/* What was found, as text of the input: cut to fit, control characters replaced. */
void weft__error_found(weft_error *err, const char *what, weft_str text);
/* Puts a step in front of the path ("$" stays first): call it from the inside out while unwinding. */
void weft__error_path_member(weft_error *err, weft_str name);
void weft__error_path_index(weft_error *err, size_t index);

#endif
