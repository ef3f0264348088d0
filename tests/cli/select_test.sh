#!/usr/bin/env bash
# A part of a match: --select of analyze, report and convert.
. "$(dirname "$0")/lib.sh"
brief_demo
FINAL=$DEMO/club-final.mat

run analyze -q --level 0ply --out whole "$FINAL" "$DEMO/semi-final.mat"
status_is 0

test_ "a part is analysed alone: the same figures of its moves as in the whole, none of others, and no result"
run analyze --level 0ply --json --select 1.14-20 "$FINAL"
status_is 0
python3 - out whole/club-final.json <<'END' || wrong "the figures are not those of the part"
import json, sys
part, whole = (json.load(open(f)) for f in sys.argv[1:])
moves = [p for g in part["games"] for p in g["plies"]]
assert {p["number"] for p in moves} == set(range(14, 21)), moves
assert moves == [p for p in whole["games"][0]["plies"] if 14 <= p["number"] <= 20]
assert "; only 1.14-20" in part["certificate"]["settings"], part["certificate"]
for side in part["statistics"]["players"]:
    assert side["checker"]["total_moves"] in (3, 4), side
    o = side["overall"]
    assert o["luck_adjusted_result"] is None and o["snowie_error_rate"] is None and o["pr"] is not None, o
END

test_ "a part has a page of its own, which says so; whole matches and the collection stay as they are"
cp -r whole before
run analyze --level 0ply --select g1m14 --report html,text --out whole "$FINAL" "$DEMO/semi-final.mat"
status_is 0
err_has 'no collection has it'
tr -s '\n ' '  ' <whole/semi-final.g1m14.txt >said
grep -q 'only game 1, move 14 .*Statistics of this part' said || wrong "the page does not say what it is of: $(head -c 400 said)"
for f in before/*.*; do same "$f" "whole/${f#before/}"; done
run stats --db whole --json
cp out stats.whole
run stats --db before --json
same out stats.whole
for word in "--db whole" "--shard 1/2" "--report none" "--watch"; do
    # shellcheck disable=SC2086
    run analyze --select 1 $word "$DEMO"
    status_is 2
done

test_ "report selects what a whole analysis says of a part, with the same bytes; verify makes both again"
run report -q --db whole --out whole --select "game 1 ply 14"
status_is 0
run analyze -q --level 0ply --select 1.14 --report json --out apart "$FINAL"
same whole/club-final.g1m14.json apart/club-final.g1m14.json
run report -q --db whole --out whole --select 2 --split games club-final
run verify whole/club-final.g1m14.html whole/club-final.g1m14.json whole/club-final.g2.html
status_is 0
err_empty
file_gone whole/club-final.g2_002.html
file_gone whole/semi-final.g2.html
for f in before/*.*; do same "$f" "whole/${f#before/}"; done

test_ "an answer is judged by its double, which is not shown"
cat >cube.mat <<'END'
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Drops
      Wins 1 point
END
run analyze -q --level 0ply --json --select 1.4 cube.mat
status_is 0
python3 - out <<'END' || wrong "the answer alone is not there"
import json, sys
(p,) = [p for g in json.load(open(sys.argv[1]))["games"] for p in g["plies"]]
assert p["number"] == 4 and p["action"] == "drop" and p["cube"]["answer_error"] > 0, p
END

test_ "what a match has not is named, and of several inputs the others are done"
run analyze --level 0ply --select 3.400 --out none "$TOP/fixtures/demo/club-final.mat"
status_is 3
err_has 'club-final.mat: error: --select 3.400: game 3 has 31 moves'
run analyze --level 0ply --select 5 --out some "$TOP/fixtures/demo/club-final.mat" "$TOP/fixtures/demo/semi-final.mat"
status_is 1
err_has 'semi-final.mat: error: --select 5: there are 4 games'
file_there some/club-final.g5.html
run report --db whole --out whole --select 2.999
status_is 1
err_has 'club-final: .*error: --select 2.999: game 2 has [0-9]* moves'
for place in 3.20-14 0 3.0 3. x g3 3.14-20-25; do
    run analyze --select "$place" "$FINAL"
    status_is 2
    err_has 'a game (3), a move (3.14) or moves (3.14-20) are expected'
done

test_ "convert understands the same addresses; what takes several moves is refused"
run convert --select 1.14 "$FINAL" a.svg
run convert --select g1m14 "$FINAL" b.svg
run convert --select "game 1 ply 14" "$FINAL" c.svg
same a.svg b.svg
same a.svg c.svg
run convert --select 2 --to mat "$FINAL" a.mat
run convert --select "game 2" --to mat "$FINAL" b.mat
same a.mat b.mat
run convert --select 1.14-20 "$FINAL" d.svg
status_is 2
err_has 'one move is expected'

finish
