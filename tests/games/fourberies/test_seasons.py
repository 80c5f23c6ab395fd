"""New Opportunities, the end of a season and the next one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ludotheque import Position

from .build import (
    COPIES,
    GAME,
    HEADS,
    KINDS,
    NO_REQUEST,
    TAILS,
    card,
    every,
    last_turn,
    needle,
    play,
    request,
    seat,
    table,
    travel,
    until,
)

TEN = "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10"


def opportunities(p: Position) -> list[int]:
    """How many cards each City has after the whole deal."""
    while p.phase == "deal":
        p = p.play(min(p.outcomes()))
    return [len(cards) for cards in p.to_dict()["cities"]]


def test_f60_an_empty_deck_ends_the_season() -> None:
    p = last_turn(3, needle="y2", seats={0: seat(troupe="C4")})
    assert (p.to_dict()["season"], p.phase, p.scores()) == (2, "deal", [3 + 1 + 6, 3, 3])


def test_f60_a_deck_that_still_has_cards_does_not() -> None:
    p = travel(table(3, turn=5, cities={1: "B1", 2: "B1", 3: "B2"}, seats={0: seat(troupe="C4")}), 1, 2, 3)
    assert (p.to_dict()["season"], p.to_dict()["turn"], p.phase, p.scores()) == (1, 5, "deal", [4, 4, 5])


def test_f61_each_city_gets_a_card_after_those_already_there() -> None:
    before = table(3, deck="C5 C5 A1", cities={1: "B1", 2: "B1", 3: "B2", 4: "T4 A3"})
    p = travel(before, 1, 2, 3)
    size = sum(p.to_dict()["encounter_deck"].values())
    deck = p.to_dict()["encounter_deck"]
    assert p.outcomes() == {card(kind): Fraction(n, size) for kind, n in deck.items()}
    p = play(p, card("C5"), card("T1"), card("T1"), card("A1"))
    assert p.to_dict()["cities"][:5] == [["C5"], ["T1"], ["T1"], ["T4", "A3", "A1"], before.to_dict()["cities"][4]]
    assert opportunities(p) == [1, 1, 1, 3, 2, 2, 2, 2]
    p = until(p, "travel")
    assert (p.to_dict()["turn"], sum(p.to_dict()["encounter_deck"].values())) == (5, size - 8)


def test_f62_a_deck_that_runs_out_leaves_the_other_cities_without() -> None:
    """Five Acrobats were kept: three cards are left for the last turn."""
    seats = {0: seat(acrobats="A5 A6 A7 A8 A11", tilted="A5 A6 A7 A8")}
    p = table(3, turn=11, seats=seats, cities={1: "B1", 2: "B1", 3: "B2"})
    assert sum(p.to_dict()["encounter_deck"].values()) == 3
    p = travel(p, 1, 2, 3)
    assert opportunities(p) == [1, 1, 1, 1, 1, 1, 1, 1]
    p = until(p, "travel")
    assert (p.to_dict()["turn"], p.to_dict()["encounter_deck"]) == (12, {})
    p = until(travel(p, 4, 5, 6), "chameleon")
    assert p.to_dict()["turn"] == 12


def season_2(kept: int) -> list[tuple[int, int]]:
    """(turn, cards in the deck) while Travel cards are chosen in season 2, when this many Acrobats are kept."""
    own = " ".join([*TEN.split(), "A11", "A11"][:kept])
    tilted = " ".join(own.replace("A11", "").split())
    p = last_turn(3, seats={0: seat(acrobats=own, tilted=tilted)})
    sizes = []
    while p.to_act is not None:
        d = p.to_dict()
        if d["season"] == 2 and (p.phase, p.to_act) == ("travel", 0):
            sizes.append((d["turn"], sum(d["encounter_deck"].values())))
        p = p.play(p.legal()[-1] if p.legal() else min(p.outcomes()))
    return sizes


@pytest.mark.parametrize("kept", range(13))
def test_f63_season_2_has_6_turns_or_5(kept: int) -> None:
    turns = [turn for turn, _ in season_2(kept)]
    assert turns == list(range(7, 7 + (6 if kept <= 7 else 5)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f63_season_1_has_6_turns(players: int) -> None:
    p = GAME.start(players, seed=players)
    turns = set()
    while p.to_dict()["season"] == 1:
        turns.add(p.to_dict()["turn"])
        p = p.play(p.legal()[-1])
    assert turns == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("kept", "sizes"), [(5, [35, 27, 19, 11, 3, 0]), (8, [32, 24, 16, 8, 0]), (12, [28, 20, 12, 4, 0])]
)
def test_x10_the_deck_of_season_2(kept: int, sizes: list[int]) -> None:
    assert season_2(kept) == [(7 + turn, size) for turn, size in enumerate(sizes)]


@pytest.mark.parametrize(("kept", "turn", "dealt"), [(5, 11, 3), (8, 10, 8), (12, 10, 4)])
def test_x10_the_last_deal_of_season_2(kept: int, turn: int, dealt: int) -> None:
    own = " ".join([*TEN.split(), "A11", "A11"][:kept])
    seats = {0: seat(acrobats=own, tilted=" ".join(own.replace("A11", "").split()))}
    p = travel(table(3, turn=turn, seats=seats, cities={1: "B1", 2: "B1", 3: "B2"}), 1, 2, 3)
    assert p.phase == "deal"
    before = [len(cards) for cards in p.to_dict()["cities"]]
    after = opportunities(p)
    assert [new - old for old, new in zip(before, after, strict=True)] == [1] * dealt + [0] * (8 - dealt)


# --- preparing season 2 -------------------------------------------------------------------


def between() -> Position:
    """The end of season 1 before the last Request is answered: everything to tidy up is there."""
    seats = {
        0: seat(hand="1278", troupe="T1 T2 C5 C5", acrobats="A5 A11", tilted="A5", stage=2, requests="R9 R17 R19"),
        1: seat(hand="2345678", troupe="C1 C2", acrobats="A9", tilted="A9", stage=1, requests="R2"),
    }
    p = last_turn(3, needle="y4", seats=seats)
    p = play(p, 38, NO_REQUEST)
    assert (p.phase, p.to_act) == ("request", 1)
    return p


def test_f80_actors_are_discarded_and_the_rest_is_kept() -> None:
    p = between()
    before, after = p.to_dict(), p.play(NO_REQUEST).to_dict()
    assert (after["season"], after["turn"], after["phase"]) == (2, 6, "deal")
    for old, new in zip(before["seats"], after["seats"], strict=True):
        assert new["troupe"] == []
        for key in ("ecus", "acrobats", "requests", "played", "request_discard", "requests_drawn"):
            assert new[key] == old[key]


def test_f80_the_played_request_is_kept_face_up() -> None:
    p = last_turn(3, seats={0: seat(requests="R17 R2")}).play(request("R17"))
    assert (every(p, "played"), every(p, "requests")) == ([["R17"], [], []], [["R2"], [], []])
    assert p.view(1)["seats"][0]["played"] == ["R17"]


def test_f81_all_acrobats_are_straightened() -> None:
    p = between()
    assert every(p, "tilted") == [["A5"], ["A9"], []]
    assert every(p.play(NO_REQUEST), "tilted") == [[], [], []]


def test_f82_travel_cards_and_caravels_stay() -> None:
    p = until(between().play(NO_REQUEST), "travel")
    assert every(p, "hand") == [[2, 7, 8], [3, 4, 5, 6, 7, 8], [1, 2, 4, 5, 6, 7, 8]]
    assert every(p, "travel_discard") == [[1, 3, 4, 5, 6], [1, 2], [3]]


def test_f83_all_managers_return() -> None:
    p = between()
    assert every(p, "stage") == [2, 1, 0]
    assert every(p.play(NO_REQUEST), "stage") == [0, 0, 0]


def test_f84_all_other_cards_form_the_new_deck() -> None:
    p = between().play(NO_REQUEST)
    held = Counter(["A5", "A11", "A9"])
    assert p.to_dict()["encounter_deck"] == dict(COPIES - held)
    assert (p.to_dict()["encounter_discard"], p.to_dict()["cities"]) == ({}, [[]] * 8)
    assert p.outcomes() == {card(kind): Fraction((COPIES - held)[kind], 45) for kind in KINDS if (COPIES - held)[kind]}
    for city in range(1, 9):
        assert p.phase == "deal"
        p = p.play(card("T1") if city <= 3 else card("C1") if city <= 6 else card("T2"))
    assert p.to_dict()["cities"] == [["T1"]] * 3 + [["C1"]] * 3 + [["T2"]] * 2


@pytest.mark.parametrize(("coin", "space"), [(TAILS, "r1"), (HEADS, "y1")])
def test_f85_the_coin_is_tossed_after_the_deal(coin: int, space: str) -> None:
    p = between().play(NO_REQUEST)
    assert needle(p) == "y4"
    p = until(p, "coin")
    assert (needle(p), p.to_dict()["turn"]) == ("y4", 6)
    assert p.outcomes() == {TAILS: Fraction(1, 2), HEADS: Fraction(1, 2)}
    p = p.play(coin)
    assert (needle(p), p.to_dict()["turn"], p.phase, p.to_dict()["pending"]) == (space, 7, "travel", None)


def test_x28_between_the_seasons() -> None:
    """4 players hold 6 Acrobats, the stage has 3 Managers, troupes 14 Actors, Cities 10 cards."""
    seats = {
        0: seat(troupe="T1 T1 T2 T3 T4", acrobats="A5 A6 A7", tilted="A5 A7", stage=2, hand="1357"),
        1: seat(troupe="C1 C2 C3 C4 C5", acrobats="A8", tilted="A8"),
        2: seat(troupe="C1 C2", acrobats="A3", stage=1, hand="12345"),
        3: seat(troupe="T5 T5", acrobats="A9"),
    }
    cities = {5: "T1 T2 T3 T4 C5", 6: "T5 C5 C4", 7: "C3", 8: "C2"}
    p = last_turn(4, turn=6, seats=seats, needle="y2", cities=cities)
    p = until(p, "curtain")
    hands = every(p, "hand")
    assert sum(map(len, p.to_dict()["cities"])) == 10
    p = until(p, "deal")
    assert p.to_dict()["season"] == 2
    assert sum(p.to_dict()["encounter_deck"].values()) == 42
    p = until(p, "coin")
    assert sum(p.to_dict()["encounter_deck"].values()) == 34
    assert (every(p, "stage"), every(p, "tilted"), every(p, "troupe")) == ([0] * 4, [[]] * 4, [[]] * 4)
    assert every(p, "acrobats") == [["A5", "A6", "A7"], ["A8"], ["A3"], ["A9"]]
    assert every(p, "hand") == hands
    assert needle(p.play(TAILS)) == "r1"
