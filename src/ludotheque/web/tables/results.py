"""Results of finished games: a row for each seat, written with the change that ends the game.

They hold what everybody saw at the end of the game, and nothing of a running one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, desc, select

from ludotheque.bots.levels import rating_of
from ludotheque.web.storage.schema import results
from ludotheque.web.tables.rating import TWO_SIDES, SeatResult, Strength, after
from ludotheque.web.tables.state import BOT, GIVEN_UP, PERSON, TableSeat, TableState


def may_analyse(table: TableState) -> bool:
    """Whether the players may analyse the running game: the host allows it, and it is not rated."""
    return bool(table.live_analysis) and not table.rated and not is_rated(table)


def is_rated(table: TableState) -> bool:
    """Whether the result will count: the host chose so, and no visitor plays two seats."""
    if not table.rated:
        return False
    visitors = Counter(seat.visitor for seat in table.seats if seat.kind == PERSON)
    return all(count == 1 for count in visitors.values())


def rows_of(connection: Connection, table: TableState, now: float, gave_up: Sequence[int] = ()) -> list[dict[str, Any]]:
    """The rows of a game that ends now, or of the seats that are given up now while others play on."""
    seats = [seat for seat in table.seats if (seat.seat in gave_up if gave_up else not seat.gave_up)]
    behind = table.players + 1  # players who give up lose to everybody, also to the last
    places = {seat.seat: behind if seat.seat in gave_up else place_of(table, seat) for seat in table.seats}
    winners = sum(place == 1 for place in places.values())
    strengths = (
        {seat.seat: strength_of(connection, table.game, seat) for seat in table.seats} if is_rated(table) else {}
    )
    rows = []
    for seat in seats:
        new = rated_anew(table, seat, places, strengths) if seat.visitor and strengths else None
        rows.append(
            {
                "table": table.id,
                "seat": seat.seat,
                "visitor": owner_of(table, seat),
                "level": seat.level if seat.kind == BOT else None,
                "game": table.game,
                "players": table.players,
                "at": now,
                "score": table.position.scores()[seat.seat],
                "place": min(places[seat.seat], table.players),
                "won": 1 / winners if places[seat.seat] == 1 else 0.0,
                "lines": dict(table.position.score_sheet()[seat.seat]),
                "rating": new and new.rating,
                "deviation": new and new.deviation,
                "volatility": new and new.volatility,
            }
        )
    return rows


def owner_of(table: TableState, seat: TableSeat) -> str | None:
    """The visitor whose result it is: of several seats at one screen, the first is the visitor's own."""
    if seat.kind != PERSON or not seat.visitor:
        return None
    return seat.visitor if seat.seat == min(table.seats_of(seat.visitor)) else None


def place_of(table: TableState, seat: TableSeat) -> int:
    """The place of a seat in the end; of two players the one who gave up is second."""
    if table.status == GIVEN_UP:
        return 2 if seat.away else 1
    return table.position.place(seat.seat)


def rated_anew(
    table: TableState, seat: TableSeat, places: dict[int, int], strengths: dict[int, Strength | None]
) -> Strength:
    """The strength of a player after a rated game. Where a bot decided for the player, only what was lost counts."""
    mine, found = places[seat.seat], []
    for other in table.seats:
        place, strength = places[other.seat], strengths[other.seat]
        if other is seat or other.gave_up or strength is None or (seat.kept is not None and place >= mine):
            continue
        found.append(SeatResult(strength, 0.5 if place == mine else float(place > mine), 1 / (table.players - 1)))
    return after(strengths[seat.seat] or Strength(), found)


def strength_of(connection: Connection, game: str, seat: TableSeat) -> Strength | None:
    """The rating of a seat's player before this game; None if it is not known."""
    if seat.kind == BOT:
        known = rating_of(game, seat.level)
        return known and Strength(known.points, (known.high - known.low) / 2 / TWO_SIDES)
    return None if seat.visitor is None else last_strength(connection, seat.visitor, game) or Strength()


def last_strength(connection: Connection, visitor: str, game: str) -> Strength | None:
    """The rating of a visitor after the last rated game; None before the first."""
    columns = (results.c.rating, results.c.deviation, results.c.volatility)
    mine = select(*columns).where(results.c.visitor == visitor, results.c.game == game, results.c.rating.is_not(None))
    last = connection.execute(mine.order_by(desc(results.c.at)).limit(1)).one_or_none()
    return None if last is None else Strength(*last)
