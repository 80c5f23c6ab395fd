"""Counts over many games that can be added up: a million games take no more memory than one."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ludotheque.kernel.arrays import Array

LOWEST_SCORE, SCORES = -300, 1000  # scores out of range count at the edge
LENGTHS = 3000  # decisions
MARGINS = 400


@dataclass
class Games:
    """The results of g games of n seats."""

    bots: Array  # (g, n): the number of the seat's bot in the setting
    decisions: Array  # (g,)
    wins: Array  # (g, n): 1 if the seat won or shares the victory
    behind: Array  # (g, n): how many seats win a tie against the seat
    ledgers: Array  # (g, n, lines): points of each line of the score sheet
    chosen: Array  # (g, n, columns): 1 if the seat made the choice

    def standing(self, points: Array) -> Array:
        """Numbers that rank the seats (the second axis) by these points, then by the tie-breaks."""
        behind = self.behind.reshape(self.behind.shape + (1,) * (points.ndim - 2))
        ranked: Array = points * points.shape[1] - behind
        return ranked


@dataclass
class Tally:
    """Counts of the games of one setting."""

    games: Any  # a number, in an array so that it adds up as the others do
    shared: Any  # games that several seats won together
    share: Array  # by seat: its share of the victories
    bot_seats: Array  # by bot: the seats that it played
    bot_share: Array  # by bot: its share of the victories
    scores: Array  # by seat and score
    best: Array  # by score of the winner
    lengths: Array  # by number of decisions
    margins: Array  # by points between the winner and the best of the others
    decided: Array  # by line: games with other winners without its points
    margin_points: Array  # by line: points of the winner less those of the best of the others, in all games
    line_points: Array  # by line: points of all seats
    seats_chosen: Array  # by column: seats that made the choice
    share_chosen: Array  # by column: their share of the victories
    for_winner: Array  # by column: games in which the winner made the choice and the best of the others did not
    for_next: Array  # by column: games in which the best of the others made the choice and the winner did not

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def same(self, other: Tally) -> bool:
        """Whether all counts are equal, apart from rounding."""
        return all(np.allclose(getattr(self, f.name), getattr(other, f.name), rtol=1e-12) for f in fields(self))


def tally(games: Games, bots: int) -> Tally:
    """Counts games."""
    scores = games.ledgers.sum(axis=2)
    shares = games.wins / games.wins.sum(axis=1, keepdims=True)
    winner, second = _first_two(games.standing(scores))
    rows = np.arange(len(scores))
    margin_points = games.ledgers[rows, winner] - games.ledgers[rows, second]
    apart = games.chosen[rows, winner].astype(np.int64) - games.chosen[rows, second]
    return Tally(
        games=np.array(len(scores)),
        shared=np.array((games.wins.sum(axis=1) > 1).sum()),
        share=shares.sum(axis=0),
        bot_seats=_by(games.bots, np.ones_like(shares), bots),
        bot_share=_by(games.bots, shares, bots),
        scores=np.stack([_histogram(scores[:, seat] - LOWEST_SCORE, SCORES) for seat in range(scores.shape[1])]),
        best=_histogram(scores[rows, winner] - LOWEST_SCORE, SCORES),
        lengths=_histogram(games.decisions, LENGTHS),
        margins=_histogram(scores[rows, winner] - scores[rows, second], MARGINS),
        decided=_decided(games, scores),
        margin_points=margin_points.sum(axis=0),
        line_points=games.ledgers.sum(axis=(0, 1)),
        seats_chosen=games.chosen.sum(axis=(0, 1), dtype=np.int64),
        share_chosen=(games.chosen * shares[:, :, None]).sum(axis=(0, 1)),
        for_winner=(apart > 0).sum(axis=0),
        for_next=(apart < 0).sum(axis=0),
    )


def _first_two(standing: Array) -> tuple[Array, Array]:
    """In every game the (first) winner, and the best of the other seats."""
    winner, others = standing.argmax(axis=1), standing.copy()
    others[np.arange(len(others)), winner] = np.iinfo(np.int64).min
    return winner, others.argmax(axis=1)


def _decided(games: Games, scores: Array) -> Array:
    """How often each line decided: without its points, others would have won."""
    without = games.standing(scores[:, :, None] - games.ledgers)
    winners = without == without.max(axis=1, keepdims=True)
    by_line: Array = (winners != (games.wins[:, :, None] == 1)).any(axis=1).sum(axis=0)
    return by_line


def _histogram(numbers: Array, size: int) -> Array:
    return np.bincount(np.clip(numbers, 0, size - 1).astype(np.int64), minlength=size)


def _by(which: Array, numbers: Array, count: int) -> Array:
    return np.bincount(which.ravel(), weights=numbers.ravel(), minlength=count)
