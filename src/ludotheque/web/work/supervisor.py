"""A crew: several processes that serve the same address; one that dies is replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from prometheus_client.multiprocess import mark_process_dead

from ludotheque.web.middleware.metrics import SHARED
from ludotheque.web.server import LAST_ANSWERS, made
from ludotheque.web.settings import Settings
from ludotheque.web.storage.schema import open_store

PAUSE = 0.5  # seconds before one that died is replaced: it may be that none can live
PATIENCE = LAST_ANSWERS + 5.0  # seconds that a worker may take to stop


class Supervisor:
    """Starts the workers, and sees to it that there are always as many as there should be."""

    def __init__(self, settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
        self._settings, self._listening, self._ready = settings, listening, ready
        self._workers: dict[SpawnProcess, Connection] = {}
        self._stopping = False

    def run(self) -> None:
        """Works until it is told to stop."""
        open_store(self._settings.database).dispose()  # what is wrong with it is said once
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        with tempfile.TemporaryDirectory(prefix="ludotheque-") as numbers:
            os.environ.setdefault(SHARED, numbers)
            try:
                self._replace_until_stopped()
            finally:
                self._dismiss()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _replace_until_stopped(self) -> None:
        for _ in range(self._settings.workers):
            self._hire()
        self._ready_when_one_is()
        while not self._stopping:
            wait([worker.sentinel for worker in self._workers], timeout=0.2)
            for dead in [worker for worker in self._workers if not worker.is_alive()]:
                self._workers.pop(dead).close()
                mark_process_dead(dead.pid)  # type: ignore[no-untyped-call]
                time.sleep(PAUSE)
                self._hire()

    def _hire(self) -> None:
        if self._stopping:
            return
        context = multiprocessing.get_context("spawn")
        mine, its = context.Pipe()
        worker = context.Process(target=work, args=(self._settings, self._listening, its), name="worker")
        worker.start()
        its.close()
        self._workers[worker] = mine

    def _ready_when_one_is(self) -> None:
        while not self._stopping:
            if wait([*self._workers.values()], timeout=0.2):
                self._ready()
                return

    def _dismiss(self) -> None:
        for worker in self._workers:
            worker.terminate()
        end = time.monotonic() + PATIENCE
        for worker, line in self._workers.items():
            worker.join(max(0.0, end - time.monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()
            line.close()


def work(settings: Settings, listening: socket.socket, line: Connection) -> None:
    """One worker, from its start to its end."""
    server = made(settings, lambda: line.send("ready"))

    def stop_with_the_crew() -> None:
        try:
            line.recv()  # nothing is ever sent: it ends when the crew does, however that was
        except EOFError:
            server.should_exit = True

    threading.Thread(target=stop_with_the_crew, name="line", daemon=True).start()
    server.run([listening])
