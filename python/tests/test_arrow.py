"""Tables as Arrow streams, taken as another program takes them: by the structs of the published ABI."""
import ctypes
import gc

import pytest

import kibitzer


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


P = ctypes.POINTER
Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
                   ("n_children", ctypes.c_int64), ("children", P(P(Schema))), ("dictionary", P(Schema)),
                   ("release", ctypes.CFUNCTYPE(None, P(Schema))), ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
                  ("n_children", ctypes.c_int64), ("buffers", P(ctypes.c_void_p)), ("children", P(P(Array))), ("dictionary", P(Array)),
                  ("release", ctypes.CFUNCTYPE(None, P(Array))), ("private_data", ctypes.c_void_p)]
Stream._fields_ = [("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, P(Stream), P(Schema))),
                   ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, P(Stream), P(Array))),
                   ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, P(Stream))),
                   ("release", ctypes.CFUNCTYPE(None, P(Stream))), ("private_data", ctypes.c_void_p)]

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.argtypes, pointer_of.restype = [ctypes.py_object, ctypes.c_char_p], P(Stream)


def values(array, kind, n):
    bits = array.buffers[0] and ctypes.string_at(array.buffers[0], (n + 7) // 8)
    if kind == b"u":
        ends = (ctypes.c_int32 * (n + 1)).from_address(array.buffers[1])
        text = ctypes.string_at(array.buffers[2], ends[n]) if ends[n] else b""
        found = [text[ends[i]:ends[i + 1]].decode() for i in range(n)]
    elif kind == b"b":
        truth = ctypes.string_at(array.buffers[1], (n + 7) // 8)
        found = [bool(truth[i // 8] >> i % 8 & 1) for i in range(n)]
    else:
        found = list(((ctypes.c_double if kind == b"g" else ctypes.c_int64) * n).from_address(array.buffers[1]))
    return [v if not bits or bits[i // 8] >> i % 8 & 1 else None for i, v in enumerate(found)]


def taken(table):
    """Its columns by name."""
    capsule = table.__arrow_c_stream__()
    stream, schema = pointer_of(capsule, b"arrow_array_stream"), Schema()
    assert stream.contents.get_schema(stream, ctypes.byref(schema)) == 0
    kinds = [(schema.children[i].contents.name.decode(), schema.children[i].contents.format) for i in range(schema.n_children)]
    columns = {name: [] for name, _ in kinds}
    while True:
        batch = Array()
        assert stream.contents.get_next(stream, ctypes.byref(batch)) == 0
        if not batch.release:
            break
        for i, (name, kind) in enumerate(kinds):
            columns[name] += values(batch.children[i].contents, kind, batch.length)
        batch.release(ctypes.byref(batch))
    schema.release(ctypes.byref(schema))
    return columns


def test_a_table_has_the_figures_of_the_cursor(season):
    table, rows = taken(season.table("decisions")), list(season.decisions())
    counted = [e for e, kind in zip(table["error"], table["kind"]) if kind != "forced"]
    assert len(counted) == len(rows)
    assert counted == pytest.approx([r["error"] for r in rows])
    assert set(table["player"]) == {r["player"] for r in rows}
    assert None in table["dice"] and set(table["own"]) == {True}


def test_tables_agree(season):
    matches, games, players = (taken(season.table(name)) for name in ("matches", "games", "players"))
    assert set(matches["match"]) == set(games["match"]) and len(matches["match"]) == len(list(season.matches()))
    assert set(players["name"]) >= {"Mira"}
    candidates = taken(season.table("candidates"))
    assert set(candidates["match"]) == set(matches["match"]) and max(candidates["rank"]) > 1


def test_a_table_is_asked_again_and_a_capsule_that_nobody_took_is_freed(season):
    table = season.table("games")
    assert taken(table) == taken(table)
    table.__arrow_c_stream__()
    gc.collect()
    assert repr(table) == "<kibitzer.Table games>"


def test_errors(season, tmp_path):
    with pytest.raises(kibitzer.UnknownError, match="expected matches, games, players, decisions or candidates"):
        season.table("errors").__arrow_c_stream__()
    with pytest.raises(kibitzer.Error):
        kibitzer.Collection(tmp_path / "none.db").table("games").__arrow_c_stream__()


def test_pyarrow_and_polars_take_it(season):
    pyarrow = pytest.importorskip("pyarrow", minversion="15", reason="pyarrow is not installed (Debian 12 has no package of it)")
    assert pyarrow.table(season.table("decisions")).num_rows == len(taken(season.table("decisions"))["match"])
    polars = pytest.importorskip("polars", reason="polars is not installed")
    assert polars.DataFrame(season.table("games")).height == len(taken(season.table("games"))["match"])
