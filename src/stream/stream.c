/* Streams: making them, and their records one by one. */
#include "stream/stream.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"
#include "json/engine.h"
#include "json/plain.h"

#include <fcntl.h>
#include <errno.h>
#if defined(_WIN32)
#include <io.h>
#define stream_sys_open(path) _open(path, _O_RDONLY | _O_BINARY)
#define stream_sys_close _close
#else
#include <unistd.h>
#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif
#define stream_sys_open(path) open(path, O_RDONLY | O_CLOEXEC)
#define stream_sys_close close
#endif

static weft_stream *stream_make(weft__source source, const char *name, const weft_stream_opts *opts, size_t opts_size,
                                weft_error *err) {
    weft_stream_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    if (!o.max_record) o.max_record = (size_t)256 << 20;
    if (!o.buffer) o.buffer = (size_t)256 << 10;
    weft_read_opts read;
    weft__read_opts_complete(&read, o.read, sizeof read);
    read.alloc = o.alloc;
    read.stop_after = read.borrow = false;
    read.max_bytes = SIZE_MAX;
    read.file_name = NULL;
    if (o.format != WEFT_STREAM_LINES && (read.comments || read.single_quotes || read.json5_space)) {
        weft__error_set(err, WEFT_E_UNSUPPORTED, WEFT_STAGE_READ, "only streams of lines may be of this dialect");
        return NULL;
    }
    if (o.format == WEFT_STREAM_ELEMENTS) read.max_depth--;
    weft_stream *s = (weft_stream *)weft__alloc(o.alloc, sizeof *s);
    if (s) {
        memset(s, 0, sizeof *s);
        s->alloc = o.alloc;
        s->o = o;
        s->o.read = NULL;
        s->read = read;
        s->source = source;
        s->fd = -1;
        s->line = 1;
        s->data = "";
        s->doc = weft_doc_new(o.alloc);
        bool ok = s->doc != NULL;
        if (ok && name) {
            s->name = (char *)weft__alloc(o.alloc, strlen(name) + 1);
            if (s->name) memcpy(s->name, name, strlen(name) + 1);
            ok = s->name != NULL;
        }
        if (ok) return s;
        weft_stream_free(s);
    }
    weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_READ, NULL);
    return NULL;
}

weft_stream *weft__stream_text(weft_str text, const weft_stream_opts *opts, size_t opts_size, weft_error *err) {
    weft_stream *s = stream_make(WEFT__SOURCE_TEXT, NULL, opts, opts_size, err);
    if (!s) return NULL;
    if (text.len) s->data = text.ptr;
    s->len = text.len;
    s->eof = true;
    return s;
}

weft_stream *weft__stream_pushed(const weft_stream_opts *opts, size_t opts_size, weft_error *err) {
    return stream_make(WEFT__SOURCE_PUSH, NULL, opts, opts_size, err);
}

weft_stream *weft__stream_fd(int fd, const char *name, const weft_stream_opts *opts, size_t opts_size,
                             weft_error *err) {
    weft_stream *s = stream_make(WEFT__SOURCE_FD, name, opts, opts_size, err);
    if (s) s->fd = fd;
    return s;
}

weft_stream *weft__stream_stdio(FILE *from, const char *name, const weft_stream_opts *opts, size_t opts_size,
                                weft_error *err) {
    weft_stream *s = stream_make(WEFT__SOURCE_STDIO, name, opts, opts_size, err);
    if (s) s->file = from;
    return s;
}

weft_stream *weft__stream_open(const char *path, const weft_stream_opts *opts, size_t opts_size, weft_error *err) {
    if (strcmp(path, "-") == 0) return weft__stream_fd(0, "<stdin>", opts, opts_size, err);
    int fd = stream_sys_open(path);
    if (fd < 0) {
        weft__error_set(err, WEFT_E_OPEN, WEFT_STAGE_READ, "cannot open: %s", strerror(errno));
        weft__error_file(err, path);
        return NULL;
    }
    weft_stream *s = weft__stream_fd(fd, path, opts, opts_size, err);
    if (s) s->close_fd = true;
    else stream_sys_close(fd);
    return s;
}

void weft_stream_free(weft_stream *s) {
    if (!s) return;
    weft_doc_free(s->doc);
    if (s->name) weft__release(s->alloc, s->name, strlen(s->name) + 1);
    weft__release(s->alloc, s->buf, s->cap);
    if (s->close_fd) stream_sys_close(s->fd);
    weft__release(s->alloc, s, sizeof *s);
}

weft_status weft_stream_push(weft_stream *s, weft_str chunk, weft_error *err) {
    if (s->source != WEFT__SOURCE_PUSH || s->eof)
        return weft__error_set(err, WEFT_E_STATE, WEFT_STAGE_READ, "nothing can be pushed to this stream");
    if (!weft__stream_room(s, chunk.len)) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_READ, NULL);
    if (chunk.len) memcpy(s->buf + s->len, chunk.ptr, chunk.len);
    s->len += chunk.len;
    return WEFT_OK;
}

void weft_stream_finish(weft_stream *s) {
    if (s->source == WEFT__SOURCE_PUSH) s->eof = true;
}

weft__step weft__stream_cut(weft_stream *s, weft__frame *f) {
    for (;;) {
        weft__step step = weft__stream_frame(s, f);
        if (step != WEFT__STEP_MORE || s->source == WEFT__SOURCE_PUSH) return step;
        if (!weft__stream_fill(s)) return WEFT__STEP_FAILED;
    }
}

weft_status weft__stream_read(weft_stream *s, const weft__frame *f, weft_error *err) {
    if (s->read.max_depth) return weft__doc_reread(s->doc, f->text, &s->read, sizeof s->read, err);
    return weft__plain_read(s->doc, f->text, &s->read, err); /* a limit of 0 is not the default here */
}

static weft_next stream_failed(weft_stream *s, weft_record *r, weft_error *err) {
    s->failed = true;
    memset(r, 0, sizeof *r);
    if (err) *err = s->error;
    return WEFT_NEXT_ERROR;
}

weft_next weft_stream_next(weft_stream *s, weft_record *r, weft_error *err) {
    if (s->failed) return stream_failed(s, r, err);
    memset(r, 0, sizeof *r);
    for (;;) {
        weft__frame f;
        weft__step step = weft__stream_cut(s, &f);
        if (step == WEFT__STEP_END) return WEFT_NEXT_END;
        if (step == WEFT__STEP_MORE) return WEFT_NEXT_MORE;
        if (step == WEFT__STEP_FAILED) return stream_failed(s, r, err);
        if (step == WEFT__STEP_FRAME && !s->o.text_only) {
            weft_status st = weft__stream_read(s, &f, &s->error);
            if (st == WEFT_E_MEMORY) return stream_failed(s, r, err);
            if (st) {
                weft__stream_place(s, &f, &s->error);
                weft__stream_resume(s, &f, &s->error);
                step = WEFT__STEP_BROKEN;
            }
        }
        bool broken = step == WEFT__STEP_BROKEN;
        if (broken) {
            s->broken++;
            if (s->o.broken == WEFT_BROKEN_STOP) return stream_failed(s, r, err);
            if (s->o.broken == WEFT_BROKEN_SKIP) continue;
            r->broken = &s->error;
        } else if (!s->o.text_only) {
            r->value = weft_doc_root(s->doc);
        }
        r->text = f.text;
        r->offset = f.offset;
        r->line = f.line;
        return WEFT_NEXT_RECORD;
    }
}

weft_next weft__stream_decode(weft_stream *s, const weft_type *type, void *out, size_t max, size_t *count,
                              weft_arena *arena, const weft_decode_opts *opts, size_t opts_size, weft_error *err) {
    weft_record r;
    *count = 0;
    if (s->failed) return stream_failed(s, &r, err);
    if (!s->o.text_only) {
        weft__error_set(err, WEFT_E_STATE, WEFT_STAGE_READ, "structs are decoded from a stream with text_only");
        return WEFT_NEXT_ERROR;
    }
    weft_decode_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    o.borrow = false; /* the window moves on */
    while (*count < max) {
        weft__frame f;
        weft__step step = weft__stream_cut(s, &f);
        if (step == WEFT__STEP_END) return WEFT_NEXT_END;
        if (step == WEFT__STEP_MORE) return WEFT_NEXT_MORE;
        if (step == WEFT__STEP_FAILED) return stream_failed(s, &r, err);
        if (step == WEFT__STEP_FRAME) {
            void *to = (char *)out + *count * type->size;
            weft_status st = weft__type_from_json(type, to, f.text, arena, &o, sizeof o, &s->error);
            if (!st) {
                ++*count;
                continue;
            }
            if (st == WEFT_E_MEMORY || st == WEFT_E_ALLOCATION) return stream_failed(s, &r, err);
            weft__stream_place(s, &f, &s->error);
            weft__stream_resume(s, &f, &s->error);
        }
        s->broken++;
        if (s->o.broken == WEFT_BROKEN_STOP) return stream_failed(s, &r, err);
    }
    return WEFT_NEXT_RECORD;
}

uint64_t weft_stream_broken(const weft_stream *s) { return s->broken; }
size_t weft_stream_memory(const weft_stream *s) { return sizeof *s + s->cap + weft_doc_memory(s->doc); }
#undef stream_sys_open
#undef stream_sys_close
