/* weft/frozen.h - Frozen, the binary wire: messages of declared types, frames with checksums, streams of frames in
 * files.
 *
 *   User_to_frozen(&user, &buf, NULL, &err);                       // 44 bytes instead of 130 of JSON
 *   User *u = User_new_from_frozen(bytes, NULL, &err);             // checked; weft_free(u)
 *   weft_frame_append(&buf, hash, payload, NULL);                  // header and payload behind what buf holds
 *   weft_frame_open(bytes, hash, &frame, &err);                    // checked; frame.payload points into bytes
 *
 * The format stands in docs/spec/frozen.md. Sections: messages - frames - reading a stream of frames - appending to a
 * file. All functions may be used by several threads on different objects.
 */
#ifndef WEFT_FROZEN_H
#define WEFT_FROZEN_H

#include <weft/base.h>
#include <weft/type.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- messages ---------------------------------------------------------------------------------------------------
 * Little-endian, fixed width, members in declaration order, no padding. What differs from JSON: names are not on the
 * wire; .conv, .coerce, .lenient, .read_only and .write_only are JSON's alone; hidden members, weft_extra and
 * weft_presence are not written, and decoding gives them their defaults; strings, bytes, lists and maps that are
 * .nullable (and weft_cstr that is .optional without a default) have a tag byte, so that NULL comes back as NULL.
 * Ranges, lengths, .one_of and checks hold on both wires. Zero is the default of every option. */
typedef struct weft_freeze_opts {
    void *ctx;               /* given to every check */
    const weft_alloc *alloc; /* of temporary memory: maps whose keys are not in order */
    uint32_t max_depth;      /* nesting through lists, maps, pointers, optionals, unions; 0: 256, at most 1024 */
    bool frame;              /* in a frame with the type's hash */
    bool trust_utf8;         /* strings are known to be UTF-8 */
    bool trust;              /* values are known to be as declared: ranges, lengths, .one_of, checks */
} weft_freeze_opts;

typedef struct weft_thaw_opts {
    void *ctx;
    const weft_alloc *alloc; /* of a new value */
    size_t max_memory;       /* most bytes a new value may take; 0: no limit */
    uint32_t max_depth;      /* 0: 256, at most 1024 */
    bool frame;              /* the bytes are one frame, of this type */
    bool borrow;     /* strings and bytes (not weft_cstr, char[n]), and aligned lists of numbers, stay in the input,
                        which must outlive the value */
    bool trust_utf8; /* strings are known to be UTF-8 */
    bool trust;      /* the bytes were made by this program: only lengths and counts are checked, nothing else */
} weft_thaw_opts;

/* Appends the message of *value to out; on failure out is as long as before. Equal values give equal bytes, unless an
 * evolvable struct is among them. Errors: WEFT_E_UTF8, WEFT_E_ENUM, WEFT_E_VARIANT, WEFT_E_NULL, WEFT_E_DUPLICATE
 * (keys), WEFT_E_STRING_SIZE, WEFT_E_MEMBERS, WEFT_E_SIZE (beyond 32 bits), WEFT_E_DEPTH (also cycles), those of
 * checks. O(bytes), O(n log n) for maps out of order. */
WEFT_API weft_status weft__type_to_frozen(const weft_type *type, const void *value, weft_buf *out,
                                          const weft_freeze_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_type_to_frozen(const weft_type *type, const void *value, weft_buf *out,
                                              const weft_freeze_opts *opts, weft_error *err) {
    return weft__type_to_frozen(type, value, out, opts, sizeof(weft_freeze_opts), err);
}
/* Decodes a whole message into *out; what it points to comes from `arena` (or stays in the bytes: .borrow). On failure
 * *out is as it was. A count is compared with the bytes that are left before memory is taken for it, so n bytes take at
 * most n times the largest ratio of an element's size in C to its fewest bytes on the wire. Errors: WEFT_E_SHORT,
 * WEFT_E_LONG, WEFT_E_TAG, WEFT_E_UTF8, WEFT_E_ENUM, WEFT_E_VARIANT, WEFT_E_ORDER, WEFT_E_DUPLICATE, WEFT_E_FIT,
 * WEFT_E_NUL, WEFT_E_DEPTH, those of frames and checks, with the offset in the bytes and the path. O(bytes). */
WEFT_API weft_status weft__type_from_frozen(const weft_type *type, void *out, weft_str bytes, weft_arena *arena,
                                            const weft_thaw_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_type_from_frozen(const weft_type *type, void *out, weft_str bytes, weft_arena *arena,
                                                const weft_thaw_opts *opts, weft_error *err) {
    return weft__type_from_frozen(type, out, bytes, arena, opts, sizeof(weft_thaw_opts), err);
}
/* The same into a new value that owns everything it points to (weft_free); NULL on failure. */
WEFT_API void *weft__type_new_from_frozen(const weft_type *type, weft_str bytes, const weft_thaw_opts *opts,
                                          size_t opts_size, weft_error *err);
static inline void *weft_type_new_from_frozen(const weft_type *type, weft_str bytes, const weft_thaw_opts *opts,
                                              weft_error *err) {
    return weft__type_new_from_frozen(type, bytes, opts, sizeof(weft_thaw_opts), err);
}
/* Whether the bytes are a message of the type; takes no memory. Ranges, lengths and checks of the declaration are not
 * looked at. */
WEFT_API weft_status weft__type_verify_frozen(const weft_type *type, weft_str bytes, const weft_thaw_opts *opts,
                                              size_t opts_size, weft_error *err);
static inline weft_status weft_type_verify_frozen(const weft_type *type, weft_str bytes, const weft_thaw_opts *opts,
                                                  weft_error *err) {
    return weft__type_verify_frozen(type, bytes, opts, sizeof(weft_thaw_opts), err);
}
/* Types declared after this header have the same by name. */
#undef WEFT__API_FROZEN
#define WEFT__API_FROZEN(T, C)                                                                                         \
    WEFT__INLINE weft_status T##_to_frozen(const C *value_, weft_buf *out_, const weft_freeze_opts *opts_,             \
                                           weft_error *err_) {                                                         \
        return weft_type_to_frozen(weft__type_##T(), value_, out_, opts_, err_);                                       \
    }                                                                                                                  \
    WEFT__INLINE weft_status T##_from_frozen(C *out_, weft_str bytes_, weft_arena *arena_,                             \
                                             const weft_thaw_opts *opts_, weft_error *err_) {                          \
        return weft_type_from_frozen(weft__type_##T(), out_, bytes_, arena_, opts_, err_);                             \
    }                                                                                                                  \
    WEFT__INLINE C *T##_new_from_frozen(weft_str bytes_, const weft_thaw_opts *opts_, weft_error *err_) {              \
        return (C *)weft_type_new_from_frozen(weft__type_##T(), bytes_, opts_, err_);                                  \
    }                                                                                                                  \
    WEFT__INLINE weft_status T##_verify_frozen(weft_str bytes_, const weft_thaw_opts *opts_, weft_error *err_) {       \
        return weft_type_verify_frozen(weft__type_##T(), bytes_, opts_, err_);                                         \
    }

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
