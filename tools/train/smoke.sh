#!/bin/sh
# smoke.sh TRAINER: trains for a minute and asserts that the loss falls by half within each stage's method, and that one
# thread and two give the same net to the byte.
set -eu
trainer=$1
plan=$(dirname "$0")/smoke.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for threads in 1 2; do
    mkdir "$work/$threads"
    "$trainer" --plan "$plan" --folder "$work/$threads" --seed 5 --threads $threads --save-every 1000 >"$work/$threads.log"
done
cmp "$work/1/kibitzer.net" "$work/2/kibitzer.net"
# The loss of the contact net: its mean over rounds 5..14 and over the last ten of the first stage.
awk '$1 == "start" { for (i = 1; i < NF; i++) if ($i == "loss") loss[++n] = $(i + 1) }
     END { for (i = 5; i < 15; i++) first += loss[i]; for (i = n - 9; i <= n; i++) last += loss[i]
           printf "loss %.4f -> %.4f in %d rounds\n", first / 10, last / 10, n
           exit !(n > 20 && last < first / 2) }' "$work/2.log"
echo "the same net from one thread and from two"
