"""A server that the storm kills and that sometimes kills itself, between a commit and its response.

With `losing` it acknowledges decisions without storing them, so that a test sees whether the storm notices it.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
from functools import partial

from sqlalchemy import Connection

from ludotheque.web import server, supervisor
from ludotheque.web.settings import Settings
from ludotheque.web.storage import store
from ludotheque.web.storage.changes import TableChange, write
from ludotheque.web.tables.state import TableState


def main(database: str, port: int, deadly: float, workers: int, losing: float) -> None:
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
    if losing:
        make_losing(losing)
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


def make_losing(losing: float) -> None:
    """Makes the server of this process forget decisions of people that it acknowledges."""
    luck = random.Random(os.urandom(8))

    def is_lost(change: TableChange) -> bool:
        history, new = change.table.history, len(change.plies)
        decider = history.deciders[len(history.choices) - new] if new else None
        return decider is not None and not change.table.seats[decider].is_bot and luck.random() < losing

    def write_some(connection: Connection, changes: list[TableChange]) -> None:
        write(connection, [change for change in changes if not is_lost(change)])

    vars(store)["write"] = write_some


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
