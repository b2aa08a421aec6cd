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

static void set_reason(weft_error *err, weft_status code, weft_stage stage, const char *reason, va_list args) {
    memset(err, 0, sizeof *err);
    err->code = code;
    err->stage = stage;
    if (reason) vsnprintf(err->reason, sizeof err->reason, reason, args);
    else snprintf(err->reason, sizeof err->reason, "%s", weft_status_text(code));
}

weft_status weft__error_set(weft_error *err, weft_status code, weft_stage stage, const char *reason, ...) {
    if (!err) return code;
    va_list args;
    va_start(args, reason);
    set_reason(err, code, stage, reason, args);
    va_end(args);
    return code;
}

weft_status weft__error_at(weft_error *err, weft_status code, weft_stage stage, weft_str text, size_t offset,
                           const char *reason, ...) {
    if (!err) return code;
    va_list args;
    va_start(args, reason);
    set_reason(err, code, stage, reason, args);
    va_end(args);
    weft__error_place(err, text, offset);
    return code;
}

/* First byte of the character that contains p, at most three bytes back. */
static size_t character_start(weft_str text, size_t at) {
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
    if (offset - start > room / 2) from = character_start(text, offset - room / 2);
    while (to < text.len && to - from < room && text.ptr[to] != '\n' && text.ptr[to] != '\r') to++;
    if (to < text.len) {
        size_t whole = character_start(text, to); /* do not cut a character */
        if (whole > offset) to = whole;
    }
    size_t n = to - from < room ? to - from : room;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text.ptr[from + i];
        err->excerpt[i] = c < 0x20 || c == 0x7f ? (c == '\t' ? ' ' : '.') : (char)c;
    }
    err->excerpt[n] = 0;
    err->caret = (uint16_t)(offset - from);
}

static void copy_text(char *to, size_t cap, const char *from) { snprintf(to, cap, "%s", from ? from : ""); }
void weft__error_file(weft_error *err, const char *file) {
    if (err) copy_text(err->file, sizeof err->file, file);
}
void weft__error_target(weft_error *err, const char *target) {
    if (err) copy_text(err->target, sizeof err->target, target);
}

void weft__error_found(weft_error *err, const char *what, weft_str text) {
    if (!err) return;
    int n = snprintf(err->found, sizeof err->found, "%s%s", what, text.len ? " " : "");
    size_t at = n < 0 ? 0 : (size_t)n, room = sizeof err->found - 1;
    if (at > room) at = room;
    bool cut = text.len > room - at;
    size_t take = cut ? (room - at > 3 ? room - at - 3 : 0) : text.len;
    if (cut) take = character_start(text, take);
    for (size_t i = 0; i < take; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        err->found[at++] = c < 0x20 || c == 0x7f ? '.' : (char)c;
    }
    for (int i = 0; cut && i < 3 && at < room; i++) err->found[at++] = '.';
    err->found[at] = 0;
}

/* Inserts step behind "$"; a path that grows too long loses its middle. */
static void path_insert(weft_error *err, const char *step, size_t n) {
    const size_t room = sizeof err->path - 1;
    if (!err->path[0]) memcpy(err->path, "$", 2);
    size_t len = strlen(err->path);
    if (len + n <= room) {
        memmove(err->path + 1 + n, err->path + 1, len);
        memcpy(err->path + 1, step, n);
        return;
    }
    /* keep as much of the end as possible: "$" step "..." tail */
    if (n > room / 2) n = room / 2;
    size_t tail = room - 1 - n - 3;
    const char *from = err->path + len - (tail < len - 1 ? tail : len - 1);
    tail = (size_t)(err->path + len - from);
    while (tail && ((unsigned char)*from & 0xc0) == 0x80) from++, tail--;
    memmove(err->path + 1 + n + 3, from, tail + 1);
    memcpy(err->path + 1, step, n);
    memcpy(err->path + 1 + n, "...", 3);
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
    if (cut) take = character_start(name, room - at - 3);
    for (size_t i = 0; i < take && at < room; i++) {
        unsigned char c = (unsigned char)name.ptr[i];
        if (c == '"' || c == '\\') step[at++] = '\\';
        step[at++] = c < 0x20 || c == 0x7f ? '.' : (char)c;
    }
    if (cut) {
        memcpy(step + at, "...", 3);
        at += 3;
    }
    if (!identifier) {
        memcpy(step + at, "\"]", 2);
        at += 2;
    }
    path_insert(err, step, at);
}

void weft__error_path_index(weft_error *err, size_t index) {
    if (!err) return;
    char step[32];
    int n = snprintf(step, sizeof step, "[%zu]", index);
    if (n > 0) path_insert(err, step, (size_t)n);
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

void weft_error_print(FILE *to, const weft_error *err) {
    char line[640];
    weft_error_format(err, line, sizeof line);
    fprintf(to, "%s\n", line);
    if (!err->placed || !err->line) return;
    fprintf(to, "  %s\n  ", err->excerpt);
    for (size_t i = 0; i < err->caret && err->excerpt[i]; i++) /* one column per character, not per byte */
        if (((unsigned char)err->excerpt[i] & 0xc0) != 0x80) fputc(' ', to);
    fputs("^\n", to);
}
