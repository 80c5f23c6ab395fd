"""Company at a table: reactions of its players, and a chat where its host allows one.

Each public function edits one table; `TableStore.change` runs it in a transaction.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from ludotheque.web.storage.changes import TableChange
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import RUNNING, ChatLine, TableState

REACTIONS = ("bravo", "ouch", "crack", "think", "wake", "sly", "no_rush", "well")
STOOD_IN = "stood_in"  # shown for a bot that failed or overran its time: the greedy bot decided
STOOD_IN_SHOWN = 60.0  # seconds; of a secret choice it is told when that is revealed
WAKE = "wake"  # the reaction that is for somebody who keeps the others waiting
LONG_WAIT = 60.0  # seconds of waiting before it can be sent
LONGEST_LINE = 200
MOST_LINES = 50  # lines of a chat that are kept
JOINERS = "\u200c\u200d"  # within words of some scripts, and within emoji; they show nothing beside Latin letters
LINK = re.compile(r"://|\bwww\.|\b[\w-]+\.[a-z]{2,}/", re.IGNORECASE)


def react(change: TableChange, visitor: str, reaction: str) -> None:
    """Shows a reaction beside the visitor's seat for some seconds."""
    table = change.table
    seat = own_seat(table, visitor)
    waited = table.status == RUNNING and change.now - table.moved_at >= LONG_WAIT and seat not in table.asked()
    if reaction == WAKE and not waited:
        raise Refusal(409, "too_soon")
    show(change, seat, reaction)


def show(change: TableChange, seat: int, reaction: str, silently: bool = False) -> None:
    """Replaces what is shown beside a seat."""
    kept = change.table.company
    reactions = {**dict(kept.reactions), seat: (reaction, change.now)}
    change.keep_company(replace(kept, reactions=tuple(sorted(reactions.items()))), silently)


def show_stood_in(change: TableChange, seat: int) -> None:
    """Shows that the greedy bot decided for a bot: silently while its choice is sealed."""
    sealed = seat in change.table.seals
    last, at = dict(change.table.company.reactions).get(seat, ("", 0.0))
    if not (sealed and last == STOOD_IN and at > change.now - STOOD_IN_SHOWN):
        show(change, seat, STOOD_IN, silently=sealed)


def say(change: TableChange, visitor: str, text: str) -> None:
    """Adds a line to the chat."""
    table = change.table
    seat = own_seat(table, visitor)
    if table.company.chat is None:
        raise Refusal(403, "no_chat")
    line = one_line(text)
    if not line:
        raise Refusal(422, "chat_empty")
    if LINK.search(line.translate(dict.fromkeys(map(ord, JOINERS)))):
        raise Refusal(422, "chat_link")
    chat = (*table.company.chat, ChatLine(seat, line, change.now))[-MOST_LINES:]
    change.keep_company(replace(table.company, chat=chat))


def allow_chat(change: TableChange, visitor: str, on: bool) -> None:
    """Switches the chat on, or off together with its lines. Strangers find a listed table, so it has none."""
    table = change.table
    if visitor != table.host:
        raise Refusal(403, "not_host_chat")
    if on and table.listed:
        raise Refusal(409, "chat_listed")
    if on != (table.company.chat is not None):
        change.keep_company(replace(table.company, chat=() if on else None))


def hush(change: TableChange, seats: Collection[int]) -> None:
    """Removes what seats have said and shown at a table: it was the word of the person who sat there."""
    kept = change.table.company
    chat = None if kept.chat is None else tuple(line for line in kept.chat if line.seat not in seats)
    left = replace(kept, chat=chat, reactions=tuple(each for each in kept.reactions if each[0] not in seats))
    if left != kept:
        change.keep_company(left)


def own_seat(table: TableState, visitor: str) -> int:
    """The first seat of a visitor; spectators only look on."""
    if not (mine := table.seats_of(visitor)):
        raise Refusal(403, "not_seated")
    return mine[0]


def one_line(text: str) -> str:
    """A text in one line, of bounded length and without invisible characters but joiners."""
    shown = "".join(c if c.isprintable() or c in JOINERS else " " for c in text)
    return " ".join(shown.split())[:LONGEST_LINE].strip(" " + JOINERS)
