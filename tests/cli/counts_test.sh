#!/usr/bin/env bash
# One match, one player, one collection: pages, documents and commands say the same of them.
. "$(dirname "$0")/lib.sh"
whole=$DEMO
brief_demo

test_ "errors are counted alike in pages, index, JSON, errors and stats, with a beaver that was an error"
run analyze -q --level 0ply --out all "$DEMO"
status_is 0
grep -A30 '"action": "beaver"' all/sunday_money.json | grep -q '"answer_error": [1-9]' || wrong "there is no beaver that was an error"
run errors -q --worst 1000 --errors-above 0.03 --db all/collection.db --json -o errors.json
status_is 0
run stats -q --everybody --by error-kind --errors-above 0.03 --db all/collection.db --json -o stats.json
status_is 0
python3 "$TOP/tests/cli/same_counts.py" all errors.json stats.json >out 2>&1 || wrong "$(cat out)"
out_has '^[4-9][0-9] counts are the same$'

text_of() { sed 's/<[^>]*>/ /g' "$1" | tr -s ' \n' ' '; }

test_ "a player of one match has the same grade on the index, in the league, on the own page and on that of the match"
run analyze -q --level 0ply --report html --out one "$whole/club-final.mat"
run league -q --out one -o league.html
status_is 0
for page in one/index.html league.html one/players/Bob*.html one/club-final.html; do
    text_of "$page" | grep -q '16[.]34.\{0,90\} Intermediate [^t]' || wrong "$page has no grade"
done

test_ "net luck is a player's luck less the opponent's, and has that name on every page"
net=$(text_of one/club-final.html | grep -o 'luck [−+0-9.]*%, net [−+0-9.]*%' | sed 's/.*net //' | tail -1)
own=$(text_of one/club-final.html | grep -o 'luck [−+0-9.]*%, net' | grep -o '[−+0-9.]*%')
equal "$(echo "$own" | sed 's/−/-/; s/[+%]//' | awk '{ sum = $1 - sum } END { printf "%+.1f%%", sum }')" "$net"
text_of one/players/Bob*.html | grep -qF "Net luck a match $net" || wrong "the player's page has another figure"
run stats -q --width any --player "<Bob> \"Bee\"" --out one
out_has 'Net luck'
out_has "[+]\?${net#+}"
finish
