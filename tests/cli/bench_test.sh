#!/usr/bin/env bash
# `kibitzer bench`: what it says, not how fast this machine is.
. "$(dirname "$0")/lib.sh"

# field KEY: the first value of that name in the object on stdout
field() { sed -n "s/^ *\"$1\": \"*\([^\",]*\).*/\1/p" out | head -1; }

test_ "the figures are an object with the evaluations of every kernel and class"
run bench --json --tenths 1
status_is 0
err_empty
[ "$(field static_evaluations_per_second)" -gt 0 ] || wrong "no evaluations"
out_has '^  "plain C": {$'
[ "$(field contact)" -gt 0 ] || wrong "no evaluations in contact"
[ "$(field race)" -gt 0 ] || wrong "no evaluations in races"
first=$(field fingerprint)

test_ "the text names the same kernels, and the fingerprint depends on the evaluator alone"
run bench --tenths 2
status_is 0
out_has "fingerprint.* $first\$"
out_has '^static evaluations '
out_has '^  plain C .* in contact, .* in races$'
finish
