"""Engines: network and tables, loaded once. Any number of threads may use one at the same time."""
from __future__ import annotations

import os
import threading
from typing import Any

from . import _options
from ._call import Call, Held, precise
from ._native import ffi, lib
from ._options import Option
from .errors import Error

_lock = threading.Lock()
_usual: Engine | None = None


class Engine(Held):
    """What evaluates positions. Options are those of `analyze` about the engine (net, met, bearoff, hyper_database, cache,
    jobs); without any it is the program's: the network that is compiled in, tables kept in the user's cache."""

    @_options.takes("analyze")
    def __init__(self, **options: Option) -> None:
        call = Call()
        handle = _options.make("analyze", options, "Engine")
        try:
            made = call.carry_out(lambda: call.made(lib.kibitzer_engine_new(handle, call.handle)))
        except Error as e:
            raise precise(e, (), options) from None
        self.handle: Any = ffi.gc(made, lib.kibitzer_engine_free)


def usual(engine: Engine | None = None) -> Engine:
    """The one given, or the one that all calls without share."""
    global _usual
    if isinstance(engine, Engine):
        return engine
    if engine is not None:
        raise TypeError(f"found {type(engine).__name__}, expected an Engine")
    with _lock:
        if _usual is None:
            _usual = Engine()
        return _usual


def threads_or_all(threads: int | None) -> int:
    """How many threads: as given, or one for each processor that this process may use."""
    return threads if threads is not None else len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
