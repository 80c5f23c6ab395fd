"""Limits of a connection, before there is a request that middleware could refuse.

uvicorn waits for ever for the rest of a request and for a client that does not read its answer, and keeps what it has
read of an endless address, header or trailer and of requests that were sent before an answer. It goes on reading a
refused body. Here a request must be complete in time, its head and its body must be short, few requests wait for an
answer, answers must be read, and one address has a limited number of connections.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludotheque.web.middleware.limits import household
from ludotheque.web.settings import Settings
from ludotheque.web.work.hand_over import HandOver

MAX_HEAD = (
    32_768  # bytes of the request line and all headers; the marks of chunks may take a quarter of the body beside
)
MAX_BODY_FACTOR = 2  # a body is read up to this many times the longest form, so that a refused client can read why
MOST_PIPELINED = 8  # requests that wait for an earlier one's answer, after which no more is read; browsers send none
SLOWLY = 4  # times the time of a request, in which a client must read 48 KiB of an answer
TOO_LONG, TOO_MANY = "431 Request Header Fields Too Large", "503 Service Unavailable"


class Connection(HttpToolsProtocol):
    """One connection: the time and the bytes of the request that is being read are counted."""

    settings: ClassVar[Settings]
    proxies: ClassVar[Any]  # addresses whose connections do not count
    count: ClassVar[Counter[str]]  # open connections by address
    hand_over: ClassVar[HandOver | None]  # where there are several workers

    _address: str | None = None  # None: this connection does not count
    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None  # runs while the client does not read
    _head = 0  # bytes of an incomplete request that are not its body
    _body = 0  # bytes of its body
    _in_head = True
    _last_request = _ignoring = False  # too many requests wait: the last one is read, and then no more

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
        self._not_stalled()
        if self._address is not None:
            self.count[self._address] -= 1
            if not self.count[self._address]:
                del self.count[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._ignoring or self._given(data):
            return
        if self.cycle is None or self.cycle.response_complete:
            self._expect()  # also for an empty line, after which uvicorn would wait for ever
        self._head += len(data)
        super().data_received(data)
        if self._head > MAX_HEAD:
            self._refuse(TOO_LONG, "The address or the headers are too long.")
        elif self._body > MAX_BODY_FACTOR * self.settings.text:
            self._close()

    def _given(self, data: bytes) -> bool:
        """Gives the connection to the worker of the table that a new request is about, unless that is this one."""
        if self.hand_over is None or self._head or not (self.cycle is None or self.cycle.response_complete):
            return False
        if self.transport.get_write_buffer_size():  # the last answer is not sent yet
            return False
        if given := self.hand_over.give(self.transport.get_extra_info("socket").fileno(), data):
            self.transport.abort()
        return given

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._ignoring = True, self._last_request
        self._expect()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # else it is a trailer, for which nobody asks
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self._ignoring:
            return
        super().on_headers_complete()
        if len(self.pipeline) >= MOST_PIPELINED:
            self._last_request, self.cycle.keep_alive = True, False

    def on_body(self, body: bytes) -> None:
        self._head -= len(body) + len(body) // 4
        self._body += len(body)
        if not self._ignoring:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = self._body = 0
        self._expect_nothing()
        if not self._ignoring:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._stall()

    def _unsupported_upgrade_warning(self) -> None:
        """Says nothing: any visitor can ask for a WebSocket, and gets an answer without one."""

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._not_stalled()

    def _stall(self) -> None:
        """Ends the connection unless the client reads."""
        if self._stalled is None and self.settings.request_time:
            self._stalled = self.loop.call_later(SLOWLY * self.settings.request_time, self.transport.abort)

    def _not_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

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
        """Closes when the client has read what was sent."""
        self.transport.close()
        self._stall()


def limited_connections(app: Any, settings: Settings, hand_over: HandOver | None = None) -> type[Connection]:
    """The class of the connections of a server with these settings."""
    proxies = ProxyHeadersMiddleware(app, settings.proxies).trusted_hosts
    limits = {"settings": settings, "proxies": proxies, "count": Counter(), "hand_over": hand_over}
    return type("LimitedConnection", (Connection,), limits)
