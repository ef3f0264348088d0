"""What `kibitzer compare -v --settle --json` found, as tables: who was right, and what settling took.

usage: summary.py DOCUMENT NOTES
"""
import json
import re
import sys

LIMIT = 10  # seconds on two cores
CORES = 1.91  # what two cores are worth to a rollout (docs/rollouts.md, "Luck")


def totals(document):
    print("| %s against %s | decisions | disagree | a right | b right | even | open | a lost | b lost | a less b |" % (document["a"], document["b"]))
    print("|---|" + "---|" * 9)
    for t in document["totals"]:
        if not t["disagreements"]:
            continue
        rates = ["%.2f" % t[k] if t[k] is not None else "" for k in ("a_lost", "b_lost")]
        gain = "" if t["a_less_b"] is None else "%+.2f" % t["a_less_b"]
        if t["a_less_b_interval"] is not None:
            gain += " +- %.2f" % t["a_less_b_interval"]
        counts = [t[k] for k in ("decisions", "disagreements", "a_right", "b_right", "even", "open")]
        print("| %s | %s |" % (t["group"], " | ".join(map(str, counts + rates + [gain]))))


def costs(document, notes):
    seconds = sorted(float(s) / CORES for s in re.findall(r"games each, ([0-9.]+) s of the processor", notes))
    all_settled = [x["settled"] for x in document["disagreements"] if x["settled"]]
    done = sum(s["right"] in ("a", "b", "even") for s in all_settled)
    if not seconds or not all_settled:
        sys.exit("nothing was settled")
    print("\n%d of %d disagreements settled (%.0f %%); %d of %d took less than %d s on two cores; median %.1f s, longest %.1f s"
          % (done, len(all_settled), 100 * done / len(all_settled), sum(s < LIMIT for s in seconds), len(seconds), LIMIT,
             seconds[len(seconds) // 2], seconds[-1]))


with open(sys.argv[1]) as document, open(sys.argv[2]) as notes:
    found = json.load(document)
    totals(found)
    costs(found, notes.read())
