#!/usr/bin/env bash
# Where there is no answer: programs get a whole document without records, people a message, and the exit status is 3.
. "$(dirname "$0")/lib.sh"
mkdir empty
run analyze -q --level 0ply --report none --out full "$DEMO/semi-final.mat"
cp -r full emptied
run db forget --db emptied/collection.db "$DEMO/semi-final.mat"

# document NAME STATUS COMMAND ARGS...: what programs get.
document() {
    local name=$1 status=$2
    shift 2
    run "$@" --format json </dev/null
    status_is "$status"
    faults=$(python3 "$TOP/tests/cli/check_document.py" "$TOP/docs/$name.schema.json" out 2>&1) || wrong "$* --format json: $faults"
    for form in csv tsv; do
        run "$@" --format $form </dev/null
        status_is "$status"
        equal "$(wc -l <out)" 1
    done
    run "$@" --format ndjson </dev/null
    status_is "$status"
    out_empty
}

# nothing NAME COMMAND ARGS...: there is no answer.
nothing() {
    local name=$1
    shift
    document "$name" 3 "$@"
    for form in table markdown latex; do
        run "$@" --format $form </dev/null
        status_is 3
        out_empty
        [ -s err ] || wrong "$* --format $form: not a word"
    done
}

test_ "no position"
for command in eval hint cube; do nothing $command $command --level 0ply; done
nothing temperature hint --level 0ply --temperature
nothing rollout rollout --trials 36
nothing bearoff bearoff show
run board --json </dev/null
status_is 3
faults=$(python3 "$TOP/tests/cli/check_document.py" "$TOP/docs/board.schema.json" out 2>&1) || wrong "board --json: $faults"

test_ "no file"
for command in info list verify 'compare --level 0ply'; do nothing ${command%% *} $command empty; done

test_ "nothing in a collection fits"
for command in stats 'stats --by month' errors find; do
    nothing ${command%% *} $command --db emptied/collection.db
    nothing ${command%% *} $command --db full/collection.db --since 2099
done
nothing league stats --sort pr --db emptied/collection.db

test_ "an empty list is an answer about a collection"
for chore in players duplicates check 'alias --suggest'; do
    document db 0 db $chore --db emptied/collection.db
    run db $chore --db emptied/collection.db
    status_is 0
    out_empty
    [ -s err ] || wrong "db $chore: not a word"
done

test_ "exports of an empty collection have the keys, tables and columns of any other"
for collection in full emptied; do
    run db export --json --db $collection/collection.db --tables tables-$collection
    status_is 0
    python3 -c 'import json; print(*json.load(open("out")))' >$collection.keys
    head -qn 1 tables-$collection/*.csv >$collection.columns
done
same full.keys emptied.keys
same full.columns emptied.columns

test_ "every command is tried above, or always has an answer, or its document is about one match, player or setting"
tried="eval hint cube rollout bearoff board info list verify compare stats errors find db"
others="analyze book report convert transcribe formats levels glossary schema duel external bench met study config completion serve mcp"
equal "$("$PROGRAM" --help | sed -n '/^usage/,/^`/s/^  \([a-z]*\) .*/\1/p' | sort | tr '\n' ' ')" "$(printf '%s\n' $tried $others | sort | tr '\n' ' ')"

finish
