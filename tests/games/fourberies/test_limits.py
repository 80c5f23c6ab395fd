"""What always holds, in random games and in single turns."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque import Position

from .build import CITIES, COPIES, GAME, KEEP, REQUESTS, seat, stack, table, travel

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in (1, 2, 3)]


def random_game(players: int, seed: int, **options: bool) -> Iterator[Position]:
    """Every position of a random game, chance events included."""
    choose = random.Random(1000 * players + seed)
    p = GAME.start(players, **options)
    while True:
        yield p
        if p.to_act is None:
            return
        p = p.play(choose.choice(p.legal() or list(p.outcomes())))


def encounter_cards(d: dict[str, Any]) -> Counter[str]:
    """All Encounter cards that lie on a key of the position."""
    cards = Counter(d["encounter_deck"]) + Counter(d["encounter_discard"])
    for pile in [*d["cities"], *(s["troupe"] + s["acrobats"] for s in d["seats"])]:
        cards += Counter(pile)
    return cards


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_f115_nothing_leaves_the_game(players: int, seed: int) -> None:
    for p in random_game(players, seed, unmet_requests=seed == 2, actor3_always_pays=seed != 3):
        d = p.to_dict()
        missing = COPIES - encounter_cards(d)
        assert not encounter_cards(d) - COPIES
        assert all(code[0] in "TC" for code in missing)  # the Actors held in D5 and D6
        assert not missing or p.phase in ("theft", "court")
        requests = list(d["request_deck"])
        for s in d["seats"]:
            requests += s["requests"] + s["played"] + s["request_discard"]
            assert sorted(s["hand"] + s["travel_discard"]) == CITIES
            assert players != 2 or sorted(s["friend_pile"] + s["friend_discard"]) == CITIES
            assert 0 <= s["stage"] <= 3
            assert s["ecus"] >= 0
            assert Counter(s["tilted"]) <= Counter(s["acrobats"]) - Counter({"A11": 2})
            assert len(s["requests"]) <= (3 if p.phase not in ("discard", "draw") else 5)
        assert sorted(requests) == sorted(REQUESTS)


def test_f115_an_actor_held_is_the_only_card_on_no_key() -> None:
    p = travel(table(3, cities={1: "T2 C4 B3 A5", 2: "B1", 3: "B1"}), 1, 2, 3)
    assert (p.phase, stack(p, 1)) == ("theft", [])
    assert COPIES - encounter_cards(p.to_dict()) == Counter(["T2", "C4"])
    p = p.play(p.legal()[0])
    assert COPIES - encounter_cards(p.to_dict()) == Counter(["T2", "C4"])
    assert encounter_cards(p.play(KEEP).to_dict()) == COPIES


def test_f115_a_card_leaves_its_stack_when_its_effect_begins() -> None:
    p = travel(table(3, cities={1: "C4 T2 A5", 2: "B1", 3: "B1"}), 1, 2, 3)
    assert (p.phase, stack(p, 1)) == ("theft", ["C4"])
    assert COPIES - encounter_cards(p.to_dict()) == Counter(["T2"])


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_f116_there_is_always_a_choice_and_single_ones_are_not_asked(players: int, seed: int) -> None:
    p = None
    for p in random_game(players, seed):
        if p.to_act is not None and p.to_act >= 0:
            assert p.outcomes() == {}
            assert (1 if p.phase == "request" else 2) <= len(p.legal()) <= 8
            assert p.legal() == sorted(p.legal())
        elif p.to_act == -1:
            assert p.legal() == []
            assert sum(p.outcomes().values()) == 1
    assert p is not None
    assert (p.phase, p.to_dict()["season"]) == ("over", 2)


def test_f116_a_decision_with_one_answer_is_made_within_the_play_before_it() -> None:
    """Only seat 1 has an Ecu to steal: seat 2's Travel card leads straight to the Court."""
    p = table(3, cities={1: "T2"}, seats={0: seat(ecus=0), 1: seat(ecus=1), 2: seat(ecus=0)})
    p = travel(p, 1, 2, 3)
    assert (p.phase, p.scores()) == ("court", [1, 0, 0])


def test_f117_one_city_is_finished_before_the_next() -> None:
    """Seat 1 cannot be robbed in City 1 of the Bonus that waits in City 2, but in City 3 it can."""
    people = {0: seat(ecus=0), 1: seat(ecus=0), 2: seat(ecus=0)}
    p = travel(table(3, cities={1: "C2", 2: "B3", 3: "T2"}, seats=people), 1, 2, 3)
    assert (p.phase, p.to_act, p.scores()) == ("court", 0, [0, 0, 0])
    p = p.play(KEEP)
    assert (p.phase, p.to_act, p.scores()) == ("court", 2, [0, 2, 1])


def test_f117_cards_of_a_city_never_reorder() -> None:
    """T5 finds no Ecu, T3 pays 2, T2 steals, C3 pays 3, and C5 is paid for."""
    people = {0: seat(ecus=0), 1: seat(stage=1)}
    p = travel(table(3, cities={1: "C5 C3 T2 T3 T5", 2: "B1", 3: "B1"}, seats=people, turn=6), 1, 2, 3)
    assert (p.phase, p.scores()[0], stack(p, 1)) == ("theft", 2, ["C5", "C3"])
    p = p.play(p.legal()[0])
    assert (p.phase, p.scores()[0], p.legal()) == ("court", 2 + 1 + 3 - 1, [13, 14, 19, 21, KEEP])
