#!/usr/bin/env bash
# `kibitzer book`: a player's year as a book.
. "$(dirname "$0")/lib.sh"

cp -r "$TOP/fixtures/season" season
sed -i '/^ Game 3/,$d' season/round-[1-6].mat
run analyze -q --level 0ply --report none season

test_ "a book has its chapters, each once and in their order, and nothing leads out of it"
run book --player Mira --year 2025 --errors 6 -o mira.html
status_is 0
equal "$(grep -o '<section class="chapter" id="[a-z-]*"' mira.html | cut -d'"' -f4 | tr '\n' ' ')" \
    "the-figures the-leaks the-errors the-quiz the-openings the-match the-answers "
equal "$(grep -c 'href="[^#]' mira.html)" 0
equal "$(grep -o 'id="[^"]*"' mira.html | sort | uniq -d)" ""
xmllint --noout mira.html 2>err || wrong "not well-formed: $(head -c 300 err)"
equal "$(grep -o 'href="#[^"]*"' mira.html | cut -d'#' -f2 | tr -d '"' | sort -u | while read -r a; do grep -q "id=\"$a\"" mira.html || echo "$a"; done)" ""

test_ "of three instructive errors two are shown, each with its sentence and a board, and one is asked"
equal "$(sed -n '/id="the-errors"/,/id="the-quiz"/p' mira.html | grep -c '<details class="d [^>]*id="e[0-9]*"')" 6
equal "$(sed -n '/id="the-errors"/,/id="the-quiz"/p' mira.html | grep -o '<p class="why">' | wc -l)" 6
equal "$(grep -c '<section class="question" id="q' mira.html)" 3
equal "$(sed -n '/id="the-answers"/,/id="glossary"/p' mira.html | grep -c '<p class="brief"><a href="#q')" 3
run book --player Mira --year 2025 --errors 500 -t text
status_is 0
out_has '^The most instructive errors$'

test_ "the best match is the one with the lowest PR of those with 50 decisions, else the one with most"
run db export --decisions all.csv
run book Mira --year 2025 --errors 6 -t markdown
python3 - >said 2>&1 <<'END' || wrong "$(head -c 500 said)"
import csv, re
sums = {}
for d in csv.DictReader(open("all.csv")):
    if d["player"] == "Mira" and d["counted"] != "0":
        e, n = sums.get((d["date"], d["match"]), (0, 0))
        sums[(d["date"], d["match"])] = (e + float(d["error"]), n + 1)
long = {k: s for k, s in sums.items() if s[1] >= 50}
assert 1 < len(long) < len(sums), sums
best = min(long, key=lambda k: long[k][0] / long[k][1])[0]
assert best != min(sums, key=lambda k: sums[k][0] / sums[k][1])[0], "the fixtures do not tell the two apart"
chapter = re.search(r"(?s)>The best match\n.*?>Answers to the quiz\n", open("out").read())[0]
assert best in chapter and not any(k[0] in chapter for k in sums if k[0] != best), (best, chapter[:600])
END

test_ "days choose the matches, and a time without one is said"
run book Mira --since 2025-09 --until 2025-11 -t text
status_is 0
out_has '^3 matches'
run book Mira --year 2024 -o none.pdf
status_is 3
err_has 'no analysed match in this time'
file_gone none.pdf
run book Mira --year 2025 --since 2025-01 -o none.pdf
status_is 2
run book Nobody --year 2025 -o none.pdf
status_is 3
run book Mira --year 2025 -t csv
status_is 2
err_has 'html, pdf, text, markdown, latex or epub is expected'
run book Mira --year 2025 -o none.csv
status_is 2
err_has 'expected one that ends in .html, .pdf, .txt, .md, .tex or .epub'

test_ "a plan of study that was made in that time has a chapter"
run study Mira --plan
run book Mira --year 2025 --errors 6 -o plan.html
equal "$(grep -c '<section class="chapter" id="the-plan"' plan.html)" 1

test_ "an EPUB is a zip that begins with its type, and every file of it is well-formed and listed"
run book Mira --year 2025 --errors 6 --language de -o mira.epub
status_is 0
equal "$(head -c 58 mira.epub | tail -c 28)" "mimetypeapplication/epub+zip"
rm -rf book && mkdir book && (cd book && unzip -q ../mira.epub) || wrong "unzip cannot read it"
for f in book/META-INF/container.xml book/OEBPS/package.opf book/OEBPS/*.xhtml; do
    xmllint --noout "$f" 2>err || wrong "$f is not well-formed: $(head -c 300 err)"
done
equal "$(grep -o 'href="[^"]*"' book/OEBPS/package.opf | cut -d'"' -f2 | sort)" "$(cd book/OEBPS && ls | grep -v opf | sort)"
grep -q '<dc:language>de</dc:language>' book/OEBPS/package.opf || wrong "the language is not said"
grep -q '<dc:title>Mira, 2025</dc:title>' book/OEBPS/package.opf || wrong "the title is not said"
grep -q 'dcterms:modified">2025-11-[0-9]*T00:00:00Z<' book/OEBPS/package.opf || wrong "the date is not that of the last match"
equal "$(cat book/OEBPS/*.xhtml | grep -c '<script\|<form\|<input')" 0
for link in $(grep -oh 'href="\(./\)*[a-z0-9]*.xhtml#[^"]*"' book/OEBPS/*.xhtml | cut -d'"' -f2 | sed 's|^./||' | sort -u); do
    grep -q "id=\"${link#*#}\"" "book/OEBPS/${link%#*}" || wrong "$link leads nowhere"
done
run book Mira --year 2025 --errors 6 --language de -o again.epub
same mira.epub again.epub

test_ "on paper it is A5 or A4, with an outline, contents by page, and no letter below 9 points"
for paper in a5 a4; do
    run book Mira --year 2025 --errors 6 --paper $paper -o $paper.pdf
    status_is 0
    python3 - $paper.pdf >said 2>&1 <<'END' || wrong "$(head -c 500 said)"
import re, subprocess, sys
pdf = sys.argv[1]
info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
size = {"a5.pdf": "419.53 x 595.28", "a4.pdf": "595.28 x 841.89"}[pdf]
assert size in info, info
pages = int(re.search(r"Pages: *(\d+)", info)[1])
first = subprocess.run(["pdftotext", "-l", "1", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout
assert "Contents" in first, first
for chapter, page in re.findall(r"^ *(The figures|Quiz|The best match|Answers to the quiz|Glossary) +(\d+)$", first, re.M):
    text = subprocess.run(["pdftotext", "-f", page, "-l", page, pdf, "-"], capture_output=True, text=True).stdout
    assert chapter in text.split("\n")[:6], (chapter, page, text[:200])
text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout
assert re.search(r"^ *Date +Opponent .* PR +Theirs", text, re.M), "a match has the opponent's PR in a column, and the player's own below"
assert "Unforced moves" in text, "no statistics of the best match"
numbers = [line.split() for line in text.split("\n") if re.search(r"\b13 +14 +15 +16 +17 +18 +19 +20 +21 +22 +23 +24\b", line)]
assert len(numbers) > 9, "point numbers run into each other"
assert all(line[0] == "13" for line in numbers), "a pip count stands with the points: %s" % numbers
assert re.search(r"^ +1 +2$", text, re.M), "the second game has no number below the curve"
boards = 0
for page in text.split("\f"): # the words about a board are on its page
    lines = [line for line in page.split("\n") if line.strip()]
    for i, line in enumerate(lines):
        if "XGID=" in line:
            boards += 1
            assert any(word in "\n".join(lines[i:]) for word in ("Your answer", "Equity")), page
assert boards > 20, boards
sizes = subprocess.run(["pdftohtml", "-xml", "-i", "-stdout", "-zoom", "4", pdf], capture_output=True, text=True).stdout
sizes = {int(s) for s in re.findall(r'<fontspec [^>]*size="(\d+)"', sizes)} # in thirds of a point: a box of 0.75 of the size, 4 times
assert min(sizes) >= 27 and len(sizes) > 4, sizes
assert len(re.findall(r"^ *(?:The figures|Quiz|The best match|Answers to the quiz|Glossary) +\d+$", first, re.M)) == 5, first
END
done
test_ "the sixty costliest errors of a long best match have a board, the others a line"
run analyze -q --level 0ply --report none --out long "$TOP/fixtures/demo/sunday money.mat"
run book Ann --out long -o long.pdf
status_is 0
python3 - long.pdf >said 2>&1 <<'END' || wrong "$(head -c 500 said)"
import re, subprocess, sys
pages = subprocess.run(["pdftotext", "-layout", sys.argv[1], "-"], capture_output=True, text=True, check=True).stdout.split("\f")
chapter = dict(re.findall(r"^ *(The best match|Answers to the quiz) +(\d+)$", pages[0], re.M))
match = "\n".join(pages[int(chapter["The best match"]) - 1:int(chapter["Answers to the quiz"]) - 1])
marked = re.findall(r"^ *\d+ .* [-\u2212]\d\.\d{3} \?", match, re.M)
assert match.count("XGID=") == 60 < len(marked), (match.count("XGID="), len(marked))
assert 90 <= len(pages) - 1 <= 200, len(pages)
END
run book Mira --year 2025 --errors 6 -o again.pdf
same a5.pdf again.pdf

test_ "the last row of a table is not alone below the titles of the next page"
run analyze -q --level 0ply --report none --out whole "$TOP/fixtures/season"
for paper in a4 a5; do
    run book Mira --out whole --errors 3 --paper $paper -o whole.pdf
    pdftotext -layout whole.pdf - | grep -v '^ *$' | awk '/^\f/ { n = 1 } n == 2 && /Cost$/ { titles = 1 } n == 4 && titles && !/%$/ { print } n > 3 { titles = 0 } { n++ }' >alone
    equal "$(cat alone)" ''
done

finish
