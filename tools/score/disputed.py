#!/usr/bin/env python3
"""Is the yardstick right where we are far from it? GNU Backgammon's rollouts judge.

usage: disputed.py KIBITZER GNUBG BENCH [--level L] [--net FILE] [--above E] [--trials N]

Positions of BENCH/positions.tsv whose value at LEVEL (2ply unless given) is more than E (0.04) from the reference are
rolled out by GNU Backgammon: cubeless, 0 plies, luck taken out, to the end. Prints where its result is more than four
joint standard errors from the reference, and the equity RMS at 0 plies and at LEVEL with the references as they are
and with GNU Backgammon's for the positions that were rolled out. These were chosen by our own values: other evaluators
would question other references. No net is taught by these rollouts.
"""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import score

RESULT = re.compile(r"CL +([+-]\d+\.\d+)\s*\n +\[[^\]]*CL +(\d+\.\d+)\]")


def rolled_out(options, position):
    """(equity, standard error) of the player who has just moved. GNU Backgammon shows results on terminals only."""
    orders = ["set lang en", "set automatic roll off", "new session", "set player 0 human", "set player 1 human",
              "set threads 1", "set rollout trials %d" % options.trials, "set rollout seed 1", "set rollout cubeful off",
              "set rollout chequerplay plies 0", "set rollout varredn on", "set rollout quasirandom on",
              "set rollout truncation enable off", "set board " + position, "rollout", "quit", "y"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("\n".join(orders) + "\n")
        f.flush()
        done = subprocess.run(["script", "-qc", "%s -t -q -r -c %s" % (options.gnubg, f.name), "/dev/null"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              env={**os.environ, "LC_ALL": "C", "TERM": "xterm"})
    found = RESULT.findall(done.stdout.decode("latin-1").replace("\r", ""))
    if not found:
        sys.exit("%s: GNU Backgammon gave no result for %s" % (options.gnubg, position))
    return -float(found[-1][0]), float(found[-1][1])


def rms(values_, references):
    return math.sqrt(sum((v - r) ** 2 for v, r in zip(values_, references)) / len(references))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kibitzer")
    parser.add_argument("gnubg")
    parser.add_argument("bench")
    parser.add_argument("--level", default="2ply")
    parser.add_argument("--net")
    parser.add_argument("--above", type=float, default=0.04)
    parser.add_argument("--trials", type=int, default=648)
    options = parser.parse_args()
    options.extra = ["--net", options.net] if options.net else []
    rows = score.rows(os.path.join(options.bench, "positions.tsv"), 1)
    ids = [score.position_id([int(n) for n in row[3].split()]) for row in rows]
    references = [score.equity(*map(float, row[4:9])) for row in rows]
    bare, ours = ([score.equity(*map(float, p)) for p in score.evaluated(options, ids, level)]
                  for level in ("0ply", options.level))
    chosen = [i for i, (v, r) in enumerate(zip(ours, references)) if abs(v - r) > options.above]
    corrected, contradicted, nearer = list(references), 0, 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for i, (value, error) in zip(chosen, pool.map(lambda i: rolled_out(options, ids[i]), chosen)):
            corrected[i] = value
            far = abs(value - references[i]) > 4 * math.hypot(error, float(rows[i][9]))
            contradicted += far
            nearer += abs(value - ours[i]) < abs(value - references[i])
            print("%s  reference %+.3f  GNU Backgammon %+.3f +- %.3f  %s %+.3f%s"
                  % (rows[i][0], references[i], value, error, options.level, ours[i], "  contradicted" if far else ""),
                  flush=True)
    print("%d of %d positions are more than %g from their reference at %s; GNU Backgammon's rollout contradicts %d of "
          "these references, and is nearer to ours in %d" % (len(chosen), len(ids), options.above, options.level,
                                                             contradicted, nearer))
    for name, found in (("0ply", bare), (options.level, ours)):
        print("equity RMS %-5s %.4f; with GNU Backgammon's values for these positions %.4f"
              % (name, rms(found, references), rms(found, corrected)))


if __name__ == "__main__":
    main()
