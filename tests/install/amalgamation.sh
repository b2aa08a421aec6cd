#!/bin/sh
# The two files, each compiler, one plain call; then a program that uses them. -O0: optimised, the whole library in one
# file takes half a minute per compiler, and warnings of the optimiser are met in the ordinary build.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source/tools/amalgamate.sh" "$work"
sed 's|<weft/weft.h>|"weft.h"|' "$source/tests/install/consumer.c" > "$work/consumer.c"
tried=0
for cc in gcc clang clang-19 clang-14; do
    command -v $cc > /dev/null || continue
    $cc -O0 -Wall -Wextra -Werror -c "$work/weft.c" -o "$work/weft.o"
    $cc -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c "$work/consumer.c" -o "$work/consumer.o"
    $cc "$work/consumer.o" "$work/weft.o" -pthread -o "$work/consumer"
    "$work/consumer"
    tried=$((tried + 1))
    [ $tried -lt 2 ] || break
done
[ $tried -gt 0 ] || exit 77
