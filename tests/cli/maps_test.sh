#!/usr/bin/env bash
# `kibitzer cube`, `hint --scores` and `hint --temperature`: one position at every score, after every roll.
. "$(dirname "$0")/lib.sh"
position=b---BBD-B---dC---c-ea---B-
money=XGID=$position:0:0:1:00:0:0:0:0:10

test_ "the cube of a position is judged at 225 scores and for money"
run cube --level 0ply --tsv --header $money
status_is 0
equal "$(wc -l <out)" 227
equal "$(head -1 out | tr '\t' ' ' | cut -d' ' -f1-7)" "id away opponent_away verdict no_double double_take double_pass"
equal "$(awk -F'\t' 'NR > 1 && $2 == 1 {print $4, $6}' out | sort | uniq -c | tr -s ' ')" " 15 No double "

test_ "a cell of the map is what hint says at that score"
run cube --level 1ply --tsv $money
expected=$(awk -F'\t' '$2 == 4 && $3 == 3 {print $4, $5, $6}' out)
for_money=$(awk -F'\t' '$2 == 0 {print $4, $5, $6}' out)
run hint --level 1ply --tsv XGID=$position:0:0:1:00:3:4:0:7:10
equal "$(awk -F'\t' '{print $2, $4, $5}' out)" "$expected"
run hint --level 1ply --tsv $money
equal "$(awk -F'\t' '{print $2, $4, $5}' out)" "$for_money"

test_ "the text has a row for each number of points and explains its signs"
run cube --level 0ply $money
status_is 0
equal "$(grep -cE '^ +[0-9]+ +[-A-Za-z./]+( +[-A-Za-z./]+){14}$' out)" 15
out_has 'D/T  double, take'
out_has '^For money: '
! grep -q 'b  no double, beaver' out || grep -q ' b ' out || wrong "a sign is explained that the map does not have"
run cube --level 0ply XGID=$position:0:0:1:00:2:0:0:7:10
out_has '^At this score, 5-away 7-away: '
out_has '^    5 .*\[[A-Za-z./]*\]'
equal "$(grep -c '^ .*\[[A-Za-z./]*\]' out)" 1
run cube --level 0ply --output own.svg XGID=$position:0:0:1:00:2:0:0:7:10
equal "$(grep -c 'stroke-width="3"' own.svg)" 1
grep -q '^<text[^>]*>5-away, 7-away: .*no double [-+]' own.svg || wrong "the figures of the position's own score are missing below the map"

test_ "JSON has the same cells"
run cube --level 0ply --json $money
equal "$(python3 -c '
import json
d = json.load(open("out"))[0]
print(len(d["scores"]), d["money"]["double_pass"], all(-4 < s["no_double"] < 4 for s in d["scores"]))')" "225 1 True"

test_ "a cube that the opponent owns cannot be judged"
run cube --level 0ply XGID=$position:1:-1:1:00:0:0:0:0:10
status_is 3
err_has '^argument 1: error: the player on roll may not double: the opponent owns the cube'
run hint --level 0ply XGID=$position:1:-1:1:00:0:0:0:0:10
out_has '^  Roll '
out_has 'proper action: none (the opponent owns the cube)'
out_lacks 'o redouble'
run cube --level 0ply XGID=$position:1:1:1:00:0:0:0:0:10
out_has '^    [.]  no redouble, take$'

test_ "the temperature is the equity after each roll, its mean that of the position one ply deeper"
run hint --level 0ply --temperature --json $money
status_is 0
equal "$(python3 -c '
import json
d = json.load(open("out"))[0]
r = d["rolls"]
assert all(r[a][b] == r[b][a] for a in range(6) for b in range(6))
assert abs(sum(map(sum, r)) / 36 - d["mean"]) < 1e-5
print(len(r), len(r[0]))')" "6 6"
mean=$(python3 -c 'import json; print(json.load(open("out"))[0]["mean"])')
run eval --level 1ply --json $money
equal "$(python3 -c "import json; print(abs(json.load(open('out'))[0]['cubeful'] - $mean) < 0.01)")" True
run hint --level 0ply --temperature --tsv $money
equal "$(wc -l <out)" 21
run hint --level 0ply --temperature $money
out_has 'equity of the player on roll after each roll, played best (0ply), mean +'

test_ "the best play at every score is what hint says there, whoever owns the cube"
ids=
for owner in 0 1 -1; do
    value=$((owner != 0))
    ids="$ids XGID=$position:$value:$owner:1:43:0:0:0:0:10 XGID=$position:$value:$owner:1:43:3:4:0:7:10 XGID=$position:$value:$owner:1:43:6:4:0:7:10"
done
run hint --level 1ply --json $ids
mv out each
run hint --level 1ply --scores --json XGID=$position:0:0:1:43:3:4:0:7:10
status_is 0
equal "$(python3 -c '
import json
at = {(s["away"], s["opponent_away"], s["cube_owner"]): s for s in json.load(open("out"))[0]["scores"]}
asked = [(a, o, c) for c in ("centred", "on roll", "opponent") for a, o in ((0, 0), (4, 3), (1, 3))]
best = [d["plays"][0] for d in json.load(open("each"))]
print([key for key, b in zip(asked, best) if (at[key]["play"], at[key]["equity"]) != (b["play"], b["equity"])])')" "[]"
run hint --level 1ply --scores --tsv XGID=$position:0:0:1:43:3:4:0:7:10
equal "$(wc -l <out)" 150

test_ "maps of plays have a sign for each play, a tilde where the next is as good, and mark the position's score"
run hint --level 0ply --scores XGID=$position:0:0:1:43:3:4:0:7:10
status_is 0
equal "$(grep -cE '^  [1-7] [][().A-Z~ -]{71}$' out)" 7
equal "$(grep -cE '^  4 .*(\[[.A-Z]\]|\([.A-Z]\))' out)" 1
equal "$(tail -n +2 out | awk 'length > 80')" ""
equal "$(grep -E '^  [1-7] |money: ' out | grep -o '\.' | wc -l)" "$(sed -n 's/^  \.  .* best at \([0-9]*\) of 150$/\1/p' out)"
out_has '^  \.  .* best at [0-9]* of 150$'
equal "$(sed -n 's/.* best at \([0-9]*\) of 150$/\1/p' out | paste -sd+ | bc)" 150
run hint --level 0ply --scores --json XGID=$position:0:0:1:43:3:4:0:7:10
equal "$(python3 -c '
import json
d = json.load(open("out"))[0]
first = d["plays"][0]["play"]
assert all((s["play"] == first) <= (s["loss"] == 0) for s in d["scores"])
assert all(s["lead"] >= 0 and s["loss"] >= 0 for s in d["scores"])
assert {s["play"] for s in d["scores"]} == {p["play"] for p in d["plays"] if p["cells"]}
print(len(d["scores"]), sorted({s["cube"] for s in d["scores"]}))')" "150 [1, 2]"
for file in plays.svg plays.html; do
    run hint --level 0ply --scores --output $file XGID=$position:0:0:1:43:3:4:0:7:10
    equal "$(grep -c '<title>[^<]*-away, [^<]* cube at ' $file)" 147
    equal "$(grep -c 'stroke-width="3"' $file)" 1
done

test_ "without a roll, a legal play or a use for other options there is no map of plays"
run hint --scores $money
status_is 3
err_has 'for a position in which a roll is to be played'
run hint --scores XGID=-BBBBDB------------bbbbbbA:0:0:1:66:0:0:0:0:10
status_is 3
run hint --scores --temperature XGID=$position:0:0:1:43:3:4:0:7:10
status_is 2
run hint --scores --plays "8/4" XGID=$position:0:0:1:43:3:4:0:7:10
status_is 2

test_ "both are drawn as SVG and as pages"
for file in map.svg map.html; do
    run cube --level 0ply --output $file $money
    status_is 0
    equal "$(grep -c '<g><title>' $file)" 225
    run hint --level 0ply --temperature --output t$file $money
    status_is 0
    equal "$(grep -c '<g><title>' t$file)" 36
done
python3 -c 'import xml.dom.minidom as m; m.parse("map.svg"); m.parse("tmap.svg")' || wrong "the SVG is not well-formed"
grep -q '64: [^<]*, +' tmap.svg || wrong "a roll does not name its play"

test_ "what cannot be drawn is refused"
run cube --output map.png $money
status_is 2
run cube --out map.svg $money $money
status_is 2
run hint --out map.svg $money
status_is 2
run cube --out map.svg nonsense
status_is 3
err_has 'argument 1: error: '

test_ "with --cube-maps each cube error has the maps that cube and hint make of its position, in every report"
m="$TOP/fixtures/demo/club-final.mat"
run analyze -q --level 0ply --report html,text --out plain "$m"
! grep -q 'every score' plain/club-final.html plain/club-final.txt || wrong "there are maps that nobody asked for"
run analyze -q --level 0ply --cube-maps --parts cube --report html,text,latex,md,pdf,json,dump,tree --out maps "$m"
status_is 0
python3 - >found <<'EOF'
import json
marked, mapped, first = 0, 0, None
for game in json.load(open("maps/club-final.json"))["games"]:
    for ply in game["plies"]:
        marked += ply["marks"]["cube"] is not None
        if ply["cube"] and "by_score" in ply["cube"]:
            mapped += ply["marks"]["cube"] is not None
            first = first or ply["cube"]
print(marked, mapped, first["xgid"], first["by_score"]["away"][4][2], *("%+.4f" % x for x in first["by_roll"][5]))
EOF
read -r marked mapped id sign rolls <found
equal "$mapped" "$marked"
[ "$marked" -gt 10 ] || wrong "only $marked cube errors: too few for this test"
run cube --level 0ply --tsv "$id"
case $(awk -F'\t' '$2 == 5 && $3 == 3 {print $4}' out) in
"Double, take") expected=T ;;
"Double, pass") expected=P ;;
"No double"*) expected=. ;;
*) expected="a verdict that this position does not have" ;;
esac
equal "$sign" "$expected"
run hint --temperature --level 0ply "$id"
equal "$(awk '$1 == 6 && NF == 7 {print $2, $3, $4, $5, $6, $7}' out)" "$rolls"
for report in maps/club-final.{html,txt,md,tex,tree}; do
    equal "$report: $(tr '\n' ' ' <"$report" | grep -o 'The cube at every score' | wc -l)" "$report: $marked"
done
equal "$(pdftotext maps/club-final.pdf - 2>/dev/null | grep -c 'The cube at every score')" "$marked"

test_ "a dump keeps the maps"
run convert --to dump maps/club-final.dump again.dump
same again.dump maps/club-final.dump
[ "$(grep -c '^ *scores' again.dump)" = "$marked" ] || wrong "the dump has other maps"
sed 's/^\( *\)rolls [^ ]*/\1rolls/' maps/club-final.dump >short.dump
run info short.dump
err_has 'dump:[0-9]*:[0-9]*: error: '

test_ "a run with maps does not take the one without for its own"
run analyze --level 0ply --cube-maps --report html --out plain "$m"
grep -q 'every score' plain/club-final.html || wrong "the page was not written again"

test_ "with --play-maps each error of play has the best play at every score, as hint --scores finds it"
run analyze -q --level 0ply --play-maps --report html,text,latex,md,json,dump --out plays "$DEMO/semi-final.mat"
status_is 0
python3 - >found <<'EOF'
import json
marked, mapped, first, match = 0, 0, None, json.load(open("plays/semi-final.json"))
for game in match["games"]:
    for ply in game["plies"]:
        if ply["marks"]["move"] is None:
            continue
        marked += 1
        mapped += "by_score" in ply["moves"]
        if first is None and len(ply["moves"]["by_score"]["plays"]) > 2:
            first = ply
map = first["moves"]["by_score"]
letter = map["away"][1][3]
print(marked, mapped, first["xgid"], letter)
open("play", "w").write(map["plays"][ord(letter.upper()) - ord("A")])
EOF
read -r marked mapped id letter <found
equal "$mapped" "$marked"
[ "$marked" -gt 10 ] || wrong "only $marked errors of play: too few for this test"
run hint --scores --level 0ply --json "$id"
python3 - "$letter" >there <<'EOF'
import json, sys
d = json.load(open("out"))[0]
cell, = [c for c in d["scores"] if (c["away"], c["opponent_away"], c["cube_owner"]) == (2, 4, "centred")]
print(cell["play"], end="")
assert (cell["lead"] < 0.01) == sys.argv[1].islower(), cell
EOF
equal "$(cat there)" "$(cat play)"
for report in plays/semi-final.{html,txt,md,tex}; do
    equal "$report: $(tr '\n' ' ' <"$report" | grep -o 'The best play at every score' | wc -l)" "$report: $marked"
done
run convert --to dump plays/semi-final.dump again.dump
same again.dump plays/semi-final.dump
sed 's/^\( *\)best-there.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&\n&/' plays/semi-final.dump >many.dump
run info many.dump
err_has 'many.dump:[0-9]*:[0-9]*: error: .*no more plays than it may have'
run verify plays/semi-final.html
status_is 0
run convert --to sgf plays/semi-final.dump plays.sgf
err_has "$marked sets of maps"

finish
