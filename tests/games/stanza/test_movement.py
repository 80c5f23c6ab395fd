"""Turn order and movement."""

from __future__ import annotations

import pytest

from ludotheque import BadPosition, Position

from .build import FULL, GAME, before_bonus_room, board, legal, own, play, position, seat, show, table, turn


def stops(p: Position) -> list[int]:
    """Where the legal moves of the seat to act end."""
    assert p.to_act is not None
    return [own(p.play(move), "figure", p.to_act) for move in p.legal() if move < 4]


def test_l13_turns_go_round_clockwise_from_seat_0() -> None:
    p = GAME.start(3, seed=1)
    order = []
    for _ in range(7):
        order.append(p.to_act)
        p = turn(p, "MOVE_1")
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_l14_on_a_character_space_the_tile_is_taken_and_one_action_follows() -> None:
    p = play(position(), "MOVE_4")
    assert (own(p, "figure"), show(p, "recruits", 0), board(p)) == (4, "L - - -", "DDD .LL RRR AAA PPP")
    assert (p.to_act, p.phase) == (0, "ACTION")
    p = play(p, "PASS")
    assert (p.to_act, p.phase) == (1, "TURN")


def test_l14_on_the_bonus_space_one_tile_is_taken_and_nothing_else() -> None:
    p = play(before_bonus_room(money=0, ship=4, helpers="blue", recruits="D - - -"), "MOVE_1")
    assert legal(p) == "TILE_TD1 TILE_TD2 TILE_TD3"
    p = play(p, "TILE_TD1")
    assert (p.to_act, p.phase) == (1, "TURN")
    assert (own(p, "figure"), show(p, "recruits", 0), board(p)) == (0, "D - - -", FULL)


def test_l15_one_to_four_stops_must_be_walked() -> None:
    p = position(seat(figure=2))
    assert legal(p) == "MOVE_1 MOVE_2 MOVE_3 MOVE_4"
    assert stops(p) == [3, 4, 5, 6]


def test_l16_spaces_without_a_tile_or_with_an_opponent_are_not_counted() -> None:
    p = position(seat(figure=2), seat(figure=4), seat(figure=7), players=3, board="DDD L.L RRR AAA PPP")
    assert stops(p) == [3, 6, 8, 9]


def test_l16_the_bonus_space_is_counted_whoever_stands_there() -> None:
    p = position(seat(figure=14, ship=4, helpers="blue"), seat(figure=0), seat(figure=0), players=3)
    assert stops(p) == [15, 0, 1, 2]


def test_l17_your_own_figure_does_not_hide_the_tile_under_it() -> None:
    p = position(seat(figure=5), seat(figure=8), board="... .L. .R. ... ..P")
    assert legal(p) == "MOVE_1 MOVE_3"
    assert stops(p) == [15, 5]


def test_l17_at_most_one_lap_is_counted() -> None:
    p = position(seat(figure=5), board="... .L. ... ... ...")
    assert legal(p) == "MOVE_2"
    p = position(seat(figure=0, ship=4, helpers="blue"), board="... ... ..R ... ...")
    assert stops(p) == [9, 0]


def test_l17_who_has_passed_out_hides_nothing() -> None:
    p = position(seat(figure=3), seat(passed=1), last_turn="B")
    assert stops(p) == [4, 5, 6, 7]
    p = turn(position(seat(figure=3), seat(figure=1), seat(figure=8), players=3, last_turn="A"), "PASS_OUT")
    p = turn(p, "MOVE_1")
    assert own(p, "figure") is None
    assert stops(turn(p, "MOVE_1")) == [3, 4, 5, 6]


def test_l18_the_bonus_space_is_counted_but_no_stop_without_a_tile_to_take() -> None:
    p = position(seat(figure=14, ship=4, helpers="green"))
    assert legal(p) == "MOVE_1 MOVE_3 MOVE_4"
    assert stops(p) == [15, 1, 2]


def test_l19_the_bonus_space_holds_any_number_of_figures() -> None:
    p = play(before_bonus_room(ship=4, helpers="blue", players=4), "MOVE_1", "TILE_TD1")
    assert [own(p, "figure", s) for s in range(4)] == [0, 0, 0, 0]


def test_l19_any_other_space_holds_one_figure() -> None:
    with pytest.raises(BadPosition):
        position(seat(figure=5), seat(figure=5))


def test_l20_before_the_last_turns_a_turn_without_a_stop_is_skipped() -> None:
    seats = seat(figure=8), seat(figure=4), seat(figure=2)
    p = position(*seats, players=3, act=1, board="... .L. .R. ... ...", refills=4)
    assert stops(p) == [5]
    p = turn(p, "MOVE_1")
    assert board(p) == "... ... .R. ... ..."  # under the figure of seat 0, so no stop for seat 2
    assert (p.to_act, p.to_dict()["last_turn"], legal(p)) == (0, "A", "MOVE_2 PASS_OUT")


def test_l20_a_position_without_a_stop_is_read_as_the_next_turn() -> None:
    p = position(seat(figure=3), seat(figure=8), act=0, board="... ... .R. ... ...")
    assert (p.to_act, p.phase, legal(p)) == (1, "TURN", "MOVE_2")
    skipped = table(seat(figure=3), seat(figure=8), act=1, board="... ... .R. ... ...")
    assert p == GAME.position(skipped)


def test_l20_in_a_last_turn_a_player_without_a_stop_must_pass_out_and_is_asked() -> None:
    p = position(seat(figure=3), seat(figure=8), board="... ... .R. ... ...", last_turn="A")
    assert (p.to_act, p.phase, legal(p)) == (0, "TURN", "PASS_OUT")
    p = play(p, "PASS_OUT")
    assert (own(p, "figure"), own(p, "passing_place"), p.to_act) == (None, 1, 1)


def test_e1_the_first_four_stops_are_three_in_discoveries_and_one_in_literature() -> None:
    p = position(board="RPD LLL RRR AAA PPP")
    assert stops(p) == [1, 2, 3, 4]
    assert [show(play(p, f"MOVE_{k}"), "recruits", 0)[0] for k in (1, 2, 3, 4)] == ["R", "P", "D", "L"]


def test_x1_a_tile_under_an_opponent_is_skipped() -> None:
    p = position(seat(figure=3), seat(figure=6), board="... .LL .RR A.. P..")
    assert stops(p) == [5, 8, 9, 10]


@pytest.mark.parametrize(("ship", "moves"), [(0, "MOVE_1 MOVE_3 MOVE_4"), (4, "MOVE_1 MOVE_2 MOVE_3 MOVE_4")])
def test_x2_the_bonus_space_is_the_second_stop_whether_it_may_be_used_or_not(ship: int, moves: str) -> None:
    p = position(seat(figure=13, ship=ship, helpers="blue"), players=3, board="DD. ... R.. ... .P.")
    assert legal(p) == moves
    assert own(play(p, "MOVE_3"), "figure") == 1
    assert stops(p) == ([14, 0, 1, 2] if ship else [14, 1, 2])


def test_x3_only_passing_out_is_left_if_the_last_tile_lies_under_an_opponent() -> None:
    p = position(seat(figure=3), seat(figure=8), board="... ... .R. ... ...", last_turn="B")
    assert legal(p) == "PASS_OUT"


def test_x37_the_own_space_is_the_second_stop_of_a_lap() -> None:
    p = position(seat(figure=5), seat(figure=8), board="... .L. .R. ... ...", last_turn="C")
    assert legal(p) == "MOVE_2 PASS_OUT"
    assert own(play(p, "MOVE_2"), "figure") == 5
