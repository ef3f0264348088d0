#!/usr/bin/env bash
# One match of several in a file that cannot be used: it costs no other. Usage: PROGRAM=... refused_match_test.sh
. "$(dirname "$0")/lib.sh"
records=$TOP/fixtures
run bearoff make -q --hyper 1 hyper1.bd
wrong_database="--hyper-database hyper1.bd" # for two chequers
sed '/^game number=2/,$d' "$records/mat/nackgammon.dump" >first
sed '/^game number=2/,$d' "$records/mat/hyper2.dump" >second
sed '/^game number=2/,$d' "$records/mat/hz-names.dump" >third
cat first second third >three.dump
cat second first third >head.dump
run convert --to ndjson three.dump -
equal "$(wc -l <out)" 3
held() { # FOLDER: how many matches its collection holds
    sqlite3 "$1/collection.db" 'SELECT COUNT(*) FROM matches'
}

test_ "analyze refuses it alone: the others are in the collection, and it is named and counted"
run analyze --level 0ply $wrong_database --report json --out new three.dump
status_is 1
err_has 'three.dump: error: match 2: hyper1.bd: hypergammon database: found 1 chequers, expected 2'
err_has '1 file: 1 new; open new/index.html'
err_has '1 match was refused'
err_lacks 'what it held before'
file_there new/three.json
file_there new/three.m3.json
[ ! -e new/three.m2.json ] || wrong "the refused match has a page"
equal "$(held new)" 2

test_ "the first of a file, and each of a file"
run analyze --level 0ply $wrong_database --report json --out head head.dump
status_is 1
err_has 'head.dump: error: match 1: hyper1.bd'
equal "$(held head)" 2
run analyze --level 0ply $wrong_database --report json --out none second
status_is 3
err_has 'second: error: hyper1.bd'
err_lacks 'what it held before'

test_ "another run analyses the others not again, and refuses it again; one with the database has it"
cp new/three.json before.json
run analyze -v --level 0ply $wrong_database --report json --out new three.dump
status_is 1
err_has '1 file: 1 unchanged'
err_has 'error: match 2: hyper1.bd'
run analyze --level 0ply --report json --out new three.dump
status_is 0
file_there new/three.m2.json
same new/three.json before.json
equal "$(held new)" 3
run analyze --level 0ply $wrong_database --report json --out new three.dump
status_is 0
err_has '1 file: 1 unchanged'
run analyze --level 0ply --report json --out none second
status_is 0

test_ "what other formats of pages need is written for those that are there"
run analyze -q --level 0ply $wrong_database --report json --out pages three.dump
run analyze -q --level 0ply $wrong_database --report json,text --out pages three.dump
status_is 1
file_there pages/three.txt
file_there pages/three.m3.txt

test_ "a match that no page of a format can show costs no other"
run analyze --level 0ply --report json,ogxm --out ogxm three.dump
status_is 1
err_has 'three.dump: error: match 2: OGXM has no hypergammon with 2 chequers a side, only with 3'
equal "$(held ogxm)" 2
[ ! -e ogxm/three.m2.json ] || wrong "the refused match has a page"
file_there ogxm/three.m3.ogxm

test_ "documents: a line for each match that can be used"
run analyze --level 0ply $wrong_database --to ndjson three.dump
status_is 1
equal "$(wc -l <out)" 2
err_has 'three.dump: error: match 2: hyper1.bd'

test_ "convert writes the others, in one file and in many"
run convert --to ogxms three.dump together.ogxms
status_is 1
err_has 'three.dump: error: match 2: OGXM has no hypergammon with 2 chequers a side, only with 3'
run info together.ogxms
out_has 'together.ogxms: ogxm, 2 matches'
cat "$records/mat/remarks.dump" second "$records/mat/gives-up.dump" >bgammon.dump
run convert --to bgammon bgammon.dump apart.match
status_is 1
file_there apart.m1.match
file_there apart.m3.match
[ ! -e apart.m2.match ] || wrong "the refused match was written"
run convert --to ogxm second alone.ogxm
status_is 3
err_has 'second: error: OGXM has no'

test_ "convert joins what can be joined"
cp first others
run convert --join others --to ndjson three.dump -
status_is 1
equal "$(wc -l <out)" 1
err_has 'three.dump: error: match 2: others is not the same match: it holds fewer'
err_has 'three.dump: error: match 3: others is not the same match'

test_ "compare compares the others"
run compare --json --level 0ply,1ply $wrong_database three.dump
status_is 1
equal "$(python3 -c 'import json; print([m["number"] for m in json.load(open("out"))["matches"]])')" "[1, 3]"
err_has 'three.dump: error: match 2: hyper1.bd'

finish
