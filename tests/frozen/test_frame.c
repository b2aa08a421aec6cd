/* Frames: exact bytes, every truncation and bit flip, streams with torn tails, files that are appended to. */
#include "support.h"

#include <weft/frozen.h>

static const char payload[] = "a payload of some bytes, with a \0 inside";
enum { PAYLOAD = sizeof payload - 1, HASH = 0x1234 };

static weft_buf one_frame(void) {
    weft_buf b = { 0 };
    assert_int_equal(weft_frame_append(&b, HASH, WEFT_TEXT(payload, PAYLOAD), NULL), WEFT_OK);
    return b;
}

static void layout_is_exact(void **state) {
    (void)state;
    weft_buf b = { 0 };
    static const unsigned char want[] = { 0xf7, 'W',  'F',  'M',  1, 0, 0, 0, 0xef, 0xcd, 0xab, 0x89,
                                          0x67, 0x45, 0x23, 0x01, 9, 0, 0, 0, 0,    0,    0,    0 };
    assert_int_equal(weft_frame_append(&b, 0x0123456789abcdefu, WEFT_STR("123456789"), NULL), WEFT_OK);
    assert_int_equal(b.len, 32 + 9);
    assert_memory_equal(b.data, want, sizeof want);
    assert_memory_equal(b.data + 28, "\x83\x92\x06\xe3", 4); /* 0xe3069283 */
    assert_memory_equal(b.data + 32, "123456789", 9);
    weft_buf c = { 0 };
    size_t at;
    assert_int_equal(weft_frame_begin(&c, &at, NULL), WEFT_OK);
    assert_int_equal(weft_buf_append(&c, WEFT_STR("123456789")), WEFT_OK);
    weft_frame_end(&c, at, 0x0123456789abcdefu);
    assert_int_equal(c.len, b.len);
    assert_memory_equal(c.data, b.data, b.len);
    weft_buf_free(&b);
    weft_buf_free(&c);
}

static void opens_with_and_without_a_hash(void **state) {
    (void)state;
    weft_buf b = one_frame();
    weft_frame f;
    weft_error e;
    assert_int_equal(weft_frame_open(weft_buf_str(&b), HASH, &f, &e), WEFT_OK);
    assert_int_equal(f.payload.len, PAYLOAD);
    assert_ptr_equal(f.payload.ptr, b.data + 32);
    assert_int_equal(weft_frame_open(weft_buf_str(&b), 0, &f, &e), WEFT_OK);
    assert_int_equal(f.type_hash, HASH);
    assert_int_equal(weft_frame_open(weft_buf_str(&b), HASH + 1, &f, &e), WEFT_E_HASH);
    assert_int_equal(weft_buf_byte(&b, 'x'), WEFT_OK);
    assert_int_equal(weft_frame_open(weft_buf_str(&b), HASH, &f, &e), WEFT_E_LONG);
    assert_int_equal(e.offset, b.len - 1);
    weft_buf_free(&b);
}

static void truncation_at_every_byte_is_an_error(void **state) {
    (void)state;
    weft_buf b = one_frame();
    weft_frame f;
    for (size_t n = 0; n < b.len; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(b.data, n), true);
        weft_error e = { 0 };
        assert_int_equal(weft_frame_open(WEFT_TEXT(g.text, n), HASH, &f, &e), WEFT_E_SHORT);
        assert_true(e.placed && e.offset == n);
        test_guard_free(&g);
    }
    weft_buf_free(&b);
}

static void every_bit_flip_is_an_error(void **state) {
    (void)state;
    weft_buf b = one_frame();
    weft_frame f;
    for (size_t i = 0; i < b.len * 8; i++) {
        b.data[i / 8] = (char)(b.data[i / 8] ^ (1 << i % 8));
        weft_status want = i < 32 ? WEFT_E_MAGIC : WEFT_E_CHECKSUM;
        assert_int_equal(weft_frame_open(weft_buf_str(&b), HASH, &f, NULL), want);
        b.data[i / 8] = (char)(b.data[i / 8] ^ (1 << i % 8));
    }
    weft_buf_free(&b);
}

static void other_versions_and_flags_are_refused(void **state) {
    (void)state;
    for (int i = 4; i < 8; i++) {
        weft_buf b = one_frame();
        unsigned char *h = (unsigned char *)b.data;
        h[i] ^= 2;
        uint32_t sum = weft_crc32c(weft_crc32c(0, h, 24), h + 28, 4);
        for (int k = 0; k < 4; k++) h[24 + k] = (unsigned char)(sum >> 8 * k);
        weft_frame f;
        weft_error e;
        assert_int_equal(weft_frame_open(weft_buf_str(&b), HASH, &f, &e), WEFT_E_FORMAT);
        assert_int_equal(e.offset, i & ~1);
        weft_buf_free(&b);
    }
}

static void hostile_length_is_short(void **state) {
    (void)state;
    weft_buf b = one_frame();
    unsigned char *h = (unsigned char *)b.data;
    memset(h + 16, 0xff, 8);
    uint32_t sum = weft_crc32c(weft_crc32c(0, h, 24), h + 28, 4);
    for (int k = 0; k < 4; k++) h[24 + k] = (unsigned char)(sum >> 8 * k);
    weft_frame f;
    assert_int_equal(weft_frame_open(weft_buf_str(&b), HASH, &f, NULL), WEFT_E_SHORT);
    weft_buf_free(&b);
}

/* Three frames of different sizes, an empty one among them. */
static weft_buf stream(size_t ends[3]) {
    weft_buf b = { 0 };
    static const char *const texts[] = { "first", "", "and the third one" };
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(weft_frame_append(&b, i, weft_str_of(texts[i]), NULL), WEFT_OK);
        ends[i] = b.len;
    }
    return b;
}

static void stream_is_read_up_to_a_torn_tail(void **state) {
    (void)state;
    size_t ends[3];
    weft_buf b = stream(ends);
    for (size_t n = 0; n <= b.len; n++) {
        size_t whole = n == ends[2] ? 3 : n >= ends[1] ? 2 : n >= ends[0] ? 1 : 0, count = 0;
        size_t end = whole ? ends[whole - 1] : 0;
        weft_frame_reader r = weft_frame_reader_of(WEFT_TEXT(b.data, n));
        weft_frame f;
        weft_error e = { 0 };
        while (weft_frame_next(&r, &f, &e)) assert_int_equal(f.type_hash, count++);
        assert_int_equal(count, whole);
        assert_int_equal(r.offset, end);
        assert_int_equal(r.status, n == end ? WEFT_OK : WEFT_E_SHORT);
        assert_int_equal(e.code, r.status);
        assert_false(weft_frame_next(&r, &f, &e));
    }
    weft_buf_free(&b);
}

static void damage_inside_a_stream_is_no_torn_tail(void **state) {
    (void)state;
    size_t ends[3];
    weft_buf b = stream(ends);
    weft_frame f;
    b.data[33] ^= 1; /* payload of the first */
    weft_frame_reader r = weft_frame_reader_of(weft_buf_str(&b));
    assert_false(weft_frame_next(&r, &f, NULL));
    assert_int_equal(r.status, WEFT_E_CHECKSUM);
    b.data[33] ^= 1;
    b.data[b.len - 1] ^= 1; /* payload of the last */
    r = weft_frame_reader_of(weft_buf_str(&b));
    while (weft_frame_next(&r, &f, NULL)) {
    }
    assert_int_equal(r.status, WEFT_E_SHORT);
    assert_int_equal(r.offset, ends[1]);
    weft_buf_free(&b);
}

static size_t count_frames(const char *path) {
    weft_file file;
    size_t n = 0;
    weft_frame f;
    assert_int_equal(weft_file_open(&file, path, NULL, NULL), WEFT_OK);
    weft_frame_reader r = weft_frame_reader_of(file.text);
    while (weft_frame_next(&r, &f, NULL)) n++;
    assert_int_equal(r.status, WEFT_OK);
    weft_file_close(&file);
    return n;
}

static void append_cuts_exactly_the_torn_tail(void **state) {
    (void)state;
    size_t ends[3];
    weft_buf b = stream(ends);
    char *folder = test_folder_make();
    const char *path = test_path(folder, "frames");
    for (size_t n = 0; n <= b.len + 40; n++) {
        weft_buf c = { 0 };
        assert_int_equal(weft_buf_append(&c, WEFT_TEXT(b.data, n < b.len ? n : b.len)), WEFT_OK);
        while (c.len < n) assert_int_equal(weft_buf_byte(&c, 0), WEFT_OK); /* zeros that were never written */
        assert_int_equal(weft_file_write(path, weft_buf_str(&c), NULL), WEFT_OK);
        weft_buf_free(&c);
        size_t whole = n >= ends[2] ? 3 : n >= ends[1] ? 2 : n >= ends[0] ? 1 : 0;
        weft_frame_writer w;
        weft_error e;
        assert_int_equal(weft_frame_writer_open(&w, path, NULL, &e), WEFT_OK);
        assert_int_equal(w.length, whole ? ends[whole - 1] : 0);
        assert_int_equal(w.cut, n - w.length);
        assert_int_equal(weft_frame_writer_add(&w, 9, WEFT_STR("new"), &e), WEFT_OK);
        assert_int_equal(weft_frame_writer_close(&w, &e), WEFT_OK);
        assert_int_equal(count_frames(path), whole + 1);
    }
    weft_buf_free(&b);
    test_folder_remove(folder);
}

static void append_does_not_cut_damage(void **state) {
    (void)state;
    size_t ends[3];
    weft_buf b = stream(ends);
    char *folder = test_folder_make();
    const char *path = test_path(folder, "frames");
    b.data[ends[0] + 9] ^= 4; /* header of the second */
    assert_int_equal(weft_file_write(path, weft_buf_str(&b), NULL), WEFT_OK);
    weft_frame_writer w;
    weft_error e;
    assert_int_equal(weft_frame_writer_open(&w, path, NULL, &e), WEFT_E_CHECKSUM);
    assert_int_equal(w.fd, -1);
    assert_string_equal(e.file, path);
    weft_file file;
    assert_int_equal(weft_file_open(&file, path, NULL, NULL), WEFT_OK);
    assert_int_equal(file.text.len, b.len);
    weft_file_close(&file);
    assert_int_equal(weft_frame_writer_open(&w, path, &(weft_frame_writer_opts){ .cut_damaged = true }, &e), WEFT_OK);
    assert_int_equal(w.length, ends[0]);
    assert_int_equal(weft_frame_writer_close(&w, &e), WEFT_OK);
    weft_buf_free(&b);
    test_folder_remove(folder);
}

static void one_writer_at_a_time(void **state) {
    (void)state;
    char *folder = test_folder_make();
    const char *path = test_path(folder, "frames");
    weft_frame_writer a, b;
    weft_error e;
    assert_int_equal(weft_frame_writer_open(&a, path, &(weft_frame_writer_opts){ .sync = true }, &e), WEFT_OK);
    assert_int_equal(weft_frame_writer_open(&b, path, NULL, &e), WEFT_E_OPEN);
    assert_int_equal(weft_frame_writer_add(&a, 1, WEFT_STR("x"), &e), WEFT_OK);
    assert_int_equal(weft_frame_writer_sync(&a, &e), WEFT_OK);
    assert_int_equal(weft_frame_writer_close(&a, &e), WEFT_OK);
    assert_int_equal(weft_frame_writer_add(&a, 1, WEFT_STR("x"), &e), WEFT_E_STATE);
    assert_int_equal(weft_frame_writer_open(&b, path, NULL, &e), WEFT_OK);
    assert_int_equal(b.length, 33);
    assert_int_equal(weft_frame_writer_close(&b, &e), WEFT_OK);
    assert_int_equal(weft_frame_writer_open(&b, folder, NULL, &e), WEFT_E_DIRECTORY);
    test_folder_remove(folder);
}

static weft_status append_once(const weft_alloc *alloc, void *ctx) {
    (void)ctx;
    weft_buf b = { .alloc = alloc };
    weft_status st = weft_frame_append(&b, 1, WEFT_TEXT(payload, PAYLOAD), NULL);
    assert_int_equal(b.len, st ? 0 : 32 + PAYLOAD);
    weft_buf_free(&b);
    return st;
}
static void survives_failing_memory(void **state) {
    (void)state;
    assert_int_equal(test_every_failure(append_once, NULL), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_is_exact),
        cmocka_unit_test(opens_with_and_without_a_hash),
        cmocka_unit_test(truncation_at_every_byte_is_an_error),
        cmocka_unit_test(every_bit_flip_is_an_error),
        cmocka_unit_test(other_versions_and_flags_are_refused),
        cmocka_unit_test(hostile_length_is_short),
        cmocka_unit_test(stream_is_read_up_to_a_torn_tail),
        cmocka_unit_test(damage_inside_a_stream_is_no_torn_tail),
        cmocka_unit_test(append_cuts_exactly_the_torn_tail),
        cmocka_unit_test(append_does_not_cut_damage),
        cmocka_unit_test(one_writer_at_a_time),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
