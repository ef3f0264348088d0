#!/usr/bin/env bash
# Exact databases: processor seconds of kibitzer and of GNU Backgammon's makers, one thread, in one run on one machine.
# usage: PROGRAM=build/release/kibitzer tools/bench/exact.sh
set -eu
. "$(dirname "$0")/lib.sh"
if ! command -v makebearoff >/dev/null; then
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
compare "one-sided 15x6" 5 "--one-sided 15x6" makebearoff -o 6 -f theirs.bd
compare "one-sided 15x8" 4 "--one-sided 15x8" makebearoff -o 8 -f theirs.bd
compare "two-sided 6x6" 50 "--two-sided 6x6" makebearoff -t 6x6 -f theirs.bd
compare "hypergammon, 2 chequers, to 1e-5" 10 "--hyper 2 --converge 1e-5" makehyper -n -c 2 -t 1e-5 -f theirs.bd

peak() { # megabytes that a command holds at most
    python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$@"
}
printf '\n%-44s %10s\n' "memory, MB" kibitzer
for size in "--one-sided 15x6" "--one-sided 15x8" "--two-sided 6x6" "--one-sided 15x8 --memory 32"; do
    # shellcheck disable=SC2086 # options are words
    printf '%-44s %10s\n' "bearoff make $size" "$(cd "$work" && peak "$PROGRAM" bearoff make $size ours.bd)"
done

# Bear-offs of up to six chequers a side in money play, one thread; reading the IDs is counted.
positions() {
    awk 'BEGIN { srand(1); for (i = 0; i < 20000; i++) {
        for (p = 0; p < 26; p++) s[p] = "-"
        for (k = 0; k < 2; k++) { a = int(6 * rand()); b = (a + 1 + int(5 * rand())) % 6
            for (j = 0; j < 2; j++) { p = j ? b : a; n = 1 + int(3 * rand())
                s[k ? 24 - p : 1 + p] = substr(k ? "abc" : "ABC", n, 1) } }
        id = ""; for (p = 0; p < 26; p++) id = id s[p]
        printf "XGID=%s:0:0:1:00:0:0:0:0:10\n", id } }'
}
positions >"$work/ids"
seconds=$(best 3 bash -c '"$0" eval --jobs 1 --tsv --level 0ply <"$1"' "$PROGRAM" "$work/ids")
printf '\n%-44s %10s\n' "two-sided look-ups a second, eval" "$(ratio 20000 "$seconds")"
exit $missed
