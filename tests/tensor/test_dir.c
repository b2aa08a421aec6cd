/* Directories: exact size and bytes, round trips, every truncation, every flipped bit of the table, forged tables,
 * append. */
#include "support.h"

#include "tensor/dir.h"

static weft_error err;

static weft_buf write_dir(const weft_dir_item *items, size_t n) {
    weft_buf b = { 0 };
    uint64_t size;
    if (weft_dir_write(items, n, &b, &err)) fail_msg("%s: %s", err.path, err.reason);
    assert_int_equal(weft_dir_size(items, n, &size, &err), WEFT_OK);
    assert_int_equal(size, b.len);
    return b;
}

static void ten_thousand_doubles_take_80192_bytes(void **state) {
    (void)state;
    static double data[10000];
    uint64_t dims[] = { 10000 };
    weft_dir_item item = weft_tensor_item(WEFT_STR("values"), WEFT_F64, 1, dims, data);
    weft_buf b = write_dir(&item, 1);
    assert_int_equal(b.len, 80192);
    weft_buf_free(&b);
}

/* One of everything; the same as tests/golden/frozen/directory. */
enum { ITEMS = 8 };
static float matrix[6] = { 1, 2, 3, 4, 5, 6 };
static int16_t transposed[6] = { 1, 2, 3, 4, 5, 6 };
static double complex_[4] = { 1, -1, 0.5, 2 };
static uint8_t scalar = 200;
static int64_t deep[2] = { INT64_MIN, INT64_MAX };
static void all_items(weft_dir_item items[ITEMS]) {
    static const uint64_t two_three[] = { 2, 3 }, none[] = { 3, 0, 5 }, two[] = { 2 };
    static const uint64_t six[] = { 1, 1, 1, 2, 1, 1 };
    items[0] = weft_tensor_item(WEFT_STR("matrix"), WEFT_F32, 2, two_three, matrix);
    items[1] = weft_tensor_item(WEFT_STR("transposed"), WEFT_I16, 2, two_three, transposed);
    items[1].has_strides = true;
    items[1].strides[0] = 2;
    items[1].strides[1] = 4;
    items[2] = weft_tensor_item(WEFT_STR("empty"), WEFT_F64, 3, none, NULL);
    items[3] = weft_tensor_item(WEFT_STR("scalar"), WEFT_U8, 0, NULL, &scalar);
    items[4] = weft_tensor_item(WEFT_STR("complex"), WEFT_C128, 1, two, complex_);
    items[4].has_sum = true;
    items[5] = weft_tensor_item(WEFT_STR("deep"), WEFT_I64, 6, six, deep);
    items[6] = weft_text_item(WEFT_STR("author"), WEFT_STR("J\xc3\xbcrgen"));
    items[7] = weft_message_item(WEFT_STR("config"), 0x1122334455667788u, WEFT_STR("\1\0\0\0"));
}

static void golden(const char *name, weft_str bytes) {
    char path[1024];
    const char *source = getenv("WEFT_SOURCE_DIR");
    if (!source) skip();
    snprintf(path, sizeof path, "%s/tests/golden/frozen/%s", source, name);
    if (getenv("WEFT_GOLDEN_WRITE")) {
        assert_int_equal(weft_file_write(path, bytes, &err), WEFT_OK);
        return;
    }
    weft_file f;
    if (weft_file_open(&f, path, NULL, &err)) fail_msg("%s: %s", path, err.reason);
    assert_int_equal(f.text.len, bytes.len);
    assert_memory_equal(f.text.ptr, bytes.ptr, bytes.len);
    weft_file_close(&f);
}

static void check_all(const weft_dir *d) {
    weft_dir_item it;
    const void *data;
    float m[6];
    int16_t t[6];
    static const int16_t turned[] = { 1, 3, 5, 2, 4, 6 };
    assert_true(weft_dir_find(d, WEFT_STR("matrix"), &it));
    assert_true(it.kind == WEFT_DIR_TENSOR && it.dtype == WEFT_F32 && it.rank == 2 && it.dims[1] == 3 && it.size == 24);
    assert_int_equal(weft_tensor_copy(&it, m, sizeof m, &err), WEFT_OK);
    assert_memory_equal(m, matrix, sizeof m);
    assert_int_equal(weft_tensor_copy(&it, m, sizeof m - 1, &err), WEFT_E_SPACE);
    assert_int_equal(weft_tensor_data(&it, WEFT_F64, &data, &err), WEFT_E_DTYPE);
#if WEFT_BIG_ENDIAN
    assert_int_equal(weft_tensor_data(&it, WEFT_F32, &data, &err), WEFT_E_ENDIAN);
#else
    assert_int_equal(weft_tensor_data(&it, WEFT_F32, &data, &err), WEFT_OK);
    assert_memory_equal(data, matrix, sizeof m);
#endif
    assert_true(weft_dir_find(d, WEFT_STR("transposed"), &it));
    assert_true(it.has_strides && it.strides[0] == 2 && it.strides[1] == 4);
    assert_int_equal(weft_tensor_copy(&it, t, sizeof t, &err), WEFT_OK);
    assert_memory_equal(t, turned, sizeof t);
    assert_true(weft_dir_find(d, WEFT_STR("empty"), &it));
    assert_int_equal(it.size, 0);
    assert_true(weft_dir_find(d, WEFT_STR("scalar"), &it));
    assert_true(it.rank == 0 && *(const uint8_t *)it.data == 200);
    assert_true(weft_dir_find(d, WEFT_STR("complex"), &it));
    assert_true(it.has_sum);
    assert_int_equal(weft_dir_check(&it, &err), WEFT_OK);
    assert_true(weft_dir_find(d, WEFT_STR("deep"), &it));
    assert_true(it.rank == 6 && it.dims[3] == 2 && it.dims[5] == 1);
    assert_true(weft_dir_find(d, WEFT_STR("author"), &it));
    assert_true(it.kind == WEFT_DIR_TEXT &&
                weft_str_equal(WEFT_TEXT((const char *)it.data, it.size), WEFT_STR("J\xc3\xbcrgen")));
    assert_true(weft_dir_find(d, WEFT_STR("config"), &it));
    assert_true(it.kind == WEFT_DIR_MESSAGE && it.type_hash == 0x1122334455667788u && it.size == 4);
    assert_false(weft_dir_find(d, WEFT_STR("missing"), &it));
}

static void everything_comes_back(void **state) {
    (void)state;
    weft_dir_item items[ITEMS];
    all_items(items);
    weft_buf b = write_dir(items, ITEMS);
    golden("directory", weft_buf_str(&b));
    weft_dir *d = weft_dir_open(weft_buf_str(&b), &(weft_dir_opts){ .check_sums = true }, &err);
    if (!d) fail_msg("%s", err.reason);
    assert_int_equal(weft_dir_count(d), ITEMS);
    for (size_t i = 0; i < ITEMS; i++) assert_true(weft_str_equal(weft_dir_at(d, i).name, items[i].name));
    check_all(d);
    weft_dir_close(d);
    weft_buf none = write_dir(NULL, 0);
    assert_int_equal(none.len, 64);
    d = weft_dir_open(weft_buf_str(&none), NULL, &err);
    assert_non_null(d);
    assert_int_equal(weft_dir_count(d), 0);
    weft_dir_close(d);
    weft_buf_free(&none);
    weft_buf_free(&b);
}

static void unaligned_bytes_are_refused_in_place(void **state) {
    (void)state;
    weft_dir_item items[ITEMS], it;
    const void *data;
    float m[6];
    all_items(items);
    weft_buf b = { 0 };
    assert_int_equal(weft_buf_byte(&b, 0), WEFT_OK);
    assert_int_equal(weft_dir_write(items, ITEMS, &b, &err), WEFT_OK);
    weft_dir *d = weft_dir_open(WEFT_TEXT(b.data + 1, b.len - 1), NULL, &err);
    assert_non_null(d);
    assert_true(weft_dir_find(d, WEFT_STR("matrix"), &it));
    assert_int_equal(weft_tensor_data(&it, WEFT_F32, &data, &err), WEFT_BIG_ENDIAN ? WEFT_E_ENDIAN : WEFT_E_ALIGN);
    assert_int_equal(weft_tensor_copy(&it, m, sizeof m, &err), WEFT_OK);
    assert_memory_equal(m, matrix, sizeof m);
    weft_dir_close(d);
    weft_buf_free(&b);
}

static void truncation_at_every_byte_is_an_error(void **state) {
    (void)state;
    weft_dir_item items[ITEMS];
    all_items(items);
    weft_buf b = write_dir(items, ITEMS);
    for (size_t n = 0; n < b.len; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(b.data, n), true);
        assert_null(weft_dir_open(WEFT_TEXT(g.text, n), NULL, &err));
        assert_int_equal(err.code, WEFT_E_SHORT);
        test_guard_free(&g);
    }
    assert_int_equal(weft_buf_byte(&b, 0), WEFT_OK);
    assert_null(weft_dir_open(weft_buf_str(&b), NULL, &err));
    assert_int_equal(err.code, WEFT_E_LONG);
    weft_buf_free(&b);
}

static void flipped_bits_outside_payloads_are_errors(void **state) {
    (void)state;
    weft_dir_item items[ITEMS];
    all_items(items);
    weft_buf b = write_dir(items, ITEMS);
    for (size_t i = 0; i < b.len * 8; i++) {
        bool payload = false, summed = false;
        uint64_t at = 64 + ITEMS * 64 + 128;
        for (size_t k = 0; k < ITEMS; k++) {
            if (i / 8 >= at && i / 8 < at + items[k].size) payload = true, summed = items[k].has_sum;
            at += (items[k].size + 63) / 64 * 64;
        }
        assert_int_equal(at, b.len);
        b.data[i / 8] = (char)(b.data[i / 8] ^ (1 << i % 8));
        weft_dir *d = weft_dir_open(weft_buf_str(&b), &(weft_dir_opts){ .check_sums = true }, &err);
        assert_int_equal(d != NULL, payload && !summed);
        weft_dir_close(d);
        b.data[i / 8] = (char)(b.data[i / 8] ^ (1 << i % 8));
    }
    weft_buf_free(&b);
}

/* Makes a forged directory whose sums are right. */
static void seal(weft_buf *b) {
    unsigned char *p = (unsigned char *)b->data;
    uint32_t count = weft__load32le(p + 12);
    uint64_t table = weft__load64le(p + 16), names = weft__load64le(p + 24);
    uint64_t size = (uint64_t)count * 64 + (names + 63) / 64 * 64;
    if (table <= b->len && size <= b->len - table) weft__store32le(p + 40, weft_crc32c(0, p + table, (size_t)size));
    weft__store32le(p + 60, weft_crc32c(0, p, 60));
}
typedef struct forgery {
    unsigned at, bytes;
    uint64_t value;
    weft_status want;
} forgery;

static void forged_tables_are_refused(void **state) {
    (void)state;
    enum { E = 64 };
    static const forgery forgeries[] = {
        { 8, 2, 2, WEFT_E_FORMAT },                     /* version */
        { 10, 2, 1, WEFT_E_FORMAT },                    /* flags */
        { 50, 1, 1, WEFT_E_FORMAT },                    /* what is reserved */
        { 12, 4, UINT32_MAX, WEFT_E_OVERLAP },          /* entries */
        { 16, 8, 0, WEFT_E_OVERLAP },                   /* table over the header */
        { 16, 8, UINT64_MAX - 63, WEFT_E_OVERLAP },     /* table outside */
        { 24, 8, UINT64_MAX, WEFT_E_OVERLAP },          /* names */
        { 32, 8, UINT64_MAX - 63, WEFT_E_SHORT },       /* length */
        { E + 0, 1, 9, WEFT_E_FORMAT },                 /* kind */
        { E + 1, 1, 0, WEFT_E_DTYPE },                  /* dtype */
        { E + 1, 1, 99, WEFT_E_DTYPE },                 /* dtype */
        { E + 2, 1, 17, WEFT_E_SHAPE },                 /* rank */
        { E + 2, 1, 1, WEFT_E_SHAPE },                  /* a dimension beyond the rank */
        { E + 3, 1, 4, WEFT_E_FORMAT },                 /* flags */
        { E + 4, 4, UINT32_MAX, WEFT_E_NAME },          /* name */
        { E + 8, 4, UINT32_MAX, WEFT_E_NAME },          /* its length */
        { E + 8, 4, 0, WEFT_E_NAME },                   /* empty */
        { E + 12, 4, 8, WEFT_E_SHAPE },                 /* more without need */
        { E + 16, 8, 64, WEFT_E_OVERLAP },              /* payload over the table */
        { E + 16, 8, 1, WEFT_E_OVERLAP },               /* unaligned */
        { E + 16, 8, UINT64_MAX - 63, WEFT_E_OVERLAP }, /* outside */
        { E + 24, 8, UINT64_MAX, WEFT_E_OVERLAP },      /* length */
        { E + 24, 8, 23, WEFT_E_SHAPE },                /* shape and size differ */
        { E + 32, 8, UINT64_MAX / 2, WEFT_E_SHAPE },    /* product overflows */
        { 2 * E + 16, 8, 704, WEFT_E_OVERLAP },         /* two payloads in one place */
        { 2 * E + 16, 8, 832, WEFT_E_OVERLAP },         /* a gap */
        { 2 * E + 12, 4, 4, WEFT_E_SHAPE },             /* more at no multiple of 8 */
        { 2 * E + 12, 4, 248, WEFT_E_SHAPE },           /* more outside */
        { 2 * E + 4, 4, 0, WEFT_E_NAME },               /* wrong bytes for a name, see below */
        { 7 * E + 1, 1, 2, WEFT_E_FORMAT },             /* a text with a dtype */
        { 704 + 24, 1, 1, WEFT_E_OVERLAP },             /* padding */
    };
    weft_dir_item items[ITEMS];
    all_items(items);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const forgery *f = &forgeries[i];
        weft_buf b = write_dir(items, ITEMS);
        for (unsigned k = 0; k < f->bytes; k++) b.data[f->at + k] = (char)(f->value >> 8 * k);
        if (f->at == 2 * E + 4) b.data[2 * E + 8] = 6; /* "matrix" a second time */
        seal(&b);
        test_guard g = test_guard_make(weft_buf_str(&b), true);
        weft_dir *d = weft_dir_open(WEFT_TEXT(g.text, g.len), NULL, &err);
        if (d || err.code != f->want)
            fail_msg("forgery %zu: %s %s", i, d ? "accepted" : weft_status_name(err.code), err.reason);
        test_guard_free(&g);
        weft_buf_free(&b);
    }
    /* strides that lead out */
    weft_buf b = write_dir(items, ITEMS);
    uint64_t more = weft__load32le(b.data + 2 * E + 12);
    weft__store64le(b.data + 64 + ITEMS * 64 + more, 6);
    seal(&b);
    assert_null(weft_dir_open(weft_buf_str(&b), NULL, &err));
    assert_int_equal(err.code, WEFT_E_SHAPE);
    weft__store64le(b.data + 64 + ITEMS * 64 + more, (uint64_t)-2);
    seal(&b);
    assert_null(weft_dir_open(weft_buf_str(&b), NULL, &err));
    assert_int_equal(err.code, WEFT_E_SHAPE);
    weft_buf_free(&b);
}

static void invalid_items_are_not_written(void **state) {
    (void)state;
    weft_buf b = { 0 };
    uint64_t dims[17] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, huge[] = { UINT64_MAX, 2 };
    double x = 1;
    weft_dir_item item = weft_tensor_item(WEFT_STR("a"), WEFT_F64, 17, dims, &x);
    assert_int_equal(weft_dir_write(&item, 1, &b, &err), WEFT_E_SHAPE);
    item = weft_tensor_item(WEFT_STR("a"), WEFT_F64, 2, huge, &x);
    assert_int_equal(weft_dir_write(&item, 1, &b, &err), WEFT_E_SHAPE);
    item = weft_tensor_item(WEFT_STR("a"), (weft_dtype)77, 0, NULL, &x);
    assert_int_equal(weft_dir_write(&item, 1, &b, &err), WEFT_E_DTYPE);
    item = weft_tensor_item(WEFT_STR(""), WEFT_F64, 0, NULL, &x);
    assert_int_equal(weft_dir_write(&item, 1, &b, &err), WEFT_E_NAME);
    item = weft_text_item(WEFT_STR("a"), WEFT_STR("\xff"));
    assert_int_equal(weft_dir_write(&item, 1, &b, &err), WEFT_E_UTF8);
    weft_dir_item two[2] = { weft_text_item(WEFT_STR("a"), WEFT_STR("")), weft_text_item(WEFT_STR("a"), WEFT_STR("")) };
    assert_int_equal(weft_dir_write(two, 2, &b, &err), WEFT_E_NAME);
    assert_int_equal(b.len, 0);
    weft_buf_free(&b);
}

static void files_are_written_mapped_and_appended_to(void **state) {
    (void)state;
    weft_dir_item items[ITEMS], it;
    all_items(items);
    char *folder = test_folder_make();
    const char *path = test_path(folder, "d.weft");
    assert_int_equal(weft_dir_write_file(path, items, 3, &err), WEFT_OK);
    for (size_t i = 3; i < ITEMS; i++) { /* one by one: each leaves an old table behind */
        assert_int_equal(weft_dir_append_file(path, &items[i], 1, &err), WEFT_OK);
        weft_dir *d = weft_dir_open_file(path, &(weft_dir_opts){ .check_sums = true }, &err);
        if (!d) fail_msg("%s at %zu", err.reason, err.offset);
        assert_int_equal(weft_dir_count(d), i + 1);
        weft_dir_close(d);
    }
    weft_dir_item empty = weft_text_item(WEFT_STR("nothing"), WEFT_STR(""));
    assert_int_equal(weft_dir_append_file(path, &empty, 1, &err), WEFT_OK);
    assert_int_equal(weft_dir_append_file(path, &items[0], 1, &err), WEFT_E_NAME);
    weft_dir *d = weft_dir_open_file(path, NULL, &err);
    assert_non_null(d);
    assert_int_equal(weft_dir_count(d), ITEMS + 1);
    check_all(d);
    assert_true(weft_dir_find(d, WEFT_STR("nothing"), &it));
    weft_dir_close(d);
    /* an append that was interrupted before its header: the old directory, and the next append works */
    weft_file f;
    assert_int_equal(weft_file_open(&f, path, NULL, &err), WEFT_OK);
    weft_buf b = { 0 };
    assert_int_equal(weft_buf_append(&b, f.text), WEFT_OK);
    assert_int_equal(weft_buf_append(&b, WEFT_STR("half a payload")), WEFT_OK);
    weft_file_close(&f);
    assert_int_equal(weft_file_write(path, weft_buf_str(&b), &err), WEFT_OK);
    d = weft_dir_open_file(path, NULL, &err);
    assert_non_null(d);
    weft_dir_close(d);
    weft_dir_item last = weft_text_item(WEFT_STR("last"), WEFT_STR("x"));
    assert_int_equal(weft_dir_append_file(path, &last, 1, &err), WEFT_OK);
    assert_int_equal(weft_file_open(&f, path, NULL, &err), WEFT_OK);
    golden("directory.appended", f.text);
    d = weft_dir_open(f.text, NULL, &err);
    assert_non_null(d);
    assert_int_equal(weft_dir_count(d), ITEMS + 2);
    check_all(d);
    weft_dir_close(d);
    weft_file_close(&f);
    weft_buf_free(&b);
    test_folder_remove(folder);
}

static weft_status write_and_open(const weft_alloc *alloc, void *ctx) {
    (void)ctx;
    weft_dir_item items[ITEMS];
    all_items(items);
    weft_buf b = { .alloc = alloc };
    weft_status st = weft_dir_write(items, ITEMS, &b, &err);
    weft_dir *d = st ? NULL : weft_dir_open(weft_buf_str(&b), &(weft_dir_opts){ .alloc = alloc }, &err);
    if (!st && !d) st = err.code;
    weft_dir_close(d);
    weft_buf_free(&b);
    return st;
}
static void survives_failing_memory(void **state) {
    (void)state;
    assert_true(test_every_failure(write_and_open, NULL) >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_doubles_take_80192_bytes),
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(unaligned_bytes_are_refused_in_place),
        cmocka_unit_test(truncation_at_every_byte_is_an_error),
        cmocka_unit_test(flipped_bits_outside_payloads_are_errors),
        cmocka_unit_test(forged_tables_are_refused),
        cmocka_unit_test(invalid_items_are_not_written),
        cmocka_unit_test(files_are_written_mapped_and_appended_to),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
