#!/usr/bin/env bash
# What a match costs that is merged into a server: milliseconds of the processor, of kibitzer and of the server, and by the
# clock. The matches are those of FOLDER, MERGE_MATCHES of them (300), of at least MERGE_DECISIONS decisions (0).
# PROGRAMS: programs that are compared, one after the other, MERGE_ROUNDS (3) times; the least counts.
# MERGE_PARTS: the same in so many parts, merged side by side (1).
# usage: PROGRAMS='old new' tools/bench/merge.sh FOLDER
set -u
. "$(dirname "$0")/lib.sh"
. "$top/tests/servers/lib.sh"
trap 'servers_end; rm -rf "$work"' EXIT
PROGRAMS=${PROGRAMS:-$PROGRAM}
N=${MERGE_MATCHES:-300}
LEAST=${MERGE_DECISIONS:-0}
ROUNDS=${MERGE_ROUNDS:-3}
PARTS=${MERGE_PARTS:-1}
TICKS=$(getconf CLK_TCK)
export LC_ALL=C.UTF-8

# The processor's ticks of a server: of a process, its children and theirs that have ended.
ticks_of() { # PID
    sleep 0.3 # who has just ended is counted by its parent soon
    cat "/proc/$1/stat" $(pgrep -P "$1" | sed 's|.*|/proc/&/stat|') 2>/dev/null | sed 's/ (.*) / /' |
        awk -v own="$1" '{ all += $13 + $14 + ($1 == own ? $15 + $16 : 0) } END { print all + 0 }'
}
server_pid() { # KIND
    case $1 in
    postgres) head -1 "$SERVERS/pg/postmaster.pid" ;;
    mariadb) cat "$SERVERS/my.pid" ;;
    esac
}
url_of() { [ "$1" = postgres ] && echo "$PG_URL" || echo "$MY_URL"; }

# Everything into an empty server: the parts beside each other. Prints ms a match: kibitzer, server, both, clock.
merge_once() { # KIND PROGRAM FOLDER of parts
    local kind=$1 program=$2 url began server times
    "${kind}_clean"
    url=$(url_of "$kind")
    "$program" db merge -q --db "$url" "$work/empty.${program//\//_}" # tables are made
    server=$(ticks_of "$(server_pid "$kind")")
    began=$(date +%s%N)
    times=$({ TIMEFORMAT='%U %S'; time { for part in "$3"/*.db; do "$program" db merge -q --db "$url" "$part" 1>&2 & done; wait $(jobs -p | grep -vx "${my_pid:-0}"); }; } 2>&1 | tail -1)
    began=$(($(date +%s%N) - began))
    server=$(($(ticks_of "$(server_pid "$kind")") - server))
    awk -v n="$n" -v s="$server" -v t="$TICKS" -v w="$began" -v times="$times" 'BEGIN { split(times, a, " ");
        k = (a[1] + a[2]) * 1000 / n; s = s * 1000 / t / n; printf "%.2f %.2f %.2f %.2f\n", k, s, k + s, w / 1e6 / n }'
}

mapfile -t files < <(find "$1" -name '*.mat' -o -name '*.sgf' | sort)
prepare() { # PROGRAM
    local name=${1//\//_} i
    mkdir -p "$work/parts.$name" "$work/m.$name"
    if [ "$LEAST" -gt 0 ]; then
        "$1" analyze -q --jobs 2 --level 0ply --report none --out "$work/all.$name" "${files[@]:0:$((N * 4))}" 2>/dev/null
        mapfile -t chosen < <(sqlite3 "$work/all.$name/collection.db" "SELECT s.path FROM sources s JOIN holds h ON h.hash = s.hash
            JOIN turns t ON t.match_id = h.match_id GROUP BY s.path HAVING COUNT(*) >= $LEAST ORDER BY s.path LIMIT $N")
    else
        chosen=("${files[@]:0:$N}")
    fi
    for i in $(seq "$PARTS"); do
        "$1" analyze -q --jobs 2 --level 0ply --report none --shard "$i/$PARTS" --out "$work/part$i.$name" "${chosen[@]}" 2>/dev/null
        mv "$work/part$i.$name/collection.db" "$work/parts.$name/$i.db"
    done
    "$1" db merge -q --db "$work/empty.$name" 2>/dev/null || { "$1" analyze -q --level 0ply --report none --out "$work/e.$name" "$final"
        "$1" db forget -q --db "$work/e.$name/collection.db" "$final" 2>/dev/null; mv "$work/e.$name/collection.db" "$work/empty.$name"; }
}

for program in $PROGRAMS; do prepare "$program"; done
name=${PROGRAMS##* } && name=${name//\//_}
n=0 decisions=0
for part in "$work/parts.$name"/*.db; do
    n=$((n + $(sqlite3 "$part" 'SELECT COUNT(*) FROM matches')))
    decisions=$((decisions + $(sqlite3 "$part" 'SELECT COUNT(*) FROM turns')))
done
echo "$n matches of $((decisions / n)) turns, parts side by side: $PARTS"
postgres_init && mariadb_init || exit 1
printf '%-10s %-44s %9s %9s %9s %9s\n' into program kibitzer server both clock
for kind in postgres mariadb; do
    for program in $PROGRAMS; do :>"$work/$kind.${program//\//_}"; done
    for _ in $(seq "$ROUNDS"); do
        for program in $PROGRAMS; do
            merge_once "$kind" "$program" "$work/parts.${program//\//_}" >>"$work/$kind.${program//\//_}"
        done
    done
    for program in $PROGRAMS; do
        printf '%-10s %-44s %9s %9s %9s %9s\n' "$kind" "$program" $(sort -k3n "$work/$kind.${program//\//_}" | head -1)
    done
done
