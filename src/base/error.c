/* Error values: codes as text, places, paths, printing. */
#include "base/error.h"

#include <stdarg.h>

const char *weft_status_text(weft_status code) {
    switch (code) {
#define TEXT(name, number, text)                                                                                       \
    case name: return text;
        WEFT_STATUS_LIST(TEXT)
#undef TEXT
    }
    return "unknown error";
}

const char *weft_status_name(weft_status code) {
    switch (code) {
#define NAME(name, number, text)                                                                                       \
    case name: return #name;
        WEFT_STATUS_LIST(NAME)
#undef NAME
    }
    return "WEFT_E_?";
}

/* Bytes of the well-formed UTF-8 character at p (RFC 3629); 0: none. n > 0 bytes may be looked at. */
static size_t error_character(const unsigned char *p, size_t n) {
    unsigned char c = p[0];
    size_t len = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (!len || len > n) return 0;
    for (size_t i = 1; i < len; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if ((c == 0xe0 && p[1] < 0xa0) || (c == 0xed && p[1] > 0x9f) || (c == 0xf0 && p[1] < 0x90) ||
        (c == 0xf4 && p[1] > 0x8f))
        return 0;
    return len;
}

/* Makes n bytes safe for a terminal, byte for byte: controls (C0, DEL, C1), marks that turn the direction of text, and
 * what is not UTF-8 become '.', a tab becomes a blank. */
static void error_clean(char *text, size_t n) {
    unsigned char *p = (unsigned char *)text;
    for (size_t i = 0, len; i < n; i += len) {
        unsigned char *c = p + i;
        len = error_character(c, n - i);
        bool plain = len && *c >= 0x20 && *c != 0x7f;
        if (len == 2 && *c == 0xc2 && c[1] < 0xa0) plain = false;                                  /* U+0080..9F */
        if (len == 3 && *c == 0xe2 && c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) plain = false; /* U+2028..202E */
        if (len == 3 && *c == 0xe2 && c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9) plain = false; /* U+2066..2069 */
        if (!len) len = 1;
        if (!plain) memset(c, *c == '\t' ? ' ' : '.', len);
    }
}

/* The length of text without a character that was cut at its end. */
static size_t error_whole(const char *text, size_t n) {
    const unsigned char *p = (const unsigned char *)text;
    size_t back = 1;
    while (back < 4 && back < n && (p[n - back] & 0xc0) == 0x80) back++;
    if (back > n) return n;
    unsigned char lead = p[n - back];
    size_t want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return want > back ? n - back : n;
}

/* A NUL-terminated copy, cut between characters and safe to print. */
static void error_copy(char *to, size_t cap, const char *from) {
    size_t n = from ? strlen(from) : 0;
    if (n > cap - 1) n = error_whole(from, cap - 1);
    if (n) memcpy(to, from, n);
    error_clean(to, n);
    to[n] = 0;
}

WEFT_PRINTF(4, 0)
static void error_fill(weft_error *err, weft_status code, weft_stage stage, const char *reason, va_list args) {
    memset(err, 0, sizeof *err);
    err->code = code;
    err->stage = stage;
    if (!reason) {
        error_copy(err->reason, sizeof err->reason, weft_status_text(code));
        return;
    }
    int n = vsnprintf(err->reason, sizeof err->reason, reason, args);
    if (n < 0) n = 0;
    size_t len = (size_t)n < sizeof err->reason ? (size_t)n : error_whole(err->reason, sizeof err->reason - 1);
    err->reason[len] = 0;
    error_clean(err->reason, len);
}

weft_status weft__error_set(weft_error *err, weft_status code, weft_stage stage, const char *reason, ...) {
    if (!err) return code;
    va_list args;
    va_start(args, reason);
    error_fill(err, code, stage, reason, args);
    va_end(args);
    return code;
}

weft_status weft__error_at(weft_error *err, weft_status code, weft_stage stage, weft_str text, size_t offset,
                           const char *reason, ...) {
    if (!err) return code;
    va_list args;
    va_start(args, reason);
    error_fill(err, code, stage, reason, args);
    va_end(args);
    weft__error_place(err, text, offset);
    return code;
}

/* First byte of the character that contains text[at], at most three bytes back. */
static size_t error_character_start(weft_str text, size_t at) {
    size_t back = 0;
    while (back < 3 && at > back && at - back < text.len && ((unsigned char)text.ptr[at - back] & 0xc0) == 0x80) back++;
    return at - back < text.len && ((unsigned char)text.ptr[at - back] & 0xc0) == 0xc0 ? at - back : at;
}

void weft__error_place(weft_error *err, weft_str text, size_t offset) {
    if (!err) return;
    if (offset > text.len) offset = text.len;
    size_t line = 1, start = 0;
    for (size_t i = 0; i < offset; i++) {
        char c = text.ptr[i];
        if (c == '\n' || (c == '\r' && !(i + 1 < text.len && text.ptr[i + 1] == '\n'))) {
            line++;
            start = i + 1;
        }
    }
    err->placed = true;
    err->offset = offset;
    err->line = line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
    err->column = offset - start >= UINT32_MAX ? UINT32_MAX : (uint32_t)(offset - start + 1);
    /* The part of the line around the place that fits. */
    const size_t room = sizeof err->excerpt - 1;
    size_t from = start, to = offset;
    if (offset - start > room / 2) from = error_character_start(text, offset - room / 2);
    while (to < text.len && to - from < room && text.ptr[to] != '\n' && text.ptr[to] != '\r') to++;
    if (to < text.len) {
        size_t whole = error_character_start(text, to); /* do not cut a character */
        if (whole > offset) to = whole;
    }
    size_t n = to - from < room ? to - from : room;
    if (n) memcpy(err->excerpt, text.ptr + from, n);
    error_clean(err->excerpt, n);
    err->excerpt[n] = 0;
    err->caret = (uint16_t)(offset - from);
}

void weft__error_file(weft_error *err, const char *file) {
    if (err) error_copy(err->file, sizeof err->file, file);
}
void weft__error_target(weft_error *err, const char *target) {
    if (err) error_copy(err->target, sizeof err->target, target);
}

void weft__error_found(weft_error *err, const char *what, weft_str text) {
    if (!err) return;
    int n = snprintf(err->found, sizeof err->found, "%s%s", what, text.len ? " " : "");
    size_t at = n < 0 ? 0 : (size_t)n, room = sizeof err->found - 1;
    if (at > room) at = room;
    bool cut = text.len > room - at;
    size_t take = cut ? (room - at > 3 ? room - at - 3 : 0) : text.len;
    if (cut) take = error_character_start(text, take);
    if (take) memcpy(err->found + at, text.ptr, take);
    error_clean(err->found + at, take);
    at += take;
    for (int i = 0; cut && i < 3 && at < room; i++) err->found[at++] = '.';
    err->found[at] = 0;
}

/* Inserts step behind "$". A path that does not fit loses its middle: the innermost part stays as it was when the room
 * ran out, and what is in front of "..." becomes the outermost steps, as many as fit.
 *   path      $ outer steps ... inner steps
 *   path_cut  place of "..."; 0: the path is whole */
static void error_path_insert(weft_error *err, const char *step, size_t n) {
    const size_t room = sizeof err->path - 1;
    char old[sizeof err->path];
    if (!err->path[0]) memcpy(err->path, "$", 2);
    size_t len = strlen(err->path), head, cut = err->path_cut;
    if (!cut && len + n <= room) {
        memmove(err->path + 1 + n, err->path + 1, len);
        memcpy(err->path + 1, step, n);
        return;
    }
    memcpy(old, err->path, len + 1);
    const char *tail = old + cut + 3;
    if (cut) head = cut;
    else {
        size_t keep = room / 2 < len - 1 ? room / 2 : len - 1;
        tail = old + len - keep;
        while (((unsigned char)*tail & 0xc0) == 0x80) tail++;
        head = 1;
    }
    size_t tail_len = (size_t)(old + len - tail), front = room - 3 - tail_len; /* of "$", step and the old head */
    if (n > front - 1) n = error_whole(step, front - 1);
    memcpy(err->path + 1, step, n);
    size_t kept = head - 1 < front - 1 - n ? head - 1 : error_whole(old + 1, front - 1 - n);
    memcpy(err->path + 1 + n, old + 1, kept);
    size_t at = 1 + n + kept;
    err->path_cut = (uint8_t)at;
    memcpy(err->path + at, "...", 3);
    memcpy(err->path + at + 3, tail, tail_len);
    err->path[at + 3 + tail_len] = 0;
}

void weft__error_path_member(weft_error *err, weft_str name) {
    if (!err) return;
    char step[96];
    size_t at = 0;
    bool identifier = name.len > 0 && !(name.ptr[0] >= '0' && name.ptr[0] <= '9');
    for (size_t i = 0; i < name.len && identifier; i++) {
        unsigned char c = (unsigned char)name.ptr[i];
        identifier =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c >= 0x80;
    }
    if (identifier) {
        step[at++] = '.';
    } else {
        memcpy(step, "[\"", 2);
        at = 2;
    }
    size_t room = sizeof step - 8, take = name.len;
    bool cut = take > room - at;
    if (cut) take = error_character_start(name, room - at - 3);
    size_t written = 0;
    for (; written < take && at < room; written++) {
        char c = name.ptr[written];
        if (c == '"' || c == '\\') step[at++] = '\\';
        step[at++] = c;
    }
    if (written < take) { /* backslashes took the room */
        cut = true;
        at = error_whole(step, at);
    }
    error_clean(step, at);
    if (cut) {
        memcpy(step + at, "...", 3);
        at += 3;
    }
    if (!identifier) {
        memcpy(step + at, "\"]", 2);
        at += 2;
    }
    error_path_insert(err, step, at);
}

void weft__error_path_index(weft_error *err, size_t index) {
    if (!err) return;
    char step[32];
    int n = snprintf(step, sizeof step, "[%zu]", index);
    if (n > 0) error_path_insert(err, step, (size_t)n);
}

size_t weft_error_format(const weft_error *err, char *out, size_t cap) {
    char place[64] = "";
    if (err->placed && err->line)
        snprintf(place, sizeof place, "%lu:%lu: ", (unsigned long)err->line, (unsigned long)err->column);
    else if (err->placed) snprintf(place, sizeof place, "byte %zu: ", err->offset);
    int n = snprintf(out, cap, "%s%s%s%s%s%s", err->file, err->file[0] ? ":" : "",
                     place[0] ? place : (err->file[0] ? " " : ""), err->path, err->path[0] ? ": " : "", err->reason);
    return n < 0 ? 0 : (size_t)n;
}

/* Columns a terminal gives the character at p (len bytes): 2 for the wide scripts and pictures, 0 for marks. */
static int error_columns(const unsigned char *p, size_t len) {
    uint32_t c = len == 2   ? (uint32_t)(p[0] & 0x1f) << 6 | (p[1] & 0x3fu)
                 : len == 3 ? (uint32_t)(p[0] & 0x0f) << 12 | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3fu)
                 : len == 4 ? (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3f) << 12 |
                                  (uint32_t)(p[2] & 0x3f) << 6 | (p[3] & 0x3fu)
                            : p[0];
    if ((c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200d) || (c >= 0xfe00 && c <= 0xfe0f)) return 0;
    bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
                (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
}

void weft_error_print(FILE *to, const weft_error *err) {
    char line[640];
    weft_error_format(err, line, sizeof line);
    fprintf(to, "%s\n", line);
    if (!err->placed || !err->line) return;
    fprintf(to, "  %s\n  ", err->excerpt);
    const unsigned char *p = (const unsigned char *)err->excerpt;
    size_t end = strlen(err->excerpt);
    if (end > err->caret) end = err->caret;
    for (size_t i = 0, len; i < end; i += len) {
        len = error_character(p + i, end - i);
        int columns = len ? error_columns(p + i, len) : 1;
        if (!len) len = 1;
        for (int k = 0; k < columns; k++) fputc(' ', to);
    }
    fputs("^\n", to);
}
