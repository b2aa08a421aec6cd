/* What the subcommands share. Each is one file that defines one cli_command; main.c lists them. */
#ifndef WEFT_TOOLS_CLI_H
#define WEFT_TOOLS_CLI_H

#include <weft/weft.h>

enum { CLI_OK = 0, CLI_INVALID = 1, CLI_USAGE = 2 }; /* exit statuses */

/* ---- args.c: options and help ------------------------------------------------------------------------------------*/
typedef enum cli_kind {
    CLI_FLAG, /* bool */
    CLI_SIZE, /* size_t */
    CLI_TEXT  /* const char * */
} cli_kind;

/* One option, "--name" and perhaps "-letter". Target is a static variable of the kind's type. */
typedef struct cli_option {
    const char *name;
    char letter; /* 0: none */
    cli_kind kind;
    void *target;
    const char *value; /* how help calls the value: "N" */
    const char *help;
} cli_option;

typedef struct cli_command {
    const char *name, *summary;
    const char *operands; /* "[FILE...]" */
    const char *about;    /* paragraphs below the usage line */
    const char *examples; /* lines "weft check a.json    what it does" */
    const cli_option *options;
    size_t option_count;
    int (*run)(int count, char **operands);
} cli_command;

/* Takes options out of argv (which starts behind the subcommand) and runs the command on what is left. */
int cli_run(const cli_command *command, int argc, char **argv);
void cli_help(FILE *to, const cli_command *command);
/* "weft: check: message" and a hint at --help, on stderr; returns CLI_USAGE. */
int cli_usage(const cli_command *command, const char *format, ...) WEFT_PRINTF(2, 3);

/* ---- input.c: files and texts ------------------------------------------------------------------------------------*/
/* Which JSON is read: static variables behind the options every reading subcommand has. */
typedef struct cli_dialect {
    bool jsonc, json5;
    size_t depth;
} cli_dialect;
#define CLI_DIALECT_OPTIONS(d)                                                                                         \
    { "jsonc", 0, CLI_FLAG, &(d).jsonc, NULL, "allow comments and trailing commas" },                                  \
        { "json5", 0, CLI_FLAG, &(d).json5, NULL, "read JSON5" }, {                                                    \
        "depth", 0, CLI_SIZE, &(d).depth, "N", "deepest nesting allowed (1024)"                                        \
    }
weft_read_opts cli_read_opts(const cli_dialect *dialect);

/* Opens a file ("-": standard input) or says on stderr why not. */
bool cli_open(weft_file *file, const char *path);
/* The name of a file in messages. */
const char *cli_name(const char *path);
/* Opens and reads a document, or says on stderr why not: NULL. *bytes gets the size of its text. */
weft_doc *cli_read(const char *path, const weft_read_opts *opts, size_t *bytes);
/* Prints an error to stderr, behind everything that went to stdout before. */
void cli_error(const weft_error *err);

/* Calls each for every operand ("-" when there is none); the worst status wins. */
int cli_each(int count, char **operands, int (*each)(const char *path));

/* ---- output.c: stdout --------------------------------------------------------------------------------------------*/
/* Writes to stdout. Failures are remembered and reported by cli_finish. */
void cli_put(weft_str text);
/* Appends s as a JSON string; what is no UTF-8 becomes U+FFFD. */
weft_status cli_quote(weft_buf *out, weft_str s);
/* Flushes stdout; says on stderr when something could not be written. Returns the exit status: CLI_INVALID then. */
int cli_finish(int status);

/* ---- main.c: the subcommands -------------------------------------------------------------------------------------*/
extern const cli_command cli_check, cli_completions, cli_fmt, cli_get, cli_man, cli_stat;
extern const cli_command *const cli_commands[]; /* in the order they are shown; ends with NULL */
const cli_command *cli_find(const char *name);  /* NULL: none */

#endif
