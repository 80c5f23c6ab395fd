"""The parts of a running table: each is rendered and sent again only when its content has changed."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from ludotheque.contract.scene import Panel, placed_at
from ludotheque.core.position import Position
from ludotheque.web.tables.state import RUNNING, TableState
from ludotheque.web.views.players import Score
from ludotheque.web.views.render import macro, render
from ludotheque.web.views.speech import speech
from ludotheque.web.views.table import TableView, table_of, title_of
from ludotheque.web.views.viewer import viewer_of
from ludotheque.web.views.visit import Visit

PartContent = tuple[Hashable, ...]
"""The content of a part: the name of its macro, and the arguments of that."""


@dataclass(frozen=True)
class Sent:
    """What a page has: the ply that it shows, and the content of each part."""

    ply: int
    position: Position  # after that ply
    parts: Mapping[str, PartContent]


@dataclass(frozen=True)
class Drawing:
    """A table as one viewer sees it."""

    visit: Visit
    body: TableView
    title: str
    position: Position
    parts: Mapping[str, PartContent]  # by `data-part`

    def whole(self) -> str:
        """The whole table (`parts/table.jinja`)."""
        return render("parts/table.jinja", self.visit, self.filled(), self.title)

    def filled(self) -> TableView:
        """The table with all parts rendered."""
        language = self.visit.language
        return self.body._replace(parts={name: filled(language, *part) for name, part in self.parts.items()})

    def sent(self) -> Sent:
        """What a page has after it was sent this."""
        return Sent(self.body.ply, self.position, self.parts)

    def fits(self, sent: Sent) -> bool:
        """Whether a page has the same parts, in any order."""
        return bool(sent.parts) and self.parts.keys() == sent.parts.keys()

    def since(self, sent: Sent) -> list[str]:
        """The parts that have changed since a page was sent something, and the new lines of the log, in pieces."""
        language, was = self.visit.language, sent.parts
        fresh: list[str] = [self.body.state(self.title, delta=True)]
        for name, part in self.parts.items():
            if part != was[name]:
                fresh += updated(language, part, was[name])
        if self.body.log:
            turns = [filled(language, "log_turn", turn) for turn in self.body.log]
            fresh.append(macro("more_log")(Markup("".join(turns)), self.body.log[-1].ply))
        return fresh


def updated(language: str, part: PartContent, sent: PartContent) -> list[str]:
    """A part that has changed, in pieces; of a picture only the pieces that have."""
    if part[0] == "panel":
        new, old = part[1], sent[1]
        if isinstance(new, Panel) and isinstance(old, Panel) and new.fits(old):
            return changed_pieces(new, old)
    return [filled(language, *part)]


@functools.lru_cache(2048)
def filled(language: str, name: str, *args: Hashable) -> Markup:
    """A rendered part; many parts of a table are the same for all viewers."""
    return macro(name, language)(*args, t=speech(language).say)


def changed_pieces(new: Panel, old: Panel) -> list[str]:
    """The pieces of a picture that have changed, each with its place."""
    pieces = zip(new.pieces, old.pieces, strict=True)
    fresh = [placed_at(number, piece) for number, (piece, was) in enumerate(pieces) if piece != was]
    return [f'<section data-part="panel-{new.name}" data-pieces><svg>', *fresh, "</svg></section>"]


def draw(table: TableState, visit: Visit, eyes: int | None, now: float, first: int = 0) -> Drawing:
    """A table for one viewer; log and movements start with the ply `first`."""
    viewer = viewer_of(table, visit, eyes, now)
    body = table_of(viewer, first)
    parts = parts_of(body) if table.status == RUNNING and viewer.handover is None else {}
    return Drawing(visit, body, title_of(viewer), table.position, parts)


def known_plies(table: TableState, sent: Sent | None) -> int:
    """How many plies of the table a page knows; 0 if one of them was taken back."""
    positions = table.history.positions
    if sent is None or len(positions) <= sent.ply or positions[sent.ply] is not sent.position:
        return 0
    return sent.ply


def parts_of(body: TableView) -> dict[str, PartContent]:
    """The parts of a running table by name, except the log, which only grows."""
    assert body.turn is not None
    turn, url = body.turn, body.url
    asked = (turn.asks, turn.rule) if turn.mine else ("", None)
    waits, where = (turn.waits, turn.thinking), (url, body.watching, body.away)
    waiting = body.undo_asked is not None and body.undo_asked.mine and not body.undo_asked.refused_by
    panels = [*body.panels, *filter(None, body.summaries)]
    link = None if body.seat is None else body.players[body.seat].link
    sealed = turn.sealed is not None
    face = "" if turn.seat is None else body.players[turn.seat].picture
    whose = turn.mine and not body.companion, turn.seat, turn.name, face
    return {
        "progress": ("progress", body.game.title, body.progress),
        "scores": ("score_row", tuple(map(Score.of, body.players))),
        "defs": ("defs", body.defs),
        "whose": ("whose", *whose, turn.secret, sealed, bool(body.eyes)),
        "sentence": ("sentence", *asked, turn.seat, turn.sealed, *waits, turn.chips, *where, body.game.name),
        "preview": ("preview", turn.mine, sealed),
        "buttons": ("buttons", body.buttons),
        "undo": ("undo", turn.undo, turn.undo_needs, sealed, waiting, url, body.seat),
        "hint": ("hint", turn.mine, sealed, body.hints, url, body.seat),
        "end": ("end", body.end),
        "confirm": ("confirm", turn.mine, turn.secret, body.away, turn.hurry, url),
        "leaving": ("leaving", url, body.can_leave, body.seat, link, body.stand_ins),
        "asking": ("asking", body.undo_asked, url),
        "helper": ("helper", body.explained, url),
        **({"pad": ("draw_pad", body.pad, url)} if body.companion else {}),
        **{f"player-{each.seat}": ("player_line", each) for each in body.players},
        **{f"panel-{panel.name}": ("panel", panel) for panel in panels},
    }
