#!/usr/bin/env bash
# What a collection of many matches costs, against what is wanted. The matches are made from SOURCES by other names and
# dates; Ann Archer plays all of them. Processor time throughout, so that a busy machine does not matter much.
# COLLECTION_MATCHES says how many. COLLECTION_IMPORT: only this many (in thousands; not fewer than there are SOURCES) are
# analysed, the others are rows as an import would have made them (imitate.py): the only way to 100,000 in minutes.
# COLLECTION_FOLDER keeps everything in a folder, where a later run goes on. Exits 1 where a bar is missed.
# usage: PROGRAM=... PLAYER_PAGE=build/release/tools/bench/player_page ARROW_ROWS=build/release/tools/bench/arrow_rows tools/bench/collection.sh [FOLDER of matches ...]
set -u
. "$(dirname "$0")/lib.sh"
MATCHES=${COLLECTION_MATCHES:-10000}
IMPORT=${COLLECTION_IMPORT:-$MATCHES}
folder=${COLLECTION_FOLDER:-$work/collection}
db=$folder/collection.db
missed=0
mkdir -p "$folder"
export LC_ALL=C.UTF-8

# measured COMMAND...: sets $seconds (of the processor), $wall and $memory (MB); what it said is in $work/out, $work/err.
measured() {
    read -r seconds wall memory < <(python3 - "$work" "$@" <<'PY'
import os, sys, time
began = time.monotonic()
pid = os.fork()
if pid == 0:
    for fd, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(os.path.join(sys.argv[1], name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), fd)
    os.execvp(sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(pid, 0)
wall = time.monotonic() - began
print(f"{used.ru_utime + used.ru_stime:.2f} {wall:.2f} {used.ru_maxrss / 1024:.0f}")
PY
    )
}
verdict() { # WHAT FIGURE WANTED ok|MISSED
    [ "$4" != MISSED ] || missed=1
    row "$@"
}
at_most() { verdict "$1" "$2" "$3" "$(awk -v x="$2" -v bar="$3" 'BEGIN { print (x <= bar ? "ok" : "MISSED") }')"; }
figure() { row "$1" "$2" "" ""; }
under_200() { [ "$memory" -le "${most_memory:-0}" ] || { most_memory=$memory most_of=$1; }; }
query() { sqlite3 "$db" "$1"; }
per_match() { query "SELECT printf('%.1f', COALESCE(SUM(pgsize), 0) / 1000.0 / $n) FROM dbstat WHERE name $1"; }

# ---- the matches ----
if [ ! -d "$folder/matches" ]; then
    if [ $# -eq 0 ] || [ ! -d "$1" ]; then set -- "$top/fixtures/demo"; fi
    "$PROGRAM" convert -q --to mat --out "$folder/sources" "$@" 2>/dev/null
    "$top/tools/bench/many_matches.py" "$MATCHES" "$folder/matches" "$folder/sources"
fi
sources=$(find "$folder/sources" -type f | wc -l)
mapfile -t imported < <(find "$folder/matches" -mindepth 1 -maxdepth 1 | sort | head -n $(((IMPORT + 999) / 1000)))

row "$MATCHES matches, one thread, 0 plies" figure wanted ""
before=$(query 'SELECT COUNT(*) FROM matches' 2>/dev/null || echo 0)
measured "$PROGRAM" analyze -q --jobs 1 --level 0ply --report none --out "$folder" "${imported[@]}"
n=$(query 'SELECT COUNT(*) FROM matches')
if [ "$n" -gt "$before" ]; then
    figure "matches imported per second" "$(ratio $((n - before)) "$seconds")"
    figure "matches per core and hour" "$(awk -v n=$((n - before)) -v s="$seconds" 'BEGIN { printf "%.0f", 3600 * n / s }')"
    figure "MB at most for $((n - before)) of $n matches" "$memory"
    under_200 import
fi
if [ "$n" -lt "$MATCHES" ]; then
    "$top/tools/bench/imitate.py" "$db" "$folder/matches" "$sources" "$MATCHES" || exit 1
    [ -z "${RESEAL:-}" ] || "$RESEAL" "$db" || exit 1 # digests, so that it can be merged
    n=$(query 'SELECT COUNT(*) FROM matches')
fi

measured "$PROGRAM" stats --db "$db" --by month
at_most "s, stats --by month, $n matches" "$seconds" "$(awk -v n="$n" 'BEGIN { print (n > 10000 ? n / 10000 : 1) }')"
under_200 stats
measured "$PLAYER_PAGE" "$db" "Ann Archer"
at_most "s, page of a player of all $n matches" "$seconds" "$(awk -v n="$n" 'BEGIN { print (n > 10000 ? n / 5000 : 2) }')"
under_200 "a player's page"
measured "$PLAYER_PAGE" "$db" "Opponent 0"
at_most "s, page of a player of $(query "SELECT COUNT(*) FROM matches m JOIN players p ON p.id IN (m.player0, m.player1) WHERE p.name = 'Opponent 0'") matches" "$seconds" 2
measured "$PROGRAM" find --db "$db" --like 4HPwATDgc/ABMA
figure "s, find --like (the start of a game)" "$seconds"
under_200 "find --like"
measured "$PROGRAM" find --db "$db" --like sGfwATDgc/ABMA
figure "s, find --like (after 31: 8/5 6/5)" "$seconds"
measured "$PROGRAM" errors --db "$db" --format csv
figure "s, errors (the costliest 20)" "$seconds"
under_200 errors

# ---- all decisions, for other programs ----
measured "$ARROW_ROWS" "$db" decisions
rows=$(cat "$work/out")
figure "decisions a second as an Arrow stream" "$(ratio "$rows" "$seconds")"
under_200 "the Arrow stream"
measured "$PROGRAM" db export --db "$db" --decisions "$work/decisions.csv"
figure "decisions a second as CSV" "$(ratio "$rows" "$seconds")"

# ---- a run that finds nothing new ----
measured "$PROGRAM" analyze -q --jobs 1 --level 0ply --report none --out "$folder" "$folder/matches"
at_most "s, a rerun over $n unchanged files" "$seconds" "$(awk -v n="$n" 'BEGIN { print (n > 10000 ? n / 2000 : 5) }')"
under_200 rerun
cp "$final" "$work/new.mat"
measured "$PROGRAM" analyze -q --jobs 1 --level 0ply --report text --db "$db" --out "$work/pages" "$work/new.mat"
figure "s, a new match into it, with the index" "$seconds"
under_200 "the index"
"$PROGRAM" db forget -q --db "$db" "$work/new.mat" 2>/dev/null

# ---- size ----
at_most "kB of decisions per match" "$(per_match "<> 'analyses' AND name NOT LIKE 'sqlite_autoindex_analyses%'")" 40
at_most "kB of compressed candidates per match" "$(per_match "= 'analyses'")" 80
figure "decisions per match" "$(query "SELECT printf('%.0f', COUNT(*) * 1.0 / $n) FROM assessments")"
at_most "MB of memory at most ($most_of)" "$most_memory" 200

# ---- what storing costs, at 2 plies: the run itself says how much of its processor time it was ----
mkdir "$work/some"
for i in $(seq 0 19); do cp "$folder/matches/000/0000$(printf %02d "$i").mat" "$work/some"; done
"$PROGRAM" analyze -v --jobs 1 --level 2ply --report none --out "$work/stored" "$work/some" 2>"$work/err"
read -r seconds storing < <(sed -n 's/.*note: \([0-9.]*\) s of processor time (\([0-9.]*\) for the collection.*/\1 \2/p' "$work/err")
figure "s, 20 matches at 2 plies" "$seconds"
figure "matches per core and hour at 2 plies" "$(ratio 72000 "$seconds")"
at_most "% more with the collection than without" "$(awk -v a="$seconds" -v b="$storing" 'BEGIN { printf "%.1f", 100 * b / (a - b) }')" 3
exit $missed
