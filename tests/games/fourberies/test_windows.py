"""The three windows in which Acrobats are played."""

from __future__ import annotations

import pytest

import ludotheque

from .build import (
    HEADS,
    KEEP,
    NO_REQUEST,
    PASS,
    RED_1,
    RED_2,
    act,
    at,
    card,
    chameleons,
    every,
    last_turn,
    needle,
    play,
    seat,
    table,
    travel,
    until,
)

ALL_TEN = "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10"


def test_f20_each_acrobat_has_one_window() -> None:
    seats = {0: seat(acrobats=ALL_TEN, hand="1234567", troupe="C3"), 1: seat(troupe="T3")}
    p = table(3, cities={1: "B1", 2: "B1"}, seats=seats)
    assert (p.phase, p.to_act, p.legal()) == ("departure", 0, [PASS, act("A1"), act("A2")])
    p = travel(p.play(PASS), 1, 1, 2)
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 0, [PASS, act("A3"), act("A4")])
    p = until(p.play(PASS), "curtain")
    assert (p.to_act, p.legal()) == (0, [PASS, *map(act, ("A5", "A6", "A7", "A8", "A9", "A10"))])
    assert p.why_not(act("A1")) == "F20"


def test_f20_the_curtain_window_comes_before_the_last_scoring_of_a_season() -> None:
    p = last_turn(3, needle="y1", seats={0: seat(troupe="C3", acrobats="A5")})
    assert (p.phase, p.to_act, p.scores()) == ("curtain", 0, [3, 3, 3])
    assert p.play(PASS).scores() == [3 + 1 + 6, 3, 3]


def test_f21_no_acrobat_is_played_during_resolution() -> None:
    seats = {0: seat(acrobats=ALL_TEN, troupe="C3", requests="R1 R2 R3"), 1: seat(troupe="T3")}
    p = table(3, cities={1: "T2", 2: "B1", 3: "B1"}, seats=seats)
    p = travel(p.play(PASS), 1, 2, 3).play(PASS)
    assert (p.phase, p.legal()) == ("theft", [8, 9])
    p = p.play(8)
    assert (p.phase, p.legal()) == ("court", [13, KEEP])
    with pytest.raises(ludotheque.IllegalAction):
        p.play(act("A8"))


def test_f22_an_acrobat_just_taken_can_be_played_in_the_curtain() -> None:
    p = table(3, cities={1: "A8", 2: "B1", 3: "B1"})
    p = travel(p, 1, 2, 3)
    assert (p.phase, p.to_act, p.legal()) == ("curtain", 0, [PASS, act("A8")])


def test_f22_an_acrobat_taken_in_an_early_city_waits_for_the_curtain() -> None:
    p = table(3, cities={1: "A8", 2: "B1", 5: "T4"})
    p = travel(p, 1, 2, 5)
    assert (p.phase, p.to_act, p.legal()) == ("court", 2, [15, KEEP])


def test_f22_an_acrobat_of_an_earlier_window_waits_for_the_next_turn() -> None:
    p = until(travel(table(3, cities={1: "A3", 2: "B1", 3: "B1"}), 1, 2, 3), "travel")
    assert p.to_dict()["turn"] == 5
    p = travel(p, 4, 5, 6)
    assert (p.phase, p.to_act, p.legal()) == ("revelation", 0, [PASS, act("A3")])


def test_f22_a_chameleon_counts_even_if_taken_on_the_last_turn() -> None:
    p = table(3, turn=6, cities={1: "A11", 2: "B1", 3: "B1"})
    p = travel(p, 1, 2, 3)
    assert (p.phase, p.to_act, p.legal()) == ("chameleon", 0, [38, 39])
    assert p.play(chameleons(1)).scores() == [3 + 6, 4, 4]


def test_f23_an_acrobat_is_tilted_as_soon_as_it_is_played() -> None:
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats={0: seat(acrobats="A5 A8")}), 1, 2, 3)
    p = p.play(act("A5"))
    assert (p.phase, at(p, 0)["tilted"]) == ("acrobat", ["A5"])
    p = p.play(RED_1)
    assert (p.phase, p.legal()) == ("curtain", [PASS, act("A8")])
    assert p.why_not(act("A5")) == "F23"


def test_f23_tilted_acrobats_stay_tilted_for_the_season() -> None:
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats={0: seat(acrobats="A8")}), 1, 2, 3)
    p = until(p.play(act("A8")), "travel")
    assert (p.to_dict()["turn"], at(p, 0)["tilted"]) == (5, ["A8"])
    p = travel(p, 4, 5, 6)
    assert until(p, "curtain", "deal").phase == "deal"


def test_f23_tilted_acrobats_are_never_offered() -> None:
    seats = {0: seat(acrobats="A1 A2 A3 A8", tilted="A1 A2 A3 A8", hand="1234567")}
    p = table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats)
    assert p.phase == "travel"
    assert travel(p, 1, 2, 3).phase == "deal"


def test_f24_players_speak_in_lead_order() -> None:
    seats = {0: seat(acrobats="A5"), 1: seat(acrobats="A6"), 2: seat(acrobats="A8")}
    p = travel(table(3, turn=5, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    speakers = []
    while p.phase == "curtain":
        speakers.append(p.to_act)
        p = p.play(PASS)
    assert speakers == [1, 2, 0]
    assert every(p, "tilted") == [[], [], []]


def test_f24_after_anothers_play_one_who_passed_speaks_again() -> None:
    seats = {0: seat(acrobats="A5"), 1: seat(acrobats="A6"), 2: seat(acrobats="A8")}
    p = travel(table(3, turn=5, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    p = play(p, PASS, PASS, act("A5"), RED_1)
    assert (p.phase, p.to_act, p.legal()) == ("curtain", 1, [PASS, act("A6")])
    p = p.play(PASS)
    assert (p.phase, p.to_act, p.legal()) == ("curtain", 2, [PASS, act("A8")])
    assert p.play(PASS).phase == "deal"


def test_f24_the_next_seat_speaks_after_a_play() -> None:
    seats = {0: seat(acrobats="A7 A8"), 1: seat(acrobats="A5")}
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    assert p.to_act == 0
    p = p.play(act("A8"))
    assert (p.to_act, p.legal()) == (1, [PASS, act("A5")])
    p = p.play(PASS)
    assert (p.to_act, p.legal()) == (0, [PASS, act("A7")])


def test_f24_who_has_no_legal_acrobat_passes_by_itself() -> None:
    seats = {0: seat(acrobats="A3"), 1: seat(acrobats="A5 A8"), 2: seat(acrobats="A6", tilted="A6")}
    p = travel(table(3, turn=6, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3).play(PASS)
    assert (p.phase, p.to_act) == ("curtain", 1)
    p = p.play(act("A8"))
    assert (p.phase, p.to_act, p.legal()) == ("curtain", 1, [PASS, act("A5")])


def test_f24_only_the_speaker_may_play() -> None:
    seats = {0: seat(acrobats="A8"), 1: seat(acrobats="A6")}
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    assert (p.to_act, p.legal()) == (0, [PASS, act("A8")])
    with pytest.raises(ludotheque.IllegalAction):
        p.play(act("A6"))


def test_f25_an_acrobat_is_resolved_before_the_next_player_speaks() -> None:
    seats = {0: seat(acrobats="A7"), 1: seat(acrobats="A8")}
    p = travel(table(3, cities={1: "B1", 2: "B1", 3: "B2"}, seats=seats), 1, 2, 3)
    phases = []
    for choice in (act("A7"), card("R1"), card("R2"), 41):
        p = p.play(choice)
        phases.append((p.phase, p.to_act))
    assert phases == [("draw", -1), ("draw", -1), ("discard", 0), ("curtain", 1)]


def test_f25_acrobats_and_their_tilt_are_public() -> None:
    p = table(3, seats={0: seat(acrobats="A5 A11", tilted="A5")})
    for viewer in (0, 1, 2, None):
        seen = p.view(viewer)["seats"][0]
        assert (seen["acrobats"], seen["tilted"]) == (["A5", "A11"], ["A5"])


def test_f26_any_number_of_acrobats_can_be_owned() -> None:
    seats = {0: seat(acrobats=ALL_TEN, tilted=ALL_TEN)}
    p = travel(table(3, cities={1: "A11 A11", 2: "B1", 3: "B1"}, seats=seats), 1, 2, 3)
    assert p.phase == "deal"
    assert at(p, 0)["acrobats"] == [*ALL_TEN.split(), "A11", "A11"]


def test_f26_acrobats_are_kept_for_season_2() -> None:
    p = last_turn(3, seats={0: seat(acrobats="A5 A11", tilted="A5"), 1: seat(acrobats="A1")})
    p = until(p.play(chameleons(0)), "travel")
    assert (p.to_dict()["season"], every(p, "acrobats")) == (2, [["A5", "A11"], ["A1"], []])


def test_x20_an_acrobat_taken_on_the_last_turn_turns_the_scoring() -> None:
    cities = {1: "B1", 2: "B1", 3: "A5"}
    p = table(3, turn=6, cities=cities, seats={0: seat(ecus=0, troupe="T1", stage=1), 1: seat(troupe="C5")})
    p = travel(p, 3, 1, 2)
    assert (p.phase, p.to_act, p.legal(), needle(p)) == ("curtain", 0, [PASS, act("A5")], "y1")
    p = p.play(act("A5"))
    assert (at(p, 0)["tilted"], p.legal()) == (["A5"], [34, 35, 36, 37])
    p = p.play(RED_2)
    assert (p.phase, needle(p)) == ("deal", "r2")
    assert p.scores() == [1 + 6, 3 + 1, 3 + 1]


def test_x20_the_managers_return_when_the_flatterer_turns_the_mood() -> None:
    p = table(3, cities={1: "B1", 2: "B1", 3: "A5"}, seats={0: seat(stage=1), 2: seat(stage=2)})
    p = play(travel(p, 3, 1, 2), act("A5"), RED_2)
    assert (needle(p), every(p, "stage")) == ("r2", [0, 0, 0])


def test_x20_taken_in_city_3_it_cannot_be_used_before_city_5() -> None:
    p = table(3, cities={1: "B1", 3: "A5", 5: "C4"})
    p = travel(p, 3, 5, 1)
    assert (p.phase, p.to_act, p.legal()) == ("court", 1, [20, KEEP])
    assert (p.play(KEEP).phase, p.play(KEEP).to_act) == ("curtain", 0)


def test_f81_an_acrobat_works_again_in_season_2() -> None:
    p = last_turn(3, seats={0: seat(acrobats="A8", tilted="A8", requests="R17")}).play(NO_REQUEST)
    while p.phase == "deal":
        p = p.play(max(p.outcomes()))
    p = p.play(HEADS)
    assert at(p, 0)["tilted"] == []
    p = until(travel(p, 4, 5, 6), "curtain")
    assert (p.to_act, act("A8") in p.legal()) == (0, True)
