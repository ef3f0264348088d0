"""Positions: a board with dice, cube and score, and what is asked of it thousands of times."""
from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from operator import index
from typing import Any, NamedTuple, overload

import numpy as np

from . import _options, _rows, arrays
from ._call import Call, Progress, encode, text
from ._commands import Document, ask
from ._engine import Engine, threads_or_all, usual
from ._native import ffi, lib
from ._options import Option
from ._rows import Row
from .arrays import Boards, Chances


class Evaluation(NamedTuple):
    """What a position is worth to the player on roll before rolling. Gammons include backgammons; equities are in
    points of the cube (EMG in matches)."""

    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float
    equity: float  # without the cube
    cubeful: float


class Cube(NamedTuple):
    """A cube decision: equities of the player on roll. None where doubling is not allowed or the cube is dead. Where a
    double waits, of the player who has to answer it, in cubes before it; where a resignation waits, `best` alone."""

    no_double: float | None
    double_take: float | None
    double_pass: float | None
    best: float
    verdict: str  # "Double, take"; of what waits "take", "pass", "beaver", "raccoon", "accept", "refuse"


class _Number:
    """A number that a position holds: read, and set, through the library."""

    def __init__(self, name: str, text: str) -> None:
        self._which = getattr(lib, f"KIBITZER_POSITION_{name}")
        self.__doc__ = text

    def __get__(self, position: Position, _: object = None) -> int:
        return int(lib.kibitzer_position_number(position.handle, self._which))

    def __set__(self, position: Position, value: int) -> None:
        call = Call()
        call.check(lib.kibitzer_position_set(position.handle, self._which, index(value), call.handle))


class Position:
    """A position by XGID, GNU Backgammon's Position ID (with or without a Match ID) or OGID, or of a board: then money
    play, the cube in the middle, nothing rolled. Players are seen from the one on roll. Numbers may be set."""

    die_1 = _Number("DIE_1", "0 = not rolled")
    die_2 = _Number("DIE_2", "0 = not rolled")
    cube_value = _Number("CUBE", "1, 2, 4 ...")
    cube_owner = _Number("CUBE_OWNER", "0 centred, 1 the player on roll, -1 the opponent")
    length = _Number("LENGTH", "points; 0 = money play")
    score = _Number("SCORE", "of the player on roll")
    opponent_score = _Number("OPPONENT_SCORE", "of the opponent")
    crawford = _Number("CRAWFORD", "1: this is the Crawford game")
    jacoby = _Number("JACOBY", "1: the Jacoby rule holds")
    beavers = _Number("BEAVERS", "1: beavers are allowed")
    cube_limit = _Number("CUBE_LIMIT", "the highest value of the cube, 2, 4 ...; 0 = no limit")

    def __init__(self, position: str | Boards, **numbers: int) -> None:
        call = Call()
        if isinstance(position, str):
            made = lib.kibitzer_position_new(encode(position), call.handle)
        else:
            board = arrays.pointer(arrays.of_boards(position, (1,)), "int8_t")
            made = lib.kibitzer_position_of(board, call.handle)
        self.handle: Any = ffi.gc(call.made(made), lib.kibitzer_position_free)
        for name, value in numbers.items():
            if name not in _NUMBERS:
                raise TypeError(f"Position() got an unexpected keyword argument '{name}'")
            setattr(self, name, value)

    def __repr__(self) -> str:
        return f"kibitzer.Position({self.xgid!r})"

    def _ids(self) -> tuple[str, str, str]:
        return self.xgid, self.ogid, self.gnubg_id

    def __reduce__(self) -> Any:
        numbers = {name: getattr(self, name) for name in _NUMBERS}
        for one in self._ids():  # each kind leaves out something
            if Position(one, **numbers)._ids() == self._ids():
                return type(self), (one,), (None, numbers)
        raise TypeError(f"{self!r} is more than an ID can hold: it cannot be copied or pickled")

    @property
    def board(self) -> Boards:
        """Its board (a copy), seen by the player on roll."""
        board = np.empty(arrays.POINTS, np.int8)
        lib.kibitzer_position_board(self.handle, arrays.pointer(board, "int8_t"))
        return board

    @property
    def dice(self) -> tuple[int, int] | None:
        """None = not rolled."""
        return (self.die_1, self.die_2) if self.die_1 else None

    @dice.setter
    def dice(self, dice: tuple[int, int] | None) -> None:
        self.die_1, self.die_2 = dice or (0, 0)

    def _id(self, kind: bytes) -> str:
        call = Call()
        made = call.made(lib.kibitzer_position_id(self.handle, kind, call.handle))
        try:
            return text(made) or ""
        finally:
            lib.kibitzer_free(made)

    @property
    def xgid(self) -> str:
        """As an XGID."""
        return self._id(b"xgid")

    @property
    def gnubg_id(self) -> str:
        """As GNU Backgammon's PositionID:MatchID."""
        return self._id(b"gnubg")

    @property
    def ogid(self) -> str:
        """As an OGID."""
        return self._id(b"ogid")

    # ---- questions ----

    def evaluate(self, level: str = "2ply", engine: Engine | None = None) -> Evaluation:
        """What it is worth before rolling."""
        call, out = Call(), ffi.new("double[]", lib.KIBITZER_EVALUATION)
        asked = usual(engine).handle
        call.carry_out(
            lambda: call.check(lib.kibitzer_position_evaluate(asked, self.handle, encode(level), out, call.handle))
        )
        return Evaluation(*out)

    def mwc(self, equity: float, engine: Engine | None = None) -> float | None:
        """The chance of the player on roll to win the match at an equity (EMG).

        None in money play and where nothing hangs on the game.
        """
        chance = lib.kibitzer_position_mwc(usual(engine).handle, self.handle, equity)
        return None if chance != chance else float(chance)

    def equity(self, mwc: float, engine: Engine | None = None) -> float | None:
        """The equity (EMG) at which the player on roll wins the match with that chance; None as in `mwc()`."""
        equity = lib.kibitzer_position_equity(usual(engine).handle, self.handle, mwc)
        return None if equity != equity else float(equity)

    def plays(self, level: str = "2ply", engine: Engine | None = None) -> list[Row]:
        """All legal plays of its throw, best first: play, cubeful, equity, win, win_g, win_bg, lose_g, lose_bg, plies."""
        call, asked = Call(), usual(engine).handle
        made = call.carry_out(
            lambda: call.made(lib.kibitzer_position_plays(asked, self.handle, encode(level), call.handle))
        )
        return list(_rows.Cursor(made, _rows.PLAYS, nullcontext()))

    def cube(self, level: str = "2ply", engine: Engine | None = None) -> Cube:
        """The cube decision before rolling, or the answer to a double or a resignation that waits: as `hint` has it."""
        call, out, verdict = Call(), ffi.new("double[]", lib.KIBITZER_CUBE), ffi.new("char const *[1]")
        asked = usual(engine).handle
        call.carry_out(
            lambda: call.check(
                lib.kibitzer_position_cube(asked, self.handle, encode(level), out, verdict, call.handle)
            )
        )
        values = [None if x != x else x for x in out]
        return Cube(values[0], values[1], values[2], out[3], text(verdict[0]) or "")

    @_options.takes("hint")
    def hint(self, *, progress: Progress | None = None, **options: Option) -> Document:
        """What `hint()` says of its XGID: `plays=["13/9", "24/21 24/23"]` asks about these alone."""
        return hint(self.xgid, progress=progress, **options)

    @_options.takes("rollout")
    def rollout(
        self,
        *,
        plays: int = 1,
        threads: int | None = None,
        engine: Engine | None = None,
        progress: Progress | None = None,
        **options: Option,
    ) -> list[Row]:
        """Rolls out the `plays` best plays of its throw, or without a throw its cube decision, or the
        answers to a double or a resignation that waits, seen by who has to give them; the best comes first.
        The figures are the same for any number of threads."""
        call, asked = Call(), usual(engine).handle
        handle, hands = _options.make("rollout", options), threads_or_all(threads)
        made = call.carry_out(
            lambda: call.made(
                lib.kibitzer_position_rollout(asked, self.handle, handle, plays, hands, call.handle)
            ),
            progress,
        )
        return list(_rows.Cursor(made, _rows.ROLLOUT, nullcontext()))


_NUMBERS: Mapping[str, _Number] = {name: value for name, value in vars(Position).items() if isinstance(value, _Number)}


# ---- documents by ID: one each; kibitzer.commands asks about many at once ----


def _one(command: str, position: str, options: Mapping[str, Option], progress: Progress | None) -> Document:
    found = ask(command, (position,), options, progress)
    one: Document = found[0] if isinstance(found, list) else found
    return one


@_options.takes("hint")
def hint(position: str, *, progress: Progress | None = None, **options: Option) -> Document:
    """The best plays of a position by ID, or its cube decision where nothing is rolled (docs/hint.schema.json)."""
    return _one("hint", position, options, progress)


@_options.takes("cube")
def cube(position: str, *, progress: Progress | None = None, **options: Option) -> Document:
    """The cube at every score, by ID (docs/cube.schema.json)."""
    return _one("cube", position, options, progress)


@_options.takes("rollout")
def rollout(position: str, *, progress: Progress | None = None, **options: Option) -> Document:
    """A rollout, by ID (docs/rollout.schema.json)."""
    return _one("rollout", position, options, progress)


@overload
def evaluate(
    position: Boards, *, out: Chances | None = None, engine: Engine | None = None, threads: int | None = None
) -> Chances: ...


@overload
def evaluate(position: str, *, progress: Progress | None = None, **options: Option) -> Document: ...


def evaluate(position: str | Boards, **options: Any) -> Chances | Document:
    """What positions are worth.

    Of boards (int8, n x 26 or 26; see `kibitzer.arrays`): float32, n x 5, the chances of the player on roll before
    rolling, without the cube, at 0 plies: to win, to win a gammon or more, a backgammon, to lose a gammon or more, a
    backgammon. Nothing is copied; `out` takes the result, `threads` (all) may be any number for the same figures.

    Of an ID: the document of `kibitzer eval` (docs/eval.schema.json), with its options.
    """
    if isinstance(position, str):
        progress = options.pop("progress", None)
        return _one("eval", position, options, progress)
    return arrays.evaluate_boards(position, **options)
