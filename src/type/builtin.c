/* Descriptions of C's own types and of the shapes over them. */
#include <weft/type.h>

enum { BUILTIN_CHAR_SIZE = 1 };
#define KIND_OF(T)                                                                                                     \
    _Generic((T *)0,                                                                                    \
    _Bool *: WEFT_TYPE_BOOL, int8_t *: WEFT_TYPE_I8, uint8_t *: WEFT_TYPE_U8, short *: WEFT_TYPE_I16,                  \
    unsigned short *: WEFT_TYPE_U16, int *: sizeof(int) == 4 ? WEFT_TYPE_I32 : WEFT_TYPE_I16,                          \
    unsigned *: sizeof(int) == 4 ? WEFT_TYPE_U32 : WEFT_TYPE_U16, long *: sizeof(long) == 8 ? WEFT_TYPE_I64 : WEFT_TYPE_I32, \
    unsigned long *: sizeof(long) == 8 ? WEFT_TYPE_U64 : WEFT_TYPE_U32, long long *: WEFT_TYPE_I64,                    \
    unsigned long long *: WEFT_TYPE_U64, float *: WEFT_TYPE_F32, double *: WEFT_TYPE_F64, weft_str *: WEFT_TYPE_STR,   \
    char **: WEFT_TYPE_CSTR, const char **: WEFT_TYPE_CSTR, weft_bytes *: WEFT_TYPE_BYTES, weft_raw *: WEFT_TYPE_RAW)
#define TYPE_ROW(T, symbol, name, kind, flags, size, n)                                                                \
    const weft_type *weft__type_##symbol(void) {                                                                       \
        static const weft_type t = { kind,     WEFT_TYPE_VERSION,                                                      \
                                     flags,    (uint8_t) _Alignof(T),                                                  \
                                     size,     name,                                                                   \
                                     NULL,     NULL,                                                                   \
                                     { NULL }, { NULL },                                                               \
                                     NULL,     NULL,                                                                   \
                                     n,        0,                                                                      \
                                     0,        0 };                                                                    \
        return &t;                                                                                                     \
    }
/* long and size_t differ between machines, so formats give them 64 bits. */
#define NATIVE__Bool 0
#define NATIVE_bool 0
#define NATIVE_int8_t 0
#define NATIVE_int16_t 0
#define NATIVE_int32_t 0
#define NATIVE_int64_t 0
#define NATIVE_uint8_t 0
#define NATIVE_uint16_t 0
#define NATIVE_uint32_t 0
#define NATIVE_uint64_t 0
#define NATIVE_short 0
#define NATIVE_int 0
#define NATIVE_unsigned 0
#define NATIVE_long WEFT_TYPE_NATIVE
#define NATIVE_size_t WEFT_TYPE_NATIVE
#define NATIVE_float 0
#define NATIVE_double 0
#define NATIVE_weft_str 0
#define NATIVE_weft_cstr 0
#define NATIVE_weft_const_cstr 0
#define NATIVE_weft_bytes 0
#define NATIVE_weft_raw 0
#define BUILTIN(T, N)                                                                                                  \
    TYPE_ROW(T, N, #N, KIND_OF(T), NATIVE_##N, (uint32_t)sizeof(T), 0) WEFT__SHAPES_TYPES(N, WEFT__EMPTY)
WEFT__BUILTIN_TYPES(BUILTIN)
TYPE_ROW(unsigned long, unsigned_long, "unsigned long", KIND_OF(unsigned long), WEFT_TYPE_NATIVE,
         (uint32_t)sizeof(unsigned long), 0)
TYPE_ROW(weft_unit, weft_unit, "unit", WEFT_TYPE_UNIT, 0, (uint32_t)sizeof(weft_unit), 0)
TYPE_ROW(weft_extra, weft_extra, "extra", WEFT_TYPE_EXTRA, 0, (uint32_t)sizeof(weft_extra), 0)
TYPE_ROW(weft_presence, weft_presence, "presence", WEFT_TYPE_PRESENCE, 0, (uint32_t)sizeof(weft_presence), 0)
TYPE_ROW(char, weft__chars, "string", WEFT_TYPE_CHARS, 0, BUILTIN_CHAR_SIZE, BUILTIN_CHAR_SIZE)
#undef KIND_OF
#undef TYPE_ROW
#undef BUILTIN
