"""Two players in the environment, and how a series between them ends: one plays what leaves the opponent the least and
handles the cube by the engine's verdict, the other plays whatever is legal.

    python3 agent.py [GAMES]
"""
import sys
from typing import Any

import kibitzer
import numpy as np
from kibitzer.env import CUBE, PLAY, Backgammon


def careful(env: Backgammon, seen: dict[str, Any], info: dict[str, Any]) -> int:
    if seen["phase"] == PLAY:
        return int(kibitzer.evaluate(kibitzer.flip(info["after"]))[:, 0].argmin())
    verdict = env.position().cube("0ply").verdict  # "Double, take", of who has the dice
    return int(verdict.startswith(("Double", "Redouble")) if seen["phase"] == CUBE else "pass" not in verdict)


def series(games: int) -> float:
    env, random = Backgammon(), np.random.default_rng(1)
    points = 0.0
    for seed in range(games):
        seen, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            mine = info["player"] == seed % 2
            action = careful(env, seen, info) if mine else int(random.choice(np.flatnonzero(info["action_mask"])))
            seen, reward, terminated, _, info = env.step(action)
        points += info["result"][1] if info["result"][0] == seed % 2 else -info["result"][1]
    return points / games


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{series(n):+.2f} points a game over {n} games")
