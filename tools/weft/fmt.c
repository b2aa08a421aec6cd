/* weft fmt: the same value, laid out anew. Numbers keep their spelling, members their order and their duplicates. */
#include "cli.h"

static cli_dialect dialect;
static bool minify, tabs, sort_keys, ascii, in_place, check;
static bool several; /* texts on stdout, a line each */
static size_t indent;

static const cli_option options[] = {
    { "minify", 'm', CLI_FLAG, &minify, NULL, "no white space at all" },
    { "indent", 'n', CLI_SIZE, &indent, "N", "spaces per level (2)" },
    { "tabs", 't', CLI_FLAG, &tabs, NULL, "one tab per level" },
    { "sort-keys", 's', CLI_FLAG, &sort_keys, NULL, "members by the bytes of their names" },
    { "ascii", 'a', CLI_FLAG, &ascii, NULL, "escape everything above U+007F" },
    { "in-place", 'i', CLI_FLAG, &in_place, NULL, "replace each file, atomically; leave it when it is formatted" },
    { "check", 'c', CLI_FLAG, &check, NULL, "write nothing; name the files that are not formatted, exit 1" },
    CLI_DIALECT_OPTIONS(dialect),
};

static weft_status format(weft_str text, const char *name, weft_buf *out, weft_error *err) {
    weft_read_opts o = cli_read_opts(&dialect);
    o.file_name = name;
    o.raw_numbers = true;
    weft_write_opts w;
    memset(&w, 0, sizeof w);
    w.pretty = !minify;
    w.indent_width = (uint8_t)indent;
    w.indent = tabs ? "\t" : NULL;
    w.final_newline = !minify || several;
    w.escape = ascii ? WEFT_ESCAPE_ASCII : WEFT_ESCAPE_MINIMAL;
    w.sort = sort_keys ? WEFT_SORT_BYTES : WEFT_SORT_NONE;
    weft_doc *doc = weft_doc_read(text, &o, err);
    if (!doc) return err->code;
    weft_status st = weft_json_write(weft_doc_root(doc), out, &w, err);
    weft_doc_free(doc);
    return st;
}

static int deliver(const char *path, weft_str before, weft_str after) {
    const char *name = cli_name(path);
    bool same = weft_str_equal(before, after);
    if (check) {
        if (!same) printf("%s: not formatted\n", name);
        return same ? CLI_OK : CLI_INVALID;
    }
    if (!in_place) {
        cli_put(after);
        return CLI_OK;
    }
    weft_error err;
    if (same || weft_file_write(path, after, &err) == WEFT_OK) return CLI_OK;
    cli_error(&err);
    return CLI_INVALID;
}

static int fmt_file(const char *path) {
    weft_file file;
    if (!cli_open(&file, path)) return CLI_INVALID;
    weft_buf out = { 0 };
    weft_error err;
    int status = CLI_INVALID;
    if (format(file.text, cli_name(path), &out, &err)) cli_error(&err);
    else status = deliver(path, file.text, weft_buf_str(&out));
    weft_buf_free(&out);
    weft_file_close(&file);
    return status;
}

static int run(int count, char **operands) {
    if (indent > 16) return cli_usage(&cli_fmt, "--indent is at most 16");
    if (minify && (indent || tabs)) return cli_usage(&cli_fmt, "--minify has no indentation");
    if (in_place && check) return cli_usage(&cli_fmt, "--in-place and --check exclude each other");
    for (int i = 0; in_place && i < (count ? count : 1); i++)
        if (count == 0 || strcmp(operands[i], "-") == 0)
            return cli_usage(&cli_fmt, "standard input cannot be replaced");
    several = count > 1 && !in_place && !check;
    return cli_each(count, operands, fmt_file);
}

const cli_command cli_fmt = {
    .name = "fmt",
    .summary = "lay JSON out anew: pretty or minified",
    .operands = "[FILE...]",
    .about = "Prints the value over several lines, two spaces per level. Numbers keep their spelling.",
    .examples = "  weft fmt config.json\n  weft fmt --minify big.json > small.json\n  weft fmt -i *.json\n"
                "  weft fmt --check *.json    for continuous integration",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
