/* .npz: a zip archive whose members are .npy files. Read from its central directory; members must be stored.
 *
 *   end of central directory  50 4b 05 06, 22 bytes and a comment of up to 65535: entries at 10, size at 12, offset at
 * 16 central entry             50 4b 01 02, 46 bytes: method 10, crc 16, sizes 20 24, name 28, extra 30, comment 32,
 * offset 42 local header              50 4b 03 04, 30 bytes: name 26, extra 28; then name, extra, data zip64 extra id
 * 1: the u64 of those of size, packed size, offset that stand as ffffffff
 */
#include "tensor/dir.h"
#include "tensor/foreign.h"
#include "base/error.h"

static uint32_t npz_crc32(weft_str s) { /* CRC-32 of IEEE 802.3, half a byte at a time */
    static const uint32_t half[16] = { 0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < s.len; i++) {
        c ^= (unsigned char)s.ptr[i];
        c = c >> 4 ^ half[c & 15];
        c = c >> 4 ^ half[c & 15];
    }
    return ~c;
}

weft_dir_item *weft__foreign_add(weft_dir_items *items, weft_arena *arena, size_t *cap) {
    if (items->count == *cap) {
        size_t more = *cap ? *cap * 2 : 8;
        weft_dir_item *p =
            more > SIZE_MAX / 2 / sizeof *p
                ? NULL
                : (weft_dir_item *)weft_arena_resize(arena, items->items, *cap * sizeof *p, more * sizeof *p, 16);
        if (!p) return NULL;
        items->items = p;
        *cap = more;
    }
    memset(&items->items[items->count], 0, sizeof *items->items);
    return &items->items[items->count++];
}

/* Replaces the sizes that stand as ffffffff by those of the zip64 extra field. */
static bool npz_zip64(const unsigned char *extra, size_t len, uint64_t *size, uint64_t *packed, uint64_t *offset) {
    uint64_t *want[3] = { size, packed, offset };
    if (*size != UINT32_MAX && *packed != UINT32_MAX && *offset != UINT32_MAX) return true;
    while (len >= 4) {
        size_t n = weft__load16le(extra + 2);
        if (n > len - 4) return false;
        if (weft__load16le(extra) == 1) {
            const unsigned char *p = extra + 4;
            for (int i = 0; i < 3; i++) {
                if (*want[i] != UINT32_MAX) continue;
                if (n < 8) return false;
                *want[i] = weft__load64le(p);
                p += 8;
                n -= 8;
            }
            return true;
        }
        extra += 4 + n;
        len -= 4 + n;
    }
    return false;
}

static weft_status npz_member(weft_str bytes, const unsigned char *e, weft_str name, weft_dir_item *item,
                              weft_error *err) {
    const unsigned char *p = (const unsigned char *)bytes.ptr;
    uint64_t at = (uint64_t)(e - p), packed = weft__load32le(e + 20), size = weft__load32le(e + 24),
             offset = weft__load32le(e + 42);
    if (weft__load16le(e + 8) & 1) return weft__dir_fail(err, WEFT_E_UNSUPPORTED, at, "an encrypted member");
    if (weft__load16le(e + 10)) return weft__dir_fail(err, WEFT_E_UNSUPPORTED, at, "a compressed member");
    if (!npz_zip64(e + 46 + name.len, weft__load16le(e + 30), &size, &packed, &offset) || size != packed)
        return weft__dir_fail(err, WEFT_E_FORMAT, at, "sizes that contradict each other");
    if (offset > bytes.len || bytes.len - offset < 30 || memcmp(p + offset, "PK\3\4", 4) != 0)
        return weft__dir_fail(err, WEFT_E_FORMAT, at, "no local header");
    uint64_t start = offset + 30 + weft__load16le(p + offset + 26) + weft__load16le(p + offset + 28);
    if (start > bytes.len || size > bytes.len - start)
        return weft__dir_fail(err, WEFT_E_SHORT, at, "a member lies outside");
    weft_str content = WEFT_TEXT(bytes.ptr + start, (size_t)size);
    if (npz_crc32(content) != weft__load32le(e + 16))
        return weft__dir_fail(err, WEFT_E_CHECKSUM, start, "a member is damaged");
    weft_status st = weft_npy_read(content, item, err);
    if (st && err) err->offset += (size_t)start;
    item->name = WEFT_TEXT(name.ptr, name.len - (name.len > 4 && !memcmp(name.ptr + name.len - 4, ".npy", 4) ? 4 : 0));
    return st;
}

weft_status weft_npz_read(weft_str bytes, weft_arena *arena, weft_dir_items *items, weft_error *err) {
    const unsigned char *p = (const unsigned char *)bytes.ptr;
    size_t cap = 0, end;
    items->items = NULL;
    items->count = 0;
    if (bytes.len < 22) return weft__dir_fail(err, WEFT_E_SHORT, bytes.len, "not a zip archive");
    for (end = bytes.len - 22;; end--) {
        if (!memcmp(p + end, "PK\5\6", 4) && weft__load16le(p + end + 20) == bytes.len - end - 22) break;
        if (!end || bytes.len - end >= 22 + 65535)
            return weft__dir_fail(err, WEFT_E_MAGIC, 0, "not a whole zip archive");
    }
    uint32_t count = weft__load16le(p + end + 10);
    uint64_t at = weft__load32le(p + end + 16);
    if (count == 0xffff || at == UINT32_MAX) { /* zip64: a locator of 20 bytes before, then the record it names */
        uint64_t record = end >= 20 && !memcmp(p + end - 20, "PK\6\7", 4) ? weft__load64le(p + end - 12) : UINT64_MAX;
        if (record > end || end - record < 56 || memcmp(p + record, "PK\6\6", 4) != 0 ||
            weft__load64le(p + record + 32) > UINT32_MAX)
            return weft__dir_fail(err, WEFT_E_FORMAT, end, "no zip64 end record");
        count = (uint32_t)weft__load64le(p + record + 32);
        at = weft__load64le(p + record + 48);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (at > end || end - at < 46 || memcmp(p + at, "PK\1\2", 4) != 0)
            return weft__dir_fail(err, WEFT_E_FORMAT, at < bytes.len ? at : bytes.len, "no central entry");
        uint64_t tail =
            (uint64_t)weft__load16le(p + at + 28) + weft__load16le(p + at + 30) + weft__load16le(p + at + 32);
        if (tail > end - at - 46) return weft__dir_fail(err, WEFT_E_FORMAT, at, "a central entry lies outside");
        weft_str name = WEFT_TEXT(bytes.ptr + at + 46, weft__load16le(p + at + 28));
        weft_dir_item *item = weft__foreign_add(items, arena, &cap);
        if (!item) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_PARSE, NULL);
        weft_status st = npz_member(bytes, p + at, name, item, err);
        if (st) {
            weft__error_path_member(err, name);
            return st;
        }
        at += 46 + tail;
    }
    return WEFT_OK;
}

weft_status weft_npz_write(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err) {
    size_t len = out->len;
    weft_buf central = { NULL, 0, 0, out->alloc, 0 };
    weft_status st = count > 0xfffe ? WEFT_E_MEMBERS : WEFT_OK;
    if (st) weft__error_set(err, st, WEFT_STAGE_WRITE, NULL);
    for (size_t i = 0; !st && i < count; i++) {
        size_t offset = out->len - len, name = items[i].name.len + 4;
        unsigned char local[30] = { 'P', 'K', 3, 4, 20, 0, 0, 8 }; /* version 2.0; names are UTF-8; stored; */
        unsigned char entry[46] = { 'P', 'K', 1, 2, 20, 0, 20, 0, 0, 8 };
        weft__store16le(local + 12, 33); /* 1 January 1980 */
        weft__store16le(local + 26, (uint16_t)name);
        if (!items[i].name.len || name > UINT16_MAX) st = weft__error_set(err, WEFT_E_NAME, WEFT_STAGE_WRITE, NULL);
        size_t start = 0;
        if (!st && (weft_buf_append(out, WEFT_TEXT((const char *)local, 30)) || weft_buf_append(out, items[i].name) ||
                    weft_buf_append(out, WEFT_STR(".npy"))))
            st = weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_WRITE, NULL);
        start = out->len;
        if (!st) st = weft_npy_write(&items[i], out, err);
        if (!st && out->len - len > UINT32_MAX - 1) st = weft__error_set(err, WEFT_E_SIZE, WEFT_STAGE_WRITE, NULL);
        if (st) {
            weft__error_path_member(err, items[i].name);
            break;
        }
        uint32_t size = (uint32_t)(out->len - start);
        unsigned char *head = (unsigned char *)out->data + len + offset;
        weft__store32le(head + 14, npz_crc32(WEFT_TEXT(out->data + start, size)));
        weft__store32le(head + 18, size);
        weft__store32le(head + 22, size);
        memcpy(entry + 8, head + 6, 22); /* flags to name length stand alike in both */
        weft__store32le(entry + 42, (uint32_t)offset);
        if (weft_buf_append(&central, WEFT_TEXT((const char *)entry, 46)) || weft_buf_append(&central, items[i].name) ||
            weft_buf_append(&central, WEFT_STR(".npy")))
            st = weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_WRITE, NULL);
    }
    unsigned char end[22] = { 'P', 'K', 5, 6 };
    size_t at = out->len - len;
    weft__store16le(end + 8, (uint16_t)count);
    weft__store16le(end + 10, (uint16_t)count);
    weft__store32le(end + 12, (uint32_t)central.len);
    weft__store32le(end + 16, (uint32_t)at);
    if (!st && central.len > UINT32_MAX - at) st = weft__error_set(err, WEFT_E_SIZE, WEFT_STAGE_WRITE, NULL);
    if (!st && (weft_buf_append(out, weft_buf_str(&central)) || weft_buf_append(out, WEFT_TEXT((const char *)end, 22))))
        st = weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_WRITE, NULL);
    weft_buf_free(&central);
    if (st) out->len = len;
    return st;
}
