"""Ratings of people on the scale of the bots: Glicko-2, with the bots as opponents of known rating.

A game of n players is n - 1 results against the other seats, each of the weight 1 / (n - 1), so it counts as one
game. The method is Mark Glickman's, http://www.glicko.net/glicko/glicko2.pdf; the numbers of his steps stand below.
Every game is a rating period of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178  # points of Elo's scale per unit of Glicko-2's
CENTRE = 1500.0
CHANGE = 0.5  # how much volatility may change: Glickman's tau
CLOSE = 1e-6
WIDEST = 350.0  # the deviation of somebody who has not played
FEWEST_GAMES = 5  # rated games before a rating is shown
TWO_SIDES = 1.96  # deviations on both sides hold 95%


@dataclass(frozen=True)
class Strength:
    """A rating in Elo's points, its deviation, and how much the strength varies."""

    rating: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true rating 19 times in 20."""
        return self.rating - TWO_SIDES * self.deviation, self.rating + TWO_SIDES * self.deviation


@dataclass(frozen=True)
class SeatResult:
    """A result against another seat: 1 is won, 0.5 shared, 0 lost."""

    opponent: Strength
    score: float
    weight: float


def after(strength: Strength, results: Sequence[SeatResult]) -> Strength:
    """The strength after a game."""
    if not results:
        return strength
    mu, phi = (strength.rating - CENTRE) / SCALE, strength.deviation / SCALE  # step 2
    information = surprise = 0.0
    for result in results:  # steps 3 and 4
        g = 1 / math.sqrt(1 + 3 * (result.opponent.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (result.opponent.rating - CENTRE) / SCALE)))
        information += result.weight * g * g * expected * (1 - expected)
        surprise += result.weight * g * (result.score - expected)
    variance = 1 / information
    sigma = _volatility(variance * surprise, phi, variance, strength.volatility)
    widened = math.sqrt(phi * phi + sigma * sigma)  # step 6
    phi = 1 / math.sqrt(1 / (widened * widened) + information)  # step 7
    mu += phi * phi * surprise
    return Strength(mu * SCALE + CENTRE, min(WIDEST, phi * SCALE), sigma)


def _volatility(delta: float, phi: float, variance: float, sigma: float) -> float:
    """Step 5: the volatility that fits the surprise best, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / CHANGE**2

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = a - CHANGE
        while f(high) < 0:
            high -= CHANGE
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
