#!/usr/bin/env python3
"""Scores at which 0 plies and 2 plies disagree about whether to wait with a double.

usage: cube_scores.py KIBITZER MATCH [MOST_AWAY [HOW_MANY]]

HOW_MANY (50) positions of a match, spread over it, are judged at all scores to MOST_AWAY (15) points, before and after the
Crawford game (in it nobody doubles), with the cube in the middle, owned at 2, at 4, and at 8 where it is not dead. What doubling
costs or brings against waiting, the better answer given, is compared: the mean over the positions at 0 and at 2 plies. Printed
are situations in which these are more than 0.05 EMG apart, and a summary."""
import json
import subprocess
import sys

LIMIT = 0.05


def situations(most):
    """Name, fields of an XGID behind the board. The cube is in the middle or the player's; dead ones are left out."""
    length = most + 1
    for mine in range(1, most + 1):
        for theirs in range(1, most + 1):
            for log2 in range(4):
                if mine <= 1 << log2:
                    continue
                cube = "in the middle" if log2 == 0 else f"at {1 << log2}"
                after = ", after Crawford" if theirs == 1 else ""
                yield (f"{mine}-away v {theirs}-away, cube {cube}{after}",
                       f"{log2}:{int(log2 > 0)}:1:00:{length - mine}:{length - theirs}:0:{length}:10")


def positions_of(program, match, many):
    run = subprocess.run([program, "analyze", "-q", "--level", "0ply", "--json", match], text=True, capture_output=True, check=True)
    boards = [ply["xgid"].split(":")[0] for game in json.loads(run.stdout)["games"] for ply in game["plies"]
              if ply["cube"] and ply["xgid"].split(":")[3] == "1"]
    return boards[::max(1, len(boards) // many)][:many]


def judge(program, level, ids):
    run = subprocess.run([program, "hint", "-q", "--json", "--level", level], input="\n".join(ids) + "\n", text=True,
                         capture_output=True, check=True)
    gains = []
    for c in json.loads(run.stdout):
        nd, dt, dp = (c.get(k) for k in ("no_double", "double_take", "double_pass"))
        gains.append(None if None in (nd, dt, dp) else max(-1, min(1, min(dt, dp) - nd)))
    return gains


def main():
    program, match = sys.argv[1:3]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    boards = positions_of(program, match, int(sys.argv[4]) if len(sys.argv) > 4 else 50)
    names, fields = zip(*situations(most))
    ids = [f"{board}:{f}" for f in fields for board in boards]
    gains = list(zip(*(judge(program, level, ids) for level in ("0ply", "2ply"))))
    count = far = 0
    for i, name in enumerate(names):
        pairs = [p for p in gains[i * len(boards):(i + 1) * len(boards)] if None not in p]
        if not pairs:
            continue
        count += 1
        mean = [sum(p[k] for p in pairs) / len(pairs) for k in (0, 1)]
        if abs(mean[0] - mean[1]) > LIMIT:
            far += 1
            print(f"{name}: {mean[0]:+.3f} at 0 plies, {mean[1]:+.3f} at 2 plies")
    print(f"{count} situations of {len(boards)} positions each, {far} with means more than {LIMIT} apart")


if __name__ == "__main__":
    main()
