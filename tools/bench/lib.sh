# What the bench's scripts share: processor time, so that a busy machine does not matter much, and verdicts.
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PROGRAM=${PROGRAM:-$top/build/release/kibitzer}
final=$top/fixtures/demo/club-final.mat # a match to 7 points
PATH=$PATH:/usr/games
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/settings # nobody's own

cpu() { # cpu COMMAND...: user and system seconds of one run
    local TIMEFORMAT='%U %S'
    { time "$@" >"$work/out" 2>"$work/err"; } 2>&1 | tail -1 | awk '{print $1 + $2}'
}
best() { # best N COMMAND...: the least of N runs
    local n=$1
    shift
    for _ in $(seq "$n"); do cpu "$@"; done | sort -n | head -1
}
sum() { printf '%s\n' "$@" | awk '{ s += $1 } END { printf "%.2f", s }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.2f", a / b; else printf "?" }'; }
at_least() { awk -v x="$1" -v bar="$2" 'BEGIN { print (x + 0 >= bar + 0 ? "ok" : "MISSED") }'; }
below() { awk -v x="$1" -v bar="$2" 'BEGIN { print (x + 0 < bar + 0 ? "ok" : "MISSED") }'; }
row() { printf '%-44s %10s %10s  %s\n' "$@"; } # WHAT FIGURE WANTED VERDICT

static_evaluations() { # per second, one thread
    "$PROGRAM" bench --json | sed -n 's/.*"static_evaluations_per_second": \([0-9]*\).*/\1/p'
}
analysis() { # the match to 7 points at 2-ply, one thread
    "$PROGRAM" analyze -v --level 2ply --jobs 1 --out "$work/report" --report json "$final"
}
