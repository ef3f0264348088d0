#!/usr/bin/env bash
# `kibitzer compare`: two analyses side by side, and who is right.
. "$(dirname "$0")/lib.sh"

# json EXPRESSION: of the document in out, as d.
json() { python3 -c 'import json,sys; d=json.load(open("out")); print(eval(sys.argv[1]))' "$1"; }
XG=$TOP/fixtures/xg/candlelight.xg SGF=$TOP/fixtures/sgf/gnubg-match.sgf

test_ "a file's own analysis and ours"
run compare --level 0ply --json "$XG"
status_is 0
equal "$(json 'd["schema"], d["a"], d["b"]')" "('kibitzer/compare/1', 'eXtreme Gammon', 'kibitzer 0ply')"
equal "$(json 'd["decisions"] > 0 and d["totals"][0]["decisions"] == d["decisions"]')" True
equal "$(json 'all(x["settled"] is None for x in d["disagreements"])')" True
equal "$(json '[x["difference"] or 0 for x in d["disagreements"]] == sorted([x["difference"] or 0 for x in d["disagreements"]], reverse=True)')" True
equal "$(json 'all(x["about_choice"] or x["difference"] > 0.02 for x in d["disagreements"])')" True

test_ "two levels of ours, of a match without an analysis"
run compare --level 0ply,1ply --json "$DEMO/semi-final.mat"
out_has '"best": "no double"'
! grep -q '"[NDTPR][a-z ]*double"\|"Take"\|"Pass"' out || wrong "a verb has a capital: $(grep -m1 -o '"[NDTPR][a-z ]*double"' out)"
status_is 0
equal "$(json 'd["a"], d["b"]')" "('kibitzer 0ply', 'kibitzer 1ply')"
equal "$(json 'len(d["disagreements"]) > 0')" True
mv out levels.json
run compare --set 0ply --set 1ply --json "$DEMO/semi-final.mat"
same out levels.json
run compare --level 0ply,0ply --json "$DEMO/semi-final.mat"
equal "$(json 'd["disagreements"]')" "[]"

test_ "sets by name and by number; the other way round"
run compare --set gnubg --set 0ply --json "$SGF"
mv out named.json
run compare --set 1 --set 0ply --json "$SGF"
same out named.json
run compare --set "gnu backgammon" --set 0ply --json "$SGF"
same out named.json
cp named.json out
n=$(json 'len(d["disagreements"])')
run compare --set 0ply --set gnubg --json "$SGF"
equal "$(json 'd["a"], len(d["disagreements"])')" "('kibitzer 0ply', $n)"

test_ "an analysis that a converted file has kept beside ours"
run convert "$SGF" kept.dump
run compare --set gnubg --set 0ply --json kept.dump
equal "$(json 'len(d["disagreements"])')" "$n"

test_ "another net for one of the two"
short_match >short.mat
run compare --set "1ply@$TOP/no-such.net" --set 1ply short.mat
status_is 3
err_has 'no-such.net'

test_ "analyses of several programs in one file, whoever is the first player there"
run convert "$TOP/fixtures/gnubgtext/doubles.txt" doubles.mat
run analyze -q --level 0ply --report dump --out ours doubles.mat
run convert --bottom Ann ours/doubles.dump ours/turned.dump
grep -q 'player 1 "Ann"' ours/turned.dump || wrong "nothing was turned"
for ours in doubles turned; do
    run convert --join ours/$ours.dump "$TOP/fixtures/gnubgtext/doubles.txt" all.ogxm
    status_is 0
    run info all.ogxm
    out_has 'analysed   GNU Backgammon'
    out_has 'analysed   kibitzer'
    run compare --set gnubg --set kibitzer --json all.ogxm
    equal "$(json 'd["a"], d["b"], d["decisions"]')" "('GNU Backgammon 0ply', 'kibitzer 0ply', 8)"
    mv out $ours.json
done
same turned.json doubles.json
run convert --join "$TOP/fixtures/sgf/saved-beside-text.sgf" --join ours/doubles.dump doubles.mat three.dump
equal "$(grep '^  set ' three.dump | cut -d'"' -f2 | paste -sd,)" "GNU Backgammon,kibitzer"
run compare --set gnubg --set kibitzer --json three.dump
equal "$(json 'd["decisions"]')" 8

test_ "formats of one analysis name the one that they take; other matches are refused at the first difference"
run convert --join ours/doubles.dump "$TOP/fixtures/gnubgtext/doubles.txt" all.sgf
status_is 0
err_has 'of 2 analyses the last is written, that of kibitzer'
err_has '1 further annotation set'
sed 's/    1 play 52 24\/22 13\/8/    1 play 52 13\/8 13\/11/' ours/doubles.dump >other.dump
run convert --join other.dump doubles.mat no.dump
status_is 3
err_has 'other.dump is not the same match: game 1, event 2: the play differs'
[ ! -e no.dump ] || wrong "a file was written"
run convert --join no-such.dump doubles.mat no.dump
status_is 3
run convert --join ours/doubles.dump --out folder doubles.mat
status_is 2

if heavy; then
    test_ "settled: the same for any number of threads, and nothing that was not asked"
    run compare --level 0ply --settle --trials 288 --json -j 1 "$XG"
    status_is 0
    mv out one.json
    run compare --level 0ply --settle --trials 288 --json -j 3 "$XG"
    same out one.json
    equal "$(json '"up to 288 trials" in d["rolled_out"]')" True
    equal "$(json 'all(x["settled"]["right"] in ("a", "b", "open", "impossible") for x in d["disagreements"])')" True
    equal "$(json 'all(x["settled"]["trials"] in (0, 144, 288) for x in d["disagreements"])')" True
    equal "$(json 'all(abs(x["settled"]["difference"]) > x["settled"]["interval"] for x in d["disagreements"] if x["about_choice"] and x["settled"]["right"] in "ab")')" True
    equal "$(json 'all((x["settled"]["difference"] > 0) == (x["settled"]["right"] == "a") for x in d["disagreements"] if x["about_choice"] and x["settled"]["right"] in "ab")')" True
fi

test_ "in text a decision is a line of columns; cells that are too long break inside their column"
run compare --level 0ply --settle --trials 144 "$XG"
status_is 0
equal "$(awk 'length > 80' out)" ""
sed -n '/^Every decision/,$p' out >rows
equal "$(grep -c '^g[0-9]*m[0-9]* ' rows)" "$(sed -n 's/^Decisions: //p' out)"
! grep -q '^    [^ ]' rows || wrong "something is below its row: $(grep -m1 '^    [^ ]' rows)"
grep -q '^g[0-9]*m[0-9]* .* same  *0\.[0-9]*$' rows || wrong "no row says that both choose the same"
grep -q '^(not shown: Player)$' rows || wrong "what is left out is not named"
run compare --level 0ply --width 200 "$XG"
out_has '^Where .*Player .*Roll .*Played .*XG .*Loss by XG .*kibitzer 0ply .*Loss by kibitzer 0ply$'

test_ "on paper a decision is a line, with whose it is, and its titles on each page"
run compare -q --level 0ply -o out.txt "$XG"
run compare -q --level 0ply -o cmp.pdf "$XG"
status_is 0
pdftotext -layout cmp.pdf lines
! grep -q 'Loss by kibitzer 0ply [0-9]' lines || wrong "a loss is below its row: $(grep -m1 'Loss by kibitzer 0ply [0-9]' lines)"
equal "$(grep -cE '^ *g[0-9]+m[0-9]+ .* [0-9]+[.][0-9]{3} +[^ ].* [0-9]+[.][0-9]{3}$' lines)" "$(sed -n 's/^Decisions: //p' out.txt)"
equal "$(grep -c '^ *Where ' lines)" "$(tr '\f' '\n' <lines | awk '/^Two analyses side by side +[0-9]+$/ || /^ *Two analyses/ { n = 0 } /^ *g[0-9]+m[0-9]+ / && n++ == 0 { pages++ } END { print pages }')"

test_ "the verdict comes first, each player's PR by each, and it is said how long settling takes and what comes of it"
run compare --level 0ply "$XG"
equal "$(sed -n 4p out | grep -c '^Of [0-9]* decisions they judge [0-9]* differently: [0-9]* by another choice, [0-9]* by')" 1
out_has '^Player .*PR by XG  *PR by kibitzer 0ply$'
out_has '^EMG lost .*XG  *kibitzer 0ply$'
! grep -q '^[^ ].*\bA right\|Loss in A' out || wrong "an analysis has a letter instead of its name"
run compare --level 0ply --settle=quick --trials 144 --no-decisions "$XG"
status_is 0
out_has '^XG right [0-9]*, kibitzer 0ply right [0-9]*, equally good [0-9]*, open [0-9]*\.'
err_has 'rolling out [0-9]* of [0-9]* disagreements, the largest first: at most about [0-9]* seconds'
equal "$(grep -c '^kibitzer: [0-9]* of [0-9]*: game [0-9]*, move [0-9]*: ' err)" "$(grep -o 'rolling out [0-9]*' err | cut -d' ' -f3)"
run compare --settle=slowly "$XG"
status_is 2
err_has '\-\-settle slowly: '

if heavy; then
    test_ "green is right and red what was played: the winner's play once it is known, neither before"
    run compare -q --level 0ply --settle --trials 288 --even 0 --above 9 -o page.html "$SGF"
    run compare -q --level 0ply --settle --trials 288 --even 0 --above 9 --json "$SGF"
    python3 - >rows <<'EOF'
import json, re
document = json.load(open("out"))
page = open("page.html").read()
blocks = re.split(r'<details class="d [^>]*id="n\d+"', page)[1:]
assert len(blocks) == len(document["disagreements"]) > 0
for x, block in zip(document["disagreements"], blocks):
    right = x["settled"]["right"]
    best = re.search(r'<tr class="[^"]*\bbest\b[^"]*"><th[^>]*>(.*?)</th>', block)
    shown = re.sub(r"<[^>]*>", "", best.group(1)).replace(" (played)", "") if best else None
    wanted = x[right]["best"] if right in ("a", "b") else None
    print("same" if shown == wanted else "%s: %s is green, %s is right" % (x["xgid"], shown, wanted))
EOF
    equal "$(sort -u rows)" same
fi

test_ "a page in every format of reports"
for form in html pdf tex md txt; do
    run compare -q --level 0ply -o page.$form "$SGF"
    status_is 0
    file_there page.$form
done
grep -q '<h2.*Disagreements' page.html || wrong "the page has no disagreements"
equal "$(grep -o '<figcaption>' page.html | wc -l)" "$(grep -o '<details class="d ' page.html | wc -l)" # score and pips
python3 - page.html <<'EOF' || wrong "a card does not say what chances each of the two sees, or why they differ"
import re, sys
cards = open(sys.argv[1]).read().split('<details class="d ')[1:]
rows = [re.findall(r'<td class="n">\d+\.\d\s+\d+\.\d\s+\d+\.\d\s', c) for c in cards]
assert cards and all(len(r) >= 2 and len(r) % 2 == 0 for r in rows), [len(r) for r in rows]
why = [c for c in cards if re.search('<p class="why"><bdi>[^<]*</bdi>, [^:]*: <bdi>[A-Z0-9]', c)]
assert len(why) * 3 > len(cards), (len(why), len(cards))
EOF
equal "$(grep -o 'The right choice is green' page.html | wc -l)" 1
run compare -q --level 0ply,1ply -o cubes.html "$DEMO/semi-final.mat"
python3 - cubes.html <<'EOF' || wrong "a card of a cube decision does not say why each of the two chooses so"
import re, sys
cubes = [c for c in re.findall(r'<details class="d .*?</details>', open(sys.argv[1]).read(), re.S) if "double?" in c or "take?" in c]
assert cubes
for c in cubes:
    why = re.findall(r'<p class="why"><bdi>[^<]*</bdi>: <bdi>([A-Z][^<]*) ', c)
    assert len(why) == 2, (len(why), c[:400])
EOF
player=$(sed -n 's/.*<section[^>]* id="ratings">//p;/id="ratings"/,/<[/]section>/p' page.html | grep -o '<th><bdi[^>]*>[^<]*' | head -1 | sed 's/.*>//')
pdftotext -layout page.pdf - | grep -q "$player  *[0-9.]*  *[0-9.]*$" || wrong "on paper the ratings do not say whose they are: $player"
python3 - page.html <<'EOF' || wrong "the plot has no line for each of the two, or dots that lead nowhere"
import re, sys
page = open(sys.argv[1]).read()
plot = page.split('<section class="progress" id="course">')[1].split("</section>")[0]
assert 'class="ln"' in plot and 'class="ln l2"' in plot
dots = re.search('data-at="([^"]*)"', plot).group(1).split()[1::2]
assert len(dots) == page.count('<details class="d ') > 0 and all(' id="%s"' % d in page for d in dots)
EOF
equal "$(grep -o ' id="[^"]*"' page.html | sort | uniq -d | head -3)" ""
run compare -q --level 0ply --look xg --home left -o look.html "$SGF"
grep -q '<body class="positions left">' look.html || wrong "the home boards are not on the left"
run compare -q --level 0ply --look xg --home left -o look.tex "$SGF"
grep -q '^\\definecolor{kbztable}{HTML}{2F6B46}$' look.tex || wrong "the boards are not those of xg"
grep -q '^\\kbzhomelefttrue$' look.tex || wrong "the home boards are not on the left in LaTeX"
grep -q 'Disagreements' page.md || wrong "the page has no disagreements"
run compare --level 0ply --worst 0 --no-decisions "$SGF"
out_has '^Disagreements: '
! grep -q XGID out || wrong "a board is shown"

test_ "several files: one answer, the bad one is named"
run compare --level 0ply --json "$XG" "$SGF" "$DEMO/semi-final.mat"
status_is 1
err_has 'semi-final.mat.*has no analysis'
equal "$(json 'len(d["matches"]), d["a"]')" "(2, \"the files' own analyses\")"

test_ "what makes no sense is refused by name"
run compare --level 0ply,9ply "$XG"
status_is 2
err_has 'no such level'
run compare --level 0ply,1ply --set xg "$XG"
status_is 2
run compare --set 1ply --set 2ply --set 3ply "$XG"
status_is 2
run compare --trials 288 "$XG"
status_is 2
err_has 'without --settle'
run compare --set bgblitz "$XG"
status_is 3
err_has 'no analysis "bgblitz"; the match has: eXtreme Gammon'
run compare "$DEMO/semi-final.mat"
status_is 3
err_has 'name two levels'
run compare -o page.xyz "$XG"
status_is 2

test_ "levels are named once, the figure of a disagreement has its name"
run compare -q --level 0ply,1ply short.mat
status_is 0
out_has '^First: kibitzer 0ply (plays at 0-ply, the cube at 0-ply)$'
out_has '^1[.] .*\[differ by 0[.][0-9]*\]'
out_lacks '; kibitzer 0ply at 0-ply'

test_ "of one match its players, event and date are named; of several each by its row"
run compare -q --level 0ply,0ply "$DEMO/semi-final.mat"
out_has "^Match: O'Hara vs Jörg Müller$"
out_has '^Event: Club night, semi-final$'
out_has '^Date: 2025-10-12$'
run compare -q --level 0ply,0ply "$DEMO/semi-final.mat" short.mat
out_has '^Matches: 2$'
out_lacks '^Match: '

test_ "text and Markdown, which draw no plots, have no heading for one"
for format in text markdown; do
    run compare -q --level 0ply,1ply --format $format "$DEMO/semi-final.mat"
    status_is 0
    out_has 'Disagreements'
    out_lacks 'Lost so far'
done
run compare -q --level 0ply,1ply --format html "$DEMO/semi-final.mat"
out_has 'Lost so far'

finish
