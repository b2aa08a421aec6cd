/* Handing a tensor over as DLPack's managed tensor: one block holds the struct, shape and strides. */
#include "tensor/dir.h"
#include "base/alloc.h"
#include "base/error.h"

typedef struct dlpack_block {
    weft_dlpack_managed managed;
    weft_alloc alloc;
    int64_t shape[WEFT_RANK_MAX], strides[WEFT_RANK_MAX];
} dlpack_block;

static void dlpack_delete(weft_dlpack_managed *m) {
    if (!m) return;
    dlpack_block *b = (dlpack_block *)m->manager_ctx;
    weft_alloc alloc = b->alloc;
    weft__release(&alloc, b, sizeof *b);
}

static uint8_t dlpack_code(weft_dtype dtype) {
    switch (dtype) {
    case WEFT_BOOL8: return 6;
    case WEFT_I8:
    case WEFT_I16:
    case WEFT_I32:
    case WEFT_I64: return 0;
    case WEFT_U8:
    case WEFT_U16:
    case WEFT_U32:
    case WEFT_U64: return 1;
    case WEFT_BF16: return 4;
    case WEFT_F8E4M3: return 10;
    case WEFT_F8E5M2: return 12;
    case WEFT_C64:
    case WEFT_C128: return 5;
    default: return 2;
    }
}

weft_dlpack_managed *weft_tensor_dlpack(const weft_dir_item *item, const weft_alloc *alloc, weft_error *err) {
    const void *data;
    size_t size = weft_dtype_size(item->dtype);
    if (weft_tensor_data(item, item->dtype, &data, err)) return NULL;
    weft_status st = weft__dir_tensor_check(item, 0, err);
    for (unsigned i = 0; !st && i < item->rank; i++)
        if (item->dims[i] > INT64_MAX || (item->has_strides && (uint64_t)item->strides[i] % size))
            st = weft__error_set(err, WEFT_E_SHAPE, WEFT_STAGE_ENCODE, NULL);
    if (st) return NULL;
    dlpack_block *b = (dlpack_block *)weft__alloc(alloc, sizeof *b);
    if (!b) {
        weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_ENCODE, NULL);
        return NULL;
    }
    memset(b, 0, sizeof *b);
    b->alloc = *weft__alloc_or_default(alloc);
    int64_t step = 1;
    for (unsigned i = item->rank; i-- > 0;) {
        b->shape[i] = (int64_t)item->dims[i];
        b->strides[i] = item->has_strides ? item->strides[i] / (int64_t)size : step;
        step *= b->shape[i] ? b->shape[i] : 1;
    }
    weft_dlpack_tensor *t = &b->managed.tensor;
    t->data = (void *)(uintptr_t)data;
    t->device_type = 1;
    t->ndim = item->rank;
    t->type_code = dlpack_code(item->dtype);
    t->type_bits = (uint8_t)(size * 8);
    t->type_lanes = 1;
    t->shape = b->shape;
    t->strides = b->strides;
    b->managed.manager_ctx = b;
    b->managed.deleter = dlpack_delete;
    return &b->managed;
}
