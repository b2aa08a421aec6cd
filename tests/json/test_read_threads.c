/* Readers are per thread, documents may be shared: several threads read the same text with documents of their own, from
 * the first use of the kernels on, and walk one common document. For ThreadSanitizer (cmake --preset tsan) as much as
 * for luck. */
#include "support.h"

#include <pthread.h>
#include <weft/json.h>

static weft_str text;
static weft_doc *shared;

static void *reader(void *arg) {
    size_t *wrong = arg;
    weft_doc *d = weft_doc_new(NULL);
    for (int i = 0; i < 50; i++) {
        if (!d || weft_doc_reread(d, text, NULL, NULL) || weft_json_validate(text, NULL, NULL)) ++*wrong;
        weft_stat a = weft_json_stat(weft_doc_root(d)), b = weft_json_stat(weft_doc_root(shared));
        if (memcmp(&a, &b, sizeof a) != 0) ++*wrong;
    }
    weft_doc_free(d);
    return NULL;
}

static void threads_read_at_once(void **state) {
    (void)state;
    static char buf[60000];
    size_t n = 0;
    buf[n++] = '[';
    for (int i = 0; n < sizeof buf - 200; i++)
        n += (size_t)sprintf(buf + n, "%s{\"id\":%d,\"name\":\"caf\xc3\xa9 \\u3042\",\"x\":[%d.5,true,null]}",
                             i ? "," : "", i, i);
    buf[n++] = ']';
    text = WEFT_TEXT(buf, n);
    size_t wrong[4] = { 0 };
    pthread_t t[4];
    shared = weft_doc_read(text, NULL, NULL);
    assert_non_null(shared);
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&t[i], NULL, reader, &wrong[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < 4; i++) assert_int_equal(wrong[i], 0);
    weft_doc_free(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_read_at_once) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
