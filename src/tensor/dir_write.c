/* Writing directories: in memory, as a new file, and behind what a file holds.
 *
 * New: header, table, payloads. Append: what is there stays where it is; the old table becomes unused space; new
 * payloads and the new table follow. The header, which alone says where the table is, is rewritten when all that is on
 * the device.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#include "tensor/dir.h"
#include "base/alloc.h"
#include "base/error.h"

#include <weft/text.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static weft_status dirw_fail(weft_error *err, weft_status code, const char *reason) {
    return weft__error_set(err, code, WEFT_STAGE_WRITE, reason ? "%s" : NULL, reason);
}

static weft_status dirw_zeros(weft_buf *b, size_t n) {
    weft_status st = weft_buf_reserve(b, n);
    if (!st && n) memset(b->data + b->len, 0, n);
    if (!st) b->len += n;
    return st;
}
static weft_status dirw_u64(weft_buf *b, uint64_t v) {
    char bytes[8];
    weft__store64le(bytes, v);
    return weft_buf_append(b, WEFT_TEXT(bytes, 8));
}

/* The sum of a payload as it will stand in the file. */
/* Bytes whose order this machine has to turn round: 1, nothing is turned. */
static size_t dirw_part(const weft_dir_item *item) {
    if (!WEFT_BIG_ENDIAN || item->kind != WEFT_DIR_TENSOR) return 1;
    size_t part = weft_dtype_size(item->dtype);
    return item->dtype == WEFT_C64 || item->dtype == WEFT_C128 ? part / 2 : part;
}

static uint32_t dirw_sum(const weft_dir_item *item) {
    size_t part = dirw_part(item);
    if (part == 1) return weft_crc32c(0, item->data, item->size);
    uint32_t sum = 0;
    const char *from = (const char *)item->data;
    for (size_t i = 0; i + part <= item->size; i += part) {
        char turned[16];
        for (size_t k = 0; k < part; k++) turned[k] = from[i + part - 1 - k];
        sum = weft_crc32c(sum, turned, part);
    }
    return sum;
}

weft_status weft__dir_table_add(weft__dir_table *t, const weft_dir_item *item, uint64_t offset, weft_error *err) {
    unsigned char e[DIR_ENTRY] = { 0 };
    size_t name = t->names.len, more_size = (size_t)weft__dir_more_size(item);
    weft_status st = weft_buf_append(&t->names, item->name);
    size_t more = 0;
    if (!st && more_size) {
        st = dirw_zeros(&t->names, (8 - t->names.len % 8) % 8);
        more = t->names.len;
        for (unsigned k = 4; !st && k < item->rank; k++) st = dirw_u64(&t->names, item->dims[k]);
        for (unsigned k = 0; !st && item->has_strides && k < item->rank; k++)
            st = dirw_u64(&t->names, (uint64_t)item->strides[k]);
        if (!st && item->has_sum) st = dirw_u64(&t->names, item->sum);
    }
    if (!st && (t->names.len > UINT32_MAX || t->count == UINT32_MAX)) st = WEFT_E_SIZE;
    e[0] = (unsigned char)item->kind;
    e[1] = (unsigned char)item->dtype;
    e[2] = item->rank;
    e[3] = (unsigned char)((item->has_strides ? DIR_STRIDES : 0) | (item->has_sum ? DIR_SUM : 0));
    weft__store32le(e + 4, (uint32_t)name);
    weft__store32le(e + 8, (uint32_t)item->name.len);
    weft__store32le(e + 12, (uint32_t)more);
    weft__store64le(e + 16, offset);
    weft__store64le(e + 24, item->size);
    for (unsigned k = 0; k < 4 && k < item->rank; k++) weft__store64le(e + 32 + 8 * k, item->dims[k]);
    if (item->kind == WEFT_DIR_MESSAGE) weft__store64le(e + 32, item->type_hash);
    if (!st) st = weft_buf_append(&t->entries, WEFT_TEXT((const char *)e, sizeof e));
    if (st) return dirw_fail(err, st, NULL);
    t->count++;
    return WEFT_OK;
}

static void dirw_table_free(weft__dir_table *t) {
    weft_buf_free(&t->entries);
    weft_buf_free(&t->names);
}

static weft_status dirw_check(const weft_dir_item *items, size_t count, weft_error *err) {
    for (size_t i = 0; i < count; i++) {
        const weft_dir_item *item = &items[i];
        weft_status st = item->kind == WEFT_DIR_UNUSED ? dirw_fail(err, WEFT_E_ARGUMENT, "an item without a kind")
                                                       : weft__dir_item_check(item, 0, err);
        if (!st && item->kind == WEFT_DIR_TEXT) {
            weft_str text = WEFT_TEXT((const char *)item->data, item->size);
            if (weft_utf8_valid(text) != text.len) st = dirw_fail(err, WEFT_E_UTF8, NULL);
        }
        if (!st && item->size && !item->data) st = dirw_fail(err, WEFT_E_ARGUMENT, "an item without data");
        if (st) {
            weft__error_path_member(err, item->name);
            return st;
        }
    }
    return WEFT_OK;
}

typedef struct dirw_name {
    weft_str name;
} dirw_name;
static int dirw_name_order(const void *a, const void *b) {
    return weft_str_compare(((const dirw_name *)a)->name, ((const dirw_name *)b)->name);
}
static weft_status dirw_names_differ(const weft_dir_item *a, size_t n, const weft_dir *old, weft_error *err) {
    dirw_name *names = n > SIZE_MAX / sizeof *names ? NULL : (dirw_name *)weft__alloc(NULL, n * sizeof *names);
    weft_status st = names ? WEFT_OK : dirw_fail(err, WEFT_E_MEMORY, NULL);
    for (size_t i = 0; !st && i < n; i++) names[i].name = a[i].name;
    if (!st) qsort(names, n, sizeof *names, dirw_name_order);
    for (size_t i = 0; !st && i < n; i++) {
        weft_dir_item item;
        if (!(i && weft_str_equal(names[i].name, names[i - 1].name)) &&
            !(old && weft_dir_find(old, names[i].name, &item)))
            continue;
        st = dirw_fail(err, WEFT_E_NAME, "two items have this name");
        weft__error_path_member(err, names[i].name);
    }
    weft__release(NULL, names, n * sizeof *names);
    return st;
}

static weft_status dirw_add_all(weft__dir_table *t, const weft_dir_item *items, size_t count, uint64_t *position,
                                weft_error *err) {
    for (size_t i = 0; i < count; i++) {
        weft_dir_item item = items[i];
        if (item.has_sum) item.sum = dirw_sum(&item);
        weft_status st = weft__dir_table_add(t, &item, *position, err);
        if (st) return st;
        if (item.size > INT64_MAX - 128 || *position > INT64_MAX - 128 - item.size)
            return dirw_fail(err, WEFT_E_SIZE, NULL);
        *position += weft__dir_pad(item.size);
    }
    return WEFT_OK;
}

/* Bytes of names that items take, the padding before each `more` included. */
static uint64_t dirw_names_size(const weft_dir_item *items, size_t count) {
    uint64_t n = 0;
    for (size_t i = 0; i < count; i++) {
        n += items[i].name.len;
        if (weft__dir_more_size(&items[i])) n = ((n + 7) & ~(uint64_t)7) + weft__dir_more_size(&items[i]);
    }
    return n;
}

weft_status weft_dir_size(const weft_dir_item *items, size_t count, uint64_t *size, weft_error *err) {
    weft_status st = dirw_check(items, count, err);
    if (st) return st;
    if (count > UINT32_MAX) return dirw_fail(err, WEFT_E_SIZE, NULL);
    uint64_t n = DIR_HEADER + (uint64_t)count * DIR_ENTRY + weft__dir_pad(dirw_names_size(items, count));
    for (size_t i = 0; i < count; i++) {
        if (items[i].size > INT64_MAX - 128 || n > INT64_MAX - 128 - items[i].size)
            return dirw_fail(err, WEFT_E_SIZE, NULL);
        n += weft__dir_pad(items[i].size);
    }
    *size = n;
    return WEFT_OK;
}

/* Header and table of a new directory: everything before its payloads. */
static weft_status dirw_front(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err) {
    weft__dir_table t;
    weft__dir_head head = { 0, DIR_HEADER, 0, 0 };
    memset(&t, 0, sizeof t);
    t.entries.alloc = t.names.alloc = out->alloc;
    weft_status st = dirw_check(items, count, err);
    if (!st) st = dirw_names_differ(items, count, NULL, err);
    head.names = dirw_names_size(items, count);
    head.count = (uint32_t)count;
    uint64_t position = DIR_HEADER + weft__dir_table_size(&head);
    if (!st) st = dirw_add_all(&t, items, count, &position, err);
    head.length = position;
    size_t at = out->len;
    if (!st && (dirw_zeros(out, DIR_HEADER) || weft_buf_append(out, weft_buf_str(&t.entries)) ||
                weft_buf_append(out, weft_buf_str(&t.names)) ||
                dirw_zeros(out, (size_t)(weft__dir_pad(t.names.len) - t.names.len))))
        st = dirw_fail(err, WEFT_E_MEMORY, NULL);
    if (!st) {
        uint32_t sum = weft_crc32c(0, out->data + at + DIR_HEADER, out->len - at - DIR_HEADER);
        weft__dir_head_write((unsigned char *)out->data + at, &head, sum);
    }
    dirw_table_free(&t);
    return st;
}

/* One payload into memory, in the file's byte order. */
static void dirw_payload(char *to, const weft_dir_item *item, size_t from, size_t n) {
    const char *data = (const char *)item->data;
    size_t part = dirw_part(item);
    if (part == 1) {
        if (n) memcpy(to, data + from, n);
        return;
    }
    for (size_t i = from; i < from + n; i++) to[i - from] = data[i / part * part + (part - 1 - i % part)];
}

weft_status weft_dir_write(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err) {
    uint64_t size;
    size_t len = out->len;
    weft_status st = weft_dir_size(items, count, &size, err);
    if (st) return st;
    st = size > SIZE_MAX ? WEFT_E_SIZE : weft_buf_reserve(out, (size_t)size);
    if (st) return dirw_fail(err, st, NULL);
    st = dirw_front(items, count, out, err);
    for (size_t i = 0; !st && i < count; i++) { /* the room is there */
        dirw_payload(out->data + out->len, &items[i], 0, items[i].size);
        out->len += items[i].size;
        dirw_zeros(out, (size_t)(weft__dir_pad(items[i].size) - items[i].size));
    }
    if (st) out->len = len;
    return st;
}

/* Puts a payload and its padding through `put`. */
typedef weft_status dirw_put(void *to, weft_str piece, weft_error *err);
static weft_status dirw_stream(dirw_put *put, void *to, const weft_dir_item *item, weft_error *err) {
    static const char zeros[64];
    weft_status st = WEFT_OK;
    if (!WEFT_BIG_ENDIAN) st = put(to, WEFT_TEXT((const char *)item->data, item->size), err);
    for (size_t at = 0; WEFT_BIG_ENDIAN && !st && at < item->size;) {
        char block[4096];
        size_t n = item->size - at < sizeof block ? item->size - at : sizeof block;
        dirw_payload(block, item, at, n);
        st = put(to, WEFT_TEXT(block, n), err);
        at += n;
    }
    return st ? st : put(to, WEFT_TEXT(zeros, (size_t)(weft__dir_pad(item->size) - item->size)), err);
}
static weft_status dirw_put_new(void *to, weft_str piece, weft_error *err) {
    return piece.len ? weft_file_writer_add((weft_file_writer *)to, piece, err) : WEFT_OK;
}

weft_status weft_dir_write_file(const char *path, const weft_dir_item *items, size_t count, weft_error *err) {
    weft_buf front;
    weft_file_writer w;
    memset(&front, 0, sizeof front);
    memset(&w, 0, sizeof w);
    weft_status st = dirw_front(items, count, &front, err);
    if (!st) st = weft_file_writer_begin(&w, path, err);
    if (st) {
        weft_buf_free(&front);
        return st;
    }
    st = weft_file_writer_add(&w, weft_buf_str(&front), err);
    for (size_t i = 0; !st && i < count; i++) st = dirw_stream(dirw_put_new, &w, &items[i], err);
    weft_buf_free(&front);
    if (st) weft_file_writer_abandon(&w);
    return st ? st : weft_file_writer_finish(&w, err);
}

/* ---- append ---- */
typedef struct dirw_at {
    int fd;
    uint64_t at;
} dirw_at;
static weft_status dirw_put_at(void *to, weft_str piece, weft_error *err) {
    dirw_at *w = (dirw_at *)to;
    while (piece.len) {
        ssize_t n = pwrite(w->fd, piece.ptr, piece.len, (off_t)w->at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return weft__error_set(err, WEFT_E_WRITE, WEFT_STAGE_WRITE, "cannot write: %s", strerror(errno));
        w->at += (uint64_t)n;
        piece = WEFT_TEXT(piece.ptr + n, piece.len - (size_t)n);
    }
    return WEFT_OK;
}

static weft_status dirw_sync(int fd, weft_error *err) {
    if (!fsync(fd)) return WEFT_OK;
    return weft__error_set(err, WEFT_E_WRITE, WEFT_STAGE_WRITE, "cannot sync: %s", strerror(errno));
}

/* The old entries, with the space of the old table among them, in the order of their offsets. */
static weft_status dirw_old(weft__dir_table *t, const unsigned char *p, const weft__dir_head *h, weft_error *err) {
    const unsigned char *names = p + h->table + (uint64_t)h->count * DIR_ENTRY;
    weft_status st = weft_buf_append(&t->names, WEFT_TEXT((const char *)names, (size_t)h->names));
    bool placed = false;
    weft_dir_item unused;
    memset(&unused, 0, sizeof unused);
    unused.size = (size_t)weft__dir_table_size(h);
    for (uint32_t i = 0; !st && i < h->count; i++) {
        const unsigned char *e = p + h->table + (uint64_t)i * DIR_ENTRY;
        if (!placed && weft__load64le(e + 16) > h->table) {
            placed = true;
            st = weft__dir_table_add(t, &unused, h->table, err);
            if (st) return st;
        }
        st = weft_buf_append(&t->entries, WEFT_TEXT((const char *)e, DIR_ENTRY)); /* names keep their places */
        t->count++;
    }
    if (st) return dirw_fail(err, st, NULL);
    return placed || !unused.size ? WEFT_OK : weft__dir_table_add(t, &unused, h->table, err);
}

static weft_status dirw_append(int fd, const weft_file *file, const weft_dir_item *items, size_t count,
                               weft_error *err) {
    const unsigned char *p = (const unsigned char *)file->text.ptr;
    weft__dir_head head;
    weft__dir_table t;
    unsigned char header[DIR_HEADER];
    weft_status st = weft__dir_head_read(&head, p, file->text.len, err);
    if (st) return st;
    weft_error mine;
    weft_dir *old = weft_dir_open(WEFT_TEXT(file->text.ptr, (size_t)head.length), NULL, err ? err : &mine);
    if (!old) return err ? err->code : mine.code;
    st = dirw_names_differ(items, count, old, err);
    weft_dir_close(old);
    memset(&t, 0, sizeof t);
    dirw_at w = { fd, head.length };
    uint64_t position = head.length;
    if (!st) st = dirw_old(&t, p, &head, err);
    if (!st) st = dirw_add_all(&t, items, count, &position, err);
    for (size_t i = 0; !st && i < count; i++) st = dirw_stream(dirw_put_at, &w, &items[i], err);
    if (!st) {
        head.count = t.count;
        head.table = position;
        head.names = t.names.len;
        head.length = position + weft__dir_table_size(&head);
        if (dirw_zeros(&t.names, (size_t)(weft__dir_pad(t.names.len) - t.names.len)))
            st = dirw_fail(err, WEFT_E_MEMORY, NULL);
    }
    if (!st) st = dirw_put_at(&w, weft_buf_str(&t.entries), err);
    if (!st) st = dirw_put_at(&w, weft_buf_str(&t.names), err);
    /* what an earlier interrupted append left further behind is cut */
    if (!st && ftruncate(fd, (off_t)head.length)) st = dirw_fail(err, WEFT_E_WRITE, "cannot cut the file");
    if (!st) st = dirw_sync(fd, err);
    if (!st) {
        uint32_t sum = weft_crc32c(weft_crc32c(0, t.entries.data, t.entries.len), t.names.data, t.names.len);
        weft__dir_head_write(header, &head, sum);
        w.at = 0;
        st = dirw_put_at(&w, WEFT_TEXT((const char *)header, sizeof header), err);
    }
    if (!st) st = dirw_sync(fd, err);
    dirw_table_free(&t);
    return st;
}

weft_status weft_dir_append_file(const char *path, const weft_dir_item *items, size_t count, weft_error *err) {
    weft_file file;
    weft_status st = dirw_check(items, count, err);
    if (st) return st;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        weft__error_set(err, WEFT_E_OPEN, WEFT_STAGE_WRITE, "cannot open: %s", strerror(errno));
        weft__error_file(err, path);
        return WEFT_E_OPEN;
    }
    if (flock(fd, LOCK_EX | LOCK_NB))
        st = dirw_fail(err, WEFT_E_OPEN, errno == EWOULDBLOCK ? "another writer has the file open" : "cannot lock");
    if (!st) st = weft_file_read_fd(&file, fd, path, NULL, err);
    if (!st) {
        st = dirw_append(fd, &file, items, count, err);
        weft_file_close(&file);
    }
    if (st) weft__error_file(err, path);
    close(fd);
    return st;
}
