/* What several tests share: cmocka in its required order, the test-data folder, failing allocators, guarded memory. */
#ifndef WEFT_TESTS_SUPPORT_H
#define WEFT_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <weft/base.h>

/* The shared test-data folder: $WEFT_TEST_DATA, else ../shared/conformance beside the source tree; NULL when neither
 * exists. */
const char *test_data_dir(void);
/* Path of a file or folder in it, or NULL (the test then calls skip()). The result is valid until the next call. */
const char *test_data(const char *relative);

/* An allocator that counts what is alive and fails the n-th request (1-based; 0: never), once or from then on. */
typedef struct test_alloc {
    weft_alloc alloc;
    size_t requests, fail_at, live_blocks, live_bytes, peak_bytes;
    bool stay_failed, size_mismatch;
} test_alloc;
void test_alloc_init(test_alloc *t, size_t fail_at);

/* Runs an operation with its first allocation failing, then its second, and so on until it needs no more: once with
 * only that one failing, once with all from there on. Every run must end in WEFT_OK or WEFT_E_MEMORY, give back all
 * blocks with the right sizes, and the last must succeed. Returns how many allocations the undisturbed run makes. */
typedef weft_status test_operation(const weft_alloc *alloc, void *ctx);
size_t test_every_failure(test_operation *operation, void *ctx);

/* A new empty folder for the test's files; test_folder_remove deletes it with what is in it. */
char *test_folder_make(void);
void test_folder_remove(char *folder);
/* folder/name; valid until the fourth call from now. */
const char *test_path(const char *folder, const char *name);

/* A copy of text whose last byte is followed by (guard_after) or whose first byte is preceded by an unreadable page. */
typedef struct test_guard {
    char *text;
    size_t len;
    void *base;
    size_t size;
} test_guard;
test_guard test_guard_make(weft_str text, bool guard_after);
void test_guard_free(test_guard *g);

/* Seeded generator for property tests. */
uint64_t test_random(uint64_t *state);

#endif
