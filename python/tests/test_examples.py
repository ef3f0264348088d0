"""The programs of examples/ that are written in Python."""
import re
import subprocess
import sys

from conftest import OPENING, TOP


def example(name, *words, given=""):
    return subprocess.run([sys.executable, TOP / "examples" / name, *words], input=given, capture_output=True, text=True)


def test_the_bot_answers_as_the_one_in_c_does():
    given = f"{OPENING}\nXGID=-BBBBBB---aa-a---a-bbba---:0:0:1:00:0:0:0:7:10\nnonsense\n"
    done = example("bot.py", "1ply", given=given)
    assert done.stdout.splitlines()[:2] == ["8/5 6/5", "Double, pass"]
    assert re.match(r"\? .*at character", done.stdout.splitlines()[2]) and done.returncode == 1


def test_a_careful_agent_beats_chance():
    done = example("agent.py", "6")
    assert float(re.match(r"([+-]\d+\.\d\d) points a game over 6 games", done.stdout)[1]) > 0.5, done.stderr
