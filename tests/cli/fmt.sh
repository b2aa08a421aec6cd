#!/bin/sh
# weft fmt: pretty, minified, sorted, in place, as a check.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

printf '{"b":[1,2.50,{}],"a":{"x":null,"x":"\\u00e9\\/"},"n":123456789012345678901234567890,"z":1E400,"m":-0.0}' > in
run fmt
status_is 0
err_empty
out_is '{\n  "b": [\n    1,\n    2.50,\n    {}\n  ],\n  "a": {\n    "x": null,\n    "x": "\303\251/"\n  },\n  "n": 123456789012345678901234567890,\n  "z": 1E400,\n  "m": -0.0\n}\n'
cp out pretty.json
run fmt --minify
out_is '{"b":[1,2.50,{}],"a":{"x":null,"x":"\303\251/"},"n":123456789012345678901234567890,"z":1E400,"m":-0.0}'
cp out small.json
run fmt -ms
out_is '{"a":{"x":null,"x":"\303\251/"},"b":[1,2.50,{}],"m":-0.0,"n":123456789012345678901234567890,"z":1E400}'
run fmt --minify --ascii
out_has '"x":"\u00e9/"'
run fmt --tabs
grep -q "$(printf '^\t\t"x"')" out || wrong "tabs expected"
run fmt --indent=4
grep -q '^        "x"' out || wrong "four blanks expected"
rm in
run fmt --minify pretty.json
cmp -s out small.json || wrong "not the same as minified from the first text"
run fmt pretty.json
cmp -s out pretty.json || wrong "formatting twice changes something"

# several files; minified they stay apart
printf ' 1 ' > one
printf ' 2 ' > two
run fmt -m one two
out_is '1\n2\n'
run fmt one two
out_is '1\n2\n'

# --check
run fmt --check pretty.json
status_is 0
out_empty
run fmt -c small.json pretty.json one
status_is 1
out_is 'small.json: not formatted\none: not formatted\n'

# --in-place: replaced, mode kept, an invalid file left alone, a formatted one not even written
cp small.json work.json
chmod 640 work.json
run fmt -i work.json
status_is 0
out_empty
cmp -s work.json pretty.json || wrong "not formatted in place"
[ "$(stat -c %a work.json)" = 640 ] || wrong "mode not kept"
before=$(stat -c %i work.json)
run fmt --in-place work.json
[ "$(stat -c %i work.json)" = "$before" ] || wrong "written again"
printf '[1,' > broken.json
cp small.json other.json
run fmt -i broken.json other.json
status_is 1
[ "$(cat broken.json)" = '[1,' ] || wrong "broken file changed"
cmp -s other.json pretty.json || wrong "the good one was not formatted"
[ -z "$(find . -name '.weft-*')" ] || wrong "temporary file left"

# usage
run fmt -i
status_is 2
run fmt -i -
status_is 2
run fmt -ci one
status_is 2
run fmt --indent 17 one
status_is 2
run fmt --minify --tabs one
status_is 2

# comments go, values stay
printf '// c\n{"a":1,}' > c.jsonc
run fmt -m --jsonc c.jsonc
out_is '{"a":1}'
if [ -w /dev/full ]; then
    "$weft" fmt pretty.json > /dev/full 2> err < /dev/null
    status=$? what="weft fmt > /dev/full"
    status_is 1
    err_has 'cannot write'
fi
for file in "$data"/corpora/twitter.json "$data"/corpora/mesh.pretty.json; do
    [ -f "$file" ] || continue
    run stat --json "$file"
    sed 's/.*"nulls"/"nulls"/' out > stat1
    "$weft" fmt "$file" > pretty
    "$weft" fmt -m pretty > small
    run stat --json small
    sed 's/.*"nulls"/"nulls"/' out > stat2
    cmp -s stat1 stat2 || wrong "another value after formatting"
done
done_testing
