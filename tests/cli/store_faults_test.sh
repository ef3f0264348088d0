#!/usr/bin/env bash
# What goes wrong around a collection and its pages: two writers, full and read-only disks, damaged databases, odd names.
. "$(dirname "$0")/lib.sh"
brief_demo

renamed() { sed "s/O'Hara/O'Hara $1/" "$DEMO/semi-final.mat"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }
# same_collection FOLDER: its pages and its collection are those of an undisturbed run.
same_collection() {
    diff -r -x 'collection.db*' calm "$1" >differences || wrong "pages differ: $(head -3 differences)"
    canonical "$1/collection.db" a.db
    same a.db calm.db
}
left_over() { find "$1" -name '*.tmp' -o -name '*-wal' -o -name '*-shm' | head -3; }

mkdir m
for i in 1 2 3 4 5 6; do renamed $i >m/m$i.mat; done
"$PROGRAM" analyze -q --level 0ply --out calm m
canonical calm/collection.db calm.db

if heavy; then
    test_ "two runs that write into one folder at once leave what one would have left"
    "$PROGRAM" analyze -q --level 0ply --jobs 2 --out shared m 2>one &
    pid=$!
    "$PROGRAM" analyze -q --level 0ply --jobs 2 --out shared m 2>two
    equal "$?" 0
    wait $pid
    equal "$?" 0
    [ -s one ] || [ -s two ] && wrong "they say: $(cat one two)"
    same_collection shared
    equal "$(left_over shared)" ""
fi

test_ "a log that a killed process left behind is part of the collection, for those who only read too"
"$PROGRAM" analyze -q --level 0ply --report none --out logged m
python3 - logged/collection.db "$PROGRAM" <<'END'
import shutil, sqlite3, subprocess, sys
path, program = sys.argv[1:]
holds = sqlite3.connect(path)  # while somebody reads, what is written stays in the log
holds.execute("BEGIN").execute("SELECT COUNT(*) FROM matches").fetchone()
subprocess.run([program, "db", "alias", "-q", "--db", path, "Anna", "O'Hara 1"], check=True)
shutil.copytree("logged", "killed")
END
[ -s killed/collection.db-wal ] || wrong "there is no log"
cp -r killed reader
run stats --db reader/collection.db
out_has Anna
head -c 5000 /dev/urandom >calm.log
cp -r calm torn
cp calm.log torn/collection.db-wal
for folder in killed torn; do
    run analyze -q --level 0ply --out $folder m
    status_is 0
    equal "$(left_over $folder)" ""
    run db check --db $folder/collection.db
    status_is 0
done
run stats --db killed/collection.db
out_has Anna
same_collection torn

test_ "two runs with folders of their own write into one collection at once"
"$PROGRAM" analyze -q --level 0ply --db both.db --out first m/m[123].mat 2>one &
pid=$!
"$PROGRAM" analyze -q --level 0ply --db both.db --out second m/m[3456].mat 2>two
equal "$?" 0
wait $pid
equal "$?" 0
[ -s one ] || [ -s two ] && wrong "they say: $(cat one two)"
canonical both.db a.db
same a.db calm.db

test_ "a clock that was set back hides no change: neither files of long ago nor pages of the future"
cp -r m older
run analyze -q --level 0ply --out back older
find back older -exec touch -d 2040-01-01 {} +
renamed 7 >older/m1.mat
touch -d 2001-01-01 older/m1.mat
run analyze -q --level 0ply --out back older
status_is 0
run stats --db back/collection.db
out_has "O'Hara 7"
out_lacks "O'Hara 1"

test_ "a run that may not write more than so much ends with what is wrong, and the next one carries on"
for blocks in 8 40 200 600; do
    (ulimit -f $blocks && exec "$PROGRAM" analyze -q --level 0ply --out full m) >out 2>err
    status=$?
    [ $status -ne 0 ] && [ $status -le 3 ] || wrong "exit status $status with $blocks blocks"
    err_has 'File too large\|the disk is full\|disk I/O error'
    equal "$(find full -name '*.tmp')" ""
done
run analyze -q --level 0ply --out full m
status_is 0
same_collection full
equal "$(left_over full)" ""

if heavy; then
    test_ "a signal ends a long transaction within a second, and it is undone"
    long_match 4000 >long.mat
    "$PROGRAM" analyze -q --level 0ply --report none --out long.calm long.mat
    ended=0
    for i in 1 2 3 4 5 6; do
        rm -rf long
        "$PROGRAM" analyze -q --level 0ply --report none --out long long.mat 2>/dev/null &
        pid=$!
        for _ in $(seq 600); do # seconds of the processor, in hundredths: however busy the machine is
            [ "$(awk '{print $14 + $15}' /proc/$pid/stat 2>/dev/null || echo 999)" -ge $((60 * i)) ] && break
            sleep 0.02
        done
        interrupted_soon $pid
        [ "$status" -ne 130 ] || ended=$((ended + 1))
        [ "$status" -eq 130 ] || [ "$status" -eq 0 ] || wrong "exit status $status"
        [ "$status" -eq 130 ] && [ -s long/collection.db ] || continue
        judged=$(sqlite3 long/collection.db 'SELECT COUNT(*) FROM assessments')
        [ "$judged" -eq 0 ] || equal "$judged" "$(sqlite3 long.calm/collection.db 'SELECT COUNT(*) FROM assessments')" # the signal came behind it
    done
    [ "$ended" -gt 2 ] || wrong "only $ended runs were there to be ended"
    run analyze -q --level 0ply --report none --out long long.mat
    status_is 0
    canonical long/collection.db a.db
    canonical long.calm/collection.db b.db
    same a.db b.db

    test_ "a signal ends a merge within a second; what came is whole, the rest comes with the next one"
    "$PROGRAM" db merge -q --db merged.db long.calm/collection.db &
    interrupted_soon $!
    [ "$status" -eq 130 ] || [ "$status" -eq 0 ] || wrong "exit status $status"
    run db merge -q --db merged.db long.calm/collection.db
    status_is 0
    canonical merged.db a.db
    same a.db b.db
fi

test_ "a report onto a full device is an error"
run convert --to text "$DEMO/semi-final.mat" /dev/full
status_is 3
err_has '/dev/full: cannot be written: No space left on device'
"$PROGRAM" convert --to text "$DEMO/semi-final.mat" - >/dev/full 2>err
status=$?
[ $status -ne 0 ] || wrong "exit status 0"
err_has 'could not be written'

# A mount needs a name space of its own; where there is none, the tests say so.
apart() { unshare -r -m bash -c "$1" - "$PROGRAM" >out 2>err; }
if apart 'mount -t tmpfs -o size=4k none /mnt'; then
    test_ "a disk that is full while pages and matches are written is named, and nothing is lost"
    cp -r calm kept
    mkdir -p disk extra
    for i in 7 8 9; do renamed $i >extra/m$i.mat; done
    apart 'mount -t tmpfs -o size=9m none disk && cp -r kept disk/out && head -c 20000000 /dev/zero >disk/filler
           "$1" analyze -q --level 0ply --out disk/out extra; status=$?
           "$1" convert --to text extra/m7.mat disk/m7.txt && echo written
           rm disk/filler; find disk/out -name "*.tmp"; "$1" db check --db disk/out/collection.db >check || echo damaged
           cp -r disk/out/. after; exit $status'
    status=$?
    [ $status -ne 0 ] && [ $status -le 3 ] || wrong "exit status $status"
    err_has 'No space left on device\|the disk is full'
    out_empty
    run analyze -q --level 0ply --out kept extra
    run analyze -q --level 0ply --out after extra
    canonical kept/collection.db a.db
    canonical after/collection.db b.db
    same a.db b.db
    diff -r -x 'collection.db*' kept after >differences || wrong "pages differ: $(head -3 differences)"

    test_ "on a disk that may only be read a collection can be read, and writing is refused by that name"
    mkdir -p locked
    readonly_disk='mount --bind locked locked && cp -r calm locked/calm && mount -o remount,ro,bind locked'
    apart "$readonly_disk"' && "$1" db info --db locked/calm/collection.db && "$1" stats --db locked/calm/collection.db >/dev/null'
    status=$?
    status_is 0
    out_has 'Matches  *6$'
    apart "$readonly_disk"' ; "$1" db alias --db locked/calm/collection.db A "O'"'"'Hara 1"'
    status=$?
    status_is 3
    err_has 'it may only be read'
    apart "$readonly_disk"' ; "$1" analyze -q --level 0ply --out locked/new m/m1.mat'
    status=$?
    status_is 3
    err_has 'locked/new: the folder cannot be made: Read-only file system'
    apart "$readonly_disk"' ; "$1" analyze -q --level 0ply --out locked/calm m/m1.mat'
    status=$?
    status_is 3
    err_has 'it may only be read'
    apart "$readonly_disk"' ; "$1" convert --to text m/m1.mat locked/m1.txt'
    status=$?
    status_is 3
    err_has 'locked/m1.txt: cannot be written: Read-only file system'
else
    test_ "a full and a read-only disk # SKIP no mount may be made here"
fi

test_ "reading a collection leaves nothing beside it"
for words in "db info" "db players" "db check" "db duplicates" stats errors; do
    run $words --db calm/collection.db
    status_is 0
    equal "$(left_over calm)" ""
done

test_ "a collection that another program has locked is waited for"
python3 - <<'PY' &
import sqlite3, time
d = sqlite3.connect("calm/collection.db", isolation_level=None)
d.execute("begin exclusive")
open("locked.now", "w").close()
time.sleep(1.5)
d.execute("rollback")
PY
pid=$!
until [ -e locked.now ]; do sleep 0.05; done
run db alias --db calm/collection.db Pat "O'Hara 1"
status_is 0
run db alias --db calm/collection.db --undo "O'Hara 1"
wait $pid

test_ "a page that was overwritten is found, and no command stumbles over it"
pages=$(($(stat -c %s calm.db) / 4096))
for page in $(seq 0 $((pages / 8 + 1)) $((pages - 1))); do
    cp calm.db flipped.db
    dd if=/dev/urandom of=flipped.db bs=4096 seek="$page" count=1 conv=notrunc 2>/dev/null
    run db check --db flipped.db
    [ $status -ne 0 ] && [ $status -le 3 ] || wrong "page $page: db check ends with $status"
    [ -s out ] || [ -s err ] || wrong "page $page: nothing is said"
    for words in "db info" "db players" "db duplicates" stats errors "report --out flipped" "analyze -q --level 0ply --out flipped m/m1.mat"; do
        run $words --db flipped.db
        [ $status -le 3 ] || wrong "page $page: $words ends with $status"
        [ $status -eq 0 ] || [ -s err ] || wrong "page $page: $words fails and says nothing"
    done
    rm -f flipped.db*
done

test_ "a collection that was cut is refused or found damaged, wherever it was cut"
size=$(stat -c %s calm.db)
for part in 50 100 4096 20000 $((size / 2)) $((size - 4096)) $((size - 1000)); do
    head -c "$part" calm.db >cut.db
    run analyze -q --level 0ply --out cut --db cut.db m/m1.mat
    [ $status -le 3 ] || wrong "cut to $part bytes: analyze ends with $status"
    run db check --db cut.db
    [ $status -ne 0 ] && [ $status -le 3 ] || wrong "cut to $part bytes: db check ends with $status"
    [ -s out ] || [ -s err ] || wrong "cut to $part bytes: nothing is said"
    rm -f cut.db*
done

test_ "an SQLite database of another program, and of a newer version, stays as it is"
python3 -c 'import sqlite3; d = sqlite3.connect("other.db"); d.execute("create table t (x)"); d.commit()'
cp calm.db newer.db
python3 -c 'import sqlite3; d = sqlite3.connect("newer.db"); d.execute("pragma user_version = 99"); d.commit()'
for db in other newer; do
    cp $db.db before.db
    run analyze -q --level 0ply --out refused --db $db.db m/m1.mat
    status_is 3
    err_has "$db.db: error: .*\(another program\|made by a newer kibitzer\)"
    same $db.db before.db
done

test_ "names are values, whatever stands in them: quotes, SQL, newlines, 100 kB"
mkdir odd
python3 - "$DEMO/league-round-4.sgf" <<'PY'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
names = ["Rob'); DROP TABLE matches;--", 'a "b" `c` \\\\ % _ ? $1 :x', "two\nlines", "x" * 100000, "</script><b>&amp;", "..\\/..\\/etc\\/passwd"]
for i, name in enumerate(names):
    open(f"odd/{i}.sgf", "w", encoding="utf-8").write(re.sub(r"PW\[[^\]]*\]", lambda m: "PW[" + name + "]", text))
PY
run analyze -q --keep --out odd.out --report html,json,text,csv odd
status_is 0
equal "$(find odd.out -maxdepth 1 -name '*.html' | wc -l)" 7
equal "$(find odd.out/players -maxdepth 1 -name '*.html' | wc -l)" 7
run db check --out odd.out
status_is 0
run db players --out odd.out
out_has "DROP TABLE"
run stats --db odd.out/collection.db --player "Rob'); DROP TABLE matches;--" --format json
status_is 0
out_has 'DROP TABLE matches'
run db alias --out odd.out "'; DELETE FROM players;--" "Rob'); DROP TABLE matches;--"
status_is 0
run db info --out odd.out
out_has 'Matches  *6$'
grep -q '<b>&amp;' odd.out/4.html && wrong "a name is markup"
run report --out odd.again --db odd.out/collection.db
status_is 0

finish
