#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
/* .npy, .npz and .safetensors: byte-exact fixtures, round trips, truncation;
 * and both ways with the real NumPy, where a Python that has it is installed
 * (tests/tensor/numpy_files.py). */
#include "support.h"

#include "base/compiler.h"

#include <unistd.h>

#include <weft/tensor.h>

static weft_error err;

/* np.save of np.array([[1, 2, 3], [4, 5, 6]], '<i2'), as NumPy 1.24 writes it:
 * 128 bytes before the data. */
static weft_str npy_fixture(char out[140]) {
    static const char head[] = "\x93NUMPY\1\0v\0{'descr': '<i2', "
                               "'fortran_order': False, 'shape': (2, 3), }";
    memset(out, ' ', 128);
    memcpy(out, head, sizeof head - 1);
    out[127] = '\n';
    memcpy(out + 128, "\1\0\2\0\3\0\4\0\5\0\6\0", 12);
    return WEFT_TEXT(out, 140);
}

static void npy_is_read_in_place(void **state) {
    (void)state;
    char bytes[140];
    weft_dir_item item;
    int16_t v[6];
    weft_str s = npy_fixture(bytes);
    if (weft_npy_read(s, &item, &err)) fail_msg("%s", err.reason);
    assert_true(item.dtype == WEFT_I16 && item.rank == 2 && item.dims[0] == 2 && item.dims[1] == 3 &&
                !item.has_strides);
    assert_ptr_equal(item.data, bytes + 128);
    assert_int_equal(weft_tensor_copy(&(weft_dir_item){ .kind = WEFT_DIR_TENSOR }, v, sizeof v, &err), WEFT_E_DTYPE);
    assert_int_equal(weft_tensor_copy(&item, v, sizeof v, &err), WEFT_OK);
    for (int i = 0; i < 6; i++) assert_int_equal(v[i], i + 1);
    memcpy(memmem(bytes, 128, "False", 5), "True ", 5);
    assert_int_equal(weft_npy_read(s, &item, &err), WEFT_OK);
    assert_true(item.has_strides && item.strides[0] == 2 && item.strides[1] == 4);
    for (size_t n = 0; n < s.len; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(bytes, n), true);
        assert_int_equal(weft_npy_read(WEFT_TEXT(g.text, n), &item, &err), WEFT_E_SHORT);
        test_guard_free(&g);
    }
}

static void npy_headers_that_lie_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
        weft_status want;
    } cases[] = { { "<i2", ">i2", WEFT_E_ENDIAN },      { "<i2", "<O8", WEFT_E_DTYPE },
                  { "<i2", "<i4", WEFT_E_SHORT },       { "<i2", "|i1", WEFT_E_LONG },
                  { "(2, 3)", "(9, 3)", WEFT_E_SHORT }, { "(2, 3)", "(2, x)", WEFT_E_FORMAT },
                  { "descr", "descx", WEFT_E_FORMAT },  { "shape", "descr", WEFT_E_FORMAT },
                  { "NUMPY", "NUMPX", WEFT_E_MAGIC } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[140];
        weft_dir_item item;
        weft_str s = npy_fixture(bytes);
        memcpy(memmem(bytes, 128, cases[i].from, strlen(cases[i].from)), cases[i].to, strlen(cases[i].to));
        weft_status st = weft_npy_read(s, &item, &err);
        if (st != cases[i].want) fail_msg("%s: %s", cases[i].to, weft_status_name(st));
    }
}

enum { ITEMS = 4 };
static void some_items(weft_dir_item items[ITEMS]) {
    static double d[6] = { 1.5, -2, 3, 4, 5, 6 };
    static int16_t i16[4] = { 1, 2, 3, 4 };
    static uint8_t u8 = 7;
    static float f[2] = { 0.5f, 8 };
    static const uint64_t two_three[] = { 2, 3 }, four[] = { 4 }, two_two[] = { 2, 2 };
    items[0] = weft_tensor_item(WEFT_STR("matrix"), WEFT_F64, 2, two_three, d);
    items[1] = weft_tensor_item(WEFT_STR("turned"), WEFT_I16, 2, two_two, i16);
    items[1].has_strides = true;
    items[1].strides[0] = 2;
    items[1].strides[1] = 4;
    items[2] = weft_tensor_item(WEFT_STR("scalar"), WEFT_U8, 0, NULL, &u8);
    items[3] = weft_tensor_item(WEFT_STR("\xc3\xbc"), WEFT_F32, 1, (const uint64_t[]){ 2 }, f);
    (void)four;
}
/* a was read, b was written: through a directory b gets the byte order of files
 * too. */
static void same_elements(const weft_dir_item *a, const weft_dir_item *b) {
    char x[64], y[64];
    uint64_t n, m;
    weft_buf buf = { 0 };
    assert_true(a->dtype == b->dtype && a->rank == b->rank && weft_str_equal(a->name, b->name));
    assert_true(weft_tensor_count(a, &n));
    assert_true(weft_tensor_count(b, &m));
    assert_int_equal(n, m);
    assert_int_equal(weft_dir_write(b, 1, &buf, &err), WEFT_OK);
    weft_dir *dir = weft_dir_open(weft_buf_str(&buf), NULL, &err);
    assert_non_null(dir);
    weft_dir_item file = weft_dir_at(dir, 0);
    assert_int_equal(weft_tensor_copy(a, x, sizeof x, &err), WEFT_OK);
    assert_int_equal(weft_tensor_copy(&file, y, sizeof y, &err), WEFT_OK);
    assert_memory_equal(x, y, n * weft_dtype_size(a->dtype));
    weft_dir_close(dir);
    weft_buf_free(&buf);
}

static void npz_round_trips(void **state) {
    (void)state;
    weft_dir_item items[ITEMS];
    some_items(items);
    weft_buf b = { 0 };
    assert_int_equal(weft_npz_write(items, ITEMS, &b, &err), WEFT_OK);
    weft_arena arena = { 0 };
    weft_dir_items got;
    if (weft_npz_read(weft_buf_str(&b), &arena, &got, &err)) fail_msg("%s at %zu", err.reason, err.offset);
    assert_int_equal(got.count, ITEMS);
    for (size_t i = 0; i < ITEMS; i++) same_elements(&got.items[i], &items[i]);
    for (size_t n = 0; n < b.len; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(b.data, n), true);
        assert_int_not_equal(weft_npz_read(WEFT_TEXT(g.text, n), &arena, &got, &err), WEFT_OK);
        test_guard_free(&g);
    }
    for (size_t i = 0; i < b.len * 8; i++) { /* any answer but a crash; data is protected by its checksum */
        test_guard g = test_guard_make(weft_buf_str(&b), true);
        g.text[i / 8] = (char)(g.text[i / 8] ^ (1 << i % 8));
        weft_npz_read(WEFT_TEXT(g.text, g.len), &arena, &got, &err);
        test_guard_free(&g);
    }
    weft_arena_free(&arena);
    weft_buf_free(&b);
}

static void safetensors_are_exact(void **state) {
    (void)state;
    uint64_t dims[] = { 1, 3 };
    int8_t data[] = { 1, 2, 3 };
    weft_dir_item items[2] = { weft_tensor_item(WEFT_STR("a"), WEFT_I8, 2, dims, data),
                               weft_text_item(WEFT_STR("format"), WEFT_STR("np")) };
    static const char want[] = "\x60\0\0\0\0\0\0\0{\"__metadata__\":{\"format\":\"np\"},"
                               "\"a\":{\"dtype\":\"I8\",\"shape\":[1,3],\"data_offsets\":[0,3]}}";
    weft_buf b = { 0 };
    assert_int_equal(weft_safetensors_write(items, 2, &b, &err), WEFT_OK);
    assert_int_equal((unsigned char)b.data[0] + 8 + 3, b.len);
    assert_memory_equal(b.data + 8, want + 8, sizeof want - 9);
    assert_memory_equal(b.data + b.len - 3, data, 3);
    weft_arena arena = { 0 };
    weft_dir_items got;
    assert_int_equal(weft_safetensors_read(weft_buf_str(&b), &arena, &got, &err), WEFT_OK);
    assert_int_equal(got.count, 2);
    same_elements(&got.items[0], &items[0]);
    assert_int_equal(got.items[1].kind, WEFT_DIR_TEXT);
    for (size_t n = 0; n < b.len; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(b.data, n), true);
        assert_int_not_equal(weft_safetensors_read(WEFT_TEXT(g.text, n), &arena, &got, &err), WEFT_OK);
        test_guard_free(&g);
    }
    weft_arena_free(&arena);
    weft_buf_free(&b);
}

static weft_status read_safe(const char *header, size_t data) {
    weft_buf b = { 0 };
    char len[8];
    weft_arena arena = { 0 };
    weft_dir_items got;
    weft__store64le(len, strlen(header));
    assert_int_equal(weft_buf_append(&b, WEFT_TEXT(len, 8)), WEFT_OK);
    assert_int_equal(weft_buf_append(&b, weft_str_of(header)), WEFT_OK);
    for (size_t i = 0; i < data; i++) assert_int_equal(weft_buf_byte(&b, 1), WEFT_OK);
    weft_status st = weft_safetensors_read(weft_buf_str(&b), &arena, &got, &err);
    weft_buf_free(&b);
    weft_arena_free(&arena);
    return st;
}
static void safetensors_that_lie_are_refused(void **state) {
    (void)state;
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 2), WEFT_OK);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 3), WEFT_E_OVERLAP);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 1), WEFT_E_SHORT);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I8\",\"shape\":[3],\"data_offsets\":[0,2]}}", 2), WEFT_E_SHAPE);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I9\",\"shape\":[2],\"data_offsets\":[0,2]}}", 2), WEFT_E_DTYPE);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I8\",\"shape\":[-2],\"data_offsets\":[0,2]}}", 2), WEFT_E_SHAPE);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I64\",\"shape\":["
                               "4611686018427387904,4],\"data_offsets\":[0,0]}}",
                               0),
                     WEFT_E_SHAPE);
    assert_int_equal(read_safe("{\"a\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[0,1]},"
                               "\"b\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
                               1),
                     WEFT_E_OVERLAP);
    assert_int_equal(read_safe("{\"a\":", 0), WEFT_E_END);
    assert_int_equal(read_safe("[]", 0), WEFT_E_KIND);
}

static void dlpack_describes_the_elements(void **state) {
    (void)state;
    weft_dir_item items[ITEMS];
    some_items(items);
#if !WEFT_BIG_ENDIAN
    weft_dlpack_managed *m = weft_tensor_dlpack(&items[0], NULL, &err);
    assert_non_null(m);
    assert_true(m->tensor.data == items[0].data && m->tensor.ndim == 2 && m->tensor.type_code == 2);
    assert_true(m->tensor.type_bits == 64 && m->tensor.shape[1] == 3 && m->tensor.strides[0] == 3 &&
                m->tensor.strides[1] == 1);
    m->deleter(m);
    m = weft_tensor_dlpack(&items[1], NULL, &err);
    assert_non_null(m);
    assert_true(m->tensor.strides[0] == 1 && m->tensor.strides[1] == 2);
    m->deleter(m);
    items[1].strides[1] = 3;
    assert_null(weft_tensor_dlpack(&items[1], NULL, &err));
#endif
}

static weft_status round_trip(const weft_alloc *alloc, void *ctx) {
    (void)ctx;
    weft_dir_item items[ITEMS];
    some_items(items);
    weft_buf a = { .alloc = alloc }, b = { .alloc = alloc };
    weft_arena arena = weft_arena_make(alloc, 0);
    weft_dir_items got;
    weft_status st = weft_npz_write(items, ITEMS, &a, &err);
    if (!st) st = weft_npz_read(weft_buf_str(&a), &arena, &got, &err);
    if (!st) st = weft_safetensors_write(items, ITEMS, &b, &err);
    if (!st) st = weft_safetensors_read(weft_buf_str(&b), &arena, &got, &err);
    weft_buf_free(&a);
    weft_buf_free(&b);
    weft_arena_free(&arena);
    return st;
}
static void survives_failing_memory(void **state) {
    (void)state;
    assert_true(test_every_failure(round_trip, NULL) > 3);
}

/* Files of the real NumPy are read, and ours by it. */
static void numpy_agrees(void **state) {
    (void)state;
    static const char *const pythons[] = { "/usr/bin/python3", "python3" };
    const char *source = getenv("WEFT_SOURCE_DIR"), *python = NULL;
    char command[2048];
    if (!source) skip();
    for (size_t i = 0; i < 2 && !python; i++) {
        snprintf(command, sizeof command, "%s -c 'import numpy' 2> /dev/null", pythons[i]);
        if (system(command) == 0) python = pythons[i];
    }
    if (!python) {
        print_message("skipped: no Python with NumPy\n");
        skip();
    }
    char *folder = test_folder_make();
    weft_dir_item items[ITEMS];
    some_items(items);
    weft_buf b = { 0 };
    assert_int_equal(weft_npz_write(items, ITEMS, &b, &err), WEFT_OK);
    assert_int_equal(weft_file_write(test_path(folder, "ours.npz"), weft_buf_str(&b), &err), WEFT_OK);
    b.len = 0;
    assert_int_equal(weft_npy_write(&items[1], &b, &err), WEFT_OK);
    assert_int_equal(weft_file_write(test_path(folder, "ours.npy"), weft_buf_str(&b), &err), WEFT_OK);
    weft_buf_free(&b);
    snprintf(command, sizeof command, "%s '%s/tests/tensor/numpy_files.py' '%s'", python, source, folder);
    assert_int_equal(system(command), 0);
    weft_file f;
    weft_arena arena = { 0 };
    weft_dir_items got;
    assert_int_equal(weft_file_open(&f, test_path(folder, "theirs.npz"), NULL, &err), WEFT_OK);
    if (weft_npz_read(f.text, &arena, &got, &err)) fail_msg("%s at %zu", err.reason, err.offset);
    assert_int_equal(got.count, 16);
    for (size_t i = 0; i < got.count; i++) { /* each holds 0, 1, 2... in row-major order */
        const weft_dir_item *t = &got.items[i];
        char raw[512];
        uint64_t n;
        assert_true(weft_tensor_count(t, &n));
        assert_int_equal(weft_tensor_copy(t, raw, sizeof raw, &err), WEFT_OK);
        for (uint64_t k = 0; k < n; k++) {
            double v = -1;
            const char *p = raw + k * weft_dtype_size(t->dtype);
            switch (t->dtype) {
            case WEFT_BOOL8:
                v = (double)k;
                assert_int_equal(*p, k != 0);
                break;
            case WEFT_I8: v = *(const int8_t *)p; break;
            case WEFT_U8: v = *(const uint8_t *)p; break;
            case WEFT_I16: v = *(const int16_t *)(const void *)p; break;
            case WEFT_U16: v = *(const uint16_t *)(const void *)p; break;
            case WEFT_I32: v = *(const int32_t *)(const void *)p; break;
            case WEFT_U32: v = *(const uint32_t *)(const void *)p; break;
            case WEFT_I64: v = (double)*(const int64_t *)(const void *)p; break;
            case WEFT_U64: v = (double)*(const uint64_t *)(const void *)p; break;
            case WEFT_C64:
            case WEFT_F32: v = (double)*(const float *)(const void *)p; break;
            case WEFT_C128:
            case WEFT_F64: v = *(const double *)(const void *)p; break;
            case WEFT_F16: { /* 0..7 in binary16 */
                static const uint16_t halves[] = { 0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700 };
                uint16_t h;
                memcpy(&h, p, 2);
                assert_int_equal(h, halves[k]);
                v = (double)k;
                break;
            }
            default: fail();
            }
            assert_true(v == (double)k);
        }
    }
    weft_file_close(&f);
    weft_arena_free(&arena);
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_is_read_in_place),
        cmocka_unit_test(npy_headers_that_lie_are_refused),
        cmocka_unit_test(npz_round_trips),
        cmocka_unit_test(safetensors_are_exact),
        cmocka_unit_test(safetensors_that_lie_are_refused),
        cmocka_unit_test(dlpack_describes_the_elements),
        cmocka_unit_test(survives_failing_memory),
        cmocka_unit_test(numpy_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
