#!/usr/bin/env bash
# Round trips over folders of real matches: X.mat -> sgf -> mat must give the record that X.mat gives (as dumps, without
# the lines that name the format). Prints one line for each file that differs and a count.
# usage: PROGRAM=build/release/kibitzer tests/corpus.sh FOLDER...
set -u
PROGRAM=${PROGRAM:-build/release/kibitzer}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/settings # nobody's own

"$PROGRAM" convert --to dump --out "$work/direct" "$@" 2>"$work/messages"
status=$?
"$PROGRAM" convert -q --to sgf --out "$work/sgf" "$@" 2>/dev/null
"$PROGRAM" convert -q --to mat --out "$work/mat" "$work/sgf"
"$PROGRAM" convert -q --to dump --out "$work/round" "$work/mat"

record() { grep -vE '^  (format|generator|property "mat" "Player)' "$1"; }
files=0 differ=0
for direct in "$work"/direct/*.dump; do
    files=$((files + 1))
    round=$work/round/$(basename "$direct")
    if [ ! -f "$round" ]; then # names that came twice were numbered
        round=$work/round/$(basename "$direct" | sed 's/\.\([0-9]*\)\.dump$/_\1.dump/')
    fi
    if ! diff <(record "$direct") <(record "$round") >"$work/diff" 2>&1; then
        differ=$((differ + 1))
        echo "$(basename "$direct" .dump): $(head -2 "$work/diff" | tail -1)"
    fi
done
grep ' error: ' "$work/messages"
printf '%d files read (exit status %d), %d warnings, %d errors; %d differ after mat -> sgf -> mat\n' "$files" "$status" \
    "$(grep -c ' warning: ' "$work/messages")" "$(grep -c ' error: ' "$work/messages")" "$differ"
