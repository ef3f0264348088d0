#!/usr/bin/env python3
"""Proofs of rollouts: proofs.py PROGRAM BENCH WHICH..., WHICH of exact, references, yardstick, errors.

exact       games played to the end on 100 positions of the two-sided database and on 100 one-sided races: 58 to 78 of
            100 within one standard error of the exact equity, at least 92 within two
references  GNU Backgammon's rollouts of ten positions, cubeful, and of seven plays, cubeless: within 0.02 and two
            joint standard errors
yardstick   200 positions of BENCH/positions.tsv: mean difference and RMS against the public rollouts, with both errors
errors      rollouts repeated with other seeds: the spread of results equals the errors given within 10 %
Each prints its figures; the exit status says whether all held."""
import json
import math
import random
import statistics
import subprocess
import sys
import tempfile

PROGRAM, BENCH = sys.argv[1], sys.argv[2]


def rollout(ids, *options):
    """The results of all IDs, in their order, one list for each."""
    command = [PROGRAM, "rollout", "-q", "--json", *options]
    text = subprocess.run(command, input="\n".join(ids), capture_output=True, text=True, check=True).stdout
    by_id = {}
    for r in json.loads(text)["results"]:
        by_id.setdefault(r["id"], []).append(r)
    return [by_id[i] for i in ids]


def each_with_its_seed(ids, *options):
    """The first result of each ID, rolled out with dice of its own: deviations are then independent."""
    return [rollout([i], "--seed", str(n + 1), *options)[0][0] for n, i in enumerate(ids)]


def evaluate(ids):
    command = [PROGRAM, "eval", "-q", "--json", "--level", "0ply"]
    return json.loads(subprocess.run(command, input="\n".join(ids), capture_output=True, text=True, check=True).stdout)


# ---- exact ----


def placing(rng, chequers):
    points = [0] * 6
    for _ in range(chequers):
        points[rng.randrange(6)] += 1
    return points


def bearoff_id(rng, least, most):
    """A money position with both sides bearing off, player 1 on roll."""
    mine, his = placing(rng, rng.randint(least, most)), placing(rng, rng.randint(least, most))
    letters = ["-"] * 26
    for i in range(6):
        letters[1 + i] = "-ABCDEFGHIJKLMNO"[mine[i]]
        letters[24 - i] = "-abcdefghijklmno"[his[i]]
    return "XGID=" + "".join(letters) + ":0:0:1:00:0:0:0:0:10"


def draw_positions(least, most):
    rng = random.Random(least)
    found = []
    while len(found) < 100:
        ids = [bearoff_id(rng, least, most) for _ in range(100)]
        found += [(e["id"], e) for e in evaluate(ids) if -0.9 < e["cubeless"] < 0.9]
    return found[:100]


def count_within(name, pairs):
    """pairs: deviation, standard error."""
    one = sum(abs(d) <= e for d, e in pairs)
    two = sum(abs(d) <= 2 * e for d, e in pairs)
    mean = statistics.mean(d for d, _ in pairs)
    print(f"{name}: {one} of {len(pairs)} within one standard error (58 to 78), {two} within two (92 or more), "
          f"mean deviation {mean:+.5f}, mean error {statistics.mean(e for _, e in pairs):.5f}")
    return 58 <= one <= 78 and two >= 92


def prove_exact():
    ok = True
    options = ("--to-the-end", "--no-variance-reduction", "--trials", "1296", "--bearoff", FOLDER)
    known = draw_positions(2, 6)
    rolled = each_with_its_seed([i for i, _ in known], *options)
    ok &= count_within("two-sided, with the cube",
                       [(r["equity"] - e["cubeful"], r["standard_error"]) for r, (_, e) in zip(rolled, known)])
    known = draw_positions(8, 14)
    rolled = each_with_its_seed([i for i, _ in known], "--cubeless", *options)
    ok &= count_within("one-sided races, cubeless",
                       [(r["equity"] - e["cubeless"], r["standard_error"]) for r, (_, e) in zip(rolled, known)])
    return ok


# ---- references: GNU Backgammon 1.07, 1,296 games, 0 plies for plays and cube, variance reduction ----

MONEY, OPENING = ":0:0:1:00:0:0:0:0:10", ":0:0:-1:00:0:0:0:0:10"
CUBES = [
    ("31: 8/5 6/5", "-b---BD-B---eE---c-e----B-" + OPENING, -0.221, 0.014, -0.730, 0.023),
    ("blitz", "b---BBD-B---dC---c-ea---B-" + MONEY, 1.223, 0.010, 1.996, 0.015),
    ("prime", "--b-BCCBB---cB---c-dab--A-" + MONEY, 0.896, 0.008, 1.129, 0.013),
    ("holding", "-----BD-C---cD---cadBbb---" + MONEY, -0.802, 0.006, -1.682, 0.009),
    ("backgame", "-----BD-Ba---Ca-bbbcbbB-B-" + MONEY, -0.924, 0.012, -1.853, 0.025),
    ("race", "---ABCDBBA-----aabbdcaa---" + MONEY, 0.628, 0.002, 0.618, 0.003),
    ("contact bear-off", "-bBBCCC------------eccb---" + MONEY, 0.974, 0.005, 1.825, 0.009),
    ("gammonish", "a---BBCaC---dC---c-ea---B-" + MONEY, 1.151, 0.010, 1.799, 0.016),
    ("blitz at 2-4 to 7", "b---BBD-B---dC---c-ea---B-:0:0:1:00:2:4:0:7:10", 1.208, 0.006, 2.444, 0.014),
    ("holding at 3-2 to 5", "-----BD-C---cD---cadBbb---:0:0:1:00:3:2:0:5:10", -0.904, 0.007, -2.153, 0.008),
]
PLAYS = [
    ("opening", "-b----E-C---eE---c-e----B-", "8/5 6/5", 0.1507, 0.0105),
    ("blitz", "b---BBD-B---dC---c-ea---B-", "24/20*", 1.0573, 0.0099),
    ("prime", "--b-BCCBB---cB---c-dab--A-", "24/20*", 0.7892, 0.0104),
    ("holding", "-----BD-C---cD---cadBbb---", "13/10 8/7", -0.6309, 0.0056),
    ("backgame", "-----BD-Ba---Ca-bbbcbbB-B-", "13/12 6/3", -0.5527, 0.0110),
    ("race", "---ABCDBBA-----aabbdcaa---", "8/5 7/6", 0.2537, 0.0002),
    ("contact bear-off", "-bBBCCC------------eccb---", "4/off", 0.9320, 0.0065),
    ("gammonish", "a---BBCaC---dC---c-ea---B-", "24/21 8/7*", 1.0005, 0.0100),
]


def compare(name, ours, our_error, theirs, their_error):
    limit = 0.02 + 2 * math.hypot(our_error, their_error)
    good = abs(ours - theirs) <= limit
    print(f"{name:30} {ours:+.4f} +- {our_error:.4f}  GNU Backgammon {theirs:+.4f} +- {their_error:.4f}  "
          f"difference {ours - theirs:+.4f}, allowed {limit:.4f}{'' if good else '  MISSED'}")
    return good


def prove_references():
    ok = True
    rolled = rollout(["XGID=" + c[1] for c in CUBES], "--trials", "1296")
    for c, r in zip(CUBES, rolled):
        ok &= compare(c[0] + ", no double", r[0]["equity"], r[0]["standard_error"], c[2], c[3])
        ok &= compare(c[0] + ", double", r[1]["equity"], r[1]["standard_error"], c[4], c[5])
    ids = ["XGID=" + p[1] + ":0:0:1:31:0:0:0:0:10" for p in PLAYS]
    for p, plays in zip(PLAYS, rollout(ids, "--cubeless", "--trials", "324", "--plays", "20", "--within", "1")):
        found = [r for r in plays if r["play"] == p[2]]
        if not found:
            print(f"{p[0]}: {p[2]} is not among {[r['play'] for r in plays]}")
            ok = False
        else:
            ok &= compare(p[0] + " " + p[2], found[0]["equity"], found[0]["standard_error"], p[3], p[4])
    return ok


# ---- yardstick ----


def prove_yardstick():
    lines = [l.rstrip("\n").split("\t") for l in open(f"{BENCH}/positions.tsv") if not l.startswith("#")]
    lines = [l for l in lines if len(l) > 9 and l[9]]
    lines = lines[:: max(1, len(lines) // 200)][:200]
    rolled = each_with_its_seed([l[2] for l in lines], "--cubeless", "--trials", "324", "--bearoff", FOLDER)
    differences, noise = [], []
    for l, r in zip(lines, rolled):
        win, wg, wb, lg, lb = map(float, l[4:9])
        theirs = 2 * win - 1 + wg + wb - lg - lb
        differences.append(-r["equity"] - theirs)
        noise.append(r["standard_error"] ** 2 + float(l[9]) ** 2)
    rms = math.sqrt(statistics.mean(d * d for d in differences))
    expected = math.sqrt(statistics.mean(noise))
    mean = statistics.mean(differences)
    error = statistics.stdev(differences) / math.sqrt(len(differences))
    print(f"{len(lines)} positions: mean difference {mean:+.5f} +- {error:.5f}, RMS {rms:.5f}; both standard errors "
          f"together {expected:.5f}")
    return abs(mean) < 0.01 and rms < 0.02  # the public rollouts are another program's truth


# ---- errors ----


def spread(name, position, seeds, *options):
    results = [rollout(["XGID=" + position + MONEY], "--seed", str(s), "--bearoff", FOLDER, *options)[0] for s in range(1, seeds + 1)]
    ok = True
    for i in range(len(results[0])):
        spread_of = statistics.stdev(r[i]["equity"] for r in results)
        given = math.sqrt(statistics.mean(r[i]["standard_error"] ** 2 for r in results))
        good = abs(spread_of / given - 1) <= 0.10
        print(f"{name}, {results[0][i]['play']}: spread {spread_of:.5f}, error given {given:.5f}, "
              f"ratio {spread_of / given:.3f}{'' if good else '  MISSED'}")
        ok &= good
    return ok


def prove_errors():
    ok = spread("race", CUBES[5][1].split(":")[0], 200, "--trials", "144")
    ok &= spread("race without variance reduction", CUBES[5][1].split(":")[0], 200, "--trials", "144",
                 "--no-variance-reduction")
    ok &= spread("prime", CUBES[2][1].split(":")[0], 200, "--trials", "144")
    ok &= spread("prime without variance reduction", CUBES[2][1].split(":")[0], 200, "--trials", "144",
                 "--no-variance-reduction")
    return ok


PROOFS = {"exact": prove_exact, "references": prove_references, "yardstick": prove_yardstick, "errors": prove_errors}
if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as FOLDER:
        results = [(w, PROOFS[w]()) for w in sys.argv[3:] or PROOFS]
    sys.exit(not all(good for _, good in results))
