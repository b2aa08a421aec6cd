#!/bin/sh
# Includes run downhill only: each room may include itself and the rooms listed for it, nothing else.
set -eu
cd "$1"
allowed() {
    case $1 in
    base) echo "" ;;
    text) echo "base" ;;
    simd) echo "base" ;;
    json) echo "base text simd" ;;
    edit) echo "base text simd json" ;;
    type) echo "base text" ;;
    frozen) echo "base" ;;
    codec) echo "base text simd json frozen type" ;;
    tensor) echo "base text json edit type frozen" ;;
    stream) echo "base text simd json frozen type codec" ;;
    *) echo "?" ;;
    esac
}
bad=0
for room in $(ls src); do
    may=" $room $(allowed "$room") "
    case $may in *"?"*) echo "room $room is not in the list"; bad=1; continue ;; esac
    for target in $(grep -rhoE '^[ \t]*#[ \t]*include[ \t]*"[a-z]+/' "src/$room" | sed 's/.*"//; s,/,,' | sort -u); do
        case $may in
        *" $target "*) ;;
        *) echo "src/$room includes $target:"; grep -rn "include \"$target/" "src/$room"; bad=1 ;;
        esac
    done
    # bare names would hide the room they come from
    if grep -rnE '^[ \t]*#[ \t]*include[ \t]*"[^/"]+"' "src/$room"; then bad=1; fi
done
exit $bad
