"""Drawing and discarding Secret Requests."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .build import REQUESTS, act, at, card, every, play, request, seat, table, travel


def test_f50_a_request_is_drawn_from_the_deck() -> None:
    seats = {2: seat(requests="R3 R7", discarded="R9")}
    p = travel(table(3, cities={1: "B1", 2: "B1"}, seats=seats), 1, 1, 2)
    deck = [code for code in REQUESTS if code not in ("R3", "R7", "R9")]
    assert p.outcomes() == {card(code): Fraction(1, 19) for code in deck}
    p = p.play(card("R22"))
    assert p.to_dict()["request_deck"] == deck[:-1]
    assert (at(p, 0)["requests"], at(p, 0)["requests_drawn"]) == (["R22"], 1)


def test_f50_an_empty_deck_is_left_alone_until_a_draw_is_due() -> None:
    seats = {
        0: seat(requests="R1 R2 R3", discarded=" ".join(REQUESTS[9:14])),
        1: seat(requests="R4 R5 R6", discarded=" ".join(REQUESTS[14:])),
        2: seat(requests="R7 R8 R9"),
    }
    p = table(3, turn=10, cities={1: "B1", 2: "B1"}, seats=seats)
    assert (p.to_dict()["request_deck"], p.phase) == ([], "travel")
    p = travel(p, 2, 1, 2)
    assert p.phase == "draw"
    assert p.outcomes() == {card(code): Fraction(1, 13) for code in REQUESTS[9:]}
    assert every(p, "request_discard") == [[], [], []]
    assert every(p, "request_shuffled") == [REQUESTS[9:14], REQUESTS[14:], []]
    assert every(p, "requests_drawn") == [0, 0, 0]


def test_f50_a_card_leaves_the_memory_of_its_shuffle_when_its_owner_draws_it_again() -> None:
    seats = {
        0: seat(requests="R1 R2", discarded=" ".join(REQUESTS[8:14])),
        1: seat(requests="R4 R5 R6", discarded=" ".join(REQUESTS[14:])),
        2: seat(requests="R3 R7 R8"),
    }
    p = travel(table(3, turn=10, cities={1: "B1", 2: "B1"}, seats=seats), 2, 1, 2)
    p = p.play(card("R9"))
    assert (at(p, 0)["requests"], at(p, 0)["request_shuffled"]) == (["R1", "R2", "R9"], REQUESTS[9:14])
    assert every(p, "requests_drawn") == [1, 0, 0]
    p = p.play(card("R10"))
    assert at(p, 0)["request_shuffled"] == REQUESTS[9:14]
    assert every(p, "requests_drawn") == [1, 0, 1]


def test_f50_a7_reshuffles_between_its_two_draws() -> None:
    seats = {
        0: seat(requests="R1 R2", acrobats="A7", discarded=" ".join(REQUESTS[8:14])),
        1: seat(requests="R4 R5 R6", discarded=" ".join(REQUESTS[14:21])),
        2: seat(requests="R3 R7 R8"),
    }
    p = travel(table(3, turn=10, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3).play(act("A7"))
    assert p.outcomes() == {card("R22"): Fraction(1)}
    p = p.play(card("R22"))
    assert p.outcomes() == {card(code): Fraction(1, 13) for code in REQUESTS[8:21]}
    assert every(p, "requests_drawn") == [0, 0, 0]


@pytest.mark.parametrize("where", ["deck", "discard"])
def test_f50_two_requests_are_always_left(where: str) -> None:
    """Five full hands and five played Requests leave R21 and R22."""
    seats = {i: seat(requests=" ".join(REQUESTS[4 * i : 4 * i + 3]), played=REQUESTS[4 * i + 3]) for i in range(5)}
    if where == "discard":
        seats[2] = seat(requests="R9 R10 R11", played="R12", discarded="R21 R22")
    cities = {1: "B1", 2: "B1", 3: "B2", 4: "B2"}
    p = travel(table(5, turn=11, cities=cities, seats=seats), 1, 1, 2, 3, 4)
    assert p.outcomes() == {card("R21"): Fraction(1, 2), card("R22"): Fraction(1, 2)}
    p = p.play(card("R21"))
    assert (p.phase, p.to_act) == ("discard", 0)


def test_f51_the_fourth_request_makes_one_discard_at_once() -> None:
    p = travel(table(3, turn=7, cities={1: "B1"}, seats={0: seat(requests="R1 R2 R3")}), 1, 1, 1)
    p = p.play(card("R12"))
    assert (p.phase, p.to_act, at(p, 0)["requests"]) == ("discard", 0, ["R1", "R2", "R3", "R12"])
    assert p.legal() == [request(code) for code in ("R1", "R2", "R3", "R12")]
    assert p.why_not(request("R4")) == "F51"
    p = p.play(request("R2"))
    assert (p.phase, at(p, 0)["requests"], at(p, 0)["request_discard"]) == ("draw", ["R1", "R3", "R12"], ["R2"])
    assert card("R2") not in p.outcomes()


def test_f51_the_card_just_drawn_may_be_discarded() -> None:
    p = travel(table(3, turn=7, cities={1: "B1"}, seats={0: seat(requests="R1 R2 R3")}), 1, 1, 1)
    p = play(p, card("R12"), request("R12"))
    assert (at(p, 0)["requests"], at(p, 0)["request_discard"]) == (["R1", "R2", "R3"], ["R12"])


def test_f51_three_requests_are_kept() -> None:
    p = travel(table(3, turn=7, cities={1: "B1"}, seats={0: seat(requests="R1 R2")}), 1, 1, 1)
    p = p.play(card("R3"))
    assert (p.phase, at(p, 0)["requests"]) == ("draw", ["R1", "R2", "R3"])


def test_f51_played_requests_do_not_count() -> None:
    p = travel(table(3, turn=7, cities={1: "B1"}, seats={0: seat(requests="R1 R2", played="R9")}), 1, 1, 1)
    p = p.play(card("R3"))
    assert (p.phase, at(p, 0)["requests"], at(p, 0)["played"]) == ("draw", ["R1", "R2", "R3"], ["R9"])


def test_f52_only_the_number_of_requests_is_public() -> None:
    p = table(3, turn=6, seats={0: seat(requests="R1 R2", discarded="R5"), 1: seat(requests="R3")})
    seen = p.view(1)["seats"]
    assert (seen[0]["requests"], seen[0]["request_discard"]) == (2, 1)
    assert (seen[1]["requests"], seen[1]["request_discard"]) == (["R3"], [])
    assert (p.view(0)["seats"][0]["requests"], p.view(0)["seats"][0]["request_discard"]) == (["R1", "R2"], ["R5"])
    assert p.view(0)["request_deck"] == 18


def test_f52_a_discard_is_face_down_but_everybody_sees_who_discards() -> None:
    p = travel(table(3, turn=7, cities={1: "B1"}, seats={0: seat(requests="R1 R2 R3")}), 1, 1, 1)
    p = p.play(card("R12"))
    left, right = p.play(request("R1")), p.play(request("R12"))
    for viewer in (1, 2, None):
        assert left.view(viewer) == right.view(viewer)
        assert left.view(viewer)["seats"][0]["request_discard"] == 1
    assert left.view(0) != right.view(0)
