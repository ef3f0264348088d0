#!/usr/bin/env bash
# Instructions per static evaluation, per generation of plays, per hash and per look-up in the cache, counted by
# callgrind: the same on a busy machine. usage: STEPS=build/release/tools/bench/steps tools/bench/callgrind.sh
set -eu
STEPS=${STEPS:-build/release/tools/bench/steps}
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
command -v valgrind >/dev/null || { echo "valgrind is not installed (apt-get install valgrind): nothing counted"; exit 0; }

row() { # row STEP FUNCTION WORDS
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no --toggle-collect="$2" \
        "$STEPS" "$1" "$top"/fixtures/demo/* >"$work/count" 2>"$work/log"
    awk -v words="$3" -v count="$(cat "$work/count")" \
        '/Collected/ { printf "%-52s %8.0f instructions (%d counted)\n", words, $NF / count, count }' "$work/log"
}

row evaluation evaluation 'static evaluation, lists of candidates'
row evaluation_plain evaluation 'the same with the kernel in plain C'
row generation generation 'generation of the plays of a roll'
row generation_of_plays generation 'the same for each play'
row hashing hashing 'hash of a position'
row lookup lookup 'look-up in the cache, half of them found'
sed -n 's/^\(kernel [^,]*\),.*/The evaluations were made with \1, what valgrind offers./p' "$work/log"
