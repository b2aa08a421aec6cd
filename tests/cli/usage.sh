#!/bin/sh
# Wrong usage is status 2 with a hint on stderr; help and version go to stdout.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

run
status_is 2
out_empty
err_has 'Usage: weft COMMAND'
run nonsense
status_is 2
out_empty
err_has 'no command "nonsense"'
run help nonsense
status_is 2
run --help
status_is 0
err_empty
out_has 'Usage: weft COMMAND'
run --version
status_is 0
version=$(sed -n 's/^#define WEFT_VERSION_STRING "\(.*\)"/\1/p' "$source/include/weft/base.h")
out_is "weft $version\\n"
for command in $("$weft" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
    run "$command" --help
    status_is 0
    err_empty
    out_has "Usage: weft $command"
    out_has "Examples:"
    out_has "Exit status: 0"
    cp out help1
    run help "$command"
    cmp -s out help1 || wrong "help differs from --help"
    run "$command" --no-such-option
    status_is 2
    out_empty
    err_has 'no option --no-such-option'
    run "$command" -Z
    status_is 2
    err_has 'no option -Z'
done
printf '[]' > a
run check --depth a
status_is 2
err_has '"a"'
run check --depth
status_is 2
run check --depth=-1 a
status_is 2
run check --quiet=yes a
status_is 2
err_has 'takes no value'

# output that cannot be written is status 1
if [ -w /dev/full ]; then
    "$weft" check a > /dev/full 2> err < /dev/null
    status=$? what="weft check a > /dev/full"
    : > out
    status_is 1
    err_has 'cannot write: No space left on device'
fi
"$weft" check a >&- 2> err < /dev/null
status=$? what="weft check a, stdout closed"
status_is 1
err_has 'cannot write'
done_testing
