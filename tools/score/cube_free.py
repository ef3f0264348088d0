#!/usr/bin/env python3
"""What waiting with a double is worth after the Crawford game, beside rollouts.

usage: cube_free.py KIBITZER MATCH [HOW_MANY [TRIALS]]

HOW_MANY (12) positions of a match, spread over it, for who needs 2, 4 and 6 points against one: there doubling costs nothing
and the opponent may pass. Printed are the equity of not doubling at 0 and 2 plies beside TRIALS (324) rollouts at 0 plies, and
root mean squares of the differences, all EMG."""
import json
import math
import subprocess
import sys

from cube_scores import positions_of

LENGTH = 7


def ask(program, *words):
    run = subprocess.run([program, *words], text=True, capture_output=True, check=True)
    answer = json.loads(run.stdout)
    return answer[0] if isinstance(answer, list) else answer


def waiting(program, position, trials):
    levels = [ask(program, "hint", "-q", "--json", "--level", level, position)["no_double"] for level in ("0ply", "2ply")]
    rolled = ask(program, "rollout", "-q", "--json", "--level", "0ply", "--trials", trials, position)
    return levels, next(r for r in rolled["results"] if r["play"] == "no double")


def main():
    program, match = sys.argv[1:3]
    boards = positions_of(program, match, int(sys.argv[3]) if len(sys.argv) > 3 else 12)
    trials = sys.argv[4] if len(sys.argv) > 4 else "324"
    for away in (2, 4, 6):
        squares = [0, 0]
        for board in boards:
            levels, rolled = waiting(program, f"{board}:0:0:1:00:{LENGTH - away}:{LENGTH - 1}:0:{LENGTH}:10", trials)
            squares = [s + (x - rolled["equity"]) ** 2 for s, x in zip(squares, levels)]
            print(f"{away}-away  {levels[0]:+.3f} {levels[1]:+.3f}  rollout {rolled['equity']:+.3f} ({rolled['standard_error']:.3f})  {board}")
        print(f"{away}-away  RMS at 0 plies {math.sqrt(squares[0] / len(boards)):.3f}, at 2 {math.sqrt(squares[1] / len(boards)):.3f}")


if __name__ == "__main__":
    main()
