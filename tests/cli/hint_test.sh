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
out_has '  no double  *+[0-9.]*$'
out_has '  double, take  *+[0-9.]* (-0[.][0-9]*)$'
out_has '  double, pass  *+1.0000 (+0[.][0-9]*)$'
equal "$(grep -o '^  [a-z]* double\|^  double, [a-z]*' out | tr -d '\n')" "  no double  double, take  double, pass"
run hint --best-first $match
equal "$(grep -o '^  [a-z]* double\|^  double, [a-z]*' out | tr -d '\n')" "  no double  double, pass  double, take"
script -qec "stty cols 80; '$PROGRAM' hint --no-color --best-first $match" /dev/null </dev/null | tr -d '\r' >shown
equal "$(grep -o 'No double  \|Double, [a-z]*  ' shown | tr -d ' \n')" "NodoubleDouble,passDouble,take"

test_ "a table on a terminal has room in 80 columns"
for id in $match ${match/00:3/31:3} ${match/:00:/:D:}; do
    script -qec "stty cols 80; '$PROGRAM' hint --no-color --level 0ply $id" /dev/null </dev/null | tr -d '\r' >shown
    equal "$(awk 'length($0) > 80' shown)" ""
    grep -q 'Win%' shown || wrong "no table: $(cat shown)"
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
    out_has ' [45][0-9]*[.][0-9][0-9]% (\(≈ \)*-[0-9.]*%)'
    ! grep -v money out | grep -q ' [-+][01][.][0-9]' || wrong "$(cat out)"
done
run hint --mwc ${match/3:4:0:7/0:0:0:0}
out_has '  no double  *+0[.][0-9]*$'
run eval --level 0ply --mwc $match
out_has 'MWC 4[0-9.]*% cubeless, 4[0-9.]*% cubeful'

test_ "the bluff is the one of the report"
run hint --level 2ply $match
out_has 'proper action: No double, take (4.2%)'
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
