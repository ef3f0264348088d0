"""Boards, plays and positions."""
import numpy as np
import pytest
from conftest import OPENING

import kibitzer
from kibitzer import arrays


def boards_of_play(n, seed=1):
    """Boards that random play leads to, each seen by the player on roll."""
    random = np.random.default_rng(seed)
    boards, board = np.empty((n, 26), np.int8), kibitzer.start()
    for i in range(n):
        boards[i] = board
        after = kibitzer.legal_plays(board, tuple(random.integers(1, 7, 2)))
        board = kibitzer.flip(after[random.integers(len(after))] if len(after) else board)
        if board[board > 0].sum() == 0 or board[board < 0].sum() == 0:
            board = kibitzer.start()
    return boards


def test_chances_of_many_boards_are_those_of_each():
    boards = boards_of_play(500)
    many = kibitzer.evaluate(boards)
    assert many.shape == (500, 5) and many.dtype == np.float32
    assert all((kibitzer.evaluate(board) == chances).all() for board, chances in zip(boards, many))
    assert (kibitzer.evaluate(boards, threads=1) == many).all()
    position = kibitzer.Position(boards[7])
    np.testing.assert_allclose(position.evaluate("0ply")[:5], many[7], atol=1e-6)


def test_the_result_goes_where_out_says_and_nothing_is_copied():
    boards, out = boards_of_play(10), np.zeros((10, 5), np.float32)
    assert kibitzer.evaluate(boards, out=out) is out
    assert (out == kibitzer.evaluate(boards)).all() and (out[:, 0] > 0).any()
    out.flags.writeable = False
    with pytest.raises((ValueError, BufferError)):
        kibitzer.evaluate(boards, out=out)


def test_states_are_worth_what_their_positions_are():
    boards = boards_of_play(12)
    states = np.tile(np.array([2, -1, 7, 3, 5, 0, 0, 0], np.int32), (12, 1))
    worth = kibitzer.evaluate_states(boards, states)
    for board, state, found in zip(boards, states, worth):
        position = kibitzer.Position(board, **dict(zip(arrays.STATE, map(int, state))))
        np.testing.assert_allclose(found, position.evaluate("0ply"), atol=1e-6)
    assert arrays.EVALUATION == kibitzer.Evaluation._fields
    money = kibitzer.evaluate_states(boards, level="1ply", threads=1)
    np.testing.assert_allclose(money[3], kibitzer.Position(boards[3]).evaluate("1ply"), atol=1e-6)
    states[5, 0] = 3
    with pytest.raises(kibitzer.MisuseError, match="position 5: "):
        kibitzer.evaluate_states(boards, states)
    with pytest.raises(ValueError, match="int32"):
        kibitzer.evaluate_states(boards, states.astype(np.int64))


@pytest.mark.parametrize(
    "boards, error",
    [
        (np.zeros((3, 25), np.int8), ValueError),
        (np.zeros((3, 26)), TypeError),
        ([0] * 26, TypeError),
        (np.full((2, 26), 9, np.int8), kibitzer.MisuseError),
    ],
)
def test_what_is_no_board_is_refused(boards, error):
    with pytest.raises(error):
        kibitzer.evaluate(boards)


def test_a_side_view_of_boards_is_as_good():
    boards = boards_of_play(20)
    assert (kibitzer.evaluate(boards[::2]) == kibitzer.evaluate(boards)[::2]).all()


def test_legal_plays():
    after, steps = kibitzer.legal_steps(kibitzer.start(), (3, 1))
    assert after.shape == (16, 26) and len({a.tobytes() for a in after}) == 16
    assert [8, 5, 6, 5, -1, -1, -1, -1] in steps.tolist()
    barred = kibitzer.start()
    barred[[25, 24, 19, 20, 21, 22, 23]] = 1, -2, -3, -2, -2, -2, -2
    barred[[1, 6, 8, 12, 13, 17]] = 2, 5, 3, -2, 4, 0
    assert len(kibitzer.legal_plays(barred, (3, 1))) == 0
    with pytest.raises(kibitzer.MisuseError, match="a die shows 1 to 6"):
        kibitzer.legal_plays(kibitzer.start(), (7, 1))


def test_more_plays_than_expected_all_come():
    board = np.zeros(26, np.int8)
    board[[24, 22, 20, 18, 16, 14, 12, 10]] = 1
    board[0] = -1
    after = kibitzer.legal_plays(board, (1, 1))
    assert len(after) > 64 and len({a.tobytes() for a in after}) == len(after)


def test_flip_turns_the_board_and_turns_it_back():
    boards = boards_of_play(30)
    assert (kibitzer.flip(kibitzer.flip(boards)) == boards).all()
    assert (kibitzer.flip(boards)[:, 1] == -boards[:, 24]).all()


def test_a_problem_is_named():
    assert kibitzer.problem(kibitzer.start()) is None
    assert "fifteen" in kibitzer.problem(np.full(26, 5, np.int8))


def test_a_position_is_read_and_spelled():
    p = kibitzer.Position(OPENING)
    assert (p.dice, p.length, p.score, p.cube_value, p.cube_owner) == ((3, 1), 0, 0, 1, 0)
    assert p.xgid == OPENING and p.gnubg_id.startswith("4HPwATDgc/ABMA:")
    assert kibitzer.Position(p.ogid).board.tolist() == kibitzer.start().tolist()


def test_numbers_of_a_position_are_set():
    p = kibitzer.Position(kibitzer.start(), length=7, score=3, opponent_score=5, cube_value=2, cube_owner=-1)
    assert (p.length, p.score, p.opponent_score, p.cube_value, p.cube_owner, p.dice) == (7, 3, 5, 2, -1, None)
    assert p.replace(dice=(6, 5)).plays("0ply")[0]["play"] == "24/13"
    with pytest.raises(kibitzer.MisuseError, match="die_1: found 7, expected 0 to 6"):
        p.replace(dice=(7, 1))
    with pytest.raises(kibitzer.MisuseError, match="cube_value: found 3, expected a power of two, at most"):
        p.replace(cube_value=3)
    for dice in (), (3,), (3, 1, 2):
        with pytest.raises(kibitzer.MisuseError, match="expected two"):
            kibitzer.Position(dice=dice)
    with pytest.raises(TypeError, match="colour"):
        kibitzer.Position(OPENING, colour=1)


def test_an_id_that_is_none_says_why():
    with pytest.raises(kibitzer.UnknownError, match="at character"):
        kibitzer.Position("nonsense")


def test_questions_by_id_are_documents():
    assert kibitzer.hint(OPENING, level="0ply")["plays"][0]["play"] == "8/5 6/5"
    for chosen in (kibitzer.hint(OPENING, plays=["13/9", "6/2"], again="1ply", level="0ply"),
                   kibitzer.Position(OPENING).hint(plays="13/9; 6/2", again="1ply", level="0ply")):
        assert [(p["play"], p["plies"], p["again"]["plies"]) for p in chosen["plays"]] == [("13/9", 0, 1), ("6/2", 0, 1)]
    with pytest.raises(kibitzer.Error, match="does not fit the roll"):
        kibitzer.hint(OPENING, plays=["8/3"])
    rolled = kibitzer.rollout(OPENING, trials=36, level="0ply", seed=1)
    assert rolled["seed"] == 1 and rolled["results"][0]["trials"] == 36
    unrolled = OPENING.replace(":31:", ":00:")
    assert kibitzer.cube(unrolled, level="0ply")["scores"]
    assert 0.5 < kibitzer.evaluate(unrolled, level="0ply")["win"] < 0.6


def test_the_cube():
    cube = kibitzer.Position("XGID=-BBBBBB---aa-a---a-bbba---:0:0:1:00:0:0:0:7:10").cube("1ply")
    assert cube.verdict == "Double, pass" and cube.double_pass == 1.0
    dead = kibitzer.Position(kibitzer.start(), length=1).cube("0ply")
    assert dead.double_take is None


@pytest.mark.parametrize(
    "position",
    ["XGID=-A--A----------------a----:0:0:1:D:0:0:0:0:10", "AQAAgAEAAAAAAA:cCEAAAAAAAAA", "AQAAgAEAAAAAAA:cCkAAAAAAAAA"],
)
def test_what_waits_is_answered_alike_everywhere(position):
    hint, cube = kibitzer.hint(position), kibitzer.Position(position).cube()
    rolled = kibitzer.Position(position).rollout(trials=36, level="0ply")
    assert cube.verdict == hint["answer"] == rolled[0]["play"] and cube.no_double is None
    assert cube.best == pytest.approx(hint[cube.verdict]["equity"], abs=1e-5)
    for row in rolled:
        assert row["equity"] == pytest.approx(hint[row["play"]]["equity"], abs=1e-4)
    if "take" in hint:
        assert (cube.double_take, cube.double_pass) == pytest.approx((hint["take"]["equity"], hint["pass"]["equity"]))


def test_a_table_for_unlike_players_wants_the_better_one():
    """29 of 36 rolls win; doubled, the opponent redoubles in the others: tests/cli/met_test.sh has the figures by hand."""
    position = kibitzer.Position("XGID=-A--A----------------a----:0:0:1:00:2:1:0:5:10")
    better = position.cube("0ply", kibitzer.Engine(met="jacobs-100", stronger="on-roll"))
    worse = position.cube("0ply", kibitzer.Engine(met="jacobs-100", stronger="opponent"))
    assert (better.double_take, worse.double_take) == pytest.approx((1.3094, 1.6170), abs=1e-4)
    with pytest.raises(kibitzer.MisuseError, match="unlike strength"):
        position.cube("0ply", kibitzer.Engine(met="jacobs-100"))


def test_equities_and_chances_are_converted():
    last = kibitzer.Position("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:2:0:3:10")
    money = kibitzer.Position("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    assert last.mwc(0.5) == 0.75 and last.equity(0.25) == -0.5  # double match point: equity 1 is the match
    assert money.mwc(0.5) is None and money.equity(0.5) is None
