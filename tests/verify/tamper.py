"""Changes reports, each in one place, and counts which changes `kibitzer verify` finds.

usage: tamper.py PROGRAM REPORT_FOLDER COUNT

One changed figure of one decision's card in each copy; then all copies are verified with all decisions, and with a sample of 20 %."""
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SHARE = 0.2


def cards(page):
    """Where the cards of analysed decisions begin and end."""
    starts = [m.start() for m in re.finditer(r'<details class="d ', page)]
    ends = starts[1:] + [page.index("</main>")]
    return [(a, b) for a, b in zip(starts, ends) if "movetable" in page[a:b] or "verdict" in page[a:b]]


def change(page, dice):
    """One digit of one figure of a card, after its board."""
    while True:
        begin, end = dice.choice(cards(page))
        begin = page.index("</figure>", begin) if "</figure>" in page[begin:end] else begin
        end = page.index("</details>", begin)
        figures = list(re.finditer(r"(?<=\d\.)\d+(?=[<% ])", page[begin:end]))
        if figures:
            break
    at = begin + dice.choice(figures).start()
    return page[:at] + str((int(page[at]) + dice.randint(1, 9)) % 10) + page[at + 1:]


def found(program, folder, *options):
    done = subprocess.run([program, "verify", "--json", *options, folder], capture_output=True, text=True, check=False)
    reports = json.loads(done.stdout)["reports"]
    return sum(r["verdict"] == "differs" for r in reports), len(reports)


def main():
    program, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    pages = [p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.html")) if p.name != "index.html"]
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as copies:
        for i in range(count):
            pathlib.Path(copies, f"{i:04}.html").write_text(change(pages[i % len(pages)], dice), encoding="utf-8")
        whole, n = found(program, copies)
        sampled, _ = found(program, copies, "--sample", f"{100 * SHARE:g}%", "--seed", "1")
    spread = 3 * math.sqrt(SHARE * (1 - SHARE) * n)
    print(f"| all decisions made again | {whole} of {n} | {n} |")
    print(f"| a sample of {100 * SHARE:g} % | {sampled} of {n} | {SHARE * n:.0f} +- {spread:.0f} |")
    sys.exit(0 if whole == n == count and abs(sampled - SHARE * n) <= spread else 1)


main()
