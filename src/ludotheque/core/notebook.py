"""What notebooks show: results that are plain lists to programs, and tables to people."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ludotheque.core.advice import Advice
from ludotheque.errors import Error
from ludotheque.kernel.data_table import DataTable

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.position import Position
    from ludotheque.core.record import GameRecord


class Ledger(list[list[tuple[str, int]]]):
    """For every seat where its points come from: (rule number, points)."""

    game: Game

    def table(self) -> DataTable:
        """A row for every line of the score sheet, with what the rule says."""
        return DataTable.of(
            {"seat": seat, "rule": rule, "points": points, "says": self.game.rule(rule)}
            for seat, sheet in enumerate(self)
            for rule, points in sheet
        )

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


class Analysis(list[Advice]):
    """The advice for a decision, the best action first."""

    position: Position
    shares: tuple[float, ...]  # by seat: shares of the victory over the whole search

    def table(self) -> DataTable:
        """A row for every legal action."""
        return DataTable.of(
            {"action": each.action, "notation": self.position.notation(each.action)}
            | {"share": each.share, "visits": each.visits, "says": self.position.say(each.action)}
            for each in self
        )

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def show_game(game: Game) -> str:
    """The title of a game, its players and its options."""
    options = DataTable.of(
        {"option": option.name, "values": ", ".join(map(str, option.values)), "usual": str(option.default)}
        for option in game.options.values()
    )
    seats = f"{game.seats[0]} to {game.seats[-1]} players, {game.action_count} actions, rules version {game.version}"
    return f"<b>{escape(game.title())}</b><p>{seats}</p>{options._repr_html_()}"


def show_record(record: GameRecord) -> str:
    """Who played and how it ended, and the last position; without the picture if the game is not installed."""
    seats = DataTable.of(
        {
            "seat": seat,
            "name": record.seats[seat] if record.seats else "",
            "score": None if record.scores is None else record.scores[seat],
            "winner": record.winners is not None and seat in record.winners,
        }
        for seat in range(record.players)
    )
    try:
        picture = record.last().svg()
    except Error as problem:
        picture = f"<p>{escape(str(problem))}</p>"
    return f"<b>{escape(record.game)}</b>, {len(record.plies)} plies{seats._repr_html_()}{picture}"
