"""Two servers on one database, which are killed, stopped and started again while people play."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.web.torture.forked import ForkedServer
from tests.web.torture.victim import SUICIDE

THINKING = 0.5  # the probability that a thinking process is killed instead of a worker, where there is one
SETTLE = 0.2  # seconds after a kill until every client has noticed it


@dataclass(frozen=True)
class GentleEnd:
    """A server that was told to stop: no decision that it made from then on may stay unanswered."""

    address: str
    begun: float
    ended: float

    def broke(self, unanswered: tuple[str, float] | None) -> bool:
        """Whether a lost connection was this server's fault."""
        return unanswered is not None and unanswered[0] == self.address and self.begun <= unanswered[1] <= self.ended


class Servers:
    """Two servers; whichever dies is started again at the same address."""

    def __init__(self, database: str, folder: Path, workers: int = 1, losing: str = "") -> None:
        self._database, self._folder, self._workers, self._losing = database, folder, workers, losing
        self._ports = [_free_port() for _ in range(2)]
        self._running: dict[int, ForkedServer] = {}
        self.suicides = 0  # the count of servers that have ended
        self.starting = False
        self.addresses = [f"http://127.0.0.1:{port}" for port in self._ports]
        self.gentle_ends: list[GentleEnd] = []

    async def start(self, deadly: float) -> int:
        """Starts the dead servers and returns their number."""
        dead = [port for port in self._ports if port not in self._running or not self._running[port].alive]
        self.starting = True
        await asyncio.gather(*(self._start(port, deadly) for port in dead))
        self.starting = False
        return len(dead)

    async def _start(self, port: int, deadly: float) -> None:
        if port in self._running:
            self._end(self._running.pop(port))
            await _freed(port)
        given = (self._folder, self._database, port, deadly, self._workers, self._losing)
        self._running[port] = await asyncio.to_thread(ForkedServer, *given)

    def _end(self, server: ForkedServer) -> None:
        server.kill()
        self.suicides += server.complaints.count(SUICIDE)

    def kill(self, which: Iterable[int]) -> int:
        """Kills servers and returns how many were alive."""
        alive = [self._running[self._ports[n]] for n in which if self._running[self._ports[n]].alive]
        for server in alive:
            server.kill()
        return len(alive)

    def kill_part(self, which: Iterable[int], luck: random.Random) -> tuple[int, int]:
        """Kills a worker or a thinking process of these servers, which is replaced; returns how many of each."""
        workers = [worker for n in which for worker in self._workers_of(n)]
        thinking = [each for worker in workers for each in children(worker)]
        if thinking and luck.random() < THINKING:
            return 0, kill_one(thinking, luck)
        return kill_one(workers, luck), 0

    def _workers_of(self, number: int) -> list[int]:
        server = self._running[self._ports[number]]
        return children(server.pid) if server.alive else []

    async def stop(self, which: Iterable[int]) -> int:
        """Tells servers to stop while people use them, and waits; returns how many were alive."""
        alive = [self._running[self._ports[n]] for n in which if self._running[self._ports[n]].alive]
        said = [len(server.complaints) for server in alive]
        await asyncio.sleep(SETTLE)
        begun = time.monotonic()
        ended = await asyncio.gather(*(asyncio.to_thread(server.stop) for server in alive))
        for server, status, length in zip(alive, ended, said, strict=True):
            complaints = server.complaints[length:]
            if SUICIDE not in complaints:
                assert status == 0, f"a server did not stop well, {status}: {complaints}"
                assert "Traceback" not in complaints, complaints
                self.gentle_ends.append(GentleEnd(server.address, begun, time.monotonic()))
        return len(alive)

    async def stacks(self) -> str:
        """What every thread of every server does now, from the end of what the servers said."""
        alive = [server for server in self._running.values() if server.alive]
        for process in (each.pid for each in alive):
            for each in (process, *children(process)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, signal.SIGUSR1)
        await asyncio.sleep(1.0)
        return "\n".join(f"{server.address} said:\n{busy_threads(server.complaints)}" for server in alive)

    def close(self) -> None:
        for server in self._running.values():
            self._end(server)


def busy_threads(said: str) -> str:
    """What a server said, of its threads only those that do something, and of these where they are in our code."""
    told, *stacks = re.split(r"^(?=(?:Current thread|Thread) 0x)", said, flags=re.MULTILINE)
    frames = [[line for line in stack.splitlines()[1:] if line.startswith("  File")] for stack in stacks]
    busy = [lines for lines in frames if lines and not re.search("threading|selectors|thread.py|_recv", lines[0])]
    ours = [[lines[0], *(line for line in lines[1:] if "/ludotheque/" in line)] for lines in busy]
    return "\n\n".join([told[-5000:], *("\n".join(lines) for lines in ours)])


def kill_one(processes: list[int], luck: random.Random) -> int:
    """Kills one of these processes; returns how many it has killed."""
    for each in luck.sample(processes, min(1, len(processes))):
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
            return 1
    return 0


def children(process: int) -> list[int]:
    """The workers of a server, or the thinking processes of a worker, whichever thread has started them."""
    found = [child for each in Path(f"/proc/{process}/task").glob("*/children") for child in _text(each).split()]
    return [int(child) for child in found if "resource_tracker" not in _text(Path(f"/proc/{child}/cmdline"))]


def _text(path: Path) -> str:
    """A file of a process or thread; nothing if that has ended meanwhile."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


async def _freed(port: int) -> None:
    """Waits for the last processes of a killed server to die."""
    while True:
        with contextlib.suppress(OSError):
            socket.create_server(("127.0.0.1", port)).close()
            return
        await asyncio.sleep(0.005)


def _free_port() -> int:
    """A port that no connection takes while its server is dead: the system gives connections higher ones."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with contextlib.suppress(OSError):
            socket.create_server(("127.0.0.1", port)).close()
            return port
