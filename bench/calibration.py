"""Measures how well a review's shares predict the winner, in games between bots of one level.

    python bench/calibration.py [--games 40] [--iterations 1000] [--level expert] [--tables sintra:2,fourberies:3]

It judges ten decisions of each game as a review does, with open cards. The Brier score is the mean
squared difference between shares and result, over seats and moments: 0 is perfect. The last column
is the score of equal shares for all seats.
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

PARTS = 10  # judged moments per game
LATE, LAST = 6, 7  # indices of the first moments of the last 40% and of the last 30%
FIRST_SEED = 100


def played(name: str, players: int, level: str, seed: int) -> tuple[list[Position], list[int]]:
    """Plays a game between bots of a level; returns its positions and choices."""
    position = ludotheque.load(name).start(players, seed=seed)
    bots = [player(level, seed=players * seed + seat) for seat in range(players)]
    while position.to_act is not None:
        position = position.play(bots[position.to_act].choose(Sight.of(position)))
    record = position.record()
    return list(record.replay()), list(record.plies)


def missed(name: str, players: int, level: str, iterations: int, seed: int) -> list[float]:
    """Returns the squared error of the shares at each moment of a game, averaged over the seats."""
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
    options.add_argument("--iterations", type=int, default=1000, help="iterations of each search")
    options.add_argument("--level", default="expert", help="level of the bots")
    options.add_argument(
        "--tables", default="sintra:2,fourberies:2,fourberies:3,stanza:2", help="GAME:PLAYERS, separated by commas"
    )
    chosen = options.parse_args()
    grid = Table("table", "whole game", "last 40%", "last 30%", "equal shares")
    for table in chosen.tables.split(","):
        name, _, players = table.partition(":")
        seats = int(players)
        rows = np.array(
            [
                missed(name, seats, chosen.level, chosen.iterations, FIRST_SEED + number)
                for number in track(range(chosen.games), table, console=Console(stderr=True))
            ]
        )
        even = (seats - 1) / seats**2  # the score of equal shares with one winner
        found = (rows.mean(), rows[:, LATE:].mean(), rows[:, LAST:].mean(), even)
        grid.add_row(table, *(f"{score:.3f}" for score in found))
    Console().print(grid)


if __name__ == "__main__":
    main()
