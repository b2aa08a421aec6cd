#!/bin/sh
# Every program in wrong/ must be refused, and the compiler must say what is wrong, not only that something is.
cc=$1 include=$2 folder=$3 failed=0
for file in "$folder"/*.c; do
    words=$(sed -n '1s|^/\* \(.*\) \*/$|\1|p' "$file")
    said=$("$cc" -std=c11 -fsyntax-only -I"$include" "$file" 2>&1)
    if [ $? -eq 0 ]; then
        echo "$file compiled"
        failed=1
    elif ! printf '%s\n' "$said" | head -n 12 | grep -q -F -- "$words"; then
        echo "$file: expected \"$words\" in:"
        printf '%s\n' "$said" | head -n 12
        failed=1
    fi
done
exit $failed
