"""Company at a table as one viewer sees it: reactions, the chat, and who watches."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from markupsafe import Markup

from ludotheque.web.tables.clock import DAY
from ludotheque.web.tables.company import REACTIONS, STOOD_IN, STOOD_IN_SHOWN
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import age, names_of, token_picture
from ludotheque.web.views.render import macro
from ludotheque.web.views.speech import speech
from ludotheque.web.views.visit import Visit
from ludotheque.web.work.hub import Onlooker

SHOWN = 8.0  # seconds for which pages are told of a reaction; they show it for four
KEPT = DAY  # seconds after the end for which a chat is kept
MOST_NAMED = 20  # spectators whose names are listed


class Reacted(NamedTuple):
    """A reaction that is shown now."""

    seat: int
    by: str  # the key of its player
    name: str
    reaction: str
    at: float  # tells it from an earlier one


class Said(NamedTuple):
    """A line of the chat."""

    seat: int
    by: str  # the key of its player
    name: str
    text: str


class Spectator(NamedTuple):
    """A spectator."""

    name: str  # "" for one without
    picture: str
    since: str  # for how long, in words


class Heard(NamedTuple):
    """What a page hears of the company at its table (`parts/company.jinja`)."""

    reactions: tuple[Reacted, ...]
    chat: tuple[Said, ...] | None  # None: there is none, or the viewer does not sit there
    watching: int
    names: tuple[Spectator, ...]  # for players alone
    seated: bool  # the viewer may react
    others: tuple[tuple[int, str, str], ...]  # seats, keys and names of the other people, whom the viewer may mute


class Company(NamedTuple):
    """What a viewer may do in company, and what is heard there (`parts/company.jinja`)."""

    url: str
    reactions: tuple[str, ...]  # what players may send
    switch: bool  # the viewer may switch the chat on or off
    heard: Heard


def heard_of(table: TableState, visit: Visit, watchers: Sequence[Onlooker], now: float) -> Heard:
    """What a viewer hears. Only players read the chat, and only they see the names of spectators."""
    names, seated = names_of(table, visit.speech), bool(table.seats_of(visit.visitor))
    keys = [key_of(table.id, seat.visitor or "") for seat in table.seats]
    held = {seat.visitor for seat in table.seats}
    others = [watcher for watcher in watchers if watcher.visitor not in held]
    named = sorted(others, key=lambda each: (not each.name, each.name))[:MOST_NAMED] if seated else []
    recent = [
        (seat, (reaction, at))
        for seat, (reaction, at) in table.company.reactions
        if at > now - (STOOD_IN_SHOWN if reaction == STOOD_IN else SHOWN)
        if not (reaction == STOOD_IN and seat in table.seals and table.seals[seat][1] <= at)
    ]
    chat = table.company.chat
    gone = table.ended and now > table.changed + KEPT
    return Heard(
        tuple(Reacted(seat, keys[seat], names[seat], reaction, at) for seat, (reaction, at) in recent),
        None if chat is None or not seated or gone else tuple(Said(n, keys[n], names[n], text) for n, text, _ in chat),
        len(others),
        tuple(Spectator(each.name, token_picture(each.token), age(now - each.since, visit.speech)) for each in named),
        seated,
        tuple(
            (n, keys[n], names[n]) for n, seat in enumerate(table.seats) if seat.visitor not in (None, visit.visitor)
        ),
    )


@functools.lru_cache(4096)  # every update of a page asks for those of all seats
def key_of(table: str, visitor: str) -> str:
    """What tells a player from the next one in the same seat: a muted player must not silence that one, too."""
    return sha256(f"mute/{table}/{visitor}".encode()).hexdigest()[:12]


def company_of(
    table: TableState, visit: Visit, watchers: Sequence[Onlooker], now: float, chat_allowed: bool
) -> Company:
    """The company at a table for its page."""
    switch = chat_allowed and table.host == visit.visitor and not table.listed
    heard = heard_of(table, visit, watchers, now)
    return Company(f"/t/{table.id}", REACTIONS, switch, heard)


@functools.lru_cache(1024)
def heard_html(heard: Heard, language: str) -> Markup:
    """What is heard, as the event stream sends it."""
    return macro("heard", language)(heard, t=speech(language).say)
