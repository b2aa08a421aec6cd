#!/bin/sh
# The C programs in README.md compile without warnings, link and run.
set -eu
source=$1 binary=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v dir="$work" '/^```c$/ { n++; on = 1; next } /^```$/ { on = 0 } on { print > (dir "/" n ".c") }' "$source/README.md"
count=0
for program in "$work"/*.c; do
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror -I"$source/include" "$program" "$binary/libweft.a" -pthread -o "$work/run"
    "$work/run" > "$work/out"
    [ -s "$work/out" ]
    cat "$work/out"
    count=$((count + 1))
done
[ $count -ge 2 ]
