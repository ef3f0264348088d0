#!/usr/bin/env bash
# Where things end: no output in place of an input, no byte of a file that steers a terminal, no secret of a URL in what is
# said or kept, no wait without end for a pipe.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
brief_demo
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

rows=0
# kept CONTENT EXTENSION ARGS...: IN in the words is an input, a copy of CONTENT; OUT each of its names as an output. Refused,
# and the input is as it was.
kept() {
    local content=$1 extension=$2 out words
    shift 2
    local names=(in."$extension" ./sub/../in."$extension" link."$extension" hard."$extension")
    [ "$rows" -eq 0 ] || names=("${names[rows % 4]}") # all for the first; then they take turns: the rule is one
    rows=$((rows + 1))
    for out in "${names[@]}"; do
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

test_ "no output takes the place of a collection, nor of the file behind standard input"
rm -rf held && run analyze -q --level 0ply --report html --out held "$DEMO/semi-final.mat"
cp held/collection.db before.db
run convert "$DEMO/semi-final.mat" --to json held/collection.db
[ "$status" -ne 0 ] || wrong "convert exits with 0"
err_has 'it is a collection, and collections are never replaced'
run errors --db held -o held/collection.db --format csv
[ "$status" -ne 0 ] || wrong "errors exits with 0"
run verify --made held/collection.db held/semi-final.html
[ "$status" -ne 0 ] || wrong "verify exits with 0"
same held/collection.db before.db
cp "$DEMO/semi-final.mat" stdin.mat
"$PROGRAM" convert - stdin.mat <stdin.mat >out 2>err
[ $? -ne 0 ] || wrong "convert exits with 0"
err_has 'it is an input, and inputs are never replaced'
same stdin.mat "$DEMO/semi-final.mat"

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

test_ "a pipe whose other end nobody opens ends after ten seconds, whatever it is named as; for a database it is refused"
lonely() { # NUMBER WORDS
    # shellcheck disable=SC2086
    mkfifo "pipe$1" && timeout 60 "$PROGRAM" ${2//PIPE/pipe$1} >"$1.said" 2>&1 </dev/null
    echo $? >"$1.end"
}
alone=('stats --db reports -o PIPE --format csv' 'errors --db reports -o PIPE' 'convert --to json m.mat PIPE' 'list -o PIPE m.mat'
    'analyze --log PIPE --level 0ply --fresh --out p7 m.mat' 'verify --made PIPE reports/m.html m.mat' 'stats --db-file PIPE'
    'duel --a 0ply --b 0ply --games 2 --net PIPE' "rollout --state PIPE $id" "hint --net PIPE $id" 'met show --met PIPE'
    'transcribe PIPE' 'info PIPE' 'analyze --files-from PIPE --out p8' 'bearoff make -q --one-sided 15x2 PIPE')
refused=('stats --db PIPE' 'analyze --db PIPE --out p9 m.mat' 'db merge --db PIPE reports' 'bearoff make --one-sided 15x3 --from PIPE x.bd')
for i in "${!alone[@]}"; do lonely "$i" "${alone[i]}" & done
for i in "${!refused[@]}"; do lonely "r$i" "${refused[i]}" & done
wait
for i in "${!alone[@]}"; do
    grep -qx '[123]' "$i.end" || wrong "${alone[i]}: exit status $(cat "$i.end")"
    grep -q 'it is a pipe, and no program opens its other end' "$i.said" || [ "${alone[i]%% *}" = verify ] ||
        wrong "${alone[i]}: $(head -c 300 "$i.said")"
done
for i in "${!refused[@]}"; do
    grep -q 'it is a device or a pipe, expected a file' "r$i.said" || wrong "${refused[i]}: $(head -c 300 "r$i.said")"
done

test_ "a pipe with a reader is written to, however slow it reads; SIGTERM ends a write that nobody reads"
(sleep 0.5 && cat pipe >through) &
run convert --to json m.mat pipe
status_is 0
wait
run convert --to json m.mat plain.json
same through plain.json
sleep 60 <>pipe &
holder=$!
timeout -s TERM 2 "$PROGRAM" convert --to html "$DEMO/semi-final.mat" pipe >out 2>err
[ $? -ge 124 ] || wrong "it did not wait: $(cat err)"
kill $holder

test_ "SIGTERM ends the wait for a pipe within a second"
for words in 'analyze --out r pipe' 'analyze --out r --css pipe m.mat' 'convert pipe x.sgf' 'transcribe pipe' 'info pipe' \
    'compare pipe' 'verify pipe' 'list pipe' 'stats --db-file pipe' 'errors --db-file pipe' 'find --db-file pipe' \
    'study --db-file pipe Ann' 'db info --db-file pipe' 'report --db-file pipe' 'met show --met pipe' "hint --net pipe $id" \
    "cube --met pipe $id" "eval --net pipe $id" "rollout --state pipe $id" 'external --net pipe'; do
    # shellcheck disable=SC2086
    "$PROGRAM" $words >out 2>err </dev/null &
    for _ in $(seq 3000); do
        [ -e "/proc/$!/fd/3" ] && [ "$(readlink /proc/$!/fd/* | grep -c "/pipe$")" -gt 0 ] && break
        sleep 0.01
    done
    interrupted_soon $! TERM
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

# What steers a terminal: a title, a colour, the direction of text, C1 in both spellings, an end of line that is none.
evil=$(printf '\033]0;PWN\007\033[31mRED\302\23331m\342\200\256abc\342\201\246d\330\234e\342\200\250f')
raw=$(printf '%s\23331m' "$evil")

# harmless WORDS...: is to be run on a terminal, standard input from $given.
harmless() { printf '%s\0' "${given:-/dev/null}" "$PROGRAM" "$@" '' >>commands; }

if heavy; then
    test_ "no word of a file, an option or a collection steers a terminal, whichever command prints it"
    mkdir evil && cd evil || exit 1
    sed "s/Ann/A$evil/; s/^ 3 point/; [Event \"$evil\"]\n&/" ../m.mat >"m$evil.mat"
    { head -n 5 ../m.mat && echo "$evil" && sed 1,5d ../m.mat && echo "  3) $raw: x$evil"; } >broken.mat
    printf '(;GM[6]FF[4]PW[A%s]PB[Bob]C[%s]MI[length:3]XX[%s];B[31xxxx])' "$evil" "$raw" "$evil" >m.sgf
    printf 'names "A%s", Bob\nlength 3\n31 8 6\n# %s\n%s junk\n64 24/14\n' "$evil" "$evil" "$raw" >m.kbt
    printf '%s\n' "$evil" "x$raw" >files
    printf '%s %s\nXGID=-b----E-C---eE---c-e----B-:0:0:1:3%s1:0:0:3:0:10\n' "$id" "$evil" "$evil" >ids
    "$PROGRAM" analyze -q --level 0ply --out r . 2>&1 | grep -q . # what is refused is refused
    "$PROGRAM" analyze -q --level 0ply --out r "m$evil.mat"
    "$PROGRAM" db --db r comment 1 "$evil" >said 2>&1
    for file in "m$evil.mat" broken.mat m.sgf m.kbt; do
        for format in dump mat json text md sgf csv tree html latex forum; do harmless convert -v --to "$format" "$file" -; done
        harmless convert -v "$file" "x$evil.sgf"
        harmless info -v "$file"
        harmless info --json "$file"
        harmless analyze -v --level 0ply --fresh --out "r$evil" "$file"
        harmless analyze --json --level 0ply "$file"
        harmless compare --level 0ply,0ply "$file"
        harmless verify "$file"
        harmless list "$file"
        harmless transcribe "$file"
    done
    cp m.kbt n.kbt
    printf '%s\n' list show "31 $evil" "$raw" back list 'delete' undo help "write x$evil" quit >typed
    given=typed harmless transcribe n.kbt
    harmless info --files-from files
    for format in table csv json html; do
        harmless stats --db r --format "$format"
        harmless errors --db r --format "$format"
        harmless find --db r --errors-above 0 --format "$format"
    done
    harmless errors --db r
    harmless study --db r "A$evil"
    harmless stats --db r --player "$evil"
    for chore in info players check classify 'duplicates' 'alias --suggest'; do
        # shellcheck disable=SC2086
        harmless db --db r $chore
        # shellcheck disable=SC2086
        harmless db --db r --json $chore
    done
    harmless db --db r forget "$evil"
    harmless report --db r --json
    harmless report --db r "$evil"
    for command in eval hint cube 'rollout --trials 36' board; do
        # shellcheck disable=SC2086
        given=ids harmless $command
        # shellcheck disable=SC2086
        harmless $command "$id" "$evil"
    done
    harmless met show --met "$evil"
    harmless bearoff show "$evil"
    harmless duel --a "$evil" --b 0ply
    harmless external --listen "$evil"
    harmless config "$evil"
    harmless completion "$evil"
    harmless "$evil"
    harmless convert "--$evil"
    harmless convert "-$evil"
    harmless convert --to "$evil" m.sgf x
    harmless help "$evil"
    for command in analyze convert hint db config completion; do harmless $command --help; done
    for shell in bash zsh fish; do harmless completion $shell; done
    python3 "$TOP/tests/cli/on_terminal.py" commands 80 PWN >steering 2>&1 || wrong "$(head -c 2000 steering)"
    mkdir -p "$XDG_CONFIG_HOME/kibitzer" && echo "level = \"$evil\"" >"$XDG_CONFIG_HOME/kibitzer/config"
    rm commands
    harmless config
    harmless config level
    harmless hint "$id"
    python3 "$TOP/tests/cli/on_terminal.py" commands 3 PWN >steering 2>&1 || wrong "$(head -c 2000 steering)"
    rm "$XDG_CONFIG_HOME/kibitzer/config"
    cd ..

    test_ "what is data stays as it is in a pipe"
    "$PROGRAM" errors --db evil/r --format csv 2>err >plain.csv
    grep -q "$(printf '\033]0;PWN')" plain.csv || wrong "the name was changed: $(head -c 300 plain.csv | cat -v)"
fi

test_ "all that the command line prints goes through one place"
equal "$(grep -nE '[^a-z_](printf|fprintf|putchar|puts|fwrite)\(|fputs\([a-z]*,' "$TOP"/src/cli/*.c | grep -v '/terminal\.c:')" ''
equal "$(grep -rnE '^ .*[^a-z_](printf|fprintf|putchar|puts|perror)\(' --include=*.c "$TOP/src" | grep -vE '^[^:]*src/(cli|web)/|/base/diag\.c')" ''

# unheard WHAT: nothing that was said, and nothing in the folder "kept", has the secret.
unheard() {
    ! cat out err | grep -q 'S3CRET' || wrong "$*: $(grep -h S3CRET out err | head -c 300)"
    [ ! -e kept ] || ! grep -rqa S3CRET kept || wrong "$*: $(grep -rla S3CRET kept)"
}

# tell NUMBER URL: names it to everything in a folder of its own, and leaves what was heard of the secret in NUMBER.heard.
tell() {
    local words
    mkdir "url$1" && cd "url$1" || exit
    for words in 'info --json' 'convert -v --to json' 'analyze --level 0ply --out kept --log kept/log' 'list' 'verify --json' \
        'compare --json' 'stats --db' 'db info --json --db' 'report --db' 'met show --met' 'hint --net' 'hint' 'eval --json' \
        'transcribe' 'analyze --css' 'info --from' 'nothing' 'convert --nothing' '--nothing' 'board' 'duel --a' \
        'external --listen' 'config' 'completion' 'analyze --level' 'db'; do
        # shellcheck disable=SC2086
        timeout 60 "$PROGRAM" $words "$2" >out 2>&1 </dev/null
        grep -a -q S3CRET out && echo "$words $2: $(grep -a S3CRET out)"
    done >"../$1.heard"
    printf '%s\n' "$2" | "$PROGRAM" info --files-from - 2>&1 | grep -a S3CRET >>"../$1.heard"
    grep -rla S3CRET kept >>"../$1.heard" 2>/dev/null
}

if heavy; then
    test_ "no message has the password of a URL, whichever option or command it is given to"
    urls=(http://ann:S3CRET@localhost:1/m.mat https://ann:S3CRET@localhost:1/ http://S3CRET@localhost:1/m.mat
        HTTP://ann:S3CRET@localhost/m.mat ftp://ann:S3CRET@localhost/m.mat 'http://ann:S3C/S3CRET@localhost/m.mat'
        's3://ann:S3CRET@bucket/m.mat' 's3://ann:S3CRET@bucket/' 'http://ann:S3CRET%40S3CRET@S3CRET@localhost:1/m.mat'
        http:/ann:S3CRET@localhost:1/m.mat 'HTTP:\\ann:S3CRET@localhost\m.mat' hTTps:ann:S3CRET@localhost/m.mat
        ann:S3CRET@localhost:1/m.mat //ann:S3CRET@localhost/m.mat http%3A%2F%2Fann%3AS3CRET%40localhost%2Fm.mat
        http://ann%3AS3CRET%40localhost/m.mat mysql:/ann:S3CRET@localhost/x 'localhost:1/m.mat?x=1&token=S3CRET'
        'mysql://ann:S3CRET@localhost:1/x' 'postgresql://ann:S3CRET@localhost:1/x?password=S3CRET'
        'http://localhost:1/m.mat?x=1&X-Amz-Signature=S3CRET&X-Amz-Credential=S3CRET%2F2026'
        'http://localhost:1/m.mat?%74oken=S3CRET#sig=S3CRET' 'https://localhost:1/?PassWord=S3CRET;apikey=S3CRET')
    for i in "${!urls[@]}"; do tell "$i" "${urls[i]}" & done
    wait
    for i in "${!urls[@]}"; do
        [ ! -s "$i.heard" ] || wrong "$(head -c 600 "$i.heard")"
        [ -e "$i.heard" ] || wrong "${urls[i]} was not tried"
    done
    equal "$("$PROGRAM" info 'http://ann:S3CRET@localhost/m.mat?id=3&token=S3CRET' 2>&1)" \
        'http://***@localhost/m.mat?id=3&token=***: error: the URL has a password, which reports would show'
fi

test_ "reports, collections, logs and documents name a URL without its signature; it is read with it"
cat >serve.py <<'PY'
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        good = 'S3CRET' in self.path
        self.send_response(200 if good else 403)
        self.end_headers()
        self.wfile.write(open('m.mat', 'rb').read() if good else b'')
    def log_message(self, *args):
        pass
server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
PY
python3 serve.py >port &
server=$!
until [ -s port ]; do sleep 0.05; done
url="http://127.0.0.1:$(cat port)/final.mat?id=7&X-Amz-Signature=S3CRET"
rm -rf kept
run analyze --level 0ply --out kept --log kept/log --report html,json,mat "$url"
status_is 0
unheard analyze
grep -q 'X-Amz-Signature=\*\*\*' kept/log || wrong "the log lacks the name: $(cat kept/log)"
run db --db kept duplicates --json
unheard duplicates
run stats --db kept --json
status_is 0
unheard stats
run info --json "$url"
status_is 0
out_has 'id=7&X-Amz-Signature=\*\*\*'
unheard info
run analyze --level 0ply --json "$url"
status_is 0
unheard json
run list "$url"
status_is 0
mv out listed
run info --files-from listed
status_is 0
unheard listed
kill $server
test_ "no output replaces the file behind standard input, of commands that take IDs either"
for command in "hint -l 0ply --format csv" "eval" "rollout --trials 36 --level 0ply --format csv" "board --to svg" "bearoff show"; do
    echo 4HPwATDgc/ABMA >ids
    # shellcheck disable=SC2086
    run $command -o ids <ids
    [ "$status" -ge 2 ] || wrong "$command: exit status $status"
    equal "$(cat ids)" 4HPwATDgc/ABMA
done

finish
