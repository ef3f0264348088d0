"""Changes reports and counts what `kibitzer verify` finds.

usage: tamper.py PROGRAM COUNT MATCH...

COUNT copies of pages, live pages and JSON documents, each with something put in, taken out, exchanged or doubled anywhere:
tags, attributes, styles, scripts, comments, the head, words, figures, the certificate. Each must be found, with all decisions
made again, and COUNT / 5 of them with a sample of 5 % too. Then COUNT / 5 forgeries that agree with themselves: a figure of one
decision is changed in the data that the certificate holds, and the page or document made of that. All are found with all
decisions, and their share with a sample of 20 %. Untouched reports must pass, before and after."""
import base64
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zlib

SHARE, SMALL = 0.2, 0.05
NEIGHBOUR = r'<a rel="{}" href="\./(?:[A-Za-z0-9._~/-]|%[0-9A-F]{{2}})+">{}<span class="vh"> match</span></a>'
NEIGHBOURS = re.compile('<span class="neighbours">(?=<a)(?:' + NEIGHBOUR.format("prev", "Previous") + ")?(?:" + NEIGHBOUR.format("next", "Next") +
                        ")?</span>(?=</nav>)")
PIECES = [
    "<!-- 1.23 -->", "<b>PR 1.23</b>", "<p>Verified.</p>", '<a style="position:fixed;inset:0" href="https://example.org/">', "</a>",
    "<style>.pr{display:none}</style>", "<style></style>", '<link rel="stylesheet" href="x.css"/>', "<script>alert(1)</script>",
    '<script src="x.js"></script>', '<meta http-equiv="refresh" content="0;url=x.html"/>', '<nav class="trail">', "</nav>\n",
    '<nav class="trail">PR 1.23</nav>', '<span class="neighbours">PR 1.23</span>', "<template>", "</template>", '<base href="x"/>',
    '<svg onload="alert(1)"/>', "<iframe></iframe>", '"warnings": [],', '"x": 1,', "{}", " ", "\n", "\t", "\u200b", "\u202e", "0", "-", "&#0;", "\0"]
ATTRIBUTES = [' style="display:none"', ' hidden=""', ' class="x"', ' onclick="alert(1)"', ' id="g1m1"', ' href="x.html"', ' title="1.23"']


def elements(text, kind):
    """(start, end) of what a change may take as a whole."""
    pattern = {"tag": r"<[^<>]*>", "attribute": r' [\w-]+="[^"<>]*"', "element": r"<(b|td|tr|p|h\d|style|a|span|details)\b.*?</\1>",
               "comment": r"/\*.*?\*/", "line": r"[^\n]*\n", "figure": r"\d+\.\d+", "word": r"\w+", "member": r'"\w+": [^\n]*\n',
               "card": r'<details class="d .*?</details>\n?|\n   \{.*?\n   \}'}[kind]
    return [m.span() for m in re.finditer(pattern, text, re.S)]


KINDS = ["tag", "attribute", "element", "comment", "line", "figure", "word", "member", "card"]


def some(dice, text, n=1):
    """n pieces of one kind that do not overlap."""
    while True:
        kind = dice.choice(KINDS)
        begin = dice.randrange(len(text))  # somewhere: the search costs less than over all of it
        stretch = text[begin:begin + 40000]
        found = elements(stretch, kind)
        if len(found) >= n:
            return sorted((a + begin, b + begin) for a, b in dice.sample(found, n))


def put_in(dice, text):
    if dice.random() < 0.3 and (tags := [m.end() - 1 for m in re.finditer(r"<\w+(?=[ >/])[^<>]*?(?=/?>)", text)]):
        at = dice.choice(tags) + 1
        return text[:at] + dice.choice(ATTRIBUTES) + text[at:]
    at = dice.choice([dice.randrange(len(text) + 1), dice.choice([m.start() for m in re.finditer("[<\n]", text)]), 0, len(text)])
    return text[:at] + dice.choice(PIECES) + text[at:]


def take_out(dice, text):
    [(a, b)] = some(dice, text)
    return text[:a] + text[b:]


def exchange(dice, text):
    (a, b), (c, d) = some(dice, text, 2)
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def double(dice, text):
    [(a, b)] = some(dice, text)
    at = dice.choice([b, dice.randrange(len(text))])
    return text[:at] + text[a:b] + text[at:]


def letter(dice, text):
    at = dice.randrange(len(text))
    return text[:at] + dice.choice("0123456789abcXYZ<>\"' =/") + text[at + 1:]


def without_neighbours(text):
    return NEIGHBOURS.sub("", text, count=1)


def changed(dice, text):
    while True:
        new = dice.choice([put_in, put_in, take_out, exchange, double, letter])(dice, text)
        if without_neighbours(new) != without_neighbours(text):
            return new


def unpacked(text):
    """The data of a certificate and where it stands: words, a zero byte, figures of four bytes, first bytes first."""
    at = list(re.finditer(r'"data": "([^"]*)"', text))[-1]
    raw = zlib.decompress(base64.b64decode(at[1])[8:])
    words, figures = raw.split(b"\0", 1)
    return at.span(1), words, bytearray(figures)


def forged(dice, text):
    """One figure of a candidate or a cube made better or worse."""
    (a, b), words, figures = unpacked(text)
    n = len(figures) // 4
    spots, number = [], 0
    for line in words.split(b"\n"):
        marks = line.count(b"\1")
        if line.startswith((b"candidate", b"cube", b"luck")) and marks:
            spots.append(number + marks - 1)
        number += marks
    figures[n + dice.choice(spots)] ^= 1 << dice.randrange(8)  # in the middle of the fraction
    raw = words + b"\0" + bytes(figures)
    return text[:a] + base64.b64encode(len(raw).to_bytes(8, "little") + zlib.compress(raw)).decode() + text[b:]


class Checker:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"))
        (folder / "data/kibitzer").mkdir(parents=True)
        (folder / "data/kibitzer/live-engine.txt").write_text("QUJD\nREVG\n", encoding="ascii")

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, check=False, env=self.environment)

    def verdicts(self, path, *options):
        return {r["file"]: r["verdict"] for r in json.loads(self.run("verify", "--json", *options, path).stdout)["reports"]}

    def reports(self, matches):
        self.run("analyze", "-q", "--level", "0ply", "--report", "html,json", "--out", self.folder / "plain", *matches)
        self.run("analyze", "-q", "--level", "0ply", "--live", "--report", "html", "--out", self.folder / "live", *matches)
        kinds = [self.folder / "plain", "*.html"], [self.folder / "live", "*.html"], [self.folder / "plain", "*.json"]
        return [[p for p in sorted(f.glob(g)) if not p.name.startswith("index")] for f, g in kinds]


def written(folder, name, kind, text):
    path = folder / f"{name}{('', '.live', '')[kind]}.{('html', 'html', 'json')[kind]}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def main():
    program, count, matches = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    dice = random.Random(1)
    ok = True

    def row(what, found, n, low, high):
        nonlocal ok
        ok = ok and low <= found <= high
        print(f"| {what} | {found} of {n} | {low if low == high else f'{low} to {high}'} |", flush=True)

    with tempfile.TemporaryDirectory() as room:
        checker = Checker(program, pathlib.Path(room))
        kinds = checker.reports(matches)
        for sample in [], ["--sample", "5%"]:
            honest = {**checker.verdicts(checker.folder / "plain", *sample), **checker.verdicts(checker.folder / "live", *sample)}
            row("untouched reports" + (", a sample of 5 %" if sample else ""), sum(v != "equal" for v in honest.values()), len(honest), 0, 0)
        for part in "whole", "few", "agree":
            (checker.folder / part).mkdir()
        for i in range(count):
            kind = i % 3
            text = changed(dice, dice.choice(kinds[kind]).read_bytes().decode("utf-8"))
            for part in ["whole"] + ["few"] * (i % 5 == 0):
                written(checker.folder / part, f"{i:04}", kind, text)
        # Without its certificate a report cannot be verified: not found equal, which is what counts.
        equal = sum(v == "equal" for v in checker.verdicts(checker.folder / "whole").values())
        row("changed reports, all decisions made again", count - equal, count, count, count)
        few = (count + 4) // 5
        equal = sum(v == "equal" for v in checker.verdicts(checker.folder / "few", "--sample", f"{100 * SMALL:g}%").values())
        row(f"changed reports, a sample of {100 * SMALL:g} %", few - equal, few, few, few)
        made = checker.folder / "made"
        for i in range(few):
            kind = (0, 2)[i % 2]
            text = dice.choice(kinds[kind]).read_bytes().decode("utf-8")
            path = written(checker.folder, "page", kind, forged(dice, text))
            checker.run("verify", "--sample", "0.0001%", "--made", made, path)
            written(checker.folder / "agree", f"{i:04}", kind, made.read_text(encoding="utf-8"))
        found = sum(v == "differs" for v in checker.verdicts(checker.folder / "agree").values())
        row("one figure changed, in the data and all that follows, all decisions made again", found, few, few, few)
        found = sum(v == "differs" for v in checker.verdicts(checker.folder / "agree", "--sample", f"{100 * SHARE:g}%", "--seed", "1").values())
        spread = 3 * math.sqrt(SHARE * (1 - SHARE) * few)
        row(f"the same, a sample of {100 * SHARE:g} %", found, few, math.ceil(SHARE * few - spread), math.floor(SHARE * few + spread))
    sys.exit(0 if ok else 1)


main()
