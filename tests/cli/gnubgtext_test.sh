#!/usr/bin/env bash
# Text exports of GNU Backgammon against the SGF that it saved of the same match.
. "$(dirname "$0")/lib.sh"
text=$TOP/fixtures/gnubgtext sgf=$TOP/fixtures/sgf

documents() {
    run convert -q --candidates 1000 --json "$1" text.json
    status_is 0
    run convert -q --candidates 1000 --json "$2" sgf.json
    status_is 0
}

test_ "the text holds the same match as the SGF, and the same figures but for their rounding"
documents "$text/doubles.txt" "$sgf/saved-beside-text.sgf"
python3 "$TOP/tests/cli/same_figures.py" text.json sgf.json >compared || wrong "they differ"
[ "$(cat compared)" -gt 150 ] || wrong "only $(cat compared) figures were compared"

test_ "that comparison finds a figure that is off by one in the last place"
sed '0,/Eq.: -0.325/s//Eq.: -0.326/' "$text/doubles.txt" >off.txt
documents off.txt "$sgf/saved-beside-text.sgf"
python3 "$TOP/tests/cli/same_figures.py" text.json sgf.json >compared 2>err && wrong "nothing was found"
err_has 'in the text'

test_ "files of several games make one match where each goes on from the one before"
cat "$text/beaver-and-remarks.txt" "$text/doubles.txt" >several.txt
run convert -q --to dump several.txt several.dump
status_is 0
equal "$(grep -c '^match$' several.dump)" 2
equal "$(grep -c '^  game ' several.dump)" 3

finish
