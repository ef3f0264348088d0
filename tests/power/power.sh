#!/usr/bin/env bash
# The power fails at moments of a run, and the disk may hold only part of what was written and not forced to it: every
# report that has its name is whole, the collection opens and is sound, and a second run ends with what an undisturbed one
# gives. STATES of the disk (20) for each way of running, SEED for others. Usage: PROGRAM=... BUILD=... power.sh
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0
. "$(dirname "$0")/../cli/lib.sh"
STATES=${STATES:-20} SEED=${SEED:-1}
JOURNAL=$TOP/${BUILD:-build/release}/tests/journal.so
[ -d /dev/shm ] && rm -rf "$WORK" && WORK=$(mktemp -d /dev/shm/kibitzer-power-XXXXXX) && cd "$WORK"

mkdir in && cp "$TOP"/fixtures/season/round-[1-3].mat "$DEMO/club-final.mat" in
heavy || sed -i '/^ Game 3/,$d' in/*.mat
analyze=(analyze -q --level 0ply --report html,json)

# noted JOBS: a run on an empty folder whose every write is noted
noted() {
    rm -rf disk log && mkdir disk
    POWER_FOLDER=$WORK/disk POWER_LOG=$WORK/log LD_PRELOAD=$JOURNAL "$PROGRAM" "${analyze[@]}" --jobs "$1" --out disk/out in >/dev/null 2>err
    status=$?
    status_is 0
}

# failed N: state number N of the disk lies in after/
failed() {
    rm -rf after && mkdir after
    python3 "$TOP/tests/power/states.py" log after "$1"
}

is_sound() {
    [ -s after/out/collection.db ] || return 0 # not yet there, or still empty
    run db check --out after/out
    [ "$status" = 0 ] || grep -q 'is empty' err || wrong "state $1: $(head -2 out err)"
}

run "${analyze[@]}" --out calm in
for jobs in $(much "1 3" 3); do
    test_ "--jobs $jobs, $STATES failures: reports are whole or absent, the collection is sound, a second run completes it"
    noted $jobs
    [ "$(wc -c <log)" -gt 10000 ] || wrong "hardly anything was noted: $(wc -c <log) bytes"
    there=0
    for ((n = SEED; n < SEED + STATES && ${#broken} == 0; n++)); do
        failed "$n" >torn || wrong "$(cat torn)"
        is_sound "$n"
        [ -s after/out/collection.db ] && there=$((there + 1))
        run "${analyze[@]}" --out after/out in
        [ "$status" = 0 ] || wrong "state $n: the second run ends with $status: $(head -2 err)"
        run db check --out after/out
        [ "$status" = 0 ] || wrong "state $n, after the second run: $(head -2 out err)"
        diff -r -x 'collection.db*' -x '.*' calm after/out >differences || wrong "state $n: $(head -3 differences)"
    done
    [ "$there" -gt $((STATES / 4)) ] || wrong "a collection was there in only $there states"
done

test_ "a folder that cannot be forced to the disk is an error with its reason"
nosync() { LD_PRELOAD=$TOP/${BUILD:-build/release}/tests/nosync.so run "$@"; }
nosync list --output once.list in
[ "$status" -ne 0 ] || wrong "exit status 0"
err_has 'once.list: .*Input/output error'
nosync "${analyze[@]}" --out unforced in
[ "$status" -ne 0 ] || wrong "exit status 0"
err_has 'unforced/.*: .*Input/output error'
run "${analyze[@]}" --out unforced in
status_is 0
diff -r -x 'collection.db*' -x '.*' calm unforced >differences || wrong "$(head -3 differences)"

test_ "were nothing forced to the disk, files would be found torn"
export FORGET=1
torn=0
for ((n = 1; n <= 40 && torn == 0; n++)); do failed "$n" >torn || torn=1; done
[ "$torn" = 1 ] || wrong "no file is torn"

finish
