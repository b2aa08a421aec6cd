#!/bin/sh
# 50 types with 500 members on the descriptor alone: compiles in under 2 s and adds under 100 KB (code, constants and data; the
# object file holds relocations and symbols beside them). Says the figures.
cc=$1 include=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
{
    echo '#include <weft/weft.h>'
    i=0
    while [ $i -lt 50 ]; do
        echo "#define L$i(F) F(int64_t, id) F(weft_str, screen_name) F(uint32_t, followers, .key = \"followers_count\", WEFT_DFLT(0)) \\"
        echo " F(weft_opt(double), score) F(bool, active) F(weft_list(weft_str), tags) F(int32_t, since) F(double, ratio, .optional = true) \\"
        echo " F(weft_map(weft_str), labels) F(weft_ptr(T$i), next)"
        echo "WEFT_STRUCT(T$i, L$i, .rename = WEFT_CAMEL)"
        i=$((i + 1))
    done
} > "$dir/types.c"
echo '#include <weft/weft.h>
int weft_nothing;' > "$dir/nothing.c"
start=$(date +%s%N)
"$cc" -std=c11 -O2 -I"$include" -c "$dir/types.c" -o "$dir/types.o" || exit 1
end=$(date +%s%N)
"$cc" -std=c11 -O2 -I"$include" -c "$dir/nothing.c" -o "$dir/nothing.o" || exit 1
ms=$(((end - start) / 1000000))
bytes=$(($(wc -c < "$dir/types.o") - $(wc -c < "$dir/nothing.o")))
sections=$(size "$dir/types.o" 2> /dev/null | awk 'NR == 2 { print $1 + $2 + $3 }')
echo "50 types, 500 members: $ms ms, object $bytes bytes, sections $sections bytes"
# the time is the machine's as much as ours: twice the bar before it fails
[ "${sections:-0}" -lt 100000 ] && [ "$ms" -lt 4000 ]
