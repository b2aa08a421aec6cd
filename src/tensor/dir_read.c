/* Opening a directory: everything the table says is verified in one pass over its entries; payloads are not touched.
 *
 * Space: header, then payloads in the order of their entries with the table somewhere between them, each padded to 64,
 * without a gap up to the length. So a position that is carried along finds every overlap and every gap.
 */
#include "tensor/dir.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"

#include <weft/text.h>

struct weft_dir {
    weft_str bytes;
    weft__dir_head head;
    uint32_t used;   /* entries that are not unused */
    uint32_t *index; /* of those */
    uint32_t *slots; /* names -> position in index + 1, open addressing */
    uint32_t mask;
    weft_file file;
    weft_alloc alloc;
};

static const unsigned char *dir_bytes(const weft_dir *d) { return (const unsigned char *)d->bytes.ptr; }

/* Takes an entry apart. Nothing outside the names region is read. */
static weft_status dir_entry_read(const weft_dir *d, uint32_t i, weft_dir_item *item, weft_error *err) {
    uint64_t at = d->head.table + (uint64_t)i * DIR_ENTRY;
    const unsigned char *p = dir_bytes(d) + at;
    const unsigned char *names = dir_bytes(d) + d->head.table + (uint64_t)d->head.count * DIR_ENTRY;
    memset(item, 0, sizeof *item);
    item->kind = (weft_dir_kind)p[0];
    item->dtype = (weft_dtype)p[1];
    item->rank = p[2];
    if (p[3] & ~(DIR_STRIDES | DIR_SUM)) return weft__dir_fail(err, WEFT_E_FORMAT, at + 3, "unknown entry flags");
    item->has_strides = p[3] & DIR_STRIDES;
    item->has_sum = p[3] & DIR_SUM;
    uint64_t name = weft__load32le(p + 4), name_len = weft__load32le(p + 8), more = weft__load32le(p + 12);
    uint64_t offset = weft__load64le(p + 16), length = weft__load64le(p + 24);
    if (name > d->head.names || name_len > d->head.names - name)
        return weft__dir_fail(err, WEFT_E_NAME, at + 4, "a name lies outside");
    item->name = WEFT_TEXT((const char *)names + name, (size_t)name_len);
    if (offset & 63 || offset > d->head.length || length > d->head.length - offset)
        return weft__dir_fail(err, WEFT_E_OVERLAP, at + 16, "a payload lies outside");
    if (item->rank > WEFT_RANK_MAX) return weft__dir_fail(err, WEFT_E_SHAPE, at + 2, "more than 16 dimensions");
    item->data = dir_bytes(d) + offset;
    item->size = (size_t)length;
    uint64_t more_size = weft__dir_more_size(item);
    if (more_size ? more & 7 || more > d->head.names || more_size > d->head.names - more : more != 0)
        return weft__dir_fail(err, WEFT_E_SHAPE, at + 12, "more of an entry lies outside");
    const unsigned char *m = names + more;
    for (unsigned k = 0; k < 4; k++) {
        uint64_t v = weft__load64le(p + 32 + 8 * k);
        if (k < item->rank) item->dims[k] = v;
        else if (k == 0 && item->kind == WEFT_DIR_MESSAGE) item->type_hash = v;
        else if (v) return weft__dir_fail(err, WEFT_E_SHAPE, at + 32 + 8 * k, "a dimension beyond the rank");
    }
    for (unsigned k = 4; k < item->rank; k++, m += 8) item->dims[k] = weft__load64le(m);
    for (unsigned k = 0; item->has_strides && k < item->rank; k++, m += 8)
        item->strides[k] = (int64_t)weft__load64le(m);
    if (item->has_sum) {
        uint64_t sum = weft__load64le(m);
        if (sum > UINT32_MAX) return weft__dir_fail(err, WEFT_E_FORMAT, at + 12, "a payload sum beyond 32 bits");
        item->sum = (uint32_t)sum;
    }
    return WEFT_OK;
}

static uint32_t dir_hash(weft_str s) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < s.len; i++) h = (h ^ (unsigned char)s.ptr[i]) * 16777619u;
    return h ^ h >> 15;
}

static weft_str dir_name(const weft_dir *d, uint32_t position) {
    const unsigned char *p = dir_bytes(d) + d->head.table + (uint64_t)d->index[position] * DIR_ENTRY;
    const unsigned char *names = dir_bytes(d) + d->head.table + (uint64_t)d->head.count * DIR_ENTRY;
    return WEFT_TEXT((const char *)names + weft__load32le(p + 4), weft__load32le(p + 8));
}

/* Position of the name, or of the free slot for it. */
static uint32_t *dir_slot(const weft_dir *d, weft_str name) {
    for (uint32_t i = dir_hash(name) & d->mask;; i = (i + 1) & d->mask)
        if (!d->slots[i] || weft_str_equal(dir_name(d, d->slots[i] - 1), name)) return &d->slots[i];
}

static weft_status dir_zero(const weft_dir *d, uint64_t from, uint64_t to, weft_error *err) {
    for (uint64_t i = from; i < to; i++)
        if (dir_bytes(d)[i]) return weft__dir_fail(err, WEFT_E_OVERLAP, i, "padding that is not zero");
    return WEFT_OK;
}

static weft_status dir_verify(weft_dir *d, bool check_sums, weft_error *err) {
    const weft__dir_head *h = &d->head;
    uint64_t table_size = weft__dir_table_size(h), position = DIR_HEADER;
    bool table_passed = false;
    uint32_t sum = weft__load32le(dir_bytes(d) + 40);
    if (weft_crc32c(0, dir_bytes(d) + h->table, (size_t)table_size) != sum)
        return weft__dir_fail(err, WEFT_E_CHECKSUM, h->table, "the table is damaged");
    weft_status st = dir_zero(d, h->table + (uint64_t)h->count * DIR_ENTRY + h->names, h->table + table_size, err);
    for (uint32_t i = 0; !st && i < h->count; i++) {
        weft_dir_item item;
        uint64_t at = h->table + (uint64_t)i * DIR_ENTRY;
        st = dir_entry_read(d, i, &item, err);
        if (!st) st = weft__dir_item_check(&item, at, err);
        if (st) return st;
        uint64_t offset = (uint64_t)((const unsigned char *)item.data - dir_bytes(d)), end = weft__dir_pad(item.size);
        if (!table_passed && position == h->table && (offset != position || item.size)) {
            position += table_size;
            table_passed = true;
        }
        if (offset != position) return weft__dir_fail(err, WEFT_E_OVERLAP, at + 16, NULL);
        if (end > h->length - offset) return weft__dir_fail(err, WEFT_E_OVERLAP, at + 24, "a payload lies outside");
        if (!table_passed && offset < h->table && end > h->table - offset)
            return weft__dir_fail(err, WEFT_E_OVERLAP, at + 24, "a payload lies over the table");
        st = item.kind == WEFT_DIR_UNUSED ? WEFT_OK : dir_zero(d, offset + item.size, offset + end, err);
        position = offset + end;
        if (st || item.kind == WEFT_DIR_UNUSED) continue;
        d->index[d->used] = i;
        uint32_t *slot = dir_slot(d, item.name);
        if (*slot) {
            weft__dir_fail(err, WEFT_E_NAME, at + 4, "two entries have this name");
            weft__error_path_member(err, item.name);
            return WEFT_E_NAME;
        }
        *slot = ++d->used;
        if (check_sums) st = weft_dir_check(&item, err);
    }
    if (st) return st;
    if (!table_passed && position == h->table) position += table_size;
    return position == h->length ? WEFT_OK
                                 : weft__dir_fail(err, WEFT_E_OVERLAP, position, "space that belongs to nothing");
}

static size_t dir_slots_size(const weft_dir *d) { return ((size_t)d->mask + 1) * sizeof *d->slots; }

weft_dir *weft__dir_open(weft_str bytes, const weft_dir_opts *opts, size_t opts_size, weft_error *err) {
    weft_dir_opts o;
    weft__dir_head head;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    if (weft__dir_head_read(&head, (const unsigned char *)bytes.ptr, bytes.len, err)) return NULL;
    if (head.length < bytes.len) {
        weft__dir_fail(err, WEFT_E_LONG, head.length, "bytes after the directory");
        return NULL;
    }
    weft_dir *d = (weft_dir *)weft__alloc(o.alloc, sizeof *d);
    if (!d) {
        weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
        return NULL;
    }
    memset(d, 0, sizeof *d);
    d->alloc = *weft__alloc_or_default(o.alloc);
    d->bytes = bytes;
    d->head = head;
    uint64_t size = 4;
    while (size < (uint64_t)head.count * 2) size *= 2;
    d->mask = (uint32_t)(size - 1); /* count is at most length / 64, so this is bounded by the input */
    d->index = (uint32_t *)weft__alloc(&d->alloc, (size_t)head.count * sizeof *d->index);
    d->slots = (uint32_t *)weft__alloc(&d->alloc, dir_slots_size(d));
    if (!d->index || !d->slots) weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
    else {
        memset(d->slots, 0, dir_slots_size(d));
        if (!dir_verify(d, o.check_sums, err)) return d;
    }
    weft_dir_close(d);
    return NULL;
}

weft_dir *weft__dir_open_file(const char *path, const weft_dir_opts *opts, size_t opts_size, weft_error *err) {
    weft_dir_opts o;
    weft_file file;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    weft_file_opts f;
    memset(&f, 0, sizeof f);
    f.alloc = o.alloc;
    if (weft_file_open(&file, path, &f, err)) return NULL;
    /* behind the directory there may be what an interrupted append has left */
    weft__dir_head head;
    weft_dir *d = NULL;
    if (!weft__dir_head_read(&head, (const unsigned char *)file.text.ptr, file.text.len, err))
        d = weft__dir_open(WEFT_TEXT(file.text.ptr, (size_t)head.length), opts, opts_size, err);
    if (d) {
        d->file = file;
        return d;
    }
    weft__error_file(err, path);
    weft_file_close(&file);
    return NULL;
}

void weft_dir_close(weft_dir *d) {
    if (!d) return;
    weft_alloc alloc = d->alloc;
    if (d->file.base) weft_file_close(&d->file);
    weft__release(&alloc, d->index, (size_t)d->head.count * sizeof *d->index);
    weft__release(&alloc, d->slots, dir_slots_size(d));
    weft__release(&alloc, d, sizeof *d);
}

size_t weft_dir_count(const weft_dir *d) { return d->used; }

weft_dir_item weft_dir_at(const weft_dir *d, size_t index) {
    weft_dir_item item;
    memset(&item, 0, sizeof item);
    if (index < d->used) dir_entry_read(d, d->index[index], &item, NULL);
    return item;
}

bool weft_dir_find(const weft_dir *d, weft_str name, weft_dir_item *item) {
    uint32_t position = *dir_slot(d, name);
    if (!position) return false;
    *item = weft_dir_at(d, position - 1);
    return true;
}
