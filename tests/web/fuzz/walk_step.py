"""WalkStep: a valid request, and what would make it wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from itsdangerous import URLSafeSerializer
from starlette.applications import Starlette

from tests.web.asgi import RawResponse, ask
from tests.web.junk import RawRequest

NO_NUMBERS = ("-1", "1.5", "x", "9" * 12, "\x00", "٣", "null")
NO_CHOICES = ("2", "x", "\x00", "null", "true;")

FormFields = Mapping[str, object]
WrongValues = Mapping[str, Sequence[object]]


class FuzzVisitor:
    """A visitor who sends requests, from an address of their own."""

    def __init__(self, app: Starlette, secret: str, luck: random.Random) -> None:
        self._app, self.id = app, f"{luck.getrandbits(96):024x}"
        self._client = f"198.51.{luck.randrange(256)}.{luck.randrange(256)}"
        cookie = f"visitor={URLSafeSerializer(secret, salt='visitor').dumps(self.id)}".encode()
        self._headers = [(b"cookie", cookie)]

    async def send(self, path: str, fields: FormFields | None, htmx: bool = False) -> RawResponse:
        """Posts a form, or asks for a page if there is none."""
        headers = [*self._headers, *([(b"hx-request", b"true")] if htmx else [])]
        if fields is None:
            path, _, query = path.partition("?")
            asked = RawRequest("GET", path, query.encode(), headers, waits=True)
            return await ask(self._app, asked, self._client)
        body = urlencode(fields).encode()
        form = [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", b"%d" % len(body))]
        asked = RawRequest("POST", path, headers=[*headers, *form], chunks=[body], waits=True)
        return await ask(self._app, asked, self._client)


@dataclass(frozen=True)
class WrongRequest:
    """A request with one thing wrong."""

    what: str
    person: FuzzVisitor
    path: str
    fields: FormFields | None


@dataclass(frozen=True)
class WalkStep:
    """A request that is valid now, or that is refused at this table whatever it says."""

    name: str
    person: FuzzVisitor
    path: str
    fields: FormFields | None = None  # None: it asks for a page
    wrong: WrongValues = field(default_factory=dict)  # values of single fields that must be refused
    needed: Sequence[str] = ()  # fields without which it must be refused
    others: Sequence[FuzzVisitor] = ()  # visitors who may not do it
    elsewhere: Sequence[str] = ()  # addresses at which it must be refused
    valid: bool = True

    def faults(self) -> list[str]:
        """What can be wrong with it."""
        kinds = [*self.wrong, *(["missing field"] if self.needed else []), *(["person"] if self.others else [])]
        kinds += ["address"] if self.elsewhere else []
        return kinds if self.valid else [*kinds, "moment"]

    def spoilt(self, luck: random.Random) -> WrongRequest:
        """The request with one thing wrong."""
        what, fields = luck.choice(self.faults()), dict(self.fields or {})
        person, path = self.person, self.path
        if what == "missing field":
            del fields[luck.choice(self.needed)]
        elif what == "person":
            person = luck.choice(self.others)
        elif what == "address":
            path = luck.choice(self.elsewhere)
        elif what != "moment":
            fields[what] = luck.choice(self.wrong[what])
        return WrongRequest(f"{self.name} with a wrong {what}", person, path, None if self.fields is None else fields)


def except_for(values: Iterator[int] | Sequence[int], *right: int) -> list[object]:
    """Wrong values of a number: other numbers, and what is no number."""
    return [*(value for value in values if value not in right), *NO_NUMBERS]
