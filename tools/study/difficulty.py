#!/usr/bin/env python3
"""What players of a level lose on a decision: fits src/match/difficulty_table.inc to the choices that tools/study/choices
prints (standard input), and says how well it holds in matches that it was not fitted to. docs/analysis.md, "Difficulty".
With a file name: writes the table there."""
import math
import random
import sys
from collections import defaultdict

LEAST, HIGHEST = 100, 30  # decisions of a player; PR
# ORDER DIFFICULTY_KIND. Powers between 0.2 and 0.45 fit alike; so they are the same in every fit.
KINDS = (("p", "chequer plays in contact", 0.3), ("r", "races", 0.3), ("c", "the cube", 0.4))


def read(lines):
    rows, sums = [], defaultdict(lambda: [0.0, 0])
    for line in lines:
        player, match, game, kind, plan, key, loss, *lost = line.split()
        row = (player, match, game, kind, plan, key, float(loss), [float(x) for x in lost])
        rows.append(row)
        sums[player][0] += row[6]
        sums[player][1] += 1
    pr = {p: 500 * e / n for p, (e, n) in sums.items() if n >= LEAST}
    return [r + (pr[r[0]],) for r in rows if 0 < pr.get(r[0], 0) <= HIGHEST]


def expected(lost, scale, power, blind):
    """EMG that a player loses who makes a choice with weight exp(-(lost / scale)^power), but `blind` of them blindly."""
    weights = [math.exp(-((x / scale) ** power)) for x in lost]
    total = sum(weights)
    return (1 - blind) * sum(w * x for w, x in zip(weights, lost)) / total + blind * sum(lost) / len(lost)


def scale_at(model, pr):
    return model[2] * (model[3] / model[2]) ** ((pr - 5) / 10)


def predicted(model, row):
    return expected(row[7], scale_at(model, row[8]), model[0], model[1])


def badness(model, rows):
    """Quasi-deviance of a mean whose variance is in proportion to it."""
    total = 0.0
    for row in rows:
        d = max(predicted(model, row), 1e-6)
        total += d - row[6] * math.log(d)
    return total / len(rows)


def unfold(power, x):
    return [power, 0.2 / (1 + math.exp(-x[0])), math.exp(x[1]), math.exp(x[2])]


def nelder_mead(f, start, step=0.4, rounds=70):
    points = [start] + [[v + (step if i == k else 0) for i, v in enumerate(start)] for k in range(len(start))]
    values = [f(p) for p in points]
    for _ in range(rounds):
        order = sorted(range(len(points)), key=values.__getitem__)
        points, values = [points[i] for i in order], [values[i] for i in order]
        mean = [sum(p[i] for p in points[:-1]) / (len(points) - 1) for i in range(len(start))]

        def at(t):
            p = [m + t * (m - w) for m, w in zip(mean, points[-1])]
            return f(p), p

        value, point = at(1)
        if value < values[0]:
            further = at(2)
            value, point = further if further[0] < value else (value, point)
        elif value >= values[-2]:
            value, point = at(0.5) if value < values[-1] else at(-0.5)
        if value < values[-1]:
            points[-1], values[-1] = point, value
        else:
            points = [points[0]] + [[(a + b) / 2 for a, b in zip(points[0], p)] for p in points[1:]]
            values = [values[0]] + [f(p) for p in points[1:]]
    return points[values.index(min(values))]


def fit(rows, power, seed=1, most=12000):
    """Weak players are few: each decision of theirs is in the sample, and one in some of the others'."""
    weak = [r for r in rows if r[8] > 8]
    strong = [r for r in rows if r[8] <= 8]
    strong = random.Random(seed).sample(strong, min(most, len(strong)))
    sample = random.Random(seed).sample(weak, min(most, len(weak))) + strong
    return unfold(power, nelder_mead(lambda x: badness(unfold(power, x), sample), [-3.0, math.log(0.002), math.log(0.006)]))


def halves(rows):
    """By match: a coin that is the same every time."""
    matches = sorted({r[1] for r in rows})
    random.Random(2).shuffle(matches)
    first = set(matches[: len(matches) // 2])
    return [r for r in rows if r[1] in first], [r for r in rows if r[1] not in first]


def reliability(model, rows, parts=5):
    rows = sorted(((predicted(model, r), r[6]) for r in rows))
    for i in range(parts):
        part = rows[len(rows) * i // parts : len(rows) * (i + 1) // parts]
        print("    fifth %d: expected %6.2f, lost %6.2f (thousandths of EMG)" %
              (i + 1, 1000 * sum(p for p, _ in part) / len(part), 1000 * sum(l for _, l in part) / len(part)))


def by_level(model, rows):
    for low, high in ((0, 4), (4, 8), (8, 12), (12, 20), (20, 30)):
        part = [r for r in rows if low < r[8] <= high]
        if part:
            print("    PR %2d to %2d: %6d decisions, expected %6.2f, lost %6.2f" %
                  (low, high, len(part), 1000 * sum(predicted(model, r) for r in part) / len(part),
                   1000 * sum(r[6] for r in part) / len(part)))


def true_scatter(model, rows):
    """How far true difficulty is off from what is expected, as a variance in squares of what is expected: from decisions
    that two players met (what they lose beyond it goes together only where the decision is what differs), and from
    whole plans."""
    met = defaultdict(list)
    for r in rows:
        met[r[5]].append((r[0], predicted(model, r), r[6]))
    up = down = pairs = 0
    for key, all_of in met.items():
        for i, (who, d, lost) in enumerate(all_of):
            for other, d2, lost2 in all_of[:i]:
                if other != who:
                    w = 2 / len(all_of)  # a decision that is met often is one decision still
                    up += w * (lost - d) * (lost2 - d2)
                    down += w * d * d2
                    pairs += 1
    print("    the same decision, %d pairs of players: variance %.2f" % (pairs, up / down if down else math.nan))
    cells = defaultdict(list)
    for r in rows:
        cells[r[4]].append((predicted(model, r), r[6]))
    for plan in sorted(cells):
        part = cells[plan]
        if len(part) >= 300:
            print("    plan %s: %6d decisions, lost / expected %.2f" %
                  (plan, len(part), sum(l for _, l in part) / sum(p for p, _ in part)))


def main():
    rows = read(sys.stdin)
    table = []
    for kind, words, power in KINDS:
        mine = [r for r in rows if r[3] == kind]
        one, other = halves(mine)
        print("%s: %d decisions of %d players" % (words, len(mine), len({r[0] for r in mine})))
        for a, b in ((one, other), (other, one)):
            model = fit(a, power)
            print("  fitted to one half: power %.2f, blind %.4f, scale %.6f to %.6f; in the other half:" % tuple(model))
            reliability(model, b)
        model = fit(mine, power)
        by_level(model, mine)
        true_scatter(model, mine)
        table.append("{%.2f, %.4f, {%.6f, %.6f}}, /* %s: %d decisions */" % (*model, words, len(mine)))
    print("\n".join(table))
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as out:
            out.write("\n".join(table) + "\n")


if __name__ == "__main__":
    main()
