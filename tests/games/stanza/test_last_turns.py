"""Last turns."""

from __future__ import annotations

import pytest

from ludotheque import Position

from .build import FULL, legal, own, play, position, seat, turn

ROOM_TO_EMPTY = "DDD .L. ... AAA PPP"  # a player who takes space 5 causes a refill


def stage(p: Position) -> tuple[str | None, int | None]:
    """The last turn, if it is one, and who is to act."""
    last: str | None = p.to_dict()["last_turn"]
    return last, p.to_act


def play_on(p: Position) -> list[tuple[str | None, int | None]]:
    """The seats that have turns, and which turns, if nobody passes out."""
    stages = []
    while p.to_act is not None:
        stages.append(stage(p))
        p = turn(p, [name for name in legal(p).split() if name != "PASS_OUT"][-1])
    return stages


def test_l80_after_the_last_refill_normal_turns_go_on_until_seat_0_would_be_next() -> None:
    seats = seat(figure=3), seat(figure=1), seat(figure=2)
    p = turn(position(*seats, players=3, board=ROOM_TO_EMPTY, refills=3), "MOVE_1")
    assert p.to_dict()["refills"] == 4
    for other in (1, 2):
        assert stage(p) == (None, other)
        assert legal(p) == "MOVE_1 MOVE_2 MOVE_3 MOVE_4"
        p = turn(p, "MOVE_1")
    assert stage(p) == ("A", 0)
    assert legal(p) == "MOVE_1 MOVE_2 MOVE_3 MOVE_4 PASS_OUT"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_l81_in_the_turn_of_the_last_seat_the_last_turns_begin_at_once(players: int) -> None:
    seats = [seat(figure=space) for space in range(4 - players, 4)]
    p = position(*seats, players=players, act=players - 1, board=ROOM_TO_EMPTY, refills=players)
    p = turn(p, "MOVE_1")
    assert (p.to_dict()["refills"], stage(p)) == (players + 1, ("A", 0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_l82_everybody_has_one_turn_in_each_of_a_b_c(players: int) -> None:
    p = position(players=players, last_turn="A")
    assert play_on(p) == [(last, s) for last in "ABC" for s in range(players)]


def test_l82_who_has_passed_out_is_left_out() -> None:
    p = play(turn(position(players=3, last_turn="A"), "MOVE_1"), "PASS_OUT")
    assert play_on(p) == [("A", 2), ("B", 0), ("B", 2), ("C", 0), ("C", 2)]
    p = play(position(players=3, last_turn="A"), "PASS_OUT")
    assert play_on(p) == [("A", 1), ("A", 2), ("B", 1), ("B", 2), ("C", 1), ("C", 2)]


@pytest.mark.parametrize(("players", "values"), [(2, [4, 3]), (3, [4, 3, 2]), (4, [4, 3, 2, 1])])
def test_l91_passing_out_takes_the_free_place_worth_most(players: int, values: list[int]) -> None:
    p = position(players=players, last_turn="B")
    for number in range(players):
        assert stage(p) == ("B", number)
        p = play(p, "PASS_OUT")
        assert (own(p, "figure", number), own(p, "passing_place", number)) == (None, number + 1)
    assert p.scores() == values


def test_l91_places_go_by_the_order_of_passing_out() -> None:
    p = turn(position(players=2, last_turn="A"), "MOVE_1")
    p = play(p, "PASS_OUT", "PASS_OUT")
    assert (p.to_act, p.scores()) == (None, [3, 4])


def test_l91_nobody_may_pass_out_before_the_last_turns_nor_after_moving() -> None:
    assert "PASS_OUT" not in legal(position(refills=2))
    assert "PASS_OUT" not in legal(position(refills=3, act=1))
    p = play(position(last_turn="A"), "MOVE_1")
    assert legal(p) == "ACT_HERE PASS"


def test_l92_who_plays_all_last_turns_scores_nothing_for_passing() -> None:
    p = position(seat(), seat(passed=1), last_turn="C")
    p = turn(p, "MOVE_1")
    assert (p.to_act, own(p, "passing_place"), own(p, "figure")) == (None, None, 1)
    assert p.scores() == [0, 4]


def test_l93_the_game_ends_after_the_last_seats_turn_c() -> None:
    p = position(last_turn="C", act=1)
    p = turn(p, "MOVE_1")
    assert (p.to_act, p.phase, p.legal()) == (None, "OVER", [])


def test_l93_the_game_ends_as_soon_as_all_have_passed_out() -> None:
    p = play(position(last_turn="A"), "PASS_OUT", "PASS_OUT")
    assert (p.to_act, p.phase, p.legal()) == (None, "OVER", [])
    assert p.to_dict()["last_turn"] == "C"


def test_l93_a_later_seat_that_has_passed_out_does_not_keep_the_game_going() -> None:
    p = turn(position(seat(), seat(passed=1), last_turn="C"), "MOVE_1")
    assert p.phase == "OVER"
    p = play(position(seat(), seat(passed=1), last_turn="B"), "PASS_OUT")
    assert (p.phase, p.scores()) == ("OVER", [3, 4])


def test_e6_with_three_players_the_fourth_refill_is_the_last() -> None:
    seats = seat(figure=3), seat(figure=1), seat(figure=2)
    p = position(*seats, players=3, board=ROOM_TO_EMPTY, refills=2)
    p = turn(p, "MOVE_1")
    assert (p.to_dict()["refills"], stage(p)) == (3, (None, 1))
    assert play_on(turn(position(*seats, players=3, board=ROOM_TO_EMPTY, refills=3), "MOVE_1")) == [
        (None, 1),
        (None, 2),
        *((last, s) for last in "ABC" for s in range(3)),
    ]


def test_x22_the_seats_after_the_last_refill_have_a_normal_turn() -> None:
    seats = seat(figure=15), seat(figure=3), seat(figure=1)
    p = position(*seats, players=3, act=1, board=ROOM_TO_EMPTY, refills=3)
    p = turn(p, "MOVE_1")
    assert p.to_dict()["refills"] == 4
    assert play_on(p) == [(None, 2), *((last, s) for last in "ABC" for s in range(3))]


def test_x23_two_pass_out_and_one_plays_on() -> None:
    p = position(seat(figure=15), seat(figure=3), seat(figure=1), players=3, board=FULL, last_turn="A")
    p = play(turn(p, "MOVE_2"), "PASS_OUT")
    p = turn(p, "MOVE_1")
    assert stage(p) == ("B", 0)
    p = turn(play(p, "PASS_OUT"), "MOVE_1")
    assert stage(p) == ("C", 2)
    p = turn(p, "MOVE_1")
    assert [own(p, "passing_place", s) for s in range(3)] == [2, 1, None]
    assert (p.to_act, p.scores(), p.winners()) == (None, [3, 4, 0], [1])
