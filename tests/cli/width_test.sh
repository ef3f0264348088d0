#!/usr/bin/env bash
# Tables fit 80 columns, whatever they hold: no row of any command is broken by the terminal, and what is left out is named.
. "$(dirname "$0")/lib.sh"
brief_demo

# wider FILE COLUMNS: the lines that take more.
wider() {
    python3 - "$1" "$2" <<'PY'
import sys, unicodedata
def columns(text):
    return sum(0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
for line in open(sys.argv[1], encoding="utf-8"):
    if columns(line.rstrip("\n")) > int(sys.argv[2]):
        print(columns(line.rstrip("\n")), line, end="")
PY
}

mkdir in
long=$(printf 'Wolfeschlegelsteinhausenbergerdorff%.0s' 1 2 3)
sed "s/O'Hara/山田太郎とその長い名前を持つ弟子たち/; s/Jörg Müller/Zo$(printf 'e\314\210') Łukasiewicz-Őrsi the Elder/" "$DEMO/semi-final.mat" >in/日本選手権準決勝の記録.mat
sed "s/O'Hara/$long/" "$DEMO/semi-final.mat" >in/b.mat
run analyze -q --level 0ply --out 報告 in
run convert -q --to sgf "$DEMO/semi-final.mat" other.sgf
sed 's/<p>/<p>x/' 報告/b.html >forged.html
start=4HPwATDgc/ABMA race=XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10 id=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10

# The words of a command for each that takes --width.
words() {
    case $1 in
    stats) echo "stats --db 報告 --by error-kind --format table" ;;
    errors | find) echo "$1 --db 報告" ;;
    study) echo "study --db 報告 --format table 山田太郎とその長い名前を持つ弟子たち" ;;
    report) echo "report --db 報告 --format table" ;;
    db) echo "db --db 報告 info --format table" ;;
    info) echo "info --format table in" ;;
    list) echo "list --format table in" ;;
    compare) echo "compare -q --level 0ply,1ply --format table in/b.mat" ;;
    levels | formats | glossary | schema) echo "$1" ;;
    config) echo "config --format table" ;;
    eval | cube) echo "$1 --format table --level 0ply $start" ;;
    hint) echo "hint --format table --level 0ply $id" ;;
    rollout) echo "rollout --format table --trials 36 --truncate 3 $start" ;;
    bearoff) echo "bearoff show --format table $race" ;;
    duel) echo "duel --a 0ply --b 1ply --games 2 --format table" ;;
    bench) echo "bench --tenths 1 --format table" ;;
    met) echo "met list --format table" ;;
    verify) echo "verify --format table forged.html 報告/b.html" ;;
    convert | analyze | transcribe | external | book) ;; # no table: a service, and files
    *) echo "?" ;;
    esac
}

test_ "the check counts columns as a terminal does"
printf '山田\nZo\314\210e\n' >two
equal "$(wider two 3 | wc -l) $(wider two 4 | wc -l) $(wider two 2 | wc -l)" "1 0 2"

test_ "no table of any command has a row of more than 80 columns, or than --width says"
run --help
tried=0
for command in $(sed -n 's/^  \([a-z]*\) .*/\1/p' out); do
    "$PROGRAM" "$command" --help 2>&1 | grep -q -- ' --width ' || continue
    call=$(words "$command")
    [ "$call" != '?' ] || wrong "$command has tables, and this test does not know how to ask for one"
    [ -n "$call" ] || continue
    for width in '' $(much 60 ''); do
        run $call ${width:+--width $width}
        [ "$status" -le 1 ] && [ -s out ] || wrong "$call: exit status $status, $(cat err)"
        equal "$call: $(wider out "${width:-80}")" "$call: "
        tried=$((tried + 1))
    done
done
[ "$tried" -ge 20 ] || wrong "only $tried tables"

test_ "texts keep to --width too, and without it they are as they are"
for call in "info in" "verify 報告/b.html" "study --db 報告 山田太郎とその長い名前を持つ弟子たち" "met show" "met show --score 2-7" \
    "errors --db 報告 --worst 2 --format text" "compare -q --level 0ply,1ply --format text in/b.mat" "bearoff show $race"; do
    run $call --width 40
    [ "$status" -eq 0 ] && [ -s out ] || wrong "$call: exit status $status, $(cat err)"
    # But for boards, tables (two blanks between cells), and a word that is longer than a line: a name, an ID.
    equal "$call: $(wider out 40 | sed 's/^[0-9]* *//' | grep -v '^[v^]*|\|-+ \|[^ ]   *[^ ]\|^[^ ]*$')" "$call: "
done
run met show --width 20
equal "$(wider out 20 | grep -v Rockwell)" ""
out_has '^1  *98.79$'
run verify 報告/b.html
equal "$(wc -l <out)" 2 # the verdict, and what would vouch for the rest
run met show -o wide.txt --terminal-width 40
"$PROGRAM" met show --width any >any.txt
same wide.txt any.txt

test_ "no ID is cut: it is dropped, or stands on a line of its own, once for all its rows"
for width in 30 80; do
    for call in "eval --level 0ply" "hint --level 0ply" "cube --level 0ply" "rollout --trials 36 --truncate 3"; do
        run $call --format table --width $width "$id" $start
        equal "$call: $(grep -cxF "$id" out) $(grep -cx "$start" out)" "$call: 1 1"
    done
done
run eval --format table --level 0ply --width any "$id" $start
out_has "^$id  "

test_ "names are not cut in their middle: a column less is shown"
sed "s/O'Hara/Louis XIV Schwarzenberger-Brandt/" "$DEMO/semi-final.mat" >names.mat
run analyze -q --level 0ply --out names names.mat
for width in 80 60; do
    run stats --db names --width $width
    out_has Schwarzenberger-Brandt
done

test_ "the table of verify says why, and that of db check what it found"
run verify --format table --width 60 forged.html
out_has 'differs.*report was'
run db --db 報告 check --format table
out_has '^Verdict: sound'

test_ "what is left out is named, and nothing is with room enough"
run stats --db 報告
out_has '^(not shown: '
out_has 山田太郎
run stats --db 報告 --width 400
! grep -q 'not shown' out || wrong "something is left out"
out_has 'Łukasiewicz-Őrsi the Elder'
test_ "a short name is whole at 80 columns: a column from the right goes before it breaks"
mkdir short
sed 's/Zoë & Max/Jörg Müller/' "$TOP/fixtures/demo/club-final.mat" >short/final.mat
cp "$TOP/fixtures/demo/semi-final.mat" short
run analyze -q --level 0ply --out names short
run stats -q --width 80 --db names
out_has '^<Bob> "Bee"  *1 '
out_has '^Jörg Müller  *[0-9] '
out_has '^(not shown: .*Result'
equal "$(wider out 80)" ""

finish
