#!/usr/bin/env bash
# `kibitzer rollout`: forms of output, the same bytes for any number of threads, clear words about what makes no sense.
. "$(dirname "$0")/lib.sh"
race=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:0:0:0:0:10
opening=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
roll=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:31:0:0:0:0:10
match=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:2:4:0:7:10

test_ "at scores far apart a rollout has all digits, and where nothing is at stake it says so"
# 29 of 36 rolls win, else the opponent does, who doubles: no double 2 x 29/36 - 1. With a double the figures are hint's.
for score in 62:0:0:64 0:62:0:64 80:0:0:100 0:80:0:100; do
    id=XGID=-A--A----------------a----:0:0:1:00:$score:10
    run hint --level 0ply --json "$id"
    python3 -c 'import json; h = json.load(open("out"))[0]; print("%.4f %.4f" % (h["no_double"], h["double_take"]))' >hint.txt
    run rollout --trials 144 --json "$id"
    python3 -c 'import json; print(" ".join("%.4f" % r["equity"] for r in json.load(open("out"))["results"]))' >rolled.txt
    same rolled.txt hint.txt
    equal "$(cut -d' ' -f1 rolled.txt)" 0.6111
done
for score in 98:0:0:100 0:98:0:100; do
    run rollout --trials 36 "XGID=-A--A----------------a----:0:0:1:00:$score:10"
    status_is 0
    out_has 'No double *nothing at stake'
    out_has 'Proper cube action: No double, nothing at stake'
    ! grep -q -e '-0[.]00\|double, pass\|nan' out || wrong "$(cat out)"
    for command in "rollout --trials 36" "hint --level 0ply"; do
        run $command --json "XGID=-A--A----------------a----:0:0:1:31:$score:10"
        out_has '"equity": null'
        run $command "XGID=-A--A----------------a----:0:0:1:31:$score:10"
        out_has '4/off .*nothing at stake'
    done
done

test_ "a resignation that waits is answered, as hint answers it"
# AQAAgAEAAAAAAA: two chequers on the 6 point, 4 of 36 rolls; the opponent bears off the last one.
for id in AQAAgAEAAAAAAA:cCEAAAAAAAAA:0.7778 AQAAgAEAAAAAAA:cCkAAAAAAAAA:-0.7778; do
    for command in "rollout --trials 36" hint; do
        run $command "${id%:*}"
        status_is 0
        out_has 'a single game resigned: accept or refuse?'
        out_has 'accept  *+1.0000'
        out_has "refuse  *+\?${id##*:}"
        out_has '[Pp]roper answer: accept'
    done
    run rollout --trials 36 --json "${id%:*}"
    equal "$(python3 -c 'import json; print([(r["play"], round(r["equity"], 4), r["verdict"]) for r in json.load(open("out"))["results"]])')" \
        "[('accept', 1, 'accept'), ('refuse', ${id##*:}, 'accept')]"
done
run rollout --trials 36 "AQAAgAEAAAAAAA:$(printf cMEFAAAAAAAA)" # gammon, after 31
status_is 0
out_has 'a gammon resigned: accept or refuse?'

test_ "a cube decision is rolled out as no double and double, take, with errors and a verdict"
run rollout --trials 36 --seed 7 $race
status_is 0
out_has 'seed 7: cubeful'
out_has 'Action  *Equity  *+-  *Loss  *Win%'
out_has ' > *No double  *+0\.6[0-9]*  *0\.0[0-9]*  *[0-9.]* '
out_has '^ *36 trials; cubeless '
out_has 'Double, take  *+0\.[56][0-9]*  *0\.0[0-9]*  *0\.0[0-9]* '
out_has 'Double, pass  *+1.0000  *0\.[0-9]*  the opponent.s error$'
out_has 'Proper cube action: '
! grep -q ' $' out || wrong "blanks at the end of a line"

test_ "on a terminal a rollout begins with the board; what was not rolled out is said; settings fold"
run rollout --trials 36 --plays 2 $opening
out_has '^      [0-9]* others, not rolled out: 0\.[0-9]* or more behind at 2ply'
! grep -q 'Pip counts' out || wrong 'a board where there is no terminal'
script -qec "stty cols 80; '$PROGRAM' rollout -q --trials 36 --plays 2 $opening" /dev/null </dev/null | tr -d '\r' >shown.txt
grep -q 'Pip counts: O 167, X 167' shown.txt || wrong "no board: $(head -c 300 shown.txt)"
grep -q '^ > 1\. ' shown.txt || wrong "the best play has no mark"
equal "$(awk 'length > 80' shown.txt)" ''

test_ "a lead within 1.96 standard errors of the difference is too close to call; settings fold, and a match has MWC in a column"
near=XGID=---B-cD-D---bE---bad-ab---:0:0:1:00:3:0:0:7:10
run rollout --trials 324 $near
out_has '^Too close to call: double, take is 0\.0[0-9]* ± 0\.0[0-9]* (95%) better than no double\.$'
out_has ' Lose G   BG   MWC$'
out_has 'No double .* 75\.[0-9]*$'
out_has '^      324 trials; MWC 75.*; cubeless '
equal "$(awk 'length > 80' out)" ''
run rollout --trials 324 --format html $near
equal "$(grep -c 'Too close to call: double, take is .* better than no double\.' out)" 1
run rollout --trials 72 --plays 3 XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:0:0:10
out_has '^Too close to call: 13/5 is 0\.[0-9]* ± 0\.[0-9]* (95%) better than 24/16\.$'
run rollout --trials 36 XGID=---ABCDBBA-----aabbdcaa---:1:1:1:00:2:4:0:7:10
! grep -q 'Too close' out || wrong "a lead that is known: $(cat out)"

test_ "threads do not change a byte"
run rollout --trials 60 --jobs 1 $race
cp out one
run rollout --trials 60 --jobs 3 $race
same one out

test_ "--json gives results with everything about a play"
run rollout --trials 36 --json --plays 3 $roll
status_is 0
equal "$(python3 -c '
import json
d = json.load(open("out"))
r = d["results"]
assert "0ply" in d["settings"] and d["seed"] == 1
assert [x["equity"] for x in r] == sorted((x["equity"] for x in r), reverse=True)
for x in r:
    assert x["trials"] == 36 and x["standard_error"] > 0
    assert all(k in x for k in "id play win win_g win_bg lose_g lose_bg".split())
print(len(r))
')" 3

opening=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
test_ "plays that are named are rolled out, and no others; illegal ones are refused"
run rollout --trials 36 --plays "13/9; 6/2" --json $opening
equal "$(grep -o '"play": "[^"]*"' out | sort | tr '\n' ' ')" '"play": "13/9" "play": "6/2" '
run rollout --trials 36 --plays "13/9; 8/3" $opening
status_is 3
err_has '^argument 1: error: --plays "8/3" with 31: the play does not fit the roll'
run rollout --trials 36 --plays 13/9 $race
status_is 3
err_has 'for a position in which a roll is to be played'
run rollout --trials 36 --plays 1001 $opening
status_is 2

test_ "some plays of a state go on, longer, and the others rest"
run rollout --truncate 6 --trials 72 --plays 4 --within 1 --state longer $opening
run rollout --truncate 6 --trials 144 --plays "24/23 13/10;13/9" --state longer --json $opening
cp out two.json
run rollout --truncate 6 --trials 144 --state longer --json $opening
same out two.json
run rollout --truncate 6 --trials 144 --plays "24/23 13/10;13/9" --json $opening
python3 - <<'P' || wrong "$(cat two.json)"
import json
on = {r["play"]: r for r in json.load(open("two.json"))["results"]}
once = {r["play"]: r for r in json.load(open("out"))["results"]}
assert len(on) == 4 and len(once) == 2
for play, r in on.items():
    assert (r["trials"], r["dropped"]) == ((144, False) if play in once else (72, True)), r
for play, r in once.items():
    assert r["equity"] == on[play]["equity"] and r["standard_error"] == on[play]["standard_error"]
P
run rollout --truncate 6 --trials 216 --plays "8/5 6/5" --state longer $opening
status_is 3
err_has 'longer: 8/5 6/5 was dropped, and lacks trials of the others; roll it out in a state of its own'
run rollout --truncate 6 --trials 216 --plays "6/2" --state longer $opening
err_has '6/2 is not among the plays of the state'
run rollout --truncate 6 --trials 144 --plays "13/9" --state longer $opening # the other rests, with all its trials
run rollout --truncate 6 --trials 180 --plays "24/23 13/10;13/9" --state longer --json $opening
equal "$(grep -c '"trials": 180' out)" 2
run rollout --truncate 6 --trials 180 --plays 3 --state longer $opening
err_has 'the plays of this state differ'

test_ "a match is reported in MWC as well"
run rollout --trials 36 XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10
status_is 0
out_has 'MWC [0-9.]*% (standard error [0-9.]*)'

test_ "in a match each play has one line at 80 columns, two at 60, with MWC in a column"
match=XGID=-b----E-C---eE---c-e----B-:0:0:1:43:2:3:0:7:10
run rollout --trials 36 --plays 3 --width 80 $match
out_has ' MWC$'
equal "$(grep -cE '^[> ][0-9]\. .* [0-9]{2}\.[0-9]{2}$' out)" 3
equal "$(grep -c '^      36 trials$' out) $(awk '/Play .*MWC/ { n = NR } END { print NR - n }' out) $(grep -c '^Too close to call: ' out)" "1 7 1"
run rollout --trials 36 --plays 3 --width 60 $match
equal "$(grep -cE '^ [> ] ?[0-9]\. .* [0-9]{2}\.[0-9]{2}$' out) $(grep -c 'standard error .* [0-9]\.[0-9][0-9]$' out)" "3 3"
equal "$(awk 'length > 60' out)" ''

test_ "IDs come from stdin, bad ones are reported and the others rolled out"
printf '# a race\n%s\nrubbish!\n' $race >ids
run rollout --trials 36 --cubeless <ids
status_is 1
err_has '^<stdin>:3:[0-9]*: error: '
out_has 'cubeless'

test_ "a finished game is refused"
run rollout XGID=-------------------------A:0:0:1:00:0:0:0:0:10
status_is 3

test_ "settings without sense are refused with what is expected"
for wrong in "--trials 0" "--truncate 0" "--stop-jsd 2" "--level deep" "--luck-level 2ply" "--late-level 1ply" "--stop-se 0"; do
    run rollout $wrong $race
    status_is 2
    out_empty
done
run rollout --stop-jsd 2 $race
err_has 'a number from 2.33'

test_ "each player has a level of its own, early and late"
run rollout --trials 4 --truncate 3 --level 0ply/1ply --cube-level 1ply/0ply --late-from 2 --late-level expert --json $race
status_is 0
out_has 'play 0ply, cube 1ply (opponent play 1ply, cube 0ply), from half-roll 2 play expert'

test_ "any position can begin a game, but not with dice or after a double"
run rollout --trials 30 --width any --opening $race
status_is 0
out_has 'stratified dice, the first throw without doubles'
run rollout --trials 30 --opening $roll
status_is 3
err_has 'argument 1: error: found dice or a cube that was turned; expected a position that can begin a game'

test_ "XG's rollers are truncated rollouts; what is given beside them counts"
run rollout --width any --like roller $race
status_is 0
out_has 'truncated after 5 half-rolls and evaluated at 0ply, play 0ply, cube 0ply, variance'
out_has ' 42 trials'
run rollout --width any --like Roller++ --trials 2 --truncate 3 $race
status_is 0
out_has 'truncated after 3 half-rolls and evaluated at 2ply, play 2ply, cube 2ply, from half-roll 2 play 1ply'
out_has ' 2 trials'
run rollout --like rollers $race
status_is 2
err_has 'expected roller, roller+ or roller++'

# A long rollout with these options, interrupted once it is at work.
interrupted_rollout() {
    "$PROGRAM" rollout --trials 1000000 --jobs 2 "$@" $race >out 2>err &
    local pid=$!
    at_work $pid 60
    kill -INT $pid
    wait $pid
    status=$?
}

test_ "an interrupt prints what is known and ends with 130"
interrupted_rollout
status_is 130
out_has 'No double  *+0'
out_has ' trials; '

test_ "on a terminal progress has the present estimate with its error, and the time that is left"
script -qec "stty cols 100; '$PROGRAM' rollout --trials $(much 8000 720) --jobs 1 $race" /dev/null </dev/null | tr '\r' '\n' >bar.txt
grep -q '\] *[0-9]* %.*  +0\.[0-9]* +- 0\.[0-9]*' bar.txt || wrong "no estimate: $(head -c 300 bar.txt)"
grep -q '\] *[0-9]* %.*[0-9] \(s\|min\) left' bar.txt || wrong "no time left: $(head -c 300 bar.txt)"

test_ "a state is continued to the same bytes as without a break"
run rollout --trials 50 --state kept $race
status_is 0
run rollout --trials 100 --state kept $race
cp out continued
run rollout --trials 100 $race
same continued out

test_ "a state of another seed is merged in, once"
run rollout --trials 36 --seed 8 --state other $race
run rollout --trials 100 --state kept --merge other $race
status_is 0
out_has 'seed 1, 8: '
out_has '136 trials'
run rollout --trials 100 --state kept --merge other $race
status_is 3
err_has '^other:[0-9]*:1: error: the trials of seed 8 are there already'

test_ "several states are merged: the option given again, or a list with commas; a comma in a file's name is part of it"
run rollout --trials 36 --seed 9 --state ,9,a $race
cp other plain
run rollout --trials 100 --merge plain --merge ,9,a $race
status_is 0
out_has 'seed 1, 8, 9: '
cp out given
cp ,9,a nine
run rollout --trials 100 --merge plain,nine $race
same out given
run rollout --trials 100 --merge plain,nowhere $race
status_is 3
err_has 'nowhere: No such file'

test_ "a state of another position, other settings or a damaged one is refused and left alone"
cp kept before
run rollout --trials 36 --state kept $match
status_is 3
err_has 'kept:2: holds a rollout of XGID=.*, which is not among'
run rollout --trials 36 --level 1ply --state kept $race
status_is 3
err_has 'the settings of this state differ'
same before kept
sed s/block/blick/ kept >damaged
run rollout --trials 36 --state damaged $race
status_is 3
err_has 'damaged: error: the state is damaged'
echo nonsense >other
run rollout --trials 36 --state other $race
status_is 3
err_has 'other:1:1: error: this is not a rollout state'

test_ "a position that cannot be rolled out with its state has one message, and the state stays"
run rollout --trials 36 --plays "13/9;6/2" --state both "$opening"
cp both both.before
run rollout --trials 72 --plays "8/5 6/5" --state both "$opening"
err_has 'is not among the plays of the state'
equal "$(grep -c 'error' err)" 1
same both both.before

test_ "a state that cannot be saved is reported, the result is printed"
run rollout --trials 36 --state /proc/nowhere $race
status_is 1
err_has '/proc/nowhere: the state could not be saved: '
out_has '36 trials'

test_ "an interrupt saves the state"
interrupted_rollout --state stopped
status_is 130
err_has 'the state has been saved'
run rollout --trials 36 --state stopped $race
status_is 0

mkdir dear && sed '/^ Game 4/,$d' "$DEMO/club-final.mat" >dear/club-final.mat
test_ "analyze rolls out what was dear, with the play made and the best one, and says so in every report"
run analyze -q --level 0ply --rollout-errors 0.14 --rollout-trials 36 --jobs 2 --report dump,text,json,sgf,html --out rolled dear/club-final.mat
status_is 0
grep -q 'settings ".*errors of 0.14 or more rolled out' rolled/club-final.dump || wrong "the settings do not name the rollouts"
equal "$(python3 -c '
import json
d = json.load(open("rolled/club-final.json"))
found = 0
def look(x):
    global found
    if isinstance(x, list):
        [look(y) for y in x]
    elif isinstance(x, dict):
        if "candidates" in x:
            rolled = [c for c in x["candidates"] if c["level"]["kind"] == "rollout"]
            if rolled:
                found += 1
                assert rolled == x["candidates"][:len(rolled)] and len(rolled) >= 2
                assert [c["equity"] for c in rolled] == sorted((c["equity"] for c in rolled), reverse=True)
                assert rolled[0]["rollout"]["seed"] == 1
                e = rolled[0]["standard_error"]["probabilities"]
                assert e["lose"] == e["win"] < 0.5
        [look(y) for y in x.values()]
look(d)
print(found > 0)
')" True
grep -q 'rollout 36' rolled/club-final.txt || wrong "the text says nothing of rollouts"
grep -q 'X ver 3' rolled/club-final.sgf || wrong "the SGF has no rollouts"

test_ "rollouts in an analysis are the same for any number of threads, and come back from a dump"
run analyze -q --level 0ply --rollout-errors 0.14 --rollout-trials 36 --jobs 1 --report dump --out again dear/club-final.mat
same rolled/club-final.dump again/club-final.dump
run convert -q --to dump rolled/club-final.dump -
same rolled/club-final.dump out

test_ "details of rollouts without rollouts are refused"
run analyze --rollout-trials 36 "$DEMO/club-final.mat"
status_is 2
err_has 'no effect without --rollout-errors'

test_ "--level roller rolls out what is close, and every candidate says how it was looked at; any number of threads"
short_match >short.mat
run analyze -q --level roller --jobs 2 --report dump,text,json --out rollers short.mat
status_is 0
run analyze -q --level Roller --jobs 1 --report dump --out rollers1 short.mat
same rollers/short.dump rollers1/short.dump
grep -q 'analysed by kibitzer, roller' rollers/short.txt || wrong "the report does not name the level"
grep -q 'plays, roller$' rollers/short.txt || wrong "no play was rolled out"
equal "$(python3 -c '
import json
kinds = set()
def look(x):
    if isinstance(x, list):
        [look(y) for y in x]
    elif isinstance(x, dict):
        for c in x.get("candidates", []):
            if isinstance(c, dict):
                kinds.add((c["level"]["kind"], c["level"].get("name"), c["level"].get("trials")))
        [look(y) for y in x.values()]
look(json.load(open("rollers/short.json")))
print(("rollout", "roller", 42) in kinds, all(k[0] == "ply" for k in kinds if k[1] is None))
')" "True True"
run analyze -q --level roller --rollout-errors 0.1 short.mat
status_is 2
err_has 'both say what is rolled out'
run hint --level roller++ $race
status_is 2
err_has 'rollout --like'

test_ "a state that could not be saved is refused before the games are played"
run rollout -n 1000000 --state nowhere/s.st 4HPwATDgc/ABMA
status_is 3
err_has 'nowhere/s.st: the state could not be saved: its folder does not exist'

test_ "in a narrow terminal the table leaves out backgammons, and every line fits"
id=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
run rollout -q --trials 36 --truncate 3 --plays 2 --width 62 $id
status_is 0
equal "$(grep -v '^XGID' out | awk 'length > 62')" ""
out_has '^      Play  *Equity  *Diff\.  *Win%  *G  *Lose G$'
out_has '^(not shown: backgammons; --width 80 shows them)$'
grep ' 8/5 6/5 ' out | awk '{ print $3, $4 }' >narrow
run rollout -q --trials 36 --truncate 3 --plays 2 --width 80 $id
out_has '^      Play  *Equity  *+-  *Diff\.  *+-  *Win%  *G  *BG  *Lose G  *BG$'
equal "$(grep ' 8/5 6/5 ' out | awk '{ print $3, $4 }')" "$(cat narrow)"

test_ "at 80 columns a play has one line with its standard errors, also in a match, and with a long name"
run rollout -q --trials 144 --truncate 3 --plays 2 --within 1 --width 80 $id
equal "$(grep -c '^ > 1\. 8/5 6/5  *+0\.[0-9]* 0\.0[0-9]*  *[0-9.]* ' out)" 1
equal "$(grep -A1 '^ > 1\. ' out | grep -c '^   2\. .* -0\.[0-9]* 0\.0[0-9]* -0\.[0-9]* 0\.0[0-9]*  ')" 1
equal "$(grep -c '^      144 trials$' out)" 1
run rollout -q --trials 36 --truncate 3 --plays 2 --within 1 --width 80 XGID=-b----E-C---eE---c-e----B-:0:0:1:44:0:0:0:7:10
equal "$(grep -c "^      36 trials$" out)" 1
out_has '^>1\. 24/20(2) 13/9(2) +0\.'
equal "$(awk 'length > 80 && !/^rollout/' out)" ""

test_ "as a page: board, arrow, table with standard errors, settings once"
run rollout -q --trials 36 --truncate 3 --plays 2 --within 1 -o roll.html $id XGID=-a-B--D-B---cE---c-e----B-:0:0:1:00:3:2:0:7:10
status_is 0
equal "$(grep -o '<svg class="board"' roll.html | wc -l)" 2
grep -q '<tr class="best"><th[^>]*>8/5 6/5' roll.html || wrong "the best play is not marked"
grep -q '2 of 16 plays' roll.html || wrong "it does not say how many plays there are"
equal "$(grep -c 'stratified dice' roll.html)" 1
grep -q 'Cube: .*No double, take' roll.html || wrong "no cube decision"
grep -q 'movetable tr,.cubedecision tr{display:grid;grid-template-columns:1fr minmax(4rem,auto)' roll.html ||
    wrong "on a phone an equity with its standard error runs into the next figure"

finish
