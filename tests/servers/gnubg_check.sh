#!/usr/bin/env bash
# GNU Backgammon opens the record keeping that `db export-gnubg` writes and prints our figures. Usage: PROGRAM=... gnubg_check.sh
. "$(dirname "$0")/../cli/lib.sh"
GNUBG=$(command -v gnubg || echo /usr/games/gnubg)

mkdir m .gnubg
sed "s/O'Hara/OHara/" "$DEMO/semi-final.mat" >m/semi.mat # its own statements break on an apostrophe
cp "$DEMO/sunday money.mat" m/
run analyze -q --level 0ply --report json --out reports m
status_is 0
run db export-gnubg -q --out reports .gnubg/ours.db
status_is 0

# Of the first column that `relational show details NAME` prints: the row that begins with these words.
printed() { sed -n "s/^$1  *\([-+0-9.]*\).*/\1/p" shown | head -1; }
printed_last() { sed -n "s/^$1  *\([-+0-9.]*\).*/\1/p" shown | tail -1; }
json() { python3 -c "import json, sys
p = [p for p in json.load(open('reports/$1.json'))['statistics']['players'] if p['name'] == '$2'][0]
print($3)"; }

ask() {
    printf '%s\n' 'relational setup dbtype=SQLite' 'relational setup SQLite-database=ours' \
        "relational show details \"$1\"" | HOME=$PWD "$GNUBG" -t -q >shown 2>&1
}

# agrees FILE NAME
agrees() {
    test_ "GNU Backgammon shows $2 as reports do"
    ask "$2"
    equal "$(printed 'Total moves')" "$(json "$1" "$2" "p['checker']['total_moves']")"
    equal "$(printed 'Unforced moves')" "$(json "$1" "$2" "p['checker']['unforced_moves']")"
    equal "$(printed 'Moves marked very bad')" "$(json "$1" "$2" "p['checker']['very_bad']")"
    equal "$(printed 'Error total EMG (Points)')" "$(json "$1" "$2" "'%.3f' % -p['checker']['error_emg']")"
    equal "$(printed 'Luck total EMG (Points)')" "$(json "$1" "$2" "'%+.3f' % p['luck']['luck_emg']")"
    equal "$(printed 'Close or actual cube decisions')" "$(json "$1" "$2" "p['cube']['close_or_actual']")"
    equal "$(printed_last 'Error total EMG (Points)')" "$(json "$1" "$2" "'%.3f' % -p['overall']['error_emg']")"
    equal "$(printed_last 'Error rate mEMG (Points)')" "$(json "$1" "$2" "'%.1f' % -p['overall']['error_rate_memg']")"
    equal "$(printed 'Snowie error rate')" "$(json "$1" "$2" "'%.1f' % -p['overall']['snowie_error_rate']")"
    equal "$(sed -n 's/^Overall rating  *\(.*[^ ]\)   *[^ ].*/\1/p' shown | sed 's/  .*//')" "$(json "$1" "$2" "p['overall']['rating']")"
}
agrees semi OHara
agrees sunday_money Ann

test_ "the text export of GNU Backgammon holds what its SGF of the same match holds"
cp "$DEMO/semi-final.mat" exported.mat
printf '%s\n' 'set analysis chequerplay evaluation plies 0' 'set analysis cubedecision evaluation plies 0' \
    'import auto exported.mat' 'analyse match' 'export match text exported.txt' 'save match exported.sgf' >commands
HOME=$PWD "$GNUBG" -t -q -c commands >shown 2>&1
cat exported.txt exported_0*.txt >text.txt
run convert -q --candidates 1000 --json text.txt text.json
status_is 0
run convert -q --candidates 1000 --json exported.sgf sgf.json
python3 "$TOP/tests/cli/same_figures.py" text.json sgf.json >compared || wrong "they differ"
[ "$(cat compared)" -gt 5000 ] || wrong "only $(cat compared) figures were compared"

finish
