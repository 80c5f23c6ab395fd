"""What the seats of a game have come to know in its course: the information states of OpenSpiel.

A seat knows the rows it has observed one after another, and what was chosen where it could see
it. Rows that do not differ are one: while others choose in secret, nobody may notice how many of
them had a choice. Moments never change, and copies of a game share them.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ludotheque.core.position import SPECTATOR, Position
from ludotheque.env.observing import observation


class Moment:
    """A position, and how it came to be."""

    def __init__(self, position: Position, before: Moment | None = None, choice: int | None = None) -> None:
        self.position = position
        self._before, self._choice = before, choice
        self._known: dict[int, bytes] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def after(self, choice: int) -> Moment:
        """The moment after a legal action or an outcome of chance."""
        return Moment(self.position.play(choice), self, choice)

    def known(self, seat: int) -> bytes:
        """A digest of all that a seat (or SPECTATOR) has come to know: equal if and only if that is."""
        unknown: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and seat not in moment._known:
            unknown.append(moment)
            moment = moment._before
        for later in reversed(unknown):
            later._known[seat] = later._learn(seat)
        return self._known[seat]

    def _learn(self, seat: int) -> bytes:
        """What was known before, with what this moment adds to it."""
        known = b"" if self._before is None else self._before._known[seat]
        if self._before is not None and self._before.position.to_act != -1:
            if self._before.position.sees_choice(seat):
                known = _with(known, str(self._choice).encode())
        if self.position.to_act == -1:
            return known  # what chance deals is seen when somebody is to act
        row = observation(self.position, None if seat == SPECTATOR else seat).tobytes()
        return known if known[32:] == row else _with(known, row)[:32] + row

    def imagine(self, seat: int, seed: int) -> Moment:
        """A moment that the seat cannot tell from this one; the others know only what everybody knows."""
        world = self.position.redeal(seat, seed).state()
        imagined = Moment(Position(self.position.game, world, None, origin=world))  # its chance stays open
        public = self.known(SPECTATOR)
        for reader in range(SPECTATOR, self.position.players):
            imagined._known[reader] = self.known(seat) if reader == seat else public
        return imagined


def _with(known: bytes, more: bytes) -> bytes:
    """What was known and more: a digest, and the last row observed."""
    return hashlib.blake2b(known[:32] + more, digest_size=32).digest() + known[32:]
