/* Converters: those of the library with right and wrong text, chains, absence, retry, and a hook that rewrites an
 * error. */
#include "support.h"

#include <weft/weft.h>

static void times(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int64_t seconds;
        uint32_t ns;
        const char *back;
    } good[] = {
        { "1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z" },
        { "2024-02-29T12:00:00.5+02:00", 1709200800, 500000000, "2024-02-29T10:00:00.5Z" },
        { "0000-01-01T00:00:00Z", -62167219200, 0, "0000-01-01T00:00:00Z" },
        { "9999-12-31t23:59:59.999999999z", 253402300799, 999999999, "9999-12-31T23:59:59.999999999Z" },
        { "1969-12-31T23:59:59.25-00:00", -1, 250000000, "1969-12-31T23:59:59.25Z" },
        { "2000-03-01 00:00:00Z", 951868800, 0, "2000-03-01T00:00:00Z" },
    };
    static const char *const wrong[] = { "",
                                         "2024-02-29T12:00:00",
                                         "2023-02-29T12:00:00Z",
                                         "1900-02-29T00:00:00Z",
                                         "2024-13-01T00:00:00Z",
                                         "2024-00-01T00:00:00Z",
                                         "2024-01-32T00:00:00Z",
                                         "2024-01-01T24:00:00Z",
                                         "2024-01-01T00:60:00Z",
                                         "2024-01-01T00:00:60Z",
                                         "2024-01-01T00:00:00.Z",
                                         "2024-01-01T00:00:00+0200",
                                         "2024-01-01T00:00:00+24:00",
                                         "2024-01-01T00:00:00ZZ",
                                         "24-01-01T00:00:00.000Z",
                                         "2024-1-01T00:00:00.0Z" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t s;
        uint32_t ns;
        char back[40];
        assert_true(weft_time_parse(weft_str_of(good[i].text), &s, &ns));
        assert_true(s == good[i].seconds && ns == good[i].ns);
        back[weft_time_print(s, ns, back)] = 0;
        assert_string_equal(back, good[i].back);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t s;
        uint32_t ns;
        if (weft_time_parse(weft_str_of(wrong[i]), &s, &ns)) fail_msg("accepted %s", wrong[i]);
    }
    for (int64_t day = -720000; day < 2932000; day += 13) { /* every weekday of nearly all days comes back */
        char text[40];
        int64_t s;
        uint32_t ns;
        size_t n = weft_time_print(day * 86400, 1, text);
        if (!n) continue;
        assert_true(weft_time_parse(WEFT_TEXT(text, n), &s, &ns) && s == day * 86400 && ns == 1);
    }
}

static void durations(void **state) {
    (void)state;
    static const struct {
        const char *text, *back;
        int64_t ns;
    } good[] = {
        { "PT0S", "PT0S", 0 },
        { "P1DT2H3M4.5S", "P1DT2H3M4.5S", 93784500000000 },
        { "P2W", "P14D", 1209600000000000 },
        { "-PT1M", "-PT1M", -60000000000 },
        { "PT90M", "PT1H30M", 5400000000000 },
        { "PT0.000000001S", "PT0.000000001S", 1 },
        { "-P106751DT23H47M16.854775808S", "-P106751DT23H47M16.854775808S", INT64_MIN },
    };
    static const char *const wrong[] = { "",       "P",      "PT",  "P1DT", "1D",    "P1Y",      "PT1H1D", "P1D1D",
                                         "PT1S1M", "PT1.5M", "P1H", "PT1",  "PT.5S", "P106752D", "--P1D" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t ns;
        char back[40];
        if (!weft_duration_parse(weft_str_of(good[i].text), &ns)) fail_msg("refused %s", good[i].text);
        assert_true(ns == good[i].ns);
        back[weft_duration_print(ns, back)] = 0;
        assert_string_equal(back, good[i].back);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t ns;
        if (weft_duration_parse(weft_str_of(wrong[i]), &ns)) fail_msg("accepted %s", wrong[i]);
    }
}

static void addresses(void **state) {
    (void)state;
    static const char *const good[][2] = {
        { "192.0.2.1", "192.0.2.1" },
        { "0.0.0.0", "0.0.0.0" },
        { "::", "::" },
        { "::1", "::1" },
        { "1::", "1::" },
        { "2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1" },
        { "2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1" },
        { "::ffff:192.0.2.1", "192.0.2.1" },
        { "64:ff9b::192.0.2.33", "64:ff9b::c000:221" },
        { "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8" },
        { "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0" },
    };
    static const char *const wrong[] = { "",
                                         "1.2.3",
                                         "1.2.3.256",
                                         "1.2.3.04",
                                         "1.2.3.4.5",
                                         ":",
                                         ":1",
                                         "1:",
                                         "1:2",
                                         "1::2::3",
                                         "1:2:3:4:5:6:7:8:9",
                                         "12345::",
                                         "::g",
                                         "::1.2",
                                         "1.2::3",
                                         "1:2:3:4:5:6:7:8::",
                                         ":::",
                                         "::1.2.3.4:5",
                                         "1:2:3:4:5:6:7:1.2.3.4" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        uint8_t ip[16];
        char back[48];
        if (!weft_ip_parse(weft_str_of(good[i][0]), ip)) fail_msg("refused %s", good[i][0]);
        back[weft_ip_print(ip, back)] = 0;
        assert_string_equal(back, good[i][1]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t ip[16];
        if (weft_ip_parse(weft_str_of(wrong[i]), ip)) fail_msg("accepted %s", wrong[i]);
    }
    uint8_t uuid[16];
    char text[40];
    assert_true(weft_uuid_parse(WEFT_STR("F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"), uuid));
    text[weft_uuid_print(uuid, text)] = 0;
    assert_string_equal(text, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    assert_false(weft_uuid_parse(WEFT_STR("f81d4fae-7dec-11d0-a765-00a0c91e6bf"), uuid));
    assert_false(weft_uuid_parse(WEFT_STR("f81d4fae-7dec-11d0-a765-00a0c91e6bfg"), uuid));
    assert_false(weft_uuid_parse(WEFT_STR("f81d4fae+7dec-11d0-a765-00a0c91e6bf6"), uuid));
}

/* "12%" -> 0.12: the converter changes the text and lets the member decode the rest. */
static weft_status percent_in(weft_call *call, void *out, weft_scalar in) {
    if (in.kind != WEFT_STRING || !in.text.len || in.text.ptr[in.text.len - 1] != '%')
        return weft_call_fail(call, "a percentage ends with %");
    in.text.len--;
    in.kind = WEFT_INT;
    weft_status st = weft_call_next(call, out, in);
    if (!st) *(double *)out /= 100;
    return st;
}
static weft_status percent_out(weft_call *call, const void *in, weft_buf *out) {
    double v = *(const double *)in * 100;
    weft_buf digits = { 0 };
    weft_status st = weft_call_next_encode(call, &v, &digits);
    if (!st) st = weft_buf_printf(out, "\"%.*s%%\"", (int)digits.len, digits.data);
    weft_buf_free(&digits);
    return st;
}
static const weft_conv percent = { .name = "percentage", .decode = percent_in, .encode = percent_out };

/* Counts calls in the caller's context, also for absent members; gives a default for null; retries. */
static weft_status counting_in(weft_call *call, void *out, weft_scalar in) {
    int *count = (int *)call->ctx;
    if (count) ++*count;
    if (in.kind == WEFT_NONE || in.kind == WEFT_NULL) {
        *(double *)out = -1;
        return WEFT_OK;
    }
    if (!weft_call_next(call, out, in)) return WEFT_OK;
    weft_scalar again = { WEFT_STRING, WEFT_STR("50%") };
    return in.kind == WEFT_BOOL ? weft_call_next(call, out, again)
                                : weft_call_fail(call, "neither a percentage nor a yes");
}
static const weft_conv counting = { .name = "count", .decode = counting_in, .next = &percent, .sees_absence = true };

#define CONVERTED(F)                                                                                                   \
    F(double, share, .conv = &counting)                                                                                \
    F(weft_list(double), shares, .conv = &percent, .each = true, .optional = true)                                     \
    F(int64_t, at, .conv = &weft_conv_time, .optional = true)                                                          \
    F(weft_timespec, spec, .conv = &weft_conv_timespec, .optional = true)                                              \
    F(weft_uuid, id, .conv = &weft_conv_uuid, .optional = true)                                                        \
    F(weft_ip, ip, .conv = &weft_conv_ip, .optional = true)                                                            \
    F(int64_t, wait, .conv = &weft_conv_duration, WEFT_DFLT(1000000000))
WEFT_STRUCT(Converted, CONVERTED)

static void chains_and_hooks(void **state) {
    (void)state;
    weft_arena arena = { 0 };
    weft_error err;
    Converted c;
    int count = 0;
    weft_decode_opts opts = { .ctx = &count };
#define DECODE(json) Converted_from_json(&c, weft_str_of(json), &arena, &opts, &err)
    assert_int_equal(DECODE("{\"share\":\"12%\",\"shares\":[\"1%\",\"2.5%\"],\"at\":\"1970-01-01T00:00:01.5Z\","
                            "\"spec\":\"1960-01-01T00:00:00Z\","
                            "\"id\":\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\",\"ip\":\"::1\",\"wait\":\"PT2S\"}"),
                     WEFT_OK);
    assert_true(c.share == 0.12 && c.shares.items[1] == 0.025 && c.at == 1500000000 && c.ip[15] == 1 &&
                c.id[0] == 0xf8 && c.wait == 2000000000);
    assert_true(c.spec.tv_sec == -315619200);
    assert_int_equal(count, 1);
    weft_buf out = { 0 };
    assert_int_equal(Converted_to_json(&c, &out, &err), WEFT_OK);
    assert_string_equal(weft_buf_cstr(&out),
                        "{\"share\":\"12%\",\"shares\":[\"1%\",\"2.5%\"],\"at\":\"1970-01-01T00:00:01.5Z\",\"spec\":"
                        "\"1960-01-01T00:00:00Z\","
                        "\"id\":\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\",\"ip\":\"::1\",\"wait\":\"PT2S\"}");
    weft_buf_free(&out);
    assert_int_equal(DECODE("{}"), WEFT_OK);
    assert_true(c.share == -1 && count == 2 && c.wait == 1000000000);
    assert_int_equal(DECODE("{\"share\":null}"), WEFT_OK);
    assert_true(c.share == -1);
    assert_int_equal(DECODE("{\"share\":true}"), WEFT_OK);
    assert_true(c.share == 0.5);
    assert_int_equal(DECODE("{\"share\":\"x%\"}"), WEFT_E_CONVERT);
    assert_string_equal(err.reason, "neither a percentage nor a yes");
    assert_string_equal(err.path, "$.share");
    assert_int_equal(err.column, 10);
    assert_int_equal(DECODE("{\"share\":\"1%\",\"shares\":[\"1%\",2]}"), WEFT_E_CONVERT);
    assert_string_equal(err.reason, "a percentage ends with %");
    assert_string_equal(err.path, "$.shares[1]");
    assert_int_equal(DECODE("{\"share\":\"1%\",\"at\":\"yesterday\"}"), WEFT_E_CONVERT);
    assert_string_equal(err.reason, "expected RFC 3339 time, got string \"yesterday\"");
    assert_string_equal(err.target, "RFC 3339 time");
    assert_int_equal(DECODE("{\"share\":\"1%\",\"at\":\"9999-01-01T00:00:00Z\"}"), WEFT_E_CONVERT);
    assert_string_equal(err.reason, "time does not fit into 64 bits of nanoseconds");
    weft_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(times), cmocka_unit_test(durations),
                                        cmocka_unit_test(addresses), cmocka_unit_test(chains_and_hooks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
