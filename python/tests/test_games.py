"""Positions as values, and games played with them."""
import pickle
import random

import numpy as np
import pytest
from conftest import OPENING

import kibitzer

TAKEN = kibitzer.Position(OPENING.replace(":31:", ":00:")).double().take()


def test_a_game_against_the_engine():
    position = kibitzer.Position(length=3).roll(random=random.Random(5))
    chance = random.Random(7)
    while not position.match_is_over:
        if position.is_over:
            position = position.next_game()
        elif position.waiting:
            position = position.take() if position.cube("0ply").verdict == "take" else position.pass_()
        elif position.dice:
            plays = position.plays("0ply")
            position = position.play(plays[0]["play"] if plays else "")
        else:
            doubles = position.cube("0ply").verdict.startswith(("Double", "Redouble"))
            position = position.double() if doubles else position.roll(random=chance)
    assert max(position.scores) >= 3 and position.winner == position.scores.index(max(position.scores))


def test_games_of_chance_follow_the_rules_of_the_boards():
    chance = random.Random(3)
    for _ in range(3):
        position = kibitzer.Position().roll(random=chance)
        while not position.is_over:
            if position.dice is None:
                position = position.roll(random=chance)
                continue
            plays = position.legal_plays()
            after = kibitzer.legal_plays(position.board, position.dice)
            assert [p.board.tolist() for p in plays] == after.tolist()
            assert all((p.position.board == kibitzer.flip(p.board)).all() for p in plays)
            position = chance.choice(plays).position if plays else position.play("")
        lost = position.board
        assert position.points in (1, 2, 3) and position.winner == 1 - position.player and (lost >= 0).all()


def test_positions_are_values():
    one, same = kibitzer.Position(OPENING), kibitzer.Position(OPENING)
    assert one == same and hash(one) == hash(same) and len({one, same}) == 1
    assert one != one.replace(score=1, length=7) and one != kibitzer.Position()
    assert one != OPENING
    with pytest.raises(AttributeError, match=r"replace\(\)"):
        one.length = 7
    assert one.replace(die_1=0, die_2=0).dice is None and one.dice == (3, 1)
    assert one._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    "position",
    [
        kibitzer.Position(),
        kibitzer.Position(length=5).roll((6, 2)),
        kibitzer.Position(length=5).roll((2, 6)),
        TAKEN,
        TAKEN.roll((6, 6)),
        kibitzer.Position(OPENING.replace(":31:", ":00:")).double(),
        kibitzer.Position(OPENING.replace(":31:", ":00:")).double().pass_(),
        kibitzer.Position(kibitzer.start(), beavers=1, cube_limit=64, jacoby=1).double(),
        kibitzer.Position("XGID=-A----------------bbbccc--:1:1:1:21:0:0:0:5:10").play("1/off"),
        kibitzer.Position("XGID=-A----------------bbbccc--:1:1:-1:21:2:1:0:5:10"),
    ],
)
def test_every_kind_of_position_is_pickled(position):
    other = pickle.loads(pickle.dumps(position))
    assert other == position and hash(other) == hash(position)
    assert (other.winner, other.points, other.waiting, other.player) == (
        position.winner, position.points, position.waiting, position.player)


def test_numbers_that_do_not_go_together_are_refused():
    for numbers, words in (
        ({"length": 5, "score": 5}, "the match is over"),
        ({"die_1": 3}, "one die"),
        ({"length": 5, "crawford": 1}, "needs one point"),
        ({"cube_value": 4, "cube_limit": 2}, "higher than its limit"),
    ):
        with pytest.raises(ValueError, match=words):
            kibitzer.Position(kibitzer.start(), **numbers)
        with pytest.raises(ValueError, match=words):
            kibitzer.Position(kibitzer.start()).replace(**numbers)
    with pytest.raises(TypeError, match="colour"):
        kibitzer.Position().replace(colour=1)


def test_the_score_is_carried_on_and_the_crawford_game_is_one():
    position = kibitzer.Position("XGID=-A----------------bbbccc--:1:1:1:21:0:0:0:5:10")
    winner = position.player
    over = position.play("1/off")
    assert (over.is_over, over.winner, over.points, over.match_is_over) == (True, winner, 4, False)
    assert over.scores[winner] == 4 and over.scores[1 - winner] == 0
    crawford = over.next_game()
    assert crawford.crawford == 1 and crawford.scores == over.scores and crawford.cube_value == 1
    with pytest.raises(kibitzer.MisuseError, match="nobody has rolled"):
        crawford.double()
    with pytest.raises(kibitzer.MisuseError, match="this game is not over"):
        crawford.next_game()
    with pytest.raises(kibitzer.MisuseError, match="the game is over"):
        over.roll((2, 1))


def test_who_decides_and_what_waits():
    position = kibitzer.Position(kibitzer.start(), beavers=1)
    doubled = position.double()
    assert (doubled.waiting, doubled.decides, doubled.player) == ("double", 1 - position.player, position.player)
    assert doubled.beaver().waiting == "beaver" and doubled.beaver().raccoon().take().cube_value == 8
    assert doubled.pass_().winner == position.player
    with pytest.raises(kibitzer.MisuseError, match="waits for its answer"):
        doubled.roll((2, 1))
    with pytest.raises(kibitzer.MisuseError, match="have not been rolled"):
        position.play("8/5 6/5")
    with pytest.raises(kibitzer.MisuseError, match="have not been rolled"):
        position.legal_plays()


def test_the_first_throw_is_a_die_of_each():
    start = kibitzer.Position(length=3)
    assert (start.roll((3, 1)).player, start.roll((1, 3)).player) == (0, 1)
    with pytest.raises(kibitzer.MisuseError, match="one die"):
        start.roll((2, 2))
    throws = {start.roll(random=random.Random(seed)).dice for seed in range(200)}
    assert len(throws) == 30 and all(a != b for a, b in throws)


def test_a_play_is_understood_however_it_is_written():
    thirty_one = kibitzer.Position(OPENING)
    assert len({thirty_one.play(words) for words in ("8/5 6/5", "6/5, 8/5", "6/5 8/5")}) == 1
    assert "8/5 6/5" in [p.notation for p in thirty_one.legal_plays()]
    with pytest.raises(kibitzer.MisuseError, match="does not fit the roll"):
        thirty_one.play("8/3")
    dancing = np.zeros(26, np.int8)
    dancing[[25, 6]] = 1, 1
    dancing[[19, 20, 21, 22, 23, 24]] = -2
    stuck = kibitzer.Position(dancing, dice=(6, 5))
    assert stuck.legal_plays() == [] and stuck.play("").player == 1 - stuck.player
