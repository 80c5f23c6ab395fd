"""The lesson of La Stanza ends where its sentences say."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.core.lessons import PUPIL, lesson_of
from ludotheque.core.position import Position

from .build import GAME

STEPS = {step.name: step for step in lesson_of("stanza").steps}


def ends(name: str) -> list[tuple[Position, dict[str, Any]]]:
    """The position after each right sequence of a step, and the pupil's things in it."""
    found = [STEPS[name].after(sequence).position for sequence in STEPS[name].right]
    return [(position, position.to_dict()["seats"][PUPIL]) for position in found]


def test_magellan_waits_at_the_third_stop_and_joins_the_recruits() -> None:
    start = STEPS["walking"].start
    assert start.say(2).endswith("(Discoveries room) and take Ferdinand Magellan")
    assert start.say(0).endswith("take Erasmus")
    assert [mine["recruits"][0] for _, mine in ends("walking")] == ["D"]


def test_hiring_makes_strength_2() -> None:
    assert [mine["workers"].count("D") + mine["workers"].count("sD") for _, mine in ends("hiring")] == [2]
    assert [mine["money"] for _, mine in ends("hiring")] == [9]
    assert ends("hiring")[0][0] == STEPS["reward"].start, "the next step goes on from here"


def test_the_ship_sails_to_9() -> None:
    assert [mine["ship"] for _, mine in ends("reward")] == [2]


def test_eleven_florins_and_the_last_novice_is_gone() -> None:
    for _, mine in ends("money"):
        assert mine["money"] == 11
        assert mine["workers"][:2] == [None, "Pt"]
        assert "sR" not in mine["workers"]


def test_three_artists_bring_a_painting() -> None:
    for _, mine in ends("helper"):
        assert mine["workers"].count("A") == 3
        assert mine["artworks"]["painting"] == 1
        assert mine["helpers"]["yellow"] == 0


def test_the_masterpiece_is_worth_8_and_the_discs_are_back() -> None:
    before = STEPS["masterpiece"].start
    for after, mine in ends("masterpiece"):
        assert after.scores()[PUPIL] - before.scores()[PUPIL] == 8
        assert mine["discs"]["A"] == 0


def test_a_tile_brings_12_points() -> None:
    for after, mine in ends("tile"):
        assert after.scores()[PUPIL] == 12
        assert mine["bonus_tiles"] == ["TD1"]


def test_the_palace_is_filled_again() -> None:
    for after, _ in ends("refill"):
        assert after.to_dict()["refills"] == STEPS["refill"].start.to_dict()["refills"] + 1


@pytest.mark.parametrize("step", list(STEPS.values()), ids=list(STEPS))
def test_each_step_cites_a_rule(step: Any) -> None:
    assert step.rule in GAME.rules()
