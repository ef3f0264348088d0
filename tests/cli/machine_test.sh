#!/usr/bin/env bash
# `kibitzer transcribe --from-machine`: what a machine saw, its doubts, and a match followed live.
. "$(dirname "$0")/lib.sh"
SEEN=$TOP/tests/watched/misread.bgobs

test_ "a match is written in any format, as convert writes it"
run transcribe --from-machine "$SEEN" -o seen.dump
status_is 1 # dice that nobody threw
err_has 'misread.bgobs:51:1: warning: 1 observation fits no ply and is left out: this one'
run convert "$SEEN" straight.dump
equal "$(grep ' play ' seen.dump)" "$(grep ' play ' straight.dump)"
run transcribe --from-machine - --to mat <"$SEEN"
status_is 1
out_has '7 point match'

test_ "doubts are a page with both boards, or JSON"
run transcribe --from-machine "$SEEN" --doubts doubts.html
status_is 1
out_empty
grep -q 'Doubtful plies' doubts.html || wrong "the page has no title"
grep -q '<summary><i>1</i><bdi>[^<]*</bdi><b>[1-6][1-6]</b><span>' doubts.html || wrong "its lines are not those of reports"
grep -q '<p class="note">game 1, move [0-9]*' doubts.html || wrong "it does not say where a doubt is"
sed 's/<[^>]*>//g' doubts.html | grep -qE 'Plies less than [0-9.]+ ?% sure: [0-9]+ of [0-9]+\.' || wrong "it does not say how many"
grep -q 'figure~figure{max-width' doubts.html || wrong "the second board is larger than the first"
run transcribe --from-machine "$SEEN" --doubts doubts.json --sure 0.97
status_is 1
python3 - doubts.json <<'END' >checked 2>&1 || wrong "$(cat checked)"
import json, sys
d = json.load(open(sys.argv[1]))
assert d["schema"] == "kibitzer/doubts/1" and d["plies"] > 30, d
assert d["doubts"] and all(x["certainty"] < 0.97 for x in d["doubts"]), d
assert any(x["others"] for x in d["doubts"]), d
END

test_ "a doubt has the way to its second of the video, where there is an address, and no alternative twice"
run transcribe --from-machine "$TOP/fixtures/bgobs/turns.bgobs" --doubts linked.html
status_is 0
grep -q '<a href="https://example.org/v/abc#t=766">second 766.0 of the video</a>' linked.html || wrong "there is no link"
! grep -q 'Glossary' linked.html || wrong "a ply is explained as the engine's"
sed 's/"url":"https/"url":"javascript/' "$TOP/fixtures/bgobs/turns.bgobs" >script.bgobs
run transcribe --from-machine script.bgobs --doubts script.html
status_is 0
grep -q 'second 766.0 of the video' script.html && ! grep -q 'href="javascript' script.html || wrong "a link to no page"
run convert "$TOP/fixtures/bgobs/turns.bgobs" --to dump
out_has 'read by a machine: 50.8% sure. Next: 13/11\* 13/8, 16.1%'

run convert "$TOP/fixtures/bgobs/turns.bgobs" --to dump --language de
out_has 'von einer Maschine gelesen: zu 50,8[^0-9]*% sicher. Oder: 13/11\* 13/8, 16,1[^0-9]*%'
out_has '65: kann nicht ziehen, 0,3'

test_ "a correction is a line more: the doubt is gone"
line=$(python3 -c 'import json; print([d for d in json.load(open("doubts.json"))["doubts"] if d["dice"]][0]["line"])')
dice=$(python3 -c 'import json; print([d for d in json.load(open("doubts.json"))["doubts"] if d["dice"]][0]["dice"])')
{ cat "$SEEN"; echo "{\"k\":\"fix\",\"of\":$line,\"by\":\"human\",\"dice\":$dice}"; } >fixed.bgobs
run transcribe --from-machine fixed.bgobs --doubts after.json --sure 0.97
status_is 1
equal "$(python3 -c 'import json,sys; print(any(d["line"] == int(sys.argv[1]) for d in json.load(open("after.json"))["doubts"]))' "$line")" False

test_ "bad lines are reported at their places, and the rest is used"
sed '5s/.*/{"k":"dice","by":0,"p":[[3,9]]}/; 9s/.$//' "$SEEN" >bad.bgobs
run transcribe --from-machine bad.bgobs -o bad.dump
status_is 1
err_has 'bad.bgobs:5:20: error: found "p": \[\[3,9\]\], expected'
err_has 'bad.bgobs:9:[0-9]*: error: found what is not JSON'
file_there bad.dump
sed '5s/.*/{"k":"dice","by":0,"p":[[3,1,"0.9"]]}/' "$SEEN" >word.bgobs
run transcribe --from-machine word.bgobs -o word.dump
err_has 'word.bgobs:5:20: error: found "p": \[\[3,1,"0.9"\]\], expected \[\[3, 1, 0.9\], ...\]: the line is left out'
sed '1s/"length":[0-9]*/"length":-1/' "$SEEN" >head.bgobs
run transcribe --from-machine head.bgobs -o head.dump
status_is 1
err_has 'head.bgobs:1:[0-9]*: error: found "length": -1, expected the points of the match, 0 for money: it is left out'
grep -q '  player 0 "[A-Z]' head.dump || wrong "the names are gone with the length"
printf '%s\n' '{"k":"head","v":1}' '{"k":"turn","by":0,"plays":[["99/1",6,6]]}' '{"k":"dice","by":1,"p":[[6,4]]}' >play.bgobs
run transcribe --from-machine play.bgobs -o play.dump
status_is 1
err_has 'play.bgobs:2:20: error: found "99/1": a move like 13/7 was expected; this candidate is left out'
err_has 'play.bgobs:2:1: warning: the first throw of a game is not a double'
grep -q '0 play 66 - illegal' play.dump || wrong "its dice are not used"
printf '%s\n' '{"k":"head","v":1,"players":["Iris"]}' '{"k":"cube","by":2}' '{"k":"end","winner":2}' '{"k":"fix","of":0}' '{"k":"dice"' >wrong.bgobs
run transcribe --from-machine wrong.bgobs --language de -o wrong.dump
for words in 'zwei Namen' '0, 1 oder null' '0 oder 1' 'daneben' 'sie bricht ab'; do err_has "$words"; done
for line in '{"k" 1}=Doppelpunkt' '{"k":1 "v"}=Ende des Objekts' '{"k":[1 2]}=Ende der Liste' '{k:1}=Schlüssel in' '{"k":tru}=true oder false' \
    '{"k":nul}=null wird' '{"k":"\x"}=Escape-Sequenz' '{"k":1.2.3}=eine Zahl' '{"k":!}=anderes Zeichen'; do
    printf '%s\n' "${line%%=*}" >json.bgobs
    run transcribe --from-machine json.bgobs --language de -o wrong.dump
    err_has "kein JSON ist ([^)]*${line#*=}[^)]*)"
done
run transcribe --from-machine /dev/null -o none.dump
status_is 3
file_gone none.dump

test_ "certain dice without boards are all there, their plays unknown"
cat >dice.bgobs <<'END'
{"k":"head","v":1,"length":7,"players":["Iris","Jade"],"board":"abs"}
{"k":"dice","t":1000,"by":0,"p":[[3,1]]}
{"k":"dice","t":2000,"by":1,"p":[[6,4]]}
{"k":"dice","t":3000,"by":0,"p":[[5,2]]}
{"k":"dice","t":4000,"by":1,"p":[[6,1]]}
END
run transcribe --from-machine dice.bgobs --to dump
status_is 0
equal "$(grep -E '^    [01] (play|roll)' out)" "    0 play 31 - illegal
    1 play 64 - illegal
    0 play 52 - illegal
    1 roll 61"
err_has 'dice.bgobs:2:1: warning: 31: no play is given, but the roll can be played'

test_ "boards that contradict each other are named, and times that run backwards"
cat >boards.bgobs <<'END'
{"k":"head","v":1,"length":7,"players":["Iris","Jade"],"board":"abs"}
{"k":"board","t":2000,"c":[[[0,2,5,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,0,0,0,0,0,-2,0]]]}
{"k":"board","t":1000,"c":[[[0,2,0,5,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,0,0,0,0,0,-2,0]]]}
END
run transcribe --from-machine boards.bgobs -o boards.dump
status_is 3
err_has 'boards.bgobs:2:1: warning: 2 observations fit no ply and are left out, first this one'
err_has 'boards.bgobs:3:1: warning: 1 line is earlier than the one before it: this one'
file_gone boards.dump

test_ "live, the state is there after each line, and the page grows"
mkfifo pipe
"$PROGRAM" transcribe --from-machine - --state state.json --board board.svg --watch live.html -o live.dump <pipe 2>said &
pid=$!
exec 7>pipe
head -n 20 "$SEEN" >&7
for _ in $(seq 300); do [ -s live.html ] && break; sleep 0.1; done
file_there state.json
file_there board.svg
first=$(wc -c <live.html)
before=$(python3 -c 'import json; print(json.load(open("state.json"))["plies"])')
tail -n +21 "$SEEN" >&7
exec 7>&-
wait $pid
equal $? 1
same live.dump seen.dump
[ "$(wc -c <live.html)" -gt "$first" ] || wrong "the page has not grown"
[ "$(python3 -c 'import json; print(json.load(open("state.json"))["plies"])')" -gt "$before" ] || wrong "the state has not changed"
equal "$(python3 -c 'import json; s = json.load(open("state.json")); print(s["score"], s["schema"])')" "[0, 1] kibitzer/watched/1"

test_ "the state agrees with itself at the end of a game, and what is not known is null"
python3 - state.json <<'END' >checked 2>&1 || wrong "$(cat checked)"
import json, sys
s = json.load(open(sys.argv[1]))
x = s["xgid"].split(":")
assert s["last"] == "drop" and s["dice"] is None and s["chances"] is None, s
assert sorted(map(int, x[5:7])) == sorted(s["score"]) and s["score"] == [0, 1], s
assert s["error"]["best"], s
END
printf '%s\n' '{"k":"head","v":1,"length":5}' '{"k":"dice","by":0,"p":[[3,1,0.9]]}' '{"k":"dice","by":1,"unseen":true}' >unknown.bgobs
run transcribe --from-machine - --state unknown.json <unknown.bgobs
status_is 0
python3 -c 'import json; s = json.load(open("unknown.json")); assert s["dice"] is s["time"] is s["chances"] is None and s["last"] == "31", s' 2>checked || wrong "$(cat checked)"
printf '%s\n' '{"k":"head","v":1,"length":5}' '{"k":"turn","by":0,"plays":[["8/5 6/5",3,1]]}' '{"k":"cube","by":1,"p":[["double"]]}' >error.bgobs
run transcribe --from-machine - --state error.json <error.bgobs
status_is 0
equal "$(python3 -c 'import json; e = json.load(open("error.json"))["error"]; print(e["action"], "/", e["best"])')" "double / no double"

test_ "a file that grows is followed until an interrupt"
head -n 20 "$SEEN" >grows.bgobs
rm state.json
"$PROGRAM" transcribe --from-machine grows.bgobs --state state.json 2>said &
pid=$!
for _ in $(seq 300); do [ -s state.json ] && break; sleep 0.1; done
cp state.json earlier.json
tail -n +21 "$SEEN" >>grows.bgobs
for _ in $(seq 300); do cmp -s state.json earlier.json || break; sleep 0.1; done
kill -INT $pid
wait $pid
equal $? 1
! cmp -s state.json earlier.json || wrong "what was added was not read"

test_ "a board to lay over a video: transparent, and nothing else is"
run board --overlay -o over.svg 4HPwATDgc/ABMA
status_is 0
grep -q 'fill-opacity:0' over.svg || wrong "nothing is transparent"
run board --overlay -o over.png 4HPwATDgc/ABMA
status_is 0
equal "$(od -An -tu1 -j25 -N1 over.png | tr -d ' ')" 6 # colours with opacity
run board --overlay -o over.pdf 4HPwATDgc/ABMA
status_is 2
err_has 'png and svg alone'

test_ "misread dice and lost chequers of a real match come right"
PROGRAM=$PROGRAM TMPDIR=. python3 "$TOP/tools/watched/simulate.py" measure 0.05 1 "$DEMO/semi-final.mat" >table 2>&1
seen=$(awk -F'|' '/^\| 5 %/ { print $5 + 0 }' table) read=$(awk -F'|' '/^\| 5 %/ { print $6 + 0 }' table)
awk "BEGIN { exit !($seen < 95 && $read > 98) }" || wrong "$(cat table)"

test_ "what is written live or asked about goes by the ending of its name: one that no format has is refused"
run transcribe --from-machine "$SEEN" --board x.xyz -o x.dump
status_is 2
err_has "--board x.xyz: .svg or .png is expected"
run transcribe --from-machine "$SEEN" --doubts x.pdf
status_is 2
err_has "--doubts x.pdf: .html or .json is expected"
run transcribe --from-machine "$SEEN" --watch x.pdf
status_is 2
equal "$(ls x.* 2>/dev/null)" ""

finish
