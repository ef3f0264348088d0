#!/usr/bin/env bash
# The performance ratings that eXtreme Gammon printed for real matches (blunderDB's public reference of its statistics
# windows), against the ones counted from the equities in the same files.
# usage: PROGRAM=build/release/kibitzer tests/printed-pr.sh FOLDER
set -u
PROGRAM=${PROGRAM:-build/release/kibitzer}
folder=${1:?a folder of .xg files}
checked=0 wrong=0

# file, player, PR, decisions
while IFS=: read -r file player rating decisions; do
    found=$(find "$folder" -name "*$file*.xg" | head -1)
    if [ -z "$found" ]; then
        echo "$file: not in $folder, not checked"
        continue
    fi
    figure() { "$PROGRAM" convert -q --no-config --to json "$found" 2>/dev/null | grep -o "\"$1\": [0-9.]*" | sed -n "$((player + 1))s/.* //p"; }
    ours=$(figure pr) counted=$(figure pr_decisions)
    checked=$((checked + 1))
    verdict=agrees
    if ! awk -v a="$ours" -v b="$rating" 'BEGIN { d = a - b; exit !(d <= 0.0051 && d >= -0.0051) }' || [ "$counted" != "$decisions" ]; then
        verdict=DIFFERS
        wrong=$((wrong + 1))
    fi
    printf '%-24s player %d: printed %s over %s, counted %s over %s: %s\n' "$file" "$player" "$rating" "$decisions" "$ours" \
        "$counted" "$verdict"
done <<'END'
Harmand-Unger 7 point:0:3.13:156
Harmand-Unger 7 point:1:3.07:161
charlot1-charlot2_7p:0:0.39:90
charlot1-charlot2_7p:1:0.42:79
END
[ "$checked" -ne 0 ] || echo "no file that eXtreme Gammon's figures are known for: give their folder as CORPUS"
[ "$wrong" -eq 0 ]
