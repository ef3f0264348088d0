#!/usr/bin/env bash
# What a reader gets to see: pages made from fixtures, opened in headless Chromium by check.mjs, which says in TAP what it
# found. $BROWSER_TOOLS holds playwright-core and axe-core (mk/pages.mk). ACCEPT=1 renews the accepted screenshots.
set -u
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}")
HERE=$(realpath "$(dirname "$0")")
FIXTURES=$(realpath "$HERE/../../fixtures")
WORK=$(mktemp -d)
export XDG_CACHE_HOME=$HERE/../../build/cache XDG_CONFIG_HOME=$WORK/settings # nobody's own
trap 'rm -rf "$WORK"' EXIT
cd "$WORK" || exit 1

kibitzer() { "$PROGRAM" "$@" >log 2>&1 || { echo "Bail out! kibitzer $*: $(head -c 300 log)" && exit 1; }; }

# Pages that stay the same when the engine learns: records that bring their analysis. Matches of one folder differ in
# names, dates, scores and lengths, so that sorting them by the wrong key shows.
league=$FIXTURES/demo/league-round-4.sgf
mkdir inputs
cp "$league" inputs/league-round-4.sgf
variant() { # variant NAME SED-SCRIPT
    sed "$2" "$league" >"inputs/$1.sgf"
}
variant a-first 's/DT\[2025-11-02\]/DT[2024-10-30]/;s/EV\[League, round 4\]/EV[Autumn cup]/;s/PB\[Çelik\]/PB[Ingeborg Vestergaard-Lindqvist]/'
variant b-second 's/DT\[2025-11-02\]/DT[2023-09-03]/;s/PW\[Ann\]/PW[Zoë \& Max]/;s/EV\[League, round 4\]/EV[Autumn cup]/'
cp "$HERE/semi-final.dump.gz" "$FIXTURES/sgf/gnubg-match.sgf" "$FIXTURES/sgf/gnubg-money.sgf" inputs/
kibitzer analyze -q --keep --level 0ply --report html --out folder inputs
match=$HERE/semi-final.dump.gz # fixtures/demo/semi-final.mat as kibitzer analysed it once
kibitzer convert -q "$match" match.html
kibitzer convert -q --select "game 2" "$match" game.html
kibitzer convert -q --select "game 2 ply 5" "$match" position.html
kibitzer convert -q "$FIXTURES/dump/every-word.dump" every-word.html
kibitzer convert -q "$FIXTURES/idlist/mixed.txt" positions.html
kibitzer errors -q --db folder/collection.db --worst 6 -o folder/errors.html
kibitzer errors -q --db folder/collection.db --worst 6 --quiz -o folder/quiz.html
kibitzer stats -q --db folder/collection.db --sort pr --min-decisions 1 -o folder/league.html
kibitzer convert -q --to snippet --select g1m3 "$match" piece.html
kibitzer convert -q --names "Ann;محمد علي" "$match" arabic.html
for language in de el fr ja; do kibitzer analyze -q --level 0ply --report html --language $language --out foreign-$language inputs; done
mkdir again # the same errors in match after match
for i in 1 2 3 4 5 6 7 8; do sed "s/Zoë & Max/Opponent $i/" "$FIXTURES/demo/club-final.mat" >"again/m$i.mat"; done
kibitzer analyze -q --level 0ply --report html --out study again
kibitzer errors -q --db study/collection.db --worst 12 --quiz -o study/quiz.html
kibitzer convert -q --look dark --home left --colours ffcc00,0000aa "$match" left.html
kibitzer errors -q --look xg --home left --db study/collection.db --worst 12 --quiz -o study/left.html
kibitzer convert -q --css "$HERE/gnubg-names.css" "$match" styled.html
kibitzer convert -q --css "$HERE/gnubg-names.css" "$FIXTURES/dump/every-word.dump" styled-words.html
kibitzer analyze -q --level 0ply --report html --out long "$FIXTURES/demo/club-final.mat"
for language in el ru; do kibitzer analyze -q --level 0ply --report html --language $language --out long-$language "$FIXTURES/demo/club-final.mat"; done

# An index of 2,500 matches: four that are analysed, and their rows again by other names.
bench=$HERE/../../tools/bench
kibitzer convert -q --to mat --out sources "$FIXTURES/demo"
"$bench/many_matches.py" 2499 many sources >log 2>&1 || { echo "Bail out! many_matches.py: $(head -c 300 log)" && exit 1; }
sources=$(find sources -type f | wc -l)
kibitzer analyze -q --level 0ply --report none --out stored $(find many/000 -type f | sort | head -n "$sources")
"$bench/imitate.py" stored/collection.db many "$sources" 2499 >log 2>&1 || { echo "Bail out! imitate.py: $(head -c 300 log)" && exit 1; }
kibitzer analyze -q --level 0ply --report text --db stored/collection.db --out paged "$FIXTURES/sgf/gnubg-money.sgf"

cp "$HERE"/*.mjs "$BROWSER_TOOLS/" && cd "$BROWSER_TOOLS" && node check.mjs "$WORK" "$HERE/accepted"
