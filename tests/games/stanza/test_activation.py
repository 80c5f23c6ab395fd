"""Action: activate a discipline."""

from __future__ import annotations

import pytest

from .build import (
    COLOURS,
    DISCIPLINES,
    DOOR,
    activated,
    legal,
    own,
    play,
    position,
    seat,
    show,
)

ALL_SLOTS = "WSLOT_1 WSLOT_2 WSLOT_3 WSLOT_4 WSLOT_5"
EACH_DISCIPLINE = pytest.mark.parametrize("x", DISCIPLINES)


@EACH_DISCIPLINE
def test_l29_in_the_room_of_a_discipline_it_is_activated_without_a_helper(x: str) -> None:
    p = play(position(seat(figure=DOOR[x], helpers="blue red white")), "MOVE_1")
    assert legal(p) == "ACT_HERE PASS"
    p = play(p, "ACT_HERE")
    assert (p.phase, legal(p)) == ("SLOT", ALL_SLOTS)
    assert show(p, "helpers", 0) == "blue red white"


@pytest.mark.parametrize("x", ["D", "L", "R", "A"])
def test_l29_elsewhere_a_helper_of_its_colour_pays_and_returns_to_the_politics_room(x: str) -> None:
    colour = COLOURS[DISCIPLINES.index(x)]
    p = play(position(seat(figure=12, recruits=f"{x} - - -", helpers=colour)), "MOVE_1")
    assert legal(p) == f"ACT_HERE ACT_COLOUR_{x} PASS"
    p = play(p, f"ACT_COLOUR_{x}")
    assert (p.phase, legal(p)) == ("SLOT", ALL_SLOTS)
    assert show(p, "helpers", 0) == ""
    assert p.to_dict()["helper_stock"] == dict.fromkeys(COLOURS, 7)


def test_l29_a_matching_character_must_be_hired_even_if_some_are_employed() -> None:
    p = play(position(seat(workers="Pt D D D D D", money=6), board="LDD LLL RRR AAA PPP"), "MOVE_1")
    assert legal(p) == "RECEIVE_MONEY PASS"


@EACH_DISCIPLINE
def test_l30_a_white_helper_stands_for_every_colour(x: str) -> None:
    figure = 12 if x != "P" else 9
    p = play(position(seat(figure=figure, recruits=f"{x} - - -", helpers="white")), "MOVE_1")
    assert legal(p) == f"ACT_HERE ACT_WHITE_{x} PASS"
    p = play(p, f"ACT_WHITE_{x}", "WSLOT_5", "STOP")
    assert show(p, "workers", 0) == f"Pt - - - - {x}"
    assert own(p, "helpers")["white"] == 0
    assert p.to_dict()["helper_stock"]["white"] == 7


def test_l30_politics_is_activated_from_afar_with_a_white_helper_only() -> None:
    p = play(position(seat(recruits="P - - -", helpers="blue red green yellow")), "MOVE_1")
    assert legal(p) == "ACT_HERE PASS"
    p = play(position(seat(recruits="P - - -", helpers="blue white")), "MOVE_1")
    assert legal(p) == "ACT_HERE ACT_WHITE_P PASS"


@pytest.mark.parametrize("helpers", ["blue", "white", "blue white"])
def test_l31_in_the_own_room_no_helper_payment_is_offered(helpers: str) -> None:
    p = play(position(seat(helpers=helpers)), "MOVE_1")
    assert legal(p) == "ACT_HERE PASS"


def test_l32_an_activation_needs_a_recruit_of_the_discipline() -> None:
    p = play(position(seat(helpers="red green yellow white"), board="RDD LLL RRR AAA PPP"), "MOVE_1")
    assert legal(p) == "ACT_COLOUR_R ACT_WHITE_R PASS"


@pytest.mark.parametrize(
    ("workers", "money", "actions"),
    [
        ("Pt - - - - -", 0, "RECEIVE_MONEY PASS"),
        ("Pt - - - - -", 1, "ACT_HERE RECEIVE_MONEY PASS"),
        ("- - - - - Pt", 1, "RECEIVE_MONEY PASS"),
        ("- - - - - Pt", 2, "ACT_HERE RECEIVE_MONEY PASS"),
    ],
)
def test_l32_an_activation_needs_the_money_for_a_slot_without_the_patron(
    workers: str, money: int, actions: str
) -> None:
    assert legal(play(position(seat(workers=workers, money=money)), "MOVE_1")) == actions


@pytest.mark.parametrize(("slot", "cost"), [(0, 6), (2, 4), (3, 3), (4, 2), (5, 1)])
def test_l33_hiring_costs_what_the_slot_says_and_discards_who_was_there(slot: int, cost: int) -> None:
    start = position(seat(money=12, workers="sL Pt R sR A sP"))
    p = play(start, "MOVE_1", "ACT_HERE")
    assert legal(p) == "WSLOT_0 WSLOT_2 WSLOT_3 WSLOT_4 WSLOT_5"
    p = play(p, f"WSLOT_{slot}")
    assert own(p, "money", 0) == 12 - cost
    assert own(p, "workers", 0)[slot] == "D"
    gone = ["sL", "Pt", "R", "sR", "A", "sP"][slot]
    assert show(p, "discard") == (gone if len(gone) == 1 else "")
    assert p.to_dict()["removed"][gone[-1]] == start.to_dict()["removed"][gone[-1]] + (len(gone) == 2)


def test_l33_an_empty_slot_costs_the_same_and_a_dear_one_is_not_offered() -> None:
    p = play(position(seat(money=3)), "MOVE_1", "ACT_HERE")
    assert legal(p) == "WSLOT_3 WSLOT_4 WSLOT_5"
    p = play(p, "WSLOT_4")
    assert own(p, "money") == 1


def test_l34_after_a_matching_character_others_of_any_discipline_may_be_hired() -> None:
    p = play(position(seat(recruits="L D P -", money=10)), "MOVE_1", "ACT_HERE")
    assert (p.phase, legal(p)) == ("HIRE", "RECRUIT_0 RECRUIT_2")
    p = play(p, "RECRUIT_2", "WSLOT_5")
    assert legal(p) == "RECRUIT_0 RECRUIT_1 RECRUIT_3 STOP"
    p = play(p, "RECRUIT_3", "WSLOT_4", "RECRUIT_1", "WSLOT_3")
    assert (show(p, "workers", 0), own(p, "money")) == ("Pt - - L P D", 4)
    assert legal(p) == "RECRUIT_0 STOP"
    p = play(p, "STOP")
    assert (p.to_act, show(p, "recruits", 0)) == (1, "D - - -")


def test_l35_a_slot_filled_in_this_activation_cannot_be_chosen_again() -> None:
    p = play(position(seat(recruits="L - - -", money=10)), "MOVE_1", "ACT_HERE", "WSLOT_5")
    assert legal(p) == "RECRUIT_1 STOP"
    assert legal(play(p, "RECRUIT_1")) == "WSLOT_1 WSLOT_2 WSLOT_3 WSLOT_4"


def test_l35_without_an_affordable_slot_left_hiring_is_over() -> None:
    p = play(position(seat(recruits="L - - -", money=2, workers="Pt D - - - -")), "MOVE_1", "ACT_HERE", "WSLOT_5")
    assert (p.phase, own(p, "money")) == ("RESULT", 1)


def test_l36_emptied_recruitment_slots_stay_empty() -> None:
    p = play(position(seat(recruits="A L P -", workers="Pt D D - - -")), "MOVE_1", "ACT_HERE", "WSLOT_5")
    assert show(p, "recruits", 0) == "- A L P"
    p = play(p, "RECRUIT_2", "WSLOT_4", "STOP")
    assert show(p, "recruits", 0) == "- A - P"
    p = play(p, "LEVEL_1", "MOVE_2", "PASS")
    assert show(play(p, "MOVE_1"), "recruits", 0) == "D A - P"


@EACH_DISCIPLINE
def test_l37_base_strength_counts_characters_and_starting_tiles(x: str) -> None:
    other = "L" if x == "D" else "D"
    p = activated(x, f"Pt {x} s{x} {other} s{other} -", players=4, discs="")
    assert legal(p) == "LEVEL_1 LEVEL_2 LEVEL_3"
    p = activated(x, f"Pt s{x} {other} {other} s{other} -", players=4, discs="")
    assert legal(p) == "LEVEL_1 LEVEL_2"
    p = activated(x, f"Pt {x} s{x} s{x} {other} -", players=4, discs="")
    assert legal(p) == "LEVEL_1 LEVEL_2 LEVEL_3 M5"


@pytest.mark.parametrize(("x", "tile"), [("D", "TD1"), ("P", "TD2"), ("L", "TL1"), ("R", "TR1"), ("A", "TA1")])
def test_l37_a_permanent_tile_adds_one_to_its_own_discipline(x: str, tile: str) -> None:
    assert legal(activated(x, f"Pt {x} - - - -", players=4, discs="", bonus_tiles=tile)) == "LEVEL_1 LEVEL_2 LEVEL_3"
    for other in set(DISCIPLINES) - {x}:
        assert (
            legal(activated(other, f"Pt {other} - - - -", players=4, discs="", bonus_tiles=tile)) == "LEVEL_1 LEVEL_2"
        )


@EACH_DISCIPLINE
def test_l38_each_disc_from_the_slot_of_the_discipline_adds_one(x: str) -> None:
    p = activated(x, f"Pt {x} {x} - - -", players=4, discs=f"{x} {x} {x} D L R A P")
    supply = own(p, "discs")["supply"]
    assert legal(p) == "SPEND_DISC LEVEL_1 LEVEL_2 LEVEL_3"
    p = play(p, "SPEND_DISC")
    assert legal(p) == "SPEND_DISC LEVEL_1 LEVEL_2 LEVEL_3 M5"
    p = play(p, "SPEND_DISC")
    assert legal(p) == "SPEND_DISC LEVEL_1 LEVEL_2 LEVEL_3 M5 M8"
    p = play(p, "SPEND_DISC", "SPEND_DISC")
    assert legal(p) == "LEVEL_1 LEVEL_2 LEVEL_3 M5 M8 M12"
    assert own(p, "discs")["supply"] == supply + 4
    assert sorted(show(p, "discs", 0).split()) == sorted(set(DISCIPLINES) - {x})


def test_l38_discs_in_other_slots_do_not_help() -> None:
    assert legal(activated("D", "Pt D - - - -", discs="L L R R A P")) == "LEVEL_1 LEVEL_2"


def test_l38_with_tr4_three_florins_add_one_once() -> None:
    p = position(seat(money=10, workers="Pt D - - - -", bonus_tiles="TR4"))
    p = play(p, "MOVE_1", "ACT_HERE", "WSLOT_5")
    assert (legal(p), own(p, "money")) == ("PAY3 LEVEL_1 LEVEL_2", 9)
    p = play(p, "PAY3")
    assert (legal(p), own(p, "money")) == ("LEVEL_1 LEVEL_2 LEVEL_3", 6)


def test_l38_with_tr4_but_two_florins_nothing_can_be_added() -> None:
    p = position(seat(money=3, workers="Pt D - - - -", bonus_tiles="TR4"))
    assert legal(play(p, "MOVE_1", "ACT_HERE", "WSLOT_5")) == "LEVEL_1 LEVEL_2"


def test_l39_discs_may_be_spent_without_need_and_are_back_before_the_reward() -> None:
    tiles = "TD1 TD2 TD3 TL1 TL2 TL3"
    p = activated("R", "Pt R R R - -", players=4, discs="R R", bonus_tiles=tiles)
    assert own(p, "discs")["supply"] == 0
    p = play(p, "SPEND_DISC", "LEVEL_1")
    assert (p.phase, legal(p)) == ("DISC", "SLOT_D SLOT_L SLOT_A SLOT_P")
    p = play(p, "SLOT_P")
    assert (show(p, "discs", 0), own(p, "discs")["supply"], p.to_act) == ("R P", 0, 1)


def test_l40_one_result_up_to_the_strength_is_chosen() -> None:
    p = activated("D", "Pt D - - - -")
    assert legal(p) == "LEVEL_1 LEVEL_2"
    for level in (1, 2):
        after = play(p, f"LEVEL_{level}")
        assert (own(after, "ship"), after.to_act) == (level, 1)
    assert legal(activated("D", "Pt D D D D -", players=4)) == "LEVEL_1 LEVEL_2 LEVEL_3 M5 M8"


def test_l40_a_single_possible_result_is_not_asked() -> None:
    p = activated("D")
    assert (p.to_act, p.phase, own(p, "ship")) == (1, "TURN", 1)


def test_l41_without_a_fitting_artwork_the_level_is_nothing_but_the_strength_may_rise_first() -> None:
    p = activated("A", discs="A", artworks="sculpture sculpture")
    assert legal(p) == "SPEND_DISC LEVEL_0"
    assert show(play(p, "SPEND_DISC"), "artworks", 0) == "sculpture sculpture manuscript"  # all there is at strength 2
    p = play(p, "LEVEL_0")
    assert (p.to_act, show(p, "workers", 0), show(p, "artworks", 0)) == (1, "Pt - - - - A", "sculpture sculpture")


def test_l41_with_strength_nothing_there_is_no_reward() -> None:
    p = position(seat(figure=6, money=0, workers="Pt R - - - -", discs="R", ship=0), expert=True)
    p = play(p, "MOVE_1", "ACT_HERE")
    assert legal(p) == "SPEND_DISC LEVEL_0"
    p = play(p, "LEVEL_0")
    assert (p.to_act, show(p, "discs", 0), show(p, "workers", 0)) == (1, "R", "Pt - - - - -")


def test_l42_hiring_for_its_own_sake_is_paid_in_full() -> None:
    p = position(seat(figure=3, money=12, books="D D D D R R R R A A A A P P P P", recruits="P - - -"))
    p = play(p, "MOVE_1", "ACT_HERE", "WSLOT_1", "RECRUIT_1", "WSLOT_2")
    assert (p.to_act, show(p, "workers", 0), own(p, "money")) == (1, "Pt L P - - -", 3)


def test_e2_two_navigators_replace_two_starting_tiles_for_five_florins() -> None:
    start = position(seat(workers="Pt sD sL - - sP", recruits="D - - -"))
    p = play(start, "MOVE_1", "ACT_HERE", "RECRUIT_0", "WSLOT_2", "RECRUIT_1", "WSLOT_5")
    assert own(p, "money") == 5
    assert show(p, "workers", 0) == "Pt sD D - - D"
    assert (show(start, "removed"), show(p, "removed")) == ("D L R R A A P", "D L L R R A A P P")
    assert (p.phase, legal(p)) == ("RESULT", "LEVEL_1 LEVEL_2 LEVEL_3")


def test_x9_the_cheapest_slot_is_w4_if_the_patron_holds_w5() -> None:
    p = play(position(seat(money=1, workers="- - - - - Pt")), "MOVE_1")
    assert legal(p) == "RECEIVE_MONEY PASS"


def test_x10_the_matching_tile_is_hired_first_and_at_once_as_there_is_no_choice() -> None:
    p = position(seat(figure=6, money=6, recruits="D - - -", workers="Pt D L R A P"))
    p = play(p, "MOVE_1")
    assert show(p, "recruits", 0) == "R D - -"
    p = play(p, "ACT_HERE")
    assert (p.phase, legal(p)) == ("SLOT", ALL_SLOTS)
    p = play(p, "WSLOT_4", "RECRUIT_1", "WSLOT_5")
    assert (own(p, "money"), show(p, "workers", 0)) == (3, "Pt D L R R D")
    assert (p.phase, legal(p)) == ("RESULT", "SPEND_DISC LEVEL_1 LEVEL_2")
    assert show(p, "discard") == "A P"
