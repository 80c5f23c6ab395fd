"""The rule that forbids an action, where the specification leaves no doubt."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import IllegalAction, Position

from .build import GAME, NAMES, activated, before_bonus_room, play, position, seat, why_not


def after(name: str, **words: Any) -> Position:
    """Seat 0 has made this move."""
    return play(position(seat(**words)), name)


def in_room(*names: str, **words: Any) -> Position:
    """Seat 0 has entered the Literature room and played these actions."""
    return play(position(seat(figure=3, **words), players=4), "MOVE_1", *names)


def bonus_room(**words: Any) -> Position:
    return play(before_bonus_room(**words), "MOVE_1")


@pytest.mark.parametrize(
    ("p", "name", "rules"),
    [
        # moving
        (before_bonus_room(), "MOVE_1", "L18"),
        (position(seat(figure=5), seat(figure=8), board="... .L. .R. ... ...", last_turn="C"), "MOVE_3", "L15 L16 L17"),
        (position(), "PASS_OUT", "L91"),
        (position(refills=3, act=1), "PASS_OUT", "L80 L91"),
        # what to do
        (in_room(helpers="red white"), "ACT_COLOUR_L", "L31"),
        (in_room(helpers="red white"), "ACT_WHITE_L", "L31"),
        (in_room(helpers="blue"), "ACT_COLOUR_D", "L29 L32"),
        (in_room(recruits="D - - -"), "ACT_COLOUR_D", "L29"),
        (in_room(recruits="P - - -", helpers="blue red green yellow"), "ACT_WHITE_P", "L29 L30"),
        (in_room(money=0), "ACT_HERE", "L32"),
        (in_room(money=7), "RECEIVE_MONEY", "L57"),
        (in_room(money=2, flipped=True, workers="- - - - - Pt"), "RECEIVE_MONEY", "L57 L60"),
        # hiring
        (in_room("ACT_HERE", recruits="L P - -"), "RECRUIT_2", "L29 L34"),
        (in_room("ACT_HERE", recruits="L P - -"), "STOP", "L29 L34"),
        (in_room("ACT_HERE", "RECRUIT_0", recruits="L P - -"), "WSLOT_0", "L33"),
        (in_room("ACT_HERE", "RECRUIT_0", recruits="L P - -", money=4), "WSLOT_1", "L33"),
        (in_room("ACT_HERE", "RECRUIT_0", "WSLOT_4", "RECRUIT_1", recruits="L P - -"), "WSLOT_4", "L35"),
        (in_room("ACT_HERE", recruits="L P - -", workers="Pt L - - - -"), "DISMISS_1", "L110"),
        # results
        (activated("D", "Pt D - - - -", discs="L"), "SPEND_DISC", "L38"),
        (activated("D", "Pt D - - - -"), "PAY3", "L38"),
        (activated("D", "Pt D - - - -"), "LEVEL_3", "L40"),
        (activated("D", "Pt D - - - -"), "LEVEL_0", "L41"),
        (activated("A", "Pt A A - - -", artworks="sculpture sculpture"), "LEVEL_1", "L41 L49"),
        (activated("D", "Pt D D - - -"), "M5", "L54"),
        (play(activated("D", "Pt D D D D -", discs="D", players=4), "SPEND_DISC"), "M17", "L54 L55"),
        (activated("D", "Pt D D D - -", pillars={"D.M8": 0}), "M5", "L53"),
        (activated("D", "Pt D D D - -", pillars={"D.M5": 1}), "M5", "L53"),
        (activated("L", "Pt L L L - -"), "M5", "L53"),
        # rewards
        (play(activated("L", "Pt L - - - -", books="D D D D"), "LEVEL_1"), "BOOK_D", "L45"),
        (play(activated("L", "Pt L - - - -"), "LEVEL_2", "BOOK_D"), "BOOK_D", "L45"),
        (play(activated("R", "Pt R - - - -"), "LEVEL_2"), "SLOT_R", "L47 L48"),
        (play(activated("R", "Pt R - - - -"), "LEVEL_2", "SLOT_D"), "SLOT_D", "L47"),
        (play(activated("P", "Pt P - - - -", helpers="red " * 7), "LEVEL_2"), "TAKE_red", "L50"),
        (play(activated("P", "Pt P - - - -"), "LEVEL_2", "TAKE_blue"), "TAKE_blue", "L50"),
        (play(activated("P", "Pt P - - - -", helpers="red " * 7), "LEVEL_1", "TAKE_blue"), "RETURN_green", "L51"),
        # bonus tiles
        (bonus_room(ship=4, helpers="blue"), "TILE_TL1", "L63"),
        (bonus_room(ship=4, helpers="blue"), "TILE_TD5", "L63"),
        (bonus_room(ship=4, discs="D D", helpers="blue"), "TILE_TR1", "L63"),
        (
            play(bonus_room(discs="D R R", bonus_tiles="TD1 TD2 TD3 TL1 TL2", helpers="green"), "TILE_TR1"),
            "SLOT_L", "L66",
        ),
        (
            play(bonus_room(ship=4, helpers="blue", grid="TD4", board="D.D LLL RRR AAA PPP"), "TILE_TD4"),
            "SPACE_2", "L68",
        ),
        # set-up and end
        (GAME.start(2, seed=1, experienced=True).play(101), "STARTER_D", "L5"),
        (position(act=None), "MOVE_1", "L93"),
    ],
)  # fmt: skip
def test_the_forbidding_rule_is_named(p: Position, name: str, rules: str) -> None:
    assert why_not(p, name) in rules.split()
    with pytest.raises(IllegalAction) as refused:
        play(p, name)
    assert refused.value.rule in rules.split()
    assert str(refused.value) == f"{refused.value.rule}: {GAME.rule(str(refused.value.rule))}"


def test_a_legal_action_is_forbidden_by_nothing() -> None:
    assert [why_not(after("MOVE_1"), name) for name in ("ACT_HERE", "PASS")] == [None, None]


def test_at_a_chance_event_every_action_is_forbidden_by_a_rule_of_the_game() -> None:
    for p in (GAME.start(2), play(position(seat(figure=3), board="DDD .L. ... AAA PPP"), "MOVE_1")):
        assert {p.why_not(action) for action in range(len(NAMES))} <= set(GAME.rules())
