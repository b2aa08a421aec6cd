/* weft/type.h - one declaration of a C type; JSON in and out, checks, defaults, copies, schema and digest come from it.
 *
 *   #define USER(F)                                                            \
 *       F(int64_t,          id)                                                \
 *       F(weft_str,         screen_name)                                       \
 *       F(uint32_t,         followers, .key = "followers_count", WEFT_DFLT(0)) \
 *       F(weft_opt(double), score)
 *   WEFT_STRUCT(User, USER)                        // struct User, its description and its functions
 *
 *   User *u = User_new_from_json(WEFT_TEXT(text, len), NULL, &err);   // one owner of everything in it
 *   User_to_json(u, &buf, &err);
 *   weft_free(u);
 *
 * Sections: member types - attributes - declaring - existing structs - functions of a type - generic functions -
 * lists, maps, optionals - converters - what a description consists of - building one at run time.
 * Rules of meaning: kinds never turn into each other unless a member asks (.coerce); integers are range-checked; a
 * missing member is an error unless it is optional, defaulted or a weft_opt, weft_ptr; null is accepted only by those
 * two, by .nullable members and as the empty value of weft_unit; unknown members are ignored unless the type says
 * otherwise. Descriptions are constant and may be used by many threads. Types are defined in C and used from C and
 * C++17.
 */
#ifndef WEFT_TYPE_H
#define WEFT_TYPE_H

#include <weft/base.h>
#include <weft/text.h>
#include <weft/json.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_type weft_type;
typedef struct weft_conv weft_conv;
typedef const weft_type *weft_type_fn(void); /* types are functions: recursion and other files need only a prototype */

/* ---- member types beyond C's own --------------------------------------------------------------------------------
 * bool, [u]int8_t..[u]int64_t, short, int, unsigned, long, size_t, float, double may be members, and these:          */
typedef char *weft_cstr;             /* NUL-terminated string; a NUL inside the text is an error */
typedef const char *weft_const_cstr; /* the same, const */
typedef struct weft_bytes {          /* bytes: base64 in JSON (RFC 4648 section 4, padded) */
    unsigned char *ptr;
    size_t len;
} weft_bytes;
typedef struct weft_raw { /* any value, kept as its JSON text */
    weft_str text;
} weft_raw;
typedef struct weft_unit { /* a union variant that carries nothing */
    char weft__unused;
} weft_unit;
typedef struct weft_extra { /* in a struct: unknown members, kept and written back */
    struct weft_extra_item {
        weft_str key, text;
    } * items;
    size_t count, cap;
} weft_extra;
typedef struct weft_presence { /* in a struct: bit i is set when the text gave the i-th declared member (of the first
                                  64) */
    uint64_t bits;
} weft_presence;

/* weft_list(T) {items, count, cap}, weft_map(T) {items[i].key, .value, count, cap}, weft_opt(T) {has, value} and
 * weft_ptr(T) (T *, NULL for null) are plain C type names over any T that was declared. cap may be 0: push then copies
 * first. */
#define weft_list(T) WEFT__CAT(weft_list_, T)
#define weft_map(T) WEFT__CAT(weft_map_, T)
#define weft_opt(T) WEFT__CAT(weft_opt_, T)
#define weft_ptr(T) WEFT__CAT(weft_ptr_, T)

/* ---- attributes ------------------------------------------------------------------------------------------------- */
typedef enum weft_unknown {
    WEFT_UNKNOWN_DEFAULT, /* type: ignore; call: as the type says */
    WEFT_UNKNOWN_IGNORE,
    WEFT_UNKNOWN_FORBID,
    WEFT_UNKNOWN_KEEP /* needs a weft_extra member */
} weft_unknown;
typedef enum weft_repeat {
    WEFT_REPEAT_DEFAULT,
    WEFT_REPEAT_FORBID,
    WEFT_REPEAT_LAST
} weft_repeat; /* duplicate members */
typedef enum weft_repr { WEFT_EXTERNAL, WEFT_INTERNAL, WEFT_ADJACENT, WEFT_UNTAGGED } weft_repr;
enum { WEFT_OMIT_NULL = 1, WEFT_OMIT_EMPTY = 2, WEFT_OMIT_DEFAULT = 4 }; /* .omit: when not to write a member */
typedef struct weft_range {
    int64_t min, max;
} weft_range;
typedef struct weft_real_range {
    double min, max;
} weft_real_range;

/* NULL: fine; else what is wrong ("must not be empty"). ctx is the call's. Runs inside decode and encode. */
typedef const char *weft_check_fn(const void *value, void *ctx);
/* Fills a member that the text did not give. */
typedef void weft_default_fn(void *member, void *ctx);

/* Of a member or variant, as designated initialisers: F(uint16_t, port, .range = {1, 65535}). */
#define WEFT__ATTR_MEMBERS                                                                                             \
    char weft__;            /* anchor: lets the list be empty */                                                       \
    uint8_t case_style;     /* weft_case, of the enum names below this member (through lists, maps, optionals) */      \
    uint8_t key_case_style; /* ... of the enum keys of a map */                                                        \
    uint8_t omit;           /* WEFT_OMIT_... */                                                                        \
    uint8_t repeat;         /* weft_repeat, of a map's keys */                                                         \
    bool optional : 1;      /* may be missing: then .dflt, else zero */                                                \
    bool defaulted : 1;     /* .dflt was given (set by WEFT_DFLT) */                                                   \
    bool nullable : 1;      /* null is accepted: NULL pointer, empty list; for others the default */                   \
    bool hidden : 1;        /* in no format */                                                                         \
    bool read_only : 1;     /* decoded, never encoded */                                                               \
    bool write_only : 1;    /* encoded, ignored when decoding */                                                       \
    bool by_value : 1;      /* enum as number; map keys: .key_by_value */                                              \
    bool key_by_value : 1;                                                                                             \
    bool coerce : 1;    /* "8080" for a number, "true" for a bool, 8080 or true for a string */                        \
    bool lenient : 1;   /* an invalid value is replaced by the default */                                              \
    bool ranged : 1;    /* .range counts even when {0, 0} (set by WEFT_RANGE, WEFT_REAL_RANGE) */                      \
    bool limited : 1;   /* .min_len, .max_len count even when 0 (set by WEFT_LENGTH) */                                \
    bool each : 1;      /* .conv and .check apply to the elements of a list, array or map, or inside an optional */    \
    bool catch_all : 1; /* variant: takes what no other fits; its type is weft_raw */                                  \
    bool deprecated : 1;                                                                                               \
    bool borrow : 1;           /* strings without escapes point into the text, which must outlive the value */         \
    uint32_t min_len, max_len; /* bytes of strings, elements of lists and maps; max_len 0: no limit */                 \
    union {                                                                                                            \
        weft_range range;           /* integers: min <= v <= max. {0, 0} is "none"; WEFT_RANGE(0, 0) is not */         \
        weft_real_range real_range; /* float, double */                                                                \
    };                                                                                                                 \
    const char *key;       /* name in every format with names; wins over .rename of the type */                        \
    const char *json;      /* name in JSON only; wins over .key */                                                     \
    const char *write_key; /* name when encoding JSON, where it differs; wins over both */                             \
    const char *alias[3];  /* further names accepted when decoding */                                                  \
    weft_check_fn *check;                                                                                              \
    const char *check_text;    /* what .check demands, for people and for the schema */                                \
    const weft_conv *conv;     /* replaces the JSON form of the member */                                              \
    weft_default_fn *dflt_fn;  /* default made by a function; makes the member optional */                             \
    const char *one_of;        /* strings: "red|green|blue" */                                                         \
    const char *doc;           /* for people and the schema */                                                         \
    const char *example;       /* JSON text of an example */                                                           \
    const void *tag_of_weft__; /* keeps the block free of padding at its end */
typedef struct weft_attr {
    WEFT__ATTR_MEMBERS
} weft_attr;
#define WEFT_DFLT(...) .optional = true, .defaulted = true, .dflt = __VA_ARGS__ /* of the member's own type */
#define WEFT_RANGE(lo, hi) .ranged = true, .range = { (lo), (hi) }
#define WEFT_REAL_RANGE(lo, hi) .ranged = true, .real_range = { (lo), (hi) }
#define WEFT_LENGTH(lo, hi) .limited = true, .min_len = (lo), .max_len = (hi)

/* Of a type: WEFT_STRUCT(Config, CONFIG, .rename = WEFT_CAMEL, .unknown = WEFT_UNKNOWN_FORBID). */
typedef struct weft_type_attr {
    char weft__;
    uint8_t rename;        /* weft_case, of member, variant or enumerator names */
    uint8_t unknown;       /* weft_unknown */
    uint8_t repeat;        /* weft_repeat: duplicate members; the default forbids them */
    uint8_t repr;          /* unions: weft_repr */
    uint8_t omit;          /* WEFT_OMIT_... for members that do not say */
    uint8_t wire;          /* enums: bytes on the Frozen wire, 1, 2, 4 (0: 4) */
    bool by_value : 1;     /* enums: as numbers */
    bool open : 1;         /* enums: values without a name are allowed, as numbers */
    bool first_match : 1;  /* untagged unions: the first variant that fits, instead of exactly one */
    bool evolvable : 1;    /* Frozen: length-prefixed; members may be added at the end */
    bool all_optional : 1; /* every member may be missing */
    bool deprecated : 1;
    uint16_t first_fields; /* evolvable: how many members the first version had (0: all) */
    const char *tag;       /* unions: member that names the variant ("type") */
    const char *content;   /* adjacent unions: member that holds it ("value") */
    weft_check_fn *check;  /* of a whole value: conditions across members */
    const char *check_text;
    const char *doc;
    const char *example;
} weft_type_attr;

/* ---- what a description consists of ------------------------------------------------------------------------------ */
typedef enum weft_type_kind {
    WEFT_TYPE_NONE,
    WEFT_TYPE_BOOL,
    WEFT_TYPE_I8,
    WEFT_TYPE_I16,
    WEFT_TYPE_I32,
    WEFT_TYPE_I64,
    WEFT_TYPE_U8,
    WEFT_TYPE_U16,
    WEFT_TYPE_U32,
    WEFT_TYPE_U64,
    WEFT_TYPE_F32,
    WEFT_TYPE_F64,
    WEFT_TYPE_STR,   /* weft_str */
    WEFT_TYPE_CSTR,  /* char * */
    WEFT_TYPE_CHARS, /* char[n] */
    WEFT_TYPE_BYTES,
    WEFT_TYPE_RAW,
    WEFT_TYPE_UNIT,
    WEFT_TYPE_EXTRA,
    WEFT_TYPE_PRESENCE,
    WEFT_TYPE_ENUM,
    WEFT_TYPE_FLAGS,
    WEFT_TYPE_STRUCT,
    WEFT_TYPE_UNION,
    WEFT_TYPE_LIST,
    WEFT_TYPE_MAP,
    WEFT_TYPE_OPT,
    WEFT_TYPE_PTR,
    WEFT_TYPE_ARRAY
} weft_type_kind;

typedef union weft_type_ref {
    weft_type_fn *fn;
    const weft_type *at; /* in types with flag WEFT_TYPE_DIRECT: those built at run time */
} weft_type_ref;

/* One member (struct), variant (union). `shape` says what the member is where C cannot name a type for it (tables):
 * low 3 bits a WEFT_SHAPE_..., the rest its number. */
typedef struct weft_field {
    const char *name;
    weft_type_ref type;
    const weft_attr *attr; /* NULL: none; the default follows it, aligned for its type */
    uint32_t offset;
    uint32_t shape;
} weft_field;
enum {
    WEFT_SHAPE_NONE,
    WEFT_SHAPE_LIST1, /* T *m, and an 8-bit count at offset number; then 16, 32, 64 bits */
    WEFT_SHAPE_LIST2,
    WEFT_SHAPE_LIST4,
    WEFT_SHAPE_LIST8,
    WEFT_SHAPE_ARRAY, /* T m[number] */
    WEFT_SHAPE_CHARS, /* char m[number] */
    WEFT_SHAPE_PTR    /* T *m */
};
typedef struct weft_enum_value {
    int64_t value;
    const char *ident; /* C name */
    const char *name;  /* text; NULL: ident in the case style */
    const char *alias; /* one further name, accepted when decoding */
    const char *doc;
    bool deprecated;
} weft_enum_value;

enum { WEFT_TYPE_VERSION = 1, WEFT_TYPE_DIRECT = 1, WEFT_TYPE_NATIVE = 2 /* long, size_t...: 64 bits in Frozen */ };
struct weft_type {
    uint8_t kind, version, flags, align;
    uint32_t size;
    const char *name;
    const weft_field *fields;      /* struct, union: n of them */
    const weft_enum_value *values; /* enum, flags: n of them */
    weft_type_ref elem;            /* list, map (value), opt, ptr, array */
    weft_type_ref key;             /* map: its enum; NULL: strings */
    const weft_type_attr *attr;    /* NULL: none */
    void **slot;        /* struct, union, enum, flags: where the library keeps what it worked out; starts NULL */
    uint32_t n;         /* fields, values, array length, bytes of char[n] */
    uint32_t count_off; /* list, map: size_t count; cap follows it */
    uint32_t value_off; /* opt: value; map: value in the entry; union: size of the tag at offset 0 */
    uint32_t stride;    /* map: size of an entry */
};

#define WEFT__CAT(a, b) WEFT__CAT_(a, b)
#define WEFT__CAT_(a, b) a##b
/* The description of a declared type: weft_type_of(User), weft_type_of(weft_list(User)). */
#define weft_type_of(T) WEFT__CAT(weft__type_, T)()

#ifdef __cplusplus
#define WEFT__ALIGNOF(T) alignof(T)
#define WEFT__C extern "C"
#else
#define WEFT__ALIGNOF(T) _Alignof(T)
#define WEFT__C extern
#endif
#define WEFT__EMPTY
#define WEFT__INLINE static inline WEFT_UNUSED

/* WITH when more than two arguments were given, else PLAIN. Up to 63 arguments. */
#define WEFT__PICK(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21,     \
                   a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, \
                   a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61, \
                   a62, a63, a64, pick, ...)                                                                           \
    pick
#define WEFT__ARGS(...)                                                                                                \
    WEFT__PICK(__VA_ARGS__, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH,  \
               WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH,   \
               WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH,   \
               WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, WITH, PLAIN, PLAIN, 0)

/* ---- shapes over a type ----------------------------------------------------------------------------------------- */
#define WEFT__SHAPES_FORWARD(T, N)                                                                                     \
    enum { weft_is_declared_##N = 0 };                                                                                 \
    WEFT__SHAPES_OVER(T, N)
#define WEFT__SHAPES_OVER(T, N)                                                                                        \
    typedef struct weft_list_##N {                                                                                     \
        T *items;                                                                                                      \
        size_t count, cap;                                                                                             \
    } weft_list_##N;                                                                                                   \
    typedef struct weft_entry_##N weft_entry_##N;                                                                      \
    typedef struct weft_map_##N {                                                                                      \
        weft_entry_##N *items;                                                                                         \
        size_t count, cap;                                                                                             \
    } weft_map_##N;                                                                                                    \
    typedef T *weft_ptr_##N;                                                                                           \
    typedef T weft__ctype_##N;                                                                                         \
    enum {                                                                                                             \
        weft_is_declared_weft_list_##N = 0,                                                                            \
        weft_is_declared_weft_map_##N = 0,                                                                             \
        weft_is_declared_weft_opt_##N = 0,                                                                             \
        weft_is_declared_weft_ptr_##N = 0                                                                              \
    };
#define WEFT__SHAPES_BODY(T, N)                                                                                        \
    struct weft_entry_##N {                                                                                            \
        weft_str key;                                                                                                  \
        T value;                                                                                                       \
    };                                                                                                                 \
    typedef struct weft_opt_##N {                                                                                      \
        bool has;                                                                                                      \
        T value;                                                                                                       \
    } weft_opt_##N;
#define WEFT__SHAPE(LINK, NAME, TEXT, KIND, ELEM, COUNT, VALUE, STRIDE)                                                \
    LINK const weft_type *weft__type_##NAME(void) {                                                                    \
        static const weft_type t = { KIND,                                                                             \
                                     WEFT_TYPE_VERSION,                                                                \
                                     0,                                                                                \
                                     (uint8_t)WEFT__ALIGNOF(NAME),                                                     \
                                     (uint32_t)sizeof(NAME),                                                           \
                                     TEXT,                                                                             \
                                     NULL,                                                                             \
                                     NULL,                                                                             \
                                     { ELEM },                                                                         \
                                     { NULL },                                                                         \
                                     NULL,                                                                             \
                                     NULL,                                                                             \
                                     0,                                                                                \
                                     (uint32_t)(COUNT),                                                                \
                                     (uint32_t)(VALUE),                                                                \
                                     (uint32_t)(STRIDE) };                                                             \
        return &t;                                                                                                     \
    }
#define WEFT__SHAPES_TYPES(N, LINK)                                                                                    \
    WEFT__SHAPE(LINK, weft_list_##N, "list of " #N, WEFT_TYPE_LIST, weft__type_##N, offsetof(weft_list_##N, count), 0, \
                0)                                                                                                     \
    WEFT__SHAPE(LINK, weft_map_##N, "map of " #N, WEFT_TYPE_MAP, weft__type_##N, offsetof(weft_map_##N, count),        \
                offsetof(weft_entry_##N, value), sizeof(weft_entry_##N))                                               \
    WEFT__SHAPE(LINK, weft_opt_##N, "optional " #N, WEFT_TYPE_OPT, weft__type_##N, 0, offsetof(weft_opt_##N, value),   \
                0)                                                                                                     \
    WEFT__SHAPE(LINK, weft_ptr_##N, "pointer to " #N, WEFT_TYPE_PTR, weft__type_##N, 0, 0, 0)
/* Makes list, map, opt and ptr of a type that is itself one of those: WEFT_SHAPES(weft_list(double)) once, then
 * weft_list(weft_list(double)). */
#define WEFT_SHAPES(N) WEFT__SHAPES(N)
#define WEFT__SHAPES(N) WEFT__SHAPES_OVER(N, N) WEFT__SHAPES_BODY(N, N) WEFT__SHAPES_TYPES(N, WEFT__INLINE)
#ifdef __cplusplus
}
#endif

/* Built-in types: described in the library. X(C type, name)
 * bool is a macro for _Bool before C23 and a keyword in C++ and C23: the library's symbols use _Bool. */
#ifdef bool
#define WEFT__BOOL_NAMES(X) X(bool, _Bool)
#else
#define WEFT__BOOL_NAMES(X) X(bool, bool)
#define weft__type_bool weft__type__Bool
#define weft__type_weft_list_bool weft__type_weft_list__Bool
#define weft__type_weft_map_bool weft__type_weft_map__Bool
#define weft__type_weft_opt_bool weft__type_weft_opt__Bool
#define weft__type_weft_ptr_bool weft__type_weft_ptr__Bool
#endif
#define WEFT__BUILTIN_TYPES(X)                                                                                         \
    WEFT__BOOL_NAMES(X)                                                                                                \
    X(int8_t, int8_t)                                                                                                  \
    X(int16_t, int16_t)                                                                                                \
    X(int32_t, int32_t)                                                                                                \
    X(int64_t, int64_t)                                                                                                \
    X(uint8_t, uint8_t)                                                                                                \
    X(uint16_t, uint16_t)                                                                                              \
    X(uint32_t, uint32_t)                                                                                              \
    X(uint64_t, uint64_t)                                                                                              \
    X(short, short)                                                                                                    \
    X(int, int)                                                                                                        \
    X(unsigned, unsigned)                                                                                              \
    X(long, long)                                                                                                      \
    X(size_t, size_t)                                                                                                  \
    X(float, float)                                                                                                    \
    X(double, double)                                                                                                  \
    X(weft_str, weft_str)                                                                                              \
    X(weft_cstr, weft_cstr) X(weft_const_cstr, weft_const_cstr) X(weft_bytes, weft_bytes) X(weft_raw, weft_raw)
#define WEFT__BUILTIN_DECLARE(T, N)                                                                                    \
    WEFT__SHAPES_FORWARD(T, N)                                                                                         \
    WEFT__SHAPES_BODY(T, N)                                                                                            \
    WEFT__C WEFT_API const weft_type *weft__type_##N(void);                                                            \
    WEFT__C WEFT_API const weft_type *weft__type_weft_list_##N(void);                                                  \
    WEFT__C WEFT_API const weft_type *weft__type_weft_map_##N(void);                                                   \
    WEFT__C WEFT_API const weft_type *weft__type_weft_opt_##N(void);                                                   \
    WEFT__C WEFT_API const weft_type *weft__type_weft_ptr_##N(void);
WEFT__BUILTIN_TYPES(WEFT__BUILTIN_DECLARE)
#undef WEFT__BUILTIN_DECLARE

#ifdef __cplusplus
extern "C" {
#endif
enum { weft_is_declared_weft_unit = 0, weft_is_declared_weft_extra = 0, weft_is_declared_weft_presence = 0 };
WEFT_API const weft_type *weft__type_weft_unit(void);
WEFT_API const weft_type *weft__type_weft_extra(void);
WEFT_API const weft_type *weft__type_weft_presence(void);
WEFT_API const weft_type *weft__type_weft__chars(void); /* char[n] in tables */
WEFT_API const weft_type *weft__type_unsigned_long(void);

/* ---- generic functions ------------------------------------------------------------------------------------------ */
/* Zero is the default of every option. */
typedef struct weft_decode_opts {
    const weft_alloc *alloc; /* of new values and temporary memory */
    size_t max_memory;       /* most bytes a new value may take; 0: no limit */
    const char *file_name;   /* for errors */
    void *ctx;               /* given to every converter, check and default function */
    size_t max_bytes;        /* of text; 0: none */
    uint32_t max_depth;      /* nesting of what is decoded; 0: 256, at most 1024. Skipped parts may nest 1024 deep */
    uint8_t unknown; /* weft_unknown: wins over the types' (DEFAULT: as they say; KEEP only where there is room) */
    uint8_t repeat;  /* weft_repeat, likewise */
    bool layer;      /* members the text does not give keep the value they have; nothing is "missing" */
    bool borrow;     /* strings without escapes point into the text, which must outlive the value; no NUL */
    bool trust_utf8; /* the text is known to be UTF-8 */
    bool bom;        /* a UTF-8 byte order mark at the start is skipped instead of WEFT_E_BOM */
    /* All errors instead of the first: up to errors_cap of them, *errors_count says how many. When there were more, the
     * last has code WEFT_E_OVERFLOW. The text's own syntax errors end the search. */
    weft_error *errors;
    size_t errors_cap;
    size_t *errors_count;
} weft_decode_opts;

typedef struct weft_encode_opts {
    void *ctx;            /* given to every converter and check */
    bool pretty;          /* over several lines */
    uint8_t indent_width; /* 0: 2 */
    bool final_newline;
    uint8_t omit;            /* WEFT_OMIT_...: added to what types and members say */
    uint8_t nonfinite;       /* weft_nonfinite */
    uint8_t escape;          /* weft_escape */
    bool sort_maps;          /* map keys by bytes */
    uint32_t max_depth;      /* 0: 256 */
    const weft_alloc *alloc; /* of temporary memory */
} weft_encode_opts;

/* Decodes one JSON text into *out (of that type). Everything it points to comes from `arena`. On failure *out is as it
 * was; memory taken from the arena stays there until the arena is freed. The text may be given up afterwards unless
 * borrowing. Memory: for n bytes of text at most n bytes for strings plus twice the elements' sizes. O(n). */
WEFT_API weft_status weft__type_from_json(const weft_type *type, void *out, weft_str text, weft_arena *arena,
                                          const weft_decode_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_type_from_json(const weft_type *type, void *out, weft_str text, weft_arena *arena,
                                              const weft_decode_opts *opts, weft_error *err) {
    return weft__type_from_json(type, out, text, arena, opts, sizeof(weft_decode_opts), err);
}
/* The same into a new value that owns everything it points to; NULL on failure. Give back with weft_free. */
WEFT_API void *weft__type_new_from_json(const weft_type *type, weft_str text, const weft_decode_opts *opts,
                                        size_t opts_size, weft_error *err);
static inline void *weft_type_new_from_json(const weft_type *type, weft_str text, const weft_decode_opts *opts,
                                            weft_error *err) {
    return weft__type_new_from_json(type, text, opts, sizeof(weft_decode_opts), err);
}
/* From a file ("-": standard input). */
WEFT_API void *weft__type_new_from_json_file(const weft_type *type, const char *path, const weft_decode_opts *opts,
                                             size_t opts_size, weft_error *err);
static inline void *weft_type_new_from_json_file(const weft_type *type, const char *path, const weft_decode_opts *opts,
                                                 weft_error *err) {
    return weft__type_new_from_json_file(type, path, opts, sizeof(weft_decode_opts), err);
}
/* Appends the JSON text of *value to out; on failure out is as long as before. */
WEFT_API weft_status weft__type_to_json(const weft_type *type, const void *value, weft_buf *out,
                                        const weft_encode_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_type_to_json(const weft_type *type, const void *value, weft_buf *out,
                                            const weft_encode_opts *opts, weft_error *err) {
    return weft__type_to_json(type, value, out, opts, sizeof(weft_encode_opts), err);
}
/* Replaces a file atomically; missing folders are made. opts NULL: pretty, with a final newline. */
WEFT_API weft_status weft__type_to_json_file(const weft_type *type, const void *value, const char *path,
                                             const weft_encode_opts *opts, size_t opts_size, weft_error *err);
static inline weft_status weft_type_to_json_file(const weft_type *type, const void *value, const char *path,
                                                 const weft_encode_opts *opts, weft_error *err) {
    return weft__type_to_json_file(type, value, path, opts, sizeof(weft_encode_opts), err);
}

/* A new value filled with defaults (alloc NULL: the default one), and its end: gives back a value made by any _new_
 * function or copy, with everything in it. NULL is allowed. */
WEFT_API void *weft_type_new(const weft_type *type, const weft_alloc *alloc, weft_error *err);
WEFT_API void weft_free(void *value);
/* The arena that owns a value made by a _new_ function: for what is added to it later. */
WEFT_API weft_arena *weft_arena_of(void *value);
/* Fills *out with defaults. WEFT_E_TYPE when the declaration contradicts itself. */
WEFT_API weft_status weft_type_default(const weft_type *type, void *out, weft_error *err);
/* A deep copy that owns everything / into *out and an arena. */
WEFT_API void *weft_type_copy(const weft_type *type, const void *value, const weft_alloc *alloc, weft_error *err);
WEFT_API weft_status weft_type_copy_to(const weft_type *type, void *out, const void *value, weft_arena *arena,
                                       weft_error *err);
/* Same value, member by member (reals by value, NaN equal to NaN; lists in order; maps in any order). */
WEFT_API bool weft_type_equal(const weft_type *type, const void *a, const void *b);

/* Whether the declaration and all it reaches make sense: WEFT_E_TYPE with the type and member named otherwise. */
WEFT_API weft_status weft_type_check(const weft_type *type, weft_error *err);
/* Whether every value comes back the same through JSON; err names the first member that does not. */
WEFT_API weft_status weft_type_round_trips(const weft_type *type, weft_error *err);

typedef enum weft_wire { WEFT_WIRE_JSON, WEFT_WIRE_FROZEN } weft_wire;
/* A 64-bit fingerprint of what a type looks like on a wire: kinds, widths, order, names (JSON: as written; Frozen: as
 * in C, enum values). Documentation, defaults and checks do not enter. */
WEFT_API uint64_t weft_type_digest(const weft_type *type, weft_wire wire);
/* Appends the JSON Schema (2020-12) of the type. */
WEFT_API weft_status weft_type_schema(const weft_type *type, weft_buf *out, weft_error *err);
/* Appends the declaration as text for people. */
WEFT_API weft_status weft_type_print(const weft_type *type, weft_buf *out, weft_error *err);
/* Appends a JSON document filled with examples and defaults, pretty. */
WEFT_API weft_status weft_type_example(const weft_type *type, weft_buf *out, weft_error *err);

/* ---- lists, maps, optionals ------------------------------------------------------------------------------------- */
/* Appends a value to a weft_list: false when memory ran out. Amortised O(1). `arena` must be the one that owns the
 * value, e.g. weft_arena_of(root). */
#define weft_list_push(arena, list, ...)                                                                               \
    (weft__list_grow((arena), (list), sizeof *(list)->items)                                                           \
         ? ((list)->items[(list)->count] = __VA_ARGS__, (list)->count++, true)                                         \
         : false)
/* Sets a key of a weft_map: replaces the value of an equal key, else appends. The key's bytes are not copied. O(n). */
#define weft_map_put(arena, map, name, ...)                                                                            \
    (weft__map_slot((arena), (map), sizeof *(map)->items, (name))                                                      \
         ? ((map)->items[weft__map_find((map), sizeof *(map)->items, (name))].value = __VA_ARGS__, true)               \
         : false)
/* The index of a key, or (map)->count. O(n). */
#define weft_map_find(map, name) weft__map_find((map), sizeof *(map)->items, (name))
#define weft_opt_set(opt, ...) ((opt)->value = __VA_ARGS__, (opt)->has = true)
WEFT_API bool weft__list_grow(weft_arena *arena, void *list, size_t elem_size);
WEFT_API bool weft__map_slot(weft_arena *arena, void *map, size_t entry_size, weft_str key);
WEFT_API size_t weft__map_find(const void *map, size_t entry_size, weft_str key);

/* ---- converters ------------------------------------------------------------------------------------------------- */
/* A JSON value as a converter sees it. */
typedef struct weft_scalar {
    weft_kind kind; /* WEFT_NONE: the member is absent */
    weft_str text;  /* string: decoded; anything else: its JSON text */
} weft_scalar;
/* What a converter may use during one call. */
typedef struct weft_call {
    void *ctx;             /* the caller's */
    weft_arena *arena;     /* decode: owner of what the value points to */
    const weft_conv *conv; /* the converter itself */
    const char *problem;   /* set by weft_call_fail */
    void *weft__state;
    const void *weft__node;
} weft_call;
/* Stands in front of the usual decoding and encoding of a member. Chains by `next`, outermost first. Either function
 * may do the work itself, or change something and run the rest by weft_call_next / weft_call_next_encode - as often as
 * it likes. */
struct weft_conv {
    const char *name; /* what is expected, in errors: "RFC 3339 time" */
    weft_status (*decode)(weft_call *call, void *out, weft_scalar in);     /* NULL: passed through */
    weft_status (*encode)(weft_call *call, const void *in, weft_buf *out); /* appends one JSON value */
    const weft_conv *next;
    const void *arg;
    const char *format; /* JSON Schema: "format" of a string; NULL: none */
    uint8_t json_kind;  /* weft_kind of the text, for the schema; 0: string */
    bool sees_absence;  /* decode is called with WEFT_NONE when the member is missing */
    uint32_t size;      /* bytes of the member it converts; 0: any. A mismatch is found by weft_type_check */
};
/* Runs what comes after this converter: the next one, or the member's own decoding of the given value. */
WEFT_API weft_status weft_call_next(weft_call *call, void *out, weft_scalar in);
WEFT_API weft_status weft_call_next_encode(weft_call *call, const void *in, weft_buf *out);
/* Reports a failure: WEFT_E_CONVERT with this reason (a literal, or text that lives in the arena). */
WEFT_API weft_status weft_call_fail(weft_call *call, const char *reason);
/* Appends a JSON string with its quotes. */
WEFT_API weft_status weft_json_string(weft_buf *out, weft_str s);

/* ---- a type's plan from outside --------------------------------------------------------------------------------- */
/* Public walk: enough to write another format. Names are resolved, shapes named. */
typedef struct weft_member {
    const char *name;        /* in C */
    weft_str key, write_key; /* JSON names: decode, encode */
    weft_str aliases[3];
    const struct weft_node *node; /* what it is */
    const weft_attr *attr;        /* never NULL */
    const void *dflt;             /* the default value (of the member's own type), or NULL */
    uint32_t offset;
    bool required, hidden;
} weft_member;
/* One level of a member's type: a list of maps of enums is three nodes. */
typedef struct weft_node {
    uint8_t kind;       /* weft_type_kind */
    uint8_t count_size; /* list, map: bytes of the count */
    uint8_t case_style; /* enum: of its names, from the member or the type */
    bool by_value, coerce, nullable, borrow, ranged, has_cap, native, open;
    bool repeat_last; /* map: the last of equal keys wins */
    uint32_t size, align;
    uint32_t n;                 /* array length, bytes of char[n] */
    int32_t count_off;          /* list, map: from the start of this value; may lie outside it in tables */
    uint32_t value_off, stride; /* opt, map */
    uint32_t min_len, max_len;  /* max_len UINT32_MAX: none */
    union {
        weft_range range; /* integers, when ranged */
        weft_real_range real_range;
    };
    const weft_type *type; /* struct, union, enum, flags: its description; else the description it came from, or NULL */
    const struct weft_node *elem, *key;
    const weft_conv *conv; /* applied here */
    weft_check_fn *check;
    const char *one_of;
    void *weft__names; /* enums whose names differ from their type's */
} weft_node;
/* The root of a type's nodes; NULL when the declaration is invalid or memory is short. Lives as long as the
 * description. */
WEFT_API const weft_node *weft_type_node(const weft_type *type, weft_error *err);
/* Members of a struct, variants of a union (in declared order). */
WEFT_API const weft_member *weft_type_members(const weft_type *type, size_t *count, weft_error *err);
/* The JSON name of an enum value as this node writes it; ptr NULL when it has none. */
WEFT_API weft_str weft_enum_name(const weft_node *node, int64_t value);
/* The value at p of an integer, enum or flags node, sign-extended (u64 as its bits); and back. */
WEFT_API int64_t weft_node_load(const weft_node *node, const void *p);
WEFT_API void weft_node_store(const weft_node *node, void *p, int64_t value);
/* Items and count of a list or map at p. */
WEFT_API size_t weft_node_items(const weft_node *node, const void *p, const void **items);

#ifdef __cplusplus
}
#endif

#include <weft/declare.h>
#endif
