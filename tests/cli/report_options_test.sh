#!/usr/bin/env bash
# What reports contain, which part of a match is written, and what a user adds to it.
. "$(dirname "$0")/lib.sh"

run analyze -q --level 0ply --thresholds 0.005,0.02,0.08 --report dump --out marked "$DEMO/semi-final.mat"
m=marked/semi-final.dump
count() { grep -c -e "$1" "$2"; }

test_ "only the decisions asked for appear, in every kind of report"
run convert "$m" all.csv
run convert --show-moves very-bad --show-cubes actual "$m" some.csv
status_is 0
marks=$(cut -d, -f11,22 all.csv | grep -c '^"move","very bad"$')
[ "$marks" -gt 0 ] || wrong "the test needs a very bad play"
equal "$(cut -d, -f11 some.csv | grep -c '^"move"$')" "$marks"
equal "$(cut -d, -f12 some.csv | grep -c '^"no double"$')" 0
[ "$(cut -d, -f12 all.csv | grep -c '^"no double"$')" -gt 0 ] || wrong "the test needs rolls without a double"
equal "$(grep -c ',"double",\|,"take",\|,"drop",' some.csv)" "$(grep -c ',"double",\|,"take",\|,"drop",' all.csv)"
run convert --show-moves very-bad --show-cubes actual "$m" some.txt
plays=$(count '^[0-9]*\. .* [1-6][1-6]: ' some.txt)
equal "$plays" "$marks"
run convert --show-moves very-bad --show-cubes actual "$m" some.json
equal "$(grep -c '"action": "play"' some.json)" "$marks"
run convert --show-moves very-bad --show-cubes actual "$m" some.html
equal "$(grep -o '<details class="d[^>]* id="g[0-9]*m' some.html | wc -l)" "$(count '^[0-9]*\. ' some.txt)"
run convert --show-moves very-bad --show-cubes actual "$m" some.tex
equal "$(count 'kbzline{{[0-9]' some.tex)" "$(count '^[0-9]*\. ' some.txt)"

test_ "a list of words takes them together"
run convert --show-moves very-bad,bad,doubtful,unmarked "$m" words.csv
same words.csv all.csv
run convert --show-moves "Bad, very-bad" --show-cubes missed "$m" two.csv
status_is 0
equal "$(cut -d, -f11,22 two.csv | grep '^"move"' | sort -u | tr '\n' ';')" '"move","bad";"move","very bad";'

test_ "boards: all, none, on errors, every n-th"
for w in all none errors every=4; do run convert --boards $w "$m" b.$w.txt; status_is 0; done
boards() { count '|BAR|' "b.$1.txt"; }
[ "$(boards all)" -gt "$(boards every=4)" ] || wrong "every=4 leaves no board out"
[ "$(boards every=4)" -gt "$(boards errors)" ] || wrong "errors have no fewer boards than every=4"
[ "$(boards errors)" -gt 0 ] || wrong "no board on an error"
equal "$(boards none)" 0

test_ "each part of a report can be left out"
run convert "$m" full.html
run convert "$m" full.txt
for o in --no-analysis --no-statistics --no-legend --no-match-information --no-probabilities --parameters "--candidates 1" \
    "--title Quiz"; do
    run convert $o "$m" part.html
    status_is 0
    ! cmp -s full.html part.html || wrong "$o changes nothing in HTML"
done
for o in --no-analysis --no-statistics --no-match-information --no-probabilities --parameters "--candidates 1" "--title Quiz"
do
    run convert $o "$m" part.txt
    ! cmp -s full.txt part.txt || wrong "$o changes nothing in text"
done
run convert --no-statistics "$m" part.txt
equal "$(count '^Statistics' part.txt)" 0
run convert --no-analysis "$m" part.txt
equal "$(count '^Cube: \|^Luck [+-]\|plays, \|\[-0' part.txt)" 0
run convert --title 'Two <b>bold</b> players' "$m" part.html
grep -q '<title>Two &lt;b&gt;bold' part.html || wrong "the title is not there"
run convert --to sgf "$DEMO/league-round-4.sgf" c.sgf
sed '0,/;B\[/s//;C[A remark of mine]B[/' c.sgf >noted.sgf
run convert noted.sgf noted.txt
equal "$(count 'A remark of mine' noted.txt)" 1
run convert --no-annotations noted.sgf noted.txt
equal "$(count 'A remark of mine' noted.txt)" 0

test_ "the decisions of one player alone, in every kind of report"
run convert -q --only-player "o'hara;somebody" "$m" one.csv
status_is 0
grep "^player_0\|^\"O'Hara\",\"Jörg Müller\",5,[0-9]*,[0-9]*,0," all.csv >expected.csv
same one.csv expected.csv
run convert -q --player "O'Hara" "$m" one.txt
equal "$(count '^[0-9]*\. Jörg Müller ' one.txt)" 0
equal "$(count "^[0-9]*\. O'Hara [1-6][1-6]:" one.txt)" "$(count ',"move","play",.*,false,"XGID' one.csv)"
for f in json html tex pdf; do
    run convert -q "$m" both.$f
    run convert -q --only-player "O'Hara" "$m" one.$f
    status_is 0
    [ "$(stat -c %s one.$f)" -lt "$(stat -c %s both.$f)" ] || wrong "the $f of one player is not smaller"
done
run convert --player Nobody "$m" nobody.csv
status_is 2
err_has 'convert: --player: no player is called "Nobody"; there are "Jörg Müller", "O.Hara"'
file_gone nobody.csv
run convert --player Nobody --to csv --out nobodies "$DEMO"
status_is 2
file_gone nobodies
run analyze --player Nobody --out nobodies "$DEMO"
status_is 2
err_has 'analyze: --player: no player is called "Nobody"; there are '
file_gone nobodies
run convert -q --player Nobody --to csv - - <"$m"
status_is 2
out_empty

test_ "only the errors above a limit, in every kind of report"
run convert -q --errors-above 0.1 "$m" above.csv
status_is 0
awk -F, '$11 != "\"move\"" || $19 > 0.1' all.csv >expected.csv
equal "$(grep -c ',"move","play",' above.csv)" "$(grep -c ',"move","play",' expected.csv)"
equal "$(grep ',"move","play",' above.csv | md5sum)" "$(grep ',"move","play",' expected.csv | md5sum)"
cubes=$(awk -F, '$11 == "\"cube\""' above.csv | grep -oE '"[^"]*",,,,[0-9.]+' | sed 's/.*,//' | sort | head -1)
awk "BEGIN { exit !($cubes > 0.1) }" || wrong "a cube decision that cost $cubes"
run convert -q --errors-above 0.1 "$m" above.txt
equal "$(count '^[0-9]*\. .* [1-6][1-6]: .*\[-0.[1-9][0-9]* ??\]' above.txt)" "$(grep -c ',"move","play",' above.csv)"
equal "$(count ': resigns' above.txt)" 0
for f in json html tex pdf; do
    run convert -q --errors-above 0.1 "$m" above.$f
    status_is 0
    [ "$(stat -c %s above.$f)" -lt "$(stat -c %s both.$f)" ] || wrong "the $f of errors is not smaller"
done
run convert --errors-above much "$m" x.csv
status_is 2
err_has 'errors-above much: an equity'

test_ "a page takes a style sheet of the user, whole or by its name"
echo '.movetable { color: teal }' >mine.css
run convert --css mine.css "$m" mine.html
status_is 0
grep -q 'movetable { color: teal }' mine.html || wrong "the style sheet is not in the page"
run convert --css mine.css --css-link "$m" linked.html
grep -q '<link rel="stylesheet" href="mine.css"/>' linked.html || wrong "the page does not name the style sheet"
run convert --css nothere.css "$m" x.html
status_is 2
err_has 'nothere.css: a style sheet is expected'
run convert --css-link "$m" x.html
status_is 2

test_ "the page of a single position shows its board at once"
run convert --select "game 2 ply 5" "$DEMO/semi-final.mat" position.html
status_is 0
equal "$(grep -o '<details class="d [^>]*open=""' position.html | wc -l) $(grep -c '<svg class="board"' position.html)" "1 1"

test_ "a page trusts its own script alone"
scripts="'sha256-$(script_hash report.js)' 'sha256-$(script_hash tables.js)' 'sha256-$(script_hash replay.js)'"
grep -q "default-src 'none'; style-src 'unsafe-inline'; script-src $scripts; base-uri 'none'" mine.html ||
    wrong "the policy of mine.html does not admit $scripts alone"
! grep -q 'https*://' <(sed 's/xmlns="[^"]*"//' mine.html) || wrong "the page names an address"

test_ "PDF takes the same options"
run convert --select 'game 1' "$m" full.pdf
run convert --select 'game 1' --show-moves very-bad --show-cubes actual --boards none "$m" some.pdf
status_is 0
pages() { grep -ac '/Type /Page$' "$1"; }
if command -v pdffonts >/dev/null; then
    equal "$(pdftotext full.pdf - 2>&1 >/dev/null)$(pdffonts full.pdf 2>&1 >/dev/null)" ""
    equal "$(pdffonts full.pdf | awk 'NR > 2 {print $(NF - 4), $(NF - 3), $(NF - 2)}' | sort -u)" "yes yes yes" # the last: ToUnicode
fi
[ "$(pages some.pdf)" -lt $(($(pages full.pdf) / 2)) ] || wrong "the PDF of errors is not much shorter"

test_ "the errors of a match alone take four pages, each is listed, the costliest have boards"
run analyze -q --level 0ply --report dump --out alone "$DEMO/club-final.mat"
bad="doubtful,bad,very-bad"
run convert -v --boards errors --show-moves $bad --show-cubes $bad alone/club-final.dump alone.pdf
status_is 0
[ "$(pages alone.pdf)" -le 4 ] || wrong "$(pages alone.pdf) pages"
pdftotext -layout alone.pdf alone.txt
errors=$(sed -n 's/.*All \([0-9]*\) marked decisions.*/\1/p' alone.txt)
[ "$errors" -ge 57 ] || wrong "only $errors errors"
equal "$(grep '^ *Game [0-9]*, move [0-9]*' alone.txt | grep -vc 'move.*move')" "$errors" # but for the cards of page one
[ "$(grep -o 'Game [0-9]*, move [0-9]*' <(grep 'move.*move' alone.txt) | wc -l)" = 6 ] || wrong "page one has not six cards"
tabled=$(sed -n 's/.*luck of \([0-9]*\) errors: the table names them/\1/p' err)
[ $((errors - tabled)) -ge 9 ] || wrong "only $((errors - tabled)) of $errors have boards"
equal "$(tr ' ' '\n' <alone.txt | grep -c '^XGID=')" $((errors - tabled))

test_ "on paper a short table stays whole, and a long one has its titles on each page"
run convert alone/club-final.dump whole.pdf
pdftotext -layout whole.pdf whole.txt
rows=$(grep -o '.*Game [1-6]  *[0-9]*–[0-9]* ' whole.txt | awk '{ print index($0, "Game") }')
equal "$(echo "$rows" | wc -l) $(echo "$rows" | sort -u | wc -l)" "6 1"
equal "$(grep -c '^ *Where  *Player  *Roll  *Played  *Better  *Cost' whole.txt)" 2
equal "$(awk '/\f/ { first = 1 } /Where .*Better/ && first { print "titled" } /^\f*Game [0-9]*, move/ { first = 0 }' whole.txt | sort -u)" titled

test_ "on paper chances below a play have their title, a mark stays with its loss, and no section leaves a column empty"
pdftotext whole.pdf plain.txt
below=$(grep -cE '^[0-9]+\.[0-9] [0-9]+\.[0-9] [0-9]+\.[0-9] . [0-9. ]*[0-9]$' plain.txt)
tables=$(grep -c '^Win g bg . lose g bg, %$' plain.txt)
[ "$tables" -ge "$(grep -cE '^(Cube, |[0-9]+ of [0-9]+ plays|Plays, )' plain.txt)" ] || wrong "$tables titles of $below chances"
equal "$(grep -cxE '\?!|\?\??' plain.txt)" 0
equal "$(pdftotext -layout whole.pdf - | awk -v RS='\f' '/Statistics of the match/ && /XGID=/ { print "shared" }')" shared

test_ "an error moves to the next column for its letters, not for the blank below them"
run convert --language de --paper letter alone/club-final.dump letter.pdf
pdftohtml -xml -i -stdout letter.pdf >letter.xml
python3 - letter.xml <<'END' >said 2>&1 || wrong "$(head -c 300 said)"
import re, sys
empty = []
for page in open(sys.argv[1], errors="replace").read().split("<page ")[1:-1]:
    height, width = (int(re.search(f' {name}="([0-9]+)"', page)[1]) for name in ("height", "width"))
    words = [[int(v) for v in w] for w in re.findall(r'<text top="(-?\d+)" left="(-?\d+)"', page)]
    empty += [height - max(top for top, left in words if (left > width / 2) == right) for right in (False, True)]
assert len(empty) > 30 and sum(e > height / 4 for e in empty) < 2, empty
END

test_ "statistics that have no room below what is before them go on in the next column"
for match in semi-final club-final; do
    run analyze -q --level 0ply --report pdf --out statistics "$DEMO/$match.mat"
    pdftotext -layout "statistics/$match.pdf" - | grep -q 'Unforced moves' || wrong "$match: they are not there"
done

test_ "an error without a board keeps what somebody wrote about it"
awk '{ print } /^    [01] play 21 24.22 22.21/ { print "      comment \"why not the anchor\"" }' alone/club-final.dump >commented.dump
run convert --boards errors --show-moves $bad --show-cubes $bad commented.dump commented.pdf
pdftotext commented.pdf commented.txt
equal "$(grep -c 'why not the anchor' commented.txt)" 1
equal "$(tr ' ' '\n' <commented.txt | grep -c '^XGID=.*:21:0:0:')" 0

test_ "--split games makes a file for each game; pages of HTML lead to each other"
mkdir split
run convert --split games "$m" split/a.html
status_is 0
equal "$(ls split | tr '\n' ' ')" "a.html a_002.html a_003.html a_004.html "
grep -q 'href="./a_003.html">Next' split/a_002.html || wrong "no way to the next game"
for f in txt tex pdf ps mat csv gam; do
    run convert -q --split games "$m" split/a.$f
    status_is 0
    equal "$(ls split/a*.$f | wc -l)" 4
done
run info split/a_002.mat
out_has 'games      1,'
run convert --split games --to txt "$m" -
status_is 3
err_has 'standard output'
run convert --split sets "$m" x.html
status_is 2
err_has 'games is expected'

test_ "analyze takes them too"
run analyze -q --level 0ply --split games --boards none --report html,text --out reports "$DEMO/semi-final.mat"
status_is 0
file_there reports/semi-final_004.html
file_there reports/semi-final_004.txt
equal "$(count '|BAR|' reports/semi-final.txt)" 0
run analyze -q --level 0ply --boards some --out none "$DEMO/semi-final.mat"
status_is 2
err_has 'every=N'
file_gone none

test_ "--set shows one analysis of several"
run analyze -q --level 0ply --report dump --out two "$DEMO/league-round-4.sgf"
two=two/league-round-4.dump
run convert --to text "$two"
out_has 'analysed by kibitzer'
for s in 1 'gnu backgammon'; do
    run convert --to text --set "$s" "$two"
    status_is 0
    out_has 'analysed by GNU Backgammon'
done
run convert --to text --set XG "$two"
status_is 3
err_has 'GNU Backgammon.*kibitzer'
run convert --to text --set 3 "$two"
status_is 3

test_ "what is not a word of an option is a usage error"
for o in "--show-moves worst" "--show-moves bad,," "--show-cubes doubled" "--boards every=0" "--boards every=x" \
    "--boards every=" "--candidates 0" "--select 5." "--select game" "--select ply_7" "--select nonsense"; do
    run convert $o "$m" never.html
    [ "$status" -eq 2 ] || wrong "$o: exit status $status"
    file_gone never.html
done

# ---- --select ----
f=$DEMO/semi-final.mat

test_ "--select game: formats of games get that game"
run convert --select "game 2" "$f" g2.mat
status_is 0
run convert -q --split games "$f" parts.mat
same g2.mat parts_002.mat

test_ "--select ply: formats of positions get the position, its roll known"
run convert -q --select "game 2 ply 5" --to xgid "$f"
status_is 0
cp out ply5
run convert --to csv "$f" s.csv
equal "$(cat ply5)" "$(awk -F, '$4 == 2 && $5 == 5 && $11 == "\"move\"" { for (i = 12; i <= NF; i++) if ($i ~ /^"XGID=/) print $i }' s.csv | tr -d '"')"
run convert -q --select "game 2 ply 5" "$f" ply5.mat
same ply5.mat g2.mat

test_ "a ply without a game is counted over all games"
n=$(awk -F, '$4 == 1 { n = $5 } END { print n }' s.csv)
run convert -q --select "ply $((n + 5))" --to xgid "$f"
status_is 0
same out ply5
run convert -q --select "ply 1" --to xgid "$f"
equal "$(cat out)" "$(awk -F, '$4 == 1 && $5 == 1 && $11 == "\"move\"" { for (i = 12; i <= NF; i++) if ($i ~ /^"XGID=/) print $i }' s.csv | tr -d '"')"

test_ "an ID finds its place"
run convert -q --select "$(cat ply5)" --to xgid "$f"
status_is 0
same out ply5
run convert -q --select "$(cat ply5)" "$f" id.mat
same id.mat g2.mat
run convert -q --select "$(cat ply5)" "$f" id.svg
run board -o board.svg "$(cat ply5)"
grep -c '<' id.svg >a && grep -c '<' board.svg >b && same a b

test_ "a place that is not there is reported"
for s in "game 9" "game 2 ply 500" "ply 5000" 4HPwATDgc/ABMB; do
    run convert --select "$s" "$f" gone.svg
    [ "$status" -ne 0 ] || wrong "$s: exit status 0"
    file_gone gone.svg
done
run convert --select "game 9" "$f" gone.svg
status_is 3
err_has 'game 9'

# ---- --bottom and what a file lacks ----

test_ "--bottom puts somebody on number 1, whatever the capitals; twice is once"
run convert -q --bottom "o'hara" "$f" ohara.dump
status_is 0
grep -q "^ *player 1 \"O'Hara\"" ohara.dump || wrong "O'Hara is not player 1"
run convert -q --bottom "x; O'HARA ;y" "$f" again.dump
same ohara.dump again.dump
run convert -q --bottom "Jörg Müller" ohara.dump back.dump
run convert -q "$f" plain.dump
equal "$(grep -v '^  format\|^  generator' back.dump | md5sum)" "$(grep -v '^  format\|^  generator' plain.dump | md5sum)"
run convert --bottom Nobody "$f" nobody.dump
status_is 0
err_has 'warning: --bottom: no player is called "Nobody"; there are "Jörg Müller", "O.Hara"'
same nobody.dump plain.dump
run convert --bottom Nobody --to dump --out all.of.them "$DEMO"
equal "$(grep -c 'no player is called' err)" 1
run convert --bottom "O'Hara" --to dump --out all.of.them "$DEMO"
err_lacks 'no player is called'

test_ "the analysis is the same from either side"
run analyze -q --level 0ply --report csv --out left "$f"
run analyze -q --level 0ply --report csv --out right --bottom "O'Hara" "$f"
equal "$(cut -d, -f14-19 left/semi-final.csv | md5sum)" "$(cut -d, -f14-19 right/semi-final.csv | md5sum)"
equal "$(tail -1 right/semi-final.csv | cut -d, -f2)" "\"O'Hara\""

test_ "what a file lacks is filled in, what it says stays"
run convert -q --date 1999-01-01 --round Final --place "Room 2" --annotator Me "$f" filled.dump
status_is 0
for w in 'round "Final"' 'place "Room 2"' 'annotator "Me"' 'date "2025-10-12"'; do
    grep -q "$w" filled.dump || wrong "the record lacks $w"
done
run analyze --json --level 0ply --round Final "$f"
out_has '"round": "Final"'

test_ "pages are A4 or letter"
run convert -q --paper letter "$f" letter.pdf
status_is 0
grep -aq 'MediaBox \[ 0 0 612 792 \]' letter.pdf || wrong "the page is not letter"
run convert -q --paper letter "$f" letter.tex
grep -q 'documentclass\[10pt,letterpaper\]' letter.tex || wrong "the article is not letter"
run convert -q "$f" a4.pdf
grep -aq 'MediaBox \[ 0 0 595 842 \]' a4.pdf || wrong "the page is not A4"
run convert --paper a5 "$f" a5.pdf
status_is 2
err_has '--paper a5: a4 or letter is expected'

test_ "a style is for the reports that know it, and one of them must"
run analyze -q --keep --report text,mat --style xg --out styled "$m"
status_is 0
grep -q 'Variation "Backgammon"' styled/semi-final.mat || wrong "not in the style of XG"
run analyze -q --keep --report text,json --style xg --out unstyled "$m"
status_is 2
[ ! -e unstyled ] || wrong "something was written"

test_ "boards have themes, in pages and pictures alike"
run convert -q --style xg "$m" green.html
grep -q '^@media screen{$' green.html && grep -q '^\.bB{fill:#2f6b46}$' green.html || wrong "the page has other colours"
for theme in colour print light dark xg; do
    run convert -q --style $theme --select g1m3 "$m" $theme.svg
    run board --theme $theme -q -o $theme.board.svg "$(sed -n 's/.*\(XGID=[^ ]*\);.*/\1/p' $theme.svg)"
    equal "$(grep '^\.bB' $theme.svg)" "$(grep '^\.bB' $theme.board.svg)"
    run convert -q --style $theme "$m" $theme.pdf
    status_is 0
done
equal "$(cat ./*.svg | grep '^\.bB' | sort -u | wc -l)" 5
run convert -q "$m" usual.html
equal "$(grep -o -- '--table:#[0-9a-f]*' usual.html | head -1)" "--table:$(sed -n 's/^\.bB{fill:\(#[0-9a-f]*\)}$/\1/p' colour.svg)"
run convert -q --style plaid "$m" plaid.html
status_is 2

test_ "homes on the left and chequers of any colour, in pages, on paper and in pictures alike"
look="--look xg --home left --colours ffcc00,0000aa"
run convert -q $look --select g1m3 "$m" left.svg
id=$(sed -n 's/.*\(XGID=[^ ]*\);.*/\1/p' left.svg)
run board $look -q -o left.board.svg "$id"
equal "$(grep -c '^\.b[GH]{fill:#\(ffcc00\|0000aa\);' left.svg)" 2
equal "$(grep '^\.b' left.svg)" "$(grep '^\.b' left.board.svg)"
run convert -q $look "$m" left.html
grep -q '<body class="match left">' left.html || wrong "the page does not say where the homes are"
equal "$(sed -n '/^@media screen{$/,/^}$/p' left.html | grep '^\.b')" "$(grep '^\.b' left.svg)"
grep -q '^:root{.*--c0:#ffcc00;.*--c1:#0000aa' left.html || wrong "discs have other colours than chequers"
grep -q '<g id="n01"' left.html && ! grep -q '<g id="n00"' left.html || wrong "points of the page are numbered from the right"
run convert -q --select g1m3 $look --to snippet "$m" left.snippet.html
equal "$(grep '^\.b' left.snippet.html)" "$(grep '^\.b' left.svg)"
for kind in pdf ps; do
    run convert -q "$m" right.$kind
    run convert -q $look "$m" left.$kind
    status_is 0
    cmp -s left.$kind right.$kind && wrong "$kind looks as before"
done
run convert --colours red "$m" red.html
status_is 2
err_has 'two colours RRGGBB,RRGGBB are expected'

test_ "points are numbered from the side that is asked for, or not at all, in every kind of report"
run analyze --level 0ply --report sgf --out numbered "$DEMO/semi-final.mat"
for format in html pdf tex; do
    sums=
    for side in on-roll player0 player1 none; do
        run convert --numbers "$side" numbered/semi-final.sgf "numbered/$side.$format"
        status_is 0
        sums="$sums$(cksum <"numbered/$side.$format")
"
    done
    equal "$(printf '%s' "$sums" | sort -u | grep -c .)" 4
done
grep -q 'kbzothernumbers.begin{kbzboard}' numbered/player0.tex || wrong "no board is numbered from the other side"
run convert --numbers left numbered/semi-final.sgf numbered/x.html
status_is 2

test_ "paper is the whole match where boards are asked for: every decision, and the statistics of each game"
decisions=$("$PROGRAM" convert --to html numbered/semi-final.sgf - 2>err | grep -o '<svg class="board"' | wc -l)
run convert --boards all numbered/semi-final.sgf numbered/whole.tex
status_is 0
err_lacks 'lost: boards'
err_lacks 'lost: statistics'
boards=$(grep -c 'begin{kbzboard}' numbered/whole.tex)
[ "$boards" -gt 20 ] && [ "$boards" -le "$decisions" ] || wrong "$boards boards on paper, $decisions on the page"
grep -q 'Statistics of game 1' numbered/whole.tex || wrong "the statistics of a game are not on paper"
for format in pdf ps; do
    run convert numbered/semi-final.sgf numbered/short.$format
    err_has 'lost: boards'
    run convert --boards all numbered/semi-final.sgf numbered/whole.$format
    status_is 0
    err_lacks 'lost: boards'
    run convert --boards every=5 numbered/semi-final.sgf numbered/fifth.$format
    err_lacks 'lost: boards'
    [ "$(stat -c %s numbered/short.$format)" -lt "$(stat -c %s numbered/fifth.$format)" ] &&
        [ "$(stat -c %s numbered/fifth.$format)" -lt "$(stat -c %s numbered/whole.$format)" ] ||
        wrong "$format does not grow with the boards"
done

if heavy; then
    # A session of as many games as a long match has, and of twice as many: 25-point matches have 16 to 23.
    test_ "paper for a long match in full is under 300 pages and 20 MB, and grows in proportion"
    python3 - "$TOP/fixtures/demo/sunday money.mat" <<'END'
import re, sys
head, *games = re.split(r"(?m)^(?= *Game \d+)", open(sys.argv[1], encoding="utf-8").read())
for times in 3, 6:
    text = "".join(re.sub(r"Game \d+", f"Game {n + 1}", games[n % len(games)], count=1) for n in range(times * len(games)))
    open(f"long{times}.mat", "w", encoding="utf-8").write(head + text)
END
    run analyze -q --level 0ply --bad-inputs ok --report dump --out long long3.mat long6.mat
    for times in 3 6; do
        run convert -q --boards all long/long$times.dump long$times.pdf
        status_is 0
    done
    [ "$(pages long3.pdf)" -gt 60 ] && [ "$(pages long3.pdf)" -lt 300 ] || wrong "$(pages long3.pdf) pages"
    [ "$(stat -c %s long3.pdf)" -lt 20000000 ] || wrong "$(stat -c %s long3.pdf) bytes"
    [ "$(pages long6.pdf)" -le $((2 * $(pages long3.pdf) + 2)) ] || wrong "$(pages long3.pdf) pages, $(pages long6.pdf) of twice as much"
    [ "$(stat -c %s long6.pdf)" -le $((21 * $(stat -c %s long3.pdf) / 10)) ] || wrong "the file does not grow in proportion"
fi

test_ "time in proportion to the games of a session"
seq -f '(;FF[4]GM[6]MI[length:0][game:%.0f]PW[Ann]PB[Bob])' 0 19999 >many.sgf
(ulimit -t 6 && exec "$PROGRAM" analyze -q --level 0ply --report html,text --out many many.sgf) # quadratic: 12 s of the processor
equal "$?" 0
[ "$(grep -c 'Game' many/many.txt)" -ge 20000 ] || wrong "not all games stand in the report"

test_ "a page in Greek says once what it repeats, and nothing else; one in English spells all out"
run convert -q --language el "$TOP/fixtures/demo/club-final.mat" greek.html
run convert -q --language el "$TOP/fixtures/demo/club-final.mat" -t text greek.txt
run convert -q "$TOP/fixtures/demo/club-final.mat" english.html
status_is 0
xmllint --noout greek.html 2>err || wrong "not well-formed: $(head -c 300 err)"
PYTHONPATH="$TOP/tools/po" python3 - >said 2>&1 <<'END' || wrong "$(head -c 500 said)"
import re
from said import spell_out
page, english = open("greek.html").read(), open("english.html").read()
names = re.findall(r"<([a-z]-[0-9a-z]*)></\1>", page)
style = re.search(r'<style id="said">(.*?)</style>', page)[1]
assert set(names) == set(re.findall(r"([a-z]-[0-9a-z]*)::", style)) and len(set(names)) > 5, names[:9]
assert all(names.count(n) > 1 for n in set(names)), "something is said once that is there once"
whole = spell_out(page)
assert not re.search(r"<[a-z]+-", whole) and len(whole.encode()) > len(page.encode()), "words are missing"
assert whole.count(" στους 7<small>pips ") == english.count(" to 7<small>pips ") > 200, whole.count(" στους 7")
assert 'id="said"' not in english and not re.search(r"<[a-z]+-", english)
END

finish
