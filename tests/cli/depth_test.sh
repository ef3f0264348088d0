#!/usr/bin/env bash
# How deep, in detail: filters, noise, plays judged without the cube, no bear-off databases, dice of rollouts, and levels
# that are kept for each kind of question.
. "$(dirname "$0")/lib.sh"
PLAY=XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:3:0:10
RACE=XGID=---A-AA-------------aa--a-:0:0:1:00:0:0:0:0:10

test_ "filters decide what is searched, of hints and rollouts too"
run hint --tsv --level 1ply "$PLAY"
status_is 0
mv out usual
run hint --format json --level 2ply --filter 1,0,0/1,0,0 "$PLAY"
equal "$(python3 -c 'import json; print([p["plies"] for p in json.load(open("out"))[0]["plays"]][:3])' 2>/dev/null)" '[2, 0, 0]'
run hint --level 0ply --filter tiny "$PLAY"
status_is 2
err_has 'at most the 0 depths before the last of 0ply'
run rollout -n 36 --filter tiny 4HPwATDgc/ABMA
status_is 2
err_has 'no level here looks ahead'
run rollout -n 36 --width any --truncate 2 --level 1ply --filter tiny 4HPwATDgc/ABMA
status_is 0
out_has 'play 1ply filter 0/5/0.08'

test_ "noise misjudges each position alike, and otherwise with another seed"
run hint --tsv --level 0ply --noise 0.05 "$PLAY"
mv out first
run hint --tsv --level 0ply --noise 0.05 --jobs 2 "$PLAY"
same out first
run hint --tsv --level 0ply --noise 0.05 --noise-seed 7 "$PLAY"
status_is 0
cmp -s out first && wrong "another seed changes nothing"
run hint --tsv --level beginner --noise-seed 7 "$PLAY"
mv out beginner
run hint --tsv --level 0ply --noise 0.06 --noise-seed 7 "$PLAY"
same out beginner
run hint --level 0ply --noise 0.05 --noise-seed random "$PLAY"
status_is 0
mv out drawn
run hint --level 0ply --noise 0.05 --noise-seed "$(sed -n 's/.*noise seed //p' err)" "$PLAY"
same out drawn
run hint --noise-seed seven "$PLAY"
status_is 2
err_has 'expected a number from 0 to 2147483647, or random'

test_ "figures say what is unusual about them; what would have no effect is refused, or said where some positions have one"
CUBE=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10
run hint --level 1ply --noise 0.02 --noise-seed 4 --cubeless --filter tiny "$PLAY"
out_has '  settings: noise 0.02 seed 4, plays without the cube, filter 0/5/0.08'
run hint --level 0ply --cubeless "$CUBE"
out_has '  settings: with the cube, as --cubeless is of plays alone'
run hint --level 0ply --noise 0.02 --json "$CUBE"
out_has '"settings": "noise 0.02"'
run eval --level casual "$CUBE"
out_has '  settings: noise 0.0'
for usual in hint eval; do
    run $usual --level 0ply "$CUBE"
    out_lacks settings
    run $usual --level 0ply --json "$CUBE"
    out_lacks settings
done
run cube --cubeless "$CUBE"
status_is 2
run analyze --parts cube --cubeless short.mat
status_is 2
for command in hint eval cube rollout analyze compare; do
    run $command --noise-seed 7 "$CUBE"
    status_is 2
    err_has 'noise-seed has no effect without --noise or a level that has some'
done

test_ "an analysis with noise and filters says so, and is made again by verify"
short_match >short.mat
run analyze --level 1ply --filter 2,4,0.1 --noise 0.01 --noise-seed 3 --report json --out noisy short.mat
status_is 0
grep -q 'noise 0.01 seed 3 filter 2/4/0.1' noisy/short.json || wrong "the settings lack the noise: $(grep -o '"settings": "[^"]*"' noisy/short.json)"
run verify noisy/short.json
status_is 0
run analyze --level 0ply --cubeless --report json --out cubeless short.mat
grep -q 'chequer play 0-ply cubeless; cube 0-ply cubeful' cubeless/short.json ||
    wrong "the settings do not say cubeless: $(grep -o '"settings": "[^"]*"' cubeless/short.json)"
run verify cubeless/short.json
status_is 0

test_ "plays are judged without the cube where that is asked for"
run hint --json --level 0ply --cubeless "$PLAY"
equal "$(python3 -c 'import json; print(all(p["equity"] == p["cubeless"] for p in json.load(open("out"))[0]["plays"]))' 2>/dev/null)" True

test_ "without databases a bear-off is estimated"
run eval "$RACE"
mv out exact
run eval --no-bearoff "$RACE"
status_is 0
cmp -s out exact && wrong "the databases are still asked"
run hint --no-bearoff "$RACE"
out_has 'estimated'
run eval --bearoff no "$RACE"
mv out by_no
run eval --no-bearoff "$RACE"
same out by_no
run hint --no-bearoff=yes "$RACE"
status_is 2
run hint --no-jacoby --no-cube-limit "$PLAY"
status_is 0

test_ "dice of rollouts are stratified, or random, with the generator's name"
trials=$(much 720 324)
run rollout -n $trials --no-variance-reduction --json 4HPwATDgc/ABMA:cAkAAAAAAAAA
mv out stratified
run rollout -n $trials --no-variance-reduction --dice random --json 4HPwATDgc/ABMA:cAkAAAAAAAAA
status_is 0
grep -q 'random dice (SplitMix64)' out || wrong "the generator is not named"
equal "$(python3 - <<'END'
import json
a, b = (json.load(open(f))["results"][0] for f in ("stratified", "out"))
print(a["equity"] != b["equity"], abs(a["equity"] - b["equity"]) < 4 * (a["standard_error"] ** 2 + b["standard_error"] ** 2) ** 0.5)
END
)" 'True True'
run rollout -n 36 --dice random --state s.st "$PLAY"
status_is 0
run rollout -n 72 --state s.st "$PLAY"
status_is 3
err_has 'random dice'

test_ "levels are kept for each kind of question; the special one is stronger than level"
run config hint-level 1ply
status_is 0
run config level 0ply
run hint "$PLAY"
out_has ', 1ply'
run config rollout-level 1ply
run rollout -n 36 --width any --truncate 2 4HPwATDgc/ABMA:cAkAAAAAAAAA
out_has 'play 1ply'
run config analysis-level 9ply
status_is 2
run config analysis-level 1ply
run analyze --report json --out kept short.mat
grep -q 'chequer play 1-ply' kept/short.json || wrong "the level of analyses was not taken"

finish
