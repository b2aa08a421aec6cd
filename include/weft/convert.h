/* weft/convert.h - converters shipped with the library: F(int64_t, created, .conv = &weft_conv_time). */
#ifndef WEFT_CONVERT_H
#define WEFT_CONVERT_H

#include <weft/type.h>

#include <time.h>

/* Members without a C type of their own. */
WEFT_ARRAY(weft_uuid, uint8_t, 16) /* bytes in the order they are written */
WEFT_ARRAY(weft_ip, uint8_t, 16)   /* IPv6 in network order; IPv4 as ::ffff:a.b.c.d (RFC 4291 section 2.5.5.2) */
typedef struct timespec weft_timespec;

#ifdef __cplusplus
extern "C" {
#endif

/* int64_t nanoseconds since 1970-01-01T00:00:00Z <-> "2024-02-29T12:00:00.5+02:00" (RFC 3339; the offset is required, a
 * leap second refused). Written in UTC with as many digits of the fraction as needed. 1677 to 2262. */
WEFT_API extern const weft_conv weft_conv_time;
/* struct timespec, years 0 to 9999, the same text: F(weft_timespec, at, .conv = &weft_conv_timespec). */
WEFT_API extern const weft_conv weft_conv_timespec;
/* int64_t nanoseconds <-> "P1DT2H3M4.5S" (ISO 8601 without years and months; weeks are read). "-" in front for negative
 * ones. */
WEFT_API extern const weft_conv weft_conv_duration;
/* weft_uuid <-> "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (RFC 9562; read in either case). */
WEFT_API extern const weft_conv weft_conv_uuid;
/* weft_ip <-> "192.0.2.1", "2001:db8::1" (written as RFC 5952 says). */
WEFT_API extern const weft_conv weft_conv_ip;

/* The same as plain functions on text. Parsers return false for anything else; printers return the length (no NUL). */
WEFT_API bool weft_time_parse(weft_str text, int64_t *seconds, uint32_t *nanoseconds);
WEFT_API size_t weft_time_print(int64_t seconds, uint32_t nanoseconds, char out[40]);
WEFT_API bool weft_duration_parse(weft_str text, int64_t *nanoseconds);
WEFT_API size_t weft_duration_print(int64_t nanoseconds, char out[40]);
WEFT_API bool weft_uuid_parse(weft_str text, uint8_t out[16]);
WEFT_API size_t weft_uuid_print(const uint8_t uuid[16], char out[40]);
WEFT_API bool weft_ip_parse(weft_str text, uint8_t out[16]);
WEFT_API size_t weft_ip_print(const uint8_t ip[16], char out[48]);

WEFT_API const weft_type *weft__type_weft_timespec(void);
enum { weft_is_declared_weft_timespec = 0 };

#ifdef __cplusplus
}
#endif
#endif
