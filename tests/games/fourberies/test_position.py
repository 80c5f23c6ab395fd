"""The position format and the views: part 9 of the specification."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from .build import (
    GAME,
    KEEP,
    NO_REQUEST,
    act,
    at,
    card,
    chameleons,
    discarded,
    every,
    go,
    last_turn,
    needle,
    opponent,
    play,
    request,
    seat,
    stack,
    table,
    table_dict,
    travel,
)
from .test_limits import random_game

EXAMPLE: dict[str, Any] = json.loads("""
{"game": "fourberies", "version": 1, "players": 2, "options": {"unmet_requests": false, "actor3_always_pays": true},
 "to_act": -1, "phase": "friend", "season": 2, "turn": 9, "needle": "y3",
 "cities": [["A2"], ["B2"], ["B1", "C4", "T5"], ["A6", "C3", "A8"], ["C1"], ["C2", "A9"], ["C3", "T3"], ["B2", "T5"]],
 "encounter_deck": {"T1": 2, "T2": 3, "T4": 2, "T5": 1, "C1": 2, "C3": 1, "C4": 1, "C5": 3, "B3": 2,
  "A1": 1, "A3": 1, "A4": 1, "A11": 2},
 "encounter_discard": {"T1": 1, "T4": 1, "C2": 2, "B1": 1, "A5": 1},
 "request_deck": ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R9", "R11", "R16", "R17", "R18", "R19", "R21"],
 "seats": [
  {"ecus": 17, "hand": [1, 4, 6, 7], "travel_discard": [2, 3, 5, 8], "troupe": ["T3", "C4"],
   "acrobats": ["A10"], "tilted": ["A10"], "stage": 1,
   "requests": ["R15", "R22"], "played": [], "request_discard": [], "request_shuffled": [], "requests_drawn": 2,
   "friend_pile": [1, 2, 3, 4, 6, 7, 8], "friend_discard": [5]},
  {"ecus": 9, "hand": [3, 4, 5, 6, 7, 8], "travel_discard": [1, 2], "troupe": ["T3"],
   "acrobats": ["A7"], "tilted": [], "stage": 1,
   "requests": ["R10", "R14", "R20"], "played": ["R8"], "request_discard": ["R12", "R13"],
   "request_shuffled": [], "requests_drawn": 6,
   "friend_pile": [2, 3, 4, 5, 6, 7, 8], "friend_discard": [1]}],
 "pending": null}
""")


def same(d: dict[str, Any]) -> dict[str, Any]:
    """The dict through JSON and back: a copy, and a proof that JSON can hold it."""
    copied: dict[str, Any] = json.loads(json.dumps(d))
    return copied


def hidden(d: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """What 9.3 leaves of a start-of-turn position for a viewer."""
    seen = same(d)
    seen["request_deck"] = len(seen["request_deck"])
    for i, person in enumerate(seen["seats"]):
        if i != viewer:
            person["requests"] = len(person["requests"])
            person["request_discard"] = len(person["request_discard"])
            person["request_shuffled"] = None
    if seen["phase"] in ("travel", "request") and viewer != seen["to_act"]:
        seen["to_act"] = None
    return seen


def test_the_example_is_read_and_written() -> None:
    p = GAME.position(EXAMPLE)
    assert (p.to_act, p.phase, p.legal()) == (-1, "friend", [])
    assert p.to_dict() == EXAMPLE
    assert list(p.outcomes()) == [go(city) for city in (1, 2, 3, 4, 6, 7, 8)]
    assert (p.scores(), p.winners()) == ([17, 9], [0])


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_views_of_the_example(viewer: int | None) -> None:
    seen = GAME.position(EXAMPLE).view(viewer)
    assert same(seen) == hidden(EXAMPLE, viewer)
    assert seen["request_deck"] == 14
    if viewer != 1:
        assert [seen["seats"][1][key] for key in ("requests", "request_discard", "request_shuffled")] == [3, 2, None]
    if viewer != 0:
        assert [seen["seats"][0][key] for key in ("requests", "request_discard", "request_shuffled")] == [2, 0, None]


def test_the_keys_that_may_be_absent() -> None:
    d = same(EXAMPLE)
    del d["pending"]
    for person in d["seats"]:
        del person["request_shuffled"]
    assert GAME.position(d).to_dict() == EXAMPLE
    d = table_dict(3)
    for person in d["seats"]:
        del person["requests_drawn"]
    assert GAME.position(d).to_dict() == table_dict(3)


def test_equal_positions_are_equal_and_hash_alike() -> None:
    p, q = GAME.position(EXAMPLE), GAME.position(same(EXAMPLE))
    assert (p == q, hash(p) == hash(q)) == (True, True)
    assert p != GAME.position(EXAMPLE | {"needle": "y4"})


@pytest.mark.parametrize(
    ("players", "words", "asked"),
    [
        (2, {}, ("friend", -1)),
        (3, {}, ("travel", 0)),
        (3, {"turn": 5, "seats": {0: seat(acrobats="A2"), 2: seat(acrobats="A1", hand="1234567")}}, ("departure", 2)),
        (4, {"turn": 6, "seats": {0: seat(acrobats="A1", hand="1234567")}}, ("departure", 0)),
        (4, {"turn": 6, "seats": {0: seat(acrobats="A1")}}, ("travel", 0)),
    ],
)
def test_the_start_of_a_turn_follows_from_the_rest(players: int, words: dict[str, Any], asked: tuple[str, int]) -> None:
    d = table_dict(players, **words)
    assert (d["phase"], d["to_act"]) == asked
    p = GAME.position(d)
    assert ((p.phase, p.to_act), p.to_dict()) == (asked, d)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_a_game_is_read_as_it_was_written(players: int) -> None:
    phases = set()
    for seed in (11, 12):
        for p in random_game(players, seed):
            d = same(p.to_dict())
            again = GAME.position(d)
            assert again == p
            assert (again.to_dict(), again.legal(), again.outcomes()) == (d, p.legal(), p.outcomes())
            phases.add(p.phase)
    assert {"travel", "court", "curtain", "deal", "draw", "coin", "over"} <= phases


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_view_of_a_game_follows_9_3(players: int) -> None:
    for p in random_game(players, 21):
        d = p.to_dict()
        for viewer in (*range(players), None):
            seen = same(p.view(viewer))
            assert {**seen, "pending": None} == {**hidden(d, viewer), "pending": None}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_pending_at_the_start_of_a_turn_and_at_the_end(players: int) -> None:
    opened = 0
    for p in random_game(players, 31):
        d = p.to_dict()
        if d["turn"] > opened or p.phase == "over":
            opened = d["turn"]
            assert d["pending"] is None
            assert [p.view(viewer)["pending"] for viewer in (*range(players), None)] == [None] * (players + 1)
        elif p.phase not in ("departure", "friend", "travel"):
            assert isinstance(d["pending"], dict)


def test_after_a_question_something_is_pending() -> None:
    """The Courier is played in the Departure window: the turn has started."""
    p = table(3, seats={0: seat(acrobats="A1", hand="14578")}).play(act("A1"))
    assert p.phase == "travel"
    assert isinstance(p.to_dict()["pending"], dict)


# --- what changes when, inside a turn -----------------------------------------------------


def test_details_of_an_acrobat_change_nothing_before_the_last_one() -> None:
    seats = {
        0: seat(troupe="T4 C2", acrobats="A9"),
        1: seat(troupe="C4 T2"),
        2: seat(troupe="T2 C4"),
    }
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    troupes = every(p, "troupe")
    p = play(p, act("A9"), opponent(1))
    assert (p.phase, at(p, 0)["tilted"], every(p, "troupe")) == ("acrobat", ["A9"], troupes)


def test_a_drawn_request_is_in_hand_at_once_also_the_fifth() -> None:
    seats = {0: seat(acrobats="A7", requests="R1 R2 R3")}
    p = travel(table(3, turn=7, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    p = play(p, act("A7"), card("R4"), card("R5"))
    assert (p.phase, at(p, 0)["requests"]) == ("discard", ["R1", "R2", "R3", "R4", "R5"])


def test_a_shared_city_is_cleared_before_the_first_draw() -> None:
    before = table(3, cities={1: "C4", 2: "B1"})
    p = travel(before, 1, 1, 2)
    assert (p.phase, stack(p, 1), needle(p), discarded(before, p)) == ("draw", [], "y5", Counter(["C4"]))


def test_the_ecus_of_a_scoring_are_paid_step_by_step() -> None:
    p = last_turn(3, seats={0: seat(troupe="C3", acrobats="A11", requests="R8"), 1: seat(requests="R9")})
    assert (p.phase, p.scores()) == ("chameleon", [4, 3, 3])
    p = p.play(chameleons(1))
    assert (p.phase, p.scores()) == ("request", [10, 3, 3])
    p = p.play(request("R8"))
    assert (p.phase, p.scores(), at(p, 0)["requests"]) == ("request", [10, 3, 3], ["R8"])
    p = p.play(NO_REQUEST)
    assert (p.phase, p.scores(), at(p, 0)["requests"]) == ("deal", [13, 3, 3], [])


def test_the_season_changes_before_the_first_deal() -> None:
    p = last_turn(3, seats={0: seat(troupe="C3")})
    d = p.to_dict()
    assert (p.phase, d["season"], d["turn"], d["seats"][0]["troupe"]) == ("deal", 2, 6, [])
    assert sum(d["encounter_deck"].values()) == 48


def test_old_positions_never_change() -> None:
    p = table(3, cities={1: "T4"})
    before = same(p.to_dict())
    play(p, go(1), go(2), go(3), KEEP)
    assert p.to_dict() == before
