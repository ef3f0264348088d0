"""Calls in asyncio."""
from __future__ import annotations

import contextvars
import functools
from collections.abc import Callable
from typing import Any, TypeVar

from ._call import Stop

T = TypeVar("T")


async def to_thread(function: Callable[..., T], /, *arguments: Any, **options: Any) -> T:
    """As asyncio.to_thread(), for functions and methods of this package: `await kibitzer.to_thread(match.analyze, level="2ply")`.

    When the task is cancelled the work is stopped, and only then the task ends: a match is as it was, files are whole.
    `progress` is called on the event loop's thread.
    """
    import asyncio  # who calls has it already; for others it takes as long as numpy

    loop, stop, context = asyncio.get_running_loop(), Stop(), contextvars.copy_context()
    context.run(Stop.current.set, stop)
    if (progress := options.get("progress")) is not None:
        options["progress"] = functools.partial(loop.call_soon_threadsafe, _unless_over, stop, progress)
    work = loop.run_in_executor(None, lambda: context.run(function, *arguments, **options))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.end()
        while not work.done():
            try:
                await asyncio.wait([work])
            except asyncio.CancelledError:  # once more: it is ending
                pass
        work.cancelled() or work.exception()  # nobody else asks what became of it
        raise


def _unless_over(stop: Stop, progress: Callable[[float, str], object], fraction: float, words: str) -> None:
    if not stop.is_over:
        progress(fraction, words)
