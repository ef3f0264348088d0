#!/usr/bin/env bash
# Kills a run at random moments, again and again, and lets it carry on: in the end the collection and every page must be
# those of an undisturbed run, byte for byte. MATCHES and KILLS say how many. Usage: PROGRAM=... kill_proof.sh
. "$(dirname "$0")/../cli/lib.sh"
MATCHES=${MATCHES:-40} KILLS=${KILLS:-5}
RANDOM=${SEED:-1}

canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }

mkdir m
for i in $(seq "$MATCHES"); do sed "s/O'Hara/O'Hara $i/" "$DEMO/semi-final.mat" >"m/m$i.mat"; done

test_ "$MATCHES matches, $KILLS kills: the collection and every page are those of an undisturbed run"
run analyze -q --level 0ply --out calm m
status_is 0
killed=0 runs=0
while [ "$killed" -lt "$KILLS" ] && [ "$runs" -lt $((20 * KILLS)) ]; do
    runs=$((runs + 1))
    # begin again where nothing would be left to do
    [ -f wild/collection.db ] && [ "$(find wild -name '*.html' | wc -l)" -gt "$MATCHES" ] && rm -rf wild
    "$PROGRAM" analyze -q --level 0ply --out wild m 2>/dev/null &
    pid=$!
    sleep "0.$((RANDOM % 9))$((RANDOM % 10))"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    for page in $(find wild -name '*.html' 2>/dev/null); do # whole or absent
        tail -c 80 "$page" | grep -q '</html>' || wrong "$page is torn"
    done
done
equal "$killed" "$KILLS"
run analyze -q --level 0ply --out wild m
status_is 0
diff -r -x 'collection.db*' calm wild >differences || wrong "pages differ: $(head -3 differences)"
canonical calm/collection.db a.db
canonical wild/collection.db b.db
same a.db b.db
run db check --out wild
status_is 0

finish
