/* weft/tensor.h - directories: named tensors, texts and Frozen messages in one file that is mapped and used in place.
 *
 *   weft_dir_item item = weft_tensor_item(WEFT_STR("weights"), WEFT_F64, 1, dims, data);
 *   weft_dir_write_file("model.weft", &item, 1, &err);
 *
 *   weft_dir *dir = weft_dir_open_file("model.weft", NULL, &err);      // mapped, verified, nothing copied
 *   weft_dir_item got;
 *   if (weft_dir_find(dir, WEFT_STR("weights"), &got)) ...             // got.data, got.size, got.dims
 *   weft_dir_close(dir);
 *
 * The format stands in docs/spec/frozen.md. Payloads start at multiples of 64 bytes, so that a mapped file is aligned
 * for every type. Sections: items - writing - reading - other formats - handing over (DLPack).
 */
#ifndef WEFT_TENSOR_H
#define WEFT_TENSOR_H

#include <weft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- items --------------------------------------------------------------------------------------------------------
 */
/* Element types; the numbers are those of the format. X(name, number, bytes, alignment in place, text) */
#define WEFT_DTYPE_LIST(X)                                                                                             \
    X(WEFT_BOOL8, 1, 1, 1, "bool")                                                                                     \
    X(WEFT_I8, 2, 1, 1, "i8")                                                                                          \
    X(WEFT_I16, 3, 2, 2, "i16")                                                                                        \
    X(WEFT_I32, 4, 4, 4, "i32")                                                                                        \
    X(WEFT_I64, 5, 8, 8, "i64")                                                                                        \
    X(WEFT_U8, 6, 1, 1, "u8")                                                                                          \
    X(WEFT_U16, 7, 2, 2, "u16")                                                                                        \
    X(WEFT_U32, 8, 4, 4, "u32")                                                                                        \
    X(WEFT_U64, 9, 8, 8, "u64")                                                                                        \
    X(WEFT_F16, 10, 2, 2, "f16")   /* IEEE 754 binary16 */                                                             \
    X(WEFT_BF16, 11, 2, 2, "bf16") /* upper half of binary32 */                                                        \
    X(WEFT_F32, 12, 4, 4, "f32")                                                                                       \
    X(WEFT_F64, 13, 8, 8, "f64")                                                                                       \
    X(WEFT_F8E4M3, 14, 1, 1, "f8e4m3")                                                                                 \
    X(WEFT_F8E5M2, 15, 1, 1, "f8e5m2")                                                                                 \
    X(WEFT_C64, 16, 8, 4, "c64")    /* two f32: real, imaginary */                                                     \
    X(WEFT_C128, 17, 16, 8, "c128") /* two f64 */
typedef enum weft_dtype {
    WEFT_DTYPE_NONE,
#define WEFT__DTYPE_ENUM(name, number, bytes, align, text) name = number,
    WEFT_DTYPE_LIST(WEFT__DTYPE_ENUM)
#undef WEFT__DTYPE_ENUM
} weft_dtype;
/* Bytes of an element, 0 for an unknown number; and its name ("f64"), NULL for an unknown one. */
WEFT_API size_t weft_dtype_size(weft_dtype dtype);
WEFT_API const char *weft_dtype_name(weft_dtype dtype);

typedef enum weft_dir_kind {
    WEFT_DIR_UNUSED, /* space that an append has left behind */
    WEFT_DIR_TENSOR,
    WEFT_DIR_TEXT,   /* UTF-8 */
    WEFT_DIR_MESSAGE /* a Frozen message (no frame) with its type's hash */
} weft_dir_kind;

enum { WEFT_RANK_MAX = 16, WEFT_DIR_ALIGN = 64 };

typedef struct weft_dir_item {
    weft_dir_kind kind;
    weft_dtype dtype;
    uint8_t rank;     /* 0: one element */
    bool has_strides; /* else row-major without gaps */
    bool has_sum; /* a CRC-32C of the payload is stored: writing, asks for it; reading, compare with weft_dir_check */
    uint32_t sum;
    weft_str name;      /* UTF-8, not empty, without NUL; unique in the directory */
    uint64_t type_hash; /* messages */
    uint64_t dims[WEFT_RANK_MAX];
    int64_t strides[WEFT_RANK_MAX]; /* bytes; all >= 0 and within the payload */
    const void *data;               /* payload; when reading, inside the directory's bytes */
    size_t size;                    /* its bytes */
} weft_dir_item;

/* Items for writing. A tensor's size follows from its dims (a product beyond size_t gives size 0, which writing
 * refuses). */
WEFT_API weft_dir_item weft_tensor_item(weft_str name, weft_dtype dtype, unsigned rank, const uint64_t *dims,
                                        const void *data);
WEFT_API weft_dir_item weft_text_item(weft_str name, weft_str text);
WEFT_API weft_dir_item weft_message_item(weft_str name, uint64_t type_hash, weft_str message);
/* Number of elements of a tensor; false: it exceeds 64 bits. */
WEFT_API bool weft_tensor_count(const weft_dir_item *item, uint64_t *count);

/* ---- writing ------------------------------------------------------------------------------------------------------
 */
/* Bytes that a directory of these items takes. WEFT_E_NAME, WEFT_E_DTYPE, WEFT_E_SHAPE, WEFT_E_UTF8 (texts),
 * WEFT_E_SIZE. */
WEFT_API weft_status weft_dir_size(const weft_dir_item *items, size_t count, uint64_t *size, weft_error *err);
/* Appends a directory to out; out->len must be a multiple of 64 if the place is to be aligned. One copy per payload.
 * On a big-endian machine multi-byte elements are converted on the way. On failure out is as long as before. */
WEFT_API weft_status weft_dir_write(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err);
/* Replaces a file atomically; payloads go from where they are to the file. */
WEFT_API weft_status weft_dir_write_file(const char *path, const weft_dir_item *items, size_t count, weft_error *err);
/* Adds items to a directory file in place: payloads and a new table behind what is there, sync, then the header.
 * Whenever it is interrupted, the file is the old directory or the new one. Exclusive advisory lock while it runs;
 * readers that have the old table mapped are not disturbed. O(new payloads + table). */
WEFT_API weft_status weft_dir_append_file(const char *path, const weft_dir_item *items, size_t count, weft_error *err);

/* ---- reading ------------------------------------------------------------------------------------------------------
 */
typedef struct weft_dir weft_dir;
typedef struct weft_dir_opts {
    const weft_alloc *alloc;
    bool check_sums; /* compare stored sums of payloads too: reads every byte */
} weft_dir_opts;

/* Opens a directory: the table is verified as a whole (sums, order, overlaps, gaps, padding of zeros, shapes, sizes,
 * names), payloads are not touched. bytes must outlive it. Memory: 4 to 16 bytes per item. Errors: WEFT_E_MAGIC,
 * WEFT_E_FORMAT, WEFT_E_CHECKSUM, WEFT_E_SHORT, WEFT_E_LONG, WEFT_E_OVERLAP, WEFT_E_SHAPE, WEFT_E_DTYPE, WEFT_E_NAME,
 * WEFT_E_UTF8. */
WEFT_API weft_dir *weft__dir_open(weft_str bytes, const weft_dir_opts *opts, size_t opts_size, weft_error *err);
static inline weft_dir *weft_dir_open(weft_str bytes, const weft_dir_opts *opts, weft_error *err) {
    return weft__dir_open(bytes, opts, sizeof(weft_dir_opts), err);
}
/* A file, mapped: memory is what is touched. */
WEFT_API weft_dir *weft__dir_open_file(const char *path, const weft_dir_opts *opts, size_t opts_size, weft_error *err);
static inline weft_dir *weft_dir_open_file(const char *path, const weft_dir_opts *opts, weft_error *err) {
    return weft__dir_open_file(path, opts, sizeof(weft_dir_opts), err);
}
WEFT_API void weft_dir_close(weft_dir *dir); /* NULL is allowed */
/* Items in the order of their payloads, unused space not counted. */
WEFT_API size_t weft_dir_count(const weft_dir *dir);
WEFT_API weft_dir_item weft_dir_at(const weft_dir *dir, size_t index);
/* By name, O(1). */
WEFT_API bool weft_dir_find(const weft_dir *dir, weft_str name, weft_dir_item *item);
/* Compares the stored sum, if any, with the payload. */
WEFT_API weft_status weft_dir_check(const weft_dir_item *item, weft_error *err);

/* The elements of a tensor in place, checked to be of this dtype: WEFT_E_DTYPE, WEFT_E_ALIGN (bytes not mapped at a
 * multiple of the alignment), WEFT_E_ENDIAN (big-endian machine, elements of several bytes). */
WEFT_API weft_status weft_tensor_data(const weft_dir_item *item, weft_dtype dtype, const void **data, weft_error *err);
/* Copies the elements of an item that was read, row-major without gaps, into `to` in this machine's byte order; cap is
 * the room in bytes (WEFT_E_SPACE). Works for any alignment, strides and byte order. O(elements). */
WEFT_API weft_status weft_tensor_copy(const weft_dir_item *item, void *to, size_t cap, weft_error *err);

/* ---- other formats -------------------------------------------------------------------------------------------------
 * Items read from other formats point into the given bytes (which must outlive them); nothing is copied, and data need
 * not be aligned: weft_tensor_copy works always, weft_tensor_data where it is. Only tensors can be written. */
typedef struct weft_dir_items {
    weft_dir_item *items; /* owned by the arena that was given, as are names that are no part of the bytes */
    size_t count;
} weft_dir_items;

/* NumPy's .npy, versions 1.0 to 3.0 (NEP 1), one array; the item's name is empty. Fortran order gives strides.
 * Big-endian elements are WEFT_E_ENDIAN; dtypes that have no number here (strings, objects, records) WEFT_E_DTYPE. */
WEFT_API weft_status weft_npy_read(weft_str bytes, weft_dir_item *item, weft_error *err);
/* Appends a .npy of version 1.0. bf16 and f8 are WEFT_E_DTYPE: NumPy has none. */
WEFT_API weft_status weft_npy_write(const weft_dir_item *item, weft_buf *out, weft_error *err);
/* .npz: a zip archive (APPNOTE 6.3) of .npy files. Only stored members are read (WEFT_E_UNSUPPORTED for compressed
 * ones, as np.savez_compressed writes); their CRC-32 is checked. Zip64 sizes are read; written archives stay below 4
 * GiB (WEFT_E_SIZE). */
WEFT_API weft_status weft_npz_read(weft_str bytes, weft_arena *arena, weft_dir_items *items, weft_error *err);
WEFT_API weft_status weft_npz_write(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err);
/* safetensors (huggingface/safetensors, "Format"): a JSON header and one buffer without holes. Its __metadata__ become
 * texts, and texts are written as that. Names that are equal after that are WEFT_E_NAME. Complex tensors cannot be
 * written. */
WEFT_API weft_status weft_safetensors_read(weft_str bytes, weft_arena *arena, weft_dir_items *items, weft_error *err);
WEFT_API weft_status weft_safetensors_write(const weft_dir_item *items, size_t count, weft_buf *out, weft_error *err);

/* ---- handing over ---------------------------------------------------------------------------------------------------
 * The DLPack exchange (github.com/dmlc/dlpack, version 0.x layout of DLManagedTensor): plain C structs that other
 * libraries understand. The export copies shape and strides and nothing else; the elements stay where they are and must
 * outlive it. */
typedef struct weft_dlpack_tensor {
    void *data;
    int32_t device_type, device_id; /* 1, 0: CPU memory */
    int32_t ndim;
    uint8_t type_code; /* 0 int, 1 uint, 2 float, 4 bfloat, 5 complex, 6 bool, 10 f8e4m3fn, 12 f8e5m2 */
    uint8_t type_bits;
    uint16_t type_lanes;      /* 1 */
    int64_t *shape, *strides; /* strides in elements */
    uint64_t byte_offset;
} weft_dlpack_tensor;
typedef struct weft_dlpack_managed {
    weft_dlpack_tensor tensor;
    void *manager_ctx;
    void (*deleter)(struct weft_dlpack_managed *self); /* the receiver calls it when done */
} weft_dlpack_managed;
/* NULL on failure: as weft_tensor_data, and WEFT_E_SHAPE when strides are no multiples of the element size. The deleter
 * gives the struct back to alloc, which must live as long. */
WEFT_API weft_dlpack_managed *weft_tensor_dlpack(const weft_dir_item *item, const weft_alloc *alloc, weft_error *err);

#ifdef __cplusplus
}
#endif
#endif
