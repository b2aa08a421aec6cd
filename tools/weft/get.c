/* weft get: the value a JSON Pointer names. */
#include "cli.h"

static cli_dialect dialect;
static bool raw, pretty;
static const char *pointer;

static const cli_option options[] = {
    { "raw", 'r', CLI_FLAG, &raw, NULL, "a string without quotes and escapes" },
    { "pretty", 'p', CLI_FLAG, &pretty, NULL, "over several lines" },
    CLI_DIALECT_OPTIONS(dialect),
};

static weft_status show(weft_json v, weft_buf *out, weft_error *err) {
    weft_write_opts w;
    memset(&w, 0, sizeof w);
    w.pretty = pretty;
    weft_status st = raw && weft_json_is(v, WEFT_STRING) ? weft_buf_append(out, weft_json_as_str(v))
                                                         : weft_json_write(v, out, &w, err);
    return st ? st : weft_buf_byte(out, '\n');
}

static int get_file(const char *path) {
    weft_read_opts o = cli_read_opts(&dialect);
    o.raw_numbers = true; /* shown as they are written */
    size_t bytes;
    weft_doc *doc = cli_read(path, &o, &bytes);
    if (!doc) return CLI_INVALID;
    weft_error err;
    memset(&err, 0, sizeof err);
    weft_buf out = { 0 };
    weft_json v = weft_json_pointer(weft_doc_root(doc), weft_str_of(pointer), &err);
    weft_status st = weft_json_exists(v) ? show(v, &out, &err) : err.code;
    if (st) fprintf(stderr, "%s: %s: %s\n", cli_name(path), pointer, err.reason[0] ? err.reason : weft_status_text(st));
    else cli_put(weft_buf_str(&out));
    weft_buf_free(&out);
    weft_doc_free(doc);
    return st ? CLI_INVALID : CLI_OK;
}

static int run(int count, char **operands) {
    if (!count) return cli_usage(&cli_get, "a JSON Pointer is wanted");
    pointer = operands[0];
    if (pointer[0] && pointer[0] != '/') return cli_usage(&cli_get, "a JSON Pointer is empty or starts with /");
    return cli_each(count - 1, operands + 1, get_file);
}

const cli_command cli_get = {
    .name = "get",
    .summary = "print the value a JSON Pointer names",
    .operands = "POINTER [FILE...]",
    .about =
        "Prints the value on one line (RFC 6901: /member/0, ~0 is ~, ~1 is /; the empty pointer is the whole text).\n"
        "Numbers keep their spelling. Exit status 1 when a file has no such value.",
    .examples = "  weft get /server/port config.json\n  weft get -r /name *.json\n  weft get --pretty '' small.json",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
