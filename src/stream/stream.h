/* A stream's inside: where bytes come from (source.c), how they are cut into records (frame.c), how records are read
 * (stream.c). */
#ifndef WEFT_SRC_STREAM_STREAM_H
#define WEFT_SRC_STREAM_STREAM_H

#include <weft/stream.h>

typedef enum weft__source { WEFT__SOURCE_TEXT, WEFT__SOURCE_FD, WEFT__SOURCE_STDIO, WEFT__SOURCE_PUSH } weft__source;

/* ELEMENTS: what may come next. */
typedef enum weft__place {
    WEFT__PLACE_START, /* [ */
    WEFT__PLACE_FIRST, /* value or ] */
    WEFT__PLACE_VALUE, /* value, behind a comma */
    WEFT__PLACE_AFTER, /* comma or ] */
    WEFT__PLACE_TAIL   /* nothing */
} weft__place;

typedef struct weft__frame {
    weft_str text;
    uint64_t offset, line, line_start; /* of its first byte; stream offset where that line starts */
    uint64_t element;                  /* ELEMENTS: its index + 1; 0: none */
    bool blank;                        /* LINES: white space only */
} weft__frame;

struct weft_stream {
    const weft_alloc *alloc;
    weft_stream_opts o;
    weft_read_opts read; /* complete, for one record */
    weft_doc *doc;
    char *name; /* of the source, for errors; NULL: none */
    /* source */
    weft__source source;
    int fd;
    FILE *file;
    bool close_fd;
    bool eof; /* nothing comes behind data[len - 1] */
    /* window: data[pos..len) is not used yet */
    const char *data; /* the caller's text, or buf */
    char *buf;
    size_t cap, len, pos;
    uint64_t base; /* stream offset of data[0] */
    uint64_t line; /* at pos, from 1 */
    uint64_t line_start;
    bool after_cr; /* the byte in front of pos was CR */
    /* framing */
    bool started;   /* a byte order mark at the start has been dealt with */
    bool skip_line; /* the rest of the line belongs to a broken record */
    bool too_long;  /* ELEMENTS: the open element is not kept */
    weft__place place;
    uint64_t element; /* ELEMENTS: index of the next one */
    char first;       /* of the open record */
    size_t scan;      /* bytes behind pos that have been looked at */
    size_t depth;     /* of the open record */
    bool in_string, escaped;
    size_t check_at; /* an open record of so many bytes is looked at for errors */
    /* results */
    bool failed;
    uint64_t broken;
    weft_error error;
};

typedef enum weft__step {
    WEFT__STEP_FRAME,
    WEFT__STEP_BROKEN,
    WEFT__STEP_END,
    WEFT__STEP_MORE,
    WEFT__STEP_FAILED
} weft__step;

/* frame.c: cuts the next record out of the window. BROKEN: s->error is set, frame's place too, and the stream stands
 * behind; FAILED: s->error is set, nothing can follow. */
weft__step weft__stream_frame(weft_stream *s, weft__frame *f);
/* frame.c: the record f has turned out broken with s->error, whose offset counts from the start of f->text: makes place
 * and line absolute and lets the stream go on behind it. */
void weft__stream_place(const weft_stream *s, const weft__frame *f, weft_error *err);
void weft__stream_resume(weft_stream *s, const weft__frame *f, const weft_error *err);
/* source.c: more bytes into the window, or eof. False: s->error is set. */
bool weft__stream_fill(weft_stream *s);
bool weft__stream_room(weft_stream *s, size_t bytes);
/* stream.c: as weft__stream_frame, filling the window as needed; and the document of a frame. */
weft__step weft__stream_cut(weft_stream *s, weft__frame *f);
weft_status weft__stream_read(weft_stream *s, const weft__frame *f, weft_error *err);
/* lines.c */
size_t weft__count_byte(const char *p, size_t n, char c);
const char *weft__last_byte(const char *p, size_t n, char c); /* NULL: none */

#endif
