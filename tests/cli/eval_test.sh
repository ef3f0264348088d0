#!/usr/bin/env bash
# `kibitzer eval` and `hint`: forms of output, sources of IDs, answers that are known.
. "$(dirname "$0")/lib.sh"
start=4HPwATDgc/ABMA
tab=$(printf '\t')

test_ "eval --tsv has its columns, the id first"
run eval --level 0ply --tsv $start
status_is 0
equal "$(awk -F'\t' '{print NF, $1}' out)" "15 $start"
equal "$(wc -l <out)" 1

test_ "the header comes when asked for"
run eval --level 0ply --tsv --header $start
equal "$(head -1 out)" "$(echo id win win_g win_bg lose_g lose_bg cubeless cubeful mwc cubeless_mwc cubeless_money gammon_value opponent_gammon_value take_point_dead take_point_live | tr ' ' '\t')"

test_ "the player who opens has a small advantage"
run eval --level 1ply --tsv $start
equal "$(awk -F'\t' '{print ($2 > 0.51 && $2 < 0.54 && $7 > 0.03 && $7 < 0.12)}' out)" 1

test_ "IDs come from stdin, one a line; blank lines and # are passed over"
printf '# two positions\n\n%s\n  XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10  \n' $start >ids
run eval --level 0ply --tsv <ids
status_is 0
equal "$(cut -f1 out | tr '\n' ' ')" "$start XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10 "

test_ "IDs are found among words, as lists and forums have them"
xgid=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10
for listed in QYkqASAAIAAA 'Match ID: QYkqASAAIAAA'; do
    echo "$listed" >matches.txt
    run board - <matches.txt
    status_is 0
    out_has '9 point match'
    run info matches.txt
    status_is 0
    out_has '9 points'
done
printf '%s\nQYkqASAAIAAA\ncAkAAAAAAAAA\nQYkqASAAIAAA\n' $start >matches.txt
run convert -v --to dump matches.txt -
status_is 0
equal "$(grep -c 'starting position is taken' err)" 2
equal "$(grep -c '^match' out)" 3
printf '1. %s\n2) See [%s], and %s\n> Position ID: %s, Match ID: cInqACAAGAAE\n' $start "$(echo $xgid | sed 's/--/–/g')" $start:cAkAAAAAAAAA $start >listed
run eval --level 0ply --tsv <listed
status_is 0
equal "$(cut -f1 out | tr '\n' ' ')" "$start $xgid $start:cAkAAAAAAAAA $start:cInqACAAGAAE "
run eval --level 0ply --tsv "$(sed -n 2p listed)"
equal "$(cut -f1 out | tr '\n' ' ')" "$xgid $start:cAkAAAAAAAAA "
run eval --level 0ply --tsv "$start XGID=-b"
status_is 1
err_has 'XGID'

test_ "a Position ID alone and the XGID of the same money position mean the same"
run eval --level 0ply --tsv <ids
equal "$(sed -n 1p out | cut -f2-7)" "$(sed -n 2p out | cut -f2-7)"

test_ "a bad line is reported with line and column, the rest goes on"
printf '%s\nrubbish!\n%s\n' $start $start | "$PROGRAM" eval --level 0ply --tsv >out 2>err
status=$?
status_is 1
err_has '^<stdin>:2:[0-9]*: error: '
equal "$(wc -l <out)" 2

test_ "a last line without an end is read too"
printf '%s' $start | "$PROGRAM" eval --level 0ply --tsv >out 2>err
equal "$(wc -l <out)" 1

test_ "nothing usable at all is exit 3"
run eval --level 0ply nonsense
status_is 3
err_has '^argument 1[^:]*: error: '

test_ "an empty argument is not a position"
run eval --level 0ply ''
status_is 3
err_has '^argument 1: error: '
run hint --level 0ply --tsv $start '' '#2'
status_is 1
equal "$(wc -l <out)" 1
err_has '^argument 2: error: '
err_has '^argument 3: error: '

test_ "an XGID without its prefix may begin with a dash"
run eval --level 0ply --tsv -- -b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10
status_is 0
run eval --level 0ply --tsv -b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10
status_is 0

test_ "answers do not depend on the number of threads"
for i in $(seq 40); do echo $start; echo sGfwATDgc/ABMA; done >many
run eval --level 1ply --tsv --jobs 1 <many
cp out one
run eval --level 1ply --tsv --jobs 3 <many
same out one

test_ "a line is answered before the next one is waited for"
mkfifo ask
"$PROGRAM" eval --level 0ply --tsv <ask >talk &
exec 9>ask
echo $start >&9
for _ in $(seq 100); do [ -s talk ] && break; sleep 0.05; done
equal "$(wc -l <talk)" 1
exec 9>&-
wait

test_ "--json is one array"
run eval --level 0ply --json $start $start
status_is 0
if command -v python3 >/dev/null; then
    equal "$(python3 -c 'import json; d=json.load(open("out")); print(len(d), sorted(d[0]))')" \
        "2 ['cubeful', 'cubeless', 'cubeless_money', 'gammon_value', 'id', 'level', 'lose_bg', 'lose_g', 'opponent_gammon_value', 'schema', 'take_point_dead', 'take_point_live', 'win', 'win_bg', 'win_g', 'xgid']"
fi
run eval --level 0ply --json </dev/null
out_is '[]'

test_ "hint --tsv gives the play, the position after it and its equity"
id=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
run hint --level 0ply --tsv $id
status_is 0
equal "$(awk -F'\t' '{print NF, $5}' out)" "21 "
equal "$(cut -f1-2 out)" "$id${tab}8/5 6/5"

test_ "the position after a play has the opponent on roll"
after=$(cut -f3 out)
run eval --level 0ply --tsv "$after"
status_is 0
equal "$(awk -F'\t' '{print ($2 < 0.5)}' out)" 1

test_ "where no play is legal hint says so, in every form"
dance=XGID=-BCCCBA------------bbbbccA:0:0:1:55:0:0:0:0:10
run hint --level 0ply --tsv $dance
status_is 0
equal "$(cut -f1-2 out)" "$dance${tab}cannot move"
equal "$(cut -f4 out)" ''
run hint --level 0ply $dance
status_is 0
out_has 'cannot move'
run hint --level 0ply --json $dance
status_is 0
out_has '"plays": \[\]'

test_ "hint without dice judges the cube: verdict, no play, two equities"
run hint --level 0ply --tsv $start
status_is 0
equal "$(awk -F'\t' '{print NF, $3, ($4 > $5)}' out)" "21  1"
equal "$(cut -f2 out)" "No double, take"

test_ "rollout, hint and eval take a double that waits for one question"
for id in XGID=---A-AA-------------aa--a-:0:0:1:D:0:0:0:0:10 XGID=---A-AA-------------aa--a-:1:-1:1:B:0:0:2:0:10; do
    run hint --level 0ply --json "$id"
    answer=$(sed 's/.*"answer": "\([a-z]*\)", "take": {"equity": \([-0-9.]*\).*/\1 \2/' out)
    run rollout --trials 36 --json "$id"
    equal "$(sed -n '/"play": "take"/s/.*"equity": \([-0-9.]*\).*"verdict": "\([a-z]*\)".*/\2 \1/p' out)" "$answer"
    run rollout --trials 36 "$id"
    out_has "Proper answer: ${answer% *}"
done
run eval --level 0ply --tsv XGID=---A-AA-------------aa--a-:0:0:1:00:0:0:2:0:10
before=$(cut -f2- out)
run eval --level 0ply --tsv "$id"
equal "$(cut -f2- out)" "$before"
run rollout --trials 36 XGID=-b----E-C---eE---c-e----B-:0:0:1:D:4:0:0:5:10 # turned though it can win nothing more
out_has 'Proper answer: '

test_ "a resignation that waits is judged: accepted where it gives all that there is to win"
judged() { run hint --level 0ply --tsv "$1"; cut -f2,4,5 out | tr '\t' ' '; }
equal "$(judged 4HPwATDgc/ABMA:cCEAAAAAAAAE | cut -d' ' -f1,2)" 'accept 1.000000'
equal "$(judged 4HPwATDgc/ABMA:cFkAAAAAAAAE | cut -d' ' -f1,2)" 'accept 2.000000'
# the last chequer comes off and wins a gammon: a single game is not enough, a gammon is
equal "$(judged APD/BwABAAAAAA:cCkAAAAAAAAE)" 'refuse 1.000000 2.000000'
equal "$(judged APD/BwABAAAAAA:cEkAAAAAAAAE)" 'accept 2.000000 2.000000'
run hint --level 0ply 4HPwATDgc/ABMA:cDkAAAAAAAAE
out_has 'a single game resigned, a double waits: accept or refuse?'
printf '4HPwATDgc/ABMA:cDkAAAAAAAAE\n' >resigned.ids
for format in dump sgf ogxm; do
    run convert -q resigned.ids resigned.$format
    run convert -q --to dump --out again resigned.$format
    equal "$(grep -cE 'double|resign' again/resigned.dump)" 2
done
run analyze -q --level 0ply --report dump --out judged resigned.ids
grep -q '^ *resigned ' judged/resigned.dump || wrong "nothing is judged"
for lost in 'sgf 1 analysed decision,' 'ogxm 1 analysed decision,' 'mat 2 analysed decisions,'; do # the double in .mat too
    run convert -v judged/resigned.dump "judged.${lost%% *}"
    err_has "lost: .*${lost#* }"
done

test_ "an offered double asks the player who was doubled: take or pass, from that seat"
doubled=XGID=-b----E-C---eE---c-e----B-:0:0:-1
run hint --level 0ply --json $doubled:00:0:0:0:5:10
dt=$(grep -o '"double_take": [-0-9.]*' out | sed 's/.* //')
run hint --level 0ply --tsv $doubled:D:0:0:0:5:10
status_is 0
equal "$(cut -f2,3,5 out)" "take$tab$tab-1.000000"
equal "$(cut -f4 out | awk -v dt="$dt" '{ printf "%.6f", $1 + dt }')" 0.000000
run hint --level 0ply $doubled:D:0:0:0:5:10
out_has 'doubled to 2: take or pass?'
out_has 'proper answer: take'
out_has '  pass  *-1.0000 (-1\.'
run hint --level 0ply --json $doubled:D:0:0:0:5:10
out_has '"answer": "take", "take": {"equity": 0.[0-9]*, "cost": 0, "mwc": 0.5[0-9]*}, "pass": {"equity": -1, "cost": 1.'

test_ "a hopeless position is passed, and taking has its cost"
run hint --level 0ply XGID=-BBB--------o-------------:0:0:1:D:0:0:0:5:10
status_is 0
out_has 'proper answer: pass'
out_has '  take  *-[0-9.]* (-'

test_ "with beavers the answer to a bad double is one, worth twice the take"
run hint --level 0ply --json XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10
out_has '"answer": "beaver"'
equal "$(grep -o '"equity": [-0-9.]*' out | sed 's/.* //' | awk 'NR == 1 { take = $1 } NR == 3 { d = $1 - 2 * take; print (d < 1e-5 && d > -1e-5) }')" 1

test_ "a double with a dead cube has answers too"
run hint --level 0ply XGID=-b----E-C---eE---c-e----B-:0:0:1:D:4:0:0:5:10
status_is 0
out_has 'proper answer: take'

test_ "a certain win is too good or a double and pass"
run hint --level 0ply --tsv XGID=aAB----------------------b-:0:0:1:00:0:0:0:0:10
[ "$status" -ne 0 ] || equal "$(cut -f2 out | grep -ciE 'pass|too good')" 1

test_ "a finished game has no hint"
run hint --level 0ply XGID=-------------------------b-:0:0:1:31:0:0:0:0:10
status_is 3
run hint --level 0ply XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:3:0:5:10
status_is 3
err_has 'the match is over'

test_ "a byte order mark before the first line and line ends of Windows are not part of an ID"
printf '\357\273\277%s\r\n%s\r\n' $start $start >windows.txt
run eval --level 0ply --tsv <windows.txt
status_is 0
equal "$(wc -l <out)" 2
run board <windows.txt
status_is 0
out_has "GNUbg ID: $start"

test_ "--tsv and --json exclude each other"
run hint --tsv --json $start
status_is 2

test_ "answers come in every form, from one thread as from many, to a file as to standard output"
roll=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
race=XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10
for command in eval hint 'hint --temperature' cube 'bearoff show' 'rollout --trials 36 --truncate 3 --plays 2'; do
    formats='text table json ndjson csv tsv markdown html latex'
    [ "$command" = eval ] || formats=$(much "$formats" 'table json html')
    for format in $formats; do
        ids="$race $race $roll"
        [ "$command" != 'bearoff show' ] || ids="$race $race"
        case "$format $command" in
        'html hint --temperature' | 'html cube') ids=$race ;; # pictures
        esac
        level=$([ "${command%% *}" = bearoff ] || echo --level 0ply)
        run $command $level --format $format --jobs 1 $ids
        status_is 0
        [ "$format" != table ] || equal "$(awk '!/^.not shown/ && length > 80' out)" ""
        mv out one
        run $command $level --format $format --jobs 3 --output answer.$format $ids
        out_empty
        same answer.$format one
    done
    equal "$(run $command $level --format ndjson $race && python3 -c 'import json; [json.loads(line) for line in open("out")]; print("well")')" well
done
run hint --level 0ply --format csv $roll $race
equal "$(head -1 out | cut -d, -f1-11),$(head -1 out | cut -d, -f21)" "id,play,position_id_after,equity,other_equity,mwc,other_mwc,rank,again_equity,behind,bluff,take_point_live$(printf '\r')"
run hint --level 0ply --tsv --header $roll
mv out header
run hint --level 0ply --format tsv $roll
same out header
run eval --tsv --format csv $roll
status_is 2

test_ "an interrupt leaves no file behind, and whole answers where they are printed"
for format in csv html text; do
    rm -f ask && mkfifo ask
    "$PROGRAM" eval --level 0ply --format $format --output cut.$format <ask & asked=$!
    exec 9>ask
    echo $start >&9
    while kill -INT $asked 2>/dev/null; do sleep 0.05; done # it may not listen yet
    wait $asked
    equal "$?" 130
    exec 9>&-
    file_gone cut.$format
done

test_ "a damaged or missing net is refused"
echo 'not a net' >my.net
run eval --net my.net $start
status_is 3
err_has 'my.net'
run eval --net nowhere.net $start
status_is 3
err_has 'nowhere.net'

test_ "a match equity table that is none is refused"
run eval --met my.net $start
status_is 3
err_has 'my.net:1:1: '

test_ "hint sets plays that were looked at less deeply below one rule, their difference marked as a guess, piped and on a terminal"
opening=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
run hint --level 2ply $opening
equal "$(grep -c 'looked at less deeply' out)" 1
equal "$(sed -n '/less deeply/,$p' out | grep -c 'ply [-+][0-9.]* (≈ [-+][0-9.]*)$')" 9
equal "$(grep -c '≈' out)" 9
equal "$(grep -c '[01]ply' out)" "$(sed -n '/less deeply/,$p' out | grep -c 'ply ')"
script -qec "'$PROGRAM' hint --no-color --level 2ply $opening" /dev/null </dev/null | tr -d '\r' >shown
equal "$(grep -c 'looked at less deeply' shown)" 1
equal "$(sed -n '/less deeply/,$p' shown | grep -c 'ply) .*[-+][0-9.]* ≈  *[-+][0-9.]*  *[0-9.]* ')" 9
equal "$(grep -c '≈' shown)" 9

test_ "hint on a terminal shows the board, percentages and the best play highlighted; piped it stays a plain table"
opening=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
script -qec "stty cols 120; '$PROGRAM' hint --level 0ply $opening" /dev/null </dev/null | tr -d '\r' >shown
grep -q '^ +13-14-15' shown || wrong "no board"
grep -q 'Play  *Equity  *Diff' shown || wrong "no heading"
grep -q "$(printf '\033')\[1m . 1\. 8/5 6/5  *+0.[0-9]*  *5[0-9.]* " shown || wrong "the best play is not highlighted: $(head -c 900 shown)"
script -qec "stty cols 120; '$PROGRAM' hint --no-color --level 0ply ${opening/31/00}" /dev/null </dev/null >shown
grep -q ' > *No double  *+0[.]' shown && grep -q '  wins 5[0-9.]*% (gammons ' shown || wrong "no double is not marked: $(cat shown)"
! grep -q "$(printf '\033')\[[0-9;]*m" shown || wrong "colours with --no-color"
run hint --level 0ply "$opening"
out_has '^   1. 8/5 6/5  *0ply +0'
equal "$(grep -c 'BAR' out)" 0

test_ "a race shows the effective pip counts of both sides"
run eval --level 0ply XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10
status_is 0
out_has 'opponent  *4 pips  *EPC  *14.97  *wastage 10.97'
run hint --level 0ply XGID=-AB--------------------ab-:0:0:1:21:0:0:0:0:10
out_has 'on roll  *5 pips  *EPC  *15.20'
for asked in 21 00 D; do
    run hint --level 0ply --json XGID=-AB--------------------ab-:0:0:1:$asked:0:0:0:0:10
    equal "$(python3 -c 'import json; r = json.load(open("out"))[0]["race"]; print(round(r["on_roll"]["epc"] + r["opponent"]["epc"], 3), r["on_roll"]["wastage"] > 9)')" \
        "30.171 True"
done
script -qec "'$PROGRAM' hint --level 0ply XGID=-AB--------------------ab-:0:0:1:21:0:0:0:0:10" /dev/null </dev/null >shown
grep -q 'wastage 10.20' shown || wrong "the terminal shows no wastage"

test_ "scores far apart have equities, and none where nothing is at stake"
far=XGID=-b----E-C---eE---c-e----B-:0:0:1:00
run hint --tsv --level 0ply $far:62:0:0:64:10
equal "$(awk -F'\t' '{ print ($4 > -0.2 && $4 < -0.05 && $4 * 5 != int($4 * 5)) }' out)" 1
run hint --json --level 0ply $far:98:0:0:100:10
equal "$(python3 -c 'import json; r = json.load(open("out"))[0]; print(r["verdict"], r["no_double"], r["double_take"], r["double_pass"])')" \
    "No double, nothing at stake None None None"
run eval --json --level 0ply $far:98:0:0:100:10
equal "$(python3 -c 'import json; r = json.load(open("out"))[0]; print(r["cubeful"], r["reason"])')" "None nothing at stake"
run eval --level 0ply $far:98:0:0:100:10
out_has 'nothing at stake'

test_ "so do the reports of races and bear-offs"
printf '%s\n' XGID=---ABCDBBA-----aabbdcaa---:0:0:1:31:0:0:0:0:10 XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10 >races.txt
run analyze -q --level 0ply --report text,json,html,dump --out races races.txt
status_is 0
grep -q 'effective pip counts 96.4 (wastage 7.4) and 102.3' races/races.txt || wrong "the text lacks those of the race"
grep -q 'effective pip counts 15.2 (wastage 10.2) and 15.0' races/races.txt || wrong "the text lacks those of the bear-off"
grep -q 'effective pip counts' races/races.html || wrong "the page lacks them"
grep -q '"on_roll": {"epc": 96.447, "wastage": 7.447}' races/races.json || wrong "the JSON lacks them"
grep -q '^ *race ' races/races.dump || wrong "the dump lacks them"


test_ "fields of an XGID among words may be of any length"
long=XGID=-b----E-C---eE---c-e----B-
for fields in :3::3:2:0:7:P0 :111111111:-222222222:333333333:444444444:555555555:666666666:777777777:888888888:999999999 \
    :------:DDDDDDDDDD:::::::::; do
    run eval --level 0ply "so $long$fields he said"
    [ "$status" -le 3 ] || wrong "exit status $status"
done

test_ "as a page an answer has no column in which nothing is said"
run hint --level 0ply --format markdown XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
equal "$(grep -m1 '^| Position' out)" "| Position | Best | Position after it | Equity | Behind |"
run hint --level 0ply --format markdown XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10
grep -m1 '^| Position' out | grep -q 'Alternative' || wrong "an alternative to no double is not shown"

finish
