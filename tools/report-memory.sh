#!/bin/sh
# How much memory a report of about 20,000 plies takes beside its record and its output: at most 8 MB, without an analysis
# and with one. A session is made of the games of one match, again and again; what the record alone takes is
# what it takes to write it as a dump, less that.
# usage: report-memory.sh PROGRAM MATCH.mat
set -eu
program=$1 match=$2 limit=8192 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" convert -q "$match" "$work/plain.dump"
"$program" analyze -q --level 0ply --report dump --out "$work/analysed" "$match"
repeat() { # DUMP: its games 67 times, as a session
    awk '/^  length / { $0 = "  length 0" }
         /^  game / { n++ }
         n == 0 || /^end/ { if (n > 0) again(); print; next }
         { sub(/^    score .*/, "    score 0 0"); game[n] = game[n] $0 "\n" }
         function again(   r, i, text) {
             for (r = 0; r < 67; r++) for (i = 1; i <= n; i++) {
                 text = game[i]; sub(/game [0-9]+/, "game " (r * n + i), text); printf "%s", text } }' "$1"
}
peak() { # FORMAT: kilobytes at most, into $kb, and of the output into $out
    /usr/bin/time -f %M "$program" convert -q --to "$1" "$work/long.dump" "$work/out" > /dev/null 2> "$work/said"
    kb=$(tail -n 1 "$work/said")
    out=$(($(wc -c < "$work/out") / 1024))
}
for dump in "$work/plain.dump" "$work"/analysed/*.dump; do
    repeat "$dump" > "$work/long.dump"
    peak dump
    record=$((kb - out))
    echo "$(grep -cE '^    [01] (play|roll)' "$work/long.dump") plies, $(grep -c '^ *candidate' "$work/long.dump" || true) candidates"
    for format in tree text md html; do
        peak "$format"
        beside=$((kb - record - out))
        echo "$format: $kb kB, the record $record, the output $out: $beside kB beside them"
        [ "$beside" -le "$limit" ] || failed=1
    done
done
[ "$failed" = 0 ] || { echo "more than $limit kB" >&2; exit 1; }
