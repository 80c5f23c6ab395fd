"""Changes wait in one queue and are committed in batches."""

from __future__ import annotations

import threading

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
