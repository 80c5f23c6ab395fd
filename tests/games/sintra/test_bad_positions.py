"""Positions that cannot be are refused, and the field that is wrong is named."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import BadPosition
from tests.samples import Json

from .build import GAME, REST, last_turn, play, seat, table
from .example import example

MISSING = object()

# (path to a value of the example, what is put there, the field that is named)
CORRUPTIONS: list[tuple[str, Any, str]] = [
    ("game", "stanza", "game"),
    ("version", 2, "version"),
    ("version", True, "version"),
    ("players", 5, "players"),
    ("players", "2", "players"),
    ("players", 3, "factories"),
    ("players", MISSING, "players"),
    ("options", [], "options"),
    ("options.side", "C", "options"),
    ("options.first_seat", 2, "options"),
    ("options.score_floor_zero", 0, "options"),
    ("options.colour_blind", True, "options"),
    ("to_act", 2, "to_act"),
    ("to_act", -1, "to_act"),
    ("to_act", None, "to_act"),
    ("to_act", MISSING, "to_act"),
    ("phase", "turn", "phase"),
    ("phase", "END", "phase"),
    ("round", 3, "round"),
    ("round", 4.0, "round"),
    ("indicator", "YB", "round"),
    ("indicator", "YBB", "indicator"),
    ("indicator", "", "indicator"),
    ("indicator", "YBJ", "indicator"),
    ("indicator", ["Y", "B", "W"], "indicator"),
    ("tile_seat", None, "tile_seat"),
    ("tile_seat", 2, "tile_seat"),
    ("tile_in_centre", 0, "tile_in_centre"),
    ("factories", ["", "", "WOOO", ""], "factories"),
    ("factories", ["", "", "WOOO", "", "", ""], "factories"),
    ("factories.2", "WOOOO", "factories[2]"),
    ("factories.0", "J", "factories[0]"),
    ("factories.1", None, "factories[1]"),
    ("centre", "BYPPPx", "centre"),
    ("centre", None, "centre"),
    ("centre", "BYPP", "bag"),
    ("bag.B", 5, "bag"),
    ("bag.B", -1, "bag.B"),
    ("bag.B", 21, "bag.B"),
    ("bag.B", MISSING, "bag.B"),
    ("bag.J", 0, "bag.J"),
    ("tower", [7, 9, 11, 7, 7], "tower"),
    ("tower.P", "7", "tower.P"),
    ("tower.P", 6, "bag"),
    ("seats", [], "seats"),
    ("seats.0", None, "seats[0]"),
    ("seats.1.colour", "red", "seats[1].colour"),
    ("seats.1.slots", MISSING, "seats[1].slots"),
    ("seats.0.glazier", 0, "seats[0].glazier"),
    ("seats.0.glazier", 9, "seats[0].glazier"),
    ("seats.0.broken", 8, "seats[0].broken"),
    ("seats.0.broken", -1, "seats[0].broken"),
    ("seats.0.lost", 17, "seats[0].lost"),
    ("seats.0.lost", -18, "seats[0].lost"),
    ("seats.0.score", 1.5, "seats[0].score"),
    ("seats.0.score", True, "seats[0].score"),
    ("seats.0.score", 10**9, "seats[0].score"),
    ("seats.0.slots", [None] * 7, "seats[0].slots"),
    ("seats.0.windows", [""] * 9, "seats[0].windows"),
    ("seats.0.windows.2", "WBB", "seats[0].windows[2]"),
    ("seats.0.windows.2", "W", "seats[0].slots[2]"),
    ("seats.0.windows.0", "OO", "seats[0].windows[0]"),
    ("seats.0.windows.6", "B", "seats[0].slots[6].strip"),
    ("seats.1.windows.5", "", "seats[1].slots[5].strip"),
    ("seats.0.slots.0", None, "seats[0].slots[0]"),
    ("seats.0.slots.0", "K4.f", "seats[0].slots[0]"),
    ("seats.0.slots.0.side", "f", "seats[0].slots[0].side"),
    ("seats.0.slots.0.strip", "K9.f", "seats[0].slots[0].strip"),
    ("seats.0.slots.0.strip", "K4", "seats[0].slots[0].strip"),
    ("seats.0.slots.0.strip", "K3.f", "seats[0].slots"),
    ("seats.0.slots.0.strip", MISSING, "seats[0].slots[0].strip"),
    ("seats.0.slots.0.panes", "....", "seats[0].slots[0].panes"),
    ("seats.0.slots.0.panes", "B....", "seats[0].slots[0].panes"),
    ("seats.0.slots.0.panes", "J....", "seats[0].slots[0].panes"),
    ("seats.0.slots.0.panes", None, "seats[0].slots[0].panes"),
    ("seats.0.slots.0.panes", "OPOPO", "seats[0].slots[0]"),
    ("pending", {"hand": "O"}, "pending"),
    ("secret", None, "secret"),
]


def changed(d: Json, path: str, value: Any) -> Json:
    """The position with one value replaced, added or taken out."""
    *outer, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = d
    for step in outer:
        place = place[step]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return d


def refused_field(d: Any) -> str:
    with pytest.raises(BadPosition) as refusal:
        GAME.position(d)
    assert str(refusal.value).startswith(f"{refusal.value.field}: ")
    return refusal.value.field


@pytest.mark.parametrize(("path", "value", "field"), CORRUPTIONS)
def test_a_corrupted_example_is_refused(path: str, value: Any, field: str) -> None:
    assert refused_field(changed(example(), path, value)) == field
    assert GAME.position(example()).to_dict() == example()


@pytest.mark.parametrize("key", [key for key in example() if key not in ("options", "pending")])
def test_every_other_field_must_be_there(key: str) -> None:
    assert refused_field(changed(example(), key, MISSING)) == key


@pytest.mark.parametrize("d", [None, [], "sintra", 7])
def test_a_position_is_an_object(d: Any) -> None:
    assert refused_field(d) == "position"


@pytest.mark.parametrize(
    ("d", "field"),
    [
        (table(factories=[]), "factories"),
        (table(factories=["B"], hand="O"), "pending"),
        (table(phase="PLACE", factories=["B"]), "pending"),
        (table(phase="PLACE", factories=["B"], hand="OB"), "pending.hand"),
        (table(phase="PLACE", factories=["B"], hand="OJ"), "pending.hand"),
        (table(phase="PLACE", factories=["B"], hand="O") | {"pending": {"hand": ""}}, "pending.hand"),
        (table(phase="PLACE", factories=["B"], hand="O") | {"pending": {"hand": "O", "slot": 3}}, "pending.slot"),
        (table(phase="PLACE", factories=["B"], hand="O", to_act=-1), "to_act"),
        (table(phase="PANE", factories=["B"]), "seats[0].slots[0]"),
        (table(seat("K1.f=BWBWB K2.f K3.f K4.f K5.f K6.f K7.f K8.f"), factories=["B"]), "seats[0].slots[0]"),
        (table(seat(score=-1), factories=["B"], score_floor_zero=True), "seats[0].score"),
    ],
)
def test_turns_that_cannot_be(d: Json, field: str) -> None:
    assert refused_field(d) == field


def filling(to_act: int = -1, **rest: Any) -> Json:
    return table(phase="FILL", to_act=to_act, **rest)


@pytest.mark.parametrize(
    ("d", "field"),
    [
        (filling(to_act=0), "to_act"),
        (filling(tile_in_centre=True), "tile_in_centre"),
        (filling(factories=["BBB", "W"]), "factories"),
        (filling(factories=["", "BBBB"]), "factories"),
        (filling(factories=["BBBB", "BBBB", "WWWW", "WWWW", "OOOO"]), "factories"),
        (filling(centre="B"), "factories"),
        (filling(factories=["BBBB", "BBB"], centre="B"), "factories"),
        (filling(bag="", tower=REST), "bag"),
    ],
)
def test_fillings_that_cannot_be(d: Json, field: str) -> None:
    assert refused_field(d) == field


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("to_act", 0, "to_act"),
        ("round", 5, "round"),
        ("indicator", "P", "indicator"),
        ("factories.0", "B", "factories"),
        ("seats.1.lost", 0, "seats[1].lost"),
        ("seats.1.lost", 18, "seats[1].lost"),
        ("pending", {"hand": "B"}, "pending"),
    ],
)
def test_ends_that_cannot_be(path: str, value: Any, field: str) -> None:
    over = last_turn(seat(score=20, broken=4, lost=18)).to_dict()
    assert GAME.position(over).to_dict() == over
    assert refused_field(changed(over, path, value)) == field


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("to_act", 0, "to_act"),
        ("round", 2, "round"),
        ("tile_seat", None, "tile_seat"),
        ("tile_in_centre", True, "tile_in_centre"),
        ("indicator", "B", "indicator"),
        ("bag.B", 20, "bag"),
        ("factories.0", "B", "factories"),
        ("seats.0.slots.0", None, "seats"),
        ("seats.1.slots.0", {"strip": "K1.f", "panes": "....."}, "seats"),
        ("seats.0.slots.1.strip", "K8.b", "seats[0].slots[1].strip"),
    ],
)
def test_set_ups_that_cannot_be(path: str, value: Any, field: str) -> None:
    setting_up = play(GAME.start(2), 1, 3, 14).to_dict()
    assert GAME.position(setting_up).to_dict() == setting_up
    assert refused_field(changed(setting_up, path, value)) == field


def with_jokers(hand: str, panes: str = ".....", glazier: int = 8) -> Json:
    mine = seat(f"- K2.f K3.f K4.f K5.f K6.f K7.f K8.b={panes}", glazier=glazier)
    return table(mine, phase="JOKER", factories=["B"], hand=hand)


@pytest.mark.parametrize(
    "d",
    [
        table(seat(glazier=8), phase="PLACE", factories=["B"], hand="B"),  # no strip matches: all would have broken
        table(seat(glazier=8), phase="PLACE", factories=["B"], hand="P"),  # one strip matches: it is taken unasked
        with_jokers("O", glazier=1),  # above a removed strip
        with_jokers("O", glazier=2),  # above a strip without a matching space
        with_jokers("OOO"),  # both joker spaces must be filled
        with_jokers("O", "P...P"),  # no joker space is empty
    ],
)
def test_a_decision_without_a_choice_is_never_pending(d: Json) -> None:
    refused_field(d)


@pytest.mark.parametrize(
    ("path", "value", "colour", "left"),
    [
        ("tower.B", 2, "B", 17),
        ("seats.0.windows.0", "B", "B", 18),
        ("seats.1.windows.0", "BB", "B", 17),
        ("seats.0.slots.0.panes", "O....", "O", 18),
        ("seats.0.score", 5, "B", 19),
        ("seats.0.broken", 1, "B", 19),
        ("seats.0.lost", 18, "B", 19),
        ("seats.0.glazier", 2, "B", 19),
    ],
)
def test_nothing_is_played_during_the_set_up(path: str, value: Any, colour: str, left: int) -> None:
    setting_up = changed(play(GAME.start(2), 1, 3, 14).to_dict(), path, value)
    refused_field(changed(setting_up, f"bag.{colour}", left))


def test_the_number_of_players_is_a_whole_number() -> None:
    assert refused_field(changed(example(), "players", 2.0)) == "players"
