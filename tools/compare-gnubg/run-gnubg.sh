#!/bin/sh
# Lets GNU Backgammon read, analyse (0-ply) and save as SGF every file of the folders given.
#   run-gnubg.sh OUT FOLDER...
# OUT/pairs.tsv afterwards has a line for each file: its path, a tab, gnubg's SGF (no such file: gnubg refused it; what
# it said stands beside it in .log). Work that was done before is not done again.
set -eu
out=$1
shift
PATH=$PATH:/usr/games
if ! command -v gnubg >/dev/null; then
    echo "installing gnubg" >&2
    apt-get install -y gnubg >/dev/null 2>&1 || { apt-get update >/dev/null && apt-get install -y gnubg >/dev/null; }
fi
mkdir -p "$out/home"
out=$(cd "$out" && pwd)

# Reads one file: gnubg takes no odd characters in names, so it sees a copy.
one() {
    name=$1 file=$2
    case $file in *.sgf) load='load match' ;; *) load='import auto' ;; esac
    cp "$file" "$out/$name.in"
    cat >"$out/$name.cmd" <<COMMANDS
set analysis chequerplay evaluation plies 0
set analysis cubedecision evaluation plies 0
set analysis luckanalysis plies 0
$load "$out/$name.in"
analyse match
save match "$out/$name.sgf"
show statistics match
COMMANDS
    HOME=$out/home timeout 300 gnubg -t -q -r -c "$out/$name.cmd" </dev/null >"$out/$name.log" 2>&1 || true
    rm -f "$out/$name.cmd" "$out/$name.in"
}

: >"$out/pairs.tsv"
find "$@" -type f | LC_ALL=C sort | while IFS= read -r file; do
    name=$(cksum <"$file" | tr ' ' -)
    printf '%s\t%s\n' "$file" "$out/$name.sgf" >>"$out/pairs.tsv"
    [ -e "$out/$name.log" ] || one "$name" "$file"
done
