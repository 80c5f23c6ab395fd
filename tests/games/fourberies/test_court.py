"""The King's mood, and several players in a City."""

from __future__ import annotations

from collections import Counter

import pytest

from .build import (
    ACTORS,
    KEEP,
    KINDS,
    REQUESTS,
    SPACES,
    actor,
    at,
    card,
    discarded,
    every,
    needle,
    play,
    request,
    seat,
    stack,
    table,
    travel,
)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("code", ["T1", "T4", "C1", "C4", "T5", "C5"])
def test_f41_an_actor_at_court_moves_the_needle_by_his_experience(space: str, code: str) -> None:
    p = travel(table(3, needle=space, cities={1: code, 2: "B1", 3: "B1"}), 1, 2, 3).play(actor(code))
    steps = int(code[1]) if code[0] == "C" else -int(code[1])
    assert needle(p) == SPACES[max(0, min(11, SPACES.index(space) + steps))]


@pytest.mark.parametrize(
    ("space", "code", "after", "stage"),
    [
        ("y2", "T4", "r3", [0, 0, 0]),
        ("r1", "C4", "y4", [0, 0, 0]),
        ("y5", "T4", "y1", [1, 2, 3]),
        ("r4", "T4", "r6", [1, 2, 3]),
    ],
)
def test_f42_a_change_of_mood_empties_the_stage(space: str, code: str, after: str, stage: list[int]) -> None:
    seats = {0: seat(stage=1), 1: seat(stage=2), 2: seat(stage=3)}
    p = travel(table(3, needle=space, cities={1: code, 2: "B1", 3: "B1"}, seats=seats), 1, 2, 3)
    p = p.play(actor(code))
    assert (needle(p), every(p, "stage")) == (after, stage)


def test_f43_the_cards_are_lost_without_effect() -> None:
    before = table(3, cities={1: "T1 B3 A5 C2 T3 C5", 2: "B1"}, turn=6, seats={0: seat(hand="1234", stage=1)})
    p = travel(before, 1, 1, 2)
    assert (p.phase, stack(p, 1), needle(p)) == ("draw", [], "y4")
    assert discarded(before, p) == Counter(["T1", "B3", "A5", "C2", "T3", "C5"])
    assert p.scores() == [3, 3, 3]
    assert (at(p, 0)["hand"], every(p, "stage"), every(p, "acrobats")) == ([2, 3, 4], [1, 0, 0], [[], [], []])


def test_f43_each_player_there_draws_a_request_in_lead_order() -> None:
    p = travel(table(4, turn=4, cities={2: "B1", 5: "B1"}), 5, 2, 5, 5)
    p = play(p, card("R1"), card("R2"), card("R3"))
    assert every(p, "requests") == [["R2"], [], ["R3"], ["R1"]]
    assert p.phase == "deal"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ACTORS])
def test_f43_bonuses_and_acrobats_move_nothing(kind: str) -> None:
    before = table(3, cities={1: kind, 2: "T4"})
    p = travel(before, 1, 1, 2)
    assert (needle(p), p.scores(), every(p, "acrobats")) == ("y1", [3, 3, 3], [[], [], []])
    assert discarded(before, p) == Counter([kind])


def test_f43_the_needle_moves_once_by_the_difference() -> None:
    """Moved one by one the needle would stop at y6 and come back to y2."""
    p = travel(table(3, needle="y4", cities={1: "T4 C5"}), 1, 1, 2)
    assert needle(p) == "y5"


def test_f43_a_mood_that_changes_there_empties_the_stage() -> None:
    p = travel(table(3, needle="y1", cities={1: "T4 C3"}, seats={2: seat(stage=2)}), 1, 1, 2)
    assert (p.phase, needle(p), every(p, "stage")) == ("draw", "r1", [0, 0, 0])


def test_f43_no_actor_joins_a_troupe_and_nobody_is_sent() -> None:
    p = travel(table(3, cities={1: "T4", 2: "B1"}, seats={0: seat(troupe="C1")}), 1, 1, 2)
    p = play(p, card("R1"), card("R2"))
    assert (p.phase, every(p, "troupe")) == ("deal", [["C1"], [], []])


KEPT_2 = {0: seat(acrobats="A5 A6", tilted="A5 A6")}  # so that Cities 7 and 8 get no card on turn 12


def test_f44_a_lone_player_in_an_empty_city_draws_a_request() -> None:
    p = travel(table(3, turn=12, cities={1: "B1", 2: "B1", 7: ""}, seats=KEPT_2), 7, 1, 2)
    assert (p.phase, p.to_act) == ("draw", -1)
    p = p.play(card("R5"))
    assert (every(p, "requests"), at(p, 0)["ecus"]) == ([["R5"], [], []], 3)


def test_f44_several_players_in_an_empty_city_draw_one_each() -> None:
    p = travel(table(3, turn=12, needle="r2", cities={1: "B1", 8: ""}, seats=KEPT_2), 8, 1, 8)
    p = play(p, card("R5"), card("R6"))
    assert (every(p, "requests"), needle(p)) == ([["R6"], [], ["R5"]], "r2")


def test_f44_the_travel_card_is_played_as_usual() -> None:
    p = travel(table(3, turn=12, cities={1: "B1", 2: "B1", 7: ""}, seats=KEPT_2), 7, 1, 2)
    assert at(p.play(card("R5")), 0)["travel_discard"] == [7]


# --- worked examples ----------------------------------------------------------------------


@pytest.mark.parametrize(("space", "after"), [("y3", "y2"), ("y1", "r1")])
def test_e2_net_one_to_red(space: str, after: str) -> None:
    p = travel(table(3, needle=space, cities={1: "T2 T3 C4", 2: "B1"}), 1, 1, 2)
    assert needle(p) == after
    p = play(p, card("R1"), card("R2"))
    assert every(p, "requests") == [["R1"], ["R2"], []]


def test_x7_draws_discards_and_a_reshuffle_in_lead_order() -> None:
    pool = REQUESTS[6:20]
    seats = {
        0: seat(requests="R1 R2", discarded=" ".join(pool[:5])),
        1: seat(requests="R3", discarded=" ".join(pool[5:10])),
        3: seat(requests="R4 R5 R6", discarded=" ".join(pool[10:])),
    }
    before = table(4, turn=11, needle="r1", cities={1: "B1", 4: "C4 A6 B3 T1"}, seats=seats)
    assert before.to_dict()["request_deck"] == ["R21", "R22"]
    p = travel(before, 4, 1, 4, 4)
    assert (p.phase, needle(p), stack(p, 4)) == ("draw", "y3", [])
    assert discarded(before, p) == Counter(["C4", "A6", "B3", "T1", "B1"])
    assert p.scores() == [3, 4, 3, 3]
    p = p.play(card("R22"))
    assert at(p, 2)["requests"] == ["R22"]
    p = p.play(card("R21"))
    assert (p.phase, p.to_act, p.legal()) == ("discard", 3, [request(code) for code in ("R4", "R5", "R6", "R21")])
    assert p.to_dict()["request_deck"] == []
    p = p.play(request("R5"))
    reshuffled = sorted(["R5", *pool], key=REQUESTS.index)
    assert (p.phase, list(p.outcomes())) == ("draw", [card(code) for code in reshuffled])
    assert p.to_dict()["request_deck"] == reshuffled
    assert every(p, "request_discard") == [[], [], [], []]
    assert every(p, "request_shuffled") == [pool[:5], pool[5:10], [], ["R5", *pool[10:]]]
    assert every(p, "requests_drawn") == [0, 0, 0, 0]
    p = p.play(card("R5"))
    assert (at(p, 0)["requests"], at(p, 3)["requests"]) == (["R1", "R2", "R5"], ["R4", "R6", "R21"])
    assert p.phase == "deal"


def test_x8_the_end_of_the_dial_and_the_central_spaces() -> None:
    """Three Cities one after the other: C4, T5 and T1 go to Court."""
    p = table(3, needle="y5", cities={1: "C4", 2: "T5", 3: "T1"}, seats={1: seat(stage=2)})
    p = travel(p, 1, 2, 3).play(actor("C4"))
    assert (p.to_act, needle(p)) == (1, "y6")
    p = p.play(actor("T5"))
    assert (p.to_act, needle(p), every(p, "stage")) == (2, "y1", [0, 2, 0])
    p = p.play(actor("T1"))
    assert (needle(p), every(p, "stage")) == ("r1", [0, 0, 0])


def test_x9_equal_totals_do_not_move_the_needle() -> None:
    p = travel(table(3, needle="y1", cities={1: "T4 C4", 2: "B1"}, seats={2: seat(stage=3)}), 1, 1, 2)
    assert (p.phase, needle(p), every(p, "stage")) == ("draw", "y1", [0, 0, 3])


def test_x11_a_request_of_an_empty_city_is_used_in_the_scoring_that_follows() -> None:
    p = travel(table(3, turn=12, cities={1: "B1", 2: "B1", 7: ""}, seats=KEPT_2), 7, 1, 2)
    p = p.play(card("R17"))
    assert (p.phase, p.to_act, p.legal()) == ("request", 0, [request("R17"), 63])
    assert p.play(request("R17")).scores() == [3 + 4, 4, 4]


def test_x11_two_players_draw_one_each_and_the_needle_stands_still() -> None:
    p = travel(table(3, turn=12, needle="y1", cities={1: "B1", 7: ""}, seats=KEPT_2), 7, 7, 1)
    p = play(p, card("R20"), card("R19"))
    assert (p.phase, every(p, "requests"), needle(p)) == ("request", [["R20"], ["R19"], []], "y1")


def test_f41_keeping_moves_nothing() -> None:
    p = travel(table(3, needle="r3", cities={1: "C4 T5", 2: "B1", 3: "B1"}), 1, 2, 3).play(KEEP)
    assert needle(p) == "r3"
