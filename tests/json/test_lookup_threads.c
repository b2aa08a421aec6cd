/* Many threads look into one document while its indexes are being built; memory for an index may be missing. */
#include "support.h"

#include <pthread.h>

#include <weft/json.h>

enum { OBJECTS = 40, MEMBERS = 200, THREADS = 4 };

static void *look(void *arg) {
    weft_json root = *(weft_json *)arg;
    size_t wrong = 0;
    for (int i = 0; i < MEMBERS; i++)
        for (size_t o = 0; o < OBJECTS; o++) {
            char key[16];
            snprintf(key, sizeof key, "k%d", i);
            wrong += weft_json_int(weft_json_at(root, o), key, -1) != (int64_t)o * 1000 + i;
        }
    return (void *)wrong;
}

static weft_doc *make(const weft_alloc *alloc) {
    weft_buf b = { 0 };
    for (int o = 0; o < OBJECTS; o++) {
        weft_buf_printf(&b, "%s{", o ? "," : "[");
        for (int i = 0; i < MEMBERS; i++) weft_buf_printf(&b, "%s\"k%d\":%d", i ? "," : "", i, o * 1000 + i);
        weft_buf_byte(&b, '}');
    }
    weft_buf_byte(&b, ']');
    weft_doc *doc = weft_doc_read(weft_buf_str(&b), &(weft_read_opts){ .alloc = alloc }, NULL);
    weft_buf_free(&b);
    return doc;
}

static void all_see_the_same(void **state) {
    (void)state;
    weft_doc *doc = make(NULL);
    assert_non_null(doc);
    weft_json root = weft_doc_root(doc);
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&t[i], NULL, look, &root), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(t[i], &wrong);
        assert_null(wrong);
    }
    weft_doc_free(doc);
}

static void without_memory_it_walks(void **state) {
    (void)state;
    test_alloc t;
    test_alloc_init(&t, 0);
    weft_doc *doc = make(&t.alloc);
    assert_non_null(doc);
    for (size_t n = 1; n < 60; n += 7) {
        t.fail_at = t.requests + n;
        t.stay_failed = n % 2;
        weft_json root = weft_doc_root(doc);
        assert_null(look(&root));
    }
    weft_doc_free(doc);
    assert_int_equal(t.live_blocks, 0);
    assert_false(t.size_mismatch);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(all_see_the_same), cmocka_unit_test(without_memory_it_walks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
