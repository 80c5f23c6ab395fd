"""Variants (L110, L111)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from ludotheque import Position

from .build import GAME, before_bonus_room, legal, own, play, position, seat, show


def expert(**words: Any) -> Position:
    """Seat 0 of an expert game has moved to space 7, in the Religion room, and taken a Discoveries character."""
    mine = {"figure": 6, "money": 7} | words
    return play(position(seat(**mine), expert=True, board="DDD LLL DRR AAA PPP"), "MOVE_1")


def test_l110_a_worker_may_be_dismissed_instead_of_hiring() -> None:
    p = expert(workers="Pt R sR L A P", recruits="R - - -", discs="")
    assert legal(p) == "ACT_HERE PASS"
    p = play(p, "ACT_HERE")
    assert (p.phase, legal(p)) == ("HIRE", "RECRUIT_1 DISMISS_1 DISMISS_2")
    p = play(p, "DISMISS_2")
    assert (show(p, "workers", 0), show(p, "recruits", 0), own(p, "money")) == ("Pt R - L A P", "D R - -", 7)
    assert (show(p, "removed"), show(p, "discard")) == ("D D L L R R A A P P", "")
    assert p.phase == "DISC"  # base strength 1: the only result is LEVEL_1


def test_l110_nobody_is_hired_in_such_an_activation() -> None:
    p = play(expert(workers="Pt R R R A P", recruits="R L - -", discs=""), "ACT_HERE", "DISMISS_1")
    assert (p.phase, legal(p), show(p, "discard")) == ("RESULT", "LEVEL_1 LEVEL_2", "R")


def test_l110_after_a_hire_nobody_can_be_dismissed() -> None:
    p = play(expert(workers="Pt R R R A P", recruits="R L - -", discs=""), "ACT_HERE", "RECRUIT_1", "WSLOT_5")
    assert legal(p) == "RECRUIT_0 RECRUIT_2 STOP"


def test_l110_a_helper_pays_for_another_room_as_usual() -> None:
    p = expert(workers="Pt L A P - -", helpers="red white", discs="")
    assert legal(p) == "ACT_COLOUR_L ACT_WHITE_D ACT_WHITE_L ACT_WHITE_A ACT_WHITE_P PASS"
    p = play(p, "ACT_COLOUR_L")
    assert (show(p, "workers", 0), show(p, "helpers", 0), p.to_act) == ("Pt - A P - -", "white", 1)


def test_l110_without_a_florin_dismissing_is_still_possible() -> None:
    p = expert(workers="Pt R - - - -", money=0, discs="")
    assert legal(p) == "ACT_HERE RECEIVE_MONEY PASS"
    p = play(p, "ACT_HERE")
    assert (show(p, "workers", 0), show(p, "discs", 0), p.to_act) == ("Pt - - - - -", "", 1)  # strength 0: nothing


def test_l110_tiles_and_tr4_raise_a_base_strength_of_nothing() -> None:
    p = play(expert(workers="Pt R - - - -", discs="", bonus_tiles="TR1 TR4"), "ACT_HERE")
    assert legal(p) == "PAY3 LEVEL_1"
    p = play(p, "PAY3")
    assert (legal(p), own(p, "money")) == ("LEVEL_1 LEVEL_2", 4)


def test_l110_in_the_basic_game_nobody_is_dismissed() -> None:
    mine = seat(figure=6, money=6, workers="Pt R R R R R")
    p = play(position(mine, board="DDD LLL DRR AAA PPP"), "MOVE_1")
    assert legal(p) == "RECEIVE_MONEY PASS"


@pytest.mark.parametrize(("experienced", "expert"), list(itertools.product((False, True), repeat=2)))
def test_l111_both_options_are_independent(experienced: bool, expert: bool) -> None:
    p = GAME.start(2, seed=3, experienced=experienced, expert=expert)
    assert p.to_dict()["options"] == {"experienced": experienced, "expert": expert}
    assert p.phase == ("ORDER" if experienced else "TURN")
    while p.phase == "ORDER":
        p = p.play(min(p.legal()))
    assert (p.to_act, p.phase) == (0, "TURN")
    p = play(p, "MOVE_1")
    taken = own(p, "recruits")[0]
    here = "ACT_HERE" in legal(p).split()
    assert here == (expert or taken == "D")  # everybody employs a Discoveries starter


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("experienced", [False, True])
def test_l111_the_options_do_not_change_the_rest_of_a_turn(experienced: bool, expert: bool) -> None:
    p = before_bonus_room(ship=4, helpers="blue", experienced=experienced, expert=expert)
    p = play(p, "MOVE_1", "TILE_TD1")
    assert (own(p, "bonus_tiles"), p.to_act) == (["TD1"], 1)


def test_x28_a_dismissed_character_leaves_discs_to_make_the_strength() -> None:
    p = expert(workers="Pt R D L A P", discs="R R")
    assert legal(p) == "ACT_HERE PASS"
    p = play(p, "ACT_HERE")  # DISMISS_1 is the only way, so automatic
    assert (show(p, "workers", 0), show(p, "discard")) == ("Pt - D L A P", "R")
    assert (p.phase, legal(p)) == ("RESULT", "SPEND_DISC LEVEL_0")
    p = play(p, "SPEND_DISC", "SPEND_DISC")
    assert legal(p) == "LEVEL_1 LEVEL_2"
    p = play(p, "LEVEL_2", "SLOT_D", "SLOT_P")
    assert (show(p, "discs", 0), own(p, "discs")["supply"], p.to_act) == ("D P", 6, 1)
