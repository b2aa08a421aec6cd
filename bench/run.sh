#!/bin/sh
# bench/run.sh build | run | report: what the Makefile's bench targets do.
# WEFT_BENCH_PEERS="gcc=/prefix;clang=/prefix" adds further builds of yyjson and simdjson; WEFT_BENCH_ARGS goes to weft-bench.
set -eu
bin=build/release/bin/weft-bench
snapshot=${WEFT_BENCH_SNAPSHOT:-build/bench.json}
case ${1:-run} in
build)
    sh tools/build.sh release -DWEFT_BUILD_BENCH=ON ${WEFT_BENCH_PEERS:+"-DWEFT_BENCH_PEERS=$WEFT_BENCH_PEERS"} -- weft-bench
    echo "$bin is built; absent engines: $("$bin" --list | sed -n 's/^absent: //p')"
    ;;
run)
    sh "$0" build
    # shellcheck disable=SC2086
    "$bin" --json "$snapshot" ${WEFT_BENCH_ARGS:-}
    echo "snapshot: $snapshot (compare two with: $bin compare A.json B.json; draw one with: make bench-report)"
    ;;
report)
    [ -x "$bin" ] || sh "$0" build
    [ -f "$snapshot" ] || snapshot=$(ls -t bench/results/*.json 2> /dev/null | head -n 1)
    [ -n "$snapshot" ] || { echo "no snapshot: run 'make bench' first" >&2; exit 1; }
    "$bin" report "$snapshot" build/bench.html
    echo "build/bench.html drawn from $snapshot"
    ;;
*)
    echo "usage: bench/run.sh build|run|report" >&2
    exit 2
    ;;
esac
