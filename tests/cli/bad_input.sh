#!/bin/sh
# Every subcommand against broken inputs: an error that names the file (and the place), status 1, nothing on stdout.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

mkdir folder
: > empty
printf '{' > byte
head -c 3000 "$weft" > binary
printf '{"a": [1, 2, {"b": "c' > truncated
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' > nested
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; for (i = 0; i < 100000; i++) printf "]" }' > nested_closed
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"a\":" }' > nested_objects
printf '["a\377b"]' > latin
printf '\376\377\000[\000]' > utf16
printf '["a\000b"]' > nul
printf '\357\273\277[]' > bom
printf '[1]\n[2]\n' > two
printf '["\\ud800"]' > surrogate
awk 'BEGIN { printf "[\""; for (i = 0; i < 200000; i++) printf "0123456789"; print "]" }' > long_line
name="new
line"
printf '[1,]' > "$name"

bad() { # bad FILE PLACE: what every subcommand must say of it
    for command in $commands; do
        rm -f in
        # shellcheck disable=SC2086
        run $command "$1"
        status_is 1
        out_empty
        err_has "$2"
        [ "$(head -n 1 err | wc -l)" = 1 ] || wrong "an error line expected"
    done
}
commands=$(printf '%s\n' check stat)
for command in fmt; do
    if "$weft" help $command > /dev/null 2>&1; then commands="$commands $command"; fi
done

bad missing "missing: cannot open: No such file or directory"
bad folder "folder: is a directory"
bad empty "empty:1:1: no JSON value"
bad byte "byte:1:2: "
bad binary "binary:1:1: "
bad truncated "truncated:1:22: "
bad nested "nested:1:1025: "
bad nested_closed "nested_closed:1:1025: "
bad nested_objects "nested_objects:1:"
bad latin "latin:1:4: "
bad utf16 "utf16:1:1: "
bad nul "nul:1:4: "
bad bom "bom:1:1: "
bad two "two:2:1: "
bad surrogate "surrogate:1:3: "
bad long_line "long_line:1:2000004: "
bad "$name" "new.line:1:4: "
if [ "$(id -u)" != 0 ]; then
    printf '[]' > locked
    chmod 0 locked
    bad locked "locked: cannot open: Permission denied"
fi

# the same from standard input
for command in $commands; do
    cp truncated in
    run "$command" -
    status_is 1
    out_empty
    err_has "<stdin>:1:22: "
    run "$command"
    status_is 1
    err_has "<stdin>:1:22: "
    rm -f in
    "$weft" "$command" - <&- > out 2> err
    status=$? what="weft $command, stdin closed"
    status_is 1
    out_empty
    err_has "<stdin>: cannot read"
done

# the caret stands below the place
run check truncated
err_has '  {"a": [1, 2, {"b": "c'
err_has '                       ^'

# one bad file among good ones: the others are still looked at
printf '[]' > good1
printf '{}' > good2
run check good1 truncated missing good2
status_is 1
out_is 'good1: valid\ngood2: valid\n'
err_has "truncated:1:22: "
err_has "missing: cannot open"
done_testing
