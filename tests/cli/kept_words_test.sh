#!/usr/bin/env bash
# What stands around and between what readers look for: words, encodings, names; kept, and shown as people read them.
. "$(dirname "$0")/lib.sh"

test_ "chat behind the last result stays with the game that it follows"
printf 'Ann vs. Bo\nGridGammon\nSaturday, March 4, 2006\nMatch Length: 3\nVariant: Backgammon\n\nGame 1. 0-0/3\n1\t31: \n1\t31: 8/5, 6/5\n1\t\t41: \n1\t\t41: 24/23, 13/9\n2\tDouble to 2\n2\t\tPass\nAnn  wins 1 point.\nAnn: thanks for the match\n' >chat.sgg
run convert --to dump chat.sgg -
out_has 'Ann: thanks for the match'
sed 's/^Variant:/Crawford: maybe\n&/' chat.sgg >maybe.sgg
run convert --to dump maybe.sgg -
err_has 'maybe.sgg:5:11: warning: found Crawford "maybe", expected Yes or No'
out_has 'property "sgg" "Crawford" "maybe"'
{ printf 'Hi Bo,\n\nGame 1 was Ann vs. fate, see below.\n' && cat chat.sgg; } >mailed.sgg
run convert -q --to dump mailed.sgg -
out_has 'player 1 "Bo"'
out_has '^  comment "Hi Bo,.nGame 1 was Ann vs. fate, see below."'
out_has '1 drop'

test_ "what people wrote around an export of GNU Backgammon is kept, its own statistics are not remarks"
{
    echo "found this in my notes"
    cat "$TOP/fixtures/gnubgtext/gnubg-export.txt"
    echo "what do you think of game 1?"
} >around.txt
run convert --to dump around.txt -
out_has 'comment ".*found this in my notes'
out_has 'what do you think of game 1?'
! grep -qi 'statistics\|Rolls marked\|Snowie' out || wrong "statistics are a comment"

test_ "boards that were copied from GNU Backgammon's terminal are positions with their players, and words between them stay"
sed -n '/GNU Backgammon  Position ID/,/X: /p' "$TOP/fixtures/gnubgtext/gnubg-export.txt" | head -15 | sed 's/\(+     O: \).*/\1hape42/; s/\(+     X: \).*/\1007/' >board.txt
{
    echo "look at this"
    cat board.txt
    echo "and now this"
    cat board.txt
} >boards.txt
run convert --to dump boards.txt -
equal "$(grep -c 'player 0 "hape42"' out) $(grep -c 'player 1 "007"' out) $(grep -c '^match' out)" '2 2 2'
out_has 'look at this'
out_has 'and now this'
sed 's/^ GNU/GNU/' board.txt >trimmed.txt # copied without its first blank
run convert --to dump trimmed.txt -
equal "$(grep -c 'player 0 "hape42"' out) $(grep -c 'player 1 "007"' out) $(grep -c '^match' out)" '1 1 1'
sed 's/^/> /' board.txt >quoted.txt # in a mail
run convert --to dump quoted.txt -
out_has 'player 0 "hape42"'
grep -v 'Match ID' board.txt >no-match-id.txt
sed 's/   */ /g' board.txt >squeezed.txt
sed 's/^/| /' board.txt >behind-bars.txt
unexpand -a board.txt >tabs.txt
for file in no-match-id squeezed behind-bars tabs; do
    run convert -q --to dump $file.txt -
    equal "$file $(grep -c 'player 0 "hape42"' out) $(grep -c 'player 1 "007"' out) $(grep -c '^match' out)" "$file 1 1 1"
done

test_ "our own text report read back has its players, digits and all, each on his side; prose names no program"
printf ' 7 point match\n\n Game 1\n 007 : 2                          hape42 : 0\n  1) 31: 8/5 6/5                   41: 24/23 13/9\n' >agent.mat
run convert --to text agent.mat agent.txt
run convert --to dump agent.txt -
equal "$(grep '^  player' out | sort -u | tr '\n' ';')" '  player 0 "007";  player 1 "hape42";'
out_has '0 set-dice 31'
out_has '1 set-dice 41'
! grep -q '^  generator' out || wrong "a sentence about eXtreme Gammon is taken for a program"

test_ "XG's cubeless equities are figures of its analysis, no comment"
cat >cubeless.txt <<'END'
XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10

X:Player   O:Opponent
Score is X:0 O:0 7 point match
Cube: 1
X on roll, cube decision?

Analyzed in Rollout
Player Winning Chances: 54.00% (G:15.00% B:1.00%)
Opponent Winning Chances: 46.00% (G:12.00% B:0.50%)

Cubeless Equities: No Double=+0.200, Double=+0.350

Cubeful Equities:
       No double:     +0.250 (-0.050)
       Double/Take:   +0.300
       Double/Pass:   +1.000 (+0.700)

Best Cube action: Double / Take
END
run convert --to dump cubeless.txt -
out_has 'branch no-double .* cubeless 0.2000'
out_has 'branch double-take .* cubeless 0.3499'
! grep -q 'Cubeless Equities' out || wrong "the line is a comment as well"

test_ "SGF: a blank behind a colon changes nothing, CO[n] is a game without a cube"
printf '(;FF[4]GM[6]MI[length: 7][game :0][ws: 2][bs: 1]PW[Ann]PB[Bo]RU[Crawford];PL[W]CO[n]DI[31];W[31hefe];B[41ablp])' >co.sgf
run convert --to dump co.sgf -
out_has '^  length 7$'
out_has 'score 2 1$'
out_has '^  rules crawford$'
! grep -q 'property\|set-cube' out || wrong "the words are kept as if nobody knew them"
printf '(;FF[4]GM[6]MI[length:7,game:0,ws:1,bs:2]PW[Ann]PB[Bo];PL[W]CO[None]DI[31];W[31hefe])' >commas.sgf
run convert -q --to dump commas.sgf -
out_has '^  length 7$'
out_has 'score 1 2$'
! grep -q 'rules.*cube' out || wrong "CO[None] leaves the cube"
printf '(;FF[4]GM[6]MI[seven][foo:bar][ws:x]PW[Ann]PB[Bo];PL[W]CO[x]CV[2];W[31hefe])' >odd.sgf
run convert --to sgf odd.sgf -
out_has 'seven'
err_has 'odd.sgf:1:2: warning: found MI.seven., expected length, game, ws or bs'
err_has 'found MI.ws:x.'
err_has 'found "x" as the owner of the cube'
! grep -q 'found MI.foo' err || wrong "a fact of another program is none of ours"

test_ "encodings that switch alphabets are recognised by their escapes, and are read where they are named"
printf ' 3 point match\n\n Game 1\n \033$BK>7n\033(B : 0                          \033$BI=\033(B : 0\n  1) 31: 8/5 6/5                   42: 8/4 6/4\n' >jp.mat
for encoding in '' '--encoding iso-2022-jp'; do
    run convert $encoding --to dump jp.mat -
    out_has 'player 0 "望月"'
    out_has 'player 1 "表"'
done
run convert -v --to dump jp.mat -
err_has 'read as ISO-2022-JP'

test_ "no message is cut inside a character, whatever is quoted, and the caret stands below what it means"
for shift in '' a aa; do
    printf ' 3 point match\n\n Game 1\n Ann : 0                          Bo : 0\n%s%s\n  1) 31: 8/5 6/5                   42: 8/4 6/4\n' "$shift" "$(printf '望月正行%.0s' $(seq 30))" >long.mat
    run convert --to dump long.mat -
    iconv -f utf-8 -t utf-8 err >/dev/null || wrong "the message is not UTF-8 (shift \"$shift\")"
done

test_ "what programs write for each other is in no report; other words stand with the facts, not at the head of a game"
printf '(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]GS[M:18 12 20 14 0 0][C:3 1]XX[odd];W[31hefe];B[double];W[drop])' >gs.sgf
for format in text html md latex; do
    run convert --to "$format" gs.sgf -
    ! grep -q '18 12 20' out || wrong "$format has the statistics of another program"
    out_has 'odd'
done
run convert --to text gs.sgf -
equal "$(grep -n 'odd\|About this match' out | cut -d: -f2 | head -1)" 'About this match'
run convert --to sgf gs.sgf -
out_has 'GS\[M:18 12 20'

test_ "names of files that are not UTF-8 can be got back out of JSON"
python3 -c 'import os; os.rename(b"long.mat", b"K\xf6ln.mat")'
run info --json "$(printf 'K\366ln.mat')"
python3 -c 'import json, os; f = json.load(open("out")); f = f[0] if isinstance(f, list) else f["files"][0]; assert os.path.exists(os.fsencode(f["path"])), f' ||
    wrong "the name in JSON is not a file's"


test_ "dice may lack their colon in one column alone"
for line in '  1) 31: 8/5 6/5                   42 8/4 6/4' '  1) 31 8/5 6/5                   42: 8/4 6/4'; do
    printf ' 3 point match\n\n Game 1\n Ann : 0                          Bo : 0\n%s\n' "$line" >colon.mat
    run convert -q --to dump colon.mat -
    out_has '0 play 31 8/5 6/5'
    out_has '1 play 42 8/4 6/4'
done

test_ "a cube limit that is not a power of two is reported, and a word at the end of a result is shown whole"
printf '; [CubeLimit "3"]\n money session\n\n Game 1\n Ann : 0                          Bo : 0\n  1) 31: 8/5 6/5                   42: 8/4 6/4\n  2) 31: 6/5 8/5                   Wins… points\n' >limit.mat
run convert --to dump limit.mat -
err_has 'limit.mat:1:.*found a cube limit of "3", expected a power of two: the next lower one counts'
out_has 'cube limit 2'
cp out as-read.dump
run convert --to mat limit.mat once.mat
equal "$(grep -c CubeLimit once.mat) $(grep -c 'CubeLimit "3"' once.mat)" "1 1"
run convert --to dump once.mat -
same out as-read.dump
printf '; [CubeLimit "1024"]\n; [CubeLimit "64"]\n\n 0 point match\n\n Game 1\n Ann : 0                          Bo : 0\n  1) 31: 8/5 6/5\n' >two.mat
run convert --to mat two.mat once.mat
equal "$(grep CubeLimit once.mat)" '; [CubeLimit "64"]'
! grep -q 'after win.[^ a-zA-Z]' err || wrong "$(cat err)"

test_ "what an option caused is not a fault of the file in later runs"
mkdir -p once && printf ' 3 point match\n\n Game 1\n Ann : 0                          Bo : 0\n  1) 31: 8/5 6/5                   42: 8/4 6/4\n' >once/m.mat
run analyze -q -l 0ply --max-plies 1 --out once-out once
run analyze -l 0ply --out once-out once
status_is 0
err_has '1 new'

test_ "the length of a match is read in words and other languages where it is certain, and never passed over in silence"
headed() { # LINE: leaves h.mat, and what is found in "length" and err
    { echo " $1" && short_match | sed 1d; } >h.mat
    run info --json h.mat
    length=$(sed -n 's/^ *"length": \([0-9]*\),.*/\1/p' out)
}
while IFS='|' read -r header expected; do
    headed "$header"
    [ "$length" = "$expected" ] || wrong "$header: length $length, expected $expected"
    case $header in \;*) err_has 'the length is taken from' ;; *) err_empty ;; esac
done <<'END'
three point match|3
Twenty-one point match|21
Five Points|5
3 Punkte Match|3
7-Punkte-Match|7
Sieben-Punkte-Match|7
Match auf 7 Punkte|7
Partie en 7 points|7
match à sept points|7
match a 7 puntos|7
partita ai 9 punti|9
7ポイントマッチ|7
ματς 7 πόντων|7
матч до 7 очков|7
7 puanlık maç|7
7 pisteen ottelu|7
match til 7 point|7
zápas do 7 bodů|7
MATCH: 11 POINTS|11
First to seven|7
７ポイントマッチ|7
7点マッチ|7
7 分制|7
7포인트 매치|7
partida a 7 pontos|7
jogo de 7 pontos|7
7 poängsmatch|7
match till 7 poäng|7
kamp til 7 point|7
mecz do 7 punktów|7
7 pontos meccs|7
meci până la 7 puncte|7
ματς στους 7 πόντους|7
Playing to 7 points|7
; 7 point match|7
; [MatchLength "5"]|5
END
for header in 'best of 3' 'Best of five' 'Match 3' 'forty point match' 'Ann vs Bob 7 point match' '3rd match'; do
    headed "$header"
    equal "$length" 0
    err_has "h.mat:1:1: warning: \"$header\" does not say for certain how long the match is, expected \"n point match\""
done
headed 'Partie en sept points - finale'
equal "$length" 7
run convert --to mat h.mat -
out_has '^; finale'

test_ "a line that mentions another position anywhere in the analysis of one is a note"
for base in play cube rollout; do
    "$PROGRAM" convert -q --to dump "$TOP/fixtures/xgtext/$base.txt" - | grep -v comment >as-it-is.dump
    first=$(grep -nE '1\. |%' "$TOP/fixtures/xgtext/$base.txt" | head -1 | cut -d: -f1)
    last=$(grep -n '(-0' "$TOP/fixtures/xgtext/$base.txt" | tail -1 | cut -d: -f1)
    for note in '[XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:3:0:10]' 'XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:3:0:10 is the same with 43'; do
        for line in $first $((first + 1)) $((first + 2)) $last; do
            sed "${line}i$note" "$TOP/fixtures/xgtext/$base.txt" >noted.txt
            run convert -q --to dump noted.txt -
            out_has 'comment .*:1:43:'
            grep -v comment out >noted.dump
            same noted.dump as-it-is.dump
        done
    done
done

test_ "of a list of IDs nothing is lost: repeated ones, remarks between them, two without a blank"
x='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10' y='XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:3:0:10'
listed() { # TEXT POSITIONS COMMENTS
    printf '%b\n' "$1" >l.ids
    "$PROGRAM" convert --to dump l.ids - >out 2>err
    equal "$(grep -c '^match' out)" "$2"
    equal "$(sed -n 's/^  comment //p' out | tr -d '\n')" "$3"
}
listed "$x $x" 2 ''
listed "1. $x 2. $x 3. $y" 3 ''
listed "$x one $x two\n$y three $x four\n$x" 5 '"one""two""three""four"'
listed "first $x and then $y last remark" 2 '"first\nand then""last remark"'
listed "$x$y" 2 ''
listed "a $x b ${x/31/3X} c $y d" 2 '"a\nb""c\nd"'
listed "<a href=\"http://x/?$x\">$x</a>" 1 ''
"$PROGRAM" convert -q --to text "$DEMO/semi-final.mat" own.txt
equal "$("$PROGRAM" convert -q --to dump own.txt - | grep -c '^match')" "$(grep -c '^XGID=' own.txt)"

test_ "a record that is quoted in a mail is read as what was quoted, however long the answer, and the answer is kept"
answer() { for i in $(seq "$1"); do echo "This is line $i of an answer, which nobody quotes."; done; }
short_match | sed 's/Ann/Zoë \& Max/' >own.mat
"$PROGRAM" convert -q --to dump own.mat - | grep -v '^  comment' >own.dump
is_own() { # FILE
    "$PROGRAM" convert -q --to dump "$1" - 2>err | grep -v '^ *comment' >"$1.dump"
    same "$1.dump" own.dump
}
{ answer 3 && sed 's/^/> /' own.mat && answer 30; } >around.mat
{ sed 's/^/> > /' own.mat && answer 30; } >before.mat
{ answer 30 && sed 's/^/\&gt; /' own.mat; } >behind.mat
{ head -1 own.mat && sed '1d; s/^/>/' own.mat && answer 30; } >head-alone-is-not.mat
{ sed 's/^/> /; /2)/i\I would not double here.' own.mat && answer 30; } >between.mat
{ cat own.mat && answer 30 | sed 's/^/> /'; } >answer-quoted.mat
{ cat own.mat && answer 30 && echo '> nice match'; } >little-quoted.mat
for file in around before behind head-alone-is-not between answer-quoted little-quoted; do
    is_own $file.mat
    run convert -q --to dump $file.mat -
    out_has 'line 30 of an answer'
done
out_has '> nice match'
run convert -q --to dump between.mat -
out_has 'I would not double here'
for file in xgtext/cube.txt xgtext/play.txt idlist/mixed.txt snowiepos/three.txt gnubgtext/gnubg-export-position.txt; do
    { answer 3 && sed 's/^/> /' "$TOP/fixtures/$file" && answer 100; } >mail.txt
    equal "$("$PROGRAM" convert -q --to dump mail.txt - 2>err | grep -cE '^    [01] |^  player|^match')" \
        "$(grep -cE '^    [01] |^  player|^match' "$TOP/fixtures/${file%.txt}.dump")"
done
printf '(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo];W[31hefe]C[you wrote:\n> 3 point match\n> Game 1\n> A : 0     B : 0\n])' >quoting.sgf
run convert -q --to dump quoting.sgf -
out_has 'wrote:.n> 3 point match.n> Game 1'

finish
