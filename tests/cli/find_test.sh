#!/usr/bin/env bash
# `kibitzer find`: decisions of a collection that fit.
. "$(dirname "$0")/lib.sh"

json() { python3 -c 'import json, sys; d = json.load(open("out")); e = d["decisions"]; print(eval(sys.argv[1]))' "$1"; }

mkdir in
cp "$DEMO/club-final.mat" "$DEMO/semi-final.mat" in/
sed "s/O'Hara/Again/" "$DEMO/semi-final.mat" >in/again.mat
run analyze -q --level 0ply in

test_ "a position is found wherever it was met, with how often it went wrong"
run find --position 4HPwATDgc/ABMA --format json
status_is 0
opened=$(json 'd["met"]')
equal "$(json '{x["phase"] for x in e}')" "{'opening'}"
[ "$opened" -ge 10 ] || wrong "the start was met $opened times"
equal "$(json 'd["erred"] == sum(x["error"] > 0 for x in e) and abs(d["lost"] - sum(x["error"] for x in e)) < 1e-5')" True
run find --position 4HPwATDgc/ABMA --width 200
equal "$(head -1 out | grep -c "^Summary: opening met $opened times, [0-9]* with an error, [0-9.]* lost in all$")" 1
equal "$(grep -c '^[0-9]' out)" $opened

test_ "an XGID names the same board"
run find --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 --format json
equal "$(json 'd["met"]')" "$opened"

test_ "of one player it says how often it came up and how often it went wrong"
run find --position 4HPwATDgc/ABMA --player Again --width 200
equal "$(head -1 out | grep -c '^Summary: Again has had this opening [0-9]* times\? and erred in [0-9]*, [0-9.]* lost in all$')" 1

test_ "--like finds boards by the pips between them, the nearest first"
run find --like 4HPwATDgc/ABMA --within 8 --format json
status_is 0
equal "$(json '[x["distance"] for x in e] == sorted(x["distance"] for x in e)')" True
equal "$(json '(e[0]["distance"], e[0]["position_id"], max(x["distance"] for x in e) <= 8)')" "(0, '4HPwATDgc/ABMA', True)"
equal "$(json 'len([x for x in e if x["distance"] == 0])')" "$opened"
equal "$(json 'd["met"] > len([x for x in e if x["distance"] == 0]) > 0')" True

test_ "likeness is the same either way and counts the chequers of both sides"
like() { run find --like "$1" --within 40 --most 100000 --format json; json "min(x['distance'] for x in e if x['position_id'] == '$2')"; }
run find --phase opening --format json
other=$(json '[x["position_id"] for x in e if x["position_id"] != "4HPwATDgc/ABMA"][0]')
equal "$(like 4HPwATDgc/ABMA "$other")" "$(like "$other" 4HPwATDgc/ABMA)"

test_ "a Match ID asks for the same cube too"
run find --like 4HPwATDgc/ABMA --within 60 --most 100000 --format json
all=$(json 'd["met"]')
run find --like 4HPwATDgc/ABMA:cAkAAAAAAAAE --within 60 --most 100000 --format json
centred=$(json 'd["met"]')
[ "$centred" -lt "$all" ] && [ "$centred" -gt 0 ] || wrong "$centred of $all"

test_ "players, phases, plans and costs filter"
run find --player Again --error-above 0.1 --format json
equal "$(json '({x["player"] for x in e}, min(x["error"] for x in e) > 0.1)')" "({'Again'}, True)"
run find --plan blitz --format json
equal "$(json '{x["plan"] for x in e}')" "{'blitz'}"
run find --phase race --format csv
equal "$(python3 -c 'import csv; print({r["phase"] for r in csv.DictReader(open("out", newline=""))})')" "{'race'}"

test_ "kinds of errors and scores choose, as in errors"
run find --kind chequer --errors-above 0.05 --most 1000 --json
equal "$(json '{(x["kind"], x["error"] > 0.05) for x in e}')" "{('play', True)}"
run find --score 5-5 --most 100000 --json
[ "$(json 'd["met"]')" -gt 20 ] || wrong "too few decisions at 5-5"
run errors --score 5-5 --worst 1000 --format csv
equal "$(($(wc -l <out) - 1))" "$("$PROGRAM" find --score 5-5 --kind any --errors-above 1e-9 --most 100000 --format csv -q | wc -l | xargs -I N expr N - 1)"
run find --score 3
status_is 2
err_has '--score 3: the points that both need'

test_ "--most lists so many and counts all"
run find --phase middle --most 3 --format json
err_has 'more decisions fit'
equal "$(json '(len(e), d["met"] > 3)')" "(3, True)"

test_ "nonsense is refused by name"
run find --position xyz
status_is 2
err_has '--position xyz'
run find --plan luck
status_is 2
err_has 'mutual holding or holding is expected'
run find --phase late
status_is 2
run find --like nonsense
status_is 2
err_has '--like nonsense'
run find --within 3
status_is 2
run find --like 4HPwATDgc/ABMA --position 4HPwATDgc/ABMA
status_is 2
run find --error-above 9
status_is 3
err_has 'no decision fits'
equal "$(cat out)" ""
for form in csv json; do
    run find --format $form
    head -1 out >head.$form
    run find --error-above 9 --format $form
    status_is 3
    err_has 'no decision fits'
    equal "$(head -1 out)" "$(cat head.$form)"
done
run find --error-above 9 --format csv
equal "$(wc -l <out)" 1
run find --error-above 9 --format json
equal "$(tr -d ' \n' <out)" '{"schema":"kibitzer/find/1","met":0,"erred":0,"lost":0,"decisions":[]}'

test_ "what people type: an ID or a name without an option, commands for quiz and league, five commands to begin with"
run find --position 4HPwATDgc/ABMA --format json
mv out option.json
run find 4HPwATDgc/ABMA --format json
same out option.json
run find XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 Again --format json
status_is 0
equal "$(json 'len(e) > 0 and {x["player"] for x in e}')" "{'Again'}"
for command in "stats" "errors --worst 3"; do
    run $command --player Again --json
    mv out option.json
    run $command Again --json
    same out option.json
    run $command --player Again Again
    status_is 2
    err_has 'is about one player'
done
run league --width 200
status_is 0
equal "$(grep -m 1 '^Rank ' out | awk '{ print $1, $2, $3, $4, $5 }')" "Rank Player Won Lost Points"
run league -o kibitzer-report/league.html
grep -q '<a href="./players/Again.html"' kibitzer-report/league.html || wrong "players are not linked"
run league --event '*' -o alone.html
! grep -q 'players/' alone.html || wrong "links to pages that are not there"
run quiz Again --worst 1
status_is 0
out_has '^Your answer: ____'
out_has '^The best first, then what each of the others loses, and why[.]$'
out_has '^1[.] .*(played)[.] [A-Z0-9]'
! grep -q '>Warnings<' kibitzer-report/index.html || wrong "the index has a column of warnings, and there are none"
run quiz Again --worst 1 -o quiz.html
grep -q '<!DOCTYPE html>' quiz.html || wrong "the name of the output does not count"
run analyze -q -r markdown --level 0ply --out md in/semi-final.mat
file_there md/semi-final.md
"$PROGRAM" >out 2>err </dev/null
equal "$(grep -c '^  kibitzer [a-z]* ' err)" 5

finish
