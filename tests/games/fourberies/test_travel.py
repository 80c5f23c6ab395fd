"""The turn, Travel, and what happens after a City."""

from __future__ import annotations

import pytest

import ludotheque

from .build import (
    CITIES,
    GAME,
    HEADS,
    KEEP,
    PASS,
    RED_1,
    act,
    actor,
    at,
    card,
    every,
    go,
    last_turn,
    needle,
    play,
    request,
    seat,
    stack,
    table,
    travel,
    until,
)


def test_f10_a_turn_runs_through_its_windows_in_order() -> None:
    windows = {0: seat(acrobats="A2"), 1: seat(acrobats="A3"), 2: seat(acrobats="A5")}
    p = table(3, cities={1: "T4", 2: "B1", 3: "B1"}, seats=windows)
    phases = [p.phase]
    for choice in (PASS, go(1), go(2), go(3), PASS, KEEP, act("A5"), RED_1):
        p = p.play(choice)
        phases.append(p.phase)
    assert phases == ["departure", *["travel"] * 3, "revelation", "court", "curtain", "acrobat", "deal"]
    assert p.to_dict()["turn"] == 4


def test_f11_only_cards_in_hand_can_be_chosen() -> None:
    p = table(3, turn=7, seats={0: seat(hand="25")})
    assert (p.to_act, p.legal()) == (0, [go(2), go(5)])
    assert p.why_not(go(2)) is None
    assert p.why_not(go(3)) == "F11"
    with pytest.raises(ludotheque.IllegalAction) as refused:
        p.play(go(3))
    assert refused.value.rule == "F11"


def test_f11_a_full_hand_offers_all_cities() -> None:
    assert table(3).legal() == [go(city) for city in CITIES]


def test_f11_the_choice_stays_in_hand_and_secret_until_all_have_chosen() -> None:
    before = table(3)
    p = play(before, go(4), go(6))
    assert (p.phase, p.to_act) == ("travel", 2)
    assert every(p, "hand") == [CITIES] * 3
    assert play(before, go(4)).view(2) == play(before, go(7)).view(2)


def test_f12_all_cards_are_revealed_together() -> None:
    p = play(table(3), go(4), go(6))
    assert every(p, "travel_discard") == [[], [], []]
    p = table(3, cities={4: "T4", 6: "T4", 8: "T4"})
    assert every(travel(p, 4, 6, 8), "travel_discard") == [[4], [6], [8]]


def test_f13_the_card_goes_to_the_discard_at_the_reveal() -> None:
    p = table(3, cities={4: "C4"}, seats={0: seat(hand="34578")})
    p = travel(p, 4, 5, 6)
    assert p.phase == "court"
    assert at(p, 0)["hand"] == [3, 5, 7, 8]
    assert at(p, 0)["travel_discard"] == [1, 2, 4, 6]


def test_f14_cities_are_resolved_from_1_to_8() -> None:
    p = table(4, cities={2: "T4", 3: "C4", 5: "T4", 7: "C4"})
    p = travel(p, 7, 3, 5, 2)
    order = []
    while p.phase == "court":
        order.append(p.to_act)
        p = p.play(KEEP)
    assert order == [3, 1, 2, 0]


def test_f14_cities_without_a_caravel_keep_their_cards() -> None:
    p = table(3, cities={1: "B1", 2: "T4 C4", 3: "B2", 4: "A5 T1", 5: "B2", 6: "C5", 7: "C5", 8: "C5"})
    p = travel(p, 1, 3, 5)
    assert p.phase == "deal"
    assert p.to_dict()["cities"] == [[], ["T4", "C4"], [], ["A5", "T1"], [], ["C5"], ["C5"], ["C5"]]


def test_f14_old_caravels_on_the_board_visit_nobody() -> None:
    p = table(3, cities={1: "B1", 2: "B1", 3: "B2", 6: "T5"}, seats={0: seat(hand="12345")})
    p = travel(p, 1, 2, 3)
    assert p.phase == "deal"
    assert stack(p, 6) == ["T5"]


@pytest.mark.parametrize("cities", [(5, 1, 2), (5, 5, 2)], ids=["alone", "with another"])
def test_f45_the_last_card_brings_all_back(cities: tuple[int, int, int]) -> None:
    p = table(3, cities={1: "B1", 2: "B1", 5: "B2"}, seats={0: seat(hand="25")}, turn=7)
    p = travel(p, *cities)
    while p.phase == "draw":
        p = p.play(min(p.outcomes()))
    assert p.phase == "deal"
    assert at(p, 0)["hand"] == CITIES
    assert at(p, 0)["travel_discard"] == []


def test_f45_comes_after_the_decision_on_the_court() -> None:
    p = table(3, cities={1: "B1", 2: "B1", 5: "T4"}, seats={0: seat(hand="25")}, turn=7)
    p = travel(p, 5, 1, 2)
    assert (p.phase, at(p, 0)["hand"]) == ("court", [2])
    assert at(p.play(KEEP), 0)["hand"] == CITIES


def test_f45_comes_after_the_last_draw_and_discard_of_the_city() -> None:
    seats = {0: seat(hand="25", requests="R1 R2 R3")}
    p = travel(table(3, cities={5: "B2"}, seats=seats, turn=7), 5, 5, 2)
    assert p.phase == "draw"
    p = p.play(card("R4"))
    assert (p.phase, at(p, 0)["hand"]) == ("discard", [2])
    p = p.play(p.legal()[0])
    assert (p.phase, at(p, 0)["hand"]) == ("draw", [2])
    assert at(p.play(card("R5")), 0)["hand"] == CITIES


def test_f45_two_cards_left_stay_two() -> None:
    p = travel(table(3, cities={1: "B1", 2: "B1", 5: "B2"}, seats={0: seat(hand="257")}, turn=7), 5, 1, 2)
    assert at(p, 0)["hand"] == [2, 7]
    assert at(p, 0)["travel_discard"] == [1, 3, 4, 5, 6, 8]


def test_f46_caravels_on_the_board_mirror_the_discard() -> None:
    """R21 counts Caravels: four earlier ones and this turn's make five."""
    p = last_turn(3, seats={0: seat(hand="1234", requests="R21")})
    assert at(p, 0)["travel_discard"] == [1, 5, 6, 7, 8]
    assert p.legal() == [request("R21"), 63]


def test_f46_after_a3_the_caravel_is_in_the_new_city() -> None:
    p = table(3, cities={2: "B1", 3: "B1", 4: "T5", 6: "B2"}, seats={0: seat(acrobats="A3")})
    p = play(travel(p, 4, 2, 3), act("A3"), go(6))
    assert p.phase == "deal"
    assert at(p, 0)["travel_discard"] == [6]
    assert (stack(p, 4), stack(p, 6)) == (["T5"], [])


def test_x5_an_actor_1_brings_this_turns_card_back_too() -> None:
    p = table(3, cities={1: "B1", 2: "B1", 8: "T1"}, seats={0: seat(hand="124578")})
    assert at(p, 0)["travel_discard"] == [3, 6]
    p = travel(p, 8, 1, 2)
    assert p.phase == "court"
    assert (at(p, 0)["hand"], at(p, 0)["travel_discard"]) == (CITIES, [])
    p = p.play(KEEP)
    assert (p.phase, at(p, 0)["hand"], at(p, 0)["travel_discard"]) == ("deal", CITIES, [])


def test_x6_the_last_card_of_two_clears_the_board() -> None:
    p = table(3, turn=7, cities={1: "B1", 2: "B1", 5: "C4"}, seats={0: seat(hand="25")})
    p = travel(p, 5, 1, 2).play(actor("C4"))
    assert needle(p) == "y5"
    assert (at(p, 0)["hand"], at(p, 0)["travel_discard"]) == (CITIES, [])


def test_x6_without_an_actor_1_season_1_leaves_two_cards() -> None:
    """Everybody meets in City 1, then 2 and so on; after six turns 7 and 8 are left."""
    p = until(GAME.start(3).play(HEADS), "travel")
    for turn in range(1, 8):
        assert at(p, 0)["hand"] == CITIES[turn - 1 :]
        p = until(travel(p, turn, turn, turn), "deal")
        p = until(p, "travel")
    assert p.to_dict()["turn"] == 8
    assert every(p, "hand") == [CITIES] * 3
