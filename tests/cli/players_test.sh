#!/usr/bin/env bash
# Pages of players: views of the collection, written beside the reports of matches.
. "$(dirname "$0")/lib.sh"

# page FILE EXPRESSION: a Python expression over `root`, the page as XML; text(tag, class), all(tag, class).
page() {
    python3 - "$1" "$2" <<'PY'
import re, sys, xml.etree.ElementTree as E
root = E.fromstring(open(sys.argv[1]).read().split('\n', 1)[1])
X = '{http://www.w3.org/1999/xhtml}'
def all(tag, cls=None):
    return [e for e in root.iter() if e.tag.split('}')[-1] == tag and (cls is None or cls in (e.get('class') or '').split())]
text = lambda e: re.sub(r'\s+', ' ', ''.join(e.itertext())).strip()
section = lambda i: [e for e in root.iter() if e.get('id') == i][0]
print(eval(sys.argv[2]))
PY
}
# broken_links FOLDER: links that lead to no file or to no place.
broken_links() {
    python3 - "$1" <<'PY'
import html, os, re, sys, urllib.parse
seen = {}
for folder, _, files in os.walk(sys.argv[1]):
    for f in files:
        if f.endswith('.html'):
            seen[os.path.normpath(os.path.join(folder, f))] = open(os.path.join(folder, f)).read()
for path, text in sorted(seen.items()):
    for href in re.findall(r'<a[^>]* href="([^"]*)"', text):
        file, _, place = urllib.parse.unquote(html.unescape(href)).partition('#')
        to = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if to not in seen or (place and f' id="{place}"' not in seen[to]):
            print(path, href)
PY
}

mkdir in
cp "$DEMO/club-final.mat" "$DEMO/semi-final.mat" "$DEMO/league-round-4.sgf" in/
for i in 1 2 3 4 5; do
    sed "s/2025.10.12/2025.0$i.1$i/; s/O'Hara/Rival $i/" "$DEMO/semi-final.mat" >in/s$i.mat
done
run analyze -q --level 0ply -o a in
status_is 0
M=a/players/Jorg-Muller-70ed695e.html

test_ "every named player has a page that is well-formed, and all links lead somewhere"
equal "$(ls a/players/*.html | wc -l)" 11
file_there "$M"
file_there a/players/Ann.html
for p in a/players/*.html; do page "$p" "text(all('h1')[0]) != ''" | grep -q True || wrong "$p"; done
equal "$(broken_links a)" ""

test_ "names of pages are plain words, or carry digits of their own"
file_there a/players/Rival-1-"$(printf 'Rival 1' | sha256sum | head -c 8)".html
file_there a/players/Zoe-Max-"$(printf 'Zoë & Max' | sha256sum | head -c 8)".html

test_ "the index leads to players, pages of matches lead to them too"
grep -q 'href="./players/Ann.html"' a/index.html || wrong "index"
grep -q 'href="./players/Jorg-Muller-70ed695e.html"' a/semi-final.html || wrong "match"

test_ "plans and kinds of errors begin with the costliest, phases are in the order of a game"
costs() { page "$M" "[int(text(r[-1])[:-1]) for t in section('$1').iter() if t.tag == X + 'tbody' for r in t]"; }
for part in plans kinds; do equal "$(costs $part)" "$(python3 -c "print(sorted($(costs $part), reverse=True))")"; done
equal "$(page "$M" "[text(r[0]) for t in section('phases').iter() if t.tag == X + 'tbody' for r in t]")" "['opening', 'middle', 'bear-off']"

test_ "figures are those of stats"
run stats --db a/collection.db --player 'Jörg Müller' --format json
pr=$(python3 -c "import json; p = json.load(open('out'))['players'][0]; print('%.2f' % p['pr'])")
equal "$(page "$M" "'PR $pr' in text(all('ul', 'figures')[0])")" True
equal "$(page "$M" "'2025-01-11 to 2025-10-12' in text(all('p', 'brief')[0])")" True
equal "$(page "$M" "len(section('matches').findall('.//' + X + 'tbody/' + X + 'tr'))")" 6
equal "$(page "$M" "len(section('opponents').findall('.//' + X + 'tbody/' + X + 'tr'))")" 6

test_ "phases, kinds of errors and cube actions add up to what counts"
run stats --db a/collection.db --player 'Jörg Müller' --by cube-action --format json
equal "$(python3 -c "import json; d = json.load(open('out')); print(sum(g['decisions'] for g in d['groups']) < d['players'][0]['decisions'], [g['group'] for g in d['groups']][0])")" "True no double"
n=$(python3 -c "import json; print(json.load(open('out'))['players'][0]['decisions'])")
equal "$(page "$M" "sum(int(text(r[3])) for r in section('phases').findall('.//' + X + 'tbody/' + X + 'tr'))")" "$n"
equal "$(page "$M" "99 <= sum(int(text(r[3]).rstrip('%')) for r in section('kinds').findall('.//' + X + 'tbody/' + X + 'tr')) <= 101")" True

test_ "the curve has a line, a band and a dot for each dated match that leads to it"
equal "$(page "$M" "(len(all('path', 'ln')), len(all('path', 'band')), len([d for d in section('trend').iter() if d.get('class', '').startswith('dot')]))")" "(1, 1, 6)"
equal "$(page a/players/Ann.html "len(all('path', 'ln'))")" 0
grep -q 'href="./../s3.html"' "$M" || wrong "no link to a match"

test_ "the costliest decisions have boards and lead to their place"
equal "$(page "$M" "len(section('errors').findall('.//' + X + 'article'))")" 6
equal "$(tr '\n' ' ' <"$M" | grep -o '<article class="card top.*' | sed 's/<\/article>/&\n/g' | grep -c '<article class="card top.*<p class="why">')" 6
grep -q 'href="./../[a-z0-9-]*.html#g[0-9]*m[0-9]*"' "$M" || wrong "no link to a place"

test_ "luck stands beside results match by match, errors by size and theme are bars, openings have the best play"
run stats --db a/collection.db --player 'Jörg Müller' --format json
equal "$(page "$M" "len([d for d in section('luck').iter() if d.get('class', '').startswith('dot')])")" 6
equal "$(page "$M" "section('luck').find('.//' + X + 'a').get('href')")" '#matches'
equal "$(page "$M" "[len(section(s).findall('.//' + X + 'svg')) == len(section(s).findall('.//' + X + 'tbody/' + X + 'tr')) > 3 for s in ('sizes', 'themes')]")" '[True, True]'
equal "$(page "$M" "99 <= sum(int(text(r[2]).rstrip('%')) for r in section('sizes').findall('.//' + X + 'tbody/' + X + 'tr')) <= 101")" True
equal "$(page "$M" "{text(r[1]) == text(r[2]) for r in section('openings').findall('.//' + X + 'tbody/' + X + 'tr') if text(r[4]) == '0.000'}")" '{True}'

test_ "errors are counted in words: by kind all that lost anything, by size from 0.02 on; the costliest themes come first, the others are folded"
equal "$(page "$M" "sum(int(text(r[2])) for r in section('kinds').findall('.//' + X + 'tbody/' + X + 'tr'))")" \
    "$(python3 -c "import sqlite3; print(sqlite3.connect('a/collection.db').execute(\"SELECT COUNT(*) FROM assessments j JOIN analyses a ON a.id = j.analysis_id AND a.chosen = 1 JOIN turns t ON t.match_id = a.match_id AND t.n = j.turn JOIN matches m ON m.id = a.match_id AND m.whole IS NULL JOIN players p ON p.id = CASE t.side WHEN 0 THEN m.player0 ELSE m.player1 END WHERE p.name = 'Jörg Müller' AND j.counted > 0 AND j.error > 0\").fetchone()[0])")"
equal "$(page "$M" "text(section('kinds').find(X + 'p'))")" "All decisions that lost anything, however little."
equal "$(page "$M" "text(section('sizes').find(X + 'p')).split()[0] == str(sum(int(text(r[1])) for r in section('sizes').findall('.//' + X + 'tbody/' + X + 'tr')))")" True
equal "$(page "$M" "[(v == sorted(v, reverse=True), len(v) > 12) for v in [[float(text(r[1])) for r in section('themes').findall('.//' + X + 'tbody/' + X + 'tr')]]]")" "[(True, True)]"
equal "$(page "$M" "len(section('themes').find('.//' + X + 'tbody').findall(X + 'tr'))")" 12

test_ "the luck of players in the index is that of their statistics: one's own less the opponent's"
run stats --db a/collection.db --json
equal "$(page a/index.html "[all('section') and [(text(r[0]), text(r[-1])) for r in section('players').findall('.//' + X + 'tbody/' + X + 'tr')]][0]" | tr -d ' ')" \
    "$(python3 -c "import json; print([(p['name'], ('%+.1f%%' % (100 * p['luck'])).replace('-', '\u2212') if p['luck'] is not None else '') for p in json.load(open('out'))['players']])" | tr -d ' ')"

test_ "what to study has its range and a board, rates stand beside those of the level, and the quiz asks such positions"
run study --db a/collection.db 'Jörg Müller' --json
equal "$(python3 -c "import json; print(len(json.load(open('out'))['leaks']))")" "$(page "$M" "len([s for s in all('section', 'study') if (s.get('id') or '').startswith('leak')])")"
equal "$(page "$M" "[s.get('id') for s in all('section', 'study') if s.find('.//' + X + 'figure') is None]")" '[]'
grep -q 'href="./quiz/Jorg-Muller-70ed695e.html"' "$M" || wrong "no link to the quiz"
file_there a/players/quiz/Jorg-Muller-70ed695e.html
equal "$(page "$M" "float(text(section('split').findall('.//' + X + 'tbody/' + X + 'tr')[1][2])) > 0")" True
file_there a/players/quiz/Ann.html
equal "$(page a/players/Ann.html "len([s for s in all('section', 'study') if (s.get('id') or '').startswith('leak')])")" 3
grep -q 'Nothing is sure yet: some [0-9]* more decisions would show a leak of 0.5 PR' a/players/Ann.html || wrong "Ann"
equal "$(page a/players/Ann.html "{[d.get('open') is not None for d in s.iter() if 'd' in (d.get('class') or '').split()] == [k == 0 for k in range(len([d for d in s.iter() if 'd' in (d.get('class') or '').split()]))] for s in all('section', 'study') if (s.get('id') or '').startswith('leak')}")" "{True}" # one board is open

test_ "opening plays and replies are groups of their own"
run stats --db a/collection.db --player 'Jörg Müller' --by opening --format json
equal "$(python3 -c "import json; g = [x['group'] for x in json.load(open('out'))['groups']]; print(any(x.startswith('opening ') for x in g), any(x.startswith('reply to it ') for x in g))")" "True True"

test_ "the newest errors of the index have their reasons"
run analyze -q --level 0ply --me 'Jörg Müller' --out newest "$DEMO/semi-final.mat"
equal "$(page newest/index.html "[len(e.findall('.//' + X + 'p[@class=\"why\"]')) for e in [section('newest')]]")" "[3]"

test_ "the trend halves the dated matches, however many have no date"
mkdir dated undated
for i in 1 2 3 4 5 6 7 8; do
    sed "s/2025.10.12/2025.0$i.1$i/; s/O'Hara/Rival $i/" "$DEMO/semi-final.mat" >dated/d$i.mat
    sed "/EventDate/d; s/O'Hara/Other $i/; /^ Game 2/,\$d" "$DEMO/semi-final.mat" >undated/u$i.mat
done
sed -i '/^ Game 2/,$d' dated/d[5678].mat
run analyze -q --level 0ply --out trend dated undated
for window in '--until 2025-03' '--since 2025-04'; do
    run stats --out trend --player 'Jörg Müller' $window --json
    python3 -c "import json; print(json.load(open('out'))['players'][0]['pr'])" >>halves
done
equal "$(page trend/players/Jorg-Muller-70ed695e.html "[text(t).split()[5] for t in all('li') if text(t).startswith('Trend')]")" "['$(python3 -c "a, b = map(float, open('halves')); print('%+.2f' % (b - a))" | sed 's/-/−/')']"

test_ "a table by roll is headed by its rolls; without a range nobody is too timid"
equal "$(page $M "[text(next(r for r in section('replies').iter() if r.tag == X + 'th')), text(next(r for r in section('scores').iter() if r.tag == X + 'th'))]")" "['Opening or reply, roll', 'Needs – opponent needs']"
run analyze -q --level 0ply --out single "$DEMO/semi-final.mat" "$DEMO/sunday money.mat"
equal "$(page single/players/Jorg-Muller-70ed695e.html "[text(t) for t in all('li') if text(t).startswith('Cube bias')]")" "['Cube bias −0.04']"

test_ "another run writes nothing again; a new match renews the pages of its two players alone"
touch -d 2001-01-01 a/players/*.html a/players/quiz/*.html a/index.html
run analyze -q --level 0ply -o a in
equal "$(find a -newermt 2002-01-01 -name '*.html' -path '*players*' | wc -l)" 0
sed 's/Zoë & Max/Jörg Müller/; s/<Bob> "Bee"/Rival 1/' "$DEMO/club-final.mat" >in/s6.mat
run analyze -q --level 0ply -o a in
equal "$(find a/players -maxdepth 1 -newermt 2002-01-01 -name '*.html' | sed 's|.*/||; s|-.*||' | sort | tr '\n' ' ')" "Jorg Rival "

test_ "the same bytes whatever the order of files and the number of threads"
run analyze -q --level 0ply --jobs 1 -o b in/s6.mat in/s2.mat in/semi-final.mat
run analyze -q --level 0ply --jobs 3 -o b in
for p in a/players/*.html; do same "$p" "b/players/${p##*/}"; done
diff -r a/players/quiz b/players/quiz >differences || wrong "quizzes differ: $(head -3 differences)"
equal "$(ls a/players | tr '\n' ' ')" "$(ls b/players | tr '\n' ' ')"

test_ "an alias moves the matches to one page, and the other page goes"
run db alias --db a/collection.db 'Rival 1' 'Rival 2'
run report -o a
status_is 0
file_gone a/players/Rival-2-"$(printf 'Rival 2' | sha256sum | head -c 8)".html
equal "$(broken_links a)" ""
run db alias --db a/collection.db --undo 'Rival 2'
run report -o a
file_there a/players/Rival-2-"$(printf 'Rival 2' | sha256sum | head -c 8)".html
same "$M" "b/players/${M##*/}"

test_ "a copied folder has pages of its own: those of the original stay as they are"
cp -r a copied
cp -r a before
run db alias --db copied 'Rival 1' 'Rival 2'
status_is 0
file_gone copied/players/Rival-2-"$(printf 'Rival 2' | sha256sum | head -c 8)".html
diff -r a before >differences || wrong "the original has changed: $(head -3 differences)"
rm -r copied before

test_ "a page that was removed is written again"
rm a/players/Ann.html
run report -o a
file_there a/players/Ann.html

test_ "names may hold anything: no path, no markup"
evil='../../<b>x&"y'
python3 - "$DEMO/semi-final.mat" "$evil" >evil.mat <<'PY'
import sys
print(open(sys.argv[1]).read().replace("O'Hara", sys.argv[2]), end='')
PY
run analyze -q --level 0ply -o e evil.mat
equal "$(ls -d e/players/*.html | wc -l)" 2
equal "$(ls -A . | grep -c '^players$')" 0
for p in e/players/*.html; do page "$p" "len(all('b', None)) >= 0" | grep -q True || wrong "$p is not well-formed"; done
equal "$(broken_links e)" ""

test_ "without HTML among the reports there are no pages of players, and nothing leads to them"
run analyze -q --level 0ply --report json -o j "$DEMO/semi-final.mat"
file_gone j/players
! grep -q 'players/' j/index.html || wrong "the index leads to pages that are not there"

test_ "pages that a change rewrites stay in their language"
run analyze -q --level 0ply --language de -o german in/semi-final.mat
run db alias --db german "O'Hara" 'Jörg Müller'
status_is 0
equal "$(find german -name '*.html' | xargs grep -L 'lang="de"')" ''
LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8 "$PROGRAM" db alias --db a/collection.db 'Rival 1' 'Rival 2' 2>err
equal "$(find a -name '*.html' | xargs grep -l 'lang="de"')" ''

finish
