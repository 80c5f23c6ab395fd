"""HandOver: every table lives at one worker, which reads and draws it once for all its clients.

All workers accept connections at one address. A worker that reads the head of a request for a table of another worker
gives that worker the connection, with what it has read. While the other worker is being replaced, the connection waits
for the new one; if too many wait, or a request is long, any worker serves it, as any worker can.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from zlib import crc32

TABLE = re.compile(rb"[A-Z]+ /t/([\w-]+)[/? ]")  # the head of a request for a table
MAX_READ = 65_536  # bytes that go along with a connection


def worker_of(table: bytes, workers: int) -> int:
    """The number of the worker at which a table lives."""
    return crc32(table) % workers


@dataclass(frozen=True)
class HandOver:
    """A worker's number, and the sockets by which each worker is given connections."""

    number: int
    givers: tuple[socket.socket, ...]  # by worker
    receiver: socket.socket  # this worker's end
    _serving: set[asyncio.Future[None]] = field(default_factory=set)  # connections that are being received

    @classmethod
    def between(cls, workers: int) -> list[HandOver]:
        """One for each worker."""
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers)]
        for each in (each for pair in pairs for each in pair):
            each.setblocking(False)
        givers = tuple(giver for giver, _ in pairs)
        return [cls(number, givers, receiver) for number, (_, receiver) in enumerate(pairs)]

    def give(self, connection: int, read: bytes) -> bool:
        """Gives a connection away if a request for another worker's table begins; False: this worker serves it."""
        asked = TABLE.match(read)
        if asked is None or len(read) > MAX_READ:
            return False
        number = worker_of(asked[1], len(self.givers))
        if number == self.number:
            return False
        try:
            socket.send_fds(self.givers[number], [read], [connection])
        except OSError:  # too many wait there
            return False
        return True

    def open(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Serves the connections that other workers give, in the running event loop."""
        asyncio.get_running_loop().add_reader(self.receiver.fileno(), self._receive, protocol)

    def close(self) -> None:
        """Receives no more; what waits is for the next worker of this number."""
        asyncio.get_running_loop().remove_reader(self.receiver.fileno())

    def _receive(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        try:
            read, given, _, _ = socket.recv_fds(self.receiver, MAX_READ, 1)
        except BlockingIOError:
            return
        if given:
            serving = asyncio.ensure_future(self._serve(socket.socket(fileno=given[0]), read, protocol))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)

    async def _serve(self, connection: socket.socket, read: bytes, protocol: Callable[[], asyncio.Protocol]) -> None:
        connection.setblocking(False)
        _, made = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        made.data_received(read)
