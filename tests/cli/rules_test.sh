#!/usr/bin/env bash
# The rules of a session, given by the user: --jacoby, --beavers, --crawford, --cube-limit.
. "$(dirname "$0")/lib.sh"

cat >money.mat <<'MAT'
 Game 1
 Ann : 0                              Bob : 0
  1) 31: 8/5 6/5                       52: 13/11 13/8
  2)  Doubles => 2                      Takes
  3) 64: 24/14                         31: 8/5 6/5
  4)                                    Doubles => 4
  5)  Drops
      Wins 2 points
MAT

cat >match.mat <<'MAT'
 3 point match

 Game 1
 Ann : 0                              Bob : 0
  1) 31: 8/5 6/5                       52: 13/11 13/8
  2)  Doubles => 2                      Takes
  3)  Doubles => 4                      Drops
      Wins 2 points

 Game 2
 Ann : 2                              Bob : 0
  1) 31: 8/5 6/5                       52: 13/11 13/8
  2) 64: 24/14                          Doubles => 2
  3)  Drops
                                       Wins 1 point
MAT

# rules WORDS ARGS...: what the record has as its rules, with those words in it.
rules() {
    local words=$1
    shift
    run convert -v --to json "$@" -
    status_is 0
    grep '"rules"' out | grep -q -e "$words" || wrong "rules are $(grep '"rules"' out), expected $words"
}
crawford_games() { grep -o '"crawford_game": [a-z]*' out | sed 's/.*: //' | paste -sd ' '; }

test_ "money play follows the rules that are given"
rules '"jacoby": null, "beavers": true' money.mat
rules '"jacoby": true, "beavers": false' --jacoby yes --beavers no money.mat
err_has "played with by --jacoby; read as played without"
rules '"cube_limit": 2' --cube-limit 2 money.mat
rules '"cube": false' --cube-limit 1 money.mat
rules '"cube": true, "crawford": false, "jacoby": null' --cube-limit no --crawford yes money.mat

test_ "beavers once: a raccoon is not legal then, in what is read, asked and kept"
cat >raccoon.kbt <<'KBT'
names Ann, Bob
length 0
rules beavers no-raccoons
31: 8/5 6/5
double
beaver
KBT
sed 's/no-raccoons//' raccoon.kbt | cat - <(echo raccoon) <(echo take) >both.kbt
run transcribe raccoon.kbt -t dump
status_is 0
out_has 'rules cube crawford beavers no-raccoons\|rules .*beavers no-raccoons'
run convert --to dump both.kbt both.dump
status_is 0
for n in 1 01; do
    run convert --beavers $n --to dump both.kbt -
    err_has 'a beaver may not be raccooned'
    err_lacks 'without raccoons'
done
for n in 2 3 yes; do
    run convert --beavers $n --to dump both.kbt -
    same out both.dump
done
run convert --beavers 0 --to json money.mat -
out_has '"beavers": false'
for to in sgf ogxm kbt dump; do
    run convert --beavers 1 --to $to money.mat once.$to
    status_is 0
    rules '"beavers": true, "raccoons": false' once.$to
done
for to in mat gam snowietxt snowiepos; do
    run convert -v --beavers 1 --to $to money.mat once.$to
    err_has 'rule'
done
raccooned="XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10"
run hint --level 0ply "$raccooned"
out_has '[Rr]accoon'
run hint --level 0ply --beavers 1 "$raccooned"
status_is 0
out_lacks '[Rr]accoon'
for bad in maybe -1 1.5 ""; do
    run hint --beavers "$bad" "$raccooned"
    status_is 2
done
run analyze -q --level 0ply --beavers 1 --out once money.mat
run verify once/money.html
status_is 0
grep -q 'beavers, no raccoons' once/money.html || wrong "the page does not say that raccoons are not allowed"

test_ "the report says what is assumed"
run convert --to text money.mat -
out_has "no Jacoby rule (assumed: the source does not say)"
run convert --to text --jacoby no money.mat -
out_has "no Jacoby rule, beavers"
! grep -q assumed out || wrong "assumed"

test_ "a match without the Crawford rule has no Crawford game"
run convert --to json match.mat -
equal "$(crawford_games)" "false true"
run convert --to json --crawford no match.mat -
equal "$(crawford_games)" "false false"
run convert -o without.mat --crawford no match.mat
run convert --to json --crawford yes without.mat -
equal "$(crawford_games)" "false true"

test_ "the analysis is another one by other rules, and the collection follows"
analyzed() { run analyze --level 0ply --report json --out "$@"; status_is 0; }
analyzed o money.mat
cp o/money.json before
analyzed o --jacoby yes money.mat
err_has "1 new"
! cmp -s o/money.json before || wrong "the same figures"
analyzed o --jacoby yes money.mat
err_has "1 unchanged"
run db info --db o/collection.db
out_has "Matches          1"
run db check --db o/collection.db
status_is 0
analyzed o money.mat
same o/money.json before

test_ "what the owner says of a match stays when its file is read in another way, and back"
analyzed s match.mat
run db comment --out s 'match.html#g1m2' 'a hasty take'
run db set --event "My cup" --out s match.mat
analyzed s --names "Anna;Bob" match.mat
grep -q 'a hasty take' s/match.json || wrong "the comment is gone"
grep -q 'My cup' s/match.json || wrong "the event is gone"
grep -q 'Anna' s/match.json || wrong "the names are the old ones"
analyzed s match.mat
grep -q 'a hasty take' s/match.json || wrong "the comment is gone"
run db check --db s/collection.db
status_is 0

test_ "a merge leaves matches as they were read here"
analyzed t match.mat
analyzed u --names "P;Q" match.mat
run db merge --db t/collection.db u/collection.db
err_has '0 matches, 0 of them known'
err_has '1 match of files that were read otherwise here left out'
run db players --db t/collection.db
out_has Ann
run db check --db t/collection.db
status_is 0

test_ "a certificate says how the record was read, and verify repeats it"
analyze_page() { run analyze -q --level 0ply --out v "$@"; }
analyze_page --jacoby yes money.mat
run verify v/money.html
status_is 0
run verify --jacoby yes v/money.html money.mat
status_is 0
run verify v/money.html money.mat
status_is 1
out_has 'read otherwise: give verify --jacoby yes$'
run verify --beavers no v/money.html money.mat
status_is 1
analyze_page --jacoby yes --beavers no --names 'Anna;Bea' --set-event Final --fresh money.mat
run verify --beavers no --encoding utf-8 v/money.html money.mat
out_has 'give verify no --encoding, --jacoby yes, the same --names ... --set-event ...$'
run verify --beavers no --jacoby yes --names 'Anna;Bea' --set-event Final v/money.html money.mat
status_is 0
run verify --beavers no --jacoby yes --names 'Anna;Bea' --set-event final v/money.html money.mat
out_has 'give verify the same --names ... --set-event ...$'
analyze_page --jacoby yes --fresh money.mat
sed 's/read with jacoby yes/& Ann was lucky/' v/money.html >forged.html
run verify forged.html
status_is 1

test_ "corrections count before what the file says, and say so"
run convert -v --to mat --names "Anna;Bób" --set-date 2020-02-03 --set-event Final money.mat -
out_has "Anna : 0  *Bób : 0"
out_has 'EventDate "2020.02.03"'
out_has 'Event "Final"'
err_has '"Anna" by --names; the source has "Ann"'
err_has '"Final" by --set-event; the source has none'
run convert --to json --length 5 match.mat -
out_has '"length": 5'
equal "$(crawford_games)" "false false"
run convert --to json --length 0 match.mat -
out_has '"length": 0'
out_has '"beavers": true'
equal "$(crawford_games)" "false false"
run convert --names Ann money.mat -
status_is 2
analyzed c match.mat
analyzed c --names "Anna;Bób" match.mat
err_has "1 new"
grep -q Anna c/match.json || wrong "the names are the old ones"
run db check --db c/collection.db
status_is 0

test_ "positions follow them"
run hint --cube-limit 2 "XGID=---A-AA-------------aa--a-:0:0:1:00:0:0:0:0:10"
out_has "Double, take"
run hint --jacoby yes --json "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
run hint --jacoby maybe "4HPwATDgc/ABMA"
status_is 2
err_has "yes or no"
run hint --cube-limit 3 "4HPwATDgc/ABMA"
status_is 2
err_has "a power of two"

test_ "settings have them"
export XDG_CONFIG_HOME=$PWD/config
run config jacoby yes
rules '"jacoby": true' money.mat
rules '"jacoby": false' --jacoby no money.mat

finish
