"""The finished games of a visitor, as their results tell them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import ColumnElement, select

from ludotheque.bots.levels import LEVELS, rating_of
from ludotheque.core.game import games
from ludotheque.web.storage.schema import results, seats, tables
from ludotheque.web.storage.store import TableStore, refusing_outages
from ludotheque.web.tables.rating import Strength
from ludotheque.web.tables.results import last_strength
from ludotheque.web.tables.seating import USUAL_BOT
from ludotheque.web.tables.state import GIVEN_UP
from ludotheque.web.tables.visitors import shown_id, token_of

MOST_GAMES = 2000  # the newest games, which statistics count


@dataclass(frozen=True)
class Opponent:
    """Another seat of a finished game."""

    key: str  # the same for the same opponent
    level: str | None  # a bot's level
    name: str
    token: str  # "" for bots and erased visitors
    score: int
    place: int


@dataclass(frozen=True)
class PlayedGame:
    """A finished game as one player's seat saw its end."""

    table: str
    game: str
    players: int
    at: float
    score: int
    place: int
    won: float  # the share of the victory
    lines: dict[str, int]
    given_up: bool  # the game ended because a player gave it up
    strength: Strength | None  # after the game; None: it was not rated
    opponents: tuple[Opponent, ...]


def rivals_near(store: TableStore, visitor: str, game: str, count: int) -> list[str]:
    """Levels of bots for a game against them: the two nearest a visitor's rating, or the usual one for a newcomer."""
    with refusing_outages(), store.engine.connect() as connection:
        mine = last_strength(connection, visitor, game)
    ratings = {level: rating for level in LEVELS if (rating := rating_of(game, level)) is not None}
    if mine is None or not ratings:
        return [USUAL_BOT] * count
    near = sorted(ratings, key=lambda level: abs(ratings[level].points - mine.rating))[:2]
    return [near[n % len(near)] for n in range(count)]


def games_played(
    store: TableStore, visitor: str, *conditions: ColumnElement[bool], most: int = MOST_GAMES
) -> list[PlayedGame]:
    """The finished games of a visitor that fulfil conditions on `schema.results`, the newest first.

    Those of a game that is not installed any more are left out: nothing can be told of them.
    """
    mine = (
        select(results, tables.c.status)
        .join(tables, tables.c.id == results.c.table)
        .where(results.c.visitor == visitor, results.c.game.in_(games()), *conditions)
    )
    latest = mine.order_by(results.c.at.desc(), results.c.seat).limit(most)
    with refusing_outages(), store.engine.connect() as connection:
        rows = connection.execute(latest).mappings().all()
        ids = latest.with_only_columns(results.c.table).subquery()
        beside = (
            select(results, seats.c.name, seats.c.token)
            .join(seats, (seats.c.table == results.c.table) & (seats.c.seat == results.c.seat))
            .where(results.c.table.in_(select(ids)))
            .order_by(results.c.seat)
        )
        others: defaultdict[str, list[tuple[int, Opponent]]] = defaultdict(list)
        for row in connection.execute(beside).mappings():
            token = token_of(row["visitor"], row["token"]) if row["visitor"] else ""
            key = row["level"] or (shown_id(row["visitor"]) if row["visitor"] else "")
            opponent = Opponent(key, row["level"], row["name"], token, row["score"], row["place"])
            others[row["table"]].append((row["seat"], opponent))
    return [
        PlayedGame(
            **{name: row[name] for name in ("table", "game", "players", "at", "score", "place", "won", "lines")},
            given_up=row["status"] == GIVEN_UP,
            strength=None if row["rating"] is None else Strength(row["rating"], row["deviation"], row["volatility"]),
            opponents=tuple(each for seat, each in others[row["table"]] if seat != row["seat"]),
        )
        for row in rows
    ]
