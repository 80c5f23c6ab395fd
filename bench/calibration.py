"""Whether a review's shares are what happens: against who won games of a level, by tenths of the game.

    python bench/calibration.py [--games 40] [--iterations 1000] [--level expert] [--tables sintra:2,fourberies:3]

Ten decisions of each game are judged as a review judges them, with all cards open. The Brier score
is the mean square of what the shares missed the result by, over seats and moments: 0 is foresight,
and equal shares for everybody are shown beside it.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque
from ludotheque import Position
from ludotheque.bots import Sight, player
from ludotheque.review.judging import Effort, judge, moments, result

PARTS = 10  # of a game, with a moment each
LATE = 6  # the first of the late ones
FIRST_SEED = 100


def played(name: str, players: int, level: str, seed: int) -> tuple[list[Position], list[int]]:
    """A game between players of a level: its positions and choices."""
    position = ludotheque.load(name).start(players, seed=seed)
    bots = [player(level, seed=players * seed + seat) for seat in range(players)]
    while position.to_act is not None:
        position = position.play(bots[position.to_act].choose(Sight.of(position)))
    record = position.record()
    return list(record.replay()), list(record.plies)


def missed(name: str, players: int, level: str, iterations: int, seed: int) -> list[float]:
    """What the shares of each part of a game missed its result by, squared, in the mean over the seats."""
    positions, choices = played(name, players, level, seed)
    asked = [each for each in moments(positions) if each.seat >= 0 and len(positions[each.first].legal()) > 1]
    which = [asked[int((part + 0.5) / PARTS * len(asked))] for part in range(PARTS)]
    end = np.array(result(positions[-1]))
    effort = Effort(iterations, None)
    return [
        float(np.mean((end - np.array(each.shares)) ** 2)) for each in judge(positions, choices, which, effort, seed)
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=40)
    options.add_argument("--iterations", type=int, default=1000, help="of each search")
    options.add_argument("--level", default="expert", help="who plays the games")
    options.add_argument(
        "--tables", default="sintra:2,fourberies:2,fourberies:3,stanza:2", help="games and their players"
    )
    chosen = options.parse_args()
    grid = Table("table", "whole game", "last 40%", "equal shares")
    for table in chosen.tables.split(","):
        name, _, players = table.partition(":")
        seats = int(players)
        rows = np.array(
            [
                missed(name, seats, chosen.level, chosen.iterations, FIRST_SEED + number)
                for number in track(range(chosen.games), table, console=Console(stderr=True))
            ]
        )
        even = (seats - 1) / seats**2  # of a lone winner
        grid.add_row(table, f"{rows.mean():.3f}", f"{rows[:, LATE:].mean():.3f}", f"{even:.3f}")
    Console().print(grid)


if __name__ == "__main__":
    main()
