#!/bin/sh
# Format, clang-tidy, cppcheck over the sources: lint.sh BUILD_FOLDER (with compile_commands.json). Fails on any finding.
set -eu
build=$1
failed=0
clang-format --version
sources=$(git ls-files -co --exclude-standard 'src/*.c' 'tools/weft/*.c' 'examples/*.c')
git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format --dry-run --Werror || failed=1
clang-tidy --version | sed -n 1,2p
tidied=$(for f in $sources; do grep -q "/$f\"" "$build/compile_commands.json" && echo "$f"; done || true)
jobs=$(nproc 2> /dev/null || echo 2)
echo "$tidied" | xargs -P "$jobs" -n 4 clang-tidy --quiet -p "$build" 2> /dev/null || failed=1
cppcheck --version
cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 -j "$jobs" \
    --suppressions-list=tools/cppcheck.txt -Iinclude -Isrc src tools/weft || failed=1
exit $failed
