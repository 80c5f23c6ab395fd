"""Live updates: the stream of server-sent events of one client.

A client that does not accept an event in time is cut off; it reconnects by itself and gets the whole table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludotheque.web.middleware.compression import EventCompressor, accepts_gzip
from ludotheque.web.middleware.metrics import DIRECT_SEND
from ludotheque.web.settings import Settings
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.parts import Sent
from ludotheque.web.views.visit import Visit
from ludotheque.web.work.hub import Channel, Hub

OUTAGE = 503  # the status of a refusal while the database is away
OUTAGE_RETRY = 1.0  # seconds before the database is asked again
CLIENT_RETRY = 1500  # milliseconds before a browser reconnects

TableUpdate = tuple[int, Callable[[], list[str]], Sent, str]
"""A version of a table, the text of its event in pieces, what the client has after it, and what is heard there."""


class Stream(Response):
    """The event stream of one client."""

    media_type = "text/event-stream"

    def __init__(
        self,
        hub: Hub,
        id: str,
        visit: Visit,
        seen: int,
        update: Callable[[int | None, Sent | None], Awaitable[TableUpdate]],
        settings: Settings,
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"})
        self._hub, self._id, self._visit, self._seen, self._update = hub, id, visit, seen, update
        self._heartbeat, self._patience = settings.heartbeat, settings.patience
        self._since, self._sending = 0.0, False  # when the last message was sent or begun
        self._compress: Callable[[bytes], bytes] = bytes  # unless the client accepts gzip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if accepts_gzip(Headers(scope=scope)):
            self._compress = EventCompressor()
            self.headers["Content-Encoding"] = "gzip"
        channel = self._hub.join(self._id, self._visit.visitor, self._visit.name, self._visit.token)
        gone = asyncio.ensure_future(_disconnected(receive))
        sending = asyncio.ensure_future(self._send_events(channel, send, scope.get(DIRECT_SEND, send)))
        watching = asyncio.ensure_future(self._watch(channel, sending))
        try:
            await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.leave(self._id, channel)
            for task in (gone, sending, watching):
                task.cancel()
            await asyncio.gather(gone, sending, watching, return_exceptions=True)
        if not sending.cancelled() and (problem := sending.exception()) and not isinstance(problem, OSError):
            raise problem

    async def _watch(self, channel: Channel, sending: asyncio.Future[None]) -> None:
        """Sends a sign of life from time to time, and cuts off a client that does not accept an event in time.

        One timer serves all events of a stream: a timer for each would cost more than the event.
        """
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(min(self._heartbeat, self._patience) / 2)
            silent = now() - self._since
            if self._sending and silent >= self._patience:
                sending.cancel()
            elif not self._sending and silent >= self._heartbeat / 2:
                channel.keep_alive()

    async def _send_events(self, channel: Channel, send: Send, direct_send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        send = direct_send
        await self._send(send, b"retry: %d\n\n" % CLIENT_RETRY)
        channel.refresh()  # the table may have changed since the page was made
        sent: Sent | None = None
        heard = ""
        while not self._hub.closing:
            if not await channel.wait():
                await self._send(send, b"event: alive\ndata:\n\n")
                continue
            repeat, channel.repeat = channel.repeat, False
            try:
                version, text, now, company = await self._update(channel.version or None, sent)
            except Refusal as refusal:
                if refusal.status != OUTAGE:
                    raise
                await asyncio.sleep(OUTAGE_RETRY)
                channel.repeat = channel.repeat or repeat
                channel.refresh()
                continue
            if version > self._seen or repeat:
                self._seen, sent = version, now
                await self._send(send, event("table", text(), version))
            elif sent is None:
                sent = now  # the page is up to date: from now on only changes are sent
            if company != heard:
                heard = company
                await self._send(send, event("company", [company]))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, event: bytes) -> None:
        now = asyncio.get_running_loop().time
        self._since, self._sending = now(), True
        await send({"type": "http.response.body", "body": self._compress(event), "more_body": True})
        self._since, self._sending = now(), False


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(name: str, text: Iterable[str], number: int | None = None) -> bytes:
    """An event with a text in pieces, and perhaps a number; every line of the text needs its own `data:`.

    Most pieces are plain ASCII. Each is encoded alone: that copies them, and a whole text is encoded letter by letter.
    """
    data = b"".join([piece.encode() for piece in text]).rstrip(b"\n")
    lines = data.replace(b"\r", b"\n").replace(b"\n", b"\ndata: ")
    head = b"" if number is None else b"id: %d\n" % number
    return b"%bevent: %b\ndata: %b\n\n" % (head, name.encode(), lines)
