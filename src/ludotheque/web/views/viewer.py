"""Viewer: a visitor at a table, and the seat with whose eyes the visitor looks at it."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.contract.lazy import lazy
from ludotheque.core.position import Position
from ludotheque.kernel.state import CHANCE
from ludotheque.web.tables.state import RUNNING, TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Viewer:
    """A visitor at a table."""

    table: TableState
    visit: Visit
    seat: int | None  # the seat whose view it is; None: a spectator's
    handover: int | None  # several people at one screen: the one who must look before anything secret is shown
    now: float

    @lazy
    def speech(self) -> PageSpeech:
        return self.visit.speech

    @lazy
    def mine(self) -> list[int]:
        """The seats of the visitor."""
        return self.table.seats_of(self.visit.visitor)

    @lazy
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return names_of(self.table, self.speech)

    @lazy
    def asked(self) -> dict[int, Position]:
        return self.table.asked()

    @property
    def chance(self) -> bool:
        """Whether the table waits for a draw: people enter it."""
        return self.table.position.to_act == CHANCE

    @property
    def on_pad(self) -> bool:
        """Whether people enter now what they have chosen in secret, on a pad instead of the board."""
        return bool(self.table.companion) and self.table.position.secret

    @lazy
    def position(self) -> Position:
        """The position now, with the viewer's seat to act if it is asked."""
        own = self.asked.get(self.seat) if self.seat is not None else None
        return own or self.table.position

    @lazy
    def last_turn(self) -> int:
        """The ply after the viewer's last turn: from there on things are new to the viewer."""
        history, ply = self.table.history, len(self.table.history.choices)
        if self.seat is None:
            return max(0, ply - 1)
        while ply > 0 and history.deciders[ply - 1] == self.seat and self.seat in self.asked:
            ply -= 1
        while ply > 0 and history.deciders[ply - 1] != self.seat:
            ply -= 1
        # Simultaneous choices became known together, also those before the viewer's own in the order of seats.
        while ply > 0 and history.positions[ply - 1].secret and history.deciders[ply - 1] is not None:
            ply -= 1
        return ply


def viewer_of(table: TableState, visit: Visit, wanted: int | None, now: float) -> Viewer:
    """The viewer of a visit; `wanted` is the seat that the visitor asks to look with.

    Of several people at one screen it is the one who must decide. If something is secret, that person
    must confirm first to be the one who looks.
    """
    mine = table.seats_of(visit.visitor)
    if table.status != RUNNING or len(mine) < 2:
        hides = table.companion and not table.position.game.about.PUBLIC  # nobody knows what stayed in the hands
        first_seat = mine[0] if mine and not hides else None
        return Viewer(table, visit, wanted if wanted in mine else first_seat, None, now)
    asked = [seat for seat in table.asked() if seat in mine and not table.seats[seat].away]
    undecided = [seat for seat in asked if seat not in table.seals]
    first = (undecided or asked or mine)[0]
    if table.companion or table.position.view(None) == table.position.to_dict():
        return Viewer(table, visit, first, None, now)
    if wanted in mine and (wanted in undecided or not undecided):  # a seat that has decided makes way for the next
        return Viewer(table, visit, wanted, None, now)
    return Viewer(table, visit, None, first, now)
