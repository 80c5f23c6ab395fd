"""Characters: the person that each tile shows.

The rules know only the discipline of a tile. A tile of a game that people look at is a `Character`: for the rules
it is its number, and it carries a person, so that name and face stay with it on all its ways. The deal decides the
person of a drawn tile, from what lies open, so it tells nothing that is hidden; a replayed record shows the same
people, and positions and records know nothing of them.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...kernel.state import CHANCE
from . import actions, box
from .rules.setup import first_bonus_tile, first_character

if TYPE_CHECKING:
    from .state import State

NAMED = 8  # people of a discipline that have a name and a face


class Character(int):
    """A tile, which for the rules is the number of its discipline."""

    person: int  # among those of its discipline


@functools.cache
def character(d: int, person: int) -> Character:
    """The tile of a person."""
    made = Character(d)
    made.person = person
    return made


def face(tile: int) -> str:
    """The key of a tile's name and portrait, such as "R1", or "sR" for a starting character."""
    if tile >= box.STARTING:
        return str(box.CHARACTERS[tile])
    return f"{box.LETTERS[tile]}{getattr(tile, 'person', 0) % NAMED + 1}"


def rows(s: State) -> Iterator[list[int]]:
    """The places of tiles on the table."""
    yield from (s.board, *s.workers[: s.players], *s.recruits[: s.players])


def out_of_sight(s: State, d: int) -> tuple[int, ...]:
    """The people of a discipline who are in the pile or discarded."""
    seen = {tile.person for row in rows(s) for tile in row if tile == d and isinstance(tile, Character)}
    return tuple(person for person in range(box.PER_DISCIPLINE) if person not in seen)


def in_pile(s: State, d: int) -> tuple[int, ...]:
    """The people of a discipline who are still in the pile."""
    known = s.people[d] if s.people else ()
    return known if len(known) == s.pile[d] else out_of_sight(s, d)[: s.pile[d]]  # the discards were turned over (L24)


def discarded(s: State, d: int) -> list[str]:
    """The faces of a discipline on the discard pile."""
    pile = in_pile(s, d)
    return [face(character(d, person)) for person in out_of_sight(s, d) if person not in pile]


def drawn(s: State, d: int) -> Character:
    """The tile of this discipline that the next draw would bring."""
    pile = in_pile(s, d) or (0,)
    return character(d, pile[zlib.crc32(bytes(tile & 0xFF for tile in (*s.board, d, len(pile)))) % len(pile)])


def draws_character(s: State) -> bool:
    """Whether chance draws a character from the pile now."""
    if s.phase == actions.SETUP:
        return first_character(s) <= s.laid < first_bonus_tile(s)
    return s.to_act == CHANCE and not s.apart


def named(s: State, choice: int) -> int:
    """A choice as it is played: a drawn character has a person, who leaves the pile."""
    if not draws_character(s):
        return choice
    tile = drawn(s, choice)
    piles = [in_pile(s, d) for d in range(box.DISCIPLINES)]
    piles[choice] = tuple(person for person in piles[choice] if person != tile.person)
    s.people = tuple(piles)
    return tile


def name_pieces(s: State) -> None:
    """Gives a person to each character of a position that was not dealt here."""
    for row in rows(s):
        for i, tile in enumerate(row):
            if 0 <= tile < box.STARTING and not isinstance(tile, Character):
                left = out_of_sight(s, tile) or (0,)
                row[i] = character(tile, left[i % len(left)])
