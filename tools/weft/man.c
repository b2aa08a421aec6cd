/* weft man: a manual page in roff, made from the tables the help is made from. */
#include "cli.h"

/* Text as roff: dashes stay dashes, a line never starts a request. */
static void text(const char *s) {
    bool start = true;
    for (; *s; s++) {
        if (start && (*s == '.' || *s == '\'')) fputs("\\&", stdout);
        if (*s == '-') fputs("\\-", stdout);
        else if (*s == '\\') fputs("\\e", stdout);
        else putchar(*s);
        start = *s == '\n';
    }
}

static void page(const cli_command *c) {
    printf(".TH WEFT\\-%s 1 \"\" \"weft %s\"\n.SH NAME\nweft\\-%s \\- ", c->name, weft_version_string(), c->name);
    text(c->summary);
    printf("\n.SH SYNOPSIS\n.B weft %s\n[OPTION...] ", c->name);
    text(c->operands);
    fputs("\n.SH DESCRIPTION\n", stdout);
    text(c->about);
    fputs("\n.SH OPTIONS\n", stdout);
    for (size_t i = 0; i < c->option_count; i++) {
        const cli_option *o = &c->options[i];
        fputs(".TP\n", stdout);
        if (o->letter) printf("\\fB\\-%c\\fR, ", o->letter);
        fputs("\\fB\\-\\-", stdout);
        text(o->name);
        printf("\\fR%s%s\n", o->value ? " " : "", o->value ? o->value : "");
        text(o->help);
        putchar('\n');
    }
    fputs(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nhelp\n.SH EXAMPLES\n.nf\n", stdout);
    text(c->examples);
    fputs("\n.fi\n.SH EXIT STATUS\n0 well, 1 something was invalid or could not be read or written, 2 wrong usage.\n",
          stdout);
}

static int run(int count, char **operands) {
    const cli_command *about = count == 1 ? cli_find(operands[0]) : NULL;
    if (count != 1) return cli_usage(&cli_man, "the name of a command is wanted");
    if (!about) return cli_usage(&cli_man, "no command \"%s\"", operands[0]);
    page(about);
    return CLI_OK;
}

const cli_command cli_man = {
    .name = "man",
    .summary = "print the manual page of a command",
    .operands = "COMMAND",
    .about = "Prints the page in roff, as man reads it.",
    .examples = "  weft man fmt | man -l -\n  weft man check > weft-check.1",
    .run = run,
};
