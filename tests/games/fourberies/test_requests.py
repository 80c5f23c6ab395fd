"""The 22 Secret Requests, met and not met (part 2.5 of the specification)."""

from __future__ import annotations

from typing import Any

import pytest

from .build import KEEP, NO_REQUEST, actor, chameleons, last_turn, request, seat, table, travel, until

REWARDS = {
    1: 4, 2: 4, 3: 4, 4: 5, 5: 5, 6: 3, 7: 3, 8: 3, 9: 4, 10: 5, 11: 5,
    12: 3, 13: 5, 14: 3, 15: 3, 16: 3, 17: 4, 18: 3, 19: 3, 20: 5, 21: 4, 22: 2,
}  # fmt: skip


def own(**words: Any) -> dict[str, Any]:
    """Words for the seat itself only."""
    return {"me": words}


def troupes(*of_seats: str) -> dict[str, Any]:
    """The troupes of the seat and of the two after it."""
    return {"me": {"troupe": of_seats[0]}, "others": [{"troupe": troupe} for troupe in of_seats[1:]]}


def acrobats(*of_seats: str) -> dict[str, Any]:
    """The Acrobats of the seat and of the two after it, all tilted that can be."""
    owned = [{"acrobats": codes, "tilted": codes.replace("A11", "")} for codes in of_seats]
    return {"me": owned[0], "others": owned[1:]}


def ecus(*of_seats: int) -> dict[str, Any]:
    """The Ecus of the seat and of the two after it."""
    return {"me": {"ecus": of_seats[0]}, "others": [{"ecus": n} for n in of_seats[1:]]}


def space(code: str) -> dict[str, Any]:
    """Where the needle stands."""
    return {"needle": code}


MET: list[tuple[int, dict[str, Any]]] = [
    (1, own(troupe="C5")),
    (1, own(troupe="T4 T3 C2")),
    (2, own(troupe="C1 C1 C2")),
    (3, own(troupe="T1 T1 T2")),
    (4, own(troupe="C4 C5")),
    (5, own(troupe="T4 T5")),
    (6, troupes("C1", "C5", "T5 T5")),
    (6, troupes("C1 C2 T1", "C5", "T5 T5")),
    (7, troupes("T1", "T5", "C5 C5")),
    (8, troupes("T1 C2", "T5 T4", "C5")),
    (9, troupes("", "", "")),
    (9, troupes("T1", "T5", "C5 C4")),
    (10, own(troupe="T1 T2 C3 C4")),
    (10, own(troupe="T1 C1 C2 C3 T4 T5")),
    (11, own(troupe="C3 T2")),
    (11, own(troupe="C2 T3")),
    (11, own(troupe="C4 T4")),
    (12, own(troupe="C4 T5")),
    (13, own(troupe="T1 C2 C1")),
    (14, own(troupe="C3 T3 T5")),
    (15, acrobats("A3 A5 A11", "", "")),
    (16, acrobats("A5", "A6", "")),
    (16, acrobats("A5 A11", "A6", "A7")),
    (17, ecus(3, 3, 4)),
    (17, ecus(2, 3, 3)),
    (18, own(stage=1)),
    (19, own(troupe="")),
    (19, own(troupe="T3 C1")),
    (20, space("r1")),
    (20, space("y1")),
    (21, own(hand="1238")),
    (21, own(hand="123")),
    (22, space("r4")),
    (22, space("r6")),
    (22, space("y4")),
    (22, space("y6")),
]

UNMET: list[tuple[int, dict[str, Any]]] = [
    (1, own(troupe="C4")),
    (1, own(troupe="T4 C5 C3")),
    (2, own(troupe="C5 C5 T1 T1")),
    (3, own(troupe="T5 T5 C1 C1")),
    (4, own(troupe="C4 C4 T5")),
    (5, own(troupe="T4 T4 C5")),
    (6, troupes("C5", "C1 C1", "")),
    (6, troupes("C5", "", "C1 C1")),
    (6, troupes("T1", "T1", "T2")),
    (7, troupes("T5", "T1 T1", "")),
    (7, troupes("T5", "", "T1 T1")),
    (7, troupes("C1", "C1", "C2")),
    (8, troupes("T1 C2", "T5 T4 C1", "C5")),
    (8, troupes("T1 C2", "C5", "T5 T4 C1")),
    (8, troupes("", "", "")),
    (9, troupes("T1", "", "C5")),
    (9, troupes("T1", "C5", "")),
    (10, own(troupe="T1 C1 C2 T2 C3 T3")),
    (11, own(troupe="C3 T1")),
    (11, own(troupe="C1 T3")),
    (11, own(troupe="C1")),
    (12, own(troupe="C4 T3 T3")),
    (13, own(troupe="T1 C2 C3 T3")),
    (14, own(troupe="C3 C3 T2")),
    (15, acrobats("A11 A11", "", "")),
    (16, acrobats("A5", "A6 A7", "")),
    (16, acrobats("A5", "", "A6 A7")),
    (16, acrobats("", "", "")),
    (17, ecus(4, 3, 5)),
    (17, ecus(4, 5, 3)),
    (18, {"others": [{"stage": 2}, {"stage": 3}]}),
    (19, own(troupe="C2 T1")),
    (20, space("r2")),
    (20, space("y2")),
    (21, own(hand="12378")),
    (22, space("r3")),
    (22, space("y3")),
    (22, space("y1")),
]


def offered(number: int, words: dict[str, Any], who: int) -> tuple[list[int], int]:
    """What a seat may play, holding this Request only, and what playing its first choice pays.

    The words are for this seat and for those after it.
    """
    people = [words.get("me", {}) | {"requests": f"R{number}"}, *words.get("others", [])]
    seats = {(who + i) % 3: seat(**person) for i, person in enumerate(people)}
    p = until(last_turn(3, needle=words.get("needle", "y2"), seats=seats), "request")
    assert p.to_act == who
    return p.legal(), p.play(p.legal()[0]).scores()[who] - p.scores()[who]


@pytest.mark.parametrize("who", [0, 1, 2])
@pytest.mark.parametrize(("number", "words"), MET, ids=str)
def test_a_met_request_can_be_played_and_pays(number: int, words: dict[str, Any], who: int) -> None:
    assert offered(number, words, who) == ([request(f"R{number}"), NO_REQUEST], REWARDS[number])


@pytest.mark.parametrize("who", [0, 1, 2])
@pytest.mark.parametrize(("number", "words"), UNMET, ids=str)
def test_an_unmet_request_cannot_be_played(number: int, words: dict[str, Any], who: int) -> None:
    assert offered(number, words, who) == ([NO_REQUEST], 0)


def test_every_request_is_met_and_unmet_somewhere() -> None:
    assert {number for number, _ in MET} == {number for number, _ in UNMET} == set(range(1, 23))


@pytest.mark.parametrize(("comedians", "legal"), [(0, [NO_REQUEST]), (1, [request("R11"), NO_REQUEST])])
def test_the_dancing_master_counts_chameleons_as_declared(comedians: int, legal: list[int]) -> None:
    """C2 against T4: -3 or -1 with the Chameleon."""
    p = last_turn(3, seats={0: seat(troupe="C2 T4", acrobats="A11", requests="R11")})
    assert p.play(chameleons(comedians)).legal() == legal


@pytest.mark.parametrize(("code", "troupe"), [("R2", "C1 C2"), ("R6", ""), ("R8", ""), ("R13", "C1 C2"), ("R11", "C1")])
def test_a_chameleon_is_no_actor(code: str, troupe: str) -> None:
    p = last_turn(3, seats={0: seat(troupe=troupe, acrobats="A11", requests=code)}).play(chameleons(1))
    assert p.legal() == [NO_REQUEST]


def test_the_superintendent_counts_the_ecus_of_the_show() -> None:
    p = last_turn(3, seats={0: seat(troupe="C1", requests="R17")})
    assert (p.scores()[0], p.legal()) == (3 + 1 + 6, [NO_REQUEST])


def test_the_set_designers_managers_leave_with_the_mood() -> None:
    """The Actor sent to Court on the last turn changes the mood first."""
    p = table(3, turn=6, needle="y1", cities={1: "T4", 2: "B1", 3: "B1"}, seats={0: seat(stage=1, requests="R18")})
    p = travel(p, 1, 2, 3)
    assert p.play(KEEP).legal() == [request("R18"), NO_REQUEST]
    assert p.play(actor("T4")).legal() == [NO_REQUEST]
