"""Games between bots, and decisions from them."""

from __future__ import annotations

from collections.abc import Iterator

import ludotheque
from ludotheque import Position
from ludotheque.bots import Player, Sight, player


def played(position: Position, bots: list[Player]) -> Iterator[tuple[Position, int]]:
    """The decisions of a game between these players, each with the position before it."""
    while position.to_act is not None:
        choice = bots[position.to_act].choose(Sight.of(position))
        yield position, choice
        position = position.play(choice)


def random_positions(game: str, seats: int, seed: int) -> list[Position]:
    """All decisions of a game between random players."""
    start = ludotheque.load(game).start(seats, seed=seed)
    return [position for position, _ in played(start, [player("random", seat) for seat in range(seats)])]


def decisions(game: str, count: int, seed: int = 3) -> list[Position]:
    """Some decisions spread over a game between random players, with the most seats there are."""
    positions = random_positions(game, ludotheque.load(game).seats[-1], seed)
    return positions[:: max(1, len(positions) // count)]
