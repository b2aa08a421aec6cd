#!/bin/sh
# Completions and manual pages: every subcommand and option is in them, and the tools that read them accept them.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

commands=$("$weft" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')
for shell in bash zsh fish; do
    run completions $shell
    status_is 0
    err_empty
    cp out script.$shell
    for command in $commands; do
        what="$shell completion" && grep -q "$command" script.$shell || wrong "$command is missing"
        for option in $("$weft" help "$command" | sed -n 's/^  .*--\([a-z0-9-]*\) .*/\1/p' | grep -v help); do
            grep -q -e "--$option" -e "-l $option" script.$shell || wrong "$command --$option is missing"
        done
    done
    if command -v $shell > /dev/null; then
        $shell -n script.$shell 2> err || wrong "$shell does not accept it"
    fi
done
if command -v bash > /dev/null; then
    what="bash completion of weft ch"
    bash -c '. ./script.bash; COMP_WORDS=(weft ch) COMP_CWORD=1; _weft; echo "${COMPREPLY[@]}"' > out 2> err
    out_is 'check\n'
    what="bash completion of weft fmt --mi"
    bash -c '. ./script.bash; COMP_WORDS=(weft fmt --mi) COMP_CWORD=2; _weft; echo "${COMPREPLY[@]}"' > out 2> err
    out_is '--minify\n'
fi
run completions tcsh
status_is 2
run completions
status_is 2
for command in $commands; do
    run man "$command"
    status_is 0
    err_empty
    out_has '.SH SYNOPSIS'
    if command -v groff > /dev/null; then
        groff -man -Tascii -ww out > page 2> err || wrong "groff fails"
        err_empty
    fi
done
run man nonsense
status_is 2
run man
status_is 2
done_testing
