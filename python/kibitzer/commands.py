"""A function for each command of the library, which returns its document: `commands.stats(db="club", by="month")`.

They are made from the library's own table when this module is imported; commands.pyi, which says the same to type
checkers and editors, is written from that table too (python/tools/stubs.py).
"""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import _options
from ._commands import ask
from ._engine import Engine
from ._options import Option

__all__ = list(_options.commands())


def _function(command: str) -> Callable[..., Any]:
    def function(
        *inputs: str | os.PathLike[str], engine: Engine | None = None, progress: Any = None, **options: Option
    ) -> Any:
        return ask(command, inputs, options, progress, engine)

    function.__name__ = function.__qualname__ = command
    function.__module__ = __name__
    function.__doc__ = f"The document of `kibitzer {command}` (docs/{command}.schema.json; analyze, convert, transcribe: kibitzer)."
    return _options.takes(command)(function)


def _method(command: str) -> Callable[..., Any]:
    def method(self: OfCollection, *inputs: str | os.PathLike[str], progress: Any = None, **options: Option) -> Any:
        return ask(command, inputs, {"db": self.where, **options}, progress)

    method.__name__ = command
    method.__qualname__ = f"Collection.{command}"
    method.__doc__ = f"The document of `kibitzer {command}` over this collection (docs/{command}.schema.json)."
    return _options.takes(command)(method)


class OfCollection:
    """What commands answer about a collection: a method for each that takes the option `db`. `analyze` fills one and has
    no document of it: that is `Collection.add()`."""

    where: str


for _command in __all__:
    globals()[_command] = _function(_command)
    if "db" in _options.table(_command) and _command != "analyze":
        setattr(OfCollection, _command, _method(_command))
