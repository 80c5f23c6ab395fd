"""Serving an address: one process, or several under a supervisor that replaces a dead one.

On Linux the supervisor forks its workers: they share its memory, and a new one answers after 0.1 instead of 1 second.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from prometheus_client.multiprocess import mark_process_dead

from ludotheque.errors import Error
from ludotheque.web.middleware.logs import set_up_logging
from ludotheque.web.middleware.metrics import METRICS_FOLDER, share_metrics
from ludotheque.web.server import SHUTDOWN_TIMEOUT, listen, make_server
from ludotheque.web.settings import Settings
from ludotheque.web.storage.condition import open_undamaged
from ludotheque.web.work.hand_over import HandOver

log = logging.getLogger("ludotheque.supervisor")

FORKS = sys.platform == "linux"  # elsewhere a library may have threads that a fork would break
CONTEXT: multiprocessing.context.BaseContext = multiprocessing.get_context("fork" if FORKS else "spawn")
SIGNALS = (signal.SIGTERM, signal.SIGINT)  # end a server
PAUSE = 1.0  # minimum seconds between two starts of a worker, in case every new one dies at once
STOP_TIMEOUT = SHUTDOWN_TIMEOUT + 5.0  # seconds that a worker may take to stop
POLL = 0.2  # seconds between two checks whether to stop
MOST_SILENT = 60.0  # seconds without a pulse after which a worker hangs; one that has just started may take longer


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


@dataclass
class Worker:
    """A worker process, as the supervisor knows it."""

    process: BaseProcess
    hand_over: HandOver | None
    pipe: Connection  # the worker says in it that it answers, and ends when it is closed
    started: float
    pulse: float = 0.0  # the time of the last pulse
    silent: float | None = None  # seconds since the last pulse; None until the worker has given one itself
    checked: float = 0.0  # when the supervisor last looked

    def __post_init__(self) -> None:
        self.pulse = self._pulse()

    def is_ready(self) -> bool:
        """Whether the worker has just said that it answers."""
        with suppress(EOFError):  # it has died instead
            return self.pipe.poll() and bool(self.pipe.recv())
        return False

    def look(self, now: float) -> bool:
        """Notes the worker's pulse; True if its event loop has stood still for too long.

        Time without looks does not count.
        """
        passed, self.checked = min(now - self.checked, 2 * POLL), now
        if self.pulse != (pulse := self._pulse()):
            self.pulse, self.silent = pulse, 0.0
        elif self.silent is not None:
            self.silent += passed
        return self.silent is not None and self.silent >= MOST_SILENT

    def _pulse(self) -> float:
        return self.hand_over.pulses[self.hand_over.number] if self.hand_over is not None else 0.0


class Supervisor:
    """Starts the workers and replaces those that die."""

    def __init__(self, settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
        self._settings, self._listening, self._ready = settings, listening, ready
        self._workers: list[Worker] = []
        count = settings.workers
        self._hand_overs = HandOver.between(count) if hasattr(socket, "send_fds") else [None] * count
        self._stopping = False

    def run(self) -> None:
        """Runs until a signal stops it."""
        set_up_logging(self._settings.log_format, self._settings.log_level)
        for each in SIGNALS:
            signal.signal(each, self._stop)
        gc.freeze()  # a collection would copy the memory that workers share
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
            self._start_worker(each, True)
        waiting = True
        while not self._stopping:
            wait([worker.pipe if waiting else worker.process.sentinel for worker in self._workers], timeout=POLL)
            if waiting and any(worker.is_ready() for worker in self._workers):
                waiting = False
                self._ready()
            for hanging in [worker for worker in self._workers if worker.look(time.monotonic())]:
                log.error("a worker has hung for a minute and is replaced")
                hanging.process.kill()
                hanging.silent = None  # log it once
            for dead in [worker for worker in self._workers if not worker.process.is_alive()]:
                self._workers.remove(dead)
                dead.pipe.close()
                mark_process_dead(dead.process.pid)  # type: ignore[no-untyped-call]
                time.sleep(max(0.0, dead.started + PAUSE - time.monotonic()))
                self._start_worker(dead.hand_over, dead.silent is not None)

    def _start_worker(self, hand_over: HandOver | None, is_awaited: bool) -> None:
        """Starts a worker. Connections wait for it, but not after one that failed at its start: it may fail again."""
        if self._stopping:
            return
        if hand_over is not None and is_awaited:
            hand_over.pulse()  # other workers give it connections from now on
        mine, its = CONTEXT.Pipe()
        inherited = [mine, *(worker.pipe for worker in self._workers)] if FORKS else []
        args = (self._settings, self._listening, its, hand_over, inherited)
        process: BaseProcess = CONTEXT.Process(target=work, args=args, name="worker")  # type: ignore[attr-defined]
        with signals_held():
            process.start()
        its.close()
        self._workers.append(Worker(process, hand_over, mine, time.monotonic()))

    def _stop_workers(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        end = time.monotonic() + STOP_TIMEOUT
        for worker in self._workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.pipe.close()


@contextmanager
def signals_held() -> Iterator[None]:
    """Holds signals back until a forked worker has its own handlers: the supervisor's would swallow them there."""
    if not FORKS:
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def begin_forked(inherited: Sequence[Connection]) -> None:
    """Gives up what a forked worker has of its supervisor: signal handlers, and the ends of pipes that show its end."""
    for pipe in inherited:
        pipe.close()
    for each in SIGNALS:
        signal.signal(each, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def work(
    settings: Settings,
    listening: socket.socket,
    pipe: Connection,
    hand_over: HandOver | None,
    inherited: Sequence[Connection] = (),
) -> None:
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

    if inherited:
        begin_forked(inherited)
    share_metrics()
    server = make_server(settings, tell_ready, hand_over)
    threading.Thread(target=stop_with_the_supervisor, name="supervisor", daemon=True).start()
    server.run([listening])
