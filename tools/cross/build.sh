#!/bin/bash
# build.sh TRIPLE NAME: a library that kibitzer needs, static, for another target, into build/cross/TRIPLE/{include,lib}.
# What differs between targets is in target(), what differs between libraries in a function of each.
set -euo pipefail

triple=$1 name=$2
here=$(realpath "$(dirname "$0")")
out=$PWD/build/cross/$triple
jobs=${CROSS_JOBS:-2}

# Compiler, archiver, and the system that configure scripts shall believe in.
target() {
    case $triple in
    wasm32)
        export NODE_PATH=/usr/share/nodejs
        CC=emcc CXX=em++ AR=emar RANLIB=emranlib host=i686-pc-linux-gnu
        ;;
    *-w64-mingw32)
        CC=$triple-gcc-posix CXX=$triple-g++-posix AR=$triple-ar RANLIB=$triple-ranlib host=$triple
        ;;
    *)
        CC=$triple-gcc CXX=$triple-g++ AR=$triple-ar RANLIB=$triple-ranlib host=$triple
        ;;
    esac
    export CC CXX AR RANLIB CFLAGS="-O2" CPPFLAGS="-I$out/include" LDFLAGS="-L$out/lib"
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

# make with generated files as they are, although patches have touched what they are made of.
build() { make -s -j "$jobs" "$@" AUTOMAKE=: AUTOCONF=: ACLOCAL=: AUTOHEADER=:; }

configure() {
    ./configure --host=$host --prefix="$out" --disable-shared --enable-static --disable-dependency-tracking "$@" >configure.said
}

zlib() {
    compile libz.a -DHAVE_UNISTD_H -- *.c
    cp zlib.h zconf.h "$out/include"
}

libpng1.6() {
    cp scripts/pnglibconf.h.prebuilt pnglibconf.h
    compile libpng.a -DPNG_ARM_NEON_OPT=0 -- png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c pngrtran.c \
        pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
    cp png.h pngconf.h pnglibconf.h "$out/include"
}

libmd() {
    echo '#define HAVE_STDINT_H 1' >config.h
    compile libmd.a -I. -Iinclude -include unistd.h -DHAVE_CONFIG_H -- src/{md5,sha2,md5hl,sha256hl}.c
    cp include/{md5,sha2,sha256}.h "$out/include"
}

libxml2() {
    configure --with-minimum --with-tree --with-sax1 --with-push --with-output --without-{iconv,python,lzma,zlib,threads}
    build libxml2.la
    cp .libs/libxml2.a "$out/lib"
    mkdir -p "$out/include/libxml"
    cp include/libxml/*.h "$out/include/libxml"
}

# The amalgamation is made by programs of this machine.
sqlite3() {
    env -u CPPFLAGS -u LDFLAGS CC=cc AR=ar RANLIB=ranlib ./configure --disable-shared >configure.said
    make -s sqlite3.c sqlite3.h
    compile libsqlite3.a -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DQS=0 -DSQLITE_OMIT_SHARED_CACHE \
        -DSQLITE_DEFAULT_MEMSTATUS=0 -- sqlite3.c
    cp sqlite3.h "$out/include"
}

libarchive() {
    configure --disable-{bsdtar,bsdcat,bsdcpio,acl,xattr} \
        --without-{bz2lib,libb2,iconv,lz4,zstd,lzma,cng,openssl,nettle,mbedtls,xml2,expat}
    build libarchive.la
    cp .libs/libarchive.a "$out/lib"
    cp libarchive/archive{,_entry}.h "$out/include"
}

uchardet() {
    compile libuchardet.a -fno-exceptions -fno-rtti '-DVERSION="0.0.7"' -- src/*.cpp src/LangModels/*.cpp
    mkdir -p "$out/include/uchardet"
    cp src/uchardet.h "$out/include/uchardet"
}

libharu() {
    printf '#define LIBHPDF_%s 1\n' HAVE_LIBPNG HAVE_LIBZ STDC_HEADERS >include/hpdf_config.h
    compile libhpdf.a -Iinclude -- src/*.c
    cp include/*.h "$out/include"
}

# For unit tests.
cmocka() {
    printf '#define HAVE_%s 1\n' SETJMP_H STDINT_H INTTYPES_H STRING_H STRINGS_H UNISTD_H SNPRINTF VSNPRINTF CLOCK_GETTIME >config.h
    compile libcmocka.a -I. -Iinclude -DHAVE_CONFIG_H -- src/cmocka.c
    cp include/cmocka.h "$out/include"
}

target
mkdir -p "$out/include" "$out/lib"
"$here/fetch.sh" "$name" "$out/src/$name"
cd "$out/src/$name"
"$name"
