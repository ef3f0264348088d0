#!/usr/bin/env bash
# Databases of every kind, ours and makebearoff's, made anew: the same bytes; means and deviations as near as floats are.
# usage: tools/check-bearoff/run.sh PROGRAM FOLDER
set -eu
PATH=$PATH:/usr/games
program=$(realpath "$1") near=$(realpath "$(dirname "$0")/near.py")
mkdir -p "$2" && cd "$2"
command -v makebearoff >/dev/null || { echo "makebearoff is not installed (apt-get install gnubg)"; exit 1; }
missed=0
made() { # OUR OPTIONS, THEIRS: ours.bd and theirs.bd
    # shellcheck disable=SC2086 # options are words
    "$program" bearoff make -q $1 ours.bd && makebearoff $2 -f theirs.bd >makebearoff.log 2>&1
}
same() { # as made()
    made "$1" "$2"
    if cmp -s ours.bd theirs.bd; then
        printf '%-44s %10d bytes, the same  ok\n' "$1" "$(stat -c %s ours.bd)"
    else
        printf '%-44s differ  MISSED\n' "$1"
        missed=1
    fi
}
same "--one-sided 15x5" "-o 5"
same "--one-sided 15x5 --no-gammon" "-o 5 -g"
same "--one-sided 15x5 --no-compress" "-o 5 -c"
same "--one-sided 15x5 --no-gammon --no-compress" "-o 5 -g -c"
same "--two-sided 5x3" "-t 3x5"
same "--two-sided 5x3 --cubeless" "-t 3x5 -C"
for points in 3 5; do
    made "--one-sided 15x$points --normal" "-o $points -n"
    python3 "$near" ours.bd theirs.bd "--one-sided 15x$points --normal" || missed=1
done
exit $missed
