#!/usr/bin/env python3
"""How far kibitzer's errors of decisions are from deeper ones: by level, the bias, the scatter of a decision, and of a player's
match. Two yardsticks:

* what eXtreme Gammon wrote into FILE.xg about every decision that the rating counts (3 and 4 plies, short rollouts of what is close);
* rollouts of DECISIONS (decisions-ref.tsv: 1,296 trials of each play; money, without the cube), where the best play is made in three
  decisions of four and the second best in the fourth, as good players do.

All figures are points of PR: 500 x EMG. docs/analysis.md, "The evaluator's own error", says how they are used.
Usage: evaluator_error.py KIBITZER LEVEL... -- DECISIONS FILE.xg...
"""
import base64
import collections
import math
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

EACH = ('SELECT m.record_key, t.side, t.n, s.kind, s.error, l.name FROM assessments s JOIN analyses a ON a.id = s.analysis_id'
        ' JOIN matches m ON m.id = a.match_id JOIN turns t ON t.match_id = m.id AND t.n = s.turn'
        ' LEFT JOIN levels l ON l.id = s.level WHERE a.own = ? AND s.counted > 0 AND s.error IS NOT NULL')


def mean_and_scatter(x):
    mean = sum(x) / len(x)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in x) / (len(x) - 1))


# ---- against XG ----

def analyse(program, files, folder, *options):
    subprocess.run([program, 'analyze', '-q', '--report', 'none', '--out', folder, *options, *files], stderr=subprocess.DEVNULL)
    db = sqlite3.connect(f'{folder}/collection.db')
    return {row[:4]: (500 * row[4] / 1e9, row[5]) for row in db.execute(EACH, ('--keep' not in options,))}


def against_xg(level, ours, theirs):
    both = [k for k in theirs if k in ours]
    difference = {k: ours[k][0] - theirs[k][0] for k in both}
    mean, scatter = mean_and_scatter(list(difference.values()))
    players = collections.defaultdict(list)
    for k in both:
        players[k[:2]].append(difference[k])
    square = sum((sum(d) / len(d)) ** 2 for d in players.values()) / len(players)
    sampling = sum(scatter ** 2 / len(d) for d in players.values()) / len(players)
    error = scatter / math.sqrt(len(both))
    print(f'{level}: {len(both)} decisions, bias {mean:+.3f} +- {error:.3f}, scatter of a decision {scatter:.1f}; {len(players)} players'
          f' of a match: {math.sqrt(square):.2f} of which {math.sqrt(sampling):.2f} is that of decisions')
    print(f'  common {math.hypot(mean, error):.2f}, of a match {math.sqrt(max(0, square - sampling)):.2f}, of a decision {scatter:.1f}')
    rolled = [difference[k] for k in both if (theirs[k][1] or '').startswith('XG Roller')]
    if len(rolled) > 2:
        mean, scatter = mean_and_scatter(rolled)
        print(f'  {len(rolled)} decided by short rollouts: bias {mean:+.2f} +- {scatter / math.sqrt(len(rolled)):.2f}, scatter {scatter:.1f}')


# ---- against rollouts ----

def position_id(board):
    """Of a board of 26 as the mover left it: the opponent is on roll."""
    mover = [max(board[i], 0) for i in range(1, 25)] + [max(board[25], 0)]
    other = [max(-board[25 - i], 0) for i in range(1, 25)] + [abs(board[0])]
    bits = ''.join('1' * n + '0' for n in mover + other).ljust(80, '0')
    return base64.b64encode(bytes(sum(int(bits[8 * i + j]) << j for j in range(8)) for i in range(10))).decode()[:14]


def read_decisions(path):
    for line in open(path):
        if not line.startswith('#'):
            plays = [c.split('=') for c in line.rstrip('\n').split('\t')[4].split(';')]
            if len(plays) > 1:
                yield sorted(((float(v), float(e), position_id(list(map(int, b.split())))) for b, v, e in plays), reverse=True)


def against_rollouts(program, level, decisions):
    ids = sorted({play[2] for d in decisions for play in d})
    said = subprocess.run([program, 'eval', '-q', '--tsv', '--level', level], input='\n'.join(ids), capture_output=True, text=True)
    value = {f[0]: -float(f[6]) for f in (line.split('\t') for line in said.stdout.splitlines())}
    best, second, noise = [], [], 0
    for d in decisions:
        ours = [value[play[2]] for play in d]
        best.append(500 * (max(ours) - ours[0]))
        second.append(500 * (max(ours) - ours[1] - d[0][0] + d[1][0]))
        noise += 500 ** 2 * (d[0][1] ** 2 + d[1][1] ** 2) / len(decisions)
    (bias, scatter), (bias2, scatter2) = mean_and_scatter(best), mean_and_scatter(second)
    whole = math.sqrt(0.75 * (bias ** 2 + scatter ** 2) + 0.25 * (bias2 ** 2 + max(0, scatter2 ** 2 - noise)))
    print(f'  {len(decisions)} rolled out: bias {0.75 * bias + 0.25 * bias2:+.2f}, scatter {whole:.1f}')


def main():
    border = sys.argv.index('--')
    program, levels = sys.argv[1], sys.argv[2:border]
    decisions, files = sys.argv[border + 1], [f for f in sys.argv[border + 2:] if pathlib.Path(f).exists()]
    rolled = list(read_decisions(decisions)) if pathlib.Path(decisions).exists() else []
    with tempfile.TemporaryDirectory() as folder:
        theirs = analyse(program, files, f'{folder}/xg', '--keep') if files else {}
        for level in levels:
            if theirs:
                against_xg(level, analyse(program, files, f'{folder}/{level}', '--level', level), theirs)
            if rolled:
                against_rollouts(program, level, rolled)


main()
