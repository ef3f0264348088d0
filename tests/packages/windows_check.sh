#!/usr/bin/env bash
# The program for Windows under wine, where it differs from other systems: names, long paths, Ctrl-C, colours, what is
# dropped on its icon, the zip. Usage: PROGRAM=WRAPPER NATIVE=PROGRAM EXE=FILE ZIP=FILE LINKED="LIBRARY..." windows_check.sh    (mk/windows.mk)
. "$(dirname "$0")/../cli/lib.sh"

test_ "it asks for no library but the system's"
x86_64-w64-mingw32-objdump -p "$EXE" | sed -n 's/.*DLL Name: //p' | sort -f | paste -sd' ' >dlls
equal "$(tr '[:upper:]' '[:lower:]' <dlls)" "advapi32.dll bcrypt.dll kernel32.dll msvcrt.dll shell32.dll ws2_32.dll"

test_ "names with umlauts, Greek and Japanese are read, written and printed"
mkdir "Vereinsabend Ü" && cp "$DEMO/semi-final.mat" "Vereinsabend Ü/Jörg και 田中.mat"
run convert "Vereinsabend Ü/Jörg και 田中.mat" "Vereinsabend Ü\\Ελένη さくら.sgf"
status_is 0
"$NATIVE" convert "Vereinsabend Ü/Jörg και 田中.mat" native.sgf 2>err
same native.sgf "Vereinsabend Ü/Ελένη さくら.sgf"
run info "Vereinsabend Ü\\Jörg και 田中.mat"
out_has '^Vereinsabend Ü/Jörg και 田中.mat: mat$'

test_ "paths longer than 260 letters are read and written"
deep=$(printf 'a folder with a long name %.0s/' {1..15})
mkdir -p "$deep" && cp "$DEMO/semi-final.mat" "$deep"
[ "${#deep}" -gt 300 ] || wrong "the path has ${#deep} letters only"
run analyze --level 0ply --out "$deep/report" "$deep"
status_is 0
file_there "$deep/report/semi-final.html"

test_ "letters of drives, either slash"
run convert --to mat "Z:${DEMO//\//\\}\\semi-final.mat" "Z:$WORK\\by drive.mat"
status_is 0
file_there "by drive.mat"
(cd / && "$PROGRAM" convert --to mat "$DEMO/semi-final.mat" -) >by_slash.mat 2>err
same by_slash.mat "by drive.mat"

test_ "an old code page is read by the system's table, one without a table is refused"
run info --encoding ibm850 "$TOP/fixtures/encoding/cp1251.mat"
status_is 0
run info --encoding euc-tw "$TOP/fixtures/encoding/cp1251.mat"
status_is 2
err_has 'no such encoding'

test_ "a collection on a network drive is refused, its reports may go there"
for where in '\\\\server\share\collection.db' //server/share/collection.db '\\?\UNC\server\share\collection.db'; do
    run stats --db "$where"
    status_is 3
    err_has 'network drive'
done

test_ "Ctrl-C ends a run, what was finished is whole and nothing half-written is left"
mkdir long && short_match >long/short.mat && long_match 400 >long/long.mat
"$PROGRAM" analyze -q --level 2ply --jobs 1 --out cut long >out 2>err &
at_work $! 100
interrupted_soon $!
status_is 130
[ -z "$(find cut -name '*.part' -o -name '*.tmp' 2>/dev/null)" ] || wrong "$(find cut)"

# console COMMAND...: in a console window of its own, which is this pseudo-terminal; who sits there presses Enter at times.
console() {
    while sleep 2 && printf '\r'; do :; done 2>/dev/null | timeout 120 script -qec "$(printf '%q ' "$@")" /dev/null >console
}

test_ "a folder that is dropped on the icon is analysed, and the report opens"
mkdir bin && printf '#!/bin/sh\necho "$@" >>%q\n' "$WORK/opened" >bin/xdg-open && chmod +x bin/xdg-open
mkdir "dropped ö" && cp "$DEMO/semi-final.mat" "dropped ö"
PATH=$WORK/bin:$PATH console "$PROGRAM" "Z:${WORK//\//\\}\\dropped ö"
file_there "dropped ö/kibitzer-report/semi-final.html"
for _ in $(seq 50); do [ -s opened ] || sleep 0.1; done
grep -q 'dropped%20%C3%B6/kibitzer-report/index.html' opened || wrong "opened: $(cat opened 2>&1)"

test_ "a file does the same beside it; what fails stays to be read"
rm -f opened && mkdir one && cp "$DEMO/semi-final.mat" one/this.mat && cp "$DEMO/league-round-4.sgf" one/other.sgf
PATH=$WORK/bin:$PATH console "$PROGRAM" "$WORK/one/this.mat"
file_there one/kibitzer-report/this.html
file_gone one/kibitzer-report/other.html
mkdir none && console "$PROGRAM" "$WORK/none"
grep -q 'Press Enter' console || wrong "$(cat console)"

test_ "errors are red in a console, and have no colour in a file"
console "$PROGRAM" info missing.mat
grep -q $'\e\[[0-9;]*31m' console || wrong "$(cat -v console)"
run info missing.mat
! grep -q $'\e' err || wrong "$(cat -v err)"

test_ "the zip holds the program, what it reads and what is to be read, the same bytes each time"
unzip -q "$ZIP" && cd kibitzer-*-windows || wrong "it cannot be unpacked"
for file in README.txt docs/windows.md licences/kibitzer.txt licences/libharu.txt share/kibitzer/fonts/DejaVuSans.ttf; do file_there $file; done
wine kibitzer.exe --version >../version
equal "$(cat ../version)" "kibitzer $(ls -d "$PWD" | sed 's/.*kibitzer-\(.*\)-windows/\1/')"
cd "$WORK" || exit 1
(cd "$TOP" && tools/packages/windows.sh "$(sed 's/kibitzer //' "$WORK/version")" "$EXE" "$WORK/again.zip" $LINKED)
same again.zip "$ZIP"

finish
