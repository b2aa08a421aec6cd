/* Reading whole files. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Regular files from here on are mapped: below, one read into a block costs less than the page faults. */
enum { FILE_MAP_FROM = 1 << 20, FILE_FIRST_BLOCK = 1 << 16 };

static weft_status file_fail(weft_error *err, weft_status code, const char *name, const char *what, int error) {
    if (error) weft__error_set(err, code, WEFT_STAGE_READ, "%s: %s", what, strerror(error));
    else weft__error_set(err, code, WEFT_STAGE_READ, what ? "%s" : NULL, what);
    weft__error_file(err, name);
    return code;
}

/* One read that is not disturbed by signals, nor by a descriptor that somebody made non-blocking. */
static ssize_t file_read_some(int fd, char *to, size_t n) {
    for (;;) {
        ssize_t got = read(fd, to, n);
        if (got >= 0) return got;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd p = { fd, POLLIN, 0 };
            if (poll(&p, 1, -1) < 0 && errno != EINTR) return -1;
        } else if (errno != EINTR) return -1;
    }
}

/* Reads to the end of the file. expected: what its size is believed to be, only a hint. */
static weft_status file_read_all(weft_file *f, int fd, const char *name, const weft_file_opts *o, size_t expected,
                                 weft_error *err) {
    size_t most = o->max_bytes && o->max_bytes < SIZE_MAX / 2 ? o->max_bytes : SIZE_MAX / 2;
    size_t cap = expected < FILE_FIRST_BLOCK ? FILE_FIRST_BLOCK : expected + 1, len = 0; /* + 1: sees the end at once */
    if (cap > most + 1) cap = most + 1;
    char *data = (char *)weft__alloc(o->alloc, cap);
    if (!data) return file_fail(err, WEFT_E_MEMORY, name, NULL, 0);
    for (;;) {
        if (len == cap) {
            size_t grown = cap > most / 2 ? most + 1 : cap * 2;
            char *p = (char *)weft__resize(o->alloc, data, cap, grown);
            if (!p) {
                weft__release(o->alloc, data, cap);
                return file_fail(err, WEFT_E_MEMORY, name, NULL, 0);
            }
            data = p;
            cap = grown;
        }
        ssize_t got = file_read_some(fd, data + len, cap - len);
        if (got <= 0) {
            if (got == 0) break;
            int error = errno;
            weft__release(o->alloc, data, cap);
            return file_fail(err, error == EISDIR ? WEFT_E_DIRECTORY : WEFT_E_READ, name,
                             error == EISDIR ? "is a directory" : "cannot read", error == EISDIR ? 0 : error);
        }
        len += (size_t)got;
        if (len > most) {
            weft__release(o->alloc, data, cap);
            return file_fail(err, WEFT_E_SIZE, name, NULL, 0);
        }
    }
    if (!len) {
        weft__release(o->alloc, data, cap);
        return WEFT_OK;
    }
    f->base = data;
    f->size = cap;
    f->text = WEFT_TEXT(data, len);
    return WEFT_OK;
}

/* Maps a regular file whose descriptor stands at its start; false: read it instead. */
static bool file_map(weft_file *f, int fd, size_t size) {
    void *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) return false;
#ifdef MADV_SEQUENTIAL
    if (size > (size_t)64 << 20) madvise(p, size, MADV_SEQUENTIAL);
#endif
    f->base = p;
    f->size = size;
    f->mapped = true;
    f->text = WEFT_TEXT((const char *)p, size);
    return true;
}

static weft_status file_read(weft_file *f, int fd, const char *name, const weft_file_opts *o, weft_error *err) {
    struct stat st;
    if (fstat(fd, &st)) return file_fail(err, WEFT_E_READ, name, "cannot read", errno);
    if (S_ISDIR(st.st_mode)) return file_fail(err, WEFT_E_DIRECTORY, name, NULL, 0);
    size_t expected = 0;
    if (S_ISREG(st.st_mode) && st.st_size > 0) { /* size 0 may also be a file of /proc */
        off_t at = lseek(fd, 0, SEEK_CUR);
        uint64_t left = at >= 0 && at < st.st_size ? (uint64_t)(st.st_size - at) : 0;
        if (left > SIZE_MAX / 2 || (o->max_bytes && left > o->max_bytes))
            return file_fail(err, WEFT_E_SIZE, name, NULL, 0);
        expected = (size_t)left;
        if (!o->no_map && at == 0 && expected >= FILE_MAP_FROM && file_map(f, fd, expected)) {
            lseek(fd, 0, SEEK_END); /* as if it had been read */
            return WEFT_OK;
        }
    }
    return file_read_all(f, fd, name, o, expected, err);
}

weft_status weft__file_read_fd(weft_file *file, int fd, const char *name, const weft_file_opts *opts, size_t opts_size,
                               weft_error *err) {
    weft_file_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    memset(file, 0, sizeof *file);
    file->text = WEFT_TEXT("", 0);
    file->alloc = o.alloc;
    weft_status st = file_read(file, fd, name, &o, err);
    if (st) return st;
    if (o.bom != WEFT_BOM_KEEP && weft_str_starts(file->text, WEFT_TEXT("\xef\xbb\xbf", 3))) {
        if (o.bom == WEFT_BOM_REFUSE) {
            weft__error_at(err, WEFT_E_BOM, WEFT_STAGE_READ, file->text, 0, NULL);
            weft__error_file(err, name);
            weft_file_close(file);
            return WEFT_E_BOM;
        }
        file->text = WEFT_TEXT(file->text.ptr + 3, file->text.len - 3);
    }
    return WEFT_OK;
}

weft_status weft__file_open(weft_file *file, const char *path, const weft_file_opts *opts, size_t opts_size,
                            weft_error *err) {
    memset(file, 0, sizeof *file);
    file->text = WEFT_TEXT("", 0);
    if (strcmp(path, "-") == 0) return weft__file_read_fd(file, STDIN_FILENO, "<stdin>", opts, opts_size, err);
    int fd;
    do fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    if (fd < 0) return file_fail(err, WEFT_E_OPEN, path, "cannot open", errno);
    weft_status st = weft__file_read_fd(file, fd, path, opts, opts_size, err);
    close(fd);
    return st;
}

void weft_file_close(weft_file *file) {
    if (file->mapped) munmap(file->base, file->size);
    else weft__release(file->alloc, file->base, file->size);
    memset(file, 0, sizeof *file);
    file->text = WEFT_TEXT("", 0);
}
