"""How a visitor is called to a table: browsers, mail, vacation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from ludotheque.web.storage.nudges import NudgeStore
from ludotheque.web.storage.store import TableStore
from ludotheque.web.storage.vacations import leaves_clocks_running, vacation_of
from ludotheque.web.views.common import date_words
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class Calls:
    """A leaf of my page (`parts/calls.jinja`)."""

    browsers: int  # browsers that get notifications
    can_mail: bool  # the host has set an SMTP server
    mail: str  # the confirmed address, or ""
    until: str  # the day until which the visitor is on vacation, or ""
    again: str  # the day from which the visitor may take another one, or ""
    goes_on: bool  # a vacation leaves clocks running: of seats that had one in the last eight weeks
    told: bool = False


def calls_of(store: TableStore, nudges: NudgeStore, can_mail: bool, visit: Visit) -> Calls:
    """The leaf of a visitor."""
    vacation, now, mail = vacation_of(store, visit.visitor), store.now(), nudges.mail(visit.visitor)
    away = vacation is not None and vacation.until > now
    soon = vacation is not None and not away and vacation.next > now
    since = vacation.since if vacation is not None and away else now
    return Calls(
        browsers=len(nudges.addresses(visit.visitor)),
        can_mail=can_mail,
        mail=mail[0] if mail else "",
        until=day_words(vacation.until, visit) if vacation is not None and away else "",
        again=day_words(vacation.next, visit) if vacation is not None and soon else "",
        goes_on=not soon and leaves_clocks_running(store, visit.visitor, since),
    )


def day_words(time: float, visit: Visit) -> str:
    """The date of a time in words."""
    return date_words(datetime.fromtimestamp(time, UTC), visit.speech)
