"""Options as keyword arguments, commands as functions, stubs."""
import inspect
import re

import pytest
from conftest import OPENING, TOP

import kibitzer
from kibitzer import _options, commands


def test_every_command_of_the_library_is_a_function():
    assert {"analyze", "stats", "hint", "convert", "study"} <= set(commands.__all__)
    assert all(callable(getattr(commands, name)) for name in commands.__all__)


def test_every_option_of_the_table_is_a_keyword_that_help_shows():
    names = list(inspect.signature(commands.stats).parameters)
    assert names[:3] == ["inputs", "engine", "progress"] and {"by", "min_decisions"} <= set(names)
    assert "from_" in inspect.signature(commands.info).parameters
    assert "\n    min_decisions [30]: " in commands.stats.__doc__


def test_every_default_of_the_table_can_be_set():
    n = 0
    for command in commands.__all__:
        for name, row in _options.table(command).items():
            if row["default"] is not None and row["type"] in ("integer", "number"):
                value = float(row["default"]) if row["type"] == "number" else int(row["default"])
                _options.make(command, {name: value})
                n += 1
            elif row["type"] == "boolean":
                _options.make(command, {name: True})
                _options.make(command, {name: False})
                n += 1
    assert n > 100


def test_an_unknown_keyword_is_refused_with_the_nearest_one():
    with pytest.raises(TypeError, match=r"stats\(\) got an unexpected keyword argument 'bye' \(did you mean by\?\)"):
        commands.stats(bye="month")


@pytest.mark.parametrize(
    "options, words",
    [
        ({"level": "9ply"}, "no such level"),
        ({"jobs": 0}, "jobs"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_an_option_error(options, words):
    with pytest.raises(kibitzer.OptionError, match=words) as caught:
        kibitzer.hint(OPENING, **options)
    assert caught.value.option == next(iter(options))


@pytest.mark.parametrize("options", [{"cache": "yes"}, {"level": True}, {"level": ["1ply", "2ply"]}])
def test_a_value_of_the_wrong_kind_is_a_type_error(options):
    with pytest.raises(TypeError, match=next(iter(options))):
        kibitzer.hint(OPENING, **options)


def test_none_leaves_the_default():
    assert kibitzer.hint(OPENING, level=None) == kibitzer.hint(OPENING)


def test_run_gives_what_the_command_prints():
    result = kibitzer.run("hint", OPENING, level="0ply")
    assert result.complete and b"8/5 6/5" in result.output


def test_documents_are_dictionaries(season):
    assert commands.formats()["schema"] == "kibitzer/formats/1"
    assert kibitzer.document("levels")["levels"]
    assert [d["id"] for d in commands.hint(OPENING, OPENING, level="0ply")] == [OPENING] * 2
    stats = season.stats(by="month", player="Mira")
    assert stats == kibitzer.commands.stats(db=season.where, by="month", player="Mira") and stats["players"]


def test_an_input_that_fails_beside_others_is_warned_of(fixtures, demo):
    with pytest.warns(kibitzer.InputWarning, match="this is a picture"):
        result = kibitzer.run("info", demo, fixtures / "bad/any/picture.png")
    assert not result.complete and b"Zo" in result.output


def test_the_stubs_have_every_function_and_keyword():
    stubs = (TOP / "python/kibitzer/commands.pyi").read_text()
    for command in commands.__all__:
        named = re.search(rf"(?m)^def {command}\((.*?)\) ->", stubs, re.S)[1]
        assert re.findall(r"(?m)^    (\w+): .* = \.\.\.,$", named) == ["engine", "progress", *_options.table(command)]
    for command in [c for c in commands.__all__ if "db" in _options.table(c) and c != "analyze"]:
        assert f"    def {command}(\n        self," in stubs and hasattr(kibitzer.Collection, command)
