#!/bin/sh
# weft stat: the counts, as table and as JSON.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

printf '{"a":[null,true,false,1,2.5],"b":{"\\u00e9":"\\u65e5x"},"c":[]}' > in
run stat --json
status_is 0
err_empty
out_is '{"file":"<stdin>","bytes":61,"nulls":1,"trues":1,"falses":1,"numbers":2,"strings":1,"arrays":2,"objects":2,"elements":5,"members":4,"string_bytes":4,"key_bytes":5,"depth":2,"number_sum":3.5}\n'
run stat
out_has '  elements       5'
out_has '  number_sum     3.5'
rm in
printf '1' > 'a"\b'
run stat -j 'a"\b'
status_is 0
"$weft" check -q out || wrong "its JSON is not JSON"
out_has '"file":"a\u0022\u005cb"'
if [ -f "$data/corpora/twitter.json" ]; then
    run stat --json "$data/corpora/twitter.json"
    out_has '"nulls":1946,"trues":345,"falses":2446,"numbers":2109,"strings":4754,"arrays":1050,"objects":1264,"elements":568,"members":13345,'
fi
done_testing
