"""Collections of analysed matches."""
from __future__ import annotations

import ctypes
import os
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import _options, _rows, rows
from ._call import Call, Progress, encode, encode_path, text
from ._commands import Result, run
from ._engine import Engine
from ._native import ffi, lib
from ._options import Option
from ._rows import Cursor
from .commands import OfCollection
from .errors import UnreadableError


class Table:
    """A table of a collection. Whatever takes Arrow streams takes it, as often as it is asked: `polars.DataFrame(t)`,
    `pyarrow.table(t)`, `duckdb.sql("SELECT ... FROM t")`. Rows are read as they are taken, without the collection's lock."""

    def __init__(self, where: str, name: str) -> None:
        self.where, self.name = where, name

    def __repr__(self) -> str:
        return f"<kibitzer.Table {self.name}>"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule with an ArrowArrayStream, by the PyCapsule interface of Arrow; `requested_schema` is not looked at."""
        return self._stream()[0]

    def frame(self) -> Any:
        """All of it as a pandas.DataFrame, forced plays too; docs/python.md has the dtypes."""
        from .frames import of_stream

        capsule, stream = self._stream()  # the capsule holds it
        schema = ffi.new("struct ArrowSchema *")
        if lib.kibitzer_python_stream_schema(stream, schema) != 0:
            raise UnreadableError(text(lib.kibitzer_python_stream_error(stream)) or "")
        columns = [(text(c.name) or "", text(c.format) or "") for c in ffi.unpack(schema.children, schema.n_children)]
        schema.release(schema)
        kinds = {name: _rows.TABLES[letter] for name, letter in columns}
        kinds.update({name: "category" for name, kind in kinds.items() if kind == "str" and name in _rows.CATEGORIES})
        found = of_stream(stream, kinds, "".join(letter for _, letter in columns))
        del capsule
        return found

    def _stream(self) -> tuple[object, Any]:
        call = Call()
        opened = call.made(lib.kibitzer_collection_open(encode(self.where), ffi.NULL, call.handle))
        stream = lib.kibitzer_python_stream()
        capsule = _new_capsule(int(ffi.cast("uintptr_t", stream)), b"arrow_array_stream", _capsule_done)
        try:
            call.check(lib.kibitzer_collection_arrow(opened, encode(self.name), stream, call.handle))
        finally:
            lib.kibitzer_collection_close(opened)  # the stream holds it
        return capsule, stream


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.argtypes, _new_capsule.restype = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p], ctypes.py_object
_capsule_done = int(ffi.cast("uintptr_t", ffi.addressof(lib, "kibitzer_python_stream_done")))


class Collection(OfCollection):
    """A collection: a file, a folder with a collection.db, or a server's URL. `add()` fills it.

    Documents (`stats()`, `errors()`, `find()`, `study()` ...) come from methods of the same names; rows one after the
    other from `matches()`, `decisions()` and `players()`. It is opened when it is first asked for rows.
    """

    def __init__(self, where: str | os.PathLike[str]) -> None:
        self.where = os.fsdecode(encode_path(where))
        self._lock = threading.RLock()  # a collection and its cursors: one thread at a time
        self._open: Any = None

    def __repr__(self) -> str:
        return f"<kibitzer.Collection {self.name if self._open is not None else '...'}>"

    def __reduce__(self) -> Any:  # a copy opens it anew
        return type(self), (self.where,)

    def _handle(self) -> Any:
        if self._open is None:
            call = Call()
            where = encode(self.where)
            made = call.carry_out(
                lambda: call.made(lib.kibitzer_collection_open(where, ffi.NULL, call.handle))
            )
            self._open = ffi.gc(made, lib.kibitzer_collection_close)
        return self._open

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""
        with self._lock:
            return text(lib.kibitzer_collection_name(self._handle())) or ""

    def close(self) -> None:
        """Closes it until it is asked again; cursors that are left keep it open."""
        with self._lock:
            self._open = None

    def __enter__(self) -> Collection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @_options.takes("analyze")
    def add(
        self,
        *inputs: str | os.PathLike[str],
        engine: Engine | None = None,
        progress: Progress | None = None,
        **options: Option,
    ) -> Result:
        """Analyses files and folders into the collection, which is made where there is none; what it knows already is
        not analysed again. No pages are written unless `report` asks for them, into `out`."""
        is_folder = "://" not in self.where and not Path(self.where).suffix
        with tempfile.TemporaryDirectory() as nowhere:
            places: dict[str, Option] = {"report": "none", "out": self.where if is_folder else nowhere}
            if not is_folder:
                places["db"] = self.where
            if "report" in options and not is_folder:
                del places["out"]
            return run("analyze", *inputs, engine=engine, progress=progress, **{**places, **options})

    @_options.takes("find")
    def matches(self, **options: Option) -> Cursor[rows.MatchRow]:
        """Its matches by date, undated ones last; options about matches (player, since, length ...) choose."""
        return self._rows(lib.kibitzer_collection_matches, _rows.MATCHES, options)

    @_options.takes("find")
    def decisions(self, *, forced: bool = False, **options: Option) -> Cursor[rows.CollectionDecisionRow]:
        """Its decisions, match by match; options about matches and decisions choose. `forced`: forced plays and rolls with
        which nothing could be moved, too, whose kind is "forced"."""
        function = lib.kibitzer_collection_every_decision if forced else lib.kibitzer_collection_decisions
        return self._rows(function, _rows.COLLECTION_DECISIONS, options)

    def players(self) -> Cursor[rows.PlayerRow]:
        """Names by person, each before its aliases."""
        return self._rows(lambda k, _, call: lib.kibitzer_collection_players(k, call), _rows.PLAYERS, {})

    def table(self, name: str) -> Table:
        """For pandas, polars, DuckDB, pyarrow: "matches", "games", "players", "decisions" or "candidates", with the columns
        of `kibitzer db export --tables` (docs/collection.md)."""
        return Table(self.where, name)

    def _rows(
        self, function: Callable[..., Any], kinds: Mapping[str, str], options: Mapping[str, Option]
    ) -> Cursor[Any]:
        call = Call()
        chosen = _options.make("find", options)
        with self._lock:
            collection = self._handle()
            made = call.carry_out(lambda: call.made(function(collection, chosen, call.handle)))
            return Cursor(made, kinds, self._lock)
