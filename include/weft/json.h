/* weft/json.h - JSON text (RFC 8259) to an immutable document and back.
 *
 *   weft_error err;
 *   weft_doc *doc = weft_doc_read(WEFT_TEXT(text, len), NULL, &err);
 *   if (!doc) { weft_error_print(stderr, &err); return 1; }
 *   weft_json server = weft_json_get(weft_doc_root(doc), "server");
 *   int64_t port = weft_json_int(server, "port", 8080);
 *   weft_doc_free(doc);
 *
 * A weft_json is a cheap view of a value inside a document, passed by value; it lives as long as its document. The
 * function that finds nothing returns a view of kind WEFT_NONE, and every function accepts that, so look-ups chain.
 * Documents are immutable: many threads may read one.
 */
#ifndef WEFT_JSON_H
#define WEFT_JSON_H

#include <weft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_doc weft_doc;
typedef struct weft_json {
    const struct weft__cell *cell; /* NULL: no value */
    const weft_doc *doc;
} weft_json;

typedef enum weft_kind {
    WEFT_NONE, /* no value: not found, wrong kind, out of range */
    WEFT_NULL,
    WEFT_BOOL,
    WEFT_INT,  /* an integer that fits int64_t */
    WEFT_UINT, /* an integer above INT64_MAX that fits uint64_t */
    WEFT_REAL, /* any other number, as the nearest double; "-0" is the real -0.0 */
    WEFT_RAW,  /* a number kept as its text (options raw_numbers, big_raw) */
    WEFT_STRING,
    WEFT_ARRAY,
    WEFT_OBJECT
} weft_kind;

/* ---- reading ---------------------------------------------------------------------------------------------------- */
typedef enum weft_duplicates {
    WEFT_DUPLICATES_KEEP, /* all members are kept; look-ups find the last */
    WEFT_DUPLICATES_LAST, /* only the last of each name is kept, at its own place */
    WEFT_DUPLICATES_ERROR /* WEFT_E_DUPLICATE */
} weft_duplicates;

/* Zero is the default of every option: strict RFC 8259. */
typedef struct weft_read_opts {
    const weft_alloc *alloc; /* of the document */
    const char *file_name;   /* for errors */
    /* limits; 0 is the default named here */
    size_t max_depth;   /* 1024; WEFT_E_DEPTH */
    size_t max_bytes;   /* none; WEFT_E_SIZE */
    size_t max_members; /* per container: none; WEFT_E_MEMBERS */
    size_t max_string;  /* decoded bytes: none; WEFT_E_STRING_SIZE */
    weft_duplicates duplicates;
    /* what is made of the text */
    bool raw_numbers;     /* every number is WEFT_RAW; costs nothing */
    bool big_raw;         /* integers beyond 64 bits are WEFT_RAW, not WEFT_REAL */
    bool saturate;        /* 1e999 is infinity instead of WEFT_E_RANGE */
    bool trust_utf8;      /* the text is known to be UTF-8; wrong bytes come out as they are */
    bool replace_invalid; /* ill-formed UTF-8 and lone surrogates become U+FFFD (one per maximal subpart) */
    bool borrow;          /* strings without escapes point into the text, which must outlive the document; no NUL */
    bool stop_after;      /* text after the value is left alone; weft_doc_consumed says where it starts */
    bool bom;             /* a UTF-8 byte order mark at the start is skipped instead of WEFT_E_BOM */
    /* more than RFC 8259; json5 sets all of them */
    bool comments;        /* line and block comments */
    bool trailing_commas; /* one, before ] or } */
    bool nonfinite;       /* NaN, Infinity, -Infinity */
    bool single_quotes;   /* 'string' */
    bool unquoted_keys;   /* ECMAScript identifiers */
    bool json5_numbers;   /* 0xFF, .5, 5., +1 */
    bool json5_escapes;   /* \x41 \v \0 \' and line continuations */
    bool json5_space;     /* U+00A0, U+FEFF, U+2028... as white space, VT, FF */
    bool json5;
    bool trust_valid; /* minify only: the text is known to be valid and is not checked; wrong in, wrong out */
} weft_read_opts;

/* Reads one JSON text. The text is never modified, needs no NUL and may be given up afterwards (unless borrow).
 * NULL on failure, with err filled: parse errors give the offset of the first byte that makes the text invalid. O(n).
 */
WEFT_API weft_doc *weft__doc_read(weft_str text, const weft_read_opts *opts, size_t opts_size, weft_error *err);
static inline weft_doc *weft_doc_read(weft_str text, const weft_read_opts *opts, weft_error *err) {
    return weft__doc_read(text, opts, sizeof(weft_read_opts), err);
}
/* An empty document to be filled by weft_doc_reread; NULL: out of memory. */
WEFT_API weft_doc *weft_doc_new(const weft_alloc *alloc);
/* Reads into an existing document, whose memory is used again: nothing is allocated once it is large enough. Views of
 * the old content become invalid. On failure the document is empty (root WEFT_NONE) and still usable. opts->alloc is
 * ignored. */
WEFT_API weft_status weft__doc_reread(weft_doc *doc, weft_str text, const weft_read_opts *opts, size_t opts_size,
                                      weft_error *err);
static inline weft_status weft_doc_reread(weft_doc *doc, weft_str text, const weft_read_opts *opts, weft_error *err) {
    return weft__doc_reread(doc, text, opts, sizeof(weft_read_opts), err);
}
/* Reads destructively: strings are unescaped inside the text, which must be writable and outlive the document; every
 * string gets its NUL there, raw numbers do not. The text is garbage afterwards, also on failure. No option
 * replace_invalid (WEFT_E_ARGUMENT), and borrow changes nothing. The document takes no memory for strings. */
WEFT_API weft_doc *weft__doc_read_in_place(char *text, size_t len, const weft_read_opts *opts, size_t opts_size,
                                           weft_error *err);
static inline weft_doc *weft_doc_read_in_place(char *text, size_t len, const weft_read_opts *opts, weft_error *err) {
    return weft__doc_read_in_place(text, len, opts, sizeof(weft_read_opts), err);
}
/* Reads a file ("-": standard input). */
WEFT_API weft_doc *weft__doc_read_file(const char *path, const weft_read_opts *opts, size_t opts_size, weft_error *err);
static inline weft_doc *weft_doc_read_file(const char *path, const weft_read_opts *opts, weft_error *err) {
    return weft__doc_read_file(path, opts, sizeof(weft_read_opts), err);
}
/* NULL is allowed. */
WEFT_API void weft_doc_free(weft_doc *doc);
/* Bytes of the text that were read: its length, or with stop_after the offset behind the value. */
WEFT_API size_t weft_doc_consumed(const weft_doc *doc);
/* Bytes of memory the document holds. */
WEFT_API size_t weft_doc_memory(const weft_doc *doc);

/* Only the verdict, with the error a read would give; nothing is kept. */
WEFT_API weft_status weft__json_validate(weft_str text, const weft_read_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_json_validate(weft_str text, const weft_read_opts *opts, weft_error *err) {
    return weft__json_validate(text, opts, sizeof(weft_read_opts), err);
}
/* Appends the text without white space between tokens (and without comments, where opts allow them). The text is
 * validated; nothing is appended when it is invalid. */
WEFT_API weft_status weft__json_minify(weft_str text, weft_buf *out, const weft_read_opts *opts, size_t opts_size,
                                       weft_error *err);
static inline weft_status weft_json_minify(weft_str text, weft_buf *out, const weft_read_opts *opts, weft_error *err) {
    return weft__json_minify(text, out, opts, sizeof(weft_read_opts), err);
}

/* ---- looking -----------------------------------------------------------------------------------------------------*/
WEFT_API weft_json weft_doc_root(const weft_doc *doc);
WEFT_API weft_kind weft_json_kind(weft_json v);
/* "null", "boolean", "integer", "number", "string", "array", "object", "nothing". */
WEFT_API const char *weft_kind_name(weft_kind kind);
/* Elements of an array, members of an object, bytes of a string or raw number; else 0. O(1). */
WEFT_API size_t weft_json_len(weft_json v);

/* The member called key, or WEFT_NONE (also when v is no object). The last of several members of one name. Linear in
 * small objects; large ones get an index at the first look-up (built once, safe among threads), then O(1). */
WEFT_API weft_json weft_json_find(weft_json v, weft_str key);
static inline weft_json weft_json_get(weft_json v, const char *key) { return weft_json_find(v, weft_str_of(key)); }
/* The element at index, or WEFT_NONE. O(1) in arrays of scalars; in others a walk, until an array has been walked often
 * enough to get an index as objects do. */
WEFT_API weft_json weft_json_at(weft_json v, size_t index);
/* The value a JSON Pointer (RFC 6901) names: "" is v itself, "/a/0/b~1c". WEFT_NONE with err (WEFT_E_POINTER: not a
 * pointer, WEFT_E_MISSING: no such value; err->reason names the token that failed, err->offset its place in the
 * pointer). */
WEFT_API weft_json weft_json_pointer(weft_json v, weft_str pointer, weft_error *err);

/* Walks the elements of an array or the members of an object (key is empty for arrays); anything else has none.
 *   for (weft_iter it = weft_json_iter(v); weft_iter_next(&it);) use(it.key, it.value);                              */
typedef struct weft_iter {
    weft_str key;
    weft_json value;
    size_t index;
    const struct weft__cell *weft__next, *weft__end;
    bool weft__object;
} weft_iter;
WEFT_API weft_iter weft_json_iter(weft_json v);
WEFT_API bool weft_iter_next(weft_iter *it);

/* The value when it is of that kind and fits, else the given default. Integers: exact only (a real that is a whole
 * number and fits counts); reals: any number. */
WEFT_API bool weft_json_as_bool(weft_json v, bool otherwise);
WEFT_API int64_t weft_json_as_int(weft_json v, int64_t otherwise);
WEFT_API uint64_t weft_json_as_uint(weft_json v, uint64_t otherwise);
WEFT_API double weft_json_as_real(weft_json v, double otherwise);
/* The bytes of a string (with a NUL behind them unless borrowed; they may contain NULs) or of a raw number; len 0 and
 * ptr "" for anything else. */
WEFT_API weft_str weft_json_as_str(weft_json v);
static inline bool weft_json_is(weft_json v, weft_kind kind) { return weft_json_kind(v) == kind; }
static inline bool weft_json_is_number(weft_json v) {
    weft_kind k = weft_json_kind(v);
    return k >= WEFT_INT && k <= WEFT_RAW;
}
static inline bool weft_json_exists(weft_json v) { return v.cell != NULL; }

/* Get with default: the member of an object, in one call. */
static inline bool weft_json_bool(weft_json v, const char *key, bool otherwise) {
    return weft_json_as_bool(weft_json_get(v, key), otherwise);
}
static inline int64_t weft_json_int(weft_json v, const char *key, int64_t otherwise) {
    return weft_json_as_int(weft_json_get(v, key), otherwise);
}
static inline uint64_t weft_json_uint(weft_json v, const char *key, uint64_t otherwise) {
    return weft_json_as_uint(weft_json_get(v, key), otherwise);
}
static inline double weft_json_real(weft_json v, const char *key, double otherwise) {
    return weft_json_as_real(weft_json_get(v, key), otherwise);
}
static inline weft_str weft_json_str(weft_json v, const char *key, const char *otherwise) {
    weft_json m = weft_json_get(v, key);
    return weft_json_kind(m) == WEFT_STRING ? weft_json_as_str(m) : weft_str_of(otherwise);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */
typedef enum weft_escape {
    WEFT_ESCAPE_MINIMAL, /* quote, backslash, controls */
    WEFT_ESCAPE_ASCII,   /* ... and everything above U+007F as \uXXXX */
    WEFT_ESCAPE_HTML     /* ... and < > & U+2028 U+2029 */
} weft_escape;
typedef enum weft_nonfinite {
    WEFT_NONFINITE_ERROR,
    WEFT_NONFINITE_NULL,
    WEFT_NONFINITE_LITERAL /* NaN, Infinity, -Infinity: not JSON */
} weft_nonfinite;
typedef enum weft_sort {
    WEFT_SORT_NONE,  /* document order */
    WEFT_SORT_BYTES, /* by the bytes of the names */
    WEFT_SORT_CUSTOM /* by opts->compare */
} weft_sort;

typedef struct weft_write_opts {
    bool pretty;           /* over several lines */
    uint8_t indent_width;  /* spaces per level when pretty; 0: 2. Ignored where indent is set */
    const char *indent;    /* indent string, e.g. "\t" */
    const char *newline;   /* NULL: "\n" */
    uint16_t inline_width; /* arrays of scalars whose text fits into so many bytes stay on one line; 0: none */
    bool final_newline;
    weft_escape escape;
    bool escape_slash; /* "/" as "\/" */
    weft_nonfinite nonfinite;
    weft_sort sort;
    int (*compare)(weft_str a, weft_str b, void *ctx);
    void *compare_ctx;
    bool keep_fraction;      /* reals always show a fraction or exponent: 1.0 stays "1.0" */
    uint8_t digits;          /* fixed digits after the point, 1..17; 0: shortest that reads back the same */
    bool single;             /* reals are printed as the nearest float */
    size_t max_bytes;        /* 0: none; WEFT_E_SIZE */
    const weft_alloc *alloc; /* for temporary memory (sorting); NULL: default */
} weft_write_opts;

/* Appends the text of v to out. On failure out is as long as before. WEFT_NONE is WEFT_E_ARGUMENT. O(n). Not recursive.
 */
WEFT_API weft_status weft__json_write(weft_json v, weft_buf *out, const weft_write_opts *opts, size_t opts_size,
                                      weft_error *err);
static inline weft_status weft_json_write(weft_json v, weft_buf *out, const weft_write_opts *opts, weft_error *err) {
    return weft__json_write(v, out, opts, sizeof(weft_write_opts), err);
}
/* Into a caller's buffer of cap bytes; *len gets the exact length of the text, also when it does not fit (WEFT_E_SPACE;
 * then at most cap bytes were written). No NUL is added. */
WEFT_API weft_status weft__json_write_into(weft_json v, char *out, size_t cap, size_t *len, const weft_write_opts *opts,
                                           size_t opts_size, weft_error *err);
static inline weft_status weft_json_write_into(weft_json v, char *out, size_t cap, size_t *len,
                                               const weft_write_opts *opts, weft_error *err) {
    return weft__json_write_into(v, out, cap, len, opts, sizeof(weft_write_opts), err);
}
/* To a function that takes the text in pieces and returns false to stop (WEFT_E_CALLBACK). */
typedef bool weft_sink(void *ctx, const char *piece, size_t len);
WEFT_API weft_status weft__json_write_to(weft_json v, weft_sink *sink, void *ctx, const weft_write_opts *opts,
                                         size_t opts_size, weft_error *err);
static inline weft_status weft_json_write_to(weft_json v, weft_sink *sink, void *ctx, const weft_write_opts *opts,
                                             weft_error *err) {
    return weft__json_write_to(v, sink, ctx, opts, sizeof(weft_write_opts), err);
}
WEFT_API weft_status weft__json_write_stdio(weft_json v, FILE *to, const weft_write_opts *opts, size_t opts_size,
                                            weft_error *err);
static inline weft_status weft_json_write_stdio(weft_json v, FILE *to, const weft_write_opts *opts, weft_error *err) {
    return weft__json_write_stdio(v, to, opts, sizeof(weft_write_opts), err);
}
/* Replaces a file atomically (weft_file_write). */
WEFT_API weft_status weft__json_write_file(weft_json v, const char *path, const weft_write_opts *opts, size_t opts_size,
                                           weft_error *err);
static inline weft_status weft_json_write_file(weft_json v, const char *path, const weft_write_opts *opts,
                                               weft_error *err) {
    return weft__json_write_file(v, path, opts, sizeof(weft_write_opts), err);
}

/* Appends the canonical text of v, RFC 8785 (JCS): no white space, members sorted by the UTF-16 units of their names,
 * numbers as ECMAScript prints doubles (integers beyond 2^53 are rounded, -0 is 0), minimal escapes. The same value
 * gives the same bytes, to be hashed or signed. Fails where RFC 8785 has no answer, and leaves out as it was:
 * WEFT_E_DUPLICATE (names), WEFT_E_NONFINITE, WEFT_E_UTF8 (documents read with trust_utf8). O(n log n). */
WEFT_API weft_status weft_json_canonical(weft_json v, weft_buf *out, weft_error *err);

/* ---- structural fingerprint ------------------------------------------------------------------------------------- */
/* Counts that two readers of one text must agree on. */
typedef struct weft_stat {
    uint64_t nulls, trues, falses, numbers, strings, arrays, objects;
    uint64_t elements;     /* of all arrays */
    uint64_t members;      /* of all objects */
    uint64_t string_bytes; /* decoded bytes of string values */
    uint64_t key_bytes;    /* decoded bytes of member names */
    uint64_t depth;        /* deepest nesting; a scalar root is 0 */
    double number_sum;     /* in document order, as doubles */
} weft_stat;
WEFT_API weft_stat weft_json_stat(weft_json v);

#ifdef __cplusplus
}
#endif
#endif
