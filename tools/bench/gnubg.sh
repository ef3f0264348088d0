#!/usr/bin/env bash
# kibitzer beside the GNU Backgammon that is installed: static evaluations, and a match to 7 points at the same depth,
# in one run on one machine. usage: PROGRAM=build/release/kibitzer tools/bench/gnubg.sh
set -eu
. "$(dirname "$0")/lib.sh"
if ! command -v gnubg >/dev/null; then
    echo "GNU Backgammon is not installed (apt-get install gnubg): no ratios"
    exit 0
fi

gnubg_run() { # commands on stdin; the seconds it took by the clock and by the processor
    cat >"$work/commands"
    local TIMEFORMAT='%R %U %S'
    { time (cd "$work" && timeout 300 gnubg -t -q -r -c commands >gnubg.log 2>&1 </dev/null || true); } 2>&1 | tail -1
}

# Its calibration goes by the clock: the share of the machine that other work takes meanwhile is given back.
calibrate() {
    local real0 user0 system0 real user system
    read -r real0 user0 system0 < <(printf 'set threads 1\nquit\ny\n' | gnubg_run)
    read -r real user system < <(printf 'set threads 1\ncalibrate 600\nquit\ny\n' | gnubg_run)
    sed -n 's/.*result: *\([0-9.]*\) static.*/\1/p' "$work/gnubg.log" | tail -1 |
        awk -v clock="$(sum "$real" "-$real0")" -v cpu="$(sum "$user" "$system" "-$user0" "-$system0")" \
            '{ printf "%.0f", (clock > cpu && cpu > 0 ? $1 * clock / cpu : $1) }'
}

analyse() { # the match, what loading it takes left out
    local user0 system0 user system
    cp "$final" "$work/final.mat"
    read -r _ user0 system0 < <(commands 'show version' | gnubg_run)
    read -r _ user system < <(commands 'analyse match' | gnubg_run)
    sum "$user" "$system" "-$user0" "-$system0"
}
commands() { # the match imported, then $1
    printf 'set threads 1\n'
    for what in chequerplay cubedecision; do echo "set analysis $what evaluation plies 2"; done
    printf 'import mat final.mat\n%s\nquit\ny\n' "$1"
}

printf '%-44s %10s %10s %8s %8s\n' "one thread" kibitzer gnubg ratio wanted
ours=$(static_evaluations)
theirs=$(calibrate)
times=$(ratio "$ours" "$theirs")
printf '%-44s %10s %10s %8s %8s  %s\n' "static evaluations/s" "$ours" "$theirs" "$times" 10 "$(at_least "$times" 10)"
ours=$(cpu analysis)
theirs=$(analyse)
times=$(ratio "$theirs" "$ours")
printf '%-44s %10s %10s %8s %8s  %s\n' "s, a match to 7 points at 2-ply" "$ours" "$theirs" "$times" 1 "$(at_least "$times" 1)"

# Rollouts: processor time to the same standard error (time x error squared, both branches of a cube decision), plays and
# cube at 0-ply, variance reduction. What starting takes is left out on both sides.
rolled_by_gnubg() { # XGID: seconds, sum of the squared errors
    local user system user0 system0
    read -r _ user0 system0 < <(printf 'set threads 1\nquit\ny\n' | gnubg_run)
    read -r _ user system < <(gnubg_run <<EOF
set automatic game off
set automatic roll off
set threads 1
new session
set jacoby off
set beavers off
set rollout seed 1
set rollout trials 324
set rollout chequerplay plies 0
set rollout cubedecision plies 0
set xgid $1
analyse rollout cube
export position text rolled.txt
quit
y
EOF
    )
    echo "$(sum "$user" "$system" "-$user0" "-$system0")" \
        "$(awk '/^ \[/ { sub(/\]/, "", $NF); s += $NF ^ 2 } END { printf "%.9f", s }' "$work/rolled.txt")"
}
rolled_by_us() {
    local time start
    start=$(cpu "$PROGRAM" rollout --jobs 1 --trials 1 --json "$1")
    time=$(cpu "$PROGRAM" rollout --jobs 1 --trials 1296 --json "$1")
    echo "$(sum "$time" "-$start")" "$(grep -o '"play": "[^"]*", "equity": [^,]*, "standard_error": [0-9.]*' "$work/out" |
        awk '{ s += $NF ^ 2 } END { printf "%.9f", s }')"
}
printf '\n%-44s %10s %10s %8s %8s\n' "rollouts: s to a standard error of 0.01" kibitzer gnubg ratio wanted
while read -r name board; do
    id="XGID=$board:0:0:1:00:0:0:0:0:10"
    read -r ours error <<<"$(rolled_by_us "$id")"
    read -r theirs error_theirs <<<"$(rolled_by_gnubg "$id")"
    ours=$(awk -v t="$ours" -v e="$error" 'BEGIN { printf "%.2f", t * e / 2 / 0.0001 }')
    theirs=$(awk -v t="$theirs" -v e="$error_theirs" 'BEGIN { printf "%.2f", t * e / 2 / 0.0001 }')
    times=$(ratio "$theirs" "$ours")
    printf '%-44s %10s %10s %8s %8s  %s\n' "  $name" "$ours" "$theirs" "$times" 8 "$(at_least "$times" 8)"
done <<'EOF'
blitz b---BBD-B---dC---c-ea---B-
prime --b-BCCBB---cB---c-dab--A-
holding -----BD-C---cD---cadBbb---
race ---ABCDBBA-----aabbdcaa---
bear-off_with_contact -bBBCCC------------eccb---
EOF
