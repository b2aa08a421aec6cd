/* Converters shipped with the library: strings of JSON to and from members. */
#include <weft/convert.h>

#include "text/time.h"

bool weft_time_parse(weft_str text, int64_t *seconds, uint32_t *nanoseconds) {
    return weft__time_parse(text, seconds, nanoseconds);
}
size_t weft_time_print(int64_t seconds, uint32_t nanoseconds, char out[40]) {
    return weft__time_print(seconds, nanoseconds, out);
}
bool weft_duration_parse(weft_str text, int64_t *nanoseconds) { return weft__duration_parse(text, nanoseconds); }
size_t weft_duration_print(int64_t nanoseconds, char out[40]) { return weft__duration_print(nanoseconds, out); }
bool weft_uuid_parse(weft_str text, uint8_t out[16]) { return weft__uuid_parse(text, out); }
size_t weft_uuid_print(const uint8_t uuid[16], char out[40]) { return weft__uuid_print(uuid, out); }
bool weft_ip_parse(weft_str text, uint8_t out[16]) { return weft__ip_parse(text, out); }
size_t weft_ip_print(const uint8_t ip[16], char out[48]) { return weft__ip_print(ip, out); }

static weft_status convert_put(weft_call *call, weft_buf *out, const char *text, size_t n) {
    return n ? weft_json_string(out, WEFT_TEXT(text, n)) : weft_call_fail(call, "outside what its text can say");
}

static weft_status convert_time_in(weft_call *call, void *out, weft_scalar in) {
    int64_t s, v;
    uint32_t ns;
    if (in.kind != WEFT_STRING || !weft__time_parse(in.text, &s, &ns)) return WEFT_E_CONVERT;
    const int64_t second = 1000000000;
    if (s < INT64_MIN / second || s > INT64_MAX / second - 1)
        return weft_call_fail(call, "time does not fit into 64 bits of nanoseconds");
    v = s * second + (int64_t)ns;
    memcpy(out, &v, sizeof v);
    return WEFT_OK;
}
static weft_status convert_time_out(weft_call *call, const void *in, weft_buf *out) {
    int64_t v;
    char text[40];
    memcpy(&v, in, sizeof v);
    const int64_t second = 1000000000;
    int64_t s = v / second - (v % second < 0);
    return convert_put(call, out, text, weft__time_print(s, (uint32_t)(v - s * second), text));
}
const weft_conv weft_conv_time = { "RFC 3339 time", convert_time_in, convert_time_out, NULL, NULL, "date-time", 0,
                                   false,           sizeof(int64_t) };

static weft_status convert_timespec_in(weft_call *call, void *out, weft_scalar in) {
    int64_t s;
    uint32_t ns;
    struct timespec t;
    if (in.kind != WEFT_STRING || !weft__time_parse(in.text, &s, &ns)) return WEFT_E_CONVERT;
    memset(&t, 0, sizeof t);
    t.tv_sec = (time_t)s;
    t.tv_nsec = (long)ns;
    if ((int64_t)t.tv_sec != s) return weft_call_fail(call, "time does not fit into time_t");
    memcpy(out, &t, sizeof t);
    return WEFT_OK;
}
static weft_status convert_timespec_out(weft_call *call, const void *in, weft_buf *out) {
    struct timespec t;
    char text[40];
    memcpy(&t, in, sizeof t);
    if (t.tv_nsec < 0 || t.tv_nsec > 999999999) return weft_call_fail(call, "tv_nsec is not below a second");
    return convert_put(call, out, text, weft__time_print((int64_t)t.tv_sec, (uint32_t)t.tv_nsec, text));
}
const weft_conv weft_conv_timespec = {
    "RFC 3339 time", convert_timespec_in,    convert_timespec_out, NULL, NULL, "date-time", 0,
    false,           sizeof(struct timespec)
};

static weft_status convert_duration_in(weft_call *call, void *out, weft_scalar in) {
    int64_t v;
    (void)call;
    if (in.kind != WEFT_STRING || !weft__duration_parse(in.text, &v)) return WEFT_E_CONVERT;
    memcpy(out, &v, sizeof v);
    return WEFT_OK;
}
static weft_status convert_duration_out(weft_call *call, const void *in, weft_buf *out) {
    int64_t v;
    char text[40];
    memcpy(&v, in, sizeof v);
    return convert_put(call, out, text, weft__duration_print(v, text));
}
const weft_conv weft_conv_duration = {
    "ISO 8601 duration", convert_duration_in, convert_duration_out, NULL, NULL, "duration", 0, false, sizeof(int64_t)
};

static weft_status convert_uuid_in(weft_call *call, void *out, weft_scalar in) {
    (void)call;
    return in.kind == WEFT_STRING && weft__uuid_parse(in.text, (uint8_t *)out) ? WEFT_OK : WEFT_E_CONVERT;
}
static weft_status convert_uuid_out(weft_call *call, const void *in, weft_buf *out) {
    char text[40];
    return convert_put(call, out, text, weft__uuid_print((const uint8_t *)in, text));
}
const weft_conv weft_conv_uuid = { "UUID", convert_uuid_in, convert_uuid_out, NULL, NULL, "uuid", 0, false, 16 };

static weft_status convert_ip_in(weft_call *call, void *out, weft_scalar in) {
    (void)call;
    return in.kind == WEFT_STRING && weft__ip_parse(in.text, (uint8_t *)out) ? WEFT_OK : WEFT_E_CONVERT;
}
static weft_status convert_ip_out(weft_call *call, const void *in, weft_buf *out) {
    char text[48];
    return convert_put(call, out, text, weft__ip_print((const uint8_t *)in, text));
}
const weft_conv weft_conv_ip = { "IP address", convert_ip_in, convert_ip_out, NULL, NULL, NULL, 0, false, 16 };

/* struct timespec as a type: a struct of two integers wherever no converter is given. */
static const weft_field convert_timespec_fields[] = {
    { "tv_sec",
      { sizeof(time_t) == 8 ? weft__type_int64_t : weft__type_int32_t },
      NULL,
      offsetof(struct timespec, tv_sec),
      0 },
    { "tv_nsec", { weft__type_long }, NULL, offsetof(struct timespec, tv_nsec), 0 },
};
const weft_type *weft__type_weft_timespec(void) {
    static void *slot;
    static const weft_type t = { WEFT_TYPE_STRUCT,
                                 WEFT_TYPE_VERSION,
                                 0,
                                 (uint8_t) _Alignof(struct timespec),
                                 (uint32_t)sizeof(struct timespec),
                                 "timespec",
                                 convert_timespec_fields,
                                 NULL,
                                 { NULL },
                                 { NULL },
                                 NULL,
                                 &slot,
                                 2,
                                 0,
                                 0,
                                 0 };
    return &t;
}
