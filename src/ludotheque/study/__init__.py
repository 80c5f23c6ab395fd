"""Studies: millions of games between chosen bots, and what they show about a game.

>>> import ludotheque
>>> from ludotheque.study import pieces, settings, work
>>> [setting] = settings(ludotheque.load("sintra"), ["random"], players=[2], options={})
>>> [piece] = pieces([setting], games=100, seed=1)
>>> int(work(piece).games)
100

`played` plays pieces on all cores or on a Ray cluster, `summary` computes numbers with intervals from their counts,
and `report` makes a page of them. `ludotheque study` does all of it.
"""

from __future__ import annotations

from ludotheque.study.report import report
from ludotheque.study.run_pieces import played
from ludotheque.study.subject import Setting, settings
from ludotheque.study.summary import Summary, summary, tables
from ludotheque.study.tally import Tally
from ludotheque.study.work import Piece, pieces, work

__all__ = [
    "Piece",
    "Setting",
    "Summary",
    "Tally",
    "pieces",
    "played",
    "report",
    "settings",
    "summary",
    "tables",
    "work",
]
