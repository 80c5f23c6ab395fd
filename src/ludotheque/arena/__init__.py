"""The arena: matches between any players, and what they say about their strength.

>>> from ludotheque.arena import Contest, fixtures, play, round_robin
>>> contest = Contest("sintra", players=2, seed=1)
>>> played = [play(contest, fixture) for fixture in fixtures(round_robin(["greedy", "random"], 2), games=2)]
>>> [len(result.scores) for result in played]
[2, 2]

`MatchPool` plays fixtures on all cores, `Book` keeps the results in a file as they come, `standings` sums
them up with ratings, and `draw` makes a picture of it. `ludotheque arena` does all of it.
"""

from __future__ import annotations

from ludotheque.arena.book import Book
from ludotheque.arena.match import Contest, Result, play
from ludotheque.arena.match_pool import MatchPool
from ludotheque.arena.picture import draw, refuse_undrawable
from ludotheque.arena.plan import Fixture, fixtures, ladder, round_robin
from ludotheque.arena.standings import Duel, Standing, Standings, standings

__all__ = [
    "Book",
    "Contest",
    "Duel",
    "Fixture",
    "MatchPool",
    "Result",
    "Standing",
    "Standings",
    "draw",
    "fixtures",
    "ladder",
    "play",
    "refuse_undrawable",
    "round_robin",
    "standings",
]
