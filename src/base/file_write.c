/* Replacing files atomically.
 *
 *   begin   the name is followed through symbolic links; a temporary file is made beside the target
 *   add     pieces gather in a block, full blocks go to the temporary file
 *   finish  the rest is written, fsync, close, rename over the target, fsync of the directory
 *
 * Until the rename nothing but the temporary file is touched, and every failure removes that.
 * What is no regular file (a device, a pipe) cannot be replaced: it is written in place.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "base/alloc.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WRITER_BLOCK = 1 << 16, WRITER_LINKS = 40, WRITER_TRIES = 100, WRITER_SUFFIX = 48 };

static weft_status writer_fail(weft_error *err, weft_status code, const char *name, const char *what, int error) {
    if (error) weft__error_set(err, code, WEFT_STAGE_WRITE, "%s: %s", what, strerror(error));
    else weft__error_set(err, code, WEFT_STAGE_WRITE, what ? "%s" : NULL, what);
    weft__error_file(err, name);
    return code;
}

static size_t writer_dir_len(const char *path) { /* with its slash; 0: the current directory */
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static void writer_free_text(const weft_alloc *alloc, char *text) {
    if (text) weft__release(alloc, text, strlen(text) + 1);
}

static char *writer_join(const weft_alloc *alloc, const char *a, size_t a_len, const char *b) {
    size_t b_len = strlen(b);
    char *p = (char *)weft__alloc(alloc, a_len + b_len + 1);
    if (!p) return NULL;
    if (a_len) memcpy(p, a, a_len);
    memcpy(p + a_len, b, b_len + 1);
    return p;
}

/* Puts what `path` finally names into w->path, whether or not that exists. */
static weft_status writer_resolve(weft_file_writer *w, const char *path, weft_error *err) {
    char target[4096];
    w->path = writer_join(w->alloc, "", 0, path);
    for (int i = 0; w->path; i++) {
        ssize_t n = readlink(w->path, target, sizeof target - 1);
        if (n < 0) return WEFT_OK; /* no link, or not there: open will say what is wrong */
        if (i == WRITER_LINKS || n == sizeof target - 1)
            return writer_fail(err, WEFT_E_OPEN, path, "cannot open", i == WRITER_LINKS ? ELOOP : ENAMETOOLONG);
        target[n] = 0;
        char *next = writer_join(w->alloc, w->path, target[0] == '/' ? 0 : writer_dir_len(w->path), target);
        writer_free_text(w->alloc, w->path);
        w->path = next;
    }
    return writer_fail(err, WEFT_E_MEMORY, path, NULL, 0);
}

/* A new file beside w->path that nobody else has: name from process, time and a count. */
static int writer_create_temporary(weft_file_writer *w, mode_t mode) {
    static _Atomic(unsigned) count;
    char name[WRITER_SUFFIX];
    size_t dir = writer_dir_len(w->path);
    for (int i = 0; i < WRITER_TRIES; i++) {
        struct timespec now = { 0, 0 };
        clock_gettime(CLOCK_MONOTONIC, &now);
        snprintf(name, sizeof name, ".weft-%lx-%lx-%x.tmp", (unsigned long)getpid(),
                 (unsigned long)now.tv_nsec ^ (unsigned long)now.tv_sec, ++count);
        w->temporary = writer_join(w->alloc, w->path, dir, name);
        if (!w->temporary) {
            errno = ENOMEM;
            return -1;
        }
        int fd = open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0) return fd;
        int error = errno;
        writer_free_text(w->alloc, w->temporary);
        w->temporary = NULL;
        errno = error;
        if (error != EEXIST && error != EINTR) return -1;
    }
    return -1;
}

static weft_status writer_open(weft_file_writer *w, weft_error *err) {
    struct stat st;
    bool exists = stat(w->path, &st) == 0;
    if (!exists && errno != ENOENT) return writer_fail(err, WEFT_E_OPEN, w->path, "cannot open", errno);
    if (exists && S_ISDIR(st.st_mode)) return writer_fail(err, WEFT_E_DIRECTORY, w->path, NULL, 0);
    if (exists && !S_ISREG(st.st_mode)) {
        w->fd = open(w->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return w->fd < 0 ? writer_fail(err, WEFT_E_OPEN, w->path, "cannot open", errno) : WEFT_OK;
    }
    /* A rename needs no right to the file itself; whoever protected it did not mean that. */
    if (exists && access(w->path, W_OK)) return writer_fail(err, WEFT_E_OPEN, w->path, "cannot open", errno);
    w->fd = writer_create_temporary(w, exists ? 0600 : 0666);
    if (w->fd < 0) {
        if (errno == ENOMEM && !w->temporary) return writer_fail(err, WEFT_E_MEMORY, w->path, NULL, 0);
        return writer_fail(err, WEFT_E_OPEN, w->path, "cannot make a file beside it", errno);
    }
    if (exists) {
        mode_t mode = st.st_mode & 07777;
        bool same_owner = st.st_uid == geteuid() && st.st_gid == getegid();
        if (!same_owner && fchown(w->fd, st.st_uid, st.st_gid)) mode &= 0777; /* no set-user-id for a new owner */
        if (fchmod(w->fd, mode)) return writer_fail(err, WEFT_E_WRITE, w->path, "cannot keep the permissions", errno);
    }
    return WEFT_OK;
}

weft_status weft_file_writer_begin(weft_file_writer *w, const char *path, weft_error *err) {
    const weft_alloc *alloc = w->alloc;
    memset(w, 0, sizeof *w);
    w->alloc = alloc;
    w->fd = -1;
    weft_status st = writer_resolve(w, path, err);
    if (!st) st = writer_open(w, err);
    if (!st) {
        w->buffer = (char *)weft__alloc(alloc, WRITER_BLOCK);
        if (!w->buffer) st = writer_fail(err, WEFT_E_MEMORY, path, NULL, 0);
    }
    if (st) weft_file_writer_abandon(w);
    return st;
}

static weft_status writer_put(weft_file_writer *w, const char *p, size_t n, weft_error *err) {
    while (n) {
        ssize_t put = write(w->fd, p, n);
        if (put > 0) {
            p += put;
            n -= (size_t)put;
        } else if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd wait = { w->fd, POLLOUT, 0 };
            poll(&wait, 1, -1);
        } else if (put == 0 || errno != EINTR) {
            w->failed = true;
            return writer_fail(err, WEFT_E_WRITE, w->path, "cannot write", put == 0 ? EIO : errno);
        }
    }
    return WEFT_OK;
}

static weft_status writer_flush(weft_file_writer *w, weft_error *err) {
    size_t n = w->buffered;
    w->buffered = 0;
    return writer_put(w, w->buffer, n, err);
}

weft_status weft_file_writer_add(weft_file_writer *w, weft_str piece, weft_error *err) {
    if (!w->buffer || w->failed)
        return writer_fail(err, WEFT_E_STATE, w->path, "a write has failed before, or none was begun", 0);
    if (piece.len > WRITER_BLOCK - w->buffered) {
        weft_status st = writer_flush(w, err);
        if (st) return st;
        if (piece.len >= WRITER_BLOCK) return writer_put(w, piece.ptr, piece.len, err);
    }
    if (piece.len) memcpy(w->buffer + w->buffered, piece.ptr, piece.len);
    w->buffered += piece.len;
    return WEFT_OK;
}

/* False with errno: the data may not be on the disk. What cannot be synced at all is as safe as it gets. */
static bool writer_sync(int fd) {
    int r;
    do r = fsync(fd);
    while (r && errno == EINTR);
    return r == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

static weft_status writer_sync_dir(weft_file_writer *w, weft_error *err) {
    size_t n = writer_dir_len(w->path);
    char after = w->path[n];
    w->path[n] = 0;
    int dir = open(n ? w->path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    w->path[n] = after;
    if (dir < 0) return WEFT_OK; /* a directory that may be written but not read */
    bool ok = writer_sync(dir);
    int error = errno;
    close(dir);
    return ok ? WEFT_OK : writer_fail(err, WEFT_E_WRITE, w->path, "replaced, but the directory was not synced", error);
}

weft_status weft_file_writer_finish(weft_file_writer *w, weft_error *err) {
    weft_status st = weft_file_writer_add(w, WEFT_TEXT("", 0), err);
    if (!st) st = writer_flush(w, err);
    if (!st && w->temporary && !writer_sync(w->fd)) st = writer_fail(err, WEFT_E_WRITE, w->path, "cannot sync", errno);
    if (!st) {
        int fd = w->fd;
        w->fd = -1;
        if (close(fd) && errno != EINTR) st = writer_fail(err, WEFT_E_WRITE, w->path, "cannot close", errno);
    }
    if (!st && w->temporary) {
        if (rename(w->temporary, w->path)) st = writer_fail(err, WEFT_E_WRITE, w->path, "cannot replace", errno);
        else {
            writer_free_text(w->alloc, w->temporary);
            w->temporary = NULL;
            st = writer_sync_dir(w, err);
        }
    }
    weft_file_writer_abandon(w);
    return st;
}

void weft_file_writer_abandon(weft_file_writer *w) {
    if (w->path && w->fd >= 0) close(w->fd); /* a zeroed writer has descriptor 0, which is not its own */
    if (w->temporary) unlink(w->temporary);
    writer_free_text(w->alloc, w->temporary);
    writer_free_text(w->alloc, w->path);
    if (w->buffer) weft__release(w->alloc, w->buffer, WRITER_BLOCK);
    const weft_alloc *alloc = w->alloc;
    memset(w, 0, sizeof *w);
    w->alloc = alloc;
    w->fd = -1;
}

weft_status weft_file_write(const char *path, weft_str content, weft_error *err) {
    weft_file_writer w;
    memset(&w, 0, sizeof w);
    weft_status st = weft_file_writer_begin(&w, path, err);
    if (st) return st;
    st = weft_file_writer_add(&w, content, err);
    if (!st) return weft_file_writer_finish(&w, err);
    weft_file_writer_abandon(&w);
    return st;
}
