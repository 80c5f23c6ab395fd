"""Limits: no address and no visitor can use up what the server has for all.

Every address and every visitor has a bucket of tokens that refills at a steady rate; a request takes
one, a file of the site a fifth. A family behind one address, all clicking, stays far below what a
bucket holds. Each process counts for itself, so N workers allow up to N times as much.
"""

from __future__ import annotations

import functools
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.web.middleware.http import HeaderValues, HttpMiddleware, header_text, headers_of
from ludotheque.web.middleware.safety import refused
from ludotheque.web.middleware.visitor import visit_of
from ludotheque.web.settings import Settings
from ludotheque.web.tables.clock import HOUR
from ludotheque.web.tables.refusal import Refusal

MOST_BUCKETS = 100_000  # buckets of a kind; beyond it the least recently used ones are dropped
MAKES_A_TABLE = re.compile(
    r"/quick|/companion|/(play|new|learn)/[^/]+|/puzzles/[^/]+/\d+|/(t|companion/[^/]+)/[^/]+/(again|from)|/analysis/[^/]+/[^/]+/table"
)
LONG_TEXT = re.compile(
    r"/analysis(/setup(/[^/]+(/table)?)?)?|/companion|/(new|box)/[^/]+"
)  # they receive positions, records and boxes
EVENTS = re.compile(r"/(t|companion/[^/]+)/[^/]+/events|/analysis/[^/]+/[^/]+/think")
FILES = re.compile(r"/static/.+|/tokens\.css|/games/[^/]+/(board\.css|card\.svg|bots/[^/]+\.svg)")  # the same for all
FILE_COST = 0.2  # tokens that a file takes: a first visit asks for sixty of them, and a family may come at once
NETWORK = 2**64  # IPv6 addresses of one household

RefusedResponse = Callable[[Request, Exception], Awaitable[Response]]
"""Makes the response to a refused request."""


class Buckets:
    """A bucket of tokens for each key."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when they were counted

    def take(self, key: str, tokens: float = 1) -> float:
        """Takes tokens; returns 0.0, or the seconds until they are there."""
        if self._rate <= 0:
            return 0.0
        now = self._now()
        left, at = self._left.pop(key, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._rate)
        allowed = left >= tokens
        self._left[key] = (left - tokens if allowed else left, now)
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (tokens - left) / self._rate


class Limits(HttpMiddleware):
    """Refuses requests over a limit, with a sentence that says when to retry."""

    def __init__(self, app: ASGIApp, settings: Settings, refuse: RefusedResponse) -> None:
        super().__init__(app)
        self._settings, self._refuse = settings, refuse
        self._requests = Buckets(settings.request_rate, settings.request_burst)
        self._posts = Buckets(settings.seat_rate, settings.seat_burst)
        self._tables = Buckets(settings.tables_an_hour / HOUR, settings.tables_burst)
        self._streams: Counter[str] = Counter()  # open event streams by address

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        address = address_of(request)
        refusal = self._refusal(request, address)
        if refusal is not None:
            request = Request({**scope, "query_string": b""}, receive)  # the query may be malformed
            response = await self._refuse(request, refusal)
            await response(scope, receive, send)
        elif self._settings.watching and EVENTS.fullmatch(scope["path"]):
            await self._stream(address, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, request: Request, address: str) -> Refusal | None:
        is_file = request.method == "GET" and FILES.fullmatch(request.scope["path"])
        if (wait := self._requests.take(address, FILE_COST if is_file else 1)) > 0:
            return too_many("too_fast", wait)
        headers = headers_of(request.scope)
        if (refusal := refused(request.scope, headers)) is not None:
            return refusal
        if content_length(headers) > most_bytes(request.scope["path"], self._settings):
            return Refusal(413, "too_long")
        if request.method != "POST":
            return None
        visit = visit_of(request, self._settings)
        if visit.known and (wait := self._posts.take(visit.visitor)) > 0:
            return too_many("too_fast", wait)
        if MAKES_A_TABLE.fullmatch(request.scope["path"]) and (wait := self._tables.take(address)) > 0:
            return too_many("too_many_tables", wait)
        return None

    async def _stream(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves an event stream, unless the address has too many."""
        if self._streams[address] >= self._settings.watching:
            response = await self._refuse(Request(scope, receive), too_many("too_many", 60))
            await response(scope, receive, send)
            return
        self._streams[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def too_many(key: str, wait: float) -> Refusal:
    """The refusal of a request over a limit, to be retried after `wait` seconds."""
    seconds = math.ceil(wait)
    return Refusal(429, key, headers={"Retry-After": str(seconds)}, count=seconds)


def address_of(request: Request) -> str:
    """The address that a limit counts."""
    return household(request.client.host if request.client else "")


@functools.lru_cache(10_000)
def household(host: str) -> str:
    """An IPv4 address, or the IPv6 network of a household."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) // NETWORK * NETWORK))
    return host


def most_bytes(path: str, settings: Settings) -> int:
    """The maximum bytes of a form that is posted to a path."""
    return max(settings.body, settings.text) if LONG_TEXT.fullmatch(path) else settings.body


def content_length(headers: HeaderValues) -> int:
    """The length of the body by its header."""
    text = header_text(headers, b"content-length")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0
