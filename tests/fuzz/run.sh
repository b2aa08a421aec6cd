#!/bin/sh
# Runs every fuzz target for some seconds, from the seeds in tests/fuzz/seeds and, when there, the shared test data:
# run.sh FOLDER SECONDS. What breaks a target is kept in FOLDER.
set -eu
bin=$1 seconds=$2
# In CI the verdict belongs to the commit, not to chance: the same inputs every time. By hand it wanders for the time given.
effort="-max_total_time=$seconds"
[ "${CI:-}" != true ] || effort="-seed=1 -runs=$((seconds * 2000))"
data=${WEFT_TEST_DATA:-../shared/conformance}
count=0
for target in "$bin"/fuzz_*; do
    [ -x "$target" ] || continue
    name=$(basename "$target")
    case $name in *.*) continue ;; esac
    corpus=$bin/corpus-$name
    mkdir -p "$corpus"
    seeds=""
    for folder in "tests/fuzz/seeds/$name" "$data/jsontestsuite" "$data/minefield" "$data/json5/json5-tests"; do
        if [ -d "$folder" ]; then seeds="$seeds $folder"; fi
    done
    # shellcheck disable=SC2086
    "$target" $effort -timeout=10 -rss_limit_mb=2048 -max_len=4096 -artifact_prefix="$bin/" \
        "$corpus" $seeds > "$bin/$name.log" 2>&1 || { tail -n 60 "$bin/$name.log"; exit 1; }
    echo "$name: $(tail -n 1 "$bin/$name.log")"
    count=$((count + 1))
done
[ $count -gt 0 ] || { echo "no fuzz target was built" >&2; exit 1; }
