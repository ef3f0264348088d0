#!/bin/sh
# The other way round: kibitzer analyses matches and writes SGF, GNU Backgammon reads that and prints its statistics.
#   run-ours.sh OUT KIBITZER FILE...
# OUT/pairs.tsv afterwards names each SGF twice; gnubg's words stand beside it in .log.
set -eu
out=$1 kibitzer=$2
shift 2
PATH=$PATH:/usr/games
rm -rf "$out"
mkdir -p "$out/home"
out=$(cd "$out" && pwd)
"$kibitzer" analyze --quiet --level 0ply --report sgf --out "$out" "$@"
: >"$out/pairs.tsv"
for sgf in "$out"/*.sgf; do
    plain=$out/$(cksum <"$sgf" | tr ' ' -)
    mv "$sgf" "$plain.sgf"
    printf 'load match "%s"\nshow statistics match\n' "$plain.sgf" >"$plain.cmd"
    HOME=$out/home timeout 300 gnubg -t -q -r -c "$plain.cmd" </dev/null >"$plain.log" 2>&1 || true
    printf '%s\t%s\n' "$plain.sgf" "$plain.sgf" >>"$out/pairs.tsv"
done
