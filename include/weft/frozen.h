/* weft/frozen.h - Frozen, the binary wire: frames with checksums, and streams of frames in files.
 *
 *   weft_frame_append(&buf, hash, payload, NULL);                  // header and payload behind what buf holds
 *   weft_frame_open(bytes, hash, &frame, &err);                    // checked; frame.payload points into bytes
 *
 * The format stands in docs/spec/frozen.md. Sections: frames - reading a stream of frames - appending to a file.
 * All functions may be used by several threads on different objects.
 */
#ifndef WEFT_FROZEN_H
#define WEFT_FROZEN_H

#include <weft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- frames -----------------------------------------------------------------------------------------------------
 * A header of 32 bytes, then the payload. Integers are little-endian.
 *    0  4  magic F7 'W' 'F' 'M'          16  8  payload length in bytes
 *    4  2  format version, 1             24  4  CRC-32C of bytes 0..23 and 28..31 of the header
 *    6  2  flags, 0                      28  4  CRC-32C of the payload
 *    8  8  type hash, 0: none */
enum { WEFT_FRAME_HEADER = 32, WEFT_FRAME_VERSION = 1 };

typedef struct weft_frame {
    uint64_t type_hash;
    weft_str payload; /* inside the bytes that were given */
} weft_frame;

/* Writes the header for a payload. O(payload) for its checksum. */
WEFT_API void weft_frame_header(unsigned char header[WEFT_FRAME_HEADER], uint64_t type_hash, weft_str payload);
/* Appends a frame to buf; on failure buf is as long as before. */
WEFT_API weft_status weft_frame_append(weft_buf *buf, uint64_t type_hash, weft_str payload, weft_error *err);
/* A frame around a payload that is written in place: begin leaves room for the header and gives its position in buf,
 * end fills it in. Nothing else may have shortened buf in between. */
WEFT_API weft_status weft_frame_begin(weft_buf *buf, size_t *at, weft_error *err);
WEFT_API void weft_frame_end(weft_buf *buf, size_t at, uint64_t type_hash);

/* Opens bytes that are exactly one frame. Everything is checked before any of the payload is looked at, in this order:
 * WEFT_E_SHORT (no whole header), WEFT_E_MAGIC, WEFT_E_CHECKSUM (header), WEFT_E_FORMAT (version, flags), WEFT_E_HASH
 * (type_hash is neither 0 nor the frame's), WEFT_E_SHORT, WEFT_E_LONG (length), WEFT_E_CHECKSUM (payload). err tells
 * the byte offset. O(bytes). */
WEFT_API weft_status weft_frame_open(weft_str bytes, uint64_t type_hash, weft_frame *frame, weft_error *err);

/* ---- reading a stream of frames: frame after frame, nothing between them --------------------------------------------
 */
typedef struct weft_frame_reader {
    weft_str bytes;
    size_t offset;      /* of the next frame; after the last good one when next has returned false */
    weft_status status; /* after false: WEFT_OK at the end, WEFT_E_SHORT for a torn tail, else what is damaged */
} weft_frame_reader;

/* Bytes in memory, or a file's from weft_file_open. They must outlive the frames. */
WEFT_API weft_frame_reader weft_frame_reader_of(weft_str bytes);
/* The next frame; false at the end, at a torn tail (what an interrupted append leaves: see weft_frame_writer_open) and
 * at a damaged frame; err is filled in the latter two. */
WEFT_API bool weft_frame_next(weft_frame_reader *reader, weft_frame *frame, weft_error *err);

/* ---- appending to a file --------------------------------------------------------------------------------------------
 */
typedef struct weft_frame_writer_opts {
    bool cut_damaged; /* open: cut the file before the first bad frame even when it is no torn tail */
    bool sync;        /* each add returns only when the frame is on the device */
} weft_frame_writer_opts;

typedef struct weft_frame_writer {
    int fd;          /* -1: closed */
    uint64_t length; /* bytes of the file, all whole frames */
    uint64_t cut;    /* bytes of torn tail that open removed */
    bool failed, sync;
} weft_frame_writer;

/* Opens or makes a file for appending, holding an exclusive advisory lock on it (WEFT_E_OPEN when another writer has
 * it), and cuts a torn tail: a frame that the end of the file interrupts, a last frame with a wrong payload checksum,
 * or nothing but zero bytes to the end. Any other bad frame is an error and the file is not touched, because cutting
 * there would lose the frames behind it. O(file): every header is read, and the payload of the last frame. */
WEFT_API weft_status weft__frame_writer_open(weft_frame_writer *w, const char *path, const weft_frame_writer_opts *opts,
                                             size_t opts_size, weft_error *err);
static inline weft_status weft_frame_writer_open(weft_frame_writer *w, const char *path,
                                                 const weft_frame_writer_opts *opts, weft_error *err) {
    return weft__frame_writer_open(w, path, opts, sizeof(weft_frame_writer_opts), err);
}
/* Appends one frame with one call to the system where possible. On failure the file is cut back to the frames before;
 * when even that fails the writer refuses further frames (WEFT_E_STATE). */
WEFT_API weft_status weft_frame_writer_add(weft_frame_writer *w, uint64_t type_hash, weft_str payload, weft_error *err);
/* Returns when everything added is on the device. */
WEFT_API weft_status weft_frame_writer_sync(weft_frame_writer *w, weft_error *err);
WEFT_API weft_status weft_frame_writer_close(weft_frame_writer *w, weft_error *err);

#ifdef __cplusplus
}
#endif
#endif
