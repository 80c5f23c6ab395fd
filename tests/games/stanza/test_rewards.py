"""Rewards."""

from __future__ import annotations

from typing import Any

import pytest

from .build import activated, before_bonus_room, legal, own, play, seat, show

FULL_SHELF = "D D D D R R R R A A A A P P P P"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_l43_discoveries_moves_the_ship_as_many_steps_as_the_level(level: int) -> None:
    p = play(activated("D", "Pt D D - - -", ship=5), f"LEVEL_{level}")
    assert (own(p, "ship"), show(p, "helpers", 0), p.to_act) == (5 + level, "", 1)


@pytest.mark.parametrize(
    ("ship", "level", "there", "helpers"),
    [(3, 1, 4, "white"), (2, 1, 3, ""), (4, 3, 7, ""), (8, 3, 11, "white"), (11, 3, 14, "white"), (16, 1, 16, "")],
)
def test_l44_white_helper_spaces_reached_or_passed_give_one(ship: int, level: int, there: int, helpers: str) -> None:
    p = play(activated("D", "Pt D D - - -", ship=ship), f"LEVEL_{level}")
    assert (own(p, "ship"), show(p, "helpers", 0)) == (there, helpers)


@pytest.mark.parametrize("ship", range(16))
def test_l44_the_white_helper_spaces_are_m4_m9_and_m14(ship: int) -> None:
    p = play(activated("D", "Pt D D - - -", ship=ship), "LEVEL_1")
    assert show(p, "helpers", 0) == ("white" if ship + 1 in (4, 9, 14) else "")


def test_l44_without_white_helpers_in_the_politics_room_none_is_taken() -> None:
    p = play(activated("D", "Pt D D - - -", seat(helpers="white " * 6), ship=3), "LEVEL_2")
    assert (show(p, "helpers", 0), p.to_dict()["helper_stock"]["white"]) == ("white", 0)
    p = play(activated("D", "Pt D D - - -", seat(helpers="white " * 7), ship=3), "LEVEL_2")
    assert (own(p, "ship"), show(p, "helpers", 0), p.to_dict()["helper_stock"]["white"]) == (5, "", 0)


def test_l44_ships_share_spaces() -> None:
    p = play(activated("D", "Pt D D - - -", seat(ship=2), ship=0), "LEVEL_2")
    assert [own(p, "ship", s) for s in (0, 1)] == [2, 2]


def test_l45_books_of_one_level_have_different_colours() -> None:
    p = play(activated("L", "Pt L L - - -"), "LEVEL_3")
    assert (p.phase, legal(p)) == ("BOOK", "BOOK_D BOOK_R BOOK_A BOOK_P")
    p = play(p, "BOOK_R")
    assert legal(p) == "BOOK_D BOOK_A BOOK_P"
    p = play(p, "BOOK_P")
    assert legal(p) == "BOOK_D BOOK_A"
    p = play(p, "BOOK_A")
    assert (show(p, "books", 0), p.to_act) == ("R A P", 1)


def test_l45_a_full_colour_is_not_offered_and_fewer_books_are_written() -> None:
    p = play(activated("L", "Pt L L - - -", books="D D D D R R R R"), "LEVEL_3")
    assert legal(p) == "BOOK_A BOOK_P"
    p = play(p, "BOOK_A")
    assert (show(p, "books", 0), p.to_act) == ("D D D D R R R R A P", 1)


def test_l45_with_a_full_shelf_every_level_gives_nothing() -> None:
    p = activated("L", "Pt L L - - -", books=FULL_SHELF)
    assert legal(p) == "LEVEL_1 LEVEL_2 LEVEL_3"
    p = play(p, "LEVEL_3")
    assert (show(p, "books", 0), p.to_act) == (FULL_SHELF, 1)


def one_book(books: str, colour: str, **words: Any) -> tuple[str, ...]:
    """What is asked, and of seat 0 its discs, helpers and ship, after the next book of a colour."""
    p = play(activated("L", "Pt L - - - -", books=books, **words), "LEVEL_1", f"BOOK_{colour}")
    return p.phase, show(p, "discs", 0), show(p, "helpers", 0), f"m{own(p, 'ship')}"


@pytest.mark.parametrize("colour", ["D", "R", "A", "P"])
def test_l46_the_first_book_of_a_colour_gives_nothing_and_the_third_a_disc_in_the_religion_slot(colour: str) -> None:
    assert one_book("", colour) == ("TURN", "R", "", "m0")
    assert one_book(f"{colour} {colour}", colour) == ("TURN", "R R", "", "m0")
    assert one_book(f"{colour} {colour} {colour}", colour) == ("TURN", "R", "", "m0")


def test_l46_the_second_book_of_each_colour_has_its_own_bonus() -> None:
    assert one_book("D", "D", ship=3) == ("TURN", "R", "white", "m5")
    assert one_book("R", "R") == ("DISC", "R", "", "m0")
    assert one_book("A", "A") == ("TURN", "R", "", "m0")
    assert one_book("P", "P") == ("HELPER", "R", "", "m0")


def test_l46_a_bonus_is_carried_out_before_the_next_book() -> None:
    p = play(activated("L", "Pt L L - - -", books="R P"), "LEVEL_3", "BOOK_R")
    assert (p.phase, legal(p)) == ("DISC", "SLOT_D SLOT_L SLOT_A SLOT_P")
    p = play(p, "SLOT_A")
    assert (p.phase, show(p, "discs", 0)) == ("BOOK", "R A")
    p = play(p, "BOOK_P")
    assert (p.phase, legal(p)) == ("HELPER", "TAKE_blue TAKE_red TAKE_green TAKE_yellow")
    p = play(p, "TAKE_yellow")
    assert (p.phase, legal(p), show(p, "helpers", 0)) == ("BOOK", "BOOK_D BOOK_A", "yellow")


def test_l46_with_tl5_every_book_brings_a_florin() -> None:
    p = play(activated("L", "Pt L L - - -", bonus_tiles="TL5"), "LEVEL_2", "BOOK_R", "BOOK_A")
    assert own(p, "money") == 2
    p = play(before_bonus_room(discs="R R", bonus_tiles="TL5", helpers="green", money=0, grid="TR5"), "MOVE_1")
    assert own(play(p, "TILE_TR5"), "money") == 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_l47_religion_puts_as_many_discs_as_the_level_in_different_other_slots(level: int) -> None:
    p = play(activated("R", "Pt R R - - -"), f"LEVEL_{level}")
    assert (p.phase, legal(p)) == ("DISC", "SLOT_D SLOT_L SLOT_A SLOT_P")
    left = ["D", "L", "A", "P"]
    for x in ["P", "D", "A"][:level]:
        assert legal(p) == " ".join(f"SLOT_{slot}" for slot in left)
        p = play(p, f"SLOT_{x}")
        left.remove(x)
    assert (show(p, "discs", 0), own(p, "discs")["supply"]) == (("R P", "D R P", "D R A P")[level - 1], 7 - level)
    assert p.to_act == 1


def test_l47_with_fewer_discs_in_the_supply_that_many_are_put() -> None:
    p = play(activated("R", "Pt R R - - -", discs="D D D D D D D"), "LEVEL_3", "SLOT_D")
    assert (show(p, "discs", 0), p.to_act) == ("D D D D D D D D", 1)


def test_l48_no_disc_is_moved_out_of_the_religion_room_for_another_placement() -> None:
    p = play(activated("R", "Pt R R - - -", discs="D D D D D D D D"), "LEVEL_3")
    assert (show(p, "discs", 0), p.to_act) == ("D D D D D D D D", 1)
    assert one_book("A A", "A", discs="D D D D D D D D")[1] == "D D D D D D D D"


def test_l48_the_religion_slot_is_never_offered_for_a_disc() -> None:
    for p in (
        play(activated("R", "Pt R R - - -"), "LEVEL_3"),
        play(activated("L", "Pt L - - - -", books="R"), "LEVEL_1", "BOOK_R"),
        play(before_bonus_room(artworks="sculpture manuscript", helpers="yellow", grid="TA3"), "MOVE_1", "TILE_TA3"),
    ):
        assert legal(p) == "SLOT_D SLOT_L SLOT_A SLOT_P"


@pytest.mark.parametrize(("level", "artwork"), [(1, "sculpture"), (2, "manuscript"), (3, "painting")])
def test_l49_arts_gives_the_artwork_of_the_level(level: int, artwork: str) -> None:
    p = play(activated("A", "Pt A A - - -"), f"LEVEL_{level}")
    assert show(p, "artworks", 0) == artwork
    assert p.to_dict()["art_stock"][artwork] == 1
    assert sum(p.to_dict()["art_stock"].values()) == 5


def test_l49_a_level_whose_artwork_is_sold_out_cannot_be_chosen() -> None:
    p = activated("A", "Pt A A - - -", artworks="manuscript manuscript")
    assert legal(p) == "LEVEL_1 LEVEL_3"


def test_l50_politics_gives_helpers_of_different_colours_but_no_white_one() -> None:
    p = play(activated("P", "Pt P P - - -"), "LEVEL_3")
    assert (p.phase, legal(p)) == ("HELPER", "TAKE_blue TAKE_red TAKE_green TAKE_yellow")
    p = play(p, "TAKE_red")
    assert legal(p) == "TAKE_blue TAKE_green TAKE_yellow"
    p = play(p, "TAKE_yellow", "TAKE_blue")
    assert (show(p, "helpers", 0), p.to_act) == ("blue red yellow", 1)
    assert p.to_dict()["helper_stock"] == {"blue": 6, "red": 6, "green": 7, "yellow": 6, "white": 7}


def test_l50_with_fewer_colours_in_stock_that_many_are_taken() -> None:
    others = seat(helpers="blue " * 7), seat(helpers="red " * 7)
    p = play(activated("P", "Pt P P - - -", *others, players=4), "LEVEL_3", "TAKE_green")
    assert (show(p, "helpers", 0), p.to_act) == ("green yellow", 1)
    p = activated("P", "Pt P P - - -", *others, seat(helpers="green " * 7), players=4, helpers="yellow " * 7)
    assert legal(p) == "LEVEL_1 LEVEL_2 LEVEL_3"
    p = play(p, "LEVEL_3")
    assert (show(p, "helpers", 0), p.to_act) == ("yellow yellow yellow yellow yellow yellow yellow", 1)


def test_l51_with_more_than_seven_helpers_any_are_returned_after_the_whole_effect() -> None:
    p = play(activated("P", "Pt P P - - -", helpers="white " * 7), "LEVEL_2", "TAKE_blue")
    assert (p.phase, legal(p)) == ("HELPER", "TAKE_red TAKE_green TAKE_yellow")
    p = play(p, "TAKE_red")
    assert (p.phase, legal(p)) == ("LIMIT", "RETURN_blue RETURN_red RETURN_white")
    p = play(p, "RETURN_white")
    assert (p.phase, legal(p)) == ("LIMIT", "RETURN_blue RETURN_red RETURN_white")
    p = play(p, "RETURN_red")
    assert (show(p, "helpers", 0), p.to_act) == ("blue white white white white white white", 1)
    assert p.to_dict()["helper_stock"] == {"blue": 6, "red": 7, "green": 7, "yellow": 7, "white": 1}


def test_l51_a_ship_that_brings_an_eighth_helper_makes_one_return_too() -> None:
    p = play(activated("D", "Pt D D - - -", ship=3, helpers="red red red red green green green"), "LEVEL_1")
    assert (p.phase, legal(p)) == ("LIMIT", "RETURN_red RETURN_green RETURN_white")
    p = play(p, "RETURN_green")
    assert (show(p, "helpers", 0), p.to_act) == ("red red red red green green white", 1)


def test_l51_a_helper_from_a_book_counts_before_the_next_book() -> None:
    p = play(activated("L", "Pt L - - - -", books="P", helpers="red " * 7), "LEVEL_2", "BOOK_P", "TAKE_blue")
    assert (p.phase, legal(p)) == ("LIMIT", "RETURN_blue RETURN_red")
    p = play(p, "RETURN_blue")
    assert (p.phase, legal(p)) == ("BOOK", "BOOK_D BOOK_R BOOK_A")


def test_l52_what_is_impossible_is_lost() -> None:
    assert one_book("R", "R", discs="D D D D D D D D") == ("TURN", "D D D D D D D D", "", "m0")
    assert one_book("D", "D", ship=15) == ("TURN", "R", "", "m16")


def test_x13_a_ship_takes_a_helper_on_its_way_and_loses_steps_beyond_the_end() -> None:
    for ship, there, helpers in ((3, 6, "white"), (7, 10, "white"), (15, 16, "")):
        p = play(activated("D", "Pt D D - - -", ship=ship), "LEVEL_3")
        assert (own(p, "ship"), show(p, "helpers", 0)) == (there, helpers)


@pytest.mark.parametrize(("tiles", "florins"), [("", 0), ("TL5", 3)])
def test_x15_three_books_with_three_bonuses(tiles: str, florins: int) -> None:
    p = activated("L", "Pt L L - - -", books="R P A A A", bonus_tiles=tiles)
    without = p.scores()[0]
    p = play(p, "LEVEL_3", "BOOK_R")
    assert legal(p) == "SLOT_D SLOT_L SLOT_A SLOT_P"
    p = play(p, "SLOT_L", "BOOK_P")
    assert legal(p) == "TAKE_blue TAKE_red TAKE_green TAKE_yellow"
    p = play(p, "TAKE_red", "BOOK_A")
    assert own(p, "books") == {"D": 0, "R": 2, "A": 4, "P": 2}
    assert (show(p, "discs", 0), show(p, "helpers", 0), own(p, "money")) == ("L R", "red", florins)
    assert p.scores()[0] == without + 5


def test_x16_nine_helpers_make_two_returns() -> None:
    p = activated("P", "Pt P P - - -", helpers="yellow yellow yellow white white white")
    p = play(p, "LEVEL_3", "TAKE_red", "TAKE_green", "TAKE_blue")
    assert legal(p) == "RETURN_blue RETURN_red RETURN_green RETURN_yellow RETURN_white"
    p = play(p, "RETURN_red", "RETURN_white")
    assert (show(p, "helpers", 0), p.to_act) == ("blue green yellow yellow yellow white white", 1)


def test_x32_a_sold_out_museum_leaves_the_cheapest_artwork_or_nothing() -> None:
    p = activated("A", "Pt A A - - -", artworks="manuscript manuscript painting painting")
    assert p.to_act == 1  # LEVEL_1 was the only result
    assert own(p, "artworks") == {"sculpture": 1, "manuscript": 2, "painting": 2}
    everything = "sculpture sculpture manuscript manuscript painting painting"
    p = activated("A", "Pt A A - - -", artworks=everything)
    assert (p.to_act, show(p, "artworks", 0), show(p, "workers", 0)) == (1, everything, "Pt A A - - A")


def test_x33_with_two_discs_the_third_of_level_three_is_lost() -> None:
    p = activated("R", "Pt R R - - -", discs="R R", bonus_tiles="TD1 TD2 TD3 TL1 TL2 TL3")
    assert own(p, "discs")["supply"] == 0
    p = play(p, "SPEND_DISC", "SPEND_DISC")
    assert legal(p) == "LEVEL_1 LEVEL_2 LEVEL_3 M5 M8"
    p = play(p, "LEVEL_3", "SLOT_D")
    assert legal(p) == "SLOT_L SLOT_A SLOT_P"
    p = play(p, "SLOT_L")
    assert (show(p, "discs", 0), own(p, "discs")["supply"], p.to_act) == ("D L", 0, 1)
