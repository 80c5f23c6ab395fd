"""Sharing a table: its link, the code that a camera reads, and what messengers show with the link."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from markupsafe import Markup

from ludotheque.core.game import game_of
from ludotheque.web.tables.state import GIVEN_UP, OVER, WAITING, TableState
from ludotheque.web.views.common import names_of
from ludotheque.web.views.lists import asked_words, given_up_words
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.visit import Visit, spectator


@dataclass(frozen=True)
class Shared:
    """What is said of a table to people who get its link: nothing that a spectator does not see."""

    title: str
    note: str

    @property
    def spoken(self) -> str:
        return f"{self.title}. {self.note}" if self.note else self.title


@dataclass(frozen=True)
class ShareSheet:
    """How to share a table (`share.jinja`)."""

    url: str  # the address of the table here
    link: str  # the address of the table for others
    code: Markup  # the link as a QR code
    title: str
    sentence: str
    watch: str = ""  # a companion's link for people who watch


@dataclass(frozen=True)
class LinkPreview:
    """What the head of a page says to messengers (`parts/preview.jinja`)."""

    shared: Shared
    link: str
    picture: str
    hidden: bool  # search engines leave the page alone


def shared_of(table: TableState, said: PageSpeech) -> Shared:
    """The table in a line and a note. A table that is not listed names its host alone."""
    position = table.position
    title = position.game.title(said.language)
    if table.listed and table.status == OVER:
        verdict = position.ending(said.language, names_of(table, said), None, table.history.positions).verdict
        return Shared(verdict.headline, " ".join(reason.text for reason in verdict.reasons[:1]))
    if table.listed and table.status != WAITING:
        names = names_of(table, said)
        scores = (f"{name} {points}" for name, points in zip(names, position.scores(), strict=True))
        state = given_up_words(table, names, said) or asked_words(table, names, spectator(said.language))
        return Shared(f"{title}{said.say('frame.colon')} {state}", ", ".join(scores).replace("-", "−"))
    if table.status in (OVER, GIVEN_UP):
        return Shared(title, said.say("share.finished"))
    host = next((seat.name for seat in table.seats if seat.visitor == table.host and seat.name), "")
    invites = said.say("share.invites", name=host, game=title) if host else said.say("share.invited", game=title)
    fewest, most = game_of(table.game).about.MINUTES
    minutes = said.say("share.minutes" if fewest < most else "share.about_minutes", fewest=fewest, most=most)
    return Shared(invites, f"{table.title} · {minutes}" if table.title and table.listed else minutes)


def share_sheet(table: TableState, visit: Visit) -> ShareSheet:
    """The sheet with the link of a table."""
    link = f"{visit.site}/t/{table.id}"
    state = "ended" if table.ended else "waiting" if table.status == WAITING else "running"
    title = visit.speech.say("share.invite_to", title=table.title or table.position.game.title(visit.language))
    return ShareSheet(f"/t/{table.id}", link, qr_code(link), title, visit.speech.say(f"share.{state}"))


def link_preview(table: TableState, visit: Visit) -> LinkPreview:
    """What messengers show with the link of a table."""
    link = f"{visit.site}/t/{table.id}"
    picture = f"{link}/link.png?language={visit.language}&v={table.version}"
    return LinkPreview(shared_of(table, visit.speech), link, picture, not table.listed)


def qr_code(link: str) -> Markup:
    """A link as a QR code: black on white in both themes, with the margin that cameras need."""
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(border=4, dark="#1E1B18", light="#fff", omitsize=True, svgclass="qr", lineclass=None))
