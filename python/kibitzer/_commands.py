"""Running commands, and asking for their documents."""
from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _options
from ._call import Call, Progress, encode_path, precise
from ._engine import Engine, usual
from ._native import ffi, lib
from ._options import Option
from .errors import Error, Message

Document = dict[str, Any]
"""A JSON document as a dictionary; its schema is published (docs/library.md). Some commands answer with a list of them."""


@dataclass(frozen=True)
class Result:
    """What a command that was run has left: `complete` where all inputs were done, what it printed, what it said."""

    complete: bool
    output: bytes
    messages: tuple[Message, ...]


def _inputs(inputs: tuple[Any, ...]) -> Any:
    words = [ffi.new("char[]", encode_path(word)) for word in inputs]
    return words, ffi.new("char *[]", words)


def prepared(command: str, options: Mapping[str, Option], engine: Engine | None) -> tuple[Call, Any]:
    """A call and its options. Commands with an engine ask the one given, or the one that is open for all, unless the
    options are about another."""
    call, handle = Call(), _options.make(command, options)
    its_own = any(options.get(name) is not None for name in _OF_ENGINES)
    if engine is not None or ("net" in _options.table(command) and not its_own):
        call.lend(usual(engine).handle)
    return call, handle


_OF_ENGINES = ("net", "met", "bearoff", "hyper_database", "cache")


def run(
    command: str,
    *inputs: str | os.PathLike[str],
    engine: Engine | None = None,
    progress: Progress | None = None,
    **options: Option,
) -> Result:
    """Does what the command line's command does with these inputs and options: files are written as they say. What it
    prints is in the result; inputs that failed are warned of (InputWarning)."""
    call, handle = prepared(command, options, engine)
    complete = carry_out(call, handle, inputs, options, progress)
    call.warn()
    return Result(complete, bytes(call.output), tuple(call.messages))


def carry_out(
    call: Call, handle: Any, inputs: tuple[Any, ...], options: Mapping[str, Option], progress: Progress | None = None
) -> bool:
    """Runs a command that is prepared; all inputs were done?"""
    words, array = _inputs(inputs)
    try:
        code = call.carry_out(lambda: call.check(lib.kibitzer_run(handle, array, len(words), call.handle)), progress)
    except Error as e:
        raise precise(e, inputs, options) from None
    return bool(code == 0)


def document(
    command: str,
    *inputs: str | os.PathLike[str],
    engine: Engine | None = None,
    progress: Progress | None = None,
    **options: Option,
) -> Any:
    """The command's document, as it prints it with --json: a Document, or a list of them."""
    return ask(command, inputs, options, progress, engine)


def ask(
    command: str,
    inputs: tuple[Any, ...],
    options: Mapping[str, Option],
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> Any:
    """The command's document."""
    call, handle = prepared(command, options, engine)
    words, array = _inputs(inputs)
    length = ffi.new("size_t *")

    def work() -> bytes:
        made = lib.kibitzer_document(handle, array, len(words), length, call.handle)
        return call.take(made, length[0])

    try:
        made = call.carry_out(work, progress)
    except Error as e:
        raise precise(e, inputs, options) from None
    call.warn()
    return json.loads(made)
