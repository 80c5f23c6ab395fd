"""The arena: matches between any bots, and their ratings.

>>> from ludotheque.arena import Contest, fixtures, play, round_robin
>>> contest = Contest("sintra", players=2, seed=1)
>>> played = [play(contest, fixture) for fixture in fixtures(round_robin(["greedy", "random"], 2), games=2)]
>>> [len(result.scores) for result in played]
[2, 2]

`MatchPool` plays fixtures on all cores, `Book` saves the results as they come, `standings` computes ratings, and
`draw` makes a picture. `ludotheque arena` does all of it.
"""

from __future__ import annotations

from ludotheque.arena.book import Book
from ludotheque.arena.match import Contest, Result, play
from ludotheque.arena.match_pool import MatchPool
from ludotheque.arena.picture import draw, refuse_undrawable
from ludotheque.arena.plan import Fixture, fixtures, ladder, round_robin
from ludotheque.arena.standings import Duel, Standing, Standings, results_table, standings

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
    "results_table",
    "round_robin",
    "standings",
]
