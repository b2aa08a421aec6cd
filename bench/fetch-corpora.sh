#!/bin/sh
# Fetches the public corpora into the cache where weft-bench looks for them, each checked by its SHA-256.
set -eu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/weft/corpora
from=${WEFT_CORPORA_URL:-https://raw.githubusercontent.com/simdjson/simdjson-data/master/jsonexamples}
mkdir -p "$cache"
part="$cache/.part.$$"
trap 'rm -f "$part"' EXIT
bad=0
while read -r sum name; do
    if echo "$sum  $cache/$name" | sha256sum --status -c 2> /dev/null; then
        echo "$name: there"
        continue
    fi
    if command -v curl > /dev/null; then curl -fsSL -o "$part" "$from/$name" || { echo "$name: cannot fetch $from/$name" >&2; bad=1; continue; }
    else wget -q -O "$part" "$from/$name" || { echo "$name: cannot fetch $from/$name" >&2; bad=1; continue; }
    fi
    if echo "$sum  $part" | sha256sum --status -c; then
        mv "$part" "$cache/$name"
        echo "$name: fetched"
    else
        echo "$name: not the file of that SHA-256; left out" >&2
        bad=1
    fi
done << 'SUMS'
30721e496a8d73cfc50658923c34eb2c0fbe15ee6835005e43ee624d8dedf200 twitter.json
a73e7a883f6ea8de113dff59702975e60119b4b58d451d518a929f31c92e2059 citm_catalog.json
f83b3b354030d5dd58740c68ac4fecef64cb730a0d12a90362a7f23077f50d78 canada.json
c9eebb2cf2d46649059e9d48700919bacb3e8e0fb58452065a1a9de7778fd22e github_events.json
45bc8bf429340a874a7af8ea7056d60497402f80f55dba1e6ecc4ca8f1e46aff mesh.json
b08b8b1881b131f82f8a6b8f8b0226235488154d7363cc8302153e724776ae8e mesh.pretty.json
SUMS
exit $bad
