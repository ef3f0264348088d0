#!/usr/bin/env bash
# Runs test programs that speak TAP (cmocka ones are asked to), TEST_JOBS at a time (one more than there are processors,
# as some of them wait), and counts: the last line is "N passed, N failed", the one before it names the programs that
# failed. TEST_SHOW=all shows each test. A program that dies, or fails without saying which test, counts as one failure
# of its own. One that takes arguments comes with them in one word: 'tests/servers/lost_check.sh mariadb'.
set -u
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C.UTF-8
# The tests' folders are in memory where it has room and programs may run there: on a disk they wait for each file.
in_memory() { [ "$(df -k --output=avail /dev/shm | tail -1)" -ge 4000000 ] && ! findmnt -no OPTIONS /dev/shm | grep -q noexec; }
[ -n "${TMPDIR:-}" ] || ! in_memory 2>/dev/null || export TMPDIR=/dev/shm
logs=$(mktemp -d) && trap 'rm -rf "$logs"' EXIT
# python3 may be a script that looks for the interpreter, which then looks for packages: both take longer than most of what the
# tests have it do, and these need its own library alone.
printf '#!/bin/sh\nexec %s -S "$@"\n' "$(python3 -c 'import sys; print(sys.executable)')" >"$logs/python3" && chmod +x "$logs/python3" && PATH=$logs:$PATH

# Bearoff databases are made once for all tests that do not make their own.
export TEST_CACHE=$PWD/build/cache/kibitzer && mkdir -p "$TEST_CACHE"

# Seconds of the processor that each process of a test may take, however busy the machine is; ten times that on the clock
# ends what waits for ever.
limit=${TEST_TIMEOUT:-300}

run_one() { # NUMBER PROGRAM: leaves NUMBER.log and, when it has ended, NUMBER.end with its status and what it took
    (ulimit -t "$limit" && exec timeout $((10 * limit)) $2) >"$logs/$1.log" 2>&1
    local status=$?
    times >"$logs/$1.times" # of this shell and of what it has run
    echo "$status" "$(awk -F'[ms ]' 'NR == 2 { printf "%.1f", $1 * 60 + $2 + $4 * 60 + $5 }' "$logs/$1.times")" >"$logs/$1.end"
}

passed=0 failed=0 broken=()
report() { # NUMBER PROGRAM
    local status seconds ok bad
    read -r status seconds <"$logs/$1.end"
    ok=$(grep -c '^ok ' "$logs/$1.log") bad=$(grep -c '^not ok ' "$logs/$1.log")
    [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    [ "$status" -eq 0 ] && [ "$ok" -eq 0 ] && bad=1 # a test program without a test
    case $2 in # one that has no plan has not got as far as `finish`: its last test is not reported
    *tests/cli/*) grep -q '^1\.\.' "$logs/$1.log" || bad=$((bad + 1)) ;;
    esac
    passed=$((passed + ok)) failed=$((failed + bad))
    if [ "$bad" -ne 0 ]; then
        broken+=("$(basename "$2")")
        printf '%s: exit status %d\n' "$2" "$status"
        sed 's/^/    /' "$logs/$1.log"
    else
        [ -z "${TEST_SHOW:-}" ] || grep '^ok ' "$logs/$1.log"
        printf '%-44s %4d passed %6s s of a processor\n' "$(basename "$2")" "$ok" "$seconds"
    fi
}

programs=("$@") reported=0
for i in "${!programs[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "${TEST_JOBS:-$(($(nproc) + 1))}" ]; do wait -n; done
    run_one "$i" "${programs[i]}" &
    while [ -s "$logs/$reported.end" ]; do
        report "$reported" "${programs[reported]}"
        reported=$((reported + 1))
    done
done
wait
for ((; reported < ${#programs[@]}; reported++)); do report "$reported" "${programs[reported]}"; done
[ "${#broken[@]}" -eq 0 ] || printf 'failed: %s\n' "${broken[*]}"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
