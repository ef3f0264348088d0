#!/usr/bin/env bash
# Dates and times of day: as files give them, as they are written, and what is not decided.
. "$(dirname "$0")/lib.sh"

# match DATE-TAG...: a short match with these tags.
match() {
    printf '; [%s]\n' "$@"
    printf '\n 3 point match\n\n Game 1\n Ann : 0                          Bo : 0\n  1) 31: 8/5 6/5                   41: 24/23 13/9\n  2)  Doubles => 2                 Drops\n      Wins 1 point\n'
}
# facts FILE: the date and time that its dump has.
facts() { "$PROGRAM" convert --to dump "$1" - 2>err | sed -n 's/^  \(date\|time\) //p' | tr -d '"' | tr '\n' ' '; }

test_ "a date is yyyy-mm-dd however its file writes it, with its time of day aside"
match 'EventDate "16.12.2009"' >a.mat
equal "$(facts a.mat)" '2009-12-16 '
match 'EventDate "2006-03-04T20:15:33Z"' >a.mat
equal "$(facts a.mat)" '2006-03-04 20:15:33Z '
match 'Date "20091216"' 'Time "13:00"' >a.mat
equal "$(facts a.mat)" '2009-12-16 13:00 '
match 'Time "5 min each"' >a.mat
equal "$(facts a.mat)" ''
printf '(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]DT[Dec 16 2006 20:15];W[31hefe];B[double];W[drop])' >a.sgf
equal "$(facts a.sgf)" '2006-12-16 20:15 '
sed 's/^Startdate:.*/Startdate: 2006-03-04 20:15:33/' "$TOP/fixtures/tmg/take-and-pass.tmg" >a.tmg
equal "$(facts a.tmg)" '2006-03-04 20:15:33 '
sed 's|^Date: .*|Date: 11/27/26|' "$TOP/fixtures/gnubgtext/gnubg-export.txt" >a.txt
grep -q '^Date: 11/27/26' a.txt || wrong "the fixture has no place for a date"
equal "$(facts a.txt)" '2026-11-27 '

test_ "what may be two days stays text, with a note at its place, and is written as no date"
match 'EventDate "03/04/2009"' >b.mat
run convert -v b.mat b.sgf
err_has 'b.mat:1:15: note: found the date "03/04/2009", which could be either of two days'
grep -q 'DT\[' b.sgf && wrong "SGF has it as a date"
equal "$(facts b.sgf)" '03/04/2009 '
run convert b.mat c.mat
grep -q 'EventDate' c.mat && wrong ".mat has it as a date"
equal "$(facts c.mat)" '03/04/2009 '
run convert --json b.mat -
equal "$(python3 -c 'import json; m = json.load(open("out"))["match"]; print(m["date"], m["date_text"])')" 'None 03/04/2009'
run info --json b.mat
equal "$(python3 -c 'import json; m = json.load(open("out"))["files"][0]["matches"][0] if isinstance(json.load(open("out")), dict) else json.load(open("out"))[0]["matches"][0]; print(m["date"], m["date_text"])')" 'None 03/04/2009'
run convert --date 03/04/2009 a.mat c.mat
status_is 2
err_has 'may be two days'

test_ "days that the calendar does not have are refused in options, and kept with a warning in files"
match 'EventDate "2020.01.02"' >good.mat
for date in 31.02.2025 2025-99 2025-02-31 'last Tuesday' 'Feb 30 2024' 99/99/2024; do
    for option in set-date date; do
        run convert "--$option" "$date" good.mat out.mat
        status_is 2
        err_has "expected a date, as in 2025-03-01, 2025-03 or 2025"
    done
done
for date in 31.02.2025 2025-02-31 20250231 'Feb 30 2024' 99/99/2024 2025-13; do
    match "EventDate \"$date\"" >odd.mat
    run convert --to dump odd.mat -
    err_has "odd.mat:1:15: warning: found the date \"$date\", which the calendar does not have, expected yyyy-mm-dd: kept as text"
    equal "$(facts odd.mat)" "$date "
done
for date in 0000.00.00 'last Tuesday'; do # nobody said when
    match "EventDate \"$date\"" >odd.mat
    run convert --to dump odd.mat -
    err_lacks 'warning'
done

test_ "what is written is the format's own form"
match 'EventDate "Dec 16 2006"' >d.mat
run convert --to mat d.mat -
out_has '^; \[EventDate "2006.12.16"\]'
run convert --to sgf d.mat -
out_has 'DT\[2006-12-16\]'
printf '(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]DT[2009-12-16,17];W[31hefe];B[double];W[drop])' >e.sgf
run convert --to sgf e.sgf -
out_has 'DT\[2009-12-16,17\]'
run convert --date 16.12.2009 --to mat a.sgf -
out_has 'EventDate "2006.12.16"'
printf ' 3 point match\n\n Game 1\n Ann : 0                          Bo : 0\n  1) 31: 8/5 6/5                   42: 8/4 6/4\n' >f.mat
run convert --date 16.12.2009 --to mat f.mat -
out_has 'EventDate "2009.12.16"'

finish
