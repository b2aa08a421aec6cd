/* Appending frames to a file.
 *
 *   open    lock; walk from header to header by their lengths; what stands behind the last whole frame is either a torn
 *           tail, which is cut, or damage, which is reported
 *   add     header and payload by one writev; a short write is carried on, a failed one cut back
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "frozen/frame.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/opts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static weft_status frame_file_fail(weft_error *err, weft_status code, const char *what, int error) {
    if (error) return weft__error_set(err, code, WEFT_STAGE_WRITE, "%s: %s", what, strerror(error));
    return weft__error_set(err, code, WEFT_STAGE_WRITE, "%s", what);
}

/* Up to n bytes at `at`; fewer only at the end of the file; -1 on failure. */
static ssize_t frame_file_read(int fd, unsigned char *to, size_t n, uint64_t at) {
    size_t got = 0;
    while (got < n) {
        ssize_t r = pread(fd, to + got, n - got, (off_t)(at + got));
        if (r == 0) break;
        if (r < 0 && errno == EINTR) continue;
        if (r < 0) return -1;
        got += (size_t)r;
    }
    return (ssize_t)got;
}

/* The sum of `length` bytes at `at`, and whether all are zero; false: cannot read. */
static bool frame_file_sum(int fd, uint64_t at, uint64_t length, uint32_t *sum, bool *zero) {
    unsigned char block[1 << 14];
    *sum = 0;
    *zero = true;
    while (length) {
        size_t n = length < sizeof block ? (size_t)length : sizeof block;
        if (frame_file_read(fd, block, n, at) != (ssize_t)n) return false;
        *sum = weft_crc32c(*sum, block, n);
        for (size_t i = 0; i < n && *zero; i++) *zero = !block[i];
        at += n;
        length -= n;
    }
    return true;
}

/* Finds the end of the last whole frame. WEFT_E_SHORT: a torn tail follows it; another code: damage. */
static weft_status frame_file_walk(int fd, uint64_t size, uint64_t *end, weft_error *err) {
    unsigned char h[WEFT_FRAME_HEADER];
    uint64_t at = 0, length = 0;
    uint32_t sum;
    bool zero;
    while (at < size) {
        *end = at;
        ssize_t got = frame_file_read(fd, h, sizeof h, at);
        if (got < 0) return frame_file_fail(err, WEFT_E_READ, "cannot read", errno);
        weft_status st = weft__frame_check_header(h, (size_t)got, (size_t)at, &length, err);
        if (st && st != WEFT_E_SHORT) {
            if (!frame_file_sum(fd, at, size - at, &sum, &zero))
                return frame_file_fail(err, WEFT_E_READ, "cannot read", errno);
            return zero ? WEFT_E_SHORT : st;
        }
        if (st || length > size - at - WEFT_FRAME_HEADER) return WEFT_E_SHORT;
        at += WEFT_FRAME_HEADER;
        if (length == size - at) { /* the last frame */
            if (!frame_file_sum(fd, at, length, &sum, &zero))
                return frame_file_fail(err, WEFT_E_READ, "cannot read", errno);
            if (sum != weft__load32le(h + 28)) return WEFT_E_SHORT;
        }
        at += length;
    }
    *end = at;
    return WEFT_OK;
}

static weft_status frame_file_prepare(weft_frame_writer *w, const weft_frame_writer_opts *o, weft_error *err) {
    struct stat st;
    if (flock(w->fd, LOCK_EX | LOCK_NB)) {
        if (errno == EWOULDBLOCK) return frame_file_fail(err, WEFT_E_OPEN, "another writer has the file open", 0);
        return frame_file_fail(err, WEFT_E_OPEN, "cannot lock", errno);
    }
    if (fstat(w->fd, &st)) return frame_file_fail(err, WEFT_E_OPEN, "cannot open", errno);
    if (!S_ISREG(st.st_mode)) return frame_file_fail(err, WEFT_E_OPEN, "not a regular file", 0);
    uint64_t size = (uint64_t)st.st_size, end = 0;
    weft_status found = frame_file_walk(w->fd, size, &end, err);
    if (found && found != WEFT_E_SHORT && (!o->cut_damaged || found == WEFT_E_READ)) return found;
    if (found) {
        if (ftruncate(w->fd, (off_t)end) || fsync(w->fd))
            return frame_file_fail(err, WEFT_E_WRITE, "cannot cut the torn tail", errno);
        w->cut = size - end;
    }
    w->length = end;
    w->sync = o->sync;
    return WEFT_OK;
}

weft_status weft__frame_writer_open(weft_frame_writer *w, const char *path, const weft_frame_writer_opts *opts,
                                    size_t opts_size, weft_error *err) {
    weft_frame_writer_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    memset(w, 0, sizeof *w);
    do w->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    while (w->fd < 0 && errno == EINTR);
    weft_status st;
    if (w->fd < 0) {
        bool folder = errno == EISDIR;
        st = frame_file_fail(err, folder ? WEFT_E_DIRECTORY : WEFT_E_OPEN, folder ? "is a directory" : "cannot open",
                             folder ? 0 : errno);
    } else {
        st = frame_file_prepare(w, &o, err);
    }
    if (!st) {
        if (err) memset(err, 0, sizeof *err); /* a torn tail is no error */
        return WEFT_OK;
    }
    weft__error_file(err, path);
    if (w->fd >= 0) close(w->fd);
    w->fd = -1;
    return st;
}

/* Writes all of two pieces at `at`. False: errno tells. */
static bool frame_file_put(int fd, uint64_t at, unsigned char *head, size_t head_len, weft_str body) {
    size_t done = 0, total = head_len + body.len;
    while (done < total) {
        struct iovec v[2];
        int n = 0;
        if (done < head_len) v[n++] = (struct iovec){ head + done, head_len - done };
        size_t skip = done > head_len ? done - head_len : 0;
        if (body.len > skip) v[n++] = (struct iovec){ (void *)((uintptr_t)body.ptr + skip), body.len - skip };
        ssize_t r = pwritev(fd, v, n, (off_t)(at + done));
        if (r < 0 && errno == EINTR) continue;
        if (r <= 0) {
            if (r == 0) errno = ENOSPC;
            return false;
        }
        done += (size_t)r;
    }
    return true;
}

weft_status weft_frame_writer_add(weft_frame_writer *w, uint64_t type_hash, weft_str payload, weft_error *err) {
    unsigned char h[WEFT_FRAME_HEADER];
    if (w->fd < 0 || w->failed) return frame_file_fail(err, WEFT_E_STATE, "the writer is closed or has failed", 0);
    if (payload.len > (uint64_t)INT64_MAX - WEFT_FRAME_HEADER - w->length)
        return frame_file_fail(err, WEFT_E_SIZE, "too large", 0);
    weft_frame_header(h, type_hash, payload);
    if (!frame_file_put(w->fd, w->length, h, sizeof h, payload)) {
        int error = errno;
        if (ftruncate(w->fd, (off_t)w->length)) w->failed = true;
        return frame_file_fail(err, WEFT_E_WRITE, "cannot write", error);
    }
    if (w->sync && fdatasync(w->fd)) {
        int error = errno;
        w->failed = true; /* what the device holds is not known any more */
        return frame_file_fail(err, WEFT_E_WRITE, "cannot sync", error);
    }
    w->length += WEFT_FRAME_HEADER + payload.len;
    return WEFT_OK;
}

weft_status weft_frame_writer_sync(weft_frame_writer *w, weft_error *err) {
    if (w->fd < 0 || w->failed) return frame_file_fail(err, WEFT_E_STATE, "the writer is closed or has failed", 0);
    if (!fdatasync(w->fd)) return WEFT_OK;
    w->failed = true;
    return frame_file_fail(err, WEFT_E_WRITE, "cannot sync", errno);
}

weft_status weft_frame_writer_close(weft_frame_writer *w, weft_error *err) {
    int fd = w->fd;
    w->fd = -1;
    if (fd >= 0 && close(fd)) return frame_file_fail(err, WEFT_E_WRITE, "cannot write", errno);
    return WEFT_OK;
}
