"""The hub: it notifies the clients of a table, one channel per client.

A channel holds no queue, only the newest version: a slow client misses what lay between and gets the
table as it is now.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable


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
