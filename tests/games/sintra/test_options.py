"""Numbers of players, options and seeds: what a game can be started with (S1, S2, S10, S45)."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Error, UnknownName

from .build import GAME


def test_facts_about_the_game() -> None:
    assert (GAME.name, GAME.version, GAME.seats) == ("sintra", 1, (2, 3, 4))
    assert {name: (option.values, option.default, option.rule) for name, option in GAME.options.items()} == {
        "side": (("A", "B"), "A", "S2"),
        "first_seat": ((None, 0, 1, 2, 3), None, "S10"),
        "score_floor_zero": ((False, True), False, "S45"),
    }


def test_options_are_part_of_the_position() -> None:
    p = GAME.start(3, seed=1, side="B", first_seat=2, score_floor_zero=True)
    assert p.to_dict()["options"] == {"side": "B", "first_seat": 2, "score_floor_zero": True}


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.0, "2", None, True])
def test_s1_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(Error, match="is for 2 to 4 players"):
        GAME.start(players)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"side": "C"}, "The option side cannot be 'C': choose 'A', 'B'."),
        ({"side": "a"}, "The option side cannot be 'a': choose 'A', 'B'."),
        ({"side": None}, "The option side cannot be None: choose 'A', 'B'."),
        ({"first_seat": 2}, "The option first_seat cannot be 2: choose None, 0, 1."),
        ({"first_seat": -1}, "The option first_seat cannot be -1: choose None, 0, 1."),
        ({"first_seat": True}, "The option first_seat cannot be True: choose None, 0, 1."),
        ({"first_seat": "0"}, "The option first_seat cannot be '0': choose None, 0, 1."),
        ({"score_floor_zero": 1}, "The option score_floor_zero cannot be 1: choose False, True."),
        ({"score_floor_zero": None}, "The option score_floor_zero cannot be None: choose False, True."),
    ],
)
def test_bad_values_of_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Error) as refusal:
        GAME.start(2, **options)
    assert str(refusal.value) == sentence


def test_s10_the_first_seat_must_be_at_the_table() -> None:
    assert GAME.start(3, first_seat=2).to_dict()["tile_seat"] == 2
    with pytest.raises(Error):
        GAME.start(2, first_seat=2)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(UnknownName, match="choose side, first_seat, score_floor_zero"):
        GAME.start(2, colour_blind=True)


def test_the_same_seed_deals_the_same_game() -> None:
    assert GAME.start(2, seed=7) == GAME.start(2, seed=7)
    assert GAME.start(2, seed=7) != GAME.start(2, seed=8)


@pytest.mark.parametrize("seed", ["7", 7.0, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(Error, match="A seed must be a whole number"):
        GAME.start(2, seed=seed)
