#!/usr/bin/env bash
# Head to head against GNU Backgammon: cubeless money games with mirrored dice, luck taken out by our own estimate.
# usage: run.sh KIBITZER GAMES LEVEL PLIES   (LEVEL ours, PLIES gnubg's)
# gnubg serves as an external player on the loopback address, one process for every job.
set -euo pipefail
kibitzer=$1 games=$2 level=$3 plies=$4
gnubg=$(command -v gnubg || echo /usr/games/gnubg)
[ -x "$gnubg" ] || { echo "duel-gnubg: gnubg is not installed (apt-get install gnubg)" >&2; exit 1; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$work"' EXIT
port=$((20000 + RANDOM % 20000))
cat >"$work/commands" <<END
set evaluation chequerplay evaluation plies $plies
set evaluation chequerplay evaluation cubeful off
external 127.0.0.1:$port
END
HOME=$work "$gnubg" -t -q -r -c "$work/commands" >"$work/log" 2>&1 &
server=$!
for _ in $(seq 100); do
    grep -q "Waiting for a connection" "$work/log" && break
    sleep 0.1
done
"$kibitzer" duel --a "$level" --b "external:127.0.0.1:$port" --games "$games" --cubeless --jobs 1
