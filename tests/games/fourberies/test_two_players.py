"""Two players and their Friendly Troupes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from ludotheque import Position

from .build import (
    CITIES,
    GAME,
    KEEP,
    PASS,
    act,
    actor,
    at,
    card,
    discarded,
    earned,
    every,
    go,
    needle,
    play,
    seat,
    stack,
    table,
    travel,
    until,
)

BOARD = {1: "B1", 2: "C5 B3", 3: "B1", 4: "T3", 5: "T4 A6", 6: "C2 A5", 7: "B2", 8: "T4"}
PILES = {0: seat(friends="2456"), 1: seat(friends="2468")}  # on turn 5 a pile has four cards


def journey(mains: tuple[int, int], friends: tuple[int, int], **words: Any) -> tuple[Position, Position]:
    """Turn 5 of two players on the BOARD before and after Travel."""
    before = table(2, **({"needle": "y3", "cities": BOARD, "seats": PILES} | words))
    return before, travel(before, *mains, friends=friends)


def test_f100_each_player_has_a_second_set_of_travel_cards() -> None:
    p = GAME.start(2)
    assert every(p, "friend_pile") == [CITIES, CITIES]
    assert every(p, "friend_discard") == [[], []]
    assert all("friend_pile" not in person for person in GAME.start(3).to_dict()["seats"])


def test_f101_every_card_of_the_pile_is_equally_likely() -> None:
    p = table(2, seats=PILES)
    assert p.outcomes() == {go(city): Fraction(1, 4) for city in (2, 4, 5, 6)}
    assert p.play(go(4)).outcomes() == {go(city): Fraction(1, 4) for city in (2, 4, 6, 8)}


def test_f102_friendly_cards_are_drawn_after_the_departure_window() -> None:
    p = table(2, seats={0: seat(friends="2456"), 1: seat(acrobats="A2", friends="2468")})
    assert (p.phase, p.to_act) == ("departure", 1)
    p = p.play(PASS)
    assert (p.phase, p.to_act, list(p.outcomes())) == ("friend", -1, [go(2), go(4), go(5), go(6)])
    p = p.play(go(2))
    assert (p.phase, p.to_act, list(p.outcomes())) == ("friend", -1, [go(2), go(4), go(6), go(8)])
    p = p.play(go(8))
    assert (p.phase, p.to_act) == ("travel", 0)


def test_f102_only_the_owner_looks_at_the_friendly_card() -> None:
    p = table(2, seats=PILES)
    for viewer in (1, None):
        assert p.play(go(2)).view(viewer) == p.play(go(5)).view(viewer)
    assert p.play(go(2)).view(0) != p.play(go(5)).view(0)


def test_f103_both_reveal_their_two_cards_together() -> None:
    p = play(table(2, cities=BOARD, seats=PILES), go(4), go(8), go(3))
    assert every(p, "friend_pile") == [[2, 4, 5, 6], [2, 4, 6, 8]]
    p = p.play(go(5))
    assert every(p, "friend_pile") == [[2, 5, 6], [2, 4, 6]]
    assert every(p, "friend_discard") == [[1, 3, 4, 7, 8], [1, 3, 5, 7, 8]]
    assert every(p, "travel_discard") == [[3], [5]]


def test_f104_a_friendly_troupe_takes_nothing() -> None:
    """Friends alone in Cities 2 and 6 meet a Bonus and an Acrobat, the players Bonuses in 1 and 3."""
    before, p = journey((1, 3), (2, 6))
    assert (p.phase, p.scores(), every(p, "stage")) == ("deal", [4, 4], [0, 0])
    for key in ("troupe", "acrobats", "requests"):
        assert every(p, key) == [[], []]
    assert earned(before, p) == [{"F31": 1}, {"F31": 1}]


def test_f105_a_friend_alone_clears_the_city_without_effect() -> None:
    before, p = journey((1, 3), (4, 8))
    assert (stack(p, 4), stack(p, 8), needle(p)) == ([], [], "y3")
    assert discarded(before, p) == Counter(["T3", "T4", "B1", "B1"])


def test_f105_a_friend_alone_in_an_empty_city_does_nothing() -> None:
    seats = {0: seat(acrobats="A5 A6", tilted="A5 A6", friends="5678"), 1: seat(friends="5678")}
    p = table(2, turn=12, cities={1: "B1", 3: "B1", 7: "", 8: ""}, seats=seats)
    p = travel(p, 1, 3, friends=(7, 8))
    assert (p.phase, every(p, "requests"), p.scores()) == ("over", [[], []], [4, 4])


def test_f106_two_friends_move_the_needle_and_draw_nothing() -> None:
    before, p = journey((1, 3), (4, 4))
    assert (p.phase, needle(p), stack(p, 4)) == ("deal", "r1", [])
    assert discarded(before, p) == Counter(["T3", "B1", "B1"])
    assert every(p, "requests_drawn") == [0, 0]


@pytest.mark.parametrize(
    ("mains", "friends", "drawers"),
    [
        ((6, 1), (6, 8), [0]),
        ((6, 1), (2, 6), [0]),
        ((6, 1), (6, 6), [0]),
        ((6, 6), (2, 8), [0, 1]),
        ((6, 6), (6, 6), [0, 1]),
        ((1, 6), (6, 8), [1]),
    ],
    ids=["own friend", "other friend", "both friends", "other player", "everybody", "other's friend"],
)
def test_f107_a_player_with_another_troupe_is_not_alone(
    mains: tuple[int, int], friends: tuple[int, int], drawers: list[int]
) -> None:
    before, p = journey(mains, friends)
    while p.phase == "draw":
        p = p.play(min(p.outcomes()))
    assert (needle(p), stack(p, 6)) == ("y5", [])
    assert Counter(["C2", "A5"]) <= discarded(before, p)
    assert every(p, "requests_drawn") == [int(i in drawers) for i in (0, 1)]
    assert every(p, "troupe") == [[], []]


def test_f107_players_draw_in_lead_order() -> None:
    """Turn 6 is led by seat 1."""
    seats = {0: seat(friends="246"), 1: seat(friends="248")}
    p = travel(table(2, turn=6, cities=BOARD, seats=seats), 6, 6, friends=(2, 4))
    assert every(p.play(card("R3")), "requests") == [[], ["R3"]]


LAST_TWO = {0: seat(friends="28"), 1: seat(friends="48")}  # on turn 7 a pile has two cards


def test_f108_a_pile_of_one_takes_all_cards_back() -> None:
    board = {1: "B1", 2: "B2", 3: "B1", 4: "B2"}
    p = travel(table(2, turn=7, cities=board, seats=LAST_TWO), 1, 3, friends=(2, 4))
    assert p.phase == "deal"
    assert (every(p, "friend_pile"), every(p, "friend_discard")) == ([CITIES, CITIES], [[], []])


def test_f108_happens_when_the_friends_city_is_resolved() -> None:
    """Seat 0's friend is in City 2, seat 1's in City 8; City 5 asks seat 0 in between."""
    board = {1: "B1", 2: "B2", 5: "T4", 8: "B2"}
    p = travel(table(2, turn=7, cities=board, seats=LAST_TWO), 5, 1, friends=(2, 8))
    assert (p.phase, p.to_act) == ("court", 0)
    assert every(p, "friend_pile") == [CITIES, [4]]
    assert every(p.play(KEEP), "friend_pile") == [CITIES, CITIES]


def test_f108_a_pile_of_two_is_left_alone() -> None:
    seats = {0: seat(friends="258"), 1: seat(friends="458")}
    p = travel(table(2, turn=6, cities={1: "B1", 3: "B1"}, seats=seats), 1, 3, friends=(2, 4))
    assert (every(p, "friend_pile"), every(p, "friend_discard")[0]) == ([[5, 8], [5, 8]], [1, 2, 3, 4, 6, 7])


def test_f109_piles_run_on_into_season_2() -> None:
    seats = {0: seat(friends="257"), 1: seat(friends="458")}
    p = travel(table(2, turn=6, cities={1: "B1", 3: "B1"}, seats=seats), 1, 3, friends=(2, 4))
    p = until(p, "friend")
    assert (p.to_dict()["season"], p.to_dict()["turn"]) == (2, 7)
    assert every(p, "friend_pile") == [[5, 7], [5, 8]]
    assert every(p, "friend_discard") == [[1, 2, 3, 4, 6, 8], [1, 2, 3, 4, 6, 7]]


@pytest.mark.parametrize("friends", [(2, 8), (4, 2)], ids=["own friend", "other friend"])
def test_f109_a_friend_counts_as_another_troupe_for_the_strongman(friends: tuple[int, int]) -> None:
    seats = {0: seat(acrobats="A4", friends="2456"), 1: seat(friends="2468")}
    _, p = journey((2, 3), friends, seats=seats)
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 0, [PASS, act("A4")])
    p = p.play(act("A4"))
    assert (p.phase, p.legal(), p.scores()[0]) == ("court", [actor("C5"), KEEP], 3 + 3 - 1)
    p = p.play(KEEP)
    assert (at(p, 0)["troupe"], needle(p), every(p, "requests_drawn")) == (["C5"], "y3", [0, 0])


def test_f109_the_stilt_walker_moves_only_the_main_troupe() -> None:
    seats = {0: seat(acrobats="A3", friends="2456"), 1: seat(friends="2468")}
    _, p = journey((1, 3), (2, 8), seats=seats)
    p = play(p, act("A3"), go(7))
    assert (at(p, 0)["travel_discard"], at(p, 0)["friend_discard"]) == ([7], [1, 2, 3, 7, 8])
    assert (stack(p, 1), stack(p, 2), stack(p, 7)) == (["B1"], [], [])
    assert p.scores() == [5, 4]


# --- worked examples ----------------------------------------------------------------------


def test_x12_a_friend_alone() -> None:
    before, p = journey((1, 3), (2, 8))
    assert Counter(["C5", "B3"]) <= discarded(before, p)
    assert (needle(p), p.scores()) == ("y3", [4, 4])


def test_x12_both_friends() -> None:
    _, p = journey((1, 3), (4, 4))
    assert (needle(p), every(p, "requests")) == ("r1", [[], []])


def test_x12_a_player_with_their_own_friend() -> None:
    before, p = journey((6, 1), (6, 8))
    assert (p.phase, needle(p)) == ("draw", "y5")
    assert Counter(["C2", "A5"]) <= discarded(before, p)
    p = p.play(card("R4"))
    assert every(p, "requests") == [["R4"], []]


def test_x12_a_player_alone() -> None:
    _, p = journey((1, 7), (2, 8))
    assert (p.scores(), stack(p, 7)) == ([4, 5], [])


@pytest.mark.parametrize("seed", range(6))
def test_x13_the_friendly_pile_over_a_game(seed: int) -> None:
    p = GAME.start(2, seed=seed)
    while p.to_act is not None:
        d = p.to_dict()
        if p.phase == "travel":
            assert [len(person["friend_pile"]) for person in d["seats"]] == [8 - (d["turn"] - 1) % 7] * 2
        p = p.play(p.legal()[seed % len(p.legal())])
    turns = p.to_dict()["turn"]
    assert [len(pile) for pile in every(p, "friend_pile")] == [{12: 3, 11: 4}[turns]] * 2
