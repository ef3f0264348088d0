#!/usr/bin/env bash
# rollouts.sh PROGRAM GNUBG FOLDER: GNU Backgammon loads rollouts that we have written and saves them again with the
# same figures. The fixture's own words (`raw` in a dump) are taken away first, so that our writer has to find them.
set -eu
program=$1 gnubg=$2 out=$3
mkdir -p "$out"
"$program" convert -q fixtures/sgf/rollouts.sgf - | grep -v '^ *raw "sgf" "D\?A" ' >"$out/rollouts.dump"
"$program" convert -q "$out/rollouts.dump" "$out/ours.sgf"
printf 'set display off\nload match %s/ours.sgf\nsave match %s/back.sgf\n' "$out" "$out" >"$out/commands"
"$gnubg" -t -q -r -c "$out/commands" </dev/null >"$out/gnubg.log" 2>&1 || true
# Everything before the settings, and the settings without the move filters that GNU Backgammon puts in.
figures() {
    grep -o '\[\([a-z]* \)\?X ver [^]]*' "$1" | sed 's/ filt[01]\( [-0-9.]*\)*/ /g; s/  */ /g; s/ $//'
}
figures "$out/ours.sgf" >"$out/ours"
figures "$out/back.sgf" >"$out/back"
n=$(wc -l <"$out/ours")
[ "$n" -gt 5 ] || { echo "rollouts: only $n written"; exit 1; }
diff "$out/ours" "$out/back" && echo "rollouts: GNU Backgammon keeps all $n"
