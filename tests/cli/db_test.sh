#!/usr/bin/env bash
# `kibitzer db`, and runs that are shared out: collections looked after, merged, damaged.
. "$(dirname "$0")/lib.sh"
brief_demo

# The same match between players of other names, so that it is another one.
renamed() { sed "s/O'Hara/O'Hara $1/; /^ Game 3/,\$d" "$DEMO/semi-final.mat"; }
ask() { python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' "$1" "$2"; }
canonical() { rm -f "$2"; "$PROGRAM" db merge -q --db "$2" "$1"; }

mkdir m
for i in 1 2 3 4 5 6; do renamed $i >m/m$i.mat; done
cp m/m3.mat m/copy.mat
"$PROGRAM" convert -q --to sgf --out m m/m4.mat
"$PROGRAM" analyze -q --level 0ply --out whole m

test_ "shares that are merged are what one run would have given, byte for byte"
for i in 1 2 3; do run analyze -q --level 0ply --shard $i/3 --out part$i m; done
run db merge -q --db some.db part3/collection.db part1/collection.db
status_is 1
err_has "some.db: shares of $PWD/m: 2 of 3 present; missing: 2$"
run db merge --partial --db some.db part3/collection.db
status_is 0
err_has '2 of 3 present; missing: 2$'
run db info --db some.db
out_has '2 of 3 present; missing: 2$'
run db merge --db some.db part2/collection.db
status_is 0
err_lacks 'present'
canonical some.db a.db
canonical whole/collection.db b.db
same a.db b.db
run db merge -q --db left.db part1/collection.db part2/collection.db
status_is 1
run db merge -q --db tree.db left.db part3/collection.db # a part of parts
status_is 0
canonical tree.db a.db
same a.db b.db
rm -rf left.db tree.db some.db
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
err_has 'files: 6 unchanged.*; kept in bare/collection.db'
err_has 's of processor time (.* for the collection)'
run analyze -q --level 0ply --out bare m
diff -r -x 'collection.db*' whole bare >differences || wrong "pages differ: $(head -3 differences)"
run report --report none --out bare
status_is 2
err_has 'nothing to write'

test_ "--report none with the collection elsewhere makes no folder of reports"
run analyze -q --level 0ply --report none --db elsewhere.db --out needless m/"$(ls m | head -1)"
status_is 0
file_there elsewhere.db
[ ! -e needless ] || wrong "a folder was made that nothing goes into"

test_ "of bytes that cannot be used every copy is counted"
mkdir broken
for i in 1 2 3; do printf 'no match\n' >broken/b$i.mat; done
run analyze --level 0ply --report none --out refused broken m
status_is 1
err_has ' 3 refused'

test_ "--bad-inputs ok: what is wrong with files is reported and logged, and is no failure of the run"
run analyze --level 0ply --report none --bad-inputs ok --log bad.log --out refused broken m
status_is 0
err_has 'b1.mat.*error: '
err_has ' 3 refused'
equal "$(grep -c '"failed"' bad.log)" 1 # of copies one is read
run analyze -q --level 0ply --report none --bad-inputs ok --out refused.alone broken
status_is 0
run analyze -q --level 0ply --report none --bad-inputs fail --out refused.alone broken
status_is 3
run analyze -q --level 0ply --report none --bad-inputs ok --out refused m nowhere
status_is 1
err_has 'nowhere'
mkdir none
run analyze -q --level 0ply --report none --bad-inputs ok --out refused.none none
status_is 3
chmod 000 broken/b2.mat
if [ ! -r broken/b2.mat ]; then # not as root
    run analyze -q --level 0ply --report none --bad-inputs ok --out refused broken m
    status_is 1
fi
printf '4HPwATDgc/ABMA:cIkKAAAAAAAA\n4HPwATDgc/ABM!:cIkKAAAAAAAA\n' >part.txt
run analyze -q --level 0ply --report none --bad-inputs ok --out in.part part.txt
status_is 0
run analyze -q --level 0ply --report none --out in.part part.txt
status_is 1
run analyze --bad-inputs perhaps m
status_is 2

test_ "schedulers say by their variables which share it is"
SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_STEP=2 run analyze --level 0ply --report none --out slurm m
err_has 'share 2 of 3, as Slurm has it'
AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=3 run analyze --level 0ply --report none --out aws m
err_has 'share 1 of 3, as AWS Batch has it'
SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1 run analyze --level 0ply --report none --out sge m
err_has 'share 3 of 3, as Grid Engine has it'
SGE_TASK_ID=undefined run analyze --level 0ply --report none --out plain m
err_lacks 'share'
JOB_COMPLETION_INDEX=1 JOB_COMPLETIONS=3 run analyze --level 0ply --report none --out k8s m
err_has 'share 2 of 3, as Kubernetes has it'
canonical slurm/collection.db a.db
canonical part2/collection.db b.db
same a.db b.db
for bad in 0/3 4/3 x 1/ 1/2/3; do
    run analyze --shard $bad m
    status_is 2
done

test_ "an array that does not show which share it is is refused, with the option that says so"
refused() { # WHY, then variables
    local why=$1
    shift
    env "$@" "$PROGRAM" analyze --level 0ply --out refused.share m >out 2>err
    status=$?
    status_is 2
    err_has "$why"
    err_has 'name it, with N shares in all: --shard '
    file_gone refused.share
}
slurm() { echo SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_MIN=$2 SLURM_ARRAY_TASK_MAX=$3 SLURM_ARRAY_TASK_STEP=$4 SLURM_ARRAY_TASK_COUNT=$5; }
refused 'Slurm .*the array has gaps: 3 jobs between 1 and 5.*--shard "$SLURM_ARRAY_TASK_ID/N"' $(slurm 5 1 5 1 3) # 1,2,5
refused 'Slurm .*the array begins with 3: others may have come before' $(slurm 3 3 3 1 1) # 3
refused 'Slurm .*begins with 3' $(slurm 4 3 5 1 3) # 3-5
refused 'Slurm .*none of the array' $(slurm 2 1 5 2 3)
refused 'Slurm .*SLURM_ARRAY_TASK_COUNT is not set' SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_STEP=1
refused 'Slurm .*SLURM_ARRAY_TASK_ID is not a number: "x"' SLURM_ARRAY_TASK_ID=x
refused 'Grid Engine .*SGE_TASK_LAST is not a number: "undefined".*--shard "$SGE_TASK_ID/N"' SGE_TASK_ID=2 SGE_TASK_FIRST=1 SGE_TASK_LAST=undefined SGE_TASK_STEPSIZE=1
refused 'Grid Engine .*begins with 3' SGE_TASK_ID=3 SGE_TASK_FIRST=3 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1
refused 'Grid Engine .*none of the array' SGE_TASK_ID=7 SGE_TASK_FIRST=1 SGE_TASK_LAST=5 SGE_TASK_STEPSIZE=2
refused 'AWS Batch .*AWS_BATCH_JOB_ARRAY_SIZE is not set.*--shard "$((AWS_BATCH_JOB_ARRAY_INDEX + 1))/N"' AWS_BATCH_JOB_ARRAY_INDEX=2
refused 'AWS Batch .*job 3 of 3' AWS_BATCH_JOB_ARRAY_INDEX=3 AWS_BATCH_JOB_ARRAY_SIZE=3
refused 'Kubernetes .*JOB_COMPLETIONS is not set.*--shard "$((JOB_COMPLETION_INDEX + 1))/N"' JOB_COMPLETION_INDEX=0
env $(slurm 5 1 5 1 3) "$PROGRAM" analyze --level 0ply --report none --shard 2/3 --out slurm m 2>err || wrong "--shard does not come first"
env $(slurm 5 1 5 1 3) "$PROGRAM" analyze --level 0ply --json m/m1.mat >out 2>err || wrong "--json knows no shares"
env $(slurm 9 1 9 2 5) "$PROGRAM" analyze --level 0ply --report none --out steps m 2>err
err_has 'share 5 of 5, as Slurm has it'

test_ "parts know whether they are finished, and of what they are parts"
printf 'no match\n' >m/bad.mat
for i in 1 2 3 5; do run analyze -q --level 0ply --report none --shard $i/5 --out of5.$i m; done
ln -s nowhere m/gone.mat
run analyze -q --level 0ply --report none --shard 4/5 --out of5.4 m
rm m/bad.mat m/gone.mat
run db merge -q --db of5.db of5.4/collection.db of5.5/collection.db
status_is 1
err_has "shares of $PWD/m: 1 of 5 present; missing: 1-3; not finished: 4$"
run db merge -q --db of5.db of5.*/collection.db
status_is 1
err_has "4 of 5 present; not finished: 4$"
run analyze -q --level 0ply --report none --shard 4/5 --out of5.4 m
run db merge -q --db of5.db of5.4/collection.db
status_is 0
run analyze -q --level 0ply --report none --shard 1/2 --out mixed1 m
run analyze -q --level 0ply --report none --shard 2/2 --out mixed2 m/m1.mat # of something else
run db merge -q --db mixed.db mixed1/collection.db mixed2/collection.db
status_is 1
err_has "shares of $PWD/m: 1 of 2 present; missing: 2$"
err_has "shares of $PWD/m/m1.mat: 1 of 2 present; missing: 1$"
run db merge -q --db mixed.db of5.*/collection.db # m is whole in another way
err_lacks "shares of $PWD/m:"

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

test_ "how to undo an alias can be typed as it is printed, and an alias can be turned round"
mkdir turn
run analyze -q --level 0ply --out "turn/it's" "$DEMO/semi-final.mat"
run db alias --out "turn/it's" Newname "O'Hara"
status_is 0
grep -q '>Newname<.* vs ' "turn/it's/index.html" || wrong "the index has the former name: $(grep -o '<tbody>.*vs.*' "turn/it's/index.html" | head -c 300)"
! grep -q "O'Hara\|O&#39;Hara" "turn/it's/index.html" || wrong "the index has both names"
run db alias --out "turn/it's" "O'Hara" Newname
status_is 0
err_has 'undoes it'
equal "$(ask "turn/it's/collection.db" "select p.name, q.name from players p join players q on q.id = p.same_as")" "Newname O'Hara"
run db alias --out "turn/it's" "O'Hara" Newname
err_has '"Newname" is counted so already'
run db alias --out "turn/it's" Newname "O'Hara"
undo=$(sed -n 's/^kibitzer: kibitzer \(.*\) undoes it$/\1/p' err)
eval "\"\$PROGRAM\" $undo" >out 2>err || wrong "$undo: $(cat err)"
equal "$(ask "turn/it's/collection.db" "select count(*) from players where same_as is not null")" 0
run db check --out "turn/it's"
status_is 0

test_ "names that differ by capitals, accents or punctuation are proposed, never merged"
mkdir spelled
sed "s/Jörg Müller/JORG_MULLER/" m/m1.mat >spelled/n1.mat
sed "s/Jörg Müller/Jo rg Mu-ller/" m/m1.mat >spelled/n2.mat
mkdir one && cp spelled/n1.mat one/
run analyze --level 0ply --report html --out spelt one
err_lacks 'differ only by capitals'
run stats --db spelt
err_lacks 'differ only by capitals'
run analyze --level 0ply --report html --out spelt spelled
err_has '^kibitzer: some names differ only by capitals, accents or punctuation: `kibitzer db alias --suggest` lists them$'
run stats --db spelt
err_has 'some names differ only by capitals'
run stats --db spelt --json
err_lacks 'differ only by capitals'
run stats --db spelt --player JORG_MULLER
err_lacks 'differ only by capitals'
run analyze -q --level 0ply --report none --db all.db spelled
run db alias --db all.db --suggest
out_has "kibitzer db alias --db 'all.db' 'JORG_MULLER' 'Jo rg Mu-ller'"
out_has "'Jörg Müller'"
equal "$(ask all.db "select count(*) from players where same_as is not null")" 2

test_ "suspects are listed with what differs, and stay"
head -c 800 m/m5.mat >m5-cut.mat
sed 's/13\/11 6\/4 6\/4/13\/11 13\/11 6\/4/' m/m6.mat >m6-edited.mat
run analyze -q --level 0ply --report none --out suspects m5-cut.mat m6-edited.mat m/m5.mat m/m6.mat
run analyze -q --level 0ply --report none --out alone m/m5.mat
run db duplicates --out alone
status_is 0
out_empty
err_has 'alone/collection.db: no match seems to be stored twice'
run db alias --suggest --out alone
status_is 0
out_empty
err_has 'alone/collection.db: no two names differ only by capitals, accents or punctuation'
run db duplicates --out suspects
status_is 0
equal "$(sed 's|[^ ]*/||; s/differs.*/differs/' out)" 'the others are beginnings of the first, and not counted:
  m5.mat
  m5-cut.mat: the number of games differs
the same dice:
  m5.mat
  m6.mat: the name of the first player differs
the same first rolls:
  m5.mat
  m6-edited.mat: the name of the first player differs'
equal "$(ask suspects/collection.db 'select count(*) from matches')" 4

test_ "of many copies each is in one group once: what is printed grows as they do"
mkdir copies
sed '/^ Game 2/,$d' "$DEMO/club-final.mat" >one.mat
for i in $(seq 30); do
    sed "s/Zoë & Max :/Zoë & Max $i :/" one.mat | if [ "$i" -gt 20 ]; then head -n -$((i / 26 + 3)); else cat; fi >copies/$i.mat
done
run analyze -q --level 0ply --report none --parts cube --out copies.out copies
run db duplicates --out copies.out
status_is 0
equal "$(grep -c '^the same dice:$' out)" 3
equal "$(grep -c '^the same first rolls:$' out)" 1
equal "$(grep -c '^  .*copies/' out)" 33 # 30 under their dice; the first of the three under their first rolls
run db duplicates --json --out copies.out
equal "$(grep -c '"path"' out)" 33

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
short_match >short.mat # of whose results there is nothing more to say
run analyze -q --level 0ply --keep-candidates none --report sgf --out thin short.mat # nor is it known how hard it was
run analyze -q --keep --db ten.db --out nine thin/short.sgf
cp ten.db nine.db
python3 -c 'import sqlite3; d = sqlite3.connect("nine.db"); d.execute("drop table unplayed"); d.execute("drop table difficulties"); d.execute("drop table times"); d.execute("pragma user_version = 9"); d.commit()'
run stats --json --db ten.db
cp out now
run stats --json --db nine.db
same out now
version() { python3 -c 'import sqlite3; print(sqlite3.connect("nine.db").execute("pragma user_version").fetchone()[0])'; }
equal "$(version)" 9 # reading changes nothing
run db alias "Nobody At All" "Somebody Else" --db nine.db
equal "$(version)" 12
run db check --db nine.db
status_is 0
run db info --db missing.db
status_is 3
err_has 'missing.db: no collection here yet: run'
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

test_ "every decision is a row of CSV, from which the figures of stats are counted again"
run db export --out whole --decisions rows.csv
status_is 0
err_has 'rows.csv: [0-9]* decisions of 5 matches'
equal "$(($(wc -l <rows.csv) - 1))" "$(ask whole/collection.db 'select count(*) from assessments')"
run stats --db whole/collection.db --format csv
python3 - out rows.csv >counted <<'END' || wrong "other figures: $(cat counted)"
import csv, sys
sums = {}
for row in csv.DictReader(open(sys.argv[2], encoding="utf-8", newline="")):
    if row["counted"] != "0":
        n, error = sums.get(row["player"], (0, 0))
        sums[row["player"]] = n + 1, error + float(row["error"])
stats = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))
wrong = [s["name"] for s in stats if (s["decisions"], s["pr"]) != (str(sums[s["name"]][0]), "%.4f" % (500 * sums[s["name"]][1] / sums[s["name"]][0]))]
print(len(stats), wrong)
sys.exit(len(stats) < 3 or len(stats) != len(sums) or bool(wrong))
END
run db export --out whole --decisions rows.csv.gz
status_is 0
gzip -dc rows.csv.gz | cmp -s - rows.csv || wrong "the packed rows are others"
cp rows.csv.gz before.gz
run db export --out whole --decisions rows.csv.gz
same rows.csv.gz before.gz
for file in '' whole/collection.db rows.txt .csv; do
    run db export --out whole ${file:+--decisions "$file"}
    status_is 2
done
run db export --out whole --decisions nowhere/rows.csv
status_is 3
err_has 'nowhere/rows.csv: cannot be written: its folder does not exist'
cp whole/collection.db torn.db
python3 -c 'import sqlite3; d = sqlite3.connect("torn.db"); d.execute("update turns set cube = -1 where n = 40"); d.commit()'
run db export --db torn.db --decisions torn.csv
status_is 3
file_gone torn.csv
equal "$(find . -maxdepth 1 -name '.*csv*' | wc -l)" 0

test_ "tables of matches, games, players, decisions and candidates agree with each other, in CSV and in SQLite"
run db export --out whole --tables tables
status_is 0
run db export --out whole --tables tables.sqlite
status_is 0
run stats --db whole/collection.db --json
python3 - out <<'END' >found 2>&1 || wrong "$(cat found)"
import csv, json, sqlite3, sys
db = sqlite3.connect("tables.sqlite")
names = ["matches", "games", "players", "decisions", "candidates"]
table = {n: list(csv.DictReader(open(f"tables/{n}.csv", encoding="utf-8", newline=""))) for n in names}
for n in names:
    columns = [c[1] for c in db.execute(f"pragma table_info({n})")]
    assert columns == list(table[n][0]), n
    held = db.execute(f"select * from {n}").fetchall()
    assert len(held) == len(table[n]) > 0, n
    for row, other in zip(held, table[n]):
        for value, (key, text) in zip(row, other.items()):
            near = 6e-10 if n != "players" else 5.1e-3 if key.startswith("level_") else 1e-4 # decimals of CSV
            if text in ("true", "false"): text = str(int(text == "true"))
            assert (value is None) == (text == ""), (n, key, value, text)
            assert value is None or (abs(value - float(text)) < near if isinstance(value, float) else str(value) == text), (n, key, value, text)
matches = {m["match"]: m for m in table["matches"]}
assert len(matches) == 5 and sum(int(m["games"]) for m in matches.values()) == len(table["games"])
assert {d["match"] for d in table["decisions"]} == set(matches)
decisions = {(d["match"], d["n"]): d for d in table["decisions"]}
best, fine = {}, {}
for c in table["candidates"]:
    d = decisions[c["match"], c["n"]]
    if d["kind"] == "play" and c["difference"] == "0.000000000":
        fine.setdefault((c["match"], c["n"]), []).append(c["play"])
    if d["kind"] == "play" and c["played"] == "true":
        assert abs(-float(c["difference"]) - float(d["error"])) < 1e-6, (c, d)
        best[c["match"], c["n"]] = c
assert len(best) > 100
assert all(decisions[k]["best"] in plays for k, plays in fine.items())
stats = {p["name"]: p for p in json.load(open(sys.argv[1], encoding="utf-8"))["players"]}
for name, pr, n in db.execute("select player, 500 * total(error) / count(*), count(*) from decisions where counted > 0 group by player"):
    assert abs(stats[name]["pr"] - pr) < 1e-3 and stats[name]["decisions"] == n, name
for p in table["players"]:
    for key in "level_checker_pr", "level_cube_pr":
        assert abs(float(p[key]) - stats[p["name"]][key]) < 1e-2, (p["name"], key)
figures = db.execute("select player, sum(decisions) from match_figures group by player").fetchall()
assert dict(figures) == {n: p["decisions"] for n, p in stats.items()}
errors = [e for (e,) in db.execute("select error from errors")]
assert errors == sorted(errors, reverse=True) and len(errors) > 10
END
cp tables.sqlite first.sqlite && run db export --out whole --tables tables.sqlite && same tables.sqlite first.sqlite
for place in whole/collection.db tables.txt -; do
    run db export --out whole --tables "$place"
    [ "$status" -ne 0 ] || wrong "--tables $place is taken"
done
run db export --out whole --tables nowhere/at/all.db
status_is 3
err_has 'nowhere/at/all.db: error: cannot be written: its folder does not exist'
run db export --out whole --tables sqlite://x.db
status_is 2
err_has 'found sqlite://x.db, expected --tables FOLDER or FILE.db'

test_ "an output folder is made with its parents; a file needs its folder"
run db export --out whole --tables new/parent/tables
status_is 0
file_there new/parent/tables/matches.csv
for output in "db export --out whole --tables nowhere/tables.db" "stats --out whole -o nowhere/x.csv" "db export --out whole --decisions nowhere/x.csv"; do
    run $output
    status_is 3
    err_has 'cannot be written: its folder does not exist'
done
file_gone nowhere

test_ "an exported database replaces an earlier one that nobody has changed, and nothing else"
run db export-gnubg --out whole gnubg.db
cp gnubg.db gnubg.first
run db export-gnubg --out whole gnubg.db
status_is 0
same gnubg.db gnubg.first
python3 - <<'END'
import sqlite3
for name, statement in ("foreign.db", "create table mine (x)"), ("tables.sqlite", "update players set decisions = 0"), \
        ("gnubg.db", "create table mine (x)"):
    db = sqlite3.connect(name)
    db.execute(statement)
    db.commit()
END
echo mine >text.db
mkfifo pipe.db
mkdir folder.db
for place in foreign.db tables.sqlite gnubg.db text.db pipe.db folder.db; do
    [ ! -f $place ] || cp $place before
    for chore in "export --tables" export-gnubg; do
        # shellcheck disable=SC2086
        run db --out whole $chore $place
        status_is 3
        err_has "$place: error: cannot be written: "
    done
    [ ! -f $place ] || same $place before
done
for what in convert\ --to\ json\ "$DEMO/semi-final.mat" errors\ --db\ whole\ --format\ csv\ -o; do
    # shellcheck disable=SC2086
    run $what foreign.db
    [ "$status" -ne 0 ] || wrong "$what exits with 0"
    err_has 'foreign.db: cannot be written: it is a database'
done
: >empty.db
run db export --out whole --tables empty.db
status_is 0

test_ "tables of a folder appear together or not at all, and the file at fault is named with its reason"
mkdir -p some/games.csv
run db export --out whole --tables some
status_is 3
equal "$(cat err)" 'kibitzer: error: some/games.csv: cannot be written: Is a directory'
equal "$(ls some)" games.csv
cp -r tables kept_tables
for kilobytes in 1 40; do
    (ulimit -f $kilobytes && exec "$PROGRAM" db export --out whole --tables tables) >out 2>err
    err_has 'error: .*: File too large'
    diff -r tables kept_tables || wrong "tables were replaced"
done
if unshare -r -m true; then
    mkdir disk
    unshare -r -m bash -c 'mount -t tmpfs -o size=100k none disk && "$1" db export --out whole --tables disk/t; ls disk/t' - "$PROGRAM" >out 2>err
    equal "$(cat err)" 'kibitzer: error: disk/t/candidates.csv: cannot be written: No space left on device'
    out_empty
fi

test_ "a collection in a folder that may only be read is read, with the journal that a killed program left"
mkdir sealed journal
cp whole/collection.db sealed/c.db
python3 - <<'END'
import shutil, sqlite3
shutil.copy("sealed/c.db", "live.db")
db = sqlite3.connect("live.db")
db.execute("pragma wal_autocheckpoint = 0")
db.execute("update players set name = 'Wally' where name = 'Jörg Müller'")
db.commit()
for end in "", "-wal":
    shutil.copy("live.db" + end, "journal/c.db" + end)
END
if unshare -r -m true; then
    for place in sealed journal; do
        unshare -r -m bash -c 'mount -t tmpfs none disk && cp "$2"/* disk && mount -o remount,ro disk &&
            "$1" stats --db disk/c.db && "$1" errors --db disk/c.db && "$1" db info --db disk/c.db' - "$PROGRAM" $place >out 2>err
        status=$?
        status_is 0
        out_has "$([ $place = sealed ] && echo 'Jörg Müller' || echo Wally)"
    done
fi
if [ "$(id -u)" -eq 0 ]; then
    chmod a+rx . && chmod -R a+rX,a-w sealed journal
    cp "$PROGRAM" program
    for place in sealed journal; do
        HOME=/ setpriv --reuid 65534 --regid 65534 --clear-groups ./program stats --db $place/c.db >out 2>err
        status=$?
        status_is 0
        out_has "$([ $place = sealed ] && echo 'Jörg Müller' || echo Wally)"
        mkdir -m 777 $place.pages
        HOME=/ setpriv --reuid 65534 --regid 65534 --clear-groups ./program report --report html --db $place/c.db --out $place.pages >out 2>err
        status=$?
        status_is 0
        err_has '5 pages; open'
        equal "$(ls $place.pages/*.html | wc -l)" 6
        file_there $place.pages/index.html
    done
fi

test_ "a roll that cannot be, whose luck nobody knows, stops nothing"
mkdir impossible
sed '0,/ 31:/s// 99:/' "$DEMO/club-final.mat" >impossible/a.mat
cp "$DEMO/semi-final.mat" impossible/b.mat
run analyze --level 0ply --report none --out possible impossible
err_has '2 files: 2 new'
run stats --out possible
status_is 0
out_has "O'Hara"
run db check --out possible
status_is 0

test_ "every version that is not ours is refused, wherever it is used"
for version in -3 4 2147483647; do
    cp all.db old.db
    python3 -c 'import sqlite3, sys; d = sqlite3.connect("old.db"); d.execute("pragma user_version = " + sys.argv[1]); d.commit()' "$version"
    for words in "classify" "alias Ann Bob" "forget m/m1.mat" "check" "players"; do
        run db --db old.db $words
        status_is 3
        err_has "has version $version"
    done
    run analyze --db old.db --out old m
    status_is 3
    err_has "has version $version"
done

test_ "db check finds whatever was changed, in each column of each table"
cp kept m/m1.mat
python3 - "$PROGRAM" whole/collection.db $(much 1 4) >unseen 2>&1 <<'PY'
import shutil, sqlite3, subprocess, sys
program, kept, step = sys.argv[1], sys.argv[2], int(sys.argv[3]) # every column, or one in four
d = sqlite3.connect(kept)
changed = {"null": "1", "integer": "{c} + 1000003", "real": "{c} + 0.001953125",
           "text": "substr({c}, 1, length({c}) - 1) || char((unicode(substr({c}, -1)) + 1) % 128)",
           "blob": "cast(x'00' || substr({c}, 2) || x'01' as blob)"}
n = 0
for (table,) in d.execute("select name from sqlite_master where type = 'table' order by name").fetchall():
    for _, column, *_ in d.execute(f"pragma table_info({table})").fetchall():
        for (kind,) in d.execute(f"select distinct typeof({column}) from {table} order by 1").fetchall():
            n += 1
            if n % step:
                continue
            shutil.copy(kept, "flip.db")
            f = sqlite3.connect("flip.db")
            keys = [c[1] for c in f.execute(f"pragma table_info({table})") if c[5]]
            where = " and ".join(f"{k} = (select {k} from {table} where typeof({column}) = '{kind}' order by {', '.join(keys)} limit 1)" for k in keys)
            f.execute(f"update {table} set {column} = {changed[kind].format(c=column)} where {where}")
            f.commit()
            changes = f.total_changes
            f.close()
            r = subprocess.run([program, "db", "check", "--db", "flip.db"], capture_output=True)
            if changes != 1 or r.returncode not in (1, 3) or not r.stdout + r.stderr:
                print("unseen:", table, column, kind, changes, r.returncode, r.stdout[:200], r.stderr[:200])
if n < 120:
    print("only", n, "columns were changed")
PY
equal "$(cat unseen)" ''

test_ "classify makes phases, plans, themes and difficulties again, as an analysis makes them, and seals no damage"
cp whole/collection.db classes.db
canonical classes.db before.db
sqlite3 classes.db 'UPDATE matches SET rules_version = 1; UPDATE turns SET phase = 0, plan = 0'
run db check --db classes.db
status_is 1
out_has 'phases, plans or themes of [0-9]* matches follow other rules'
run db classify --db classes.db
status_is 0
canonical classes.db after.db
same after.db before.db
sqlite3 classes.db 'UPDATE matches SET rules_version = 1; UPDATE assessments SET themes = 1'
run db classify --db classes.db
status_is 3
err_has 'an analysis of match .* is damaged; `kibitzer db check` names what is'

test_ "a collection from before difficulties has them once it is classified; until then they are not known"
difficulty() { run stats --json --db "$1" && python3 -c 'import json; print([p["same_decisions_pr"] for p in json.load(open("out"))["players"]])'; }
run analyze -q --level 0ply --db hard.db --out hard "$DEMO/club-final.mat"
cp hard.db before11.db
sqlite3 before11.db 'DELETE FROM difficulties; UPDATE matches SET rules_version = rules_version % 10000'
[ "$(difficulty before11.db)" != "$(difficulty hard.db)" ] || wrong "they are not asked for"
run db classify --db before11.db
status_is 3 # what is not as it was stored is not sealed
run analyze -q --fresh --level 0ply --db before11.db --out hard "$DEMO/club-final.mat"
equal "$(difficulty before11.db)" "$(difficulty hard.db)"

test_ "a share that was changed is found, and not merged"
for change in "done = 1 - done" "source = source || 'x'" "number = number + 1" "of_all = 4" "source_key = 'x'" "digest = 1"; do
    cp part1/collection.db share.db
    sqlite3 share.db "UPDATE shares SET $change"
    run db check --db share.db
    status_is 1
    out_has 'not as it was stored: share of '
    run db merge --db share.merged share.db
    status_is 3
    err_has 'share.db: a share is not as it was stored'
    rm -f share.merged
done

test_ "--keep-candidates: the collection keeps fewer plays, the figures stay, and what is not there is said"
for kept in none errors all; do
    run analyze --level 0ply --report $([ $kept = errors ] && echo html,json || echo json) --keep-candidates $kept --out kept.$kept m
    status_is 0
    err_lacks 'fewer plays'
    run db check --db kept.$kept/collection.db
    status_is 0
    run db export --db kept.$kept/collection.db --decisions kept.$kept.csv
    run stats --db kept.$kept/collection.db --by month --format csv --output kept.$kept.stats
    status_is 0
    same kept.$kept.csv kept.none.csv
    same kept.$kept.stats kept.none.stats
    ask kept.$kept/collection.db "select sum(length(record)) from analyses" >kept.$kept.size
    python3 - kept.$kept/m1.json >kept.$kept.plays <<'PY'
import json, sys
def plays(x):
    if isinstance(x, dict):
        if "candidates" in x:
            yield len(x["candidates"]), x.get("skill", ""), x["legal"]
        x = list(x.values())
    if isinstance(x, list):
        for y in x:
            yield from plays(y)
for n, skill, legal in plays(json.load(open(sys.argv[1]))):
    print(n, legal, skill)
PY
done
more_than() { awk "\$1 > $1" kept.$2.plays | wc -l; }
equal "$(more_than 2 none)" 0
[ "$(more_than 1 none)" -gt 0 ] || wrong "the play that was made is not there"
[ "$(more_than 2 errors)" -gt 0 ] || wrong "no error has all plays"
[ "$(more_than 2 all)" -gt "$(more_than 2 errors)" ] || wrong "all are as errors"
[ "$(cat kept.none.size)" -lt "$(cat kept.errors.size)" ] && [ "$(cat kept.errors.size)" -lt "$(cat kept.all.size)" ] ||
    wrong "sizes $(cat kept.none.size) $(cat kept.errors.size) $(cat kept.all.size)"
run analyze -q --level 0ply --report none --out kept.plain m
canonical kept.all/collection.db a.db
canonical kept.plain/collection.db b.db
same a.db b.db
run db info --db kept.none/collection.db
out_has '^Keep none  *6$'
run db info --db kept.all/collection.db
out_has '^Keep none  *0$'

test_ "a run keeps candidates as the last one; asking for what is not kept is answered"
renamed 7 >seventh.mat
run analyze -q --level 0ply --report none --out kept.none seventh.mat
run db info --db kept.none/collection.db
out_has '^Keep none  *7$'
run analyze --level 0ply --report json --keep-candidates all --out kept.none m
status_is 0
err_has 'files*: [0-9]* unchanged'
err_has '7 matches keep fewer plays than --keep-candidates asks for; .kibitzer analyze --fresh --keep-candidates all. analyses again'
run report --db kept.none/collection.db --candidates 9 --out kept.pages
err_has '7 matches keep fewer plays than --candidates may show'
run errors --db kept.none/collection.db --kind chequer --worst 3 --format json
status_is 0
err_has 'of 3 plays the collection keeps only the best one and the one made'
run errors --db kept.errors/collection.db --kind chequer --worst 3 --format json
status_is 0
err_lacks 'keeps only'
for kept in none all; do # marked by other limits, from the records
    run analyze -q --level 0ply --report json --thresholds xg --out kept.$kept m
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["statistics"])' kept.$kept/m2.json >kept.$kept.figures
done
same kept.none.figures kept.all.figures
run analyze -q --level 0ply --report none --fresh --keep-candidates all --out kept.none m seventh.mat
run db info --db kept.none/collection.db
out_has '^Keep none  *0$'
run db merge -q --db kept.merged kept.errors/collection.db
run db info --db kept.merged
out_has '^Keep errors  *6$'
run analyze --keep-candidates some m
status_is 2
err_has 'none, errors, all or as-before is expected'

test_ "pages of a collection with fewer candidates are those that the run wrote"
run report -q --db kept.errors/collection.db --out kept.again
diff -r -x '*.db' kept.errors kept.again >differences || wrong "pages differ: $(head -3 differences)"

test_ "a match that was changed is not merged"
cp whole/collection.db changed.db
sqlite3 changed.db 'UPDATE results SET gain = gain + 0.25 WHERE game = 1'
run db merge --db merged.db changed.db
status_is 3
err_has 'changed.db: a match is not as it was stored; `kibitzer db check` names it'
equal "$(sqlite3 merged.db 'SELECT COUNT(*) FROM matches')" 0

test_ "what stands in a collection cannot steer a terminal"
cp whole/collection.db escapes.db
sqlite3 escapes.db "UPDATE players SET name = char(27) || '[31m' || name; UPDATE analyses SET engine = char(27) || '[2J'"
for words in players info check; do
    run db $words --db escapes.db
    equal "$(grep -c "$(printf '\033')" out)" 0
done
out_has 'not as it was stored: player ?\[31m'

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
"$PROGRAM" analyze -q --level 0ply --report none --shard 1/2 --db both.db m &
"$PROGRAM" analyze -q --level 0ply --report none --shard 2/2 --db both.db m
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
err_has 'now.mat has grown: 1 shorter match removed'
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

test_ "a file that was corrected replaces what it held before; one that lost its end, or is another match, does not"
rm -rf live.out
cp "$DEMO/semi-final.mat" live/now.mat
run analyze --level 0ply --out live.out live
err_lacks 'twice'
sed "s/O'Hara/Somebody else/; 0,/63: 24/s//63: 24/" "$DEMO/semi-final.mat" >live/now.mat
run analyze --level 0ply --out live.out live
status_is 0
err_has '1 file was corrected since the last run: what it held before was removed'
err_lacks 'twice'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 1
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM sources')" 1
file_gone live.out/now.html
file_there live.out/now.2.html
run stats --db live.out/collection.db --width 200
out_has 'Somebody else'
equal "$(grep -c "O'Hara" out)" 0
run db check --out live.out
status_is 0
grown 30 >live/now.mat
run analyze --level 0ply --out live.out live
err_lacks 'has grown'
err_lacks 'was corrected'
err_has '1 new match may be in the collection twice; `kibitzer db duplicates` says where'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 2
short_match >live/now.mat
run analyze --level 0ply --out live.out live
err_lacks 'was corrected'
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 3

test_ "a file that is refused now keeps what it held, and the run says so; pages of players who are gone go, unless they were changed"
mkdir going && short_match >going/a.mat && short_match | sed 's/Ann/Eve/; s/Bob/Dan/; s/65: 24/65: 24/' >going/b.mat
echo 4HPwATDgc/ABMA >going/c.ids
run analyze -q --level 0ply --out going.out going
echo nonsense >going/c.ids
run analyze --level 0ply --out going.out going
status_is 1
err_has '^kibitzer: c.ids: what it held before stays in the collection; `kibitzer db forget FILE` removes it'
equal "$(sqlite3 going.out/collection.db 'SELECT COUNT(*) FROM matches')" 3
file_there going.out/players/Eve.html
echo '<p>mine</p>' >>going.out/players/Dan.html
cp going.out/players/Dan.html dan.html
rm going.out/collection.db going/b.mat going/c.ids
run analyze -q --level 0ply --out going.out going
status_is 0
file_gone going.out/players/Eve.html
file_there going.out/players/Ann.html
same going.out/players/Dan.html dan.html

test_ "forget can name which of several contents of a place, duplicates prints by what"
run db duplicates --out live.out
out_has "live/now.mat (sha256 [0-9a-f]\{12\})"
for word in xyz '' 12g; do
    run db forget --out live.out --content "$word" live/now.mat
    status_is 2
done
run db forget --out live.out --content 000000000000 live/now.mat
status_is 1
err_has 'has no such content of it'
short=$(sha256sum live/now.mat | cut -c1-12)
run db forget --out live.out --content "$short" live/now.mat
status_is 0
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 2
equal "$(sqlite3 live.out/collection.db "SELECT COUNT(*) FROM contents WHERE hash LIKE '$short%'")" 0
run db forget --out live.out live/now.mat
status_is 0
equal "$(sqlite3 live.out/collection.db 'SELECT COUNT(*) FROM matches')" 0

test_ "db check names files that are gone, and calls the collection sound"
mkdir gone
cp "$DEMO/semi-final.mat" gone/now.mat
(cd gone && zip -q there.zip now.mat && zip -q away.zip now.mat)
run analyze -q --level 0ply --report none --out gone.out gone
rm gone/now.mat gone/away.zip
run db check --out gone.out
status_is 0
out_empty
err_has 'gone since it was analysed: .*/gone/now.mat$'
err_has 'gone since it was analysed: .*/gone/away.zip/now.mat$'
err_lacks 'there.zip'
err_has 'sound; files that are gone can be left, or forgotten'

test_ "the collection can be named in a file, so that no password stands on the command line"
printf 'whole/collection.db\n' >where
run db info --db-file where
status_is 0
run stats --db-file where
status_is 0
run db info --db-file nowhere
status_is 3
err_has 'nowhere: cannot be read: No such file'
: >empty
run db info --db-file empty
status_is 3
err_has 'the first line is empty'
run db info --db-file where --db all.db
status_is 2
err_has 'both name the collection'

test_ "files of positions are no copies of each other"
echo 'XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10' >one.txt
echo 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10' >two.txt
run analyze --level 0ply --out positions.out one.txt two.txt
err_lacks 'twice'
equal "$(sqlite3 positions.out/collection.db 'SELECT COUNT(*) FROM matches')" 2

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

test_ "report writes the pages that were named alone; a name that is none is reported"
run report --db once/collection.db --out some --report text m2.html
status_is 0
equal "$(find some -type f)" some/m2.txt
cmp -s some/m2.txt again/m2.txt || wrong "another page"
run report --db once/collection.db --out some --report sgf m1 nobody
status_is 1
err_has 'nobody: the collection has no such page; expected the name of one in the folder of reports, as in final.html'
rm some/m2.txt
run report --db once/collection.db --out some --report text some/m2.html
status_is 0
file_there some/m2.txt
equal "$(cd some && find . -type f | sort | tr '\n' ' ')" './m1.sgf ./m2.txt '
run report --db once/collection.db --out none nobody
status_is 3

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

test_ "chores answer in every style: a line for each thing, the same as in JSON"
run db players --format csv --db whole/collection.db
[ "$(head -1 out | tr -d '\r')" = name,counted_as,matches ] || wrong "$(cat out)"
equal "$(wc -l <out)" 7
run db info --format csv --db whole/collection.db
equal "$(wc -l <out)" 2
out_has "^collection,chore,version,matches,"
run db info --format table --db whole/collection.db
out_has '^Matches: 5$'
err_empty
run db duplicates --format ndjson --db whole/collection.db
status_is 0
rm -rf gone
mkdir gone
cp m/m1.mat m/m2.mat gone/
run analyze -q --level 0ply --report none --out gone.out gone
rm gone/m1.mat
echo >>gone/m2.mat
run db check --format csv --db gone.out/collection.db
status_is 1
out_has '^"fault","changed since it was analysed: .*m2.mat"'
out_has '^"gone",".*m1.mat"'
run db players --output nosuch/players.csv --db whole/collection.db
status_is 3
run db players --output players.txt --db whole/collection.db
out_empty
equal "$(head -1 players.txt)" "$(printf 'player\tmatches')"

test_ "positions are no matches, and db says how many there are; a match without a decision is one, in info and exports"
mkdir few
cp "$DEMO/semi-final.mat" few/
cp "$TOP"/fixtures/idlist/*.txt few/
printf ' 3 point match\n\n Game 1\n Ann : 0                             Bob : 0\n      Wins 3 points\n' >few/walkover.mat
run analyze -q --level 0ply --report none --out few.out few
run db info --json --out few.out
matches=$(python3 -c 'import json; d = json.load(open("out")); print(d["matches"] if d["positions"] > 9 else d)')
equal "$matches" 2
run db export --out few.out --decisions all.csv
err_has ' of 2 matches$'
run db export-gnubg --json --out few.out all.gnubg
out_has '"matches": 2$'
run stats --json --out few.out
equal "$(python3 -c 'import json; print(json.load(open("out"))["left_out"]["unnamed"])')" 0

test_ "what makes no sense is a usage error"
for words in "" "nothing" "forget" "merge" "info x" "alias one"; do
    run db --db all.db $words
    [ "$status" -eq 2 ] || wrong "db $words: exit status $status"
done

finish
