/* What reading and writing directories share: dtypes, items and what they must satisfy, header. The layout: dir.h. */
#include "tensor/dir.h"
#include "base/error.h"

#include <weft/text.h>

static const unsigned char dir_magic[8] = { 0xf7, 'W', 'E', 'F', 'T', 'D', 'I', 'R' };

static const struct {
    uint8_t bytes, align;
    const char *name;
} dir_dtypes[] = { { 0, 1, NULL },
#define DIR_ROW(name, number, bytes, align, text) { bytes, align, text },
                   WEFT_DTYPE_LIST(DIR_ROW)
#undef DIR_ROW
};
enum { DIR_DTYPES = sizeof dir_dtypes / sizeof *dir_dtypes };

size_t weft_dtype_size(weft_dtype dtype) { return (unsigned)dtype < DIR_DTYPES ? dir_dtypes[dtype].bytes : 0; }
const char *weft_dtype_name(weft_dtype dtype) { return (unsigned)dtype < DIR_DTYPES ? dir_dtypes[dtype].name : NULL; }

weft_status weft__dir_fail(weft_error *err, weft_status code, uint64_t offset, const char *reason) {
    weft__error_set(err, code, WEFT_STAGE_PARSE, reason ? "%s" : NULL, reason);
    if (err) {
        err->placed = true;
        err->offset = (size_t)offset;
    }
    return code;
}

bool weft_tensor_count(const weft_dir_item *item, uint64_t *count) {
    uint64_t n = 1;
    bool zero = false, good = true;
    for (unsigned i = 0; i < item->rank && i < WEFT_RANK_MAX; i++) {
        if (!item->dims[i]) zero = true;
        else if (n > UINT64_MAX / item->dims[i]) good = false;
        else n *= item->dims[i];
    }
    *count = zero ? 0 : n;
    return good; /* an overflow beside a zero is refused too: other readers multiply in their order */
}

weft_dir_item weft_tensor_item(weft_str name, weft_dtype dtype, unsigned rank, const uint64_t *dims, const void *data) {
    weft_dir_item item;
    uint64_t n, size = weft_dtype_size(dtype);
    memset(&item, 0, sizeof item);
    item.kind = WEFT_DIR_TENSOR;
    item.name = name;
    item.dtype = dtype;
    item.rank = (uint8_t)(rank > 255 ? 255 : rank);
    if (rank && rank <= WEFT_RANK_MAX) memcpy(item.dims, dims, rank * sizeof *dims);
    item.data = data;
    if (weft_tensor_count(&item, &n) && size && n <= SIZE_MAX / size) item.size = (size_t)(n * size);
    return item;
}
weft_dir_item weft_text_item(weft_str name, weft_str text) {
    weft_dir_item item;
    memset(&item, 0, sizeof item);
    item.kind = WEFT_DIR_TEXT;
    item.name = name;
    item.data = text.ptr;
    item.size = text.len;
    return item;
}
weft_dir_item weft_message_item(weft_str name, uint64_t type_hash, weft_str message) {
    weft_dir_item item = weft_text_item(name, message);
    item.kind = WEFT_DIR_MESSAGE;
    item.type_hash = type_hash;
    return item;
}

weft_status weft__dir_tensor_check(const weft_dir_item *item, uint64_t at, weft_error *err) {
    uint64_t n, size = weft_dtype_size(item->dtype);
    if (!size) return weft__dir_fail(err, WEFT_E_DTYPE, at, "unknown dtype");
    if (item->rank > WEFT_RANK_MAX) return weft__dir_fail(err, WEFT_E_SHAPE, at, "more than 16 dimensions");
    if (!weft_tensor_count(item, &n) || n > UINT64_MAX / size)
        return weft__dir_fail(err, WEFT_E_SHAPE, at, "more elements than 64 bits can tell");
    if (!item->has_strides)
        return n * size == item->size ? WEFT_OK
                                      : weft__dir_fail(err, WEFT_E_SHAPE, at, "payload and shape differ in size");
    uint64_t last = 0; /* where the last element starts */
    for (unsigned i = 0; i < item->rank; i++) {
        if (item->strides[i] < 0) return weft__dir_fail(err, WEFT_E_SHAPE, at, "a negative stride");
        uint64_t steps = item->dims[i] ? item->dims[i] - 1 : 0, stride = (uint64_t)item->strides[i];
        if (steps && stride > (UINT64_MAX - last) / steps)
            return weft__dir_fail(err, WEFT_E_SHAPE, at, "strides too large");
        last += steps * stride;
    }
    if (n && (last > UINT64_MAX - size || last + size > item->size))
        return weft__dir_fail(err, WEFT_E_SHAPE, at, "strides lead out of the payload");
    return WEFT_OK;
}

weft_status weft__dir_item_check(const weft_dir_item *item, uint64_t at, weft_error *err) {
    if (item->kind == WEFT_DIR_UNUSED) {
        if (item->name.len || item->dtype || item->rank || item->has_strides || item->has_sum)
            return weft__dir_fail(err, WEFT_E_FORMAT, at, "unused space with properties");
        return WEFT_OK;
    }
    if (item->kind != WEFT_DIR_TENSOR && item->kind != WEFT_DIR_TEXT && item->kind != WEFT_DIR_MESSAGE)
        return weft__dir_fail(err, WEFT_E_FORMAT, at, "unknown kind of entry");
    if (!item->name.len || item->name.len > UINT16_MAX || memchr(item->name.ptr, 0, item->name.len))
        return weft__dir_fail(err, WEFT_E_NAME, at, "a name that is empty, over 65535 bytes or has a NUL");
    if (weft_utf8_valid(item->name) != item->name.len) return weft__dir_fail(err, WEFT_E_UTF8, at, "a name");
    if (item->kind == WEFT_DIR_TENSOR) return weft__dir_tensor_check(item, at, err);
    if (item->dtype || item->rank || item->has_strides)
        return weft__dir_fail(err, WEFT_E_FORMAT, at, "a text or message with a shape");
    return WEFT_OK;
}

uint64_t weft__dir_more_size(const weft_dir_item *item) {
    uint64_t n = item->rank > 4 ? item->rank - 4u : 0;
    return 8 * (n + (item->has_strides ? item->rank : 0u) + (item->has_sum ? 1 : 0));
}

weft_status weft__dir_head_read(weft__dir_head *h, const unsigned char *p, uint64_t have, weft_error *err) {
    if (have < DIR_HEADER) {
        if (memcmp(p, dir_magic, have < 8 ? (size_t)have : 8) != 0)
            return weft__dir_fail(err, WEFT_E_MAGIC, 0, "not a directory");
        return weft__dir_fail(err, WEFT_E_SHORT, have, "ends inside the header");
    }
    if (memcmp(p, dir_magic, 8) != 0) return weft__dir_fail(err, WEFT_E_MAGIC, 0, "not a directory");
    if (weft_crc32c(0, p, 60) != weft__load32le(p + 60))
        return weft__dir_fail(err, WEFT_E_CHECKSUM, 60, "the header is damaged");
    if (weft__load16le(p + 8) != 1) return weft__dir_fail(err, WEFT_E_FORMAT, 8, "unknown version");
    for (int i = 10; i < 60; i++)
        if ((i < 12 || i >= 44) && p[i]) return weft__dir_fail(err, WEFT_E_FORMAT, (uint64_t)i, "unknown flags");
    h->count = weft__load32le(p + 12);
    h->table = weft__load64le(p + 16);
    h->names = weft__load64le(p + 24);
    h->length = weft__load64le(p + 32);
    if (h->length > have) return weft__dir_fail(err, WEFT_E_SHORT, have, "shorter than its header says");
    if (h->length & 63 || h->table & 63 || h->table < DIR_HEADER || h->table > h->length || h->names > h->length ||
        weft__dir_table_size(h) > h->length - h->table)
        return weft__dir_fail(err, WEFT_E_OVERLAP, 16, "the table lies outside");
    return WEFT_OK;
}

void weft__dir_head_write(unsigned char *p, const weft__dir_head *h, uint32_t table_sum) {
    memset(p, 0, DIR_HEADER);
    memcpy(p, dir_magic, 8);
    weft__store16le(p + 8, 1);
    weft__store32le(p + 12, h->count);
    weft__store64le(p + 16, h->table);
    weft__store64le(p + 24, h->names);
    weft__store64le(p + 32, h->length);
    weft__store32le(p + 40, table_sum);
    weft__store32le(p + 60, weft_crc32c(0, p, 60));
}

weft_status weft_dir_check(const weft_dir_item *item, weft_error *err) {
    if (item->has_sum && weft_crc32c(0, item->data, item->size) != item->sum) {
        weft__error_set(err, WEFT_E_CHECKSUM, WEFT_STAGE_PARSE, "a payload is damaged");
        weft__error_path_member(err, item->name);
        return WEFT_E_CHECKSUM;
    }
    return WEFT_OK;
}

/* ---- access to elements ---- */
weft_status weft_tensor_data(const weft_dir_item *item, weft_dtype dtype, const void **data, weft_error *err) {
    if (item->kind != WEFT_DIR_TENSOR || item->dtype != dtype || !weft_dtype_size(dtype)) {
        const char *name = weft_dtype_name(item->dtype);
        weft__error_set(err, WEFT_E_DTYPE, WEFT_STAGE_DECODE, "its elements are %s",
                        item->kind == WEFT_DIR_TENSOR && name ? name : "none");
        return WEFT_E_DTYPE;
    }
    if (WEFT_BIG_ENDIAN && weft_dtype_size(dtype) > 1)
        return weft__error_set(err, WEFT_E_ENDIAN, WEFT_STAGE_DECODE, NULL);
    bool aligned = !((uintptr_t)item->data & (dir_dtypes[dtype].align - 1u));
    for (unsigned i = 0; item->has_strides && i < item->rank; i++)
        aligned &= !((uint64_t)item->strides[i] & (dir_dtypes[dtype].align - 1u));
    if (!aligned) return weft__error_set(err, WEFT_E_ALIGN, WEFT_STAGE_DECODE, NULL);
    *data = item->data;
    return WEFT_OK;
}

/* Copies n elements; numbers of several bytes are turned round where the machine's order differs. */
static void dir_elements(char *to, const char *from, uint64_t n, size_t size, size_t part) {
    if (!WEFT_BIG_ENDIAN || part == 1) {
        if (n) memcpy(to, from, (size_t)n * size);
        return;
    }
    for (uint64_t i = 0; i < n * size; i += part)
        for (size_t k = 0; k < part; k++) to[i + k] = from[i + part - 1 - k];
}

weft_status weft_tensor_copy(const weft_dir_item *item, void *to, size_t cap, weft_error *err) {
    uint64_t n;
    size_t size = weft_dtype_size(item->dtype);
    if (item->kind != WEFT_DIR_TENSOR) return weft__error_set(err, WEFT_E_DTYPE, WEFT_STAGE_DECODE, NULL);
    weft_status st = weft__dir_tensor_check(item, 0, err);
    if (st) return st;
    if (!weft_tensor_count(item, &n) || n > cap / size)
        return weft__error_set(err, WEFT_E_SPACE, WEFT_STAGE_DECODE, NULL);
    if (!n) return WEFT_OK;
    size_t part = dir_dtypes[item->dtype].align;
    if (!item->has_strides) {
        dir_elements((char *)to, (const char *)item->data, n, size, part);
        return WEFT_OK;
    }
    uint64_t at[WEFT_RANK_MAX] = { 0 };
    const char *from = (const char *)item->data;
    char *out = (char *)to;
    for (uint64_t i = 0; i < n; i++, out += size) {
        dir_elements(out, from, 1, size, part);
        for (unsigned k = item->rank; k-- > 0;) { /* the last index runs fastest */
            from += item->strides[k];
            if (++at[k] < item->dims[k]) break;
            from -= (uint64_t)item->strides[k] * item->dims[k];
            at[k] = 0;
        }
    }
    return WEFT_OK;
}
