#!/usr/bin/env bash
# Time: what decisions took, the clock, the recording; counted again from the bytes of the file.
. "$(dirname "$0")/lib.sh"
timed="$TOP/fixtures/ogxm/timed.ogxm"

# recount FILE: seconds of each ply and what both players have left before it, by a reader of the section that shares
# nothing with ours.
recount() {
    python3 - "$1" <<'PY'
import struct, sys
data = open(sys.argv[1], "rb").read()
at, found = 16, {}
while data[at:at + 4] != b"END!":
    kind, n = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
    found.setdefault(kind, data[at + 9:at + 9 + n])
    at += 9 + n
c = found[b"CLCK"]
reserve, delay, increment, _ = struct.unpack("<IIII", c[:16])
n, low, unit = struct.unpack("<IBI", c[20:29])
each = 64 // low
words = struct.unpack("<%dQ" % -(-n // each), c[29:29 + 8 * -(-n // each)])
bits = "".join(format(b, "08b")[::-1] for b in c[29 + 8 * len(words):])
high = [len(run) for run in bits.split("0")][:n]
took = [((words[i // each] >> i % each * low) % (1 << low) + (high[i] << low)) * unit for i in range(n)]
left = [reserve, reserve]
for i, t in enumerate(took):
    print("%g %g %g" % (t / 1000, left[0] / 1000, left[1] / 1000))
    left[i % 2] += increment - max(0, t - delay)
PY
}

test_ "seconds and reserves in JSON and CSV are those of the file's readings"
recount "$timed" >expected
run convert -q --to json "$timed" timed.json
python3 - >found <<'PY'
import json
for game in json.load(open("timed.json"))["games"]:
    for ply in game["plies"]:
        t = ply.get("time")
        if t and t["taken"] is not None:
            print("%g %g %g" % (t["taken"], *t["left"]))
PY
equal "$(cat found)" "$(cat expected)"
equal "$(wc -l <found)" 4
run convert -q --to csv "$timed" timed.csv
python3 -c 'import csv
for i, r in enumerate(csv.DictReader(open("timed.csv"))):
    if r["seconds"]: print("%g %g" % (float(r["seconds"]), float(r["seconds_left"])))' >found
equal "$(cat found)" "$(awk '{ print $1, $(2 + (NR - 1) % 2) }' expected)"

test_ "times go through formats that hold them and come back byte for byte; others say that they are lost"
for format in dump sgf; do
    run convert -q --to $format "$timed" "way.$format"
    run convert -q --to dump "way.$format" way.again
    equal "$(grep -E ' took | clock | video ' way.again)" "$(run convert -q --to dump "$timed" - && grep -E ' took | clock | video ' out)"
done
run convert -q --to ogxm way.dump again.ogxm
same "$timed" again.ogxm
run convert --to mat "$timed" way.mat
err_has "times of 4 decisions, 2 facts about clock or recording"
grep -q 'ClockType "840/12"' way.mat || wrong "the .mat has no clock"

test_ "the clock of a .mat is the record's, and is written as it stood"
printf '; [ClockType "Live8 780/10"]\n\n 5 point match\n\n Game 1\n Ann : 0  Bob : 0\n  1) 31: 8/5 6/5  42: 24/20 13/11\n' >clock.mat
run convert -q --to dump clock.mat clock.dump
grep -q 'clock "unsaid 780000 10000 0 0 0 Live8"' clock.dump || wrong "$(cat clock.dump)"
run convert --to mat clock.mat again.mat
err_lacks "lost"
grep -q '; \[ClockType "Live8 780/10"\]' again.mat || wrong "the tag is gone"

test_ "the hour of a match and the time that decisions took are two words"
sed 's/^  length .*/&\n  time "20:15"/' way.dump >hour.dump
run analyze -q --level 0ply --report text --language de hour.dump -o hour
grep -q '^Uhrzeit: 20:15$' hour/hour.txt && grep -q '^Bedenkzeit$' hour/hour.txt || wrong "$(grep -i zeit hour/hour.txt)"

test_ "a report says how long a decision took, and leads to the second of the recording"
run convert -q --to html "$timed" report.html
grep -q '<a href="https://video.example/w?v=7&amp;t=755s">4.2 s</a>' report.html || wrong "no link"
grep -q '14:00<.bdi> for the match, delay of 12 s' report.html || wrong "no clock"
sed 's,https://video.example/w?v=7,javascript:alert(1),' way.dump >hostile.dump
run convert -q --to html hostile.dump hostile.html
grep -q 'href="[^"]*javascript' hostile.html && wrong "a script is a link"

# Which third a time belongs to, for the counts of our own: that of the middle of all that took the same time.
export PYTHONPATH="$PWD" PYTHONDONTWRITEBYTECODE=1
cat >thirds.py <<'PY'
from fractions import Fraction
def third(taken, times):
    middle = Fraction(sum(t < taken for t in times) + sum(t <= taken for t in times), 2 * len(times))
    return 0 if middle < Fraction(1, 3) else 1 if middle <= Fraction(2, 3) else 2
PY

# with_times FILE: an analysed dump without its cube decisions (unless CUBES is set), with a clock and a time for each
# decision, of which long ones are few, in whole COARSE milliseconds; SEED draws others.
with_times() {
    python3 - "$1" <<'PY'
import os, re, sys
state, out, cube = 12345 * int(os.environ.get("SEED", 1)), [], False
for line in open(sys.argv[1]).read().split("\n"):
    if line.startswith("  game 1") and not any(l.startswith("  clock") for l in out):
        at = max(k for k, l in enumerate(out) if re.match(r"  (player|rating|experience|date|event|round|place|annotator|site|match-id|time) ", l))
        out[at + 1:at + 1] = ['  clock "delay 300000 10000 0 0 0"']
    cube = line.startswith("        cube ") or (cube and line.startswith("          "))
    if cube and "CUBES" not in os.environ:
        continue
    out.append(line if "CUBES" in os.environ else re.sub(r"^(        skill \S+) .*", r"\1 -", line))
    if re.match(r"    [01] (play|roll|double|take|drop)", line):
        state = (state * 1103515245 + 12345) % 2**31
        took, coarse = int((state / 2**31) ** 3 * 60000) + 500, int(os.environ.get("COARSE", 1))
        out.append('      took "%d - - - -"' % (took // coarse * coarse))
print("\n".join(out), end="")
PY
}

# figures FILE.dump: what the section says, counted again from a dump whose only decisions are plays, with the range
# that games as units give (none: fewer than three have such decisions). A resignation has no time, so that nobody knows what is
# left afterwards.
figures() {
    python3 - "$1" <<'PY'
import math, re, sys
from thirds import third
reserve, delay, decisions, events, games = [300.0, 300.0], 10, [[], []], [], 0
t95 = {2: 4.302653, 3: 3.182446, 4: 2.776445, 5: 2.570582}
def figure(part):
    rate, units = sum(d[1] for d in part) / len(part), {d[3] for d in part}
    if len(units) < 3:
        return "%.1f/%d" % (500 * rate, len(part))
    squares = sum(sum(d[1] - rate for d in part if d[3] == g) ** 2 for g in units)
    half = t95[len(units) - 1] * math.sqrt(len(units) / (len(units) - 1) * squares) / len(part)
    return "%.1f(%.1f-%.1f)/%d" % (500 * rate, max(0, 500 * (rate - half)), 500 * (rate + half), len(part))
for line in open(sys.argv[1]):
    games += line.startswith("  game ")
    event = re.match(r"    ([01]) (play|roll|double|take|drop|resign|accept)", line)
    if event:
        events.append([int(event[1]), None, None, games])
    elif line.startswith("      took "):
        events[-1][1] = int(line.split('"')[1].split()[0]) / 1000
    elif line.startswith("        plays ") and "irrelevant" not in line and int(line.split()[1]) > 1:
        events[-1][2] = abs(float(line.split()[3]))
for who, took, lost, game in events:
    if took is not None and lost is not None:
        decisions[who].append((took, lost, reserve[who] is not None and reserve[who] < 30, game))
    if reserve[who] is not None:
        reserve[who] = None if took is None else reserve[who] - min(reserve[who], max(0, took - delay))
for who in 0, 1:
    ds = decisions[who]
    times = [d[0] for d in ds]
    parts = [[d for d in ds if third(d[0], times) == k] for k in range(3)] + [[d for d in ds if d[2]]]
    print(" ".join(figure(p) for p in parts))
PY
}

test_ "PR by quick, usual and long decisions and in time trouble is that of a count of our own"
run analyze -q --level 0ply --report dump --out an "$TOP/fixtures/demo/club-final.mat"
with_times an/club-final.dump >times.dump
figures times.dump >expected
run convert -q --to tree times.dump times.tree
status_is 0
python3 - >found <<'PY'
import re
tree = open("times.tree").read()
part = tree[tree.index("section statistics #time"):tree.index("reserve was left")]
cells = re.compile(r"^ *cell pr ([0-9.]+)(?:.*\(pr ([0-9.]+), pr ([0-9.]+)\))?", re.M)
prs = lambda row: [pr + ("(%s-%s)" % (low, high) if low else "") for pr, low, high in cells.findall(row)]
rows = [(prs(r), re.findall(r"^ *cell number (\d+)", r, re.M)) for r in part.split("      row\n")[1:]]
for who in 0, 1:
    print(" ".join("%s/%s" % (pr[who], n[who]) for pr, n in rows))
PY
equal "$(cat found)" "$(cat expected)"
equal "$(wc -w <found)" 8
equal "$(grep -o '[0-9](' found | wc -l)" 7 # Zoë was in trouble in two games

# alone NAME: how many figures of NAME.dump, analysed, are the same on its report's page and in `stats --by time` of a
# collection that holds it alone, ranges and all, and how many are not.
alone() {
    run convert -q --to tree "$1.dump" "$1.tree"
    run analyze -q --level 0ply --db "$1.db" --out "$1" "$1.dump" --keep
    run stats --db "$1.db" --by time --json
    python3 - "$1.tree" <<'PY'
import json, re, sys
tree = open(sys.argv[1]).read()
part = tree[tree.index("section statistics #time"):tree.index("reserve was left")]
names = re.findall(r'^  player \d "((?:[^"\\]|\\.)*)"', open(sys.argv[1].replace(".tree", ".dump")).read(), re.M)
names = [n.replace('\\"', '"') for n in names]
here, answer = set(), set()
for group, row in zip(("quick third", "usual third", "long third", "time trouble"), part.split("      row\n")[1:]):
    prs = iter(re.findall(r"^ *cell pr ([0-9.]+)(?:.*\(pr ([0-9.]+), pr ([0-9.]+)\))?", row, re.M))
    for name, number in zip(names, re.findall(r"^ *cell number (\d+)", row, re.M)):
        if number != "0":
            here.add((name, group, number, *next(prs)))
for g in json.load(open("out"))["groups"]:
    pr, half = g["pr"], g["pr_interval"]
    ends = ("", "") if half is None else ("%.1f" % max(0, pr - half), "%.1f" % (pr + half))
    answer.add((g["name"], g["group"], str(g["decisions"]), "%.1f" % pr, *ends))
print(len(here & answer), len(here ^ answer))
PY
}

test_ "a match and a collection that holds it alone have the same thirds, ranges and all, however coarse its clock is"
CUBES=1 with_times an/club-final.dump >cubes.dump
equal "$(alone cubes)" "8 0"
CUBES=1 COARSE=5000 with_times an/club-final.dump >coarse.dump
equal "$(alone coarse)" "8 0"
cp out coarse.json

test_ "decisions that took the same time are never parted; if all did, they are usual"
python3 - >found <<'PY'
import json
spans = {}
for g in json.load(open("coarse.json"))["groups"]:
    if g["group"] != "time trouble":
        spans.setdefault(g["name"], []).append((g["seconds_from"], g["seconds_to"]))
print(*(all(a[1] < b[0] for a, b in zip(s, s[1:])) and len(s) for s in spans.values()))
PY
equal "$(cat found)" "3 3"
CUBES=1 COARSE=1000000 with_times an/club-final.dump >alike.dump
equal "$(alone alike)" "2 0"
equal "$(grep -o '"usual third"' out | wc -l)" 2

test_ "in text a pair of columns says whose each is, and a range stands behind its figure"
run convert -q --to text cubes.dump cubes.text
sed -n '/^Decisions /,/^$/p' cubes.text >found
head -1 found | grep -q 'PR (O) *PR (X) *Number (O) *Number (X)$' || wrong "$(head -1 found)"
grep -qE '^quick third +[0-9.]+ \([0-9.]+–[0-9.]+\) +[0-9.]+ \([0-9.]+–[0-9.]+\) +[0-9]+ +[0-9]+$' found || wrong "$(cat found)"

test_ "the section has a link in the bar, a table without the rules of another, and marks of both players on paper"
run convert -q --to html cubes.dump cubes.html
grep -q '<a href="#time">Time</a>' cubes.html || wrong "nothing leads to the section"
sed -n '/id="times"/,/<.table>/p' cubes.html >games.table
grep -q 'Mean, s' games.table || wrong "no table"
grep -q 'class="games"' games.table && wrong "it has the rules of another table"
run convert -q --to ps cubes.dump cubes.ps
run convert -q --to ps cubes.dump again.ps
same cubes.ps again.ps
equal "$(grep -B2 -E '^[0-9. ]+\((Number|Mean,|Errors)\) T' cubes.ps | grep -c '^stroke')" 6 # the edge of a disc
run analyze -q --level 0ply --report ps --language tr -o narrow "$TOP/fixtures/demo/semi-final.mat" # a disc is in front of its title
awk '/ O gsave/ { y = $2 } /\(Hatalar\) T/ { print y - $2 < 3 }' narrow/semi-final.ps >beside
equal "$(sort -u beside)" 1
run convert -q --language fr --to ps cubes.dump pair.ps # too wide: both figures of a pair go below their row
equal "$(awk '/\(Maximum, s\) T/ { n = 11 } n-- > 0' pair.ps | grep -c ' O gsave')" "$((2 * $(grep -c '^  game ' cubes.dump)))"
run convert -q --to html "$TOP/fixtures/demo/club-final.mat" none.html
grep -q 'href="#time"' none.html && wrong "a link leads nowhere"

test_ "on paper the heading stays with its plot; a third whose decisions took the same time says it once"
cat >short.dump <<'DUMP'
kibitzer-dump 1
match
  length 7
  variant backgammon
  player 0 "Ann"
  player 1 "Bob"
  clock "delay 840000 12000 0 0 0 0"
  game 1
    score 0 0
    0 play 13 8/5 6/5
      took "4200 - - - -"
    1 play 46 24/18 18/14
      took "27670 - - - -"
    0 play 26 24/18 18/16
      took "4140 - - - -"
    1 double 2
      took "25490 - - - -"
    0 drop
    result 1 1 drop
end
DUMP
run analyze -q --level 0ply --report ps,html --db short.db --out short short.dump
equal "$(grep -E '\((Time|Seconds that decisions took:)\) T$' short/short.ps | cut -d' ' -f1 | uniq | wc -l)" 1 # column
grep -q 'took: <bdi class="p1">Bob</bdi> the dark bars' short/short.html || wrong "bars are not as chequers are"
grep -q 'class="bv bl" d="M-.4 ' short/short.html || wrong "the bar of the first decision is dark"
run stats --db short.db --by time --player Ann
out_has '^Ann .* 4\.1  '
grep -q '>4\.1<' short/players/Ann.html || wrong "the page says it twice"

# season FOLDER: eight analysed matches with clocks and times as with_times() makes them, cube decisions and all.
season() {
    run analyze -q --level 0ply --report dump --out plain "$TOP"/fixtures/season/*.mat
    mkdir "$1"
    for i in 1 2 3 4 5 6 7 8; do
        SEED=$i CUBES=1 with_times plain/round-$i.dump >"$1/round-$i.dump"
    done
}

# recount_thirds PLAYER: what `stats --by time` says, from the decisions that the collection exports and the seconds in the
# matches' JSON: a line for each group, with the quickest and the slowest, and how far its PR is from that of all others
# (with half of the 95% range, of eight matches), matches being the units.
recount_thirds() {
    python3 - "$1" <<'PY'
import csv, glob, json, math, sys
from thirds import third
actions = {"play": "play", "no double": "play", "double": "double", "take": "take", "pass": "drop"}
seconds = {}
for file in glob.glob("season/report/*.json"):
    d = json.load(open(file))
    players = [p["name"] for p in d["match"]["players"]]
    for game in d["games"]:
        for ply in game["plies"]:
            if ply.get("time"):
                place = d["match"]["date"], game["number"], ply["number"], ply["action"], players[ply["player"]]
                seconds[place] = ply["time"]["taken"], ply["time"]["left"][ply["player"]]
decisions = []
for i, r in enumerate(csv.DictReader(open("decisions.csv"))):
    if r["player"] == sys.argv[1] and r["counted"] != "0":
        taken, left = seconds[r["date"], int(r["game"]), int(r["move"]), actions[r["kind"]], r["player"]]
        decisions.append([taken, i, float(r["error"]), r["match"], left is not None and left < 30])
decisions.sort()
times = [d[0] for d in decisions]
for d in decisions:
    d.append(third(d[0], times))
rate = lambda ds: 500 * sum(d[2] for d in ds) / len(ds)
matches = {d[3] for d in decisions}
for k, name in enumerate(("quick third", "usual third", "long third", "time trouble")):
    here, there = [], []
    for d in decisions:
        (here if (d[4] if k == 3 else d[5] == k) else there).append(d)
    a, b, squares = rate(here), rate(there), 0
    for m in matches:
        off = [sum(500 * d[2] - r for d in ds if d[3] == m) / len(ds) for ds, r in ((here, a), (there, b))]
        squares += (off[0] - off[1]) ** 2
    half = 2.364624 * math.sqrt(len(matches) / (len(matches) - 1) * squares)
    print(name, len(here), "%.2f" % a, here[0][0], here[-1][0], "%.2f %.2f" % (a - b, half))
PY
}

test_ "over a collection the thirds are each player's own, and their figures those of a count of our own"
season season
run analyze -q --level 0ply --db season.db --out season/report --report html,json season/*.dump --keep
run db export --db season.db --decisions decisions.csv
recount_thirds Mira >expected
run stats --db season.db --by time --player Mira --json
python3 - >found <<'PY'
import json
for g in json.load(open("out"))["groups"]:
    print(g["group"], g["decisions"], "%.2f" % g["pr"], g["seconds_from"], g["seconds_to"],
          "%.2f %.2f" % (g["pr_difference"], g["pr_difference_interval"]))
PY
equal "$(cat found)" "$(cat expected)"
equal "$(wc -l <found)" 4
run stats --db season.db --by time --json
python3 - >found <<'PY'
import json
d, whole = json.load(open("out")), []
for p in d["players"]:
    of = [(g["seconds_from"], g["seconds_to"], g["decisions"]) for g in d["groups"] if g["name"] == p["name"] and g["group"] != "time trouble"]
    whole.append(len(of) == 3 and sum(g[2] for g in of) == p["decisions"] and of[0][1] < of[1][0] and of[1][1] < of[2][0])
print(len(whole), all(whole), [g for g in d["groups"] if ("costs" in g) != (g.get("pr_difference_interval", 1e9) < abs(g.get("pr_difference", 0)))])
PY
equal "$(cat found)" "6 True []"

test_ "the table and the page say what thirds are; a player's page has them where there are times"
run stats --db season.db --by time --width 200
out_has '^Mira .*quick third .*±'
err_has "Hard decisions take longer"
run stats --db season.db --by time -o by-time.html
[ "$(grep -o ', by time spent' by-time.html | wc -l)" -gt 1 ] || wrong "one player"
equal "$(grep -o 'Difference: from the PR' by-time.html | wc -l)" 1 # said once, below the last
grep -q '>–<' by-time.html || wrong "an unknown difference is an empty cell"
run stats --db season.db --by time --width 80
out_has 'Seconds *Difference$'
out_has '(not shown: .*Chequer, Cube'
run stats --db season.db --by time --width 80 --language de
out_has 'Sekunden *Unterschied$'
grep -q '<section class="bars" id="time">' season/report/players/Mira.html || wrong "the player's page has no times"
run analyze -q --level 0ply --out untimed "$TOP"/fixtures/season/round-[12].mat
grep -q 'id="time"' untimed/players/Mira.html && wrong "there are no times"
run stats --out untimed --by time --json
equal "$(grep -c '"group"' out)" 0

test_ "reports on matches with times have a plot of them: a bar for each decision, both reserves, errors, games, a table"
python3 - >expected <<'PY'
import re
took, of, who, number = [], {}, None, 0
for line in open("season/round-3.dump"):
    event = re.match(r"    ([01]) (\w+)", line)
    game = re.match(r"  game (\d+)", line)
    number = int(game[1]) if game else number
    if event:
        who = int(event[1])
    if line.startswith("      took "):
        took.append(int(line.split('"')[1].split()[0]) / 1000)
        of.setdefault((number, who), []).append(took[-1])
print(" ".join("%.3f" % t for t in took))
for game in sorted({g for g, _ in of}):
    print(*("%.1f" % (sum(of[game, w]) / len(of[game, w])) for w in (0, 1)), *("%.1f" % max(of[game, w]) for w in (0, 1)))
PY
run convert -q --to tree season/round-3.dump season.tree
python3 - >found <<'PY'
import re
tree = open("season.tree").read()
plot = re.search(r"^    plot progress bars of -1, +0 to \d+: (.*)", tree[tree.index("section statistics #time\n"):], re.M)[1]
print(" ".join(v for v in plot.split(" cost of")[0].split() if re.fullmatch(r"\d+\.\d{3}", v)))
for row in tree[tree.index("#times"):].split("row game\n")[1:]:
    print(*re.findall(r"cell number ([0-9.]+)", row)[:4])
PY
equal "$(cat found)" "$(cat expected)"
run convert -q --to html season/round-3.dump plot.html
python3 - >found <<'PY'
import re
page = open("plot.html").read()
part = page[page.index('id="time"'):page.index('id="about"')]
print(len(re.findall(r'<div class="cv', part)), '#times">The same as a table' in part, 'id="times"' in part,
      len(re.findall(r'class="er', part)) > 0, len(re.search(r'class="gm" d="([^"]*)"', part)[1].split("M")) - 1)
PY
equal "$(cat found)" "2 True True True 2"
run convert -q --to pdf season/round-3.dump plot.pdf
pdftotext plot.pdf plot.text
grep -q "Seconds that decisions took" plot.text || wrong "paper has no plot"
run convert -q --to html "$TOP/fixtures/demo/club-final.mat" untimed.html
grep -q 'id="time"' untimed.html && wrong "there are no times"

test_ "an error whose decision has no time has its dot at the bottom, all others on their bars"
awk '!/^      took / || ++n % 2' cubes.dump >gaps.dump
run convert -q --to html gaps.dump gaps.html
python3 - >found <<'PY'
import re
page = open("gaps.html").read()
part = page[page.index('id="time"'):page.index('id="about"')].split("</svg>")[0]
top = {}
for path in re.findall(r'class="bv[^"]*" d="([^"]*)"', part):
    for left, height in re.findall(r"M([-.\d]+) 100v-([.\d]+)h", path):
        top[round(float(left) + 0.4)] = 100 - float(height)
dots = [(int(x), float(y)) for path in re.findall(r'class="er[^"]*" d="([^"]*)"', part) for x, y in re.findall(r"M(\d+) ([.\d]+)h0", path)]
print(all(abs(y - top.get(x, 100)) < 0.11 for x, y in dots), sum(x in top for x, _ in dots) > 5, sum(x not in top for x, _ in dots) > 5)
PY
equal "$(cat found)" "True True True"

test_ "facts of a file say when a match or game began and ended; no codes, bytes or empty values"
run convert -q --to html "$TOP/fixtures/ogxm/two-engines.ogxm" facts.html
sed -n '/id="about"/,/<.section>/p' facts.html | grep -o '<dt>.*' | sed 's/<.dt>/=/; s/<[^>]*>//g' | sed -n '/^Report by/,$p' | tail -n +2 >found
equal "$(cat found)" "start=2026-01-08 17:44 UTC
end=2026-01-08 18:44 UTC
event_year=2026
stage=Final
table=A1
country=NO
event_url=https://club.example/final
rated=yes
x-club-table=2"
run convert -q --to html "$TOP/fixtures/bgammon/pass-and-resignation.match" facts.html
grep -o 'Game 2, start.*' facts.html | sed 's/<[^>]*>//g' >found
equal "$(cat found)" "Game 2, start2026-09-21 14:23 UTC"

test_ "the clock of an .xg file and what was left before each roll arrive, and a plot shows them"
run convert -q --to json "$TOP/fixtures/xg/clocked.xg" clocked.json
python3 - >found <<'PY'
import json
d = json.load(open("clocked.json"))
c = d["match"]["clock"]
print(c["kind"], c["reserve"], c["delay"])
for ply in d["games"][0]["plies"]:
    if ply.get("time"):
        print(ply["action"], ply["time"]["taken"], *ply["time"]["left"])
PY
equal "$(cat found)" "bronstein 360 12
play None 360 360
play None 360 360
play None 348 360
play None 348 331
double None 322 331
play None 322 296
play None 301 296"
run convert -q --to tree "$TOP/fixtures/xg/clocked.xg" clocked.tree
grep -q 'plot progress cost of 0,  0 to 6: 6.000 6.000 5.800 5.800 5.367 .* cost of 1,' clocked.tree || wrong "$(grep 'plot progress cost' clocked.tree)"
grep -q 'property "xg" "clock-penalty" "2"' "$TOP/fixtures/xg/clocked.dump" || wrong "the penalty is gone"

test_ "when each game of a bgammon replay began is kept, and written back"
run convert -q --to dump "$TOP/fixtures/bgammon/pass-and-resignation.match" starts.dump
grep -q '    property "bgammon" "start" "1790000600"' starts.dump || wrong "$(cat starts.dump)"
run convert --to bgammon starts.dump starts.match
err_lacks "propert"
equal "$(grep -o '^i [0-9]*' starts.match)" "$(grep -o '^i [0-9]*' "$TOP/fixtures/bgammon/pass-and-resignation.match")"
sed 's/"1790000600"/"soon"/' starts.dump >soon.dump
run convert --to bgammon soon.dump soon.match
err_has "1 property"
equal "$(grep -o '^i [0-9]*' soon.match | sort -u)" "i 1790000000"

test_ "errors choose by seconds and by time trouble; a collection from before times knows none and can be opened"
run convert -q --to csv times.dump times.csv
run analyze -q --db times.db --out times times.dump --keep
run errors --db times.db --worst 1000 --json --slower-than 20
python3 - >slow <<'PY'
import csv, json
found = {(p["game"], p["move"]) for e in json.load(open("out"))["errors"] for p in e["places"]}
rows = [r for r in csv.DictReader(open("times.csv")) if r["decision"] == "move" and r["error"] and float(r["error"]) > 1e-9]
print(found == {(int(r["game"]), int(r["move"])) for r in rows if float(r["seconds"]) >= 20 and float(r["candidates"]) > 1}, len(found) > 5)
PY
equal "$(cat slow)" "True True"
run errors --db times.db --worst 1000 --json --slower-than 0
python3 - >timed <<'PY'
import csv, json
found = {(p["game"], p["move"]) for e in json.load(open("out"))["errors"] for p in e["places"]}
rows = {(int(r["game"]), int(r["move"])) for r in csv.DictReader(open("times.csv")) if r["seconds"] and float(r["seconds"]) > 0}
print(found <= rows, len(found) > 5)
PY
equal "$(cat timed)" "True True"
run errors --db times.db --worst 1000 --json --theme time-trouble
python3 - >trouble <<'PY'
import csv, json
found = {(p["game"], p["move"]) for e in json.load(open("out"))["errors"] for p in e["places"]}
rows = [r for r in csv.DictReader(open("times.csv")) if r["decision"] == "move" and r["error"] and float(r["error"]) > 1e-9]
print(found == {(int(r["game"]), int(r["move"])) for r in rows if r["seconds_left"] and float(r["seconds_left"]) < 30}, len(found) > 5)
PY
equal "$(cat trouble)" "True True"
cp times.db before12.db
python3 -c 'import sqlite3; d = sqlite3.connect("before12.db"); d.execute("drop table times"); d.execute("pragma user_version = 11"); d.commit()'
run errors --db before12.db --worst 5 --json
status_is 0
run errors --db before12.db --slower-than 20
err_has "no error fits"
run errors --db before12.db --slower-than 0
err_has "no error fits"
run db merge --db merged.db times.db
run errors --db merged.db --worst 1000 --json --slower-than 20
equal "$(grep -c '"xgid"' out)" "$(run errors --db times.db --worst 1000 --json --slower-than 20 && grep -c '"xgid"' out)"

test_ "on paper the plot of a short game's times stays in its column: its heading keeps no more room than it needs"
run convert "$TOP/fixtures/ogxm/timed.ogxm" short.pdf
pdfinfo short.pdf >facts
equal "$(sed -n 's/^Pages: *//p' facts)" 1
finish
