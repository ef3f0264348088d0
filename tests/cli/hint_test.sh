#!/usr/bin/env bash
# What `hint`, `eval` and `cube` say beside equities: differences, chances to win the match, bluffs, gammon values, take points.
. "$(dirname "$0")/lib.sh"
match=XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:3:4:0:7:10
race=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:2:4:0:7:10

test_ "cube actions have their differences, in every form, and best first on request"
run hint --json $match
python3 - <<'P' || wrong "differences"
import json
h = json.load(open("out"))[0]
best = max(h["no_double"], min(h["double_take"], h["double_pass"]))
for name in ("no_double", "double_take", "double_pass"):
    assert abs(h[name + "_difference"] - (h[name] - best)) < 2e-6, name
assert h["double_pass_difference"] > 0 > h["double_take_difference"]
P
run hint $match
out_has '  No double  *+[0-9.]*  *[0-9.]*%$'
out_has '  Double, take  *+[0-9.]*  *[0-9.]*%  loses 0[.][0-9]*$'
out_has '  Double, pass  *+1.0000  *[0-9.]*%  opponent loses 0[.][0-9]*$'
equal "$(grep -o '^  [A-Z][a-z]* double\|^  Double, [a-z]*' out | tr -d '\n')" "  No double  Double, take  Double, pass"
run hint --best-first $match
equal "$(grep -o '^  [A-Z][a-z]* double\|^  Double, [a-z]*' out | tr -d '\n')" "  No double  Double, pass  Double, take"
script -qec "stty cols 80; '$PROGRAM' hint --no-color --best-first $match" /dev/null </dev/null | tr -d '\r' >shown
equal "$(grep -o 'No double  \|Double, [a-z]*  ' shown | tr -d ' \n')" "NodoubleDouble,passDouble,take"

test_ "a table on a terminal has room in 80 columns"
for id in $match ${match/00:3/31:3} ${match/:00:/:D:}; do
    script -qec "stty cols 80; '$PROGRAM' hint --no-color --level 0ply $id" /dev/null </dev/null | tr -d '\r' >shown
    equal "$(awk 'length($0) > 80' shown)" ""
    grep -q 'Win%\|wins [0-9.]*%' shown || wrong "no table: $(cat shown)"
done

test_ "equities are chances to win the match as well, of plays, actions and answers"
for id in $match ${match/:00:/:31:} ${match/:00:/:D:}; do
    run hint --level 0ply --json "$id"
    python3 - >pairs <<'P' || wrong "no mwc"
import json
h = json.load(open("out"))[0]
pairs = [(p["equity"], p["mwc"]) for p in h.get("plays", [])]
pairs += [(h[n], h[n + "_mwc"]) for n in ("no_double", "double_take", "double_pass") if n in h]
pairs += [(h[n]["equity"], h[n]["mwc"]) for n in ("take", "pass") if n in h]
assert len(pairs) > 1
for equity, mwc in pairs:
    print(equity, mwc)
P
    score=4-3
    [ "$id" != "${match/:00:/:D:}" ] || score=3-4 # who answers
    "$PROGRAM" met convert --emg --score $score --json -- $(cut -d' ' -f1 pairs) >converted
    python3 - <<'P' || wrong "not what met convert has"
import json
for line, value in zip(open("pairs"), json.load(open("converted"))["values"]):
    assert abs(float(line.split()[1]) - value["mwc"]) < 2e-6, (line, value)
P
done
run hint --level 0ply --json ${match/3:4:0:7/0:0:0:0}
! grep -q mwc out || wrong "money has no MWC"

test_ "--mwc shows them instead of equities, and points in money play"
for id in $match ${match/:00:/:31:} ${match/:00:/:D:}; do
    run hint --mwc "$id"
    out_has ' [45][0-9]*[.][0-9][0-9]%  *(*\(loses\|≈\)* *-*[0-9.]*%'
    ! grep -v money out | grep -q ' [-+][01][.][0-9]' || wrong "$(cat out)"
done
run hint --mwc ${match/3:4:0:7/0:0:0:0}
out_has '  No double  *+0[.][0-9]*$'
run eval --level 0ply --mwc $match
out_has 'MWC 4[0-9.]*% cubeless, 4[0-9.]*% cubeful'

test_ "what costs nothing is as good"
run hint --level 0ply XGID=-A---------------------a--:0:0:1:00:0:0:0:0:10
out_has '^  No double  *+1.0000  as good$'
out_lacks 'loses 0.0000'

test_ "the bluff is the one of the report"
run hint --level 2ply $match
out_has 'proper action: No double, take$'
out_has '^  doubling would be right against 4.2% wrong passes$'
run hint --level 2ply --json $match
out_has '"bluff": 0.042128'
echo $match >position.txt
"$PROGRAM" analyze --level 2ply --cube-level 2ply --quiet --out reports --report text position.txt 2>err || wrong "$(cat err)"
grep -q 'No double, take (4.2' reports/*.txt || wrong "$(grep -h 'Cube' reports/*.txt)"
run hint --level 0ply --json ${race/2:4:0:7/0:0:0:0}
out_has '"verdict": "Double, take".*"bluff": null'

test_ "gammon values are those of met show, the take point lies between those of a dead and a live cube"
for command in hint eval; do
    run $command --level 0ply --json $match
    equal "$(sed 's/.*"gammon_value": \([0-9.]*\), "opponent_gammon_value": \([0-9.]*\).*/\1 \2/' out)" \
        "$("$PROGRAM" met show --score 4-3 --json | sed -n 's/.*"gammon_value": \([0-9.]*\).*/\1/p;s/.*"opponent_gammon_value": \([0-9.]*\).*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
done
# Without gammons: 25 % dead, 20 % live (money); the opponent's cube may not be turned.
ends=XGID=-A--A----------------a----:0:0:1:00:0:0:0:0:10
run eval --level 0ply --json $ends
out_has '"gammon_value": 0.5, "opponent_gammon_value": 0.5, "take_point_dead": 0.25, "take_point_live": 0.2'
run eval --level 0ply --json ${ends/0:0:0:0:10/0:0:1:0:10}
out_has '"gammon_value": 0, "opponent_gammon_value": 0, "take_point_dead": 0.25, "take_point_live": 0.2'
run eval --level 0ply --json ${ends/:0:0:1:/:1:-1:1:}
out_has '"take_point_dead": null, "take_point_live": null'

test_ "cubeless equities are given at the score and for money, where a match is played"
run hint --level 0ply $match
out_has '  cubeless +0.[0-9]*, for money +0.[0-9]*$'
run eval --level 0ply --json ${match/3:4:0:7/0:0:0:0}
python3 -c 'import json; e = json.load(open("out"))[0]; assert e["cubeless"] == e["cubeless_money"], e' || wrong "$(cat out)"

test_ "cube has all of it at every score"
run cube --level 0ply --json $match
cp out map.json
python3 - <<'P' || wrong "not the same"
import json
map = json.load(open("map.json"))[0]
assert len(map["scores"]) == 225
for cell in map["scores"]:
    assert 0 <= cell["no_double_mwc"] <= 1 and "gammon_value" in cell and "bluff" in cell
assert "no_double_mwc" not in map["money"]
P
run cube --level 2ply --json $match
python3 - <<'P' || wrong "not what hint has"
import json, os, subprocess
cell = [c for c in json.load(open("out"))[0]["scores"] if (c["away"], c["opponent_away"]) == (4, 3)][0]
hint = json.loads(subprocess.run([os.environ["PROGRAM"], "hint", "--json", "XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:3:4:0:7:10"], capture_output=True).stdout)[0]
for name in set(cell) & set(hint):
    assert cell[name] == hint[name], (name, cell[name], hint[name])
assert len(set(cell) & set(hint)) > 15
P

opening=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10
test_ "chosen plays are looked at whatever their rank, in any notation, each once"
run hint --level 1ply --json $opening
cp out all.json
run hint --level 1ply --json --plays "13/9; 24-21" $opening
status_is 3
run hint --level 1ply --json --plays "13/10/9; 6/2 ;13/10 10/9;8/5,6/5" $opening
status_is 0
python3 - <<'P' || wrong "not the plays chosen"
import json
all = json.load(open("all.json"))[0]["plays"]
chosen = json.load(open("out"))[0]["plays"]
assert [p["play"] for p in chosen] == ["8/5 6/5", "13/9", "6/2"], chosen
assert {p["plies"] for p in chosen} == {1}
assert [p["rank"] for p in all] == list(range(1, 17))
ranks = {p["play"]: p["rank"] for p in all}
for p in chosen:
    assert abs(p["rank"] - ranks[p["play"]]) <= 2 and (p["rank"] == 1) == (ranks[p["play"]] == 1), p
    assert abs(p["behind"] - (chosen[0]["equity"] - p["equity"])) < 2e-6
assert chosen[2]["rank"] > 8
P
run hint --level 1ply --plays "6/2" $opening
out_has '  1[0-9][.] 6/2  *1ply -0[.1-9]* (-0[.][0-9]*)$'
run hint --level 1ply -t tsv --plays "6/2; 13/9" $opening
equal "$(wc -l <out)" 3
equal "$(cut -f2 out | tr '\n' ' ')" "play 13/9 6/2 "

test_ "illegal plays are refused by the rule that they break"
while IFS='|' read -r play id why; do
    run hint --level 0ply --plays "$play" "$id"
    status_is 3
    err_has "^argument 1: error: --plays \"${play#*;}\" with [1-6][1-6]: .*$why"
done <<T
8/5|$opening|leaves out a die that can be played
13/9 6/5|$opening|does not fit the roll
24/21 22/21|$opening|no chequer there, or the point is held
13/7|XGID=-b----E-C---eE---c-e----AA:0:0:1:61:3:2:0:7:10|a chequer on the bar has to enter first
6/off 5/off|XGID=-a---BE---A---------------:0:0:1:65:0:0:0:0:10|nothing is borne off before all chequers are home
24/23|XGID=---------------------b--A-:0:0:1:21:0:0:0:0:10|leaves out the larger die, which can be played
T
run hint --plays 13/9 ${opening/31/00}
status_is 3
err_has 'for a position in which a roll is to be played'
run hint --plays " ; " $opening
err_has 'names no play'

test_ "chosen plays are looked at again at another level, beside the first figures"
run hint --level 0ply --plays "13/9; 6/2" --again 1ply --json $opening
python3 - <<'P' || wrong "not the figures of both levels"
import json, os, subprocess
def plays(*more):
    run = subprocess.run([os.environ["PROGRAM"], "hint", "--json", "--plays", "13/9; 6/2", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10", *more], capture_output=True)
    return json.loads(run.stdout)[0]["plays"]
both = json.load(open("out"))[0]
assert both["again_level"] == "1ply"
first, second = plays("--level", "0ply"), plays("--level", "1ply")
for p in both["plays"]:
    again = p.pop("again")
    assert p in first
    assert [{k: q[k] for k in again} for q in second if q["play"] == p["play"]] == [again]
P
run hint --level 0ply --plays "13/9; 6/2" --again 1ply $opening
out_has 'again at 1ply'
out_has '13/9 .* 0ply [-+]0[.0-9]* ([-+.0-9]*)   1ply [-+]0[.0-9]* ('
script -qec "stty cols 80; '$PROGRAM' hint --no-color --level 0ply --plays '13/9; 6/2' --again 1ply $opening" /dev/null </dev/null | tr -d '\r' >shown
grep -q 'Win%  *1ply  *Diff' shown || wrong "$(cat shown)"
equal "$(awk 'length($0) > 80' shown)" ""
run hint --again 1ply $opening
status_is 2

test_ "noise is in the figures of --again too"
run hint --level 0ply --noise 0.1 --noise-seed 3 --plays "8/5 6/5" --again 0ply --json XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
equal "$(python3 -c 'import json; p = json.load(open("out"))[0]["plays"][0]; print(p["equity"] == p["again"]["equity"])')" True

test_ "as a page: board with the best play's arrow and the table of the terminal, no rows of IDs"
run hint --level 0ply -o hint.html XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10 \
    XGID=-a-B--D-B---cE---c-e----B-:0:0:1:00:3:2:0:7:10 XGID=-a-B--D-B---cE---c-e----B-:0:0:1:D:3:2:0:7:10
status_is 0
equal "$(grep -o '<svg class="board"' hint.html | wc -l)" 3
grep -q 'class="ab"' hint.html || wrong "no arrow of the best play"
grep -q '<tr class="best"><th[^>]*>8/5 6/5' hint.html || wrong "the best play is not marked"
grep -q 'Looked at less deeply\|24/23 13/10' hint.html || wrong "no other plays"
grep -q 'Cube: .*No double, take' hint.html || wrong "no cube decision"
grep -q 'Reply: .*take' hint.html || wrong "no answer to the double"
if grep -q 'does not double' hint.html; then wrong "nobody has decided yet"; fi

finish
