"""Boards as numpy arrays, many at a time and without copies.

A board is 26 int8, seen by the player on roll: [0] the opponent's bar (0 or negative), [1] to [24] the points, own
chequers positive and the opponent's negative, [25] the own bar. The player on roll moves from 24 down to 1.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._call import Call, text
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
    if chances.dtype != np.float32 or chances.size != len(many) * CHANCES or not chances.flags.c_contiguous:
        raise ValueError(f"out is to be a contiguous array of float32, {CHANCES} for each of {len(many)} boards")
    call = Call()
    n, hands, asked = len(many), threads_or_all(threads), usual(engine).handle
    source, target = pointer(many, "int8_t"), ffi.from_buffer("float[]", chances, require_writable=True)

    def work() -> int:
        return call.check(lib.kibitzer_evaluate(asked, source, n, target, hands, call.handle))

    work() if n <= _FEW else call.carry_out(work)
    return chances if out is not None else chances.reshape(*given.shape[:-1], CHANCES)


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
    call = Call()
    source = pointer(of_boards(board, (1,)), "int8_t")
    room = 64  # nearly always enough; else asked again
    while True:
        after = np.empty((room, POINTS), np.int8)
        plays = np.empty((room, lib.KIBITZER_PLAY), np.int8) if steps else None
        n = call.check(
            lib.kibitzer_legal_plays(
                source, int(dice[0]), int(dice[1]), pointer(after, "int8_t"),
                ffi.NULL if plays is None else pointer(plays, "int8_t"), room, call.handle,
            )
        )
        if n <= room:
            return after[:n], None if plays is None else plays[:n]
        room = n


