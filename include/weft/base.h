/* weft/base.h - what every part of weft shares: version, status and error values, strings, allocators, arenas, growable
 * buffers, files, CPU choice.
 *
 * Conventions that hold for the whole library
 *  - A fallible call returns weft_status (0 = WEFT_OK) or a pointer that may be NULL, and fills the optional
 * weft_error.
 *  - Nothing here is global or locked. An object may be used by one thread at a time, and a const object by many.
 *  - Sizes are bytes unless the name says otherwise. Text is (pointer, length); it is never read outside and needs no
 * NUL.
 *  - `const weft_alloc *` may be NULL everywhere: then malloc, realloc and free are used.
 */
#ifndef WEFT_BASE_H
#define WEFT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version ---------------------------------------------------------------------------------------------------- */
#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 1
#define WEFT_VERSION_PATCH 0
#define WEFT_VERSION_NUMBER (WEFT_VERSION_MAJOR * 1000000 + WEFT_VERSION_MINOR * 1000 + WEFT_VERSION_PATCH)
#define WEFT_VERSION_STRING "0.1.0"

#if defined(WEFT_SHARED) && (defined(__GNUC__) || defined(__clang__))
#define WEFT_API __attribute__((visibility("default")))
#else
#define WEFT_API
#endif
#if defined(__GNUC__) || defined(__clang__)
#define WEFT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define WEFT_UNUSED __attribute__((unused))
#else
#define WEFT_PRINTF(fmt, args)
#define WEFT_UNUSED
#endif

/* The version of the library that was linked, as WEFT_VERSION_NUMBER and as text. */
WEFT_API int weft_version_number(void);
WEFT_API const char *weft_version_string(void);
/* True when the linked library can serve a program compiled against these headers: same major version and not older. */
#define weft_version_agrees() weft__version_agrees(WEFT_VERSION_NUMBER)
WEFT_API bool weft__version_agrees(int compiled);

/* ---- strings ---------------------------------------------------------------------------------------------------- */
/* A piece of text or bytes that somebody else owns. ptr may be NULL only when len is 0. */
typedef struct weft_str {
    const char *ptr;
    size_t len;
} weft_str;

#ifdef __cplusplus
#define WEFT_STR(literal) (weft_str{ (literal), sizeof(literal) - 1 })
#define WEFT_TEXT(pointer, length) (weft_str{ (pointer), (length) })
#else
#define WEFT_STR(literal) ((weft_str){ ("" literal), sizeof(literal) - 1 }) /* of a string literal */
#define WEFT_TEXT(pointer, length) ((weft_str){ (pointer), (length) })      /* of a pointer and a length */
#endif
/* printf("%" WEFT_STR_FMT, WEFT_STR_ARG(s)); at most INT_MAX bytes are printed. */
#define WEFT_STR_FMT ".*s"
#define WEFT_STR_ARG(s) ((s).len > 0x7fffffff ? 0x7fffffff : (int)(s).len), ((s).ptr ? (s).ptr : "")

/* Of a NUL-terminated string; NULL gives the empty string. */
static inline weft_str weft_str_of(const char *s) {
    weft_str r;
    r.ptr = s ? s : "";
    r.len = s ? strlen(s) : 0;
    return r;
}
static inline bool weft_str_equal(weft_str a, weft_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}
/* Bytewise order, the shorter first when one starts the other; <0, 0, >0. */
static inline int weft_str_compare(weft_str a, weft_str b) {
    size_t n = a.len < b.len ? a.len : b.len;
    int c = n ? memcmp(a.ptr, b.ptr, n) : 0;
    return c ? c : (a.len > b.len) - (a.len < b.len);
}
static inline bool weft_str_starts(weft_str s, weft_str prefix) {
    return s.len >= prefix.len && (prefix.len == 0 || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

/* ---- status and errors ------------------------------------------------------------------------------------------ */
/* Codes are stable: a number is never given a second meaning. X(name, number, text) */
#define WEFT_STATUS_LIST(X)                                                                                            \
    X(WEFT_OK, 0, "no error")                                                                                          \
    /* 1..19: the call */                                                                                              \
    X(WEFT_E_MEMORY, 1, "out of memory")                                                                               \
    X(WEFT_E_ARGUMENT, 2, "invalid argument")                                                                          \
    X(WEFT_E_VERSION, 3, "library and headers do not agree")                                                           \
    X(WEFT_E_SPACE, 4, "buffer too small")                                                                             \
    X(WEFT_E_CALLBACK, 5, "a callback failed")                                                                         \
    X(WEFT_E_UNSUPPORTED, 6, "not supported here")                                                                     \
    X(WEFT_E_STATE, 7, "not allowed in this state")                                                                    \
    /* 20..39: limits */                                                                                               \
    X(WEFT_E_DEPTH, 20, "nested too deeply")                                                                           \
    X(WEFT_E_SIZE, 21, "too large")                                                                                    \
    X(WEFT_E_MEMBERS, 22, "too many members or elements")                                                              \
    X(WEFT_E_STRING_SIZE, 23, "string too long")                                                                       \
    X(WEFT_E_ALLOCATION, 24, "allocation limit reached")                                                               \
    /* 40..59: files */                                                                                                \
    X(WEFT_E_OPEN, 40, "cannot open")                                                                                  \
    X(WEFT_E_READ, 41, "cannot read")                                                                                  \
    X(WEFT_E_WRITE, 42, "cannot write")                                                                                \
    X(WEFT_E_DIRECTORY, 43, "is a directory")                                                                          \
    /* 100..129: JSON text */                                                                                          \
    X(WEFT_E_EMPTY, 100, "no JSON value")                                                                              \
    X(WEFT_E_END, 101, "unexpected end of text")                                                                       \
    X(WEFT_E_SYNTAX, 102, "unexpected character")                                                                      \
    X(WEFT_E_TRAILING, 103, "text after the value")                                                                    \
    X(WEFT_E_NUMBER, 104, "invalid number")                                                                            \
    X(WEFT_E_RANGE, 105, "number out of range")                                                                        \
    X(WEFT_E_ESCAPE, 106, "invalid escape")                                                                            \
    X(WEFT_E_SURROGATE, 107, "lone surrogate escape")                                                                  \
    X(WEFT_E_CONTROL, 108, "control character in string")                                                              \
    X(WEFT_E_UTF8, 109, "invalid UTF-8")                                                                               \
    X(WEFT_E_BOM, 110, "byte order mark")                                                                              \
    X(WEFT_E_LITERAL, 111, "invalid literal")                                                                          \
    X(WEFT_E_DUPLICATE, 112, "duplicate member")                                                                       \
    X(WEFT_E_COMMENT, 113, "comment not allowed")                                                                      \
    X(WEFT_E_COMMA, 114, "trailing comma")                                                                             \
    /* 150..169: documents, pointers, patches */                                                                       \
    X(WEFT_E_POINTER, 150, "invalid JSON Pointer")                                                                     \
    X(WEFT_E_MISSING, 151, "no such value")                                                                            \
    X(WEFT_E_KIND, 152, "value of the wrong kind")                                                                     \
    X(WEFT_E_PATCH, 153, "invalid patch")                                                                              \
    X(WEFT_E_TEST, 154, "patch test failed")                                                                           \
    X(WEFT_E_NONFINITE, 155, "NaN or infinity cannot be written")                                                      \
    X(WEFT_E_CYCLE, 156, "cycle")                                                                                      \
    X(WEFT_E_FOREIGN, 157, "value of another document")                                                                \
    /* 200..229: typed values */                                                                                       \
    X(WEFT_E_TYPE, 200, "invalid type declaration")                                                                    \
    X(WEFT_E_REQUIRED, 201, "required member missing")                                                                 \
    X(WEFT_E_UNKNOWN, 202, "unknown member")                                                                           \
    X(WEFT_E_NULL, 203, "null not allowed")                                                                            \
    X(WEFT_E_ENUM, 204, "unknown enum value")                                                                          \
    X(WEFT_E_VARIANT, 205, "no variant fits")                                                                          \
    X(WEFT_E_AMBIGUOUS, 206, "more than one variant fits")                                                             \
    X(WEFT_E_CHECK, 207, "check failed")                                                                               \
    X(WEFT_E_CONVERT, 208, "conversion failed")                                                                        \
    X(WEFT_E_COUNT, 209, "wrong number of elements")                                                                   \
    X(WEFT_E_NUL, 210, "NUL inside a C string")                                                                        \
    X(WEFT_E_FIT, 211, "does not fit")                                                                                 \
    X(WEFT_E_OVERFLOW, 212, "more errors than the list holds")                                                         \
    /* 250..279: Frozen and tensors */                                                                                 \
    X(WEFT_E_MAGIC, 250, "not a file of this kind")                                                                    \
    X(WEFT_E_FORMAT, 251, "unknown format version or flag")                                                            \
    X(WEFT_E_HASH, 252, "another type")                                                                                \
    X(WEFT_E_CHECKSUM, 253, "checksum does not match")                                                                 \
    X(WEFT_E_SHORT, 254, "ends too early")                                                                             \
    X(WEFT_E_LONG, 255, "bytes left over")                                                                             \
    X(WEFT_E_TAG, 256, "invalid tag byte")                                                                             \
    X(WEFT_E_ORDER, 257, "keys not in order")                                                                          \
    X(WEFT_E_OVERLAP, 258, "payloads overlap or leave gaps")                                                           \
    X(WEFT_E_SHAPE, 259, "invalid shape or strides")                                                                   \
    X(WEFT_E_DTYPE, 260, "invalid or wrong dtype")                                                                     \
    X(WEFT_E_NAME, 261, "invalid or duplicate name")                                                                   \
    X(WEFT_E_ALIGN, 262, "not aligned")                                                                                \
    X(WEFT_E_ENDIAN, 263, "byte order does not allow access in place")

typedef enum weft_status {
#define WEFT__STATUS_ENUM(name, number, text) name = number,
    WEFT_STATUS_LIST(WEFT__STATUS_ENUM)
#undef WEFT__STATUS_ENUM
} weft_status;

typedef enum weft_stage {
    WEFT_STAGE_NONE,
    WEFT_STAGE_READ,   /* file or stream input */
    WEFT_STAGE_PARSE,  /* JSON text or binary framing */
    WEFT_STAGE_DECODE, /* into a type */
    WEFT_STAGE_ENCODE, /* out of a type */
    WEFT_STAGE_WRITE   /* text or file output */
} weft_stage;

/* Everything known about a failure; owned by the caller, fixed size, no pointers: it outlives the text it speaks of.
 * Texts that do not fit are cut ("..." in the middle for paths, at the end elsewhere) and always end with a NUL. */
typedef struct weft_error {
    weft_status code;
    weft_stage stage;
    bool placed;      /* offset is meaningful (and line and column, when line > 0) */
    size_t offset;    /* bytes from the start of the text to the first byte that makes it invalid */
    uint32_t line;    /* from 1; 0: not a text; lines end with LF, CRLF or CR */
    uint32_t column;  /* from 1, in bytes */
    char path[128];   /* "$.server.ports[2]"; "" where none is known */
    char target[48];  /* target type: "integer 1..65535" */
    char found[64];   /* what was there: string "http" */
    char reason[160]; /* one sentence without place */
    char file[128];   /* "" where no file is involved */
    char excerpt[96]; /* the line around the place, for the caret; controls and bytes that are not UTF-8 as '.' */
    uint16_t caret;   /* byte position of the place in excerpt */
    uint8_t path_cut; /* byte position of the "..." in path; 0: the path is whole */
} weft_error;

/* The text of a code ("unexpected character"), never NULL; and its name ("WEFT_E_SYNTAX"). */
WEFT_API const char *weft_status_text(weft_status code);
WEFT_API const char *weft_status_name(weft_status code);
/* Writes "file:line:col: path: reason" (only the parts that are known) to out, always NUL-terminated when cap > 0.
 * Returns the length without the NUL that would have been needed, as snprintf does. */
WEFT_API size_t weft_error_format(const weft_error *err, char *out, size_t cap);
/* The line of weft_error_format, then the excerpt and a caret below it, to `to`. Allocates nothing. */
WEFT_API void weft_error_print(FILE *to, const weft_error *err);

/* ---- allocators ------------------------------------------------------------------------------------------------- */
/* Memory source of a call or an object. All three are required. Blocks are aligned to 16 bytes. Sizes passed to resize
 * and release are those that were asked for. resize may move; on failure (NULL) the old block stays valid. */
typedef struct weft_alloc {
    void *(*alloc)(void *ctx, size_t size);
    void *(*resize)(void *ctx, void *ptr, size_t old_size, size_t size);
    void (*release)(void *ctx, void *ptr, size_t size);
    void *ctx;
} weft_alloc;

/* The allocator used for NULL: malloc, realloc, free. */
WEFT_API const weft_alloc *weft_alloc_default(void);

/* Arena: many small blocks, freed together. Zero is a valid empty arena: `weft_arena a = {0};` (default allocator, no
 * limit). One thread at a time. */
typedef struct weft_arena {
    char *cur, *end; /* free part of the current chunk */
    struct weft__chunk *chunks;
    const weft_alloc *alloc; /* NULL: default; ignored by fixed arenas */
    size_t used;             /* bytes taken from the allocator, or from the fixed buffer */
    size_t limit;            /* most bytes to take; 0: none */
    bool fixed;              /* the buffer is the caller's; it never grows */
} weft_arena;

/* An arena over `size` bytes at `buffer` that never allocates; NULL results once it is full. */
WEFT_API weft_arena weft_arena_fixed(void *buffer, size_t size);
/* An arena over an allocator with a limit (0: none). */
WEFT_API weft_arena weft_arena_make(const weft_alloc *alloc, size_t limit);
/* size bytes aligned to `align` (a power of two up to 4096), or NULL. size 0 gives a valid unique-enough pointer. O(1).
 */
WEFT_API void *weft_arena_alloc(weft_arena *arena, size_t size, size_t align);
/* Grows the newest block in place where possible, else moves it. NULL: the old block is untouched. */
WEFT_API void *weft_arena_resize(weft_arena *arena, void *ptr, size_t old_size, size_t size, size_t align);
/* A copy with a NUL after it; ptr is NULL when memory ran out. */
WEFT_API weft_str weft_arena_copy(weft_arena *arena, weft_str s);
/* Forgets all blocks but keeps the largest chunk for reuse / gives everything back. Both leave a usable arena. */
WEFT_API void weft_arena_reset(weft_arena *arena);
WEFT_API void weft_arena_free(weft_arena *arena);

/* ---- growable buffer -------------------------------------------------------------------------------------------- */
/* Zero is a valid empty buffer. data is owned by the buffer; weft_buf_free gives it back. One thread at a time. */
typedef struct weft_buf {
    char *data;
    size_t len, cap;
    const weft_alloc *alloc; /* NULL: default */
    size_t limit;            /* most bytes to hold; 0: none */
} weft_buf;

/* Makes room for `extra` bytes behind len. WEFT_OK, WEFT_E_MEMORY or WEFT_E_SIZE; on failure the buffer is unchanged.
 */
WEFT_API weft_status weft_buf_reserve(weft_buf *buf, size_t extra);
WEFT_API weft_status weft_buf_append(weft_buf *buf, weft_str s);
WEFT_API weft_status weft_buf_byte(weft_buf *buf, char c);
WEFT_API weft_status weft_buf_printf(weft_buf *buf, const char *format, ...) WEFT_PRINTF(2, 3);
/* Puts a NUL behind len (not counted) and returns data, or NULL when memory ran out. */
WEFT_API const char *weft_buf_cstr(weft_buf *buf);
static inline weft_str weft_buf_str(const weft_buf *buf) {
    weft_str s;
    s.ptr = buf->len ? buf->data : "";
    s.len = buf->len;
    return s;
}
WEFT_API void weft_buf_free(weft_buf *buf);

/* ---- files ------------------------------------------------------------------------------------------------------ */
typedef enum weft_bom {
    WEFT_BOM_KEEP,  /* bytes as they are */
    WEFT_BOM_STRIP, /* a UTF-8 byte order mark at the start is left out */
    WEFT_BOM_REFUSE /* ... is the error WEFT_E_BOM */
} weft_bom;

typedef struct weft_file_opts {
    weft_bom bom;
    bool no_map;      /* never map, always copy (a mapped file that shrinks kills the reader on most systems) */
    size_t max_bytes; /* 0: none; more is WEFT_E_SIZE */
    const weft_alloc *alloc;
} weft_file_opts;

/* The content of a file: mapped or read. Release with weft_file_close, which also accepts a zeroed one. */
typedef struct weft_file {
    weft_str text; /* without a stripped BOM; stays valid until weft_file_close */
    void *base;    /* what to give back */
    size_t size;
    bool mapped;
    const weft_alloc *alloc;
} weft_file;

/* Reads a whole regular file, pipe or device; "-" is standard input ("<stdin>" in errors). Of a descriptor that stands
 * inside a file the rest is read. Mapped from 1 MiB on. An empty file is an empty text, not an error; a
 * directory is WEFT_E_DIRECTORY; an I/O error is never taken for the end of the file. */
WEFT_API weft_status weft__file_open(weft_file *file, const char *path, const weft_file_opts *opts, size_t opts_size,
                                     weft_error *err);
static inline weft_status weft_file_open(weft_file *file, const char *path, const weft_file_opts *opts,
                                         weft_error *err) {
    return weft__file_open(file, path, opts, sizeof(weft_file_opts), err);
}
/* The same from a file descriptor, which stays open. `name` is for errors. */
WEFT_API weft_status weft__file_read_fd(weft_file *file, int fd, const char *name, const weft_file_opts *opts,
                                        size_t opts_size, weft_error *err);
static inline weft_status weft_file_read_fd(weft_file *file, int fd, const char *name, const weft_file_opts *opts,
                                            weft_error *err) {
    return weft__file_read_fd(file, fd, name, opts, sizeof(weft_file_opts), err);
}
WEFT_API void weft_file_close(weft_file *file);

/* Replaces the file at path by `content`, or leaves it untouched: writes a temporary file (.weft-*.tmp) in the same
 * directory, syncs it, renames it over the old one and syncs the directory (if only that last step fails, the error
 * says that the file was replaced). Permissions and, where allowed, the owner of an old file are kept; symbolic links
 * are followed; a file that may not be written is WEFT_E_OPEN. Devices and pipes are written in place. */
WEFT_API weft_status weft_file_write(const char *path, weft_str content, weft_error *err);
/* The same in steps, for content that is made piece by piece; small pieces are gathered. Zero the writer before begin,
 * and set alloc if not the default is wanted. After a successful begin call either finish or abandon; a failed finish
 * has abandoned. abandon also accepts a writer that was finished. After a failed add every later add and finish fails.
 */
typedef struct weft_file_writer {
    const weft_alloc *alloc;
    int fd;
    bool failed;
    char *path, *temporary; /* after symbolic links; NULL when written in place */
    char *buffer;
    size_t buffered;
} weft_file_writer;
WEFT_API weft_status weft_file_writer_begin(weft_file_writer *w, const char *path, weft_error *err);
WEFT_API weft_status weft_file_writer_add(weft_file_writer *w, weft_str piece, weft_error *err);
WEFT_API weft_status weft_file_writer_finish(weft_file_writer *w, weft_error *err);
WEFT_API void weft_file_writer_abandon(weft_file_writer *w);

/* ---- checksum --------------------------------------------------------------------------------------------------- */
/* CRC-32C (Castagnoli, RFC 3720 appendix B.4) of `len` bytes. sum: 0 to start, or the result so far, to go on with the
 * next piece. The sum of "123456789" is 0xe3069283. O(len); about memory speed where the CPU has carry-less
 * multiplication. */
WEFT_API uint32_t weft_crc32c(uint32_t sum, const void *data, size_t len);

/* ---- CPU -------------------------------------------------------------------------------------------------------- */
/* The kernel set in use. Chosen once, at first use, from the CPU and the environment variable WEFT_CPU
 * (scalar|sse42|avx2|avx512|neon): a set that the CPU lacks is not taken. Thread-safe. */
typedef enum weft_cpu { WEFT_CPU_SCALAR, WEFT_CPU_SSE42, WEFT_CPU_AVX2, WEFT_CPU_AVX512, WEFT_CPU_NEON } weft_cpu;
WEFT_API weft_cpu weft_cpu_used(void);
WEFT_API const char *weft_cpu_name(weft_cpu cpu);

#ifdef __cplusplus
}
#endif
#endif
