#!/usr/bin/env bash
# A collection on real servers: PostgreSQL and MariaDB in a folder of their own, started here and stopped at the end.
# Each must give what SQLite gives, byte for byte. Usage: PROGRAM=... servers_check.sh
. "$(dirname "$0")/../cli/lib.sh"
. "$TOP/tests/servers/lib.sh"
trap 'servers_end; rm -rf "$WORK"' EXIT

renamed() { sed "s/O'Hara/O'Hara $1/" "$DEMO/semi-final.mat"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }

mkdir m
for i in 1 2 3 4 5 6 7 8; do renamed $i >m/m$i.mat; done
cp m/m3.mat m/copy.mat
head -c 2000 m/m6.mat >m/cut.mat
"$PROGRAM" convert -q --to sgf --out m m/m4.mat
"$PROGRAM" analyze -q --level 0ply --out once m
canonical once/collection.db once.db
"$PROGRAM" analyze -q --level 0ply --report none --out empty m/m1.mat
"$PROGRAM" db forget -q --db empty/collection.db m/m1.mat
mv empty/collection.db empty.db
long_match 4000 >long.mat
"$PROGRAM" analyze -q --level 0ply --report none --out long long.mat

# ask KIND SQL: one row, without decoration.
ask() {
    case $1 in
    postgres) psql -q -A -t -h "$SERVERS/pg.run" -U kibitzer kibitzer -v ON_ERROR_STOP=1 -c "$2" ;;
    mariadb) mariadb --no-defaults -S "$SERVERS/my.sock" -u root -N -B --init-command="SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'" kibitzer -e "$2" ;;
    esac
}

ask_file() { # KIND FILE: a script
    case $1 in
    postgres) psql -q -h "$SERVERS/pg.run" -U kibitzer kibitzer -v ON_ERROR_STOP=1 -f "$2" ;;
    mariadb) mariadb --no-defaults -S "$SERVERS/my.sock" -u root kibitzer <"$2" ;;
    esac
}

# others KIND TABLE COLUMN...: its columns but for those, with commas.
others() {
    local kind=$1 table=$2 schema='DATABASE()' all
    [ "$kind" = mariadb ] || schema='current_schema()'
    shift 2
    all=$(ask "$kind" "SELECT column_name FROM information_schema.columns WHERE table_schema = $schema AND table_name = '$table'")
    for c in "$@"; do all=$(grep -vx "$c" <<<"$all"); done
    paste -s -d, <<<"$all"
}

# multiply KIND N: each match again and again, N doublings; of what is stored only what many matches at a glance are made from.
multiply() {
    local kind=$1 c
    ask "$kind" 'CREATE TABLE k (n BIGINT); INSERT INTO k VALUES (1)'
    for _ in $(seq "$2"); do ask "$kind" 'INSERT INTO k SELECT n + (SELECT MAX(n) FROM k) FROM k'; done
    c=$(others "$kind" matches id record_key)
    ask "$kind" "INSERT INTO matches (id, record_key, $c) SELECT id + 1000 * k.n, record_key || '.' || k.n, $c FROM matches CROSS JOIN k"
    c=$(others "$kind" analyses id match_id record)
    ask "$kind" "INSERT INTO analyses (id, match_id, record, $c) SELECT id + 1000 * k.n, match_id + 1000 * k.n, '', $c FROM analyses CROSS JOIN k"
    c=$(others "$kind" sums analysis_id)
    ask "$kind" "INSERT INTO sums (analysis_id, $c) SELECT analysis_id + 1000 * k.n, $c FROM sums CROSS JOIN k"
    ask "$kind" 'DROP TABLE k'
}

postgres_reader() {
    ask postgres "CREATE ROLE reader LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA public TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"
}

mariadb_reader() {
    ask mariadb "CREATE USER reader@localhost IDENTIFIED BY 'secret'; GRANT SELECT ON kibitzer.* TO reader@localhost"
}

reader_url() { # KIND
    case $1 in
    postgres) echo "postgresql://reader:secret@/kibitzer?host=$SERVERS/pg.run" ;;
    mariadb) echo "mysql://reader:secret@localhost/kibitzer?socket=$SERVERS/my.sock" ;;
    esac
}

postgres_trigger() { # CREATE, DROP
    [ "$1" = DROP ] || ask postgres 'CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
        CREATE TRIGGER intruder BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION nothing()'
    [ "$1" = CREATE ] || ask postgres 'DROP TRIGGER intruder ON matches; DROP FUNCTION nothing()'
}

mariadb_trigger() {
    [ "$1" = DROP ] || ask mariadb 'CREATE TRIGGER intruder BEFORE INSERT ON matches FOR EACH ROW SET @seen = 1'
    [ "$1" = CREATE ] || ask mariadb 'DROP TRIGGER intruder'
}

indexes() { # KIND: of the largest tables, in one line
    case $1 in
    postgres) ask postgres "SELECT indexname FROM pg_indexes WHERE tablename IN ('turns', 'assessments') ORDER BY 1" ;;
    mariadb) ask mariadb "SELECT DISTINCT table_name, index_name FROM information_schema.statistics WHERE table_schema = DATABASE()
        AND table_name IN ('turns', 'assessments') ORDER BY 1, 2" ;;
    esac | paste -s -d' '
}

# As a merge leaves them that is killed in the middle.
postgres_loose() {
    ask postgres 'ALTER TABLE turns DROP CONSTRAINT turns_pkey; DROP INDEX turns_position;
        ALTER TABLE assessments DROP CONSTRAINT assessments_pkey'
}
mariadb_loose() { ask mariadb 'DROP INDEX turns_position ON turns'; }

most_memory() { # of a command that must succeed, in MB
    python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=open("out", "w"), stderr=open("err", "w"), check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$PROGRAM" "$@"
}

eight_at_once() {
    "${kind}_clean"
    for i in 1 2 3 4 5 6 7 8; do
        rm -rf "$kind.at.once.$i"
        "$PROGRAM" analyze -q --level 0ply --shard $i/8 --db "$url" --out "$kind.at.once.$i" m &
        pids[i]=$!
    done
    for i in 1 2 3 4 5 6 7 8; do wait "${pids[i]}"; done
}

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
    err_has ' unchanged, [0-9]* copies (1 cut short)'
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
    out_has 'Matches  *8$'
    out_has 'Cut short  *1$'
    run db check --db "$url"
    status_is 0
    run db duplicates --db "$url"
    out_has 'the same dice'
    run db forget --db "$url" m/m1.mat
    run db info --db "$url"
    out_has 'Matches  *7$'

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
    canonical "$url" odd.db
    "${kind}_clean"
    "$PROGRAM" db merge -q --db "$url" odd.db
    run db check --db "$url"
    status_is 0
    canonical "$url" a.db
    same a.db odd.db

    test_ "$kind: eight processes at once"
    undisturbed eight_at_once
    canonical "$url" a.db
    same a.db once.db

    test_ "$kind: a file that grows at its place gives way to itself"
    "${kind}_clean"
    mkdir -p "live.$kind"
    head -n 30 "$DEMO/semi-final.mat" >"live.$kind/now.mat"
    run analyze --level 0ply --db "$url" --out "live.$kind.out" "live.$kind"
    cp "$DEMO/semi-final.mat" "live.$kind/now.mat"
    run analyze --level 0ply --db "$url" --out "live.$kind.out" "live.$kind"
    err_has 'has grown: 1 shorter match removed'
    run db info --db "$url"
    out_has 'Matches  *1$'
    run db check --db "$url"
    status_is 0
    "${kind}_clean"
    "$PROGRAM" db merge -q --db "$url" once.db

    test_ "$kind: what is asked of 16,384 matches is never held whole"
    multiply "$kind" 11
    rows=$(ask "$kind" 'SELECT COUNT(*) FROM sums')
    memory=$(most_memory stats --db "$url" --by month --format json)
    [ "${memory:-999}" -le 60 ] || wrong "stats of $rows sums took ${memory:-?} MB: $(head -c 300 err)"
    echo "# stats over $rows sums of $kind: $memory MB"

    test_ "$kind: a signal ends a long transaction, and merges in both directions, within a second"
    "${kind}_clean"
    "$PROGRAM" analyze -q --level 0ply --report none --db "$url" --out "$kind.long" long.mat &
    pid=$!
    for _ in $(seq 3000); do # until the transaction has begun
        [ "$(ask "$kind" 'SELECT COUNT(*) FROM contents' 2>/dev/null || echo 0)" != 0 ] && break
        kill -0 $pid 2>/dev/null || break
        [ "$(awk '{print $14 + $15}' /proc/$pid/stat)" -ge 250 ] && break
        sleep 0.02
    done
    interrupted_soon $pid
    [ "$status" -eq 130 ] || wrong "exit status $status: the run was over before"
    equal "$(ask "$kind" 'SELECT COUNT(*) FROM matches')" 0
    "$PROGRAM" db merge -q --db "$url" long/collection.db &
    pid=$!
    sleep 0.3
    interrupted_soon $pid
    [ "$status" -eq 130 ] || [ "$status" -eq 0 ] || wrong "exit status $status"
    run db merge -q --db "$url" long/collection.db
    status_is 0
    rm -f from.server
    "$PROGRAM" db merge -q --db from.server "$url" &
    pid=$!
    sleep 0.3
    interrupted_soon $pid
    [ "$status" -eq 130 ] || [ "$status" -eq 0 ] || wrong "exit status $status"
    canonical "$url" a.db
    canonical long/collection.db b.db
    same a.db b.db

    test_ "$kind: a merge into an empty collection makes its indexes at the end; the next writer makes those that are missing"
    "${kind}_clean"
    run db merge -q --db "$url" once.db
    status_is 0
    before=$(indexes "$kind")
    case $before in *turns_position*) ;; *) wrong "no index of positions: $before" ;; esac
    "${kind}_loose"
    [ "$(indexes "$kind")" != "$before" ] || wrong "nothing was dropped"
    run find --db "$url" --like 4HPwATDgc/ABMA
    status_is 0
    run db classify --db "$url"
    status_is 0
    equal "$(indexes "$kind")" "$before"
    canonical "$url" a.db
    same a.db once.db

    test_ "$kind: a row that the server refuses ends the merge, however many came with it"
    "${kind}_clean"
    "$PROGRAM" db merge -q --db "$url" empty.db
    ask "$kind" 'ALTER TABLE turns ADD CONSTRAINT few CHECK (n < 300)'
    run db merge -q --db "$url" long/collection.db
    status_is 3
    err_has 'few'
    equal "$(ask "$kind" 'SELECT COUNT(*) FROM matches')" 0
    equal "$(ask "$kind" 'SELECT COUNT(*) FROM turns')" 0
    ask "$kind" 'ALTER TABLE turns DROP CONSTRAINT few'
    run db merge -q --db "$url" long/collection.db
    status_is 0
    equal "$(indexes "$kind")" "$before"

    test_ "$kind: a collection of the last version is brought up to date, an older one is refused by name, and so is a trigger"
    version=$(ask "$kind" 'SELECT version FROM kibitzer') least=9
    ask "$kind" "UPDATE kibitzer SET version = $((least - 1))"
    run db classify --db "$url"
    status_is 3
    err_has "has version $((least - 1)), but only versions $least to $version are known"
    for table in unplayed difficulties times; do # what that version had not
        ask "$kind" "DROP TABLE $table"
    done
    ask "$kind" "UPDATE kibitzer SET version = $least"
    run stats --db "$url"
    status_is 0
    run db classify --db "$url"
    status_is 0
    equal "$(ask "$kind" 'SELECT version FROM kibitzer')" "$version"
    equal "$(ask "$kind" 'SELECT count(*) FROM unplayed')" 0
    "${kind}_trigger" CREATE
    run db classify --db "$url"
    status_is 3
    err_has 'holds the trigger "intruder"'
    "${kind}_trigger" DROP

    test_ "$kind: a role that may only read is given the reason why it cannot write; a URL may stand in a file"
    "${kind}_reader"
    run analyze -q --level 0ply --db "$(reader_url "$kind")" --out "$kind.reader" m
    status_is 3
    err_has 'cannot be opened: .*denied'
    printf '%s\n' "$(reader_url "$kind")" >url.of.$kind
    run db info --db-file url.of.$kind
    status_is 0
    err_lacks secret

    test_ "$kind: a server that is not there at the start is exit status 3 at once"
    run analyze -q --level 0ply --db "${url/$SERVERS/$SERVERS.down}" --out "$kind.down" m
    status_is 3
    err_has 'cannot be opened: '
    file_gone "$kind.down/index.html"

    test_ "$kind: db check finds what was changed"
    "${kind}_clean"
    "$PROGRAM" analyze -q --level 0ply --db "$url" --out "$kind.check" m
    run db check --db "$url"
    status_is 0
    ask "$kind" "UPDATE matches SET event = 'x'"
    run db check --db "$url"
    status_is 1
    out_has 'not as it was stored: match m1'
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
    out_has '^Collection  *postgresql://ann@/kibitzer$'
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
