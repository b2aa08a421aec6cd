#!/bin/sh
# Builds the library and its unit tests for other processors and runs them under qemu: big-endian, 32-bit, other widths of
# vectors. run.sh [machine...]
set -eu
cd "$(dirname "$0")/../.."
jobs=$(nproc 2> /dev/null || echo 2)
[ $# -gt 0 ] || set -- aarch64 riscv64 i686 s390x
failed=""
for machine in "$@"; do
    build=build/cross-$machine
    generator=""
    if [ ! -f "$build/CMakeCache.txt" ] && command -v ninja > /dev/null; then generator="-G Ninja"; fi
    log=$(mktemp)
    # shellcheck disable=SC2086
    if cmake -S . -B "$build" $generator -DCMAKE_TOOLCHAIN_FILE=tests/cross/toolchain.cmake -DWEFT_MACHINE="$machine" \
        -DCMAKE_BUILD_TYPE=Release -DWEFT_BUILD_EXAMPLES=OFF > "$log" 2>&1 &&
        cmake --build "$build" --parallel "$jobs" > "$log" 2>&1; then
        grep 'warning:' "$log" || true
        echo "== $machine"
        ctest --test-dir "$build" --output-on-failure --no-tests=error --timeout 900 -j"$jobs" > "$log" 2>&1 ||
            { cat "$log"; failed="$failed $machine"; }
        tail -n 4 "$log"
    else
        cat "$log"
        failed="$failed $machine"
    fi
    rm -f "$log"
done
[ -z "$failed" ] || { echo "failed:$failed" >&2; exit 1; }
