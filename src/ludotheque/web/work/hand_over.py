"""HandOver: every table lives at one worker, which reads and draws it once for all its clients.

All workers accept connections at one address. A worker that reads the head of a request for a table of another worker
gives that worker the connection, with what it has read. While the other worker is being replaced, the connection waits
for the new one; if too many wait, a request is long or that worker hangs, any worker serves it, as any worker can.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import socket
import time
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from zlib import crc32

TABLE = re.compile(rb"[A-Z]+ /t/([\w-]+)[/? ]")  # the head of a request for a table
MAX_READ = 65_536  # bytes that go along with a connection
PULSE = 0.5  # seconds between two pulses: a worker's event loop notes the time
PATIENCE = 3.0  # seconds without a pulse after which other workers serve the tables of a worker


def worker_of(table: bytes, workers: int) -> int:
    """The number of the worker at which a table lives."""
    return crc32(table) % workers


@dataclass(eq=False)
class HandOver:
    """A worker's number, and the sockets by which each worker is given connections."""

    number: int
    givers: tuple[socket.socket, ...]  # by worker
    receivers: tuple[socket.socket, ...]  # by worker: its end
    pulses: MutableSequence[float]  # by worker: the time of its last pulse; 0 if it receives no more
    _serving: set[asyncio.Future[None]] = field(default_factory=set)  # connections that are being received
    _next: asyncio.TimerHandle | None = None  # the next pulse

    @classmethod
    def between(cls, workers: int) -> list[HandOver]:
        """One for each worker."""
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers)]
        for each in (each for pair in pairs for each in pair):
            each.setblocking(False)
        givers, receivers = zip(*pairs, strict=True)
        pulses: MutableSequence[float] = multiprocessing.RawArray("d", workers)
        return [cls(number, givers, receivers, pulses) for number in range(workers)]

    def give(self, connection: int, read: bytes) -> bool:
        """Gives a connection away if a request for another worker's table begins; False: this worker serves it."""
        asked = TABLE.match(read)
        if asked is None or len(read) > MAX_READ:
            return False
        number = worker_of(asked[1], len(self.givers))
        if number == self.number or self._hangs(number):
            return False
        try:
            socket.send_fds(self.givers[number], [read], [connection])
        except OSError:  # too many wait there
            return False
        return True

    def open(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Serves the connections that other workers give, in the running event loop."""
        loop, receiver = asyncio.get_running_loop(), self.receivers[self.number]
        loop.add_reader(receiver.fileno(), self._receive, receiver, protocol)
        self._go_on_pulsing(protocol)

    def pulse(self) -> None:
        """Gives a pulse of this worker, or for one that is being started."""
        self.pulses[self.number] = time.monotonic()

    def _hangs(self, number: int) -> bool:
        return not self.pulses[number] or time.monotonic() - self.pulses[number] > PATIENCE

    def _go_on_pulsing(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Gives pulses, and serves the connections that were given to a worker that hangs."""
        self.pulse()
        self._next = asyncio.get_running_loop().call_later(PULSE, self._go_on_pulsing, protocol)
        for number, receiver in enumerate(self.receivers):
            if number != self.number and self._hangs(number):
                while self._receive(receiver, protocol):
                    pass

    def close(self) -> None:
        """Receives no more and gives no more pulses, so other workers serve what waits and what comes."""
        asyncio.get_running_loop().remove_reader(self.receivers[self.number].fileno())
        if self._next is not None:
            self._next.cancel()
            self.pulses[self.number] = 0.0

    def _receive(self, receiver: socket.socket, protocol: Callable[[], asyncio.Protocol]) -> bool:
        """Serves the next connection that waits there; False if there is none."""
        try:
            read, given, _, _ = socket.recv_fds(receiver, MAX_READ, 1)
        except BlockingIOError:
            return False
        if given:
            serving = asyncio.ensure_future(self._serve(socket.socket(fileno=given[0]), read, protocol))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
        return True

    async def _serve(self, connection: socket.socket, read: bytes, protocol: Callable[[], asyncio.Protocol]) -> None:
        connection.setblocking(False)
        _, made = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        made.data_received(read)
