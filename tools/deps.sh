#!/bin/sh
# Installs the Debian packages that the named groups need and that are missing: deps.sh build test ...
# As root through apt-get, else through sudo. Without apt-get it names them and stops.
set -eu

have() { command -v "$1" > /dev/null 2>&1; }
has_header() { echo "#include <$1>" | cc -E - > /dev/null 2>&1; }
links_sanitized() { echo "int main(void) { return 0; }" | clang -fsanitize=address -x c - -o /dev/null 2> /dev/null; }
links_static() { echo "int main(void) { return 0; }" | "$1" -static -x c - -o /dev/null 2> /dev/null; }
has_library() { pkg-config --exists "$1" 2> /dev/null; }

missing=""
need() { # need PACKAGE check...
    package=$1
    shift
    "$@" || missing="$missing $package"
}

for group in "$@"; do
    case $group in
    build)
        need gcc have cc
        need libc6-dev has_header stdlib.h
        need cmake have cmake
        need pkg-config have pkg-config
        have ninja || have make || missing="$missing make"
        ;;
    test)
        need libcmocka-dev has_library cmocka
        need g++ have c++
        ;;
    fuzz)
        need clang have clang
        need libclang-rt-dev links_sanitized
        ;;
    lint)
        need clang-format have clang-format
        need clang-tidy have clang-tidy
        need cppcheck have cppcheck
        ;;
    cross)
        # compiler : its C library : who runs the result
        for machine in aarch64:arm64 riscv64:riscv64 i686:i386 s390x:s390x; do
            compiler=${machine%:*}-linux-gnu-gcc
            need "gcc-${machine%:*}-linux-gnu" have "$compiler"
            need "libc6-dev-${machine#*:}-cross" links_static "$compiler"
        done
        need qemu-user have qemu-s390x
        ;;
    bench)
        need g++ have c++
        need libjansson-dev has_library jansson
        need libjson-c-dev has_library json-c
        need libcjson-dev has_library libcjson
        need libsimdjson-dev has_library simdjson
        need rapidjson-dev test -f /usr/include/rapidjson/document.h
        need nlohmann-json3-dev test -f /usr/include/nlohmann/json.hpp
        need libmsgpack-dev has_library msgpack
        need libcbor-dev has_library libcbor
        need libprotobuf-c-dev has_library libprotobuf-c
        need protobuf-c-compiler have protoc-c
        need libnanopb-dev test -f /usr/include/pb_encode.h -o -f /usr/include/nanopb/pb_encode.h
        need libbson-dev has_library libbson-1.0
        need libavro-dev has_library avro-c
        ;;
    *)
        echo "deps.sh: no group $group" >&2
        exit 2
        ;;
    esac
done
[ -n "$missing" ] || exit 0
if ! have apt-get; then
    echo "Missing, and there is no apt-get to install it. Debian's names of the packages:" >&2
    for package in $missing; do echo "  $package" >&2; done
    exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
    if ! have sudo; then
        echo "Missing packages, and neither root nor sudo to install them; as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi
echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
try() {
    # A lock held by another apt-get, or a mirror that hiccups, is worth waiting for.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@" \
        < /dev/null > "$log" 2>&1
}
# shellcheck disable=SC2086
try install -y --no-install-recommends $missing ||
    { try update && try install -y --no-install-recommends $missing; } ||
    { tail -n 20 "$log" >&2; echo "apt-get could not install:$missing" >&2; exit 1; }
