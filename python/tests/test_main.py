"""python -m kibitzer."""
import json
import subprocess
import sys
import threading

import pytest
from conftest import OPENING, TOP

import kibitzer
from kibitzer import __main__ as main


def asked(*words):
    return subprocess.run([sys.executable, "-m", "kibitzer", *map(str, words)], capture_output=True, text=True, cwd=TOP)


def test_it_prints_what_the_program_prints():
    for words in (["hint", "--level", "0ply", OPENING], ["hint", "-l1ply", "--json", OPENING], ["info", "fixtures/demo/club-final.mat"]):
        own = subprocess.run([TOP / "build/release/kibitzer", *words], capture_output=True, text=True, cwd=TOP)
        assert asked(*words).stdout == own.stdout != ""


@pytest.mark.parametrize(
    "words, status, said",
    [
        (["info", "fixtures/demo/club-final.mat", "fixtures/bad/any/picture.png"], 1, "picture.png: error: this is a picture"),
        (["hint", "--levle", "0ply", OPENING], 2, "--levle"),
        (["hint", "--level", "9ply", OPENING], 2, "no such level"),
        (["hint", "nonsense"], 3, "neither a Position ID"),
        (["nothing"], 2, "invalid choice"),
        (["info", "fixtures/bad/any/picture.png"], 3, "this is a picture"),
    ],
)
def test_its_status_is_the_program_s(words, status, said):
    done = asked(*words)
    assert done.returncode == status and said in done.stderr


def test_options_are_those_of_the_table(capfd):
    assert main.main(["hint", "--no-cubeless", "--plays", "13/9", "--json", "--level=0ply", OPENING]) == 0
    assert [p["play"] for p in json.loads(capfd.readouterr().out)[0]["plays"]] == ["13/9"]
    with pytest.raises(SystemExit):
        main.main(["stats", "--help"])
    assert "--min-decisions N" in capfd.readouterr().out
    assert kibitzer.__version__ in asked("--version").stdout


def test_what_is_printed_and_said_arrives_while_it_works():
    words = [sys.executable, "-m", "kibitzer", "hint", "--format", "ndjson", "--level", "0ply", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=TOP) as child:
        late = threading.Timer(20, child.kill)  # what is held back would be waited for
        late.start()
        child.stdin.write(OPENING + "\n")
        child.stdin.flush()
        first = child.stdout.readline()
        child.stdin.close()
        assert child.wait(20) == 0
        late.cancel()
    assert json.loads(first)["plays"][0]["play"] == "8/5 6/5"
