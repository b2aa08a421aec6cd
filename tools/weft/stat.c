/* weft stat: the structural fingerprint of a document. */
#include "cli.h"

static cli_dialect dialect;
static bool json;

static const cli_option options[] = {
    { "json", 'j', CLI_FLAG, &json, NULL, "one JSON object per file" },
    CLI_DIALECT_OPTIONS(dialect),
};

/* The counts in the order they are shown. */
#define STAT_COUNTS(X)                                                                                                 \
    X(nulls)                                                                                                           \
    X(trues)                                                                                                           \
    X(falses) X(numbers) X(strings) X(arrays) X(objects) X(elements) X(members) X(string_bytes) X(key_bytes) X(depth)

static weft_str sum_of(const weft_stat *s, char text[WEFT_NUMBER_MAX]) {
    return WEFT_TEXT(text, weft_real_print(s->number_sum, text));
}

static weft_status as_json(weft_buf *out, const char *path, const weft_stat *s, size_t bytes) {
    char number[WEFT_NUMBER_MAX];
    bool finite = s->number_sum - s->number_sum == 0;
    weft_str sum = finite ? sum_of(s, number) : WEFT_STR("null");
    weft_status st = weft_buf_append(out, WEFT_STR("{\"file\":"));
    if (!st) st = cli_quote(out, weft_str_of(path));
    if (!st) st = weft_buf_printf(out, ",\"bytes\":%zu", bytes);
#define SHOW(name)                                                                                                     \
    if (!st) st = weft_buf_printf(out, ",\"" #name "\":%llu", (unsigned long long)s->name);
    STAT_COUNTS(SHOW)
#undef SHOW
    return st ? st : weft_buf_printf(out, ",\"number_sum\":%" WEFT_STR_FMT "}\n", WEFT_STR_ARG(sum));
}

static weft_status as_table(weft_buf *out, const char *path, const weft_stat *s, size_t bytes) {
    char number[WEFT_NUMBER_MAX];
    weft_str sum = sum_of(s, number);
    weft_status st = weft_buf_printf(out, "%s\n  %-14s %zu\n", path, "bytes", bytes);
#define SHOW(name)                                                                                                     \
    if (!st) st = weft_buf_printf(out, "  %-14s %llu\n", #name, (unsigned long long)s->name);
    STAT_COUNTS(SHOW)
#undef SHOW
    return st ? st : weft_buf_printf(out, "  %-14s %" WEFT_STR_FMT "\n", "number_sum", WEFT_STR_ARG(sum));
}

static int stat_file(const char *path) {
    weft_read_opts o = cli_read_opts(&dialect);
    size_t bytes;
    weft_doc *doc = cli_read(path, &o, &bytes);
    if (!doc) return CLI_INVALID;
    weft_stat s = weft_json_stat(weft_doc_root(doc));
    weft_buf out = { 0 };
    weft_status st = (json ? as_json : as_table)(&out, cli_name(path), &s, bytes);
    if (st) fprintf(stderr, "%s: %s\n", cli_name(path), weft_status_text(st));
    else cli_put(weft_buf_str(&out));
    weft_buf_free(&out);
    weft_doc_free(doc);
    return st ? CLI_INVALID : CLI_OK;
}

static int run(int count, char **operands) { return cli_each(count, operands, stat_file); }

const cli_command cli_stat = {
    .name = "stat",
    .summary = "count what a document is made of",
    .operands = "[FILE...]",
    .about = "Shows how many values of each kind there are, elements of arrays, members of objects, decoded bytes of\n"
             "strings and names, the deepest nesting, and the sum of all numbers in document order.",
    .examples = "  weft stat twitter.json\n  weft stat --json *.json",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
