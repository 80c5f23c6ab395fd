"""Malformed requests at random: every route, method, header, cookie, query, form and body.

Each request has at least one fault for which it must be refused, so whatever it does to a table is
a mistake of the server.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote_plus

Header = tuple[bytes, bytes]
FORM = b"application/x-www-form-urlencoded"

TEXTS = [
    "", " ", "0", "null", "None", "true", "../../etc/passwd", "..%2f..%2f", "%00", "\x00", "\r\nSet-Cookie: x=y",
    "<script>alert(1)</script>", "'; DROP TABLE tables; --", "{{ 7 * 7 }}", "${jndi:ldap://x}", "a" * 300, "é" * 50,
    "\u202e", "\ud7ff", "\ufffe", "🎲", "٣", "１", "-1", "1.5", "1e9", "0x10", " 1", "1 ", "+1", "1_0", "9" * 30, "[]",
    "{}", "\x7f", "\\", "/", "//evil.example", "%", "%zz", "&", "=", ";", "|", "*", "?", "#",
]  # fmt: skip
NO_NUMBERS = [text for text in TEXTS if not (text.isascii() and text.isdecimal() and len(text) < 10) and text]
METHODS = [
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "BREW",
    "get",
    "G E T",
]
KINDS = [
    b"application/json",
    b"multipart/form-data; boundary=x",
    b"text/plain",
    b"",
    b"\xff",
    b"text/xml; charset=utf-7",
]
ELSEWHERE: list[list[Header]] = [
    [(b"origin", b"https://evil.example")],
    [(b"origin", b"null")],
    [(b"origin", b"http://[::1")],
    [(b"origin", b"http://testserver.evil.example")],
    [(b"sec-fetch-site", b"cross-site")],
    [(b"sec-fetch-site", b"same-site")],
    [(b"sec-fetch-site", b"\xff")],
]
STRANGE = [
    b"accept-language", b"last-event-id", b"hx-request", b"range", b"if-modified-since", b"if-none-match", b"host",
    b"accept-encoding", b"x-forwarded-for", b"x-forwarded-proto", b"content-length", b"authorization", b"cookie",
    b"accept", b"transfer-encoding", b"user-agent", b"content-type", b"expect", b"upgrade", b"x-http-method-override",
]  # fmt: skip


# Addresses that do nothing without the right fields; others accept a wrong form.
NEED_FIELDS = frozenset(
    [
        "{game}",
        "{key}",
        "join",
        "play",
        "undo",
        "agree",
        "hint",
        "leave",
        "return",
        "sit",
        "seat",
        "link",
        "start",
        "again",
        "from",
    ]
)


@dataclass
class RawRequest:
    """A request as a server gets it."""

    method: str
    path: str
    query: bytes = b""
    headers: list[Header] = field(default_factory=list)
    chunks: list[bytes] = field(default_factory=list)
    cut: bool = False  # the client goes away before the body ends
    waits: bool = False  # the client waits for the answer, else it goes away after the body


@dataclass(frozen=True)
class TargetTable:
    """A table that requests are made at: its id, and the cookie of a player."""

    id: str
    cookie: bytes
    fields: dict[str, str]  # the fields of a right decision there


class Junk:
    """A source of malformed requests."""

    def __init__(self, seed: int, routes: Sequence[tuple[str, frozenset[str]]], places: list[TargetTable]) -> None:
        self._random = random.Random(seed)
        self._routes, self._places = routes, places
        self._faults: list[Callable[[RawRequest, dict[str, str]], None]] = [
            self._from_elsewhere, self._no_form, self._bad_encoding, self._too_long, self._nowhere, self._bad_field,
        ]  # fmt: skip

    def request(self) -> RawRequest:
        """One request."""
        path, methods = self._random.choice(self._routes)
        place = self._random.choice(self._places)
        if "POST" in methods and self._random.random() < 0.7:
            return self._post(path, place)
        return self._read(path, place)

    # --- what only reads ---------------------------------------------------------------------------------------

    def _read(self, path: str, place: TargetTable) -> RawRequest:
        """A request that changes nothing whatever it says, or has no such method."""
        luck = self._random
        method = "GET" if luck.random() < 0.6 else luck.choice([method for method in METHODS if method != "POST"])
        right = luck.random() < 0.15
        asked = RawRequest(method, self._filled(path, place, right), self._query(), self._headers(place))
        if luck.random() < 0.2:
            asked.path += luck.choice(["/", "/../", "//", "/.", "/x", "?", "%2f"]) + luck.choice(TEXTS)
        if luck.random() < 0.2:
            asked.chunks = [self._bytes()]
        return asked

    def _filled(self, path: str, place: TargetTable, right: bool) -> str:
        """The address of a route: its gaps filled with what is there, or with anything."""
        luck = self._random
        junk = luck.choice(TEXTS)
        game = luck.choice(["fourberies", "sintra", "stanza"])
        path = path.replace("{id}", place.id if right else junk).replace("{game}", game if right else junk)
        path = path.replace("{step}", "1" if right else junk).replace("{played}", "start" if right else junk)
        return path.replace("{number}", junk).replace("{key}", junk) + (f"/{junk}" if path == "/static" else "")

    def _query(self) -> bytes:
        luck = self._random
        names = ["ply", "eyes", "since", "version", "seat", luck.choice(TEXTS)]
        parts = [f"{luck.choice(names)}={luck.choice(TEXTS)}" for _ in range(luck.randrange(4))]
        return "&".join(parts).encode("utf-8", "surrogatepass") if luck.random() < 0.8 else self._bytes()

    def _headers(self, place: TargetTable) -> list[Header]:
        luck = self._random
        made: list[Header] = [(b"host", b"testserver")] if luck.random() < 0.9 else []
        cookie = luck.choice([b"", place.cookie, b"visitor=forged", b"visitor=" + self._bytes(), self._bytes()])
        made.append((b"cookie", cookie))
        for _ in range(luck.randrange(3)):
            text = luck.choice(TEXTS).encode("utf-8", "surrogatepass")
            made.append((luck.choice(STRANGE), luck.choice([text, self._bytes(), b"true", b"bytes=9-1,,5-"])))
        return made

    def _bytes(self) -> bytes:
        luck = self._random
        return luck.randbytes(luck.choice([0, 1, 7, 80])) * luck.choice([1, 1, 3])

    # --- what would change something -----------------------------------------------------------------------------

    def _post(self, path: str, place: TargetTable) -> RawRequest:
        """A post that would be right, and then has one fault or more."""
        luck = self._random
        asked = RawRequest("POST", self._filled(path, place, right=True), b"", [(b"host", b"testserver")])
        asked.headers.append((b"cookie", luck.choice([place.cookie, place.cookie, b"", b"visitor=forged"])))
        if luck.random() < 0.5:
            asked.headers.append((b"hx-request", b"true"))
        fields = dict(place.fields) | {"luck": luck.choice(TEXTS), "name": luck.choice(TEXTS)}
        if path == "/settings":  # changes no table without a name, whatever it says
            del fields["name"]
            fields |= {name: luck.choice(TEXTS) for name in ("back", luck.choice(["back", "language", "theme"]))}
            self._write(asked, fields)
        else:
            needs_fields = path.rpartition("/")[2] in NEED_FIELDS and path != "/me/link"
            faults = self._faults if needs_fields else [self._from_elsewhere, self._nowhere]
            for fault in luck.sample(faults, luck.choice([1, 1, 2])):
                fault(asked, fields)
        asked.query = self._query() if luck.random() < 0.2 else b""
        return asked

    def _write(self, asked: RawRequest, fields: dict[str, str]) -> None:
        body = "&".join(f"{quote_plus(k)}={quote_plus(v.encode('utf-8', 'surrogatepass'))}" for k, v in fields.items())
        self._send(asked, FORM, body.encode())

    def _send(self, asked: RawRequest, kind: bytes, body: bytes) -> None:
        if asked.chunks:
            return  # another fault has written it
        asked.headers.append((b"content-type", kind))
        where = self._random.randrange(len(body) + 1)
        asked.chunks = [body[:where], body[where:]] if self._random.random() < 0.3 else [body]

    def _from_elsewhere(self, asked: RawRequest, fields: dict[str, str]) -> None:
        asked.headers += self._random.choice(ELSEWHERE)
        self._write(asked, fields)

    def _no_form(self, asked: RawRequest, fields: dict[str, str]) -> None:
        self._send(asked, self._random.choice(KINDS), b"x" + self._bytes())

    def _bad_encoding(self, asked: RawRequest, fields: dict[str, str]) -> None:
        body = self._random.choice(
            [b"seat", b"\xff\xfe=1", b"seat=0&seat=1&version", b"&&&", b"a=1&" * 200, b"=%ff&\xc3"]
        )
        self._send(asked, FORM, body)
        asked.cut = self._random.random() < 0.2

    def _too_long(self, asked: RawRequest, fields: dict[str, str]) -> None:
        self._send(asked, FORM, b"name=" + b"a" * 20_000)

    def _nowhere(self, asked: RawRequest, fields: dict[str, str]) -> None:
        nowhere = self._random.choice(NO_NUMBERS)
        parts = asked.path.split("/")
        if len(parts) < 3:
            self._no_form(asked, fields)
            return
        parts[2] = nowhere.replace("/", "") or "none"
        asked.path = "/".join(parts)
        self._write(asked, fields)

    def _bad_field(self, asked: RawRequest, fields: dict[str, str]) -> None:
        """Every field that anything depends on is wrong: some thing of the kind, or none at all."""
        bad = {
            name: self._random.choice(NO_NUMBERS)
            for name in ("seat", "version", "ply", "seats", "yes", "clock", "code")
        }
        bad |= {"pledge": self._random.choice(NO_NUMBERS), "kind": self._random.choice(NO_NUMBERS)}
        for name in ("seat", "version", "seats", "ply"):
            if self._random.random() < 0.3:
                bad[name] = "999999999"
        self._write(asked, fields | bad)
