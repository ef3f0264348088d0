#!/usr/bin/env bash
# `kibitzer errors`: the costliest decisions of a collection.
. "$(dirname "$0")/lib.sh"

json() { python3 -c 'import json, sys; d = json.load(open("out")); e = d["errors"]; print(eval(sys.argv[1]))' "$1"; }
# deck QUERY: of the database in deck.apkg; every row on one line.
deck() {
    python3 - "$1" "${2:-deck.apkg}" <<'PY'
import sqlite3, sys, zipfile
open('deck.db', 'wb').write(zipfile.ZipFile(sys.argv[2]).read('collection.anki2'))
print(*[' '.join(map(str, r)) for r in sqlite3.connect('deck.db').execute(sys.argv[1])], sep='\n')
PY
}

mkdir in
cp "$DEMO/club-final.mat" "$DEMO/semi-final.mat" in/
sed "s/O'Hara/Again/" "$DEMO/semi-final.mat" >in/again.mat
run analyze -q --level 0ply in

test_ "the costliest come first, each position once with all its places"
run errors --worst 8 --format json
status_is 0
err_has 'more errors fit'
equal "$(json 'len(e)')" 8
equal "$(json '[x["error"] for x in e] == sorted((x["error"] for x in e), reverse=True)')" True
equal "$(json 'len({x["key"] for x in e})')" 8
equal "$(json 'max(len(x["places"]) for x in e)')" 2
equal "$(json '[p["page"] for x in e if len(x["places"]) == 2 for p in x["places"]][:2]')" "['again', 'semi-final']"

test_ "every one has its alternatives, the best first and what was played among them"
equal "$(json 'all(sum(a["played"] for a in x["alternatives"]) == 1 for x in e)')" True
equal "$(json 'all(abs(-[a["difference"] for a in x["alternatives"] if a["played"]][0] - x["error"]) < 1e-5 for x in e)')" True
equal "$(json 'all(x["alternatives"][0]["difference"] == 0 and not x["alternatives"][0]["played"] for x in e)')" True

test_ "players, kinds, phases and costs filter"
run errors --player 'Zoë & Max' --kind chequer --format json --worst 100
equal "$(json '({p["player"] for x in e for p in x["places"]}, {x["kind"] for x in e})')" "({'Zoë & Max'}, {'chequer play'})"
run errors --kind wrong-take --format json
equal "$(json '{x["kind"] for x in e}')" "{'wrong take'}"
run errors --phase opening --format json
equal "$(json '{x["phase"] for x in e}')" "{'opening'}"
run errors --error-above 0.2 --format json
equal "$(json 'min(x["error"] for x in e) > 0.2')" True

run errors --plan holding --errors-above 0.05 --json
equal "$(json '{(x["plan"], x["error"] > 0.05) for x in e}')" "{('holding', True)}"

test_ "most errors say why: the same words in the list, in the match and after a dump of it"
run errors --json --worst 100
equal "$(json 'sum(x["why"] is not None for x in e) > len(e) / 2')" True
run analyze -q --level 0ply --json in/club-final.mat
grep '"why"' out >direct
grep -q '"why": "' direct || wrong "nothing is said"
run analyze -q --level 0ply --report dump --out dumped in/club-final.mat
run convert --to json dumped/club-final.dump
grep '"why"' out | cmp -s - direct || wrong "the dump says something else"

test_ "pages say the themes in words, and have a list to choose by"
run errors --worst 8 -o themes.html
grep -q '<p class="themes">Themes: [a-z]' themes.html || wrong "no themes"
grep -q '<option value="t[0-9]*">[a-z ]* ([1-8])</option>' themes.html || wrong "no list"
grep -q '^:is(.errors:has(\[value=t\([0-9]*\)\]:checked),.*~section) .t:not(.t\1)' themes.html || wrong "the list chooses nothing"
run errors --worst 8 --quiz -o hidden.html
grep -q '<option' hidden.html && wrong "a quiz gives themes away"
run errors --worst 8 -o themes.md
grep -q 'Themes: [a-z]' themes.md || wrong "no themes in Markdown"

test_ "themes filter, and stand with each question"
run errors --theme missed-hit --json --worst 100
equal "$(json '[all("missed-hit" in x["themes"] and "*" in x["best"] for x in e), len(e) > 1]')" "[True, True]"
run errors --theme crossover --json
equal "$(json '{x["phase"] for x in e} <= {"race", "bear-off"}')" True
run errors --theme luck --json
status_is 2
err_has 'point-making, hit, safe-v-bold'

test_ "the page has a card for each and leads to its place"
run errors --worst 3 -o kibitzer-report/errors.html
status_is 0
equal "$(grep -o '<details class="d [^>]* id="e[0-9]*" open=""><summary><i>' kibitzer-report/errors.html | wc -l)" 3
links=$(grep -o 'href="\./[^"]*"' kibitzer-report/errors.html | cut -d'"' -f2)
[ "$(wc -w <<<"$links")" -ge 3 ] || wrong "links: $links"
for l in $links; do
    grep -q "id=\"${l#*#}\"" "kibitzer-report/${l%#*}" || wrong "$l leads nowhere"
done
grep -q '<details class="more">' kibitzer-report/errors.html && wrong "answers are hidden"

test_ "the table has a line for each; what is written is as the file ends"
run errors --worst 3 --width 200
status_is 0
equal "$(tail -n +2 out | wc -l)" 3
equal "$(tail -n +2 out | awk '{ print $2 }' | sort -rn | head -1)" "$(sed -n 2p out | awk '{ print $2 }')"
out_has 'club-final g[0-9]*m[0-9]'
run errors --worst 3 -o errors.csv
equal "$(head -c 10 errors.csv)" rank,kind,
run errors --worst 3 --format html
equal "$(head -c 15 out)" '<!DOCTYPE html>'

test_ "the quiz hides the answers, and the right one stands at different places"
run errors --worst 40 --kind chequer --quiz
[ "$(grep -c '<details class="more"><summary>Answer' out)" -gt 5 ] || wrong "there are too few answers for this test"
equal "$(grep -c '<details class="more"><summary>Answer' out)" "$(grep -c '<section class="question"' out)"
equal "$(grep -A1 '<section class="question"' out | grep -c '<h2>[0-9]*\. <bdi class="p[01]">[^<]*</bdi> to play [1-6][1-6]</h2>')" "$(grep -c '<section class="question"' out)"
python3 - >found <<'EOF'
import re
page, places = open("out", encoding="utf8").read(), set()
for question in page.split('<section class="question"')[1:]:
    asked, answer = question.split("Answer", 1)
    best = re.search(r'class="movemove">([^<]*)', answer).group(1)
    places.add(re.findall(r"<dd><bdi>([^<]*)", asked).index(best))
    if re.search(r"[+\u2212]\d\.\d{3}", re.sub(r'="[^"]*"', "", asked)):
        places.add("a figure before the answer")
print(*sorted(map(str, places)))
EOF
[ "$(wc -w <found)" -ge 3 ] && ! grep -q figure found || wrong "the best stands at $(cat found)"

test_ "the quiz trusts its own script alone, and names all plays that were looked at"
run errors --worst 6 --quiz -o quiz.html
hash=$(script_hash quiz.js)
grep -q "'sha256-$hash'" quiz.html ||
    wrong "the policy does not admit quiz.js"
equal "$(grep -c '<p class="answers" hidden="">key=[0-9a-f]*$' quiz.html)" 6

test_ "a quiz knows what every legal play loses: those of the record, and all others in a word"
cat >plays.py <<'END'
import html, json, re, subprocess, sys
page, kibitzer, wrong = open('quiz.html', encoding='utf8').read(), sys.argv[1], 0
for text in re.findall(r'<p class="answers" hidden="">([^<]*)', page):
    lines = [l.rsplit('=', 1) if not l.startswith('position=') else l.split('=', 1) for l in html.unescape(text).split('\n')]
    facts = dict(lines[:3])
    rest = lines[3:]
    if any(k == 'no double' for k, v in rest):
        continue
    words = ''.join(v for k, v in rest if k in ('others', 'about'))
    others = re.findall(r'[A-Z]+[a-z]+(?:\*[a-z]+)?(?=\d)', words)
    own = [k for k, v in rest if k not in ('others', 'about')]
    hint = json.loads(subprocess.run([kibitzer, 'hint', '--level', '0ply', '--json', facts['position']], capture_output=True, text=True).stdout)
    plays = len(hint[0]['plays'])
    wrong += len(own) + len(set(others)) != plays or len(set(others)) != len(others)
    wrong += min([int(n) for n in re.findall(r'\d+', words)] or [1]) < 1
print(wrong, page.count('others=') + page.count('about=') > 2)
END
run errors --worst 20 --kind chequer --quiz -o quiz.html
equal "$(python3 plays.py "$PROGRAM")" '0 True'

test_ "a list of errors asks nothing"
run errors --worst 6 -o list.html
! grep -q 'class="answers"' list.html || wrong "a list asks"

test_ "a quiz on paper has room for answers and their key at its end: PDF, text, Markdown"
for ending in pdf txt md; do
    run errors --worst 4 --quiz -o "quiz.$ending"
    status_is 0
done
equal "$(head -c 5 quiz.pdf)" '%PDF-'
pdftotext -layout quiz.pdf - >quiz.pdf.txt
for sheet in quiz.txt quiz.md quiz.pdf.txt; do
    grep -q '<html' $sheet && wrong "$sheet is HTML"
    equal "$sheet $(grep -o "Your answer: " $sheet | wc -l)" "$sheet 4"
    python3 - $sheet >found <<'EOF'
import re, sys
asked, key = re.split(r"Answers\s", open(sys.argv[1], encoding="utf8").read(), maxsplit=1)
print(len(re.findall(r"[-\u2212]0?\.\d{3}", asked)), "(played)" in asked, len(re.findall(r"\(played\)", key)))
EOF
    equal "$sheet $(cat found)" "$sheet 0 False 4"
done
run errors --worst 40 --kind chequer --quiz -o many.txt
python3 - many.txt >found <<'EOF'
import re, sys
text = open(sys.argv[1], encoding="utf8").read()
text = re.sub(r"\s+", " ", text[text.rindex("Answers"):])
said = wrong = most = 0
for key in re.split(r" \d+\. (?=[A-F] )", text)[1:]:
    for lost in re.findall(r"as good \(-(0\.\d{3})\)", key):
        said, wrong = said + 1, wrong + (float(lost) > 0.0205)
    wrong += len(re.findall(r"(?<!\()-0\.0[01]\d", key.split("(played)")[0]))
    most = max(most, key.count("as good ("))
print(said > 0, wrong, most)
EOF
equal "$(cat found)" "True 0 1"
run errors --worst 9 --quiz -o nine.pdf
pdftotext -bbox nine.pdf nine.html
python3 - nine.html >found <<'EOF'
import re, sys
words = re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)<|(<page)', open(sys.argv[1], encoding="utf8").read())
flow = [(w[3] or w[2], float(w[0] or 0), float(w[1] or 0)) for w in words]
asked = [flow[i:] for i, w in enumerate(flow) if w[0] == "Your"]
print(len(asked), all(next(w for w in rest if w[0] in ("A", "<page"))[0] == "A" and abs(next(w for w in rest if w[0] == "A")[1] - rest[0][1]) < 3 for rest in asked))
EOF
equal "$(cat found)" "9 True"
run errors --worst 4 -o list.md
grep -q 'Your answer' list.md && wrong "a list asks"

test_ "the deck is one that Anki imports: version 11, a note and a card for each question"
run errors --worst 5 --format anki -o deck.apkg
status_is 0
equal "$(python3 -c 'import zipfile; print(zipfile.ZipFile("deck.apkg").namelist())')" "['collection.anki2', 'media']"
equal "$(deck 'select ver, tags from col')" "11 {}"
equal "$(deck 'select count(*), count(distinct guid), count(distinct sfld), count(distinct id) from notes')" "5 5 5 5"
equal "$(deck 'select count(*) from cards c join notes n on n.id = c.nid')" 5
equal "$(deck "select count(*) from notes where length(flds) - length(replace(flds, char(31), '')) <> 2")" 0
cp deck.apkg first.apkg
run errors --worst 5 --format anki -o deck.apkg
same deck.apkg first.apkg

test_ "a card says all that the report on its match says: score, cube, IDs; plays or cube actions, their chances; the comment"
run errors --worst 40 --format html
for word in 'copy' 'Too good to double, pass' 'Double, take' 'Double, pass' 'No double' 'own cube 2' 'pips ' 'XGID=' 'Cubeless' 'class="percent"'; do
    grep -qF "$word" out || wrong "no card says $word"
done
equal "$(grep -c 'class="movetable"\|class="cubedecision"' out)" "$(grep -c '<details class="d ' out)"
[ "$(grep -o '<p class="positionid">[^<]*' out | wc -l)" = 40 ] || wrong "a card lacks its IDs"
run errors --worst 40 --format anki -o deck.apkg
for word in 'XGID=' ' to play ' 'at the bottom'; do
    equal "$(deck "select count(*) from notes where instr(flds, '$word') > 0 or instr(flds, ' to answer ') or instr(flds, ' on roll')")" 40
done
equal "$(deck "select count(*) from notes where instr(flds, 'class=\"movetable\"') + instr(flds, 'class=\"cubedecision\"') > 0")" 40

test_ "a play that was looked at less deeply has its difference too, marked as a guess: no cell is empty"
sed '/^ Game 3/,$d' "$DEMO/club-final.mat" >deep.mat
run analyze -q --level 2ply --parts plays --report none --out deep deep.mat
run errors --db deep/collection.db --worst 20 --kind chequer --format html
grep -qF '≈ −' out || wrong "there is no such play for this test"
grep -o '≈ −[^/]*' out | grep -qv 'ply)' && wrong "one does not say how deep"
equal "$(grep -o '<tr[^>]*><th class="movemove">.*</tr>' out | sed 's/<tr/\n<tr/g' | grep -c '<td class="moveequity">[^<]*</td><td></td>')" 20

test_ "a second export after more matches brings the same notes again, newer, and no duplicates"
deck 'select guid from notes order by 1' first.apkg >before
equal "$(deck 'select max(mod) from notes' first.apkg)" "$((1577836800 + 3))"
cp "$DEMO/league-round-4.sgf" in/
run analyze -q --level 0ply in
run errors --worst $(much 500 60) --format anki -o deck.apkg
deck 'select guid from notes order by 1' >after
equal "$(comm -23 before after | wc -l)" 0
equal "$(deck 'select count(*) - count(distinct guid) from notes')" 0
equal "$(deck 'select min(mod) from notes')" "$((1577836800 + 4))"

test_ "names are text, wherever they go"
mkdir names
sed "s/O'Hara/<script>alert(1)<\/script>/; s/Jörg Müller/=1+\"1/" "$DEMO/semi-final.mat" >names/n.mat
run analyze -q --level 0ply --out named names
run errors --db named/collection.db --format html
out_has '&lt;script&gt;alert'
! grep -q '<script>alert' out || wrong "a script from a name"
run errors --db named/collection.db --format csv
out_has '"=1+""1"'
run errors --db named/collection.db --format csv --csv-safe
out_has "\"'=1+\"\"1\""

test_ "pdf prints each with its board, the choices and its places"
run errors --worst 7 --format pdf -o worst.pdf
status_is 0
pdftotext -layout worst.pdf - >worst.txt
grep -q 'Costly decisions' worst.txt || wrong "no title"
run errors --worst 7 --format csv -o worst.csv
for n in 1 2 3; do
    cost=$(python3 -c "import csv; print('%.3f' % float(list(csv.DictReader(open('worst.csv', newline='')))[$n]['error']))")
    grep -q "$cost" worst.txt || wrong "$cost is missing"
done
run errors --worst 7 --format pdf -o again.pdf
same worst.pdf again.pdf

test_ "what extracts know and the decisions do not is left out"
mkdir torn && cp kibitzer-report/collection.db torn/whole.db
for change in "DELETE FROM assessments" "DELETE FROM turns WHERE n % 2 = 0" "UPDATE assessments SET error = 0 WHERE kind = 1" "DELETE FROM games"; do
    cp torn/whole.db torn/torn.db
    sqlite3 torn/torn.db "PRAGMA foreign_keys = OFF; $change"
    for form in table json html csv; do
        run errors --db torn/torn.db --worst $(much 50 10) --format $form
        [ "$status" -le 3 ] || wrong "$change, $form: exit status $status"
    done
done

test_ "a card is marked by the thresholds of its analysis, its frame as its badge"
run analyze -q --level 0ply --parts plays,cube --thresholds xg --report none --out xg "$DEMO"
run errors --db xg --worst $(much 300 150) -o xg.html
status_is 0
grep -oE '<details class="d [^"]*\bs[0-3]|class="badge m[0-3]' xg.html | sed 's/.*[sm]\([0-3]\)$/\1/' | paste - - >marks
equal "$(awk '$1 != $2' marks | wc -l) $(sort -u marks | wc -l)" "0 2"
grep -q '<meta name="description" content="Backgammon: Costly decisions"/>' xg.html || wrong "$(grep 'name="description"' xg.html)"

test_ "nonsense is refused by name"
run errors --kind silly
status_is 2
err_has '--kind silly'
run errors --phase late
status_is 2
run errors --format doc
status_is 2
run errors --quiz --format csv
status_is 2
run errors --error-above 5
status_is 3
err_has 'no error fits'

test_ "IDs say Jacoby where the rule was in force, whether the file said so or results did; beavers and the limit of the cube too"
run convert -q --to dump "$DEMO/sunday money.mat" stated.dump
for rules in "1:10 cube jacoby" "3:6 cube limit 64 jacoby beavers"; do
    rm -rf deduced
    sed "s/^  rules .*/  rules ${rules#* }/" stated.dump >deduced.dump
    run analyze -q --level 0ply --report json --out deduced deduced.dump
    run errors -q --db deduced --worst 20 --json
    status_is 0
    equal "$(python3 - <<'PY'
import json, re
errors, match = json.load(open("out")), open("deduced/deduced.json").read()
ids = [e["xgid"] for e in errors["errors"] if e["xgid"].split(":")[4].isdigit()]
print(len(ids) > 5, all(i in match for i in ids), *{":".join(i.split(":")[7::2]) for i in ids})
PY
)" "True True ${rules%% *}"
    cp out errors.json
    run errors -q --db deduced --worst 20 --format csv
    equal "$(grep -o 'XGID=[^"]*' out)" "$(grep -o 'XGID=[^"]*' errors.json)"
done

if heavy; then
test_ "positions that differ in beavers or the limit of the cube alone are questions of their own"
mkdir -p rules
for rules in "jacoby beavers" "jacoby" "limit 64 jacoby beavers" "limit 4 jacoby beavers"; do
    sed "s/^  rules .*/  rules cube $rules/" stated.dump >"rules/${rules// /-}.dump"
done
run analyze -q --level 0ply --report none --out ruled rules
status_is 0
run errors -q --db ruled --worst 200 --kind chequer --json
equal "$(python3 - <<'PY'
import collections, json
found = collections.defaultdict(list)
for e in json.load(open("out"))["errors"]:
    found[e["xgid"].split(":")[0], e["xgid"].split(":")[4]].append(":".join(e["xgid"].split(":")[7::2]))
most = max(found.values(), key=len)
print(*sorted(most), len(most) == len(set(most)))
PY
)" "1:10 3:10 3:2 3:6 True"
fi

test_ "a card without a reason says why there is none"
run analyze -q --level 0ply --report none --out reasons "$DEMO"
run errors --out reasons --worst 500 -o reasons.html
equal "$(python3 - <<'PY'
import re
cards = re.split(r'<details class="d', open('reasons.html').read())[1:]
bare = [c for c in cards if 'class="why"' not in c]
print(len(bare) > 5, {bool(re.search('Too small to be marked: no reason was looked for|No single reason was found', c)) for c in bare},
      any('no reason was looked for' in c for c in cards if 'class="why"' in c))
PY
)" 'True {True} False'

test_ "a question keeps to its line, however long the file's name is; cards leave out the middle of it too"
long=a_file_as_servers_call_it-charlot1-charlot2_7p_2025-11-08-2305
mkdir long
cp "$TOP/fixtures/season/round-1.mat" "long/$long.mat"
run analyze -q --level 0ply --report none --out long.out long
run errors --out long.out --worst 3
equal "$(wc -l <out)" 4
equal "$(grep -c 'a_file_…[a-z0-9_-]* g[0-9]*m[0-9]* ' out)" 3
run errors --out long.out --worst 3 --format csv
grep -q "$long" out || wrong "data have the whole name"
run errors --out long.out --worst 3 -o long.html
grep -q 'a_file_as_servers_c…' long.html || wrong "the card has no short name"

finish
