#!/bin/sh
# How much memory a report of about 20,000 plies takes beside its record and its output: at most 8 MB. A session is made of
# the games of one match, again and again; what the record alone takes is seen by writing it as a dump.
# usage: report-memory.sh PROGRAM MATCH.mat
set -eu
program=$1 match=$2 limit=8192
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^ *Game [0-9]+ *$/ { n++ }
     { if (n == 0) { sub(/[0-9]+ point match/, "0 point match"); print } else game[n] = game[n] $0 "\n" }
     END { for (r = 0; r < 67; r++) for (i = 1; i <= n; i++) {
               text = game[i]; sub(/Game [0-9]+/, "Game " (r * n + i), text); printf "%s", text } }' "$match" > "$work/long.mat"
"$program" convert -q "$work/long.mat" "$work/long.dump"
peak() { # FORMAT: kilobytes at most, into $kb, and of the output into $out
    /usr/bin/time -f %M "$program" convert -q --to "$1" "$work/long.dump" "$work/out" > /dev/null 2> "$work/said"
    kb=$(tail -n 1 "$work/said")
    out=$(($(wc -c < "$work/out") / 1024))
}
peak dump
record=$kb failed=0
for format in tree text md html; do
    peak "$format"
    beside=$((kb - record - out))
    echo "$format: $kb kB, the record $record, the output $out: $beside kB beside them"
    [ "$beside" -le "$limit" ] || failed=1
done
[ "$failed" = 0 ] || { echo "more than $limit kB" >&2; exit 1; }
