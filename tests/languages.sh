#!/bin/sh
# Reports of every kind, help and messages in a language that is none, with every message marked: no word is outside of the marks. The program
# with that language is the argument (mk/po.mk). What is not translated yet is in docs/translating.md, not here.
set -eu
export LC_ALL=C.UTF-8
program=$(realpath "$1") top=$(realpath "$(dirname "$0")/..") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_CONFIG_HOME="$work/settings" XDG_CACHE_HOME="$top/build/cache"
cd "$work"

"$program" analyze -q --level 0ply --language qps --report html,text,markdown,latex,pdf -o out "$top/fixtures/demo" >said 2>&1 || { cat said; exit 1; }
pages() {
    kind=$1
    shift
    for format in html text markdown; do
        "$program" "$@" -q --db out/collection.db --language qps -t $format >"out/$kind.$format" 2>>said || { cat said; exit 1; }
    done
}
pages errors errors
pages quiz errors --quiz
pages stats stats
pages study study "O'Hara"
pages since study --since 2025-10-20 "O'Hara"
pages reference study --reference "O'Hara"
pages book book --player "O'Hara"
pages league stats --sort points
for by in month phase plan opening score error-kind theme time cube-action length opponent; do pages "by-$by" stats --by $by; done
"$program" glossary --language qps --width any >out/glossary.text
pdftotext -layout out/club-final.pdf out/paper.text
# What commands print at a terminal and into files; lines of 80 columns wrap a message, which then ends on the next.
start=XGID=-b----E-C---eE---c-e----B-:0:0:1
printed() {
    kind=$1
    shift
    "$program" "$@" --language qps >"out/$kind.printed.text" 2>>said || { cat said; exit 1; }
}
for how in plain no; do
    printed play-$how hint --level 0ply --for-terminal $how $start:31:2:3:0:7:10
    printed double-$how hint --level 0ply --for-terminal $how $start:00:2:3:0:7:10
    printed taken-$how hint --level 0ply --for-terminal $how $start:D:2:3:0:7:10
    printed cube-$how cube --level 0ply --for-terminal $how $start:00:2:3:0:7:10
done
printed eval eval --level 0ply $start:00:2:3:0:7:10
printed temperature hint --temperature --level 0ply $start:00:2:3:0:7:10
printed scores hint --scores --level 0ply $start:31:2:3:0:7:10
printed rolled rollout --trials 36 --truncate 3 --level 0ply $start:31:2:3:0:7:10
printed rolled-cube rollout --trials 36 --truncate 3 --level 0ply $start:00:2:3:0:7:10
printed met met show --away 4
printed met-score met show --score 3-5
printed met-convert met convert --score 3-5 --emg 0.3
printed info info "$top/fixtures/demo"
printed duel duel --games 4 --a 0ply --b 0ply
printed db db info --db out/collection.db
printed players db players --db out/collection.db
mv out/paper.text out/paper
python3 "$top/tools/po/bare.py" out/*.html out/players/*.html out/*.text out/*.txt out/*.md out/*.markdown >bare || { cat bare; exit 1; }
grep -q 'lang="qps"' out/club-final.html && grep -q '⟦' out/paper && grep -q '⟦' out/club-final.tex || { echo "a report is not in the language"; exit 1; }
echo "no bare word in $(ls out/*.html out/players/*.html out/*.text out/*.txt out/*.md out/*.markdown | wc -l) reports"

# The help of every command, and what is said of files and words that are wrong: nothing of ours outside of the marks.
mkdir help messages
"$program" --help --language qps >help/overview
"$program" --language qps >help/alone 2>&1 || true
for command in $("$program" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    LC_ALL=qps.UTF-8 "$program" "$command" --help >"help/$command" # not all take --language
done
wrong() { LC_ALL=qps.UTF-8 "$program" "$@" >/dev/null 2>>messages/wrong || true; }
wrong analyze --levl 1ply out
wrong anlyze out
wrong analyze --level
wrong analyze --jobs many out
wrong analyze --level 9ply out
wrong analyze --language xx out
wrong convert --to mta out
wrong convert nowhere.mat nowhere.sgf
wrong convert "$top/fixtures/demo/club-final.mat"
wrong stats --db nowhere.db
wrong stats --by nonsense --db out/collection.db
wrong stats --db out/collection.db Nobody
wrong met show --score 3
wrong bearoff
wrong errors --since yesterday --db out/collection.db
wrong analyze --jobs
wrong verify nowhere.html
wrong info "$top"/fixtures/bad/mat/[!s]*.mat
python3 "$top/tools/po/bare.py" help/* messages/* >bare || { cat bare; exit 1; }
[ "$(grep -c ⟦ messages/wrong)" -ge 20 ] || { cat messages/wrong; exit 1; }
echo "no bare word in the help of $(ls help | wc -l) texts, nor in $(grep -c ⟦ messages/wrong) messages"
