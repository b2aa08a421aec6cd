/* NumPy's .npy: magic 93 'NUMPY', version, header length (u16; u32 from 2.0), a Python dict literal, data.
 *
 *   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }      padded with blanks and a newline to 64
 */
#include "tensor/dir.h"
#include "tensor/foreign.h"
#include "base/error.h"

typedef struct npy_text {
    const char *p, *end;
} npy_text;

static void npy_blanks(npy_text *t) {
    while (t->p < t->end && (*t->p == ' ' || *t->p == '\n' || *t->p == '\t' || *t->p == '\r')) t->p++;
}
static bool npy_char(npy_text *t, char c) {
    npy_blanks(t);
    if (t->p == t->end || *t->p != c) return false;
    t->p++;
    return true;
}
static bool npy_word(npy_text *t, const char *word) {
    size_t n = strlen(word);
    npy_blanks(t);
    if ((size_t)(t->end - t->p) < n || memcmp(t->p, word, n) != 0) return false;
    t->p += n;
    return true;
}
static bool npy_string(npy_text *t, weft_str *s) {
    npy_blanks(t);
    if (t->p == t->end || (*t->p != '\'' && *t->p != '"')) return false;
    char quote = *t->p++;
    const char *start = t->p;
    while (t->p < t->end && *t->p != quote && *t->p != '\\') t->p++;
    if (t->p == t->end || *t->p != quote) return false;
    *s = WEFT_TEXT(start, (size_t)(t->p - start));
    t->p++;
    return true;
}
static bool npy_number(npy_text *t, uint64_t *v) {
    npy_blanks(t);
    const char *start = t->p;
    *v = 0;
    for (; t->p < t->end && *t->p >= '0' && *t->p <= '9'; t->p++) {
        uint64_t d = (uint64_t)(*t->p - '0');
        if (*v > (UINT64_MAX - d) / 10) return false;
        *v = *v * 10 + d;
    }
    if (t->p == start) return false;
    npy_char(t, 'L'); /* Python 2 */
    return true;
}
/* (), (3,), (3, 4) */
static bool npy_shape(npy_text *t, weft_dir_item *item) {
    if (!npy_char(t, '(')) return false;
    while (!npy_char(t, ')')) {
        if (item->rank == WEFT_RANK_MAX || !npy_number(t, &item->dims[item->rank])) return false;
        item->rank++;
        if (!npy_char(t, ',')) return npy_char(t, ')');
    }
    return true;
}

static const struct {
    char code[3];
    uint8_t dtype;
} npy_dtypes[] = { { "b1", WEFT_BOOL8 }, { "i1", WEFT_I8 },  { "i2", WEFT_I16 }, { "i4", WEFT_I32 }, { "i8", WEFT_I64 },
                   { "u1", WEFT_U8 },    { "u2", WEFT_U16 }, { "u4", WEFT_U32 }, { "u8", WEFT_U64 }, { "f2", WEFT_F16 },
                   { "f4", WEFT_F32 },   { "f8", WEFT_F64 }, { "c8", WEFT_C64 } };

static weft_status npy_descr(weft_str s, weft_dir_item *item, weft_error *err) {
    weft_str code = s.len ? WEFT_TEXT(s.ptr + 1, s.len - 1) : s;
    for (size_t i = 0; i < sizeof npy_dtypes / sizeof *npy_dtypes; i++)
        if (code.len == 2 && !memcmp(code.ptr, npy_dtypes[i].code, 2)) item->dtype = (weft_dtype)npy_dtypes[i].dtype;
    if (code.len == 3 && !memcmp(code.ptr, "c16", 3)) item->dtype = WEFT_C128;
    if (!item->dtype || !strchr("<>|=", s.ptr[0])) {
        weft__dir_fail(err, WEFT_E_DTYPE, 10, "a dtype that has no number here");
        weft__error_found(err, "dtype", s);
        return WEFT_E_DTYPE;
    }
    if (s.ptr[0] == '>' && weft_dtype_size(item->dtype) > 1)
        return weft__dir_fail(err, WEFT_E_ENDIAN, 10, "big-endian elements");
    return WEFT_OK;
}

weft_status weft_npy_read(weft_str bytes, weft_dir_item *item, weft_error *err) {
    const unsigned char *p = (const unsigned char *)bytes.ptr;
    weft_str descr = { NULL, 0 }, key;
    bool fortran = false, has_order = false, has_shape = false;
    memset(item, 0, sizeof *item);
    item->kind = WEFT_DIR_TENSOR;
    item->name = WEFT_TEXT("", 0);
    if (bytes.len && memcmp(p, "\x93NUMPY", bytes.len < 6 ? bytes.len : 6) != 0)
        return weft__dir_fail(err, WEFT_E_MAGIC, 0, "not .npy");
    if (bytes.len < 10) return weft__dir_fail(err, WEFT_E_SHORT, bytes.len, NULL);
    if (p[6] < 1 || p[6] > 3 || p[7]) return weft__dir_fail(err, WEFT_E_FORMAT, 6, "unknown version");
    size_t at = p[6] == 1 ? 10 : 12;
    if (bytes.len < at) return weft__dir_fail(err, WEFT_E_SHORT, bytes.len, NULL);
    size_t length = p[6] == 1 ? weft__load16le(p + 8) : weft__load32le(p + 8);
    if (length > bytes.len - at) return weft__dir_fail(err, WEFT_E_SHORT, bytes.len, "ends inside the header");
    npy_text t = { bytes.ptr + at, bytes.ptr + at + length };
    bool good = npy_char(&t, '{');
    while (good && !npy_char(&t, '}')) {
        good = npy_string(&t, &key) && npy_char(&t, ':');
        if (!good) break;
        if (weft_str_equal(key, WEFT_STR("descr"))) good = !descr.ptr && npy_string(&t, &descr);
        else if (weft_str_equal(key, WEFT_STR("shape"))) good = !has_shape && npy_shape(&t, item), has_shape = true;
        else if (weft_str_equal(key, WEFT_STR("fortran_order"))) {
            good = !has_order;
            has_order = true;
            if (npy_word(&t, "True")) fortran = true;
            else good = good && npy_word(&t, "False");
        } else good = false;
        if (good && !npy_char(&t, ',')) {
            good = npy_char(&t, '}');
            break;
        }
    }
    npy_blanks(&t);
    if (good && !descr.ptr && has_shape) return weft__dir_fail(err, WEFT_E_DTYPE, at, "no simple dtype");
    if (!good || !has_shape || !has_order || t.p != t.end) {
        size_t place = (size_t)(t.p - bytes.ptr);
        return weft__dir_fail(err, WEFT_E_FORMAT, place, "the header is not what NumPy writes");
    }
    weft_status st = npy_descr(descr, item, err);
    if (st) return st;
    item->data = p + at + length;
    item->size = bytes.len - at - length;
    if (fortran && item->rank > 1) {
        uint64_t step = weft_dtype_size(item->dtype), n;
        if (!weft_tensor_count(item, &n) || n > INT64_MAX / step) return weft__dir_fail(err, WEFT_E_SHAPE, at, NULL);
        item->has_strides = true;
        for (unsigned i = 0; i < item->rank; i++) {
            item->strides[i] = (int64_t)step;
            step *= item->dims[i] ? item->dims[i] : 1;
        }
        if (n * weft_dtype_size(item->dtype) != item->size)
            return weft__dir_fail(err, n * weft_dtype_size(item->dtype) > item->size ? WEFT_E_SHORT : WEFT_E_LONG,
                                  bytes.len, NULL);
        return WEFT_OK;
    }
    uint64_t n;
    if (!weft_tensor_count(item, &n) || n > UINT64_MAX / weft_dtype_size(item->dtype))
        return weft__dir_fail(err, WEFT_E_SHAPE, at, NULL);
    n *= weft_dtype_size(item->dtype);
    if (n != item->size) return weft__dir_fail(err, n > item->size ? WEFT_E_SHORT : WEFT_E_LONG, bytes.len, NULL);
    return WEFT_OK;
}

weft_status weft__foreign_elements(const weft_dir_item *item, weft_buf *out, weft_error *err) {
    uint64_t n;
    if (item->kind != WEFT_DIR_TENSOR || !weft_dtype_size(item->dtype))
        return weft__error_set(err, WEFT_E_DTYPE, WEFT_STAGE_WRITE, NULL);
    if (item->rank > WEFT_RANK_MAX || !weft_tensor_count(item, &n) || n > SIZE_MAX / 2 / weft_dtype_size(item->dtype))
        return weft__error_set(err, WEFT_E_SHAPE, WEFT_STAGE_WRITE, NULL);
    size_t size = (size_t)n * weft_dtype_size(item->dtype);
    weft_status st = weft_buf_reserve(out, size);
    if (st) return weft__error_set(err, st, WEFT_STAGE_WRITE, NULL);
    char *to = out->data + out->len;
    st = weft_tensor_copy(item, to, size, err); /* turns every part round where the machine's order is not the file's */
    if (!st) out->len += size;
    return st;
}

weft_status weft_npy_write(const weft_dir_item *item, weft_buf *out, weft_error *err) {
    const char *code = NULL;
    size_t len = out->len;
    for (size_t i = 0; i < sizeof npy_dtypes / sizeof *npy_dtypes; i++)
        if (npy_dtypes[i].dtype == (unsigned)item->dtype) code = npy_dtypes[i].code;
    if (item->dtype == WEFT_C128) code = "c16";
    if (item->kind != WEFT_DIR_TENSOR || !code)
        return weft__error_set(err, WEFT_E_DTYPE, WEFT_STAGE_WRITE, "NumPy has no such dtype");
    weft_status st = weft_buf_append(out, WEFT_TEXT("\x93NUMPY\1\0\0\0", 10));
    if (!st)
        st = weft_buf_printf(out, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
                             weft_dtype_size(item->dtype) == 1 ? '|' : '<', code);
    for (unsigned i = 0; !st && i < item->rank && i < WEFT_RANK_MAX; i++)
        st = weft_buf_printf(out, item->rank == 1 ? "%llu," : i ? ", %llu" : "%llu", (unsigned long long)item->dims[i]);
    if (!st) st = weft_buf_append(out, WEFT_STR("), }"));
    while (!st && (out->len - len + 1) % 64) st = weft_buf_byte(out, ' ');
    if (!st) st = weft_buf_byte(out, '\n');
    if (!st)
        weft__store16le(out->data + len + 8, (uint16_t)(out->len - len - 10)); /* at most 16 numbers: under 640 bytes */
    if (st) weft__error_set(err, st, WEFT_STAGE_WRITE, NULL);
    else st = weft__foreign_elements(item, out, err);
    if (st) out->len = len;
    return st;
}
