#!/usr/bin/env bash
# Where things end: no output in place of an input, no byte of a file that steers a terminal, no secret of a URL in what is
# said or kept, no wait without end for a pipe.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
short_match >m.mat
cp m.mat whole
id='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10'
run analyze -q --level 0ply --out reports m.mat
"$PROGRAM" bearoff make -q --one-sided 15x2 two.bd
printf 'names Ann, Bob\nlength 3\n31 8 6\n64 24/14\n' >session.kbt
met=$TOP/data/met/woolsey.xml
echo whole >list
echo reports/collection.db >place
echo 'p { margin: 0 }' >style

# kept CONTENT EXTENSION ARGS...: IN in the words is an input, a copy of CONTENT; OUT each of its names as an output. Refused,
# and the input is as it was.
kept() {
    local content=$1 extension=$2 out words
    shift 2
    for out in in."$extension" ./sub/../in."$extension" link."$extension" hard."$extension"; do
        rm -rf in.* link.* hard.*
        cp "$content" in."$extension"
        ln -s in."$extension" link."$extension" && ln in."$extension" hard."$extension"
        words=("${@/#IN/in.$extension}")
        run "${words[@]/#OUT/$out}" </dev/null
        [ "$status" -ne 0 ] || wrong "$*: exit status 0"
        cat out err | grep -q 'is an input, and inputs are never replaced' || wrong "$*, $out: $(head -c 300 err)"
        cmp -s in."$extension" "$content" || wrong "$*, $out: the input was changed"
        { [ in."$extension" -ef hard."$extension" ] && [ -L link."$extension" ]; } || wrong "$*, $out: a name was replaced"
    done
}

test_ "no output of any command takes the place of an input, by its name, a link or a hard link"
mkdir sub
kept whole html convert -q --to html IN OUT
kept whole mat convert -q IN OUT
kept whole mat convert -q --join IN whole OUT
kept style html convert -q --css IN whole OUT
kept style html transcribe -q --css IN session.kbt -o OUT
kept whole txt list -o OUT IN
kept whole txt list -o OUT .
kept whole json compare --level 0ply,0ply -o OUT IN
kept "$met" txt compare --level 0ply,0ply --met IN -o OUT whole
kept whole mat analyze --level 0ply --fresh --log OUT --out r IN
kept style mat analyze --level 0ply --fresh --css IN --log OUT --out r whole
kept list mat analyze --level 0ply --fresh --log OUT --out r --files-from IN
kept /dev/null mat analyze --level 0ply --fresh --db OUT --out r IN whole
kept reports/m.html html verify --made OUT IN m.mat
kept m.mat html verify --made OUT reports/m.html IN
kept reports/m.html json verify IN -o OUT
kept "$met" svg cube --met IN -o OUT "$id"
kept place csv stats --db-file IN -o OUT
kept reports/collection.db html errors --db IN -o OUT
kept reports/collection.db csv stats --db IN -o OUT
kept reports/collection.db csv find --db IN --errors-above 0 -o OUT
kept reports/collection.db html study --db IN -o OUT Ann
kept reports/collection.db csv db --db IN export --decisions OUT
kept reports/collection.db db db --db IN export-gnubg OUT
kept two.bd bd bearoff make --from IN --one-sided 15x3 OUT
kept two.bd bd bearoff make --from IN --one-sided 15x3 --state OUT other.bd

test_ "a pipe without a writer ends with --max-seconds, whatever it is named as"
mkfifo pipe
patient() { # NUMBER WORDS: leaves NUMBER.end and NUMBER.said
    # shellcheck disable=SC2086
    timeout 20 "$PROGRAM" $2 --max-seconds 1 >"$1.said" 2>&1 </dev/null
    echo $? >"$1.end"
}
patiences=('analyze --out p1 pipe' 'analyze --out p2 --files-from pipe' 'analyze --out p3 --css pipe m.mat'
    'analyze --out p4 --met pipe m.mat' 'analyze --out p5 --net pipe m.mat' 'analyze --out p6 --db-file pipe m.mat'
    'convert pipe x.sgf' 'convert --join pipe m.mat x.sgf' 'transcribe pipe -o x.sgf' 'info pipe' 'compare pipe' 'verify pipe')
for i in "${!patiences[@]}"; do patient "$i" "${patiences[i]}" & done
wait
for i in "${!patiences[@]}"; do
    grep -qx '[23]' "$i.end" || wrong "${patiences[i]}: exit status $(cat "$i.end")"
    grep -q 'takes longer than --max-seconds allows' "$i.said" || wrong "${patiences[i]}: $(head -c 300 "$i.said")"
done

test_ "SIGTERM ends the wait for a pipe within a second"
for words in 'analyze --out r pipe' 'analyze --out r --css pipe m.mat' 'convert pipe x.sgf' 'transcribe pipe' 'info pipe' \
    'compare pipe' 'verify pipe' 'list pipe' 'stats --db-file pipe' 'errors --db-file pipe' 'find --db-file pipe' \
    'study --db-file pipe Ann' 'db info --db-file pipe' 'report --db-file pipe' 'met show --met pipe' "hint --net pipe $id" \
    "cube --met pipe $id" "eval --net pipe $id" "rollout --state pipe $id" 'external --net pipe'; do
    # shellcheck disable=SC2086
    "$PROGRAM" $words >out 2>err </dev/null &
    for _ in $(seq 500); do
        [ -e "/proc/$!/fd/3" ] && [ "$(readlink /proc/$!/fd/* | grep -c "/pipe$")" -gt 0 ] && break
        sleep 0.01
    done
    from=$(date +%s%N)
    kill -TERM $!
    wait $!
    status=$?
    [ $(($(date +%s%N) - from)) -lt 1000000000 ] || wrong "$words: it took more than a second"
    [ "$status" -eq 130 ] || wrong "$words: exit status $status: $(head -c 300 err)"
done

test_ "a pipe with a writer is read to its end, once"
(sleep 0.5 && cat m.mat >pipe) &
run analyze -q --level 0ply --out piped pipe
status_is 0
file_there piped/pipe.html
run info <(sleep 0.5 && cat m.mat)
status_is 0
out_has 'Ann - Bob'
(sleep 0.5 && cat m.mat) | "$PROGRAM" info /dev/stdin >out
out_has 'Ann - Bob'
run convert --css <(sleep 0.5 && cat style) m.mat styled.html
status_is 0
grep -q 'margin: 0 }' styled.html || wrong "the style sheet is not there"
run stats --db-file <(sleep 0.5 && cat place)
status_is 0
wait

test_ "a list that never ends ends with the memory that is allowed"
(ulimit -v 2000000 && "$PROGRAM" info --files-from /dev/zero --max-memory 50 >out 2>err)
status=$?
status_is 3
err_has '/dev/zero: takes more memory than --max-memory allows'
finish
