#!/usr/bin/env bash
# Exact databases: processor seconds of kibitzer and of GNU Backgammon's makers, one thread, in one run on one machine.
# usage: PROGRAM=build/release/kibitzer tools/bench/exact.sh
set -eu
. "$(dirname "$0")/lib.sh"
if ! command -v makehyper >/dev/null; then
    echo "GNU Backgammon is not installed (apt-get install gnubg): no ratios"
    exit 0
fi

missed=0
compare() { # WHAT WANTED "KIBITZER'S OPTIONS" THEIR COMMAND...: the ratio of processor times
    local what=$1 wanted=$2 options=$3 ours theirs times verdict
    shift 3
    # shellcheck disable=SC2086 # options are words
    ours=$(cd "$work" && best 3 "$PROGRAM" bearoff make --jobs 1 $options ours.bd)
    theirs=$(cd "$work" && cpu "$@")
    times=$(ratio "$theirs" "$ours")
    verdict=$(at_least "$times" "$wanted")
    [ "$verdict" = ok ] || missed=1
    printf '%-44s %10s %10s %8s %8s  %s\n' "$what" "$ours" "$theirs" "$times" "$wanted" "$verdict"
}

PROGRAM=$(realpath "$PROGRAM")
printf '%-44s %10s %10s %8s %8s\n' "processor seconds, one thread" kibitzer gnubg ratio wanted
compare "hypergammon, 2 chequers, to 1e-5" 10 "--hyper 2 --converge 1e-5" makehyper -n -c 2 -t 1e-5 -f theirs.bd
exit $missed
