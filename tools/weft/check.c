/* weft check: is it JSON? */
#include "cli.h"

static cli_dialect dialect;
static bool lines, quiet;

static const cli_option options[] = {
    { "lines", 'l', CLI_FLAG, &lines, NULL, "one value per line (NDJSON); every bad line is reported" },
    { "quiet", 'q', CLI_FLAG, &quiet, NULL, "say nothing of what is valid" },
    CLI_DIALECT_OPTIONS(dialect),
};

static bool blank(weft_str s) {
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] != ' ' && s.ptr[i] != '\t' && s.ptr[i] != '\r') return false;
    return true;
}

static int check_lines(weft_str text, const char *name, const weft_read_opts *o) {
    uint64_t line = 0, values = 0, bad = 0;
    for (size_t at = 0, next; at < text.len; at = next) {
        const char *end = (const char *)memchr(text.ptr + at, '\n', text.len - at);
        size_t stop = end ? (size_t)(end - text.ptr) : text.len;
        weft_str one = WEFT_TEXT(text.ptr + at, stop - at);
        next = end ? stop + 1 : stop;
        line++;
        if (blank(one)) continue;
        values++;
        weft_error err;
        if (weft_json_validate(one, o, &err) == WEFT_OK) continue;
        bad++;
        err.offset += at;
        err.line = line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
        cli_error(&err);
    }
    if (!bad && !quiet) printf("%s: valid, %llu values\n", name, (unsigned long long)values);
    return bad ? CLI_INVALID : CLI_OK;
}

static int check_file(const char *path) {
    weft_file file;
    if (!cli_open(&file, path)) return CLI_INVALID;
    weft_read_opts o = cli_read_opts(&dialect);
    o.file_name = cli_name(path);
    int status = CLI_OK;
    if (lines) status = check_lines(file.text, o.file_name, &o);
    else {
        weft_error err;
        if (weft_json_validate(file.text, &o, &err)) {
            cli_error(&err);
            status = CLI_INVALID;
        } else if (!quiet) printf("%s: valid\n", o.file_name);
    }
    weft_file_close(&file);
    return status;
}

static int run(int count, char **operands) { return cli_each(count, operands, check_file); }

const cli_command cli_check = {
    .name = "check",
    .summary = "tell whether files are valid JSON",
    .operands = "[FILE...]",
    .about = "Says \"FILE: valid\", or on standard error where and why not. Strict RFC 8259 unless told otherwise.",
    .examples = "  weft check *.json\n  weft check --jsonc settings.json\n  producer | weft check --lines -q",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
