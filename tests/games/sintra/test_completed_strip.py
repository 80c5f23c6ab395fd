"""Action A, step 3, a completed strip."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position
from tests.samples import Json

from .build import CENTRE, at, pane, panes_on, pile, seat, shown, strip, take, turn

# Slot 5 lacks one blue pane; no strip to its right has a blue space.
SLOT_5 = "K8.f K1.f K4.f K5.f K6.f=.YPYB K2.f K3.f K7.f"


def completing(examined: Json, colour: str = "B", **rest: Any) -> Position:
    """Seat 0 takes one pane of the colour; a pink pane keeps the round going."""
    return at(examined, factories=[colour, "P"], **rest).play(take(1, colour))


def test_s34_with_an_empty_space_left_the_turn_ends_without_points() -> None:
    p = completing(seat("K8.f K1.f K4.f K5.f K6.f=.YP.B K2.f K3.f K7.f", glazier=5), indicator="YOP")
    assert (turn(p), p.scores()) == (("TURN", 1), [0, 0])
    assert (panes_on(p, 5), shown(p)["windows"][4]) == ("BYP.B", "")


@pytest.mark.parametrize(("colour", "points"), [("B", 2), ("W", 0), ("Y", 2), ("O", 0), ("P", 1)])
def test_s35_a_point_for_each_pane_of_the_colour_of_the_round(colour: str, points: int) -> None:
    later = [other for other in "BWYOP" if other != colour]
    p = completing(seat(SLOT_5, glazier=5), indicator=colour + later[0])
    assert (turn(p), p.scores()) == (("PANE", 0), [points, 0])
    assert p.ledger()[0] == ([("S35", points)] if points else [])


def test_s36_a_colour_of_the_strip_must_be_chosen() -> None:
    p = completing(seat(SLOT_5, glazier=5))
    assert p.legal() == [pane("B"), pane("Y"), pane("P")]
    assert [p.why_not(pane(colour)) for colour in "WO"] == ["S36", "S36"]
    assert [p.why_not(action) for action in range(62)] == ["S36"] * 62


def test_s36_first_completion_fills_the_upper_cell_and_flips_the_strip() -> None:
    p = completing(seat(SLOT_5, glazier=5), tower="W").play(pane("Y"))
    assert shown(p)["windows"] == ["", "", "", "", "Y", "", "", ""]
    assert shown(p)["slots"][4] == {"strip": "K6.b", "panes": "....."}
    assert (pile(p, "tower"), shown(p)["glazier"], turn(p)) == ("BBWYP", 5, ("TURN", 1))


def test_s36_from_the_back_a_strip_flips_to_its_front() -> None:
    p = completing(seat("K8.f K1.f K4.f K5.f K6.b=WO.OW K2.f K3.f K7.f", glazier=5)).play(pane("B"))
    assert shown(p)["slots"][4] == {"strip": "K6.f", "panes": "....."}


def test_s36_second_completion_fills_the_lower_cell_and_removes_the_strip() -> None:
    p = completing(seat(SLOT_5, "- - - - O - - -", glazier=5)).play(pane("P"))
    assert shown(p)["windows"] == ["", "", "", "", "OP", "", "", ""]
    assert shown(p)["slots"][4] is None
    assert (pile(p, "tower"), shown(p)["glazier"]) == ("BBYY", 5)


def test_s36_the_joker_strip_flips_to_its_joker_side() -> None:
    p = completing(seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f=PW.WP", glazier=8), "O").play(pane("O"))
    assert shown(p)["slots"][7] == {"strip": "K8.b", "panes": "....."}


@pytest.mark.parametrize(
    ("windows", "points"),
    [
        ("- - - - - - - -", 2),
        ("- - - - - - O O", 2 + 1 + 2),
        ("- - - - - O O O", 2 + 1 + 1 + 2),
        ("- O O O - - - -", 2),  # windows to the left never count
        ("- O O O O O O O", 2 + 1 + 1 + 2),  # the second completion scores as the first
    ],
)
def test_s37_the_value_of_the_window_and_of_filled_ones_to_its_right(windows: str, points: int) -> None:
    p = completing(seat(SLOT_5, windows, glazier=5, score=10), indicator="WO").play(pane("B"))
    assert p.scores() == [10 + points, 0]
    assert p.ledger()[0] == [("S7", 10), ("S37", points)]


def test_s37_a_window_with_two_panes_counts_once_though_its_strip_is_gone() -> None:
    slots = "K8.f K1.f K4.f K5.f K6.f=.YPYB K2.f - K7.f"
    p = completing(seat(slots, "- - - - - - OO -", glazier=5), indicator="WO").play(pane("B"))
    assert p.scores() == [2 + 1, 0]


@pytest.mark.parametrize(("slot", "value"), [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 1), (7, 1), (8, 2)])
@pytest.mark.parametrize("side", ["A", "B"])
def test_s37_window_values(slot: int, value: int, side: str) -> None:
    words = ["K1.f", "K2.f", "K3.f", "K4.f", "K5.f", "K7.f", "K8.f"]
    words.insert(slot - 1, "K6.f=BYPY.")
    p = at(seat(" ".join(words), glazier=slot), factories=["B", "P"], indicator="WO", side=side).play(take(1, "B"))
    if p.phase == "PLACE":
        p = p.play(strip(slot))
    assert p.play(pane("B")).scores() == [value, 0]


def test_s38_broken_panes_come_before_the_points_of_the_strip() -> None:
    nearly = seat(SLOT_5, glazier=5, score=4, broken=6)
    p = at(nearly, indicator="YOP", centre="BBP", tile_in_centre=True, score_floor_zero=True).play(take(CENTRE, "B"))
    # The tile goes to 7, one broken pane to the end of the track: 4 points become 0, and only then 2 are scored.
    assert (turn(p), p.scores(), shown(p)["broken"]) == (("PANE", 0), [2, 0], 0)
    assert p.ledger()[0] == [("S7", 4), ("S35", 2), ("S43", -18), ("S45", 14)]


def test_s38_the_window_is_scored_after_its_pane_is_in_and_ends_the_turn() -> None:
    p = completing(seat(SLOT_5, glazier=5), indicator="YOP")
    assert (p.scores(), shown(p)["windows"][4], panes_on(p, 5)) == ([2, 0], "", "BYPYB")
    p = p.play(pane("B"))
    assert (p.scores(), shown(p)["windows"][4], turn(p)) == ([4, 0], "B", ("TURN", 1))


def test_x4_two_yellow_panes_in_a_yellow_round() -> None:
    p = completing(seat(SLOT_5, glazier=5), indicator="YBWO")
    assert p.to_dict()["round"] == 3
    assert p.ledger()[0] == [("S35", 2)]


def test_x5_the_pane_goes_in_the_window_and_scores_5() -> None:
    p = completing(seat(SLOT_5, "- - - - - - O P", glazier=5), indicator="YBWO").play(pane("B"))
    assert shown(p)["windows"] == ["", "", "", "", "B", "", "O", "P"]
    assert pile(p, "tower") == "BYYP"
    assert shown(p)["slots"][4] == {"strip": "K6.b", "panes": "....."}
    assert shown(p)["glazier"] == 5
    assert p.ledger()[0] == [("S35", 2), ("S37", 5)]
    assert p.scores() == [7, 0]


def test_y9_joker_spaces_count_by_the_colour_that_lies_on_them() -> None:
    p = completing(seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.b=O.YOO", glazier=8), indicator="OP")
    assert p.scores() == [3, 0]
    assert p.legal() == [pane("B"), pane("Y"), pane("O")]


def test_y10_the_most_that_a_second_completion_can_score() -> None:
    nearly = seat("K1.b=.YBYY K2.f K3.f K4.f K5.f K6.f K7.f K8.b", "W W W W W W W W")
    p = completing(nearly, "Y", indicator="YOP").play(strip(1))
    assert p.scores() == [4, 0]
    p = p.play(pane("B"))
    assert (shown(p)["windows"][0], shown(p)["slots"][0], shown(p)["glazier"]) == ("WB", None, 1)
    assert (p.scores(), p.ledger()[0]) == ([22, 0], [("S35", 4), ("S37", 18)])


def test_y10_and_next_turn_the_glazier_may_leave_the_empty_slot() -> None:
    nearly = seat("K1.b=.YBYY K2.f K3.f K4.f K5.f K6.f K7.f K8.b", "W W W W W W W W")
    p = at(nearly, seat(glazier=8), factories=["Y", "B", "P"]).play(take(1, "Y")).play(strip(1)).play(pane("B"))
    p = p.play(take(2, "B"))
    assert p.legal() == [take(3, "P"), 50]
    assert shown(p.play(50))["glazier"] == 2


def test_y11_the_last_window_scores_alone() -> None:
    nearly = seat("K1.f K2.f K3.f K4.f K5.f K6.f K7.f K8.f=PW.WP", "B B B B B B B -", glazier=8)
    assert completing(nearly, "O", indicator="BP").play(pane("O")).scores() == [2, 0]


def test_y11_windows_to_the_left_do_not_count_and_full_ones_count_once() -> None:
    nearly = seat("- K6.f=.YPYB K2.f K3.f K4.f K7.f K8.f -", "BB W W - - - - BB", glazier=2)
    assert completing(nearly, indicator="WO").play(pane("Y")).scores() == [3 + 3 + 2, 0]
