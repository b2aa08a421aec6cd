/* Opening and reading inputs; what is wrong with them goes to stderr. */
#include "cli.h"

void cli_error(const weft_error *err) {
    fflush(stdout);
    weft_error_print(stderr, err);
}

const char *cli_name(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

bool cli_open(weft_file *file, const char *path) {
    weft_error err;
    if (weft_file_open(file, path, NULL, &err) == WEFT_OK) return true;
    cli_error(&err);
    return false;
}

weft_read_opts cli_read_opts(const cli_dialect *dialect) {
    weft_read_opts o;
    memset(&o, 0, sizeof o);
    o.comments = o.trailing_commas = dialect->jsonc;
    o.json5 = dialect->json5;
    o.max_depth = dialect->depth;
    return o;
}

weft_doc *cli_read(const char *path, const weft_read_opts *opts, size_t *bytes) {
    weft_file file;
    weft_error err;
    if (!cli_open(&file, path)) return NULL;
    weft_read_opts o = *opts;
    o.file_name = cli_name(path);
    weft_doc *doc = weft_doc_read(file.text, &o, &err);
    if (!doc) cli_error(&err);
    *bytes = file.text.len;
    weft_file_close(&file);
    return doc;
}

int cli_each(int count, char **operands, int (*each)(const char *path)) {
    if (count == 0) return each("-");
    int worst = CLI_OK;
    for (int i = 0; i < count; i++) {
        int status = each(operands[i]);
        if (status > worst) worst = status;
    }
    return worst;
}
