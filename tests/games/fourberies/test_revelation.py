"""The two Acrobats of the Revelation window, the Stilt-walker (F27) and the Strongman (F28), X18 and X19."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludotheque import Position

from .build import (
    CITIES,
    KEEP,
    PASS,
    act,
    actor,
    at,
    card,
    discarded,
    every,
    go,
    needle,
    play,
    seat,
    stack,
    table,
    travel,
)


def test_f27_the_replacement_is_another_card_of_the_hand() -> None:
    p = travel(table(3, seats={0: seat(hand="2357", acrobats="A3")}, turn=7), 3, 1, 2).play(act("A3"))
    assert (p.phase, p.to_act, p.legal()) == ("replace", 0, [go(2), go(5), go(7)])
    assert (at(p, 0)["hand"], at(p, 0)["travel_discard"]) == ([2, 5, 7], [1, 3, 4, 6, 8])
    assert p.why_not(go(3)) == "F27"


def test_f27_the_revealed_card_comes_back_in_exchange() -> None:
    p = table(3, cities={1: "B1", 2: "B1", 3: "T5", 5: "C4"}, seats={0: seat(hand="2357", acrobats="A3")}, turn=7)
    p = play(travel(p, 3, 1, 2), act("A3"), go(5))
    assert (p.phase, p.to_act, p.legal()) == ("court", 0, [actor("C4"), KEEP])
    assert (at(p, 0)["hand"], at(p, 0)["travel_discard"]) == ([2, 3, 7], [1, 4, 5, 6, 8])
    assert stack(p, 3) == ["T5"]


def test_f27_the_only_card_left_is_played_without_asking() -> None:
    p = table(3, cities={1: "B1", 3: "B3", 4: "B1", 5: "C4"}, seats={0: seat(hand="35", acrobats="A3")}, turn=7)
    p = travel(p, 3, 1, 4).play(act("A3"))
    assert (p.phase, p.legal()) == ("court", [actor("C4"), KEEP])
    assert (at(p, 0)["hand"], stack(p, 3)) == ([3], ["B3"])
    assert at(p.play(KEEP), 0)["hand"] == CITIES


def test_f27_others_see_the_new_city_before_they_speak() -> None:
    """Seat 1's Strongman becomes playable when the Stilt-walker joins it."""
    p = table(3, cities={2: "B1"}, seats={0: seat(acrobats="A3"), 1: seat(acrobats="A4")})
    p = travel(p, 1, 2, 3)
    assert (p.to_act, p.play(PASS).phase) == (0, "deal")
    p = play(p, act("A3"), go(2))
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 1, [PASS, act("A4")])


def strongman(seat_2: dict[str, Any] | None = None) -> Position:
    """X19: lead 1; seats 1 and 2 in City 4, seat 0 in City 6; seat 1 has the Strongman."""
    seats = {1: seat(acrobats="A4"), 2: seat_2 or seat()}
    return travel(table(3, turn=2, cities={4: "C4 B3", 6: "C2"}, seats=seats), 6, 4, 4)


def test_x18_one_player_stands_firm_and_the_other_walks_off() -> None:
    p = strongman(seat(acrobats="A3"))
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 1, [PASS, act("A4")])
    p = p.play(act("A4"))
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 2, [PASS, act("A3")])
    p = p.play(act("A3"))
    assert (p.phase, p.to_act, p.legal()) == ("replace", 2, [go(city) for city in CITIES if city != 4])
    before = p.play(go(6))
    assert (before.phase, before.to_act, before.scores()) == ("court", 1, [3, 6, 3])
    p = before.play(KEEP)
    assert (p.phase, needle(p), stack(p, 6)) == ("draw", "y3", [])
    assert discarded(before, p) == Counter(["C2"])
    p = play(p, card("R1"), card("R2"))
    assert every(p, "requests") == [["R2"], [], ["R1"]]
    assert every(p, "tilted") == [[], ["A4"], ["A3"]]
    assert every(p, "troupe") == [[], ["C4"], []]


def test_x19_the_strongman_resolves_as_if_alone() -> None:
    p = strongman().play(act("A4"))
    assert (p.phase, p.to_act, p.legal(), p.scores()) == ("court", 1, [actor("C4"), KEEP], [3, 6, 3])
    kept = p.play(KEEP)
    assert (kept.phase, kept.to_act, needle(kept)) == ("draw", -1, "y1")
    kept = kept.play(card("R9"))
    assert every(kept, "requests") == [[], [], ["R9"]]
    assert at(kept, 1)["troupe"] == ["C4"]
    sent = p.play(actor("C4"))
    assert (sent.phase, needle(sent), at(sent, 1)["troupe"]) == ("draw", "y5", [])


def test_f28_without_the_strongman_the_same_city_is_lost() -> None:
    before = strongman()
    p = before.play(PASS)
    assert (p.phase, needle(p), p.scores()) == ("draw", "y5", [3, 3, 3])
    assert discarded(before, p) == Counter(["C4", "B3"])
    assert every(play(p, card("R1"), card("R2")), "requests") == [[], ["R1"], ["R2"]]


def test_f28_needs_another_troupe_in_the_city() -> None:
    p = table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats={0: seat(acrobats="A3 A4")})
    p = travel(p, 1, 2, 3)
    assert p.legal() == [PASS, act("A3")]
    assert p.why_not(act("A4")) == "F28"


def test_f28_the_others_draw_in_lead_order_after_the_stack() -> None:
    cities = {5: "T3 A6"}
    p = table(4, turn=3, cities=cities, seats={3: seat(acrobats="A4", stage=1)})
    p = travel(p, 5, 5, 5, 5)
    assert (p.to_act, p.legal()) == (3, [PASS, act("A4")])
    p = p.play(act("A4"))
    assert (p.phase, p.to_act, at(p, 3)["acrobats"], p.scores()) == ("court", 3, ["A4", "A6"], [3, 3, 3, 5])
    p = play(p, KEEP, card("R1"), card("R2"), card("R3"))
    assert every(p, "requests") == [["R2"], ["R3"], ["R1"], []]
    assert (p.phase, p.to_act) == ("curtain", 3)


def test_f28_a_strongman_who_walks_off_is_wasted() -> None:
    p = table(3, cities={4: "C4", 5: "T2", 6: "T4"}, seats={0: seat(acrobats="A3 A4"), 2: seat(ecus=0)})
    p = play(travel(p, 4, 4, 5), act("A4"), act("A3"), go(6))
    assert (p.phase, p.to_act, p.legal()) == ("court", 1, [actor("C4"), KEEP])
    p = p.play(KEEP)
    assert (p.phase, p.to_act) == ("theft", 2)
    p = play(p, p.legal()[0], KEEP)
    assert (p.phase, p.to_act, p.legal()) == ("court", 0, [actor("T4"), KEEP])
    assert every(p, "requests") == [[], [], []]
    assert at(p, 0)["tilted"] == ["A3", "A4"]


def test_f28_it_does_not_follow_its_owner_to_another_city() -> None:
    p = table(3, cities={4: "C4", 6: "B3 T4"}, seats={0: seat(acrobats="A3 A4")})
    before = play(travel(p, 4, 4, 6), act("A4"), act("A3"), go(6))
    assert (before.phase, before.to_act) == ("court", 1)
    p = before.play(KEEP)
    assert (p.phase, needle(p), p.scores()) == ("draw", "r4", [3, 3, 3])
    assert every(play(p, card("R1"), card("R2")), "requests") == [["R1"], [], ["R2"]]


def test_f28_one_who_arrives_later_is_one_of_the_others() -> None:
    p = table(3, cities={4: "B3", 6: "T4"}, seats={0: seat(acrobats="A4"), 2: seat(acrobats="A3")})
    p = play(travel(p, 4, 4, 6), act("A4"), act("A3"), go(4))
    assert (p.phase, p.scores()) == ("draw", [6, 3, 3])
    p = play(p, card("R1"), card("R2"))
    assert every(p, "requests") == [[], ["R1"], ["R2"]]
    assert stack(p, 6) == ["T4"]


def test_f28_in_an_empty_city_it_changes_nothing() -> None:
    seats = {0: seat(acrobats="A4"), 1: seat(acrobats="A5 A6", tilted="A5 A6")}
    p = table(3, turn=12, cities={7: ""}, seats=seats)
    p = travel(p, 7, 7, 1)
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 0, [PASS, act("A4")])
    p = play(p, act("A4"), card("R1"), card("R2"))
    assert every(p, "requests_drawn") == [1, 1, 0]
    assert at(p, 0)["tilted"] == ["A4"]


def test_f28_its_owner_pays_and_earns_as_one_who_is_alone() -> None:
    """Last placed first: the Bonus pays for the Comedian 5, the Tragedian 1 brings all cards back."""
    cities = {4: "T1 C5 B2", 6: "B1"}
    p = table(3, cities=cities, seats={0: seat(ecus=0, hand="12345", acrobats="A4")})
    p = travel(p, 4, 4, 6).play(act("A4"))
    assert (p.phase, p.legal(), p.scores()[0]) == ("court", [actor("T1"), actor("C5"), KEEP], 1)
    assert at(p, 0)["hand"] == CITIES
