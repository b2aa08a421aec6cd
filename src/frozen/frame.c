/* Frames in memory. The layout stands in weft/frozen.h. */
#include "frozen/frame.h"
#include "base/compiler.h"
#include "base/error.h"

static const unsigned char frame_magic[4] = { 0xf7, 'W', 'F', 'M' };

static uint32_t frame_header_sum(const unsigned char *h) { return weft_crc32c(weft_crc32c(0, h, 24), h + 28, 4); }

void weft_frame_header(unsigned char h[WEFT_FRAME_HEADER], uint64_t type_hash, weft_str payload) {
    memcpy(h, frame_magic, 4);
    weft__store16le(h + 4, WEFT_FRAME_VERSION);
    weft__store16le(h + 6, 0);
    weft__store64le(h + 8, type_hash);
    weft__store64le(h + 16, payload.len);
    weft__store32le(h + 28, weft_crc32c(0, payload.ptr, payload.len));
    weft__store32le(h + 24, frame_header_sum(h));
}

weft_status weft_frame_begin(weft_buf *buf, size_t *at, weft_error *err) {
    weft_status st = weft_buf_reserve(buf, WEFT_FRAME_HEADER);
    if (st) return weft__error_set(err, st, WEFT_STAGE_ENCODE, NULL);
    *at = buf->len;
    memset(buf->data + buf->len, 0, WEFT_FRAME_HEADER);
    buf->len += WEFT_FRAME_HEADER;
    return WEFT_OK;
}

void weft_frame_end(weft_buf *buf, size_t at, uint64_t type_hash) {
    size_t start = at + WEFT_FRAME_HEADER;
    weft_frame_header((unsigned char *)buf->data + at, type_hash, WEFT_TEXT(buf->data + start, buf->len - start));
}

weft_status weft_frame_append(weft_buf *buf, uint64_t type_hash, weft_str payload, weft_error *err) {
    weft_status st = payload.len > SIZE_MAX - WEFT_FRAME_HEADER
                         ? WEFT_E_SIZE
                         : weft_buf_reserve(buf, WEFT_FRAME_HEADER + payload.len);
    if (st) return weft__error_set(err, st, WEFT_STAGE_ENCODE, NULL);
    weft_frame_header((unsigned char *)buf->data + buf->len, type_hash, payload);
    if (payload.len) memcpy(buf->data + buf->len + WEFT_FRAME_HEADER, payload.ptr, payload.len);
    buf->len += WEFT_FRAME_HEADER + payload.len;
    return WEFT_OK;
}

weft_status weft__frame_fail(weft_error *err, weft_status code, size_t offset, const char *reason) {
    weft__error_set(err, code, WEFT_STAGE_PARSE, reason ? "%s" : NULL, reason);
    if (err) {
        err->placed = true;
        err->offset = offset;
    }
    return code;
}

weft_status weft__frame_check_header(const unsigned char *h, size_t have, size_t offset, uint64_t *length,
                                     weft_error *err) {
    size_t n = have < 4 ? have : 4;
    if (memcmp(h, frame_magic, n) != 0) return weft__frame_fail(err, WEFT_E_MAGIC, offset, "not a frame");
    if (have < WEFT_FRAME_HEADER)
        return weft__frame_fail(err, WEFT_E_SHORT, offset + have, "ends inside a frame header");
    if (weft__load32le(h + 24) != frame_header_sum(h))
        return weft__frame_fail(err, WEFT_E_CHECKSUM, offset + 24, "frame header is damaged");
    if (weft__load16le(h + 4) != WEFT_FRAME_VERSION)
        return weft__frame_fail(err, WEFT_E_FORMAT, offset + 4, "unknown frame version");
    if (weft__load16le(h + 6)) return weft__frame_fail(err, WEFT_E_FORMAT, offset + 6, "unknown frame flags");
    *length = weft__load64le(h + 16);
    return WEFT_OK;
}

static weft_status frame_take(weft_str bytes, size_t offset, uint64_t type_hash, bool whole, weft_frame *frame,
                              weft_error *err) {
    const unsigned char *h = (const unsigned char *)bytes.ptr + offset;
    size_t have = bytes.len - offset;
    uint64_t length = 0;
    if (!have) return weft__frame_fail(err, WEFT_E_SHORT, offset, "no frame");
    weft_status st = weft__frame_check_header(h, have, offset, &length, err);
    if (st) return st;
    uint64_t hash = weft__load64le(h + 8);
    if (type_hash && hash != type_hash)
        return weft__frame_fail(err, WEFT_E_HASH, offset + 8, "the frame holds another type");
    have -= WEFT_FRAME_HEADER;
    if (length > have) return weft__frame_fail(err, WEFT_E_SHORT, bytes.len, "ends inside a frame's payload");
    if (whole && length < have)
        return weft__frame_fail(err, WEFT_E_LONG, offset + WEFT_FRAME_HEADER + (size_t)length, "bytes after the frame");
    const char *payload = bytes.ptr + offset + WEFT_FRAME_HEADER;
    if (weft_crc32c(0, payload, (size_t)length) != weft__load32le(h + 28))
        return weft__frame_fail(err, WEFT_E_CHECKSUM, offset + WEFT_FRAME_HEADER, "frame payload is damaged");
    frame->type_hash = hash;
    frame->payload = WEFT_TEXT(payload, (size_t)length);
    return WEFT_OK;
}

weft_status weft_frame_open(weft_str bytes, uint64_t type_hash, weft_frame *frame, weft_error *err) {
    return frame_take(bytes, 0, type_hash, true, frame, err);
}

weft_frame_reader weft_frame_reader_of(weft_str bytes) {
    weft_frame_reader r = { bytes, 0, WEFT_OK };
    return r;
}

/* Whether what starts at `offset` is what an interrupted append leaves. */
static bool frame_is_torn(weft_str bytes, size_t offset, weft_status st) {
    const unsigned char *h = (const unsigned char *)bytes.ptr + offset;
    size_t have = bytes.len - offset, zeros = 0;
    while (zeros < have && !h[zeros]) zeros++;
    if (zeros == have) return true; /* space that was given to the file but never written */
    uint64_t length = 0;
    return st == WEFT_E_CHECKSUM && weft__frame_check_header(h, have, offset, &length, NULL) == WEFT_OK &&
           length == have - WEFT_FRAME_HEADER;
}

bool weft_frame_next(weft_frame_reader *r, weft_frame *frame, weft_error *err) {
    if (r->status) {
        weft__frame_fail(err, r->status, r->offset, NULL);
        return false;
    }
    if (r->offset >= r->bytes.len) return false;
    weft_status st = frame_take(r->bytes, r->offset, 0, false, frame, err);
    if (st) {
        r->status = st;
        if (st != WEFT_E_SHORT && frame_is_torn(r->bytes, r->offset, st))
            r->status = weft__frame_fail(err, WEFT_E_SHORT, r->offset, "the last frame was not written to its end");
        return false;
    }
    r->offset += WEFT_FRAME_HEADER + frame->payload.len;
    return true;
}
