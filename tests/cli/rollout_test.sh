#!/usr/bin/env bash
# `kibitzer rollout`: forms of output, the same bytes for any number of threads, clear words about what makes no sense.
. "$(dirname "$0")/lib.sh"
race=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:0:0:0:0:10
roll=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:31:0:0:0:0:10
match=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:2:4:0:7:10

test_ "a cube decision is rolled out as no double and double, take, with errors and a verdict"
run rollout --trials 36 --seed 7 $race
status_is 0
out_has 'seed 7: cubeful'
out_has 'no double      +0\.6[0-9]* +- 0\.[0-9]*  36 trials'
out_has 'double, take   +0\.[56][0-9]* +- '
out_has 'proper action: '

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

test_ "a match is told in MWC as well"
run rollout --trials 36 $match
status_is 0
out_has 'MWC [0-9.]* % +- '

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

test_ "each player has a level of his own, early and late"
run rollout --trials 4 --truncate 3 --level 0ply/1ply --cube-level 1ply/0ply --late-from 2 --late-level expert --json $race
status_is 0
out_has 'play 0ply, cube 1ply (opponent play 1ply, cube 0ply), from half-roll 2 play expert'

test_ "an interrupt prints what is known and ends with 130"
"$PROGRAM" rollout --trials 1000000 --jobs 2 $race >out 2>err &
pid=$!
for _ in $(seq 100); do [ -d /proc/$pid/task ] && [ "$(ls /proc/$pid/task | wc -l)" -ge 2 ] && break; sleep 0.1; done
sleep 1
kill -INT $pid
wait $pid
status=$?
status_is 130
out_has 'no double  .* trials'

finish
