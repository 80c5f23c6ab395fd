"""Nudger: tells visitors that a game begins, that it is their turn, that their time is nearly up, or who has won.

Requests only note which tables changed. A thread looks at them, plans a message a few seconds ahead, and sends what
is due. A page in view takes the message back before it leaves (`seen`); while its visitor is asked it says every 20
seconds that it is in view, so reminders and nudges do not reach another device either.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from smtplib import SMTPException
from urllib.parse import urlsplit

from ludotheque.web.settings import Settings
from ludotheque.web.storage.nudges import (
    BEGIN,
    END,
    NO_TURN,
    NUDGE,
    REMINDED,
    REMINDER,
    TURN,
    Nudge,
    NudgeMessage,
    NudgeStore,
    PushAddress,
)
from ludotheque.web.storage.store import TableStore
from ludotheque.web.storage.vacations import vacation_of
from ludotheque.web.tables.clock import HOUR, reminder_at, runs_from
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import GIVEN_UP, PERSON, RUNNING, TableState
from ludotheque.web.work.deliveries import DeliveryQueue
from ludotheque.web.work.mail import STOP, Mailer, MailLink
from ludotheque.web.work.push import DeliveryProblem, deliver, new_key

log = logging.getLogger("ludotheque.nudges")

OUTAGE = 503  # the status of a refusal while the database is away
MAIL = "mail"  # the place of our own mail server among the hosts of deliveries
MOST_CHANGED = 10_000  # tables that wait for a look; more are dropped, and their players look at the page

LATEST_END = HOUR  # seconds after the last move for which the end of a game is news to anybody
IN_VIEW = 30.0  # seconds for which a page counts as in view after it said so

MessageMaker = Callable[[TableState, Nudge, str, float], NudgeMessage]
"""Makes the message of a nudge: (table, nudge, language, now)."""


class Nudger:
    """Plans and sends messages."""

    def __init__(self, store: TableStore, settings: Settings, message: MessageMaker) -> None:
        self.nudges = NudgeStore(store.engine)
        self.key = self.nudges.push_key(new_key())
        self.mailer = Mailer(settings)
        self._store, self._message = store, message
        self._delay, self._to_loopback = settings.push_delay, settings.push_to_loopback
        ended_since = store.now() - LATEST_END
        self._changed = self.nudges.tables_to_tell(ended_since)  # turns and ends just before a restart
        self._lock = threading.Lock()
        self._deliveries = DeliveryQueue()
        self.deliver: Callable[[bytes, PushAddress, str, str, bool], None] = deliver

    def table_changed(self, table: TableState) -> None:
        """Notes a table whose turn may have changed. Returns at once."""
        with self._lock:
            if len(self._changed) < MOST_CHANGED:
                self._changed.add(table.id)

    def look(self) -> None:
        """Plans messages for the tables that changed, and sends what is due."""
        with self._lock:
            changed, self._changed = self._changed, set()
        if changed and self.nudges.anybody():
            for table_id in changed:
                with suppress(Refusal):  # it needs rules that are not installed
                    self._plan(self._store.read(table_id))
        for nudge in self.nudges.due(self._store.now()):
            self._send(nudge)

    def seen(self, table: TableState, visitor: str) -> None:
        """Takes the message back: the visitor looks at the table."""
        if not table.seats_of(visitor) or not self.nudges.reachable([visitor]):
            return
        known = self.nudges.of_table(table.id).get(visitor)
        old = known or Nudge(table.id, visitor, NO_TURN, False, None, BEGIN)
        if table.waits_for(visitor):
            due, same = reminder_at(table, visitor), is_same_turn(table, old)
            late = (same and old.kind == REMINDED) or (
                due is not None and due <= self._store.now() + IN_VIEW  # the visitor sees how little time is left
            )
            ply, by = len(table.history.choices), old.by if same else None
            new = Nudge(table.id, visitor, ply, True, due, REMINDER, old.muted, old.nudged, by)
            new = replace(new, due=None, kind=REMINDED) if late else new
        else:
            new = replace(old, waiting=False, due=None, kind=END if table.ended else BEGIN)
        if new != known:
            self.nudges.save(new)

    def nudge(self, table: TableState, visitor: str) -> None:
        """Tells absent players once a turn that a visitor waits for them. The visitor does not learn their names."""
        now, mine = self._store.now(), table.seats_of(visitor)
        if not mine or table.status != RUNNING or not self.nudges.may_nudge(table.id, visitor, table.moved_at, now):
            return
        self.nudges.note_nudge(table.id, visitor, now)
        ply, known = len(table.history.choices), self.nudges.of_table(table.id)
        for other in self.nudges.reachable(table.people() - {visitor}):
            told = known.get(other)
            nudged = told is not None and told.by is not None and is_same_turn(table, told)
            if table.waits_for(other) and not nudged:
                self.nudges.save(Nudge(table.id, other, ply, True, now + IN_VIEW, NUDGE, by=mine[0]))

    @property
    def waiting(self) -> int:
        """The number of messages that wait for a thread."""
        return self._deliveries.length

    def wait(self) -> None:
        """Waits until all messages that were due have left."""
        self._deliveries.wait()

    def close(self) -> None:
        """Waits for the messages that are on their way."""
        self._deliveries.close()

    def _plan(self, table: TableState) -> None:
        people = table.people()
        if len({seat.visitor for seat in table.seats if seat.kind == PERSON}) < 2:
            return  # bots answer at once: nobody is called for them
        known = self.nudges.of_table(table.id)
        for visitor in self.nudges.reachable(people) | known.keys():
            if nudge := self._planned(table, visitor, known.get(visitor), visitor in people):
                self.nudges.save(nudge)

    def _planned(self, table: TableState, visitor: str, old: Nudge | None, present: bool) -> Nudge | None:
        """What a visitor is to be told next, or None if nothing has changed."""
        now, waits = self._store.now(), present and table.waits_for(visitor)
        due, ply = now + self._delay, old.ply if old else NO_TURN
        if waits:
            return self._planned_turn(table, visitor, old, due)
        if present and table.ended and not decided_last(table, visitor):
            if old.kind != END if old else now < table.moved_at + LATEST_END:
                return Nudge(table.id, visitor, ply, False, due, END)
        if old is None:
            return Nudge(table.id, visitor, ply, False, due, BEGIN) if self._begins(table, visitor) else None
        return replace(old, waiting=False, due=None) if old.waiting else None

    def _planned_turn(self, table: TableState, visitor: str, old: Nudge | None, due: float) -> Nudge | None:
        """As `_planned`, for a visitor whose turn it is."""
        now = len(table.history.choices)
        if old is None and not self._wanted_before(visitor, table.moved_at):
            new = Nudge(table.id, visitor, now, True, reminder_at(table, visitor), REMINDER)  # the visitor was there
        elif old is None or not is_same_turn(table, old):
            new = Nudge(table.id, visitor, now, True, due, TURN)
        elif old.kind == REMINDED:
            new = replace(old, waiting=True)
        elif old.waiting and old.due is not None and old.kind != REMINDER:
            latest = due if old.kind == TURN else due - self._delay + IN_VIEW
            new = replace(old, due=min(old.due, latest))  # a vacation that put the message off may have ended early
        elif old.kind == TURN:  # a move was undone before the message left
            new = replace(old, waiting=True, due=due)
        else:  # a vacation or an undone move has changed the time that is left
            new = replace(old, waiting=True, due=reminder_at(table, visitor), kind=REMINDER)
        return None if new == old else new

    def _wanted_before(self, visitor: str, time: float) -> bool:
        """Whether a visitor wanted to be told before a time."""
        addresses = self.nudges.addresses(visitor)
        return self.nudges.mail(visitor) is not None or any(address.created < time for address in addresses)

    def _begins(self, table: TableState, visitor: str) -> bool:
        """Whether a game has just begun that the visitor waits for: nobody has decided yet."""
        people = {seat.seat for seat in table.seats if seat.kind == PERSON}
        deciders = set(table.history.deciders[: len(table.history.choices)])
        return table.status == RUNNING and not deciders & people and self._wanted_before(visitor, table.moved_at)

    def _send(self, nudge: Nudge) -> None:
        """Sends a message that is due, unless the table has moved on or a vacation puts it off."""
        try:
            table = self._store.read(nudge.table)
            if (later := self._put_off(table, nudge.visitor)) is not None:
                self.nudges.claim(nudge, later, nudge.kind)
                return
            wanted, following = self._still(table, nudge)
            if self.nudges.claim(nudge, *following) and wanted and not nudge.muted:
                for address in self.nudges.addresses(nudge.visitor):
                    host = urlsplit(address.endpoint).hostname or ""
                    self._deliveries.add(host, partial(self.tell, table, nudge, address))
                if self.mailer.ready:
                    self._deliveries.add(MAIL, partial(self.write, table, nudge))
        except Refusal as refusal:
            if refusal.status != OUTAGE:  # the table needs rules that are not installed
                self.nudges.claim(nudge, None, TURN)
        except Exception:
            log.exception("the turn at table %s cannot be told", nudge.table)

    def _put_off(self, table: TableState, visitor: str) -> float | None:
        """The time until which a vacation puts the visitor's messages off; a clock that runs all the same ends that."""
        now, vacation = self._store.now(), vacation_of(self._store, visitor)
        if vacation is None or vacation.until <= now:
            return None
        runs = runs_from(table, visitor, now)
        later = vacation.until if runs is None else min(runs, vacation.until)
        return later if later > now else None

    def _still(self, table: TableState, nudge: Nudge) -> tuple[bool, tuple[float | None, str]]:
        """Whether a message is still true, and the next one: when it is due and its kind."""
        waits, reminder = table.waits_for(nudge.visitor), reminder_at(table, nudge.visitor)
        if nudge.kind in (BEGIN, END):
            return table.ended == (nudge.kind == END), (None, nudge.kind)
        if not waits:
            return False, (None, TURN)
        comes = reminder is not None and reminder > self._store.now()
        if nudge.kind == REMINDER:  # `comes`: more time was given
            return not comes, (reminder, REMINDER) if comes else (None, REMINDED)
        return True, (reminder, REMINDER) if comes or reminder is None else (None, REMINDED)  # two would come at once

    def tell(self, table: TableState, nudge: Nudge, address: PushAddress) -> None:
        """Sends a message to one browser."""
        payload = self._message(table, nudge, address.language, self._store.now()).payload()
        try:
            self.deliver(payload, address, topic_of(table.id), self.key, self._to_loopback)
        except DeliveryProblem as problem:
            log.info("a message was not delivered: %s", problem)
            if not problem.busy:
                self.nudges.delivered(address, False, problem.gone)
        else:
            self.nudges.delivered(address, True)

    def write(self, table: TableState, nudge: Nudge) -> None:
        """Sends a mail, if the visitor wants one."""
        found = self.nudges.mail(nudge.visitor)
        if found is None:
            return
        address, language = found
        message = self._message(table, nudge, language, self._store.now())
        stop = self.mailer.link(MailLink(STOP, nudge.visitor, address, language))
        text = f"{message.body}\n{self.mailer.url(message.url)}\n\n{message.stop}\n{stop}\n"
        try:
            self.mailer.send(address, message.title, text, stop)
        except (OSError, SMTPException) as problem:
            log.warning("a mail was not sent: %s", type(problem).__name__)  # its text may name the address


def is_same_turn(table: TableState, told: Nudge) -> bool:
    """Whether the turn of a message goes on: its visitor or all others have not decided since, but for undone moves."""
    if told.ply == NO_TURN:
        return False
    mine = table.seats_of(told.visitor)
    deciders = table.history.deciders[told.ply : len(table.history.choices)]
    return len({seat in mine for seat in deciders if seat is not None}) < 2


def decided_last(table: TableState, visitor: str) -> bool:
    """Whether a visitor made the last decision, so that the visitor has seen the end."""
    deciders = table.history.deciders[: len(table.history.choices)]
    last = next((seat for seat in reversed(deciders) if seat is not None), None)
    return table.status != GIVEN_UP and last in table.seats_of(visitor)


def topic_of(table: str) -> str:
    """What push services read of a table: its id would let them open it."""
    return sha256(f"topic/{table}".encode()).hexdigest()[:32]
