"""Limits of a connection, before there is a request that middleware could refuse.

uvicorn waits for ever for the rest of a request and keeps what it has read of an endless address or header. Here a
request must be complete in time, its head must be short, and one address has a limited number of connections.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludotheque.web.middleware.limits import household
from ludotheque.web.settings import Settings

MAX_HEAD = 32_768  # bytes of the request line and all headers
TOO_LONG, TOO_MANY = "431 Request Header Fields Too Large", "503 Service Unavailable"


class Connection(HttpToolsProtocol):
    """One connection: the time and the bytes of the request that is being read are counted."""

    settings: ClassVar[Settings]
    proxies: ClassVar[Any]  # addresses whose connections do not count
    count: ClassVar[Counter[str]]  # open connections by address

    _address: str | None = None  # None: this connection does not count
    _timer: asyncio.TimerHandle | None = None
    _head = 0  # bytes of an incomplete head
    _in_head = True

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect()
        if self.settings.connections and self.client and self.client[0] not in self.proxies:
            self._address = household(self.client[0])
            self.count[self._address] += 1
            if self.count[self._address] > self.settings.connections:
                self._refuse(TOO_MANY, "Too many connections from this address.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        if self._address is not None:
            self.count[self._address] -= 1
            if not self.count[self._address]:
                del self.count[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MAX_HEAD:
            self._refuse(TOO_LONG, "The address or the headers are too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._expect()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._expect_nothing()
        super().on_message_complete()

    def _expect(self) -> None:
        """Closes the connection if the request is not complete in time."""
        if self._timer is None and self.settings.request_time:
            self._timer = self.loop.call_later(self.settings.request_time, self._close)

    def _expect_nothing(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: str, sentence: str) -> None:
        """Answers before there is a request, unless an answer is being sent; then closes."""
        if self.cycle is None or self.cycle.response_complete:
            head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {len(sentence)}\r\n"
            self.transport.write(f"{head}connection: close\r\n\r\n{sentence}".encode())
        self._close()

    def _close(self) -> None:
        self.transport.close()


def limited_connections(app: Any, settings: Settings) -> type[Connection]:
    """The class of the connections of a server with these settings."""
    proxies = ProxyHeadersMiddleware(app, settings.proxies).trusted_hosts
    limits = {"settings": settings, "proxies": proxies, "count": Counter()}
    return type("LimitedConnection", (Connection,), limits)
