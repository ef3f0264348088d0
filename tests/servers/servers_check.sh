#!/usr/bin/env bash
# A collection on real servers: PostgreSQL and MariaDB in a folder of their own, started here and stopped at the end.
# Each must give what SQLite gives, byte for byte. Usage: PROGRAM=... servers_check.sh
. "$(dirname "$0")/../cli/lib.sh"
. "$TOP/tests/servers/lib.sh"
trap 'servers_end; rm -rf "$WORK"' EXIT
FILES=${FILES:-48} # of the run that a server leaves in the middle

renamed() { sed "s/O'Hara/O'Hara $1/" "$DEMO/semi-final.mat"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }

mkdir m
for i in 1 2 3 4 5 6 7 8; do renamed $i >m/m$i.mat; done
cp m/m3.mat m/copy.mat
"$PROGRAM" convert -q --to sgf --out m m/m4.mat
"$PROGRAM" analyze -q --level 0ply --out once m
canonical once/collection.db once.db

mkdir many
for i in $(seq "$FILES"); do renamed "of $i" >many/n$i.mat; done
"$PROGRAM" analyze -q --level 1ply --out undisturbed many
canonical undisturbed/collection.db undisturbed.db

# check NAME URL: what every server must do.
check() {
    local kind=$1 url=$2
    test_ "$kind holds what SQLite holds, and the same pages come out"
    run analyze -q --level 0ply --db "$url" --out "$kind" m
    status_is 0
    diff -r -x 'collection.db*' once "$kind" >/dev/null || wrong "the pages differ"
    canonical "$url" a.db
    same a.db once.db
    run analyze --level 0ply --db "$url" --out "$kind" m
    err_has 'unchanged, 0 new'
    run report --db "$url" --out "$kind.again"
    diff -r -x 'collection.db*' once "$kind.again" >/dev/null || wrong "the pages written again differ"

    test_ "$kind: aliases, players, info, check, duplicates, forget"
    run db alias --db "$url" Pat "O'Hara 1" "O'Hara 2"
    status_is 0
    run db players --db "$url"
    out_has "  = O'Hara 1	1"
    run db alias --db "$url" --undo "O'Hara 1" "O'Hara 2"
    status_is 0
    run db info --db "$url"
    out_has 'matches  *8$'
    run db check --db "$url"
    status_is 0
    run db duplicates --db "$url"
    out_has 'the same dice'
    run db forget --db "$url" m/m1.mat
    run db info --db "$url"
    out_has 'matches  *7$'

    test_ "$kind: names are values, whatever stands in them"
    "${kind}_clean"
    mkdir -p "odd.$kind"
    sed "s/O'Hara/Rob'); DROP TABLE matches;-- \\\\ ? \$1/" "$DEMO/semi-final.mat" >"odd.$kind/a.mat"
    python3 -c 'import sys; print(open(sys.argv[1]).read().replace("PW[", "PW[two\nlines " + 100000 * "x"))' \
        "$DEMO/league-round-4.sgf" >"odd.$kind/long.sgf"
    run analyze -q --level 0ply --db "$url" --out "odd.$kind.out" "odd.$kind"
    status_is 0
    run db check --db "$url"
    status_is 0
    run db players --db "$url"
    out_has 'DROP TABLE'

    test_ "$kind: eight processes at once"
    "${kind}_clean"
    for i in 1 2 3 4 5 6 7 8; do
        "$PROGRAM" analyze -q --level 0ply --shard $i/8 --db "$url" --out "$kind.at.once.$i" m &
        pids[i]=$!
    done
    for i in 1 2 3 4 5 6 7 8; do wait "${pids[i]}"; done
    canonical "$url" a.db
    same a.db once.db

    test_ "$kind goes away in the middle: results stay in a local file, merge brings them in"
    "${kind}_clean"
    "$PROGRAM" analyze --level 1ply --db "$url" --out "$kind.left" many 2>err &
    local pid=$!
    until ls "$kind.left"/*.html >/dev/null 2>&1; do sleep 0.1; done
    "${kind}_stop" immediate
    wait $pid
    status=$?
    status_is 0
    err_has 'has gone away: results are kept in'
    "${kind}_start"
    run db merge -q --db "$url" "$kind.left/collection.db"
    status_is 0
    run analyze -q --level 1ply --db "$url" --out "$kind.left" many
    canonical "$url" a.db
    same a.db undisturbed.db
}

if postgres_init; then
    check postgres "$PG_URL"
    test_ "PostgreSQL: passwords come from the URL or PGPASSFILE and are never printed"
    psql -q -h "$SERVERS/pg.run" -U kibitzer kibitzer -c "CREATE ROLE ann LOGIN PASSWORD 'geheim'"
    echo "local all ann scram-sha-256" >"$SERVERS/hba"
    cat "$SERVERS/pg/pg_hba.conf" >>"$SERVERS/hba"
    cat "$SERVERS/hba" >"$SERVERS/pg/pg_hba.conf"
    postgres_stop
    postgres_start
    psql -q -h "$SERVERS/pg.run" -U kibitzer kibitzer -c "GRANT ALL ON SCHEMA public TO ann; GRANT ALL ON ALL TABLES IN SCHEMA public TO ann"
    run db info --db "postgresql://ann:falsch-xyz@/kibitzer?host=$SERVERS/pg.run"
    status_is 3
    err_has 'postgresql://ann@/kibitzer: error: .*cannot be opened'
    err_lacks 'falsch-xyz'
    run db info --db "postgresql://ann:geheim@/kibitzer?host=$SERVERS/pg.run"
    status_is 0
    echo "*:*:*:ann:geheim" >pass
    chmod 600 pass
    PGPASSFILE=pass run db info --db "postgresql://ann@/kibitzer?host=$SERVERS/pg.run"
    status_is 0
    out_has '^collection  *postgresql://ann@/kibitzer$'
else
    test_ "PostgreSQL starts"
    wrong "$(tail -3 "$SERVERS/pg.log")"
fi

if mariadb_init; then
    check mariadb "$MY_URL"
    test_ "MariaDB: passwords come from the URL or MYSQL_PWD and are never printed"
    mariadb --no-defaults -S "$SERVERS/my.sock" -u root -e "CREATE USER ann@localhost IDENTIFIED BY 'geheim'; GRANT ALL ON kibitzer.* TO ann@localhost"
    run db info --db "mysql://ann:falsch-xyz@localhost/kibitzer?socket=$SERVERS/my.sock"
    status_is 3
    err_lacks 'falsch-xyz'
    run db info --db "mysql://ann:geheim@localhost/kibitzer?socket=$SERVERS/my.sock"
    status_is 0
    MYSQL_PWD=geheim run db info --db "mysql://ann@localhost/kibitzer?socket=$SERVERS/my.sock"
    status_is 0
else
    test_ "MariaDB starts"
    wrong "$(tail -3 "$SERVERS/my.log")"
fi

finish
