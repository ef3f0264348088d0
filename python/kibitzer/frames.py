"""Rows as pandas frames. docs/python.md has the table of dtypes."""
from __future__ import annotations

from typing import Any

from . import _rows

DTYPES = {"int": "Int64", "float": "float64", "bool": "boolean", "str": "string", "category": "category"}
"""By kind of column: what is not known is <NA>, in float64 NaN."""


def frame(cursor: _rows.Cursor) -> Any:
    """What is left of a cursor's rows, as a pandas.DataFrame."""
    import pandas

    kinds = {name: kind for _, name, kind in cursor.columns}
    rows = list(cursor)
    return pandas.DataFrame(
        {name: pandas.Series([row[name] for row in rows], dtype=DTYPES[kind]) for name, kind in kinds.items()}
    )
