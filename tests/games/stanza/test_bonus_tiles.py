"""The twenty bonus tiles (L68, L69)."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import Position
from tests.samples import Json

from .build import (
    DISCIPLINES,
    TILES,
    activated,
    before_bonus_room,
    board,
    legal,
    own,
    play,
    points,
    position,
    refilled,
    seat,
    show,
)

CONDITION: dict[str, Json] = {
    "D": {"ship": 4, "helpers": "blue"},
    "L": {"books": "D R A P", "helpers": "red"},
    "R": {"discs": "R R", "helpers": "green"},
    "A": {"artworks": "sculpture manuscript", "helpers": "yellow"},
}


def taken(tile: str, *others: Json, **words: Any) -> Position:
    """Seat 0 has just taken this tile as its first of the discipline; words override its condition."""
    p = before_bonus_room(*others, **CONDITION[tile[1]] | {"grid": tile} | words)
    return play(p, "MOVE_1", f"TILE_{tile}")


def final(tile: str, *others: Json, **words: Any) -> dict[str, int]:
    """The ledger of the owner of a tile at the end of the game."""
    players = max(2, len(others) + 1)
    return points(position(seat(bonus_tiles=tile, **words), *others, act=None, players=players))


@pytest.mark.parametrize("tile", ["TD1", "TD2", "TD5", "TL1", "TL3", "TL5", "TR1", "TR4", "TA1", "TA2"])
def test_l68_a_permanent_or_final_tile_does_nothing_at_once(tile: str) -> None:
    before = before_bonus_room(**CONDITION[tile[1]] | {"grid": tile})
    after = taken(tile)
    expected = before.to_dict()["seats"][0]
    expected["discs"]["supply"] -= 1
    expected |= {"figure": 0, "bonus_tiles": [tile], "helpers": dict.fromkeys(expected["helpers"], 0)}
    assert after.to_dict()["seats"][0] == expected
    assert (after.to_act, after.phase) == (1, "TURN")
    assert tile not in after.to_dict()["grid"]


@pytest.mark.parametrize(("tile", "x"), [("TD1", "D"), ("TD2", "P"), ("TL1", "L"), ("TR1", "R"), ("TA1", "A")])
def test_td1_td2_tl1_tr1_ta1_add_one_strength_for_good(tile: str, x: str) -> None:
    with_tile = activated(x, f"Pt {x} {x} {x} - -", players=4, discs="", bonus_tiles=tile)
    without = activated(x, f"Pt {x} {x} {x} - -", players=4, discs="")
    assert legal(with_tile) == "LEVEL_1 LEVEL_2 LEVEL_3 M5 M8"
    assert legal(without) == "LEVEL_1 LEVEL_2 LEVEL_3 M5"


def test_td3_gives_five_florins() -> None:
    p = taken("TD3", money=13)
    assert (own(p, "money"), p.to_act) == (18, 1)


@pytest.mark.parametrize(
    ("before", "slot", "after", "lost"),
    [
        ("- - - -", 2, "- - L -", ""),
        ("A - R P", 0, "L A R P", ""),
        ("A - R P", 2, "A - L R", "P"),
        ("A - R P", 3, "A - R L", "P"),
        ("A D R -", 1, "A L D R", ""),
        ("A D R P", 0, "L A D R", "P"),
    ],
)
def test_td4_takes_a_character_to_any_recruitment_slot(before: str, slot: int, after: str, lost: str) -> None:
    p = taken("TD4", recruits=before)
    assert p.phase == "TD4_SPACE"
    assert legal(p) == " ".join(f"SPACE_{space}" for space in range(1, 16))
    p = play(p, "SPACE_6")
    assert (p.phase, legal(p)) == ("TD4_SLOT", "RECRUIT_0 RECRUIT_1 RECRUIT_2 RECRUIT_3")
    p = play(p, f"RECRUIT_{slot}")
    assert (show(p, "recruits", 0), show(p, "discard"), board(p)) == (after, lost, "DDD LL. RRR AAA PPP")
    assert (p.to_act, p.phase, own(p, "figure")) == (1, "TURN", 0)


def test_td4_reaches_a_tile_under_a_figure_and_a_starting_tile() -> None:
    p = play(taken("TD4", seat(figure=8), board="DDD LLL RrR AAA PPP"), "SPACE_8", "RECRUIT_0")
    assert (show(p, "recruits", 0), board(p)) == ("sR - - -", "DDD LLL R.R AAA PPP")


def test_td4_offers_only_spaces_with_a_tile_and_does_nothing_on_an_empty_board() -> None:
    p = taken("TD4", board="D.. ... ... A.. ...")
    assert legal(p) == "SPACE_1 SPACE_10"
    p = taken("TD4", seat(), board="... ... ... A.. ...")
    assert (p.phase, legal(p)) == ("TD4_SLOT", "RECRUIT_0 RECRUIT_1 RECRUIT_2 RECRUIT_3")  # no choice of the space
    p = taken("TD4", board="... ... ... ... ...", last_turn="A")
    assert (own(p, "bonus_tiles"), show(p, "recruits", 0)) == (["TD4"], "- - - -")
    assert (p.to_act, legal(p)) == (1, "PASS_OUT")


def test_td4_may_empty_the_second_room_and_then_the_turn_ends_after_the_refill() -> None:
    p = play(taken("TD4", board="DDD .L. ... AAA PPP"), "SPACE_5", "RECRUIT_3")
    assert (p.to_act, p.phase, show(p, "recruits", 0)) == (-1, "REFILL", "- - - L")
    p = refilled(p)
    assert (p.to_act, p.phase, p.to_dict()["refills"]) == (1, "TURN", 1)


@pytest.mark.parametrize(("mine", "other", "value"), [(9, 8, 5), (9, 9, 3), (8, 9, 0), (0, 0, 3)])
def test_td5_rewards_the_furthest_ship(mine: int, other: int, value: int) -> None:
    assert final("TD5", seat(), seat(ship=other), ship=mine).get("L101", 0) == value


def test_tl2_moves_the_ship_three_steps() -> None:
    p = taken("TL2", ship=3)
    assert (own(p, "ship"), show(p, "helpers", 0), p.to_act) == (6, "white", 1)


@pytest.mark.parametrize(("slot", "value"), list(enumerate([6, 5, 4, 3, 2, 1])))
def test_tl3_is_worth_the_patrons_slot(slot: int, value: int) -> None:
    workers = ["-"] * 6
    workers[slot] = "Pt"
    assert final("TL3", workers=" ".join(workers)) == {"L101": value, "L102": 12}


def test_tl4_moves_the_ship_to_the_furthest_one() -> None:
    p = taken("TL4", seat(ship=6), seat(ship=3), players=3, ship=2)
    assert (own(p, "ship"), show(p, "helpers", 0), p.to_act) == (6, "white", 1)
    p = taken("TL4", seat(ship=6), ship=7)
    assert (own(p, "ship"), show(p, "helpers", 0), p.to_act) == (7, "", 1)


def test_tl4_counts_the_ship_of_a_player_who_has_passed_out() -> None:
    p = taken("TL4", seat(ship=12, passed=1), last_turn="B")
    assert (own(p, "ship"), show(p, "helpers", 0)) == (12, "white white")


def test_tl5_pays_a_florin_for_every_book_from_every_source() -> None:
    p = play(activated("L", "Pt L L - - -", bonus_tiles="TL5"), "LEVEL_3", "BOOK_D", "BOOK_R", "BOOK_A")
    assert own(p, "money") == 3
    p = play(taken("TR3", bonus_tiles="TL5", money=0), "BOOK_D", "BOOK_P")
    assert own(p, "money") == 2
    p = taken("TA4", bonus_tiles="TL5", money=0, books="A A A A")
    assert own(p, "money") == 0  # no book, no florin


@pytest.mark.parametrize(("slots", "after"), [("R R", "R R R R"), ("R R L L L L L", "L L L L L R R")])
def test_tr2_puts_two_discs_in_the_religion_slot(slots: str, after: str) -> None:
    p = taken("TR2", discs=slots)  # one disc of the second is left, and it goes on the grid
    assert (show(p, "discs", 0), p.to_act) == (after, 1)


def test_tr2_with_one_disc_left_puts_that_one() -> None:
    p = taken("TR2", discs="R R L L L L")
    assert (show(p, "discs", 0), own(p, "discs")["supply"]) == ("L L L L R R R", 0)


def test_tr3_writes_two_books_of_different_colours() -> None:
    p = taken("TR3", books="R")
    assert (p.phase, legal(p)) == ("BOOK", "BOOK_D BOOK_R BOOK_A BOOK_P")
    p = play(p, "BOOK_R")
    assert (p.phase, legal(p)) == ("DISC", "SLOT_D SLOT_L SLOT_A SLOT_P")
    p = play(p, "SLOT_A")
    assert (p.phase, legal(p)) == ("BOOK", "BOOK_D BOOK_A BOOK_P")
    p = play(p, "BOOK_P")
    assert (show(p, "books", 0), show(p, "discs", 0), p.to_act) == ("R R P", "R R A", 1)


def test_tr3_is_an_extra_disc_for_the_bonus_tile_majority() -> None:
    assert final("TR3", seat(bonus_tiles="TD1")) == {"L102": 12}
    assert final("TR3", seat(bonus_tiles="TD1 TD2")) == {"L102": 10}
    assert final("TR1", seat(bonus_tiles="TD1")) == {"L102": 10}


@pytest.mark.parametrize("x", DISCIPLINES)
def test_tr4_sells_one_strength_for_three_florins_in_every_discipline(x: str) -> None:
    p = activated(x, f"Pt {x} - - - -", discs="", bonus_tiles="TR4", players=4)
    assert legal(p) == "LEVEL_1 LEVEL_2"  # no florin is left
    there = {"D": 0, "L": 3, "R": 6, "A": 9, "P": 12}[x]
    rich = seat(figure=there, money=7, workers=f"Pt {x} - - - -", bonus_tiles="TR4", discs="")
    p = play(position(rich, players=4), "MOVE_1", "ACT_HERE", "WSLOT_5")
    assert legal(p) == "PAY3 LEVEL_1 LEVEL_2"
    p = play(p, "PAY3")
    assert (legal(p), own(p, "money")) == ("LEVEL_1 LEVEL_2 LEVEL_3", 3)


@pytest.mark.parametrize(
    ("books", "after", "discs", "phase"),
    [("", "R", "R R", "TURN"), ("R", "R R", "R R", "DISC"), ("R R", "R R R", "R R R", "TURN")],
)
def test_tr5_writes_a_religion_book_with_its_bonus(books: str, after: str, discs: str, phase: str) -> None:
    p = taken("TR5", books=books)
    assert (show(p, "books", 0), show(p, "discs", 0), p.phase) == (after, discs, phase)


def test_tr5_loses_the_book_if_the_shelf_has_four() -> None:
    p = taken("TR5", books="R R R R")
    assert (show(p, "books", 0), p.to_act) == ("R R R R", 1)


@pytest.mark.parametrize(("mine", "other", "value"), [("R R", "R", 5), ("R", "R", 3), ("R", "R R", 0)])
def test_tr5_rewards_the_most_religion_books(mine: str, other: str, value: int) -> None:
    assert final("TR5", seat(), seat(books=other), books=mine).get("L101", 0) == value


def test_ta2_counts_as_an_artwork_of_value_four_in_the_museum() -> None:
    alone = position(seat(bonus_tiles="TA2"), seat(artworks="sculpture"), act=None)
    assert [points(alone, s).get("L103", 0) for s in (0, 1)] == [12, 0]  # neutral 16, then 4, then 2


def test_ta3_puts_two_discs_in_two_different_other_slots() -> None:
    p = taken("TA3")
    assert (p.phase, legal(p)) == ("DISC", "SLOT_D SLOT_L SLOT_A SLOT_P")
    p = play(p, "SLOT_D")
    assert legal(p) == "SLOT_L SLOT_A SLOT_P"
    p = play(p, "SLOT_P")
    assert (show(p, "discs", 0), own(p, "discs")["supply"], p.to_act) == ("D R P", 4, 1)


def test_ta3_with_one_disc_left_puts_that_one() -> None:
    p = play(taken("TA3", discs="L L L L L L"), "SLOT_A")
    assert (show(p, "discs", 0), p.to_act) == ("L L L L L L A", 1)


@pytest.mark.parametrize(("workers", "value"), [("Pt - - - - -", 0), ("D sL Pt - P -", 3), ("D L R A P Pt", 5)])
def test_ta3_is_worth_a_point_for_each_character(workers: str, value: int) -> None:
    assert final("TA3", workers=workers).get("L101", 0) == value


@pytest.mark.parametrize(
    ("before", "after"),
    [("- - Pt - - -", "Pt - - - - -"), ("D L R A P Pt", "Pt D L R A P"), ("Pt D - - - -", "Pt D - - - -")],
)
def test_ta4_writes_an_arts_book_and_moves_the_patron_to_the_left(before: str, after: str) -> None:
    p = taken("TA4", workers=before, books="A A")
    assert (show(p, "workers", 0), show(p, "books", 0), show(p, "discs", 0)) == (after, "A A A", "R R")
    assert (own(p, "patron_flipped"), p.to_act) == (False, 1)


def test_ta5_gives_two_white_helpers() -> None:
    p = taken("TA5")
    assert (show(p, "helpers", 0), p.to_act) == ("white white", 1)
    p = taken("TA5", seat(helpers="white " * 6))
    assert (show(p, "helpers", 0), p.to_act) == ("white", 1)
    p = taken("TA5", helpers="yellow red red red red red red")
    assert (p.phase, legal(p)) == ("LIMIT", "RETURN_red RETURN_white")


def test_l69_bonus_tile_effects_follow_the_usual_rules() -> None:
    p = taken("TL2", ship=15)
    assert own(p, "ship") == 16  # L44: steps beyond the end are lost
    p = taken("TL2", seat(helpers="white " * 7), ship=3)
    assert (own(p, "ship"), show(p, "helpers", 0)) == (6, "")  # L44: no white helper is left
    p = taken("TR3", books="D D D D R R R R A A A A P P P")
    assert (show(p, "books", 0), p.to_act) == ("D D D D R R R R A A A A P P P P", 1)  # L45: one colour only
    p = taken("TA3", discs="L L L L L L L")
    assert (show(p, "discs", 0), p.to_act) == ("L L L L L L L", 1)  # L47: no disc is left


def test_every_bonus_tile_can_be_taken() -> None:
    for tile in TILES:
        assert tile in own(taken(tile), "bonus_tiles")


@pytest.mark.parametrize(
    ("helpers", "stock", "after"),
    [("red", 7, "white white white"), ("red", 2, "white white"), ("red green green green green green", 7, "")],
)
def test_x14_tl4_passes_three_white_helper_spaces(helpers: str, stock: int, after: str) -> None:
    p = taken("TL4", seat(ship=14, helpers="white " * (7 - stock)), ship=2, helpers=helpers)
    assert own(p, "ship") == 14
    if after:
        assert (show(p, "helpers", 0), p.to_act) == (after, 1)
        return
    assert (p.phase, legal(p)) == ("LIMIT", "RETURN_green RETURN_white")
    p = play(p, "RETURN_green")
    assert (show(p, "helpers", 0), p.to_act) == ("green green green green white white white", 1)


def test_x29_td4_shifts_from_the_chosen_slot_on() -> None:
    p = play(taken("TD4", recruits="A L - P"), "SPACE_1", "RECRUIT_1")
    assert (show(p, "recruits", 0), show(p, "discard")) == ("A D L P", "")
    p = play(taken("TD4", recruits="A L R P"), "SPACE_1", "RECRUIT_1")
    assert (show(p, "recruits", 0), show(p, "discard")) == ("A D L R", "P")


@pytest.mark.parametrize("flipped", [False, True])
def test_x30_ta4_shifts_the_characters_up_to_the_first_gap(flipped: bool) -> None:
    for before, after in (("D L R Pt A P", "Pt D L R A P"), ("D - L Pt A P", "Pt D L - A P")):
        p = taken("TA4", workers=before, flipped=flipped)
        assert (show(p, "workers", 0), own(p, "patron_flipped"), show(p, "books", 0)) == (after, flipped, "A")
