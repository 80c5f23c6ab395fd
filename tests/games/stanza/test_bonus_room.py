"""The bonus-tile room."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position

from .build import before_bonus_room, legal, own, play, position, seat, show

SIX = "TD1 TD2 TD3 TL1 TL2 TL3"
STAYS_OUT = "MOVE_2 MOVE_3 MOVE_4"  # the first stop is the bonus space


def takeable(p: Position) -> str:
    """The tiles that the seat may take on the bonus space; it stands just before it."""
    if "MOVE_1" not in legal(p).split():
        return ""
    p = play(p, "MOVE_1")
    return legal(p).replace("TILE_", "") if p.phase == "TILE" else "one only"


def test_l62_exactly_one_tile_must_be_taken_and_no_action_is_done() -> None:
    p = before_bonus_room(ship=16, helpers="blue blue white", money=0, recruits="D - - -")
    p = play(p, "MOVE_1")
    assert (p.to_act, p.phase, legal(p)) == (0, "TILE", "TILE_TD1 TILE_TD2 TILE_TD3")
    p = play(p, "TILE_TD2", "PAY_COLOUR")
    assert (p.to_act, p.phase, own(p, "bonus_tiles")) == (1, "TURN", ["TD2"])


@pytest.mark.parametrize(
    ("ship", "owned", "tiles"),
    [
        (3, "", ""),
        (4, "", "TD1 TD2 TD3"),
        (8, "TD1", ""),
        (9, "TD1", "TD2 TD3"),
        (13, "TD1 TD2", ""),
        (14, "TD1 TD2", "one only"),
    ],
)
def test_l63_discoveries_asks_for_the_ship_on_m4_m9_m14(ship: int, owned: str, tiles: str) -> None:
    assert takeable(before_bonus_room(ship=ship, bonus_tiles=owned, helpers="blue")) == tiles


@pytest.mark.parametrize(
    ("columns", "owned", "tiles"),
    [
        (0, "", ""),
        (1, "", "TL1 TL2 TL3"),
        (1, "TL1", ""),
        (2, "TL1", "TL2 TL3"),
        (2, "TL1 TL2", ""),
        (3, "TL1 TL2", "one only"),
    ],
)
def test_l63_literature_asks_for_full_columns(columns: int, owned: str, tiles: str) -> None:
    books = "D R A P " * columns + "D" * (columns == 0)
    assert takeable(before_bonus_room(books=books, bonus_tiles=owned, helpers="red")) == tiles


@pytest.mark.parametrize(
    ("discs", "owned", "tiles"),
    [
        ("D L R A P", "", ""),
        ("D D", "", "TR1 TR2 TR3"),
        ("P P P P", "TR1", ""),
        ("L L A A", "TR1", "TR2 TR3"),
        ("L L A A P", "TR1 TR2", ""),
        ("L L A A P P", "TR1 TR2", "one only"),
    ],
)
def test_l63_religion_asks_for_slots_with_two_discs(discs: str, owned: str, tiles: str) -> None:
    assert takeable(before_bonus_room(discs=discs, bonus_tiles=owned, helpers="green")) == tiles


@pytest.mark.parametrize(
    ("artworks", "owned", "tiles"),
    [
        ("painting", "", ""),
        ("sculpture manuscript", "", "TA1 TA2 TA3"),
        ("sculpture manuscript painting", "TA1", ""),
        ("manuscript manuscript painting", "TA1", "TA2 TA3"),
        ("sculpture painting painting painting", "TA1 TA2", ""),
        ("manuscript painting painting painting", "TA1 TA2", "one only"),
    ],
)
def test_l63_arts_asks_for_artworks_of_value_5_10_15(artworks: str, owned: str, tiles: str) -> None:
    assert takeable(before_bonus_room(artworks=artworks, bonus_tiles=owned, helpers="yellow", players=3)) == tiles


@pytest.mark.parametrize(
    ("words", "colour"),
    [
        ({"ship": 4}, "blue"),
        ({"books": "D R A P"}, "red"),
        ({"discs": "D D"}, "green"),
        ({"artworks": "manuscript manuscript"}, "yellow"),
    ],
)
def test_l63_a_helper_of_the_tiles_colour_or_a_white_one_is_needed(words: dict[str, Any], colour: str) -> None:
    for helper in ("", "blue", "red", "green", "yellow", "white"):
        p = before_bonus_room(helpers=helper, **words)
        assert ("MOVE_1" in legal(p).split()) == (helper in (colour, "white"))


@pytest.mark.parametrize(
    ("words", "tiles"),
    [
        ({"ship": 4}, "TD1 TD2 TD3"),
        ({"books": "D R A P"}, "TL1 TL2 TL3"),
        ({"discs": "D D"}, "TR1 TR2 TR3"),
        ({"artworks": "manuscript manuscript"}, "TA1 TA2 TA3"),
    ],
)
def test_l63_a_discipline_whose_tiles_are_all_taken_is_no_reason_to_stop(words: dict[str, Any], tiles: str) -> None:
    assert "MOVE_1" in legal(before_bonus_room(helpers="white", **words))
    assert legal(before_bonus_room(seat(bonus_tiles=tiles), helpers="white", **words)) == STAYS_OUT


def test_l64_the_religion_slot_counts_for_the_religion_condition() -> None:
    assert takeable(before_bonus_room(discs="R R", helpers="green")) == "TR1 TR2 TR3"


def test_l64_the_condition_is_checked_before_paying() -> None:
    p = before_bonus_room(discs="A A", bonus_tiles=SIX, helpers="green")
    p = play(p, "MOVE_1", "TILE_TR1")  # its only disc source is the slot that fulfils the condition
    assert (show(p, "discs", 0), own(p, "bonus_tiles")[-1], p.to_act) == ("A", "TR1", 1)


def test_l64_ta2_is_no_artwork_for_the_arts_condition() -> None:
    p = before_bonus_room(artworks="manuscript manuscript", bonus_tiles="TA2", helpers="yellow")
    assert legal(p) == STAYS_OUT


def test_l65_a_helper_is_paid_and_a_disc_takes_the_place_of_the_tile() -> None:
    p = play(before_bonus_room(ship=4, helpers="blue white", grid="TD1 TD2 TD5"), "MOVE_1", "TILE_TD2")
    assert (p.phase, legal(p)) == ("PAY", "PAY_COLOUR PAY_WHITE")
    colour, white = play(p, "PAY_COLOUR"), play(p, "PAY_WHITE")
    assert (show(colour, "helpers", 0), show(white, "helpers", 0)) == ("white", "blue")
    assert colour.to_dict()["helper_stock"] == {"blue": 7, "red": 7, "green": 7, "yellow": 7, "white": 6}
    assert white.to_dict()["helper_stock"] == {"blue": 6, "red": 7, "green": 7, "yellow": 7, "white": 7}
    assert own(white, "bonus_tiles") == ["TD2"]
    assert own(white, "discs") == {"supply": 6, "D": 0, "L": 0, "R": 1, "A": 0, "P": 0}
    assert white.to_dict()["grid"] == ["TD1", "TD5", "TL1", "TL2", "TL3", "TR1", "TR2", "TR3", "TA1", "TA2", "TA3"]


def test_l65_paying_is_not_asked_if_only_one_kind_of_helper_will_do() -> None:
    p = play(before_bonus_room(ship=4, helpers="white red", grid="TD2"), "MOVE_1", "TILE_TD2")
    assert (p.to_act, show(p, "helpers", 0)) == (1, "red")


def test_l66_with_an_empty_supply_the_disc_comes_from_a_slot_of_choice() -> None:
    p = before_bonus_room(discs="D R R P", bonus_tiles="TD1 TD2 TD3 TL1", helpers="green")
    p = play(p, "MOVE_1", "TILE_TR1")
    assert (p.phase, legal(p)) == ("DISC_SOURCE", "SLOT_D SLOT_R SLOT_P")
    for source, left in (("D", "R R P"), ("R", "D R P"), ("P", "D R R")):
        after = play(p, f"SLOT_{source}")
        assert (show(after, "discs", 0), own(after, "discs")["supply"], after.to_act) == (left, 0, 1)


def test_l66_with_a_disc_in_the_supply_it_is_taken_from_there() -> None:
    p = play(before_bonus_room(discs="D D R", helpers="green"), "MOVE_1", "TILE_TR1")
    assert (show(p, "discs", 0), own(p, "discs")["supply"], p.to_act) == ("D D R", 4, 1)


def test_l66_without_any_disc_no_tile_can_be_taken() -> None:
    p = before_bonus_room(discs="", bonus_tiles=f"{SIX} TR1 TR2", artworks="manuscript manuscript", helpers="yellow")
    assert legal(p) == STAYS_OUT
    p = before_bonus_room(discs="L", bonus_tiles=f"{SIX} TR1", artworks="manuscript manuscript", helpers="yellow")
    assert takeable(p) == "TA1 TA2 TA3"


def test_l67_a_third_tile_of_a_discipline_is_the_last() -> None:
    p = play(before_bonus_room(ship=14, helpers="blue", bonus_tiles="TD1 TD2"), "MOVE_1")
    assert (p.to_act, own(p, "bonus_tiles")) == (1, ["TD1", "TD2", "TD3"])  # the only one left, so not asked
    p = before_bonus_room(ship=16, helpers="blue", bonus_tiles="TD1 TD2 TD3")
    assert legal(p) == STAYS_OUT


def test_l67_tiles_of_several_disciplines_may_be_owned_together() -> None:
    p = before_bonus_room(ship=14, helpers="white", bonus_tiles="TD1 TD2 TL1 TL2 TR1 TR2 TA1", discs="L")
    p = play(p, "MOVE_1")
    assert (len(own(p, "bonus_tiles")), own(p, "discs")["supply"], show(p, "discs", 0)) == (8, 0, "")


@pytest.mark.parametrize(
    ("books", "columns"),
    [("D D D D R R R R A A A A", 0), ("D D D D R R R R A A A A P", 1), ("D D R R A A P P P P", 2)],
)
def test_l70_full_columns_are_the_books_of_the_scarcest_colour(books: str, columns: int) -> None:
    for owned in range(3):
        tiles = " ".join(("TL1", "TL2")[:owned])
        p = before_bonus_room(books=books, bonus_tiles=tiles, helpers="red")
        assert (takeable(p) != "") == (owned < columns)


@pytest.mark.parametrize(("helper", "allowed"), [("green", True), ("white", True), ("blue", False)])
def test_x17_two_slots_with_two_discs_allow_two_religion_tiles(helper: str, allowed: bool) -> None:
    p = before_bonus_room(discs="R R A A P", bonus_tiles="TR1", helpers=helper)
    assert takeable(p) == ("TR2 TR3" if allowed else "")
    assert takeable(before_bonus_room(discs="R R A A P", bonus_tiles="TR1 TR2", helpers=helper)) == ""


def test_x18_ta2_counts_in_the_museum_but_not_for_the_next_tile() -> None:
    words: dict[str, Any] = {"artworks": "manuscript painting", "bonus_tiles": "TA2", "helpers": "yellow"}
    assert legal(before_bonus_room(**words)) == STAYS_OUT
    over = position(seat(**words), act=None)
    assert over.scores() == [12 + (17 + 12) // 2, 0]  # alone on the grid; museum 11 against 11 left on the board
    poorer = seat(artworks="sculpture")
    over = position(seat(**words), poorer, act=None)
    assert over.scores() == [12 + 17, 0]  # 11 against 9 left


def test_x19_the_disc_for_a_tile_comes_from_a_slot_or_there_is_no_tile() -> None:
    p = play(before_bonus_room(discs="A A", bonus_tiles=SIX, helpers="green", grid="TR4"), "MOVE_1", "TILE_TR4")
    assert (show(p, "discs", 0), len(own(p, "bonus_tiles")), p.to_act) == ("A", 7, 1)
    p = before_bonus_room(discs="", bonus_tiles=f"{SIX} TR1 TR2", helpers="white", ship=16)
    assert legal(p) == STAYS_OUT
