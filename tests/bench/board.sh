#!/bin/sh
# The scoreboard's own promises: the gate, names, unreadable corpora, interruption, compare, report.
set -u
bench=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
bad=0
fail() { echo "FAILED: $*"; bad=1; }

# a wrong engine never gets a number, and the run says so
WEFT_BENCH_WRONG=1 "$bench" --quiet --min-time 1 --datasets tiny --ops parse,minify,validate --engines wrong --json wrong.json > out
[ $? -eq 1 ] || fail "exit status with a wrong engine"
grep -q 'wrong+count *error: [a-z]*: [0-9]*, the reference has' out || fail "wrong count: $(cat out)"
grep -q 'wrong+refuse *error: refused the input' out || fail "refusal"
grep -q 'wrong+crash *error: crashed: ' out || fail "crash"
grep -q 'wrong+text *error: ' out || fail "wrong text"
grep -q 'wrong+yes .*takes bad: utf8 number escape control truncated literal comma trailing brackets' out || fail "labels: $(cat out)"
grep -q '"medianNs":null' wrong.json || fail "no number in the snapshot"

WEFT_BENCH_WRONG=1 "$bench" --quiet --min-time 1 --datasets tiny,message --ops lookup,decode,mutate,parse-stream,frozen-view --engines wrong > out
[ $? -eq 1 ] || fail "exit status with wrong look-ups"
[ "$(grep -c 'wrong+[a-z]* *error: ' out)" -eq 5 ] || fail "each operation has its gate: $(cat out)"
grep -q 'wrong+found *error: checksum' out || fail "checksum named"

# good engines get one
"$bench" --quiet --min-time 2 --datasets tiny --ops parse,validate --engines weft,jansson --json a.json > out || fail "good run: $(cat out)"
grep -q 'weft+reused .* MB/s' out || fail "a figure for weft"
grep -q '"partial":false' a.json || fail "snapshot is whole"
"$bench" --quiet --min-time 2 --datasets tiny --ops parse,validate --engines weft,jansson --json b.json > out || fail "second run"
"$bench" compare a.json b.json > out || fail compare
grep -Eq '^[1-9][0-9]* rows in both' out || fail "compare: $(cat out)"
"$bench" report a.json page.html || fail report
grep -q '<section><h2>tiny' page.html || fail "report has a section"

# every operation of the ceiling and of weft passes
"$bench" --quiet --min-time 1 --datasets tiny,message,batch100,tensor2m --ops lookup,decode,parse-stream,encode,frozen-encode,frozen-decode,frozen-view \
    --engines weft,hand-c,memcpy --json c.json > out || fail "weft and the ceilings: $(cat out)"
grep -q 'hand-c .* ns each' out || fail "a figure for the ceiling"
grep -q '"peak-bytes":[0-9]' c.json || fail "memory is counted"

# names
for option in --engines --ops --datasets --against; do
    "$bench" --quiet $option nonsense > out 2> err
    [ $? -eq 2 ] || fail "$option nonsense is exit 2"
    grep -q "no .* 'nonsense'; there are: " err || fail "$option lists names: $(cat err)"
done
"$bench" --no-such > out 2>&1
[ $? -eq 2 ] || fail "unknown option is exit 2"

# a corpus that cannot be read is one error row
"$bench" --quiet --min-time 1 --datasets ./missing.json,tiny --ops validate --engines weft > out
[ $? -eq 1 ] || fail "unreadable corpus is exit 1"
[ "$(grep -c 'error: cannot read ./missing.json' out)" -eq 1 ] || fail "one error row: $(cat out)"
printf '{"a":[1,2,' > cut.json
"$bench" --quiet --min-time 1 --datasets ./cut.json --ops parse --engines weft > out
[ $? -eq 1 ] || fail "broken corpus is exit 1"

# Ctrl-C: what there is, and a valid snapshot marked partial
"$bench" --quiet --min-time 60000 --datasets tiny,small --ops parse --engines weft --json c.json > out 2> err &
pid=$!
sleep 1
kill -INT $pid
wait $pid
grep -q '"partial":true' c.json || fail "partial snapshot"
grep -q 'weft ' out || fail "rows so far are printed"
exit $bad
