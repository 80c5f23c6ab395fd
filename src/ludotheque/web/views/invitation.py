"""The page that a link to a seat leads to."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.web.tables.results import is_rated
from ludotheque.web.tables.state import PERSON, TableSeat, TableState
from ludotheque.web.views.common import Commitment, GameCard, commitment_of, game_card, names_of
from ludotheque.web.views.sharing import LinkPreview, link_preview
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Invitation:
    """An invitation to a seat (`seat.jinja`)."""

    game: GameCard
    title: str
    seat: int
    names: tuple[str, ...]  # names of the players who already sit there
    rated: bool  # the result will count for the ratings of the players
    moving: bool  # the visitor's own seat moves to another device
    post: str
    commitment: Commitment | None
    preview: LinkPreview


def invitation_of(table: TableState, seat: TableSeat, visit: Visit) -> Invitation:
    """An invitation to a seat of a table."""
    names = zip(names_of(table, visit.speech), table.seats, strict=True)
    return Invitation(
        game=game_card(table.game, visit.speech),
        title=table.title,
        seat=seat.seat,
        names=tuple(name for name, each in names if each.name),
        rated=is_rated(table),
        moving=seat.kind == PERSON,
        post=f"/t/{table.id}/seat/{seat.link}",
        commitment=commitment_of(table),
        preview=link_preview(table, visit),
    )
