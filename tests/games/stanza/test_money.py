"""Action: receive money, and pass."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position

from .build import board, legal, own, play, position, seat, show

TOP_UP = [7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15]


def action(workers: str, money: int = 0, ship: int = 0, flipped: bool = False, **words: Any) -> Position:
    """Seat 0 has moved to space 1 without a use for its tile; its action is asked if there is a choice."""
    mover = seat(workers=workers, money=money, ship=ship, flipped=flipped)
    return play(position(mover, **{"board": "RDD LLL RRR AAA PPP"} | words), "MOVE_1")


def received(workers: str, **words: Any) -> str:
    """The worker track after the action."""
    return show(play(action(workers, **words), "RECEIVE_MONEY"), "workers", 0)


@pytest.mark.parametrize(("ship", "value"), list(enumerate(TOP_UP)))
def test_l57_money_can_be_received_below_the_top_up_value_only(ship: int, value: int) -> None:
    assert legal(action("Pt - - - - -", money=value - 1, ship=ship)) == "RECEIVE_MONEY PASS"
    assert action("Pt - - - - -", money=value, ship=ship).to_act == 1  # only PASS was left
    assert action("Pt - - - - -", money=value + 1, ship=ship).to_act == 1


@pytest.mark.parametrize(
    ("workers", "flipped", "asked"),
    [
        ("- - - - Pt -", False, True),
        ("- - - - - Pt", False, True),
        ("- - - - Pt -", True, True),
        ("- - - - - Pt", True, False),
    ],
)
def test_l57_the_patron_must_be_able_to_move(workers: str, flipped: bool, asked: bool) -> None:
    p = action(workers, flipped=flipped)
    assert (p.to_act, legal(p)[:13]) == ((0, "RECEIVE_MONEY") if asked else (1, "MOVE_1 MOVE_2"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Pt - - - - -", "- Pt - - - -"),
        ("Pt D - L - -", "- Pt D L - -"),
        ("Pt D L R A P", "- Pt D L R A"),
        ("D Pt L R A P", "D - Pt L R A"),
        ("D L R A Pt P", "D L R A - Pt"),
        ("D - Pt L - P", "D - - Pt L P"),
        ("- - - - Pt -", "- - - - - Pt"),
    ],
)
def test_l58_the_patron_moves_right_and_pushes_up_to_the_first_gap(before: str, after: str) -> None:
    assert received(before) == after


def test_l58_who_falls_off_is_discarded() -> None:
    p = play(action("Pt D L R A P"), "RECEIVE_MONEY")
    assert (show(p, "discard"), show(p, "removed")) == ("P", "D D L L R R A A P P")
    start = position(seat(workers="Pt D L R A sP"))
    assert show(start, "removed") == "D D L L R R A A P"
    p = play(action("Pt D L R A sP"), "RECEIVE_MONEY")
    assert (show(p, "discard"), show(p, "removed")) == ("", "D D L L R R A A P P")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- - - - - Pt", "Pt - - - - -"),
        ("D - - - - Pt", "Pt D - - - -"),
        ("D L - R A Pt", "Pt D L R A -"),
        ("D L R A P Pt", "Pt D L R A P"),
        ("- D L R A Pt", "Pt D L R A -"),
    ],
)
def test_l59_a_patron_on_w5_is_flipped_and_returns_to_w0(before: str, after: str) -> None:
    p = play(action(before), "RECEIVE_MONEY")
    assert (show(p, "workers", 0), own(p, "patron_flipped"), show(p, "discard")) == (after, True, "")
    assert (own(p, "money"), p.scores()) == (7, [-5, 0])


def test_l60_a_flipped_patron_moves_on_but_never_flips_again() -> None:
    p = play(action("- - - - Pt -", flipped=True), "RECEIVE_MONEY")
    assert (show(p, "workers", 0), own(p, "patron_flipped"), own(p, "money")) == ("- - - - - Pt", True, 7)
    assert action("- - - - - Pt", flipped=True).to_act == 1


@pytest.mark.parametrize(("ship", "value"), list(enumerate(TOP_UP)))
def test_l61_money_is_filled_up_to_the_top_up_value(ship: int, value: int) -> None:
    for money in (0, 5):
        assert own(play(action("Pt - - - - -", money=money, ship=ship), "RECEIVE_MONEY"), "money") == value


def test_l71_passing_ends_the_turn_and_nothing_else() -> None:
    before = action("Pt - - - - -")
    p = play(before, "PASS")
    assert (p.to_act, p.phase) == (1, "TURN")
    assert p.to_dict()["seats"] == before.to_dict()["seats"]


def test_l71_passing_in_a_last_turn_is_no_passing_out() -> None:
    p = play(action("Pt - - - - -", last_turn="A"), "PASS")
    assert (own(p, "figure"), own(p, "passing_place")) == (1, None)
    p = play(p, "MOVE_1", "PASS")
    assert (p.to_act, p.to_dict()["last_turn"], legal(p)) == (0, "B", "MOVE_1 MOVE_2 MOVE_3 MOVE_4 PASS_OUT")


def test_e3_from_three_florins_to_thirteen() -> None:
    p = play(action("Pt D L R A P", money=3, ship=6), "RECEIVE_MONEY")
    assert (own(p, "money"), show(p, "workers", 0)) == (13, "- Pt D L R A")


@pytest.mark.parametrize("ship", range(9, 17))
def test_e4_on_every_prestige_space_the_top_up_value_is_fifteen(ship: int) -> None:
    assert own(play(action("Pt - - - - -", money=4, ship=ship), "RECEIVE_MONEY"), "money") == 15


@pytest.mark.parametrize(("last", "pile"), [("P", "discard"), ("sP", "removed")])
def test_x5_the_last_character_falls_off_a_full_track(last: str, pile: str) -> None:
    before = action(f"Pt D L R A {last}")
    p = play(before, "RECEIVE_MONEY")
    assert show(p, "workers", 0) == "- Pt D L R A"
    assert p.to_dict()[pile]["P"] == before.to_dict()[pile]["P"] + 1


def test_x6_a_gap_takes_the_pushed_character() -> None:
    p = play(action("- Pt D - A P"), "RECEIVE_MONEY")
    assert (show(p, "workers", 0), show(p, "discard")) == ("- - Pt D A P", "")


def test_x7_the_patron_flips_once() -> None:
    p = play(action("D - L R A Pt"), "RECEIVE_MONEY")
    assert (show(p, "workers", 0), own(p, "patron_flipped")) == ("Pt D L R A -", True)
    assert action("Pt D L R A -", flipped=True).phase == "ACTION"
    assert action("D - L R A Pt", flipped=True).to_act == 1


@pytest.mark.parametrize("money", [7, 8, 15])
def test_x8_with_seven_florins_or_more_there_is_nothing_to_gain_on_m0(money: int) -> None:
    p = play(position(seat(money=money)), "MOVE_1")
    assert (legal(p), board(p)) == ("ACT_HERE PASS", ".DD LLL RRR AAA PPP")
