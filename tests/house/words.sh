#!/bin/sh
# No marks of unfinished work, no absolute path of anybody's machine, in what is committed.
set -eu
cd "$1"
if grep -rnE 'TODO|FIXME|(^|[^X])XXX([^X]|$)' src include tools examples bench 2> /dev/null | grep -v '/build/'; then exit 1; fi
if grep -rnE '(^|[^A-Za-z0-9_.-])/(home|root|work)/[a-z]' src include tools examples bench docs tests README.md Makefile 2> /dev/null |
    grep -v 'tests/house/words.sh'; then exit 1; fi
exit 0
