/* weft/declare.h - the declaration macros (included by weft/type.h).
 *
 *   WEFT_STRUCT(T, LIST, .attr...)      struct, description, functions; in one .c file
 *   WEFT_DECLARE(T, LIST)               the header half: struct and functions; attributes are not looked at
 *   WEFT_DEFINE(T, LIST, .attr...)      the other half, in one .c file
 *   WEFT_ENUM(T, LIST, .attr...)        E(identifier, value) or E(identifier, value, "name", .alias = , .doc = )
 *   WEFT_FLAGS(T, LIST, .attr...)       the same list; T is a uint32_t of bits, a list of names in JSON
 *   WEFT_UNION(T, LIST, .attr...)       V(TAG, type, member, .attr...): struct T { T_tag tag; union { members }; }
 *   WEFT_ARRAY(T, E, n)                 typedef E T[n]
 *   WEFT_CHARS(T, n)                    typedef char T[n], a NUL-terminated string of at most n - 1 bytes
 *   WEFT_ENUM_MAP(T, K, E)              a map of E whose keys are the enum K
 *   (WEFT_DECLARE_ and WEFT_DEFINE_ exist for ENUM, FLAGS and UNION too.)
 * LIST is a macro that takes one macro: #define USER(F) F(type, member) F(type, member, .attribute = value)
 * Types that need each other: WEFT_FORWARD(A) WEFT_FORWARD(B) WEFT_BODY(A, A_LIST) WEFT_BODY(B, B_LIST).
 * WEFT_DEFINE and its kin are C only; everything else is C and C++17.
 */
#ifndef WEFT_DECLARE_H
#define WEFT_DECLARE_H

#include <weft/type.h>

/* ---- member lists ----------------------------------------------------------------------------------------------- */
#define WEFT__F_MEMBER(...) WEFT__F_MEMBER_(__VA_ARGS__, )
#define WEFT__F_MEMBER_(t, n, ...) t n;
#define WEFT__F_KNOWN(...) WEFT__F_KNOWN_(__VA_ARGS__, )
#define WEFT__F_KNOWN_(t, n, ...) +weft_is_declared_##t
#define WEFT__F_ATTR(...) WEFT__CAT(WEFT__F_ATTR_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__F_ATTR_PLAIN(t, n)
#define WEFT__F_ATTR_WITH(t, n, ...)                                                                                   \
    static const struct { WEFT__ATTR_MEMBERS t dflt; } weft__attr_##n = { .weft__ = 0, __VA_ARGS__ };
#define WEFT__F_FIELD(...) WEFT__CAT(WEFT__F_FIELD_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__F_FIELD_PLAIN(t, n) { #n, { weft__type_##t }, NULL, offsetof(weft__self, n), 0 },
#define WEFT__F_FIELD_WITH(t, n, ...)                                                                                  \
    { #n, { weft__type_##t }, (const weft_attr *)(const void *)&weft__attr_##n, offsetof(weft__self, n), 0 },
/* variants: V(TAG, type, member, attributes) */
#define WEFT__V_TAG(...) WEFT__V_TAG_(__VA_ARGS__, )
#define WEFT__V_TAG_(tag, ...) tag,
#define WEFT__V_MEMBER(...) WEFT__V_MEMBER_(__VA_ARGS__, )
#define WEFT__V_MEMBER_(tag, t, n, ...) t n;
#define WEFT__V_KNOWN(...) WEFT__V_KNOWN_(__VA_ARGS__, )
#define WEFT__V_KNOWN_(tag, t, n, ...) +weft_is_declared_##t
#define WEFT__V_ATTR(...) WEFT__V_ATTR_(__VA_ARGS__)
#define WEFT__V_ATTR_(tag, ...) WEFT__F_ATTR(__VA_ARGS__)
#define WEFT__V_FIELD(...) WEFT__V_FIELD_(__VA_ARGS__)
#define WEFT__V_FIELD_(tag, ...) WEFT__F_FIELD(__VA_ARGS__)
/* enumerators: E(identifier, value[, name, attributes]) */
#define WEFT__E_CONST(...) WEFT__E_CONST_(__VA_ARGS__, )
#define WEFT__E_CONST_(id, value, ...) id = value,
#define WEFT__E_ROW(...) WEFT__CAT(WEFT__E_ROW_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__E_ROW_PLAIN(id, value) { (value), #id, NULL, NULL, NULL, false },
#define WEFT__E_ROW_WITH(id, val, ...) { .value = (val), .ident = #id, .name = __VA_ARGS__ },

/* ---- the functions every struct and union gets ------------------------------------------------------------------ */
#define WEFT__API(T, C)                                                                                                \
    /* A new value that owns all it points to (weft_free), or NULL. */                                                 \
    WEFT__INLINE C *T##_new_from_json(weft_str w_text, const weft_decode_opts *w_opts, weft_error *w_err) {            \
        return (C *)weft_type_new_from_json(weft__type_##T(), w_text, w_opts, w_err);                                  \
    }                                                                                                                  \
    WEFT__INLINE C *T##_new_from_json_file(const char *w_path, const weft_decode_opts *w_opts, weft_error *w_err) {    \
        return (C *)weft_type_new_from_json_file(weft__type_##T(), w_path, w_opts, w_err);                             \
    }                                                                                                                  \
    /* Into *w_out, with everything it points to in the arena; *w_out is untouched on failure. */                      \
    WEFT__INLINE weft_status T##_from_json(C *w_out, weft_str w_text, weft_arena *w_arena,                             \
                                           const weft_decode_opts *w_opts, weft_error *w_err) {                        \
        return weft_type_from_json(weft__type_##T(), w_out, w_text, w_arena, w_opts, w_err);                           \
    }                                                                                                                  \
    WEFT__INLINE weft_status T##_to_json(const C *w_value, weft_buf *w_out, weft_error *w_err) {                       \
        return weft_type_to_json(weft__type_##T(), w_value, w_out, NULL, w_err);                                       \
    }                                                                                                                  \
    WEFT__INLINE weft_status T##_to_json_with(const C *w_value, weft_buf *w_out, const weft_encode_opts *w_opts,       \
                                              weft_error *w_err) {                                                     \
        return weft_type_to_json(weft__type_##T(), w_value, w_out, w_opts, w_err);                                     \
    }                                                                                                                  \
    WEFT__INLINE weft_status T##_to_json_file(const C *w_value, const char *w_path, const weft_encode_opts *w_opts,    \
                                              weft_error *w_err) {                                                     \
        return weft_type_to_json_file(weft__type_##T(), w_value, w_path, w_opts, w_err);                               \
    }                                                                                                                  \
    WEFT__INLINE C *T##_new(const weft_alloc *w_alloc, weft_error *w_err) {                                            \
        return (C *)weft_type_new(weft__type_##T(), w_alloc, w_err);                                                   \
    }                                                                                                                  \
    WEFT__INLINE C *T##_copy(const C *w_value, const weft_alloc *w_alloc, weft_error *w_err) {                         \
        return (C *)weft_type_copy(weft__type_##T(), w_value, w_alloc, w_err);                                         \
    }                                                                                                                  \
    WEFT__INLINE bool T##_equal(const C *w_a, const C *w_b) { return weft_type_equal(weft__type_##T(), w_a, w_b); }    \
    WEFT__API_FROZEN(T, C)
/* weft/frozen.h puts its functions here. */
#ifndef WEFT__API_FROZEN
#define WEFT__API_FROZEN(T, C)
#endif

/* ---- structs ---------------------------------------------------------------------------------------------------- */
#define WEFT__PROTOTYPES(T) WEFT__C const weft_type *weft__type_##T(void);
#define WEFT__FORWARD(T) WEFT__SHAPES_FORWARD(T, T) WEFT__PROTOTYPES(T)
#define WEFT_FORWARD(T)                                                                                                \
    typedef struct T T;                                                                                                \
    WEFT__FORWARD(T)
#define WEFT_BODY(T, LIST)                                                                                             \
    enum { weft__members_known_##T = 0 LIST(WEFT__F_KNOWN) };                                                          \
    struct T {                                                                                                         \
        LIST(WEFT__F_MEMBER)                                                                                           \
    };                                                                                                                 \
    WEFT__SHAPES_BODY(T, T)                                                                                            \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)                                                                                \
    WEFT__API(T, T)
#define WEFT_DECLARE(T, LIST) WEFT_FORWARD(T) WEFT_BODY(T, LIST)

/* A description: head (opens the function and the type's attributes), then what the kind needs. */
#define WEFT__HEAD(T)                                                                                                  \
    const weft_type *weft__type_##T(void) {                                                                            \
        typedef T weft__self;                                                                                          \
        static void *weft__slot;
#define WEFT__HEAD_WITH(T, ...)                                                                                        \
    WEFT__HEAD(T)                                                                                                      \
    static const weft_type_attr weft__attrs = { .weft__ = 0, __VA_ARGS__ };
#define WEFT__TAIL(T, C, KIND, FIELDS, VALUES, ATTRS, N, TAG)                                                          \
    static const weft_type weft__t = { KIND,                                                                           \
                                       WEFT_TYPE_VERSION,                                                              \
                                       0,                                                                              \
                                       (uint8_t)WEFT__ALIGNOF(C),                                                      \
                                       (uint32_t)sizeof(C),                                                            \
                                       #T,                                                                             \
                                       FIELDS,                                                                         \
                                       VALUES,                                                                         \
                                       { NULL },                                                                       \
                                       { NULL },                                                                       \
                                       ATTRS,                                                                          \
                                       &weft__slot,                                                                    \
                                       (uint32_t)(N),                                                                  \
                                       0,                                                                              \
                                       TAG,                                                                            \
                                       0 };                                                                            \
    return &weft__t;                                                                                                   \
    }
#define WEFT__FIELDS(T, LIST, F_ATTR, F_FIELD, KIND, ATTRS, TAG)                                                       \
    LIST(F_ATTR)                                                                                                       \
    static const weft_field weft__fields[] = { LIST(F_FIELD) };                                                        \
    WEFT__TAIL(T, T, KIND, weft__fields, NULL, ATTRS, sizeof weft__fields / sizeof *weft__fields, TAG)
#define WEFT__VALUES(T, LIST, KIND, ATTRS)                                                                             \
    static const weft_enum_value weft__values[] = { LIST(WEFT__E_ROW) };                                               \
    (void)sizeof(weft__self);                                                                                          \
    WEFT__TAIL(T, T, KIND, NULL, weft__values, ATTRS, sizeof weft__values / sizeof *weft__values, 0)

#define WEFT_DEFINE(...) WEFT__CAT(WEFT__DEFINE_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__DEFINE_PLAIN(T, LIST)                                                                                    \
    WEFT__HEAD(T) WEFT__FIELDS(T, LIST, WEFT__F_ATTR, WEFT__F_FIELD, WEFT_TYPE_STRUCT, NULL, 0)
#define WEFT__DEFINE_WITH(T, LIST, ...)                                                                                \
    WEFT__HEAD_WITH(T, __VA_ARGS__)                                                                                    \
    WEFT__FIELDS(T, LIST, WEFT__F_ATTR, WEFT__F_FIELD, WEFT_TYPE_STRUCT, &weft__attrs, 0)
#define WEFT_STRUCT(...) WEFT__STRUCT(__VA_ARGS__, ) WEFT_DEFINE(__VA_ARGS__)
#define WEFT__STRUCT(T, LIST, ...) WEFT_DECLARE(T, LIST)

/* ---- enums and flags -------------------------------------------------------------------------------------------- */
#define WEFT_DECLARE_ENUM(T, LIST)                                                                                     \
    typedef enum T { LIST(WEFT__E_CONST) } T;                                                                          \
    WEFT__SHAPES_FORWARD(T, T)                                                                                         \
    WEFT__PROTOTYPES(T)                                                                                                \
    WEFT__SHAPES_BODY(T, T)                                                                                            \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)
#define WEFT_DEFINE_ENUM(...) WEFT__CAT(WEFT__DEFINE_ENUM_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__DEFINE_ENUM_PLAIN(T, LIST) WEFT__HEAD(T) WEFT__VALUES(T, LIST, WEFT_TYPE_ENUM, NULL)
#define WEFT__DEFINE_ENUM_WITH(T, LIST, ...)                                                                           \
    WEFT__HEAD_WITH(T, __VA_ARGS__) WEFT__VALUES(T, LIST, WEFT_TYPE_ENUM, &weft__attrs)
#define WEFT_ENUM(...) WEFT__ENUM(__VA_ARGS__, ) WEFT_DEFINE_ENUM(__VA_ARGS__)
#define WEFT__ENUM(T, LIST, ...) WEFT_DECLARE_ENUM(T, LIST)

#define WEFT_DECLARE_FLAGS(T, LIST)                                                                                    \
    typedef uint32_t T;                                                                                                \
    enum { LIST(WEFT__E_CONST) };                                                                                      \
    WEFT__SHAPES_FORWARD(T, T)                                                                                         \
    WEFT__PROTOTYPES(T)                                                                                                \
    WEFT__SHAPES_BODY(T, T)                                                                                            \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)
#define WEFT_DEFINE_FLAGS(...) WEFT__CAT(WEFT__DEFINE_FLAGS_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__DEFINE_FLAGS_PLAIN(T, LIST) WEFT__HEAD(T) WEFT__VALUES(T, LIST, WEFT_TYPE_FLAGS, NULL)
#define WEFT__DEFINE_FLAGS_WITH(T, LIST, ...)                                                                          \
    WEFT__HEAD_WITH(T, __VA_ARGS__) WEFT__VALUES(T, LIST, WEFT_TYPE_FLAGS, &weft__attrs)
#define WEFT_FLAGS(...) WEFT__FLAGS(__VA_ARGS__, ) WEFT_DEFINE_FLAGS(__VA_ARGS__)
#define WEFT__FLAGS(T, LIST, ...) WEFT_DECLARE_FLAGS(T, LIST)

/* ---- tagged unions: the tag is the variant's index ----------------------------------------------------------------
 */
#define WEFT_DECLARE_UNION(T, LIST)                                                                                    \
    WEFT_FORWARD(T)                                                                                                    \
    WEFT_BODY_UNION(T, LIST)
#define WEFT_BODY_UNION(T, LIST)                                                                                       \
    enum { weft__members_known_##T = 0 LIST(WEFT__V_KNOWN) };                                                          \
    typedef enum T##_tag{ LIST(WEFT__V_TAG) } T##_tag;                                                                 \
    struct T {                                                                                                         \
        T##_tag tag;                                                                                                   \
        union {                                                                                                        \
            LIST(WEFT__V_MEMBER)                                                                                       \
        };                                                                                                             \
    };                                                                                                                 \
    WEFT__SHAPES_BODY(T, T)                                                                                            \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)                                                                                \
    WEFT__API(T, T)
#define WEFT_DEFINE_UNION(...) WEFT__CAT(WEFT__DEFINE_UNION_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__DEFINE_UNION_PLAIN(T, LIST)                                                                              \
    WEFT__HEAD(T) WEFT__FIELDS(T, LIST, WEFT__V_ATTR, WEFT__V_FIELD, WEFT_TYPE_UNION, NULL, (uint32_t)sizeof(T##_tag))
#define WEFT__DEFINE_UNION_WITH(T, LIST, ...)                                                                          \
    WEFT__HEAD_WITH(T, __VA_ARGS__)                                                                                    \
    WEFT__FIELDS(T, LIST, WEFT__V_ATTR, WEFT__V_FIELD, WEFT_TYPE_UNION, &weft__attrs, (uint32_t)sizeof(T##_tag))
#define WEFT_UNION(...) WEFT__UNION(__VA_ARGS__, ) WEFT_DEFINE_UNION(__VA_ARGS__)
#define WEFT__UNION(T, LIST, ...) WEFT_DECLARE_UNION(T, LIST)

/* ---- arrays, bounded strings, enum-keyed maps ---------------------------------------------------------------------
 */
#define WEFT__NAMED(T, KIND, FLAGS, ELEM, KEY, N, COUNT, VALUE, STRIDE)                                                \
    WEFT__INLINE const weft_type *weft__type_##T(void) {                                                               \
        static const weft_type t = { KIND,                                                                             \
                                     WEFT_TYPE_VERSION,                                                                \
                                     FLAGS,                                                                            \
                                     (uint8_t)WEFT__ALIGNOF(T),                                                        \
                                     (uint32_t)sizeof(T),                                                              \
                                     #T,                                                                               \
                                     NULL,                                                                             \
                                     NULL,                                                                             \
                                     { ELEM },                                                                         \
                                     { KEY },                                                                          \
                                     NULL,                                                                             \
                                     NULL,                                                                             \
                                     (uint32_t)(N),                                                                    \
                                     (uint32_t)(COUNT),                                                                \
                                     (uint32_t)(VALUE),                                                                \
                                     (uint32_t)(STRIDE) };                                                             \
        return &t;                                                                                                     \
    }                                                                                                                  \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)
#define WEFT_ARRAY(T, E, n)                                                                                            \
    typedef E T[n];                                                                                                    \
    WEFT__SHAPES_FORWARD(T, T)                                                                                         \
    WEFT__SHAPES_BODY(T, T) WEFT__NAMED(T, WEFT_TYPE_ARRAY, 0, WEFT__CAT(weft__type_, E), NULL, n, 0, 0, 0)
#define WEFT_CHARS(T, n)                                                                                               \
    typedef char T[n];                                                                                                 \
    WEFT__SHAPES_FORWARD(T, T) WEFT__SHAPES_BODY(T, T) WEFT__NAMED(T, WEFT_TYPE_CHARS, 0, NULL, NULL, n, 0, 0, 0)
#define WEFT_ENUM_MAP(T, K, E)                                                                                         \
    typedef struct weft_entry_of_##T {                                                                                 \
        K key;                                                                                                         \
        E value;                                                                                                       \
    } weft_entry_of_##T;                                                                                               \
    typedef struct T {                                                                                                 \
        weft_entry_of_##T *items;                                                                                      \
        size_t count, cap;                                                                                             \
    } T;                                                                                                               \
    WEFT__SHAPES_FORWARD(T, T)                                                                                         \
    WEFT__SHAPES_BODY(T, T)                                                                                            \
    WEFT__NAMED(T, WEFT_TYPE_MAP, 0, WEFT__CAT(weft__type_, E), WEFT__CAT(weft__type_, K), 0, offsetof(T, count),      \
                offsetof(weft_entry_of_##T, value), sizeof(weft_entry_of_##T))

/* ---- structs that exist already (C only) --------------------------------------------------------------------------
 *   WEFT_TYPE_DECL(user, struct user);            // anywhere: names the description "user"; makes user_from_json and
 * so on static const weft_field user_fields[] = { WEFT_FIELD(struct user, port, WEFT_DFLT(8080), .range = {1, 65535}),
 * // C's own types, weft_str, char *, char[n] WEFT_FIELD_OF(struct user, level, Level),           // a described type,
 * checked to be that very type; also for enums WEFT_FIELD_LIST(struct user, rules, n_rules, rule), // rule *rules and
 * its count WEFT_FIELD_ARRAY(struct user, origin, double),      // double origin[3] WEFT_FIELD_PTR(struct user, next,
 * user),            // user *next, may be NULL
 *   };
 *   WEFT_TYPE(user, struct user, user_fields, .rename = WEFT_CAMEL) */
#define WEFT_TYPE_DECL(T, S)                                                                                           \
    WEFT__SHAPES_FORWARD(S, T)                                                                                         \
    WEFT__PROTOTYPES(T)                                                                                                \
    WEFT__SHAPES_BODY(S, T)                                                                                            \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)                                                                                \
    WEFT__API(T, S)                                                                                                    \
    struct weft__semicolon_##T
#define WEFT_ENUM_DECL(T, S)                                                                                           \
    WEFT__SHAPES_FORWARD(S, T)                                                                                         \
    WEFT__PROTOTYPES(T)                                                                                                \
    WEFT__SHAPES_BODY(S, T)                                                                                            \
    WEFT__SHAPES_TYPES(T, WEFT__INLINE)                                                                                \
    struct weft__semicolon_##T
#ifndef __cplusplus
#define WEFT__M(S, m) (((S *)0)->m)
/* The built-in description of a member; NULL where C cannot tell. */
#define WEFT__INFER(S, m)                                                                                              \
    _Generic(&WEFT__M(S, m), _Bool *: weft__type__Bool, int8_t *: weft__type_int8_t, uint8_t *: weft__type_uint8_t,    \
             short *: weft__type_short, unsigned short *: weft__type_uint16_t, int *: weft__type_int,                  \
             unsigned *: weft__type_unsigned, long *: weft__type_long, unsigned long *: weft__type_unsigned_long,      \
             long long *: weft__type_int64_t, unsigned long long *: weft__type_uint64_t, float *: weft__type_float,    \
             double *: weft__type_double, weft_str *: weft__type_weft_str, char **: weft__type_weft_cstr,              \
             const char **: weft__type_weft_cstr, weft_bytes *: weft__type_weft_bytes, weft_raw *: weft__type_weft_raw, \
             weft_extra *: weft__type_weft_extra, weft_presence *: weft__type_weft_presence,                           \
             char (*)[sizeof(WEFT__M(S, m))]: weft__type_weft__chars, default: (weft_type_fn *)0)
#define WEFT__INFERS(S, m)                                                                                             \
    _Generic(&WEFT__M(S, m), _Bool * : 1, int8_t * : 1, uint8_t * : 1, short * : 1, unsigned short * : 1, int * : 1,   \
             unsigned * : 1, long * : 1, unsigned long * : 1, long long * : 1, unsigned long long * : 1, float * : 1,  \
             double * : 1, weft_str * : 1, char ** : 1, const char ** : 1, weft_bytes * : 1, weft_raw * : 1,           \
             weft_extra * : 1, weft_presence * : 1, char(*)[sizeof(WEFT__M(S, m))] : 1, default : 0)
#define WEFT__ASSERT(cond, msg)                                                                                        \
    (0 * sizeof(struct {                                                                                               \
         _Static_assert(cond, msg);                                                                                    \
         int weft__;                                                                                                   \
     }))
#define WEFT__ATTRS(S, m, ...)                                                                                         \
    (const weft_attr *)(const void *)&(const struct { WEFT__ATTR_MEMBERS __typeof__(WEFT__M(S, m)) dflt; }) {          \
        .weft__ = 0, __VA_ARGS__                                                                                       \
    }
#define WEFT__CHARS_SHAPE(S, m)                                                                                        \
    _Generic(&WEFT__M(S, m), char(*)[sizeof(WEFT__M(S, m))]                                                            \
             : WEFT_SHAPE_CHARS | (uint32_t)sizeof(WEFT__M(S, m)) << 3, default : 0)
#define WEFT__ROW(S, m, type, cond, msg, shape, ...)                                                                   \
    { #m, { type }, __VA_ARGS__, (uint32_t)(offsetof(S, m) + WEFT__ASSERT(cond, msg)), shape }
#define WEFT__IS(S, m, C) _Generic(&WEFT__M(S, m), C * : 1, default : 0)

#define WEFT_FIELD(...) WEFT__CAT(WEFT__FIELD_, WEFT__ARGS(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__FIELD_PLAIN(S, m) WEFT__FIELD_ROW(S, m, NULL)
#define WEFT__FIELD_WITH(S, m, ...) WEFT__FIELD_ROW(S, m, WEFT__ATTRS(S, m, __VA_ARGS__))
#define WEFT__FIELD_ROW(S, m, ...)                                                                                     \
    WEFT__ROW(S, m, WEFT__INFER(S, m), WEFT__INFERS(S, m),                                                             \
              "weft: cannot infer the type of member " #m " of " #S                                                    \
              "; use WEFT_FIELD_OF, WEFT_FIELD_LIST, WEFT_FIELD_ARRAY or WEFT_FIELD_PTR",                              \
              WEFT__CHARS_SHAPE(S, m), __VA_ARGS__)
#define WEFT_FIELD_OF(...) WEFT__FIELD_OF(__VA_ARGS__, .weft__ = 0)
#define WEFT__FIELD_OF(S, m, T, ...)                                                                                   \
    WEFT__ROW(S, m, weft__type_##T, WEFT__IS(S, m, weft__ctype_##T),                                                   \
              "weft: member " #m " of " #S " does not have the type that " #T " describes", 0,                         \
              WEFT__ATTRS_IF(S, m, __VA_ARGS__))
#define WEFT_FIELD_ARRAY(...) WEFT__FIELD_ARRAY(__VA_ARGS__, .weft__ = 0)
#define WEFT__FIELD_ARRAY(S, m, T, ...)                                                                                \
    WEFT__ROW(S, m, weft__type_##T, WEFT__IS(S, m[0], weft__ctype_##T),                                                \
              "weft: member " #m " of " #S " is not an array of what " #T " describes",                                \
              WEFT_SHAPE_ARRAY | (uint32_t)(sizeof(WEFT__M(S, m)) / sizeof(WEFT__M(S, m[0]))) << 3,                    \
              WEFT__ATTRS_IF(S, m, __VA_ARGS__))
#define WEFT_FIELD_PTR(...) WEFT__FIELD_PTR(__VA_ARGS__, .weft__ = 0)
#define WEFT__FIELD_PTR(S, m, T, ...)                                                                                  \
    WEFT__ROW(S, m, weft__type_##T, WEFT__IS(S, m[0], weft__ctype_##T),                                                \
              "weft: member " #m " of " #S " is not a pointer to what " #T " describes", WEFT_SHAPE_PTR,               \
              WEFT__ATTRS_IF(S, m, __VA_ARGS__))
#define WEFT_FIELD_LIST(...) WEFT__FIELD_LIST(__VA_ARGS__, .weft__ = 0)
#define WEFT__FIELD_LIST(S, m, cnt, T, ...)                                                                            \
    WEFT__ROW(S, m, weft__type_##T, WEFT__IS(S, m[0], weft__ctype_##T),                                                \
              "weft: member " #m " of " #S " is not a pointer to what " #T " describes",                               \
              (sizeof(WEFT__M(S, cnt)) == 1   ? WEFT_SHAPE_LIST1                                                       \
               : sizeof(WEFT__M(S, cnt)) == 2 ? WEFT_SHAPE_LIST2                                                       \
               : sizeof(WEFT__M(S, cnt)) == 4 ? WEFT_SHAPE_LIST4                                                       \
                                              : WEFT_SHAPE_LIST8) |                                                    \
                  (uint32_t)offsetof(S, cnt) << 3,                                                                     \
              WEFT__ATTRS_IF(S, m, __VA_ARGS__))
/* Attributes after a row's own arguments; the last argument is always the anchor. */
#define WEFT__ATTRS_IF(S, m, ...) WEFT__CAT(WEFT__ATTRS_, WEFT__ARGS(0, __VA_ARGS__))(S, m, __VA_ARGS__)
#define WEFT__ATTRS_PLAIN(S, m, anchor) NULL
#define WEFT__ATTRS_WITH(S, m, ...) WEFT__ATTRS_DROP(S, m, __VA_ARGS__)
#define WEFT__ATTRS_DROP(S, m, ...)                                                                                    \
    (const weft_attr *)(const void *)&(const struct { WEFT__ATTR_MEMBERS __typeof__(WEFT__M(S, m)) dflt; }) {          \
        __VA_ARGS__                                                                                                    \
    }

#define WEFT_TYPE(...) WEFT__CAT(WEFT__TYPE_, WEFT__ARGS3(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__ARGS3(T, ...) WEFT__ARGS(__VA_ARGS__)
#define WEFT__TYPE_PLAIN(T, S, FIELDS)                                                                                 \
    const weft_type *weft__type_##T(void) {                                                                            \
        static void *weft__slot;                                                                                       \
        WEFT__TAIL(T, S, WEFT_TYPE_STRUCT, FIELDS, NULL, NULL, sizeof(FIELDS) / sizeof *(FIELDS), 0)
#define WEFT__TYPE_WITH(T, S, FIELDS, ...)                                                                             \
    const weft_type *weft__type_##T(void) {                                                                            \
        static void *weft__slot;                                                                                       \
        static const weft_type_attr weft__attrs = { .weft__ = 0, __VA_ARGS__ };                                        \
        WEFT__TAIL(T, S, WEFT_TYPE_STRUCT, FIELDS, NULL, &weft__attrs, sizeof(FIELDS) / sizeof *(FIELDS), 0)
/* static const weft_enum_value rows[] = {WEFT_VALUE(LVL_INFO, "info"), ...}; WEFT_ENUM_TABLE(level, enum level, rows)
 */
#define WEFT_VALUE(id, ...)                                                                                            \
    { .value = (id), .ident = #id, .name = __VA_ARGS__ }
#define WEFT_ENUM_TABLE(...) WEFT__CAT(WEFT__ENUM_TABLE_, WEFT__ARGS3(__VA_ARGS__))(__VA_ARGS__)
#define WEFT__ENUM_TABLE_PLAIN(T, S, ROWS)                                                                             \
    const weft_type *weft__type_##T(void) {                                                                            \
        static void *weft__slot;                                                                                       \
        WEFT__TAIL(T, S, WEFT_TYPE_ENUM, NULL, ROWS, NULL, sizeof(ROWS) / sizeof *(ROWS), 0)
#define WEFT__ENUM_TABLE_WITH(T, S, ROWS, ...)                                                                         \
    const weft_type *weft__type_##T(void) {                                                                            \
        static void *weft__slot;                                                                                       \
        static const weft_type_attr weft__attrs = { .weft__ = 0, __VA_ARGS__ };                                        \
        WEFT__TAIL(T, S, WEFT_TYPE_ENUM, NULL, ROWS, &weft__attrs, sizeof(ROWS) / sizeof *(ROWS), 0)
#endif

#endif
