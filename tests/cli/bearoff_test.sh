#!/usr/bin/env bash
# `kibitzer bearoff make`: sums published in GNU Backgammon's manual.
. "$(dirname "$0")/lib.sh"

test_ "the one-sided database of 15 chequers on 6 points is the known one"
run bearoff make --one-sided 15x6 os.bd
status_is 0
equal "$(md5sum <os.bd | cut -c1-32)" 3dc7b833c4670849cee00479a9e21b49

test_ "a two-sided database begins with its header and has its size"
run bearoff make --two-sided 6x6 ts.bd
status_is 0
equal "$(head -c 16 ts.bd)" gnubg-TS-06-06-1
equal "$(stat -c %s ts.bd)" $((40 + 924 * 924 * 8))

test_ "chequers x points, in this order: 3 chequers on 5 points"
run bearoff make --two-sided 3x5 small.bd
status_is 0
equal "$(head -c 16 small.bd)" gnubg-TS-05-03-1

test_ "a size that makes no sense is refused and nothing is written"
for size in 15x0 15x19 14x6 6 ax6 15x6x; do
    run bearoff make --one-sided "$size" no.bd
    status_is 2
done
file_gone no.bd

test_ "options of the other kind of database are refused"
run bearoff make --two-sided 2x2 --no-gammon no.bd
status_is 2
err_has '--no-gammon'
run bearoff make --one-sided 15x1 --cubeless no.bd
status_is 2
err_has '--cubeless'
file_gone no.bd

test_ "- is standard output"
run bearoff make --one-sided 15x1 -
status_is 0
equal "$(md5sum <out | cut -c1-32)" c789f049ec98ce4e307b471257999f39
file_gone ./-

test_ "a file that cannot be written is reported"
run bearoff make --one-sided 15x2 nowhere/os.bd
status_is 3
err_has 'nowhere/os.bd'

test_ "a database that does not fit into --memory is made in a file beside it, and is the same"
run bearoff make --two-sided 7x6 --memory 16 --jobs 2 large.bd
status_is 0
equal "$(md5sum <large.bd | cut -c1-32)" 9eb8b042d4d2ddf8d40e74a892745ad5
file_gone large.bd.work

test_ "a run that was killed, again and again, goes on from its file"
points=$(much 7 6)
for used in $(much '20 40 60' '10 20'); do # hundredths of a second
    "$PROGRAM" bearoff make --one-sided 15x$points --state state --jobs 1 seven.bd 2>err &
    pid=$!
    at_work $pid $used
    kill -KILL $pid
    wait $pid 2>/dev/null
    [ ! -e state ] || flock state true # a process that was killed holds its lock until its pages are given back
done
run bearoff make --one-sided 15x$points --state state --jobs 1 seven.bd
status_is 0
equal "$(md5sum <seven.bd | cut -c1-32)" "$(much 67235c8e0ee152df5daf36cbeae5b3c2 3dc7b833c4670849cee00479a9e21b49)"
file_gone state

test_ "an interrupt keeps the state and says how to go on"
"$PROGRAM" bearoff make --one-sided 15x8 --state state --jobs 1 eight.bd 2>err &
pid=$!
at_work $pid 20
kill -INT $pid
wait $pid
equal $? 130
err_has 'the same command continues from state'
file_there state
file_gone eight.bd

test_ "a state that cannot be written, and one that another run works in, are reported"
run bearoff make --one-sided 15x2 --state nowhere/state two.bd
status_is 3
err_has 'nowhere/state: cannot be written: No such file'
flock state "$PROGRAM" bearoff make --one-sided 15x8 --state state eight.bd 2>err
equal $? 3
err_has 'another run is using it'
rm state

test_ "--from takes over a smaller database"
run bearoff make --one-sided 15x7 --from os.bd seven.bd
status_is 0
equal "$(md5sum <seven.bd | cut -c1-32)" 67235c8e0ee152df5daf36cbeae5b3c2
run bearoff make --one-sided 15x5 --from os.bd five.bd
status_is 3
err_has 'os.bd: expected a database for fewer than 5 points'
head -c 70000 os.bd >short.bd
run bearoff make --one-sided 15x7 --from short.bd seven.bd
status_is 3
err_has 'short.bd.*the file ends inside the index'

test_ "means and deviations instead of distributions"
run bearoff make --one-sided 15x3 --normal normal.bd
status_is 0
equal "$(head -c 21 normal.bd)" gnubg-OS-03-15-1-0-1x
equal "$(stat -c %s normal.bd)" $((40 + 816 * 16))

test_ "a race up to the 8 point is exact, and its database is kept in the cache folder"
race=XGID=---BCDCBA--------abcdcb---:0:0:1:00:0:0:0:0:10
! heavy || export XDG_CACHE_HOME=$WORK/cache # otherwise it is the one that all tests share
run eval --tsv --level 0ply "$race"
status_is 0
mv out made
file_there "$XDG_CACHE_HOME/kibitzer/os-15x8.bd"
equal "$(md5sum <"$XDG_CACHE_HOME/kibitzer/os-15x8.bd" | cut -c1-32)" a4acbb5c7e9e1f08e561afe0af934e5c

if heavy; then
    test_ "what is kept, what is damaged and what is made anew give the same answer"
    run eval --tsv --level 0ply "$race"
    same out made
    printf x | dd of=cache/kibitzer/os-15x8.bd bs=1 seek=9000000 conv=notrunc 2>dd
    run eval --tsv --level 0ply "$race"
    same out made
    equal "$(md5sum <cache/kibitzer/os-15x8.bd | cut -c1-32)" a4acbb5c7e9e1f08e561afe0af934e5c
    rm -r cache
    run eval --tsv --level 0ply --no-cache "$race"
    same out made
    file_gone cache
fi

test_ "show gives pips, EPC, wastage and the chances of each number of rolls"
run bearoff show XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10
status_is 0
out_has 'on roll  *5 pips  *EPC  *15.20  *wastage 10.20  *rolls  *1.86'
out_has 'opponent  *4 pips  *EPC  *14.97'
out_has 'cubeless +0.71295 .* centred +0.71295'
out_has '    1     13.889%'

test_ "show says of JSON and of contact what they are"
run bearoff show --json XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10
status_is 0
out_has '"epc": 15.1991'
out_has '"opponent_owns": 0.712947'
run bearoff show XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
status_is 3
err_has 'found contact'

test_ "a hypergammon database has its header and its size, and says how exact it is"
run bearoff make --hyper 1 hyper1.bd
status_is 0
equal "$(head -c 12 hyper1.bd)" gnubg-H1xxxx
equal "$(stat -c %s hyper1.bd)" $((40 + 26 * 26 * 28))
equal "$(md5sum <hyper1.bd | cut -c1-32)" e3a5fe46f48635813e7e5af8326639b5
err_has 'equities after 16 sweeps are expected to be within 7.0e-07'
file_gone hyper1.bd.state

test_ "a killed run goes on and ends with the same file, whatever the number of threads"
run bearoff make --hyper 2 --converge 1e-2 whole.bd
status_is 0
state_comes() { for _ in $(seq 600); do [ -f "$1.state" ] && break; sleep 0.05; done; }
"$PROGRAM" bearoff make --hyper 2 --converge 1e-2 --save 0 --jobs 1 parts.bd 2>err & killed=$!
state_comes parts.bd
kill -9 $killed
wait $killed 2>/dev/null
file_there parts.bd.state
file_gone parts.bd
run bearoff make --hyper 2 --converge 1e-2 --jobs 3 parts.bd
status_is 0
err_has 'parts.bd: continued after [0-9]* sweeps'
same parts.bd whole.bd
file_gone parts.bd.state

test_ "an interrupted run says how to go on"
"$PROGRAM" bearoff make --hyper 2 --save 0 stopped.bd 2>err & stopped=$!
state_comes stopped.bd
kill -TERM $stopped
wait $stopped
status=$?
status_is 130
err_has 'the same command continues from stopped.bd.state'
file_there stopped.bd.state
file_gone stopped.bd

test_ "a state of another run is replaced, with a warning"
cp stopped.bd.state hyper1.bd.state
run bearoff make --hyper 1 hyper1.bd
status_is 0
err_has 'hyper1.bd.state: found the state of another number of chequers; starting again'

test_ "numbers of chequers and errors that make no sense are refused"
for wrong in "--hyper 0" "--hyper 4" "--hyper 1000000000000" "--hyper 1 --converge 0" "--hyper 1 --converge 1e-9" \
    "--hyper 1 --two-sided 2x2" "--two-sided 2x2 --converge 1e-3" "--hyper 1 --cubeless"; do
    # shellcheck disable=SC2086 # several options
    run bearoff make $wrong no.bd
    status_is 2
done
run bearoff make --hyper 1 -
status_is 2
file_gone no.bd

test_ "a full disk and a folder that is not there leave nothing behind"
run bearoff make --hyper 1 /dev/full
status_is 3
err_has '/dev/full: cannot be written: No space left on device'
run bearoff make --hyper 1 nowhere/hyper1.bd
status_is 3
err_has 'nowhere/hyper1.bd: cannot be written: its folder does not exist'

finish
