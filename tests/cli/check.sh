#!/bin/sh
# weft check: verdicts, options, lines.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

printf '{"a":1}' > a.json
printf '/* c */ {"a":1,}' > c.json
printf "{a:'x',b:+.5,}" > j.json
run check a.json
status_is 0
out_is 'a.json: valid\n'
err_empty
run check -q a.json
status_is 0
out_empty
run check c.json
status_is 1
run check --jsonc c.json
status_is 0
run check --jsonc j.json
status_is 1
run check --json5 j.json c.json a.json
status_is 0
printf '[[[]]]' > deep.json
run check --depth 2 deep.json
status_is 1
run check --depth=3 deep.json
status_is 0
run check -- a.json
status_is 0
printf '1' > -q
run check -- -q
status_is 0
out_is '-q: valid\n'
run check ./-q a.json
out_is './-q: valid\na.json: valid\n'

printf '{"a":1}\n\n[2]\r\n  \n"three"' > good.ndjson
run check --lines good.ndjson
status_is 0
out_is 'good.ndjson: valid, 3 values\n'
printf '{"a":1}\n[2\n3\n{"a" 4}\n' > bad.ndjson
run check -l bad.ndjson
status_is 1
out_empty
err_has 'bad.ndjson:2:3: '
err_has 'bad.ndjson:4:6: '
[ "$(grep -c 'bad.ndjson:' err)" = 2 ] || wrong "two errors expected"
printf '[]' > in
run check
status_is 0
out_is '<stdin>: valid\n'
run check -
out_is '<stdin>: valid\n'
rm in

for file in "$data"/jsontestsuite/test_parsing/*.json; do
    case $(basename "$file") in
    y_*) run check "$file"; status_is 0 ;;
    n_*) run check "$file"; status_is 1 ;;
    esac
done
done_testing
