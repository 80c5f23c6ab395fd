"""A server that the storm kills and that sometimes kills itself, between a commit and its response.

With `losing` it is a bad server, so that a test sees whether the storm notices it: it acknowledges some of what people
do without storing it, drops sealed answers of others with an undo, or stops without an answer.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection as Pipe
from types import ModuleType

from sqlalchemy import Connection

from ludotheque.web import server, supervisor
from ludotheque.web.settings import Settings
from ludotheque.web.storage import store
from ludotheque.web.storage.changes import _REMOVE_SEAL, _SEAL, _UNDO, TableChange, write
from ludotheque.web.tables.state import TableState

SUICIDE = "kills itself"  # what a server says before it dies by itself
LOSS = 0.5  # the probability that a bad server loses something
SLOW = 0.2  # seconds between a commit and its answer, of a server that does not wait until all are answered


def serve(database: str, port: int, deadly: float, workers: int, losing: str, said: str, pipe: Pipe) -> None:
    """Serves, and a process that serves pages dies after a change with this probability; its messages go to a file."""
    os.setsid()  # so that it can be killed with its workers and thinking processes
    with open(said, "wb") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.modules["__main__"] = ModuleType("__main__")  # thinking processes would load the storm's
    threading.Thread(target=end_with_the_storm, daemon=True).start()
    vars(resource_tracker._resource_tracker).update(_fd=None, _pid=None)  # the storm's own would clean up at its end
    settings = Settings(
        database=database,
        secret="the same for all victims",
        workers=workers,
        think_processes=0 if workers == 1 else 1,
        tick=0.2,
        beat=0.2,
    )
    faulthandler.register(signal.SIGUSR1)  # a storm asks with it what all threads do
    make_bad(deadly, losing)  # its workers are forked and take that over
    supervisor.serve(settings, "127.0.0.1", port, pipe.send)


def end_with_the_storm() -> None:
    """Ends a server and all its processes if the storm was killed."""
    storm = multiprocessing.parent_process()
    assert storm is not None
    storm.join()
    os.killpg(0, signal.SIGKILL)


def make_bad(deadly: float, losing: str) -> None:
    """Makes the server of this process, or its workers, die sometimes, and lose what it is to lose."""
    luck, make_server = random.Random(), server.make_server

    def made(*given: object) -> server.Server:
        luck.seed(os.urandom(8))  # each worker has its own luck
        found = make_server(*given)  # type: ignore[arg-type]

        def die_sometimes(_: TableState) -> None:
            if luck.random() < deadly:
                print(SUICIDE, file=sys.stderr, flush=True)
                os.kill(os.getpid(), signal.SIGKILL)

        found.services.store.listeners.insert(0, die_sometimes)
        if losing == "answers":
            hang_up_at_the_end(found)
        return found

    vars(supervisor)["make_server"] = made
    if losing in LOSSES:
        is_lost = LOSSES[losing]

        def write_some(connection: Connection, changes: list[TableChange]) -> None:
            write(connection, [each for each in changes if not (is_lost(each) and luck.random() < LOSS)])

        vars(store)["write"] = write_some
    if losing == "seals of others":
        setattr(TableState, "free_steps", lambda table, seat: table.history.own_steps(seat))  # noqa: B010


def hang_up_at_the_end(found: server.Server) -> None:
    """Makes a server slow, and lets it close all connections when it is told to stop."""
    shutdown = found.shutdown

    async def hang_up(sockets: list[socket.socket] | None = None) -> None:
        for each in list(found.server_state.connections):
            each.transport.abort()
        await shutdown(sockets)

    found.shutdown = hang_up  # type: ignore[method-assign]
    found.services.store.listeners.insert(0, lambda _: time.sleep(SLOW))


def is_decision(change: TableChange) -> bool:
    """Whether a person has decided."""
    history, new = change.table.history, len(change.plies)
    decider = history.deciders[len(history.choices) - new] if new else None
    return decider is not None and not change.table.seats[decider].is_bot


def is_first_seal(change: TableChange) -> bool:
    """Whether a person has sealed an answer, and others have not yet."""
    return seals_of_person(change) == [_SEAL]


def is_changed_seal(change: TableChange) -> bool:
    """Whether a person has changed a sealed answer."""
    return seals_of_person(change) == [_REMOVE_SEAL, _SEAL]


def is_undo(change: TableChange) -> bool:
    """Whether decisions were taken back."""
    return any(statement is _UNDO for statement, _ in change.writes)


def seals_of_person(change: TableChange) -> list[object]:
    """What a change writes, if a person has sealed an answer and nothing else has come of it."""
    if change.sealed is None or change.plies or change.table.seats[change.sealed].is_bot:
        return []
    return [statement for statement, _ in change.writes]


LOSSES: dict[str, Callable[[TableChange], bool]] = {
    "decisions": is_decision,
    "seals": is_first_seal,
    "changed seals": is_changed_seal,
    "undos": is_undo,
}
WAYS = (*LOSSES, "seals of others", "answers")  # ways of being a bad server
