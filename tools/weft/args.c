/* Options, their help, and running a subcommand. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

int cli_usage(const cli_command *command, const char *format, ...) {
    fprintf(stderr, "weft %s: ", command->name);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry: weft %s --help\n", command->name);
    return CLI_USAGE;
}

void cli_help(FILE *to, const cli_command *command) {
    fprintf(to, "weft %s - %s\n\nUsage: weft %s [OPTION...] %s\n\n%s\n\nOptions:\n", command->name, command->summary,
            command->name, command->operands, command->about);
    for (size_t i = 0; i <= command->option_count; i++) {
        static const cli_option help = { "help", 'h', CLI_FLAG, NULL, NULL, "this text" };
        const cli_option *o = i < command->option_count ? &command->options[i] : &help;
        char left[64];
        snprintf(left, sizeof left, "%c%c%s --%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
                 o->letter ? "," : " ", o->name, o->value ? " " : "", o->value ? o->value : "");
        fprintf(to, "  %-22s %s\n", left, o->help);
    }
    fprintf(to, "\nExamples:\n%s\n", command->examples);
    fputs("\nExit status: 0 well, 1 something was invalid or could not be read or written, 2 wrong usage.\n", to);
}

static bool args_set(const cli_command *command, const cli_option *o, const char *value, int *status) {
    switch (o->kind) {
    case CLI_FLAG: *(bool *)o->target = true; return true;
    case CLI_TEXT: *(const char **)o->target = value; return true;
    case CLI_SIZE: {
        char *end;
        errno = 0;
        unsigned long long n = strtoull(value, &end, 10);
        if (errno || end == value || *end || value[0] < '0' || value[0] > '9' || n > SIZE_MAX) {
            *status = cli_usage(command, "--%s wants a number, not \"%s\"", o->name, value);
            return false;
        }
        *(size_t *)o->target = (size_t)n;
        return true;
    }
    }
    return false;
}

static const cli_option *args_find(const cli_command *command, const char *name, size_t n, char letter) {
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *o = &command->options[i];
        if (letter ? o->letter == letter : name && strlen(o->name) == n && strncmp(o->name, name, n) == 0) return o;
    }
    return NULL;
}

/* argv[*at] is "--name", "--name=value" or "-abc"; the value may be the next argument. */
static bool args_option(const cli_command *command, char **argv, int argc, int *at, int *status) {
    const char *arg = argv[*at];
    if (arg[1] == '-') {
        const char *name = arg + 2, *value = strchr(name, '=');
        size_t n = value ? (size_t)(value - name) : strlen(name);
        const cli_option *o = args_find(command, name, n, 0);
        if (!o) *status = cli_usage(command, "no option %s", arg);
        else if (o->kind == CLI_FLAG && value) *status = cli_usage(command, "--%s takes no value", o->name);
        else if (o->kind != CLI_FLAG && !value && *at + 1 >= argc)
            *status = cli_usage(command, "--%s wants a value", o->name);
        else return args_set(command, o, value ? value + 1 : o->kind == CLI_FLAG ? "" : argv[++*at], status);
        return false;
    }
    for (const char *p = arg + 1; *p; p++) {
        const cli_option *o = args_find(command, NULL, 0, *p);
        if (!o) {
            *status = cli_usage(command, "no option -%c", *p);
            return false;
        }
        const char *value = "";
        if (o->kind != CLI_FLAG) { /* the rest of this argument, or the next one */
            if (!p[1] && *at + 1 >= argc) {
                *status = cli_usage(command, "-%c wants a value", *p);
                return false;
            }
            value = p[1] ? p + 1 : argv[++*at];
        }
        if (!args_set(command, o, value, status)) return false;
        if (o->kind != CLI_FLAG) break;
    }
    return true;
}

int cli_run(const cli_command *command, int argc, char **argv) {
    int operands = 0, status = CLI_USAGE;
    bool options = true;
    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        if (!options || arg[0] != '-' || !arg[1]) argv[operands++] = argv[i];
        else if (strcmp(arg, "--") == 0) options = false;
        else if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
            cli_help(stdout, command);
            return CLI_OK;
        } else if (!args_option(command, argv, argc, &i, &status)) return status;
    }
    return command->run(operands, argv);
}
