"""Match files: reading, analysing, writing, and what is in a match row by row."""
from __future__ import annotations

import contextlib
import json
import os
import queue
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _options, _rows, rows
from ._call import Call, Held, Progress, encode, encode_path, text
from ._call import messages as heard
from ._engine import Engine, usual
from ._native import ffi, lib
from ._options import Option
from ._rows import Cursor
from .errors import Message, UnknownError

if TYPE_CHECKING:  # large, and for nothing else
    from . import documents

Bytes = Union[bytes, bytearray, memoryview]


class _File(Held):
    """An open file: one thread at a time."""

    def __init__(self, handle: Any, messages: Iterable[Message] = ()) -> None:
        self.handle = handle
        self.messages = list(messages)  # of reading it
        self.lock = threading.RLock()

    def __enter__(self) -> Any:
        self.lock.acquire()
        if self.handle is None:
            self.lock.release()
            raise ValueError("this match has been passed: each() keeps a match until the next one is asked for")
        return self.handle

    def __exit__(self, *_: object) -> None:
        self.lock.release()

    def matches(self) -> list[Match]:
        with self as handle:
            return [Match(self, i) for i in range(lib.kibitzer_matches(handle))]


class Match(Held):
    """A match, or a money session, as `read()` found it. Players are 0, the first named, and 1."""

    def __init__(self, file: _File, index: int) -> None:
        self._file = file
        self._index = index
        self._said: list[Message] = []  # by what was done with it

    def __reduce_ex__(self, _: Any) -> Any:  # a copy is made of its dump, which holds all
        return _of_dump, (self.to_bytes("dump"), self.messages)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What was said while its file was read, of all matches in it, and while it was analysed: notes, warnings and errors with
        file, line and column."""
        return (*self._file.messages, *self._said)

    def _text(self, which: int) -> str | None:
        with self._file as file:
            return text(lib.kibitzer_match_text(file, self._index, which))

    def _number(self, which: int) -> int:
        with self._file as file:
            return int(lib.kibitzer_match_number(file, self._index, which))

    @property
    def format(self) -> str | None:
        """The format it was read from: "mat"."""
        return self._text(lib.KIBITZER_MATCH_FORMAT)

    @property
    def players(self) -> tuple[str | None, str | None]:
        """Their names, the first named first."""
        return self._text(lib.KIBITZER_MATCH_PLAYER_0), self._text(lib.KIBITZER_MATCH_PLAYER_1)

    @property
    def date(self) -> str | None:
        """yyyy, yyyy-mm or yyyy-mm-dd."""
        return self._text(lib.KIBITZER_MATCH_DATE)

    @property
    def event(self) -> str | None:
        return self._text(lib.KIBITZER_MATCH_EVENT)

    @property
    def round(self) -> str | None:
        return self._text(lib.KIBITZER_MATCH_ROUND)

    @property
    def place(self) -> str | None:
        return self._text(lib.KIBITZER_MATCH_PLACE)

    @property
    def annotator(self) -> str | None:
        return self._text(lib.KIBITZER_MATCH_ANNOTATOR)

    @property
    def length(self) -> int:
        """Points; 0 = money session."""
        return self._number(lib.KIBITZER_MATCH_LENGTH)

    @property
    def score(self) -> tuple[int, int]:
        """After the last game that has a result."""
        return self._number(lib.KIBITZER_MATCH_SCORE_0), self._number(lib.KIBITZER_MATCH_SCORE_1)

    @property
    def sets(self) -> int:
        """How many analyses it carries, those of `analyze()` included."""
        return self._number(lib.KIBITZER_MATCH_SETS)

    def __repr__(self) -> str:
        names = " - ".join(name or "?" for name in self.players)
        score = "%d:%d" % self.score
        return f"<kibitzer.Match {names} {score}, {f'{self.length} points' if self.length else 'money'}>"

    # ---- analysis ----

    @_options.takes("analyze")
    def analyze(self, *, engine: Engine | None = None, progress: Progress | None = None, **options: Option) -> Match:
        """Analyses the match and adds the result to it as one more annotation set; returns the match itself.

        After a failure, or a KeyboardInterrupt, the match is as it was. The result does not depend on `jobs`.
        """
        call = Call()
        handle = _options.make("analyze", options)
        asked = usual(engine).handle
        with self._file as file:
            call.carry_out(
                lambda: call.check(lib.kibitzer_analyze(file, self._index, asked, handle, call.handle)), progress
            )
            self._said += call.messages
        call.warn()
        return self

    # ---- other formats ----

    @_options.takes("convert")
    def to_bytes(self, format: str, **options: Option) -> bytes:
        """The match in another format (`kibitzer.commands.formats()` lists them), with its last analysis where the
        format can carry it."""
        return self._write(format, options)

    @_options.takes("convert")
    def to(self, format: str, **options: Option) -> str:
        """The same as text: html, sgf, mat, json, latex ... A format that is none (pdf) raises TypeError."""
        try:
            return self._write(format, options).decode()
        except UnicodeDecodeError:
            raise TypeError(f"{format} is not text: to_bytes() gives its bytes") from None

    @_options.takes("convert")
    def save(self, path: str | os.PathLike[str], format: str | None = None, **options: Option) -> None:
        """Writes the match to a file, which appears whole or not at all; the format is that of its name."""
        target = Path(path)
        data = self._write(format or target.suffix[1:], options)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            with _unlinked_on_failure(file.name):
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, 0o666 & ~_umask())
                os.replace(file.name, target)

    def _write(self, format: str, options: Mapping[str, Option]) -> bytes:
        call = Call()
        handle = _options.make("convert", options, "to")
        length = ffi.new("size_t *")
        with self._file as file:
            data: bytes = call.carry_out(
                lambda: call.take(
                    lib.kibitzer_write(file, self._index, encode(format), handle, length, call.handle), length[0]
                )
            )
        call.warn()
        return data

    @_options.takes("convert")
    def document(self, **options: Option) -> documents.MatchAnswer:
        """All of it as a dictionary (docs/match.schema.json)."""
        found: documents.MatchAnswer = json.loads(self._write("json", options))
        return found

    # ---- row by row ----

    def decisions(self) -> Cursor[rows.DecisionRow]:
        """Its decisions in the order of play, as the last analysis judges them, seen by the player who decides."""
        return self._rows(lib.kibitzer_decisions, _rows.DECISIONS)

    def games(self) -> Cursor[rows.GameRow]:
        """Its games."""
        return self._rows(lib.kibitzer_games, _rows.GAMES)

    def events(self) -> Cursor[rows.EventRow]:
        """All that happened, in order."""
        return self._rows(lib.kibitzer_events, _rows.EVENTS)

    def candidates(self) -> Cursor[rows.CandidateRow]:
        """The plays that the last analysis weighed for each roll, the best first."""
        return self._rows(lib.kibitzer_candidates, _rows.CANDIDATES)

    def _rows(self, function: Callable[..., Any], kinds: Mapping[str, str]) -> Cursor[Any]:
        call = Call()
        with self._file as file:
            return Cursor(call.made(function(file, self._index, call.handle)), kinds, self._file.lock)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def _unlinked_on_failure(name: str) -> Generator[None, None, None]:
    try:
        yield
    except BaseException:
        os.unlink(name)
        raise


# ---- reading ----


@_options.takes("info")
def read_all(path: str | os.PathLike[str], *, progress: Progress | None = None, **options: Option) -> list[Match]:
    """The matches of a file, an archive, a folder or a URL, in the order in which they stand there. What was refused or
    mended is warned of (InputWarning); where nothing is usable, an Error says why."""
    call = Call()
    handle = _options.make("info", options, "read")
    where = encode_path(path)
    made = call.carry_out(lambda: call.made(lib.kibitzer_open(where, handle, call.handle)), progress)
    call.warn()
    return _File(ffi.gc(made, lib.kibitzer_close), call.messages).matches()


@_options.takes("info")
def read(path: str | os.PathLike[str], *, progress: Progress | None = None, **options: Option) -> Match:
    """The match of a file that holds one; `read_all()` and `each()` are for those that hold more."""
    return _only(read_all(path, progress=progress, **options), os.fspath(path))


@_options.takes("info")
def read_all_bytes(data: Bytes, name: str = "", **options: Option) -> list[Match]:
    """The matches of bytes in memory (bytes, bytearray, memoryview); `name` is for messages."""
    call = Call()
    handle = _options.make("info", options, "read_all_bytes")
    called, held = encode(name) or ffi.NULL, _held(data)
    made = call.carry_out(lambda: call.made(lib.kibitzer_read(held, len(held), called, handle, call.handle)))
    call.warn()
    return _File(ffi.gc(made, lib.kibitzer_close), call.messages).matches()


@_options.takes("info")
def read_bytes(data: Bytes, name: str = "", **options: Option) -> Match:
    """The match of bytes that hold one, as `read()`; `read_all_bytes()` is for those that hold more."""
    return _only(read_all_bytes(data, name, **options), name or "bytes", "read_all_bytes")


def _held(data: Bytes) -> Any:
    """Its memory, without a copy; a bytearray keeps its size meanwhile."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"found {type(data).__name__}, expected bytes, bytearray or memoryview")
    return ffi.from_buffer("char[]", data if not isinstance(data, memoryview) or data.contiguous else data.tobytes())


def _of_dump(data: bytes, messages: Iterable[Message]) -> Match:
    with heard():
        match = read_bytes(data, from_="dump")
    match._file.messages = list(messages)
    return match


def _only(matches: list[Match], path: str, all_of_them: str = "read_all") -> Match:
    if len(matches) != 1:
        raise UnknownError(f"{path}: found {len(matches)} matches, expected one: {all_of_them}() gives all of them")
    return matches[0]


class _Relay:
    """Hands matches from the thread that reads to the one that asks, one at a time."""

    def __init__(self, said: list[Message]) -> None:
        self.context = ffi.new_handle(self)
        self.said, self.n_said = said, 0
        self.last: _File | None = None
        self.matches: queue.SimpleQueue[_File | BaseException | None] = queue.SimpleQueue()
        self.go_on: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def hand_on(self, handle: Any) -> int:
        file = _File(handle)
        self.matches.put(file)
        go_on = self.go_on.get()
        with file.lock:
            file.handle = None
        self.hear()
        self.last = file
        return 0 if go_on else 1

    def hear(self) -> None:
        """What has been said of the last match: it comes after it."""
        if self.last is not None:
            self.last.messages += self.said[self.n_said :]
        self.n_said = len(self.said)


@ffi.def_extern(error=-1)  # type: ignore[misc]
def kibitzer_python_match(context: Any, file: Any) -> int:
    relay: _Relay = ffi.from_handle(context)
    return relay.hand_on(file)


@_options.takes("info")
def each(path: str | os.PathLike[str], **options: Option) -> Generator[Match, None, None]:
    """The same match by match, for files with more of them than fit into memory: each lives until the next one, and has all
    its `messages` then."""
    call, where = Call(), encode_path(path)
    handle = _options.make("info", options, "each")
    relay = _Relay(call.messages)

    def read() -> None:
        try:
            hook = lib.kibitzer_python_match
            code = lib.kibitzer_each(where, hook, relay.context, handle, call.handle)
            relay.matches.put(call.error(code) if code < 0 else None)
        except BaseException as e:
            relay.matches.put(e)

    reader = threading.Thread(target=read, name="kibitzer.each")
    reader.start()
    try:
        while isinstance(file := relay.matches.get(), _File):
            yield Match(file, 0)
            relay.go_on.put(True)
        if file is not None:
            raise file
    finally:
        lib.kibitzer_call_cancel(call.handle)
        relay.go_on.put(False)
        reader.join()
        relay.hear()
    call.warn()
