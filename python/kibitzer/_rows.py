"""Rows of the library's cursors as dictionaries; what kind each column is."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ContextManager, Generic, TypeVar, cast

from . import rows
from ._call import Call, Held, text
from ._native import ffi, lib

R = TypeVar("R")
Row = dict[str, Any]
"""A row by column, of any kind; kibitzer.rows has each. None = not known."""


def _columns(row: type) -> Mapping[str, str]:
    """The kinds of a row's columns: str, category (a text of few values), int, bool, float."""
    words = {name: str(getattr(kind, "__forward_arg__", kind)) for name, kind in row.__annotations__.items()}
    return {name: word.split()[0].lower() for name, word in words.items()}


DECISIONS = _columns(rows.DecisionRow)
GAMES = _columns(rows.GameRow)
EVENTS = _columns(rows.EventRow)
CANDIDATES = _columns(rows.CandidateRow)
MATCHES = _columns(rows.MatchRow)
COLLECTION_DECISIONS = _columns(rows.CollectionDecisionRow)
PLAYERS = _columns(rows.PlayerRow)
PLAYS = _columns(rows.PlayRow)
ROLLOUT = _columns(rows.RolloutRow)

TABLES = {"l": "int", "g": "float", "b": "bool", "u": "str"}
"""Kinds of columns of tables, by Arrow's letter."""
CATEGORIES = set(  # texts of tables that have few values
    "player opponent kind phase plan level engine ending format winner date event round place player_0 player_1".split()
)

_IS_TEXT = {"str", "category"}
_MAKE: Mapping[str, Callable[[float], Any]] = {"int": int, "bool": bool}


class Cursor(Held, Iterator[R], Generic[R]):
    """Goes over the rows of a cursor, which keeps open what it goes over."""

    def __init__(self, pointer: Any, kinds: Mapping[str, str], lock: ContextManager[Any]) -> None:
        self._handle = ffi.gc(pointer, lib.kibitzer_cursor_free)
        self._lock = lock  # of what it goes over: one thread at a time
        self._call = Call()
        names = (text(lib.kibitzer_cursor_name(pointer, i)) or "" for i in range(lib.kibitzer_cursor_columns(pointer)))
        self.columns = [(i, name, kinds.get(name, "float")) for i, name in enumerate(names)]
        self._numbers = ffi.new("double[]", len(self.columns))

    def __next__(self) -> R:
        with self._lock:
            if self._call.check(lib.kibitzer_cursor_next(self._handle, self._call.handle)) == 0:
                raise StopIteration
            lib.kibitzer_python_row(self._handle, self._numbers, len(self.columns))
            numbers = ffi.unpack(self._numbers, len(self.columns))
            row = {
                name: text(lib.kibitzer_cursor_text(self._handle, i)) if kind in _IS_TEXT else _known(numbers[i], kind)
                for i, name, kind in self.columns
            }
            return cast(R, row)

    def frame(self) -> Any:
        """What is left of its rows as a pandas.DataFrame; docs/python.md has the dtypes."""
        from .frames import of_cursor

        with self._lock:
            return of_cursor(self._handle, Call(), {name: kind for _, name, kind in self.columns})


def _known(number: float, kind: str) -> Any:
    return None if number != number else number if kind == "float" else _MAKE[kind](number)
