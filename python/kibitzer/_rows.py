"""Rows of the library's cursors as dictionaries; what kind each column is."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ContextManager

from ._call import Call, Held, text
from ._native import ffi, lib

Row = dict[str, Any]
"""A row by column; None = not known."""


def _columns(words: str) -> Mapping[str, str]:
    return dict(word.split(":") for word in words.split())


_CHANCES = " win:float win_g:float win_bg:float lose_g:float lose_bg:float"

# Kinds: str, category (a text of few values), int, bool, float.
DECISIONS = _columns(
    """game:int move:int player:int kind:category xgid:str gnubg_id:str dice:category played:str best:str error:float
    error_mwc:float luck:float luck_mwc:float mark:category score:int opponent_score:int cube:int cube_owner:int
    candidates:int equity:float best_equity:float"""
    + _CHANCES
    + " no_double:float double_take:float double_pass:float level:category illegal:bool comment:str themes:str why:str"
)
GAMES = _columns("game:int score_0:int score_1:int crawford:bool winner:int points:int ending:category events:int comment:str")
EVENTS = _columns(
    """game:int move:int kind:category player:int dice:category play:str value:int illegal:bool implied:bool
    comment:str xgid:str line:int"""
)
CANDIDATES = _columns(
    "game:int move:int player:int rank:int play:str equity:float behind:float" + _CHANCES + " level:category played:bool"
)
MATCHES = _columns(
    """id:int date:str player_0:str player_1:str score_0:int score_1:int length:int winner:int games:int event:str
    round:str place:str engine:category level:category page:str file:str"""
)
COLLECTION_DECISIONS = _columns(
    """match:int game:int move:int side:int player:category opponent:category kind:category position_id:str gnubg_match_id:str
    dice:int action:str best:str error:float error_mwc:float luck:float luck_mwc:float counted:bool phase:category
    plan:category away:int opponent_away:int cube:int cube_side:int level:category themes:str date:category event:category length:int close:bool
    engine:category"""
)
TABLES = {"l": "int", "g": "float", "b": "bool", "u": "str"}
"""Of tables, by Arrow's letter; of texts these have few values."""
CATEGORIES = set(
    "player opponent kind phase plan level engine ending format winner date event round place player_0 player_1".split()
)
PLAYERS = _columns("name:str counted_as:str matches:int")
PLAYS = _columns("play:str cubeful:float equity:float" + _CHANCES + " plies:int")
ROLLOUT = _columns("play:str equity:float error:float cubeless:float" + _CHANCES + " trials:int behind:float behind_error:float")

_IS_TEXT = {"str", "category"}
_MAKE: Mapping[str, Callable[[float], Any]] = {"int": int, "bool": bool}


class Cursor(Held, Iterator[Row]):
    """Goes over the rows of a cursor, which keeps open what it goes over."""

    def __init__(self, pointer: Any, kinds: Mapping[str, str], lock: ContextManager[Any]) -> None:
        self._handle = ffi.gc(pointer, lib.kibitzer_cursor_free)
        self._lock = lock  # of what it goes over: one thread at a time
        self._call = Call()
        names = (text(lib.kibitzer_cursor_name(pointer, i)) or "" for i in range(lib.kibitzer_cursor_columns(pointer)))
        self.columns = [(i, name, kinds.get(name, "float")) for i, name in enumerate(names)]
        self._numbers = ffi.new("double[]", len(self.columns))

    def __next__(self) -> Row:
        with self._lock:
            if self._call.check(lib.kibitzer_cursor_next(self._handle, self._call.handle)) == 0:
                raise StopIteration
            lib.kibitzer_python_row(self._handle, self._numbers, len(self.columns))
            numbers = ffi.unpack(self._numbers, len(self.columns))
            return {
                name: text(lib.kibitzer_cursor_text(self._handle, i)) if kind in _IS_TEXT else _known(numbers[i], kind)
                for i, name, kind in self.columns
            }

    def frame(self) -> Any:
        """What is left of its rows as a pandas.DataFrame; docs/python.md has the dtypes."""
        from .frames import of_cursor

        with self._lock:
            return of_cursor(self._handle, Call(), {name: kind for _, name, kind in self.columns})


def _known(number: float, kind: str) -> Any:
    return None if number != number else number if kind == "float" else _MAKE[kind](number)
