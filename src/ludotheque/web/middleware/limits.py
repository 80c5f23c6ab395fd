"""Limits: nobody can ask so much that nothing is left for others.

Every address and every visitor has a bucket of tokens that refills at a steady rate; a request takes
one. A family behind one address, all clicking, stays far below what a bucket holds. Each process
counts for itself: N workers allow up to N times as much.
"""

from __future__ import annotations

import functools
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.web.middleware.safety import refused
from ludotheque.web.services import services
from ludotheque.web.settings import Settings
from ludotheque.web.tables.refusal import Refusal

MOST_BUCKETS = 100_000  # of one kind; beyond it those that were not used longest are forgotten
HOUR = 3600
MAKES_A_TABLE = re.compile(r"/(play|new)/[^/]+|/t/[^/]+/(again|from)")
WATCHES = re.compile(r"/t/[^/]+/events")
NETWORK = 2**64  # IPv6 addresses that one household has


class Buckets:
    """A bucket of tokens for each key."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, when

    def take(self, key: str) -> float:
        """Takes a token; 0.0, or the seconds until there is one."""
        if self._rate <= 0:
            return 0.0
        now = self._now()
        left, at = self._left.pop(key, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._rate)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate


class Limits:
    """Around the application: refuses what is too much, in one sentence that says when to try again."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._requests = Buckets(settings.request_rate, settings.request_burst)
        self._deeds = Buckets(settings.seat_rate, settings.seat_burst)
        self._tables = Buckets(settings.tables_an_hour / HOUR, settings.tables_burst)
        self._watching: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        address = address_of(request)
        refusal = self._too_much(request, address)
        if refusal is not None:
            request = Request({**scope, "query_string": b""}, receive)  # which may be no text
            await services(request).refused(request, refusal)(scope, receive, send)
        elif self._settings.watching and WATCHES.fullmatch(scope["path"]):
            await self._watch(address, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _too_much(self, request: Request, address: str) -> Refusal | None:
        if (wait := self._requests.take(address)) > 0:
            return too_fast("too_fast", wait)
        if (refusal := refused(request.scope)) is not None:
            return refusal
        if length(request.headers) > self._settings.body:
            return Refusal(413, "too_long")
        if request.method != "POST":
            return None
        visit = services(request).visit(request)
        if visit.known and (wait := self._deeds.take(visit.visitor)) > 0:
            return too_fast("too_fast", wait)
        if MAKES_A_TABLE.fullmatch(request.scope["path"]) and (wait := self._tables.take(address)) > 0:
            return too_fast("too_many_tables", wait)
        return None

    async def _watch(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves an event stream, if the address has not too many already."""
        request = Request(scope, receive)
        if self._watching[address] >= self._settings.watching:
            await services(request).refused(request, too_fast("too_many", 60))(scope, receive, send)
            return
        self._watching[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._watching[address] -= 1
            if not self._watching[address]:
                del self._watching[address]


def too_fast(key: str, wait: float) -> Refusal:
    """Come back in so many seconds."""
    seconds = math.ceil(wait)
    return Refusal(429, key, headers={"Retry-After": str(seconds)}, count=seconds)


def address_of(request: Request) -> str:
    """Who is counted as one: an address, or a household's network of IPv6."""
    return _household(request.client.host if request.client else "")


@functools.lru_cache(10_000)
def _household(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) // NETWORK * NETWORK))
    return host


def length(headers: Headers) -> int:
    """How long the body says that it is."""
    text = headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0
