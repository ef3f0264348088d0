#!/usr/bin/env bash
# A collection in a file that another program never lets go: waited for half a minute, then named. Usage: PROGRAM=...
# locked_check.sh
. "$(dirname "$0")/../cli/lib.sh"

test_ "a collection that stays locked is an error that says so, and what it held is still there"
run analyze -q --level 0ply --out there "$DEMO/semi-final.mat"
cp "$DEMO/league-round-4.sgf" more.sgf
python3 - <<'PY' &
import sqlite3, time
d = sqlite3.connect("there/collection.db", isolation_level=None)
d.execute("begin immediate")
open("locked.now", "w").close()
time.sleep(600)
PY
pid=$!
until [ -e locked.now ]; do sleep 0.1; done
run db info --db there/collection.db
status_is 0
out_has 'Matches  *1$'
run analyze -q --keep --out there more.sgf
[ "$status" -ne 0 ] && [ "$status" -le 3 ] || wrong "exit status $status"
err_has 'another program has locked it'
kill $pid
wait $pid 2>/dev/null
run analyze -q --keep --out there more.sgf
status_is 0
run db info --db there/collection.db
out_has 'Matches  *2$'
run db check --db there/collection.db
status_is 0

finish
