#!/usr/bin/env python3
"""The yardsticks of data/README.md, answered by the program itself.

usage: score.py KIBITZER BENCH [--level L] [--net FILE] [--every N]

Positions go through `kibitzer eval --tsv`, decisions through `kibitzer hint --tsv`, both at LEVEL (0ply unless given);
the answers are judged by the scorers in BENCH. The references are cubeless money: decisions are asked with the cube at
its limit. --every takes every N-th line only (deeper levels take long).

A play that the reference does not list is charged the worst listed one, however good it is. --unlisted GAMES rolls these
plays out by ROLLOUTS (tools/score/rollouts.c), and the best listed ones beside them.
"""
import argparse
import base64
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = {"positions.tsv": ("contact positions", "0.0379", "<0.0345", "0.028"),
        "backgames.tsv": ("backgames", "0.0658", "<0.075", "0.045"),
        "races.tsv": ("races outside the databases", "0.016", "<=0.016", "0.008"),
        "contact.tsv": ("held-out contact positions", "", "", ""),
        "seeded.tsv": ("held-out positions by template", "", "", "")}
OWN = ("races.tsv", "contact.tsv", "seeded.tsv")  # rolled out by rollouts.c; nothing is ever learnt from them


def position_id(board):
    """The Position ID of a board (mover's view) with the opponent on roll: the side on roll comes second."""
    mine = [max(board[p], 0) for p in range(1, 25)] + [abs(board[25])]
    theirs = [max(-board[25 - p], 0) for p in range(1, 25)] + [abs(board[0])]
    bits = "".join("1" * n + "0" for side in (mine, theirs) for n in side).ljust(80, "0")
    key = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, 80, 8))
    return base64.b64encode(key).decode().rstrip("=")


def board_of(position):
    """The other way: the mover's view of a Position ID whose side on roll is the opponent."""
    key = base64.b64decode(position + "==")
    counts = [len(run) for run in "".join(format(byte, "08b")[::-1] for byte in key).split("0")[:50]]
    mine, theirs = counts[:25], counts[25:]
    return [-theirs[24]] + [mine[p - 1] - theirs[24 - p] for p in range(1, 25)] + [mine[24]]


def xgid(board, die1, die2):
    def letter(p):
        n = -abs(board[0]) if p == 0 else board[p]
        return "-" if n == 0 else chr(64 + n) if n > 0 else chr(96 - n)
    return "XGID=%s:0:0:1:%s%s:0:0:0:0:0" % ("".join(letter(p) for p in range(26)), die1, die2)


def ask(command, lines):
    done = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


def scorer(options, script, reference, answers):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write("".join(answers))
        f.flush()
        return subprocess.run([sys.executable, os.path.join(options.bench, script), reference, f.name],
                              stdout=subprocess.PIPE, text=True, check=True).stdout


def rows(path, every):
    with open(path) as f:
        return [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")][::every]


def equity(win, gammon, backgammon, lose_g, lose_bg):
    return 2 * win - 1 + gammon + backgammon - lose_g - lose_bg


def evaluated(options, ids, level):
    """The five probabilities at LEVEL of the player who has just moved, as texts."""
    said = ask([options.kibitzer, "eval", "--tsv", "--level", level] + options.extra, ids)
    assert [line[0] for line in said] == ids, "an answer for every position, in order"
    # seen by the opponent, who is on roll: turned round
    return [("%.6f" % (1 - float(win)), lose_g, lose_bg, gammon, backgammon)
            for _, win, gammon, backgammon, lose_g, lose_bg, *_rest in said]


def net_of(board):
    """Which of the nets answers for a board with contact (src/engine/net_layout.h); one side past by who is."""
    mine = sum(max(n, 0) for n in board[19:])
    theirs = abs(board[0]) + sum(max(-n, 0) for n in board[1:7])
    if max(mine, theirs) >= 4:
        return "many back"
    past = [side for side, back in (("mover", mine), ("opponent", theirs)) if back == 0]
    return "past: " + ", ".join(past) if past else "contact"


def print_by_net(boards, said, wanted):
    """Equity RMS and mean difference by the net that answers; positions.tsv has no races."""
    off = {}
    for board, p, row in zip(boards, said, wanted):
        off.setdefault(net_of(board), []).append(equity(*map(float, p)) - equity(*map(float, row[4:9])))
    for name, d in sorted(off.items()):
        print("%-22s %5d  equity RMS %.4f  mean %+.4f" % (name, len(d), (sum(x * x for x in d) / len(d)) ** 0.5,
                                                          sum(d) / len(d)))
    print()


def probabilities(options, path):
    """Equity RMS over the file; the scorer's table is printed."""
    wanted = rows(path, options.every)
    boards = [[int(n) for n in row[3].split()] for row in wanted]
    said = evaluated(options, [position_id(board) for board in boards], options.level)
    answers = ["%s %s\n" % (row[0], " ".join(p)) for row, p in zip(wanted, said)]
    table = scorer(options, "score_probs.py", path, answers)
    print(table)
    if os.path.basename(path) == "positions.tsv":
        print_by_net(boards, said, wanted)
    return next(line.split()[9] for line in table.splitlines() if line.startswith("ALL"))


def roll_out(options, unlisted, n):
    """Prints how the plays that the reference does not list do against the best that it lists."""
    boards = [board for _, chosen, best in unlisted for board in (chosen, best)]
    command = [options.rollouts, options.net, "given", str(len(boards)), str(options.unlisted), "1"]
    done = subprocess.run(command, input="".join(" ".join(map(str, b)) + "\n" for b in boards), stdout=subprocess.PIPE,
                          text=True, check=True)
    found = []
    for line in done.stdout.splitlines()[1:]:
        *p, error = map(float, line.split("\t")[4:10])
        found.append((equity(*p), error))
    assert len(found) == len(boards), "a result for every position"
    lost = [best - chosen for (chosen, _), (best, _) in zip(found[::2], found[1::2])]
    for (name, _, _), less, (_, e), (_, f) in zip(unlisted, lost, found[::2], found[1::2]):
        print("%s  unlisted play, lost against the best listed one: %+.4f +- %.4f" % (name, less, (e * e + f * f) ** 0.5))
    print("%d unlisted plays, %d of them better than the best listed one; all lost x 1000 per decision: %.3f\n"
          % (len(lost), sum(less < 0 for less in lost), 1000 * sum(lost) / n))


def decisions(options):
    """(mean loss x 1000 with unlisted choices charged the worst candidate, best plays found)."""
    reference = os.path.join(options.bench, "decisions-ref.tsv")
    wanted = rows(reference, options.every)
    said = ask([options.kibitzer, "hint", "--tsv", "--level", options.level] + options.extra,
               [xgid([int(n) for n in row[3].split()], row[2][0], row[2][1]) for row in wanted])
    answers, unlisted = [], []
    for row, line in zip(wanted, said):
        listed = {position_id([int(n) for n in c.split("=")[0].split()]): c.split("=")[0] for c in row[4].split(";")}
        answers.append("%s %s\n" % (row[0], listed.get(line[2], " ".join(["99"] * 26))))
        if line[2] not in listed:
            best = max(row[4].split(";"), key=lambda c: float(c.split("=")[1]))
            unlisted.append((row[0], board_of(line[2]), [int(n) for n in best.split("=")[0].split()]))
    if options.unlisted:
        roll_out(options, unlisted, len(wanted))
    table = scorer(options, "score_moves.py", reference, answers)
    print(table)
    words = next(line for line in table.splitlines() if line.split()[0] == "ALL").split()
    return 1000 * float(words[words.index("pess") + 1]), words[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kibitzer")
    parser.add_argument("bench")
    parser.add_argument("--level", default="0ply")
    parser.add_argument("--net")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--unlisted", type=int, default=0, metavar="GAMES")
    parser.add_argument("--rollouts", help="the program, for --unlisted")
    options = parser.parse_args()
    options.extra = ["--net", options.net] if options.net else []
    lines = []
    if options.unlisted:
        PEER.clear()
    for name, (what, peer, must, aim) in PEER.items():
        path = os.path.join(HERE if name in OWN else options.bench, name)
        lines.append("%-42s %-8s %-9s %-7s %s" % ("equity RMS, " + what, peer, must, aim, probabilities(options, path)))
    lost, best = decisions(options)
    lines.append("%-42s %-8s %-9s %-7s %.2f (best play found: %s)"
                 % ("equity lost per decision x 1000", "5.48", "<5.0", "3.9", lost, best))
    print("%-42s %-8s %-9s %-7s %s" % ("measure", "gnubg 0", "must 0", "aim 0", "kibitzer " + options.level))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
