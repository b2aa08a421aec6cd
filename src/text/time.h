/* Points in time, durations, UUIDs and IP addresses as text; the public face is weft/convert.h. */
#ifndef WEFT_SRC_TEXT_TIME_H
#define WEFT_SRC_TEXT_TIME_H

#include <weft/base.h>

bool weft__time_parse(weft_str text, int64_t *seconds, uint32_t *nanoseconds);
size_t weft__time_print(int64_t seconds, uint32_t nanoseconds, char *out);
bool weft__duration_parse(weft_str text, int64_t *nanoseconds);
size_t weft__duration_print(int64_t nanoseconds, char *out);
bool weft__uuid_parse(weft_str text, uint8_t *out);
size_t weft__uuid_print(const uint8_t *uuid, char *out);
bool weft__ip_parse(weft_str text, uint8_t *out);
size_t weft__ip_print(const uint8_t *ip, char *out);

#endif
