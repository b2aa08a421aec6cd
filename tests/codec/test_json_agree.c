/* The pull reader under typed decoding says what the document reader says, of every file of the test data and of
 * damaged copies: the same verdict, code and offset. */
#include "support.h"

#include <weft/weft.h>

#include <dirent.h>
#include <sys/stat.h>

static size_t seen, refused;

static void compare(weft_str text, const char *name) {
    weft_error plain, typed;
    weft_arena arena = { 0 };
    weft_raw raw;
    memset(&plain, 0, sizeof plain);
    memset(&typed, 0, sizeof typed);
    weft_status a = weft_json_validate(text, NULL, &plain);
    weft_status b = weft_type_from_json(weft_type_of(weft_raw), &raw, text, &arena, NULL, &typed);
    if (a != b || (a && plain.offset != typed.offset))
        fail_msg("%s: document reader %s at %zu, typed decode %s at %zu", name, weft_status_name(a), plain.offset,
                 weft_status_name(b), typed.offset);
    weft_arena_free(&arena);
    seen++;
    refused += a != WEFT_OK;
}

static void one_file(const char *path) {
    weft_file file;
    weft_error err;
    static uint64_t seed = 7;
    static const char odd[] = "\"\\{}[],:0-1e. tfnu\n\x01\xff\xc3\xed\xf4";
    if (weft_file_open(&file, path, NULL, &err)) return;
    compare(file.text, path);
    size_t n = file.text.len;
    if (n && n < 20000) {
        char *copy = (char *)malloc(n);
        for (int i = 0; i < 60; i++) {
            memcpy(copy, file.text.ptr, n);
            size_t at = (size_t)(test_random(&seed) % n);
            copy[at] = odd[test_random(&seed) % (sizeof odd - 1)];
            size_t cut = i % 3 ? n : (size_t)(test_random(&seed) % n);
            test_guard g = test_guard_make(WEFT_TEXT(copy, cut), true);
            compare(WEFT_TEXT(g.text, cut), path);
            test_guard_free(&g);
        }
        free(copy);
    }
    weft_file_close(&file);
}

static void walk(const char *folder, int depth) {
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[1024];
        struct stat s;
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (stat(path, &s)) continue;
        if (S_ISDIR(s.st_mode) && depth < 4) walk(path, depth + 1);
        else if (S_ISREG(s.st_mode) && s.st_size < 8 << 20) one_file(path);
    }
    if (dir) closedir(dir);
}

static void all_files(void **state) {
    (void)state;
    if (!test_data_dir()) skip();
    walk(test_data_dir(), 0);
    print_message("%zu texts, %zu refused\n", seen, refused);
    assert_true(seen > 1000 && refused > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(all_files) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
