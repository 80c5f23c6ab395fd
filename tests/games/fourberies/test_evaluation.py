"""The leaf evaluation: how likely shows and Requests are, and what they and the cards count for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludotheque import Position
from ludotheque.bots import Sight
from tests.bots.course import random_course

from .build import GAME, REQUESTS, seat, table

LEAF = GAME.edition.module("leaf_evaluation")
LIKELIHOOD = GAME.edition.module("likelihood")
ECU: int = LEAF.ECU

FIRST, LAST = 1, 6  # turns of season 1


def chance(position: Position, code: str, p: int = 0) -> int:
    """How likely the seat is to meet the objective of a Request."""
    return int(LIKELIHOOD.is_fulfilled(position.state(), p, REQUESTS.index(code), min(position.scores())))


def expected(position: Position, p: int = 0) -> int:
    return int(LEAF.evaluate_leaf(position.state(), p))


@pytest.mark.parametrize("rows", [LIKELIHOOD.LASTING, LIKELIHOOD.CONTESTED, LIKELIHOOD.FLEETING])
def test_what_is_met_gets_less_sure_and_what_is_missing_likelier_the_more_turns_are_to_come(
    rows: list[list[int]],
) -> None:
    met, *missing = rows
    assert met == sorted(met, reverse=True)
    assert all(row == sorted(row) for row in missing)
    for near, far in pairwise(rows):
        assert all(likelier > rarer for likelier, rarer in zip(near, far, strict=True))


@pytest.mark.parametrize(
    ("code", "troupes"),
    [
        ("R1", ("C3 C2", "C3", "")),
        ("R2", ("C1 C1 C2", "C1 C1", "C1", "")),
        ("R3", ("T1 T1 T2", "T1 T1", "T1", "")),
        ("R4", ("C4 C5", "C3 C3", "C3", "")),
        ("R5", ("T4 T5", "T3 T3", "T3", "")),
        ("R10", ("C1 C2 T3 T4", "C1 C2 T3", "C1 C2", "C1")),
        ("R11", ("C2 T3", "C5 T2", "C5 T1", "C5 C4")),
        ("R12", ("C4 T5", "C4", "")),
        ("R13", ("C1 C2 T1", "C1 C2", "C1", "")),
        ("R14", ("C1 T1", "C1")),
    ],
)
def test_the_less_is_missing_the_likelier_is_a_request(code: str, troupes: tuple[str, ...]) -> None:
    chances = [chance(table(turn=5, seats={0: seat(troupe=troupe)}), code) for troupe in troupes]
    assert chances == sorted(set(chances), reverse=True)


@pytest.mark.parametrize(
    ("code", "mine", "others"),
    [
        ("R6", ("C1 C1", "C1", ""), "C2 C2"),
        ("R7", ("T1 T1", "T1", ""), "T2 T2"),
        ("R8", ("C1 T1", "C1", ""), "T2 C2"),
        ("R9", ("C1", "C1 C1", "C1 C1 T1"), "T2"),
    ],
)
def test_who_is_further_from_the_others_is_less_likely_to_pass_them(
    code: str, mine: tuple[str, ...], others: str
) -> None:
    tables = [table(2, turn=5, seats={0: seat(troupe=own), 1: seat(troupe=others)}) for own in mine]
    chances = [chance(position, code) for position in tables]
    assert chances == sorted(set(chances), reverse=True)


@pytest.mark.parametrize(
    ("code", "mine"),
    [
        ("R15", (seat(acrobats="A1 A2 A3"), seat(acrobats="A1 A2"), seat(acrobats="A1"), seat())),
        ("R17", (seat(ecus=3), seat(ecus=5), seat(ecus=8))),
        ("R18", (seat(stage=1), seat())),
    ],
)
def test_acrobats_ecus_and_managers_bring_a_request_nearer(code: str, mine: tuple[dict[str, object], ...]) -> None:
    chances = [chance(table(turn=5, seats={0: own}), code) for own in mine]
    assert chances == sorted(set(chances), reverse=True)


@pytest.mark.parametrize(("code", "needles"), [("R20", ("y1", "y3", "y6")), ("R22", ("y5", "y3", "y1"))])
def test_the_nearer_the_needle_the_likelier_is_a_request_about_it(code: str, needles: tuple[str, ...]) -> None:
    chances = [chance(table(turn=LAST, needle=needle), code) for needle in needles]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]


@pytest.mark.parametrize(("hand", "likely"), [("12345678", False), ("1234", True), ("123", True), ("12", False)])
def test_the_ambassador_needs_neither_too_few_nor_too_many_caravels(hand: str, likely: bool) -> None:
    """One turn is to come after this one; with seven Caravels on the board all come back (F45)."""
    near = LIKELIHOOD.ON_THE_WAY if likely else LIKELIHOOD.AWAY
    assert chance(table(turn=11, seats={0: seat(hand=hand)}), "R21") == near


@pytest.mark.parametrize("turn", range(FIRST, LAST + 1))
@pytest.mark.parametrize("players", [2, 4])
def test_the_further_a_show_leans_and_leads_the_surer_it_is(players: int, turn: int) -> None:
    state = table(players, turn=turn).state()
    pleased = [LIKELIHOOD.pleases(state, lean) for lean in range(-15, 16)]
    best = [LIKELIHOOD.is_best(state, lead) for lead in range(-15, 16)]
    for chances in (pleased, best):
        assert chances == sorted(chances)
        assert chances[0] >= 0
        assert chances[-1] <= 100


def test_the_mood_lasts_the_surer_the_fewer_turns_are_to_come() -> None:
    chances = [LIKELIHOOD.lasts(table(2, turn=turn, needle="y4").state()) for turn in range(FIRST, LAST + 1)]
    assert chances == sorted(chances)
    assert 50 <= chances[0] < chances[-1] <= 100


def test_a_request_that_is_nearly_met_is_worth_having() -> None:
    """R2 asks for three Comedians."""
    gains = []
    for troupe in ("", "C1", "C1 C1", "C1 C1 C2"):
        without, having = (table(turn=5, seats={0: seat(troupe=troupe, requests=held)}) for held in ("", "R2"))
        gains.append(expected(having) - expected(without))
    assert gains == sorted(set(gains))
    assert gains[0] > 0


def test_an_ecu_is_an_ecu_and_the_richest_opponents_count_against_it() -> None:
    poor, rich = table(seats={0: seat(ecus=4)}), table(seats={0: seat(ecus=5)})
    assert expected(rich) - expected(poor) == ECU
    assert expected(poor, 1) - expected(rich, 1) == LEAF.RIVAL


@pytest.mark.parametrize("better", ["B3", "A5", "C2", "T3"])
def test_a_city_promises_what_its_cards_bring(better: str) -> None:
    """A Comedian 5 costs an Ecu; the King wants comedy."""
    state = table(2, turn=2, cities={1: better, 2: "C5"}).state()
    assert LEAF.expected_from_stack(state, 0, 0) > LEAF.expected_from_stack(state, 0, 1)


@pytest.mark.parametrize("players", [2, 3])
def test_it_looks_at_nothing_that_the_seat_cannot_know(players: int) -> None:
    for position in random_course("fourberies", players, seed=5)[::3]:
        sight = Sight.of(position)
        worlds = [sight.imagine(seed).state() for seed in range(4)]
        assert len({LEAF.evaluate_leaf(world, sight.seat) for world in worlds}) == 1
