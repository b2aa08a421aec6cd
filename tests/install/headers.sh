#!/bin/sh
# Each public header alone, as C11 and as C++17, under the warnings users turn on.
set -eu
source=$1
warn="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wundef -Werror"
done=0
for h in "$source"/include/weft/*.h; do
    name=weft/$(basename "$h")
    for cc in gcc clang; do
        command -v $cc > /dev/null || continue
        # shellcheck disable=SC2086
        echo "#include <$name>" | $cc -x c -std=c11 $warn -I"$source/include" -fsyntax-only -
        done=$((done + 1))
    done
    for cxx in g++ clang++; do
        command -v $cxx > /dev/null || continue
        # shellcheck disable=SC2086
        echo "#include <$name>" | $cxx -x c++ -std=c++17 $warn -I"$source/include" -fsyntax-only -
        done=$((done + 1))
    done
done
[ $done -gt 0 ] || exit 77
echo "$done compilations"
