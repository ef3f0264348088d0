# Assertions for tests of the command line, in TAP. A test runs `kibitzer` with `run`, then says what must be true.
# Sourced by *_test.sh; each ends with `finish`.
set -u
PROGRAM=$(realpath "${PROGRAM:-build/release/kibitzer}")
TOP=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
DEMO=$TOP/fixtures/demo
WORK=$(mktemp -d)
export HOME=$WORK/home XDG_CONFIG_HOME=$WORK/settings # nobody's own
mkdir "$HOME"
export XDG_CACHE_HOME=$TOP/build/cache # bearoff databases are made once for all tests
trap 'rm -rf "$WORK" "$WORK.times"' EXIT
cd "$WORK" || exit 1
count=0 failures=0 name='' broken='' status=0

# test_ "a sentence": begins a test; the one before it is reported.
test_() {
    report
    name=$1 broken=''
}

report() {
    [ -z "$name" ] && return
    count=$((count + 1))
    if [ -z "$broken" ]; then
        echo "ok $count - $name"
    else
        failures=$((failures + 1))
        echo "not ok $count - $name"
        echo "$broken" | sed 's/^/# /'
    fi
    name=''
    [ -z "${TEST_TIMES:-}" ] || spent
}

# What the test that is over has taken of the processor, in hundredths of a second, its programs included.
spent() {
    local now
    times >"$WORK.times"
    now=$(awk -F'[ms ]' '{ t += $1 * 60 + $2 + $4 * 60 + $5 } END { printf "%d", t * 100 }' "$WORK.times")
    echo "# $((now - ${taken:-0})) hundredths of a second"
    taken=$now
}

# heavy: is there time for what takes many seconds? `make check` alone has none.
heavy() { [ -z "${TEST_LIGHT:-}" ]; }

# much N M: N where there is time, M in `make check`.
much() { if heavy; then echo "$1"; else echo "$2"; fi; }

# brief_demo: $DEMO becomes a folder with the first two games of its matches, where more of them would show nothing else.
brief_demo() {
    local file
    mkdir demo
    for file in "$DEMO"/*.mat; do sed '/^ Game 3/,$d' "$file" >"demo/${file##*/}"; done
    cp "$DEMO"/*.sgf demo/
    DEMO=$WORK/demo
}

wrong() { broken="${broken:+$broken
}$1"; }

# run ARGS...: the program with stdin from the caller; leaves $status and the files out and err.
run() {
    "$PROGRAM" "$@" >out 2>err
    status=$?
}

status_is() { [ "$status" -eq "$1" ] || wrong "exit status $status, expected $1: $(head -c 300 err)"; }
out_is() { [ "$(cat out)" = "$1" ] || wrong "stdout is: $(head -c 600 out)"; }
out_has() { grep -q -e "$1" out || wrong "stdout lacks $1: $(head -c 600 out)"; }
out_lacks() { ! grep -q -e "$1" out || wrong "stdout has $1: $(head -c 600 out)"; }
err_has() { grep -q -e "$1" err || wrong "stderr lacks $1: $(head -c 600 err)"; }
err_lacks() { ! grep -q -e "$1" err || wrong "stderr has $1: $(head -c 600 err)"; }
out_empty() { [ ! -s out ] || wrong "stdout is not empty: $(head -c 600 out)"; }
err_empty() { [ ! -s err ] || wrong "stderr is not empty: $(head -c 600 err)"; }
file_there() { [ -f "$1" ] || wrong "there is no file $1"; }
file_gone() { [ ! -e "$1" ] || wrong "there is a file $1"; }
# The script of a page as its policy names it: without indents and comments of a line (shell.c).
script_hash() {
    /usr/bin/printf "$(sed -E 's/^ *//; /^\/\* .*\*\/$/d; /^\/\*tr/d; s/^\/\*en\*\///; s/[«»]//g' "$TOP/src/export/html/$1" | sha256sum | cut -c1-64 | sed 's/../\\x&/g')" | base64 -w0
}
same() { cmp -s "$1" "$2" || wrong "$1 and $2 differ"; }
equal() { [ "$1" = "$2" ] || wrong "found $1, expected $2"; }

# A match of four rolls, for what takes long.
short_match() {
    cat <<'END'
 3 point match

 Game 1
 Ann : 0                             Bob : 0
  1) 21: 24/23 13/11                41: 24/23 13/9
  2) 65: 24/18 13/8                 33: 8/5(2) 6/3(2)
      Wins 1 point
END
}

# interrupted_soon PID [SIGNAL]: a signal ends it within a second of the processor. $status; it may have ended before.
interrupted_soon() {
    local from now took
    from=$(processor_time "$1") took=0
    kill -"${2:-INT}" "$1" 2>/dev/null
    while now=$(processor_time "$1") && [ -n "$now" ]; do
        took=$((now - from))
        sleep 0.02
    done
    wait "$1"
    status=$?
    [ "$took" -le 100 ] || wrong "it took $took hundredths of a second from the signal to the end"
}

# at_work PID [N]: waits until the process is the program, catches signals and has used N hundredths of a second of the
# processor (none unless given), or has ended. What is to be interrupted is there then, however busy the machine is.
at_work() {
    for _ in $(seq 3000); do
        catches "$1" && [ "$(processor_time "$1")" -ge "${2:-0}" ] && return
        kill -0 "$1" 2>/dev/null || return
        sleep 0.02
    done
}

# Has process $1 got as far as being the program (the shell that becomes it catches signals too) and catching SIGINT (bit 1
# of the mask)? PROCESS: the file that a PROGRAM which is a script becomes.
catches() {
    local mask
    [ "/proc/$1/exe" -ef "${PROCESS:-$PROGRAM}" ] || return 1
    mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ -n "$mask" ] && [ $((0x$mask & 0x2)) -ne 0 ]
}

# Of a process, in hundredths of a second: that does not depend on what else the machine does. Nothing once it has ended.
processor_time() { awk '$3 != "Z" { print $14 + $15 }' "/proc/$1/stat" 2>/dev/null; }

# A match of N games, for what stands in one long transaction.
long_match() {
    local i
    printf ' 0 point match\n\n'
    for ((i = 1; i <= $1; i++)); do
        printf ' Game %d\n Ann : 0                             Bob : 0\n' "$i"
        printf '  1) 21: 24/23 13/11                41: 24/23 13/9\n'
        printf '  2) 65: 24/18 13/8                 33: 8/5(2) 6/3(2)\n      Wins 1 point\n\n'
    done
}

finish() {
    report
    echo "1..$count"
    [ "$failures" -eq 0 ]
    exit
}
