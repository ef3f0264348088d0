#!/usr/bin/env bash
# What kibitzer's work costs, in one run on one machine, against what is wanted: batches, every reader, every writer,
# the evaluator. usage: PROGRAM=... FORMATS=build/release/tools/bench/formats tools/bench/bench.sh [FOLDER of .mat files]
set -eu
. "$(dirname "$0")/lib.sh"
FORMATS=${FORMATS:-$top/build/release/tools/bench/formats}
REASONS=${REASONS:-$top/build/release/tools/bench/reasons}
matches=${1:-}

if [ -z "$matches" ] || [ ! -d "$matches" ]; then # no folder of real ones: ours, many times
    matches=$work/matches
    mkdir "$matches"
    for i in $(seq 300); do cp "$final" "$matches/$i.mat"; done
fi

row "one process, one thread" figure wanted ""
seconds=$(best 3 "$PROGRAM" convert -q --to dump --out "$work/dumps" "$matches")
n=$(find "$work/dumps" -type f | wc -l)
rate=$(awk -v n="$n" -v s="$seconds" 'BEGIN { printf "%.0f", n / s }')
row "matches/s, $n files of .mat to dump" "$rate" 2000 "$(at_least "$rate" 2000)"

row "static evaluations/s" "$(static_evaluations)" "" ""
seconds=$(cpu analysis)
row "s, a match to 7 points at 2-ply" "$seconds" "" ""
memory=$(sed -n 's/.*at most \([0-9]*\) MB.*/\1/p' "$work/err")
row "MB at most for it" "$memory" 300 "$(below "$memory" 300)"

mkdir "$work/tables"
find "$matches" -type f | LC_ALL=C sort | split -l 40 -d - "$work/forty."
reasons() { # LEVEL N LIST: of the first N matches of a list
    mapfile -t files < <(head -"$2" "$3")
    "$REASONS" "$work/tables" "$1" "${files[@]}" 2>/dev/null
}
reasons 0ply 40 "$work/forty.00" >/dev/null # makes the databases, which are not to be counted
share=$(for list in "$work"/forty.*; do reasons 0ply 40 "$list"; done | sort -n | tail -1)
row "% of 0ply analyses at most, forty matches each: reasons of errors" "$share" 10 "$(below "$share" 10)"
for level in 1ply 2ply; do # of eight matches, one
    share=$(reasons $level "$([ $level = 1ply ] && echo 8 || echo 1)" "$work/forty.00")
    row "% of $level analyses: reasons of errors" "$share" 10 "$(below "$share" 10)"
done

echo
"$PROGRAM" analyze -q --level 0ply --jobs 1 --report dump --out "$work/analysed" "$final"
"$FORMATS" "$work" "$top"/fixtures/demo/*.mat "$work"/analysed/*.dump
