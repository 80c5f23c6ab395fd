"""NudgeStore: where visitors want to be told of their turn, and what is to be told and when.

A row of `nudges` is the turn of one visitor at one table, so there is at most one message a turn. Its `due` is when
the next message leaves: that the game begins, then that it is the visitor's turn, at a table with days a move that
little time is left, and in the end that the game is over. All servers share the rows: the one that changes `due` first
sends the message.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludotheque.web.storage.schema import identity, mail_addresses, nudges, push_addresses, seats, tables, writing
from ludotheque.web.storage.store import refusing_outages
from ludotheque.web.tables.clock import DAY, HOUR
from ludotheque.web.tables.state import GIVEN_UP, OVER, RUNNING

MOST_ADDRESSES = 5  # browsers of one visitor; the oldest goes
MOST_FAILURES = 2  # deliveries in a row that may fail
BATCH = 20  # messages that one look sends
BETWEEN_NUDGES = DAY  # seconds until a visitor may nudge the others at a table again
LATE = HOUR  # seconds after a move, after which the next player may be nudged

TURN, REMINDER, BEGIN, END = "turn", "reminder", "begin", "end"
NUDGE = "nudge"  # another player waits for the visitor
REMINDED = "reminded"  # nothing is left to tell of this turn
NO_TURN = -1  # the ply of a nudge before the visitor's first turn

_OF = nudges.c
_WANTED = (push_addresses.c, mail_addresses.c)


@dataclass(frozen=True)
class PushAddress:
    """Where the messages for one browser go, and the keys that encrypt them: a row of `schema.push_addresses`."""

    id: str  # SHA-256 of the endpoint
    visitor: str
    endpoint: str
    p256dh: str  # public key of the browser
    auth: str  # secret of the browser
    language: str
    site: str  # the address of our site as the visitor knows it
    failures: int = 0  # deliveries that failed one after the other
    created: float = 0.0


@dataclass(frozen=True)
class Nudge:
    """A row of `schema.nudges`."""

    table: str
    visitor: str
    ply: int  # number of choices when the turn began, or NO_TURN; an undone and repeated move is no new turn
    waiting: bool  # it is the visitor's turn
    due: float | None  # when the next message leaves
    kind: str  # the kind of that message
    muted: bool = False  # the visitor wants no messages of this table
    nudged: float | None = None  # when the visitor last nudged the others
    by: int | None = None  # the seat that nudged the visitor


@dataclass(frozen=True)
class NudgeMessage:
    """A message to a visitor. It lies on locked screens, so it holds no hand, no card and no choice."""

    title: str
    body: str
    url: str
    language: str
    stop: str  # how to get no more mails
    play: str = ""  # the label of the button that leads to the table
    mute: str = ""  # the label of the button for no more messages of the table; "": there is none

    def payload(self) -> bytes:
        """The message as the service worker reads it."""
        told = {name: value for name, value in vars(self).items() if name != "stop"}
        return json.dumps(told, ensure_ascii=False, sort_keys=True).encode()


class NudgeStore:
    """Reads and writes addresses and nudges."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def push_key(self, new: str) -> str:
        """The key with which all servers of this database sign messages: the first one that a server brought."""
        with writing(self._engine) as connection:
            connection.execute(update(identity).where(identity.c.push_key.is_(None)).values(push_key=new))
            return str(connection.execute(select(identity.c.push_key)).scalar_one())

    # --- addresses ------------------------------------------------------------------------

    def add_address(self, address: PushAddress) -> None:
        """Keeps an address; one that is known belongs to the visitor who gave it last."""
        mine = select(push_addresses.c.id).where(push_addresses.c.visitor == address.visitor)
        with refusing_outages(), writing(self._engine) as connection:
            connection.execute(delete(push_addresses).where(push_addresses.c.id == address.id))
            connection.execute(insert(push_addresses).values(asdict(address)))
            old = connection.execute(mine.order_by(push_addresses.c.created.desc()).offset(MOST_ADDRESSES)).scalars()
            connection.execute(delete(push_addresses).where(push_addresses.c.id.in_(list(old))))

    def addresses(self, visitor: str) -> list[PushAddress]:
        """The addresses of a visitor."""
        with refusing_outages(), self._engine.connect() as connection:
            rows = connection.execute(select(push_addresses).where(push_addresses.c.visitor == visitor)).mappings()
            return [PushAddress(**row) for row in rows]

    def forget(self, visitor: str, id: str | None = None) -> None:
        """Forgets a browser of a visitor, or all of them."""
        found = delete(push_addresses).where(push_addresses.c.visitor == visitor)
        with refusing_outages(), writing(self._engine) as connection:
            connection.execute(found if id is None else found.where(push_addresses.c.id == id))

    def delivered(self, address: PushAddress, arrived: bool, gone: bool = False) -> None:
        """Counts failures, and forgets an address that is gone or has failed too often."""
        failures = 0 if arrived else address.failures + 1
        if failures == address.failures:
            return
        row = push_addresses.c.id == address.id
        with refusing_outages(), writing(self._engine) as connection:
            if gone or failures >= MOST_FAILURES:
                connection.execute(delete(push_addresses).where(row))
            else:
                connection.execute(update(push_addresses).where(row).values(failures=failures))

    def set_mail(self, visitor: str, address: str, language: str) -> None:
        """Keeps the mail address of a visitor, which its owner has confirmed; "" forgets it."""
        with refusing_outages(), writing(self._engine) as connection:
            connection.execute(delete(mail_addresses).where(mail_addresses.c.visitor == visitor))
            if address:
                row = {"visitor": visitor, "address": address, "language": language}
                connection.execute(insert(mail_addresses).values(row))

    def stop_mail(self, address: str) -> None:
        """Forgets a mail address, whoever gave it: its owner wants no more mails."""
        with refusing_outages(), writing(self._engine) as connection:
            connection.execute(delete(mail_addresses).where(mail_addresses.c.address == address))

    def mail(self, visitor: str) -> tuple[str, str] | None:
        """The mail address of a visitor and its language, if there is one."""
        found = select(mail_addresses.c.address, mail_addresses.c.language).where(mail_addresses.c.visitor == visitor)
        with refusing_outages(), self._engine.connect() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else (row.address, row.language)

    def reachable(self, visitors: Collection[str]) -> set[str]:
        """Those of these visitors who want messages."""
        with refusing_outages(), self._engine.connect() as connection:
            found = [select(of.visitor).where(of.visitor.in_(list(visitors))) for of in _WANTED]
            return {visitor for each in found for visitor in connection.execute(each).scalars()}

    def anybody(self) -> bool:
        """Whether any visitor wants to be told."""
        with refusing_outages(), self._engine.connect() as connection:
            return any(connection.execute(select(of.visitor).limit(1)).first() is not None for of in _WANTED)

    def tables_to_tell(self, ended_since: float) -> set[str]:
        """The tables of visitors who want to be told whose game runs, or ended since a time and after their wish."""
        push, mail = (select(of.visitor) for of in _WANTED)
        before = push.where(push_addresses.c.created < tables.c.changed).correlate(tables)
        running, ended = tables.c.status == RUNNING, tables.c.status.in_((OVER, GIVEN_UP))
        whose = seats.c.visitor
        wanted = (running & whose.in_(push)) | (ended & whose.in_(before)) | whose.in_(mail)
        told = select(tables.c.id).join(seats).where(running | (ended & (tables.c.changed >= ended_since)), wanted)
        with refusing_outages(), self._engine.connect() as connection:
            return set(connection.execute(told).scalars())

    # --- nudges ---------------------------------------------------------------------------

    def of_table(self, table: str) -> dict[str, Nudge]:
        """The nudges of a table by visitor."""
        with refusing_outages(), self._engine.connect() as connection:
            rows = connection.execute(select(nudges).where(_OF.table == table)).mappings()
            return {row["visitor"]: Nudge(**row) for row in rows}

    def save(self, nudge: Nudge) -> None:
        """Writes a nudge; whether its table is muted stays."""
        kept = ("muted", "nudged")
        self._write(nudge, {name: value for name, value in asdict(nudge).items() if name not in kept})

    def mute(self, table: str, visitor: str, muted: bool) -> None:
        """Keeps whether a visitor wants no messages of a table."""
        self._write(Nudge(table, visitor, NO_TURN, False, None, BEGIN, muted), {"muted": muted})

    def may_nudge(self, table: str, visitor: str, moved_at: float, now: float) -> bool:
        """Whether a visitor may nudge the others at a table now: an hour after the last move, once a day."""
        if now - moved_at <= LATE:
            return False
        found = self.of_table(table).get(visitor)
        return found is None or found.nudged is None or found.nudged <= now - BETWEEN_NUDGES

    def note_nudge(self, table: str, visitor: str, now: float) -> None:
        """Keeps when a visitor nudged the others."""
        self._write(Nudge(table, visitor, NO_TURN, False, None, BEGIN, nudged=now), {"nudged": now})

    def _write(self, new: Nudge, values: dict[str, Any]) -> None:
        """Changes values of a row, or adds a new one."""
        change = update(nudges).where(_OF.table == new.table, _OF.visitor == new.visitor).values(values)
        with refusing_outages():
            try:
                with writing(self._engine) as connection:
                    if not connection.execute(change).rowcount:
                        connection.execute(insert(nudges).values(asdict(new)))
            except IntegrityError:  # another server was faster
                with writing(self._engine) as connection:
                    connection.execute(change)

    def due(self, now: float) -> list[Nudge]:
        """The nudges whose message should leave, the oldest first."""
        found = select(nudges).where(_OF.due <= now).order_by(_OF.due).limit(BATCH)
        with refusing_outages(), self._engine.connect() as connection:
            return [Nudge(**row) for row in connection.execute(found).mappings()]

    def claim(self, nudge: Nudge, due: float | None, kind: str) -> bool:
        """Plans the next message instead of this one; False if another server did so first, or the visitor came."""
        change = update(nudges).where(_OF.table == nudge.table, _OF.visitor == nudge.visitor, _OF.due == nudge.due)
        with refusing_outages(), writing(self._engine) as connection:
            return bool(connection.execute(change.values(due=due, kind=kind)).rowcount)
