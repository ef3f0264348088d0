#!/usr/bin/env bash
# run.sh SAME-MATCH CORPUS: the matches that the corpus holds in several formats.
set -u
same=$1 corpus=$2
groups=(kevung__gbf__test kevung__gbf__charlot1-charlot2_7p match1484923)
if [ ! -d "$corpus" ]; then
    echo "same-match: no corpus at $corpus, nothing compared (make same-match CORPUS=folder)"
    exit 0
fi
differing=0
for g in "${groups[@]}"; do
    mapfile -t files < <(find "$corpus" -path '*gnubgtext*' -prune -o -name "*$g*" -type f -print | sort)
    if [ "${#files[@]}" -lt 2 ]; then
        echo "same-match: $g is not there in two formats, left out"
        continue
    fi
    echo "${files[0]}"
    "$same" "${files[@]}" || differing=$((differing + 1))
done
[ "$differing" -eq 0 ]
