#!/usr/bin/env bash
# `kibitzer duel` and `kibitzer external`: the same result with any number of threads, answers over a line.
. "$(dirname "$0")/lib.sh"

test_ "a level against itself with mirrored dice comes out exactly even"
run duel --a 0ply --b 0ply --games 20 --cubeless --json
status_is 0
out_has '"luck_adjusted_result": 0'
out_has '"games": 20'

test_ "the result does not depend on the number of threads"
run duel --a 0ply --b beginner --games 30 --jobs 1
status_is 0
cp out one
run duel --a 0ply --b beginner --games 30 --jobs 3
same one out

test_ "another seed gives other games"
run duel --a 0ply --b beginner --games 30 --seed 2
status_is 0
! cmp -s one out || wrong "seeds 1 and 2 gave the same result"

test_ "a match is counted in matches won"
run duel --a 0ply --b beginner --games 4 --match 3
status_is 0
out_has 'matches won'

test_ "nonsense is a usage error"
run duel --a 9ply
status_is 2
err_has '9ply'
run duel --money --match 5
status_is 2
run duel --match 5 --jacoby
status_is 2
err_has 'money play'
run duel --b net:nowhere.net@9ply
status_is 2
for a in 1234 127.0.0.1: 127.0.0.1:65536 127.0.0.1:port; do
    run external --listen $a
    status_is 2
    err_has 'HOST:PORT'
    run duel --b external:$a
    status_is 2
    err_has 'HOST:PORT'
done
run duel --b external:127.0.0.1:0
status_is 2

test_ "a net that cannot be read is not a usage error"
run duel --b net:nowhere.net
status_is 3
err_has 'nowhere.net'

test_ "one pair of games has a result but no standard error"
run duel --a 0ply --b beginner --games 2
status_is 0
out_has 'as played  *[-+][0-9.]* points a game$'
out_has 'less luck  *[-+][0-9.]* points a game$'
run duel --a 0ply --b beginner --games 2 --json
out_has '"mean_result_standard_error": null'

test_ "a program that nobody started is named"
run duel --a 0ply --b external:127.0.0.1:1 --games 2
status_is 3
err_has '127.0.0.1:1'

test_ "a duel over a line is the duel without it"
port=$((20000 + $$ % 20000))
"$PROGRAM" external --level 0ply --listen 127.0.0.1:$port -q 2>served &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    run duel --a 0ply --b external:127.0.0.1:$port --games 6 --jobs 1
    [ "$status" -eq 0 ] && break
    sleep 0.2
done
status_is 0
out_has 'less luck   *0.0000 +- 0.0000'

ask() { # ask TEXT N: the first N lines that come back
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf '%s' "$1" >&3
    timeout 5 head -n "$2" <&3 >out
    exec 3>&-
}

test_ "a request that makes no sense is answered, and the next one too"
ask $'hello\n\nboard:a:b:7\n' 2
equal "$(grep -c '^Error: ' out)" 2

test_ "a request that is too long is answered, and the next one too"
ask "$(head -c 5000 /dev/zero | tr '\0' x)"$'\nhello\n' 2
equal "$(head -1 out)" 'Error: longer than any request'
equal "$(grep -c '^Error: ' out)" 2

kill -INT $server
wait $server

test_ "external listens at an address that others can reach only when allowed to, and warns"
run external --listen 0.0.0.0:$((20000 + RANDOM % 20000))
status_is 2
err_has 'allow-remote'
"$PROGRAM" external --level 0ply --allow-remote --listen 0.0.0.0:$((20000 + RANDOM % 20000)) 2>err &
pid=$!
for _ in $(seq 600); do grep -q 'any machine' err && break; sleep 0.05; done
kill -INT $pid
wait $pid
grep -q 'warning: any machine' err || wrong "no warning: $(cat err)"

if command -v python3 >/dev/null; then
test_ "external speaks UBGI with the program that started it"
printf '%s\n' ubgi 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10' stop \
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10' words 'XGID=--AAAAA----------aaaa--b--:0:0:1:D:0:0:0:7:10' \
    'board:me:you:5:0:0:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2:0:1:6:1:6:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0' quit 'XGID=-b' >asked
"$PROGRAM" external --ubgi --level 0ply -q <asked >out 2>err
status=$?
status_is 0
equal "$(sed 's/^id version .*/id version N/' out | head -6 | paste -sd,)" "id name kibitzer,id author the kibitzer project,id version N,proto 0.2,ubgiok,readyok"
equal "$(sed -n 7p out)" "8/5 6/5"
equal "$(sed -n 8p out)" roll
equal "$(sed -n 9p out)" sorry
sed -n 10p out | grep -qx 'take\|drop' || wrong "no answer to the double"
equal "$(sed -n '11,$p' out | wc -l)" 1

if heavy; then
    test_ "external answers a last request that no newline ends, and closes one that is silent or never reads"
    port=$((20000 + RANDOM % 20000))
    "$PROGRAM" external --level 0ply --listen 127.0.0.1:$port --idle 1 --clients 1 -q 2>served &
    server=$!
    request=board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
    for _ in $(seq 50); do
        (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break
        sleep 0.1
    done
    sleep 0.5
    python3 - $port "$request" >answer 2>err <<'PYTHON' || wrong "$(cat err)"
import socket, sys, time
def connect():
    return socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20)
c = connect()
c.sendall(sys.argv[2].encode())
c.shutdown(socket.SHUT_WR)
print(c.makefile().read().strip())
c.close()
time.sleep(0.5)
silent = connect()
second = connect()
assert second.recv(1) == b"", "a second client was served"
begun = time.time()
assert silent.recv(1) == b"", "a silent client was answered"
assert time.time() - begun > 0.2, "closed at once"
silent.close()
time.sleep(0.5)
greedy = connect()
begun = time.time()
try:
    while time.time() - begun < 60: # asks, and never reads
        greedy.sendall(b"x" * 60000 + (sys.argv[2].encode() + b"\n") * 1000)
    sys.exit("a client that never reads is kept")
except (ConnectionResetError, BrokenPipeError):
    pass
assert time.time() - begun > 0.5, "a client that never reads was closed at once"
greedy.close()
time.sleep(0.5)
third = connect()
third.sendall(sys.argv[2].encode() + b"\n")
assert third.recv(100) != b"", "the place of a client that never read is not free"
PYTHON
    grep -qE '^[0-9]+/[0-9]+' answer || wrong "answered: $(cat answer)"
    kill -INT $server
    wait $server 2>/dev/null
fi
fi

finish
