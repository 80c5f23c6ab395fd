"""Taking a character and refilling."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .build import FULL, before_bonus_room, board, draw, legal, odds, own, play, position, refilled, seat, show, turn

LITERATURE_LAST = "DDD .L. ... AAA PPP"  # a player who takes space 5 empties the second room


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- - - -", "D - - -"),
        ("- A L P", "D A L P"),
        ("A - L P", "D A L P"),
        ("A L - P", "D A L P"),
        ("A L P -", "D A L P"),
        ("A - - P", "D A - P"),
        ("A L R P", "D A L R"),
    ],
)
def test_l21_a_taken_tile_pushes_the_others_up_to_the_first_gap(before: str, after: str) -> None:
    p = play(position(seat(recruits=before)), "MOVE_1")
    assert show(p, "recruits", 0) == after
    assert show(p, "discard") == ("P" if before == "A L R P" else "")


def test_l22_a_character_goes_to_the_discard_pile_and_a_starting_tile_out_of_the_game() -> None:
    p = play(position(seat(recruits="A L R P")), "MOVE_1")
    assert (show(p, "discard"), show(p, "removed")) == ("P", "D D L L R R A A P P")
    p = play(position(seat(recruits="A L R sP")), "MOVE_1")
    assert (show(p, "discard"), show(p, "removed")) == ("", "D D L L R R A A P P")
    p = play(position(seat(workers="Pt sD sL sR sA sP", money=1)), "MOVE_1", "ACT_HERE")
    assert (show(p, "discard"), show(p, "removed")) == ("", "D L R A P P")


def test_l23_the_refill_comes_at_once_and_after_the_taken_tile_was_put_on_its_track() -> None:
    seats = seat(figure=3, workers="Pt D D D D D", recruits="A A A P"), seat(), seat(), seat()
    p = position(*seats, players=4, board=LITERATURE_LAST, pile="")
    assert (show(p, "discard"), show(p, "pile")) == ("", "")
    p = play(p, "MOVE_1")
    assert (p.to_act, p.phase) == (-1, "REFILL")
    assert show(p, "recruits", 0) == "L A A A"
    assert odds(p) == {"P": Fraction(1)}  # pushed off the track, it is all there is to draw
    p = refilled(p)
    assert (p.to_act, p.phase) == (0, "ACTION")


def test_l23_one_empty_room_is_not_enough() -> None:
    p = play(position(seat(figure=6), board="DDD LLL R.. AAA PPP"), "MOVE_1")
    assert (p.to_act, p.phase, p.to_dict()["refills"]) == (0, "ACTION", 0)
    assert board(p) == "DDD LLL ... AAA PPP"


def test_l24_every_space_without_a_tile_is_filled_in_order_also_under_figures() -> None:
    p = position(seat(figure=3), seat(figure=12), board="D.D .L. ... AA. PPP")
    p = play(p, "MOVE_1")
    drawn = "R R R R A P L L"
    for number, letter in enumerate(drawn.split()):
        assert p.phase == "REFILL"
        assert board(p).replace(" ", "").count(".") == 8 - number
        p = draw(p, letter)
    assert board(p) == "DRD RRR APL AAL PPP"
    assert own(p, "figure", 0) == 5
    assert own(p, "figure", 1) == 12


def test_l24_the_first_space_to_be_filled_is_next_to_the_bonus_room() -> None:
    p = play(position(seat(figure=3), board="... .L. RRR AAA PPP"), "MOVE_1")
    p = draw(p, "A")
    assert board(p) == "A.. ... RRR AAA PPP"
    assert board(draw(p, "P L R D D")) == "APL RDD RRR AAA PPP"


def test_l24_the_discard_pile_is_shuffled_only_when_a_tile_must_be_drawn() -> None:
    seats = seat(figure=3, workers="Pt D D D D D"), seat(), seat(), seat()
    p = play(position(*seats, players=4, board=LITERATURE_LAST, pile="L L R R A A", discard="P"), "MOVE_1")
    assert odds(p) == dict.fromkeys("LRA", Fraction(1, 3))
    p = draw(p, "L L R R A A")
    assert board(p) == "DDD LLR RAA AAA PPP"
    assert (p.phase, show(p, "pile"), show(p, "discard")) == ("ACTION", "", "P")


def test_l24_a_pile_that_runs_out_is_followed_by_the_discard_pile() -> None:
    seats = seat(figure=3, workers="Pt D D D D D"), seat(), seat(), seat()
    p = play(position(*seats, players=4, board=LITERATURE_LAST, pile="L", discard="R R A P P P"), "MOVE_1")
    assert odds(p) == {"L": Fraction(1)}
    p = draw(p, "L")
    assert odds(p) == {"R": Fraction(1, 3), "A": Fraction(1, 6), "P": Fraction(1, 2)}
    p = draw(p, "R R A P P")
    assert (p.phase, show(p, "pile"), show(p, "discard")) == ("ACTION", "P", "")


def test_l25_removed_starting_tiles_help_out_once_and_other_spaces_stay_empty() -> None:
    seats = seat(figure=3, workers="Pt sD sD sD sD D", recruits="A - A A"), seat(), seat(), seat()
    p = position(*seats, players=4, board=LITERATURE_LAST, pile="", removed="L L L R R R R A A A A P P P P", refills=1)
    p = play(p, "MOVE_1")
    assert p.asked_by == "L25"
    assert odds(p) == dict.fromkeys("LRAP", Fraction(1, 4))
    p = draw(p, "R")
    assert odds(p) == dict.fromkeys("LAP", Fraction(1, 3))
    p = draw(p, "A L")
    assert odds(p) == {"P": Fraction(1)}
    p = draw(p, "P")
    assert board(p) == "DDD ral p.. AAA PPP"
    assert show(p, "removed") == "L L R R R A A A P P P"
    assert (p.phase, p.to_dict()["refills"]) == ("ACTION", 2)


def test_l26_the_round_marker_advances_after_the_last_draw() -> None:
    p = play(position(seat(figure=3), board=LITERATURE_LAST), "MOVE_1")
    for _ in range(6):
        assert p.to_dict()["refills"] == 0
        p = p.play(min(p.outcomes()))
    assert (p.phase, p.to_dict()["refills"]) == ("ACTION", 1)


def test_l27_empty_rooms_are_not_looked_at_unless_a_tile_has_just_left() -> None:
    p = before_bonus_room(board="DDD ... ... AAA PPP", ship=4, helpers="blue")
    p = play(p, "MOVE_1", "TILE_TD1")
    assert (p.to_act, p.phase, p.to_dict()["refills"]) == (1, "TURN", 0)


def test_l27_the_bonus_room_does_not_count() -> None:
    p = play(position(seat(figure=3), board="DDD .L. RRR AAA PPP"), "MOVE_1")
    assert (p.phase, board(p), p.to_dict()["refills"]) == ("ACTION", "DDD ... RRR AAA PPP", 0)


def test_l27_a_refill_that_leaves_two_rooms_empty_is_not_repeated_until_a_tile_leaves() -> None:
    seats = seat(figure=6, workers="Pt L L L L L", recruits="P - P P"), seat(figure=5), seat(), seat()
    p = position(*seats, players=4, board="DD. LL. R.. ... ...", pile="", refills=1)
    p = draw(play(p, "MOVE_1"), "P A R L D")
    assert (p.phase, board(p), p.to_dict()["refills"]) == ("ACTION", "DDp LLa rld ... ...", 2)
    p = play(p, "PASS")
    assert (p.to_act, p.phase) == (1, "TURN")
    assert play(p, "MOVE_1").phase == "REFILL"


@pytest.mark.parametrize(("players", "last"), [(2, 3), (3, 4), (4, 5)])
def test_l28_there_is_one_refill_more_than_players(players: int, last: int) -> None:
    words = {"players": players, "act": 1, "board": LITERATURE_LAST}
    p = play(position(seat(), seat(figure=3), **words, refills=last - 1), "MOVE_1")
    assert p.phase == "REFILL"
    assert refilled(p).to_dict()["refills"] == last
    p = play(position(seat(), seat(figure=3), **words, refills=last), "MOVE_1")
    assert (p.phase, board(p), p.to_dict()["refills"]) == ("ACTION", "DDD ... ... AAA PPP", last)


def test_x4_a_gap_takes_the_pushed_tile_and_without_one_the_last_is_discarded() -> None:
    p = play(position(seat(recruits="A L - P")), "MOVE_1")
    assert (show(p, "recruits", 0), show(p, "discard")) == ("D A L P", "")
    p = play(position(seat(recruits="A L R P")), "MOVE_1")
    assert (show(p, "recruits", 0), show(p, "discard")) == ("D A L R", "P")


def test_x20_the_refill_covers_the_space_under_the_figure_that_caused_it() -> None:
    p = play(position(seat(figure=1), seat(figure=2), board="DDD .L. ... AAA PPP"), "MOVE_2")
    assert (own(p, "figure"), show(p, "recruits", 0), p.phase) == (5, "L - - -", "REFILL")
    p = draw(p, "L L L R R R")
    assert (board(p), p.to_dict()["refills"]) == (FULL, 1)
    assert (p.to_act, p.phase) == (0, "ACTION")
    p = play(p, "PASS")
    assert [own(turn(p, f"MOVE_{k}"), "figure", 1) for k in (1, 2, 3)] == [3, 4, 6]


def test_x21_pile_then_discard_pile_then_starting_tiles_fill_eight_spaces() -> None:
    seats = seat(figure=3, workers="Pt sR sR sR sR sL", recruits="R R R P"), seat(), seat(), seat()
    removed = "D D D D L L L A A P P P"
    p = position(*seats, players=4, board="D.D .L. ... A.A PPP", pile="L", discard="D D A", removed=removed, refills=1)
    assert all("-" not in show(p, name, s) for name in ("workers", "recruits") for s in range(4))
    p = play(p, "MOVE_1")
    assert show(p, "discard") == "D D A P"
    assert odds(p) == {"L": Fraction(1)}
    p = draw(p, "L")
    assert odds(p) == {"D": Fraction(1, 2), "A": Fraction(1, 4), "P": Fraction(1, 4)}
    p = draw(p, "D P D A")
    assert board(p) == "DLD DPD A.. A.A PPP"
    assert odds(p) == dict.fromkeys("DLAP", Fraction(1, 4))
    p = draw(p, "P D")
    assert odds(p) == dict.fromkeys("LA", Fraction(1, 2))
    p = draw(p, "A")
    assert board(p) == "DLD DPD Apd AaA PPP"
    assert show(p, "removed") == "D D D L L L A P P"
    assert (p.phase, p.to_dict()["refills"]) == ("ACTION", 2)


def test_x21_six_empty_spaces_without_an_empty_room_are_no_refill() -> None:
    p = play(position(seat(figure=10), board="D.D L.. R.. AAA PPP"), "MOVE_1")
    assert (board(p), p.phase, p.to_dict()["refills"]) == ("D.D L.. R.. A.A PPP", "ACTION", 0)


def test_x36_the_discard_pile_becomes_the_pile_without_an_event() -> None:
    seats = seat(figure=3), seat(), seat(), seat()
    p = position(*seats, players=4, board="DDD L.. ... AAA PPP", pile="", discard="D D L R P P")
    p = play(p, "MOVE_1")
    assert odds(p) == {"D": Fraction(1, 3), "L": Fraction(1, 6), "R": Fraction(1, 6), "P": Fraction(1, 3)}
    p = draw(p, "D")
    assert odds(p) == {"D": Fraction(1, 5), "L": Fraction(1, 5), "R": Fraction(1, 5), "P": Fraction(2, 5)}


STUCK = seat(figure=3, money=0, workers="- - - - - Pt", flipped=True)  # no money, and none to be had


def test_x38_if_passing_is_all_that_is_left_the_turn_ends_inside_the_move() -> None:
    p = play(position(STUCK), "MOVE_1")
    assert (p.to_act, p.phase, show(p, "recruits", 0)) == (1, "TURN", "L - - -")


def test_x38_or_inside_the_last_draw_of_the_refill_after_it() -> None:
    p = play(position(STUCK, board=LITERATURE_LAST), "MOVE_1")
    for _ in range(6):
        assert (p.to_act, p.phase) == (-1, "REFILL")
        p = p.play(min(p.outcomes()))
    assert (p.to_act, p.phase) == (1, "TURN")
    assert legal(p) == "MOVE_1 MOVE_2 MOVE_3 MOVE_4"
