"""The supervisor of several workers: whom it waits for, and what it logs. No process is started here."""

from __future__ import annotations

import json
import logging
import multiprocessing
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque.web import supervisor
from ludotheque.web.middleware.metrics import METRICS_FOLDER
from ludotheque.web.settings import Settings
from ludotheque.web.supervisor import Supervisor
from ludotheque.web.work.hand_over import HandOver

STARTS = 5


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Puts the handlers of the log back."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = before, level


def made(**given: Any) -> Supervisor:
    return Supervisor(Settings("sqlite://", "a secret", workers=2, **given), cast("Any", None), lambda: None)


def closed(hand_overs: list[Any]) -> None:
    for each in (*hand_overs[0].givers, *hand_overs[0].receivers):
        each.close()


@pytest.mark.parametrize("answers", [True, False])
def test_connections_wait_for_a_new_worker_unless_the_last_one_failed_at_its_start(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that fails at every start would never be silent for long: nobody would serve its tables."""
    server, waited_for, workers = made(), list[int](), list[Any]()

    class BriefProcess:
        """A worker that dies after the supervisor's first look; perhaps it gives a pulse before."""

        pid = 0
        sentinel = property(lambda self: self.ends[0])

        def __init__(self, args: tuple[Any, ...], **_: object) -> None:
            self.hand_over, self.looks, self.ends = args[3], 0, multiprocessing.Pipe()
            self.ends[1].close()
            workers.append(self)

        def start(self) -> None:
            server._stopping = len(workers) == 2 * STARTS

        def is_alive(self) -> bool:
            self.looks += 1
            if answers:
                self.hand_over.pulses[self.hand_over.number] += 1.0
            return self.looks == 1

    context = SimpleNamespace(Process=BriefProcess, Pipe=multiprocessing.Pipe)
    for name, patched in {"CONTEXT": context, "PAUSE": 0.0, "POLL": 0.0, "mark_process_dead": print}.items():
        monkeypatch.setattr(supervisor, name, patched)
    monkeypatch.setattr(HandOver, "pulse", lambda hand_over: waited_for.append(hand_over.number))
    server._replace_until_stopped()
    assert sorted(waited_for) == sorted([0, 1] * (STARTS if answers else 1))
    closed(server._hand_overs)
    for worker in server._workers:
        worker.pipe.close()
    for each in workers:
        each.ends[0].close()


def test_the_supervisor_logs_as_its_settings_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = made(log_format="json")
    monkeypatch.setenv(METRICS_FOLDER, "")
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr(server, "_replace_until_stopped", lambda: supervisor.log.error("a worker hangs"))
    server.run()
    closed(server._hand_overs)
    assert json.loads(capsys.readouterr().err)["message"] == "a worker hangs"
