/* weft: the command line. Picks the subcommand. */
#include "cli.h"

const cli_command *const cli_commands[] = {
    &cli_check, &cli_completions, &cli_fmt, &cli_get, &cli_man, &cli_stat, NULL
};

const cli_command *cli_find(const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

static void overview(FILE *to) {
    fputs("weft - check, format and look into JSON\n\nUsage: weft COMMAND [OPTION...] [FILE...]\n\n"
          "Commands:\n",
          to);
    for (const cli_command *const *c = cli_commands; *c; c++) fprintf(to, "  %-12s %s\n", (*c)->name, (*c)->summary);
    fputs("\nNo FILE, or -, is standard input. weft COMMAND --help tells more; weft --version the version.\n", to);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        overview(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        overview(stdout);
        return cli_finish(CLI_OK);
    }
    if (strcmp(name, "--version") == 0) {
        printf("weft %s\n", weft_version_string());
        return cli_finish(CLI_OK);
    }
    if (strcmp(name, "help") == 0) {
        const cli_command *about = argc > 2 ? cli_find(argv[2]) : NULL;
        if (argc > 2 && !about) {
            fprintf(stderr, "weft: no command \"%s\"\n", argv[2]);
            return CLI_USAGE;
        }
        if (about) cli_help(stdout, about);
        else overview(stdout);
        return cli_finish(CLI_OK);
    }
    const cli_command *command = cli_find(name);
    if (!command) {
        fprintf(stderr, "weft: no command \"%s\"\nTry: weft --help\n", name);
        return CLI_USAGE;
    }
    return cli_finish(cli_run(command, argc - 2, argv + 2));
}
