"""Hidden information: views of what one may not know, and positions dealt anew (4.3, 9.3)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from ludotheque import Position

from .build import (
    GAME,
    NO_REQUEST,
    REQUESTS,
    act,
    card,
    every,
    go,
    last_turn,
    play,
    request,
    seat,
    table,
    travel,
)
from .test_limits import random_game

FIVE_SIGMA = 5


def text(p: Position, viewer: int | None) -> str:
    """A view as bytes would travel."""
    return json.dumps(p.view(viewer))


def alike(p: Position, q: Position, *viewers: int | None) -> None:
    """These viewers cannot tell the positions apart, but somebody can."""
    assert p.to_dict() != q.to_dict()
    for viewer in viewers:
        assert text(p, viewer) == text(q, viewer)


# --- byte for byte ------------------------------------------------------------------------


def test_hands_against_the_deck() -> None:
    p = table(3, turn=6, seats={1: seat(requests="R1 R2"), 2: seat(requests="R3")})
    q = table(3, turn=6, seats={1: seat(requests="R9 R22"), 2: seat(requests="R3")})
    alike(p, q, 0, 2, None)
    assert text(p, 1) != text(q, 1)


def test_one_hand_against_another() -> None:
    p = table(3, turn=6, seats={1: seat(requests="R1 R2"), 2: seat(requests="R3")})
    q = table(3, turn=6, seats={1: seat(requests="R1 R3"), 2: seat(requests="R2")})
    alike(p, q, 0, None)


def test_hands_against_discards_and_what_was_shuffled() -> None:
    p = table(3, turn=9, seats={1: seat(requests="R1 R2", discarded="R4", shuffled="R7", drawn=1)})
    q = table(3, turn=9, seats={1: seat(requests="R1 R4", discarded="R2", shuffled="R8 R9", drawn=1)})
    alike(p, q, 0, 2, None)


def test_chosen_travel_cards() -> None:
    p = table(3)
    alike(p.play(go(4)), p.play(go(7)), 1, 2, None)
    assert text(p.play(go(4)), 0) != text(p.play(go(7)), 0)


def test_nobody_sees_who_has_chosen_already() -> None:
    p = table(3)
    q = p.play(go(4))
    r = q.play(go(5))
    assert text(q, 0) == text(r, 0)
    assert (q.view(2), q.view(None)) == (p.view(2), p.view(None))
    assert (q.view(0)["to_act"], q.view(1)["to_act"], q.view(2)["to_act"], q.view(None)["to_act"]) == (
        None,
        1,
        None,
        None,
    )


def test_friendly_cards() -> None:
    p = table(2)
    drawn = {city: p.play(go(city)) for city in (5, 7)}
    alike(drawn[5], drawn[7], 1, None)
    alike(drawn[5].play(go(6)), drawn[5].play(go(8)), 0, None)
    assert drawn[5].view(0)["seats"][0]["friend_pile"] == [5, 6, 7, 8]


def test_drawn_requests() -> None:
    p = travel(table(3, cities={1: "B1", 2: "B1"}), 1, 1, 2)
    alike(p.play(card("R4")), p.play(card("R19")), 1, 2, None)


def test_discarded_requests() -> None:
    seats = {0: seat(acrobats="A7", requests="R1 R2 R3")}
    p = travel(table(3, turn=7, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    p = play(p, act("A7"), card("R4"), card("R5"))
    alike(p.play(request("R1")), p.play(request("R5")), 1, 2, None)
    alike(play(p, request("R1"), request("R2")), play(p, request("R4"), request("R3")), 1, 2, None)


def test_answers_of_the_scoring() -> None:
    p = last_turn(3, seats={0: seat(requests="R9 R17"), 1: seat(requests="R20"), 2: seat(requests="R19")})
    assert p.legal() == [request("R9"), request("R17"), NO_REQUEST]
    answers = [p.play(answer) for answer in p.legal()]
    alike(answers[0], answers[1], 1, 2, None)
    alike(answers[0], answers[2], 1, 2, None)
    for viewer in (2, None):
        assert text(p, viewer) == text(answers[0], viewer)
    assert text(answers[0], 0) == text(answers[0].play(NO_REQUEST), 0)
    assert text(answers[0], 0) != text(answers[1], 0)


def test_who_can_play_a_request_is_no_clue() -> None:
    """Seat 0 holds a met or an unmet Request: it is asked in both cases."""
    p, q = (last_turn(3, seats={0: seat(requests=code)}) for code in ("R17", "R2"))
    assert len(p.legal()) != len(q.legal())
    alike(p, q, 1, 2, None)


def test_unplayed_requests_stay_secret_when_the_game_is_over() -> None:
    p, q = (last_turn(3, season=2, seats={0: seat(requests=code)}).play(NO_REQUEST) for code in ("R17 R3", "R2 R5"))
    assert p.phase == "over"
    alike(p, q, 1, 2, None)


# --- redeal -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_redealt_position_looks_the_same_and_can_be(players: int) -> None:
    for step, p in enumerate(random_game(players, 41)):
        viewer = (*range(players), None)[step % (players + 1)]
        q = p.redeal(viewer, seed=step)
        assert text(q, viewer) == text(p, viewer)
        assert GAME.position(q.to_dict()) == q
        assert sorted(all_requests(q)) == sorted(REQUESTS)


def all_requests(p: Position) -> list[str]:
    d = p.to_dict()
    own = [code for s in d["seats"] for key in ("requests", "played", "request_discard") for code in s[key]]
    return own + list(d["request_deck"])


def test_a_redeal_is_a_function_of_its_seed() -> None:
    p = table(3, turn=6, seats={1: seat(requests="R1 R2"), 2: seat(requests="R3 R4 R5")})
    assert p.redeal(0, seed=8) == p.redeal(0, seed=8)
    assert len({p.redeal(0, seed=seed) for seed in range(20)}) > 10


def as_likely(found: Counter[Any], shares: Mapping[Any, Fraction]) -> None:
    """Every world of the enumeration was found, no other, and each within five sigma of its share."""
    assert sum(shares.values()) == 1
    assert set(found) == set(shares)
    total = found.total()
    for world, share in shares.items():
        sigma = float(total * share * (1 - share)) ** 0.5
        assert abs(found[world] - total * share) < FIVE_SIGMA * sigma


def evenly(found: Counter[Any], worlds: set[Any]) -> None:
    """All worlds are equally likely."""
    as_likely(found, dict.fromkeys(worlds, Fraction(1, len(worlds))))


def known_but(unknown: str) -> str:
    """R1 to R22 without the unknown ones and without R1, R2, R3."""
    return " ".join(code for code in REQUESTS[3:] if code not in unknown.split())


def test_unknown_requests_are_dealt_evenly() -> None:
    """Seat 0 has seen all but five: one each in two hands and a discard, two in the deck."""
    five = ["R18", "R19", "R20", "R21", "R22"]
    seats = {
        0: seat(requests="R1 R2 R3", discarded=known_but(" ".join(five))),
        1: seat(requests="R18"),
        2: seat(requests="R20", discarded="R22"),
    }
    p = table(3, turn=12, seats=seats)
    assert p.to_dict()["request_deck"] == ["R19", "R21"]
    found = Counter[Any]()
    for seed in range(6000):
        q = p.redeal(0, seed).to_dict()
        found[(q["seats"][1]["requests"][0], q["seats"][2]["requests"][0], q["seats"][2]["request_discard"][0])] += 1
    evenly(found, set(permutations(five, 3)))


def test_a_spectator_knows_only_what_lies_face_up() -> None:
    seats = {0: seat(requests="R1"), 1: seat(played="R2")}
    p = table(3, turn=7, seats=seats)
    found = Counter(p.redeal(None, seed).to_dict()["seats"][0]["requests"][0] for seed in range(4000))
    evenly(found, {code for code in REQUESTS if code != "R2"})


def test_own_discards_are_never_dealt_to_others() -> None:
    seats = {0: seat(requests="R1 R2", discarded="R3 R4"), 1: seat(requests="R5"), 2: seat(discarded="R6")}
    p = table(3, turn=9, seats=seats)
    found = Counter(p.redeal(0, seed).to_dict()["seats"][2]["request_discard"][0] for seed in range(4000))
    evenly(found, set(REQUESTS[4:]))


def reshuffled(drawn: tuple[int, int]) -> Position:
    """Seat 0 knows that R4 to R8 were in the deck of the last reshuffle; that many were drawn from it."""
    deck = 22 - 3 - 3 - 2
    seats = {
        0: seat(requests="R1 R2 R3", shuffled="R4 R5 R6 R7 R8", drawn=0),
        1: seat(requests="R9 R10 R11", drawn=drawn[0]),
        2: seat(requests="R12", discarded="R13", drawn=drawn[1]),
    }
    p = table(3, turn=12, seats=seats)
    assert len(p.to_dict()["request_deck"]) == deck
    return p


def test_what_was_shuffled_cannot_be_in_a_hand_that_drew_nothing_since() -> None:
    p = reshuffled((0, 0))
    found = Counter(p.redeal(0, seed).to_dict()["seats"][2]["requests"][0] for seed in range(4000))
    evenly(found, set(REQUESTS[8:]))


def test_what_was_shuffled_is_in_others_hands_at_most_as_often_as_they_drew() -> None:
    p = reshuffled((1, 2))
    mine = set(REQUESTS[3:8])
    most = [0, 0]
    for seed in range(1500):
        q = p.redeal(0, seed)
        assert text(q, 0) == text(p, 0)
        for i in (1, 2):
            s = q.to_dict()["seats"][i]
            most[i - 1] = max(most[i - 1], len(mine & {*s["requests"], *s["request_discard"]}))
    assert most == [1, 2]


def test_what_was_shuffled_lies_on_any_place_of_that_deck() -> None:
    """R4 and R5 were in a deck of three: two are left of it, one was drawn by seat 1.

    So they lie on two of these three places; X, Y and Z, unknown too, fill the others: seat 1's
    old card, seat 2's card, and what is left of the deck's places.
    """
    others = ["R6", "R7", "R8"]
    seats = {
        0: seat(requests="R1 R2 R3", discarded=" ".join(REQUESTS[8:]), shuffled="R4 R5", drawn=0),
        1: seat(requests="R4 R6", drawn=1),
        2: seat(requests="R7", drawn=0),
    }
    p = table(3, turn=12, seats=seats)
    assert p.to_dict()["request_deck"] == ["R5", "R8"]
    found = Counter[Any]()
    for seed in range(5000):
        people = p.redeal(0, seed).to_dict()["seats"]
        found[(*people[1]["requests"], *people[2]["requests"])] += 1
    shares = {(a, b, c): Fraction(1, 3) / 3 for a, b, c in permutations(others) if a < b}
    for mine in ("R4", "R5"):
        shares |= {(mine, a, b): Fraction(1, 3) / 6 for a, b in permutations(others, 2)}
    as_likely(found, shares)


def test_a_spectator_of_a_reshuffle_still_sees_the_same() -> None:
    p = reshuffled((1, 2))
    for seed in range(200):
        q = p.redeal(None, seed)
        assert text(q, None) == text(p, None)
        assert GAME.position(q.to_dict()) == q


def test_chosen_travel_cards_are_dealt_evenly_from_the_hands() -> None:
    """Seat 2 is asked last; what the others chose comes from their hands."""
    p = table(3, turn=7, seats={0: seat(hand="257"), 1: seat(hand="1368")})
    p = play(p, go(5), go(3))
    found = Counter[Any]()
    for seed in range(3000):
        q = p.redeal(2, seed)
        assert (q.phase, q.to_act) == ("travel", 2)
        placed = every(q.play(go(1)), "travel_discard")
        before = every(q, "travel_discard")
        found[tuple((set(placed[i]) - set(before[i])).pop() for i in (0, 1))] += 1
    evenly(found, {(a, b) for a in (2, 5, 7) for b in (1, 3, 6, 8)})


def test_friendly_cards_are_dealt_evenly_from_the_piles() -> None:
    """Seat 1 knows its own friendly card, but not seat 0's nor its choice."""
    seats = {0: seat(friends="2468", hand="24"), 1: seat(friends="2468", hand="13")}
    cities = {1: "T4", 2: "T4", 3: "T4", 4: "C4", 5: "C4", 6: "C4"}
    p = play(table(2, turn=12, cities=cities, seats=seats), go(6), go(8), go(2))
    found = Counter[Any]()
    for seed in range(3000):
        q = p.redeal(1, seed)
        assert (q.phase, q.to_act) == ("travel", 1)
        r = q.play(go(1))
        friend = set(every(r, "friend_discard")[0]) - set(every(q, "friend_discard")[0])
        own = set(every(r, "travel_discard")[0]) - set(every(q, "travel_discard")[0])
        assert set(every(r, "friend_discard")[1]) - set(every(q, "friend_discard")[1]) == {8}
        found[(friend.pop(), own.pop())] += 1
    evenly(found, {(a, b) for a in (2, 4, 6, 8) for b in (2, 4)})


def test_answers_of_the_scoring_are_possible_ones() -> None:
    """Seat 2 is asked last; seat 0's answer must be a Request it may play then, or none."""
    seats = {0: seat(troupe="C5", requests="R1 R2"), 2: seat(requests="R3 R4")}
    p = last_turn(3, seats=seats).play(request("R1"))
    assert p.to_act == 2
    paid = Counter[int]()
    for seed in range(300):
        q = p.redeal(2, seed)
        assert (text(q, 2), q.to_act) == (text(p, 2), 2)
        r = q.play(NO_REQUEST)
        gain = r.scores()[0] - q.scores()[0]
        played = every(r, "played")[0]
        assert (gain > 0) == bool(played)
        assert set(played) <= set(every(q, "requests")[0])
        paid[gain] += 1
    assert len(paid) > 1
