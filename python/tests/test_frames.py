"""pandas frames and Parquet."""
import re

import pytest
from conftest import TOP

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
