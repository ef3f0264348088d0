#!/usr/bin/env bash
# Every command's JSON is what its schema in docs/ says, and nothing that the schema does not name.
. "$(dirname "$0")/lib.sh"
brief_demo
roll=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
cube=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10
owned=XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10
held=XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10
race=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:31:0:0:0:0:10
doubled=XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10
beavered=XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10

# judged NAME FILE WORDS...: FILE is to fit docs/NAME.schema.json. All are judged at once, at the end; WORDS are how it came about.
judged() {
    mkdir -p "answers/$1"
    cp "$2" "answers/$1/$(ls "answers/$1" | wc -l) $(echo "${@:3}" | tr '/\n' '__' | head -c 150)"
}

# fits NAME COMMAND ARGS...: what it prints with --json is to fit docs/NAME.schema.json.
fits() {
    run "${@:2}" --json
    status_is 0
    judged "$1" out "${@:2}"
}
document() { fits "$1" "$@"; }

test_ "the check finds what is missing, of another type and not named"
schema='{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": ["number", "null"]}}, "required": ["a"]}'
echo "$schema" >schema.json
check() {
    echo "$1" >document.json
    python3 "$TOP/tests/cli/check_document.py" schema.json document.json >found
    equal "$?" "$2"
}
check '{"a": 1, "b": null}' 0
check '{"b": 1}' 1
check '{"a": "1"}' 1
check '{"a": 1, "c": 2}' 1
check '[]' 1
schema='{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"], "examples": ["y"]}}}'
echo "$schema" >schema.json
check '{}' 1
schema=${schema/\"y\"/\"x\"}
echo "$schema" >schema.json
check '{}' 0

test_ "examples are what their schemas say"
pairs=()
for schema in "$TOP"/docs/*.schema.json; do
    pairs+=("$schema" --)
done
python3 "$TOP/tests/cli/check_document.py" "${pairs[@]}" >faults || wrong "$(cat faults)"

test_ "docs/examples has an answer for every schema, and nothing else"
pairs=()
for schema in "$TOP"/docs/*.schema.json; do
    pairs+=("$schema" "$TOP/docs/examples/$(basename "$schema" .schema.json).json" --)
done
python3 "$TOP/tests/cli/check_document.py" "${pairs[@]}" >faults 2>&1 || wrong "$(cat faults)"
equal "$(ls "$TOP"/docs/examples | wc -l)" "$(ls "$TOP"/docs/*.schema.json | wc -l)"

if heavy; then
    test_ "they are what the program answers (after a change: make schemas)"
    mkdir examples
    BUILD=$TOP/${BUILD:-build/release} "$TOP/tools/document_examples.sh" examples 2>faults || wrong "$(cat faults)"
    for file in "$TOP"/docs/examples/*; do
        [ "$(basename "$file")" = bench.json ] || same "examples/$(basename "$file")" "$file" # how fast this machine is
    done
fi

test_ "the columns of CSV are those that the schema lists"
# columns NAME COMMAND ARGS...: the first line of its CSV is to be a list x-csv of docs/NAME.schema.json.
columns() {
    run "${@:2}" --format csv
    printf '%s\t%s\t%s\n' "$1" "$(head -1 out | tr -d '\r')" "${*:2}" >>columns
}
sed '/^ Game 3/,$d' "$DEMO/semi-final.mat" >short.mat
run analyze -q --level 0ply --report none --out short short.mat
for question in stats 'stats --by phase' errors find "study O'Hara" 'db info' 'db players' 'db check' 'db duplicates' 'db classify' \
    'db alias --suggest' 'db alias Ann Bob' 'db alias --undo Bob' 'db set --event Open short.mat' 'db comment short#g1m1 good' \
    'db export --decisions all.csv' 'db export-gnubg all.db' 'db merge short' 'db forget short.mat'; do
    columns "${question%% *}" $question --db short
done
columns league stats --sort pr --db short
for command in "eval --level 0ply $race" "hint --level 0ply $roll" "cube --level 0ply $cube" "rollout --trials 1 $race" "bearoff show $race" \
    formats levels glossary config 'bench --tenths 1' 'met list' 'met show --away 3' 'met show --score 3-5' 'met convert --score 3-5 --emg 0' \
    'duel --a 0ply --b 0ply --games 2' 'info short.mat' 'compare --level 0ply short.mat' 'verify short.mat' 'list short.mat'; do
    columns "${command%% *}" $command
done
columns temperature hint --level 0ply --temperature $roll
columns scores hint --level 0ply --scores $roll
columns bearoff-made bearoff make --one-sided 15x2 made.bd
columns schemas schema
python3 - "$TOP/docs" <<'END' >faults 2>&1 || wrong "$(cat faults)"
import json, sys
asked = [line.rstrip("\n").split("\t") for line in open("columns", encoding="utf-8")]
assert len(asked) > 30, asked
for name, columns, command in asked:
    schema = json.load(open(f"{sys.argv[1]}/{name}.schema.json", encoding="utf-8"))
    lists = [one.get("items", one)["x-csv"] for one in schema.get("anyOf", [schema])]
    lists += [p["x-csv"] for p in schema.get("properties", {}).values() if "x-csv" in p]
    assert columns.split(",") in lists, f"{command}: {columns}"
END

test_ "the position has one XGID in answers, however it was given"
for command in eval hint cube board 'rollout --trials 1' 'hint --temperature'; do
    run $command --json 4HPwATDgc/ABMA xgid=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A00%3A0%3A0%3A0%3A0%3A10
    equal "$(grep -o '"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"' out | wc -l) of $(grep -o '"xgid"' out | wc -l)" '3 of 3'
done

test_ "the schemas in docs/ are those of the program (after a change: make schemas)"
run schema --format tsv
mv out names
for name in $(tail -n +2 names | cut -f1); do
    run schema "$name"
    same out "$TOP/docs/$name.schema.json"
done
run schema nothing
status_is 2

test_ "each line of NDJSON says what it is"
for command in levels formats "eval --level 0ply $race" "rollout --trials 36 --plays 2 $race" "duel --a 0ply --b 0ply --games 2" 'met list'; do
    run $command --format ndjson
    equal "$(grep -c '^{"schema": "kibitzer/[a-z]*/1[#"]' out)" "$(wc -l <out)"
done
out_has '^{"schema": "kibitzer/met/1#tables", "name": '

test_ "answers about positions"
document eval --level 0ply $roll $cube $race
document hint --level 0ply $roll $cube $owned $held $race $doubled $beavered 4HPwATDgc/ABMA:cDkAAAAAAAAE
fits temperature hint --level 0ply --temperature $roll
fits scores hint --level 0ply --scores $roll
document cube --level 0ply $cube $owned
run hint --json </dev/null
status_is 3
equal "$(cat out)" "[]"

test_ "the options of every command"
"$TOP/${BUILD:-build/release}/clients/options" >all.json
python3 -c 'import json
for document in json.load(open("all.json")):
    json.dump(document, open(document["command"] + ".options", "w"))'
python3 "$TOP/tests/cli/check_document.py" "$TOP/docs/options.schema.json" *.options >faults || wrong "$(cat faults)"
grep -q '"type": "array"' *.options || wrong "no command has an option that may be repeated"

test_ "rollouts"
document rollout --trials 36 --plays 2 $race
document rollout --trials 36 XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10
document rollout --trials 1 $race

test_ "pictures"
document board $roll $cube
document board --to pdf $roll
document board --output picture.svg $roll $cube
file_there picture_002.svg

test_ "files"
document info "$DEMO" "$TOP/fixtures/xg/rolled-out.xg"
run info --json "$TOP/fixtures/bad" "$TOP/fixtures/idlist" "$TOP/fixtures/sgf"
status_is 1
judged info out "info"
document list "$DEMO" "$TOP/fixtures/archive/round.zip"
run list --output all.json "$DEMO"
judged list all.json "list --output all.json"
run convert --json "$DEMO/semi-final.mat"
cp out converted.json
run convert --to json "$DEMO/semi-final.mat"
same out converted.json
for file in "$TOP/fixtures/xg/rolled-out.xg" "$TOP/fixtures/bgf/club.bgf" "$TOP/fixtures/sgf/gnubg-match.sgf" "$DEMO/club-final.mat"; do
    run convert -q --json "$file"
    judged match out "convert --json $file"
done

test_ "two analyses side by side"
document compare --level 0ply "$TOP/fixtures/sgf/gnubg-match.sgf"
if heavy; then document compare --level 0ply --settle --trials 144 "$TOP/fixtures/xg/candlelight.xg" "$TOP/fixtures/sgf/gnubg-money.sgf"; fi

test_ "match equity tables"
document met list
document met show --away 5
document met show --score 3-5 --gammons 27,25
document met show --score 1-2

test_ "formats, levels, duels and speed"
document config
document formats
document levels
document glossary PR luck
document duel --a 0ply --b 0ply --games 2
document bench --tenths 1

test_ "an analysis, and the pages of a collection"
run analyze --json --level 0ply "$DEMO/semi-final.mat"
status_is 0
judged match out "analyze --json"
run analyze -q --level 0ply --report none --out folder "$DEMO/semi-final.mat"
document report --report text,html --out folder
out_has '"pages": 1'
run report --report text,html --out folder --format csv
out_has '^"folder",1,0'
run report --report text,html --out folder
out_empty
file_there folder/semi-final.txt

test_ "answers of a collection"
mkdir in
cp "$DEMO/club-final.mat" "$DEMO/semi-final.mat" in/
run analyze -q --level 0ply --report none in
document stats
for by in month phase error-kind; do document stats --by $by; done
document stats --phase middle --kind cube
for sort in pr name; do
    run stats --sort $sort --json
    status_is 0
    judged league out "stats --sort $sort"
done
document errors
document study "O'Hara"
document errors --kind chequer --worst 1000
document find --most 100000
document find --like 4HPwATDgc/ABMA --within 9

test_ "what is done to a collection"
for chore in players info check duplicates classify 'alias --suggest' 'export --decisions all.csv' 'export-gnubg all.db' \
    'merge --db merged.db kibitzer-report' "alias --db merged.db Together O'Hara"; do
    document db $chore
done
document db alias --db merged.db --undo "O'Hara"
document db set --event Open in/club-final.mat
document db comment club-final#g1m1 "so be it"
document db mark club-final#g1m1 very-good
document db forget in/club-final.mat

test_ "races and hypergammon by their databases"
document bearoff show XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10 $race
run bearoff make --hyper 1 hyper1.bd
for kind in '--one-sided 15x2' '--one-sided 15x2 --normal' '--two-sided 2x2' '--two-sided 2x2 --cubeless' '--hyper 1'; do
    fits bearoff-made bearoff make $kind made.bd
done
run bearoff make --json --two-sided 2x2 -
status_is 2
document bearoff show --variation hypergammon1 --hyper-database hyper1.bd XGID=------a-------------A-----:0:0:1:00:0:0:0:0:10

test_ "a service, when it ends"
port=$((20000 + RANDOM % 20000))
"$PROGRAM" external --json --level 0ply --listen 127.0.0.1:$port >out 2>served &
service=$!
for _ in $(seq 100); do grep -q listening served && break; sleep 0.1; done
"$PROGRAM" duel --a 0ply --b external:127.0.0.1:$port --games 2 --jobs 1 >duel
kill -INT $service
wait $service
equal "$?" 130
judged external out "external --json"
out_has '"connections": 1'
out_has '"refused": 0'

test_ "each answer is what its schema says"
pairs=()
for name in answers/*; do
    pairs+=("$TOP/docs/${name#*/}.schema.json" "$name"/* --)
done
[ "${#pairs[@]}" -gt 100 ] || wrong "only ${#pairs[@]} words"
python3 "$TOP/tests/cli/check_document.py" "${pairs[@]}" >faults 2>&1 || wrong "$(cat faults)"
json() { python3 -c 'import json, sys; d = json.load(open("out")); print(eval(sys.argv[1]))' "$1"; }
test_ "sentences say their language; in English they do not, and data are in the same order"
run analyze -q --level 0ply --out spoken "$DEMO/semi-final.mat"
for language in en de; do
    run errors --db spoken/collection.db --json --language $language
    status_is 0
    equal "$(json 'd.get("language")')" "$([ $language = de ] && echo de || echo None)"
    json '[(e["key"], e["xgid"], e["best"]) for e in d["errors"]]' >$language.order
    json '[e["question"] for e in d["errors"]]' >$language.asked
done
cmp -s en.order de.order || wrong "errors are others in German"
! cmp -s en.asked de.asked || wrong "questions are English in German"
run convert --to json --language de "$DEMO/semi-final.mat" -
status_is 0
equal "$(json 'd["language"]')" de
run convert --to json "$DEMO/semi-final.mat" -
equal "$(json '"language" in d')" False
short_match | sed '0,/41: 24\/23 13\/9/s//41: 24\/21 6\/5/' >illegal.mat
run convert --to text --language de illegal.mat -
out_has 'der Zug passt nicht zum Wurf'
out_lacks 'does not fit the roll'

finish
