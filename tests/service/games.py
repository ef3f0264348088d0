"""Matches for a service to analyse, no two alike: files of a folder, or games that a service plays at 0 plies with dice
of its own, so that no evaluation of one is there already when the next one comes."""
import base64
import os
import random

GAMES = 3  # of a match
START = "4HPwATDgc/ABMA"


def read_folder(folder):
    """All files below it, by name."""
    found = []
    for at, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            with open(os.path.join(at, name), "rb") as file:
                found.append(file.read())
    return found


def match_id(a, b):
    """Of money play: the roll of who is on roll."""
    return base64.b64encode((3 << 4 | 1 << 6 | 1 << 8 | 1 << 11 | a << 15 | b << 18).to_bytes(9, "little")).decode()


class Game:
    def __init__(self, chance):
        self.chance, self.at, self.turns, self.points = chance, START, [], 0
        self.roll()

    def roll(self):
        self.dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
        while not self.turns and self.dice[0] == self.dice[1]:
            self.dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
        self.id = f"{self.at}:{match_id(*self.dice)}"

    def play(self, play, after):
        """Position IDs have the chequers of the one who has just played first: 25 bits of zero are none."""
        self.turns.append("%d%d: %s" % (*self.dice, play))
        self.at = after
        bits = int.from_bytes(base64.b64decode(after + "=="), "little")
        if bits & (1 << 25) - 1 == 0:
            self.points = 2 if bin(bits).count("1") == 15 else 1
        else:
            self.roll()

    def text(self, number, scores):
        lines = [f" Game {number}", f" Ann : {scores[0]:<30} Bob : {scores[1]}"]
        turns = self.turns + [""] * (len(self.turns) % 2)
        lines += [f"{i // 2 + 1:3}) {turns[i]:<34} {turns[i + 1]}" for i in range(0, len(turns), 2)]
        winner = (len(self.turns) - 1) % 2
        scores[winner] += self.points
        return "\n".join(lines + [" " * (6 + 34 * winner) + f" Wins {self.points} point" + "s" * (self.points > 1), ""])


def ask(service, method, path, body, headers=None):
    """As often as it takes."""
    status = 202
    while status == 202:
        status, _, answer = service.ask(method, path, body, headers)
    return status, answer


def play_on(service, games):
    ids = "&".join("position=" + game.id.replace("+", "%2B") for game in games)
    status, answer = ask(service, "GET", f"/v1/hint?level=0ply&wait=25&{ids}", None, {"Accept": "text/tab-separated-values"})
    assert status == 200, answer
    rows = [line.split("\t") for line in answer.decode().splitlines()]
    plays = {row[0]: row[1:3] for row in rows}
    for game in games:
        game.play(*plays[game.id])


def play_matches(service, n, seed=1):
    chance = random.Random(seed)
    matches = [[Game(chance) for _ in range(GAMES)] for _ in range(n)]
    while left := [game for match in matches for game in match if not game.points]:
        for i in range(0, len(left), 200):
            play_on(service, left[i:i + 200])
    for match in matches:
        scores = [0, 0]
        yield "\n".join([" 25 point match\n"] + [game.text(i + 1, scores) for i, game in enumerate(match)]).encode()
