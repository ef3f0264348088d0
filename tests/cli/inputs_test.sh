#!/bin/bash
# What inputs are: folders, archives, old code pages; and what outputs leave behind.
. "$(dirname "$0")/lib.sh"
brief_demo
final=$DEMO/club-final.mat

mkdir -p league/round1
cp "$final" league/round1/final.mat
cp "$DEMO/league-round-4.sgf" league/
echo "nothing to see" >league/notes.md
tar czf league.tar.gz league
tar cf league.tar league

test_ "an archive is a folder inside a file"
for archive in league.tar.gz league.tar; do
    run info "$archive"
    status_is 0
    out_has "^$archive/league/round1/final.mat: mat"
    out_has "^$archive/league/league-round-4.sgf: sgf"
    err_empty
done

test_ "the files of an archive are converted as those of a folder"
run convert -q --to dump --out from-tar league.tar.gz
status_is 0
run convert -q --to dump --out from-folder league
status_is 0
same from-tar/final.dump from-folder/final.dump
same from-tar/league-round-4.dump from-folder/league-round-4.dump

test_ "an archive in a folder is searched, too, and standard input may be one"
mkdir season
cp league.tar.gz season/
run info season
status_is 0
out_has 'season/league.tar.gz/league/round1/final.mat: mat'
run info - <league.tar.gz
status_is 0
out_has 'final.mat: mat'
run info - <"$final"
status_is 0
out_has ': mat'

test_ "an archive of one file becomes one output, one of several wants a folder"
tar czf one.tar.gz league/round1/final.mat
run convert -q one.tar.gz one.dump
status_is 0
same one.dump from-folder/final.dump
run convert league.tar.gz two.dump
status_is 2
err_has 'holds 3 files'

test_ "limits are refused by name and the rest is used"
run info --max-members 2 league.tar.gz
status_is 1
err_has 'league.tar.gz/league/.*: the archive has more files than --max-members allows'
tar czf outer.tar.gz league.tar.gz
run info --max-depth 1 outer.tar.gz
status_is 3
err_has 'outer.tar.gz/league.tar.gz: archives are nested more deeply'
run info outer.tar.gz
status_is 0

test_ "a damaged archive is not a match"
head -c 60 league.tar.gz >cut.tar.gz
run info cut.tar.gz
status_is 3
printf 'PK\003\004 7 point match\n' >bad.zip
run info bad.zip
status_is 3
err_has 'bad.zip'

test_ "what was cut off is never a clean run, also where all of its members or its plies are there"
cp "$TOP/fixtures/mat/jellyfish.mat" whole.mat
gzip -kf whole.mat
head -c -9 whole.mat.gz >torn.mat.gz
run convert --to dump torn.mat.gz
status_is 1
err_has 'torn.mat.gz:.*error: damaged or truncated gzip stream'
out_has 'play 21 13/11 6/5'
head -c -30 "$TOP/fixtures/archive/round.zip" >torn.zip
run info torn.zip
status_is 1
err_has 'torn.zip: is damaged or cut off'
out_has 'torn.zip/round/a.mat: mat'
tar czf small.tgz whole.mat
head -c -9 small.tgz >torn.tgz
run info torn.tgz
status_is 3
err_has 'torn.tgz: '
mkdir torn
cp whole.mat torn/
head -c 12 whole.mat.gz >torn/next.mat.gz
run info torn
status_is 1
err_has 'torn/next.mat.gz:.*damaged gzip stream'
{ printf 'From: a@example.org\nDate: Sun, 29 Nov 2026 12:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n'
    printf -- '--b\nContent-Disposition: attachment; filename=whole.mat\n\n' && cat whole.mat
    printf -- '\n--b\nContent-Disposition: attachment; filename=next.mat.zst\nContent-Transfer-Encoding: base64\n\n'
    printf '\050\265\057\375\004\000' | base64
    printf -- '\n--b--\n'; } >torn.eml
run info torn.eml
status_is 1
err_has 'torn.eml/next.mat.zst: error: this is a file compressed by zstd'

test_ "the zip, the 7z and the encrypted zip of the fixtures"
run info "$TOP/fixtures/archive/round.zip" "$TOP/fixtures/archive/round.7z"
status_is 0
out_has 'round.zip/round/a.mat: mat'
out_has 'round.7z/round/a.mat: mat'
run info "$TOP/fixtures/archive/locked.zip"
status_is 3
err_has 'locked.zip/a.mat: is encrypted'

run info "$TOP/fixtures/archive/round.rar"
status_is 0
out_has 'round.rar/round/b.mat: mat'

test_ "no program is started for a file, whatever it is compressed with"
mkdir programs
for program in lrzip lzop grzip; do
    printf '#!/bin/sh\necho "$0 $*" >>%s/started\nexec cat %s/league.tar\n' "$WORK" "$WORK" >programs/$program
    chmod +x programs/$program
done
{ printf 'LRZI\000\006' && head -c 100 /dev/zero; } | gzip >long-range.tar.gz
{ printf '\211LZO\000\r\n\032\n\020\100\040\240\011\100\002\001\005' && head -c 100 /dev/zero; } | gzip >lzo.tar.gz
{ printf 'GRZipII\000\002\004:)' && head -c 100 /dev/zero; } | gzip >grz.tar.gz
for packed in long-range lzo grz; do
    PATH=$WORK/programs:$PATH run info $packed.tar.gz
    status_is 3
done
file_gone started

test_ "bytes that nobody reads count, the limits hold for all archives together, and the batch goes on"
mkdir -p bombs/hidden
head -c 3000000 /dev/zero >bombs/hidden/.zeros
tar czf bombs/a.tar.gz -C bombs/hidden .zeros
gzip <bombs/a.tar.gz >bombs/b.tar.gz.gz
rm -r bombs/hidden
cp "$final" bombs/final.mat
cp league.tar.gz bombs/z.tar.gz
run info --max-unpacked 2 bombs
status_is 1
err_has 'bombs/a.tar.gz: the archive unpacks to more than --max-unpacked allows'
out_has 'bombs/final.mat: mat'
run info --max-unpacked 7 bombs
status_is 0
run info --max-unpacked 5 bombs
status_is 1
err_lacks 'bombs/a.tar.gz: '
err_has 'bombs/b.tar.gz.gz: the archive unpacks to more than --max-unpacked allows'

test_ "a few bytes that ask for a dictionary of a gibibyte do not get it, and the batch goes on"
mkdir dictionary
cp "$final" dictionary/final.mat
for size in 64 1016 4095; do # MiB, in the header of the fixture's 7z
    python3 - "$TOP/fixtures/archive/round.7z" $size >dictionary/$size.7z <<'PY'
import struct, sys, zlib
b = bytearray(open(sys.argv[1], "rb").read())
at, size = struct.unpack("<QQ", b[12:28])
header = slice(32 + at, 32 + at + size)
lzma = bytes(b).index(bytes.fromhex("5d00008000"), header.start)
b[lzma + 1:lzma + 5] = struct.pack("<I", int(sys.argv[2]) << 20)
b[28:32] = struct.pack("<I", zlib.crc32(b[header]))
b[8:12] = struct.pack("<I", zlib.crc32(b[12:32]))
sys.stdout.buffer.write(b)
PY
done
run info dictionary
status_is 1
out_has 'dictionary/64.7z/round/b.mat: mat'
out_has 'dictionary/final.mat: mat'
err_has 'dictionary/1016.7z: .*Cannot allocate memory'
err_has 'dictionary/4095.7z: .*Cannot allocate memory'
run info --max-memory 2000 dictionary/1016.7z
status_is 0

head -c 50000000 /dev/zero | bzip2 >zeros
for _ in $(seq 400); do cat zeros; done | bzip2 >zeros.bz2 # 20 GB
truncate -s 60G .hidden
{ tar cf - .hidden 2>/dev/null | head -c 512 | bzip2 | bzip2 && cat zeros.bz2; } >endless.tar.bz2
rm .hidden
for signal in INT TERM; do
    test_ "SIG$signal ends unpacking, and with it its process"
    for what in "info" "analyze --out interrupted"; do
        # shellcheck disable=SC2086
        "$PROGRAM" $what --max-unpacked 1000000 endless.tar.bz2 >out 2>err &
        pid=$!
        at_work $pid
        for _ in $(seq 3000); do # until the process that unpacks has begun
            cat /proc/[0-9]*/stat 2>/dev/null | grep -q ") . $pid " && break
            kill -0 $pid 2>/dev/null || break
            sleep 0.02
        done
        interrupted_soon $pid $signal
        status_is 130
    done
done

test_ "what takes more than it may fails with its name and the batch goes on"
mkdir greedy
{ echo '(;FF[4]GM[6]C[' && head -c 30000000 /dev/zero | tr '\0' x && echo '])'; } >greedy/a.sgf
cp "$final" greedy/final.mat
run info --max-memory 60 greedy
status_is 1
err_has 'greedy/a.sgf: takes more memory than --max-memory allows'
out_has 'greedy/final.mat: mat'
run convert --max-memory 60 --to dump --out from-greedy greedy
status_is 1
same from-greedy/final.dump from-folder/final.dump
file_gone from-greedy/a.dump
mkdir slow
for i in $(seq 300); do sed "s/Zoë/Zoë $i/" "$final"; done >slow/a.mat # what is the same is analysed once
printf ' 3 point match\n\n Game 1\n Ann : 0                             Bob : 0\n  1) 21: 24/23 13/11\n' >slow/b.mat
run analyze --max-seconds 2 --level 2ply --jobs 2 --out from-slow slow
status_is 1
err_has 'slow/a.mat: error: takes longer than --max-seconds allows'
file_there from-slow/b.html
grep -q 'takes longer than' from-slow/index.html || wrong "the index page does not say it"

test_ "a folder without a file leaves nothing behind"
mkdir nothing
run analyze --out nothing-made nothing
status_is 3
file_gone nothing-made

test_ "an empty folder is reported with what was looked at"
mkdir -p empty/sub
run info empty
status_is 3
err_has 'no match files found in empty: 0 files in 2 folders looked at'
echo hello >empty/readme.md
run analyze empty
status_is 3
err_has '1 file in 2 folders looked at'
file_gone kibitzer-report/index.html

test_ "bytes that are no text are one error, whatever would have to be changed to read them"
head -c 3000 /dev/zero | tr '\0' '\377' >random.xg
printf '\0\0\n\0\n\0\200\n\0\n\0' >>random.xg
run info random.xg
status_is 3
err_lacks warning
err_has 'error: content is of no format known here'

test_ "a command that reads positions from a terminal says what it waits for"
python3 - "$PROGRAM" >out <<'PY'
import os, pty, sys, time
told = b''
def read(fd):
    global told
    bytes = os.read(fd, 1024)
    if b'ends' in told + bytes and b'ends' not in told:
        time.sleep(1) # until it listens, too
        os.write(fd, b'\x04')
    told += bytes
    return bytes
pty.spawn([sys.argv[1], 'hint', '--level', '0ply'], read, lambda fd: b'')
PY
out_has 'waiting for positions, an ID (XGID=...) on each line; Ctrl-D ends'
run hint --level 0ply </dev/null
err_lacks 'waiting for positions'

test_ "names in old code pages are guessed, the guess is shown, --encoding overrides"
for page in cp1251 shift-jis cp1253; do
    run info "$TOP/fixtures/encoding/$page.mat"
    status_is 0
    err_has 'line is not UTF-8, read as'
    out_has "$(cat "$TOP/fixtures/encoding/$page.names")"
done
run info --encoding koi8-r "$TOP/fixtures/encoding/cp1251.mat"
status_is 0
err_empty
out_has 'хБЮМ оЕРПНБ - нКЭЦЮ'
run info --encoding klingon "$final"
status_is 2
err_has 'klingon'

test_ "a tag of 100 kB does not hide the format"
{ printf '; [EventDescription "'; yes words | head -20000 | tr '\n' ' '; echo '"]'; cat "$final"; } >tag.mat
run info tag.mat
status_is 0
out_has ': mat$'
out_has 'Zoë & Max'

test_ "one fact gets one warning, and more than five alike are summed up"
{ echo ' 25 point match'; for g in $(seq 20); do
    name=Ann; [ "$g" -gt 2 ] && name=Anna
    printf '\n Game %d\n %s : 0     Bob : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) 64: 24/13 x\n' "$g" $name
done; } >many.mat
run info many.mat
equal "$(grep -c 'players "Anna"' err)" 1
equal "$(grep -c 'cannot be played' err)" 5
err_has 'and 15 more like these, -v shows them'
run info -v many.mat
equal "$(grep -c 'cannot be played' err)" 20
err_lacks 'more like these'

test_ "pages for people are refused by name, whatever IDs stand on them"
printf '# Positions\n\nPosition ID: 4HPwATDgc/ABMA\n\n## More\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n' >page.md
cp page.md page.txt
echo '<!DOCTYPE html><html><p>XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10</p></html>' >page.html
for f in page.md page.txt; do
    run info $f
    status_is 3
    err_has 'this is a Markdown page'
done
run info page.html
status_is 3
err_has 'this is an HTML page'
printf 'See 4HPwATDgc/ABMA for the start.\n4HPwATDgc/ABMA it is\nwords\nwords\nwords\nwords\nwords\n' >words.txt
run info words.txt
status_is 3

test_ "a double, beaver or raccoon that waits in a file asks whoever has to reply, as hint does"
board=XGID=aa--BBCBA-B--aA---bcbc-b-A
for id in :0:0:1:D:0:0:3:0:10 :1:1:1:D:3:2:0:7:10 :1:-1:1:B:0:0:3:0:10 :2:-1:1:R:0:0:3:0:10; do
    echo "$board$id" >waiting.txt
    rm -rf waiting
    run analyze -q --level 0ply --report text,json --out waiting waiting.txt
    status_is 0
    run hint --level 0ply --json $board$id
    python3 - >compared <<'PY'
import json
h, = json.load(open('out'))
m = json.load(open('waiting/waiting.json'))
p = m['games'][0]['plies'][-1]
r = p['replies']
same = all(abs(r[k][v] - h[k][v]) < 1e-5 for k in r if k not in ('player', 'best') for v in ('equity', 'cost'))
s = m['statistics']['players']
print(r['best'] == h['answer'], same, p['cube']['double_error'], p['marks']['cube'], sum(x['cube']['total_decisions'] for x in s))
PY
    equal "$(cat compared)" "True True None None 0"
done
grep -q 'raccooned to 8: take or pass?' waiting/waiting.txt || wrong "the question is not asked"
grep -q '^ *pass *-4.000' waiting/waiting.txt || wrong "no equity of a pass"
grep -q '^Reply: take' waiting/waiting.txt || wrong "no reply"

test_ "a file of positions is analysed as hint would, all of them on one page"
printf 'XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10\n4HPwATDgc/ABMA:cAkAAAAAAAAE\n' >positions.txt
run analyze -q --level 0ply --report html,dump --out positions positions.txt
status_is 0
grep -q '<b>52</b><span>to play' positions/positions.html || wrong "no heading for the roll"
grep -q '24/22 13/8' positions/positions.html || wrong "no candidates for the roll"
grep -q 'cube decision' positions/positions.html || wrong "no cube decision"
grep -q '<h1>2 positions' positions/positions.html || wrong "no heading"
[ ! -e positions/positions.m2.html ] || wrong "the second position has a page of its own"
equal "$(grep -o 'id="g[0-9]*"' positions/positions.html | tr '\n' ' ')" 'id="g1" id="g2" '
equal "$(grep -o '"./positions.html#g[12]"' positions/index.html | wc -l)" 2
run hint --level 0ply --tsv XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10
best=$(cut -f 4 out)
kept=$(grep -m 1 ' candidate ' positions/positions.dump | sed 's/.* equity //; s/ .*//')
equal "$(printf '%.4f' "$kept")" "$(printf '%.4f' "$best")"
run hint --level 0ply --tsv 4HPwATDgc/ABMA:cAkAAAAAAAAE
equal "$(printf '%.4f' "$(sed -n 's/^ *cube \([^ ]*\) .*/\1/p' positions/positions.m2.dump)")" "$(printf '%.4f' "$(cut -f 4 out)")"

test_ "the page of a file of positions is written again whole, in other formats too"
cp positions/positions.html first.html
rm positions/positions.html
run analyze -q --level 0ply --report html,dump,text --out positions positions.txt
status_is 0
same positions/positions.html first.html
equal "$(grep -c '^Position [12] ' positions/positions.txt)" 2
run report --db positions/collection.db --out again --report html,text
status_is 0
same again/positions.txt positions/positions.txt
[ ! -e again/positions.m2.txt ] || wrong "the second position has a page of its own"

test_ "a position in two files stands on the page of each, also where the pages are written again"
printf 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n' >twice.txt
cat positions.txt >>twice.txt
printf 'XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10\n' >>twice.txt
head -1 twice.txt >>twice.txt # and one that the file has twice
run analyze -q --level 0ply --report html,text,dump --out shared positions.txt twice.txt
status_is 0
equal "$(grep -c '^Position' shared/positions.txt) $(grep -c '^Position' shared/twice.txt)" "2 5"
mkdir shared/first && cp shared/positions.* shared/twice.* shared/first
rm shared/positions.html shared/twice.html shared/twice.m3.dump
run analyze -q --level 0ply --report html,text,dump --out shared twice.txt positions.txt
status_is 0
for page in positions.html positions.txt twice.html twice.txt twice.dump twice.m3.dump; do
    same "shared/$page" "shared/first/$page"
done
run report --db shared/collection.db --out anew --report html,text
status_is 0
same anew/positions.txt shared/positions.txt
same anew/twice.txt shared/twice.txt
same anew/twice.html shared/twice.html

test_ "the index leads to each position on its page, the pages to each other"
equal "$(grep -o 'href="./[a-z]*.html#g[0-9]"' shared/index.html | sort -u | tr '\n' ' ')" \
    'href="./positions.html#g1" href="./positions.html#g2" href="./twice.html#g1" href="./twice.html#g4" '
equal "$(grep -ho '<a[^>]*rel="[a-z]*"' shared/positions.html shared/twice.html | grep -c .)" 2
grep -q 'rel="[a-z]*" href="./positions.html"' shared/positions.html && wrong "a page is its own neighbour"
grep -q 'href="./positions.html"' shared/twice.html || wrong "no way to the other page"

test_ "pages of positions that are there are left alone"
stamp() { stat -c %Y%z "$1"; }
before=$(stamp shared/twice.html)$(stamp shared/positions.txt)
run analyze -q --level 0ply --report html,text,dump --out shared positions.txt twice.txt
status_is 0
equal "$(stamp shared/twice.html)$(stamp shared/positions.txt)" "$before"

test_ "501 positions of a file take two pages, also where they are written again"
awk 'BEGIN { for (away = 1; away < 25; away++) for (a = 1; a <= 6; a++) for (b = 1; b <= a && n < 501; b++)
    printf "XGID=-b----E-C---eE---c-e----B-:0:0:1:%d%d:%d:3:0:25:10\n", a, b, away + 0 * n++ }' >many.txt
run analyze -q --level 0ply --parts plays --report text --out many positions.txt many.txt
status_is 0
equal "$(grep -c '^Position' many/many.txt) $(ls many/*.txt | tr '\n' ' ')" "500 many/many.m501.txt many/many.txt many/positions.txt "
cp many/many.m501.txt last.txt
run report --db many/collection.db --out more --report text
status_is 0
same more/many.txt many/many.txt
same more/many.m501.txt last.txt
awk 1 many.txt many.txt | sed 1,100d >again.txt # a position on two pages of its file
run analyze -q --level 0ply --parts plays --report text --out many again.txt
status_is 0
run report --db many/collection.db --out more --report text
same more/again.txt many/again.txt
same more/again.m501.txt many/again.m501.txt

test_ "a match called index keeps its report"
cp "$final" index.mat
run analyze -q --level 0ply --out idx index.mat
status_is 0
file_there idx/index.html
file_there idx/index.2.html
grep -q 'index.2.html' idx/index.html || wrong "the overview does not lead to the report"

test_ "what a killed writer has left is swept, what others have is not"
mkdir swept
sleep 0 &
dead=$!
wait $dead
touch swept/a.html.kibitzer-$dead-0.tmp swept/b.html.kibitzer-$$-0.tmp swept/mine.tmp
run convert -q --to dump --out swept "$final"
status_is 0
file_gone swept/a.html.kibitzer-$dead-0.tmp
file_there swept/b.html.kibitzer-$$-0.tmp
file_there swept/mine.tmp

test_ "a folder that cannot be made is reported with the reason, not with what followed from it"
run convert -q --to dump --out /proc/self/kibitzer/reports "$final"
status_is 3
err_has '/proc/self/kibitzer: the folder cannot be made'
echo >plain
run convert -q --to dump --out plain/reports "$final"
status_is 3
err_lacks 'No such file'

test_ "a match alone that is compressed is read like the match, by its name and through a pipe"
cp "$DEMO/club-final.mat" lone.mat
"$PROGRAM" convert --to dump lone.mat lone.dump
python3 - <<'END'
import bz2, gzip, lzma
text = open("lone.mat", "rb").read()
open("lone.mat.bz2", "wb").write(bz2.compress(text))
open("lone.mat.xz", "wb").write(lzma.compress(text))
open("lone.mat.lzma", "wb").write(lzma.compress(text, format=lzma.FORMAT_ALONE))
open("lone.mat.gz", "wb").write(gzip.compress(text))
# frames of stored blocks, written by hand: magic, descriptor, window; last, raw, size
open("lone.mat.zst", "wb").write(b"\x28\xb5\x2f\xfd\x00\x58" + (len(text) << 3 | 1).to_bytes(3, "little") + text)
open("cut.mat.xz", "wb").write(lzma.compress(text)[:300])
END
for packed in lone.mat.bz2 lone.mat.xz lone.mat.lzma lone.mat.gz lone.mat.zst; do
    run convert --to dump "$packed" -
    status_is 0
    same out lone.dump
    run convert --to dump - - <"$packed"
    same out lone.dump
done
run convert --to sgf --out unpacked lone.mat.xz
file_there unpacked/lone.sgf
run convert --to dump cut.mat.xz -
status_is 3
err_has 'compressed by xz that cannot be unpacked'

test_ "--out of convert is a file where it ends like a format, else a folder"
rm -rf out-file && mkdir -p out-file/there.mat
sgf=$TOP/fixtures/sgf/mail.sgf one=$TOP/fixtures/sgf/minimal.sgf
run convert "$one" -o out-file/game.mat
status_is 0
run convert "$one" out-file/other.mat
same out-file/game.mat out-file/other.mat
run convert "$one" -o out-file/game.snowie.txt
file_there out-file/game.snowie.txt
run convert "$one" --to sgf -o out-file/named.mat
grep -q '^(;FF' out-file/named.mat || wrong "--to does not count"
run convert "$one" -o out-file/there.mat # it is a folder
file_there out-file/there.mat/minimal.dump
run convert "$one" --to mat -o out-file/new.mat/
file_there out-file/new.mat/minimal.mat
run convert "$one" --to mat -o out-file/2025.11.28
file_there out-file/2025.11.28/minimal.mat
for odd in game.foo 2026.01.01; do
    run convert "$one" -o out-file/$odd
    status_is 2
    err_has "out-file/$odd: .*--to FORMAT names the format of the files in that folder"
    file_gone out-file/$odd
done
run convert "$one" "$sgf" -o out-file/two.mat
status_is 2
err_has 'out-file/two.mat: many inputs go into a folder: --out out-file/two.mat/'
file_gone out-file/two.mat

finish
