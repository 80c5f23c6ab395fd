"""Action A, step 1, taking panes."""

from __future__ import annotations

from .build import CENTRE, COLOURS, RESET, at, pile, seat, shown, take, turn

AT_8 = seat(glazier=8)  # K8.f: no blue and no yellow space


def test_s17_all_panes_of_one_colour_from_a_factory_the_others_to_the_centre() -> None:
    p = at(factories=["BOOP", "BWWW"], centre="OY").play(take(1, "O"))
    assert p.to_dict()["pending"] == {"hand": "OO"}
    assert p.to_dict()["factories"] == ["", "BWWW", "", "", ""]
    assert p.to_dict()["centre"] == "BYOP"


def test_s18_all_panes_of_one_colour_from_the_centre() -> None:
    p = at(factories=["BOOP"], centre="BBOOOY").play(take(CENTRE, "O"))
    assert p.to_dict()["pending"] == {"hand": "OOO"}
    assert p.to_dict()["factories"] == ["BOOP", "", "", "", ""]
    assert p.to_dict()["centre"] == "BBY"


def test_s19_only_what_lies_there_can_be_taken() -> None:
    p = at(factories=["", "BBWO"], centre="PP")
    legal = [take(2, "B"), take(2, "W"), take(2, "O"), take(CENTRE, "P")]
    assert p.legal() == legal
    absent = [take(source, c) for source in (1, 2, 3, 4, 5, CENTRE) for c in COLOURS]
    assert {p.why_not(action) for action in absent if action not in legal} == {"S19"}


def test_s19_the_tile_cannot_be_taken_alone() -> None:
    p = at(factories=["B"], tile_in_centre=True)
    assert p.legal() == [take(1, "B")]
    assert [p.why_not(take(CENTRE, c)) for c in COLOURS] == ["S19"] * 5


def test_s20_the_first_to_take_from_the_centre_gets_the_tile_and_a_step() -> None:
    p = at(AT_8, centre="BYY", tile_seat=1, tile_in_centre=True).play(take(CENTRE, "B"))
    assert (p.to_dict()["tile_seat"], p.to_dict()["tile_in_centre"]) == (0, False)
    assert shown(p)["broken"] == 2  # the tile, and the blue pane that breaks


def test_s20_the_step_comes_at_once_before_a_strip_is_chosen() -> None:
    p = at(centre="BYY", tile_seat=1, tile_in_centre=True).play(take(CENTRE, "B"))
    assert turn(p) == ("PLACE", 0)
    assert shown(p)["broken"] == 1


def test_s20_taking_from_a_factory_leaves_the_tile() -> None:
    p = at(AT_8, factories=["BW"], tile_seat=1, tile_in_centre=True).play(take(1, "B"))
    assert (p.to_dict()["tile_seat"], p.to_dict()["tile_in_centre"]) == (1, True)
    assert shown(p)["broken"] == 1


def test_s21_later_takes_from_the_centre_cost_no_step() -> None:
    p = at(AT_8, AT_8, centre="BWY", tile_in_centre=True).play(take(CENTRE, "B")).play(take(CENTRE, "W"))
    assert p.to_dict()["tile_seat"] == 0
    assert [shown(p, n)["broken"] for n in (0, 1)] == [2, 0]


def test_s22_a_colour_may_be_taken_although_nothing_can_be_placed() -> None:
    p = at(AT_8, factories=["BBPP"])
    assert p.legal() == [take(1, "B"), take(1, "P"), RESET]
    p = p.play(take(1, "B"))
    assert (turn(p), shown(p)["broken"], pile(p, "tower")) == (("TURN", 1), 2, "BB")


def test_x1_one_pink_from_a_factory() -> None:
    p = at(factories=["BBYP"], tile_seat=1, tile_in_centre=True).play(take(1, "P"))
    d = p.to_dict()
    assert d["pending"] == {"hand": "P"}
    assert (d["factories"][0], d["centre"]) == ("", "BBY")
    assert (d["tile_in_centre"], d["tile_seat"], shown(p)["broken"]) == (True, 1, 0)


def test_x2_three_orange_from_the_centre_with_the_tile() -> None:
    p = at(centre="BYOOO", tile_seat=1, tile_in_centre=True).play(take(CENTRE, "O"))
    d = p.to_dict()
    assert d["pending"] == {"hand": "OOO"}
    assert d["centre"] == "BY"
    assert (d["tile_in_centre"], d["tile_seat"], shown(p)["broken"]) == (False, 0, 1)
