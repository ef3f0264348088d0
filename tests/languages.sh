#!/bin/sh
# Reports of every kind in a language that is none, with every message marked: no word is outside of the marks. The program
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
for by in month phase plan opening score error-kind theme cube-action length opponent; do pages "by-$by" stats --by $by; done
"$program" glossary --language qps --width any >out/glossary.text
pdftotext -layout out/club-final.pdf out/paper.text
# Texts of these are commands' own words, and tables of these have names of groups that programs read too.
rm -f out/study.text out/since.text out/reference.text out/by-*
mv out/paper.text out/paper
python3 "$top/tools/po/bare.py" out/*.html out/players/*.html out/*.text out/*.txt out/*.md out/*.markdown >bare || { cat bare; exit 1; }
grep -q 'lang="qps"' out/club-final.html && grep -q '⟦' out/paper && grep -q '⟦' out/club-final.tex || { echo "a report is not in the language"; exit 1; }
echo "no bare word in $(ls out/*.html out/players/*.html out/*.text out/*.txt out/*.md out/*.markdown | wc -l) reports"
