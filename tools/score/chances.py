#!/usr/bin/env python3
"""Are gammons and backgammons overestimated? chances.py PROGRAM LEVEL TRIALS COUNT FILE...

Of COUNT positions, evenly drawn from each FILE (form: tools/score/score.py), the chances at LEVEL are compared with those
of our own rollouts (cubeless, played at 0 plies, TRIALS games with dice of their own) and with those that FILE has. Mean
differences x 1000 with their standard errors, for the player who is not on roll."""
import json
import math
import statistics
import subprocess
import sys
import tempfile

PROGRAM, LEVEL, TRIALS, COUNT = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
NAMES = ("win", "gammons won", "backgammons", "gammons lost", "backgammons", "equity")


def said(words):
    return json.loads(subprocess.run([PROGRAM, *words, "-q", "--json", "--bearoff", FOLDER], capture_output=True,
                                     text=True, check=True).stdout)


def of_mover(answer):
    """Five chances and the equity, of the player who is not on roll."""
    p = [1 - answer["win"], answer["lose_g"], answer["lose_bg"], answer["win_g"], answer["win_bg"]]
    return p + [2 * p[0] - 1 + p[1] + p[2] - p[3] - p[4]]


def positions(path):
    lines = [l.rstrip("\n").split("\t") for l in open(path) if not l.startswith("#")]
    lines = [l for l in lines if len(l) > 8 and l[2] != "-"]
    step = max(1, len(lines) // COUNT)
    return [(l[2], [float(x) for x in l[4:9]]) for l in lines[::step][:COUNT]]


def show(name, differences):
    print(f"  {name:34}" + ", ".join(
        f"{of} {1e3 * statistics.mean(x):+.1f} +- {1e3 * statistics.stdev(x) / math.sqrt(len(x)):.1f}"
        for of, x in zip(NAMES, zip(*differences))), flush=True)


with tempfile.TemporaryDirectory() as FOLDER:
    for path in sys.argv[5:]:
        level, rolled, filed = [], [], []
        for n, (position, theirs) in enumerate(positions(path)):
            level.append(of_mover(said(["eval", "--level", LEVEL, position])[0]))
            rolled.append(of_mover(said(["rollout", "--cubeless", "--trials", TRIALS, "--seed", str(n + 1), position])["results"][0]))
            filed.append(theirs + [2 * theirs[0] - 1 + theirs[1] + theirs[2] - theirs[3] - theirs[4]])
        print(f"{path}: {len(level)} positions, x 1000")
        for name, a, b in ((f"{LEVEL} - our rollouts", level, rolled), (f"{LEVEL} - the file's", level, filed),
                           ("our rollouts - the file's", rolled, filed)):
            show(name, [[x - y for x, y in zip(p, q)] for p, q in zip(a, b)])
