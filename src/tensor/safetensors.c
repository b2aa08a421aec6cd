/* safetensors: u64 length of the header, the header (JSON), the buffer.
 *
 *   {"__metadata__": {"name": "text"}, "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
 *
 * The tensors fill the buffer without overlap or hole; the header is at most 100 MB, as in the format's own reader.
 */
#include "tensor/dir.h"
#include "tensor/foreign.h"
#include "base/alloc.h"
#include "base/error.h"

#include <weft/json.h>
#include <weft/type.h>

#include <stdlib.h>

static const struct {
    char name[8];
    uint8_t dtype;
} safe_dtypes[] = {
    { "BOOL", WEFT_BOOL8 }, { "I8", WEFT_I8 },          { "I16", WEFT_I16 },        { "I32", WEFT_I32 },
    { "I64", WEFT_I64 },    { "U8", WEFT_U8 },          { "U16", WEFT_U16 },        { "U32", WEFT_U32 },
    { "U64", WEFT_U64 },    { "F16", WEFT_F16 },        { "BF16", WEFT_BF16 },      { "F32", WEFT_F32 },
    { "F64", WEFT_F64 },    { "F8_E4M3", WEFT_F8E4M3 }, { "F8_E5M2", WEFT_F8E5M2 }, { "C64", WEFT_C64 }
};
enum { SAFE_DTYPES = sizeof safe_dtypes / sizeof *safe_dtypes, SAFE_HEADER_MAX = 100000000 };

static weft_status safe_fail(weft_error *err, weft_status code, weft_str name, const char *reason) {
    weft__dir_fail(err, code, 8, reason);
    weft__error_path_member(err, name);
    return code;
}

static weft_status safe_tensor(weft_json v, weft_str name, weft_str buffer, weft_dir_item *item, weft_error *err) {
    weft_str dtype = weft_json_as_str(weft_json_get(v, "dtype"));
    weft_json shape = weft_json_get(v, "shape"), offsets = weft_json_get(v, "data_offsets");
    item->kind = WEFT_DIR_TENSOR;
    for (size_t i = 0; i < SAFE_DTYPES; i++)
        if (weft_str_equal(dtype, weft_str_of(safe_dtypes[i].name))) item->dtype = (weft_dtype)safe_dtypes[i].dtype;
    if (!item->dtype) return safe_fail(err, WEFT_E_DTYPE, name, NULL);
    if (!weft_json_is(shape, WEFT_ARRAY) || weft_json_len(shape) > WEFT_RANK_MAX ||
        !weft_json_is(offsets, WEFT_ARRAY) || weft_json_len(offsets) != 2 || weft_json_len(v) != 3)
        return safe_fail(err, WEFT_E_SHAPE, name, "not dtype, shape, data_offsets");
    for (weft_iter it = weft_json_iter(shape); weft_iter_next(&it);) {
        uint64_t d = weft_json_as_uint(it.value, UINT64_MAX);
        if (d == UINT64_MAX) return safe_fail(err, WEFT_E_SHAPE, name, "a dimension that is no number");
        item->dims[item->rank++] = d;
    }
    uint64_t from = weft_json_as_uint(weft_json_at(offsets, 0), UINT64_MAX);
    uint64_t to = weft_json_as_uint(weft_json_at(offsets, 1), UINT64_MAX);
    if (from > to || to > buffer.len) return safe_fail(err, WEFT_E_SHORT, name, "data outside the file");
    item->data = buffer.ptr + from;
    item->size = (size_t)(to - from);
    return WEFT_OK;
}

static int safe_by_place(const void *a, const void *b) {
    const weft_dir_item *x = (const weft_dir_item *)a, *y = (const weft_dir_item *)b;
    uintptr_t p = (uintptr_t)x->data, q = (uintptr_t)y->data;
    if (p != q) return p < q ? -1 : 1;
    return x->size != y->size ? (x->size < y->size ? -1 : 1) : weft_str_compare(x->name, y->name);
}

static weft_status safe_items(weft_json root, weft_str buffer, weft_arena *arena, weft_dir_items *items,
                              weft_error *err) {
    size_t cap = 0;
    weft_json meta = weft_json_get(root, "__metadata__");
    for (weft_iter it = weft_json_iter(root); weft_iter_next(&it);) {
        if (weft_str_equal(it.key, WEFT_STR("__metadata__"))) continue;
        weft_dir_item *item = weft__foreign_add(items, arena, &cap);
        weft_str name = item ? weft_arena_copy(arena, it.key) : it.key;
        if (!item || !name.ptr) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
        weft_status st = safe_tensor(it.value, it.key, buffer, item, err);
        if (st) return st;
        item->name = name;
        st = weft__dir_item_check(item, 8, err);
        if (st) return weft__error_path_member(err, it.key), st;
    }
    if (items->count) qsort(items->items, items->count, sizeof *items->items, safe_by_place);
    size_t place = 0;
    for (size_t i = 0; i < items->count; i++) {
        if ((const char *)items->items[i].data != buffer.ptr + place)
            return safe_fail(err, WEFT_E_OVERLAP, items->items[i].name, NULL);
        place += items->items[i].size;
    }
    if (place != buffer.len) return weft__dir_fail(err, WEFT_E_OVERLAP, 8 + place, "bytes that belong to no tensor");
    if (weft_json_exists(meta) && !weft_json_is(meta, WEFT_OBJECT))
        return safe_fail(err, WEFT_E_KIND, WEFT_STR("__metadata__"), NULL);
    for (weft_iter it = weft_json_iter(meta); weft_iter_next(&it);) {
        if (!weft_json_is(it.value, WEFT_STRING))
            return safe_fail(err, WEFT_E_KIND, it.key, "metadata that is no string");
        weft_dir_item *item = weft__foreign_add(items, arena, &cap);
        weft_str name = item ? weft_arena_copy(arena, it.key) : it.key;
        weft_str text = item ? weft_arena_copy(arena, weft_json_as_str(it.value)) : it.key;
        if (!item || !name.ptr || !text.ptr) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
        *item = weft_text_item(name, text);
    }
    return WEFT_OK;
}

weft_status weft_safetensors_read(weft_str bytes, weft_arena *arena, weft_dir_items *items, weft_error *err) {
    items->items = NULL;
    items->count = 0;
    if (bytes.len < 8) return weft__dir_fail(err, WEFT_E_SHORT, bytes.len, NULL);
    uint64_t length = weft__load64le(bytes.ptr);
    if (length > SAFE_HEADER_MAX)
        return weft__dir_fail(err, WEFT_E_MAGIC, 0, "not safetensors: the header is too long");
    if (length > bytes.len - 8) return weft__dir_fail(err, WEFT_E_SHORT, bytes.len, "ends inside the header");
    weft_read_opts o;
    memset(&o, 0, sizeof o);
    o.alloc = arena->alloc;
    weft_error mine;
    weft_doc *doc = weft_doc_read(WEFT_TEXT(bytes.ptr + 8, (size_t)length), &o, err ? err : &mine);
    if (!doc) {
        if (err) err->offset += 8;
        return err ? err->code : mine.code;
    }
    weft_json root = weft_doc_root(doc);
    weft_str buffer = WEFT_TEXT(bytes.ptr + 8 + length, bytes.len - 8 - (size_t)length);
    weft_status st = weft_json_is(root, WEFT_OBJECT) ? safe_items(root, buffer, arena, items, err)
                                                     : weft__dir_fail(err, WEFT_E_KIND, 8, "the header is no object");
    weft_doc_free(doc);
    return st;
}

static weft_status safe_header(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err) {
    uint64_t place = 0;
    bool first = true, meta = false;
    weft_status st = weft_buf_byte(out, '{');
    for (size_t i = 0; !st && i < count; i++) {
        if (items[i].kind != WEFT_DIR_TEXT) continue;
        weft_str text = WEFT_TEXT((const char *)items[i].data, items[i].size);
        st = weft_buf_append(out, meta ? WEFT_STR(",") : WEFT_STR("\"__metadata__\":{"));
        if (!st) st = weft_json_string(out, items[i].name);
        if (!st) st = weft_buf_byte(out, ':');
        if (!st) st = weft_json_string(out, text);
        meta = true;
        first = false;
    }
    if (meta && !st) st = weft_buf_byte(out, '}');
    for (size_t i = 0; !st && i < count; i++) {
        const weft_dir_item *item = &items[i];
        const char *dtype = NULL;
        uint64_t n;
        if (item->kind == WEFT_DIR_TEXT) continue;
        for (size_t k = 0; k < SAFE_DTYPES; k++)
            if (safe_dtypes[k].dtype == (unsigned)item->dtype) dtype = safe_dtypes[k].name;
        if (item->kind != WEFT_DIR_TENSOR || !dtype) return safe_fail(err, WEFT_E_DTYPE, item->name, NULL);
        st = weft__dir_item_check(item, 0, err);
        if (st) return st;
        weft_tensor_count(item, &n);
        n *= weft_dtype_size(item->dtype);
        if (!first) st = weft_buf_byte(out, ',');
        first = false;
        if (!st) st = weft_json_string(out, item->name);
        if (!st) st = weft_buf_printf(out, ":{\"dtype\":\"%s\",\"shape\":[", dtype);
        for (unsigned k = 0; !st && k < item->rank; k++)
            st = weft_buf_printf(out, k ? ",%llu" : "%llu", (unsigned long long)item->dims[k]);
        if (!st) st = weft_buf_printf(out, "],\"data_offsets\":[%llu,", (unsigned long long)place);
        place += n;
        if (!st) st = weft_buf_printf(out, "%llu]}", (unsigned long long)place);
    }
    if (!st) st = weft_buf_byte(out, '}');
    if (st) weft__error_set(err, st, WEFT_STAGE_WRITE, NULL);
    return st;
}

weft_status weft_safetensors_write(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err) {
    size_t len = out->len;
    weft_status st = weft_buf_append(out, WEFT_TEXT("\0\0\0\0\0\0\0\0", 8));
    if (st) return weft__error_set(err, st, WEFT_STAGE_WRITE, NULL);
    st = safe_header(items, count, out, err);
    while (!st && (out->len - len) % 8) st = weft_buf_byte(out, ' '); /* the buffer starts aligned */
    if (!st) weft__store64le(out->data + len, out->len - len - 8);
    for (size_t i = 0; !st && i < count; i++)
        if (items[i].kind == WEFT_DIR_TENSOR) st = weft__foreign_elements(&items[i], out, err);
    if (st) out->len = len;
    return st;
}
