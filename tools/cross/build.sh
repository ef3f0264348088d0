#!/bin/bash
# build.sh TRIPLE NAME: a library that kibitzer needs, static, for another target, into build/cross/TRIPLE/{include,lib}.
# What differs between targets is in target(), what differs between libraries in NAME.sh.
set -euo pipefail

triple=$1 name=$2
here=$(realpath "$(dirname "$0")")
out=$PWD/build/cross/$triple
jobs=${CROSS_JOBS:-2}

# compiler FAST FULL FLAGS: the program out/FULL, which compiles with FAST. It links with FULL, which nothing but configure
# scripts ask for, so what they link is not optimised.
compiler() {
    printf '#!/bin/sh\ncase " $* " in *" -c "*) exec %s %s "$@" ;; *) exec %s "$@" -O0 ;; esac\n' "$1" "$3" "$2" >"$out/$2.$$"
    chmod +x "$out/$2.$$" && mv "$out/$2.$$" "$out/$2" # other libraries are being built
}

# Compiler, archiver, and the system that configure scripts shall believe in.
target() {
    optimize=-O2
    case $triple in
    wasm32)
        export NODE_PATH=/usr/share/nodejs
        optimize=-Os # loaded before anything can be asked
        CC=emcc CXX=em++ AR=emar RANLIB=emranlib host=i686-pc-linux-gnu
        if command -v clang-14 >/dev/null; then # what emcc -c runs, after a second of its own
            local flags
            flags=$(emcc $optimize --cflags)
            compiler clang-14 emcc "$flags" && CC=$out/emcc
            compiler clang++-14 em++ "$flags" && CXX=$out/em++
        fi
        ;;
    *-linux-musl)
        # Debian has musl for C alone; of C++ uchardet takes what asks for little of the C library.
        CC=$triple-gcc CXX="g++ -U_FORTIFY_SOURCE" AR=ar RANLIB=ranlib host=$triple
        ;;
    *-w64-mingw32)
        CC=$triple-gcc-posix CXX=$triple-g++-posix AR=$triple-ar RANLIB=$triple-ranlib host=$triple
        ;;
    *)
        CC=$triple-gcc CXX=$triple-g++ AR=$triple-ar RANLIB=$triple-ranlib host=$triple
        ;;
    esac
    case $triple in *-linux-gnu) pic=-fPIC ;; *) pic= ;; esac # for Python's module
    export CC CXX AR RANLIB CFLAGS="$optimize $pic" CPPFLAGS="-I$out/include" LDFLAGS="-L$out/lib"
}

# compile ARCHIVE FLAG... -- FILE...: objects of all files in one archive.
compile() {
    local archive=$1 flags=()
    while shift && [ "$1" != -- ]; do flags+=("$1"); done
    shift
    mkdir -p objects
    printf '%s\n' "$@" | xargs -P "$jobs" -I{} sh -c \
        'file=$1; shift; case $file in *.cpp) compiler=$CXX;; *) compiler=$CC;; esac
         $compiler $CFLAGS $CPPFLAGS "$@" -c "$file" -o "objects/$(basename "$file").o"' sh {} "${flags[@]}"
    rm -f "$out/lib/$archive"
    $AR rcs "$out/lib/$archive" objects/*.o
}

# ration ARCHIVE: what unpacks beside kibitzer on Windows asks it for memory (src/source/unpacker_here.c).
ration() {
    case $triple in
    *-mingw32) $triple-objcopy $(printf -- '--redefine-sym %s=rationed_%s ' {malloc,calloc,realloc,free}{,}) "$out/lib/$1" ;;
    esac
}

# make with generated files as they are, although patches have touched what they are made of.
build() { make -s -j "$jobs" "$@" AUTOMAKE=: AUTOCONF=: ACLOCAL=: AUTOHEADER=:; }

configure() {
    ./configure --host=$host --prefix="$out" --disable-shared --enable-static --disable-dependency-tracking "$@" >configure.said
}

mkdir -p "$out/include" "$out/lib"
target
exec 8>"$out/$name.lock"
flock 8
"$here/fetch.sh" "$name" "$out/src/$name"
cd "$out/src/$name"
. "$here/$name.sh"
