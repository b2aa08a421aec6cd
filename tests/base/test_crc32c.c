/* CRC-32C: published vectors, every kernel against a bit-by-bit sum, pieces, unreadable neighbours. */
#include "support.h"

#include "base/crc32c.h"

static uint32_t bitwise(uint32_t sum, const unsigned char *p, size_t n) {
    uint32_t c = ~sum;
    for (; n; n--, p++) {
        c ^= *p;
        for (int i = 0; i < 8; i++) c = c >> 1 ^ (c & 1 ? 0x82f63b78u : 0);
    }
    return ~c;
}

static void published_vectors(void **state) {
    (void)state;
    unsigned char b[32];
    assert_int_equal(weft_crc32c(0, "123456789", 9), 0xe3069283u);
    assert_int_equal(weft_crc32c(0, "", 0), 0);
    memset(b, 0, 32); /* RFC 3720, B.4 */
    assert_int_equal(weft_crc32c(0, b, 32), 0x8a9136aau);
    memset(b, 0xff, 32);
    assert_int_equal(weft_crc32c(0, b, 32), 0x62a8ab43u);
    for (int i = 0; i < 32; i++) b[i] = (unsigned char)i;
    assert_int_equal(weft_crc32c(0, b, 32), 0x46dd794eu);
    for (int i = 0; i < 32; i++) b[i] = (unsigned char)(31 - i);
    assert_int_equal(weft_crc32c(0, b, 32), 0x113fdb5cu);
}

static void every_kernel_agrees(void **state) {
    (void)state;
    uint64_t seed = 7;
    char data[3000];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)test_random(&seed);
    for (size_t len = 0; len <= sizeof data; len += len < 700 ? 1 : 97) {
        test_guard g = test_guard_make(WEFT_TEXT(data, len), len & 1);
        uint32_t want = bitwise(0x12345678, (const unsigned char *)data, len);
        for (int cpu = WEFT_CPU_SCALAR; cpu <= (int)weft_cpu_used(); cpu++)
            assert_int_equal(weft__crc32c_with((weft_cpu)cpu, 0x12345678, g.text, len), want);
        test_guard_free(&g);
    }
}

static void pieces_add_up(void **state) {
    (void)state;
    uint64_t seed = 9;
    char data[1500];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)test_random(&seed);
    uint32_t whole = weft_crc32c(0, data, sizeof data);
    for (size_t cut = 0; cut <= sizeof data; cut += 13)
        assert_int_equal(weft_crc32c(weft_crc32c(0, data, cut), data + cut, sizeof data - cut), whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors),
        cmocka_unit_test(every_kernel_agrees),
        cmocka_unit_test(pieces_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
