#!/usr/bin/env python3
"""The table of levels in docs/lab/engine.md: error, decisions and time of each, beside GNU Backgammon's where installed.

usage: levels.py KIBITZER MEASURE BENCH MATCH [--net FILE] [--every N] [--deep]

The yardsticks are those of data/README.md, every N-th line; fewer for deeper levels. Times are processor seconds of one
thread for analysing MATCH. --deep adds the levels that take minutes. Prints Markdown.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# our level, GNU Backgammon's plies and noise (None: not the same thing there), XG's name, how much rarer, deep
LEVELS = [("beginner", (0, 0.060), "", 1, False), ("casual play", (0, 0.050), "", 1, False),
          ("intermediate", (0, 0.040), "", 1, False), ("advanced", (0, 0.015), "", 1, False),
          ("0ply, expert", (0, 0), "1-ply", 1, False), ("1ply", (1, 0), "2-ply", 1, False),
          ("2ply", (2, 0), "3-ply", 1, False), ("world class", (2, 0), "3-ply", 1, False),
          ("supremo", None, "3-ply", 1, False), ("3ply", None, "4-ply", 4, False),
          ("grandmaster", None, "4-ply", 4, True), ("4ply", None, "5-ply", 32, True)]


def processor_time(command, **more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows(path, every):
    with open(path) as f:
        return [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")][::every]


def measured(options, what, level, every):
    """The line of `measure` for one level, taken apart: the number after each of its words."""
    path = os.path.join(options.bench, "positions.tsv" if what == "positions" else "decisions-ref.tsv")
    said = subprocess.run([options.measure] + options.extra + ["--every", str(every), what, path, level], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return re.search(r"RMS ([0-9.]+)" if what == "positions" else r"charged ([0-9.]+)", said).group(1)


def ours(options, name, rarer):
    level = name.split(",")[0]
    with tempfile.TemporaryDirectory() as folder:
        match = processor_time([options.kibitzer, "analyze", "-q", "--jobs", "1", "--level", level, "--report", "json",
                                "--out", folder] + options.extra + [options.match])
    return (measured(options, "positions", level, options.every * rarer * 2),
            measured(options, "decisions", level, options.every * rarer), "%.1f" % match)


# ---- GNU Backgammon ----

def loss(row, chosen):
    equity = {c.split("=")[0]: float(c.split("=")[1]) for c in row[4].split(";")}
    return max(equity.values()) - equity.get(chosen, min(equity.values()))


def error(row, said):
    p = [float(x) for x in row[4:9]]
    q = [float(x) for x in said.split()]
    return sum(w * (b - a) for w, a, b in zip((2, 1, 1, -1, -1), p, q))


def gnubg_match(plies, noise, match, folder):
    setup = ["set threads 1"]
    for what in ("chequerplay", "cubedecision"):
        setup += ["set analysis %s evaluation plies %d" % (what, plies), "set analysis %s evaluation noise %g" % (what, noise)]
    seconds = []
    for work in ("show version", "analyse match"):
        with open(os.path.join(folder, "commands"), "w") as f:
            f.write("\n".join(setup + ["import mat " + os.path.abspath(match), work, "quit", "y", ""]))
        seconds.append(processor_time(["gnubg", "-t", "-q", "-r", "-c", "commands"], cwd=folder))
    return "%.1f" % (seconds[1] - seconds[0])


def gnubg(options, plies, noise):
    positions = rows(os.path.join(options.bench, "positions.tsv"), options.every * 2)
    choices = rows(os.path.join(options.bench, "decisions-ref.tsv"), options.every)
    with tempfile.TemporaryDirectory() as folder:
        ask, answer = os.path.join(folder, "ask"), os.path.join(folder, "answer")
        with open(ask, "w") as f:
            f.writelines("P %s\n" % row[3] for row in positions)
            f.writelines("D %s %s %s\n" % (row[2][0], row[2][1], row[3]) for row in choices)
        environment = dict(os.environ, ASK=ask, ANSWER=answer, PLIES=str(plies), CUBEFUL="0", NOISE=str(noise))
        processor_time(["gnubg", "-t", "-q", "-r", "-p", os.path.join(HERE, "gnubg_answers.py")], env=environment, cwd=folder)
        with open(answer) as f:
            said = f.read().splitlines()
        rms = (sum(error(row, a) ** 2 for row, a in zip(positions, said)) / len(positions)) ** 0.5
        lost = sum(loss(row, a) for row, a in zip(choices, said[len(positions):])) / len(choices)
        return "%.4f" % rms, "%.2f" % (1000 * lost), gnubg_match(plies, noise, options.match, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("kibitzer", "measure", "bench", "match"):
        parser.add_argument(name)
    parser.add_argument("--net")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--deep", action="store_true")
    options = parser.parse_args()
    options.extra = ["--net", options.net] if options.net else []
    os.environ["PATH"] += ":/usr/games"
    beside = subprocess.run(["sh", "-c", "command -v gnubg"], stdout=subprocess.DEVNULL).returncode == 0
    print("| level | XG calls it | equity RMS | lost per decision x 1000 | s per match | gnubg: RMS | lost | s per match |")
    print("|---|---|---|---|---|---|---|---|")
    known = {}
    for name, theirs, xg, rarer, deep in LEVELS:
        if deep and not options.deep:
            continue
        if theirs and beside and theirs not in known:
            known[theirs] = gnubg(options, *theirs)
        print("| %s |" % " | ".join((name, xg) + ours(options, name, rarer) + known.get(theirs, ("", "", ""))))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
