/* Typed values from and to JSON files. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"

#include <weft/type.h>

#include <errno.h>
#include <sys/stat.h>
#if defined(_WIN32)
#include <direct.h>
#endif

void *weft__type_new_from_json_file(const weft_type *type, const char *path, const weft_decode_opts *opts,
                                    size_t opts_size, weft_error *err) {
    weft_decode_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    if (!o.file_name) o.file_name = path;
    o.borrow = false; /* the text does not live on */
    weft_file file;
    weft_file_opts fo = { .bom = o.bom ? WEFT_BOM_STRIP : WEFT_BOM_KEEP, .max_bytes = o.max_bytes, .alloc = o.alloc };
    if (o.errors_count) *o.errors_count = 0;
    if (weft_file_open(&file, path, &fo, err)) return NULL;
    void *value = weft__type_new_from_json(type, file.text, &o, sizeof o, err);
    weft_file_close(&file);
    return value;
}

/* Makes the folders that path needs and that are not there. */
static weft_status file_folders(const char *path, const weft_alloc *alloc, weft_error *err) {
    size_t n = strlen(path);
    char *copy = (char *)weft__alloc(alloc, n + 1);
    if (!copy) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_WRITE, NULL);
    memcpy(copy, path, n + 1);
    weft_status st = WEFT_OK;
    for (size_t i = 1; i < n && !st; i++) {
        if (copy[i] != '/') continue;
        copy[i] = 0;
#if defined(_WIN32)
        int r = _mkdir(copy);
#else
        int r = mkdir(copy, 0777);
#endif
        if (r && errno != EEXIST && errno != EISDIR) {
            int why = errno;
            struct stat s;
            if (stat(copy, &s))
                st = weft__error_set(err, WEFT_E_WRITE, WEFT_STAGE_WRITE, "cannot make folder %s: %s", copy,
                                     strerror(why));
        }
        copy[i] = '/';
    }
    if (st) weft__error_file(err, path);
    weft__release(alloc, copy, n + 1);
    return st;
}

weft_status weft__type_to_json_file(const weft_type *type, const void *value, const char *path,
                                    const weft_encode_opts *opts, size_t opts_size, weft_error *err) {
    weft_encode_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    if (!opts) o.pretty = o.final_newline = true;
    weft_buf text = { .alloc = o.alloc };
    weft_status st = weft__type_to_json(type, value, &text, &o, sizeof o, err);
    if (st) weft__error_file(err, path);
    else st = file_folders(path, o.alloc, err);
    if (!st) st = weft_file_write(path, weft_buf_str(&text), err);
    weft_buf_free(&text);
    return st;
}
