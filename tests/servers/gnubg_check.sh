#!/usr/bin/env bash
# GNU Backgammon opens the record keeping that `db export-gnubg` writes and prints our figures. Usage: PROGRAM=... gnubg_check.sh
. "$(dirname "$0")/../cli/lib.sh"
GNUBG=$(command -v gnubg || echo /usr/games/gnubg)

mkdir m .gnubg
sed "s/O'Hara/OHara/" "$DEMO/semi-final.mat" >m/semi.mat # its own statements break on an apostrophe
cp "$DEMO/sunday money.mat" m/
run analyze -q --level 0ply --report json --out reports m
status_is 0
run db export-gnubg -q --out reports .gnubg/ours.db
status_is 0

# Of the first column that `relational show details NAME` prints: the row that begins with these words.
printed() { sed -n "s/^$1  *\([-+0-9.]*\).*/\1/p" shown | head -1; }
printed_last() { sed -n "s/^$1  *\([-+0-9.]*\).*/\1/p" shown | tail -1; }
json() { python3 -c "import json, sys
p = [p for p in json.load(open('reports/$1.json'))['statistics']['players'] if p['name'] == '$2'][0]
print($3)"; }

ask() {
    printf '%s\n' 'relational setup dbtype=SQLite' 'relational setup SQLite-database=ours' \
        "relational show details \"$1\"" | HOME=$PWD "$GNUBG" -t -q >shown 2>&1
}

# agrees FILE NAME
agrees() {
    test_ "GNU Backgammon shows $2 as reports do"
    ask "$2"
    equal "$(printed 'Total moves')" "$(json "$1" "$2" "p['checker']['total_moves']")"
    equal "$(printed 'Unforced moves')" "$(json "$1" "$2" "p['checker']['unforced_moves']")"
    equal "$(printed 'Moves marked very bad')" "$(json "$1" "$2" "p['checker']['very_bad']")"
    equal "$(printed 'Error total EMG (Points)')" "$(json "$1" "$2" "'%.3f' % -p['checker']['error_emg']")"
    equal "$(printed 'Luck total EMG (Points)')" "$(json "$1" "$2" "'%+.3f' % p['luck']['luck_emg']")"
    equal "$(printed 'Close or actual cube decisions')" "$(json "$1" "$2" "p['cube']['close_or_actual']")"
    equal "$(printed_last 'Error total EMG (Points)')" "$(json "$1" "$2" "'%.3f' % -p['overall']['error_emg']")"
    equal "$(printed_last 'Error rate mEMG (Points)')" "$(json "$1" "$2" "'%.1f' % -p['overall']['error_rate_memg']")"
    equal "$(printed 'Snowie error rate')" "$(json "$1" "$2" "'%.1f' % -p['overall']['snowie_error_rate']")"
    equal "$(sed -n 's/^Overall rating  *\(.*[^ ]\)   *[^ ].*/\1/p' shown | sed 's/  .*//')" "$(json "$1" "$2" "p['overall']['rating']")"
}
agrees semi OHara
agrees sunday_money Ann

test_ "the text export of GNU Backgammon holds what its SGF of the same match holds"
cp "$DEMO/semi-final.mat" exported.mat
printf '%s\n' 'set analysis chequerplay evaluation plies 0' 'set analysis cubedecision evaluation plies 0' \
    'import auto exported.mat' 'analyse match' 'export match text exported.txt' 'save match exported.sgf' >commands
HOME=$PWD "$GNUBG" -t -q -c commands >shown 2>&1
cat exported.txt exported_0*.txt >text.txt
run convert -q --candidates 1000 --json text.txt text.json
status_is 0
run convert -q --candidates 1000 --json exported.sgf sgf.json
python3 "$TOP/tests/cli/same_figures.py" text.json sgf.json >compared || wrong "they differ"
[ "$(cat compared)" -gt 5000 ] || wrong "only $(cat compared) figures were compared"

# Both servers are asked the same. In matches GNU Backgammon has the two scores the other way round in the last figure.
start=:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0
rest=:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
race=:0:0:2:2:3:3:3:0:0:0:0:0:0:0:0:0:0:0:0:-3:-3:-3:-2:-2:-2:0
cat >lines <<END
version
set debug off
set interface new
evaluation fibsboard board:me:you:0:0:0$start:1:0:0:0:0$rest
EVALUATION FIBSBOARD board:me:you:0:0:0$start:1:0:0:0:0$rest PLIES 0 PRUNE CUBELESS NOISE 0
evaluation fibsboard board:me:you:0:0:0$start:1:3:1:3:1$rest PLIES 0 CUBE ON CUBEFUL
evaluation fibsboard board:me:you:7:3:2$start:1:0:0:0:0$rest PLIES 0 CUBE ON
evaluation fibsboard board:me:you:7:0:5$start:1:0:0:0:0$rest PLIES 0 CUBELESS CRAWFORDRULE ON JACOBYRULE OFF BEAVERS ON
evaluation fibsboard board:me:you:0:0:0$race:-1:0:0:0:0$rest PLIES 1 CUBELESS DETERMINISTIC
evaluation fibsboard board:me:you:5:1:2$race:1:0:0:0:0$rest PLIES 0 CUBEFUL
board:me:you:0:0:0$start:1:3:1:3:1$rest
board:me:you:0:0:0$start:1:0:0:0:0$rest
nonsense
new session
evaluation fibsboard
evaluation fibsboard board:me:you:0:0:0$start:1:0:0:0:0$rest PLIES
END
cat >ask.py <<'PYTHON'
import socket, sys, time
for _ in range(100):
    try:
        s = socket.create_connection(("localhost", int(sys.argv[1])), 20)
        break
    except OSError:
        time.sleep(0.2)
f = s.makefile("rb")
for line in open("lines"):
    s.sendall(line.encode())
    for _ in range(4 if line == "version\n" else 1):
        print(f.readline().decode().rstrip())
PYTHON
cat >compare.py <<'PYTHON'
ours, theirs = (open(name).read().splitlines() for name in ("ours", "theirs"))
assert len(ours) == len(theirs), (ours, theirs)
matches = [" fibsboard " in line and ":me:you:0:" not in line for line in open("lines")]
for a, b, match in zip(ours, theirs, [False] * 3 + matches):
    if b.startswith(("Software", "Error: ")):
        same = a[:7] == b[:7]
    elif b[:1] in "-0123456789" and " " in b and "/" not in b:
        pairs = list(zip(a.split(), b.split(), strict=True))
        same = all(abs(float(x) - float(y)) < 0.04 for x, y in (pairs[:5] if match else pairs))
    else:
        same = a == b
    assert same, (a, b)
PYTHON

test_ "external answers as GNU Backgammon's own server does"
theirs=$((20000 + RANDOM % 10000))
printf '%s\n' "external localhost:$theirs" | HOME=$PWD "$GNUBG" -t -q >/dev/null 2>&1 &
"$PROGRAM" external --json --level 0ply --listen 127.0.0.1:0 >answer 2>served &
server=$!
for _ in $(seq 600); do grep -q listening served && break; sleep 0.05; done
python3 ask.py $theirs >theirs 2>err || wrong "$(cat err)"
ours=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\),.*/\1/p' served)
python3 ask.py "$ours" >ours 2>err || wrong "$(cat err)"
kill %1 2>/dev/null
python3 compare.py 2>err || wrong "$(tail -1 err)"

test_ "GNU Backgammon plays a match to 1 against external"
{
    printf '%s\n' 'set player 0 gnubg' 'set player 0 chequer evaluation plies 0' 'set player 0 cube evaluation plies 0' \
        "set player 1 external 127.0.0.1:$ours" 'set automatic game off' 'set automatic roll on' 'set automatic move on' \
        'set confirm new off' 'new match 1'
    yes play | head -200 # a turn each
} | HOME=$PWD timeout 100 "$GNUBG" -t -q >shown 2>&1
kill -INT $server
wait $server
grep -qE '^.* wins a (single game|gammon|backgammon) and' shown || wrong "no game was played to its end: $(tail -5 shown)"
python3 -c 'import json; a = json.load(open("answer")); assert a["answered"] > 22 and a["refused"] == 4, a' 2>err || wrong "$(tail -1 err)"

finish
