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

# with_times FILE: an analysed dump without its cube decisions, with a clock and a time for each decision, of which long
# ones are few.
with_times() {
    python3 - "$1" <<'PY'
import re, sys
state, out, cube = 12345, [], False
for line in open(sys.argv[1]).read().split("\n"):
    if line.startswith("  game 1") and not any(l.startswith("  clock") for l in out):
        at = max(k for k, l in enumerate(out) if re.match(r"  (player|rating|experience|date|event|round|place|annotator|site|match-id|time) ", l))
        out[at + 1:at + 1] = ['  clock "delay 300000 10000 0 0 0"']
    cube = line.startswith("        cube ") or (cube and line.startswith("          "))
    if cube:
        continue
    out.append(re.sub(r"^(        skill \S+) .*", r"\1 -", line))
    if re.match(r"    [01] (play|roll|double|take|drop)", line):
        state = (state * 1103515245 + 12345) % 2**31
        out.append('      took "%d - - - -"' % (int((state / 2**31) ** 3 * 60000) + 500))
print("\n".join(out), end="")
PY
}

# figures FILE.dump: what the section says, counted again from a dump whose only decisions are plays. A resignation has no
# time, so that nobody knows what is left afterwards.
figures() {
    python3 - "$1" <<'PY'
import re, sys
reserve, delay, decisions, events = [300.0, 300.0], 10, [[], []], []
for line in open(sys.argv[1]):
    event = re.match(r"    ([01]) (play|roll|double|take|drop|resign|accept)", line)
    if event:
        events.append([int(event[1]), None, None])
    elif line.startswith("      took "):
        events[-1][1] = int(line.split('"')[1].split()[0]) / 1000
    elif line.startswith("        plays ") and "irrelevant" not in line and int(line.split()[1]) > 1:
        events[-1][2] = abs(float(line.split()[3]))
for who, took, lost in events:
    if took is not None and lost is not None:
        decisions[who].append((took, lost, reserve[who] is not None and reserve[who] < 30))
    if reserve[who] is not None:
        reserve[who] = None if took is None else reserve[who] - min(reserve[who], max(0, took - delay))
for who in 0, 1:
    ds = sorted(decisions[who], key=lambda d: d[0])
    parts = [[d for i, d in enumerate(ds) if i * 3 // len(ds) == k] for k in range(3)] + [[d for d in ds if d[2]]]
    print(" ".join("%.1f/%d" % (500 * sum(d[1] for d in p) / len(p), len(p)) for p in parts))
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
rows = [(re.findall(r"^ *cell pr ([0-9.]+)", r, re.M), re.findall(r"^ *cell number (\d+)", r, re.M)) for r in part.split("      row\n")[1:]]
for who in 0, 1:
    print(" ".join("%s/%s" % (pr[who], n[who]) for pr, n in rows))
PY
equal "$(cat found)" "$(cat expected)"
equal "$(wc -w <found)" 8

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
finish
