"""Who looks at a table: a visitor with the eyes of a seat, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludotheque.core.position import Position
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.tables.state import RUNNING, TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class Viewer:
    """A visitor at a table: whose eyes, and in which words."""

    table: TableState
    visit: Visit
    seat: int | None  # whose eyes; None: a spectator
    handover: int | None  # several people at one screen: who is to look before anything secret is shown
    now: float

    @property
    def speech(self) -> PageSpeech:
        return self.visit.speech

    @cached_property
    def mine(self) -> list[int]:
        return self.table.seats_of(self.visit.visitor)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return names_of(self.table, self.speech)

    @cached_property
    def asked(self) -> dict[int, Position]:
        return self.table.asked()

    @cached_property
    def position(self) -> Position:
        """The position as this reader is asked in it."""
        own = self.asked.get(self.seat) if self.seat is not None else None
        return own or self.table.position

    @cached_property
    def last_turn(self) -> int:
        """The ply from which on things are new to this viewer: after the end of his last turn."""
        history, ply = self.table.history, len(self.table.history.choices)
        if self.seat is None:
            return max(0, ply - 1)
        while ply > 0 and history.decider(ply - 1) == self.seat and self.seat in self.asked:
            ply -= 1
        while ply > 0 and history.decider(ply - 1) != self.seat:
            ply -= 1
        # What all chose at the same time came to light together, also for who sits behind the others.
        while ply > 0 and history.positions[ply - 1].secret and history.decider(ply - 1) is not None:
            ply -= 1
        return ply


def viewer_of(table: TableState, visit: Visit, wanted: int | None, now: float) -> Viewer:
    """Whose eyes a visitor looks with. Of several people at one screen the one who is asked; if
    anything is secret, that person must be looking first."""
    mine = table.seats_of(visit.visitor)
    if table.status != RUNNING or len(mine) < 2:
        first_seat = mine[0] if mine else None
        return Viewer(table, visit, wanted if wanted in mine else first_seat, None, now)
    asked = [seat for seat in table.asked() if seat in mine and not table.seats[seat].away]
    undecided = [seat for seat in asked if seat not in table.seals]
    first = (undecided or asked or mine)[0]
    if table.position.view(None) == table.position.to_dict():
        return Viewer(table, visit, first, None, now)
    if wanted in mine and (wanted in undecided or not undecided):  # who has chosen makes way for who has not
        return Viewer(table, visit, wanted, None, now)
    return Viewer(table, visit, None, first, now)
