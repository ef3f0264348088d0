#!/usr/bin/env bash
# Pages of a folder lead to each other: a breadcrumb to the index, the matches before and after by date.
. "$(dirname "$0")/lib.sh"
league=$DEMO/league-round-4.sgf # brings its analysis
mkdir inputs inputs/sub
cp "$league" inputs/b.sgf
sed 's/DT\[2025-11-02\]/DT[2024-10-30]/;s/PB\[[^]]*\]/PB[Bo]/' "$league" >inputs/a.sgf
sed 's/DT\[2025-11-02\]/DT[2023-09-03]/;s/PW\[Ann\]/PW[<b>\&]/' "$league" >inputs/sub/c.sgf

analyze() { run analyze -q --keep --report html "$@"; }
trail() { grep -o '<nav class="trail".*</nav>' "$1"; }
links() { trail "$1" | grep -o '<a[^>]*>[^<]*' | sed 's/ href="\([^"]*\)"/ \1/;s/<a//;s/>/ /' | tr -s ' ' | paste -sd';'; }

test_ "each page leads to the index and to the matches before and after it"
analyze --out all inputs
status_is 0
equal "$(links all/c.html)" ' ./index.html All matches; rel="next" ./a.html Next'
equal "$(links all/a.html)" ' ./index.html All matches; rel="prev" ./c.html Previous; rel="next" ./b.html Next'
equal "$(links all/b.html)" ' ./index.html All matches; rel="prev" ./a.html Previous'
trail all/a.html | grep -q 'match: &lt;b&gt;&amp; vs' || wrong "no name of the neighbour, escaped: $(trail all/a.html)"

test_ "pages are the same whatever came first and however many threads"
analyze --jobs 3 --out grown inputs/b.sgf
equal "$(links grown/b.html)" ' ./index.html All matches'
analyze --jobs 3 --out grown inputs/a.sgf
analyze --jobs 3 --out grown inputs
for page in a b c; do same all/$page.html grown/$page.html; done

test_ "nothing is written again where nothing has changed"
find all -name '*.html' -exec touch -d 2020-01-01 {} +
analyze --out all inputs
equal "$(find all -name '*.html' -newermt 2020-01-02 | wc -l)" 0

test_ "a page written again has its neighbours again"
rm all/a.html
analyze --out all inputs
same all/a.html grown/a.html

test_ "a report outside a folder has no breadcrumb"
run convert -q "$league" alone.html
status_is 0
equal "$(trail alone.html)" ''

finish
