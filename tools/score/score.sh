#!/bin/sh
# score.sh ANSWERS NET BENCH: the yardsticks of data/README.md for a net, 0-ply. ANSWERS is the program of answers.c.
set -eu
answers=$1 net=$2 bench=$3
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
probs() { # FILE: equity RMS over all positions, and the class lines
    python3 "$bench/score_probs.py" --feed "$1" | "$answers" "$net" probs >"$work/answers"
    python3 "$bench/score_probs.py" "$1" "$work/answers"
}
probs "$bench/positions.tsv" >"$work/positions"
probs "$bench/backgames.tsv" >"$work/backgames"
probs "$here/races.tsv" >"$work/races"
"$answers" "$net" moves <"$bench/decisions.txt" >"$work/answers"
python3 "$bench/score_moves.py" "$bench/decisions-ref.tsv" "$work/answers" >"$work/decisions"
cat "$work/positions"
rms() { awk '$1 == "ALL" { print $10 }' "$work/$1"; }
lost() { awk '$1 == "ALL" { for (i = 1; i < NF; i++) if ($i == "pess") printf "%.2f", 1000 * $(i + 1) }' "$work/decisions"; }
best() { awk '$1 == "ALL" { print $NF }' "$work/decisions"; }
echo
echo "measure (0-ply)                      gnubg   must     aim     this net"
echo "equity RMS, contact positions        0.0379  <0.0345  0.028   $(rms positions)"
echo "equity RMS, backgames                0.0658  <0.075   0.045   $(rms backgames)"
echo "equity lost per decision x 1000      5.48    <5.0     3.9     $(lost) (best play found: $(best))"
echo "equity RMS, races outside databases  0.016   <=0.016  0.008   $(rms races)"
