#!/bin/sh
# Installs into a fresh tree and builds a program against it: by pkg-config (shared and static) and by find_package.
set -eu
source=$1 binary=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$binary" --prefix "$work/root" > "$work/log"
libdir=$(dirname "$(find "$work/root" -name libweft.a)")
[ -n "$libdir" ] && [ -f "$work/root/include/weft/weft.h" ]
# The package file names the configured prefix: point it here.
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH
if command -v pkg-config > /dev/null; then
    flags=$(pkg-config --define-variable=prefix="$work/root" --cflags --libs weft)
    # shellcheck disable=SC2086
    ${CC:-cc} -Wall -Werror "$source/tests/install/consumer.c" $flags -o "$work/shared"
    LD_LIBRARY_PATH=$libdir "$work/shared"
    static=$(pkg-config --define-variable=prefix="$work/root" --cflags weft)
    # shellcheck disable=SC2086
    ${CC:-cc} -Wall -Werror "$source/tests/install/consumer.c" $static "$libdir/libweft.a" -pthread -o "$work/static"
    "$work/static"
fi
mkdir "$work/project"
cat > "$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.20)
project(consumer C)
find_package(weft 0.1 REQUIRED)
add_executable(static_consumer $source/tests/install/consumer.c)
target_link_libraries(static_consumer weft::weft)
add_executable(shared_consumer $source/tests/install/consumer.c)
target_link_libraries(shared_consumer weft::weft_shared)
END
cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/root" > "$work/log"
cmake --build "$work/project/build" > "$work/log"
"$work/project/build/static_consumer"
"$work/project/build/shared_consumer"
# Only weft_ names are visible.
stray=$(nm -D --defined-only "$libdir/libweft.so" | awk '{print $3}' | grep -v '^weft_' || true)
[ -z "$stray" ] || { echo "symbols without weft_: $stray"; exit 1; }
