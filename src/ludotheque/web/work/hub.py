"""The hub: it notifies the clients of a table, one channel per client.

A channel holds no queue, only the newest version: a slow client misses what lay between and gets the
table as it is now.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Container
from typing import NamedTuple

GONE_AFTER = 5.0  # seconds in which a page may be loaded again
WATCHERS_DELAY = 1.0  # seconds after which clients hear who has come or gone


class Onlooker(NamedTuple):
    """A visitor who has the page of a table open."""

    visitor: str
    name: str
    token: str
    since: float  # when the page was opened


class Channel:
    """What a client waits for: the newest version of a table."""

    def __init__(self, onlooker: Onlooker) -> None:
        self.onlooker, self.visitor = onlooker, onlooker.visitor
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

    def look(self) -> None:
        """Makes the stream look around, also if the table is the same."""
        self._changed = True
        self._awake.set()

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
        # Called with (table, visitor) after the visitor has closed the last page of the table.
        self.on_gone: Callable[[str, str], None] = lambda table, visitor: None
        self._coming: set[str] = set()  # tables whose clients are about to hear who watches
        self._elsewhere: dict[str, list[Onlooker]] = {}  # with a page of another worker
        self.erased: Container[str] = ()  # visitors whose open pages have no name any more
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
        """Notifies all clients of a table of its new version; most changes are of tables that have none here."""
        if all(channel.version >= version for channel in tuple(self._channels.get(id, ()))):
            return  # a client that comes now reads the table itself
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

    def join(self, id: str, visitor: str, name: str = "", token: str = "") -> Channel:
        """Opens a channel of a table."""
        channel = Channel(Onlooker(visitor, name, token, time.time()))
        self._channels[id].add(channel)
        self._watchers_changed(id)
        return channel

    def leave(self, id: str, channel: Channel) -> None:
        """Closes a channel."""
        self._channels[id].discard(channel)
        if not self._channels[id]:
            del self._channels[id]
        self._watchers_changed(id)
        if not self.closing:
            asyncio.get_running_loop().call_later(GONE_AFTER, self._check_gone, id, channel.visitor)

    def _check_gone(self, id: str, visitor: str) -> None:
        """Tells that a visitor has closed the last page of a table, unless it was only loaded again."""
        if not self.closing and all(channel.visitor != visitor for channel in self._channels.get(id, ())):
            asyncio.get_running_loop().run_in_executor(None, self.on_gone, id, visitor)

    def tables(self) -> list[str]:
        """The tables that somebody has open."""
        return list(self._channels)

    def watchers(self, id: str) -> list[Onlooker]:
        """The visitors who have the page of a table open, here or at another worker; of several pages the first."""
        here = [channel.onlooker for channel in tuple(self._channels.get(id, ()))]
        first: dict[str, Onlooker] = {}
        for each in sorted(here + self._elsewhere.get(id, []), key=lambda each: each.since):
            first.setdefault(each.visitor, self._shown(each))
        return sorted(first.values())

    def watching_here(self) -> dict[str, list[Onlooker]]:
        """The visitors with an open page of this worker, by table."""
        found = list(self._channels.items())
        return {key: sorted({self._shown(one.onlooker) for one in tuple(each)}) for key, each in found}

    def _shown(self, onlooker: Onlooker) -> Onlooker:
        return onlooker._replace(name="", token="") if onlooker.visitor in self.erased else onlooker

    def watching_elsewhere(self, found: dict[str, list[Onlooker]]) -> None:
        """Learns who has a page of other workers open, and tells the clients here."""
        before, self._elsewhere = self._elsewhere, found
        for table in found.keys() | before.keys():
            if found.get(table) != before.get(table):
                self._notify_soon(Channel.look, table)

    def _watchers_changed(self, id: str) -> None:
        """Tells the clients of a table after a moment, however many have come and gone in it."""
        if id in self._coming or self.closing:
            return
        self._coming.add(id)
        asyncio.get_running_loop().call_later(WATCHERS_DELAY, self._tell_of_watchers, id)

    def _tell_of_watchers(self, id: str) -> None:
        self._coming.discard(id)
        self._notify(Channel.look, id)
