"""ForkedServer: a server that is forked from a process which has loaded everything.

To load it again for every server took most of the processor time of a storm.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from itertools import count
from pathlib import Path

from tests.web.serving import START
from tests.web.torture import victim

NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["tests.web.torture.loaded"])
STOP = 60.0  # seconds that a server may take to stop

_numbers = count()


class ForkedServer:
    """A server with its workers; what it says on its error stream is kept."""

    def __init__(self, folder: Path, database: str, port: int, deadly: float, workers: int, losing: str) -> None:
        self._said = folder / f"{next(_numbers)}.log"
        mine, its = NURSERY.Pipe(duplex=False)
        given = (database, port, deadly, workers, losing, str(self._said), its)
        self._process = NURSERY.Process(target=victim.serve, args=given)
        self._process.start()
        its.close()
        with mine, contextlib.suppress(EOFError):
            if mine.poll(START):
                self.address = str(mine.recv())
                return
        self.kill()
        raise AssertionError(f"the server did not start: {self.complaints}")

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it is still there."""
        return self._process.is_alive()

    @property
    def complaints(self) -> str:
        """What it said on its error stream."""
        return self._said.read_text(errors="replace") if self._said.exists() else ""

    def stop(self) -> int | None:
        """Tells it to stop, and waits; its exit status."""
        self._process.terminate()
        self._process.join(STOP)
        return self._process.exitcode

    def kill(self) -> None:
        """Ends it at once, and all processes that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()  # perhaps it has no group yet
        self._process.join()
