#!/usr/bin/env bash
# rollouts.sh PROGRAM GNUBG FOLDER: GNU Backgammon loads rollouts that we have written and saves them again with the
# same figures: those of an SGF without its own words (`raw` in a dump), so that our writer has to find them, those of
# an .xg, and our own.
set -eu
program=$1 gnubg=$2 out=$3
mkdir -p "$out"

# Everything before the settings, and the settings without the move filters that GNU Backgammon puts in.
figures() {
    grep -o '\[\([a-z]* \)\?X ver [^]]*' "$1" | sed 's/ \(late\)\?filt[01]\( [-0-9.]*\)*/ /g; s/  */ /g; s/ $//'
}

peer() { # NAME LEAST: OUT/NAME.dump through our SGF and GNU Backgammon
    local at=$out/$1 n
    "$program" convert -q "$at.dump" "$at.sgf"
    printf 'set display off\nload match %s.sgf\nsave match %s-back.sgf\n' "$at" "$at" >"$at.commands"
    "$gnubg" -t -q -r -c "$at.commands" </dev/null >"$at.log" 2>&1 || true
    figures "$at.sgf" >"$at.ours"
    figures "$at-back.sgf" >"$at.back"
    n=$(wc -l <"$at.ours")
    [ "$n" -ge "$2" ] || { echo "rollouts: only $n written from $1"; exit 1; }
    diff "$at.ours" "$at.back" && echo "rollouts: GNU Backgammon keeps all $n of $1"
}

"$program" convert -q fixtures/sgf/rollouts.sgf - | grep -v '^ *raw "sgf" "D\?A" ' >"$out/sgf.dump"
"$program" convert -q fixtures/xg/rolled-out.xg "$out/xg.dump"
peer sgf 6
peer xg 4
"$program" analyze -q --level 0ply --rollout-errors 0.15 --rollout-trials 36 --report dump --out "$out" fixtures/demo/club-final.mat
cp "$out/club-final.dump" "$out/own.dump"
peer own 2
