#!/usr/bin/env bash
# What issue-sized work costs, in one run on one machine: reading and writing, static evaluations, a match at 2-ply; the
# latter two beside GNU Backgammon where it is installed. Processor time throughout, so a busy machine does not matter
# much. usage: PROGRAM=build/release/kibitzer tools/bench.sh [FOLDER of .mat files]
set -eu
PROGRAM=${PROGRAM:-build/release/kibitzer}
top=$(cd "$(dirname "$0")/.." && pwd)
matches=${1:-}
final=$top/fixtures/demo/club-final.mat
PATH=$PATH:/usr/games
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT

if [ -z "$matches" ] || [ ! -d "$matches" ]; then # no folder of real ones: ours, many times
    matches=$work/matches
    mkdir "$matches"
    for i in $(seq 300); do cp "$final" "$matches/$i.mat"; done
fi

cpu() { # cpu COMMAND...: user and system seconds of one run
    local TIMEFORMAT='%U %S'
    { time "$@" >"$work/out" 2>"$work/err"; } 2>&1 | tail -1 | awk '{print $1 + $2}'
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.2f", a / b; else printf "?" }'; }

gnubg_run() { # commands on stdin
    cat >"$work/commands"
    (cd "$work" && timeout 120 gnubg -t -q -r -c commands >gnubg.log 2>&1 </dev/null) || true
}

echo "== reading and writing: $matches, .mat to dump, one process, one thread"
"$PROGRAM" convert -q --to dump --out "$work/warm" "$matches" 2>/dev/null || true
seconds=$(cpu "$PROGRAM" convert -q --to dump --out "$work/dumps" "$matches")
n=$(find "$work/dumps" -type f | wc -l)
bytes=$(find "$matches" -type f -printf '%s\n' | awk '{s += $1} END {print s}')
awk -v n="$n" -v s="$seconds" -v b="$bytes" \
    'BEGIN { printf "   %d matches in %.2f s: %.0f matches/s, %.1f MB/s read (2,000 matches/s wanted)\n", n, s, n / s, b / s / 1e6 }'

echo "== static evaluations, one thread"
"$PROGRAM" bench --json >"$work/bench.json"
ours=$(sed -n 's/.*"static_evaluations_per_second": \([0-9]*\).*/\1/p' "$work/bench.json")
echo "   kibitzer $ours /s (candidate lists of games, move generation included)"
if command -v gnubg >/dev/null; then
    printf 'set threads 1\ncalibrate 300\nquit\ny\n' | gnubg_run
    theirs=$(sed -n 's/.*result: *\([0-9.]*\) static.*/\1/p' "$work/gnubg.log" | tail -1)
    echo "   GNU Backgammon ${theirs:-?} /s (its calibrate, by the clock: on a busy machine too low): ratio $(ratio "$ours" "${theirs:-0}") (3 wanted now)"
fi

echo "== a 7-point match at 2-ply, one thread: $(basename "$final")"
mine=$(cpu "$PROGRAM" analyze -v --level 2ply --jobs 1 --out "$work/report" --report json "$final")
memory=$(sed -n 's/.*at most \([0-9]*\) MB.*/\1/p' "$work/err")
echo "   kibitzer $mine s, at most $memory MB (300 allowed)"
if command -v gnubg >/dev/null; then
    cp "$final" "$work/final.mat"
    gnubg_commands() {
        echo 'set threads 1'
        for what in chequerplay cubedecision; do echo "set analysis $what evaluation plies 2"; done
        printf 'import mat final.mat\n%s\nquit\ny\n' "$1"
    }
    gnubg_commands 'show version' >"$work/idle"
    gnubg_commands 'analyse match' >"$work/full"
    idle=$(cd "$work" && cpu gnubg -t -q -r -c idle </dev/null)
    full=$(cd "$work" && cpu gnubg -t -q -r -c full </dev/null)
    theirs=$(awk -v a="$full" -v b="$idle" 'BEGIN { print a - b }')
    echo "   GNU Backgammon $theirs s: $(ratio "$theirs" "$mine") times ours (1 wanted)"
fi
