#!/usr/bin/env bash
# All headers of all rooms but cli/ in one file, in either order: no name has two meanings, no guard two headers, and each header
# includes what it needs. (vectors.h is a piece of the kernels, which say beforehand how wide a vector is.)
. "$(dirname "$0")/lib.sh"
includes() { (cd "$TOP/src" && ls *.h */*.h */*/*.h | grep -v -e '^cli/' -e '^engine/vectors\.h$') | sed 's/.*/#include "&"/'; }
# shellcheck disable=SC2046
packages() { pkg-config --cflags libxml-2.0 libpng zlib sqlite3 libmd libarchive uchardet libcurl libpq libmariadb; }
# shellcheck disable=SC2046
compile() { ${CC:-gcc} -std=c11 -D_GNU_SOURCE -I"$TOP/src" -Wall -Wextra -Werror $(packages) -fsyntax-only "$1" >out 2>err; }

test_ "all headers of the library can be included together"
includes >all.c
[ "$(wc -l <all.c)" -gt 100 ] || wrong "only $(wc -l <all.c) headers"
compile all.c || wrong "$(grep -E 'error|warning' err | head -5)"

test_ "in the opposite order too"
tac all.c >reverse.c
compile reverse.c || wrong "$(grep -E 'error|warning' err | head -5)"

test_ "two meanings of a name are found"
echo 'enum board { ONE };' >>all.c
compile all.c && wrong "an enum of the name of a struct was not found"

test_ "no two headers have the same guard"
equal "$(cd "$TOP/src" && grep -rh '^#ifndef KIBITZER_' --include='*.h' . | sort | uniq -d)" ""

finish
