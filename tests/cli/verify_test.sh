#!/usr/bin/env bash
# `kibitzer verify`: the analyses of reports made again, and what is found where a report was changed.
. "$(dirname "$0")/lib.sh"
brief_demo

json() { python3 -c 'import json,re,sys; d=json.load(open("out")); print(eval(sys.argv[1]))' "$1"; }

# changed NAME PYTHON: changed/NAME is a page of a short match with its text `s` changed; it stands between two others.
mkdir changed small
for one in a b c; do sed "/Game 2/,\$d; s/O'Hara/$one/; s/2025/200$((0x$one))/" "$DEMO/semi-final.mat" >small/$one.mat; done
run analyze --level 0ply --out pages small
changed() {
    python3 - "$1" "$2" <<'PY'
import re, sys
s = open("pages/b.html", encoding="utf-8").read()
before = s
exec(sys.argv[2])
assert s != before
open("changed/" + sys.argv[1], "w", encoding="utf-8").write(s)
PY
}

# found FOLDER WORDS: none of its reports is equal, and of each these words are said, with all decisions and with a sample.
found() {
    for sample in $(much 'all 1%' 1%); do
        run verify --sample $sample --max-seconds 20 --json "$1"
        status_is 1
        equal "$(json '[(r["file"], r["verdict"], r["why"]) for r in d["reports"] if r["verdict"] == "equal" or not re.search("'"$2"'", r["why"] or str(r["differ"]))]')" '[]'
        equal "$(json 'len(d["reports"])')" "$(find "$1" -type f | wc -l)"
    done
}

# data NAME PYTHON: the page with its certified data, the words `r` and behind them the bytes of figures, changed.
data() {
    changed "$1" 'import base64, zlib
m = re.search(r"\"data\": \"([^\"]*)\"", s)
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
if heavy; then
    mv out all.json
    run verify --jobs 3 --json report
    same out all.json
fi

test_ "pages with other rolls marked, rolled-out errors, cube maps, few plays kept, one player, hand-made marks"
run analyze --level 1ply --cube-level 0ply --luck-thresholds 0.2,0.5 --thresholds xg --keep-candidates none --out marked "$DEMO/semi-final.mat"
run analyze --level 0ply --analyze-player "Jörg Müller" --parts plays,cube --candidates 9 --report html --out one "$DEMO/semi-final.mat"
run analyze --level 0ply --cube-maps --rollout-errors 0.3 --rollout-trials 36 --report html --out rolled "$DEMO/semi-final.mat"
run analyze --level 0ply --bottom Ann --out hand "$TOP/fixtures/sgf/gnubg-match.sgf"
run verify marked one rolled hand
status_is 0
equal "$(grep -c 'as they are' out)" 6
grep -q 'Without a certificate (pages of an index or a player have none), so that nothing was verified: marked/index.html, ' out || wrong "$(cat out)"
run verify --sample 5% one hand
status_is 0

test_ "a page without a certificate is reported as one, and not taken for a match"
run verify hand/*.html
status_is 1
out_has 'gnubg-match.html: .*all equal'
out_has '^Without a certificate (pages of an index or a player have none), so that nothing was verified: hand/index.html.$'
err_empty
run verify hand/index.html
status_is 3
err_has 'no report with a certificate'

test_ "a page with a style sheet, inside or named, and a title: what nothing vouches for is said"
echo 'h1 > b { color: "<&" }' >own.css
run analyze --level 0ply --css own.css --title 'The final' --report html --out styled small/b.mat
run analyze --level 0ply --css own.css --css-link --report html,json --out linked small/b.mat
for sample in $(much "all 30%" 30%); do
    run verify --sample $sample styled linked
    status_is 0
    equal "$(grep -c 'all equal.*nothing vouches for its style sheet, comments and facts$' out)" 1
    equal "$(grep -c 'all equal.*nothing vouches for its title, style sheet, comments and facts$' out)" 1
done
run verify --json styled
equal "$(json 'd["reports"][0]["unproven"]')" "['title', 'style sheet', 'comments and facts']"

test_ "of a changed page the verdict comes first, then the place, then that the figures of its analysis are right"
python3 - <<'EOF'
s = open("report/semi-final.html").read()
at = s.index("\u22120.") + 3
open("forged-figure.html", "w").write(s[:at] + ("8" if s[at] != "8" else "7") + s[at + 1:])
EOF
run verify forged-figure.html
status_is 1
equal "$(sed -n 1p out)" "forged-figure.html: not in order"
equal "$(sed -n 2p out | grep -c '^forged-figure.html:[0-9]*:[0-9]*: the report was changed here: its analysis makes another one')" 1
equal "$(sed -n 3p out | grep -c '^forged-figure.html: \([0-9]*\) of \1 decisions made again, all equal')" 1

test_ "a report about the match of a file, or about another one"
run verify report/semi-final.html "$DEMO/semi-final.mat"
status_is 0
run verify report/semi-final.html "$DEMO/club-final.mat"
status_is 1
grep -q 'another match' out || wrong "$(cat out)"

test_ "comments and facts are compared with the file; without it nothing vouches for them"
run verify pages/b.html small
grep -q 'as they are$' out || wrong "$(cat out)"
out_lacks 'are given, too'
run verify pages/b.html
grep -q 'nothing vouches for its comments and facts$' out || wrong "$(cat out)"
equal "$(tail -1 out)" 'Comments and facts are compared if the match files are given, too.'
forge() { # forge OLD NEW: forged/b.html, whose record has other words, shows them too
    data b.html "w = r.replace(b'$1', b'$2', 1); assert w != r; r = w"
    mkdir -p forged
    run verify --made forged/b.html changed/b.html
    run verify forged/b.html
    equal "$status $(grep -c 'nothing vouches for its comments and facts$' out) $1" "0 1 $1"
}
for line in 'comment "forged"' 'place "Elsewhere"' 'event "Another"' 'rating 0 "2000"' 'property "mat" "Forged" "1"'; do
    forge '\ngame 1\n' "\n$line\ngame 1\n"
    run verify forged/b.html small/b.mat
    case $line in
    place*) status_is 0; grep -q 'nothing vouches for its comments and facts$' out || wrong "$(cat out)" ;; # the owner may say what a file lacks
    *) status_is 1; grep -q "says another thing than the match that was given: found .$line" out || wrong "$line: $(cat out)" ;;
    esac
done
run convert --to sgf small/b.mat b.sgf
run verify pages/b.html b.sgf
status_is 0
grep -q 'nothing vouches for its comments and facts$' out || wrong "$(cat out)"
run verify pages/b.html b.sgf small/b.mat
grep -q 'as they are$' out || wrong "$(cat out)"

test_ "a file that cannot be read vouches for nothing"
echo nonsense >bad.mat
run verify report/semi-final.html bad.mat
status_is 1
grep -q 'as they are' out && wrong "$(cat out)"

test_ "whatever is changed is found, with its line, with a sample as well"
changed loss.html 's = s.replace("−0.0", "−0.1", 1)'
changed name.html 's = s.replace("Müller", "Miller", 1)'
changed mark.html 's = s.replace("blunder", "bl under", 1)'
changed total.html 's = re.sub(r"(PR.*?)\d\.\d\d", r"\g<1>1.23", s, count=1, flags=re.S)'
changed settings.html 's = re.sub(r"(\"settings\": \"chequer play )0", r"\g<1>3", s, count=1)'
changed script.html 's = s.replace("</main>", "<script>alert(1)</script></main>", 1)'
changed style.html 's = s.replace("<style>", "<style>b{}", 1)'
changed another.html 's = s.replace("</head>", "<style>b{}</style></head>", 1)'
changed policy.html 's = re.sub("<meta http-equiv.*?/>", "", s, count=1)'
changed refresh.html 's = s.replace("<title>", "<meta http-equiv=\"refresh\" content=\"1\"/><title>", 1)'
changed link.html 's = s.replace("./index.html", "./elsewhere.html")'
changed cover.html 's = s.replace("<main>", "<main><a style=\"position:fixed\" href=\"x\">PR 1.23</a>", 1)'
changed trail.html 's = s.replace("</main>", "<nav class=\"trail\">PR 1.23</nav>\n</main>", 1)'
changed comment.html 's = s.replace("</main>", "<!--</nav>\n<nav class=\"trail\"-->1.23</main>", 1)'
changed neighbour.html 's = s.replace("</nav>", "<span class=\"neighbours\">PR 1.23</span></nav>", 1)'
changed free.html 's = s.replace("Previous<span", "Previous 1.23<span").replace("Next<span", "Next 1.23<span")'
changed template.html 's = s.replace("<main>", "<template>", 1).replace("</main>", "</template><main>PR 1.23</main>", 1)'
changed twice.html 'i = s.index("<details class=\"d "); j = s.index("<details class=\"d ", i + 1); s = s[:j] + s[i:]'
changed order.html 'p = re.split("(?=<details class=\"d )", s); p[3], p[4] = p[4], p[3]; s = "".join(p)'
changed behind.html 's += " "'
changed tag.html 's = s.replace("<script type=\"application/json\" id=\"certificate\">{", "<SCRIPT\nID = certificate>{  ", 1).replace("\"data\": ", "\"data\"\n:", 1)'
changed decoy.html 's = s.replace("<main>", "<main><!-- <script id=\"certificate\">{}</script> -->", 1)'
found changed '^[0-9]+:[0-9]+: the report was changed here'

test_ "a changed document of JSON is found; a page's name makes no page of it"
mkdir json
sed '0,/"equity": 0\.0/s//"equity": 0.1/' pages/b.json >json/figure.json
sed 's/"warnings": \[/&{"severity": "error", "line": 1, "column": 1, "message": "no"}/' pages/b.json >json/warning.json
sed 's/^  "length": .*/&&/' pages/b.json >json/twice.json
python3 -c 'import json; print(json.dumps(json.load(open("pages/b.json")), indent=4))' >json/indented.json
python3 -c 'import json; print(json.dumps(json.load(open("pages/b.json"))))' >json/line.json
for document in json/*; do
    cmp -s "$document" pages/b.json && wrong "$document: nothing was changed"
done
cp pages/b.json json/b.html
found json '^[0-9]+:[0-9]+: the report was changed here|JSON document with the name of a page'

test_ "only the links to the pages before and after may differ, whatever pages these are"
changed links.html 's = re.sub("(rel=\"(prev|next)\" href=)\"[^\"]*", "\\g<1>\"./../a%20b/c.html", s)'
changed alone.html 's = re.sub("<span class=\"neighbours\">.*?</span></a></span>", "", s)'
for sample in all 1%; do
    run verify --sample $sample changed/links.html changed/alone.html
    status_is 0
done

test_ "warnings of reading are part of a document"
sed 's/^  3) .*/&  zzz/' small/b.mat >odd.mat
run analyze --level 0ply --json odd.mat
mv out odd.json
run verify --json odd.json
status_is 0
equal "$(json 'd["reports"][0]["unproven"]')" "$(python3 -c 'import json; print((["warnings"] if json.load(open("odd.json"))["match"]["warnings"] else []) + ["comments and facts"])')"

if heavy; then
    test_ "a sample: the same for the same seed, a figure changed with all that follows is found as often, none is never equal"
    run verify --sample 20% --seed 7 --json pages/b.html
    status_is 0
    equal "$(json '0 < d["reports"][0]["checked"] < d["reports"][0]["decisions"], d["seed"], d["finds_one"]')" "(True, 7, 0.2)"
    mv out sample.json
    run verify --sample 20% --seed 7 --json pages/b.html
    same out sample.json
    run verify --sample 100% --json pages/b.html
    equal "$(json 'd["seed"]')" None
    run verify --sample 0.0001% --seed 3 --json pages/b.html # an event without a double before it
    equal "$(json 'd["reports"][0]["checked"]')" 1
    data figure.html 'w, f = r.split(b"\0", 1); n = len(f) // 4; i = w.index(b"\ncube"); k = w[:i].count(b"\1"); f = bytearray(f)
f[2 * n + k] ^= 64; r = w + b"\0" + bytes(f)'
    run verify --sample 0.0001% --seed 1 --made consistent.html changed/figure.html
    run verify consistent.html
    status_is 1
    grep -q '1 differ: g1m' out || wrong "$(cat out)"
    run verify --sample 99.9% --seed 1 consistent.html
    status_is 1
    printf '%s\n' 'kibitzer-dump 1' match '  length 5' '  variant backgammon' '  rules cube crawford' '  player 0 "Ann"' '  player 1 "Bo"' '  game 1' \
        '    score 0 0' '    0 play 31 8/5 6/5' '    1 double 2' '    1 comment' '      comment "between"' '    0 take' '    1 play 42 8/4 6/4' \
        '    result - 0 none' end >between.dump
    run analyze --level 0ply --report html --out between between.dump
    for seed in 1 2 3 4 5 6 7 8; do run verify --sample 1% --seed $seed between; grep -q 'shows what it holds' out || wrong "seed $seed: $(cat out)"; done
    data engine.html 'r = r.replace(b"set \"kibitzer\"", b"set \"GNU Backgammon\"", 1)'
    run verify --sample 20% --made engine.html changed/engine.html
    run verify --sample 20% engine.html
    status_is 1
    grep -q 'names another analysis' out || wrong "$(cat out)"
    data bare.html 'w = re.sub(rb"\n {6}note \d.*(\n {8}.*)*", b"", r.split(b"\0", 1)[0]); r = w.replace(b"\1", b"0.5")'
    run verify --sample 20% --made bare.html changed/bare.html
    run verify --sample 20% bare.html
    status_is 1
    grep -q 'equal' out && wrong "$(cat out)"
fi

if heavy; then
    test_ "only options that a report can have are read from it, and none that names a file"
    mkfifo fifo
    rm changed/*
    for option in css=/etc/passwd css=fifo css=/dev/zero css-link=yes live=yes set=1 split=games paper=letter only-player=x \
        'boards=all\nboards=all' 'legend=no\nboards=all' legend =no; do
        data "${option//[\/\\]/_}.html" "i = r.index(b'\\n') + 1; r = r[:i] + b'$option\\n' + r[i:]"
    done
    found changed '^a damaged certificate: its options make no report$'
    rm changed/*
    for own in live=x 'css=a</style><script>b' index=//example.org/ player-1=/etc/passwd warning=x error=1:2 set=1 x; do
        data "${own//\//_}.html" "i = r.index(b'\\n\\n') + 2; r = r[:i] + b'$own\\n' + r[i:]"
    done
    found changed '^a damaged certificate: no report has what it names$'
    run analyze --level 0ply --title $'a\nboards=none\\n' --look dark --style light --report html --out titled small/b.mat
    run verify titled
    status_is 0
fi

test_ "what cannot be verified says why"
head -c -40 pages/b.json >cut.json
run verify cut.json
status_is 1
grep -q 'cannot be verified: it is not JSON from byte [0-9]* on: ' out || wrong "$(cat out)"
changed cut.html 's = re.sub(r"(\"data\": \".{40})[^\"]*", r"\g<1>", s)'
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

test_ "what an engine lacks or has besides is named as the option that helps"
run analyze -q --level 0ply --no-bearoff --report json --out unknown "$DEMO/semi-final.mat"
run verify unknown/semi-final.json
out_has ': give verify --no-bearoff$'
run verify --no-bearoff --sample 0.1 unknown/semi-final.json
status_is 0

finish
