#!/usr/bin/env bash
# `kibitzer verify`: the analyses of reports made again, and what is found where a report was changed.
. "$(dirname "$0")/lib.sh"

json() { python3 -c 'import json,sys; d=json.load(open("out")); print(eval(sys.argv[1]))' "$1"; }

# changed NAME PYTHON: changed/NAME is the page with its text `s` changed.
mkdir changed
changed() {
    python3 - "$1" "$2" <<'PY'
import re, sys
s = open("report/semi-final.html", encoding="utf-8").read()
before = s
exec(sys.argv[2])
assert s != before
open("changed/" + sys.argv[1], "w", encoding="utf-8").write(s)
PY
}

# recipe NAME PYTHON: the page with the bytes `r` of which its certificate is made changed.
recipe() {
    changed "$1" 'import base64, zlib
m = re.search(r"\"record\": \"([^\"]*)\"", s)
r = zlib.decompress(base64.b64decode(m[1])[8:])
'"$2"'
s = s[:m.start(1)] + base64.b64encode(len(r).to_bytes(8, "little") + zlib.compress(r, 6)).decode() + s[m.end(1):]'
}

run analyze --level 0ply --errors-above 0.03 --title 'The "semi" & more' --out report "$DEMO"
status_is 0

test_ "reports are what their analyses come to, pages and JSON alike"
run verify --json report
status_is 0
equal "$(json '{r["verdict"] for r in d["reports"]}, len(d["reports"])')" "({'equal'}, 8)"
equal "$(json 'all(r["checked"] == r["decisions"] > 50 for r in d["reports"])')" True
mv out all.json
run verify --jobs 3 --json report
same out all.json

test_ "pages with other rolls marked, rolled-out errors, cube maps, few plays kept, one player, hand-made marks"
run analyze --level 1ply --cube-level 0ply --luck-thresholds 0.2,0.5 --thresholds xg --keep-candidates none --out marked "$DEMO/semi-final.mat"
run analyze --level 0ply --analyze-player "Jörg Müller" --parts plays,cube --candidates 9 --report html --out one "$DEMO/semi-final.mat"
run analyze --level 0ply --cube-maps --rollout-errors 0.3 --rollout-trials 144 --report html --out rolled "$DEMO/semi-final.mat"
run analyze --level 0ply --out hand "$TOP/fixtures/sgf/gnubg-match.sgf"
run verify marked one rolled hand
status_is 0
equal "$(grep -c 'as they are' out)" 6

test_ "a report about the match of a file, or about another one"
run verify report/semi-final.html "$DEMO/semi-final.mat"
status_is 0
run verify report/semi-final.html "$DEMO/club-final.mat"
status_is 1
grep -q 'another match' out || wrong "$(cat out)"

test_ "a file that cannot be read vouches for nothing"
echo nonsense >bad.mat
run verify report/semi-final.html bad.mat
status_is 1
grep -q 'as they are' out && wrong "$(cat out)"

test_ "whatever is changed is found, with its line"
changed loss.html 's = s.replace("−0.0", "−0.1", 1)'
changed name.html 's = s.replace("Müller", "Miller", 1)'
changed mark.html 's = s.replace("blunder", "bl under", 1)'
changed total.html 's = re.sub(r"(PR.*?)\d\.\d\d", r"\g<1>1.23", s, count=1, flags=re.S)'
changed digest.html 's = re.sub(r"(decisions\": \")(-*)\w{8}", r"\g<1>\g<2>12345678", s, count=1)'
changed settings.html 's = re.sub(r"(\"settings\": \"chequer play )0", r"\g<1>3", s, count=1)'
changed script.html 's = s.replace("</main>", "<script>alert(1)</script></main>", 1)'
for page in changed/*; do
    run verify "$page"
    status_is 1
    grep -Eq 'differ:|:[0-9]+:[0-9]+: the report is not' out || wrong "$page: $(cat out)"
done

test_ "links to other pages and style sheets may differ"
changed links.html 's = s.replace("./index.html", "./elsewhere.html").replace("<style>", "<style>b{}")'
run verify changed/links.html
status_is 0

test_ "a sample: the same for the same seed, and only its cards are looked at"
run verify --sample 20% --seed 7 --json report/semi-final.html
status_is 0
equal "$(json '0 < d["reports"][0]["checked"] < d["reports"][0]["decisions"], d["seed"], d["finds_one"]')" "(True, 7, 0.2)"
mv out sample.json
run verify --sample 20% --seed 7 --json report/semi-final.html
same out sample.json
run verify --sample 100% --json report/semi-final.html
equal "$(json 'd["seed"]')" None
changed card.html 'i = s.index("class=\"movetable\""); s = s[:i] + s[i:].replace("−0.0", "−0.1", 1)'
run verify --sample 99.9% --seed 1 changed/card.html
status_is 1

test_ "only options that a report can have are read from it, and none that names a file"
mkfifo fifo
for option in css=/etc/passwd css=fifo css=/dev/zero css-link=yes live=yes set=1 split=games paper=letter only-player=x \
    'boards=all\nboards=all' 'legend=no\nboards=all' legend =no; do
    recipe options.html "i = r.index(b'\\n\\n') + 2; r = r[:i] + b'$option\\n' + r[i:]"
    run verify --max-seconds 20 --made made.html changed/options.html
    status_is 1
    grep -q 'a damaged certificate: its options make no report' out || wrong "$option: $(cat out)"
    file_gone made.html
done
run analyze --level 0ply --title $'a\nboards=none\\n' --look dark --style light --report html --out titled "$DEMO/semi-final.mat"
run verify titled
status_is 0

test_ "what cannot be verified says why"
changed cut.html 's = re.sub(r"(\"record\": \".{40})[^\"]*", r"\g<1>", s)'
run verify changed/cut.html
status_is 1
grep -q 'cannot be verified: a damaged certificate' out || wrong "$(cat out)"
run convert --to html "$DEMO/semi-final.mat" plain.html
run verify plain.html
status_is 3
run verify --met woolsey report/semi-final.html
status_is 1
grep -q 'match equity table' out || wrong "$(cat out)"
run verify --sample 120% report/semi-final.html
status_is 2

finish
