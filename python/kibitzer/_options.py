"""Options of commands as keyword arguments: names, kinds and values come from the library's table."""
from __future__ import annotations

import datetime
import difflib
import functools
import inspect
import json
import keyword
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, Union

from ._call import Call, encode, text
from ._native import ffi, lib

Option = Union[str, bool, int, float, datetime.date, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]], None]
"""The value of an option; None leaves its default."""

F = TypeVar("F", bound=Callable[..., Any])


class Row(TypedDict, total=False):
    """A row of the table (docs/options.schema.json)."""

    name: str
    letter: str | None
    group: str
    type: str
    argument: str | None
    default: str | None
    values: list[str]
    least: float
    most: float
    help: str


def commands() -> Iterator[str]:
    """The library's commands, in the order of `kibitzer --help`."""
    index = 0
    while (name := text(lib.kibitzer_command_name(index))) is not None:
        yield name
        index += 1


def keyword_of(name: str) -> str:
    """`min-decisions` is min_decisions, and `from`, a word of Python's, from_."""
    word = name.replace("-", "_")
    return word + "_" if keyword.iskeyword(word) else word


@functools.lru_cache(maxsize=None)
def table(command: str) -> Mapping[str, Row]:
    """The options of a command by keyword; `json` is what documents are made with."""
    call = Call()
    pointer = call.made(lib.kibitzer_options_json(encode(command), call.handle))
    try:
        rows = json.loads(ffi.string(pointer))["options"]
    finally:
        lib.kibitzer_free(pointer)
    return {keyword_of(row["name"]): row for row in rows if row["name"] != "json"}


def _words(name: str, row: Row, value: Option) -> list[str]:
    """What is set, one after the other."""
    if row["type"] == "boolean":
        if not isinstance(value, bool):
            raise TypeError(f"{name} takes True or False, not {value!r}")
        return ["yes" if value else "no"]
    if isinstance(value, bool):
        raise TypeError(f"{name} takes {row['argument']}, not {value!r}")
    if isinstance(value, Sequence) and not isinstance(value, str):
        if row["type"] != "array":
            raise TypeError(f"{name} takes one {row['argument']}, not {value!r}")
        return [os.fspath(v) for v in value]
    if isinstance(value, datetime.date):
        return [value.strftime("%Y-%m-%d")]
    return [repr(value) if isinstance(value, float) else str(value) if isinstance(value, int) else os.fspath(value or "")]


def make(command: str, given: Mapping[str, Option], function: str = "") -> Any:
    """A handle on the options of a command, as `given`; NULL where nothing is."""
    rows = table(command)
    call = Call()
    handle = ffi.gc(call.made(lib.kibitzer_options_new(encode(command), call.handle)), lib.kibitzer_options_free)
    for name, value in given.items():
        if name == "json" and value is True:  # of run(): what documents are made with
            call.check(lib.kibitzer_options_set(handle, b"json", ffi.NULL, call.handle))
            continue
        if name not in rows:
            near = difflib.get_close_matches(name, rows, 1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise TypeError(f"{function or command}() got an unexpected keyword argument '{name}'{meant}")
        for word in _words(name, rows[name], value) if value is not None else ():
            call.check(lib.kibitzer_options_set(handle, encode(rows[name]["name"]), encode(word), call.handle))
    return handle


# ---- what help() shows ----

_KINDS: Mapping[str, Any] = {"boolean": bool, "integer": int, "number": float, "string": str, "array": Sequence[str]}


def describe(command: str) -> str:
    """The options of a command, one below the other."""
    lines = []
    for name, row in table(command).items():
        default = f" [{row['default']}]" if row["default"] is not None else ""
        lines.append(f"    {name}{default}: {' '.join(row['help'].split())}")
    return "Options:\n" + "\n".join(lines)


def takes(command: str) -> Callable[[F], F]:
    """The function's `**options` are those of `command`: help() and inspect.signature() show them."""

    def of(function: F) -> F:
        own = [p for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
        taken = {p.name for p in own}
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_KINDS[row["type"]])
            for name, row in table(command).items()
            if name not in taken
        ]
        function.__signature__ = inspect.Signature([*own, *more])  # type: ignore[attr-defined]
        function.__doc__ = f"{inspect.cleandoc(function.__doc__ or '')}\n\n{describe(command)}"
        return function

    return of
