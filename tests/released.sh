#!/bin/sh
# What is released (po/LINGUAS): reports and tables in every language hold no English, no letter is missing, and no row is wider than a
# terminal. The program is the argument.
set -eu
export LC_ALL=C.UTF-8
program=$(realpath "$1") top=$(realpath "$(dirname "$0")/..") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_CONFIG_HOME="$work/settings" XDG_CACHE_HOME="$top/build/cache"
cd "$work"
mkdir in
sed '/^ Game 3/,$d' "$top/fixtures/demo/semi-final.mat" >in/semi-final.mat
start=XGID=-b----E-C---eE---c-e----B-:0:0:1

# printed NAME WORDS: what a command prints at 80 columns.
printed() {
    name=$1
    shift
    "$program" "$@" -q --language "$language" --width 80 >"$language/$name.text" 2>>said || { echo "$language: kibitzer $*"; cat said; exit 1; }
}
in_one_language() {
    mkdir "$language"
    "$program" analyze --level 0ply --language "$language" --report html,text,pdf -o "$language" in >>said 2>&1 || { cat said; exit 1; }
    db="--db $language/collection.db"
    for kind in stats errors study; do
        whose=$([ $kind != study ] || echo "O'Hara")
        printed $kind $kind $db -t text $whose
        "$program" $kind -q $db --language "$language" -t html $whose >"$language/$kind.html" 2>>said || { cat said; exit 1; }
    done
    printed by-phase stats $db --by phase
    printed by-kind stats $db --by error-kind
    for how in plain no; do
        printed play-$how hint --level 0ply --for-terminal $how $start:31:2:3:0:7:10
        printed double-$how hint --level 0ply --for-terminal $how $start:00:2:3:0:7:10
        printed taken-$how hint --level 0ply --for-terminal $how $start:D:2:3:0:7:10
        printed cube-$how cube --level 0ply --for-terminal $how $start:00:2:3:0:7:10
    done
    printed long hint --level 0ply --for-terminal plain XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:13:0:15:10
    printed eval eval --level 0ply $start:00:2:3:0:7:10
    printed met met show
    printed met-score met show --score 3-5
    printed info info in
    printed db db info $db
    printed levels levels
    printed formats formats
    printed glossary glossary
}
for language in $(sed '/^#/d' "$top/po/LINGUAS"); do in_one_language; done
! grep 'U+' said || exit 1 # letters that no font has
! pdftotext -layout el/semi-final.pdf - | grep -E 'παίχτηκ( |$)' || { echo "el/semi-final.pdf: labels of cards are cut"; exit 1; }
python3 "$top/tools/po/english.py" $(sed '/^#/d' "$top/po/LINGUAS")
