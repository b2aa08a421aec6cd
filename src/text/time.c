/* RFC 3339 times and ISO 8601 durations. Proleptic Gregorian calendar, no leap seconds. */
#include "text/time.h"
#include "base/compiler.h"

static bool time_digits(const char *p, size_t n, int64_t *v) {
    *v = 0;
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)(p[i] - '0') > 9) return false;
        *v = *v * 10 + (p[i] - '0');
    }
    return true;
}

/* Days from 1970-01-01 to a date: years counted from March, so that the leap day comes last; 146097 days in 400 years.
 */
static int64_t time_days(int64_t year, int64_t month, int64_t day) {
    int64_t y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    int64_t cycle = (y >= 0 ? y : y - 399) / 400, within = y - cycle * 400;
    int64_t of_year = (153 * m + 2) / 5 + day - 1;
    return cycle * 146097 + within * 365 + within / 4 - within / 100 + of_year - 719468;
}
static void time_date(int64_t days, int64_t *year, int64_t *month, int64_t *day) {
    int64_t z = days + 719468, cycle = (z >= 0 ? z : z - 146096) / 146097, of_cycle = z - cycle * 146097;
    int64_t y = (of_cycle - of_cycle / 1460 + of_cycle / 36524 - of_cycle / 146096) / 365;
    int64_t of_year = of_cycle - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
    *day = of_year - (153 * m + 2) / 5 + 1;
    *month = m < 10 ? m + 3 : m - 9;
    *year = y + cycle * 400 + (*month <= 2);
}

/* .123 at p: nanoseconds; more than nine digits are cut. Returns the bytes used, 0: none. */
static size_t time_fraction(const char *p, size_t n, uint32_t *nanoseconds) {
    size_t i = 1;
    uint32_t v = 0, scale = 100000000;
    while (i < n && (unsigned char)(p[i] - '0') <= 9) {
        v += (uint32_t)(p[i] - '0') * scale;
        scale /= 10;
        i++;
    }
    *nanoseconds = v;
    return i > 1 ? i : 0;
}

bool weft__time_parse(weft_str s, int64_t *seconds, uint32_t *nanoseconds) {
    /* 0123456789012345678
     * 2024-02-29T12:00:00 */
    static const uint8_t lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    int64_t year, month, day, hour, minute, second;
    const char *p = s.ptr;
    if (s.len < 20 || p[4] != '-' || p[7] != '-' || (p[10] != 'T' && p[10] != 't' && p[10] != ' ') || p[13] != ':' ||
        p[16] != ':')
        return false;
    if (!time_digits(p, 4, &year) || !time_digits(p + 5, 2, &month) || !time_digits(p + 8, 2, &day) ||
        !time_digits(p + 11, 2, &hour) || !time_digits(p + 14, 2, &minute) || !time_digits(p + 17, 2, &second))
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month < 1 || month > 12 || day < 1 || day > lengths[month - 1] + (month == 2 && leap) || hour > 23 ||
        minute > 59 || second > 59)
        return false;
    size_t at = 19;
    *nanoseconds = 0;
    if (p[at] == '.') {
        size_t used = time_fraction(p + at, s.len - at, nanoseconds);
        if (!used) return false;
        at += used;
    }
    int64_t offset = 0;
    if (s.len - at == 1 && (p[at] == 'Z' || p[at] == 'z')) {
        offset = 0;
    } else if (s.len - at == 6 && (p[at] == '+' || p[at] == '-') && p[at + 3] == ':') {
        int64_t h, m;
        if (!time_digits(p + at + 1, 2, &h) || !time_digits(p + at + 4, 2, &m) || h > 23 || m > 59) return false;
        offset = (h * 60 + m) * (p[at] == '-' ? -60 : 60);
    } else {
        return false;
    }
    *seconds = ((time_days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - offset;
    return true;
}

static size_t time_put(char *out, int64_t v, int digits) {
    for (int i = digits - 1; i >= 0; i--, v /= 10) out[i] = (char)('0' + v % 10);
    return (size_t)digits;
}
static size_t time_put_fraction(char *out, uint32_t nanoseconds) {
    if (!nanoseconds) return 0;
    out[0] = '.';
    time_put(out + 1, nanoseconds, 9);
    size_t n = 10;
    while (out[n - 1] == '0') n--;
    return n;
}

size_t weft__time_print(int64_t seconds, uint32_t nanoseconds, char *out) {
    int64_t days = (seconds >= 0 ? seconds : seconds - 86399) / 86400, rest = seconds - days * 86400, year, month, day;
    time_date(days, &year, &month, &day);
    if (year < 0 || year > 9999) return 0;
    size_t n = time_put(out, year, 4);
    out[n++] = '-';
    n += time_put(out + n, month, 2);
    out[n++] = '-';
    n += time_put(out + n, day, 2);
    out[n++] = 'T';
    n += time_put(out + n, rest / 3600, 2);
    out[n++] = ':';
    n += time_put(out + n, rest / 60 % 60, 2);
    out[n++] = ':';
    n += time_put(out + n, rest % 60, 2);
    n += time_put_fraction(out + n, nanoseconds);
    out[n++] = 'Z';
    return n;
}

/* ---- durations ---- */
static bool time_add(uint64_t *total, uint64_t count, uint64_t unit) {
    if (count > UINT64_MAX / unit || *total > UINT64_MAX - count * unit) return false;
    *total += count * unit;
    return true;
}

bool weft__duration_parse(weft_str s, int64_t *nanoseconds) {
    const char *p = s.ptr, *end = p + s.len;
    bool negative = p < end && *p == '-', in_time = false, any = false;
    const uint64_t second = 1000000000u;
    uint64_t total = 0;
    int order = 0; /* units must come from large to small */
    if (negative) p++;
    if (p >= end || *p++ != 'P') return false;
    while (p < end) {
        if (*p == 'T' && !in_time) {
            in_time = true;
            any = false;
            order = 2;
            p++;
            continue;
        }
        uint64_t count = 0;
        uint32_t fraction = 0;
        const char *from = p;
        while (p < end && (unsigned char)(*p - '0') <= 9) {
            if (count > UINT64_MAX / 10 - 9) return false;
            count = count * 10 + (uint64_t)(*p++ - '0');
        }
        if (p == from || p >= end) return false;
        bool fractional = *p == '.';
        if (fractional) {
            size_t used = time_fraction(p, (size_t)(end - p), &fraction);
            if (!used) return false;
            p += used;
            if (p >= end) return false;
        }
        uint64_t unit;
        int rank;
        switch (*p++) {
        case 'W': unit = 7 * 86400, rank = 1; break;
        case 'D': unit = 86400, rank = 2; break;
        case 'H': unit = 3600, rank = 3; break;
        case 'M': unit = 60, rank = 4; break;
        case 'S': unit = 1, rank = 5; break;
        default: return false;
        }
        if ((rank > 2) != in_time || rank <= order || (fractional && rank != 5)) return false;
        order = rank;
        any = true;
        if (!time_add(&total, count, unit * second) || !time_add(&total, fraction, 1)) return false;
    }
    if (!any || total > (uint64_t)INT64_MAX + (negative ? 1 : 0)) return false;
    *nanoseconds = negative ? (int64_t)(0 - total) : (int64_t)total;
    return true;
}

static size_t time_put_count(char *out, uint64_t v) {
    char digits[24];
    size_t n = 0, i = 0;
    do digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    while (n) out[i++] = digits[--n];
    return i;
}

size_t weft__duration_print(int64_t nanoseconds, char *out) {
    uint64_t v = nanoseconds < 0 ? 0 - (uint64_t)nanoseconds : (uint64_t)nanoseconds, seconds = v / 1000000000u;
    uint32_t fraction = (uint32_t)(v % 1000000000u);
    size_t n = 0;
    if (nanoseconds < 0) out[n++] = '-';
    out[n++] = 'P';
    if (seconds / 86400) {
        n += time_put_count(out + n, seconds / 86400);
        out[n++] = 'D';
    }
    uint64_t parts[3] = { seconds % 86400 / 3600, seconds % 3600 / 60, seconds % 60 };
    if (parts[0] || parts[1] || parts[2] || fraction || !seconds) out[n++] = 'T';
    for (int i = 0; i < 3; i++) {
        bool last = i == 2 && (fraction || !seconds);
        if (!parts[i] && !last) continue;
        n += time_put_count(out + n, parts[i]);
        if (i == 2) n += time_put_fraction(out + n, fraction);
        out[n++] = "HMS"[i];
    }
    return n;
}
