"""Reading, analysing and writing matches."""
import json
import pickle
import subprocess
import threading
import warnings
from email.message import EmailMessage

import pytest
from conftest import OPENING, TOP

import kibitzer

PROGRAM = TOP / "build/release/kibitzer"


def program(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True).stdout


def test_the_files_of_a_mail_are_matches(demo):
    mail = EmailMessage()
    mail["Message-ID"] = "<1@example.org>"
    mail.set_content("Hi Bob, here are our matches.")
    for name in ("Zoë.mat", "again.mat"):
        mail.add_attachment(demo.read_bytes(), maintype="application", subtype="octet-stream", filename=name)
    matches = kibitzer.read_all_bytes(mail.as_bytes())
    assert [m.players for m in matches] == 2 * [kibitzer.read(demo).players]


def test_a_match_knows_who_played_and_how_it_ended(demo):
    match = kibitzer.read(demo)
    assert match.players == ("Zoë & Max", '<Bob> "Bee"')
    assert (match.length, match.score, match.format, match.sets) == (7, (2, 7), "mat", 0)
    assert repr(match) == '<kibitzer.Match Zoë & Max - <Bob> "Bee" 2:7, 7 points>'


def test_what_is_written_is_what_the_program_writes(demo, tmp_path):
    match = kibitzer.read(demo)
    for format in ("sgf", "html", "dump", "json"):
        program("convert", "-q", "--to", format, "--out", tmp_path, demo)
        assert match.to_bytes(format) == (tmp_path / f"club-final.{format}").read_bytes()


def test_an_analysis_is_that_of_the_program(demo, analysed):
    printed = json.loads(program("analyze", "--json", "-q", "--level", "0ply", demo))
    assert analysed.document()["statistics"] == printed["statistics"]
    assert analysed.sets == 1


def test_decisions_are_dictionaries_with_what_is_not_known_as_none(analysed):
    decisions = list(analysed.decisions())
    plays = [d for d in decisions if d["kind"] == "play"]
    assert len(plays) > 100
    first = plays[0]
    assert (first["game"], first["move"], first["dice"], first["played"]) == (1, 1, "21", "24/21")
    assert isinstance(first["error"], float) and first["illegal"] is False and first["no_double"] is None
    assert {type(d["score"]) for d in decisions} == {int}


def test_games_events_and_candidates(analysed):
    games = list(analysed.games())
    assert [games[0]["score_0"], games[0]["score_1"], games[0]["crawford"]] == [0, 0, False]
    assert sum(g["points"] for g in games if g["winner"] == 1) == 7
    assert {e["kind"] for e in analysed.events()} >= {"play", "double", "take"}
    best = [c for c in analysed.candidates() if c["rank"] == 1]
    assert all(c["behind"] == 0 for c in best) and any(c["played"] for c in best)


def test_every_column_of_every_cursor_has_its_kind(analysed, season):
    from kibitzer import _rows

    position = kibitzer.Position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10")
    for cursor, kinds in (
        (analysed.decisions(), _rows.DECISIONS),
        (analysed.games(), _rows.GAMES),
        (analysed.events(), _rows.EVENTS),
        (analysed.candidates(), _rows.CANDIDATES),
        (season.matches(), _rows.MATCHES),
        (season.decisions(), _rows.COLLECTION_DECISIONS),
        (season.players(), _rows.PLAYERS),
    ):
        assert [name for _, name, _ in cursor.columns] == list(kinds)
    assert list(position.plays("0ply")[0]) == list(_rows.PLAYS)
    assert list(position.rollout(trials=36, level="0ply")[0]) == list(_rows.ROLLOUT)


def test_a_file_is_saved_whole_under_its_name(analysed, tmp_path):
    analysed.save(tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text() == analysed.to("html")
    with pytest.raises(kibitzer.UnknownError, match="nosuch"):
        analysed.save(tmp_path / "a.nosuch")
    assert [f.name for f in tmp_path.iterdir()] == ["a.html"]


def test_what_is_not_text_says_how_to_get_it(analysed):
    with pytest.raises(TypeError, match=r"pdf is not text: to_bytes\(\)"):
        analysed.to("pdf")
    assert analysed.to_bytes("pdf").startswith(b"%PDF-")


def test_a_file_of_several_matches(fixtures):
    path = fixtures / "mat/two-matches.mat"
    with pytest.warns(kibitzer.InputWarning, match=r"two-matches\.mat:\d+"):
        matches = kibitzer.read_all(path)
    assert len(matches) == 2
    with pytest.warns(kibitzer.InputWarning), pytest.raises(kibitzer.UnknownError, match="found 2 matches, expected one"):
        kibitzer.read(path)
    with pytest.warns(kibitzer.InputWarning):
        assert [m.players for m in kibitzer.each(path)] == [m.players for m in matches]


def test_each_ends_early_and_a_match_that_was_passed_says_so(fixtures):
    kept = []
    for match in kibitzer.each(fixtures / "season"):
        kept.append(match)
        decisions = match.decisions()
        if len(kept) == 3:
            break
    assert next(decisions)["game"] == 1  # a cursor keeps its match
    with pytest.raises(ValueError, match="has been passed"):
        kept[0].players


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda b: memoryview(b"".join(bytes([c, 0]) for c in b))[::2]])
def test_bytes_in_memory_are_read_as_files_are(demo, kind):
    data = kind(demo.read_bytes())
    match = kibitzer.read_bytes(data, "club.mat")
    assert match.to("dump") == kibitzer.read(demo).to("dump")
    assert [m.players for m in kibitzer.read_all_bytes(data)] == [match.players]
    with pytest.raises(TypeError, match="expected bytes"):
        kibitzer.read_bytes("text")


def test_bytes_of_several_matches(fixtures):
    data = (fixtures / "mat/two-matches.mat").read_bytes()
    with kibitzer.messages():
        assert len(kibitzer.read_all_bytes(data, "two.mat")) == 2
        with pytest.raises(kibitzer.UnknownError, match=r"two\.mat: found 2 matches, expected one: read_all_bytes\(\)"):
            kibitzer.read_bytes(data, "two.mat")


def test_a_match_has_what_was_said_of_it(fixtures):
    path = fixtures / "bad/mat/absurd.mat"
    with pytest.warns(kibitzer.InputWarning):
        match = kibitzer.read(path)
    first = next(m for m in match.messages if m.severity in ("warning", "error"))
    assert (first.file, first.line, first.column) == (str(path), 1, 1) and "99999" in first.text and "^" in first.display
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with kibitzer.messages() as said:
            (again,) = kibitzer.each(path)
    assert tuple(said) == again.messages == match.messages


def test_forty_threads_lose_no_message(fixtures):
    paths = [fixtures / "bad/mat/absurd.mat", fixtures / "mat/two-matches.mat"] * 20
    with kibitzer.messages():
        wanted = [kibitzer.read_all(path)[0].messages for path in paths[:2]]
    found = {}

    def read(i):
        with kibitzer.messages() as said:
            found[i] = kibitzer.read_all(paths[i])[0].messages, tuple(said)

    threads = [threading.Thread(target=read, args=(i,)) for i in range(40)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(wanted) and found == {i: (wanted[i % 2],) * 2 for i in range(40)}


def test_decisions_about_the_cube_have_what_was_done(analysed):
    cube = [d for d in analysed.decisions() if d["kind"] not in ("play", "roll")]
    assert cube and all(d["played"] == d["kind"] for d in cube)


def test_errors_say_where(fixtures, tmp_path):
    with pytest.raises(kibitzer.Error, match=r"picture\.png: this is a picture") as caught:
        kibitzer.read(fixtures / "bad/any/picture.png")
    assert caught.value.file.endswith("picture.png")
    with pytest.raises(kibitzer.Error, match="nowhere.mat"):
        kibitzer.read(tmp_path / "nowhere.mat")
    with pytest.warns(kibitzer.InputWarning, match=r"absurd\.mat:1:1: match length 99999, expected 0") as warned:
        kibitzer.read(fixtures / "bad/mat/absurd.mat")
    assert {w.filename for w in warned} == {__file__}


def test_an_error_has_line_and_column(fixtures):
    bad = fixtures / "bad/bgammon/tabula.match"
    with pytest.raises(kibitzer.Error) as caught:
        kibitzer.read(bad)
    assert str(caught.value) == f'{bad}:1:34: found variant "2", expected 0, backgammon'
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(bad), 1, 34)


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    none, elsewhere = tmp_path / "none.mat", kibitzer.Collection(tmp_path / "c")
    for ask in (
        lambda: kibitzer.read(none), lambda: kibitzer.read_all(none), lambda: next(kibitzer.each(none)), lambda: kibitzer.run("info", none),
        lambda: kibitzer.commands.info(str(none)), lambda: elsewhere.add(none), lambda: kibitzer.Engine(net=none), lambda: kibitzer.hint(OPENING, net=none),
    ):
        with pytest.raises(OSError, match="No such file") as caught:
            ask()
        assert isinstance(caught.value, kibitzer.UnreadableError) and str(none) in str(caught.value)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    for ask in (elsewhere.stats, elsewhere.matches):
        with pytest.raises(OSError, match="no collection here yet"):
            ask()


def test_an_id_that_is_none_is_a_value_error():
    for ask in (kibitzer.Position, kibitzer.hint, kibitzer.cube, kibitzer.evaluate, kibitzer.rollout, kibitzer.commands.hint):
        with pytest.raises(kibitzer.UnknownError, match="neither a Position ID") as caught:
            ask("no ID")
        assert isinstance(caught.value, ValueError)
    with pytest.raises(ValueError, match="does not fit the roll"):
        kibitzer.hint(OPENING, plays=["8/3"])
