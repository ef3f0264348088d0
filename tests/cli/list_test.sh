#!/usr/bin/env bash
# Lists of files: made by `kibitzer list`, read by --files-from, divided into shares.
. "$(dirname "$0")/lib.sh"

mkdir -p matches/deep
for i in $(seq 12); do short_match | sed "s/Ann/Ann $i/" >matches/m$i.mat; done
short_match | sed 's/Ann/Deep/' >matches/deep/m1.mat # its stem is m1, too
echo "nothing to see" >matches/notes.md
analyze() { run analyze -q --level 0ply --report json "$@"; }

test_ "a list has size, SHA-256 and name of each file, in the order in which a command would read them"
run list matches
status_is 0
err_empty
equal "$(wc -l <out)" 14
out_has "^$(stat -c %s matches/m3.mat) $(sha256sum matches/m3.mat | cut -c 1-64) matches/m3.mat$"
run list --output all.list matches
status_is 0
out_empty
run list matches
same out all.list

test_ "what a list names is read as the folder is, notes that are no match too"
run convert -q --to dump --out from-folder matches
status_is 0
run convert -q --to dump --out from-list --files-from all.list
status_is 0
diff -r from-folder from-list >differences || wrong "$(head -3 differences)"
equal "$(ls from-list | grep -c '^m1\.2')" 1
run info --files-from - <all.list
status_is 0
equal "$(grep -c ': mat$' out)" 13

test_ "any name survives: blanks, quotes, line feeds, backslashes, bytes that are no UTF-8"
mkdir names
odd=$'names/a\nb\r \\n "c" \xff .mat'
cp matches/m1.mat "$odd"
cp matches/m2.mat 'names/ leading and trailing .mat '
cp matches/m3.mat names/-
run list names
status_is 0
equal "$(wc -l <out)" 3
cp out names.list
run convert -q --to dump --out names-out --files-from names.list
status_is 0
equal "$(ls names-out | wc -l)" 3
(cd names && "$PROGRAM" list . | sed 's| \./| |' >../bare.list && "$PROGRAM" info --files-from ../bare.list >../out 2>../err)
equal "$(grep -c ': mat$' out)" 3

test_ "plain lists: lines, lines of DOS, zero bytes, folders and archives among them"
tar cf names.tar -C matches m4.mat m5.mat
printf 'matches/m1.mat\n\nmatches/deep\nnames.tar' >plain
run info --files-from plain
status_is 0
equal "$(grep ': mat$' out | tr '\n' ' ')" "matches/m1.mat: mat matches/deep/m1.mat: mat names.tar/m4.mat: mat names.tar/m5.mat: mat "
printf 'matches/m1.mat\r\nmatches/m2.mat\r\n' >dos
run info --files-from dos matches/m3.mat
status_is 0
equal "$(grep -c ': mat$' out)" 3
find names -type f -print0 >zeros
run info --files-from zeros
status_is 0
equal "$(grep -c ': mat$' out)" 3
echo matches/gone.mat >>dos
run info --files-from dos
status_is 1
err_has 'matches/gone.mat: No such file'

test_ "shares by the list are those without it, and together they are one run"
analyze --out once matches
status_is 0
mv matches/m3.mat m3.mat # a task opens only what it has to
for i in 1 2 3; do
    analyze --out part$i --files-from all.list --shard $i/3
    if grep -q 'matches/m3.mat: error: cannot be read: No such file' err; then status_is 1; equal "${lost:-}" ''; lost=$i; else status_is 0; fi
done
mv m3.mat matches/
analyze --out part$lost --files-from all.list --shard $lost/3
status_is 0
for i in 1 2 3; do
    analyze --out plain$i --shard $i/3 matches
    status_is 0
    diff <(ls part$i/*.json) <(ls plain$i/*.json | sed s/plain/part/) >differences || wrong "$(cat differences)"
    equal "$(grep -c . <(ls part$i/*.json) | awk '{print ($1 < 13)}')" 1
done
run db merge -q --db all.db part1/collection.db part2/collection.db part3/collection.db
run db merge -q --db shares.db all.db
run db merge -q --db one.db once/collection.db
same shares.db one.db

test_ "a share that has no match is no failure"
grep deep all.list >deep.list
for i in 1 2 3 4; do
    analyze --out few$i --files-from deep.list --shard $i/4
    status_is 0
done
equal "$(ls few?/m1.json | wc -l)" 1

test_ "a file that has changed since the list was made is reported and not used, whatever its name"
sed -i 's/Deep/Dope/' matches/deep/m1.mat
run convert -q --to dump --out changed --files-from all.list
status_is 1
err_has 'matches/deep/m1.mat: error: not the file of the list: found [0-9]* bytes, SHA-256 [0-9a-f]*..., expected [0-9]*, '
equal "$(ls changed | wc -l)" 12
echo more >>matches/notes.md
run info --files-from all.list
err_has 'matches/notes.md: error: not the file of the list'
rm matches/notes.md
run info --files-from all.list
err_has 'matches/notes.md: error: cannot be read'

test_ "so is one that the collection knows by its old bytes"
analyze --out once --files-from all.list
status_is 1
err_has 'm1.mat: error: not the file of the list'

test_ "of an archive a task takes what its share has"
tar cf some.tar -C matches m1.mat m2.mat m3.mat m4.mat
run list some.tar
status_is 0
cp out tar.list
equal "$(cut -d ' ' -f 3 tar.list | tr '\n' ' ')" "some.tar/m1.mat some.tar/m2.mat some.tar/m3.mat some.tar/m4.mat "
sed '2d' tar.list >three.list
run info --files-from three.list
status_is 0
equal "$(grep -c ': mat$' out)" 3
for i in 1 2; do analyze --out tar$i --files-from tar.list --shard $i/2; status_is 0; done
equal "$(ls tar?/*.json | wc -l)" 4
tar cf some.tar -C matches m1.mat m3.mat
run info --files-from tar.list
status_is 1
err_has 'some.tar/m2.mat: error: cannot be read: its archive has changed'

test_ "a list that was damaged is refused line by line"
head -c -20 all.list >cut.list
run info --files-from cut.list
status_is 1
err_has 'cut.list:14: the list ends in the middle of a line'
sed '3s/^/x/' tar.list >odd.list
run info --files-from odd.list
err_has 'odd.list:3: expected size, SHA-256 and name as in the first line'
sed '1s/some/\\some/' tar.list >odd.list
run info --files-from odd.list
err_has 'odd.list:1: after a backslash'

test_ "what makes no sense is said"
run info --files-from none.list
status_is 3
err_has 'none.list: No such file'
run info --files-from - - </dev/null
status_is 2
run convert --to mat --files-from all.list
status_is 2
err_has 'use --out FOLDER'
run list -
status_is 2
run list
status_is 2
run analyze --json --files-from all.list
status_is 2
run analyze --watch --files-from all.list matches
status_is 2

finish
