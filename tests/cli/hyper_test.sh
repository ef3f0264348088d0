#!/usr/bin/env bash
# Hypergammon and nackgammon: positions and matches, with the database and without it.
. "$(dirname "$0")/lib.sh"
one=AACAAAAAAgAAAA two=AABAAQAACgAAAA three=AACgAgAAKgAAAA # the starts
fixtures=$TOP/fixtures

test_ "a position of two chequers: its database is made when it is needed, and its values are exact"
run eval --tsv --level 0ply --variation hypergammon2 $two
status_is 0
out_has "^$two	0.535475	0.418377	0.041681	0.349093	0.029671	0.152244	0.209108	"
mv out static
run eval --tsv --level 2ply --variation hypergammon2 $two
same out static
file_there "$XDG_CACHE_HOME/kibitzer/hyper2.bd"

test_ "bearoff show has the equities of all cubes"
run bearoff show --variation hypergammon2 $two
status_is 0
out_has 'wins   53.547%   gammons  41.838%   backgammons   4.168%'
out_has 'cubeless +0.15224 owned +0.32786 centred +0.20911 centred with Jacoby +0.20452 opponent.s +0.01074'
run bearoff show --json --variation hypergammon1 $one
out_has '"owned": 0.588276, "centred": 0.539316, "jacoby": 0.455676, "opponent_owns": 0.386356'
run bearoff show --tsv --variation hypergammon1 $one
out_has '	0.588276	0.539316	0.455676	0.386356	XGID='

test_ "an XGID, with a roll: plays by the database"
run hint --variation hypergammon2 'XGID=-aa--------------------AA-:0:0:1:66:0:0:0:0:10'
status_is 0
out_has '1. 24/18(2) 18/12(2)\|1. 24/12(2)\|1. 24/6 24/12\|1. '
run hint --tsv --variation hypergammon2 'XGID=-aa--------------------AA-:0:0:1:00:3:1:0:5:10'
status_is 0
out_has 'No double'

if heavy; then
    test_ "near the limit of the cube two chequers are exact at every level, with beavers and without"
    for limit in $(much '1 2' 1); do
        for beavers in $(much '0 2' 2); do
            position="XGID=--a-a----------------A---A:0:0:1:00:0:0:$beavers:0:$limit"
            run hint --tsv --level 0ply --variation hypergammon2 "$position"
            status_is 0
            mv out static
            run hint --tsv --level 2ply --variation hypergammon2 "$position"
            same out static
            [ $limit = 1 ] && out_has 'Double, take		0.118537	0.148394' || out_has '	0.094930	-0.284843'
        done
    done
fi

test_ "a file near the limit is found beside its database and used as far as it goes; --hyper-database names it, too"
mkdir -p near alone
run bearoff make -q --hyper 1 near/hyper1.bd
run bearoff make -q --json --hyper 1 --cube-limit 4 --converge 0.5 --hyper-database near/hyper1.bd near/hyper1-limit4.bd
status_is 0
out_has '"cube_limit": 4'
worth() { # LIMIT FILE: of a position
    run eval --json --variation hypergammon1 --cube-limit "$1" --hyper-database "$2" XGID=----a----------------A----:0:0:1:00:0:0:2:0:10
    python3 -c 'import json; print(json.load(open("out"))[0]["cubeful"])'
}
cp near/hyper1.bd alone
for limit in 4 8; do
    exact=$(worth $limit alone/hyper1.bd) beside=$(worth $limit near/hyper1.bd) named=$(worth $limit near/hyper1-limit4.bd)
    equal "$named" "$beside"
    # a rough file is another one than what is made in the run
    [ $limit = 8 ] && equal "$beside" "$exact" || [ "$beside" != "$exact" ] || wrong "limit $limit: the file is not used"
done
run bearoff make -q --hyper 1 --cube-limit 3 x.bd
status_is 2
run bearoff make -q --hyper 1 --cube-limit 128 x.bd
status_is 2
err_has 'cube-limit: expected 2 to 64, a power of two'
run bearoff make -q --hyper 1 --cube-limit 4 --save 60 x.bd
status_is 2
err_has 'save has no effect with --cube-limit'
run bearoff make -q --one-sided 15x2 --cube-limit 4 x.bd
status_is 2
err_has 'cube-limit has no effect on --one-sided databases'
[ ! -e x.bd ] || wrong "a file was left"

test_ "without such a file three chequers are interpolated, and this is said, once"
mkdir -p three
{ printf 'gnubg-H3'; printf 'x%.0s' {1..31}; echo; } >three/hyper3.bd
truncate -s $((40 + 3276 * 3276 * 28)) three/hyper3.bd # of no use but for this
run eval --tsv --variation hypergammon3 --cube-limit 4 --hyper-database three/hyper3.bd $three $three
status_is 0
err_has 'argument 1: note: hypergammon with 3 chequers near cube limit 4: interpolated; `kibitzer bearoff make --hyper 3 --cube-limit 4 hyper3-limit4.bd` makes it exact'
equal "$(grep -c interpolated err)" 1
for limit in no 1 128; do
    run eval --tsv --variation hypergammon3 --cube-limit $limit --hyper-database three/hyper3.bd $three
    err_lacks interpolated
done
cp near/hyper1-limit4.bd three/hyper3-limit8.bd
run eval --tsv --variation hypergammon3 --cube-limit 4 --hyper-database three/hyper3.bd $three
err_has 'hyper3-limit8.bd: hypergammon near a cube limit: found 1 chequers, expected 3; hypergammon with 3'
rm three/hyper3-limit8.bd
sed 's/HyperGammon (2)/HyperGammon/; s/9 point match/0 point match/; /Game 2/,$d' "$fixtures/mat/hyper2.mat" | sed '/1)/,$d' >session.mat
echo '  1) 31: 24/21 22/21                64: 24/14' >>session.mat
run analyze --level 0ply --cube-limit 2 --report json --out session --hyper-database three/hyper3.bd session.mat
status_is 0
err_has 'session.mat: warning: hypergammon with 3 chequers near cube limit 2: interpolated'
rm -r three

test_ "without its database a position is refused, and how to get one is said"
run eval --no-cache --variation hypergammon3 $three
status_is 3
err_has 'argument 1: error: hypergammon with 3 chequers needs its database: `kibitzer bearoff make --hyper 3 FILE`'
out_empty
run bearoff make -q --hyper 1 hyper1.bd
run eval --variation hypergammon3 --hyper-database hyper1.bd $three
status_is 3
err_has 'hyper1.bd: hypergammon database: found 1 chequers, expected 3'
printf x | dd of=hyper1.bd bs=1 seek=9000 conv=notrunc 2>dd
truncate -s 18000 hyper1.bd
run eval --variation hypergammon1 --hyper-database hyper1.bd $one
status_is 3
err_has 'found 18000 bytes, expected 18968; chequers: 1'

test_ "a position that does not fit the variation, and a variation that does not exist"
run eval --variation hypergammon1 $two
status_is 3
err_has 'a side has more chequers than this variation'
run eval --variation hyper $two
status_is 2
err_has 'expected backgammon, nackgammon, hypergammon1'

test_ "a match of hypergammon is analysed and reported; mat and SGF give the same"
run analyze -q --report html,text,json,sgf --out mat "$fixtures/mat/hyper2.mat"
status_is 0
for format in html txt json sgf; do file_there mat/hyper2.$format; done
grep -q 'Rules: hypergammon with two chequers, Crawford rule' mat/hyper2.txt || wrong "the report does not name the game"
grep -q '"variant": "hypergammon2"' mat/hyper2.json || wrong "the JSON does not name the game"
run analyze -q --report text --out sgf "$fixtures/sgf/hyper2.sgf"
status_is 0
for from in mat sgf; do grep -v -e '^Read from' -e '^Written by' $from/hyper2.txt >$from.txt; done
same mat.txt sgf.txt
grep -q 'No decision is marked as an error' mat/hyper2.txt || wrong "who plays by the database makes no errors"

test_ "in a money game of hypergammon, luck and errors make up the result to the last figure at every level"
sed -n '/Game 2/q;p' "$fixtures/mat/hyper2.mat" | sed 's/9 point match/0 point match/' >money.mat
for level in $(much '0ply 1ply 2ply' 1ply); do
    run analyze --level $level --json money.mat
    equal "$(python3 -c 'import json
p = [p["overall"] for p in json.load(open("out"))["statistics"]["players"]]
print(abs(p[0]["luck_adjusted_result"] + p[0]["error_points"] - p[1]["error_points"]) < 1e-5)')" True
done

test_ "the .mat, the SGF and the XGIDs of one match are judged alike, in hypergammon and in Nackgammon"
same_judgement() { # GAME: each position of alike-ids as in the match of alike; says how many there are
    python3 - "$1" <<'EOF'
import glob, json, sys
def judged(pattern):
    found = {}
    for path in glob.glob(pattern):
        for game in json.load(open(path))["games"]:
            for ply in game["plies"]:
                for c in (ply["moves"] or {"candidates": []})["candidates"][:1]:
                    found[ply["xgid"], "play"] = [c["play"], c["equity"], c["probabilities"]]
                if ply["cube"]:
                    found[ply["xgid"], "cube"] = [ply["cube"][k] for k in ("no_double", "double_take", "verdict")]
    return found
match, positions = judged(f"alike/{sys.argv[1]}.json"), judged(f"alike-ids/{sys.argv[1]}*.json")
assert all(positions[k] == match[k] for k in positions), [(k, positions[k], match.get(k)) for k in positions]
print(len(positions))
EOF
}
for game in hyper1 hyper2 nackgammon; do
    run analyze -q --level 0ply --report json,text --out alike "$fixtures/mat/$game.mat"
    status_is 0
    run analyze -q --level 0ply --report json,text --out alike-sgf "$fixtures/sgf/$game.sgf"
    status_is 0
    for from in alike alike-sgf; do sed '/^Read from/d; /^Written by/d; /by hand/d' $from/$game.txt >$from.txt; done
    same alike.txt alike-sgf.txt
    run analyze -q --level 0ply --variation "${game/hyper/hypergammon}" --report json --out alike-ids "$fixtures/idlist/$game.txt"
    status_is 0
    equal "$(same_judgement $game)" 4
done

test_ "a match of three chequers needs its database"
sed 's/HyperGammon (2)/HyperGammon/; /Game 2/,$d' "$fixtures/mat/hyper2.mat" | sed '/1)/,$d' >three.mat
echo '  1) 31: 24/21 22/21                64: 24/14' >>three.mat
run analyze -q --report text --out three three.mat
status_is 3
err_has 'three.mat: error: hypergammon with 3 chequers needs its database'

test_ "position files are of the variation that is given; matches say their own"
echo 'XGID=-aa--------------------AA-:0:0:1:31:0:0:0:0:10' >xgid.txt
printf '%s\n' $two "$two:cAkAAAAAAAAA" >ids.txt
run analyze -q --variation hypergammon2 --report text,json --out given xgid.txt ids.txt
status_is 0
grep -q '"variant": "hypergammon2"' given/xgid.json || wrong "the JSON does not name the game"
grep -q 'Position 2' given/ids.txt || wrong "not every position was analysed"
run hint --tsv --variation hypergammon2 "$(cat xgid.txt)"
best=$(head -1 out | cut -f2)
grep -q "^  $best  " given/xgid.txt || wrong "analyze and hint do not agree on $best"
run convert --variation hypergammon2 --to json xgid.txt -
out_has '"variant": "hypergammon2"'
run analyze -q --variation hypergammon1 --report text --out none ids.txt
status_is 3
err_has 'ids.txt:2:1: error: a side has more chequers than this variation'
run convert --variation hypergammon1 --to json "$fixtures/mat/nackgammon.mat" -
status_is 3
err_has 'found nackgammon, given by the source or its format'

test_ "a position is rolled out as its database has it, whatever game it is of; a state is of one game"
position='XGID=--a-a----------------A---A:0:0:1:00:0:0:0:0:10'
run rollout -q --json --trials 144 --state kept --variation hypergammon2 "$position"
status_is 0
python3 - out <<'EOF' || wrong "the rollout is not what the database says: no double +0.10205, double and take -0.14468"
import json, sys
found = {c["play"]: c for c in json.load(open(sys.argv[1]))["results"]}
exact = {"no double": 0.10205, "double, take": -0.14468}
sys.exit(any(abs(found[k]["equity"] - v) > 0.006 or not 0 < found[k]["standard_error"] < 0.003 for k, v in exact.items()))
EOF
run rollout -q --trials 144 --state kept --variation hypergammon3 --hyper-database three.bd "$position"
status_is 3
err_has 'three.bd: hypergammon database: No such file'
run rollout -q --trials 36 --state kept "$position"
status_is 3
err_has 'kept:4:1: error: the settings of this state differ: found "games hypergammon2, '

test_ "nackgammon is analysed by the net"
run analyze -q --level 0ply --report text --out nack "$fixtures/mat/nackgammon.mat"
status_is 0
grep -q 'Rules: Nackgammon, Crawford rule' nack/nackgammon.txt || wrong "the report does not name the game"
run eval --tsv --level 0ply --variation nackgammon 4Dl4ADbgOXgANg
status_is 0

finish
