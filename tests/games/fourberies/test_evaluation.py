"""The evaluation: an Ecu is an Ecu, and nothing counts that the seat cannot know."""

from __future__ import annotations

import pytest

from ludotheque import Position
from ludotheque.bots import Sight
from tests.bots.games_of_bots import random_positions

from .build import GAME, seat, table

EVALUATION = GAME.edition.module("evaluation")


def value(position: Position, p: int = 0) -> int:
    return int(EVALUATION.evaluate(position.state(), p))


def test_an_ecu_is_an_ecu_and_the_richest_opponents_count_against_it() -> None:
    poor, rich = table(seats={0: seat(ecus=4)}), table(seats={0: seat(ecus=5)})
    assert value(rich) - value(poor) == EVALUATION.POINT
    assert value(poor, 1) - value(rich, 1) == EVALUATION.RIVAL


@pytest.mark.parametrize("players", [2, 3])
def test_it_looks_at_nothing_that_the_seat_cannot_know(players: int) -> None:
    for position in random_positions("fourberies", players, seed=5)[::3]:
        sight = Sight.of(position)
        worlds = [sight.imagine(seed).state() for seed in range(4)]
        assert len({EVALUATION.evaluate(world, sight.seat) for world in worlds}) == 1
