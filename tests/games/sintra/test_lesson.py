"""The lesson of Sintra ends where its sentences say."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lessons import PUPIL, lesson_of
from ludotheque.core.position import Position

STEPS = {step.name: step for step in lesson_of("sintra").steps}


def ends(name: str) -> list[tuple[Position, dict[str, Any]]]:
    """The position after each right sequence of a step, and the pupil's things in it."""
    found = [STEPS[name].after(sequence).position for sequence in STEPS[name].right]
    return [(position, position.to_dict()["seats"][PUPIL]) for position in found]


def gained(name: str) -> set[int]:
    """The points that the right sequences of a step bring."""
    return {position.scores()[PUPIL] - STEPS[name].start.scores()[PUPIL] for position, _ in ends(name)}


def test_three_orange_in_hand_and_the_pink_one_in_the_centre() -> None:
    for position, _ in ends("taking"):
        assert position.phase == "PLACE"
        assert position.to_dict()["centre"] == "P"


def test_all_three_fit_and_the_glazier_walks_to_strip_3() -> None:
    for _, mine in ends("placing"):
        assert (mine["glazier"], mine["broken"]) == (3, 0)
        assert mine["slots"][2]["panes"].count("O") == 3


def test_the_glazier_is_back_above_strip_1() -> None:
    assert [mine["glazier"] for _, mine in ends("back")] == [1]


def test_three_blue_on_strip_2_one_step_down_and_the_tile() -> None:
    for position, mine in ends("centre"):
        assert (mine["slots"][1]["panes"].count("B"), mine["broken"]) == (3, 1)
        assert (position.to_dict()["tile_seat"], position.to_dict()["tile_in_centre"]) == (PUPIL, False)


def test_two_pink_panes_fit_and_two_more_would_cost_three_points() -> None:
    step = STEPS["fitting"]
    for _, mine in ends("fitting"):
        assert mine["slots"][2]["panes"].count("P") == 2
        assert mine["broken"] == step.start.to_dict()["seats"][PUPIL]["broken"]
    four = step.after([49, 53]).position.to_dict()["seats"][PUPIL]
    assert four["broken"] == step.start.to_dict()["seats"][PUPIL]["broken"] + 2  # from -1 to -4


def test_a_full_strip_brings_seven_points() -> None:
    assert gained("full") == {7}


def test_strip_2_brings_eight_points_and_strip_8_three() -> None:
    assert gained("right") == {8}
    step = STEPS["right"]
    placed = step.after([48, 58]).position
    assert placed.play(placed.legal()[0]).scores()[PUPIL] - step.start.scores()[PUPIL] == 3


def test_the_last_pane_ends_the_game_by_67_to_48() -> None:
    for position, _ in ends("last"):
        assert position.to_act is None
        assert position.scores() == [67, 48]
    other = STEPS["last"].after([49, 56]).position
    assert other.play(other.legal()[0]).scores()[PUPIL] == 62
