"""Several lines: each of the best actions is tried often enough to compare it, and tells its lead. Interpreted."""

from __future__ import annotations

import math

import pytest

import ludotheque
from ludotheque import Position
from ludotheque.bots import advice
from ludotheque.core.advice import Advice
from tests.bots.games_of_bots import decisions
from tests.games.fourberies.build import go, play
from tests.games.fourberies.build import table as court
from tests.games.sintra.build import seat, table, take
from tests.samples import OURS

TRIES = 60


def advised(position: Position, lines: int = 0, all_open: bool = False) -> list[Advice]:
    return advice(position, None, iterations=TRIES, interpreted=True, lines=lines, all_open=all_open)


def third(found: list[Advice]) -> int:
    """How often the third of the actions that were tried most was tried."""
    return sorted(each.visits for each in found)[-3]


@pytest.mark.parametrize("game", OURS)
def test_each_line_has_a_tenth_of_the_tries_and_tells_its_spread_and_lead(game: str) -> None:
    several = ((each, advised(each)) for each in decisions(game, 40) if len(each.legal()) > 3)
    position, plain = next((each, plain) for each, plain in several if third(plain) < TRIES / 10)
    found = advised(position, lines=3)
    assert sum(each.visits for each in found) == TRIES
    assert sorted(each.action for each in found) == position.legal()
    for line in found[:3]:
        assert line.visits >= TRIES / 10
        assert line.share is not None
        assert line.spread == pytest.approx(100 * math.sqrt(line.share * (1 - line.share) / line.visits))
        assert line.lead is not None
        assert sum(line.shares) == pytest.approx(1)
    assert found == advised(position, lines=3)
    assert all(each.spread is None and each.lead is None for each in plain)


def test_the_lead_is_that_of_the_end_if_all_lines_reach_it() -> None:
    # The last pane breaks whatever seat 0 does with it; then all that is left is to count.
    position = ludotheque.load("sintra").position(
        table(seat(glazier=8, score=30), seat(score=12), indicator="P", factories=["B"], centre="")
    )
    found = {line.action: line for line in advised(position, lines=2)}
    end = position.play(take(1, "B"))
    assert end.to_act is None
    assert found[take(1, "B")].lead == pytest.approx(end.scores()[0] - end.scores()[1])


def test_lines_with_all_cards_open_are_those_of_the_seat_to_act() -> None:
    position = play(court(3), go(4))  # seat 0 has chosen in secret; seat 1 is to act
    found = advised(position, lines=2, all_open=True)
    assert sorted(each.action for each in found) == position.legal()
    assert all(line.visits >= TRIES / 10 and line.share is not None for line in found[:2])
    assert all(line.shares == () for line in found), "the shares of all seats are known by the first choice only"


def test_the_number_of_lines_has_limits() -> None:
    position = decisions("sintra", 3)[1]
    with pytest.raises(ludotheque.Error, match="Advice has up to 5 lines, not 6"):
        advised(position, lines=6)
