"""Servers in processes of their own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.needs import require

SERVE = (sys.executable, "-m", "ludotheque.cli", "serve", "--port", "0")
START = 240.0  # seconds that a server may take to start on a busy machine
SECRET = "the same for all servers of a test"


class Serving:
    """A server that was started; what it says on its error stream is kept."""

    def __init__(self, folder: Path, command: Sequence[str], environment: Mapping[str, str]) -> None:
        require("server")
        self._complaints: list[str] = []
        self.process = subprocess.Popen(
            command,
            env=_environment(folder, environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self.process.stdout is not None
        # Its workers hold the other end of the pipe too.
        impatient = threading.Timer(START, os.killpg, (self.process.pid, signal.SIGKILL))
        impatient.start()
        said = self.process.stdout.readline()
        impatient.cancel()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        if address is None:
            self.kill()
        assert address is not None, f"the server did not start: {said}{self.complaints}"
        self.address = address[0]

    @property
    def alive(self) -> bool:
        """Whether it is still there."""
        return self.process.poll() is None

    @property
    def complaints(self) -> str:
        """What it said on its error stream; all of it when it has ended."""
        return "".join(self._complaints)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tells it to stop, and waits; its exit status."""
        self.process.send_signal(how)
        status = self.process.wait(60)
        self._reader.join(10)
        return status

    def kill(self) -> None:
        """Ends it at once, and all processes that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reader.join(10)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with contextlib.suppress(ValueError):
            self._complaints.extend(self.process.stderr)


def _environment(folder: Path, others: Mapping[str, str]) -> dict[str, str]:
    ours = {"LUDOTHEQUE_DATA": str(folder), "LUDOTHEQUE_SECRET": SECRET, "PYTHONUNBUFFERED": "1"}
    return os.environ | ours | dict(others)


@contextmanager
def serving(folder: Path, *flags: str, **environment: str) -> Iterator[Serving]:
    """A server, until the end of the block."""
    server = Serving(folder, (*SERVE, *flags), environment)
    try:
        yield server
    finally:
        server.kill()
