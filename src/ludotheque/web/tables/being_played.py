"""Positions of running games, which nobody may let the strongest bot think about unless their table allows it.

A table is recognised by how much of it somebody has set up elsewhere (`likeness.py` of the games): also some moves
before or after, with guesses for what is hidden, with seats in another order or with harmless changes.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence

from ludotheque.contract.likeness import Traits
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.web.tables.results import may_analyse
from ludotheque.web.tables.state import RUNNING, TableState

NOT_COMPARED = ("to_act", "pending", "box", "own_box")  # entries that may differ where the pieces are the same
LATEST = 20  # plies of a line that are compared: what follows a position is no secret way around
SET_UPS = 6  # set-ups compared to find out what every game begins with


def is_guarded(table: TableState) -> bool:
    """Whether the running game of a table is for its players alone: it is rated, or several people play it."""
    alone = not table.rated and len(table.players_with_seats()) < 2
    return table.status == RUNNING and not table.companion and not alone and not may_analyse(table)


def is_being_played(tables: Iterable[TableState], line: Sequence[Position]) -> bool:
    """Whether a position of a line is, or nearly is, that of a guarded table now, or one of its last or next turn."""
    guarded = [table.position for table in tables if is_guarded(table)]
    return any(is_like(position, known) for known in guarded for position in line)


def is_like(asked: Position, known: Position) -> bool:
    """Whether spectators see the same, or so much of it that it hardly is another game."""
    if seen_by_all(asked) == seen_by_all(known):
        return True
    traits = traits_of(asked), traits_of(known), usual_traits(known.game, known.players)
    return bool(known.game.edition.module("likeness").resembles(*traits))


@functools.lru_cache(2000)
def seen_by_all(position: Position) -> int:
    """A hash of what spectators see, whatever the box, and also while seats decide at the same time in secret."""
    seen = {key: value for key, value in position.view().items() if key not in NOT_COMPARED}
    return hash(json.dumps(seen, sort_keys=True))


@functools.lru_cache(2000)
def traits_of(position: Position) -> Traits:
    """What a position is recognised by."""
    traits: Traits = position.game.edition.module("likeness").traits(position.view())
    return traits


@functools.lru_cache(100)
def usual_traits(game: Game, players: int) -> Traits:
    """What every game of so many players begins with."""
    return frozenset.intersection(*(traits_of(game.start(players, seed=seed)) for seed in range(SET_UPS)))
