#!/usr/bin/env bash
# Runs test programs that speak TAP (cmocka ones are asked to) and counts: the last line is "N passed, N failed".
# A program that dies, or fails without saying which test, counts as one failure of its own.
set -u
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C.UTF-8
passed=0 failed=0
log=$(mktemp) && trap 'rm -f "$log"' EXIT

for program in "$@"; do
    started=$SECONDS
    timeout "${TEST_TIMEOUT:-300}" "$program" >"$log" 2>&1
    status=$?
    ok=$(grep -c '^ok ' "$log") bad=$(grep -c '^not ok ' "$log")
    [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    [ "$status" -eq 0 ] && [ "$ok" -eq 0 ] && bad=1 # a test program without a test
    passed=$((passed + ok)) failed=$((failed + bad))
    if [ "$bad" -ne 0 ]; then
        printf '%s: exit status %d\n' "$program" "$status"
        sed 's/^/    /' "$log"
    else
        printf '%-44s %4d passed  (%d s)\n' "$(basename "$program")" "$ok" $((SECONDS - started))
    fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
