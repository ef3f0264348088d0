#!/usr/bin/env bash
# A server that goes away in the middle of a run: nothing is lost, and what lies elsewhere than it was meant to is said by
# the exit status. Usage: PROGRAM=... lost_check.sh [postgres|mariadb]
. "$(dirname "$0")/../cli/lib.sh"
. "$TOP/tests/servers/lib.sh"
trap 'servers_end; rm -rf "$WORK"' EXIT
FILES=${FILES:-40}

canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }

mkdir many
for i in $(seq "$FILES"); do sed "s/O'Hara/O'Hara of $i/" "$DEMO/semi-final.mat" >"many/n$i.mat"; done
"$PROGRAM" analyze -q --level 1ply --out undisturbed many
canonical undisturbed/collection.db undisturbed.db

postgres_cut() {
    psql -q -h "$SERVERS/pg.run" -U kibitzer kibitzer -c \
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'kibitzer'" >/dev/null
}

mariadb_cut() {
    mariadb --no-defaults -S "$SERVERS/my.sock" -u root -N -e \
        "SELECT CONCAT('KILL ', id, ';') FROM information_schema.processlist WHERE db = 'kibitzer'" |
        mariadb --no-defaults -S "$SERVERS/my.sock" -u root -f 2>/dev/null
}

# begin FOLDER OPTION...: a run whose first pages are there; $pid.
begin() {
    local out=$1
    shift
    "${kind}_clean"
    "$PROGRAM" analyze --level 1ply --db "$url" --out "$out" "$@" many 2>err &
    pid=$!
    until ls "$out"/*.html >/dev/null 2>&1 || ! kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
}

end() {
    wait "$pid"
    status=$?
}

kept() { find "$1" -name 'kept-aside-*' | wc -l; }

all_is_there() { # FOLDER
    canonical "$url" a.db
    same a.db undisturbed.db
    run db check --db "$url"
    status_is 0
    diff -r -x '*.db*' undisturbed "$1" >differences || wrong "pages differ: $(head -3 differences)"
    equal "$(kept "$1")" 0
}

check() {
    kind=$1 url=$2

    test_ "$kind: connections are cut in the middle of a run, twice"
    begin "$kind.cut"
    "${kind}_cut"
    sleep 0.5
    "${kind}_cut"
    end
    status_is 0
    err_has "lost connection: "
    err_has "connected again"
    all_is_there "$kind.cut"

    test_ "$kind: connections are cut again and again"
    begin "$kind.cuts"
    until [ "$(kept "$kind.cuts")" -ne 0 ] || ! kill -0 "$pid" 2>/dev/null; do "${kind}_cut"; done # how often depends on the machine
    end
    status_is 0
    err_has 'saved aside .* written'
    all_is_there "$kind.cuts"

    test_ "$kind: the server is restarted in the middle of a run"
    begin "$kind.restarted"
    "${kind}_stop" fast
    sleep 1
    "${kind}_start"
    end
    status_is 0
    err_has 'lost connection: '
    err_has 'saving results to .* until it is back'
    err_has 'saved aside .* written'
    all_is_there "$kind.restarted"
    run analyze --level 1ply --db "$url" --out "$kind.restarted" many
    err_has "$FILES files: $FILES unchanged"

    test_ "$kind: the server is gone for good: exit 1, and the command that is named brings everything in"
    begin "$kind.gone" --reconnect 1
    "${kind}_stop" immediate
    end
    status_is 1
    err_has 'cannot be written to: '
    equal "$(kept "$kind.gone")" 1
    file_gone "$kind.gone/index.html"
    command=$(sed -n 's/.*bring them in: kibitzer //p' err)
    "${kind}_start"
    eval "\"\$PROGRAM\" $command" 2>err
    status=$?
    status_is 0
    canonical "$url" a.db
    same a.db undisturbed.db
    run analyze --level 1ply --db "$url" --out "$kind.gone" many
    status_is 0
    err_has "$FILES files: $FILES unchanged"
    all_is_there "$kind.gone"

    test_ "$kind: a run that is killed while the server is away leaves what it has to the next one"
    begin "$kind.killed"
    "${kind}_stop" immediate
    for _ in $(seq 200); do
        [ "$(kept "$kind.killed")" -ne 0 ] && break
        sleep 0.05
    done
    sleep 1
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    "${kind}_start"
    run analyze --level 1ply --db "$url" --out "$kind.killed" many
    status_is 0
    err_has 'saved aside .* written'
    all_is_there "$kind.killed"

    test_ "$kind: a share is finished when what was kept aside of it is brought in"
    begin "$kind.share" --reconnect 1 --shard 1/2
    "${kind}_stop" immediate
    end
    status_is 1
    command=$(sed -n 's/.*bring them in: kibitzer //p' err)
    "${kind}_start"
    eval "\"\$PROGRAM\" $command" 2>err
    err_has '1 of 2 present; missing: 2$'
    run analyze -q --level 1ply --db "$url" --out "$kind.share" --shard 2/2 many
    status_is 0
    run db info --db "$url"
    ! grep -q present out || wrong "shares are missing: $(grep present out)"
    canonical "$url" a.db
    same a.db undisturbed.db
}

for kind in ${1:-postgres mariadb}; do
    if "${kind}_init"; then
        [ "$kind" = postgres ] && check postgres "$PG_URL" || check mariadb "$MY_URL"
    else
        test_ "$kind starts"
        wrong "it does not"
    fi
done

finish
