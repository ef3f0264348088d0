"""pandas frames and Parquet."""
import re

import pytest
from conftest import TOP

import kibitzer
from kibitzer import _rows
from kibitzer.frames import DTYPES

pandas = pytest.importorskip("pandas", reason="pandas is not installed")


def test_a_frame_has_the_rows_and_the_dtypes(analysed):
    frame, rows = analysed.decisions().frame(), list(analysed.decisions())
    assert len(frame) == len(rows)
    assert {name: str(t) for name, t in frame.dtypes.items()} == {n: DTYPES[k] for n, k in _rows.DECISIONS.items()}
    assert frame["error"].sum() == pytest.approx(sum(r["error"] or 0 for r in rows))
    assert frame["cube_owner"].isna().sum() == sum(r["cube_owner"] is None for r in rows) > 0
    assert frame.groupby("player", observed=True)["error"].sum().gt(0).all()


def test_frames_of_collections(season):
    frame = season.decisions(player="Mira").frame()
    assert set(frame["player"]) == {"Mira"} and len(frame) > 100
    matches = season.matches().frame().set_index("id")
    assert frame.join(matches, on="match", rsuffix="_of_match")["date"].notna().all()


def test_frames_of_collections_have_their_matches_and_forced_plays(season):
    frame, plain = season.decisions(forced=True).frame(), season.decisions().frame()
    forced = frame[frame["kind"] == "forced"]
    assert len(forced) and len(frame) == len(plain) + len(forced) and (forced["error"].isna() | (forced["error"] == 0)).all()
    matches = season.matches().frame().set_index("id")
    for name in ("date", "event", "length", "engine"):
        theirs = frame["match"].map(matches[name])
        assert (frame[name].astype(object).fillna("") == theirs.astype(object).fillna("")).all()
    assert frame[frame["kind"] == "double"]["close"].all() and frame[frame["kind"] == "play"]["close"].isna().all()


def test_frames_of_tables_have_the_rows_of_the_cursor(season):
    table, cursor = season.table("decisions").frame(), season.decisions(forced=True).frame()
    assert len(table) == len(cursor)
    for name in ("kind", "player", "date", "engine", "position_id", "action"):
        assert (table[name].astype(object).fillna("") == cursor[name].astype(object).fillna("")).all(), name
    assert table["error"].sum() == pytest.approx(cursor["error"].sum())
    assert {str(t) for t in table.dtypes} == {"Int64", "float64", "boolean", "category", "string"}
    assert len(season.table("matches").frame()) == len(season.matches().frame())
    assert len(season.table("candidates").frame()) > len(table)
    with pytest.raises(kibitzer.UnknownError, match="nothing"):
        season.table("nothing").frame()


def test_a_frame_takes_what_is_left(season):
    cursor = season.decisions()
    first, rows = next(cursor), list(season.decisions())
    frame = cursor.frame()
    assert first == rows[0] and len(frame) == len(rows) - 1
    for name in frame:
        values = [None if pandas.isna(v) else v for v in frame[name].tolist()]
        assert values == [row[name] for row in rows[1:]], name
    assert frame["kind"].cat.categories.tolist() == sorted(frame["kind"].unique())


def test_an_empty_frame_has_its_columns(season):
    frame = season.decisions(player="Mira", errors_above=9).frame()
    assert len(frame) == 0 and list(frame) == list(_rows.COLLECTION_DECISIONS)


def test_parquet_keeps_all(analysed, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (Debian 12 has no package of it)")
    frame = analysed.decisions().frame()
    frame.to_parquet(tmp_path / "d.parquet")
    pandas.testing.assert_frame_equal(pandas.read_parquet(tmp_path / "d.parquet"), frame)


@pytest.mark.parametrize("heading, kinds", [("decisions of a match", _rows.DECISIONS), ("decisions of a collection", _rows.COLLECTION_DECISIONS)])
def test_the_table_of_dtypes_is_complete(heading, kinds):
    page = (TOP / "docs/python.md").read_text()
    table = page.split(f"| {heading} |")[1].split("\n\n")[0]
    listed = {name: t for names, t in re.findall(r"(?m)^\| (`.*?`) \| (\w+) \|", table) for name in re.findall("`(.*?)`", names)}
    assert listed == {name: DTYPES[kind] for name, kind in kinds.items()}
