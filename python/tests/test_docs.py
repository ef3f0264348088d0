"""docs/python.md: what it shows works, and its tables are complete."""
import json
import os
import re
import shutil
import subprocess

import pytest
from conftest import TOP

PAGE = (TOP / "docs/python.md").read_text()


def test_the_blocks_of_the_page_run(fixtures, tmp_path, monkeypatch):
    shutil.copy(fixtures / "demo/club-final.mat", tmp_path)
    shutil.copytree(fixtures / "season", tmp_path / "season")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) >= 5
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["best"] == "8/5 6/5"
    assert (tmp_path / "club-final.sgf").exists() and "</html>" in names["html"]
    assert names["chances"].shape == (1000, 5) and len(names["replies"]) == 16


# ---- the table of GNU Backgammon's keys ----

ROWS = re.findall(r"(?m)^\| (.*?) \| (.*?) ?\|$", PAGE.split("## Coming from GNU Backgammon")[1].split("\n## ")[0])
GNUBG = shutil.which("gnubg", path=os.environ.get("PATH", "") + ":/usr/games")


def options_of(schema, node):
    """A node of a schema and all that it may stand for."""
    if "$ref" in node:
        yield from options_of(schema, schema["$defs"][node["$ref"].rsplit("/", 1)[1]])
    for other in node.get("oneOf", []) + node.get("anyOf", []) + node.get("allOf", []):
        yield from options_of(schema, other)
    yield node


def resolves(schema, path):
    nodes = [schema]
    for word in re.findall(r"\w+|\[\]", path):
        found = [option for node in nodes for option in options_of(schema, node)]
        nodes = [o["items"] for o in found if "items" in o] if word == "[]" else [o["properties"][word] for o in found if word in o.get("properties", {})]
    return bool(nodes)


def test_every_path_of_the_table_is_in_the_schema_of_the_document():
    schema = json.loads((TOP / "docs/match.schema.json").read_text())
    paths = [p for _, there in ROWS for p in re.findall(r"`((?:match|games|statistics)[.\[][^`]*)`", there) if p not in ("match.document()", "match.score")]
    assert len(paths) > 90 and not resolves(schema, "games[].plies[].moves.nothing")
    assert [p for p in paths if not resolves(schema, p)] == []


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
def test_every_key_of_gnu_backgammons_description_is_in_the_table(fixtures, tmp_path):
    matches = [str(fixtures / "sgf" / name) for name in ("rollouts.sgf", "gnubg-match.sgf", "gnubg-money.sgf", "hyper1.sgf")]
    environment = {**os.environ, "HOME": str(tmp_path), "MATCHES": ":".join(matches)}
    command = [GNUBG, "-t", "-q", "-r", "-p", str(TOP / "python/tests/gnubg_keys.py")]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100).stdout
    keys = set(re.findall(r"(?m)^KEY (.*)$", printed))
    assert len(keys) > 100
    assert keys - {key for theirs, _ in ROWS for key in re.findall("`(.*?)`", theirs)} == set()
