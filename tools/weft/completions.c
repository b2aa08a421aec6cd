/* weft completions: scripts for shells, made from the tables the help is made from. */
#include "cli.h"

static void words(const cli_command *c) {
    for (size_t i = 0; i < c->option_count; i++) printf("--%s ", c->options[i].name);
    fputs("--help", stdout);
}

static void names(void) {
    for (const cli_command *const *c = cli_commands; *c; c++) printf("%s ", (*c)->name);
}

static void bash(void) {
    fputs("_weft() {\n    local word=${COMP_WORDS[COMP_CWORD]}\n    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W \"",
          stdout);
    names();
    fputs("help --help --version\" -- \"$word\"))\n        return\n    fi\n    case $word in -*) ;; *) return ;; esac\n"
          "    case ${COMP_WORDS[1]} in\n",
          stdout);
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("    %s) COMPREPLY=($(compgen -W \"", (*c)->name);
        words(*c);
        fputs("\" -- \"$word\")) ;;\n", stdout);
    }
    fputs("    esac\n}\ncomplete -o default -o bashdefault -F _weft weft\n", stdout);
}

/* Text inside single quotes of a shell; brackets and colons mean something to _arguments. */
static void quoted(const char *text, bool zsh) {
    for (const char *p = text; *p; p++) {
        if (*p == '\'') fputs("'\\''", stdout);
        else {
            if (zsh && (*p == '[' || *p == ']' || *p == ':')) putchar('\\');
            putchar(*p);
        }
    }
}

static void zsh(void) {
    fputs("#compdef weft\n_weft() {\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n", stdout);
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("            '%s:", (*c)->name);
        quoted((*c)->summary, true);
        fputs("'\n", stdout);
    }
    fputs("        )\n        _describe command commands\n        return\n    fi\n    case ${words[2]} in\n", stdout);
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("    %s) _arguments", (*c)->name);
        for (size_t i = 0; i < (*c)->option_count; i++) {
            const cli_option *o = &(*c)->options[i];
            printf(" '--%s[", o->name);
            quoted(o->help, true);
            fputs(o->value ? "]:value:'" : "]'", stdout);
        }
        fputs(" '*:file:_files' ;;\n", stdout);
    }
    fputs("    esac\n}\ncompdef _weft weft\n", stdout);
}

static void fish(void) {
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("complete -c weft -n __fish_use_subcommand -a %s -d '", (*c)->name);
        quoted((*c)->summary, false);
        fputs("'\n", stdout);
        for (size_t i = 0; i < (*c)->option_count; i++) {
            const cli_option *o = &(*c)->options[i];
            printf("complete -c weft -n '__fish_seen_subcommand_from %s' -l %s", (*c)->name, o->name);
            if (o->letter) printf(" -s %c", o->letter);
            printf("%s -d '", o->value ? " -r" : "");
            quoted(o->help, false);
            fputs("'\n", stdout);
        }
    }
}

static int run(int count, char **operands) {
    if (count == 1 && strcmp(operands[0], "bash") == 0) bash();
    else if (count == 1 && strcmp(operands[0], "zsh") == 0) zsh();
    else if (count == 1 && strcmp(operands[0], "fish") == 0) fish();
    else return cli_usage(&cli_completions, "bash, zsh or fish is wanted");
    return CLI_OK;
}

const cli_command cli_completions = {
    .name = "completions",
    .summary = "print a completion script for a shell",
    .operands = "bash|zsh|fish",
    .about = "Prints a script that completes subcommands, options and files.",
    .examples = "  source <(weft completions bash)\n  weft completions fish > ~/.config/fish/completions/weft.fish",
    .run = run,
};
