"""Serving an address: one process, or several under a supervisor that replaces a dead one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from prometheus_client.multiprocess import mark_process_dead

from ludotheque.errors import Error
from ludotheque.web.middleware.metrics import METRICS_FOLDER
from ludotheque.web.server import SHUTDOWN_TIMEOUT, listen, make_server
from ludotheque.web.settings import Settings
from ludotheque.web.storage.condition import open_undamaged
from ludotheque.web.work.hand_over import HandOver

PAUSE = 0.5  # seconds before a dead worker is replaced, in case every new one dies at once
STOP_TIMEOUT = SHUTDOWN_TIMEOUT + 5.0  # seconds that a worker may take to stop
POLL = 0.2  # seconds between two checks whether to stop


def serve(settings: Settings, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves until it is stopped; calls `ready` with the address once it answers."""
    if settings.workers < 1:
        raise Error(f"A server needs at least one worker, not {settings.workers}.")
    open_undamaged(settings.database)  # reports a problem once, not per worker
    listening = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}"
    if settings.workers > 1:
        Supervisor(settings, listening, lambda: ready(address)).run()
    else:
        make_server(settings, lambda: ready(address)).run([listening])


class Supervisor:
    """Starts the workers and replaces those that die."""

    def __init__(self, settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
        self._settings, self._listening, self._ready = settings, listening, ready
        self._workers: dict[SpawnProcess, tuple[HandOver | None, Connection]] = {}
        count = settings.workers
        self._hand_overs = HandOver.between(count) if hasattr(socket, "send_fds") else [None] * count
        self._stopping = False

    def run(self) -> None:
        """Runs until a signal stops it."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
            os.environ.setdefault(METRICS_FOLDER, folder)
            try:
                self._replace_until_stopped()
            finally:
                self._stop_workers()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _replace_until_stopped(self) -> None:
        for each in self._hand_overs:
            self._start_worker(each)
        while not self._stopping and not wait([pipe for _, pipe in self._workers.values()], timeout=POLL):
            pass
        if not self._stopping:
            self._ready()
        while not self._stopping:
            wait([worker.sentinel for worker in self._workers], timeout=POLL)
            for dead in [worker for worker in self._workers if not worker.is_alive()]:
                hand_over, pipe = self._workers.pop(dead)
                pipe.close()
                mark_process_dead(dead.pid)  # type: ignore[no-untyped-call]
                time.sleep(PAUSE)
                self._start_worker(hand_over)

    def _start_worker(self, hand_over: HandOver | None) -> None:
        if self._stopping:
            return
        context = multiprocessing.get_context("spawn")
        mine, its = context.Pipe()
        worker = context.Process(target=work, args=(self._settings, self._listening, its, hand_over), name="worker")
        worker.start()
        its.close()
        self._workers[worker] = hand_over, mine

    def _stop_workers(self) -> None:
        for worker in self._workers:
            worker.terminate()
        end = time.monotonic() + STOP_TIMEOUT
        for worker, (_, pipe) in self._workers.items():
            worker.join(max(0.0, end - time.monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()
            pipe.close()


def work(settings: Settings, listening: socket.socket, pipe: Connection, hand_over: HandOver | None) -> None:
    """Runs one worker."""

    def tell_ready() -> None:
        with suppress(OSError):  # a supervisor that has died stops this worker; an error would leave its threads behind
            pipe.send("ready")

    def stop_with_the_supervisor() -> None:
        with suppress(EOFError, OSError):
            pipe.recv()  # the supervisor never sends: this ends when the supervisor does
        server.should_exit = True
        time.sleep(STOP_TIMEOUT)
        os._exit(1)  # a worker that only shows its heartbeat would keep its tables for ever

    server = make_server(settings, tell_ready, hand_over)
    threading.Thread(target=stop_with_the_supervisor, name="supervisor", daemon=True).start()
    server.run([listening])
