"""Anything but an argument raises TypeError or ValueError, whatever is called; what holds a handle of the library is copied whole or
not at all."""
import copy
import inspect
import pickle

import pytest
from conftest import OPENING

import kibitzer

WRONG = [5, 10**30, float("nan"), b"x", "a\0b", "\ud800", object(), [5], lambda: None, None]
REFUSED = (TypeError, ValueError, OverflowError, LookupError, OSError, kibitzer.Error)


def callables(demo, collection):
    """Every function and method of the package, with arguments that are in order."""
    board, match, position = kibitzer.start(), kibitzer.read(demo), kibitzer.Position(OPENING)
    arguments = {
        "command": "eval", "inputs": OPENING, "path": demo, "data": demo.read_bytes(), "name": "x.mat", "format": "mat", "level": "0ply",
        "where": collection, "boards": board, "board": board, "dice": (3, 1), "threads": 1, "plays": 1, "engine": kibitzer.Engine(),
        "progress": lambda fraction, words: None, "out": None, "states": None, "megabytes": 100, "seconds": 100.0,
    }
    functions = [getattr(kibitzer, name) for name in kibitzer.__all__ if inspect.isroutine(getattr(kibitzer, name))]
    methods = [
        value
        for thing in (match, position, kibitzer.Collection(collection), match.decisions())
        for name, value in inspect.getmembers(thing, inspect.ismethod)
        if not name.startswith("_")
    ]
    for function in [*functions, *methods, kibitzer.Position, kibitzer.Collection, kibitzer.Engine]:
        named = {}
        for p in inspect.signature(function).parameters.values():
            if p.name == "position":
                named[p.name] = OPENING
            elif p.default is None and p.kind is p.KEYWORD_ONLY and p.name not in arguments:
                continue  # an option of the command: test_options
            elif p.kind is not p.VAR_KEYWORD:
                named[p.name] = arguments.get(p.name)
        if function.__name__ == "save":
            named["path"] = "saved.mat"
        yield function, named


def call(function, named):
    given = dict(named)
    inputs = [given.pop("inputs")] if "inputs" in given else []
    found = function(**given) if not inputs else function(*[given.pop("command")] * ("command" in given), *inputs, **given)
    if inspect.isgenerator(found):
        next(found, None)
    if hasattr(found, "__enter__") and not isinstance(found, kibitzer.Collection):
        with found:
            kibitzer.Position(OPENING)


@pytest.mark.filterwarnings("ignore")
def test_wrong_arguments_of_every_function(demo, season, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some are good names of files
    wrong, asked = [], 0
    for function, named in callables(demo, season.where):
        for parameter in named:
            for value in WRONG:
                asked += 1
                try:
                    with kibitzer.limits(seconds=0.1):  # what is right by chance shall not take long
                        call(function, {**named, parameter: value})
                except REFUSED:
                    pass
                except BaseException as e:
                    wrong.append(f"{function.__qualname__}({parameter}={value!r}): {type(e).__name__}: {e}")
    assert not wrong, "\n".join(wrong)
    assert asked > 300


@pytest.mark.parametrize("name", ["a\0b", b"a\0b", "\0"])
def test_a_nul_is_no_part_of_a_name(demo, name):
    position, match = kibitzer.Position(OPENING), kibitzer.read(demo)
    word = name if isinstance(name, str) else name.decode()
    for ask in (
        lambda: kibitzer.read(name), lambda: next(kibitzer.each(name)), lambda: kibitzer.document("info", name),
        lambda: kibitzer.run("info", demo, name), lambda: kibitzer.Collection(name), lambda: kibitzer.run("info", demo, encoding="utf-8\0"),
        lambda: match.save(word, "mat"), lambda: kibitzer.read_bytes(b"", "a\0b"), lambda: match.to("mat\0"),
        lambda: kibitzer.Position(OPENING + "\0"), lambda: position.plays("0ply\0"), lambda: kibitzer.document("info\0"),
    ):
        with pytest.raises(ValueError, match="NUL|null"):
            ask()


def test_numbers_are_whole():
    position = kibitzer.Position(OPENING)
    for value in (2.5, "2", None):
        with pytest.raises(TypeError):
            position.replace(length=value)
        with pytest.raises(TypeError):
            kibitzer.legal_plays(kibitzer.start(), (3, value))
    for seconds in (-1, float("nan")):
        with pytest.raises(kibitzer.MisuseError), kibitzer.limits(seconds=seconds):
            pass


COPIES = [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]


@pytest.mark.parametrize("copied", COPIES)
def test_a_position_is_copied_whole(copied):
    position = kibitzer.Position(OPENING, length=7, score=3, opponent_score=2, cube_value=2, cube_owner=-1)
    other = copied(position)
    assert other == position and other.xgid == position.xgid
    del position
    assert other.plays("0ply")[0]["play"]
    assert copied(kibitzer.Position(kibitzer.start())).board.tolist() == kibitzer.start().tolist()


@pytest.mark.parametrize("copied", COPIES)
def test_a_collection_is_opened_anew_and_what_holds_more_is_not_copied(copied, demo, season):
    collection = kibitzer.Collection(season.where)
    rows = list(collection.players())
    other = copied(collection)
    collection.close()
    assert list(other.players()) == rows
    match = kibitzer.read(demo)
    for held in (match.decisions(), kibitzer.Engine(), collection.matches(), [kibitzer.Engine()]):
        if copied is copy.copy and isinstance(held, list):
            continue
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            copied(held)
    assert match.players == kibitzer.read(demo).players


@pytest.mark.parametrize("copied", COPIES)
def test_a_match_is_copied_as_its_dump(copied, fixtures, analysed):
    with kibitzer.messages():
        refused = kibitzer.read(fixtures / "bad/mat/absurd.mat")
    for match in (analysed, refused):
        other = copied(match)
        assert other is not match and other.to("dump") == match.to("dump") and other.messages == match.messages
        assert other.document() == match.document() and other.sets == match.sets
    assert refused.messages


def test_errors_and_answers_cross_processes(demo):
    with pytest.raises(kibitzer.OptionError) as caught:
        kibitzer.read(demo, encoding="none")
    other = pickle.loads(pickle.dumps(caught.value))
    assert (str(other), other.code, other.option) == (str(caught.value), caught.value.code, "encoding")
    answer = kibitzer.Position(OPENING).evaluate("0ply")
    assert pickle.loads(pickle.dumps(answer)) == answer
