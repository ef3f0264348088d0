"""Positions: a board with dice, cube and score, and what is asked of it thousands of times."""
from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import nullcontext
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

import numpy as np

from . import _options, _rows, arrays, rows
from ._call import Call, Progress, encode, text
from ._commands import ask, run
from ._engine import Engine, threads_or_all, usual
from ._native import ffi, lib
from ._options import Option
from .arrays import Boards, Chances
from .errors import MisuseError

if TYPE_CHECKING:  # large, and for nothing else
    from . import documents


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
    """A number that a position holds."""

    def __init__(self, name: str, text: str) -> None:
        self.which = getattr(lib, f"KIBITZER_POSITION_{name}")
        self.__doc__ = text

    def __get__(self, position: Position, _: object = None) -> int:
        return int(lib.kibitzer_position_number(position.handle, self.which))

    def __set__(self, position: Position, value: int) -> None:
        raise AttributeError("a position does not change: replace() gives another one, with other numbers")


class Play(NamedTuple):
    """A legal play: as reports write it, the board after it seen by the mover, and the position that it leads to."""

    notation: str
    board: Boards
    position: Position


class Position:
    """A position by XGID, GNU Backgammon's Position ID (with or without a Match ID) or OGID; of a board: then money
    play, the cube in the middle, nothing rolled; of nothing: the first game of a match (`length=7`) or a money game,
    before anybody has rolled. Players are seen from the one on roll.

    A position is a value: it never changes, equal ones have one hash, and what is done in it (`roll()`, `play()`,
    `double()`, `replace()` ...) gives another position.
    """

    die_1 = _Number("DIE_1", "0 = not rolled")
    die_2 = _Number("DIE_2", "0 = not rolled")
    cube_value = _Number("CUBE", "1, 2, 4 ...; while a double waits the value before it")
    cube_owner = _Number("CUBE_OWNER", "0 centred, 1 the player on roll, -1 the opponent")
    length = _Number("LENGTH", "points; 0 = money play")
    score = _Number("SCORE", "of the player on roll, before this game")
    opponent_score = _Number("OPPONENT_SCORE", "of the opponent")
    crawford = _Number("CRAWFORD", "1: this is the Crawford game")
    jacoby = _Number("JACOBY", "1: the Jacoby rule holds")
    beavers = _Number("BEAVERS", "1: beavers are allowed")
    cube_limit = _Number("CUBE_LIMIT", "the highest value of the cube, 2, 4 ...; 0 = no limit")
    player = _Number("PLAYER", "who is on roll: 0 the first player, 1 the second")
    points = _Number("POINTS", "won with this game; 0 = it is not over")

    def __init__(
        self, position: str | Boards | None = None, *, dice: tuple[int, int] | None = None, **numbers: int
    ) -> None:
        call = Call()
        if position is None:
            made = lib.kibitzer_position_start(index(numbers.pop("length", 0)), call.handle)
        elif isinstance(position, str):
            made = lib.kibitzer_position_new(encode(position), call.handle)
        else:
            board = arrays.pointer(arrays.of_boards(position, (1,)), "int8_t")
            made = lib.kibitzer_position_of(board, call.handle)
        self._hold(call.made(made))
        self._set(numbers, dice)

    def _hold(self, made: Any) -> None:
        self.handle: Any = ffi.gc(made, lib.kibitzer_position_free)

    def _set(self, numbers: Mapping[str, int], dice: tuple[int, int] | None = None) -> None:
        """Only while it is made."""
        call = Call()
        if dice is not None and len(dice) != 2:
            raise MisuseError(f"found {len(dice)} dice, expected two")
        for name, value in (dict(numbers, die_1=dice[0], die_2=dice[1]) if dice else numbers).items():
            if name not in _NUMBERS:
                raise TypeError(f"Position() got an unexpected keyword argument '{name}'")
            try:
                call.check(lib.kibitzer_position_set(self.handle, _NUMBERS[name].which, index(value), call.handle))
            except MisuseError as wrong:
                raise MisuseError(f"{name}: {wrong}") from None
        if (numbers or dice) and (problem := lib.kibitzer_position_problem(self.handle)) != ffi.NULL:
            raise MisuseError(text(problem) or "")

    @classmethod
    def _of(cls, call: Call, made: Any) -> Position:
        position = cls.__new__(cls)
        position._hold(call.made(made))
        return position

    def replace(self, *, dice: tuple[int, int] | None = None, **numbers: int) -> Position:
        """The same with other numbers: `replace(score=3, opponent_score=5)`, `replace(dice=(3, 1))`,
        `replace(die_1=0, die_2=0)` before the roll."""
        call = Call()
        other = self._of(call, lib.kibitzer_position_copy(self.handle, call.handle))
        other._set(numbers, dice)
        return other

    def __repr__(self) -> str:
        return f"kibitzer.Position({self.xgid!r})"

    def _repr_svg_(self) -> str:
        return run("board", self.xgid, to="svg").output.decode()

    def _ids(self) -> tuple[str, str, str]:
        return self.xgid, self.ogid, self.gnubg_id

    def _key(self) -> tuple[object, ...]:
        """All that it holds."""
        numbers = (lib.kibitzer_position_number(self.handle, n) for n in range(lib.KIBITZER_POSITION_STARTED + 1))
        return self.board.tobytes(), *numbers, *self._ids()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, _: object) -> Position:
        return self

    def __reduce__(self) -> Any:
        numbers = {name: getattr(self, name) for name in _NUMBERS}
        for one in self._ids():  # each kind leaves out something
            if _again(one, numbers)._key() == self._key():
                return _again, (one, numbers)
        raise TypeError(f"{self!r} is more than an ID can hold: it cannot be pickled")

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

    @property
    def decides(self) -> int:
        """The number of the player who decides: the one on roll, or who answers what waits."""
        return self.player if lib.kibitzer_position_number(self.handle, lib.KIBITZER_POSITION_DECIDES) == 1 else 1 - self.player

    @property
    def waiting(self) -> str | None:
        """What waits for an answer: "double", "beaver", "raccoon", "resignation"; None = nothing."""
        return _WAITING[lib.kibitzer_position_number(self.handle, lib.KIBITZER_POSITION_WAITS)]

    @property
    def started(self) -> bool:
        """Has anybody rolled in this game? Before, nobody may double."""
        return bool(lib.kibitzer_position_number(self.handle, lib.KIBITZER_POSITION_STARTED))

    @property
    def is_over(self) -> bool:
        """This game is over."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The number of the player who has won this game."""
        found = lib.kibitzer_position_number(self.handle, lib.KIBITZER_POSITION_WINNER)
        return None if found == 0 else self.player if found == 1 else 1 - self.player

    @property
    def scores(self) -> tuple[int, int]:
        """Of player 0 and of player 1, with the points of this game if it is over."""
        before = (self.score, self.opponent_score)[:: 1 if self.player == 0 else -1]
        return before[0] + self.points * (self.winner == 0), before[1] + self.points * (self.winner == 1)

    @property
    def match_is_over(self) -> bool:
        """This game has ended the match (in money play: is over)."""
        return self.is_over and max(self.scores) >= self.length

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

    # ---- playing on ----

    def after(self, action: str) -> Position:
        """What is left when something is done in it: a throw ("31"), a play ("8/5 6/5"), "double", "take", "pass",
        "beaver", "raccoon". MisuseError, with the reason, where the rules do not allow it."""
        call = Call()
        return self._of(call, lib.kibitzer_position_after(self.handle, encode(action), call.handle))

    def roll(self, dice: tuple[int, int] | None = None, *, random: random.Random | None = None) -> Position:
        """The dice are thrown: these, or by chance (`random=random.Random(1)` for the same again). The first throw of a
        game is a die of each player, the higher one moves: (3, 1) lets player 0 move, (1, 3) player 1."""
        if dice is not None:
            return self.after("".join(str(index(die)) for die in dice))
        chance = random or _chance
        while True:
            a, b = chance.randint(1, 6), chance.randint(1, 6)
            if a != b or self.started:
                return self.after(f"{a}{b}")

    def play(self, notation: str) -> Position:
        """The play is made, however it is written: "13/7 8/7", "bar/20*"; "" where nothing can be moved."""
        if self.dice is None:
            raise MisuseError("the dice have not been rolled")
        return self.after(notation)

    def double(self) -> Position:
        """The player on roll doubles; the opponent `take()`s, `pass_()`es or `beaver()`s."""
        return self.after("double")

    def take(self) -> Position:
        """The double that waits is taken."""
        return self.after("take")

    def pass_(self) -> Position:
        """The double that waits is passed: the game is over."""
        return self.after("pass")

    def beaver(self) -> Position:
        """The double that waits is taken and turned once more."""
        return self.after("beaver")

    def raccoon(self) -> Position:
        """The beaver that waits is taken and turned once more."""
        return self.after("raccoon")

    def next_game(self) -> Position:
        """The start of the next game: this one's points are added, and the Crawford rule is applied."""
        call = Call()
        return self._of(call, lib.kibitzer_position_next_game(self.handle, call.handle))

    def legal_plays(self) -> list[Play]:
        """All legal plays of its throw, in no order of worth (`plays()` has that); none where nothing can be moved."""
        if self.dice is None:
            raise MisuseError("the dice have not been rolled")
        call, board = Call(), self.board
        found = []
        for after, steps in zip(*arrays.legal_steps(board, self.dice)):
            made = call.made(
                lib.kibitzer_play_text(arrays.pointer(board, "int8_t"), arrays.pointer(steps, "int8_t"), call.handle)
            )
            try:
                notation = text(made) or ""
            finally:
                lib.kibitzer_free(made)
            found.append(Play(notation, after, self.after(notation)))
        return found

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

    def plays(self, level: str = "2ply", engine: Engine | None = None) -> list[rows.PlayRow]:
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
    def hint(
        self, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option
    ) -> documents.HintRecord:
        """What `hint()` says of its XGID: `plays=["13/9", "24/21 24/23"]` asks about these alone,
        `scores=True` for the best play at every score (docs/scores.schema.json)."""
        return hint(self.xgid, engine=engine, progress=progress, **options)

    @_options.takes("rollout")
    def rollout(
        self,
        *,
        plays: int = 1,
        threads: int | None = None,
        engine: Engine | None = None,
        progress: Progress | None = None,
        **options: Option,
    ) -> list[rows.RolloutRow]:
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


_NUMBERS: Mapping[str, _Number] = {
    name: value for name, value in vars(Position).items() if isinstance(value, _Number) and name != "points"
}
_WAITING = (None, "double", "beaver", "raccoon", "resignation")
_chance = random.Random()


def _again(one: str, numbers: Mapping[str, int]) -> Position:
    """A position that was pickled: whatever its numbers are, they were those of one."""
    call, position = Call(), Position(one)
    for name in ("player", *numbers):
        call.check(lib.kibitzer_position_set(position.handle, _NUMBERS[name].which, numbers[name], call.handle))
    return position


# ---- documents by ID: one each; kibitzer.commands asks about many at once ----


def _one(
    command: str, position: str, options: Mapping[str, Option], progress: Progress | None, engine: Engine | None
) -> Any:
    found = ask(command, (position,), options, progress, engine)
    return found[0] if isinstance(found, list) else found


@overload
def hint(  # type: ignore[misc]
    position: str, *, scores: Literal[True], engine: Engine | None = None, progress: Progress | None = None, **options: Option
) -> documents.ScoresRecord: ...
@overload
def hint(  # type: ignore[misc]
    position: str, *, temperature: Literal[True], engine: Engine | None = None, progress: Progress | None = None, **options: Option
) -> documents.TemperatureRecord: ...
@overload
def hint(
    position: str, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option
) -> documents.HintRecord: ...


@_options.takes("hint")
def hint(position: str, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option) -> Any:
    """The best plays of a position by ID, or its cube decision where nothing is rolled (docs/hint.schema.json)."""
    return _one("hint", position, options, progress, engine)


@_options.takes("cube")
def cube(
    position: str, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option
) -> documents.CubeRecord:
    """The cube at every score, by ID (docs/cube.schema.json)."""
    found: documents.CubeRecord = _one("cube", position, options, progress, engine)
    return found


@_options.takes("rollout")
def rollout(
    position: str, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option
) -> documents.RolloutAnswer:
    """A rollout, by ID (docs/rollout.schema.json)."""
    found: documents.RolloutAnswer = _one("rollout", position, options, progress, engine)
    return found


@overload
def evaluate(
    position: Boards, *, out: Chances | None = None, engine: Engine | None = None, threads: int | None = None
) -> Chances: ...


@overload
def evaluate(
    position: str, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option
) -> documents.EvalRecord: ...


def evaluate(position: str | Boards, **options: Any) -> Any:
    """What positions are worth.

    Of boards (int8, n x 26 or 26; see `kibitzer.arrays`): float32, n x 5, the chances of the player on roll before
    rolling, without the cube, at 0 plies: to win, to win a gammon or more, a backgammon, to lose a gammon or more, a
    backgammon. Nothing is copied; `out` takes the result, `threads` (all) may be any number for the same figures.

    Of an ID: the document of `kibitzer eval` (docs/eval.schema.json), with its options.
    """
    if isinstance(position, str):
        progress, engine = options.pop("progress", None), options.pop("engine", None)
        return _one("eval", position, options, progress, engine)
    return arrays.evaluate_boards(position, **options)
