"""A collection's tables in DuckDB, through its library (npm: @duckdb/node-bindings-linux-x64) and the package's Arrow streams.

    python3 duckdb_check.py LIBDUCKDB COLLECTION TABLES.db FOLDER

TABLES.db is what `kibitzer db export --tables` made of the same collection: both are asked the same. FOLDER takes a Parquet file.
"""
import ctypes
import sqlite3
import sys
from pathlib import Path

import kibitzer

library, collection, exported, folder = sys.argv[1:]
duck = ctypes.CDLL(library)
text = ctypes.c_char_p
duck.duckdb_value_varchar.restype = ctypes.c_void_p
duck.duckdb_value_varchar.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
duck.duckdb_result_error.restype = text
duck.duckdb_column_count.restype = duck.duckdb_row_count.restype = ctypes.c_uint64
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.argtypes, pointer_of.restype = [ctypes.py_object, text], ctypes.c_void_p


class Result(ctypes.Structure):
    _fields_ = [("deprecated", ctypes.c_void_p * 5), ("internal", ctypes.c_void_p)]


database, connection = ctypes.c_void_p(), ctypes.c_void_p()
assert duck.duckdb_open(None, ctypes.byref(database)) == 0
assert duck.duckdb_connect(database, ctypes.byref(connection)) == 0


def ask(sql):
    """Rows of texts; a figure has six decimals."""
    result = Result()
    if duck.duckdb_query(connection, sql.encode(), ctypes.byref(result)) != 0:
        sys.exit(f"{sql}: {duck.duckdb_result_error(ctypes.byref(result)).decode()}")
    rows = []
    for r in range(duck.duckdb_row_count(ctypes.byref(result))):
        values = [duck.duckdb_value_varchar(ctypes.byref(result), c, r) for c in range(duck.duckdb_column_count(ctypes.byref(result)))]
        rows.append(tuple(ctypes.string_at(v).decode() if v else None for v in values))
        for v in filter(None, values):
            duck.duckdb_free(ctypes.c_void_p(v))
    duck.duckdb_destroy_result(ctypes.byref(result))
    return rows


def load(name):
    """A stream is read once: its rows become a table of DuckDB's."""
    capsule = kibitzer.Collection(collection).table(name).__arrow_c_stream__()
    assert duck.duckdb_arrow_scan(connection, b"stream", ctypes.c_void_p(pointer_of(capsule, b"arrow_array_stream"))) == 0
    ask(f"CREATE TABLE {name} AS SELECT * FROM stream")
    ask("DROP VIEW stream")


QUESTIONS = (
    "SELECT count(*), count(dice), count(error), count(DISTINCT match), sum(n) FROM decisions",
    "SELECT player, printf('%.6f', sum(error)) FROM decisions GROUP BY player ORDER BY player",
    "SELECT match, sum(points), sum(CAST(crawford AS INTEGER)) FROM games GROUP BY match ORDER BY match",
    "SELECT name, printf('%.6f', pr), decisions FROM players ORDER BY name",
    "SELECT count(*), sum(CAST(played AS INTEGER)), printf('%.6f', sum(equity)), printf('%.6f', min(win)) FROM candidates",
    "SELECT player1, player2, winner, page, length, date FROM matches ORDER BY match",
    "SELECT m.page, count(*) FROM decisions d JOIN matches m ON m.match = d.match JOIN candidates c ON c.match = d.match AND c.n = d.n GROUP BY 1 ORDER BY 1",
)
for table in ("matches", "games", "players", "decisions", "candidates"):
    load(table)
with sqlite3.connect(exported) as flat:
    for sql in QUESTIONS:
        here, there = ask(sql), [tuple(None if v is None else str(v) for v in row) for row in flat.execute(sql)]
        assert here and here == there, f"{sql}:\n{here}\n{there}"
parquet = str(Path(folder) / "decisions.parquet")
ask(f"COPY decisions TO '{parquet}' (FORMAT parquet)")
assert ask(f"SELECT count(*), sum(hash(d)) FROM '{parquet}' d") == ask("SELECT count(*), sum(hash(d)) FROM decisions d")
duck.duckdb_disconnect(ctypes.byref(connection))
duck.duckdb_close(ctypes.byref(database))
print(len(QUESTIONS), "questions, the same answers")
