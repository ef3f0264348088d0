"""Boards as numpy arrays, many at a time and without copies.

A board is 26 int8, seen by the player on roll: [0] the opponent's bar (0 or negative), [1] to [24] the points, own
chequers positive and the opponent's negative, [25] the own bar. The player on roll moves from 24 down to 1.
"""
from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ._call import Call, encode, text
from ._engine import Engine, threads_or_all, usual
from ._native import ffi, lib

Boards = npt.NDArray[np.int8]
Chances = npt.NDArray[np.float32]

POINTS: int = lib.KIBITZER_BOARD
CHANCES: int = lib.KIBITZER_CHANCES
PLAYS_MAX: int = lib.KIBITZER_PLAYS_MAX
_FEW = 256  # boards that are evaluated before anybody could press Ctrl-C


def of_boards(boards: Any, dimensions: tuple[int, ...]) -> Boards:
    """Checks an array of boards; only one that is not contiguous is copied."""
    if not isinstance(boards, np.ndarray) or boards.dtype != np.int8:
        kind = boards.dtype if isinstance(boards, np.ndarray) else type(boards).__name__
        raise TypeError(f"found {kind}, expected a numpy array of int8")
    if boards.ndim not in dimensions or boards.shape[-1] != POINTS:
        raise ValueError(f"found an array of shape {boards.shape}, expected {POINTS} numbers a board")
    return np.ascontiguousarray(boards)


def pointer(array: npt.NDArray[Any], kind: str) -> Any:
    """The array's own memory, for the library."""
    return ffi.from_buffer(f"{kind}[]", array)


def evaluate_boards(
    boards: Boards, out: Chances | None = None, engine: Engine | None = None, threads: int | None = None
) -> Chances:
    """Chances of the player on roll before rolling, cubeless, at 0 plies: see `kibitzer.evaluate()`."""
    given = of_boards(boards, (1, 2))
    many = given.reshape(-1, POINTS)
    chances = np.empty((len(many), CHANCES), np.float32) if out is None else out
    if not isinstance(chances, np.ndarray):
        raise TypeError(f"found {type(chances).__name__}, expected a numpy array of float32")
    if chances.dtype != np.float32 or chances.size != len(many) * CHANCES or not chances.flags.c_contiguous:
        raise ValueError(f"out is to be a contiguous array of float32, {CHANCES} for each of {len(many)} boards")
    call = Call()
    n, hands, asked = len(many), threads_or_all(threads), usual(engine).handle
    source, target = pointer(many, "int8_t"), ffi.from_buffer("float[]", chances, require_writable=True)

    def work() -> int:
        return call.check(lib.kibitzer_evaluate(asked, source, n, target, hands, call.handle))

    work() if n <= _FEW else call.carry_out(work)
    return chances if out is not None else chances.reshape(*given.shape[:-1], CHANCES)


STATE = ("cube_value", "cube_owner", "length", "score", "opponent_score", "crawford", "jacoby", "beavers")
"""What the columns of an array of states are: as in `Position`, seen by the player on roll."""
EVALUATION = ("win", "win_g", "win_bg", "lose_g", "lose_bg", "equity", "cubeful")
"""What the columns of `evaluate_states()` are."""


def evaluate_states(
    boards: Boards,
    states: npt.NDArray[np.int32] | None = None,
    level: str = "0ply",
    *,
    engine: Engine | None = None,
    threads: int | None = None,
) -> Chances:
    """What positions with a cube and a score are worth to the player on roll before rolling: float32, n x 7 (EVALUATION).

    `states`: int32, n x 8 (STATE); None = money play, the cube in the middle. Positions in which the game or the match
    is over are refused. Nothing is copied; the figures are the same for any number of `threads` (all).
    """
    many = of_boards(boards, (2,))
    n, hands, asked, call = len(many), threads_or_all(threads), usual(engine).handle, Call()
    held = None if states is None else np.ascontiguousarray(states)
    if held is not None and (held.dtype != np.int32 or held.shape != (n, len(STATE))):
        raise ValueError(f"found {held.dtype} of shape {held.shape}, expected int32 of shape {(n, len(STATE))}")
    worth = np.empty((n, len(EVALUATION)), np.float32)
    state = ffi.NULL if held is None else pointer(held, "int32_t")
    source, target = pointer(many, "int8_t"), pointer(worth, "float")
    call.carry_out(
        lambda: call.check(
            lib.kibitzer_evaluate_states(asked, source, state, n, encode(level), target, hands, call.handle)
        )
    )
    return worth


def start() -> Boards:
    """The start of a game."""
    board = np.empty(POINTS, np.int8)
    lib.kibitzer_board_start(pointer(board, "int8_t"))
    return board


def flip(boards: Boards) -> Boards:
    """The same positions seen by the other player (a copy)."""
    turned: Boards = np.negative(of_boards(boards, (1, 2))[..., ::-1])
    return turned


def problem(board: Boards) -> str | None:
    """Why a board cannot be, or None."""
    return text(lib.kibitzer_board_problem(pointer(of_boards(board, (1,)), "int8_t")))


def legal_plays(board: Boards, dice: tuple[int, int]) -> Boards:
    """All boards after a legal play of the dice, each once: n x 26, seen by the mover (`flip()` hands them over).
    None where nothing can be moved: n is 0."""
    return _plays(board, dice)[0]


def legal_steps(board: Boards, dice: tuple[int, int]) -> tuple[Boards, Boards]:
    """The same, and one way to make each play: n x 8, from, to, from, to ... with 25 = the bar, 0 = off, -1 = no more."""
    after, plays = _plays(board, dice, True)
    assert plays is not None
    return after, plays


def _plays(board: Boards, dice: tuple[int, int], steps: bool = False) -> tuple[Boards, Boards | None]:
    call, (die1, die2) = Call(), dice
    source = pointer(of_boards(board, (1,)), "int8_t")
    room = 64  # nearly always enough; else asked again
    while True:
        after = np.empty((room, POINTS), np.int8)
        plays = np.empty((room, lib.KIBITZER_PLAY), np.int8) if steps else None
        n = call.check(
            lib.kibitzer_legal_plays(
                source, index(die1), index(die2), pointer(after, "int8_t"),
                ffi.NULL if plays is None else pointer(plays, "int8_t"), room, call.handle,
            )
        )
        if n <= room:
            return after[:n], None if plays is None else plays[:n]
        room = n


