#!/usr/bin/env python3
"""A machine that watches real matches and misreads them, and how much of it `kibitzer` puts right.

    simulate.py observe RATE SEED MATCH            the observations of a match, to standard output
    simulate.py measure [-v] RATES SEEDS MATCH...  a table with a row for each rate

MATCH is a file that `kibitzer convert` reads; PROGRAM names kibitzer. A rate of 0.05 misreads 5 % of the dice. What a
machine says of its own readings is drawn here, and the reader knows nothing of how.
"""
import difflib
import json
import os
import random
import subprocess
import sys

PROGRAM = os.environ.get("PROGRAM", "build/release/kibitzer")
START = {24: 2, 13: 5, 8: 3, 6: 5}
DOUBTFUL = float(os.environ.get("DOUBTFUL", "0.98"))


# ---- matches ----

class Board:
    """Chequers by the owner's own numbering: side[p][1..24], 25 = bar, 0 = off."""

    def __init__(self):
        self.side = [[START.get(p, 0) for p in range(26)] for _ in range(2)]

    def play(self, player, steps):
        own, other = self.side[player], self.side[1 - player]
        for start, end in steps:
            own[start] -= 1
            own[end] += 1
            if end > 0 and other[25 - end] > 0:
                other[25 - end] -= 1
                other[25] += 1

    def set(self, player, points):
        """The board as `player` sees it, 0 = the opponent's bar."""
        for p in range(1, 26):
            self.side[player][p] = max(points[p], 0)
            self.side[1 - player][p] = max(-points[25 - p], 0)

    def numbers(self):
        """As observations have it: 0 = bar of player 0, 1-24 upward for player 0, 25 = bar of player 1."""
        out = [0] * 26
        for p in range(1, 26):
            out[25 - p] += self.side[0][p]
            out[p] -= self.side[1][p]
        return out


def steps_of(words):
    return [tuple(int(x) for x in word.rstrip("*").split("/")) for word in words]


def dump_of(path, found):
    how = ["transcribe", "--from-machine", path, "--to", "dump"] if found else ["convert", "--to", "dump", path, "-"]
    done = subprocess.run([PROGRAM] + how, capture_output=True, text=True)
    return done.stdout.splitlines()


def read(path, found=False):
    """The head and the events of a match: (kind, game, player, dice, board, certainty). None where
    something else happened that a machine would need words for; a match that was found may have illegal plays."""
    head = {"length": 0, "players": ["", ""], "score": []}
    events, board, game, waiting = [], None, -1, None
    for line in dump_of(path, found):
        words = line.split()
        if not words:
            continue
        if words[0] == "length":
            head["length"] = int(words[1])
        elif words[0] == "player" and line.startswith("  player"):
            head["players"][int(words[1])] = line.split('"')[1]
        elif words[0] == "game" and line.startswith("  game"):
            game += 1
            board = Board()
        elif words[0] == "property" and '"certainty"' in line and events:
            events[-1]["certainty"] = float(line.split('"')[-2])
        elif words[0] == "after":
            board.set(events[-1]["player"], [int(x) for x in words[1:27]])
            events[-1]["board"] = board.numbers()
        elif words[0] == "result" and words[1].isdigit():
            events.append({"kind": "end", "game": game, "player": int(words[1]), "points": int(words[2]),
                           "how": words[3] if len(words) > 3 else "", "board": board.numbers()})
        elif words[0] in ("0", "1") and len(words) > 1:
            event = {"kind": words[1], "game": game, "player": int(words[0]), "dice": None, "certainty": 1.0}
            if words[1] in ("play", "roll"):
                event["dice"] = sorted(int(x) for x in words[2])
            if words[1] == "play":
                if words[-1] == "illegal" and not found:
                    return None
                if words[-1] != "illegal":
                    board.play(event["player"], steps_of([word for word in words[3:] if word != "-"]))
            if words[1] in ("beaver", "raccoon") or words[1].startswith("set"):
                return None
            event["board"] = board.numbers()
            events.append(event)
    return head, events


# ---- the machine ----

class Machine:
    def __init__(self, rate, seed):
        self.rate, self.random = rate, random.Random(seed)
        self.t, self.lines = 0, []
        self.right = 0  # plies whose dice and board a reader that believes the likeliest values has

    def happens(self, p):
        return self.random.random() < p

    def confidence(self, right):
        return round(self.random.betavariate(9, 1.2) if right else self.random.betavariate(4, 2), 3)

    def say(self, line):
        self.t += self.random.randint(400, 6000)
        self.lines.append({**line, "t": self.t})

    def by(self, player):
        draw = self.random.random()
        return None if draw < self.rate / 2 else 1 - player if draw < 0.6 * self.rate else player

    def dice(self, player, dice):
        wrong = self.happens(self.rate)
        seen = list(dice)
        if wrong:
            seen[self.random.randrange(2)] = self.random.randint(1, 6)
        wrong = sorted(seen) != sorted(dice)
        p = self.confidence(not wrong)
        entries = [sorted(seen) + [p]]
        others = [list(dice)] if wrong and self.happens(0.7) else []
        while len(others) < 2 and self.happens(0.5):
            others.append([seen[0], self.random.randint(1, 6)])
        left = 1 - p
        for other in others:
            share = round(left * self.random.uniform(0.3, 0.8), 3)
            left -= share
            if sorted(other) not in [e[:2] for e in entries]:
                entries.append(sorted(other) + [share])
        self.say({"k": "dice", "by": self.by(player), "p": entries})
        return not wrong

    def misread(self, numbers):
        """Chequers lost, swapped, moved to the next point, a few at a time."""
        seen = list(numbers)
        while self.happens(self.rate * 1.5):
            at = self.random.choice([i for i in range(26) if numbers[i]])
            kind = self.random.random()
            if kind < 0.5:
                seen[at] -= 1 if seen[at] > 0 else -1
            elif kind < 0.7:
                seen[at] = -seen[at]
            elif 1 <= at <= 23 and seen[at] and not seen[at + 1] * seen[at] < 0:
                sign = 1 if seen[at] > 0 else -1
                seen[at] -= sign
                seen[at + 1] += sign
        return seen

    def board(self, numbers):
        seen = self.misread(numbers)
        points = []
        for i in range(26):
            wrong = seen[i] != numbers[i]
            p = self.confidence(not wrong)
            entries = [[seen[i], p]]
            if wrong and self.happens(0.6):
                entries.append([numbers[i], round((1 - p) * self.random.uniform(0.4, 0.9), 3)])
            elif self.happens(0.3):
                other = max(-15, min(15, seen[i] + self.random.choice([-1, 1])))
                entries.append([other, round((1 - p) * self.random.uniform(0.2, 0.8), 3)])
            points.append(entries)
        self.say({"k": "board", "m": points})
        return seen == numbers

    def cube(self, player, action):
        if self.happens(self.rate / 4):
            return False
        p = self.confidence(True)
        self.say({"k": "cube", "by": self.by(player), "p": [[action, p], ["none", round((1 - p) * 0.8, 3)]]})
        return True

    def ply(self, event, before):
        if self.happens(self.rate / 15):  # nothing of it is seen
            return
        dice = board = False
        if not self.happens(self.rate / 5):
            dice = self.dice(event["player"], event["dice"])
            if self.happens(self.rate / 2):
                dice = self.dice(event["player"], event["dice"])
            if self.happens(self.rate):
                self.board(before)
        if not self.happens(self.rate / 5):
            board = self.board(event["board"])
            if self.happens(self.rate / 2):
                board = self.board(event["board"])
        self.right += dice and board

    def watch(self, head, events):
        self.lines.append({"k": "head", "v": 1, "length": head["length"], "players": head["players"], "board": "abs",
                           "calibrated": False})
        before, game = Board().numbers(), -1
        for event in events:
            if event["game"] != game:
                game, before = event["game"], Board().numbers()
                if self.happens(0.8):
                    self.board(before)
            if event["kind"] == "play":
                self.ply(event, before)
                before = event["board"]
            elif event["kind"] == "roll":
                self.dice(event["player"], event["dice"])
            elif event["kind"] in ("double", "take", "drop"):
                self.right += self.cube(event["player"], event["kind"])
            elif event["kind"] == "end" and self.happens(1 - self.rate):
                self.say({"k": "end", "winner": event["player"], "points": event["points"], "prob": self.confidence(True)})


def observe(path, rate, seed):
    """The lines of the match in `path`, its true plies, and how many of them the machine has right; None = not usable."""
    match = read(path)
    if match is None or not any(e["kind"] == "play" for e in match[1]):
        return None
    machine = Machine(rate, f"{seed} {rate} {os.path.basename(path)}")
    machine.watch(*match)
    return machine.lines, match[1], machine.right


# ---- measuring ----

def key(event):
    return (event["game"], event["kind"], event["player"], tuple(event["dice"] or ()), tuple(event["board"]))


def plies_of(events):
    return [e for e in events if e["kind"] in ("play", "double", "take", "drop")]


def boards_right(truth, found):
    """Plies after which the board is right, whatever was thrown."""
    a, b = ([(e["game"], e["kind"], e["player"], tuple(e["board"])) for e in side] for side in (truth, found))
    return sum(size for _, _, size in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())


def compare(truth, found):
    """How many plies are right, how many wrong ones were not asked about, and how many were asked about."""
    a, b = [key(e) for e in truth], [key(e) for e in found]
    right, silent, wrong = 0, [], 0
    asked = [e["certainty"] < DOUBTFUL for e in found]
    for tag, i, j, k, n in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            right += j - i
            continue
        wrong += max(j - i, n - k)
        around = asked[k:n] if n > k else asked[max(0, k - 1):k + 1]
        if not any(around):
            silent += a[i:j] or b[k:n]
    return right, silent, sum(asked), wrong


def measure(paths, rate, seeds, verbose, folder):
    total = before = after = asked = silent = matches = whole = wrong = boards = 0
    for path in paths:
        for seed in seeds:
            seen = observe(path, rate, seed)
            if seen is None:
                continue
            name = os.path.join(folder, "observed.bgobs")
            with open(name, "w") as out:
                out.writelines(json.dumps(line) + "\n" for line in seen[0])
            truth, found = plies_of(seen[1]), read(name, True)
            found = plies_of(found[1]) if found else []
            right, missed, n, bad = compare(truth, found)
            boards += boards_right(truth, found)
            total, before, after, asked = total + len(truth), before + seen[2], after + right, asked + n
            matches, silent, whole, wrong = matches + 1, silent + len(missed), whole + (not missed), wrong + bad
            if verbose and right < len(truth):
                print(f"{path} {seed}: {len(truth) - right} of {len(truth)} wrong, {n} asked, silent {[m[:4] for m in missed[:4]]}", file=sys.stderr)
    print(f"| {100 * rate:g} % | {matches} | {total} | {100 * before / total:.2f} % | {100 * after / total:.2f} % | "
          f"{100 * boards / total:.2f} % | "
          f"{100 * asked / total:.2f} % | {wrong} | {wrong - silent} | {100 * whole / matches:.1f} % |", flush=True)


def main(words):
    verbose = "-v" in words
    words = [w for w in words if w != "-v"]
    if words[0] == "observe":
        for line in observe(words[3], float(words[1]), words[2])[0]:
            print(json.dumps(line))
        return
    folder = os.environ.get("TMPDIR", "/tmp")
    print("| dice misread | matches | plies | right as seen | right as read | board right | asked about | wrong | of these asked about | matches with no other |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for rate in words[1].split(","):
        measure(words[3:], float(rate), range(int(words[2])), verbose, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
