"""Positions that cannot be, each with one thing wrong, and the field that is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import ludotheque

from .build import GAME, act, card, go, last_turn, play, seat, table, table_dict, travel
from .test_position import EXAMPLE

Change = Callable[[dict[str, Any]], Any]


def put(key: str, value: Any) -> Change:
    """Puts a value at the top."""
    return lambda d: d.__setitem__(key, value)


def of(who: int, key: str, value: Any) -> Change:
    """Puts a value into a seat."""
    return lambda d: d["seats"][who].__setitem__(key, value)


def without(key: str) -> Change:
    """Takes a key away."""
    return lambda d: d.__delitem__(key)


def both(*changes: Change) -> Change:
    """Several changes."""
    return lambda d: [change(d) for change in changes]


TWO_PLAYERS: list[tuple[str, Change, str]] = [
    ("another game", put("game", "sintra"), "game"),
    ("another version", put("version", 2), "version"),
    ("a version that is not a number", put("version", True), "version"),
    ("six players", put("players", 6), "players"),
    ("players that do not fit the seats", put("players", 3), "seats"),
    ("no players", without("players"), "players"),
    ("an unknown option", put("options", {"friendly": True}), "options"),
    ("an option that is not a flag", put("options", {"unmet_requests": 3}), "options"),
    ("an unknown key", put("mood", "comedy"), "mood"),
    ("no phase", without("phase"), "phase"),
    ("an unknown phase", put("phase", "TURN"), "phase"),
    ("the phase of another start", both(put("phase", "travel"), put("to_act", 0)), "phase"),
    ("a seat to act at chance", put("to_act", 0), "to_act"),
    ("nobody to act", put("to_act", None), "to_act"),
    ("season 3", put("season", 3), "season"),
    ("turn 10,000", put("turn", 10_000), "turn"),
    ("turn 0", put("turn", 0), "turn"),
    ("a turn that is not a number", put("turn", "9"), "turn"),
    ("no needle", put("needle", None), "needle"),
    ("a needle off the dial", put("needle", "y7"), "needle"),
    ("seven Cities", put("cities", [["A2"]] * 7), "cities"),
    ("a City that is not a list", lambda d: d["cities"].__setitem__(0, "A2"), "cities[0]"),
    ("an unknown card in a City", lambda d: d["cities"][2].__setitem__(1, "C6"), "cities[2][1]"),
    ("a Request in a City", lambda d: d["cities"][2].__setitem__(1, "R1"), "cities[2][1]"),
    ("a card too many in a City", lambda d: d["cities"][0].append("T1"), "encounter_deck"),
    ("an unknown card in the deck", lambda d: d["encounter_deck"].__setitem__("B4", 1), "encounter_deck.B4"),
    ("no copies in the deck", lambda d: d["encounter_deck"].__setitem__("T3", 0), "encounter_deck.T3"),
    ("a deck that is a list", put("encounter_deck", ["T1"]), "encounter_deck"),
    ("a card too few in the discard", lambda d: d["encounter_discard"].__setitem__("C2", 1), "encounter_deck"),
    ("negative copies", lambda d: d["encounter_discard"].__setitem__("C2", -2), "encounter_discard.C2"),
    ("a Request missing", lambda d: d["request_deck"].remove("R9"), "request_deck"),
    ("a Request twice", lambda d: d["request_deck"].append("R15"), "seats[0].requests"),
    ("an unknown Request", lambda d: d["request_deck"].append("R23"), "request_deck[14]"),
    ("one seat", lambda d: d["seats"].pop(), "seats"),
    ("a seat that is not an object", lambda d: d["seats"].__setitem__(1, []), "seats[1]"),
    ("an unknown key of a seat", of(0, "managers", 2), "seats[0].managers"),
    ("no Ecus", lambda d: d["seats"][1].__delitem__("ecus"), "seats[1].ecus"),
    ("negative Ecus", of(1, "ecus", -1), "seats[1].ecus"),
    ("half an Ecu", of(1, "ecus", 1.5), "seats[1].ecus"),
    ("a Travel card missing", of(0, "hand", [1, 4, 6]), "seats[0].hand"),
    ("a Travel card in both places", of(0, "travel_discard", [1, 2, 3, 5, 8]), "seats[0].hand"),
    ("City 9", of(0, "hand", [1, 4, 6, 9]), "seats[0].hand[3]"),
    ("one card left in hand", both(of(0, "hand", [8]), of(0, "travel_discard", list(range(1, 8)))), "seats[0].hand"),
    ("a Bonus in a troupe", of(0, "troupe", ["T3", "B1"]), "seats[0].troupe[1]"),
    ("an Actor among the Acrobats", of(1, "acrobats", ["T3"]), "seats[1].acrobats[0]"),
    ("somebody else's Acrobat tilted", of(1, "tilted", ["A10"]), "seats[1].tilted"),
    ("an Acrobat tilted twice", of(0, "tilted", ["A10", "A10"]), "seats[0].tilted"),
    ("four Managers on the stage", of(0, "stage", 4), "seats[0].stage"),
    ("two Requests played", of(1, "played", ["R8", "R1"]), "seats[1].played"),
    ("more drawn than there are", of(0, "requests_drawn", 3), "seats[0].requests_drawn"),
    ("a shuffled card in the same hand", of(0, "request_shuffled", ["R15"]), "seats[0].request_shuffled"),
    ("a shuffled card that was played", of(0, "request_shuffled", ["R8"]), "seats[0].request_shuffled"),
    ("a reshuffle that never was", of(0, "request_shuffled", ["R1"]), "seats[0].request_shuffled"),
    ("a friendly card missing", of(0, "friend_discard", []), "seats[0].friend_pile"),
    (
        "one card left in a friendly pile",
        both(of(0, "friend_pile", [5]), of(0, "friend_discard", [1, 2, 3, 4, 6, 7, 8])),
        "seats[0].friend_pile",
    ),
    ("no friendly pile", lambda d: d["seats"][1].__delitem__("friend_pile"), "seats[1].friend_pile"),
    ("the game over too early", both(put("phase", "over"), put("to_act", None)), "encounter_deck"),
    ("a decision without what is pending", both(put("phase", "court"), put("to_act", 0)), "pending"),
    ("something pending that is not an object", put("pending", 5), "pending"),
    ("something pending that has no such key", put("pending", {"mood": 1}), "pending.mood"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "field"), [case[1:] for case in TWO_PLAYERS], ids=[case[0] for case in TWO_PLAYERS])
def test_a_changed_example_is_refused(change: Change, field: str) -> None:
    d = json.loads(json.dumps(EXAMPLE))
    change(d)
    with pytest.raises(ludotheque.BadPosition) as refused:
        GAME.position(d)
    assert refused.value.field == field
    assert str(refused.value).endswith(".")


THREE_PLAYERS: list[tuple[str, dict[str, Any], Change, str]] = [
    ("a friendly pile", {}, of(0, "friend_pile", [1]), "seats[0].friend_pile"),
    ("a friendly card to draw", {}, both(put("phase", "friend"), put("to_act", -1)), "phase"),
    ("another seat to travel first", {}, put("to_act", 1), "to_act"),
    ("seat 3 of three players", {}, put("to_act", 3), "to_act"),
    ("a Departure window without an Acrobat", {}, put("phase", "departure"), "phase"),
    ("Travel though an Acrobat can be played", {"seats": {1: seat(acrobats="A2")}}, put("to_act", 0), "to_act"),
    ("no Departure window though there is one", {"seats": {0: seat(acrobats="A2")}}, put("phase", "travel"), "phase"),
    (
        "a Departure window for the wrong seat",
        {"turn": 5, "seats": {0: seat(acrobats="A2"), 1: seat(acrobats="A1", hand="1234567")}},
        put("to_act", 0),
        "to_act",
    ),
    ("four Requests in hand", {}, both(put("request_deck", [f"R{n}" for n in range(5, 23)]),
     of(0, "requests", ["R1", "R2", "R3", "R4"]), of(0, "requests_drawn", 4)), "seats[0].requests"),
    ("a Chameleon tilted", {"seats": {0: seat(acrobats="A11")}}, of(0, "tilted", ["A11"]), "seats[0].tilted"),
    ("a Request played in season 1", {"seats": {0: seat(requests="R1")}},
     both(of(0, "requests", []), of(0, "played", ["R1"])), "seats[0].played"),
    ("a City with too many cards", {"turn": 6}, lambda d: d["cities"].__setitem__(0, ["B1"] * 13), "cities[0]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "change", "field"), [case[1:] for case in THREE_PLAYERS], ids=[case[0] for case in THREE_PLAYERS]
)
def test_a_changed_table_is_refused(words: dict[str, Any], change: Change, field: str) -> None:
    d = json.loads(json.dumps(table_dict(3, **words)))
    GAME.position(d)
    change(d)
    with pytest.raises(ludotheque.BadPosition) as refused:
        GAME.position(d)
    assert refused.value.field == field


def unspoken(players: int, phase: str, to_act: int, **chosen: Any) -> dict[str, Any]:
    """A table where somebody can play the Juggler, but is said not to have been asked."""
    d: dict[str, Any] = json.loads(json.dumps(table_dict(players, seats={1: seat(acrobats="A2")})))
    assert GAME.position(d).phase == "departure"
    return d | {"phase": phase, "to_act": to_act, "pending": {"spoken": False, **chosen}}


@pytest.mark.parametrize(
    "d",
    [
        unspoken(3, "travel", 0, travel=[None, None, None]),
        unspoken(3, "travel", 1, travel=[4, None, None]),
        unspoken(2, "friend", -1, friends=[None, None]),
        unspoken(2, "travel", 0, travel=[None, None], friends=[8, 8]),
    ],
)
def test_f24_who_can_play_an_acrobat_was_asked_before_travelling(d: dict[str, Any]) -> None:
    with pytest.raises(ludotheque.BadPosition) as refused:
        GAME.position(d)
    assert refused.value.field == "phase"
    d["pending"]["spoken"] = True
    p = GAME.position(d)
    assert GAME.position(p.to_dict()) == p


def test_f24_nobody_was_asked_who_has_no_acrobat_of_the_departure() -> None:
    pending = {"spoken": True, "travel": [None, None, None]}
    with pytest.raises(ludotheque.BadPosition) as refused:
        GAME.position(table_dict(3, seats={0: seat(acrobats="A5")}) | {"pending": pending})
    assert refused.value.field == "pending.spoken"


def test_f7_a_turn_of_a_high_number_has_a_next_one() -> None:
    p = GAME.position(table_dict(3) | {"turn": 99})
    while p.to_dict()["turn"] == 99:
        p = p.play(min(p.outcomes()) if p.to_act == -1 else p.legal()[0])
    assert GAME.position(p.to_dict()) == p


@pytest.mark.parametrize("d", [None, 5, [], "position"])
def test_only_an_object_is_a_position(d: Any) -> None:
    with pytest.raises(ludotheque.BadPosition) as refused:
        GAME.position(d)
    assert refused.value.field == "position"


def in_court() -> dict[str, Any]:
    return travel(table(3, cities={1: "T4", 2: "B1", 3: "B1"}), 1, 2, 3).to_dict()


def in_discard() -> dict[str, Any]:
    p = travel(table(3, turn=7, cities={1: "B1"}, seats={0: seat(requests="R1 R2 R3")}), 1, 1, 1)
    return p.play(card("R4")).to_dict()


def in_scoring() -> dict[str, Any]:
    return last_turn(3, seats={0: seat(requests="R17"), 1: seat(requests="R2")}).to_dict()


def in_details() -> dict[str, Any]:
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats={0: seat(acrobats="A5")}), 1, 2, 3)
    return p.play(act("A5")).to_dict()


def in_travel() -> dict[str, Any]:
    return play(table(3), go(4)).to_dict()


@pytest.mark.parametrize(
    ("made", "change", "field"),
    [
        (in_court, put("to_act", 1), "to_act"),
        (in_court, put("pending", None), "pending"),
        (in_court, lambda d: d["encounter_discard"].__setitem__("T4", 1), "encounter_deck"),
        (in_discard, put("to_act", 1), "seats[0].requests"),
        (in_scoring, put("to_act", 2), "pending.answers[0]"),
        (in_scoring, put("pending", None), "pending"),
        (in_details, of(0, "tilted", []), "pending.acrobat"),
        (in_travel, put("to_act", 2), "to_act"),
    ],
)
def test_inside_a_turn_the_question_must_fit(made: Callable[[], dict[str, Any]], change: Change, field: str) -> None:
    d = json.loads(json.dumps(made()))
    GAME.position(d)
    change(d)
    with pytest.raises(ludotheque.BadPosition) as refused:
        GAME.position(d)
    assert refused.value.field == field
