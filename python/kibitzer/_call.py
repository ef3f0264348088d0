"""One request to the library: what stops it, what it says, what comes back. Everything else here goes through it."""
from __future__ import annotations

import contextlib
import contextvars
import os
import queue
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Union

from . import errors
from ._native import ffi, lib

Progress = Callable[[float, str], object]
"""Called with a fraction from 0 to 1 and what is being done, on the thread that asked; what it raises ends the call."""

_SEVERITIES = ("note", "info", "warning", "error")
_ERRORS: dict[int, type[errors.Error]] = {
    lib.KIBITZER_NO_MEMORY: errors.NoMemoryError,
    lib.KIBITZER_MISUSE: errors.MisuseError,
    lib.KIBITZER_UNKNOWN: errors.UnknownError,
    lib.KIBITZER_UNREADABLE: errors.UnreadableError,
    lib.KIBITZER_CANCELLED: errors.CancelledError,
    lib.KIBITZER_BAD_OPTION: errors.OptionError,
    lib.KIBITZER_LIMIT: errors.LimitError,
}
_limits: contextvars.ContextVar[tuple[int, float]] = contextvars.ContextVar("kibitzer limits", default=(0, 0.0))


@contextlib.contextmanager
def limits(megabytes: int = 0, seconds: float = 0.0) -> Iterator[None]:
    """What each call inside may take at most (0 = no limit): memory in units of 2**20 bytes, and time. Beyond it a call
    raises LimitError, and nothing has changed."""
    token = _limits.set((megabytes, seconds))
    try:
        Call()  # which refuses anything but a limit
        yield
    finally:
        _limits.reset(token)


_heard: contextvars.ContextVar[list[errors.Message] | None] = contextvars.ContextVar("kibitzer messages", default=None)


@contextlib.contextmanager
def messages() -> Iterator[list[errors.Message]]:
    """What calls inside say is added to this list, with file, line and column, instead of being warned of: of this thread
    alone, however many read at the same time."""
    heard: list[errors.Message] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


class Stop:
    """Ends all calls that are made in its context, from any thread: `tasks.to_thread()`."""

    current: contextvars.ContextVar[Stop | None] = contextvars.ContextVar("kibitzer stop", default=None)

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.calls: weakref.WeakSet[Call] = weakref.WeakSet()
        self.is_over = False

    def add(self, call: Call) -> None:
        with self.lock:
            self.calls.add(call)
            if self.is_over:
                lib.kibitzer_call_cancel(call.handle)

    def end(self) -> None:
        with self.lock:
            self.is_over = True
            for call in self.calls:
                lib.kibitzer_call_cancel(call.handle)


def text(pointer: Any) -> str | None:
    """A borrowed text of the library."""
    return None if pointer == ffi.NULL else str(ffi.string(pointer).decode("utf-8", "surrogateescape"))


def encode(word: str) -> bytes:
    """A text for the library, which ends at a NUL."""
    if not isinstance(word, str):
        raise TypeError(f"found {type(word).__name__}, expected str")
    return _whole(word.encode("utf-8", "surrogateescape"))


def encode_path(path: str | os.PathLike[str]) -> bytes:
    """The name of a file or folder, an ID, a URL: an input for the library."""
    return _whole(os.fsencode(path))


def _whole(word: bytes) -> bytes:
    if b"\0" in word:
        raise ValueError(f"found {word!r}, expected no NUL in it")
    return word


class Held:
    """What holds something of the library's: copies would share it, and it lives in this process alone."""

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


@ffi.def_extern()  # type: ignore[misc]
def kibitzer_python_message(context: Any, m: Any) -> None:
    call: Call = ffi.from_handle(context)
    call.hear(
        errors.Message(
            _SEVERITIES[lib.kibitzer_message_severity(m)],
            text(lib.kibitzer_message_text(m)) or "",
            text(lib.kibitzer_message_file(m)),
            lib.kibitzer_message_line(m),
            lib.kibitzer_message_column(m),
            text(lib.kibitzer_message_display(m)) or "",
        )
    )


@ffi.def_extern(error=-1)  # type: ignore[misc]
def kibitzer_python_output(context: Any, data: Any, length: int) -> int:
    call: Call = ffi.from_handle(context)
    try:
        call.write(ffi.buffer(data, length)[:])
    except OSError:  # nobody reads it
        return -1
    return 0


@ffi.def_extern(error=-1)  # type: ignore[misc]
def kibitzer_python_progress(context: Any, p: Any) -> int:
    call: Call = ffi.from_handle(context)
    call.events.put((lib.kibitzer_progress_fraction(p), text(lib.kibitzer_progress_text(p)) or ""))
    return 0


class Call(Held):
    """A request: `handle` is what functions of the library take."""

    def __init__(self) -> None:
        self.handle = ffi.gc(lib.kibitzer_call_new(), lib.kibitzer_call_free)
        self.messages: list[errors.Message] = []
        self.output = bytearray()
        self.hear: Callable[[errors.Message], object] = self.messages.append
        self.write: Callable[[bytes], object] = self.output.extend
        self.events: queue.SimpleQueue[Union[tuple[float, str], _Ended]] = queue.SimpleQueue()
        self._context = ffi.new_handle(self)
        lib.kibitzer_call_on_message(self.handle, lib.kibitzer_python_message, self._context)
        lib.kibitzer_call_on_output(self.handle, lib.kibitzer_python_output, self._context)
        self.check(lib.kibitzer_call_limit(self.handle, *_limits.get()))
        if (stop := Stop.current.get()) is not None:
            stop.add(self)

    def lend(self, engine: Any) -> None:
        """Commands and documents ask this engine (a handle) instead of opening one."""
        self._engine = engine  # which is kept as long
        lib.kibitzer_call_engine(self.handle, engine)

    # ---- what came back ----

    def error(self, code: int | None = None) -> errors.Error:
        """What the call failed with."""
        code = lib.kibitzer_call_code(self.handle) if code is None else code
        kind = _ERRORS.get(code, errors.Error)
        first = next((m for m in self.messages if m.severity == "error"), None)
        words = first.place + first.text if first else text(lib.kibitzer_call_message(self.handle)) or kind.__name__
        failure = kind(words, code, tuple(self.messages))
        if isinstance(failure, errors.OptionError):
            failure.option = text(lib.kibitzer_call_option(self.handle)) or ""
            failure.value = text(lib.kibitzer_call_value(self.handle)) or ""
        return failure

    def check(self, code: int) -> int:
        """The code of a call, if it is none of failure."""
        if code < 0:
            raise self.error(code)
        return code

    def made(self, pointer: Any) -> Any:
        """What a call has made, if it has."""
        if pointer == ffi.NULL:
            raise self.error()
        return pointer

    def take(self, pointer: Any, length: int) -> bytes:
        """Bytes that a call has made: ours, so theirs are freed."""
        try:
            return bytes(ffi.buffer(self.made(pointer), length))
        finally:
            lib.kibitzer_free(pointer)

    def warn(self) -> None:
        """Warnings and errors of a call that went well, on behalf of who has called the package: nothing is lost in
        silence."""
        heard = _heard.get()
        if heard is not None:
            heard.extend(self.messages)
            return
        level, frame = 1, sys._getframe()
        while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == "kibitzer":
            level, frame = level + 1, frame.f_back
        for m in self.messages:
            if m.severity in ("warning", "error"):
                warnings.warn(m.place + m.text, errors.InputWarning, stacklevel=level)

    # ---- carrying out ----

    def carry_out(self, work: Callable[[], Any], progress: Progress | None = None) -> Any:
        """Does `work`, which calls the library and may take long, so that Ctrl-C and `progress` can end it.

        Python sees Ctrl-C on its main thread alone and not inside of C, so the work is done on another one.
        """
        if progress is None and threading.current_thread() is not threading.main_thread():
            return work()
        if progress is not None:
            lib.kibitzer_call_on_progress(self.handle, lib.kibitzer_python_progress, self._context, 100)
        ended, helper, context = _Ended(), _idle.pop() if _idle else _Helper(), contextvars.copy_context()
        helper.work.put(lambda: context.run(ended.run, work, self.events))
        interruption: BaseException | None = None
        while True:
            try:
                event = self.events.get()
                if isinstance(event, _Ended):
                    break
                if progress is not None and interruption is None:
                    progress(*event)
            except BaseException as e:  # whatever it is: the work stops, then it goes on its way
                lib.kibitzer_call_cancel(self.handle)
                interruption = interruption or e
        _idle.append(helper)
        if interruption is not None:
            raise interruption
        if ended.failure is not None:
            raise ended.failure
        return ended.result


class _Ended:
    """How work on another thread has ended."""

    result: Any = None
    failure: BaseException | None = None

    def run(self, work: Callable[[], Any], events: queue.SimpleQueue[Any]) -> None:
        try:
            self.result = work()
        except BaseException as e:
            self.failure = e
        events.put(self)


class _Helper:
    """A thread that does the work of one call after the other: to start one for each costs more than a short call."""

    def __init__(self) -> None:
        self.work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="kibitzer", daemon=True).start()

    def _serve(self) -> None:
        while True:
            self.work.get()()


_idle: list[_Helper] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # where there are no threads but one


# ---- what failed ----


def precise(e: errors.Error, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> errors.Error:
    """Commands and engines say in words alone why nothing came of them: a file that is not there is an OSError nevertheless, an ID
    that is none a ValueError."""
    if type(e) is not errors.Error:
        return e
    kind: type[errors.Error] = errors.Error
    if e.file == "<arguments>" and 0 < e.line <= len(inputs):  # its lines are the inputs
        call = Call()
        position = lib.kibitzer_position_new(encode_path(inputs[e.line - 1]), call.handle)
        kind = errors.UnknownError if position == ffi.NULL else errors.MisuseError
        lib.kibitzer_position_free(position)
    for path in (*inputs, *(options.get(name) for name in _PLACES)):
        where = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else ""
        if where and f"{where}: " in str(e) and not os.path.exists(where):
            kind = errors.UnreadableError
    return kind(str(e), e.code, e.messages)


_PLACES = ("db", "out", "net", "met", "bearoff", "hyper_database")
