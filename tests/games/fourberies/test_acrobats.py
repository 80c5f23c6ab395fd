"""The Acrobats one by one: their conditions and effects (F29)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludotheque import IllegalAction, Position

from .build import (
    ACTORS,
    CITIES,
    KINDS,
    PASS,
    RED_1,
    RED_2,
    REQUESTS,
    SPACES,
    YELLOW_1,
    YELLOW_2,
    act,
    actor,
    at,
    card,
    discarded,
    every,
    go,
    needle,
    opponent,
    play,
    request,
    seat,
    stack,
    table,
    travel,
)

QUIET = {1: "B1", 2: "B1", 3: "B2"}  # seats 0, 1, 2 go there: +1, +1, +2 Ecus and no decision


def curtain(**words: Any) -> Position:
    """The Curtain window after a quiet turn of 3 players in Cities 1, 2, 3."""
    return travel(table(3, cities=QUIET, **words), 1, 2, 3)


# --- Departure ----------------------------------------------------------------------------


def test_a1_takes_back_all_travel_cards() -> None:
    p = table(3, seats={0: seat(acrobats="A1", hand="14578")})
    assert (p.phase, p.to_act, p.legal()) == ("departure", 0, [PASS, act("A1")])
    p = p.play(act("A1"))
    assert (p.phase, p.to_act) == ("travel", 0)
    assert (at(p, 0)["hand"], at(p, 0)["travel_discard"], at(p, 0)["tilted"]) == (CITIES, [], ["A1"])


def test_a1_needs_a_discarded_travel_card() -> None:
    seats = {0: seat(acrobats="A1"), 1: seat(acrobats="A2")}
    p = table(3, seats=seats)
    assert (p.phase, p.to_act) == ("departure", 1)


def test_x24_a2_exchanges_the_last_cards_of_two_cities() -> None:
    cities = {1: "T1 C3", 5: "B2"}
    p = table(3, cities=cities, seats={1: seat(acrobats="A2")})
    assert (p.phase, p.to_act, p.legal()) == ("departure", 1, [PASS, act("A2")])
    p = p.play(act("A2"))
    assert (p.phase, p.legal(), at(p, 1)["tilted"]) == ("acrobat", [go(city) for city in CITIES], ["A2"])
    p = p.play(go(1))
    assert p.legal() == [go(city) for city in CITIES if city != 1]
    assert (stack(p, 1), stack(p, 5)) == (["T1", "C3"], ["B2"])
    p = p.play(go(5))
    assert (p.phase, stack(p, 1), stack(p, 5)) == ("travel", ["T1", "B2"], ["C3"])


def test_a2_does_the_same_in_either_order() -> None:
    p = table(3, cities={2: "C1 C2", 7: "T5 A6"}, seats={0: seat(acrobats="A2")}).play(act("A2"))
    assert play(p, go(2), go(7)).to_dict()["cities"] == play(p, go(7), go(2)).to_dict()["cities"]


def test_a2_offers_only_cities_with_cards() -> None:
    empty = dict.fromkeys((6, 7, 8), "")
    seats = {0: seat(acrobats="A2 A3 A4"), 1: seat(acrobats="A5 A6 A7 A8", tilted="A5 A6 A7 A8")}
    p = table(3, turn=12, cities=empty, seats=seats).play(act("A2"))
    assert p.legal() == [go(city) for city in (1, 2, 3, 4, 5)]


# --- Curtain ------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "space"), [(RED_2, "y1"), (RED_1, "y2"), (YELLOW_1, "y4"), (YELLOW_2, "y5")])
def test_a5_moves_the_needle_one_or_two_spaces(choice: int, space: str) -> None:
    p = curtain(needle="y3", seats={0: seat(acrobats="A5")}).play(act("A5"))
    assert (p.phase, p.to_act) == ("acrobat", 0)
    assert needle(p.play(choice)) == space


@pytest.mark.parametrize("space", SPACES)
def test_f29_only_moves_with_the_full_distance_are_legal(space: str) -> None:
    p = curtain(needle=space, seats={0: seat(acrobats="A5")}).play(act("A5"))
    index = SPACES.index(space)
    steps = {RED_2: -2, RED_1: -1, YELLOW_1: 1, YELLOW_2: 2}
    assert p.legal() == [choice for choice, step in steps.items() if 0 <= index + step <= 11]


def test_x21_the_flatterer_at_the_end_of_the_dial() -> None:
    p = curtain(needle="y6", seats={0: seat(acrobats="A5")}).play(act("A5"))
    assert p.legal() == [34, 35]
    q = curtain(needle="y5", seats={0: seat(acrobats="A5")}).play(act("A5"))
    assert q.legal() == [34, 35, 36]
    assert q.why_not(YELLOW_2) == "F29"


def test_a6_takes_two_ecus() -> None:
    p = curtain(seats={0: seat(acrobats="A6")})
    assert p.scores() == [4, 4, 5]
    p = p.play(act("A6"))
    assert (p.phase, p.legal()) == ("acrobat", [opponent(1), opponent(2)])
    assert p.play(opponent(2)).scores() == [6, 4, 3]
    assert p.play(opponent(1)).scores() == [6, 2, 5]


def test_a6_offers_only_opponents_with_an_ecu() -> None:
    cities = {2: "C5", 4: "B3"}
    p = table(4, cities=QUIET | cities, seats={0: seat(acrobats="A6"), 1: seat(ecus=1)})
    p = play(travel(p, 1, 2, 3, 4), 22, act("A6"))
    assert p.scores() == [4, 0, 5, 6]
    assert p.legal() == [opponent(2), opponent(3)]


def test_a6_needs_an_opponent_with_an_ecu() -> None:
    """Both opponents pay their last Ecu for a Comedian 5."""
    p = table(3, cities={2: "C5", 3: "C5"}, seats={0: seat(acrobats="A6"), 1: seat(ecus=1), 2: seat(ecus=1)})
    p = play(travel(p, 1, 2, 3), 22, 22)
    assert (p.phase, p.scores()[1:]) == ("deal", [0, 0])


def test_x26_a6_takes_the_only_ecu() -> None:
    p = table(3, cities=QUIET | {2: "C5", 3: "C5"}, seats={0: seat(acrobats="A6"), 1: seat(ecus=2), 2: seat(ecus=1)})
    p = play(travel(p, 1, 2, 3), 22, 22)
    assert p.scores() == [4, 1, 0]
    p = p.play(act("A6"))
    assert (p.phase, p.scores()) == ("deal", [5, 0, 0])


def test_x25_a7_with_a_full_hand_discards_two() -> None:
    p = curtain(seats={0: seat(acrobats="A7", requests="R1 R2 R3")})
    p = play(p, act("A7"), card("R21"))
    assert (p.phase, p.to_act, at(p, 0)["requests"]) == ("draw", -1, ["R1", "R2", "R3", "R21"])
    p = p.play(card("R22"))
    assert (p.phase, p.legal()) == ("discard", [41, 42, 43, 61, 62])
    p = p.play(request("R2"))
    assert (p.phase, p.legal()) == ("discard", [41, 43, 61, 62])
    p = p.play(request("R22"))
    assert (p.phase, at(p, 0)["requests"], at(p, 0)["request_discard"]) == ("deal", ["R1", "R3", "R21"], ["R2", "R22"])


@pytest.mark.parametrize(("held", "kept"), [(0, 1), (1, 2), (2, 3)])
def test_x25_a7_otherwise_discards_one(held: int, kept: int) -> None:
    p = curtain(seats={0: seat(acrobats="A7", requests=" ".join(REQUESTS[:held]))})
    p = play(p, act("A7"), card("R21"), card("R22"))
    assert (p.phase, len(p.legal())) == ("discard", held + 2)
    p = p.play(request("R21"))
    assert (p.phase, at(p, 0)["requests"]) == ("deal", [*REQUESTS[:held], "R22"])
    assert len(at(p, 0)["requests"]) == kept


def test_a8_does_the_effect_of_an_actor_3() -> None:
    p = curtain(seats={0: seat(acrobats="A8", stage=1), 1: seat(stage=2)}).play(act("A8"))
    assert every(p, "stage") == [2, 2, 0]
    assert p.scores() == [4 + 4, 4, 5]
    assert (needle(p), at(p, 0)["troupe"]) == ("y1", [])


def test_a8_pays_without_a_manager_in_reserve() -> None:
    p = curtain(seats={0: seat(acrobats="A8", stage=3), 1: seat(stage=2)}).play(act("A8"))
    assert (every(p, "stage"), p.scores()) == ([3, 2, 0], [4 + 5, 4, 5])


def test_x22_a9_exchanges_actors_of_the_same_experience() -> None:
    """Only one opponent and one Actor are possible, so the rest is automatic."""
    seats = {0: seat(troupe="T4 C2", acrobats="A9"), 1: seat(troupe="C4 C2 T4")}
    before = curtain(seats=seats)
    assert before.legal() == [PASS, act("A9")]
    p = before.play(act("A9"))
    assert p.phase == "deal"
    assert every(p, "troupe") == [["C2", "C4"], ["T4", "T4", "C2"], []]
    assert (p.scores(), needle(p), discarded(before, p)) == (before.scores(), "y1", Counter())


def test_a9_asks_for_the_opponent_then_for_the_actor() -> None:
    seats = {
        0: seat(troupe="T4 C2", acrobats="A9"),
        1: seat(troupe="C4 T2 T5"),
        2: seat(troupe="T2 C4 C3"),
    }
    p = curtain(seats=seats).play(act("A9"))
    assert (p.phase, p.to_act, p.legal()) == ("acrobat", 0, [opponent(1), opponent(2)])
    p = p.play(opponent(2))
    assert (p.phase, p.legal()) == ("acrobat", [actor("T4"), actor("C2")])
    p = p.play(actor("C2"))
    assert every(p, "troupe") == [["T2", "T4"], ["T2", "T5", "C4"], ["C2", "C3", "C4"]]


def test_a9_needs_a_legal_exchange() -> None:
    seats = {0: seat(troupe="T4 C2", acrobats="A9"), 1: seat(troupe="T4 C2 C5"), 2: seat(troupe="T1")}
    assert curtain(seats=seats).phase == "deal"


def test_a9_never_offers_a_chameleon() -> None:
    seats = {0: seat(acrobats="A9 A11"), 1: seat(troupe="C1 T1")}
    assert curtain(seats=seats).phase == "deal"


@pytest.mark.parametrize(
    ("cards", "left", "gone"), [("B1 C5", ["B1"], "C5"), ("T2 A7", ["T2"], "A7")], ids=["Actor", "Acrobat"]
)
def test_x23_a10_discards_the_last_card_of_a_city(cards: str, left: list[str], gone: str) -> None:
    p = table(3, needle="y6", cities={3: cards, 4: "B2", 5: "B2", 6: "B3"}, seats={0: seat(acrobats="A10")})
    before = travel(p, 4, 5, 6).play(act("A10"))
    assert (before.phase, before.legal()) == ("acrobat", [go(city) for city in (1, 2, 3, 7, 8)])
    p = before.play(go(3))
    assert (stack(p, 3), needle(p)) == (left, "y6")
    assert discarded(before, p) == Counter([gone])


def test_a10_sends_an_actor_to_court() -> None:
    p = table(3, needle="y2", cities=QUIET | {7: "B3 T3"}, seats={0: seat(acrobats="A10", stage=1), 1: seat(stage=3)})
    p = play(travel(p, 1, 2, 3), act("A10"), go(7))
    assert (needle(p), every(p, "stage"), p.scores()) == ("r2", [0, 0, 0], [4, 4, 5])
    assert stack(p, 7) == ["B3"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ACTORS and kind != "A10"])
def test_a10_on_another_card_has_no_effect(kind: str) -> None:
    p = table(3, cities={7: f"C5 {kind}"}, seats={0: seat(acrobats="A10")})
    before = travel(p, 1, 2, 3).play(act("A10"))
    p = before.play(go(7))
    assert (needle(p), p.scores(), stack(p, 7)) == ("y1", before.scores(), ["C5"])
    assert (at(p, 0)["acrobats"], discarded(before, p)) == (["A10"], Counter([kind]))


def test_a10_needs_a_card_in_some_city() -> None:
    """Seven Acrobats were kept, so the last deal of season 2 has one card; it is resolved."""
    held = {0: seat(acrobats="A10 A11 A11"), 1: seat(acrobats="A5 A6 A7 A8", tilted="A5 A6 A7 A8")}
    empty = {1: "B1"} | dict.fromkeys(range(2, 9), "")
    p = travel(table(3, turn=12, cities=empty, seats=held), 1, 2, 3)
    p = play(p, card("R1"), card("R2"))
    assert p.phase == "chameleon"
    full = travel(table(3, turn=12, cities=empty | {8: "B2"}, seats=held), 1, 2, 3)
    full = play(full, card("R1"), card("R2"))
    assert (full.phase, full.legal()) == ("curtain", [PASS, act("A10")])
    assert stack(full.play(act("A10")), 8) == []


def test_a11_is_never_played_nor_tilted() -> None:
    p = curtain(seats={0: seat(acrobats="A11 A11")})
    assert p.phase == "deal"
    assert at(p, 0)["tilted"] == []


# --- Why not ------------------------------------------------------------------------------


def refusal(p: Position, choice: int) -> str:
    """The sentence that a player reads who tries it."""
    with pytest.raises(IllegalAction) as refused:
        p.play(choice)
    return str(refused.value)


def test_f24_what_an_acrobat_needs_is_said_when_it_cannot_act() -> None:
    p = table(3, seats={0: seat(acrobats="A1 A2")})
    assert p.why_not(act("A1")) == "F24"
    assert "the Courier needs a discarded Travel card" in refusal(p, act("A1"))
    p = curtain(seats={0: seat(acrobats="A8 A9")})
    assert p.why_not(act("A9")) == "F24"
    assert "the Charmer a possible exchange" in refusal(p, act("A9"))
    p = table(3, cities={2: "C5", 3: "C5"}, seats={0: seat(acrobats="A6 A8"), 1: seat(ecus=1), 2: seat(ecus=1)})
    p = play(travel(p, 1, 2, 3), 22, 22)
    assert (p.phase, p.why_not(act("A6"))) == ("curtain", "F24")
    assert "the Cutpurse an opponent with an Ecu" in refusal(p, act("A6"))


def test_f25_what_a_detail_needs_is_said_when_it_is_not_there() -> None:
    p = play(table(3, seats={0: seat(acrobats="A2")}), act("A2"), go(4))
    assert p.why_not(go(4)) == "F25"
    assert "for the Juggler two different ones" in refusal(p, go(4))
    p = curtain(seats={0: seat(acrobats="A10")}).play(act("A10"))
    assert "a City with a card" in refusal(p, go(1))
    p = table(4, cities=QUIET | {2: "C5", 4: "B3"}, seats={0: seat(acrobats="A6"), 1: seat(ecus=1)})
    p = play(travel(p, 1, 2, 3, 4), 22, act("A6"))
    assert "an opponent with an Ecu" in refusal(p, opponent(1))
    seats = {0: seat(acrobats="A9", troupe="C3 C4 T1"), 1: seat(troupe="T3 T4"), 2: seat(troupe="C1")}
    p = play(curtain(seats=seats), act("A9"), opponent(1))
    assert "Actors that can be exchanged" in refusal(p, actor("T1"))
