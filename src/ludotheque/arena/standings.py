"""Standings: win shares, ranks, scores, duels and ratings, with intervals of 95%.

Ratings follow the Plackett-Luce model for games of several players, which is Elo's for two. Each game counts as the
pairs of its ranking, which estimates the model consistently (Azari Soufiani et al., 2014), and `choix` finds the most
likely strengths. On Elo's scale, 400 points more mean ten times the odds to be ranked ahead; the average is 1500. The
intervals come from a bootstrap over deals, since the games of a deal share their luck. If all deals end alike, that
does not prove that others would, so each sample also contains a part of an unseen game, won or lost, of every pair
that met.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from ludotheque.arena.match import Result
from ludotheque.errors import Error
from ludotheque.kernel.data_table import DataTable, flat

SAMPLES = 400  # bootstrap samples
AVERAGE, ELO = 1500.0, 400.0 / math.log(10)
PRIOR = 0.25  # games that every bot is assumed to have won and lost against the others: keeps ratings finite
UNSEEN = 1.0  # unseen games, on average, won and lost by every bot in each sample
SAMPLE_PRIOR = PRIOR / 10  # lower than PRIOR, which would pull high ratings down
FEWEST = 5  # the least number of deals for an interval of ratings
NORMAL = 1.96  # standard deviations of an interval of 95%

Interval = tuple[float, float]


@dataclass(frozen=True)
class Standing:
    """The results of one bot."""

    name: str
    games: int  # one for every seat that it had
    share: float  # share of the victories; a shared victory counts in part
    share_interval: Interval
    rank: float  # average
    score: float  # average
    seconds: float  # average time a decision
    failures: int  # games in which the greedy bot took over
    rating: float | None = None
    rating_interval: Interval | None = None


@dataclass(frozen=True)
class Duel:
    """How often one bot was ranked ahead of another; an equal rank counts half."""

    name: str
    against: str
    games: int
    ahead: float
    interval: Interval


@dataclass(frozen=True)
class Standings:
    """The results of a contest, the best bot first."""

    games: int
    table: tuple[Standing, ...]
    duels: tuple[Duel, ...]

    def to_json(self) -> dict[str, Any]:
        """The standings, ready for JSON."""
        return asdict(self)

    def data(self) -> DataTable:
        """A row for every bot; an interval is two columns."""
        return DataTable.of(flat(asdict(row)) for row in self.table)


def standings(results: Sequence[Result], *, rated: bool = True, seed: int = 0) -> Standings:
    """The standings after these results; ratings need the extra `arena`."""
    if not results:
        raise Error("There are no results yet.")
    names = sorted({name for result in results for name in result.seats})
    ratings = _ratings(results, names, seed) if rated and len(names) > 1 else {}
    table = [_standing(name, results, *ratings.get(name, (None, None))) for name in names]
    table.sort(key=lambda row: (-(row.rating or 0.0), -row.share, row.name))
    order = [row.name for row in table]
    duels = [duel for pair in permutations(order, 2) if (duel := _duel(*pair, results)) is not None]
    return Standings(len(results), tuple(table), tuple(duels))


def results_table(results: Sequence[Result]) -> DataTable:
    """A row for every game and seat."""
    return DataTable.of(
        {"game": result.number, "deal": result.deal, "seat": seat, "bot": bot}
        | {"score": result.scores[seat], "rank": result.ranks[seat], "decisions": result.decisions[seat]}
        | {"seconds": result.seconds[seat], "failure": result.failures.get(seat)}
        for result in results
        for seat, bot in enumerate(result.seats)
    )


def interval(part: float, games: int) -> Interval:
    """Wilson's interval for a share observed in a number of games."""
    square = NORMAL * NORMAL
    middle = (part + square / (2 * games)) / (1 + square / games)
    half = NORMAL * math.sqrt(part * (1 - part) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def _standing(name: str, results: Sequence[Result], rating: float | None, between: Interval | None) -> Standing:
    places = [(result, seat) for result in results for seat, who in enumerate(result.seats) if who == name]
    games = len(places)
    won = sum(1 / result.ranks.count(1) for result, seat in places if result.ranks[seat] == 1)
    decisions = sum(result.decisions[seat] for result, seat in places)
    return Standing(
        name,
        games,
        won / games,
        interval(won / games, games),
        sum(result.ranks[seat] for result, seat in places) / games,
        sum(result.scores[seat] for result, seat in places) / games,
        sum(result.seconds[seat] for result, seat in places) / max(decisions, 1),
        sum(seat in result.failures for result, seat in places),
        rating,
        between,
    )


def _duel(name: str, against: str, results: Sequence[Result]) -> Duel | None:
    met = [
        (result.ranks[mine], result.ranks[theirs])
        for result in results
        for mine, theirs in permutations(range(len(result.seats)), 2)
        if (result.seats[mine], result.seats[theirs]) == (name, against)
    ]
    if not met:
        return None
    ahead = sum(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0 for mine, theirs in met) / len(met)
    return Duel(name, against, len(met), ahead, interval(ahead, len(met)))


def _ratings(results: Sequence[Result], names: list[str], seed: int) -> dict[str, tuple[float, Interval | None]]:
    """The rating of every bot, with its interval if there are enough deals."""
    number = {name: i for i, name in enumerate(names)}
    deals: defaultdict[int, Any] = defaultdict(lambda: np.zeros((len(names), len(names))))
    for result in results:
        for mine, theirs in permutations(range(len(result.seats)), 2):
            pair = number[result.seats[mine]], number[result.seats[theirs]]
            if pair[0] != pair[1] and result.ranks[mine] <= result.ranks[theirs]:
                deals[result.deal][pair] += 1.0 if result.ranks[mine] < result.ranks[theirs] else 0.5
    beaten = np.array(list(deals.values()))
    found = _strengths(beaten.sum(axis=0))
    if len(beaten) < FEWEST:
        return {name: (float(found[i]), None) for name, i in number.items()}
    low, high = np.quantile(_sampled(beaten, seed), (0.025, 0.975), axis=0)
    return {name: (float(found[i]), (float(low[i]), float(high[i]))) for name, i in number.items()}


def _sampled(beaten: Any, seed: int) -> list[Any]:
    """Ratings of the bootstrap's samples, each with some unseen games."""
    random, unseen = np.random.default_rng(seed), np.random.default_rng((seed, 1))
    total = beaten.sum(axis=0)
    met = total + total.T > 0
    shape = UNSEEN * met / met.sum(axis=1).max()
    return [
        _strengths(
            beaten[random.integers(len(beaten), size=len(beaten))].sum(axis=0) + unseen.gamma(shape), SAMPLE_PRIOR
        )
        for _ in range(SAMPLES)
    ]


def _strengths(beaten: Any, prior: float = PRIOR) -> Any:
    """Ratings from how often each bot (row) was ahead of each other one (column)."""
    try:
        import choix
    except ImportError:
        raise Error('Ratings need more packages: pip install "ludotheque[arena]".') from None
    return AVERAGE + ELO * choix.ilsr_pairwise_dense(beaten, alpha=prior / (len(beaten) - 1))
