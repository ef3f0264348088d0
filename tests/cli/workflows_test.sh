#!/usr/bin/env bash
# What it takes to do what people do: the commands of docs/workflows.md, run as they stand there.
. "$(dirname "$0")/lib.sh"
PATH=$(dirname "$PROGRAM"):$PATH

cp -r "$TOP/fixtures/season" season
sed -i '/^ Game 3/,$d' season/*.mat
mkdir downloads
cp season/round-1.mat downloads/
cp season/round-1.mat "downloads/round-1 (1).mat"
sed '/EventDate/d' season/round-2.mat >downloads/2022_03_12.mat
echo '<html><body>Please log in</body></html>' >downloads/final.mat

# workflow HEADING: its commands, one by one; the first that fails ends it. What they print goes to `printed`.
workflow() {
    awk -v heading="## $1" '$0 == heading { on = 1; next } /^## / { on = 0 } on' "$TOP/docs/workflows.md" |
        sed -n '/^```sh$/,/^```$/{/^```/d;p}' | sed 's/^kibitzer analyze/& --level 0ply/' >commands
    [ -s commands ] || wrong "docs/workflows.md has no commands for $1"
    rm -rf kibitzer-report
    bash -e commands >printed 2>err || wrong "$1: exit status $?: $(head -c 300 err)"
}

test_ "a club's season becomes a league table"
workflow "A club's season"
grep -q '<h1><bdi>Tuesday' league.html || wrong "the table has no title"
grep -q 'Elo' league.html || wrong "the table has no Elo"
for f in pdf csv; do
    run stats --event 'Tuesday*' --sort pr -o league.$f
    status_is 0
done
equal "$(head -c 5 league.pdf)" '%PDF-'
equal "$(sed -n 2p league.csv | cut -d, -f1)" 1

test_ "a pupil's ten worst cubes go on paper"
workflow "A pupil's ten worst cubes on paper"
equal "$(head -c 5 cubes.pdf)" '%PDF-'

test_ "a match becomes a forum post"
workflow "A forum post"
grep -q '^XGID=' post.txt || wrong "the post has no XGID"
grep -q '^ *1\. .*eq:' post.txt || wrong "the post has no candidates"

test_ "a year of downloads: copies once, guessed dates marked, what is no match said"
workflow "A year of downloads"
grep -q 'final.mat' err || wrong "what is no match is not said"
grep -q '≈[^<]*<span class="nw">2022-03-12' kibitzer-report/index.html || wrong "the guess is not marked"
grep -q '≈[^0-9]*2022' printed || wrong "what is dated by its name has vanished"
run db info --json
equal "$(python3 -c 'import json; d = json.load(open("out")); print(d["matches"], d["files"])')" "2 3"

test_ "a study plan says what costs most"
workflow "A study plan"
[ -s printed ] || wrong "nothing is printed"

test_ "a year becomes a book, on paper and for a reader"
workflow "A year as a book"
equal "$(head -c 5 mira.pdf)" '%PDF-'
equal "$(unzip -p mira.epub mimetype)" application/epub+zip

if heavy; then
    test_ "a file of commands does it all"
    workflow "A file of commands"
    equal "$(head -c 5 worst.pdf)" '%PDF-'
fi

finish
