#!/usr/bin/env python3
"""Every table that the gnubg package installs, read by kibitzer from its file, equals what GNU Backgammon shows.

usage: check.py KIBITZER GNUBG FOLDER

Compared are all scores to 64-away, before and after the Crawford game, and for a sample of scores gammon values and
market windows, gammons left out. GNU Backgammon computes the post-Crawford figure at the table's length anew where the
file gives it: that, and what follows from it, is left out. Left out by name: GNU Backgammon replaces the pre-Crawford tables of zadeh and mec by
the normal approximation, and gives mec's second player the gammon rate 0.25 instead of 0.26."""
import glob
import json
import os
import re
import subprocess
import sys

AWAY = 64
FIGURE = 0.00006  # percent: gnubg prints four decimals
WINDOW = 0.0151  # percent: it prints two decimals of floats, of gammon rates that it rounded as well
FAULTS = {"zadeh": {"pre"}, "mec": {"pre", "post 1"}}
RACE = "---ABCDBBA-----aabbdcaa---"
SCORES = [(7, a, b) for a in (0, 2, 3, 4, 5) for b in (0, 1, 3, 4)]


def gnubg(program, lines):
    setup = ["set automatic game off", "set automatic roll off"]
    run = subprocess.run([program, "-t", "-q", "-r"], input="\n".join(setup + lines + ["quit", "y", ""]), text=True,
                         capture_output=True, env=dict(os.environ, LC_ALL="C"), check=False)
    return run.stdout.splitlines()


def kibitzer(program, *arguments):
    return json.loads(subprocess.run([program, "met", "show", "--json", *arguments], capture_output=True, text=True,
                                     check=True).stdout)


def rows_of(lines):
    """Rows of figures under each heading, in the order printed: pre-Crawford, player 0, player 1."""
    tables = []
    for line in lines:
        if re.match(r"\s+1-away\s+2-away", line):
            tables.append([])
        row = re.match(r"\s*\d+-away((\s+\d+\.\d{4})+)\s*$", line)
        if row and tables:
            tables[-1].append([float(x) for x in row.group(1).split()])
    return tables


def check_table(program, peer, path):
    name = os.path.basename(path)[:-4]
    faults = FAULTS.get(name, set())
    tables = rows_of(gnubg(peer, [f"set met {path}", f"new match {AWAY}", "show met"]))
    if len(tables) != 3 or len(tables[0]) != AWAY or any(len(r) != AWAY for t in tables for r in t):
        sys.exit(f"{name}: GNU Backgammon did not print its table")
    ours = kibitzer(program, "--met", path, "--away", str(AWAY))
    text = open(path, encoding="utf-8", errors="replace").read()
    length = re.search(r"<length>(\d+)</length>", text)
    explicit = re.search(r'<post-crawford-table[^>]*"explicit".*?</post', text, re.S)
    whole = explicit and length and len(re.findall("<me>", explicit.group(0))) >= int(length.group(1))
    given = int(length.group(1)) if whole else AWAY + 1
    pairs = [("pre", tables[0], ours["pre_crawford"])]
    pairs += [(f"post {i}", tables[1 + i], [ours["post_crawford"][i]]) for i in (0, 1)]
    compared = wrong = 0
    for what, theirs, mine in pairs:
        if what in faults:
            continue
        for row, other in zip(theirs, mine):
            for i, (x, y) in enumerate(zip(row, other)):
                if what != "pre" and i + 1 >= given and (i + 1 - given) % 2 == 0:
                    continue
                compared += 1
                wrong += abs(x - 100 * y) > FIGURE
    left_out = f" (left out: {', '.join(sorted(faults))})" if faults else ""
    print(f"{name:20s} {compared:5d} figures, {wrong} differ{left_out}")
    return wrong


def window_of(lines, player):
    """Gammon value and the points that GNU Backgammon prints for a player: double, cash dead, and live where given.
    Where the opponent redoubles at once, that window counts."""
    text = "\n".join(lines)
    value = re.search(rf"^{player}\s+(\d+\.\d+)\s+\d+\.\d+$", text, re.M)
    part = re.search(rf"Player {player} market window:\s+(.*?)(?=Player|\Z)", text, re.S)
    if not value or not part:
        return None
    dead = re.search(r"\(opponent redoubles\):\s+(\S+)%\s+-\s+(\S+)%", part.group(1)) or re.search(
        r"Dead cube:\s+(\S+)%\s+-\s+(\S+)%", part.group(1))
    live = re.search(r"Live cube:\s+\S+%\s+-\s+(\S+)%", part.group(1))
    return [float(value.group(1)), *(float(x) for x in dead.groups()), *(float(x) for x in (live.groups() if live else ()))]


def check_windows(program, peer, path):
    compared = wrong = 0
    for length, you, opponent in SCORES:
        lines = gnubg(peer, [f"set met {path}", f"new match {length}", f"set xgid XGID={RACE}:0:0:1:00:{you}:{opponent}:0:{length}:10",
                             "show gammonvalues", "show marketwindow"])
        rates = re.findall(r"gammon rate\s+(\S+)%", "\n".join(lines))
        ours = kibitzer(program, "--met", path, "--score", f"{length - you}-{length - opponent}", "--gammons", ",".join(rates[::-1]))
        theirs = [w for w in (window_of(lines, p) for p in ("root", "gnubg")) if w]
        mine = [d for d in ours["doubles"] if d["cube"] == 1]
        values = [ours["gammon_value"], ours["opponent_gammon_value"]]
        if len(theirs) != 2 or len(mine) != 2:
            sys.exit(f"{path}: no market window at {you}-{opponent} to {length}")
        for t, d, v in zip(theirs, mine, values):
            figures = [100 * d["double_point"], 100 * d["cash_point_dead"], 100 * d["cash_point_live"]]
            bad = abs(t[0] - v) > 0.00002 or any(abs(x - y) > WINDOW for x, y in zip(t[1:], figures))
            if bad:
                print(f"  {you}-{opponent} to {length}, {d['doubler']}: {t} against {v} {figures}")
            compared += 1
            wrong += bad
    print(f"{os.path.basename(path)[:-4]:20s} {compared:5d} windows, {wrong} differ")
    return wrong


def main():
    program, peer, folder = sys.argv[1:4]
    files = [f for f in sorted(glob.glob(f"{folder}/*.xml")) if "<met>" in open(f, encoding="utf-8", errors="replace").read()]
    if not files:
        sys.exit(f"{folder}: no match equity tables; install the gnubg package")
    wrong = sum(check_table(program, peer, f) for f in files)
    for name in ("Kazaross-XG2", "woolsey"):
        wrong += check_windows(program, peer, f"{folder}/{name}.xml")
    print(f"{wrong} differences")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
