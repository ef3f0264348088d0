"""Collections: filling, rows, documents."""
import os

import kibitzer


def test_adding_makes_a_collection_and_nothing_else(fixtures, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = fixtures / "season/round-1.mat"
    for where in ("folder", "file.db"):
        with kibitzer.Collection(where) as collection:
            assert collection.add(one, level="0ply").complete
            assert [m["player_1"] for m in collection.matches()] == ["Mira"]
    assert sorted(os.listdir()) == ["file.db", "folder"] and os.listdir("folder") == ["collection.db"]


def test_what_is_known_is_not_analysed_again(season, fixtures):
    before = [m["id"] for m in season.matches()]
    season.add(fixtures / "season", level="0ply")
    assert [m["id"] for m in season.matches()] == before and len(before) == 8


def test_rows_are_chosen_by_options(season):
    costly = list(season.decisions(player="Mira", errors_above=0.2))
    assert costly and all(d["player"] == "Mira" and d["error"] > 0.2 for d in costly)
    assert len(list(season.matches(since="2025-06"))) < 8
    assert "Mira" in [p["name"] for p in season.players()]


def test_documents_of_a_collection_are_those_of_the_commands(season):
    assert season.errors(worst=3) == kibitzer.commands.errors(db=season.where, worst=3)
    assert season.find(errors_above=0.3)["decisions"] == kibitzer.document("find", db=season.where, errors_above=0.3)["decisions"] != []


def test_it_knows_its_name_and_opens_again(season):
    assert season.name.endswith("collection.db")
    with season:
        rows = season.matches()
        first = next(rows)
    assert next(rows)["id"] != first["id"]  # a cursor keeps it open
    assert len(list(season.matches())) == 8


def test_a_place_without_a_collection_is_an_error(tmp_path):
    try:
        kibitzer.Collection(tmp_path / "none.db").matches()
    except kibitzer.Error as e:
        assert "none.db" in str(e)
    else:
        raise AssertionError("nothing was raised")
