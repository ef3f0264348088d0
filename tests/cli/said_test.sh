#!/usr/bin/env bash
# When matches were played, and what the owner of a collection says about them: `db set`, `db comment`, aliases.
. "$(dirname "$0")/lib.sh"
brief_demo

# ask QUERY: of the collection.
ask() { python3 -c 'import sqlite3, sys; print(*[c for r in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]) for c in r])' "${2:-kibitzer-report/collection.db}" "$1"; }

mkdir in
cp "$DEMO/club-final.mat" in/
sed '/EventDate/d; s/O.Hara/Cy/' "$DEMO/semi-final.mat" >"in/Club 2024_03_17 semi.mat"
sed '/EventDate/d; s/O.Hara/Di/; s/7 point match/7 point match/' "$DEMO/semi-final.mat" >in/none.mat
touch -d '2023-07-08 12:00 UTC' in/none.mat
run analyze -q --level 0ply --me 'Jörg Müller' --out undated in
run analyze -q --level 0ply --date-from mtime in

test_ "dates come from the file, else are guessed from its name, its own time is none unless it is asked for; guesses are marked"
equal "$(ask "select date, guess, guess_by from matches where stem like 'Club_2024%'" undated/collection.db)" 'None 2024-03-17 1'
equal "$(ask "select date, guess, guess_by from matches where stem = 'none'" undated/collection.db)" 'None None None'
grep -q '1 is not in the curve' undated/players/J*.html || wrong "the trend has what has no day"
python3 - undated/index.html <<'END' || wrong "an error without a day is among the newest"
import re, sys
table = re.search(r"Newest errors.*?</table>", open(sys.argv[1]).read(), re.S).group()
assert "2024-03-17" in table and "undated" not in table, table
END
equal "$(ask "select date from matches where stem = 'club-final'")" 2025-10-12
equal "$(ask "select date, guess, guess_by from matches where stem like 'Club_2024%'")" 'None 2024-03-17 1'
equal "$(ask "select date, guess, guess_by from matches where stem = 'none'")" 'None 2023-07-08 2'
grep -q '<span class="faint">≈[^<]*<span class="nw">2024-03-17</span></span>' kibitzer-report/index.html || wrong "the index does not mark a guess"
grep -q "≈.*2023-07-08" kibitzer-report/players/J*.html || wrong "the player's page does not mark a guess"

test_ "what lies in an archive has the day of its name, else of its own time as the archive gives it, in every time zone"
mkdir zip
python3 - "$DEMO/semi-final.mat" <<'END'
import io, sys, tarfile, zipfile
text = "".join(l for l in open(sys.argv[1]) if "EventDate" not in l)
def match(name): return text.replace("O'Hara", name).encode()
with zipfile.ZipFile("zip/all.zip", "w") as z:
    z.writestr(zipfile.ZipInfo("late.mat", (2021, 5, 6, 23, 30, 0)), match("Ed"))
    z.writestr(zipfile.ZipInfo("2020-02-03 early.mat", (2021, 5, 6, 0, 30, 0)), match("Flo"))
    z.writestr(zipfile.ZipInfo("timeless.mat"), match("Gus"))
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w:gz") as t:
        member = tarfile.TarInfo("deep.mat")
        member.size, member.mtime = len(match("Hal")), 1555555555
        t.addfile(member, io.BytesIO(match("Hal")))
    z.writestr(zipfile.ZipInfo("inner.tar.gz", (2021, 5, 6, 0, 0, 0)), inner.getvalue())
END
for zone in UTC Pacific/Auckland America/Los_Angeles; do
    TZ=$zone run analyze -q --level 0ply --date-from mtime --report none --out zip.out zip
    equal "$(ask 'select p.name, m.date, m.guess, m.guess_by from matches m join players p on p.id in (m.player0, m.player1) where length(p.name) < 4 order by p.name' zip.out/collection.db)" \
        'Ed None 2021-05-06 2 Flo None 2020-02-03 1 Gus None None None Hal None 2019-04-18 2'
    rm -r zip.out
done
run list zip --output list.tsv
run analyze -q --level 0ply --date-from mtime --report none --out zip.out --files-from list.tsv
equal "$(ask 'select count(*) from matches where guess_by = 2' zip.out/collection.db)" 2

test_ "a guess is not the date that --since asks for; groups of a year count it and say so"
run stats --since 2024 --until 2024 --json
err_has '2 matches have no date: they are in no figure that asks for one'
run stats --by year --player 'Jörg Müller' --json
equal "$(python3 -c 'import json; print([(g["group"], g["guessed"]) for g in json.load(open("out"))["groups"]])')" "[('2023', 1), ('2024', 1)]"
err_has '2 matches have no date. 2 are dated by the names or the times of their files (≈).'
grep -q '2 matches have no date. 2 are dated by the names or the times of their files' \
    kibitzer-report/players/J*.html || wrong "the trend does not say what it shows"

test_ "db set says when and where, pages follow, another run changes nothing"
run db set --date 2024-03-18 --event "Galaxy Cup" --place Oslo "in/Club 2024_03_17 semi.mat"
status_is 0
err_has '1 match changed'
err_has 'the pages in .*kibitzer-report are up to date'
equal "$(ask "select date, event, place from matches where guess_by = 1")" '2024-03-18 Galaxy Cup Oslo'
grep -q 'Galaxy Cup' kibitzer-report/Club_2024_03_17_semi.html || wrong "the page does not say it"
grep -q '2024-03-18' kibitzer-report/index.html || wrong "the index does not say it"
run analyze -q --level 0ply --date-from mtime --fresh in
equal "$(ask "select date, event from matches where guess_by = 1")" '2024-03-18 Galaxy Cup'
grep -q 'Galaxy Cup' kibitzer-report/Club_2024_03_17_semi.html || wrong "another run has forgotten it"
run db check
status_is 0
run db set --date tomorrow in/none.mat
status_is 2
run db set in/none.mat
status_is 2
err_has 'set: --date, --event or --place is expected'
run db set --event X nowhere.mat
status_is 1
err_has 'nowhere.mat: the collection knows no such file'

test_ "analyze --date changes a known match that has no date of its own"
run analyze --level 0ply --date 2023-07-09 in
status_is 0
err_has '1 match keeps what the file says of date, event or place; `kibitzer db set` changes it'
equal "$(ask "select date from matches order by date")" '2023-07-09 2023-07-09 2025-10-12'
run db set --date 2025-10-13 in/club-final.mat
equal "$(ask "select date from matches where stem = 'club-final'")" 2025-10-13

test_ "comments of one's own stand in every report, are kept over runs, and go when they are empty"
run db comment kibitzer-report/club-final.html#g2m6 'Hit from the bar first'
status_is 0
err_has 'comment saved'
grep -q 'Hit from the bar first' kibitzer-report/club-final.html || wrong "the page lacks the comment"
run db comment club-final 'A night to remember'
run analyze -q --level 0ply --date-from mtime --fresh in
for f in html json; do grep -q 'Hit from the bar first' kibitzer-report/club-final.$f || wrong "$f: another run has lost the comment"; done
run report -q --db kibitzer-report --out others --report sgf,text,md,csv,latex
for f in sgf txt md tex; do grep -q 'Hit from the bar first' others/club-final.$f || wrong "$f lacks the comment"; done
grep -q 'A night to remember' others/club-final.sgf || wrong "the comment on the match is missing"
run db comment club-final#g99m1 x
status_is 1
err_has 'the match has no decision g99m1'
run db comment nobody#g1m1 x
status_is 1
err_has 'no page of the collection has this name'
run db comment club-final
status_is 2
run db comment club-final#g2m6 ''
status_is 0
grep -q 'Hit from the bar first' kibitzer-report/club-final.html && wrong "the comment is still there"
run db check
status_is 0

test_ "marks of one's own stand in every report as the owner's, are kept over runs, and go with none"
run db mark kibitzer-report/club-final.html#g2m6 very-good
status_is 0
err_has 'mark saved'
run db mark club-final#g1m3 bad
run analyze -q --level 0ply --date-from mtime --fresh in
run verify kibitzer-report/club-final.html
status_is 0
run report -q --db kibitzer-report --out marked --report html,sgf,text,md,csv,json,tree
grep -q 'very good, says the owner' marked/club-final.html || wrong "the page lacks the mark"
grep -q '\[bad, says the owner\]' marked/club-final.txt || wrong "the text lacks the mark"
grep -q 'Moves marked very good by hand' marked/club-final.txt || wrong "nobody counts it"
grep -q '"owner_marks": {"move": "bad", "cube": null, "luck": null}' marked/club-final.json || wrong "JSON lacks it"
grep -q '"marked_by_hand": {"very_good": 1, "good": 0, "interesting": 0' marked/club-final.json || wrong "JSON does not count it"
grep -q 'TE\[2\]' marked/club-final.sgf || wrong "SGF lacks the good mark"
grep -q 'KT\[:mark:bad\]' marked/club-final.sgf || wrong "SGF lacks the bad mark, which is not the analysis's"
run convert --to dump marked/club-final.sgf
equal "$(grep -c '^      mark ' out)" 2
equal "$(cut -d, -f38- marked/club-final.csv | grep -c '"very good"')" 1
run db export-gnubg --db kibitzer-report marks.db
equal "$(ask 'select sum(good_moves) from matchstat' marks.db)" 1
run convert --to snippet --select g2m6 marked/club-final.sgf card.html
grep -q 'very good, says the author' card.html || wrong "the card of a marked play does not say so"
run errors --db kibitzer-report --kind chequer --worst 1 --json
worst=$(python3 -c 'import json; p = json.load(open("out"))["errors"][0]["places"][0]; print("%s#g%dm%d" % (p["page"].split(".")[0], p["game"], p["move"]))')
run db mark "$worst" interesting
run errors --db kibitzer-report --kind chequer --worst 1 --format text
out_has 'interesting, says the owner'
run db mark "$worst" none
run db mark club-final#g2m6 none
err_has 'your mark was removed'
run db mark club-final#g1m3 none
grep -q 'says the owner' kibitzer-report/club-final.html && wrong "the marks are still there"
for refused in 'club-final#g99m1 bad' 'nobody#g1m1 bad' 'club-final bad'; do
    run db mark $refused
    status_is 1
done
err_has 'club-final: a mark is of one decision; an address ends as in #g2m26'
run db mark club-final#g1m3 awful
status_is 2
err_has 'found "awful", expected very-bad, bad, doubtful, interesting, good, very-good or none'
run db check
status_is 0

test_ "not having doubled is marked beside the play of the roll: shown, counted, written and read"
run db mark club-final#g1m4 good
run db mark club-final#g1m4c very-bad
status_is 0
run db mark club-final#g1m1c bad
status_is 1
err_has 'the match has no decision g1m1c'
run verify kibitzer-report/club-final.html
status_is 0
run report -q --db kibitzer-report --out both --report html,sgf,text,json,dump,ogxm
tr -s ' \n' ' ' <both/club-final.txt | grep -q '\[good, says the owner\] \[no double: very bad, says the owner\]' || wrong "the text lacks one"
grep -q 'Cube decisions marked very bad by hand' both/club-final.txt || wrong "nobody counts it"
grep -q '"owner_marks": {"move": "good", "cube": "very bad", "luck": null}' both/club-final.json || wrong "JSON lacks one"
equal "$(grep -c '"marked_by_hand": {"very_good": 0, "good": 0, "interesting": 0, "doubtful": 0, "bad": 0, "very_bad": 1}' both/club-final.json)" 2
grep -q 'KT.*\[:undoubled-mark:very-bad\]' both/club-final.sgf || wrong "SGF lacks it"
for from in dump sgf ogxm; do
    run convert --to dump both/club-final.$from
    equal "$(grep -A2 '^      mark ' out | grep -o 'mark [a-z-]*' | tr '\n' ' ')" 'mark good mark very-bad '
done
run convert --to snippet --select g1m4 both/club-final.sgf card.html
grep -q 'no double: very bad, says the author' card.html || wrong "the card lacks it"
run db mark club-final#g1m4c none
run db mark club-final#g1m4 none
grep -q 'says the owner' kibitzer-report/club-final.html && wrong "the marks are still there"
printf '(;FF[4]GM[6]MI[length:5]PW[Ann]PB[Bo]\n;W[31hefe]\n;B[41ablp]BM[1]BC[2]\n;W[52mhxv]DC[])\n' >undoubled.sgf
run convert --to dump undoubled.sgf
equal "$(grep -o '[a-z-]*mark [a-z-]*' out | tr '\n' ' ')" 'mark bad undoubled-mark very-bad undoubled-mark doubtful '
run convert --to sgf undoubled.sgf
out_has 'BM\[1\].*BC\[2\]'
run analyze -q --level 0ply --report sgf,text --out undoubled undoubled.sgf
grep -q 'no double: doubtful, says the author' undoubled/undoubled.txt || wrong "the author's mark is not shown"
run convert --to dump undoubled/undoubled.sgf
equal "$(grep -o '[a-z-]*mark [a-z-]*' out | tr '\n' ' ')" 'mark bad undoubled-mark very-bad undoubled-mark doubtful '

test_ "the owner's mark takes the place of the author's, whose own it is to none"
run analyze -q --level 0ply --report text,json --out authors "$TOP/fixtures/sgf/marks.sgf"
grep -q '1. Ann 31: 8/5 6/5 \[good, says the author\]' authors/marks.txt || wrong "TE is not read as a mark"
grep -q 'Moves marked interesting by hand  *0  *1' authors/marks.txt || wrong "IT is not counted"
run db mark --out authors marks#g1m1 doubtful
run db mark --out authors marks#g1m4 none
run db mark --out authors marks#g1m10 good
status_is 1
err_has 'was not played'
grep -q '8/5 6/5 \[doubtful, says the owner\]' authors/marks.txt || wrong "the author's mark stays"
grep -q 'interesting' authors/marks.txt && wrong "none does not take the author's mark away"

test_ "--comment puts comments on decisions, in what is written and in the collection"
run convert --to sgf --comment g1m3=hello --comment 'g2m1=x = y' in/club-final.mat
out_has 'C\[hello\]'
out_has 'C\[x = y\]'
run convert --to sgf --comment g9m3=hello in/club-final.mat none.sgf
status_is 3
err_has 'comment g9m3: the match has no such decision'
run convert --to sgf --comment g1m3 in/club-final.mat
status_is 2
err_has 'expected ADDRESS=TEXT'
run analyze -q --level 0ply --report text --out talked in/club-final.mat
run analyze -q --level 0ply --report text --out talked --comment g1m3=aha in/club-final.mat
run analyze -q --level 0ply --report text --out talked --comment g1m3=aha --fresh in/club-final.mat
run analyze -q --level 0ply --report text --out talked --fresh in/club-final.mat
equal "$(grep -c '^> aha' talked/club-final.txt)" 1
run analyze -q --level 0ply --out talked --comment g1m99=aha in/club-final.mat
status_is 3
err_has 'comment g1m99'
run analyze --level 0ply --json --comment g1m3=aha in/club-final.mat
out_has '"comment": "aha"'

test_ "merging brings what was said, and what is said here stays"
run db comment club-final 'Theirs'
run analyze -q --level 0ply --report none --out mine in/club-final.mat
run db comment --db mine/collection.db club-final 'Mine'
run db merge --db mine/collection.db kibitzer-report/collection.db
status_is 0
equal "$(ask "select text from said where what like 'comment%' order by what" mine/collection.db)" 'Mine'
equal "$(ask "select date from matches where stem = 'club-final'" mine/collection.db)" 2025-10-13
run db check --db mine/collection.db
status_is 0

test_ "before strangers are counted as one there is a warning with the count, how to undo it, and the pages follow"
run db alias 'Jörg Müller' Cy
status_is 0
err_has 'warning: 1 match of "Cy" will count as those of "Jörg Müller", who has 2'
err_has 'warning: the two have played 1 match against each other'
err_has "kibitzer db alias --undo 'Cy' undoes it"
err_has 'the pages in .*kibitzer-report are up to date'
grep -q '>Cy<' kibitzer-report/index.html && ! grep -q 'players/Cy.html' kibitzer-report/index.html || wrong "the index still leads to Cy"
run db alias --undo Cy
status_is 0
grep -q 'players/Cy.html' kibitzer-report/index.html || wrong "the index does not lead to Cy again"

test_ "what is no match is refused once; later runs say it in one line and are clean, --fresh reads it again"
mkdir bad
cp in/club-final.mat bad/
echo '<html>' >bad/page.mat
run analyze --level 0ply --out bad.out bad
status_is 1
err_has 'page.mat:1:1: error'
run analyze --level 0ply --out bad.out bad
status_is 0
err_has '1 file is not a match, as an earlier run has said; --fresh reads it again'
err_lacks 'page.mat'
run analyze --level 0ply --fresh --out bad.out bad
status_is 1
err_has 'page.mat:1:1: error'
run db check --out bad.out
status_is 0

test_ "what fills a gap says where there is none; two players have two names"
run analyze --level 0ply --report none --event Gap --out gaps "$DEMO/semi-final.mat"
status_is 0
err_has '1 match keeps what the file says of date, event or place'
run analyze --level 0ply --report none --event 'Club night, semi-final' --out gaps2 "$DEMO/semi-final.mat"
err_lacks 'keeps what the file says'
run analyze --level 0ply --names 'Ann;Ann' --out gaps3 "$DEMO/semi-final.mat"
status_is 2
err_has 'expected two names that differ'

finish
