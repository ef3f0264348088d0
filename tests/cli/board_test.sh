#!/usr/bin/env bash
# `kibitzer board`: a position as a picture of every kind.
. "$(dirname "$0")/lib.sh"
opening=4HPwATDgc/ABMA
rolled='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10'

bytes() { od -An -tu1 -j "$2" -N "$3" "$1" | tr -s ' \n' ' '; }

test_ "a PNG has its signature and the width asked for"
run board -o a.png --size 300 "$rolled"
status_is 0
out_empty
err_empty
equal "$(bytes a.png 0 8)" " 137 80 78 71 13 10 26 10 "
equal "$(bytes a.png 16 8)" " 0 0 1 44 0 0 0 225 "

test_ "the extension chooses the format, capitals or not"
for f in svg pdf eps txt; do run board -o "a.$f" $opening; status_is 0; done
run board -o B.SVG $opening
status_is 0
same a.svg B.SVG
equal "$(head -c 5 a.pdf)" "%PDF-"
equal "$(head -c 4 a.eps)" "%!PS"
grep -q '4HPwATDgc/ABMA' a.svg || wrong "the SVG does not name the position"
if command -v xmllint >/dev/null; then xmllint --noout a.svg || wrong "a.svg is not well-formed"; fi

test_ "letters go to standard output"
run board $opening
status_is 0
out_has '4HPwATDgc/ABMA'
out_has '^Pip counts: O 167, X 167$'
cmp -s out a.txt || wrong "stdout and a.txt differ"

test_ "--to writes any format to standard output; --format and --out are older names"
run board --to svg $opening
status_is 0
same out a.svg
run board --format svg --out b.svg $opening
same b.svg a.svg

test_ "--json has the pictures, or the files that they went to"
run board --to svg --json $opening
status_is 0
python3 -c 'import json, sys; sys.stdout.write(json.load(open("out"))["pictures"][0]["text"])' >from.svg
same from.svg a.svg
run board --to png --size 300 --json $opening "$rolled"
status_is 0
python3 -c 'import base64, json, sys; sys.stdout.buffer.write(base64.b64decode(json.load(open("out"))["pictures"][1]["base64"]))' >from.png
same from.png a.png
run board --output both.svg --json $opening nonsense "$rolled"
status_is 1
equal "$(python3 -c 'import json; print(*(p["file"] for p in json.load(open("out"))["pictures"]))')" "both_001.svg both_003.svg"

test_ "every option of the drawing changes it"
run board -o plain.svg "$rolled"
for o in "--theme print" "--bottom player0" "--numbers player0" "--numbers none" "--home left" "--size 900" \
    "--colours ff0000,0000ff" "--title Quiz"; do
    run board -o other.svg $o "$rolled"
    status_is 0
    ! cmp -s plain.svg other.svg || wrong "$o changes nothing"
done
run board -o same.svg --bottom player1 --numbers on-roll --home right --theme colour --size 644 "$rolled"
same plain.svg same.svg

test_ "one rule for all boards: who decides is at the bottom, after a double the player asked; cube shows the board before it, as its player saw it"
for turn in 1 -1; do
    offered="XGID=-b----E-C---eE---c-e----B-:0:0:$turn:D:2:4:0:7:10"
    [ "$turn" = 1 ] && asked=0 doubler=1 letter=O other=X || { asked=1 doubler=0 letter=X other=O; }
    run board "$offered"
    equal "$(grep -o '[OX]: Player [01]' out | tail -1)" "$letter: Player $asked"
    grep -q '^v|' out && grep -q '^ +12-11-10' out || wrong "numbers are not those of the player at the bottom"
    run board --bottom "player$doubler" "$offered"
    equal "$(grep -o '[OX]: Player [01]' out | tail -1)" "$other: Player $doubler"
    run board -o default.svg "$offered"
    run board -o asked.svg --bottom "player$asked" --numbers "player$asked" "$offered"
    same default.svg asked.svg
    run cube --level 0ply "$offered"
    out_has '^Before the double on offer: equities are those of the player who doubled, at the bottom\.$'
    run cube --level 0ply -o cube.html "$offered"
    grep -q 'who doubled, at the bottom' cube.html || wrong "the page does not say whose equities they are"
    [ "$(grep -o '<svg class="board[^>]*>.*' cube.html | wc -l)" -gt 0 ] || [ "$(grep -c '<figure' cube.html)" -gt 0 ] || wrong "no board"
done
run cube --level 0ply 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10'
out_lacks 'on offer'

test_ "the score, the length and the Crawford game stand on every kind of picture that knows them"
crawford='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:6:1:7:10'
words() { grep -o '<text[^>]*>[^<]*' "$1" | sed 's/.*>//' | grep -E '/|Cr' | tr '\n' ' '; }
run board -o score.svg "$crawford"
equal "$(words score.svg)" "2/7 6/7 Cr "
grep -q '<desc>.*7-point match, on roll 2, opponent 6, Crawford game; ' score.svg || wrong "the description has no score"
run board -o below.svg --bottom player0 "$crawford"
equal "$(words below.svg)" "6/7 2/7 Cr "
equal "$(words plain.svg)" ""
equal "$(words a.svg)" ""
run board -o score.eps "$crawford"
equal "$(grep -oE '^[^()]*\((2/7|6/7|Cr)\)' score.eps | wc -l)" 3
run board -o score.png "$crawford"
run board -o other.png "${crawford/:2:6:1/:3:6:1}"
! cmp -s score.png other.png || wrong "the score does not change the PNG"
run board -o after.png "${crawford/:2:6:1/:2:6:0}"
! cmp -s score.png after.png || wrong "the Crawford game does not change the PNG"
run board "$crawford"
out_has '7 point match (Crawford game)'
out_has '     2 points'
run convert --to svg --select "game 2" "$TOP/fixtures/demo/semi-final.mat" match.svg
equal "$(words match.svg | wc -w)" 2

test_ "colours are the ones asked for"
run board -o other.svg --colours '#12ab34,0000fe' "$rolled"
grep -qi '12ab34' other.svg && grep -qi '0000fe' other.svg || wrong "the colours are not in the file"

test_ "a play has arrows; a wrong one is refused"
run board -o arrows.svg --play "8/5 6/5" --best "24/20" "$rolled"
status_is 0
! cmp -s plain.svg arrows.svg || wrong "no arrows"
run board --play "8/5 6/5" "$rolled"
out_has '^Play: 8/5 6/5$'
run board -o never.svg --play "8/2" "$rolled"
status_is 3
err_has '^argument 1: error: '
file_gone never.svg

test_ "a play without a roll is one that some roll allows"
run board --play "8/5 6/5" $opening
status_is 0
out_has '^Play: 8/5 6/5$'
run board --play "5/4" $opening
status_is 3

test_ "several IDs make numbered files, from the arguments or from lines"
run board -o set.svg $opening "$rolled"
status_is 0
file_there set_001.svg
file_there set_002.svg
file_gone set.svg
same set_002.svg plain.svg
printf '# quiz\n%s\n\n%s\n' "$opening" "$rolled" | run board -o lines.svg
file_there lines_002.svg
same lines_001.svg set_001.svg
same lines_002.svg set_002.svg
printf '%s' "$opening" | run board -o one.svg
same one.svg a.svg

test_ "a bad ID among good ones is reported with its place, the rest is done"
printf '%s\n  nonsense!\n' "$opening" >ids
run board -o mixed.svg <ids
status_is 1
err_has '^<stdin>:2:[0-9]*: error: '
file_there mixed_001.svg
file_gone mixed_002.svg
run board -o none.svg nonsense
status_is 3
run board </dev/null
status_is 3
err_has "no position is named"

test_ "what makes no sense is a usage error and writes nothing"
run board -o a.docx $opening
status_is 2
err_has 'docx'
run board -o picture $opening
status_is 2
run board --format bmp $opening
status_is 2
run board --theme pink $opening
status_is 2
err_has 'colour, print, light, dark or xg'
run board --bottom player2 $opening
status_is 2
run board --colours red,blue $opening
status_is 2
run board --size 20000 $opening
status_is 2
run board --format png $opening "$rolled"
status_is 2
out_empty
file_gone a.docx

test_ "a folder that is not there is reported"
run board -o nowhere/a.svg $opening
status_is 3
err_has 'nowhere/a.svg'

finish
