"""What the seats have learned in the course of a game: the information states of OpenSpiel.

A seat knows the rows that it has observed, in order, and the choices that it has seen. Equal rows in succession count
as one: while others choose in secret, a seat must not notice how many of them had a choice. Nodes never change, and
copies of a game share them.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ludotheque.core.position import SPECTATOR, Position
from ludotheque.env.observing import observation
from ludotheque.kernel.arrays import Array


class GameNode:
    """A node of the game tree: a position, and the choices that led to it."""

    def __init__(self, position: Position, before: GameNode | None = None, choice: int | None = None) -> None:
        self.position = position
        self._before, self._choice = before, choice
        self._known: dict[int, bytes] = {}
        self._rows: dict[int, Array] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> GameNode:
        return self

    def after(self, choice: int) -> GameNode:
        """The node after a legal action or an outcome of chance."""
        return GameNode(self.position.play(choice), self, choice)

    def observed(self, seat: int) -> Array:
        """The observation of a seat (or SPECTATOR), which must not be changed: OpenSpiel asks for it several times."""
        if seat not in self._rows:
            self._rows[seat] = observation(self.position, None if seat == SPECTATOR else seat)
        return self._rows[seat]

    def known(self, seat: int) -> bytes:
        """A digest of all that a seat (or SPECTATOR) has learned: equal if and only if the knowledge is equal."""
        unknown: list[GameNode] = []
        node: GameNode | None = self
        while node is not None and seat not in node._known:
            unknown.append(node)
            node = node._before
        for later in reversed(unknown):
            later._known[seat] = later._learn(seat)
        return self._known[seat]

    def _learn(self, seat: int) -> bytes:
        """The earlier knowledge with what this node adds."""
        known = b"" if self._before is None else self._before._known[seat]
        if self._before is not None and self._before.position.to_act != -1:
            if self._before.position.sees_choice(seat):
                known = _with(known, str(self._choice).encode())
        if self.position.to_act == -1:
            return known  # what chance deals is seen at the next decision
        row = self.observed(seat).tobytes()
        return known if known[32:] == row else _with(known, row)[:32] + row

    def imagine(self, seat: int, seed: int) -> GameNode:
        """A node that the seat cannot tell from this one; the others know only what is public."""
        world = self.position.redeal(seat, seed).state()
        imagined = GameNode(Position(self.position.game, world, None, origin=world))  # chance is not dealt ahead
        public = self.known(SPECTATOR)
        for viewer in range(SPECTATOR, self.position.players):
            imagined._known[viewer] = self.known(seat) if viewer == seat else public
        return imagined


def _with(known: bytes, more: bytes) -> bytes:
    """A digest of the knowledge with more, followed by the last observed row."""
    return hashlib.blake2b(known[:32] + more, digest_size=32).digest() + known[32:]
