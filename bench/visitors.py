"""A small HTTP client for many simulated visitors: it posts, reads pages and follows event streams."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

LONGEST = 1 << 23  # maximum bytes of a line or an event
ACTION = re.compile(rb'data-action="(\d+)"')
PART = b' data-part="'
PIECE, MENDED = re.compile(rb'<g data-at="(\d+)">'), b" data-pieces>"
VERSION = re.compile(rb'data-version="(\d+)"')
SEAT = re.compile(rb'data-seat="(\d+)"')
PLY = re.compile(rb'data-ply="(\d+)"')
SEALED = re.compile(rb'data-sealed="(\d+)"')

Parts = dict[bytes, bytes]
"""The parts of a page by name, in order."""


class Lost(Exception):
    """The server is unreachable, or closed the connection before its answer."""


@dataclass(frozen=True)
class HttpResponse:
    """A response of the server."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: tuple[str, ...] = ()  # as they are set, one a header


@dataclass(frozen=True)
class SeenTable:
    """A table as a visitor sees it."""

    version: int
    over: bool
    seat: int | None
    actions: tuple[int, ...]  # legal actions on the page
    ply: int = 0  # number of choices so far
    sealed: int | None = None  # the visitor's own sealed answer

    @classmethod
    def of(cls, part: bytes) -> SeenTable:
        """Parses a page, a part of it or an event."""
        version, seat, ply, sealed = (_number(each, part) for each in (VERSION, SEAT, PLY, SEALED))
        assert version is not None
        assert ply is not None
        actions = {int(found[1]) for found in ACTION.finditer(part) if _legal(part, found)}
        return cls(version, b'data-stage="over"' in part, seat, tuple(sorted(actions)), ply, sealed)


def _number(pattern: re.Pattern[bytes], part: bytes) -> int | None:
    found = pattern.search(part)
    return None if found is None else int(found[1])


def _legal(part: bytes, found: re.Match[bytes]) -> bool:
    """Tells whether an action is not marked as forbidden."""
    tag = part[part.rfind(b"<", 0, found.start()) : part.find(b">", found.end())]
    return b"forbidden" not in tag


def merged(page: Parts, event: bytes) -> Parts:
    """Returns the parts of a table after an event, which holds all parts or only the changed ones."""
    parts = dict(_parts(event))
    if b" data-delta" not in parts.get(b"state", b""):
        return parts
    return page | {name: _mended(page[name], part) if MENDED in part else part for name, part in parts.items()}


def _mended(panel: bytes, part: bytes) -> bytes:
    """Returns a picture with its changed pieces replaced."""
    head, *pieces = PIECE.split(panel)
    fresh = PIECE.split(part.rpartition(b"</svg>")[0])[1:]
    found = dict(zip(pieces[::2], pieces[1::2], strict=True))
    last = pieces[-2]
    tail = found[last][found[last].rindex(b"</g></svg>") :]
    found[last] = found[last].removesuffix(tail)
    found |= dict(zip(fresh[::2], fresh[1::2], strict=True))
    return head + b"".join(b'<g data-at="%s">%s' % each for each in found.items()) + tail


def _parts(event: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the parts of an event by name, each up to the beginning of the next."""
    mark = event.find(PART)
    start = 0
    while mark >= 0:
        name = event[mark + len(PART) : event.find(b'"', mark + len(PART))]
        mark = event.find(PART, mark + 1)
        end = len(event) if mark < 0 else event.rfind(b"<", 0, mark)
        yield name, event[start:end]
        start = end


class Visitor:
    """A simulated visitor with its cookies."""

    def __init__(self, address: str, language: str = "en", keep: bool = False) -> None:
        self.move_to(address)
        self.cookies: dict[str, str] = {}
        self._keep = keep  # reuse one connection for all requests
        self.language = language
        self._kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._page: Parts = {}  # the parts known so far, kept between streams

    def move_to(self, address: str) -> None:
        """Switches to another server."""
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self._kept = None

    async def get(self, path: str) -> HttpResponse:
        """Requests a page."""
        return await self._ask("GET", path)

    async def post(self, path: str, fields: Mapping[str, object] = {}) -> HttpResponse:
        """Posts a form, as a browser without scripts does."""
        return await self._ask("POST", path, urlencode(fields))

    async def follow(self, path: str, seen: int) -> AsyncGenerator[tuple[int, Parts], None]:
        """Follows a table from a version on until its event stream ends; yields (version, parts of the table)."""
        async with aclosing(self.stream(path, f"Last-Event-ID: {seen}\r\n")) as events:
            async for event in events:
                if event.startswith(b"id: "):
                    head, _, data = event.partition(b"\nevent: table\n")
                    self._page = merged(self._page, data)
                    yield int(head[4:]), self._page

    async def stream(self, path: str, headers: str = "") -> AsyncGenerator[bytes, None]:
        """Follows an event stream until it ends; yields its events."""
        reader, writer = await self._connect()
        waiting = b""
        try:
            await self._send(writer, "GET", path, "", headers)
            answer = await _head(reader)
            if answer.status != 200:
                raise Lost(f"status {answer.status}")
            async for chunk in _chunks(reader):
                *events, waiting = (waiting + chunk).split(b"\n\n")
                for event in events:
                    yield event
        except (OSError, EOFError, asyncio.LimitOverrunError, ValueError) as problem:
            raise Lost(str(problem)) from None
        finally:
            await _close(writer)

    async def leave(self) -> None:
        """Closes the connection."""
        if self._kept is not None:
            await _close(self._kept[1])
            self._kept = None

    async def _ask(self, method: str, path: str, body: str = "") -> HttpResponse:
        if self._kept is not None and self._kept[0].at_eof():  # the server closed the idle connection
            await self.leave()
        idle = self._kept is not None
        reader, writer = self._kept or await self._connect()
        self._kept = None
        try:
            await self._send(writer, method, path, body)
            head = await _head(reader)
            if head.headers.get("transfer-encoding") == "chunked":
                body_bytes = b"".join([chunk async for chunk in _chunks(reader)])
            else:
                body_bytes = await reader.readexactly(int(head.headers.get("content-length", "0")))
        except (OSError, EOFError, ValueError) as problem:
            await _close(writer)
            if idle:  # the server closed it at this moment; browsers retry, too
                return await self._ask(method, path, body)
            raise Lost(str(problem)) from None
        except asyncio.CancelledError:
            writer.close()
            raise
        if self._keep and head.headers.get("connection") != "close":
            self._kept = reader, writer
        else:
            await _close(writer)
        for cookie in head.cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return HttpResponse(head.status, head.headers, body_bytes)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            return await asyncio.open_connection(self._host, self._port, limit=LONGEST)
        except OSError as problem:
            raise Lost(str(problem)) from None

    async def _send(self, writer: asyncio.StreamWriter, method: str, path: str, body: str, more: str = "") -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if body else ""
        if method == "POST" and not body:
            form = "Content-Length: 0\r\n"
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nCookie: {cookies}\r\n"
            f"Accept-Language: {self.language}\r\n{form}{more}\r\n{body}".encode()
        )
        await writer.drain()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def _head(reader: asyncio.StreamReader) -> HttpResponse:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines[1:] if line)]
    cookies = tuple(value for name, value in pairs if name == "set-cookie")
    return HttpResponse(int(lines[0].split(" ")[1]), dict(pairs), b"", cookies)


async def _chunks(reader: asyncio.StreamReader) -> AsyncGenerator[bytes, None]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)
