"""One player in a City."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import ludotheque
from ludotheque import Position

from .build import CITIES, KEEP, actor, at, discarded, earned, every, needle, opponent, play, seat, stack, table, travel


def alone(cards: str, *others: dict[str, Any], me: dict[str, Any] | None = None, **words: Any) -> Position:
    """Seat 0 alone in City 1, the others alone with Bonuses in Cities 2, 3, ..., after Travel."""
    people = [me or seat(), *(others or (seat(), seat()))]
    players = len(people)
    cities = {1: cards, 2: "B1", 3: "B1", 4: "B2"}
    return travel(table(players, cities=cities, seats=dict(enumerate(people)), **words), *CITIES[:players])


def test_f30_cards_are_resolved_from_the_last_placed_to_the_first() -> None:
    """Whoever lies on the Bonus finds no Ecu; whoever lies below it is paid for."""
    for below, above in (("C5", "T5"), ("T5", "C5")):
        p = alone(f"{below} B3 {above}", me=seat(ecus=0))
        assert (p.phase, p.legal(), p.scores()[0]) == ("court", [actor(below), KEEP], 2)


def test_f30_the_whole_stack_is_taken() -> None:
    p = alone("A5 T4 B3 C4")
    assert stack(p, 1) == []
    assert at(p.play(KEEP), 0) | {"ecus": 6, "acrobats": ["A5"], "troupe": ["T4", "C4"]} == at(p.play(KEEP), 0)


@pytest.mark.parametrize("value", [1, 2, 3])
def test_f31_a_bonus_pays_its_value_and_is_discarded(value: int) -> None:
    before = table(3, cities={1: f"B{value}", 2: "A5", 3: "A6"}, seats={0: seat(ecus=0)})
    p = travel(before, 1, 2, 3)
    assert p.scores() == [value, 3, 3]
    assert discarded(before, p) == Counter([f"B{value}"])
    assert earned(before, p)[0] == {"F31": value}


def test_f32_an_acrobat_is_put_before_the_player_straight() -> None:
    before = table(3, cities={1: "A11 A3 A9", 2: "B1", 3: "B1"}, seats={0: seat(acrobats="A4", tilted="A4")})
    p = travel(before, 1, 2, 3)
    assert (at(p, 0)["acrobats"], at(p, 0)["tilted"]) == (["A3", "A4", "A9", "A11"], ["A4"])
    assert discarded(before, p) == Counter(["B1", "B1"])


@pytest.mark.parametrize("code", ["T1", "C1"])
def test_f33_an_actor_1_brings_all_travel_cards_back(code: str) -> None:
    p = alone(code, me=seat(hand="15678"))
    assert (p.phase, at(p, 0)["hand"], at(p, 0)["travel_discard"]) == ("court", CITIES, [])
    assert at(p, 1)["travel_discard"] == [2]


def test_f33_an_actor_1_sent_to_court_has_done_his_effect() -> None:
    p = alone("C1", me=seat(hand="15678")).play(actor("C1"))
    assert (at(p, 0)["hand"], at(p, 0)["troupe"], needle(p)) == (CITIES, [], "y2")


def test_f34_one_ecu_is_stolen_from_an_opponent_of_choice() -> None:
    before = alone("T2")
    assert (before.phase, before.to_act, before.legal()) == ("theft", 0, [opponent(1), opponent(2)])
    assert stack(before, 1) == []
    p = before.play(opponent(2))
    assert (p.phase, p.scores()) == ("court", [4, 3, 2])
    assert earned(before, p) == [{"F34": 1}, {}, {"F34": -1}]


def test_f34_opponents_are_counted_clockwise_from_the_thief() -> None:
    cities = {1: "B1", 2: "B1", 3: "B2", 4: "C2"}
    p = travel(table(4, cities=cities), 1, 2, 4, 3)
    assert (p.to_act, p.legal()) == (2, [opponent(1), opponent(2), opponent(3)])
    assert p.play(opponent(1)).scores() == [4, 4, 4, 4]
    assert p.play(opponent(2)).scores() == [3, 4, 4, 5]


def test_f34_only_opponents_with_an_ecu_can_be_robbed() -> None:
    p = alone("C2", seat(ecus=0), seat(ecus=1), seat(ecus=5))
    assert p.legal() == [opponent(2), opponent(3)]
    assert p.why_not(opponent(1)) == "F34"
    with pytest.raises(ludotheque.IllegalAction) as refused:
        p.play(opponent(1))
    assert refused.value.rule == "F34"


@pytest.mark.parametrize("code", ["T3", "C3"])
def test_f35_a_manager_on_the_stage_and_an_ecu_for_each_there(code: str) -> None:
    before = table(3, cities={1: code, 2: "B1", 3: "B1"}, seats={0: seat(stage=1), 1: seat(stage=3), 2: seat(stage=2)})
    p = travel(before, 1, 2, 3)
    assert every(p, "stage") == [2, 3, 2]
    assert p.scores()[0] == 3 + 7
    assert earned(before, p)[0] == {"F35": 7}


def test_f35_two_actors_3_in_one_city() -> None:
    p = alone("T3 C3", seat(stage=1), seat())
    assert (every(p, "stage"), p.scores()[0]) == ([2, 1, 0], 3 + 2 + 3)


@pytest.mark.parametrize("code", ["T4", "C4"])
def test_f36_an_actor_4_has_no_effect(code: str) -> None:
    p = alone(code, me=seat(hand="15678", stage=1))
    assert (p.phase, p.scores()[0], needle(p)) == ("court", 3, "y1")
    assert (at(p, 0)["hand"], every(p, "stage")) == ([5, 6, 7, 8], [1, 0, 0])


@pytest.mark.parametrize("code", ["T5", "C5"])
def test_f37_an_actor_5_costs_one_ecu(code: str) -> None:
    before = table(3, cities={1: code, 2: "A5", 3: "A6"}, seats={0: seat(ecus=1)})
    p = travel(before, 1, 2, 3)
    assert (p.phase, p.legal(), p.scores()[0]) == ("court", [actor(code), KEEP], 0)
    assert earned(before, p)[0] == {"F37": -1}


def test_f37_without_an_ecu_the_actor_5_is_discarded() -> None:
    before = table(3, cities={1: "T5", 2: "A5", 3: "A11"}, seats={0: seat(ecus=0)}, turn=5)
    p = travel(before, 1, 2, 3)
    assert (p.phase, p.to_act) == ("curtain", 1)
    assert (p.scores()[0], at(p, 0)["troupe"], needle(p)) == (0, [], "y1")
    assert discarded(before, p) == Counter(["T5"])


def test_f38_held_actors_are_apart_from_the_troupe_and_on_no_pile() -> None:
    before = table(3, cities={1: "T4 C4", 2: "B1", 3: "B1"}, seats={0: seat(troupe="C1")})
    p = travel(before, 1, 2, 3)
    assert (p.phase, at(p, 0)["troupe"], stack(p, 1)) == ("court", ["C1"], [])
    assert discarded(before, p) == Counter()


def test_f39_one_of_the_actors_just_held_may_go_to_court() -> None:
    before = alone("T4 C4 C4", me=seat(troupe="C5 T1"))
    assert before.legal() == [actor("T4"), actor("C4"), KEEP]
    p = before.play(actor("T4"))
    assert (p.phase, needle(p)) == ("deal", "r4")
    assert discarded(before, p) == Counter(["T4", "B1", "B1"])
    assert at(p, 0)["troupe"] == ["T1", "C4", "C4", "C5"]
    assert before.why_not(actor("C5")) == "F39"


def test_f39_nobody_need_be_sent() -> None:
    p = alone("T4").play(KEEP)
    assert (needle(p), at(p, 0)["troupe"]) == ("y1", ["T4"])


def test_f39_without_an_actor_held_nothing_is_asked() -> None:
    assert alone("B2 B3", me=seat(troupe="C5")).phase == "deal"


def test_f40_the_other_actors_join_the_troupe() -> None:
    p = alone("T4 C3 C4", me=seat(troupe="C1")).play(actor("C4"))
    assert at(p, 0)["troupe"] == ["T4", "C1", "C3"]
    assert p.view(None)["seats"][0]["troupe"] == ["T4", "C1", "C3"]


# --- worked examples ----------------------------------------------------------------------


def test_e1_send_c2_and_keep_t3() -> None:
    others = seat(ecus=0), seat(ecus=0)
    p = alone("T3 C2", *others, needle="y1").play(actor("C2"))
    assert (needle(p), at(p, 0)["troupe"]) == ("y3", ["T3"])


def test_e1_from_red_the_mood_changes_and_the_stage_empties() -> None:
    p = alone("T3 C2", seat(ecus=0), seat(ecus=0, stage=2), needle="r1")
    assert (p.legal(), every(p, "stage")) == ([actor("T3"), actor("C2"), KEEP], [1, 0, 2])
    p = p.play(actor("C2"))
    assert (needle(p), every(p, "stage"), at(p, 0)["troupe"]) == ("y2", [0, 0, 0], ["T3"])


def test_x1_the_bonus_pays_for_the_comedian() -> None:
    p = alone("C5 B2", me=seat(ecus=0))
    assert (p.phase, p.legal(), p.scores()[0]) == ("court", [actor("C5"), KEEP], 1)


def test_x1_the_bonus_comes_too_late() -> None:
    before = table(3, cities={1: "B2 C5", 2: "A5", 3: "A6"}, seats={0: seat(ecus=0)})
    p = travel(before, 1, 2, 3)
    assert (p.phase, p.scores()[0], at(p, 0)["troupe"], needle(p)) == ("curtain", 2, [], "y1")
    assert discarded(before, p) == Counter(["B2", "C5"])


def test_x2_without_a_manager_one_still_gains() -> None:
    cities = {1: "T3", 2: "C3", 3: "B1"}
    p = travel(table(3, cities=cities, seats={0: seat(ecus=0, stage=3), 1: seat(ecus=0, stage=2)}), 1, 2, 3)
    assert (p.to_act, p.scores()[0], every(p, "stage")) == (0, 5, [3, 2, 0])
    p = p.play(KEEP)
    assert (p.to_act, p.scores()[1], every(p, "stage")) == (1, 6, [3, 3, 0])


def test_x3_the_manager_pays_before_the_court_clears_the_stage() -> None:
    p = alone("C3", seat(stage=2), seat(), me=seat(ecus=0, stage=1), needle="r2")
    assert (p.scores()[0], every(p, "stage")) == (4, [2, 2, 0])
    p = p.play(actor("C3"))
    assert (needle(p), every(p, "stage"), p.scores()[0]) == ("y2", [0, 0, 0], 4)


def test_x4_the_only_opponent_with_ecus_is_robbed_without_asking() -> None:
    p = alone("T2", seat(ecus=0), seat(ecus=0), seat(ecus=4), me=seat(ecus=0))
    assert (p.phase, p.scores()) == ("court", [1, 0, 0, 3])


def test_x4_where_nobody_has_an_ecu_nothing_happens() -> None:
    p = alone("T2", seat(ecus=0), seat(ecus=0), seat(ecus=0), me=seat(ecus=2))
    assert (p.phase, p.scores()) == ("court", [2, 0, 0, 0])
    assert at(play(p, KEEP), 0)["troupe"] == ["T2"]
