"""The lesson of Fourberies ends where its sentences say."""

from __future__ import annotations

from typing import Any

from ludotheque.core.lessons import PUPIL, lesson_of

STEPS = {step.name: step for step in lesson_of("fourberies").steps}


def ends(name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The position after each right sequence of a step, and the pupil's things in it."""
    found = [STEPS[name].after(sequence).position.to_dict() for sequence in STEPS[name].right]
    return [(position, position["seats"][PUPIL]) for position in found]


def test_brumeport_brings_three_ecus() -> None:
    for _, mine in ends("travelling"):
        assert mine["ecus"] == STEPS["travelling"].start.scores()[PUPIL] + 3
        assert mine["travel_discard"] == [2]


def test_the_stack_brings_nine_ecus_a_manager_and_a_comedian() -> None:
    for _, mine in ends("stack"):
        assert (mine["ecus"], mine["stage"], mine["troupe"]) == (9, 1, ["C3"])


def test_the_mood_turns_to_comedy_and_managers_go_home() -> None:
    assert STEPS["mood"].start.to_dict()["needle"] == "r1"
    for position, _ in ends("mood"):
        assert position["needle"] == "y2"
        assert [seat["stage"] for seat in position["seats"]] == [0, 0, 0]


def test_the_others_meet_and_draw_a_request_each() -> None:
    for position, _ in ends("alone"):
        assert [seat["requests_drawn"] for seat in position["seats"]] == [0, 1, 1]


def test_an_actor_1_brings_eight_cards_back() -> None:
    for _, mine in ends("cards"):
        assert (len(mine["hand"]), mine["travel_discard"]) == (8, [])


def test_four_managers_pay_four_ecus() -> None:
    for position, mine in ends("managers"):
        assert sum(seat["stage"] for seat in position["seats"]) == 4
        assert mine["ecus"] == STEPS["managers"].start.scores()[PUPIL] + 4


def test_tragedy_brings_three_ecus_and_the_best_show_six() -> None:
    for position, mine in ends("acrobat"):
        assert position["needle"].startswith("r")
        assert mine["ecus"] == STEPS["acrobat"].start.scores()[PUPIL] + 3 + 6


def test_the_queen_mother_pays_four_ecus() -> None:
    for _, mine in ends("request"):
        assert mine["ecus"] == STEPS["request"].start.scores()[PUPIL] + 4
        assert mine["played"] == ["R3"]
