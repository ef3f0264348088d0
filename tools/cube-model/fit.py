#!/usr/bin/env python3
"""Models of the cube, fitted to rolled-out decisions and tested on others: fit.py OWN [OTHER]

OWN and OTHER hold what `cube-model features` prints: OWN of decisions that we rolled out (even numbers fit, odd ones
test), OTHER of those that another program judged, which only test.

A model adds to a first value (Janowski's of the rolled-out chances, or our value at 2 plies) a sum of terms with fitted
weights: terms times what lies between the dead and the live cube, and terms times unit * p * (1 - p). One set of weights
for each of three sides: the player on roll owns the cube, it is in the middle, the opponent owns it. Printed: RMS and
mean error by side, weighted alike for all models, and what decisions by these values lose x 1000."""
import math
import sys

HEAD = "number branch side length jacoby plan their_plan away their_away cube pips their_pips equity error".split()
ENDS = "win dead live won lost unit".split()
NAMES = HEAD + [f"{kind}_{e}" for kind in ("rolled", "static", "ply2") for e in ENDS] + ["at_0ply", "at_2ply", "swing"]
SCATTER = 0.05  # of decisions around any model, beside the error of the rollout
SIDES = ("owned", "centred", "theirs")


def load(path):
    rows = [dict(zip(NAMES, map(float, line.split()))) for line in open(path) if len(line.split()) == len(NAMES)]
    for r in rows:
        r["race"], r["match"] = float(r["plan"] == 1), float(r["length"] > 0)
    return rows


def usable(r):
    """Not all but decided, and a cube that means something."""
    least = 0.3 if r["match"] else 0.05
    return abs(r["equity"]) <= 2.2 and r["rolled_unit"] > least and 0.02 < r["rolled_win"] < 0.98


def weight(r):
    return 1 / (SCATTER**2 + r["error"] ** 2) / r["rolled_unit"] ** 2


def gammons(r, kind):
    """What gammons add to the distance between winning and losing, in cubes."""
    return (r[f"{kind}_won"] - r[f"{kind}_lost"]) / r[f"{kind}_unit"] / 2 - 1


def terms(r, kind, of_gap, of_variance):
    gap = r[f"{kind}_live"] - r[f"{kind}_dead"]
    variance = r[f"{kind}_unit"] * r[f"{kind}_win"] * (1 - r[f"{kind}_win"])
    return [t * gap for t in of_gap] + [t * variance for t in of_variance]


def solve(a, b):
    n = len(b)
    m = [a[i][:] + [b[i]] for i in range(n)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(m[k][i]))
        m[i], m[p] = m[p], m[i]
        for k in range(i + 1, n):
            f = m[k][i] / m[i][i]
            m[k] = [x - f * y for x, y in zip(m[k], m[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
    return x


def least_squares(rows, vector, first):
    k = len(vector(rows[0]))
    a, b = [[1e-9 * (i == j) for j in range(k)] for i in range(k)], [0.0] * k
    for r in rows:
        v, w = vector(r), weight(r)
        for i in range(k):
            b[i] += w * v[i] * (r["equity"] - first(r))
            for j in range(k):
                a[i][j] += w * v[i] * v[j]
    return solve(a, b)


def judge(rows, value):
    total = sum(map(weight, rows))
    mean = sum(weight(r) * (value(r) - r["equity"]) for r in rows) / total
    return math.sqrt(sum(weight(r) * (value(r) - r["equity"]) ** 2 for r in rows) / total), mean


def lost(rows, value):
    """Doubles and takes by these values, judged by the rows' own."""
    pairs = {}
    for r in rows:
        pairs.setdefault(r["number"], {})[int(r["branch"])] = r
    pairs = [p for p in pairs.values() if len(p) == 2]
    doubles = takes = 0
    for p in pairs:
        nd, dt, nd_here, dt_here = p[0]["equity"], p[1]["equity"], value(p[0]), value(p[1])
        doubled = min(dt, 1)
        doubles += max(nd, doubled) - (doubled if min(dt_here, 1) > nd_here else nd)
        takes += max(0, dt - 1 if dt_here < 1 else 1 - dt)
    return f"lost x 1000: doubles {1e3 * doubles / len(pairs):.3f}, takes {1e3 * takes / len(pairs):.3f} ({len(pairs)})"


def janowski(r):
    return r["rolled_dead"] + 0.68 * (r["rolled_live"] - r["rolled_dead"])


def at_2ply(r):
    return r["at_2ply"]


MODELS = [
    ("rolled", janowski, "no change", lambda r: ([], [])),
    ("rolled", janowski, "another constant", lambda r: ([1], [])),
    ("rolled", janowski, "race, chance, gammons", lambda r: ([1, r["race"], r["rolled_win"], gammons(r, "rolled")], [])),
    ("rolled", janowski, "and the swing of the next roll",
     lambda r: ([1, r["race"], r["rolled_win"], gammons(r, "rolled"), r["swing"]],
                [1, r["race"], r["rolled_win"] - 0.5, gammons(r, "rolled"), r["swing"]])),
    ("ply2", at_2ply, "no change", lambda r: ([], [])),
    ("ply2", at_2ply, "a constant share of the gap", lambda r: ([1], [])),
    ("ply2", at_2ply, "a share of p (1 - p)", lambda r: ([], [1])),
    ("ply2", at_2ply, "both, by chance and match", lambda r: ([1, r["ply2_win"], r["match"]], [1])),
    ("ply2", at_2ply, "race, chance, gammons, match",
     lambda r: ([1, r["race"], r["ply2_win"], gammons(r, "ply2"), r["match"]],
                [1, r["race"], r["ply2_win"] - 0.5, gammons(r, "ply2"), r["match"]])),
    ("ply2", at_2ply, "the swing of the next roll", lambda r: ([1, r["swing"]], [1, r["swing"]])),
]


def main():
    own = [r for r in load(sys.argv[1]) if usable(r)]
    other = [r for r in load(sys.argv[2]) if usable(r)] if len(sys.argv) > 2 else []
    tests = [("own", [r for r in own if r["number"] % 2])] + ([("other", other)] if other else [])
    for kind, first, name, choose in MODELS:
        weights = []
        vector = lambda r: terms(r, kind, *choose(r))
        for side in range(3):
            rows = [r for r in own if r["side"] == side and r["number"] % 2 == 0]
            weights.append(least_squares(rows, vector, first) if vector(rows[0]) else [])
        value = lambda r: first(r) + sum(w * t for w, t in zip(weights[int(r["side"])], vector(r)))
        print(f"{'Janowski of rolled-out chances' if kind == 'rolled' else '2 plies'}: {name}")
        for test, rows in tests:
            by_side = [judge([r for r in rows if r["side"] == s], value) for s in range(3)]
            print(f"  {test:6}", "; ".join(f"{n} {e:.4f} {m:+.4f}" for n, (e, m) in zip(SIDES, by_side)), " ",
                  lost(rows, value))
        for side in range(3):
            if weights[side]:
                print(f"    {SIDES[side]:8}", " ".join(f"{w:+.3f}" for w in weights[side]))


if __name__ == "__main__":
    main()
