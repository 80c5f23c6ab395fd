"""A server that the storm kills and that sometimes kills itself, between a commit and its response."""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
from functools import partial

from ludotheque.web import server, supervisor
from ludotheque.web.settings import Settings
from ludotheque.web.tables.state import TableState


def main(database: str, port: int, deadly: float, workers: int) -> None:
    """Serves, and a process that serves pages dies after a change with this probability."""
    settings = Settings(
        database=database,
        secret="the same for all victims",
        workers=workers,
        think_processes=0 if workers == 1 else 1,
        tick=0.2,
        beat=0.2,
    )
    faulthandler.register(signal.SIGUSR1)  # a storm asks with it what all threads do
    if workers > 1:
        supervisor.work = partial(work, deadly)
    else:
        make_deadly(deadly)
    supervisor.serve(settings, "127.0.0.1", port, lambda address: print(address, flush=True))


def work(deadly: float, *given: object) -> None:
    """Runs one of several workers."""
    faulthandler.register(signal.SIGUSR1)
    make_deadly(deadly)
    supervisor.work(*given)  # type: ignore[arg-type]


def make_deadly(deadly: float) -> None:
    """Makes the server of this process die sometimes."""
    luck, make_server = random.Random(os.urandom(8)), server.make_server

    def die_sometimes(_: TableState) -> None:
        if luck.random() < deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def made(*given: object) -> server.Server:
        found = make_server(*given)  # type: ignore[arg-type]
        found.services.store.listeners.insert(0, die_sometimes)
        return found

    vars(supervisor)["make_server"] = made


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
