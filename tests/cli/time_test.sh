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

test_ "a report says how long a decision took, and leads to the second of the recording"
run convert -q --to html "$timed" report.html
grep -q '<a href="https://video.example/w?v=7&amp;t=755s">4.2 s</a>' report.html || wrong "no link"
grep -q '14:00<.bdi> for the match, delay of 12 s' report.html || wrong "no clock"
sed 's,https://video.example/w?v=7,javascript:alert(1),' way.dump >hostile.dump
run convert -q --to html hostile.dump hostile.html
grep -q 'href="[^"]*javascript' hostile.html && wrong "a script is a link"
finish
