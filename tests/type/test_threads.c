/* Many threads meet a type for the first time at once: one plan is kept, all decode alike. */
#include "support.h"

#include <weft/weft.h>

#include <pthread.h>

#define COLOR(E) E(THR_RED, 0, "red") E(THR_BLUE, 1, "blue")
WEFT_ENUM(Color, COLOR)
#define INNER(F) F(Color, color) F(weft_list(weft_str), names)
WEFT_STRUCT(Inner, INNER)
#define OUTER(F) F(int, id) F(weft_map(Inner), inner)
WEFT_STRUCT(Outer, OUTER, .rename = WEFT_CAMEL)

static void *run(void *arg) {
    size_t *good = (size_t *)arg;
    for (int i = 0; i < 200; i++) {
        weft_error err;
        weft_list(Outer) list;
        weft_arena arena = { 0 };
        weft_str text = WEFT_STR("[{\"id\":1,\"inner\":{\"a\":{\"color\":\"blue\",\"names\":[\"x\"]}}}]");
        weft_status st = weft_type_from_json(weft_type_of(weft_list(Outer)), &list, text, &arena, NULL, &err);
        *good += !st && list.items[0].inner.items[0].value.color == THR_BLUE;
        weft_arena_free(&arena);
    }
    return NULL;
}

static void first_use_together(void **state) {
    (void)state;
    pthread_t threads[8];
    size_t good[8] = { 0 };
    for (int i = 0; i < 8; i++) assert_int_equal(pthread_create(&threads[i], NULL, run, &good[i]), 0);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 8; i++) assert_int_equal(good[i], 200);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(first_use_together) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
