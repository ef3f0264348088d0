#!/usr/bin/env bash
# The programs of examples/, as make has built them, and as their first comments say how to.
# Usage: PROGRAM=... BUILD=... examples_test.sh
. "$(dirname "$0")/lib.sh"
BUILD=${BUILD:-build/release}
EXAMPLES=$TOP/$BUILD/examples

# try EXAMPLE ARGS...: leaves $status and the files out and err.
try() {
    "$EXAMPLES/$1" "${@:2}" >out 2>err
    status=$?
}

"$PROGRAM" analyze -q --level 0ply --report none --out season "$DEMO" "$TOP/fixtures/season" || wrong 'the season'

test_ 'each is shorter than 100 lines and knows the public headers only'
for f in "$TOP"/examples/*.c; do
    [ "$(wc -l <"$f")" -lt 100 ] || wrong "$f is too long"
    grep -q '#include <kibitzer' "$f" || wrong "$f does not use the library"
    ! grep -n '#include "' "$f" || wrong "$f includes other headers"
done
equal "$(ls "$TOP"/examples/*.c | wc -l)" 5

test_ 'the bot answers with a play, with a verdict about the cube, and a line for what it does not understand'
cube=$(much XGID=-BBBBBB---aa-a---a-bbba---:0:0:1:00:0:0:0:7:10 XGID=a-BCCBBA-----------bbbbba-:0:0:1:00:0:0:0:7:10) # the first needs a large database
printf '%s\n' 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10' "$cube" nonsense >ids
try bot 1ply <ids
status_is 1
equal "$(head -2 out)" "8/5 6/5
Double, pass"
equal "$(wc -l <out)" 3
out_has '^? neither a Position ID'

test_ 'the maker of cards writes a deck and a quiz'
try cards season/collection.db mira 5
status_is 0
out_is 'mira.apkg
mira.html'
equal "$(head -c 2 mira.apkg)" PK
[ "$(grep -c '<details' mira.html)" -ge 5 ] || wrong "covered answers: $(grep -c '<details' mira.html)"
[ "$(grep -c '<figure' mira.html)" -ge 5 ] || wrong "boards: $(grep -c '<figure' mira.html)"
try cards season/collection.db nobody
status_is 1
err_has 'no player called'

test_ 'the converter gives what kibitzer convert gives, and names what it could not read'
try convert sgf there "$DEMO/club-final.mat" "$TOP/fixtures/bad/any/picture.png"
status_is 1
err_has 'picture.png: error: this is a picture'
out_has '^some were not converted'
run convert -q --to sgf --out here "$DEMO/club-final.mat"
same here/club-final.sgf there/club-final.sgf
try convert nosuch there "$DEMO/club-final.mat"
status_is 1
err_has 'no format is called "nosuch"'

test_ 'the watcher sees that a PR falls'
try trend season/collection.db Mira
status_is 0
out_has '^2025-01 .* ####'
out_has '^-[0-9.]* PR a month$'
try trend season/collection.db nobody
status_is 3

test_ 'the site answers an upload with a table of PRs, and a file that is no match with words'
sed '/^ Game 3/,$d' "$DEMO/club-final.mat" >upload.mat
try site <upload.mat
status_is 0
mv out answer
run analyze -q --level 1ply --report none --out one upload.mat
run stats --db one/collection.db --format csv
pr=$(sed -n 's/^"Zoë & Max",\([^,]*,\)\{5\}\([0-9.]*\),.*/\2/p' out)
mv answer out
out_has "<tr><td>Zoë &#38; Max</td>.*<td>$pr</td></tr>"
out_has '<td>&#60;Bob&#62; &#34;Bee&#34;</td>'
try site <"$TOP/fixtures/bad/any/picture.png"
status_is 1
out_has '<p>this is a picture'

# Sanitized libraries link with sanitized programs only.
if [ "$(basename "$BUILD")" = release ]; then
    test_ 'each builds as its first comment says, with what make install has installed, and with the archive'
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$TOP" install FLAVOUR=release "PREFIX=$WORK/usr" >out 2>&1 || wrong "$(tail -5 out)"
    export PKG_CONFIG_PATH=$WORK/usr/lib/pkgconfig
    for f in "$TOP"/examples/$(much '*' bot).c; do
        example=$(basename "$f" .c)
        command=$(sed -n "s/^ \*  *\(cc $example\.c -o .*\)/\1/p" "$f")
        (cd "$TOP/examples" && eval "${command/-o $example/-o $WORK/$example}") 2>err || wrong "$command: $(head -5 err)"
        # shellcheck disable=SC2046
        cc "$f" -o "$example-alone" $(pkg-config --cflags kibitzer) -L"$WORK/usr/lib" -l:libkibitzer.a $(pkg-config --static --libs-only-l kibitzer | sed 's/-lkibitzer//') \
            2>err || wrong "with the archive: $(head -5 err)"
    done
    head -1 ids | LD_LIBRARY_PATH=$WORK/usr/lib ./bot 1ply >out
    out_is '8/5 6/5'
    head -1 ids | ./bot-alone 1ply >out
    out_is '8/5 6/5'
    file_there usr/share/man/man3/kibitzer_run.3
    for f in schemas/hint.schema.json valgrind.supp; do
        file_there usr/share/kibitzer/$f
    done
    equal "$(ls usr/share/kibitzer/schemas)" "$(cd "$TOP/docs" && ls ./*.schema.json | sed 's|./||')"
    equal "$(ls usr/share/doc/kibitzer/examples)" "$(ls "$TOP/examples")"
    for f in README.md docs/library.md docs/python.md docs/formats/sgf.md; do
        file_there usr/share/doc/kibitzer/$f
    done
    if command -v valgrind >/dev/null; then # nothing is said of a program that frees what it has
        head -1 ids | valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
            --suppressions="$(pkg-config --variable suppressions kibitzer)" ./bot-alone 0ply >out 2>err || wrong "valgrind: $(head -5 err)"
        out_is '8/5 6/5'
    fi
    ! readelf -d bot-alone | grep -q libkibitzer || wrong 'bot-alone needs the shared library'
fi

finish
