#!/usr/bin/env bash
# `kibitzer met`: tables, take points and gammon values.
. "$(dirname "$0")/lib.sh"

test_ "list names the tables that are built in, the default first"
run met list
status_is 0
equal "$(head -1 out | cut -d' ' -f1)" kazaross-xg2
out_has '^woolsey  *15  K. Woolsey'
equal "$(wc -l <out)" 12

test_ "show prints the figures of a table by its name"
run met show --met woolsey --away 3
status_is 0
out_has '^2  *30.00  50.00  60.00$'
out_has '^you  *50.00  48.50  30.00$\|^  *50.00  48.50  30.00$'

test_ "a file is read as well as a name"
run met show --met "$TOP/data/met/woolsey.xml" --away 3
status_is 0
out_has '^2  *30.00  50.00  60.00$'

test_ "a table whose two sides of a score do not add up is read with a warning"
python3 - "$TOP/data/met/woolsey.xml" >odd.xml <<'PY'
import sys
rows = open(sys.argv[1]).read().split('<row>')
figures = rows[3].split('<me>')
assert figures[2].startswith('0.4')
figures[2] = '0.45' + figures[2][figures[2].index('<'):]
rows[3] = '<me>'.join(figures)
sys.stdout.write('<row>'.join(rows))
PY
run met show --met odd.xml --away 3
status_is 0
err_has 'odd.xml:[0-9]*:.*0.6000 at 2-away, 3-away and 0.4500 at 3-away, 2-away add up to 1.0500, not 1'

test_ "a table for players of unlike strength asks who is the better one, and who sits where changes nothing"
run analyze -q --level 0ply --met jacobs-100 --report json --out unsaid "$TOP/fixtures/demo/club-final.mat"
status_is 3
err_has 'unlike strength: --stronger NAME says who is the better one'
figures() { # PLAYER BOTTOM: what the players won and lost, by name
    run analyze -q --level 0ply --met jacobs-100 --stronger "$1" --bottom "$2" --report json,text --out unlike "$TOP/fixtures/demo/club-final.mat"
    status_is 0
    python3 -c 'import json; print(sorted((p["name"], p["overall"]["actual_result"], p["overall"]["error_mwc"], p["overall"]["luck_adjusted_result"])
        for p in json.load(open("unlike/club-final.json"))["statistics"]["players"]))'
    tr -s '\n' ' ' <unlike/club-final.txt | grep -q "stronger by the equity table: $1" || wrong "the report does not name $1"
}
zoe='Zoë & Max' bob='<Bob> "Bee"'
figures "$zoe" "$zoe" >one
figures "$zoe" "$bob" >two
figures "$bob" "$bob" >three
same one two
! cmp -s one three || wrong "it makes no difference who is the better one"
run analyze -q --level 0ply --stronger "$zoe" --report json --out alike "$TOP/fixtures/demo/club-final.mat"
status_is 3
err_has 'players of like strength'

# 29 of 36 rolls win at once, and 34 of the opponent's else, who is 4-away against 3. Doubled, the opponent redoubles and
# wins 2. MWC of jacobs-100: 3-3 54.5, 2-4 73.3, 4-2 34.7, 1-4 84.2, 4-1 19.9, 3-2 43.1, 2-3 64.6.
on_roll=XGID=-A--A----------------a----:0:0:1:00:2:1:0:5:10 turned=XGID=----A----------------a--a-:0:0:-1:00:1:2:0:5:10
test_ "of a position the better player is named by seat: hint, rollout, eval, cube"
equity() { # WON1 LOST1 WON2 LOST2: of double and take, by hand
    awk "BEGIN { m = (29 * $3 + 7 * $4) / 36; printf \"%.4f\", (2 * m - $1 - $2) / ($1 - $2) }"
}
better=$(equity .733 .545 .842 .431) worse=$(equity .653 .455 .801 .354)
has_equity() { # EQUITY COMMAND...
    run "${@:2}" --met jacobs-100 --json
    status_is 0
    python3 -c 'import re, sys; found = re.search(r"take\", \"equity\": ([-.\d]+)|double_take\": ([-.\d]+)", open("out").read())
sys.exit(abs(float(found[1] or found[2]) - float(sys.argv[1])) > 1e-4)' "$1" || wrong "$2: expected $1"
}
for command in "hint --level 0ply" "rollout --trials 36"; do
    for id in on-roll:$on_roll on-roll:$turned X:$on_roll O:$turned; do
        has_equity "$better" $command --stronger "${id%%:*}" "${id#*:}"
        out_has "\"stronger\": \"${id%%:*}\""
    done
    for id in opponent:$on_roll opponent:$turned O:$on_roll X:$turned; do
        has_equity "$worse" $command --stronger "${id%%:*}" "${id#*:}"
    done
    run $command --met jacobs-100 "$on_roll"
    status_is 3
    err_has 'unlike strength: --stronger says who is the better one'
    run $command --stronger X "$on_roll"
    status_is 3
    err_has 'players of like strength'
    run $command --met jacobs-100 --stronger X "$on_roll"
    out_has 'stronger by the equity table: X'
done
run cube --level 0ply --met jacobs-100 "${on_roll%%:*}:0:0:1:00:0:0:3:0:10"
status_is 3
err_has 'unlike strength'
run cube --level 0ply --met jacobs-100 --json --stronger opponent "${on_roll%%:*}:0:0:1:00:0:0:0:0:10"
grep -q '"away": 3, "opponent_away": 4, .*"double_take": 1.61[67]' out || wrong "cube: expected $worse"
run eval --level 0ply --met jacobs-100 --stronger opponent --json "$on_roll" "$turned"
equal "$(grep -c '"stronger": "opponent"' out)" 2

test_ "two analyses are compared for the better player who is named"
sed '/^ Game 3/,$d' "$DEMO/club-final.mat" >brief.mat
run compare --level 0ply,1ply --met jacobs-100 --json brief.mat
status_is 3
err_has 'unlike strength: --stronger NAME'
for better in "$zoe" "$bob"; do
    run compare --level 0ply,1ply --met jacobs-100 --stronger "$better" --json brief.mat
    status_is 0
    equal "$(python3 -c 'import json; print(json.load(open("out"))["stronger"])')" "$better"
    grep -v '"stronger"' out >"$better.compared"
done
! cmp -s "$zoe.compared" "$bob.compared" || wrong "it makes no difference who is the better one"

test_ "a score shows take points dead and live, for each cube value"
run met show --score 5-5
status_is 0
out_has 'you  *1 →  2 .* 23.87%  18.17% '
out_has 'you  *4 →  8 .* 15.82%  15.82% '

test_ "where the taker redoubles at once it is said"
run met show --score 2-7
status_is 0
out_has '23.16%  23.16% .*\*$'
out_has 'redoubles at once'

test_ "the Crawford game has no cube, the games after it have one"
run met show --score 1-3
status_is 0
out_has 'Crawford game: 75.08'
out_has 'The cube is not used'
run met show --score 1-3 --post-crawford
status_is 0
out_has 'after the Crawford game: 67.74'
out_has '^opponent  *1 →  2'

test_ "the players of a table may be unequal"
run met show --met jacobs-50 --json --away 2
status_is 0
equal "$(tr -d ' \n' <out | grep -o '"pre_crawford":.*')" '"pre_crawford":[[0.51,0.702],[0.323,0.515]],"post_crawford":[[0.51,0.499],[0.49,0.479]]}'

test_ "JSON has the points of a score"
run met show --json --score 5-4 --gammons 27,25
status_is 0
out_has '"gammon_value": 0.48327'
out_has '"doubler": "opponent", "cube": 2'

test_ "tables answer in every style: a score a line, a double a line"
run met show --away 2 --format csv
status_is 0
equal "$(head -2 out | tr -d '\r' | tr '\n' ' ')" 'away,opponent_away,crawford_game,mwc 1,1,true,0.50000000 '
equal "$(wc -l <out)" 9
run met show --score 3-5 --format table
out_has '^Points needed: 3 5$'
equal "$(grep -c '^you ' out)" 2
run met list --format ndjson
equal "$(python3 -c 'import json; print([d["name"] for d in map(json.loads, open("out")) if d["default"]])')" "['kazaross-xg2']"
run met show --json --away 3
equal "$(python3 -c 'import json; d = json.load(open("out")); print(d["schema"], [len(row) for row in d["pre_crawford"]], len(d["post_crawford"]))')" \
    'kibitzer/met/1 [3, 3, 3] 2'

test_ "equities become chances, and chances equities"
run met convert --score 1-1 --emg 0.5 -1 # double match point: equity 1 is the match
out_has '^+0.5000 EMG = 75.000% MWC$'
out_has '^-1.0000 EMG = 0.000% MWC$'
run met convert --score 3-5 --cube 2 --emg 1 -1 0.25
mwc=$(sed -n 's/^+0.2500 EMG = \(.*\)% MWC$/\1/p' out)
equal "$(sed -n 's/.*EMG = \(.*\)% MWC/\1/p' out | head -2 | tr '\n' ' ')" "$(
    run met show --json --away 5
    python3 -c "
import json
t = json.load(open('out'))['pre_crawford']
print('%.3f %.3f ' % (100 * t[0][4], 100 * t[2][2]))"
)"
run met convert --score 3-5 --cube 2 --mwc "$mwc%" --json
python3 -c "
import json
a = json.load(open('out'))
assert a['schema'] == 'kibitzer/met/1' and abs(a['values'][0]['equity'] - 0.25) < 1e-4, a" || wrong "not back again"
run met convert --score 3-5 --emg --mwc 0.5
status_is 2
for wrong in "--mwc 1.5" "--mwc 52.5" "--mwc -0.2" "--mwc 101%" "--emg 1e308" "--emg 1 --cube 3"; do
    # shellcheck disable=SC2086
    run met convert --score 3-5 $wrong
    status_is 2
    out_empty
done
run met convert --emg 0.5
status_is 2
run met convert --score 3-5 --emg much
status_is 2
err_has 'much'

test_ "nonsense is refused by name"
run met show --score 5
status_is 2
err_has '--score 5'
run met show --score 0-5
status_is 2
run met show --gammons 20,20
status_is 2
run met show --score 3-3 --gammons 20
status_is 2
err_has '--gammons 20'
run met
status_is 2
run met show --met nowhere.xml
status_is 3
err_has 'nowhere.xml'


test_ "where nobody can say who is the better one such a table is refused"
for command in "duel --match 3 --games 2" "external --ubgi" "external --listen 127.0.0.1:1"; do
    run $command --met jacobs-100
    status_is 2
    err_has 'unlike strength, and here nothing says who is the better one'
done
run duel --games 2 --met jacobs-100 # money play asks no table
status_is 0
finish
