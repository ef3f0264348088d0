#!/usr/bin/env bash
# `kibitzer db`, and runs that are shared out: collections looked after, merged, damaged.
. "$(dirname "$0")/lib.sh"

# The same match between players of other names, so that it is another one.
renamed() { sed "s/O'Hara/O'Hara $1/" "$DEMO/semi-final.mat"; }
ask() { python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' "$1" "$2"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }

mkdir m
for i in 1 2 3 4 5 6; do renamed $i >m/m$i.mat; done
cp m/m3.mat m/copy.mat
"$PROGRAM" convert -q --to sgf --out m m/m4.mat
"$PROGRAM" analyze -q --level 0ply --out whole m

test_ "shares that are merged are what one run would have given, byte for byte"
for i in 1 2 3; do run analyze -q --level 0ply --shard $i/3 --out part$i m; done
run db merge -q --db all.db part3/collection.db part1/collection.db part2/collection.db
status_is 0
canonical all.db a.db
canonical whole/collection.db b.db
same a.db b.db
run db merge -q --db all.db part1/collection.db
canonical all.db a.db
same a.db b.db

test_ "--report none keeps the collection alone, with nothing missing from it; pages come when they are asked for"
run analyze -q --level 0ply --report none --out bare m
status_is 0
equal "$(ls bare)" collection.db
canonical bare/collection.db a.db
same a.db b.db
run analyze -v --level 0ply --report none --out bare m
err_has 'unchanged, 0 new; kept in bare/collection.db'
err_has 's of processor time (.* for the collection)'
run analyze -q --level 0ply --out bare m
diff -r -x 'collection.db*' whole bare >differences || wrong "pages differ: $(head -3 differences)"
run report --report none --out bare
status_is 2
err_has 'nothing to write'

test_ "of bytes that cannot be used every copy is counted"
mkdir broken
for i in 1 2 3; do printf 'no match\n' >broken/b$i.mat; done
run analyze --level 0ply --report none --out refused broken m
status_is 1
err_has '3 files could not be used'

test_ "schedulers say by their variables which share it is"
SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_STEP=2 run analyze --level 0ply --out slurm m
err_has 'share 2 of 3, as Slurm has it'
AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=3 run analyze --level 0ply --out aws m
err_has 'share 1 of 3, as AWS Batch has it'
SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1 run analyze --level 0ply --out sge m
err_has 'share 3 of 3, as Grid Engine has it'
SGE_TASK_ID=undefined run analyze --level 0ply --out plain m
err_lacks 'share'
JOB_COMPLETION_INDEX=1 JOB_COMPLETIONS=3 run analyze --level 0ply --out k8s m
err_has 'share 2 of 3, as Kubernetes has it'
canonical slurm/collection.db a.db
canonical part2/collection.db b.db
same a.db b.db
for bad in 0/3 4/3 x 1/ 1/2/3; do
    run analyze --shard $bad m
    status_is 2
done

test_ "aliases are resolved everywhere, without chains, and undone"
run db alias --db all.db Pat "O'Hara 1" "O'Hara 2"
status_is 0
run db alias --db all.db "Patricia" "Pat"
equal "$(ask all.db 'select count(*) from players p join players q on q.id = p.same_as where q.same_as is not null')" 0
equal "$(ask all.db "select count(*) from players p join players q on q.id = p.same_as where q.name = 'Patricia'")" 3
run db players --db all.db
out_has "  = O'Hara 1	1"
run db alias --db all.db --undo "O'Hara 1"
status_is 0
equal "$(ask all.db "select count(*) from players where same_as is not null")" 2
run db alias --db all.db Pat Nobody
status_is 1
err_has 'no player of the collection is called "Nobody"'

test_ "names that differ by capitals, accents or punctuation are proposed, never merged"
mkdir spelled
sed "s/Jörg Müller/JORG_MULLER/" m/m1.mat >spelled/n1.mat
sed "s/Jörg Müller/Jo rg Mu-ller/" m/m1.mat >spelled/n2.mat
run analyze -q --level 0ply --db all.db --out spelled.out spelled
run db alias --db all.db --suggest
out_has "kibitzer db alias 'JORG_MULLER' 'Jo rg Mu-ller'"
out_has "'Jörg Müller'"
equal "$(ask all.db "select count(*) from players where same_as is not null")" 2

test_ "suspects are listed with what differs, and stay"
head -c 1400 m/m5.mat >m5-cut.mat
sed 's/13\/11 6\/4 6\/4/13\/11 13\/11 6\/4/' m/m6.mat >m6-edited.mat
run analyze -q --level 0ply --out suspects m5-cut.mat m6-edited.mat m/m5.mat m/m6.mat
run db duplicates --out suspects
status_is 0
out_has 'the same first rolls'
out_has 'the same dice; .*differs'
equal "$(ask suspects/collection.db 'select count(*) from matches')" 4

test_ "forgetting the last place of a match forgets the match"
run db forget --out whole m/m3.mat
status_is 0
equal "$(ask whole/collection.db 'select count(*) from matches')" 6
run db forget --out whole m/copy.mat
equal "$(ask whole/collection.db 'select (select count(*) from matches), (select count(*) from turns where match_id not in (select id from matches))')" "5 0"
run db forget --out whole m/nothing.mat
status_is 1
run db check --out whole
status_is 0

test_ "check names files that have changed and sums that are none"
cp m/m1.mat kept
echo >>m/m1.mat
run db check --out whole
status_is 1
out_has 'changed since it was analysed: .*m/m1.mat'
cp kept m/m1.mat
python3 -c 'import sqlite3; d = sqlite3.connect("whole/collection.db"); d.execute("update sums set luck = luck + 1 where game = 1"); d.commit()'
run db check --out whole
status_is 1
out_has 'the sums are not those of the decisions'

test_ "a damaged, a cut, a foreign, a newer and a missing collection are clear errors"
cp all.db flipped.db
python3 -c '
f = open("flipped.db", "r+b"); f.seek(4096 * 5); f.write(b"\xff" * 4096)'
run db check --db flipped.db
[ "$status" -ne 0 ] || wrong "a flipped page is not seen"
head -c 20000 all.db >cut.db
run db check --db cut.db
[ "$status" -ne 0 ] || wrong "a cut file is not seen"
python3 -c 'import sqlite3; d = sqlite3.connect("other.db"); d.execute("create table t (x)"); d.commit()'
run db info --db other.db
status_is 3
err_has 'other.db: error: .*another program'
cp all.db newer.db
python3 -c 'import sqlite3; d = sqlite3.connect("newer.db"); d.execute("pragma user_version = 99"); d.commit()'
run db info --db newer.db
status_is 3
err_has 'version 99, made by a newer kibitzer'
run db info --db missing.db
status_is 3
err_has 'there is no such file'
file_gone missing.db

test_ "GNU Backgammon's record keeping is written whole, with our figures, or not at all"
run db export-gnubg --out whole gnubg.db
status_is 0
equal "$(ask gnubg.db 'select count(*) from session')" "$(ask whole/collection.db 'select count(*) from matches')"
equal "$(ask gnubg.db "select next_id from control where tablename = 'version'")" 1
equal "$(ask gnubg.db "select round(sum(chequer_error_total_normalised), 6) from matchstat")" \
    "$(ask whole/collection.db 'select round(sum(play_error) / 1e9, 6) from sums')"
equal "$(ask gnubg.db 'select max(abs(m.e - g.e)) < 1e-5 from (select session_id s, player_id p, cube_error_total e from matchstat) m,
    (select session_id s, gamestat.player_id p, sum(cube_error_total) e from gamestat join game using (game_id) group by 1, 2) g
    where m.s = g.s and m.p = g.p')" 1
equal "$(find . -maxdepth 1 -name 'gnubg.db?*' -o -maxdepth 1 -name '.gnubg*' | wc -l)" 0
cp gnubg.db before.db
run db export-gnubg --out whole gnubg.db
same gnubg.db before.db
run db export-gnubg --out whole nowhere/gnubg.db
status_is 3
err_has 'nowhere/gnubg.db: error: cannot be written'

test_ "a collection of an earlier version is named where it is only read, and brought up to date where it is written"
python3 -c 'import sqlite3, sys; sqlite3.connect("old.db").executescript(open(sys.argv[1]).read())' "$TOP/fixtures/collection/version-1.sql"
run db players --db old.db
status_is 3
err_has 'old.db: error: .*has version 1 and is only read here; `kibitzer db classify` brings it to version 4'
run db classify --verbose --db old.db
status_is 0
err_has 'brought from version 1 to version 4'
run db check --db old.db
status_is 0
run stats --db old.db --by phase
status_is 0
out_has 'Bob Brown'
equal "$(ask old.db "select count(*) from sqlite_master where name = 'judgements'")" 0

test_ "a collection that may only be read can be read, and is named where it must be written"
cp all.db readonly.db
chmod 444 readonly.db
run db info --db readonly.db
status_is 0
if [ "$(id -u)" != 0 ]; then
    run db alias --db readonly.db A B
    status_is 3
fi

test_ "two programs at once put all into one collection"
"$PROGRAM" analyze -q --level 0ply --shard 1/2 --db both.db --out both1 m &
"$PROGRAM" analyze -q --level 0ply --shard 2/2 --db both.db --out both2 m
wait
run analyze -q --level 0ply --out once m
canonical both.db a.db
canonical once/collection.db b.db
same a.db b.db

# grown N: the demo's match as far as its first N lines.
grown() { head -n "$1" "$DEMO/semi-final.mat"; }

test_ "a file that grows at its place: the shorter match gives way, with its pages, unless it lies elsewhere too"
lines=$(wc -l <"$DEMO/semi-final.mat")
mkdir live
grown 22 >live/now.mat
run analyze --level 0ply --out live.out live
file_there live.out/now.html
grown $((lines / 2)) >live/now.mat
run analyze --level 0ply --out live.out live
status_is 0
err_has 'now.mat has grown: 1 shorter match gave way'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 1
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM contents')" 1
file_gone live.out/now.html
run db check --out live.out
status_is 0
grown $((lines / 2)) >elsewhere.mat
run analyze -q --level 0ply --out live.out elsewhere.mat
cp "$DEMO/semi-final.mat" live/now.mat
run analyze --level 0ply --out live.out live
err_lacks 'has grown'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 2
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM sources')" 2
run db check --out live.out
status_is 0

test_ "a file that was edited at its place, or lost its end, gives way to nothing"
rm -rf live.out
cp "$DEMO/semi-final.mat" live/now.mat
run analyze -q --level 0ply --out live.out live
grown 30 >live/now.mat
run analyze --level 0ply --out live.out live
err_lacks 'has grown'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 2
sed "s/O'Hara/Somebody else/" "$DEMO/semi-final.mat" >live/now.mat
run analyze --level 0ply --out live.out live
err_lacks 'has grown'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 3

test_ "report writes all pages again from the collection, in another folder or format, the same bytes"
run report --db once/collection.db --out again
status_is 0
diff -r -x collection.db once again >/dev/null || wrong "the pages differ"
find again -type f -exec touch -d 2001-01-01 {} +
run report --db once/collection.db --out again
equal "$(find again -name '*.html' -newermt 2002-01-01 | wc -l)" 0
run report --db once/collection.db --out again --report text --jobs 2
file_there again/m1.txt
run report --db missing.db --out again
status_is 3
run report --db once/collection.db name
status_is 2

test_ "--log adds a JSON line for each file that was done"
cp m/m1.mat m/m2.mat .
printf '\000\001' >junk.mat
run analyze -q --level 0ply --log run.log --out logged m1.mat junk.mat
status_is 1
run analyze -q --level 0ply --log run.log --out logged m1.mat m2.mat
equal "$(python3 -c '
import json
for l in open("run.log"):
    d = json.loads(l)
    print(d["file"], d["result"], d["matches"], d["errors"], (d["worst_error"] or 0) > 0, d["seconds"] >= 0, end=";")')" \
    "m1.mat good 1 0 True True;junk.mat failed 0 1 False True;m2.mat good 1 0 True True;"
run analyze --level 0ply --log nowhere/log --out logged m1.mat
status_is 3

test_ "what makes no sense is a usage error"
for words in "" "nothing" "forget" "merge" "info x" "alias one"; do
    run db --db all.db $words
    [ "$status" -eq 2 ] || wrong "db $words: exit status $status"
done

finish
