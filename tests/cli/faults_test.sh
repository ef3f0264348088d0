#!/usr/bin/env bash
# What goes wrong around the program: closed descriptors, too little memory.
. "$(dirname "$0")/lib.sh"
brief_demo

test_ "with stderr closed no warning gets into a report"
sed 's/^/x/;3q' "$DEMO/club-final.mat" | cat "$DEMO/club-final.mat" - >damaged.mat
"$PROGRAM" convert --to mat damaged.mat there.mat 2>said
[ -s said ] || wrong "the file was to be warned about"
"$PROGRAM" convert --to mat damaged.mat here.mat 2>&-
status=$?
status_is 0
cmp -s there.mat here.mat || wrong "with stderr closed another file is written"

test_ "with stdin, stdout and stderr closed a report is what it is"
"$PROGRAM" convert --to mat damaged.mat third.mat <&- >&- 2>&-
cmp -s there.mat third.mat || wrong "another file is written"

unread() { # as STREAM COMMAND...: with a pipe that nobody reads in the place of stdout, stderr or both
    python3 - "$@" <<'EOF'
import os, subprocess, sys
reader, pipe = os.pipe()
os.close(reader)
ways = {"stdout": dict(stdout=pipe), "stderr": dict(stderr=pipe), "both": dict(stdout=pipe, stderr=pipe)}
sys.exit(subprocess.run(sys.argv[2:], **ways[sys.argv[1]]).returncode % 256)
EOF
    status=$?
}

test_ "messages that nobody reads do not stop the work"
for stream in stderr both; do
    unread $stream "$PROGRAM" analyze --level 0ply --out unread-$stream damaged.mat "$DEMO/semi-final.mat"
    status_is 0
    [ -s unread-$stream/index.html ] || wrong "$stream: there is no index"
    equal "$(cd unread-$stream && ls -A | grep -v '^damaged\|^semi-final\|^players$\|^index\.html$')" collection.db
done

test_ "output that nobody reads ends the program without a word, however it is written"
for command in "convert --to json $DEMO/semi-final.mat -" formats "help analyze" --version; do
    unread stdout "$PROGRAM" $command 2>err
    status_is $((256 - 13))
    equal "$(cat err)" ""
done

test_ "a closed descriptor that nothing can be opened for is an error that says so"
(exec <&- >&- 2>err && ulimit -n 1 && exec "$PROGRAM" --version)
status=$?
status_is 3
equal "$(cat err)" "kibitzer: descriptor 1 is closed, and /dev/null cannot be opened in its place: Too many open files"

if command -v readelf >/dev/null && ! readelf -Ws --dyn-syms "$PROGRAM" | grep -q __asan; then
    test_ "the program is linked as SECURITY.md says"
    readelf -hld "$PROGRAM" >linked 2>&1
    readelf -Ws --dyn-syms "$PROGRAM" >symbols 2>&1
    for what in "DYN (Position-Independent" GNU_RELRO BIND_NOW; do
        grep -q "$what" linked || wrong "not linked with $what"
    done
    for what in __stack_chk_fail __memcpy_chk; do
        grep -q "$what" symbols || wrong "not built with $what"
    done
fi

test_ "with stdout closed, or full, what was to be printed is an error with its reason"
for command in "info $DEMO/semi-final.mat" formats "help analyze" --version; do
    "$PROGRAM" $command 2>err >&-
    status=$?
    status_is 3
    err_has 'standard output could not be written: Bad file descriptor'
    "$PROGRAM" $command 2>err >/dev/full
    status=$?
    status_is 3
    err_has 'standard output could not be written: No space left on device'
done

test_ "a full output is one line of error, whichever command meets it, and a folder as --output is called one"
id='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10' race=XGID=-AB--------------------ab-:0:0:1:00:0:0:0:0:10
for command in "eval -l 0ply $id" "hint -l 0ply $id" "cube -l 0ply $id" "bearoff show $race" "board $id" levels "met show"; do
    "$PROGRAM" $command 2>err >/dev/full
    status=$?
    status_is 3
    equal "$(grep -c 'could not be written' err)" 1
done
for command in "hint $id" levels "cube $id"; do
    run $command --output .
    status_is 2
    err_has '--output .: is a folder, expected the name of a file'
done
run board --format json "$id"
status_is 2
err_has '--format json: the format is one of'
run board -t json "$id"
err_has '--to json: the format is one of'

# AddressSanitizer reserves more addresses than can be limited.
if (ulimit -v 400000 && "$PROGRAM" --version) >/dev/null 2>&1; then
    test_ "a file that takes more memory than there is fails with its name and the batch goes on"
    { echo '(;FF[4]GM[6]C['; head -c 120000000 /dev/zero | tr '\0' x; echo '])'; } >huge.sgf
    mkdir batch && mv huge.sgf batch/a-huge.sgf && cp "$DEMO/club-final.mat" batch/small.mat
    (ulimit -v 400000 && "$PROGRAM" analyze --level 0ply --jobs 1 --out reports batch) >out 2>err
    status=$?
    status_is 1
    err_has 'a-huge.sgf: .*out of memory'
    [ -s reports/small.html ] || wrong "small.mat has no report"
    grep -q 'out of memory' reports/index.html || wrong "the index page does not say it"
    if heavy; then
    (ulimit -v 400000 && "$PROGRAM" info batch) >out 2>err
    status=$?
    status_is 1
    err_has 'a-huge.sgf: out of memory'
    out_has 'small.mat: mat'
    (ulimit -v 400000 && "$PROGRAM" convert --to sgf --out converted batch) >out 2>err
    status=$?
    status_is 1
    err_has 'a-huge.sgf: out of memory'
    [ -s converted/small.sgf ] || wrong "small.mat was not converted"
    fi

    test_ "a word that fills pages takes no more memory on paper than other text"
    { printf '(;FF[4]GM[6]AP[x]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B];B[31hefe]C[' && head -c "$(much 400000 40000)" /dev/zero |
        tr '\0' w && printf '];W[42acdh])\n'; } >word.sgf
    for paper in pdf ps; do
        (ulimit -v 400000 && "$PROGRAM" convert -q word.sgf word.$paper) >out 2>err
        file_there word.$paper
        err_lacks memory
    done
fi

test_ "no control character or direction override of a file reaches the terminal or a text report"
printf ' 3 point match\n\n Game 1\n A\302\233n\342\200\256n : 0                 Bob : 0\n  1) 31: 8/5 6/5  52: 13/8 99/1\n' >steering.mat
for command in "info steering.mat" "convert --to text steering.mat" "info steering-\342\200\256.mat"; do
    run $(printf "$command")
    LC_ALL=C grep -q "$(printf '\302\233\|\342\200\256')" out err && wrong "kibitzer $command shows them"
done

test_ "an input larger than --max-input and a match longer than --max-plies are refused by name, the rest goes on"
mkdir limits && cp "$DEMO/club-final.mat" limits/long.mat && printf ' 1 point match\n\n Game 1\n A : 0         B : 0\n  1) 31: 8/5 6/5\n' >limits/short.mat
run info --max-plies 10 limits
status_is 1
err_has 'long.mat: error: a match of [0-9]* plies, at most 10 are read'
out_has 'short.mat: mat'
head -c 2000000 /dev/zero | tr '\0' x >limits/large.mat
run info --max-input 1 limits
status_is 1
err_has 'large.mat: error: cannot be read: File too large'
out_has 'long.mat: mat'
gzip -c limits/large.mat >large.mat.gz
run info --max-input 1 large.mat.gz
status_is 3
err_has 'large.mat.gz: error: gzip stream unpacks to more than 1 MiB'

finish
