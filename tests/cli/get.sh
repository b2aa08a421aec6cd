#!/bin/sh
# weft get: pointers, raw strings, misses.
weft=$1 source=$2
. "$source/tests/cli/lib.sh"

printf '{"a":{"b~c/d":[10,2.50,"x\\ty"]},"":1e400,"e":{}}' > in
run get /a/b~0c~1d/1
status_is 0
err_empty
out_is '2.50\n'
run get /a/b~0c~1d/2
out_is '"x\\ty"\n'
run get -r /a/b~0c~1d/2
out_is 'x\ty\n'
run get /
out_is '1e400\n'
run get /a
out_is '{"b~c/d":[10,2.50,"x\\ty"]}\n'
run get -p /e
out_is '{}\n'
run get ''
out_is '{"a":{"b~c/d":[10,2.50,"x\\ty"]},"":1e400,"e":{}}\n'
run get /a/nothing
status_is 1
out_empty
err_has '<stdin>: /a/nothing: '
run get /a/b~0c~1d/3
status_is 1
run get /a/b~2
status_is 1
out_empty
run get a
status_is 2
run get
status_is 2
rm in
printf '{"n":1}' > one
printf '{"n":"two"}' > two
printf '{}' > three
run get -r /n one three two
status_is 1
out_is '1\ntwo\n'
err_has 'three: /n: '
done_testing
