#!/usr/bin/env bash
# `kibitzer external`: what clients of GNU Backgammon's server and of UBGI send, and what they read.
. "$(dirname "$0")/lib.sh"

"$PROGRAM" external --level 0ply --listen 127.0.0.1:0 2>served &
server=$!
for _ in $(seq 600); do grep -q listening served && break; sleep 0.05; done
port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\), level 0ply$/\1/p' served)

# Lines from standard input to the server, the next when the one before is answered; `version` has four lines.
cat >ask.py <<'PYTHON'
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as s, s.makefile("rb") as f:
    for line in sys.stdin:
        s.sendall(line.encode())
        for _ in range(4 if line.lower().startswith("version") else 1):
            sys.stdout.write(f.readline().decode())
PYTHON
ask() { python3 ask.py "$port" >out 2>err || wrong "$(cat err)"; }

start=:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0
money=board:me:you:0:0:0$start:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
# The opponent is on the bar and on a blot of ours; ours is on the bar, and hits from there.
hits=board:me:you:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-4:-1:0:0:0:1:1:1:4:4:4:4:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0

test_ "port 0 is one that is free, and is printed"
[ "${port:-0}" -gt 1023 ] || wrong "no port: $(cat served)"

test_ "words are answered as GNU Backgammon's server answers them"
ask <<END
VERSION
set debug on
set debug OFF
set interface new
Help
set nonsense on
new session
END
equal "$(sed 's/kibitzer .*/kibitzer N/' out | head -7 | paste -sd,)" \
    "Interface: 2,RFBF: 0,Engine: 1.00,Software: kibitzer N,Debug output ON,Debug output OFF,New interface ON"
equal "$(sed -n '8p' out | head -c 1)" "$(printf '\t')"
equal "$(sed -n '9,$p' out | grep -c '^Error: ')" 2

# figures ID: the five chances, equity without and with the cube, in a match MWC with it, of `eval`.
figures() {
    "$PROGRAM" eval --level 0ply --json "$1" | python3 -c 'import json, sys
v = json.load(sys.stdin)[0]
names = "win win_g win_bg lose_g lose_bg cubeless cubeful".split()
print(*["%.4f" % v[k] for k in names], "%.4f" % (v.get("mwc") or 0))'
}
rounded() { awk '{ for (i = 1; i <= NF; i++) printf "%.4f%s", $i, i < NF ? " " : "\n" }' "$@"; }

test_ "an evaluation has the figures of eval: without the cube unless it is asked for, in matches MWC"
match=board:me:you:7:3:2$start:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
ask <<END
evaluation fibsboard $money
EVALUATION FIBSBOARD $money PLIES 0 PRUNE CUBELESS NOISE 0
evaluation fibsboard $money PLIES 0 CUBE ON CUBEFUL
evaluation fibsboard $match CUBE ON PLIES 0
evaluation fibsboard ${match/:1:0:0:0:0:1/:-1:0:0:0:0:1} CUBE ON PLIES 0
evaluation fibsboard $money PLIES 9
evaluation fibsboard $money PLIES
evaluation xgid $money
evaluation fibsboard board:1:2
END
figures 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10' >money
figures 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:2:0:7:10' >match
figures 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10' >yours
grep -qE '^(0\.[0-9]{6} ){5}-?[0-9]\.[0-9]{6}$' out || wrong "no six figures: $(head -1 out)"
equal "$(sed -n 1p out | rounded)" "$(cut -d' ' -f1-6 money)"
equal "$(sed -n 2p out)" "$(sed -n 1p out)"
equal "$(sed -n 3p out | rounded)" "$(cut -d' ' -f1-5,7 money)"
equal "$(sed -n 4p out | rounded)" "$(cut -d' ' -f1-5,8 match)"
equal "$(sed -n 5p out | rounded)" "$(cut -d' ' -f1-5,8 yours)"
equal "$(sed -n '6,$p' out | grep -c '^Error: ')" 4

test_ "the traffic of a bot: session, evaluation, rolls, plays in numbers with hits, a double"
double=${money/:1:0:0:0:0:1:1:1:0:/:-1:0:0:0:0:1:1:1:1:}
ask <<END
evaluation fibsboard $money PLIES 1 CUBE ON CUBEFUL CRAWFORDRULE ON JACOBYRULE OFF BEAVERS ON DETERMINISTIC
$money
${money/:1:0:0:0:0:/:1:3:1:3:1:}
$hits
$double
END
equal "$(sed -n '2,3p' out | paste -sd,)" "roll,8/5 6/5"
sed -n 4p out | grep -qE '^25/21( [0-9]+/[0-9]+\*?){3}$' || wrong "not a play from the bar: $(sed -n 4p out)"
sed -n 5p out | grep -qxE 'take|drop|beaver' || wrong "no answer to the double: $(sed -n 5p out)"

test_ "docs/formats/external.md: the ten lines of Python work"
sed -n '/^```python$/,/^```$/{/^```/d;p}' "$TOP/docs/formats/external.md" >ten.py
equal "$(grep -c . ten.py)" 10
python3 ten.py "$port" >out 2>err || wrong "$(cat err)"
equal "$(tail -1 out)" "3-1: 8/5 6/5"
out_has '^wins 0\.5[0-9]* equity 0\.1'

test_ "exit closes the connection, and the next client is served"
python3 - "$port" <<'PYTHON' || wrong "the connection stays"
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as s:
    s.sendall(b"exit\n")
    sys.exit(s.recv(10) != b"")
PYTHON
ask <<<"version"
out_has 'Interface: 2'
kill -INT $server
wait $server

ubgi() { "$PROGRAM" external --ubgi --level 0ply -q >out 2>err || wrong "exit status $?"; }

test_ "UBGI 0.2: the traffic of a runner of matches between engines"
ubgi <<'END'
ubgi
set engine.ply 1
isready
newgame
position gnubgid 4HPwATDgc/ABMA
dice 3 1
go chequer
position gnubgid 4HPwATDgc/ABMA
go cube
dice 6 4
go turn
isready
quit
END
equal "$(sed -n '4,6p' out | paste -sd,)" "proto 0.2,ubgiok,readyok"
equal "$(sed -n '7,$p' out | paste -sd,)" "bestmove 8/5 6/5,bestcube nodouble,bestturn cube=nodouble move=$(
    "$PROGRAM" hint --level 0ply --json XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10 | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["plays"][0]["play"])'),readyok"

test_ "UBGI 0.1: roles, and the position after the play"
ubgi <<'END'
ubgi
setoption name engine.ply value 2
get engine.ply
position gnubgid 4HPwATDgc/ABMA
dice 3 1
go role chequer
quit
END
equal "$(sed -n '7,$p' out | paste -sd,)" "value engine.ply 2,bestmove 8/5 6/5,bestmoveid sGfwATDgc/ABMA"

test_ "UBGI: entering, bearing off, a dance; an answer to a double"
ubgi <<'END'
position xgid XGID=-A----E-C----E----cbbbbbbA:0:0:1:64:0:0:0:0:10
go
position xgid XGID=-A----E-C----E----ebb-bbbA:0:0:1:41:0:0:0:0:10
go
position xgid XGID=-BA-------------------bb--:0:0:1:21:0:0:0:0:10
go chequer
position xgid XGID=---B--C-EAaacA---bbbbAA-bA:0:0:-1:D:8:4:2:0:10
go cube
END
equal "$(head -1 out)" "bestmove pass"
sed -n 2p out | grep -qE '^bestmove bar/21 [0-9]+/[0-9]+$' || wrong "did not enter: $(sed -n 2p out)"
out_has '^bestmove [0-9]/off [0-9]/off$'
equal "$(tail -1 out)" "bestcube drop"

test_ "UBGI: errors have the draft's codes"
ubgi <<'END'
go
position gnubgid nonsense
dice 3 1
position gnubgid 4HPwATDgc/ABMA
go chequer
dice 7 1
go dance
set engine.ply 9
set nonsense 1
get nonsense
bogus
keys
END
equal "$(grep '^error' out | cut -d' ' -f2 | paste -sd,)" \
    "bad_state,bad_value,bad_state,bad_state,bad_value,unsupported,bad_value,unsupported,unsupported,bad_command"
equal "$(grep -c '^key [a-z]*\.[a-z]* ' out)" 4

finish
