#!/bin/bash
# Names in eight scripts on paper and in the terminal. Fonts: what `make bootstrap` installs.
. "$(dirname "$0")/lib.sh"

# named FILE NAME NAME: the match of these two.
named() {
    short_match | sed "s/^ Ann : 0                             Bob : 0/ $2 : 0                             $3 : 0/" >"$1"
}
# written FILE TEXT: pdftotext finds it, without what marks its direction.
written() { pdftotext -layout "$1" - | sed 's/\xe2\x80[\x8e\x8f\xaa-\xae]//g' | grep -qF -- "$2" || wrong "$1 does not say $2"; }
# embedded FILE N: its fonts are all in it, as subsets that know what their signs mean; there are N.
embedded() {
    equal "$(pdffonts "$1" | sed 1,2d | wc -l)" "$2"
    pdffonts "$1" | sed 1,2d | grep -qv ' yes yes yes ' && wrong "$1 lacks a font: $(pdffonts "$1")"
}

names=('日本太郎' '王小明' '김철수' 'สมชาย' 'रविशंकर' 'דוד לוי' 'محمد علي' 'Γιώργος')
for ((i = 0; i < 8; i += 2)); do named "m$i.mat" "${names[i]}" "${names[i + 1]}"; done

for ((i = 0; i < 8; i += 2)); do
    test_ "PDF and PostScript with the names ${names[i]} and ${names[i + 1]}: every font is there, and they are found as text"
    run convert "m$i.mat" "m$i.pdf"
    status_is 0
    err_lacks lost
    run convert "m$i.mat" "m$i.ps"
    err_lacks lost
    for who in "${names[i]}" "${names[i + 1]}"; do written "m$i.pdf" "$who"; done
    ! pdftotext "m$i.pdf" /dev/null 2>&1 | grep . || wrong "the PDF is not sound"
done

test_ "a font is in the file once, with the letters that are shown alone"
embedded m0.pdf 3
embedded m2.pdf 5
named latin.mat Zoë Иван
run convert latin.mat latin.pdf
embedded latin.pdf 2
more=$(($(stat -c %s m0.pdf) - $(stat -c %s latin.pdf)))
[ "$more" -lt 8000 ] || wrong "seven letters take $more bytes"

# whole FILE: no glyph of a font embedded in this PDF has a component without an outline.
whole() {
    python3 - "$1" <<'END' >components || wrong "$1 lacks components of glyphs: $(cat components)"
import re, sys, zlib
from struct import unpack_from

def components(font, at):  # OpenType, "glyf": a composite glyph has -1 contours
    if unpack_from('>h', font, at)[0] >= 0:
        return
    at, more = at + 10, True
    while more:
        flags, glyph = unpack_from('>HH', font, at)
        yield glyph
        at += 4 + (4 if flags & 1 else 2) + (2 if flags & 8 else 4 if flags & 64 else 8 if flags & 128 else 0)
        more = flags & 32

def lacking(font):
    table = {}
    for row in range(12, 12 + 16 * unpack_from('>H', font, 4)[0], 16):
        table[font[row:row + 4]] = unpack_from('>I', font, row + 8)[0]
    n = unpack_from('>H', font, table[b'maxp'] + 4)[0]
    wide = unpack_from('>H', font, table[b'head'] + 50)[0]
    place = [x if wide else 2 * x for x in unpack_from('>%d%s' % (n + 1, 'I' if wide else 'H'), font, table[b'loca'])]
    empty = [place[i] == place[i + 1] for i in range(n)]
    composite = {i: list(components(font, table[b'glyf'] + place[i])) for i in range(n) if not empty[i]}
    return sum(map(bool, composite.values())), [(i, k) for i, parts in composite.items() for k in parts if empty[k]]

found = lost = 0
for body in re.findall(rb'stream\r?\n(.*?)\r?\nendstream', open(sys.argv[1], 'rb').read(), re.S):
    try:
        font = zlib.decompress(body)
    except zlib.error:
        continue
    if font[:4] == b'\0\1\0\0':
        n, pairs = lacking(font)
        found += n
        lost += len(pairs)
        print(pairs)
sys.exit(found == 0 or lost > 0)
END
}

test_ "a letter made of others has all its parts in the file, also where these are made of others in turn"
named parts.mat 'Άννα Ὦ ᾯ' 'Nguyễn Ổ Ǻ Ǖ Ѷ'
for language in en el ru cs tr; do
    run convert --language $language parts.mat $language.pdf
    err_lacks lost
    whole $language.pdf
done

test_ "the score stands behind a name that goes from right to left, in a sentence that does not"
run convert m4.mat m4.txt
grep -q $'\u2068דוד לוי\u2069 0' m4.txt || wrong "it is not kept apart in text: $(head -3 m4.txt)"
pdftotext -bbox m6.pdf bbox.html
x() { LC_ALL=C.UTF-8 sed -n "/>$1</{s/.*xMin=\"\([0-9]*\).*/\1/p;q}" bbox.html; } # letters stand there as they are seen
[ "$(x دمحم)" -gt "$(x يلع)" ] || wrong "the first word is not on the right: $(x دمحم), $(x يلع)"

test_ "a name does not move the columns of a table, nor the figures beside it"
run analyze -q --level 0ply --db names.db m4.mat
run stats --db names.db
grep -q $'^\u2068דוד לוי\u2069 ' out || wrong "the name is not kept apart: $(head -3 out)"
run analyze -q --level 0ply --db columns.db m6.mat
run stats --width any --db columns.db
# Letters of these names take a column each, isolates none: figures end below the end of their title.
equal "$(tr -d $'\u2068\u2069' <out | python3 -c 'import sys
lines = sys.stdin.read().splitlines()
end = lines[0].index("Matches") + len("Matches")
print([line[end - 2:end + 1] for line in lines[1:3]])')" "[' 1 ', ' 1 ']"

test_ "two such names are printed in their order, also on a terminal"
named rtl.mat 'דוד לוי' 'محمد علي'
run info rtl.mat
out_has $'\u2068דוד לוי\u2069 - \u2068محمد علي\u2069'
script -qec "stty cols 90; '$PROGRAM' info rtl.mat" /dev/null >out 2>&1 </dev/null
out_has $'\u2068דוד לוי\u2069 - \u2068محمد علي\u2069'
run convert rtl.mat rtl.html
grep -q $'<title>.*\u2068דוד לוי\u2069' rtl.html || wrong "the title of the page mixes them: $(grep -m1 '<title>' rtl.html)"

test_ "Japanese lines break where a reader expects it: none is longer than the page, none begins with a full stop"
run analyze -q --level 0ply --language ja --report text --out ja m0.mat
grep -q '[。、」）ー]' ja/m0.txt && ! grep -q '^ *[。、」）ー]' ja/m0.txt || wrong "a line begins with a mark that closes"

test_ "PostScript says what its signs mean"
grep -q '^/uni0645\.[0-9]* [0-9]* def' m6.ps && grep -q '^/uni65E5\.[0-9]* [0-9]* def' m0.ps || wrong "its signs have no names"
grep -q '%%+ font Kibitzer' m0.ps || wrong "its header does not name the fonts"

test_ "the same bytes twice, whatever the locale"
for kind in pdf ps; do
    LANG=zh_TW.UTF-8 run convert --language en m0.mat again.$kind
    same again.$kind m0.$kind
done

test_ "a picture has the names, too"
for who in 日本 中国 דוד; do
    run convert -q --names "$who;Bob" "${DEMO%/demo}/xgtext/cube.txt" "$who.png"
    status_is 0
    err_lacks 'no font has'
done
cmp -s 日本.png 中国.png && wrong "all names look alike"

test_ "a letter that no font has is named, each once"
named lost.mat $'A\ue000\ue000' $'B\U000f1234'
for kind in pdf ps; do
    run convert lost.mat lost.$kind
    status_is 0
    err_has 'warning: lost: no font has U+E000, U+F1234$'
done

test_ "LaTeX marks what goes from right to left and where Japanese lines may break, and is for LuaLaTeX"
run convert m4.mat m4.tex
err_has 'warning: .* pdfLaTeX, which prints their numbers: use lualatex$'
grep -qF '\kbzleftwards{דוד לוי}' m4.tex || wrong "the name is not marked"
run convert m0.mat m0.tex
grep -qF '日\kbzs 本\kbzs 太\kbzs 郎' m0.tex || wrong "no line may break in the name"
run convert latin.mat latin.tex
err_has 'warning: 4 letters'
named latin.mat Zoë José
run convert latin.mat latin.tex
err_empty
grep -v '^%\|newcommand' latin.tex | grep -q 'kbzs \|kbzleftwards' && wrong "Latin letters are marked"

test_ "KIBITZER_FONTS takes the place of all other fonts"
KIBITZER_FONTS=/usr/share/fonts/truetype/dejavu run convert m0.mat own.pdf
err_has 'lost: no font has U+65E5, U+672C, U+592A, U+90CE, U+738B, U+5C0F, U+660E$'
embedded own.pdf 2

test_ "a file without such letters is the same where there are no other fonts"
for kind in pdf ps; do
    run convert latin.mat latin.$kind
    KIBITZER_FONTS=/usr/share/fonts/truetype/dejavu run convert latin.mat own.$kind
    same latin.$kind own.$kind
done

finish
