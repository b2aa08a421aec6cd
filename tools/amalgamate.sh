#!/bin/sh
# Makes dist/weft.h and dist/weft.c, the whole library in two files:   tools/amalgamate.sh [OUT_DIR]
# Then: cc -O2 -c weft.c    (and -pthread when linking)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root/dist}
mkdir -p "$out"
# Order of rooms: downhill first, so that definitions precede their uses where C wants that.
rooms="base text simd json edit type codec frozen tensor stream"
version=$(sed -n 's/^#define WEFT_VERSION_STRING "\(.*\)"/\1/p' "$root/include/weft/base.h")
{
    echo "/* weft $version, all public headers in one. MIT licence, see the end of this file. */"
    awk -v INC="$root/include/" -v SRC="" -f "$root/tools/amalgamate.awk" "$root/include/weft/weft.h"
    echo "/*"
    sed 's/^/ * /; s/ *$//' "$root/LICENSE"
    echo " */"
} > "$out/weft.h.tmp"
files=""
for room in $rooms; do
    [ -d "$root/src/$room" ] || continue
    for f in $(find "$root/src/$room" -name '*.c' | LC_ALL=C sort); do files="$files $f"; done
done
{
    echo "/* weft $version, all sources in one; includes only weft.h beside it. MIT licence, see weft.h. */"
    echo "#if !defined(_GNU_SOURCE)"
    echo "#define _GNU_SOURCE 1"
    echo "#endif"
    echo "#if !defined(_FILE_OFFSET_BITS)"
    echo "#define _FILE_OFFSET_BITS 64"
    echo "#endif"
    echo "#include \"weft.h\""
    # shellcheck disable=SC2086
    awk -v INC="" -v SRC="$root/src/" -f "$root/tools/amalgamate.awk" $files
} > "$out/weft.c.tmp"
mv "$out/weft.h.tmp" "$out/weft.h"
mv "$out/weft.c.tmp" "$out/weft.c"
echo "weft.h and weft.c: $(wc -l < "$out/weft.h") and $(wc -l < "$out/weft.c") lines"
