# Real database servers for tests: started in a folder of their own, stopped and removed at the end. Sourced.
# Servers refuse to run as root: then they run as the users that their packages have made.
SERVERS=$(mktemp -d /tmp/kibitzer-servers.XXXXXX)
chmod 755 "$SERVERS"
PGBIN=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
PG_URL="postgresql:///kibitzer?host=$SERVERS/pg.run&user=kibitzer"
MY_URL="mysql://root@localhost/kibitzer?socket=$SERVERS/my.sock"

# as USER COMMAND...: as that user where we are root, else as we are.
as() {
    local user=$1
    shift
    if [ "$(id -u)" = 0 ]; then (cd / && exec runuser -u "$user" -- "$@"); else "$@"; fi
}

own() { [ "$(id -u)" != 0 ] || chown "$1" "$2"; }

postgres_init() {
    mkdir -p "$SERVERS/pg.run" "$SERVERS/pg"
    own postgres "$SERVERS/pg.run"
    own postgres "$SERVERS/pg"
    as postgres "$PGBIN/initdb" -D "$SERVERS/pg" -U kibitzer -A trust -E UTF8 --locale=C.UTF-8 >"$SERVERS/pg.log" 2>&1 || return 1
    postgres_start
    as postgres "$PGBIN/createdb" -h "$SERVERS/pg.run" -U kibitzer kibitzer
}

postgres_start() {
    as postgres "$PGBIN/pg_ctl" -D "$SERVERS/pg" -w -l "$SERVERS/pg/log" \
        -o "-k $SERVERS/pg.run -c listen_addresses='' -c fsync=off" start >/dev/null
}

postgres_stop() {
    as postgres "$PGBIN/pg_ctl" -D "$SERVERS/pg" -m "${1:-fast}" -w stop >/dev/null 2>&1
}

mariadb_init() {
    mkdir -p "$SERVERS/my" "$SERVERS/my.tmp"
    own mysql "$SERVERS/my"
    own mysql "$SERVERS/my.tmp"
    own mysql "$SERVERS"
    as mysql mariadb-install-db --no-defaults --datadir="$SERVERS/my" --auth-root-authentication-method=normal \
        --skip-test-db >"$SERVERS/my.log" 2>&1 || return 1
    mariadb_start
    mariadb --no-defaults -S "$SERVERS/my.sock" -u root -e 'CREATE DATABASE kibitzer'
}

# A server that starts deletes the temporary tables in its folder, those of a server of another test too: each has a folder of its own.
# As its service does it: a server that dies is started again, and what it said is shown. $SERVERS/my.died has a line for each time.
mariadb_serve() {
    local status
    for _ in 1 2 3; do
        as mysql mariadbd --no-defaults --datadir="$SERVERS/my" --tmpdir="$SERVERS/my.tmp" --socket="$SERVERS/my.sock" \
            --skip-networking --pid-file="$SERVERS/my.pid" >>"$SERVERS/my.log" 2>&1
        status=$?
        [ "$status" -eq 0 ] && return
        echo "exit status $status" >>"$SERVERS/my.died"
        echo "# mariadbd died, exit status $status. The last that it said:" >&2
        tail -60 "$SERVERS/my.log" 2>/dev/null | sed 's/^/#   /' >&2
    done
}

mariadb_start() {
    mariadb_serve &
    mariadb_answers
}

mariadb_answers() {
    for _ in $(seq 100); do
        mariadb-admin --no-defaults -S "$SERVERS/my.sock" -u root ping >/dev/null 2>&1 && return 0
        sleep 0.2
    done
    return 1
}

deaths() { cat "$SERVERS/my.died" 2>/dev/null; }

# undisturbed COMMAND...: once more if MariaDB died in the meantime.
undisturbed() {
    local before
    before=$(deaths)
    "$@"
    [ -S "$SERVERS/my.sock" ] || return
    mariadb_answers
    [ "$(deaths)" = "$before" ] || "$@"
}

mariadb_stop() {
    mariadb-admin --no-defaults -S "$SERVERS/my.sock" -u root shutdown >/dev/null 2>&1
}

postgres_clean() { psql -q -h "$SERVERS/pg.run" -U kibitzer kibitzer -c 'DROP SCHEMA public CASCADE; CREATE SCHEMA public' 2>/dev/null; }
mariadb_clean() { mariadb --no-defaults -S "$SERVERS/my.sock" -u root -e 'DROP DATABASE kibitzer; CREATE DATABASE kibitzer'; }

servers_end() {
    postgres_stop immediate
    mariadb_stop
    wait
    rm -rf "$SERVERS"
}
