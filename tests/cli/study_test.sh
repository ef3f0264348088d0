#!/usr/bin/env bash
# `kibitzer study`: what a player should study.
. "$(dirname "$0")/lib.sh"

json() { python3 -c 'import json, sys; d = json.load(open("out")); print(eval(sys.argv[1]))' "$1"; }
SCHEMA=$TOP/docs/study.schema.json

mkdir in
cp "$DEMO/club-final.mat" "$DEMO/semi-final.mat" in/
run analyze -q --level 0ply --report none in

test_ "of few decisions three leaks are shown as weak, each with errors, and it says how many more decisions there should be"
run study "O'Hara"
status_is 0
out_has "^O'Hara: PR [0-9.]* over [0-9]* decisions$"
out_has '^Nothing is sure yet: some [0-9]* more decisions would show a leak of 0.5 PR\.$'
equal "$(grep -c '^[a-z -]* ([a-z ]*), weak: ' out)" 3
run study "O'Hara" --json
faults=$(python3 "$TOP/tests/cli/check_document.py" "$SCHEMA" out 2>&1) || wrong "$faults"
equal "$(json '(d["more_decisions"] > 100, d["field_players"])')" "(True, 0)"
equal "$(json '[(l["certainty"], l["low"] < 0 < l["cost_pr"] < l["high"], l["rate_pr"] > l["expected_rate"]) for l in d["leaks"]]')" "[('weak', True, True), ('weak', True, True), ('weak', True, True)]"
run study "O'Hara" -t csv
out_has ',"weak",'
run study "O'Hara" --output weak.html --quiz quiz.html --worst 4
equal "$(grep -o 'class="gl[^>]*text-align:center' weak.html | wc -l) $(grep -o 'class="gl nr"' weak.html | wc -l)" "3 0" # a label below each bar
status_is 0
equal "$(grep -c '<section class="study" id="leak' weak.html)" 3
equal "$(grep -o 'class="bv" d="[^"]*' weak.html | grep -o z | wc -l)" 3 # a bar for each, and a row of the same
equal "$(sed -n '/>Beyond chance/,/<[/]tbody>/p' weak.html | grep -o '<tr><th>' | wc -l)" 3
equal "$(grep -c '<section class="question"' quiz.html)" 4
run study "O'Hara" --boards
status_is 0
equal "$(grep -c '+13-14-15-16-17-18' out)" "$(grep -o '<details class="d ' weak.html | wc -l)"

# The same errors in match after match: nobody can overlook them.
mkdir again
for i in 1 2 3 4 5 6 7 8; do
    sed "s/Zoë & Max/Opponent $i/" "$DEMO/club-final.mat" >"again/m$i.mat"
done
run analyze -q --level 0ply --report none again
bob='<Bob> "Bee"'

test_ "a leak has its cost in PR and its range above zero, and an example"
run study "$bob" --json
status_is 0
faults=$(python3 "$TOP/tests/cli/check_document.py" "$SCHEMA" out 2>&1) || wrong "$faults"
equal "$(json '(d["leaks"][0]["certainty"], all((0 < l["low"]) == (l["certainty"] == "sure") for l in d["leaks"]))')" "('sure', True)"
equal "$(json 'd["leaks"][0]["name"]')" holding
equal "$(json 'all(l["cost_pr"] <= l["lost_pr"] - l["expected_pr"] for l in d["leaks"])')" True
equal "$(json '[(l["certainty"], -l["cost_pr"]) for l in d["leaks"]] == sorted(((l["certainty"], -l["cost_pr"]) for l in d["leaks"]), key=lambda x: (["sure", "likely", "weak"].index(x[0]), x[1]))')" True
run study "$bob"
out_has '^holding (plan), sure: [0-9.]* PR$'
out_has 'allowing for chance [0-9.]*,$'
out_has 'players of this level'
out_has "^  against .*, game [0-9]* move [0-9]*:$"

test_ "a tournament is set against the usual level; what may be chance is called nothing"
mkdir cup
for i in 1 2 3 4 5 6 7 8; do
    sed "s/Zoë & Max/Opponent $i/; s/2025\.10\.12/2025.0$i.12/" "$DEMO/club-final.mat" >"cup/m$i.mat"
done
sed -i 's/Club night, final/The Cup, 100%/' cup/m7.mat cup/m8.mat
run analyze -q --level 0ply --report none --out cup.out cup
run study "$bob" --out cup.out --event 'the cup*' --json
status_is 0
faults=$(python3 "$TOP/tests/cli/check_document.py" "$TOP/docs/review.schema.json" out 2>&1) || wrong "$faults"
equal "$(json '(d["event"], d["matches"], d["usual_matches"], d["usual_of_year"], d["usual_decisions"] == 3 * d["decisions"])')" "('the cup*', 2, 6, False, True)"
equal "$(json '[(p["kind"], p["name"]) for p in d["parts"]][:5]')" "[('all', 'all'), ('match', 'Opponent 7'), ('match', 'Opponent 8'), ('half', 'first half'), ('half', 'second half')]"
equal "$(json '{(abs(p["difference_pr"]) < 1e-9, p["low"] < 0 < p["high"], p["verdict"]) for p in d["parts"] if p["kind"] != "match" or p["decisions"] == d["decisions"] / 2}')" "{(True, True, None)}" # the same match each time
equal "$(json '{abs(p["usual"] / d["usual_pr"] - 1) < 1e-9 for p in d["parts"] if p["kind"] == "all"}')" "{True}"
run study "$bob" --out cup.out --event 'The Cup, 100%' --width any
out_has '^<Bob> "Bee" at The Cup, 100%: 2 matches, [0-9]* decisions, PR 16\.34$'
out_has 'in 6 other matches\. Every difference here may be chance\. Each part is compared with what is usual in decisions as hard as its own\.$'
out_has ' decisions, usually [0-9.]* in such$'
out_lacks 'Not listed'
out_has '^against Opponent 7: PR '
run study "$bob" --out cup.out --event 'The Cup*' -o review.html --pages pages
status_is 0
equal "$(grep -o 'pages/m[78][.]html"><bdi>against' review.html | sort -u | wc -l)" 2
equal "$(grep -c '<h2>Costliest decisions</h2>' review.html)" 1
run study "$bob" --out cup.out --event 'The Cup*' -o review.pdf
status_is 0
run study "$bob" --out cup.out --event 'No such'
status_is 3
err_has 'No such: no match of <Bob> "Bee" has this event'
run study "$bob" --out cup.out --event 'The Cup*' --quiz q.html
status_is 2
err_has 'errors --event EVENT --quiz'
run study "$bob" --event 'Club night, final' --json # of eight others there is none
equal "$(json '(d["matches"], d["usual_matches"], d["parts"])')" "(9, 0, [])"

test_ "of many matches at an event those that differ most are listed, and how many are not is said"
mkdir many
for i in $(seq 10 29); do
    sed "s/Zoë & Max/Rival $i/; s/2025\.10\.12/2025.01.$i/; s/Club night, final/Season/" "$DEMO/club-final.mat" >many/m$i.mat
done
sed -i '/^ Game 2/,$d' many/m1[0-4].mat
run analyze -q --level 0ply --report none --out many.out many cup
run study "$bob" --out many.out --event Season
status_is 0
equal "$(grep -c '^against Rival' out)" 12
out_has '^Not listed: 8 matches nearer to the usual level'
run study "$bob" --out many.out --event Season --json
equal "$(json 'len([p for p in d["parts"] if p["kind"] == "match"])')" 20
run study "$bob" --out many.out --event Season -o season.html
equal "$(grep -c 'against Rival' season.html)" 12
grep -q 'Not listed: 8 matches nearer' season.html || wrong "the page does not say it"

test_ "twelve positions stand for most of the errors, on a page and in a quiz; the same ones each time"
run study "$bob" --reference --json
status_is 0
faults=$(python3 "$TOP/tests/cli/check_document.py" "$TOP/docs/reference.schema.json" out 2>&1) || wrong "$faults"
equal "$(json '(len(d["positions"]), d["share"] > 0.5, abs(d["share"] - sum(p["share"] for p in d["positions"])) < 1e-5)')" "(12, True, True)"
equal "$(json '[p["share"] for p in d["positions"]] == sorted((p["share"] for p in d["positions"]), reverse=True)')" True
equal "$(json 'sum(p["stands_for"] for p in d["positions"]) <= d["errors"]')" True
cp out first
run study "$bob" --reference --json
same out first
run study "$bob" --reference
out_has '^<Bob> "Bee": 12 of [0-9]* errors of 0\.02 EMG or more stand for [0-9]*% of what all of$'
equal "$(grep -c '^   Stands for [0-9]* errors*, ' out)" 12
out_lacks ', better [A-Z]'
run study "$bob" --reference -o twelve.html --quiz twelve-quiz.html
status_is 0
equal "$(grep -o 'Stands for [0-9]* error' twelve.html | wc -l)" 12
equal "$(grep -c '<section class="question"' twelve-quiz.html)" 12
run study "$bob" --reference --since 2025
status_is 2

test_ "the page shows each leak with boards; the quiz asks its positions alone"
run study "$bob" --output study.html --quiz quiz.html --worst 5 --pages kibitzer-report
status_is 0
grep -q '<h2>What to study</h2>' study.html || wrong "no heading"
grep -q '<h1><bdi>Backgammon: what .* should study</bdi></h1>' study.html || wrong "the page has no title"
grep -q '<meta name="description" content="Backgammon: what ' study.html || wrong "$(grep 'name="description"' study.html)"
[ "$(grep -o '<details class="d ' study.html | wc -l)" -gt "$(grep -c '<section class="study" id="leak' study.html)" ] || wrong "not more boards than leaks"
equal "$(grep -c '<section class="question"' quiz.html)" 5
grep -q 'href="./kibitzer-report/[a-z0-9-]*.html#g' quiz.html || wrong "no link to the match"

test_ "the quiz is also a sheet: PDF, text and Markdown"
for ending in pdf txt md; do
    run study "$bob" --quiz "sheet.$ending" --worst 3
    status_is 0
done
equal "$(head -c 5 sheet.pdf)" '%PDF-'
grep -q '^Answers' sheet.txt || wrong "no answers in sheet.txt"
grep -q '</a>Answers$' sheet.md || wrong "no answers in sheet.md"

test_ "did it help: leaks before a day and since, with what was to be expected"
run study "$bob" --out cup.out --since 2025-06
status_is 0
out_has 'did it help? Before 2025-06 and since$'
equal "$(awk 'length > 80' out)$(grep '^  changed by$' out)" "" # no line is broken twice
run study "$bob" --out cup.out --since 2025-06 --json
status_is 0
equal "$(json 'd["schema"]')" kibitzer/progress/1
equal "$(json 'all((l["helped"] == "too few") == (l["change"] is None) for l in d["leaks"])')" True
equal "$(json 'all(l["change"] is None or abs(l["rate_pr"] - l["expected_rate"] - l["change"]) < 2e-4 for l in d["leaks"])')" True
run study "$bob" --since 1990 --json # nothing before
equal "$(json '(d["before_matches"], d["leaks"])')" "(0, [])"
cp out none
run study "$bob" --out cup.out --since 2025-06 --output page.html
status_is 0
equal "$(grep -c 'did it help?</bdi></h1>' page.html)" 1
run study "$bob" --out cup.out --since 2025-06 --json
helped=$(json '" ".join(l["helped"] for l in d["leaks"])')
equal "$(python3 -c 'import re; print(" ".join(re.findall("better|worse|open|too few", open("page.html").read().split("<tbody>")[1].split("</tbody>")[0])))')" "$helped"
for kind in 'bv bl' bh bv; do # before, expected, since: each looks different
    equal "$(grep -o "class=\"$kind\" d=\"[^\"]*" page.html | grep -o M | wc -l)" "$(json 'len(d["leaks"])')"
done
run study "$bob" --out cup.out --since 2025-06 --output page.pdf
status_is 0
pdftotext -layout page.pdf page.txt
grep -q 'Before *Expected *Since' page.txt || wrong "titles are broken: $(grep -A2 '^Leak' page.txt)"
run study "$bob" --out cup.out --since 2025-06 --output page.html --quiz q.html
status_is 2

test_ "did it help: of a theme that depends on the play the figure is its share of the whole PR, and is called that"
run analyze -q --level 0ply --report none --out mira.out "$TOP/fixtures/season"
run stats Mira --out mira.out --until 2025-05 --by theme --json
cp out themes
run stats Mira --out mira.out --until 2025-05 --by theme
err_has 'their PR is what such decisions cost, not how often they go wrong\.$'
run stats Mira --out mira.out --until 2025-05 --by theme -o themes.html
grep -q 'their .*PR.* is what such decisions cost' themes.html || wrong "the page does not say what a theme's PR is"
run study Mira --out mira.out --since 2025-06 --json
cp out leaks
equal "$(python3 - <<'EOF'
import json
stats, leaks = json.load(open("themes")), json.load(open("leaks"))["leaks"]
all_decisions = stats["players"][0]["decisions"]
theme = {g["group"]: g for g in stats["groups"]}
shares = [l for l in leaks if l["of_whole"]]
print(len(shares) > 0, {l["kind"] for l in shares},
      all(abs(l["before_rate"] - theme[l["name"]]["pr"] * l["before_decisions"] / all_decisions) < 1e-3
          and l["before_decisions"] == theme[l["name"]]["decisions"] for l in shares))
EOF
)" "True {'theme'} True"
run study Mira --out mira.out --since 2025-06
equal "$(grep -c 'such decisions before lost [0-9.]* of the whole PR\.$' out)" "$(python3 -c 'import json; print(sum(l["of_whole"] for l in json.load(open("leaks"))["leaks"]))')"
out_lacks 'bad luck'
equal "$(awk 'length > 80' out)" ""

test_ "a tournament without others to compare with still has its PR and the costliest positions, in text too"
run stats Mira --out mira.out --json
equal "$(python3 -c 'import json; print("%.2f" % json.load(open("out"))["players"][0]["pr"])')" "$(run study Mira --out mira.out --event 'Club*'; sed -n '1s/^Mira at Club: 8 matches, [0-9]* decisions, PR //p' out)"
run study Mira --out mira.out --event 'Club*'
out_has '^Costliest decisions$'
equal "$(grep -c '^    .*, better ' out)" 6
run study Mira --out mira.out --event 'Club*' -o mira.html
grep -q '<bdi>Mira at Club</bdi></h1>' mira.html || wrong "title: $(grep -o '<h1.*</h1>' mira.html)"

test_ "a plan is remembered as the day of the last match it is from; what came later is compared with it"
mkdir season
cp cup/m1.mat cup/m2.mat cup/m3.mat cup/m4.mat cup/m5.mat season/
run analyze -q --level 0ply --report none --out season.out season
run study "$bob" --out season.out --since plan
status_is 3
err_has 'no plan is remembered; `kibitzer study --plan` makes one'
run study "$bob" --out season.out --plan
status_is 0
err_has 'remembered: a plan from matches up to 2025-05-12; later ones are compared by --since plan'
cp cup/m6.mat cup/m7.mat cup/m8.mat season/
run analyze -q --level 0ply --report none --out season.out season
run study "$bob" --out season.out --since plan --json
status_is 0
equal "$(json '(d["since"], d["before_matches"])')" "('2025-05-13', 5)"
cp out planned
run study "$bob" --out season.out --since 2025-05-13 --json
same out planned
run db check --out season.out
status_is 0
run study "$bob" --out season.out --plan --since 2025
status_is 2
run study "$bob" --out season.out --plan
err_has 'matches up to 2025-08-12'
run study "$bob" --out season.out --since plan --json
equal "$(json '(d["since"], d["before_matches"], {l["helped"] for l in d["leaks"]})')" "('2025-08-13', 8, {'too few'})"

test_ "the leaks of a plan are those it showed, undated matches counted; what is in neither window is said"
mkdir vague
cp cup/m[1234].mat vague/
for i in 1 2 3 4 5 6 7 8; do
    sed "/EventDate/d; s/O'Hara/Undated $i/; s/Jörg Müller/<Bob> \"Bee\"/" "$DEMO/semi-final.mat" >vague/u$i.mat
done
run analyze -q --level 0ply --report none --out vague.out vague
run study "$bob" --out vague.out --plan --json
cp out plan
sed 's/Zoë & Max/Later/; s/2025\.10\.12/2025.11.12/' "$DEMO/club-final.mat" >vague/later.mat
for i in 1 2 3; do sed "s/Zoë & Max/Old $i/; s/2025\.10\.12/2024.0$i.12/" "$DEMO/club-final.mat" | sed '/^ Game 2/,$d' >vague/old$i.mat; done
sed 's/Zoë & Max/Vague/; s/2025\.10\.12/2025/' "$DEMO/club-final.mat" >vague/year.mat
run analyze -q --level 0ply --report none --out vague.out vague
run study "$bob" --out vague.out --since plan --json
status_is 0
equal "$(json '[(l["kind"], l["name"]) for l in d["leaks"]]')" "$(python3 -c 'import json; print([(l["kind"], l["name"]) for l in json.load(open("plan"))["leaks"]])')"
equal "$(json '(d["undated_matches"], d["before_matches"])')" '(9, 7)'
run study "$bob" --out vague.out --since 2025-04-13 --json # not what the matches before would show by themselves
! python3 -c 'import json; exit([l["name"] for l in json.load(open("out"))["leaks"]] != [l["name"] for l in json.load(open("plan"))["leaks"]])' || wrong "the same leaks: the test shows nothing"
run study "$bob" --out vague.out --since plan
out_has '^In neither: 9 matches whose date is missing or too vague'
run study "$bob" --out vague.out --since plan -o vague.html
grep -q '9 matches in neither, as their dates are missing or too vague' vague.html || wrong "no word about undated matches"

test_ "a player is called as the collection does, however the name was typed; a plan is found again"
run study '<bOB> "bEE"' --out season.out
out_has '^<Bob> "Bee": PR '
run study '<bOB> "bEE"' --out season.out --since plan
status_is 0
out_has '^<Bob> "Bee": did it help?'
run errors --player '<bOB> "bEE"' --out season.out --worst 1 -o title.html
grep -q '<h1>.*Costly decisions of &lt;Bob&gt; "Bee"' title.html || wrong "$(grep '<h1>' title.html)"

test_ "an invalid day is refused"
run study "$bob" --since yesterday
status_is 2

test_ "whoever is not there is named, and nonsense is refused"
run study Nobody
status_is 3
err_has 'no player called `Nobody` in this collection'
run study
status_is 2
run study "$bob" --quiz quiz.doc
status_is 2
err_has 'no format has this name'

finish
