#!/usr/bin/env bash
# Pages of a folder lead to each other: a breadcrumb to the index, the matches before and after by date.
. "$(dirname "$0")/lib.sh"
brief_demo
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
equal "$(trail all/a.html | grep -o '<span class="neighbours">.*</span></nav>')" '<span class="neighbours"><a rel="prev" href="./c.html">Previous<span class="vh"> match</span></a><a rel="next" href="./b.html">Next<span class="vh"> match</span></a></span></nav>'

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

positions() { # positions FIRST LAST: different positions, one a line
    for i in $(seq "$1" "$2"); do
        echo "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:$((i % 50)):$((i / 50)):0:64:10"
    done
}
folder_of_index() { (cd "$1" && cksum index*); }

test_ "an index of more than a thousand rows has further pages, the same for any number of threads"
for part in 1 2 3 4 5; do positions $((400 * part - 400)) $((400 * part - 1)) >many$part.txt; done
run analyze -q --level 0ply --report html --jobs 2 --out big many1.txt many2.txt many3.txt many4.txt many5.txt
status_is 0
equal "$(cd big && echo index*)" 'index-2.html index-positions-1.js index-positions-2.js index.html'
equal "$(grep -c '<bdi>many' big/index.html) $(grep -c '<bdi>many' big/index-2.html)" '1000 1000'
equal "$(grep -c '<bdi>many' big/index-positions-1.js) $(grep -c '<bdi>many' big/index-positions-2.js)" '1000 1000'
run report -q --report html --jobs 1 --db big/collection.db --out again
status_is 0
equal "$(folder_of_index again)" "$(folder_of_index big)"

test_ "pages of an index that have not changed stay as they are, those that are gone come back"
touch -d 2001-01-01 big/index*
positions 2000 2010 >zlast.txt
run analyze -q --level 0ply --report html --db big/collection.db --out big zlast.txt
status_is 0
equal "$(cd big && find . -name 'index*' -newermt 2002-01-01 | sort | tr '\n' ' ')" './index-2.html ./index-3.html ./index-positions-3.js ./index.html '
rm big/index-2.html
run report -q --report html --db big/collection.db --out big
status_is 0
file_there big/index-2.html

test_ "pages of a former, longer index go"
run db forget -q --db big/collection.db many1.txt many2.txt many3.txt many4.txt
run report -q --report html --db big/collection.db --out big
status_is 0
equal "$(cd big && echo index*)" 'index.html'

test_ "no match has the name of a page of the index"
cp "$DEMO/semi-final.mat" index-2.mat
cp "$DEMO/sunday money.mat" index-cup.mat
run analyze -q --level 0ply --report text --out named index-2.mat index-cup.mat
status_is 0
equal "$(cd named && echo index*)" 'index-2.2.txt index-cup.txt index.html'

finish
