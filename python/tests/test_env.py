"""The environment: games by the rules, seen by who decides."""
import os
import subprocess
import sys

import numpy as np
import pytest

import kibitzer
from kibitzer.env import ANSWER, CUBE, PLAY, Backgammon


def play(env, choose, seed=1, options=None):
    """An episode: what was seen before each step, and what the step gave."""
    seen, info = env.reset(seed=seed, options=options)
    steps, over = [], False
    while not over:
        action = choose(seen, info)
        result = env.step(action)
        steps.append((seen, info, action, result[1], result[4]))
        seen, _, over, truncated, info = result
        assert not truncated and env.observation_space.contains(seen)
    return steps


def chooser(seed):
    random = np.random.default_rng(seed)
    return lambda seen, info: int(random.choice(np.flatnonzero(info["action_mask"])))


def careful(seen, info):
    """Doubles never, takes always, plays what leaves the opponent the least."""
    if seen["phase"] != PLAY:
        return 1 if seen["phase"] == ANSWER else 0
    return int(kibitzer.evaluate(kibitzer.flip(info["after"]))[:, 0].argmin())


def test_the_same_seed_is_the_same_game():
    one, two = (play(Backgammon(3), chooser(5), seed=9) for _ in range(2))
    assert len(one) == len(two)
    assert all((a[0]["board"] == b[0]["board"]).all() and a[2:4] == b[2:4] for a, b in zip(one, two))


def test_a_game_begins_without_a_double_and_without_a_cube():
    starters = set()
    for seed in range(40):
        seen, info = Backgammon().reset(seed=seed)
        assert seen["phase"] == PLAY and seen["dice"][0] != seen["dice"][1]
        assert (seen["board"] == kibitzer.start()).all()
        assert len(info["after"]) == info["action_mask"].sum()
        starters.add(info["player"])
    assert starters == {0, 1}


def test_a_double_roll_is_one_turn():
    most = {True: 0, False: 0}  # chequers that one action moved, by doubles and by other rolls
    for seen, info, action, _, _ in play(Backgammon(cube=False), chooser(2), seed=4):
        own, after = np.maximum(seen["board"], 0), np.maximum(info["after"][action], 0)
        double = bool(seen["dice"][0] == seen["dice"][1])
        most[double] = max(most[double], int(np.maximum(own - after, 0).sum()))
    assert most == {True: 4, False: 2}


def test_points_of_money_games_are_cube_times_stake_and_the_jacoby_rule_holds():
    for seed in range(60):
        jacoby = seed % 2 == 0
        steps = play(Backgammon(jacoby=jacoby), chooser(seed), seed)
        seen, info, action, reward, after = steps[-1]
        winner, points = after["result"]
        cube = int(seen["state"][0])
        assert reward == (points if info["player"] == winner else -points) != 0
        assert points in (cube, 2 * cube, 3 * cube)
        if jacoby and cube == 1:
            assert points == 1
        if seen["phase"] == ANSWER:
            assert (action, points) == (0, cube)


def test_a_match_has_one_crawford_game_and_no_double_in_it():
    crawfords = 0
    for seed in range(30):
        length = 3
        steps = play(Backgammon(length), chooser(seed), seed)
        scores = [tuple(sorted(s[0]["state"][3:5].tolist())) for s in steps]
        flags = [int(s[0]["state"][5]) for s in steps]
        assert all(length - 1 in score for score, flag in zip(scores, flags) if flag)
        assert not any(s[0]["phase"] != PLAY for s, flag in zip(steps, flags) if flag)
        first = next((i for i, score in enumerate(scores) if length - 1 in score), None)
        assert first is None or flags[first] == 1
        games = [i for i, s in enumerate(steps) if "result" in s[4]]
        assert sum(flags[i] for i in games) <= 1
        crawfords += sum(flags[i] for i in games)
        assert [s[3] for s in steps[:-1]] == [0] * (len(steps) - 1) and abs(steps[-1][3]) == 1
    assert crawfords > 5


def test_a_take_turns_the_cube_over_to_the_taker():
    env = Backgammon(7)
    seen, info = env.reset(seed=3)
    while seen["phase"] != CUBE:
        seen, _, _, _, info = env.step(careful(seen, info))
    doubler = info["player"]
    seen, _, _, _, info = env.step(1)
    assert seen["phase"] == ANSWER and info["player"] == 1 - doubler and (seen["dice"] == 0).all()
    assert (env.position().board == kibitzer.flip(seen["board"])).all()  # the doubler's, who is on roll
    seen, reward, over, _, info = env.step(1)
    assert (seen["phase"], info["player"], reward, over) == (PLAY, doubler, 0, False)
    assert seen["state"][:2].tolist() == [2, -1] and seen["dice"].all()


def test_a_drop_costs_the_cube():
    env = Backgammon()
    seen, info = env.reset(seed=3)
    while seen["phase"] != CUBE:
        seen, _, _, _, info = env.step(careful(seen, info))
    env.step(1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["result"][1]) == (-1, True, 1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_a_dead_cube_is_not_offered():
    steps = play(Backgammon(1), chooser(1))
    assert {s[0]["phase"] for s in steps} == {PLAY}


def test_an_opponent_plays_the_other_side():
    env = Backgammon(opponent=careful, cube=False)
    rewards = []
    for seed in range(20):
        steps = play(env, chooser(seed), seed)
        assert {s[1]["player"] for s in steps} == {0}
        rewards.append(steps[-1][3])
        winner, points = steps[-1][4]["result"]
        assert rewards[-1] == (points if winner == 0 else -points)
    assert np.mean(rewards) < -0.5  # chance against a good player


def test_a_position_to_begin_from():
    env = Backgammon(render_mode="ansi")
    bear_off = "XGID=-A--------------------a---:1:1:1:00:4:3:0:7:10"
    seen, info = env.reset(options={"position": bear_off})
    assert info["player"] == 0 and seen["state"].tolist() == [2, 1, 7, 4, 3, 0, 0, 0]
    assert env.position().board.tolist() == kibitzer.Position(bear_off).board.tolist()
    assert "O" in env.render() or "X" in env.render()
    seen, reward, over, _, info = env.step(0)
    seen, reward, over, _, info = env.step(0)
    assert info["result"][0] == 0


def test_an_action_that_there_is_not_is_refused():
    env = Backgammon()
    _, info = env.reset(seed=1)
    with pytest.raises(ValueError, match="action_mask"):
        env.step(int(info["action_mask"].sum()))


def test_spaces_sample_what_they_contain():
    env = Backgammon()
    env.action_space.seed(1)
    env.observation_space.seed(1)
    assert env.observation_space.contains(env.observation_space.sample())
    mask = np.zeros(3060, np.int8)
    mask[17] = 1
    assert env.action_space.sample(mask) == 17 and not env.action_space.contains(3060)


GYMNASIUM = {
    "__init__.py": """
import numpy as np
class Env:
    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
""",
    "spaces.py": """
class Discrete:
    def __init__(self, n, seed=None, start=0): self.n = n
class Box:
    def __init__(self, low, high, shape=None, dtype=None, seed=None): self.shape = shape
class Dict:
    def __init__(self, spaces=None, seed=None, **more): self.spaces = spaces
""",
}


def test_where_gymnasium_is_installed_it_is_an_environment_of_its(tmp_path):
    (tmp_path / "gymnasium").mkdir()
    for name, text in GYMNASIUM.items():
        (tmp_path / "gymnasium" / name).write_text(text)
    program = """
import gymnasium, gymnasium.spaces, kibitzer
env = kibitzer.env.Backgammon()
assert isinstance(env, gymnasium.Env) and isinstance(env.action_space, gymnasium.spaces.Discrete)
assert isinstance(env.observation_space.spaces["board"], gymnasium.spaces.Box)
print(*env.reset(seed=5)[0]["dice"])
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.split() == [str(d) for d in Backgammon().reset(seed=5)[0]["dice"]]
