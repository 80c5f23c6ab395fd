"""Season scoring and the end of the game."""

from __future__ import annotations

import pytest

import ludotheque

from .build import (
    NO_REQUEST,
    at,
    chameleons,
    earned,
    every,
    last_turn,
    play,
    request,
    seat,
    table,
    travel,
)


@pytest.mark.parametrize(("needle", "gains"), [("r2", [2, 1, 0]), ("y2", [1, 0, 3])])
def test_f70_one_ecu_for_each_actor_of_the_kings_mood(needle: str, gains: list[int]) -> None:
    """No show pleases the King, so these Ecus are all that the scoring pays."""
    troupes = {"r2": ("T1 T1 C5", "T2 C5", "C4"), "y2": ("C1 T5 T5", "T2", "C1 C1 C2 T5")}[needle]
    seats = {i: seat(troupe=troupe) for i, troupe in enumerate(troupes)}
    before = table(3, turn=6, needle=needle, cities={1: "A3", 2: "A4", 3: "A2"}, seats=seats)
    p = travel(before, 1, 2, 3)
    assert p.scores() == [3 + gain for gain in gains]
    assert earned(before, p) == [{"F70": gain} if gain else {} for gain in gains]


def test_f70_chameleons_give_nothing() -> None:
    p = last_turn(3, needle="y2", seats={0: seat(troupe="C1", acrobats="A11 A11")})
    assert (p.phase, p.scores()[0]) == ("chameleon", 3 + 1)


def test_f71_owners_declare_in_the_lead_order_of_the_last_turn() -> None:
    """Turn 6 of 4 players: seat 1 leads."""
    seats = {0: seat(acrobats="A11"), 3: seat(acrobats="A11")}
    p = last_turn(4, seats=seats)
    assert (p.phase, p.to_act, p.legal()) == ("chameleon", 3, [chameleons(0), chameleons(1)])
    p = p.play(chameleons(0))
    assert (p.phase, p.to_act, p.legal()) == ("chameleon", 0, [chameleons(0), chameleons(1)])


def test_f71_two_chameleons_are_declared_at_once() -> None:
    p = last_turn(3, seats={1: seat(acrobats="A11 A11")})
    assert (p.phase, p.to_act, p.legal()) == ("chameleon", 1, [38, 39, 40])


@pytest.mark.parametrize(
    ("troupe", "declared", "met"),
    [("C3 C2", 0, True), ("C3 C2 T1", 0, False), ("T5", 0, True), ("C4", 1, True), ("C4", 0, False), ("T4", 0, True)],
)
def test_f72_the_difference_counts_chameleons_as_declared(troupe: str, declared: int, met: bool) -> None:
    """R1 asks for a difference of 5."""
    chameleon = "A11" if troupe in ("C4", "T4") else ""
    p = last_turn(3, needle="r3", seats={0: seat(troupe=troupe, acrobats=chameleon, requests="R1")})
    if chameleon:
        p = p.play(chameleons(declared))
    assert p.legal() == ([request("R1")] if met else []) + [NO_REQUEST]


@pytest.mark.parametrize(("season", "reward"), [(1, 3), (2, 5)])
@pytest.mark.parametrize(
    ("needle", "troupes"), [("y2", ("C2", "C1", "T5", "C3 T3")), ("r2", ("T2", "T1", "C5", "T3 C3"))]
)
def test_f73_a_show_in_the_kings_mood_pleases(season: int, reward: int, needle: str, troupes: tuple[str, ...]) -> None:
    """R19, the Rebel, is not for those whose shows please."""
    people = {i: seat(troupe=troupe) for i, troupe in enumerate(troupes)}
    people[1] = seat(troupe=troupes[1], requests="R19")
    p = last_turn(4, season=season, needle=needle, seats=people)
    assert p.scores() == [3 + 1 + 2 * reward, 3 + 1 + reward, 3, 3 + 1]
    assert (p.to_act, p.legal()) == (1, [NO_REQUEST])


def test_f73_a_difference_of_0_never_pleases() -> None:
    p = last_turn(3, needle="y2", seats={0: seat(troupe="C3 T3", requests="R19")})
    assert (p.scores(), p.legal()) == ([3 + 1, 3, 3], [request("R19"), NO_REQUEST])


def test_f74_the_best_show_is_doubled_also_when_tied() -> None:
    seats = {0: seat(troupe="C4"), 1: seat(troupe="C5 T1"), 2: seat(troupe="C3", requests="R2")}
    before = table(3, turn=6, needle="y2", cities={1: "A3", 2: "A4", 3: "A2"}, seats=seats)
    p = travel(before, 1, 2, 3)
    assert p.scores() == [3 + 1 + 6, 3 + 1 + 6, 3 + 1 + 3]
    assert earned(before, p) == [{"F70": 1, "F73": 3, "F74": 3}, {"F70": 1, "F73": 3, "F74": 3}, {"F70": 1, "F73": 3}]


def test_f74_no_pleasing_show_no_reward() -> None:
    p = last_turn(3, needle="r2", seats={0: seat(troupe="C4"), 1: seat(troupe="C5")})
    assert p.scores() == [3, 3, 3]


def test_f75_requests_are_judged_after_the_shows_are_paid() -> None:
    """Seat 0 has the fewest Ecus until its show is paid, seat 1 after that (R17)."""
    p = last_turn(3, needle="y2", seats={0: seat(ecus=2, troupe="C4", requests="R17"), 1: seat(ecus=2)})
    assert (p.scores(), p.legal()) == ([9, 2, 3], [NO_REQUEST])
    p = last_turn(3, needle="y2", seats={0: seat(ecus=4, troupe="C4"), 1: seat(ecus=9, requests="R17")})
    assert (p.scores(), p.legal()) == ([11, 9, 3], [NO_REQUEST])
    p = last_turn(3, needle="y2", seats={0: seat(ecus=4, troupe="C4"), 2: seat(ecus=3, requests="R17")})
    assert p.legal() == [request("R17"), NO_REQUEST]


def test_f75_no_request_is_judged_on_the_pay_of_another() -> None:
    """R17 was played in season 1; R19 pays 3 Ecus, but the snapshot still has seat 0 poorest."""
    p = last_turn(3, season=2, needle="y2", seats={0: seat(played="R17", requests="R19")})
    before = p
    p = p.play(request("R19"))
    assert (p.phase, p.scores()) == ("over", [3 + 3 + 4, 3, 3])
    assert earned(before, p) == [{"F76": 3, "F77": 4}, {}, {}]


def test_f76_one_met_request_or_none() -> None:
    p = last_turn(3, needle="y2", seats={0: seat(troupe="C5", requests="R1 R2 R8")})
    assert (p.phase, p.to_act, p.legal()) == ("request", 0, [request("R1"), request("R8"), NO_REQUEST])
    assert p.why_not(request("R2")) == "F76"
    with pytest.raises(ludotheque.IllegalAction) as refused:
        p.play(request("R2"))
    assert refused.value.rule == "F76"
    none = p.play(NO_REQUEST)
    assert (none.scores()[0], at(none, 0)["played"], at(none, 0)["requests"]) == (10, [], ["R1", "R2", "R8"])
    one = p.play(request("R1"))
    assert (one.scores()[0], at(one, 0)["played"], at(one, 0)["requests"]) == (14, ["R1"], ["R2", "R8"])


def test_f76_everybody_with_a_request_is_asked_and_nobody_else() -> None:
    p = last_turn(4, seats={1: seat(troupe="C1", requests="R2"), 3: seat(requests="R4")})
    assert (p.phase, p.to_act, p.legal()) == ("request", 1, [NO_REQUEST])
    p = p.play(NO_REQUEST)
    assert (p.phase, p.to_act, p.legal()) == ("request", 3, [NO_REQUEST])
    assert p.play(NO_REQUEST).phase == "deal"


def test_f76_answers_are_asked_in_seat_order_and_revealed_together() -> None:
    """Turn 6 of 4 players is led by seat 1, but seat 0 is asked first."""
    seats = {0: seat(requests="R17"), 1: seat(requests="R9"), 3: seat(requests="R8")}
    p = last_turn(4, seats=seats)
    assert p.to_act == 0
    p = p.play(request("R17"))
    assert (p.to_act, p.scores()) == (1, [3, 3, 3, 3])
    assert (every(p, "played"), at(p, 0)["requests"]) == ([[], [], [], []], ["R17"])
    p = play(p, request("R9"), NO_REQUEST)
    assert (p.scores(), every(p, "played")) == ([7, 7, 3, 3], [["R17"], ["R9"], [], []])


def test_f77_the_request_of_season_1_pays_again_by_itself() -> None:
    before = last_turn(3, season=2, seats={0: seat(troupe="C5", played="R1"), 1: seat(requests="R2")})
    p = before.play(NO_REQUEST)
    assert (p.phase, p.scores()[0]) == ("over", 3 + 1 + 10 + 4)
    assert earned(before, p)[0] == {"F77": 4}


def test_f77_it_pays_only_if_it_is_met_again() -> None:
    p = last_turn(3, season=2, seats={0: seat(troupe="C4", played="R1")})
    assert (p.phase, p.scores()[0]) == ("over", 3 + 1 + 10)


def test_f77_in_season_1_it_pays_once() -> None:
    p = last_turn(3, seats={0: seat(requests="R17")}).play(request("R17"))
    assert (p.phase, p.scores()) == ("deal", [7, 3, 3])


def test_f78_the_treasury_never_runs_out() -> None:
    """There are 250 Ecus in the box."""
    p = travel(table(3, cities={1: "B3", 2: "B1", 3: "B1"}, seats={i: seat(ecus=100) for i in range(3)}), 1, 2, 3)
    assert p.scores() == [103, 101, 101]


def test_f78_ecus_are_public() -> None:
    p = table(3, seats={0: seat(ecus=7), 1: seat(ecus=0)})
    for viewer in (0, 1, 2, None):
        assert [person["ecus"] for person in p.view(viewer)["seats"]] == [7, 0, 3]


def test_f90_the_most_ecus_win() -> None:
    p = last_turn(3, season=2, seats={0: seat(ecus=30), 1: seat(ecus=31), 2: seat(ecus=28)})
    assert (p.to_act, p.phase, p.winners()) == (None, "over", [1])
    assert (p.legal(), p.outcomes(), p.to_dict()["pending"]) == ([], {}, None)
    assert (p.to_dict()["season"], p.to_dict()["turn"]) == (2, 12)


# --- worked examples ----------------------------------------------------------------------


def test_e3_the_books_example_of_a_scoring() -> None:
    valere = seat(ecus=3, troupe="C1 C3 C4 T1 T2", requests="R1")
    hippolyte = seat(ecus=3, troupe="C1 C1 C2 C2 T1 T2 T2")
    p = last_turn(3, needle="y1", seats={0: valere, 1: hippolyte})
    assert (p.phase, p.to_act, p.scores()) == ("request", 0, [3 + 3 + 6, 3 + 4 + 3, 3])
    assert p.play(request("R1")).scores() == [3 + 13, 3 + 7, 3]


@pytest.mark.parametrize(("declared", "show"), [(2, 6), (1, 0), (0, 0)])
def test_x14_two_chameleons(declared: int, show: int) -> None:
    p = last_turn(3, needle="y2", seats={0: seat(troupe="C3 T3", acrobats="A11 A11")})
    assert p.scores()[0] == 3 + 1
    assert p.play(chameleons(declared)).scores()[0] == 3 + 1 + show


def test_x14_in_tragedy_the_other_declaration_pleases() -> None:
    p = last_turn(3, needle="r2", seats={0: seat(troupe="C3 T3", acrobats="A11 A11")})
    assert [p.play(chameleons(declared)).scores()[0] for declared in (0, 1, 2)] == [3 + 1 + 6, 3 + 1, 3 + 1]


def test_x15_two_best_shows_in_season_2() -> None:
    seats = {i: seat(troupe=troupe) for i, troupe in enumerate(("T4", "T4", "T1", "C3", "C2 T2"))}
    p = last_turn(5, season=2, needle="r3", seats=seats)
    assert p.scores() == [3 + 1 + 10, 3 + 1 + 10, 3 + 1 + 5, 3, 3 + 1]


def test_x16_nobody_pleases_but_tragedians_pay() -> None:
    p = last_turn(3, needle="r1", seats={0: seat(troupe="C3 T3"), 1: seat(troupe="C4 T1 T1")})
    assert p.scores() == [3 + 1, 3 + 2, 3]


@pytest.mark.parametrize(("troupe", "needle", "gain"), [("C3", "r2", 3), ("T2 T4", "y2", 7)])
def test_x17_the_request_of_season_1_and_a_second_one(troupe: str, needle: str, gain: int) -> None:
    seats = {0: seat(troupe=troupe, requests="R8", played="R1")}
    p = last_turn(3, season=2, needle=needle, seats=seats)
    assert (p.scores()[0], p.legal()) == (3, [request("R8"), NO_REQUEST])
    p = p.play(request("R8"))
    assert (p.phase, p.scores()[0], at(p, 0)["played"]) == ("over", 3 + gain, ["R1", "R8"])


def test_x17_in_season_1_the_favourite_pays_4() -> None:
    p = last_turn(3, needle="r2", seats={0: seat(troupe="C5", requests="R1 R8")}).play(request("R1"))
    assert (p.scores()[0], at(p, 0)["played"], at(p, 0)["requests"]) == (3 + 4, ["R1"], ["R8"])


def test_x27_tied_players_share_the_victory() -> None:
    p = last_turn(3, season=2, seats={0: seat(ecus=31), 1: seat(ecus=31), 2: seat(ecus=28)})
    assert (p.phase, p.scores(), p.winners()) == ("over", [31, 31, 28], [0, 1])
