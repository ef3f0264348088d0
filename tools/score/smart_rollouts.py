#!/usr/bin/env python3
"""Would a rollout of what is still close after three plies be worth its time? smart_rollouts.py KIBITZER BENCH EVERY LEVEL...

Every EVERY-th decision of BENCH/decisions-ref.tsv is decided by `smart`; where a second play within 0.01 was looked at as
deeply, both are rolled out: 144 cubeless trials played at LEVEL. Choices are charged as score.py does. Printed: how much
better the rollouts' choices are for each decision of the file, x 1000, and what they cost beside smart itself."""
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile

from score import position_id, rows, xgid

KIBITZER, BENCH, EVERY, LEVELS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
CLOSE, TRIALS = "0.01", "144"


def said(*words):
    return json.loads(subprocess.run([KIBITZER, *words, "-q", "--json", "--jobs", "1", "--bearoff", FOLDER],
                                     stdout=subprocess.PIPE, text=True, check=True).stdout)


def used():
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def charge(row, position):
    """What a choice costs, by the file: one that it does not list as much as the worst."""
    listed = {position_id([int(n) for n in c.split("=")[0].split()]): float(c.split("=")[1]) for c in row[4].split(";")}
    return max(listed.values()) - listed.get(position, min(listed.values()))


with tempfile.TemporaryDirectory() as FOLDER:
    wanted = rows(os.path.join(BENCH, "decisions-ref.tsv"), EVERY)
    ids = [xgid([int(n) for n in row[3].split()], row[2][0], row[2][1]) for row in wanted]
    for race in ("---ABCDBBA-----aabbdcaa---", "-AB--------------------ab-"):  # makes the databases, which shall not count
        said("eval", "--level", "0ply", f"XGID={race}:0:0:1:00:0:0:0:0:10")
    before = used()
    hints = said("hint", "--level", "smart", *ids)
    smart = used() - before
    close = []
    for row, hint in zip(wanted, hints):
        best = hint["plays"][0]
        if sum(p["plies"] == best["plies"] and best["equity"] - p["equity"] <= float(CLOSE) for p in hint["plays"]) > 1:
            close.append((row, hint))
    print(f"{len(wanted)} decisions, smart: {1e3 * statistics.mean(charge(r, h['plays'][0]['position_id_after']) for r, h in zip(wanted, hints)):.2f} "
          f"lost x 1000, {1e3 * smart / len(wanted):.0f} ms each; {len(close)} of them close")
    for level in LEVELS:
        before, gains, changed = used(), [], 0
        for n, (row, hint) in enumerate(close):
            results = said("rollout", "--cubeless", "--trials", TRIALS, "--seed", str(n + 1), "--level", level, "--choice-level",
                           "smart", "--plays", "4", "--within", CLOSE, hint["id"])["results"]
            after = {p["play"]: p["position_id_after"] for p in hint["plays"]}
            kept, chosen = hint["plays"][0]["position_id_after"], after[results[0]["play"]]
            gains.append(charge(row, kept) - charge(row, chosen))
            changed += kept != chosen
        gains += [0] * (len(wanted) - len(close))
        print(f"rolled out at {level}: {changed} other choices, gained x 1000 a decision "
              f"{1e3 * statistics.mean(gains):+.2f} +- {1e3 * statistics.stdev(gains) / math.sqrt(len(gains)):.2f}, "
              f"{1e3 * (used() - before) / len(wanted):.0f} ms more for each", flush=True)
