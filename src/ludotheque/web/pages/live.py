"""Live updates: server-sent events, one channel per client.

A channel holds no queue, only the newest version: a slow client misses what lay between and gets the
table as it is now. A client that does not accept an event in time is cut off; it reconnects by itself
and gets the whole table.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludotheque.web.middleware.compression import EventCompressor, accepts_gzip
from ludotheque.web.middleware.metrics import DIRECT_SEND
from ludotheque.web.settings import Settings
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.parts import Sent

OUTAGE = 503  # the status of a refusal while the database is away
OUTAGE_RETRY = 1.0  # seconds before the database is asked again
CLIENT_RETRY = 1500  # milliseconds before a browser reconnects

TableUpdate = tuple[int, Callable[[], str], Sent]
"""A version of a table, the text of its event, and what the client has after it."""


class Channel:
    """What a client waits for: the newest version of a table."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.version = 0
        self.repeat = False  # send the same version again: something changed that only this visitor may know
        self._changed = False
        self._awake = asyncio.Event()

    def table_changed(self, version: int) -> None:
        """Replaces the awaited version by a newer one."""
        if version > self.version:
            self.version, self._changed = version, True
            self._awake.set()

    def refresh(self) -> None:
        """Makes the client look whether the table has changed."""
        self.version, self._changed = 0, True
        self._awake.set()

    def refresh_visitor(self, visitor: str) -> None:
        """Sends the table again if this client is the visitor's."""
        if self.visitor == visitor:
            self.repeat = True
            self.refresh()

    def keep_alive(self) -> None:
        """Makes the stream send a sign of life."""
        self._awake.set()

    async def wait(self) -> bool:
        """Waits; True if the table may have changed, False if only a sign of life is due."""
        await self._awake.wait()
        self._awake.clear()
        changed, self._changed = self._changed, False
        return changed


class Hub:
    """The channels of all clients of this process, by table. Any thread may notify them."""

    def __init__(self) -> None:
        self._channels: defaultdict[str, set[Channel]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    def open(self) -> None:
        """Starts, in the event loop that serves the clients."""
        self._loop = asyncio.get_running_loop()
        self.closing = False

    def close(self) -> None:
        """Ends all streams, so that the server can stop."""
        self.closing = True
        self._notify(Channel.refresh)

    @property
    def count(self) -> int:
        """The number of clients."""
        return sum(map(len, self._channels.values()))

    def table_changed(self, id: str, version: int) -> None:
        """Notifies all clients of a table of its new version."""
        self._notify_soon(lambda channel: channel.table_changed(version), id)

    def refresh_all(self) -> None:
        """Makes all clients look whether their table has changed."""
        self._notify_soon(Channel.refresh)

    def refresh_visitor(self, id: str, visitor: str) -> None:
        """Makes the pages of one visitor show the table again."""
        self._notify_soon(lambda channel: channel.refresh_visitor(visitor), id)

    def _notify_soon(self, notify: Callable[[Channel], None], id: str | None = None) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._notify, notify, id)

    def _notify(self, notify: Callable[[Channel], None], id: str | None = None) -> None:
        """Notifies the channels of a table, or all; runs in the event loop."""
        for channels in self._channels.values() if id is None else [self._channels.get(id, set())]:
            for channel in channels:
                notify(channel)

    def join(self, id: str, visitor: str) -> Channel:
        """Opens a channel of a table."""
        channel = Channel(visitor)
        self._channels[id].add(channel)
        return channel

    def leave(self, id: str, channel: Channel) -> None:
        """Closes a channel."""
        self._channels[id].discard(channel)
        if not self._channels[id]:
            del self._channels[id]


class Stream(Response):
    """The event stream of one client."""

    media_type = "text/event-stream"

    def __init__(
        self,
        hub: Hub,
        id: str,
        visitor: str,
        seen: int,
        update: Callable[[int | None, Sent | None], Awaitable[TableUpdate]],
        settings: Settings,
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers({"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"})
        self._hub, self._id, self._visitor, self._seen, self._update = hub, id, visitor, seen, update
        self._heartbeat, self._patience = settings.heartbeat, settings.patience
        self._since, self._sending = 0.0, False  # when the last message was sent or begun
        self._compress: Callable[[bytes], bytes] = bytes  # unless the client accepts gzip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if accepts_gzip(Headers(scope=scope)):
            self._compress = EventCompressor()
            self.headers["Content-Encoding"] = "gzip"
        channel = self._hub.join(self._id, self._visitor)
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
        await self._send(send, f"retry: {CLIENT_RETRY}\n\n")
        channel.refresh()  # the table may have changed since the page was made
        sent: Sent | None = None
        while not self._hub.closing:
            if not await channel.wait():
                await self._send(send, ": still here\n\n")
                continue
            repeat, channel.repeat = channel.repeat, False
            try:
                version, text, now = await self._update(channel.version or None, sent)
            except Refusal as refusal:
                if refusal.status != OUTAGE:
                    raise
                await asyncio.sleep(OUTAGE_RETRY)
                channel.repeat = channel.repeat or repeat
                channel.refresh()
                continue
            if version > self._seen or repeat:
                self._seen, sent = version, now
                await self._send(send, event(version, text()))
            elif sent is None:
                sent = now  # the page is up to date: from now on only changes are sent
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, text: str) -> None:
        now = asyncio.get_running_loop().time
        self._since, self._sending = now(), True
        await send({"type": "http.response.body", "body": self._compress(text.encode()), "more_body": True})
        self._since, self._sending = now(), False


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(version: int, text: str) -> str:
    """An event of the stream; every line of the text needs its own `data:`."""
    lines = text.rstrip("\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"id: {version}\nevent: table\ndata: {lines}\n\n"
