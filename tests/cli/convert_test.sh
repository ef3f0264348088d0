#!/usr/bin/env bash
# `kibitzer convert`, `info` and `formats` on our own matches.
. "$(dirname "$0")/lib.sh"
final=$DEMO/club-final.mat

cat >bad.mat <<'END'
 5 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 64: 24/14                   hello
END
printf '\000\001\002nothing of use' >junk.mat

test_ "what is played is known by --variation, by the file, or by plays that backgammon's start makes impossible"
cp "$DEMO/../mat/nackgammon-untagged.mat" untagged.mat
run convert -v --to dump untagged.mat -
out_has 'variant nackgammon'
err_has 'read as nackgammon, although the file does not name it'
run convert -v --to dump --variation nackgammon untagged.mat -
out_has 'variant nackgammon'
err_lacks 'read as'
{ echo '; [Variation "Backgammon"]'; cat untagged.mat; } >tagged.mat
run convert --to dump --variation nackgammon tagged.mat -
status_is 3
err_has 'found backgammon'
run convert --to dump --variation nackgammon "$DEMO/../oldmoves/unlimited.txt" -
out_lacks 'variant backgammon'

test_ "a file of which a part is refused is used, and the exit status says so"
printf '4HPwATDgc/ABMA:cIkKAAAAAAAA\n4HPwATDgc/ABM!:cIkKAAAAAAAA\n' >part.txt
run convert part.txt part.xgid
status_is 1
err_has 'part.txt:2:14: error: '
equal "$(wc -l <part.xgid)" 1
run info part.txt
status_is 1
run convert --to dump --out folder part.txt "$final"
status_is 1
file_there folder/part.dump
run analyze --level 0ply --out report part.txt
status_is 1
err_has 'a part of 1 file was refused'

test_ "one decision for a forum: by its address, else the costliest; what eXtreme Gammon's reader reads again"
run analyze -q --level 1ply --report dump --out forum "$DEMO/semi-final.mat"
run convert -q --candidates 9 --to forum --select g1m3 forum/semi-final.dump post.txt
status_is 0
equal "$(head -1 post.txt)" "XGID=-a----E-D---fD---c-e----B-:0:0:1:21:0:0:0:5:10"
equal "$(sed -n 3,4p post.txt)" "X:O'Hara   O:Jörg Müller
Score is X:0 O:0 5 pt.(s) match."
equal "$(grep -c '^ |.*|...|.*|' post.txt)" 11
equal "$(grep '^X to play\|^Pip\|^Cube' post.txt)" "Pip count  X: 162  O: 156 X-O: 0-0/5
Cube: 1
X to play 21"
run convert -q --candidates 9 --from xgtext --to forum post.txt again.txt
figures() { sed '/^kibitzer/,$d;/^$/d;s/ ([-+]0\.[0-9]*)$//' "$1"; } # differences are of equities that a post has rounded
same <(figures again.txt) <(figures post.txt)
differences_agree() { # to one in the last digit
    paste <(grep -o '([-+][0-9.]*)$' "$1" | tr -d '()') <(grep -o '([-+][0-9.]*)$' "$2" | tr -d '()') |
        awk '{ d = $1 - $2; if (NF != 2 || d > 0.0011 || d < -0.0011) bad = 1 } END { exit bad || NR < 2 }' || wrong "$1 and $2 have other differences"
}
differences_agree again.txt post.txt
run convert -q --to forum forum/semi-final.dump worst.txt
grep -q '^X on roll, cube action' worst.txt && grep -q '^Best Cube action: ' worst.txt || wrong "the costliest is not the cube"
grep -q '^Played: take[.] A take needs [0-9.]*% wins with a cube this live, and has' worst.txt || wrong "the post does not say why"
run convert -q --from xgtext --to forum worst.txt again.txt
same <(figures again.txt | sed /^Cubeless/d) <(figures worst.txt | sed /^Cubeless/d)
differences_agree again.txt worst.txt
printf '\nIt was 82.5%% there, 24.1%% here, 3.2%% elsewhere.\n' >>worst.txt
run convert -q --from xgtext --to json worst.txt remark.json
grep -q '"comment": "Played: take. A take needs .*\\nIt was 82.5% there, 24.1% here, 3.2% elsewhere."' remark.json || wrong "what follows the engine is not kept"
run info worst.txt
out_has 'analysed   kibitzer [0-9.]*'
run convert --to forum --select g9m3 forum/semi-final.dump none.txt
err_has 'no such place'
run convert --to forum "$DEMO/semi-final.mat" none.txt
err_has '--select names one'

test_ "a limit of the cube goes through every format that has a place for it, and is felt"
cat >limit.mat <<'END'
; [CubeLimit "2"]
; [Jacoby "On"]
; [Beaver "On"]

0 point match

 Game 1
 Ann : 0                               Bob : 0
  1) 31: 8/5 6/5                       42: 8/4 6/4
  2)  Doubles => 2                      Takes
  3) 61: 13/7 8/7                      61: 13/7 8/7
      Wins 2 points
END
for format in dump sgf ogxm transcript mat; do
    run convert --to $format --out limits limit.mat
    status_is 0
    run convert --to json limits/limit.${format/transcript/kbt} limit.json
    grep -q '"cube_limit": 2' limit.json || wrong "$format has lost the limit of the cube"
done
run convert --to text limit.mat limit.txt
grep -q 'beavers, cube limit 2' limit.txt || wrong "the report does not say the limit"
run analyze -q --level 0ply --report json --out limits limit.mat
equal "$(grep -c '"verdict"' limits/limit.json)" 3 # before the first roll, the double, the take; none with the cube at its limit

test_ "a beaver beyond the limit of the cube is a warning; near it the figures of beavers are kept"
sed 's/Takes/Beavers => 4/' limit.mat >beyond.mat
run convert --to dump beyond.mat beyond.dump
status_is 0
err_has 'the cube cannot be turned any higher'
sed 's/CubeLimit "2"/CubeLimit "4"/' beyond.mat >near.mat
run analyze --level 0ply --report dump,json --out near near.mat
status_is 0
err_lacks 'cannot be turned'
grep -q '^ *raises .* -$' near/near.dump || wrong "no figure of a beaver up to the limit"
run convert --to dump --out again near/near.dump
same near/near.dump again/near.dump
cat >ids.txt <<'END'
XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8
XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:0
END
run convert -v ids.txt ids.xgid
err_has 'ids.txt:2:50: note: the cube limit of this XGID is 0'
equal "$(cat ids.xgid)" "XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8
XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:10"
run hint --level 0ply "$(tail -1 ids.txt)"
err_has 'argument 1, character 50: note: the cube limit of this XGID is 0: read as no limit'
for limit in : :abc; do
    echo "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0$limit" >ids.txt
    run convert -v --to dump ids.txt -
    status_is 0
    err_has 'ids.txt:1:50: note: the last field of this XGID, .*: read as no limit'
    run hint --level 0ply "$(cat ids.txt)"
    status_is 0
    err_has 'read as no limit'
done

test_ "what a beaver cost is named beside the figures that do not count it"
run analyze -q --level 0ply --report text --out uncounted "$DEMO/sunday money.mat"
tr -s '\n ' '  ' <uncounted/sunday_money.txt >said.txt
equal "$(grep -o 'not counted: beavers -1\.4[0-9]* points' said.txt | wc -l)" 1

test_ "a beaver that is an error has figures and a reason of its own"
run analyze -q --level 0ply --report json,text,forum --out beaver "$DEMO/sunday money.mat"
equal "$(grep -h '^A beaver is' beaver/sunday_money.txt beaver/sunday_money_g2m10.forum.txt | sort -u)" \
    "A beaver is worth -2.446, a take -1.223, a pass -1.000."
equal "$(grep -B2 '^\* beaver' beaver/sunday_money.txt | cut -c 1-24 | sed "s, *\$,,")" "  pass    -1.000
  take    -1.223  0.223
* beaver  -2.446  1.446"
equal "$(python3 -c 'import json, sys
for g in json.load(sys.stdin)["games"]:
    for p in g["plies"]:
        if p["action"] == "beaver":
            print(p["replies"]["beaver"]["cost"], p["cube"]["why"])' <beaver/sunday_money.json)" \
    "1.44623 A beaver is worth -2.446, a take -1.223, a pass -1.000."

test_ "analyze writes a post for each error"
run analyze -q --level 0ply --report forum,html --out posts "$DEMO/semi-final.mat"
status_is 0
equal "$(find posts -name '*.forum.txt' | wc -l)" "$(grep -o '<details class="d a[01] err s[123][ "]' posts/semi-final.html | wc -l)"
equal "$(head -qn 1 posts/*.forum.txt | grep -c '^XGID=')" "$(find posts -name '*.forum.txt' | wc -l)"
equal "$(grep -L 'eq:\|Cubeful Equities' posts/*.forum.txt)" ""

test_ "a picture of an analysed decision is its card: what the snippet says, as text and as letters"
plain() { sed 's/<svg.*//;s/<desc>.*//;s/<[^>]*>/ /g' "$1" | sed "s/&#39;/'/g"; }
run convert -q --to snippet --select g1m3 forum/semi-final.dump card.html
for kind in svg png eps; do
    run convert --select g1m3 forum/semi-final.dump card.$kind
    status_is 0
    run convert --select g1m3 --no-analysis forum/semi-final.dump bare.$kind
    run convert --select g1m3 "$DEMO/semi-final.mat" never.$kind
    same bare.$kind never.$kind
done
"$PROGRAM" convert -q --to json forum/semi-final.dump card.json
{ read -r chances; read -r cost; } < <(python3 -c 'import json
moves = json.load(open("card.json"))["games"][0]["plies"][2]["moves"]
p = moves["candidates"][0]["probabilities"]
print("%.1f %.1f %.1f – %.1f %.1f %.1f" % tuple(100 * p[k] for k in ("win", "win_g", "win_bg", "lose", "lose_g", "lose_bg")))
print("Costs %.3f of equity" % moves["error"])')
[ -n "$chances" ] && [ -n "$cost" ] || wrong "JSON has no figures"
for words in "O'Hara to play 21" 'pips 162–156' 'XGID=-b----E-C---dF---d-e----A-:0:0:-1:21:0:0:0:5:10' '24/22 6/5' \
    "$chances" "$cost" 'Leaves 34 shots' 'Double, take' 'Themes: safe or bold'; do
    plain card.svg | grep -qF "$words" || wrong "the picture does not say: $words"
done
for words in "$cost" 'Leaves 34 shots' 'Themes: safe or bold, '; do
    plain card.html | grep -qF "$words" || wrong "the snippet does not say: $words"
done
grep -q '<text' bare.svg && ! grep -q 'textLength' bare.svg || wrong "the bare board has words"
size() { od -An -tu1 -j16 -N8 "$1" | awk '{ print ($1 * 256 + $2) * 65536 + $3 * 256 + $4, $5 * 16777216 + $6 * 65536 + $7 * 256 + $8 }'; }
equal "$(size bare.png)" "644 484"
equal "$(size card.png)" "$(sed -n '1s/.* width="\([0-9]*\)" height="\([0-9]*\)".*/\1 \2/p' card.svg)"
[ "$(size card.png | cut -d' ' -f2)" -gt 700 ] || wrong "the card is $(size card.png)"
head -1 card.eps | grep -qx '%!PS-Adobe-3.0 EPSF-3.0' || wrong "no EPS: $(head -1 card.eps)"
grep -q '^%%BoundingBox: 0 0 316 ' card.eps && grep -qF '(Themes: safe or bold, ' card.eps ||
    wrong "the EPS has no words"

test_ "a position's cube that a file gives by its equities alone has its proper action everywhere"
run convert -q "${DEMO%/demo}/xgtext/cube.txt" cube.svg
plain cube.svg | grep -qF 'Double, take' && plain cube.svg | grep -qF '+0.690' || wrong "the picture has no cube"
run convert -q --to text "${DEMO%/demo}/xgtext/cube.txt" cube.txt
grep -q 'Cube: Double, take\.' cube.txt || wrong "the report has no proper action"

test_ "without a font for its words the picture is the board, and that is said"
KIBITZER_FONTS=$PWD run convert --select g1m3 forum/semi-final.dump fontless.svg
status_is 0
err_has 'lost: the words and figures of the decision: no DejaVu font was found'
same fontless.svg bare.svg

test_ "one decision as a piece of HTML: board, caption and figures, nothing around it"
run convert -q --to snippet --select g1m3 forum/semi-final.dump piece.html
status_is 0
grep -q 'td .level{display:block}' piece.html || wrong "on a phone the level behind a figure is cut off"
equal "$(head -1 piece.html)" '<div class="kibitzer">'
equal "$(grep -c '<html\|<head>\|<script\|<link' piece.html)" 0
grep -q '; </title>' piece.html && wrong "the title breaks off"
for word in '<style>' '<p class="note">Arrows: ' '<svg xmlns' "O'Hara</bdi> to play 21" 'XGID=' 'class="movetable"' 'at the bottom'; do
    grep -qF "$word" piece.html || wrong "$word is missing"
done
python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('piece.html')" || wrong "it is not well-formed"
for class in movethemove played 'm[123]'; do # its own style marks what was done, and errors in red
    class=$(grep -o '<tr class="[^"]*' piece.html | grep -ow "$class" | head -1)
    grep -q "^\.kibitzer.*\.${class:-none}[,)].*{background:" piece.html || wrong "no row is $class, or no rule marks it"
done

test_ "an XGID becomes an OGID and the same XGID again"
echo 'XGID=-a----EaC---dE--ac-e----B-:0:0:1:64:0:2:0:7:10' >one.xgid
run convert one.xgid one.ogid
equal "$(cat one.ogid)" 17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:2:0:7:0
run convert one.ogid back.xgid
same back.xgid one.xgid

# A dump of a match to seven points: its head, then what follows it.
dump_to_seven() {
    printf '%s\n' 'kibitzer-dump 1' match '  format ""' '  length 7' '  variant backgammon' \
        '  rules cube crawford' '  player 0 "Ann"' '  player 1 "Bob"'
    cat
}

test_ "resignations that were refused or left open come back out of OGXM where they were"
dump_to_seven >offers.dump <<'END'
  game 1
    score 0 0
    1 resign 1
    0 refuse
    1 play 24 8/4 6/4
    0 resign 1
    1 refuse
    0 resign 2
    1 refuse
    0 play 35 8/3 6/3
    1 double 2
    0 take
    1 resign 1
    0 refuse
    1 play 66 24/18 24/18 13/7 13/7
    0 resign 3
    1 accept
    result 1 6 resigned
  game 2
    score 0 6
    0 play 13 8/5 6/5
    1 resign 2
    result - 0 none
end
END
run convert -q offers.dump offers.ogxm
status_is 0
run convert -q offers.ogxm back.dump
same <(grep '^    [01] \|^    result' back.dump) <(grep '^    [01] \|^    result' offers.dump)
run convert back.dump again.ogxm
same again.ogxm offers.ogxm
equal "$(grep -c 'resignation' err)" 0

test_ "chances of winning the match in an OGXM become equities by the file's own values, whatever its table"
dump_to_seven >table.dump <<'END'
  set "Elsewhere" thresholds 0 0 0
  game 1
    score 0 0
    0 play 13 8/5 6/5
    1 play 24 8/4 6/4
      note 0
        cube 0.1 -0.4 1 none level ply 2 cubeful
          branch no-double win 0.5 0.1 0.01 lose 0.1 0.01 cubeless - value 0.575
          branch double-take win 0.5 0.1 0.01 lose 0.1 0.01 cubeless - value 0.45
    0 play 24 8/4 6/4
      note 0
        cube 0.5 0.9 1 none level ply 2 cubeful
          branch no-double win 0.7 0.1 0.01 lose 0.1 0.01 cubeless - value 0.575
          branch double-take win 0.7 0.1 0.01 lose 0.1 0.01 cubeless - value 0.675
    result - 0 none
end
END
run convert -q table.dump table.ogxm
run convert -q table.ogxm back.dump
equal "$(awk '$1 == "cube" {printf "%.3f %.3f %.3f;", $2, $3, $4}' back.dump)" "0.100 -0.400 1.000;0.500 0.900 1.000;"

test_ "a replay of bgammon.org is written byte for byte as it was; with its losses from others"
run convert --to bgammon "$TOP/fixtures/bgammon/gammon-given-up.match" same.match
status_is 0
equal "$(cat err)" ""
same same.match "$TOP/fixtures/bgammon/gammon-given-up.match"
run convert "$final" final.match
status_is 0
err_has 'lost: '
run convert final.match final.dump
for offset in $(sed -n 's/^bgammon-replay 0*//p' final.match); do
    equal "$(tail -c +$((offset + 1)) final.match | head -c 2)" "i "
done

test_ "what a replay of bgammon.org cannot express is refused by name"
for refused in "mat/set-pos.mat:has a position that was set up" "mat/money-beaver.mat:found a money session" \
    "mat/nackgammon.mat:found another variant" "mat/truncated.mat:has no result"; do
    run convert "$TOP/fixtures/${refused%%:*}" refused.match
    status_is 3
    err_has "${refused#*:}"
    [ ! -e refused.match ] || wrong "a file was written"
done

test_ "without OUT and --to the record is printed as a dump"
run convert "$final"
status_is 0
out_has '^kibitzer-dump 1$'
out_has 'player 0 "Zoë & Max"'
err_empty

test_ "the extension of OUT chooses the format"
run convert "$final" final.sgf
status_is 0
file_there final.sgf
equal "$(head -c 2 final.sgf)" '(;'

test_ "mat -> sgf -> mat -> dump gives the same record"
for f in club-final.mat semi-final.mat "sunday money.mat"; do
    run convert -q "$DEMO/$f" a.dump
    run convert -q "$DEMO/$f" a.sgf
    run convert -q a.sgf a.mat
    run convert -q a.mat b.dump
    status_is 0
    equal "$(grep -vE '^  (format|generator)' a.dump | md5sum)" "$(grep -vE '^  (format|generator)' b.dump | md5sum)"
done

test_ "a dump reads back as the same dump"
run convert "$DEMO/league-round-4.sgf" l.dump
run convert l.dump m.dump
status_is 0
same l.dump m.dump

test_ "a name that looks like letters in another encoding stays as it is in a dump"
sed 's/^  player 0 .*/  player 0 "~{<:Ky2;~} +AOk-"/' m.dump >odd.dump
grep -q '~{<:Ky2;~}' odd.dump || wrong "the sample has no such name"
run convert odd.dump again.dump
status_is 0
cmp -s odd.dump again.dump || wrong "$(diff odd.dump again.dump)"

test_ "- is standard input and output"
run convert --from mat --to sgf - - <"$final"
status_is 0
same out final.sgf

test_ "content decides, not the extension"
cp "$final" final.pdf
run info final.pdf
status_is 0
out_has ': mat$'

test_ "convert reports the analysis that a file brought, as analyze --keep does, but for what needs an engine: themes, reasons and stakes"
without_stakes() {
    sed -Ez 's/,\n? *"stakes": \{[^}]*\}//g; s/,[ \n]for[ \n]money[ \n][^ \n]*[0-9]\././g
        s/[ \n]Gammon[ \n]value[ \n][0-9.]+,[ \n]opponent[^ \n]*s[ \n][0-9.]*[0-9](;[ \n]take[ \n]point[ \n][0-9.]+%[ \n]live,[ \n][0-9.]+%[ \n]dead[ \n]cube)?\.//g' "$1"
}
figures() { without_stakes "$1" | sed -E 's/("themes": )\[[^]]*\]/\1[]/; s/("why": )"[^"]*"/\1null/; /^Themes: /d; /^Glossary$/,$d; /^With [0-9.]*% wins.* worth [0-9.]* more\.$/d; s/,("[a-z -]*")?,("[^"]*")?,([a-z-]*,[0-9.]*,[0-9.]*,[0-9.]*.?)$/,,,\3/'; }
for to in json text csv html; do
    run convert -q --to $to "$DEMO/league-round-4.sgf"
    status_is 0
    cp out converted.$to
done
run analyze -q --keep --report json,text,csv,html --out kept "$DEMO/league-round-4.sgf"
equal "$(figures converted.json)" "$(figures kept/league-round-4.json)"
equal "$(figures converted.text)" "$(figures kept/league-round-4.txt)"
equal "$(figures converted.csv)" "$(figures kept/league-round-4.csv)"
grep -q '"total_moves": 0' converted.json && wrong "moves are not counted"
grep -q '"unforced_moves": [1-9]' converted.json || wrong "unforced moves are not counted"
grep -q 'Error rate.*not analysed' converted.text && wrong "the analysis is called missing"

test_ "marked cube decisions have gammon values and take points, as hint has them, in reports and dumps"
stakes() { tr -d ' ' <"$1" | grep -o -E '"(gammon_value|take_point_dead)":[0-9.]*'; }
tr '\n' ' ' <kept/league-round-4.json | grep -o '"cube": { *"xgid": "[^"]*"[^{}]*"no_double_evaluation": {[^{}]*{[^{}]*}[^{}]*}[^{}]*"double_take_evaluation": {[^{}]*{[^{}]*}[^{}]*}, *"stakes"' |
    grep -o 'XGID=[^"]*' >marked
[ -s marked ] || wrong "no cube decision has stakes"
run hint --level 0ply --json - <marked
equal "$(grep -c '"gammon_value"' kept/league-round-4.json)" "$(wc -l <marked)"
equal "$(stakes out | grep '"gammon_value"')" "$(stakes kept/league-round-4.json | grep '"gammon_value"')"
tr '\n' ' ' <kept/league-round-4.txt | grep -q 'Gammon value 0[.0-9]*, opponent' || wrong "the text has no gammon values"
run analyze -q --keep --report dump --out kept "$DEMO/league-round-4.sgf"
run convert -q --to json kept/league-round-4.dump
equal "$(stakes out)" "$(stakes kept/league-round-4.json)"

test_ "the IDs of cube decisions have no dice, those of rolls have them"
no_dice='XGID=[^:]*:[^:]*:[^:]*:[^:]*:\(00\|[DBR]\):'
equal "$(grep ',"cube","no double",' converted.csv | grep -c -v "$no_dice")" 0
equal "$(grep ',"move","play",' converted.csv | grep -c "$no_dice")" 0
grep -q ',"cube","no double",' converted.csv || wrong "no cube decision is listed"
grep -A2 '"cube": {' converted.json | grep '"xgid"' >cube_ids
equal "$(grep -c -v "$no_dice" cube_ids)" 0
grep -q "$no_dice" cube_ids || wrong "cube decisions have no IDs"
run analyze -q --level 0ply --thresholds 0.0001,0.0002,0.0003 --report text,html --out strict "$DEMO/club-final.mat"
grep -A 24 '^[0-9]*\. .*does not double' strict/club-final.txt | grep -m 1 '^XGID=' >cube_ids
equal "$(grep -c -v "$no_dice" cube_ids)" 0
grep -q "$no_dice" cube_ids || wrong "no missed double has an ID of its own"
grep -q '<details[^>]* id="g[0-9]*m[0-9]*c"' strict/club-final.html || wrong "no missed double has an ID of its own in HTML"

test_ "an analysis of our own that comes back in a dump keeps its statistics"
run analyze -q --level 0ply --report dump,text --out ours "$DEMO/semi-final.mat"
run convert -q --to text ours/semi-final.dump
status_is 0
content() { grep -v "^Read from\|^Game [0-9]*: from" "$1"; } # a dump has no chances where nobody could double
diff <(content out) <(content ours/semi-final.txt) >difference || wrong "$(head -5 difference)"

test_ "a result that a site capped is written into SGF as it was played and read back as the site had it"
cat >capped.mat <<'END'
 3 point match

 Game 1
 Ann : 0                             Bo : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2)  Doubles => 2                    Takes
  3) 65: 24/18 18/13                  21: 13/11 6/5
      Wins 3 point and the match
END
run convert -q capped.mat capped.sgf
run convert -q capped.mat before.dump
run convert -q capped.sgf after.dump
status_is 0
grep -q 'RE\[W+4R\]' capped.sgf || wrong "the result is $(grep -o 'RE[^;]*' capped.sgf)"
grep -vE '^  (format|generator)' before.dump >before
grep -vE '^  (format|generator)' after.dump >after
same before after

test_ "several matches in one file become one dump"
cat final.sgf "$DEMO/league-round-4.sgf" >two.sgf
run convert --to dump two.sgf
status_is 0
equal "$(grep -c '^match$' out)" 2
cp out two.dump
run info two.dump
out_has '2 matches'

test_ "where a format holds one match, several become numbered files"
run convert two.sgf two.mat
status_is 0
file_there two.m1.mat
file_there two.m2.mat
file_gone two.mat

test_ "several matches do not fit one document on stdout, and that is said"
run convert --to mat two.sgf
status_is 3
out_empty
err_has 'two.sgf: error: 2 matches'

test_ "an unknown format is a usage error"
run convert --to docx "$final"
status_is 2
err_has 'docx'
run convert --from docx "$final"
status_is 2
run convert "$final" final.docx
status_is 2
file_gone final.docx

test_ "trouble names file, line and column"
run convert bad.mat
err_has '^bad.mat:6:[0-9]*: '

test_ "a file of no known format is refused and nothing is written"
run convert junk.mat junk.sgf
status_is 3
err_has '^junk.mat:1:1: error: '
file_gone junk.sgf

test_ "a missing file is reported"
run convert nowhere.mat
status_is 3
err_has 'nowhere.mat: No such file'

test_ "a folder converts as a whole, names made safe and unique"
mkdir -p in/sub
cp "$final" "in/a b;c.mat"
cp "$final" in/x.mat
cp "$DEMO/semi-final.mat" in/sub/X.mat
cp "$final" "in/-x;rm.mat"
echo 'a note' >in/notes.md
run convert -q --to sgf --out converted in
status_is 0
equal "$(ls converted | tr '\n' ' ')" "X.sgf _x_rm.sgf a_b_c.sgf x.2.sgf " 
equal "$(ls | grep -c rm)" 0

test_ "a bad file among good ones is reported, the rest is done"
cp junk.mat in/
run convert -q --to dump --out dumped in
status_is 1
err_has 'in/junk.mat:1:1: error'
equal "$(ls dumped | wc -l)" 4

test_ "what a collection was made from is an input of whatever asks it"
cp "$DEMO/semi-final.mat" source.mat
run analyze -q --level 0ply --out asked source.mat
for command in "stats --format html" "errors --format csv" "book --format text" "study --format html"; do
    run $command --db asked $([[ $command = [bs]*[ky]\ * ]] && echo "O'Hara") -o source.mat
    status_is 3
    err_has 'source.mat: cannot be written: it is an input'
    cmp -s source.mat "$DEMO/semi-final.mat" || wrong "$command replaced it"
done
run stats --db asked --format html -o beside.html
status_is 0

test_ "an output folder that cannot be made is reported"
run convert --to dump --out junk.mat/x "$final"
status_is 3
err_has 'junk.mat: the folder cannot be made'

test_ "an input is never replaced, whatever its name as an output"
mkdir own && cp "$final" own/a.mat && ln -s a.mat own/link.mat
for out in own/a.mat ./own/../own/a.mat own/link.mat; do
    run convert -q own/a.mat $out
    status_is 3
    err_has 'cannot be written: it is an input'
done
run convert -q --to mat --out own own/a.mat
status_is 3
run analyze -q --level 0ply --report mat --out own own/a.mat
[ "$status" -ne 0 ] || wrong "the input was replaced by a report"
same own/a.mat "$final"

test_ "a file that may not grow is reported and not left behind"
(ulimit -f 4 && "$PROGRAM" convert -q "$final" grown.html 2>err)
status=$?
status_is 3
err_has 'grown.html: cannot be written: File too large'
equal "$(ls | grep -c '^grown')" 0

test_ "a pipe or a device is written to, not replaced"
mkfifo pipe
cat pipe >through &
run convert -q --to dump "$final" pipe
status_is 0
wait
[ -p pipe ] || wrong "the pipe is gone"
run convert -q "$final" direct.dump
same through direct.dump

test_ "cube analyses of .xg reach SGF, which wants match winning chances where .xg has equities"
run convert -q "$TOP/fixtures/xg/candlelight.xg" xg.dump
run convert -q "$TOP/fixtures/xg/candlelight.xg" xg.sgf
equal "$(grep -c '^ *cube ' xg.dump)" "$(grep -c 'DA\[E' xg.sgf)"

test_ "nothing half-written stays behind"
equal "$(find . -name '*.tmp' | wc -l)" 0

test_ "info shows players, length, score and games"
run info "$final"
status_is 0
out_has 'Zoë & Max - <Bob> "Bee"'
out_has '7 points'
out_has '2 - 7'

test_ "info --json is one document that says the same"
run info --json "$final" "$DEMO/semi-final.mat" junk.mat
status_is 1
if command -v python3 >/dev/null; then
    equal "$(python3 -c 'import json; d=json.load(open("out")); print(len(d), d[0]["matches"][0]["players"][0], d[0]["matches"][0]["score"], d[2]["errors"])')" \
        "3 Zoë & Max [2, 7] 1"
fi

test_ "info in other styles: a file a line as NDJSON, a match a line in tables; a file whole or not at all"
run info --format ndjson "$final" junk.mat "$TOP/fixtures/mat/two-matches.mat"
status_is 1
equal "$(wc -l <out)" 3
python3 -c 'import json
one, bad, many = map(json.loads, open("out"))
assert {d["schema"] for d in (one, bad, many)} == {"kibitzer/info/1"}
assert len(one["matches"][0]["match"]) == 32 != many["matches"][0]["match"]
assert (one["matches"][0]["length"], bad["matches"], bad["errors"]) == (7, [], 1)
assert len(many["matches"]) > 1' || wrong "NDJSON: $(cut -c1-300 out)"
run info --format csv "$final" junk.mat
equal "$(sed -n 's/^"junk.mat"//p' out | tr -d '\r')" ",,,,,,,,,,,,,,,,0,1"
[ "$(awk 'NR == 2' out | cut -d, -f4)" = '"Zoë & Max"' ] || wrong "CSV: $(cat out)"
run info --format table --width 60 "$final" "$DEMO"
equal "$(python3 -c 'print(max(len(line) for line in open("out", encoding="utf-8").read().split("\n")) <= 60)')" True
run info --output none/all.ndjson "$final"
status_is 3
err_has 'none/all.ndjson: cannot be written'
run info --output all.ndjson "$final" junk.mat
status_is 1
out_empty
equal "$(wc -l <all.ndjson)" 2

test_ "NDJSON has a match a line, of many files in one; each is the JSON of the match"
printf ' 3 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/4\n' >broken.mat
run convert -q --to ndjson "$DEMO" "$TOP/fixtures/mat/two-matches.mat" broken.mat junk.mat -
status_is 1
run convert -q --to ndjson "$DEMO" "$TOP/fixtures/mat/two-matches.mat" broken.mat all.ndjson
status_is 0
out_empty
equal "$(wc -l <all.ndjson)" 7
run convert -q --to json broken.mat
python3 -c 'import json
lines = [json.loads(line) for line in open("all.ndjson")]
assert lines[-1] == json.load(open("out"))
assert {d["schema"] for d in lines} == {"kibitzer/match/1"}
assert [d["match"]["warnings"] == [] for d in lines] == [True, True, True, True, True, False, False]
assert any("does not fit the roll" in w["message"] for w in lines[-1]["match"]["warnings"])' || wrong "$(tail -1 all.ndjson | cut -c1-900)"
run convert -q --to ndjson "$DEMO" nosuch/all.ndjson
status_is 3
file_gone nosuch
run convert -q --to json "$DEMO" -
status_is 2
run analyze -q --level 0ply --to ndjson "$DEMO/semi-final.mat" "$TOP/fixtures/mat/two-matches.mat"
status_is 0
equal "$(wc -l <out)" 3
head -1 out >first
run analyze -q --level 0ply --json "$DEMO/semi-final.mat"
python3 -c 'import json; assert json.load(open("first")) == json.load(open("out"))' || wrong "the line is another document"
file_gone kibitzer-report

test_ "control characters of a file do not reach the terminal"
sed 's/Zoë/\x1b[31mZ/' "$final" >esc.mat
run info esc.mat
equal "$(grep -c "$(printf '\033')" out err | tr '\n' ' ')" "out:0 err:0 "

test_ "formats lists readers and writers"
run formats --width 200
status_is 0
for f in mat sgf dump json text html; do out_has "^$f "; done
out_has '^mat .* jellyfish xg$'
out_has '^xg  *yes  *no  *match '

test_ "what a format cannot carry is listed on stderr, unless quiet"
run convert --to snowietxt "$final" -
status_is 0
err_has 'final.mat: note: lost: .*facts about the match'
run convert -q --to snowietxt "$final" -
equal "$(wc -c <err)" 0
run convert --to dump "$final" -
[ "$(grep -c lost err)" -eq 0 ] || wrong "a dump loses nothing"

test_ "a quotation mark in a tag of a .mat may have a backslash before it"
event() { grep -a '^  event ' "$1"; }
sed 's/^; \[Event .*/; [Event "The \\"Big\\" Cup, C:\\\\x"]/' "$DEMO/semi-final.mat" >tagged.mat
run convert -q --to dump tagged.mat tagged.dump
equal "$(event tagged.dump)" '  event "The \"Big\" Cup, C:\\\\x"'
run convert -q --to mat tagged.dump again.mat
equal "$(grep -a Event again.mat | head -1)" '; [Event "The "Big" Cup, C:\\x"]'
sed 's/^; \[Event .*/; [Event "a \\\\" b"]/' "$DEMO/semi-final.mat" >tagged.mat # the backslash itself
run convert -q --to dump tagged.mat tagged.dump
equal "$(event tagged.dump)" '  event "a \\\" b"'
run convert -q --to mat tagged.dump again.mat
equal "$(grep -a Event again.mat | head -1)" '; [Event "a \\" b"]'

test_ "a player whose name begins like a numbered line is read back from a .gam"
cat >numbered.gam <<'EOF'
 12) x                              Bob
  1) 31: 8/5 6/5                    62: 24/18 13/11
  2) 62: 24/18 13/11                Doubles => 2
  3)  Drops                         Wins 1 point
EOF
run convert --to dump numbered.gam numbered.dump
status_is 0
equal "$(wc -c <err)" 0
equal "$(grep -a player numbered.dump | tr -d '\n')" '  player 0 "12) x"  player 1 "Bob"'
run convert -q --to gam numbered.dump back.gam
run convert -q --to dump back.gam back.dump
same numbered.dump back.dump

test_ "dice set for a position become a roll in a .mat, and that is said"
echo '4HPwATDgc/ABMA:UQkJAAAAAAAA' >dice.txt
run convert --to mat dice.txt -
err_has 'lost: 1 roll set by hand$'
run convert --to gam dice.txt -
err_has 'lost: .*1 roll set by hand'
run convert --to sgf dice.txt -
[ "$(grep -c 'set by hand' err)" -eq 0 ] || wrong "SGF has a word for dice that were set"

test_ "what is lost of an analysis is named by kind"
run convert --to csv "$TOP/fixtures/sgf/rollouts.sgf" -
err_has "lost: .*[0-9] rollouts' details"

test_ "names in CSV are as they are, unless they shall be safe in a spreadsheet"
sed "s/O'Hara/-Ann/" "$DEMO/semi-final.mat" >dash.mat
run convert -q --to csv dash.mat
equal "$(sed -n 2p out | cut -d, -f1)" '"-Ann"'
run convert -q --to csv --csv-safe dash.mat
equal "$(sed -n 2p out | cut -d, -f1)" "\"'-Ann\""

test_ "several matches in one CSV have one line of names"
run convert --to dump "$DEMO/semi-final.mat" one.dump
run convert --to dump "$final" two.dump
cat one.dump two.dump >both.dump
run convert both.dump both.csv
status_is 0
equal "$(grep -c '^player_0,' both.csv)" 1
equal "$(wc -l <both.csv)" "$(($(run convert --to csv one.dump -; wc -l <out) + $(run convert --to csv two.dump -; wc -l <out) - 1))"

test_ "a style that the format does not know is refused, and nothing is written"
run convert --style print "$final" print.mat
status_is 2
err_has 'expected jellyfish, xg'
run convert --style xg "$final" xg.json
status_is 2
err_has 'json has no variants'
[ ! -e print.mat ] && [ ! -e xg.json ] || wrong "something was written"
run convert --style XG "$final" xg.mat
status_is 0
grep -q 'Variation "Backgammon"' xg.mat || wrong "not in the style of XG"

test_ "a play that cannot be made gets one warning"
printf '(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b];W[31hefe];B[42lpjl];W[42hd])' >unplayable.sgf
run convert unplayable.sgf unplayable.mat
equal "$(grep -c 'cannot be executed' err)" 1

test_ "--out - is no folder"
run convert --to sgf --out - "$DEMO/semi-final.mat"
status_is 2
[ ! -e ./- ] || wrong "there is a folder -"

test_ "the name of an output decides its format: extensions of two parts, a second extension of a format, no other"
cp "$DEMO/club-final.mat" m.mat
run convert m.mat o.snowie.txt
grep -q '^ 7 point match' o.snowie.txt || wrong "o.snowie.txt is not a Snowie text"
run convert --select g1m3 m.mat o.forum.txt
grep -q '^XGID=' o.forum.txt || wrong "o.forum.txt is not a text for forums"
run convert --select g1m3 m.mat o.Snippet.HTML
grep -q '^<div class="kibitzer">' o.Snippet.HTML || wrong "o.Snippet.HTML is not a piece of HTML"
run convert --select g1m3 m.mat o.snowiepos.txt
run convert --select g1m3 --to snowiepos m.mat s.txt
same o.snowiepos.txt s.txt
run convert m.mat o.gvab
status_is 0
run convert m.mat o.ogxm
same o.gvab o.ogxm
for name in o.xyz o.txt.xyz o. o; do
    run convert m.mat "$name"
    status_is 2
    file_gone "$name"
done
{ cat m.mat; printf '\n'; cat m.mat; } >two.mat
run convert two.mat t.snowie.txt
file_there t.m1.snowie.txt
file_there t.m2.snowie.txt

test_ "names of outputs keep letters of all alphabets, and signs do not get into them"
mkdir letters
cp m.mat 'letters/Köln 日本語.mat'
cp m.mat 'letters/КУБОК★.mat'
cp m.mat 'letters/кубок★.mat'
run convert --to sgf --out letters.out letters
file_there 'letters.out/Köln_日本語.sgf'
file_there 'letters.out/КУБОК___.sgf'
file_there 'letters.out/кубок___.2.sgf'

test_ "pages have names in all alphabets too, their links lead there, and the collection is sound"
run analyze -q --level 0ply --out pages letters
status_is 0
grep -q 'href="[^"]*K%C3%B6ln_%E6%97%A5%E6%9C%AC%E8%AA%9E.html' pages/index.html || wrong "the index does not link to the page"
run db check --out pages
status_is 0

test_ "--out beside the inputs: they are read, none is replaced, outputs of an earlier run are no inputs"
mkdir beside
cp m.mat beside/
(cd beside && "$PROGRAM" convert --to sgf --out . . >../out 2>../err)
status=$?
status_is 0
file_there beside/m.sgf
cp beside/m.sgf m.sgf
(cd beside && "$PROGRAM" convert -v --to sgf --out . . >../out 2>../err)
status=$?
status_is 0
err_has 'm.mat: not converted: ./m.sgf already exists'
err_has 'm.sgf: already in . as sgf'
same beside/m.sgf m.sgf
equal "$(ls beside | tr '\n' ' ')" 'm.mat m.sgf '
cp beside/m.sgf beside/a.sgf
for format in ogxm mat; do
    for round in once twice; do
        (cd beside && "$PROGRAM" convert -q --to $format --out . .) || wrong "$round, $format: exit status $?"
        (cd beside && md5sum -- *) >$round
    done
    same once twice
done

test_ "names of outputs are made by a pattern, each once, and an unknown field is refused"
mkdir named_in
short_match >named_in/a.mat
short_match >named_in/b.mat
printf '; [EventDate "2025.10.12"]\n' | cat - named_in/a.mat >named_in/c.mat
run convert --to sgf --out named --name '{date} {player0}-{player1} {length}p' named_in
status_is 0
equal "$(ls named | tr '\n' ' ')" '2025-10-12_Ann-Bob_3p.sgf Ann-Bob_3p.2.sgf Ann-Bob_3p.sgf '
run convert --to sgf --out named --name '{name} of {event}/{round}' named_in/a.mat
status_is 0
file_there 'named/a_of.sgf'
for forbidden in 'con{round}=con_' 'a:b<c>|{round}*?"\d=a-b-c------d' '{round}.dots..=_dots__' '.{round}.=__' 'lpt1 {round} =lpt1_'; do
    rm -rf named
    run convert -q --to sgf --out named --name "${forbidden%=*}" named_in/a.mat
    equal "$(ls named)" "${forbidden##*=}.sgf"
done
run convert --to sgf --out named --name '{winner}' named_in
status_is 2
err_has 'found {winner}, expected {date}'
run convert --to sgf --out named --name '{date' named_in
status_is 2
err_has 'found { without }'
run convert --name '{date}' named_in/a.mat x.sgf
status_is 2

finish
