#!/usr/bin/env bash
# What a signal stops is gone soon, counted in processor time, and leaves nothing half done. `make stop-proof` does this
# with every command. Usage: PROGRAM=... stop_test.sh
. "$(dirname "$0")/lib.sh"

start='XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10'
long_match 6000 >session.mat

# stopped SIGNAL HUNDREDTHS COMMAND...: sends it after so much processor time; $used: what was used up after it.
stopped() {
    local signal=$1 after=$2 pid before now
    shift 2
    "$PROGRAM" "$@" >out 2>err &
    pid=$!
    at_work $pid "$after"
    before=$(processor_time $pid)
    kill -"$signal" $pid
    used=0
    while now=$(processor_time $pid) && [ -n "$now" ]; do
        used=$((now - ${before:-0}))
        sleep 0.01
    done
    wait $pid
    status=$?
    status_is 130
    [ "$used" -le 100 ] || wrong "$* took $used hundredths of a second after SIG$signal"
}

test_ "a search of 4 plies stops within a second"
for signal in $(much "INT TERM" INT); do
    stopped $signal 30 hint --level 4ply "$start"
    stopped $signal 30 rollout --level 4ply --jobs 1 "$start"
    stopped $signal 30 analyze --level 4ply --jobs 1 --out deep "$DEMO/club-final.mat"
    heavy || continue
    stopped $signal 30 eval --level 4ply --jobs 1 "${start/:64:/:00:}"
    stopped $signal 30 analyze --level 4ply --jobs 1 --json "$DEMO/club-final.mat"
    stopped $signal 30 duel --a 3ply --b 4ply --jobs 1
done
equal "$(find deep -name '*.tmp' -o -name 'club-final.*' | wc -l)" 0

test_ "a session of 6,000 games stops within a second wherever it is, and the next run does it"
for after in 10 40 80; do
    stopped TERM $after analyze --level 0ply --jobs 1 --report json,html --out long session.mat
done
stopped INT 10 convert --to pdf --out paper session.mat
file_gone paper/session.pdf
equal "$(find long paper -name '*.tmp' | wc -l)" 0
"$PROGRAM" db check -q --out long || wrong "the collection is not sound"

test_ "what --max-seconds ends while it prints one document ends in order"
run analyze --level 4ply --max-seconds 1 --json "$DEMO/club-final.mat"
status_is 3
err_has 'takes longer than --max-seconds allows'

finish
