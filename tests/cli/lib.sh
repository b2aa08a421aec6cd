# Shared by the command-line tests: . lib.sh after setting weft (the binary). Gives a scratch folder to work in, `run`
# and checks that name what failed.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
data=${WEFT_TEST_DATA:-$source/../shared/conformance}

# run ARG...: runs weft with stdin from ./in (if there), keeps stdout in ./out, stderr in ./err, the status in $status
run() {
    what="weft $*"
    if [ -f in ]; then "$weft" "$@" < in > out 2> err; else "$weft" "$@" < /dev/null > out 2> err; fi
    status=$?
    if grep -q 'Sanitizer' err; then wrong "sanitizer report"; fi
}
wrong() {
    failures=$((failures + 1))
    echo "FAILED: $what: $1"
    echo "  status $status"
    sed 's/^/  out: /' out | head -n 12
    sed 's/^/  err: /' err | head -n 12
}
status_is() { [ "$status" = "$1" ] || wrong "status $1 expected"; }
out_is() { printf -- "$1" | cmp -s - out || wrong "stdout differs from: $1"; }
out_empty() { [ ! -s out ] || wrong "nothing expected on stdout"; }
err_empty() { [ ! -s err ] || wrong "nothing expected on stderr"; }
err_has() { grep -qF -- "$1" err || wrong "stderr lacks: $1"; }
out_has() { grep -qF -- "$1" out || wrong "stdout lacks: $1"; }
done_testing() {
    [ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
    exit 0
}
