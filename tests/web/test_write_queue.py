"""Changes wait in one queue and are committed in batches."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from ludotheque.web.storage import write_queue
from ludotheque.web.storage.write_queue import WriteQueue


def test_jobs_that_arrive_during_a_batch_form_the_next_and_later_ones_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "PAUSE", 0.0)
    batches: list[list[str]] = []
    begun, go_on, done = threading.Semaphore(0), threading.Semaphore(0), threading.Semaphore(0)

    def run(batch: list[str]) -> None:
        begun.release()
        go_on.acquire(timeout=30)
        batches.append(batch)
        done.release()

    queue = WriteQueue(run)
    queue.add("first")
    assert begun.acquire(timeout=30)
    queue.add("second")
    queue.add("third")
    assert queue.length == 2
    go_on.release(2)
    assert all(done.acquire(timeout=30) for _ in range(2))
    queue.add("fourth")
    go_on.release()
    assert done.acquire(timeout=30)
    assert batches == [["first"], ["second", "third"], ["fourth"]]


def test_batches_are_further_apart_while_they_hold_many_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "PAUSE", 1.0)
    pauses, ran = list[float](), threading.Semaphore(0)
    monkeypatch.setattr(write_queue, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=pauses.append))
    queue: WriteQueue[int] = WriteQueue(lambda batch: ran.release())

    def run(jobs: int) -> float:
        with queue._lock:  # the thread takes its batch when all are there
            queue._waiting += range(jobs - 1)
        queue.add(jobs)
        assert ran.acquire(timeout=30)
        queue._thread.submit(lambda: None).result()
        return pauses[-1]

    assert [run(jobs) for jobs in (2, 2, 2, 2, 1, 1)] == pytest.approx([1.0, 2.0, 4.0, 4.0, 4.0, 3.88])
    assert [run(1) for _ in range(50)][-1] == 1.0
