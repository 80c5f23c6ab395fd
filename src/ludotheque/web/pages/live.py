"""Updates as they happen: server-sent events, one bounded channel a client.

A channel holds no queue of fragments but only the newest version: a client that is slow misses
what lay between and gets the table as it is now. One that does not accept an event in time is cut
off; it comes back by itself and is sent the table whole.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludotheque.web.middleware.metrics import STRAIGHT
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.parts import Sent

STORE_AWAY = 503
AGAIN = 1.0  # seconds after which a store that is away is asked again
RETRY = 1500  # milliseconds after which a browser tries again


class Channel:
    """What waits for one client: that there is something new, and nothing more."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.version = 0
        self.again = False  # something changed that this visitor alone may know: no version tells it
        self._fresh = False
        self._awake = asyncio.Event()

    def tell(self, version: int) -> None:
        """There is a newer version; what waits already is replaced by it."""
        if version > self.version:
            self.version, self._fresh = version, True
            self._awake.set()

    def look(self) -> None:
        """There may be something new, of which nothing was told."""
        self.version, self._fresh = 0, True
        self._awake.set()

    def beat(self) -> None:
        """The client should hear something, though nothing is new."""
        self._awake.set()

    async def wait(self) -> bool:
        """Waits for news; False if there are none, but the client should hear something."""
        await self._awake.wait()
        self._awake.clear()
        fresh, self._fresh = self._fresh, False
        return fresh


class Hub:
    """Who watches which table in this process."""

    def __init__(self) -> None:
        self._channels: defaultdict[str, set[Channel]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    def open(self) -> None:
        """Begins, in the event loop that serves the clients."""
        self._loop = asyncio.get_running_loop()
        self.closing = False

    def close(self) -> None:
        """Ends all streams, so that the server can stop."""
        self.closing = True
        self._look()

    @property
    def count(self) -> int:
        """How many clients there are."""
        return sum(map(len, self._channels.values()))

    def tell(self, id: str, version: int) -> None:
        """Tells all who watch a table that it has changed; from any thread."""
        self._soon(self._tell, id, version)

    def look(self) -> None:
        """Has all clients look whether there is something new; from any thread."""
        self._soon(self._look)

    def confide(self, id: str, visitor: str) -> None:
        """Has the pages of one visitor look, and nobody else's; from any thread."""
        self._soon(self._confide, id, visitor)

    def _soon(self, work: Callable[..., None], *given: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, *given)

    def _tell(self, id: str, version: int) -> None:
        for channel in self._channels.get(id, ()):
            channel.tell(version)

    def _look(self) -> None:
        for channels in self._channels.values():
            for channel in channels:
                channel.look()

    def _confide(self, id: str, visitor: str) -> None:
        for channel in self._channels.get(id, ()):
            if channel.visitor == visitor:
                channel.again = True
                channel.look()

    def join(self, id: str, visitor: str) -> Channel:
        """A new channel of a table."""
        channel = Channel(visitor)
        self._channels[id].add(channel)
        return channel

    def part(self, id: str, channel: Channel) -> None:
        """Ends a channel."""
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
        update: Callable[[int | None, Sent | None], Awaitable[tuple[int, Callable[[], str], Sent]]],
        heartbeat: float,
        patience: float,
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._hub, self._id, self._visitor, self._seen, self._update = hub, id, visitor, seen, update
        self._heartbeat, self._patience = heartbeat, patience
        self._since, self._sending = 0.0, False  # when a message was sent last, or begun to be

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        channel = self._hub.join(self._id, self._visitor)
        gone = asyncio.ensure_future(_gone(receive))
        told = asyncio.ensure_future(self._tell(channel, send, scope.get(STRAIGHT, send)))
        looking = asyncio.ensure_future(self._look_after(channel, told))
        try:
            await asyncio.wait({gone, told}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.part(self._id, channel)
            for task in (gone, told, looking):
                task.cancel()
            await asyncio.gather(gone, told, looking, return_exceptions=True)
        if not told.cancelled() and (problem := told.exception()) and not isinstance(problem, OSError):
            raise problem

    async def _look_after(self, channel: Channel, told: asyncio.Future[None]) -> None:
        """Has the client hear something from time to time, or gives it up: who cannot take an event in time comes
        back later. One clock for all events, for a clock for each of them would cost more than they do."""
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(min(self._heartbeat, self._patience) / 2)
            silent = now() - self._since
            if self._sending and silent >= self._patience:
                told.cancel()
            elif not self._sending and silent >= self._heartbeat / 2:
                channel.beat()

    async def _tell(self, channel: Channel, send: Send, straight: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        send = straight
        await self._send(send, f"retry: {RETRY}\n\n")
        channel.look()  # at once: the table may have changed since the page was made
        sent: Sent | None = None
        while not self._hub.closing:
            if not await channel.wait():
                await self._send(send, ": still here\n\n")
                continue
            again, channel.again = channel.again, False
            try:
                version, text, now = await self._update(channel.version or None, sent)
            except Refusal as refusal:
                if refusal.status != STORE_AWAY:
                    raise
                await asyncio.sleep(AGAIN)
                channel.again = channel.again or again
                channel.look()
                continue
            if version > self._seen or again:
                self._seen, sent = version, now
                await self._send(send, event(version, text()))
            elif sent is None:
                sent = now  # the page was made a moment ago: only what changes from now on is sent
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, text: str) -> None:
        now = asyncio.get_running_loop().time
        self._since, self._sending = now(), True
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        self._since, self._sending = now(), False


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(version: int, text: str) -> str:
    """An event of the stream; a line break would end its data, so every line says that it goes on."""
    lines = text.rstrip("\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"id: {version}\nevent: table\ndata: {lines}\n\n"
