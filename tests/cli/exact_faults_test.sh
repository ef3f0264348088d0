#!/usr/bin/env bash
# What goes wrong around databases and rollouts: full disks, little memory, files of another kind, positions that cannot be.
. "$(dirname "$0")/lib.sh"
race=XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:0:0:0:0:10
ending=XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10
two=AABAAQAACgAAAA # the start of hypergammon with two chequers

# A mount needs a name space of its own; where there is none, the tests say so.
apart() { unshare -r -m bash -c "$1" - "$PROGRAM" >out 2>err; }
mkdir disk
if apart 'mount -t tmpfs -o size=4k none disk'; then
    test_ "a disk that is too small for a database is named, and nothing half-written stays there"
    kinds=("--one-sided 15x7 --memory 16" "--two-sided 6x6")
    heavy && kinds+=("--one-sided 15x7" "--one-sided 15x8 --state disk/state" "--two-sided 8x6 --memory 16")
    for what in "${kinds[@]}"; do
        apart "mount -t tmpfs -o size=3m none disk && \"\$1\" bearoff make -q $what disk/x.bd; status=\$?; ls disk; exit \$status"
        status=$?
        status_is 3
        out_empty
        err_has '^kibitzer: error: disk/.*: cannot be written: No space left on device'
    done

    if heavy; then
    test_ "what a long run has found out is kept on a full disk, and it ends there once there is room"
    apart 'mount -t tmpfs -o size=3m none disk && "$1" bearoff make -q --hyper 2 --save 0 --converge 1e-2 disk/x.bd && exit 99
           status=$?; ls disk; mount -o remount,size=24m disk && "$1" bearoff make --hyper 2 --converge 1e-2 disk/x.bd || exit 98
           ls disk; cp disk/x.bd .; exit $status'
    status=$?
    status_is 3
    equal "$(tr '\n' ' ' <out)" "x.bd.state x.bd "
    err_has 'disk/x.bd: cannot be written: No space left on device'
    err_has 'disk/x.bd: continued after [0-9]* sweeps'
    run bearoff make -q --hyper 2 --converge 1e-2 whole.bd
    same x.bd whole.bd
    fi

    test_ "a state of a rollout on a disk that is full stays as it was, and the result is printed"
    run rollout -q --trials 144 --state before $race
    apart "mount -t tmpfs -o size=64k none disk && cp before disk/state && head -c 100000 /dev/zero >disk/filler
           \"\$1\" rollout -q --trials 288 --state disk/state $race; status=\$?; cp disk/state after; ls disk >list; exit \$status"
    status=$?
    status_is 1
    err_has 'disk/state: the state could not be saved: No space left on device'
    out_has '288 trials'
    same before after
    equal "$(tr '\n' ' ' <list)" "filler state "
else
    test_ "full disks # SKIP no mount may be made here"
fi

# Sanitizers take more than that for themselves.
little="8 24 48"
(ulimit -d 8192 && exec "$PROGRAM" --version) >out 2>err || little=
test_ "too little memory is an error, not a crash, and nothing is left$([ -n "$little" ] || echo ' # SKIP')"
for megabytes in $little; do
    for what in "rollout -q --no-cache --trials 36 --jobs 2 $race" "bearoff make -q --one-sided 15x8 x8.bd" \
        "bearoff make -q --two-sided 8x6 x8.bd" "bearoff make -q --hyper 3 --jobs 1 x8.bd"; do
        # shellcheck disable=SC2086 # several words
        (ulimit -d $((megabytes * 1024)) && exec "$PROGRAM" $what) >out 2>err
        status=$?
        status_is 3
        err_has 'out of memory\|not enough memory'
        out_empty
        equal "$(ls x8.bd* 2>/dev/null)" ""
    done
done

test_ "databases that were swapped, cut short or are something else are made again, with a word about it"
mkdir folder
run eval --tsv --level 0ply --bearoff folder $race $ending
status_is 0
cp out right
mv folder/os-15x6.bd swapped
mv folder/ts-06x06.bd folder/os-15x6.bd
mv swapped folder/ts-06x06.bd
run eval --tsv --level 0ply --bearoff folder $race $ending
same out right
err_has 'folder/os-15x6.bd: bearoff database: .*making it again'
err_has 'folder/ts-06x06.bd: bearoff database: .*making it again'
head -c 100000 folder/ts-06x06.bd >short
mv short folder/ts-06x06.bd
echo 'a letter' >folder/os-15x6.bd
run eval --tsv --level 0ply --bearoff folder $race $ending
same out right
err_has 'folder/os-15x6.bd: bearoff database: found no header line.*making it again'
err_has 'folder/ts-06x06.bd: bearoff database: .*making it again'
equal "$(md5sum <folder/os-15x6.bd | cut -c1-32) $(md5sum <folder/ts-06x06.bd | cut -c1-32)" \
    "3dc7b833c4670849cee00479a9e21b49 44b6040b49b46cb9dd2ce8caa947044d"

test_ "a database of another kind is refused where it is named"
run bearoff make --one-sided 15x7 --from folder/ts-06x06.bd no.bd
status_is 3
err_has 'folder/ts-06x06.bd.*error: bearoff database: '
run eval --variation hypergammon2 --hyper-database folder/os-15x6.bd $two
status_is 3
err_has 'folder/os-15x6.bd: hypergammon database: found no header line'
run rollout --trials 36 --state folder/os-15x6.bd $race
status_is 3
err_has 'folder/os-15x6.bd:1:1: error: this is not a rollout state'
run rollout --trials 36 --merge folder/os-15x6.bd $race
status_is 3
echo 'kibitzer rollout state 2' >newer
run rollout --trials 36 --state newer $race
status_is 3
err_has 'newer:1:1: error: a state of another version; expected "kibitzer rollout state 1"'
file_gone no.bd

test_ "positions that cannot be, or are at their end, are not rolled out"
for wrong in XGID=-b----E-C---eE---c-e----BA:0:0:1:00:0:0:0:0:10 XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:0:0:10 \
    XGID=-------------------------A:0:0:1:00:0:0:0:0:10 XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:0:0:5:10 "" 4HPw; do
    run rollout --trials 36 "$wrong"
    status_is 3
    out_empty
    err_has '^argument 1[^:]*: error: '
done
run rollout --trials 36 --variation hypergammon1 $race
status_is 3
err_has 'a side has more chequers than this variation'

test_ "settings beyond all measure are refused by name"
for wrong in "--trials 100000001" "--trials x" "--truncate 1001" "--level 5ply" "--cube-level 99ply" "--truncate 3 --truncate-level 9ply" \
    "--late-from 0" "--seed -1" "--stop-se nan" "--within -1" "--plays 0" "--stop-time 0" "--jobs 0"; do
    # shellcheck disable=SC2086 # several words
    run rollout $wrong $race
    status_is 2
    out_empty
    err_has "kibitzer rollout: --$(echo "$wrong" | grep -oE '[a-z-]+ [^ ]+$' | sed 's/^-*//')"
done

finish
