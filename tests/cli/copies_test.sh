#!/usr/bin/env bash
# Copies of matches that were cut short are held out beside their whole. Usage: PROGRAM=... copies_test.sh
. "$(dirname "$0")/lib.sh"

ask() { sqlite3 "$1/collection.db" "$2"; }
analyze() { run analyze --level 0ply "$@"; }
figures() { "$PROGRAM" stats -q --out "$1" --json; }

whole=$DEMO/club-final.mat
mkdir all first last copy
cp "$whole" all/final.mat
head -c 3000 "$whole" >all/partial.txt.crdownload
sed '/^ Game 4/,$d' "$whole" >all/saved.mat
cp all/final.mat all/saved.mat first
cp all/partial* last
analyze -q --out whole first/final.mat
figures whole >whole.json

test_ "a copy that was cut short is named, and only the whole counts"
analyze --out reports all
status_is 0
err_has '^kibitzer: partial.txt.crdownload is the beginning of final.mat: only the whole is counted$'
err_has '^kibitzer: saved.mat is the beginning of final.mat: only the whole is counted$'
err_lacks 'twice'
figures reports >out
same out whole.json
run db info --out reports
out_has '^Matches  *1$'
out_has '^Cut short  *2$'
run db info --out reports --json
out_has '"cut_short": 2'
run db players --out reports
out_has 'Zoë & Max	1$'
run db duplicates --out reports
out_has '^the others are beginnings of the first, and not counted:'
equal "$(grep -c 'same' out)" 0
run db check --out reports
status_is 0

test_ "the index counts one match, and lists the copies with what they are the beginning of"
tr -d '\n' <reports/index.html >flat
grep -o 'Is the beginning of.*</section>' flat | sed 's/<section.*//' | grep -o '<a href="[^"]*"><bdi>[^<]*' | sed 's/.*href="//; s/"><bdi>/ /' >out
out_is './partial_txt.html partial.txt.crdownload
./final.html final.mat
./saved.html saved.mat
./final.html final.mat'
equal "$(grep -o '<small>[MC][a-z ]*</small> \(<[^>]*>\)\?[0-9]*' flat | sed 's/<[^>]*>//g' | head -2 | paste -sd,)" 'Matches 1,Cut short 2'
file_there reports/partial_txt.html
equal "$(grep -c '1 match' reports/players/Bob-Bee-38afd0c1.html)" 1

if heavy; then
    test_ "a later run says it no more; which came first, and with how many threads, makes no difference"
    analyze --out reports all
    err_lacks 'is the beginning of'
    analyze -q --out one --jobs 1 last
    equal "$(ask one 'SELECT COUNT(*) FROM matches WHERE whole IS NULL')" 1
    for i in saved.mat final.mat; do
        cp all/$i last
        analyze --out one --jobs 1 last
        err_has 'partial.txt.crdownload is the beginning of\|saved.mat is the beginning of'
    done
    analyze -q --out other --jobs 2 first
    cp all/* first
    analyze --out other --jobs 2 first
    err_has '^kibitzer: partial.txt.crdownload is the beginning of final.mat'
    for i in one other; do
        equal "$(diff -r -x collection.db reports $i)" ''
        figures $i >out
        same out whole.json
    done
fi

test_ "a merge finds them too, and forgetting the whole makes the longest copy count"
"$PROGRAM" analyze -q --level 0ply --report none --out left all/saved.mat
"$PROGRAM" analyze -q --level 0ply --report none --out right all/final.mat all/partial.txt.crdownload
run db merge -q --db left/collection.db right/collection.db
status_is 0
figures left >out
same out whole.json
run db check --out left
status_is 0
run db forget --out left all/final.mat
equal "$(ask left 'SELECT stem FROM matches WHERE whole IS NULL')" partial_txt
equal "$(ask left 'SELECT w.stem FROM matches m JOIN matches w ON w.id = m.whole')" partial_txt
run db check --out left
status_is 0

test_ "players are the same by alias"
sed 's/Zoë & Max/Zoe/' all/saved.mat >copy/renamed.mat
analyze --out alias all/final.mat copy/renamed.mat
err_lacks 'is the beginning of'
equal "$(ask alias 'SELECT COUNT(*) FROM matches WHERE whole IS NULL')" 2
run db alias --out alias 'Zoë & Max' Zoe
equal "$(ask alias 'SELECT COUNT(*) FROM matches WHERE whole IS NULL')" 1
grep -q 'Is the beginning of' alias/index.html || wrong 'the index does not say it'
run db alias --out alias --undo Zoe
equal "$(ask alias 'SELECT COUNT(*) FROM matches WHERE whole IS NULL')" 2

test_ "without its last result a match is the beginning of itself; another length, another play are others"
short_match | sed 's/Wins 1/Wins 3/' >copy/won.mat
short_match | sed /Wins/d >copy/unfinished.mat
sed 's/7 point match/9 point match/' all/saved.mat >copy/longer.mat
sed 's/24\/22 22\/21/24\/22 24\/23/' all/saved.mat >copy/played.mat
analyze --out others all/final.mat copy/won.mat copy/unfinished.mat copy/longer.mat copy/played.mat
equal "$(ask others 'SELECT stem FROM matches WHERE whole IS NOT NULL')" unfinished

test_ "what is noted wrongly is found"
sqlite3 reports/collection.db 'UPDATE matches SET whole = NULL'
run db check --out reports
status_is 1
out_has "is now the beginning of another one, which is not noted"
run db classify --out reports
run db check --out reports
status_is 0

# adds_up: the classes of the summary sum to the files that it begins with.
adds_up() {
    sed -n 's/^kibitzer: \([0-9]* files*: .*\); \(open\|kept\).*/\1/p' err | sed 's/([^)]*)//' |
        awk '{ for (i = 3; i <= NF; i++) if ($i ~ /^[0-9]+$/) n += $i; exit n == $1 ? 0 : 1 }' || wrong "it does not add up: $(grep files: err)"
}

test_ "the summary counts each input once: new, unchanged, copies, positions, refused"
mkdir mixed
cp all/* mixed
cp "$DEMO/semi-final.mat" mixed/semi.mat
cp mixed/semi.mat mixed/semi-again.mat
"$PROGRAM" convert -q --to sgf --out mixed "$DEMO/semi-final.mat"
printf '4HPwATDgc/ABMA:cAkAAAAAAAAA\n' >mixed/position.txt
printf 'no match\n' >mixed/broken.mat
printf 'nor this\n' >mixed/readme.doc
analyze --out mixed.out mixed
status_is 1
err_has '^kibitzer: 9 files: 2 new, 4 copies (2 cut short), 1 of positions, 1 refused, 1 no match; open mixed.out/index.html$'
adds_up
cp "$DEMO/sunday money.mat" mixed/sunday.mat
analyze --out mixed.out mixed
err_has '^kibitzer: 10 files: 1 new, 2 unchanged, 4 copies (2 cut short), 1 of positions, 1 refused, 1 no match; open'
adds_up
analyze --out mixed.out mixed nowhere.mat
err_has '^kibitzer: 11 files: 3 unchanged, 4 copies (2 cut short), 1 of positions, 2 refused, 1 no match; open'
adds_up

test_ "a file that holds one match thousands of times takes as long as reading it: it is analysed once, under the first name"
short_match >once.mat
run convert -q --to sgf once.mat once.sgf
n=$(much 2500 500)
for _ in $(seq $n); do cat once.sgf; done >often.sgf
(ulimit -t $(much 5 2) && exec "$PROGRAM" analyze -q --level 0ply --report text --out often often.sgf) # 12 s or 2.4 s, when each was
equal "$?" 0
equal "$(ls often)" "$(printf 'collection.db\nindex.html\noften.txt')"
equal "$(ask often 'SELECT COUNT(*), MIN(number), MAX(number) FROM holds')" "$n|1|$n"
(ulimit -t $(much 5 2) && exec "$PROGRAM" analyze -q --fresh --level 0ply --report text --out often often.sgf)
equal "$?" 0
run db check --db often
status_is 0

test_ "copies of a match in one file are counted in a note, and in the log"
short_match >first.mat
short_match | sed 's/Wins 1/Wins 3/' >second.mat
for i in first second; do run convert -q --to sgf $i.mat $i.sgf; done
cat first.sgf second.sgf first.sgf first.sgf >twice.sgf
analyze --report none --out twice --log log.json twice.sgf first.sgf
status_is 0
err_has 'twice.sgf: of 4 matches 2 are copies of earlier ones in this file: analysed and counted once$'
equal "$(grep -c ': of 4' err)" 1
equal "$(python3 -c 'import json; print([(json.loads(l)["matches"], json.loads(l)["copies"]) for l in open("log.json")])')" '[(4, 2), (1, 0)]'
run db info --out twice
out_has '^Matches  *2$'
analyze --report none --out twice --fresh twice.sgf
err_has 'twice.sgf: of 4 matches 2 are copies'

finish
