#!/usr/bin/env bash
# `kibitzer analyze` as a user meets it: folders, reports, index, bad files, threads, interrupts.
. "$(dirname "$0")/lib.sh"
brief_demo
# The same match between players of other names, so that it is another one.
renamed() {
    sed "s/O'Hara/O'Hara $1/" "$DEMO/semi-final.mat"
}
printf '\000\001\002nothing of use' >junk.mat

test_ "a resignation that waits in a Match ID is shown and judged, as by hint"
# Single game in a match; gammon after 31; single game under a double; of two chequers on the 6 point against one: 1 - 8/36.
for id in 4HPwATDgc/ABMA:cCGgAAAAAAAA 4HPwATDgc/ABMA:cMEFAAAAAAAA 4HPwATDgc/ABMA:UTngAAAAAAAA AQAAgAEAAAAAAA:cCEAAAAAAAAA; do
    echo "$id" >resigned.txt
    run hint --level 0ply --json "$id"
    python3 -c 'import json; h = json.load(open("out"))[0]; print(h["answer"], "%.4f %.4f" % (h["accept"]["equity"], h["refuse"]["equity"]))' >hint.txt
    rm -rf resigned
    run analyze -q --level 0ply --report json,text,dump --out resigned resigned.txt
    status_is 0
    python3 -c 'import json; a = json.load(open("resigned/resigned.json"))["games"][0]["plies"][-1]["acceptance"]; print(a["best"], "%.4f %.4f" % (a["accept"]["equity"], a["refuse"]["equity"]))' >judged.txt
    same judged.txt hint.txt
    grep -q 'resigns a [a-z ]*: accept or refuse?' resigned/resigned.txt || wrong "the resignation is not shown"
    grep -q "Proper answer: $(cut -d' ' -f1 hint.txt)" resigned/resigned.txt || wrong "it is not judged"
    grep -q "GNU Backgammon ID: ${id%????}" resigned/resigned.txt || wrong "the ID has lost it"
    run convert --to json resigned/resigned.dump -
    grep -A4 '"acceptance"' out >kept.txt
    grep -A4 '"acceptance"' resigned/resigned.json >made.txt
    same kept.txt made.txt
done
equal "$(cat hint.txt)" "accept 1.0000 0.7778"

test_ "a file gets its reports and the index page; the default folder is kibitzer-report"
run analyze -q --level 0ply "$DEMO/semi-final.mat"
status_is 0
file_there kibitzer-report/semi-final.html
file_there kibitzer-report/semi-final.json
file_there kibitzer-report/index.html
out_empty
err_empty

test_ "without -q the last line says where to look"
run analyze --level 0ply "$DEMO/club-final.mat"
status_is 0
err_has 'kibitzer-report/index.html'

test_ "--report chooses what is written, --out where"
run analyze -q --level 0ply --report text,sgf,mat,dump --out "my reports/deep" "$DEMO/semi-final.mat"
status_is 0
equal "$(ls "my reports/deep" | tr '\n' ' ')" "collection.db index.html semi-final.dump semi-final.mat semi-final.sgf semi-final.txt "

test_ "reports are the same bytes for any number of threads, over files and inside one match"
mkdir many
for i in 1 2 3 4; do renamed $i >many/m$i.mat; done
run analyze -q --level 0ply --jobs 1 --report html,json,text,sgf,dump --out one many
run analyze -q --level 0ply --jobs 4 --report html,json,text,sgf,dump --out four many
status_is 0
diff -r -x collection.db one four >/dev/null || wrong "one and four threads differ"
run analyze -q --level 1ply --jobs 1 --report dump --out lone "$DEMO/semi-final.mat"
run analyze -q --level 1ply --jobs 3 --report dump --out trio "$DEMO/semi-final.mat"
same lone/semi-final.dump trio/semi-final.dump

test_ "smart looks deeper where it is close, and says the same for any number of threads"
short_match >short.mat
run analyze -q --level smart --jobs 1 --report dump,json,text --out smart1 short.mat
status_is 0
run analyze -q --level smart --jobs 3 --report dump,json,text --out smart3 short.mat
for form in dump json txt; do same smart1/short.$form smart3/short.$form; done
equal "$(grep -o '"plies": 3' smart1/short.json | sort -u)" '"plies": 3'

test_ "a folder is searched through, a bad file is reported and listed, the rest goes on"
mkdir -p tour/round1
cp "$DEMO/semi-final.mat" tour/round1/
cp "$DEMO/league-round-4.sgf" tour/
cp junk.mat tour/
echo 'see you' >tour/readme.md
run analyze --level 0ply --out tour/reports tour
status_is 1
err_has '^tour/junk.mat:1:1: error: '
err_lacks 'readme'
file_there tour/reports/semi-final.html
file_there tour/reports/league-round-4.html
grep -q 'junk.mat' tour/reports/index.html || wrong "the index does not name the bad file"

test_ "a second run does not take its own reports for matches"
run analyze -q --level 0ply --report html,sgf,mat --out tour/reports tour
ls tour/reports >before
run analyze -q --level 0ply --report html,sgf,mat --out tour/reports tour
ls tour/reports >after
same before after

test_ "two files of one name get two reports, whatever the case"
mkdir -p twins/a twins/b
cp "$DEMO/semi-final.mat" twins/a/Final.mat
cp "$DEMO/club-final.mat" twins/b/final.mat
run analyze -q --level 0ply --out twin-reports twins
status_is 0
equal "$(ls twin-reports/*.html | wc -l)" 3

test_ "the index names files from where they part, not from the root"
run analyze -q --level 0ply --out rooted "$PWD/twins"
grep -q 'a/Final.mat' rooted/index.html || wrong "the index does not name a/Final.mat"
grep -q "$PWD" rooted/index.html && wrong "the index says where the files lie"

test_ "a name cannot lead out of the folder, become the index or mean a device"
mkdir odd
cp "$DEMO/club-final.mat" Con.mat
tar cf odd/archive.tar Con.mat && rm Con.mat
cp "$DEMO/semi-final.mat" 'odd/index.mat'
cp "$DEMO/semi-final.mat" 'odd/a&b.mat'
run analyze -q --level 0ply --out odd-reports odd
status_is 0
grep -q '<table' odd-reports/index.html || wrong "the index page is not an index"
equal "$(ls odd-reports | grep -c '&')" 0
file_there odd-reports/Con_.html

test_ "a name is no markup"
mkdir markup
cp "$DEMO/semi-final.mat" 'markup/<script>.mat'
run analyze -q --level 0ply --out markup-reports markup
status_is 0
equal "$(ls markup-reports | grep -c '<')" 0
! grep -q '<script>.mat' markup-reports/index.html || wrong "the index has it as it is"

test_ "nothing usable is exit 3"
run analyze --level 0ply --out none junk.mat nowhere.mat
status_is 3
err_has 'nowhere.mat'

test_ "a folder without a match is reported"
mkdir -p barren
echo notes >barren/readme.md
for c in "analyze --level 0ply --out none" "analyze -q --level 0ply --out none" info "convert --to sgf --out none"; do
    run $c barren
    status_is 3
    err_has 'error: no match files found in barren: 1 file in 1 folder looked at'
done

test_ "standard input has a name among the reports"
run analyze -q --level 0ply --report text --out piped - <"$DEMO/semi-final.mat"
status_is 0
file_there piped/stdin.txt

test_ "several matches in one file get a report each"
run convert -q "$DEMO/semi-final.mat" s.sgf
run convert -q "$DEMO/club-final.mat" t.sgf
cat s.sgf t.sgf >both.sgf
run analyze -q --level 0ply --out both both.sgf
status_is 0
file_there both/both.html
file_there both/both.m2.html

test_ "--to prints the match in any format that holds one"
run analyze -q --level 0ply --to sgf - <"$DEMO/club-final.mat"
status_is 0
out_has ' E ver 3 '
run analyze -q --level 0ply --to svg - <"$DEMO/club-final.mat"
status_is 2
err_has 'a format that holds a match is expected'

test_ "--json prints one document with both players' statistics"
run analyze --json --level 0ply "$TOP/fixtures/demo/club-final.mat"
status_is 0
if command -v python3 >/dev/null; then
    equal "$(python3 -c '
import json
d = json.load(open("out"))
p = d["statistics"]["players"]
print(p[0]["name"], p[0]["checker"]["total_moves"] > 50, len(d["games"]), "error_rate_memg" in p[1]["overall"])')" \
        "Zoë & Max True 6 True"
fi
equal "$(grep -c -e '-0\.0*[,}]' out)" 0

test_ "--json of a file that cannot be read prints nothing on stdout"
run analyze --json --level 0ply junk.mat
status_is 3
out_empty

test_ "a game that was resigned though it was not lost is reported as such, with what that cost"
cat >left.mat <<'END'
 1 point match

 Game 1
 Anna : 0                        Bert : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 66: 24/18 24/18 13/7 13/7
                                  Wins 1 point and the match
END
run analyze -q --level 0ply --report text,tree,json,dump --out left left.mat
status_is 0
grep -q '^Abandoned games  *1  *0$' left/left.txt || wrong "the statistics do not count it: $(grep Aband left/left.txt)"
grep -q '"given_up_mwc": 0.7' left/left.json || wrong "$(grep given_up left/left.json)"
grep -q 'The game was not lost' left/left.tree || wrong "the report does not say so"
run convert left/left.dump kept.txt
grep -q '^Abandoned games  *1  *0$' kept.txt || wrong "the dump loses it: $(cat kept.txt err)"

test_ "--keep reports on the analysis a file brought"
run analyze -q --keep --level 0ply --report json --out kept "$DEMO/league-round-4.sgf"
status_is 0
grep -q 'GNU Backgammon' kept/league-round-4.json || wrong "the report does not name the engine of the file"

test_ "--keep says why the file's errors are errors, and what they are about; its figures stay"
cat >why.py <<'END'
import json
def decisions(d):
    if isinstance(d, dict):
        if 'why' in d:
            yield d
        for v in d.values():
            yield from decisions(v)
    elif isinstance(d, list):
        for v in d:
            yield from decisions(v)
kept = list(decisions(json.load(open('kept/gnubg-match.json'))))
said = [d for d in kept if d['why']]
print(len(said) > 5, any(' hits: ' in d['why'] for d in said), any('missed-hit' in d['themes'] for d in said))
takes = [d for d in said if d['why'].startswith('A take needs')]
has = lambda d: f"has {100 - 100 * d['no_double_evaluation']['probabilities']['win']:.1f}%"
print(len(takes) > 0, all(has(d) in d['why'] for d in takes), any('market-losers' in d['themes'] for d in kept))
END
run analyze -q --keep --level 0ply --report json --out kept "$TOP/fixtures/sgf/gnubg-match.sgf"
equal "$(python3 why.py | tr '\n' ' ')" 'True True True True True True '
grep -v '"why": \|"themes": ' kept/gnubg-match.json >figures
run convert --to json "$TOP/fixtures/sgf/gnubg-match.sgf"
equal "$(grep -c '"equity"' figures)" "$(grep -c '"equity"' out)"
equal "$(grep '"probabilities"' figures | md5sum)" "$(grep '"probabilities"' out | md5sum)"

test_ "--keep leaves the marks of a file alone, --keep --thresholds draws them anew"
run analyze -q --keep --report csv --out kept "$DEMO/league-round-4.sgf"
run analyze -q --keep --thresholds 5,6,7 --report csv --out lax "$DEMO/league-round-4.sgf"
status_is 0
grep -q ',"very bad",' kept/league-round-4.csv || wrong "the marks of the file are gone"
grep -q ',"very bad",' lax/league-round-4.csv && wrong "thresholds change nothing"

test_ "marks that an author set by hand are shown as the author's beside our analysis"
printf '(;FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]\n;W[31hefe]BM[2]GW[1]\n;B[41ablp]DO[])\n' >by-hand.sgf
run analyze -q --level 0ply --report text,json --out by-hand by-hand.sgf
status_is 0
grep -q '\[very bad, says the author\]' by-hand/by-hand.txt || wrong "the text hides the author's mark"
grep -q '\[lucky, says the author\]' by-hand/by-hand.txt || wrong "the text hides the author's mark of luck"
grep -q '"author_marks": {"move": "doubtful", "cube": null, "luck": null}' by-hand/by-hand.json || wrong "JSON lacks it"
run convert -q --to tree by-hand.sgf
out_has 'marked ?? "{0}, says the author"("very bad")'
out_has 'lucky "{0}, says the author"("lucky")'
run analyze -q --keep --thresholds 5,6,7 --level 0ply --report json --out kept-by-hand by-hand.sgf
grep -q '"move": "very bad"' kept-by-hand/by-hand.json || wrong "thresholds took the author's mark away"

test_ "luck is measured as deeply as cube decisions, and these are not made at one ply"
run analyze --level 1ply --json "$DEMO/club-final.mat"
out_has '"settings": "chequer play 1-ply .*cube 2-ply cubeful; luck 2-ply cubeful'

test_ "luck can be measured more deeply than the rest, in the same unit"
run analyze --level 0ply --luck-level 1ply --json "$TOP/fixtures/demo/semi-final.mat"
status_is 0
out_has '"settings": "chequer play 0-ply .*cube 0-ply cubeful; luck 1-ply cubeful'
cp out deeper.json
run analyze --level 0ply --json "$TOP/fixtures/demo/semi-final.mat"
python3 - >compared <<'PY'
import json
def lucks(f):
    return [p["luck"]["equity"] for g in json.load(open(f))["games"]
            for p in g["plies"] if p.get("luck") is not None]
a, b = lucks("out"), lucks("deeper.json")
print(len(a) == len(b) > 100, a != b, max(abs(x - y) for x, y in zip(a, b)) < 0.7)
PY
equal "$(cat compared)" "True True True"

test_ "parts, levels and filters can be chosen"
run analyze --json --parts plays,luck --cube-level 0ply --filter 1,3,0.05/- "$DEMO/semi-final.mat"
status_is 0
out_has '"settings": "chequer play 2-ply cubeful filter 1/3/0.05 filter -1/0/0; cube not analysed; luck 0-ply'
for wrong in '--parts dice' '--parts plays,' '--cube-level deep' '--luck-level deep' '--filter 1' '--luck-thresholds 2,1'; do
    # shellcheck disable=SC2086
    run analyze $wrong "$DEMO/semi-final.mat"
    status_is 2
    err_has "${wrong%% *} "
done

test_ "the decisions of one player alone can be analysed"
run analyze --json --level 0ply --analyze-player '<Bob> "Bee"' "$DEMO/club-final.mat"
status_is 0
err_empty
out_has '"settings".*decisions of player 1 not analysed'
run analyze --json --level 0ply --analyze-player Nobody "$DEMO/club-final.mat"
status_is 2
out_empty
err_has 'analyze: --analyze-player: no player is called "Nobody"; there are'

test_ "limits of luck can be chosen"
run analyze --json --level 0ply --luck-thresholds 5,6 "$DEMO/semi-final.mat"
grep -q '"luck": "' out && wrong "a roll is marked"

test_ "thresholds decide what is marked"
run analyze --json --level 0ply --thresholds 0.0001,0.0002,0.0003 "$DEMO/semi-final.mat"
cp out strict
run analyze --json --level 0ply --thresholds 5,6,7 "$DEMO/semi-final.mat"
equal "$(grep -c '"very_bad": 0' out)" "$(grep -c '"very_bad"' out)"
cmp -s out strict && wrong "thresholds change nothing"

test_ "pictures as reports: one for each error, named by game and move"
run analyze -q --level 0ply --thresholds 0.005,0.02,0.08 --errors-above 0.1 --report svg,csv --out pictures "$DEMO/semi-final.mat"
status_is 0
equal "$(ls pictures/*.svg | wc -l)" "$(tail -n +2 pictures/semi-final.csv | wc -l)"
file_gone pictures/semi-final.svg
grep -q '<title>O&#39;Hara to play 11: bar/23 8/7 6/5, better bar/24 8/7 6/5(2) (-0\.1[0-9]*)<' \
    pictures/semi-final_g1m7.svg || wrong "the title is $(grep '<title' pictures/semi-final_g1m7.svg)"
run analyze -q --level 0ply --report png --errors-above 9 --out none "$DEMO/semi-final.mat"
status_is 0
equal "$(ls none | tr '\n' ' ')" "collection.db index.html "

test_ "an analysis that a file brought is announced, and whether it is reported"
run analyze --level 0ply --out brought "$DEMO/league-round-4.sgf"
err_has '1 match came with an analysis (GNU Backgammon); --keep reports it instead of a new one'
run analyze --keep --level 0ply --out brought "$DEMO/league-round-4.sgf"
err_has '1 match came with an analysis (GNU Backgammon), which is reported'
run analyze --level 0ply --out brought "$DEMO/semi-final.mat"
err_lacks 'came with'

test_ "on a terminal progress counts the files and cuts long names in the middle"
mkdir names
i=0
for f in club-final.mat semi-final.mat club-final.mat; do # no two of one length: nothing is known from another
    i=$((i + 1))
    sed "s/^ 7 point/ $((5 + 2 * i)) point/; s/Zoë/Zoë $i/" "$DEMO/$f" >"names/a name that is Müch töö löng for a terminal $i.mat"
done
script -qec "stty cols 100; '$PROGRAM' analyze --jobs 1 --level 1ply --out bar names" /dev/null </dev/null | tr '\r' '\n' >bar.txt
grep -q '1/3 a name [a-zü ]*\.\.\.[a-zö ]*terminal 1.mat' bar.txt || wrong "no 1/3: $(head -c 300 bar.txt)"
grep -q '3/3 a name ' bar.txt || wrong "no 3/3"
[ "$(grep '/3 a' bar.txt | wc -L)" -le 101 ] || wrong "a line is too wide"

test_ "an interrupt ends soon, with status 130 and without half-written files"
mkdir long
for i in $(seq 30); do sed "s/Zoë/Zoë$i/" "$DEMO/club-final.mat" >long/l$i.mat; done
"$PROGRAM" analyze -q --level 2ply --out cut long 2>err &
pid=$!
at_work $pid 40
kill -INT $pid
wait $pid
status=$?
status_is 130
equal "$(find cut -name '*.tmp' | wc -l)" 0
for f in cut/*.html; do
    [ -e "$f" ] && { tail -c 10 "$f" | grep -q '</html>' || wrong "$f is not whole"; }
done

test_ "a folder that cannot be written is reported"
run analyze -q --level 0ply --out junk.mat "$DEMO/semi-final.mat"
status_is 3
err_has 'junk.mat'


# ---- the collection ----

ask() { python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' "$1" "$2"; }

test_ "a second run analyses nothing anew, writes nothing anew and says so"
mkdir years
for i in 1 2 3; do renamed $i >years/m$i.mat; done
run analyze --level 0ply --out grown years
err_has '3 files: 3 new; open'
find grown -type f -exec touch -d 2001-01-01 {} +
run analyze --level 0ply --out grown years
status_is 0
err_has '3 files: 3 unchanged; '
equal "$(find grown -name '*.html' -newermt 2002-01-01 | wc -l)" 0

test_ "new files join the old ones; the index knows all matches ever analysed"
mkdir later
renamed 4 >later/m4.mat
run analyze --level 0ply --out grown later
err_has '1 file: 1 new; open'
for i in 1 2 3 4; do grep -q "O&#39;Hara $i\|O'Hara $i" grown/index.html || wrong "the index has lost match $i"; done

test_ "a page that was removed, or asked for in another way, is written again without analysing"
rm grown/m2.html
run analyze --level 0ply --out grown years
err_has '3 files: 3 unchanged; '
file_there grown/m2.html
cp grown/m1.html before.html
run analyze -q --level 0ply --no-legend --out grown years
cmp -s grown/m1.html before.html && wrong "the page is as it was"
run analyze -q --level 0ply --out grown years
same grown/m1.html before.html

test_ "a style sheet that has changed is put into the pages anew"
echo '.movetable { color: teal }' >own.css
run analyze -q --level 0ply --css own.css --out grown years
grep -q 'color: teal' grown/m1.html || wrong "the style sheet is not in the page"
echo '.movetable { color: plum }' >own.css
run analyze --level 0ply --css own.css --out grown years
err_has '3 files: 3 unchanged; '
grep -q 'color: plum' grown/m1.html || wrong "the page has the style sheet of before"
run analyze -q --level 0ply --out grown years
same grown/m1.html before.html

test_ "what was analysed for one player alone is known, and is not an analysis for the other"
run analyze --level 0ply --analyze-player "O'Hara 2" --out alone years
err_has '3 files: 3 new; open'
run analyze --level 0ply --analyze-player "O'Hara 2" --out alone years
err_has '3 files: 3 unchanged; '
run analyze --level 0ply --analyze-player 'Jörg Müller' --out alone years
err_has '3 files: 3 new; open'
run analyze --level 0ply --out alone years
err_has '3 files: 3 new; open'
run analyze --level 0ply --analyze-player "O'Hara 2" --out alone years
err_has '3 files: 3 unchanged; '

test_ "a page from the collection is the page that the analysis wrote"
cp -r grown first
rm grown/*.html grown/*.json
run analyze -q --level 0ply --out grown years later
for f in m1.html m2.json m3.html m4.json; do same grown/$f first/$f; done

test_ "--fresh analyses again; a deeper analysis stands beside the shallow one and counts"
run analyze --level 0ply --fresh --out grown years
err_has '3 files: 3 new; open'
equal "$(ask grown/collection.db 'select count(*), sum(chosen) from analyses')" "4 4"
run analyze -q --level 1ply --out grown years/m1.mat
equal "$(ask grown/collection.db 'select count(*), sum(chosen) from analyses')" "5 4"
equal "$(ask grown/collection.db "select level from analyses a join matches m on m.id = match_id where chosen = 1 and stem = 'm1'")" "1ply"

test_ "copies are done once and counted once, whatever the format"
mkdir copies
cp years/m1.mat copies/b.mat
cp years/m1.mat copies/c.mat
run convert -q --to sgf --out copies years/m1.mat
mv copies/m1.sgf copies/a.sgf
run analyze -q --level 0ply --jobs 1 --out same1 copies
run analyze -q --level 0ply --jobs 3 --out same3 copies/c.mat copies/b.mat copies/a.sgf
status_is 0
for d in same1 same3; do
    equal "$(ls $d | tr '\n' ' ')" "a.html a.json collection.db index.html players "
    equal "$(ask $d/collection.db 'select (select count(*) from matches), (select count(*) from sources)')" "1 3"
done
same same1/a.html same3/a.html
same same1/index.html same3/index.html

test_ "--db puts the collection elsewhere"
run analyze -q --level 0ply --db elsewhere.db --out grown2 years
status_is 0
file_there elsewhere.db
file_gone grown2/collection.db

test_ "a collection that is none, or another program's, or cannot be written is a clear error"
run analyze --level 0ply --db junk.mat --out none years
status_is 3
err_has 'junk.mat: error: .*not an SQLite database'
run analyze --level 0ply --db nowhere/c.db --out none years
status_is 3
err_has 'cannot be opened'
run analyze --level 0ply --db mongodb://x/y --out none years
status_is 3
err_has 'without a driver for mongodb'

test_ "the index links errors only where pages show them"
run analyze -q --level 0ply --out some --show-moves very-bad --show-cubes very-bad years
grep -q 'm1.html#' some/index.html && wrong "the index links a decision that the page may not show"
grep -q 'm1.html#g' grown/index.html || wrong "the index does not link the costliest error"

finish
