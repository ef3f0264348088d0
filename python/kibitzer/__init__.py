"""Backgammon matches: reading, analysing, writing, evaluating. See docs/python.md.

    import kibitzer

    match = kibitzer.read("final.mat").analyze(level="2ply")
    worst = max(match.decisions(), key=lambda d: d["error"] or 0)
    match.save("final.html")
"""
from typing import TYPE_CHECKING, Any

from . import commands, env, rows
from ._call import Progress, limits, messages, text as _text
from ._commands import Document, Result, document, run
from ._engine import Engine
from ._native import lib as _lib
from ._options import Option
from ._rows import Cursor, Row
from .arrays import evaluate_states, flip, legal_plays, legal_steps, problem, start
from .collection import Collection, Table
from .errors import (
    CancelledError,
    Error,
    InputWarning,
    LimitError,
    Message,
    MisuseError,
    NoMemoryError,
    OptionError,
    UnknownError,
    UnreadableError,
)
from .files import Match, each, read, read_all, read_all_bytes, read_bytes
from .position import Cube, Evaluation, Play, Position, cube, evaluate, hint, rollout
from .tasks import to_thread

if TYPE_CHECKING:
    from . import documents


def __getattr__(name: str) -> Any:
    """`kibitzer.documents` is imported when it is asked for: few programs need types while they run."""
    if name == "documents":
        import importlib

        return importlib.import_module(".documents", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__version__: str = _text(_lib.kibitzer_version()) or ""

__all__ = [
    "CancelledError",
    "Collection",
    "Cube",
    "Cursor",
    "Document",
    "Engine",
    "Error",
    "Evaluation",
    "InputWarning",
    "LimitError",
    "Match",
    "Message",
    "MisuseError",
    "NoMemoryError",
    "Option",
    "OptionError",
    "Play",
    "Position",
    "Progress",
    "Result",
    "Row",
    "Table",
    "UnknownError",
    "UnreadableError",
    "commands",
    "cube",
    "document",
    "documents",
    "each",
    "env",
    "evaluate",
    "evaluate_states",
    "flip",
    "hint",
    "legal_plays",
    "legal_steps",
    "limits",
    "messages",
    "problem",
    "read",
    "read_all",
    "read_all_bytes",
    "read_bytes",
    "rollout",
    "rows",
    "run",
    "start",
    "to_thread",
]
