"""Run by GNU Backgammon (gnubg -p), which brings its own Python: what it says of the yardsticks.

Environment: ASK = lines "P board" (a position after a play, the mover's view) or "D die1 die2 board" (on roll), boards
of 26 numbers; ANSWER = the file to write: for P five probabilities of the mover, for D the board after the play, the
mover's view; a last line gives the seconds of processor time for P and for D. PLIES, CUBEFUL (0 or 1) and NOISE set the
level; filters for plays are GNU Backgammon's default ones.
"""
import os
import time

import gnubg

SEEN = {"P": 0.0, "D": 0.0}


def context():
    c = gnubg.evalcontext()
    c["plies"] = int(os.environ["PLIES"])
    c["cubeful"] = int(os.environ["CUBEFUL"])
    c["deterministic"] = 0 # the noise that is the same at each visit is several times stronger than it says
    c["noise"] = float(os.environ["NOISE"])
    return c


def letter(place, n):
    return "-" if n == 0 else chr(64 + abs(n)) if n > 0 and place != 0 else chr(96 + abs(n))


def xgid(board, dice):
    return "XGID=%s:0:0:1:%s:0:0:0:0:10" % ("".join(letter(p, n) for p, n in enumerate(board)), dice)


def sides(board):
    """The mover's board after the play as GNU Backgammon wants it: the one not on roll first; bars last."""
    mine = [max(board[p], 0) for p in range(1, 25)] + [abs(board[25])]
    theirs = [max(-board[25 - p], 0) for p in range(1, 25)] + [abs(board[0])]
    return tuple(mine), tuple(theirs)


def probabilities(words):
    win, g, bg, lg, lbg = gnubg.evaluate(sides([int(w) for w in words]), gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0), context())[:5]
    return "%f %f %f %f %f" % (1 - win, lg, lbg, g, bg)


def play(words):
    board = [int(w) for w in words[2:]]
    gnubg.command("set xgid " + xgid(board, words[0] + words[1]))
    moves = gnubg.findbestmove(gnubg.board(), gnubg.cubeinfo(), context())
    board[0] = -abs(board[0])
    for start, end in zip(moves[::2], moves[1::2]):
        if start == 0:
            continue
        board[start] -= 1
        if end > 0:
            if board[end] == -1:
                board[end] = 0
                board[0] -= 1
            board[end] += 1
    board[0] = -board[0]
    return " ".join(str(n) for n in board)


def main():
    gnubg.command("new session")
    with open(os.environ["ASK"]) as ask, open(os.environ["ANSWER"], "w") as answer:
        for line in ask:
            kind, *words = line.split()
            start = time.process_time()
            said = probabilities(words) if kind == "P" else play(words)
            SEEN[kind] += time.process_time() - start
            answer.write(said + "\n")
        answer.write("%f %f\n" % (SEEN["P"], SEEN["D"]))


main()
