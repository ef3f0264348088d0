"""Rows as pandas frames. docs/python.md has the table of dtypes."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ._call import Call
from ._native import ffi, lib
from .errors import UnreadableError

DTYPES = {"int": "Int64", "float": "float64", "bool": "boolean", "str": "string", "category": "category"}
"""By kind of column: what is not known is <NA>, in float64 NaN."""

_IS_TEXT = {"str", "category"}


def new_rows(kinds: Mapping[str, str]) -> Any:
    """Room for rows with these columns."""
    letters = "".join("t" if kind in _IS_TEXT else "n" for kind in kinds.values())
    rows = lib.kibitzer_python_rows_new(letters.encode())
    if rows == ffi.NULL:
        raise MemoryError
    return ffi.gc(rows, lib.kibitzer_python_rows_free)


def of_cursor(handle: Any, call: Call, kinds: Mapping[str, str]) -> Any:
    """What is left of a cursor's rows, as a pandas.DataFrame."""
    import pandas  # before anything is read: where it is missing nothing is lost

    del pandas
    rows = new_rows(kinds)
    call.carry_out(lambda: call.check(lib.kibitzer_python_rows_of_cursor(rows, handle, call.handle)))
    return _frame(rows, kinds)


def of_stream(stream: Any, kinds: Mapping[str, str], formats: str) -> Any:
    """All rows of an Arrow stream, as a pandas.DataFrame."""
    rows = new_rows(kinds)
    work = lambda: lib.kibitzer_python_rows_of_stream(rows, stream, formats.encode())  # noqa: E731
    if Call().carry_out(work) != 0:
        raise UnreadableError(ffi.string(lib.kibitzer_python_stream_error(stream)).decode())
    return _frame(rows, kinds)


def _frame(rows: Any, kinds: Mapping[str, str]) -> Any:
    import pandas

    n = lib.kibitzer_python_rows_count(rows)
    columns = {name: _column(pandas, rows, i, n, kind) for i, (name, kind) in enumerate(kinds.items())}
    return pandas.DataFrame(columns, copy=False)


def _column(pandas: Any, rows: Any, i: int, n: int, kind: str) -> Any:
    if kind in _IS_TEXT:
        return _texts(pandas, rows, i, n, kind)
    numbers = _copy(lib.kibitzer_python_rows_numbers(rows, i), n, np.float64)
    if kind == "float":
        return numbers
    unknown = np.isnan(numbers)
    numbers[unknown] = 0
    if kind == "bool":
        return pandas.arrays.BooleanArray(numbers.astype(np.bool_), unknown)
    return pandas.arrays.IntegerArray(numbers.astype(np.int64), unknown)


def _texts(pandas: Any, rows: Any, i: int, n: int, kind: str) -> Any:
    """Each distinct text is made once."""
    codes = _copy(lib.kibitzer_python_rows_codes(rows, i), n, np.int32)
    bytes_, ends = ffi.new("const char *[1]"), ffi.new("const int64_t *[1]")
    count = lib.kibitzer_python_rows_texts(rows, i, bytes_, ends)
    after = [0, *ffi.unpack(ends[0], count)] if count else [0]
    whole = ffi.buffer(bytes_[0], after[-1])[:] if count else b""
    distinct = [whole[a:b].decode("utf-8", "surrogateescape") for a, b in zip(after, after[1:])]
    if kind == "category":
        order = sorted(range(count), key=distinct.__getitem__)
        places = np.empty(count + 1, np.int32)
        places[order], places[count] = np.arange(count), -1
        return pandas.Categorical.from_codes(places[codes], [distinct[k] for k in order])
    texts = np.empty(count + 1, object)
    texts[:count], texts[count] = distinct, pandas.NA
    return pandas.arrays.StringArray(texts[codes])  # -1 is the last


def _copy(pointer: Any, n: int, dtype: Any) -> Any:
    if n == 0:
        return np.empty(0, dtype)
    return np.frombuffer(ffi.buffer(pointer, n * np.dtype(dtype).itemsize), dtype).copy()
