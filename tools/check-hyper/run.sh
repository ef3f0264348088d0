#!/usr/bin/env bash
# Databases of hypergammon, ours and makehyper's, made anew and compared value by value: 1 and 2 chequers.
# usage: tools/check-hyper/run.sh CHECK PROGRAM FOLDER
set -eu
PATH=$PATH:/usr/games
check=$(realpath "$1") program=$(realpath "$2")
mkdir -p "$3" && cd "$3"
command -v makehyper >/dev/null || { echo "makehyper is not installed (apt-get install gnubg)"; exit 1; }
for n in 1 2; do
    "$program" bearoff make -q --hyper $n ours$n.bd
    [ -f theirs$n.bd ] || { makehyper -n -c $n -f making.bd >makehyper.log 2>&1 && mv making.bd theirs$n.bd; }
    "$check" ours$n.bd theirs$n.bd $n
done
