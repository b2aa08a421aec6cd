/* Directories and foreign tensor files from anywhere: opened or refused, every payload that is promised can be read. */
#include <weft/weft.h>

#include <stdlib.h>

static volatile unsigned char fuzz_sink;
static void touch(const weft_dir_item *item) {
    const unsigned char *p = (const unsigned char *)item->data;
    for (size_t i = 0; i < item->size; i++) fuzz_sink ^= p[i];
    for (size_t i = 0; i < item->name.len; i++) fuzz_sink ^= (unsigned char)item->name.ptr[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    weft_str bytes = WEFT_TEXT((const char *)data, size);
    weft_error err;
    weft_dir *dir = weft_dir_open(bytes, &(weft_dir_opts){ .check_sums = true }, &err);
    for (size_t i = 0; dir && i < weft_dir_count(dir); i++) {
        weft_dir_item item = weft_dir_at(dir, i);
        touch(&item);
    }
    weft_dir_close(dir);
    weft_dir_item item;
    if (!weft_npy_read(bytes, &item, &err)) touch(&item);
    weft_arena arena = { 0 };
    weft_dir_items items;
    if (!weft_npz_read(bytes, &arena, &items, &err))
        for (size_t i = 0; i < items.count; i++) touch(&items.items[i]);
    if (!weft_safetensors_read(bytes, &arena, &items, &err))
        for (size_t i = 0; i < items.count; i++) touch(&items.items[i]);
    weft_arena_free(&arena);
    return 0;
}
