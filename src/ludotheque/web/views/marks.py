"""Marks on the board: where the steps of a turn happen.

The places of a turn are words, one for each decision, so that their numbers are those of the list of steps. A word
holds ids of parts of the pictures, `space-3|a2`, of which the page marks the first that it draws; `-` is no place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ludotheque.core.position import Position
from ludotheque.core.svg import changes_between, panels, scene

NOWHERE = "-"


def places_of(turn: Sequence[Position], actions: Sequence[int], seat: int) -> list[str]:
    """Where a seat sees each decision of a turn: where it makes it itself, or what another's changes on the board."""
    places: list[str] = []
    for number, ((before, after), action) in enumerate(zip(pairwise(turn), actions, strict=True)):
        chosen = parts_of_choice(before, action, seat)
        moved = [change for change in changes_between(before, after, seat) if change.end][:1]
        if before.to_act != seat:
            chosen = [change.end for change in moved]
        elif chosen:  # what was chosen may be gone afterwards
            chosen += [part for change in moved for part in (change.start, change.end) if part]
            if number and action != actions[number - 1] and chosen[0] == places[-1].split("|")[0]:
                chosen.insert(0, chosen[-1])  # the part before it is marked already
        places.append("|".join(dict.fromkeys(chosen)) or NOWHERE)
    return places


def parts_of_choice(position: Position, action: int, seat: int) -> list[str]:
    """The id of the part of the pictures at a choice of a seat, if it has one."""
    drawn = panels(position, scene(position, seat))
    return [part for panel in drawn for each, part in panel.actions if each == action and part][:1]
