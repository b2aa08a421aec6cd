/* Where bytes come from: the window of a stream and what fills it. */
#include "base/alloc.h"
#include "base/error.h"
#include "stream/stream.h"

#include <errno.h>
#if defined(_WIN32)
#include <io.h>
#define source_read(fd, to, n) _read(fd, to, (unsigned)((n) > 0x40000000 ? 0x40000000 : (n)))
#else
#include <unistd.h>
#define source_read(fd, to, n) read(fd, to, (n) > 0x40000000 ? 0x40000000 : (n))
#endif

/* Moves what is not used yet to the front and makes room for `bytes` more. */
bool weft__stream_room(weft_stream *s, size_t bytes) {
    if (s->pos && (s->pos == s->len || s->cap - s->len < bytes)) {
        memmove(s->buf, s->buf + s->pos, s->len - s->pos);
        s->base += s->pos;
        s->len -= s->pos;
        s->pos = 0;
    }
    if (s->cap - s->len >= bytes) return true;
    size_t cap = s->cap + s->cap / 2;
    if (bytes > SIZE_MAX / 2 - s->len) return false;
    if (cap < s->len + bytes) cap = s->len + bytes;
    char *grown = (char *)weft__resize(s->alloc, s->buf, s->cap, cap);
    if (!grown) return false;
    s->data = s->buf = grown;
    s->cap = cap;
    return true;
}

bool weft__stream_fill(weft_stream *s) {
    if (!weft__stream_room(s, s->o.buffer)) {
        weft__error_set(&s->error, WEFT_E_MEMORY, WEFT_STAGE_READ, NULL);
        return false;
    }
    char *to = s->buf + s->len;
    size_t room = s->o.buffer;
    if (s->source == WEFT__SOURCE_FD) {
        long long n;
        do n = (long long)source_read(s->fd, to, room);
        while (n < 0 && errno == EINTR);
        if (n < 0) {
            bool folder = errno == EISDIR;
            weft__error_set(&s->error, folder ? WEFT_E_DIRECTORY : WEFT_E_READ, WEFT_STAGE_READ, "cannot read: %s",
                            strerror(errno));
            weft__error_file(&s->error, s->name);
            return false;
        }
        s->len += (size_t)n;
        s->eof = n == 0;
        return true;
    }
    errno = 0;
    size_t n = fread(to, 1, room, s->file);
    s->len += n;
    if (n < room) {
        if (ferror(s->file)) {
            weft__error_set(&s->error, WEFT_E_READ, WEFT_STAGE_READ, "cannot read: %s",
                            errno ? strerror(errno) : "input error");
            weft__error_file(&s->error, s->name);
            return false;
        }
        s->eof = true;
    }
    return true;
}
#undef source_read
