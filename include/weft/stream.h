/* weft/stream.h - many JSON values, one after another, in constant memory.
 *
 *   weft_stream *s = weft_stream_open("events.ndjson", NULL, &err);
 *   weft_record r;
 *   while (weft_stream_next(s, &r, &err) == WEFT_NEXT_RECORD) use(r.value);
 *   weft_stream_free(s);
 *
 * A record is a line of NDJSON, one of several concatenated values, or an element of one huge array. Every record is
 * read strictly, as weft_doc_read would. Memory is the longest record and its document, whatever the stream's length.
 * Offsets, lines and columns of errors count from the start of the stream. A stream belongs to one thread;
 * weft_stream_run has threads of its own.
 */
#ifndef WEFT_STREAM_H
#define WEFT_STREAM_H

#include <weft/json.h>
#include <weft/type.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_stream weft_stream;

typedef enum weft_stream_format {
    WEFT_STREAM_LINES,   /* NDJSON, JSON Lines: one value per line; LF ends a line, and the end of the stream */
    WEFT_STREAM_VALUES,  /* values with white space, or nothing, between them: what reading again and again with
                          * stop_after gives */
    WEFT_STREAM_ELEMENTS /* the elements of the one array that the stream is */
} weft_stream_format;

typedef enum weft_broken {
    WEFT_BROKEN_STOP,   /* the first broken record ends the stream: WEFT_NEXT_ERROR */
    WEFT_BROKEN_SKIP,   /* broken records are passed over and counted (weft_stream_broken) */
    WEFT_BROKEN_COLLECT /* broken records come like others, with record.broken set */
} weft_broken;

typedef enum weft_blank {
    WEFT_BLANK_SKIP, /* lines of white space are no records (NDJSON) */
    WEFT_BLANK_ERROR /* ... are broken records, WEFT_E_EMPTY (strict JSON Lines) */
} weft_blank;

/* Zero is the default of every option. After a broken record a stream goes on with the next line (LINES, VALUES) or
 * behind the element, whose end is found by brackets and quotes alone (ELEMENTS). What is wrong between elements, in
 * front of the array or behind it ends the stream. */
typedef struct weft_stream_opts {
    const weft_alloc *alloc; /* with threads: safe to call from several */
    weft_stream_format format;
    weft_broken broken;
    weft_blank blank;
    size_t max_record;          /* bytes; longer records are broken, WEFT_E_SIZE, and not kept. 0: 256 MiB */
    size_t buffer;              /* bytes asked of a file at once. 0: 256 KiB */
    bool text_only;             /* records are cut but not read: value is WEFT_NONE, only record.text is there. Nothing
                                 * but scalars outside LINES has been checked then */
    const weft_read_opts *read; /* how a record is read; copied. alloc, stop_after, max_bytes and borrow are ignored;
                                 * bom means the start of the stream. LINES take every dialect; the others none of
                                 * comments, single_quotes, json5_space, json5 (WEFT_E_UNSUPPORTED) */
} weft_stream_opts;

typedef struct weft_record {
    weft_json value;          /* until the next call; WEFT_NONE when broken or text_only */
    weft_str text;            /* the record's bytes, until the next call; empty where a broken one was not kept */
    uint64_t offset;          /* bytes from the start of the stream */
    uint64_t line;            /* from 1, of the record's first byte */
    const weft_error *broken; /* NULL: whole. Until the next call */
    unsigned worker;          /* weft_stream_run: which thread, from 0 */
} weft_record;

typedef enum weft_next {
    WEFT_NEXT_RECORD,
    WEFT_NEXT_END,
    WEFT_NEXT_MORE, /* pushed streams: all that was pushed is used up */
    WEFT_NEXT_ERROR /* and from now on always */
} weft_next;

/* A stream over a text in memory (or of a weft_file that is mapped), which must outlive it. Nothing is copied. NULL on
 * failure (WEFT_E_MEMORY, WEFT_E_UNSUPPORTED). */
WEFT_API weft_stream *weft__stream_text(weft_str text, const weft_stream_opts *opts, size_t opts_size, weft_error *err);
static inline weft_stream *weft_stream_text(weft_str text, const weft_stream_opts *opts, weft_error *err) {
    return weft__stream_text(text, opts, sizeof(weft_stream_opts), err);
}
/* Over a file, read piece by piece; "-" is standard input. */
WEFT_API weft_stream *weft__stream_open(const char *path, const weft_stream_opts *opts, size_t opts_size,
                                        weft_error *err);
static inline weft_stream *weft_stream_open(const char *path, const weft_stream_opts *opts, weft_error *err) {
    return weft__stream_open(path, opts, sizeof(weft_stream_opts), err);
}
/* Over an open descriptor or FILE, from where it stands; it stays open, and more than was used may have been read. name
 * (copied, may be NULL) is for errors. */
WEFT_API weft_stream *weft__stream_fd(int fd, const char *name, const weft_stream_opts *opts, size_t opts_size,
                                      weft_error *err);
static inline weft_stream *weft_stream_fd(int fd, const char *name, const weft_stream_opts *opts, weft_error *err) {
    return weft__stream_fd(fd, name, opts, sizeof(weft_stream_opts), err);
}
WEFT_API weft_stream *weft__stream_stdio(FILE *from, const char *name, const weft_stream_opts *opts, size_t opts_size,
                                         weft_error *err);
static inline weft_stream *weft_stream_stdio(FILE *from, const char *name, const weft_stream_opts *opts,
                                             weft_error *err) {
    return weft__stream_stdio(from, name, opts, sizeof(weft_stream_opts), err);
}
/* A stream that is fed with chunks of any size:
 *   weft_stream_push(s, chunk, &err);                 // again and again
 *   while (weft_stream_next(s, &r, &err) == WEFT_NEXT_RECORD) ...
 *   weft_stream_finish(s);                            // then next once more, until WEFT_NEXT_END
 * What comes out does not depend on how the bytes were cut. */
WEFT_API weft_stream *weft__stream_pushed(const weft_stream_opts *opts, size_t opts_size, weft_error *err);
static inline weft_stream *weft_stream_pushed(const weft_stream_opts *opts, weft_error *err) {
    return weft__stream_pushed(opts, sizeof(weft_stream_opts), err);
}
/* Copies the chunk. The last record becomes invalid. WEFT_E_STATE: finished already or no pushed stream; WEFT_E_MEMORY:
 * nothing was taken. */
WEFT_API weft_status weft_stream_push(weft_stream *s, weft_str chunk, weft_error *err);
WEFT_API void weft_stream_finish(weft_stream *s);

/* The next record. O(its length); allocates nothing once buffers are large enough. On WEFT_NEXT_ERROR err says why: an
 * I/O error (WEFT_E_READ, never taken for the end), WEFT_E_MEMORY, a broken record (policy), a broken frame. */
WEFT_API weft_next weft_stream_next(weft_stream *s, weft_record *record, weft_error *err);
/* Broken records so far. */
WEFT_API uint64_t weft_stream_broken(const weft_stream *s);
/* Bytes of memory the stream holds, its document included. */
WEFT_API size_t weft_stream_memory(const weft_stream *s);
/* NULL is allowed. */
WEFT_API void weft_stream_free(weft_stream *s);

/* ---- into structs ----------------------------------------------------------------------------------------------- */
/* Decodes up to max records into the array `out` of structs of the type; *count gets how many. What they own is in
 * arena (see weft_type_from_json). Broken records: STOP ends with their error, SKIP and COLLECT pass over them and
 * count. WEFT_NEXT_RECORD: the array is full and there may be more; END and MORE: *count may be above 0; ERROR: the
 * first *count are good. The stream must be text_only (WEFT_E_STATE). */
WEFT_API weft_next weft__stream_decode(weft_stream *s, const weft_type *type, void *out, size_t max, size_t *count,
                                       weft_arena *arena, const weft_decode_opts *opts, size_t opts_size,
                                       weft_error *err);
static inline weft_next weft_stream_decode(weft_stream *s, const weft_type *type, void *out, size_t max, size_t *count,
                                           weft_arena *arena, const weft_decode_opts *opts, weft_error *err) {
    return weft__stream_decode(s, type, out, max, count, arena, opts, sizeof(weft_decode_opts), err);
}

/* ---- on several threads ----------------------------------------------------------------------------------------- */
/* Called for each record, by several threads at a time. What it appends to out is passed on by `deliver`. False cancels
 * the run (WEFT_E_CALLBACK). */
typedef bool weft_record_work(void *ctx, const weft_record *record, weft_buf *out);
/* Called by one thread at a time with what the work on some neighbouring records has appended. False cancels. */
typedef bool weft_record_deliver(void *ctx, weft_str out);

typedef struct weft_run_opts {
    unsigned threads; /* the caller's included. 0: as many as there are processors, at most 64; 1 where the system has
                       * no POSIX threads */
    bool unordered;   /* deliver as soon as something is ready, not in the stream's order */
    size_t batch;     /* bytes of records one thread takes at a time. 0: 256 KiB */
    size_t queue; /* batches that may be under way or wait for their turn; then threads wait. 0: twice the threads */
} weft_run_opts;

/* Works through the rest of the stream. deliver may be NULL. The policy for broken records is the stream's; with STOP
 * and order, the error is the first of the stream and everything before it has been delivered. Not for pushed streams
 * (WEFT_E_STATE). Memory: queue times (batch + output), and a document per thread. Afterwards the stream stands at its
 * end. */
WEFT_API weft_status weft__stream_run(weft_stream *s, weft_record_work *work, weft_record_deliver *deliver, void *ctx,
                                      const weft_run_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_stream_run(weft_stream *s, weft_record_work *work, weft_record_deliver *deliver,
                                          void *ctx, const weft_run_opts *opts, weft_error *err) {
    return weft__stream_run(s, work, deliver, ctx, opts, sizeof(weft_run_opts), err);
}

/* ---- parts ------------------------------------------------------------------------------------------------------ */
/* The k-th (from 0) of n ranges of a text of lines, cut behind line ends: together they are the text, and each line is
 * in exactly one. Needs only a look around the borders. n > k, else empty. */
WEFT_API weft_str weft_stream_part(weft_str text, size_t k, size_t n);

#ifdef __cplusplus
}
#endif
#endif
