#!/bin/sh
# Configures a CMake preset, with Ninja when present, and builds targets: build.sh PRESET [cmake option...] -- [target...]
set -eu
preset=$1
shift
options=""
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options="$options $1"
    shift
done
shift
if [ ! -f "build/$preset/CMakeCache.txt" ] && command -v ninja > /dev/null; then options="-G Ninja $options"; fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
cmake --preset "$preset" $options > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
jobs=$(nproc 2> /dev/null || echo 2)
cmake --build "build/$preset" --parallel "$jobs" ${1:+--target "$@"} > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
if grep -q 'warning:' "$log"; then cat "$log" >&2; fi
