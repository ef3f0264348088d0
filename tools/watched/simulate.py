#!/usr/bin/env python3
"""A machine that watches real matches and misreads them, and how much of it `kibitzer` puts right.

    simulate.py observe RATE SEED MATCH            the observations of a match, to standard output
    simulate.py measure [-v] RATES SEEDS MATCH...  a table with a row for each rate
    simulate.py oracle RATES SEEDS MATCH...        how many rolls cannot be known, whoever reads the same lines

MATCH is a file that `kibitzer convert` reads; PROGRAM names kibitzer. A rate of 0.05 misreads 5 % of the dice. What a
machine says of its own readings is drawn here, and the reader knows nothing of how.
"""
import difflib
import json
import math
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
        self.plays = []  # (event, board before it, readings of its dice)

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
        if self.plays:
            self.plays[-1][2].append(entries)
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
        self.plays.append((event, before, []))
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
    """The machine after the match in `path`, and the match's true events; None = not usable."""
    match = read(path)
    if match is None or not any(e["kind"] == "play" for e in match[1]):
        return None
    machine = Machine(rate, f"{seed} {rate} {os.path.basename(path)}")
    machine.watch(*match)
    return machine, match[1]


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
                out.writelines(json.dumps(line) + "\n" for line in seen[0].lines)
            truth, found = plies_of(seen[1]), read(name, True)
            found = plies_of(found[1]) if found else []
            right, missed, n, bad = compare(truth, found)
            boards += boards_right(truth, found)
            total, before, after, asked = total + len(truth), before + seen[0].right, after + right, asked + n
            matches, silent, whole, wrong = matches + 1, silent + len(missed), whole + (not missed), wrong + bad
            if verbose and right < len(truth):
                print(f"{path} {seed}: {len(truth) - right} of {len(truth)} wrong, {n} asked, silent {[m[:4] for m in missed[:4]]}", file=sys.stderr)
    print(f"| {100 * rate:g} % | {matches} | {total} | {100 * before / total:.2f} % | {100 * after / total:.2f} % | "
          f"{100 * boards / total:.2f} % | "
          f"{100 * asked / total:.2f} % | {wrong} | {wrong - silent} | {100 * whole / matches:.1f} % |", flush=True)


# ---- what could be known at best ----

ROLLS = [(low, high) for high in range(1, 7) for low in range(1, high + 1)]


def seen_by(numbers, player):
    """A board as its player sees it: own chequers positive, 25 = bar."""
    return tuple(numbers[25 - i] if player == 0 else -numbers[i] for i in range(26))


def moved(board, start, die):
    """The board after one chequer has moved, or None."""
    home = all(board[p] <= 0 for p in range(7, 26))
    end = max(start - die, 0)
    if board[start] <= 0 or (start < 25 and board[25] > 0) or (end > 0 and board[end] < -1):
        return None
    if end == 0 and (not home or (start < die and any(board[p] > 0 for p in range(start + 1, 7)))):
        return None
    after = list(board)
    after[start] -= 1
    if end > 0:
        if after[end] == -1:
            after[end] = 0
            after[0] -= 1
        after[end] += 1
    return tuple(after)


def ends(board, dice):
    """The boards after as many of these dice as can be played, and how many those are."""
    most, found = 0, {board}
    for start in range(25, 0, -1) if dice else ():
        after = moved(board, start, dice[0])
        n, there = ends(after, dice[1:]) if after else (-1, set())
        if n + 1 > most:
            most, found = n + 1, set(there)
        elif n + 1 == most and after:
            found |= there
    return most, found


def legal(board, roll):
    low, high = roll
    if low == high:
        return ends(board, (low,) * 4)[1]
    first, second = ends(board, (high, low)), ends(board, (low, high))
    if first[0] == second[0] == 2:
        return first[1] | second[1]
    if first[0] == 1 and second[0] == 1:  # the higher one must be played
        return first[1]
    return max(first, second, key=lambda e: e[0])[1]


def beta(x, a, b):
    x = min(max(x, 0.0005), 0.9995)
    return math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + (a - 1) * math.log(x) + (b - 1) * math.log(1 - x))


def others_drawn(seen, others, most):
    """How likely the machine names these by chance."""
    p = 1 if len(others) == most else 0.5 if others else 0.55
    for other in others:
        p *= 0.5 * sum(sorted((die, drawn)) == other[:2] for die in seen for drawn in range(1, 7)) / 12
    return p


def reading_likely(entries, roll, rate):
    """How likely Machine.dice() gives this reading of a roll."""
    seen, p, others = entries[0][:2], entries[0][2], entries[1:]
    swapped = [sorted((roll[1 - i], die)) for i in range(2) for die in range(1, 7)]
    wrong = rate * swapped.count(seen) / 12
    if seen == list(roll):
        return (1 - rate + wrong) * beta(p, 9, 1.2) * others_drawn(seen, others, 2)
    named = others_drawn(seen, others[1:], 1) if others and others[0][:2] == list(roll) else 0
    return wrong * beta(p, 4, 2) * (0.7 * named + 0.3 * others_drawn(seen, others, 2))


def chances(before, after, readings, rate):
    """Of each roll, for a reader who knows the boards for certain and how the machine misreads dice."""
    pips = sum(p * (max(before[p], 0) - max(after[p], 0)) for p in range(1, 26))
    chance = {}
    for roll in ROLLS:
        if sum(roll) * (2 if roll[0] == roll[1] else 1) < pips:
            continue
        plays = legal(before, roll)
        if after in plays:
            chance[roll] = (1 if roll[0] == roll[1] else 2) / len(plays)
            for entries in readings:
                chance[roll] *= reading_likely(entries, roll, rate)
    total = sum(chance.values())
    return {roll: p / total for roll, p in chance.items()}


def oracle(paths, rate, seeds):
    plays = several = right = expected = 0
    for path in paths:
        for seed in seeds:
            seen = observe(path, rate, seed)
            for event, before, readings in seen[0].plays if seen else ():
                player = event["player"]
                chance = chances(seen_by(before, player), seen_by(event["board"], player), readings, rate)
                best = max(chance, key=chance.get)
                plays, several = plays + 1, several + (len(chance) > 1)
                right, expected = right + (list(best) == event["dice"]), expected + 1 - chance[best]
    print(f"| {100 * rate:g} % | {plays} | {100 * several / plays:.2f} % | {100 * right / plays:.2f} % | {plays - right} | {expected:.1f} |", flush=True)


def main(words):
    verbose = "-v" in words
    words = [w for w in words if w != "-v"]
    if words[0] == "observe":
        for line in observe(words[3], float(words[1]), words[2])[0].lines:
            print(json.dumps(line))
        return
    if words[0] == "oracle":
        print("| dice misread | plays | more than one roll fits | right | wrong | wrong to be expected |")
        print("|---|---|---|---|---|---|")
        for rate in words[1].split(","):
            oracle(words[3:], float(rate), range(int(words[2])))
        return
    folder = os.environ.get("TMPDIR", "/tmp")
    print("| dice misread | matches | plies | right as seen | right as read | board right | asked about | wrong | of these asked about | matches with no other |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for rate in words[1].split(","):
        measure(words[3:], float(rate), range(int(words[2])), verbose, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
