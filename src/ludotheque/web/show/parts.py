"""The parts of a running table: each is filled in once for the same input, and sent again only when it changed."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from ludotheque.core.position import Position
from ludotheque.web.context import Score, Table
from ludotheque.web.desk import RUNNING, TableState
from ludotheque.web.render import macro, render
from ludotheque.web.show.table import reader_of, table_of, title_of
from ludotheque.web.speech import speech
from ludotheque.web.visit import Visit


@dataclass(frozen=True)
class Sent:
    """What a page has: up to which choice, and how each part of it looks."""

    ply: int
    position: Position  # after that choice
    looks: Mapping[str, int]


@dataclass(frozen=True)
class Drawing:
    """A table as one reader sees it."""

    visit: Visit
    body: Table
    title: str
    position: Position

    def whole(self) -> str:
        """All of it (`parts/table.jinja`)."""
        return render("parts/table.jinja", self.visit, self.body, self.title)

    def sent(self) -> Sent:
        """What a page has that was sent this."""
        return Sent(self.body.ply, self.position, {name: hash(part) for name, part in self.body.parts.items()})

    def fits(self, sent: Sent) -> bool:
        """Whether a page has all the parts that this has."""
        return bool(sent.looks) and self.body.parts.keys() == sent.looks.keys()

    def since(self, sent: Sent) -> str:
        """The parts that differ from what was sent, and what was added to the log."""
        fresh = [part for name, part in self.body.parts.items() if hash(part) != sent.looks[name]]
        if self.body.log:
            lines = [piece("log_line", self.visit.language, line) for line in self.body.log]
            fresh.append(macro("more_log")(Markup("").join(lines), sent.ply))
        return "".join([macro("state")(self.body, self.title, True), *fresh])


def draw(table: TableState, visit: Visit, eyes: int | None, now: float, news: int = 0) -> Drawing:
    """A table for one reader; of what happened before ply `news` neither log nor movements."""
    reader = reader_of(table, visit, eyes, now)
    body = table_of(reader, news)
    if table.status == RUNNING and reader.handover is None:
        body = replace(body, parts=parts_of(body, visit.language))
    return Drawing(visit, body, title_of(reader), table.position)


def known(table: TableState, sent: Sent | None) -> int:
    """How much of a table's line a page has: nothing if something of that was taken back."""
    if sent is None or len(table.line.positions) <= sent.ply or table.line.positions[sent.ply] is not sent.position:
        return 0
    return sent.ply


@functools.lru_cache(4096)
def piece(name: str, language: str, *given: Hashable) -> Markup:
    """A part filled in; the same is not filled in twice."""
    return macro(name)(*given, t=speech(language).say)


def parts_of(body: Table, language: str) -> dict[str, Markup]:
    """The parts of a running table by their names (`data-part`), but for the log, which only grows."""
    assert body.turn is not None
    turn, url = replace(body.turn, choices=(), explained=None), body.url
    me = None if body.seat is None else body.players[body.seat]
    parts = {
        "progress": piece("progress", language, body.progress),
        "scores": piece("score_row", language, tuple(map(Score.of, body.players))),
        "defs": piece("defs", language, body.defs),
        "whose": piece("whose", language, turn, bool(body.eyes)),
        "sentence": piece("sentence", language, turn, url, body.watching),
        "slip": piece("slip", language, turn.mine),
        "acts": piece("acts", language, turn, body.turn.buttons, url, body.away, body.seat),
        "leaving": piece("leaving", language, url, body.can_leave, body.seat, me and me.link, body.stand_ins),
        "more": piece("more", language, body.undo_asked, body.turn.explained, url),
    }
    parts |= {f"panel-{panel.name}": piece("panel", language, panel) for panel in body.panels}
    parts |= {f"player-{each.seat}": piece("player_row", language, each, body.seat) for each in body.players}
    return parts
