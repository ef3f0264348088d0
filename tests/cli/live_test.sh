#!/usr/bin/env bash
# `--live`: which file goes into which pages, what the page's policy admits, and that such pages can be verified. The file
# here holds no engine; tests/web/live_check.sh asks a real one.
. "$(dirname "$0")/lib.sh"
brief_demo
export XDG_DATA_HOME=$WORK/data XDG_DATA_DIRS=$WORK/none
mkdir -p data/kibitzer
engine=data/kibitzer/live-engine.txt

test_ "the engine's file goes into the page, and its absence is a clear word"
printf 'QUJD\nREVG\n' >$engine
run analyze -q --level 0ply --live --report html,json --out pages "$DEMO/semi-final.mat"
status_is 0
page=pages/semi-final.html
equal "$(sed -n '/<script type="text\/plain" id="engine">/,/<\/script>/p' $page)" '<script type="text/plain" id="engine">QUJD
REVG
</script>'
equal "$(grep -l 'id="engine"' -r pages)" $page
equal "$(grep -c 'id="words"' $page)" 0
run analyze -q --level 0ply --live --language de --report html --out german "$DEMO/semi-final.mat"
sed -n 's/.*<script type="text\/plain" id="words" data-code="de">\([^<]*\)<.*/\1/p' german/semi-final.html | base64 -d >words
equal "$(tr '\000\002' ' \n' <words | head -1)" '000000000000nplurals=2; plural=n != 1; '
printf 'QUJD</script>\n' >$engine
run convert --live "$DEMO/semi-final.mat" x.html
status_is 2
err_has 'live-engine.txt: two lines of base64 are expected'
rm $engine
cp "$PROGRAM" alone # beside which nothing is installed
PROGRAM=./alone run convert --live "$DEMO/semi-final.mat" x.html
status_is 2
err_has 'kibitzer/live-engine.txt is not installed; Debian'\''s package kibitzer-web has it, and `make web` makes it'
file_gone x.html

test_ "the policy admits each script of the page, a worker of its own, and nothing else"
python3 - $page >found <<'PY'
import base64, hashlib, re, sys
s = open(sys.argv[1], encoding="utf-8").read()
policy = dict(p.split(" ", 1) for p in re.search('Policy" content="([^"]*)"', s)[1].split("; ") if " " in p)
for text in re.findall("<script>(.*?)</script>", s, re.S):
    name = "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
    print(name in policy["script-src"])
print(policy["default-src"], policy["worker-src"], "'wasm-unsafe-eval'" in policy["script-src"], sorted(policy))
PY
equal "$(cat found)" "True
True
True
True
'none' blob: True ['base-uri', 'default-src', 'form-action', 'script-src', 'style-src', 'worker-src']"
run convert "$DEMO/semi-final.mat" plain.html
equal "$(grep -c 'worker-src\|wasm-unsafe\|kibitzerBoard' plain.html)" 0

test_ "a live page is verified as any other, with the engine that is installed; a changed figure, script and engine are found"
PROGRAM=./alone run verify $page # beside which nothing is installed
status_is 1
out_has 'cannot be verified: the page has an engine inside, and there is none to compare it with'
printf 'QUJD\nREVG\n' >$engine
run verify pages
status_is 0
run verify $page
out_has 'all equal; the report shows them as they are'
run verify --sample 10% $page
status_is 0
mkdir changed
sed '0,/<td class="moveequity">−0\.1/s//<td class="moveequity">−0.0/' $page >changed/figure.html
sed "s/is right\.'/is best.'/" $page >changed/script.html
sed 's/^REVG$/REVH/' $page >changed/engine.html
sed 's/ id="engine">QUJD/ id="engine">QUJD QUJD/' $page >changed/blank.html
sed 's/<script type="text\/plain" id="engine">/<script id="engine">/' $page >changed/runs.html
for what in figure script engine blank runs; do
    ! cmp -s $page changed/$what.html || wrong "$what: nothing was changed"
done
for sample in all 10%; do
    run verify --sample $sample --json changed
    status_is 1
    equal "$(grep -c '"verdict": "differs"' out)" 5
    equal "$(grep -c 'the engine inside is not the one that is installed here' out)" 2
done

test_ "the report as it was written again can be kept"
run verify --made made.html $page
status_is 0
run verify made.html
status_is 0
out_has 'all equal'
run verify --made none/made.html $page
status_is 1
out_has 'cannot be verified: none/made.html cannot be written'

finish
