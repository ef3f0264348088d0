#!/usr/bin/env bash
# The library from outside: names, symbols, headers, what it loads. Usage: PROGRAM=... BUILD=... library_test.sh
. "$(dirname "$0")/lib.sh"
BUILD=$TOP/${BUILD:-build/release}
STATIC=$BUILD/libkibitzer.a SHARED=$(echo "$BUILD"/libkibitzer.so.?)
headers=("$TOP"/src/*.h)

# The functions that the headers declare.
for h in "${headers[@]}"; do gcc -E -P "$h"; done | tr '\n' ' ' | grep -o '__attribute__((visibility("default")))[^;]*;' |
    sed 's/^__attribute__((visibility("default")))//; s/(.*//; s/.*[ *]//' | sort -u >declared

test_ 'a program that has an xmalloc, a grow and a say of its own links, and none of them is called by the library'
"$BUILD/clients/own_names" >out 2>err
status=$?
status_is 0
out_is 'a document, 0 calls'

test_ 'the static library shows the functions of the headers and nothing else'
[ "$(wc -l <declared)" -gt 40 ] || wrong "$(wc -l <declared) functions in the headers"
nm -g --defined-only "$STATIC" | sed -n 's/.* [^aU] //p' | grep -v '^__odr_asan' | sort >shown
same declared shown

test_ 'the shared library shows the same, each with its version, and is called by its SONAME'
nm -D --defined-only "$SHARED" | sed -n 's/.* T //p' | sort >versioned
sed 's/@@KIBITZER_0$//' versioned >shown
same declared shown
[ "$(grep -vc '@@KIBITZER_0$' versioned)" = 0 ] || wrong "without a version: $(grep -v @@ versioned)"
readelf -d "$SHARED" >dynamic
grep -q 'SONAME.*\[libkibitzer\.so\.0\]' dynamic || wrong 'no SONAME libkibitzer.so.0'

test_ 'no function of the last tag is gone'
[ "$(wc -l <"$TOP/docs/abi/libkibitzer.symbols")" -gt 40 ] || wrong 'the list is too short'
gone=$(comm -23 "$TOP/docs/abi/libkibitzer.symbols" declared)
[ -z "$gone" ] || wrong "gone: $gone"

test_ 'the command line knows the public headers and src/base, nothing else of the library'
grep -h '^ *# *include "' "$TOP"/src/cli/*.[ch] | grep -o '".*"' | tr -d '"' | sort -u >included
[ "$(grep -c '^kibitzer' included)" -ge 1 ] || wrong "it includes: $(cat included)"
others=$(grep -v '^\(cli\|base\)/\|^kibitzer\(_[a-z]*\)\?\.h$' included)
[ -z "$others" ] || wrong "it includes $others"

test_ 'the version of the header is the version of the program'
printf '#include "%s"\nKIBITZER_VERSION_MAJOR.KIBITZER_VERSION_MINOR.KIBITZER_VERSION_PATCH\n' "$TOP/src/kibitzer.h" |
    gcc -E -P -x c - | tail -1 | tr -d ' ' >version
run --version
out_is "kibitzer $(cat version)"

# compiles COMPILER OPTION...: each header alone, twice.
compiles() {
    for h in "${headers[@]}"; do
        printf '#include "%s"\n#include "%s"\nint kibitzer_dummy;\n' "$h" "$h" |
            "$@" -Wall -Wextra -Werror -fsyntax-only -Wno-unused-function - 2>err || wrong "$(basename "$h"): $(head -5 err)"
    done
}

test_ 'headers compile alone, as C of 1989, 1999 and 2011'
compiles gcc -x c -std=c89 -pedantic
compiles gcc -x c -std=c99 -pedantic
compiles gcc -x c -std=c11 -pedantic

test_ 'headers compile as C++ of 1998 and 2017'
compiles g++ -x c++ -std=c++98 -pedantic
compiles g++ -x c++ -std=c++17 -pedantic

test_ 'manual pages say what the headers say (after a change: make man)'
mkdir man
python3 "$TOP/tools/man.py" man "${headers[@]}" >names
equal "$(cd man && echo *)" "$(cd "$TOP/docs" && echo kibitzer*.3)"
for f in man/*; do same "$f" "$TOP/docs/$(basename "$f")"; done
cut -d' ' -f1 names | sort >shown
same declared shown

test_ 'docs/library.md has every command, each schema, and a first program that works'
run --help
for command in $(sed -n 's/^  \([a-z]*\) .*/\1/p' out | grep -v completion); do
    grep -q "^| .*\`$command\`" "$TOP/docs/library.md" || wrong "no row for $command"
done
for schema in "$TOP"/docs/*.schema.json; do
    grep -q "($(basename "$schema"))" "$TOP/docs/library.md" || wrong "no link to $schema"
done
sed -n '/^```c$/,/^```$/p' "$TOP/docs/library.md" | sed '1d;$d' >first.c
grep -q 'kibitzer_document' first.c || wrong 'there is no program'
if [ "$(basename "$BUILD")" = release ]; then
    cc -Wall -Wextra -Werror -I"$TOP/src" first.c "$SHARED" -o first 2>err || wrong "$(cat err)"
    LD_LIBRARY_PATH=$BUILD ./first XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10 >document
    run hint --json --level 1ply XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
    same out <(head -c -1 document) # puts() ends it with one more line end
fi

test_ 'drivers of servers are loaded when a URL asks for them, and are named where they cannot be'
for file in "$PROGRAM" "$SHARED"; do
    readelf -d "$file" >dynamic
    grep -q 'NEEDED.*libsqlite3' dynamic || wrong "what $file needs: $(cat dynamic)"
    ! grep -q 'NEEDED.*\(libpq\|libmariadb\|libcurl\)' dynamic || wrong "$file needs a driver"
done
mkdir broken
: >broken/libpq.so.5
: >broken/libmariadb.so.3
: >broken/libcurl.so.4
: >broken/libcurl-gnutls.so.4
without() { # WHAT COMMAND...: says that its library cannot be loaded, so that the driver itself is there
    LD_LIBRARY_PATH=$PWD/broken run "${@:2}"
    status_is 3
    err_has "$1, which cannot be loaded: "
}
without 'PostgreSQL is reached through libpq' stats --db postgresql://localhost/none
without 'MariaDB is reached through libmariadb' stats --db mysql://localhost/none
without 'URLs are read by libcurl' info https://localhost/none.mat
without 'URLs are read by libcurl' info s3://none/none.mat

test_ 'NULL for any pointer of any function ends no process'
if [ "$(basename "$BUILD")" = release ]; then
    short_match >short.mat
    run analyze -q --level 0ply --report none --out null short.mat
    python3 "$TOP/tests/clients/null.py" "$SHARED" null "$TOP"/src/*.h >null.out 2>&1
    equal "$(sed 's/^[2-9][0-9][0-9] calls$/hundreds of calls/' null.out)" 'hundreds of calls'
fi

test_ 'bootstrap and the Debian package ask for what the Makefile looks for'
declare -A package=([libxml-2.0]=libxml2-dev [libpng]=libpng-dev [zlib]=zlib1g-dev [sqlite3]=libsqlite3-dev [libmd]=libmd-dev [json-c]=libjson-c-dev
    [libarchive]=libarchive-dev [uchardet]=libuchardet-dev [libutf8proc]=libutf8proc-dev [libpq]=libpq-dev [libmariadb]=libmariadb-dev [libcurl]=libcurl4-openssl-dev [libmicrohttpd]=libmicrohttpd-dev)
names=$(sed -n 's/^PKGS *:= //p' "$TOP/Makefile") names="$names $(grep -o 'pkg-config --exists [a-z]*' "$TOP/Makefile" | cut -d' ' -f3)"
equal "$(wc -w <<<"$names")" "${#package[@]}"
for p in $names; do
    for file in tools/bootstrap.sh packaging/debian/control; do
        grep -qE "(^|[ \"])${package[$p]-no package of $p}([, ]|\$)" "$TOP/$file" || wrong "$file lacks the package of $p"
    done
done

finish
